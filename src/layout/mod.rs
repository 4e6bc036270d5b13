//! From a [`Game`](crate::model::Game) to [`Face`](face::Face)s: data bound into templates, text set, boards drawn
//! from their definition. Knows nothing of paper sizes.

mod board;
mod booklet;
mod bounds;
mod box_fit;
pub mod common;
mod edition;
pub mod face;
mod fingerprint;
mod laid;
mod lettering;
mod parallel;
mod picture;
mod pieces;
pub mod pixels;
mod scaled;
pub mod spoken;
mod studio;
mod table;
mod template;
mod text;

pub use booklet::figure::{booklet_figures, sign_face};
pub use booklet::parts::{BookletPart, read_booklet};
pub use fingerprint::{taken, without_words};
pub use laid::{LaidComponent, LaidPiece};
pub use parallel::in_parallel;
pub use pieces::contents::{KitLine, lay_out_contents};
pub use pieces::label::{Anchor, Label, LabelSetter};
pub use scaled::{face_scaled, scaled};
pub use studio::Studio;
pub use table::{BoardPlan, Lettered, PlannedPiece, PlannedSpace, PrintedFaces, Tables};
pub use table::{TableScene, lay_out_table, lay_out_zones, with_words};
pub use template::xml::escaped;
pub(crate) use text::font::Font;
pub use text::fonts::Fonts;
pub use text::glyph_fault::GlyphFault;
pub use text::listing::FontFamily;
pub use text::rich::{Block, Marks, Span, TextBlock, parse as read_markup, sign_told};
