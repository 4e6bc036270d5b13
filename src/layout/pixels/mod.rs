//! Pictures in pixels: what their files say of themselves, and their pixels, unpacked only while somebody looks at them and
//! no finer than they are looked at. Draws nothing and knows no PDF.

mod block;
mod file;
mod jpeg;
mod orientation;
mod png;
mod profile;
mod raster;
mod survey;
mod trouble;
mod webp;

pub use block::PixelBlock;
pub use file::{PictureFile, PictureKind, has_pixels};
pub use jpeg::JpegColours;
pub use raster::{Portable, Raster, Repaint};
pub use trouble::{Budget, Trouble};
