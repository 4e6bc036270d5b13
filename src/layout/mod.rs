//! From a [`Game`](crate::model::Game) to [`Face`](face::Face)s: data bound into templates, text set, boards drawn
//! from their definition. Knows nothing of paper sizes.

mod bind;
mod bind_slots;
mod bind_text;
mod board;
mod board_edges;
mod booklet;
mod contents;
mod draft;
mod edition;
mod expr;
pub mod face;
mod fingerprint;
mod fit;
mod fonts;
mod label;
mod lines;
mod nets;
mod picture;
mod rich;
mod scaled;
mod side;
mod slot;
mod slots;
mod studio;
mod svg_check;
mod table;
mod template;
mod typeset;
mod xml;

pub use contents::{KitLine, lay_out_contents};
pub use fingerprint::{Fingerprint, Fingerprints};
pub use fonts::{Font, Fonts};
pub use label::{Anchor, Label, LabelSetter};
pub use scaled::scaled;
pub use studio::{LaidComponent, LaidPiece, Studio};
pub use table::lay_out_table;
pub use xml::escaped;
