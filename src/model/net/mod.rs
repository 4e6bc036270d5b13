//! Nets: pieces that are printed flat, cut out along one line, folded and glued. Where each drawing lies, where to cut
//! and where to fold; what is drawn is not known here.

mod die;
mod polygon;
mod solid;
mod standee;
mod tuckbox;
mod unfold;

pub use die::Die;
pub use solid::Solid;
pub use standee::Standee;
pub use tuckbox::Tuckbox;

use crate::geom::{Affine, Size};
use crate::units::Length;

use super::{Component, Kind, PathStep};

/// A piece laid flat, in millimetres from the top left corner of the room it takes.
#[derive(Debug, Clone, PartialEq)]
pub struct Net {
    /// The room it takes.
    pub size: Size,
    /// Where to cut, when that is not the outline of the room.
    pub cut: Option<Vec<PathStep>>,
    /// Where to fold: x and y of both ends.
    pub folds: Vec<[f32; 4]>,
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

impl Component {
    /// The net of a piece that is folded; none for pieces that stay flat.
    #[must_use]
    pub fn net(&self) -> Option<Net> {
        match &self.kind {
            Kind::Standee(standee) => Some(standee.net(self.bleed, self.back.is_some())),
            Kind::Die(die) => Some(die.net(self.bleed)),
            Kind::Tuckbox(tuckbox) => Some(tuckbox.net(self.bleed)),
            _ => None,
        }
    }

    /// How large a piece is, as a person would measure it once it is made.
    #[must_use]
    pub fn measures(&self) -> String {
        match &self.kind {
            Kind::Standee(standee) => standee.figure.to_string(),
            Kind::Die(die) => format!("edges of {}", die.edge),
            Kind::Tuckbox(tuckbox) => tuckbox.inner.to_string(),
            _ => self.size.to_string(),
        }
    }

    /// How the room of a net comes about, for whoever has to make it smaller.
    #[must_use]
    pub fn arithmetic(&self) -> Option<String> {
        match &self.kind {
            Kind::Standee(standee) => Some(standee.arithmetic()),
            Kind::Die(die) => {
                Some(format!("it unfolds to {} with edges of {}; give it a shorter `edge`", self.size, die.edge))
            }
            Kind::Tuckbox(tuckbox) => Some(tuckbox.arithmetic()),
            _ => None,
        }
    }
}
