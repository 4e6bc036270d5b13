//! From pages and faces to bytes: PDF, SVG and PNG. The only users of the PDF writer and the SVG painter; nothing here
//! decides a position.

mod clips;
mod contact_sheet;
mod ink;
mod outlines;
pub mod pdf;
mod png;
mod raster;
mod svg;

pub use contact_sheet::contact_sheet;
pub use ink::{page_ink, spread};
pub use png::{PngSpeed, face_png};
pub use raster::RasterPainter;
pub use svg::face_svg;
