//! From pages and faces to bytes: PDF, SVG and PNG. The only users of the PDF writer and the SVG painter; nothing here
//! decides a position.

mod clips;
mod outlines;
pub mod pdf;
mod png;
mod raster;
mod svg;

pub use png::{PngSpeed, face_png, raster_png};
pub use raster::RasterPainter;
pub use svg::face_svg;
