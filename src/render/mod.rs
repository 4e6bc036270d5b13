//! From pages and faces to bytes: PDF, SVG, PNG, and files for cutting machines. The only users of the PDF writer and the SVG painter; nothing here
//! decides a position.

mod cut_file;
mod outlines;
pub mod pdf;
mod png;
mod svg;

pub use cut_file::{cut_dxf, cut_svg};
pub use png::{PngSpeed, face_png};
pub use svg::face_svg;
