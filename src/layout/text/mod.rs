//! Text: the fonts there are, small markup, shaping, lines, and the size that fits. Knows no templates and no pages.

pub mod families;
pub mod fit;
pub mod font;
pub mod font_file;
pub mod fonts;
pub mod glyph_fault;
mod hyphens;
pub mod lines;
pub mod listing;
pub mod rich;
pub mod typeset;
