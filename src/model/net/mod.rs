//! Nets: pieces that are printed flat, cut out along one line, folded and glued. Where each drawing lies, where to cut
//! and where to fold; what is drawn is not known here.

mod die;
mod fold;
mod polygon;
mod solid;
mod standee;
mod tuckbox;
mod unfold;

/// How wide bleed is at most along an edge of a folded die that has no tab: none should seem to be there.
pub const BARE_EDGE: Length = Length::from_mm(1);

pub use die::FoldedDie;
pub use fold::{Bend, Fold};
pub use solid::Solid;
pub use standee::Standee;
pub use tuckbox::{BoxSize, Tuckbox};

use crate::geom::{Affine, Size};
use crate::units::Length;

use super::PathStep;

/// A piece laid flat, in millimetres from the top left corner of the room it takes.
#[derive(Debug, Clone, PartialEq)]
pub struct Net {
    /// The room it takes.
    pub size: Size,
    /// Where to cut, when that is not the outline of the room.
    pub cut: Option<Vec<PathStep>>,
    /// Where to fold, and which way.
    pub folds: Vec<Fold>,
    /// The parts that are drawn on, from the bottom up.
    pub panels: Vec<Panel>,
}

/// A part of a net that is drawn on.
#[derive(Debug, Clone, PartialEq)]
pub struct Panel {
    /// Which drawing it shows, counted from 0: front, back and side, or the faces of a die in the order of their numbers.
    pub drawing: usize,
    /// Trim size of the drawing.
    pub size: Size,
    /// How far the drawing has to run over its trim to fill what is shown of it.
    pub reach: Length,
    /// From the millimetres of the drawing to those of the net.
    pub place: Affine,
    /// What is shown of it, in millimetres of the net.
    pub clip: Vec<PathStep>,
}
