//! From pages and faces to bytes: PDF, SVG, PNG, and files for cutting machines. The only users of the PDF writer and the SVG painter; nothing here
//! decides a position.

mod clips;
mod contact_sheet;
mod cut_file;
mod cut_ground;
mod ink;
mod node;
mod outlines;
mod page_painter;
pub mod pdf;
mod png;
mod raster;
mod svg;

pub use contact_sheet::contact_sheet;
pub use cut_file::{cut_dxf, cut_svg};
pub use ink::{page_ink, spread};
pub use png::{PngSpeed, face_png};
pub use raster::{RasterPainter, UnderWords};
pub use svg::{face_svg, trimmed_svg};
