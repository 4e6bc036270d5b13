//! Text: the fonts there are, small markup, shaping, lines, and the size that fits. Knows no templates and no pages.

mod dressing;
pub mod families;
pub mod fit;
pub mod font;
pub mod font_file;
pub mod fonts;
pub mod glyph_fault;
pub mod hyphenation;
mod hyphens;
pub mod lines;
pub mod listing;
mod marks;
mod quotes;
pub mod rich;
mod signs;
pub mod typeset;
