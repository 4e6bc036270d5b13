//! From a [`Game`](crate::model::Game) to [`Face`](face::Face)s: data bound into templates, text set, boards drawn
//! from their definition. Knows nothing of paper sizes.

mod bind;
mod bind_text;
mod board;
mod booklet;
mod contents;
mod draft;
mod edition;
mod expr;
pub mod face;
mod fit;
mod fonts;
mod label;
mod lines;
mod picture;
mod rich;
mod side;
mod slots;
mod studio;
mod svg_check;
mod template;
mod typeset;

pub use contents::{KitLine, lay_out_contents};
pub use fonts::{Font, Fonts};
pub use label::{Anchor, Label, LabelSetter};
pub use studio::{LaidComponent, LaidPiece, Studio};
