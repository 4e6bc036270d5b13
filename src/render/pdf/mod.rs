//! A kit as one PDF: every face and every picture a form of its own, pages that place them, each font once.

mod about;
mod art;
mod clip;
mod content;
mod deflate;
mod document;
mod extents;
mod faces;
mod finish;
mod fonts;
mod images;
mod objects;
mod pages;
mod paths;
mod resources;
mod seams;
mod shrink;
mod states;
mod tags;
mod write;

pub use document::{DocumentInfo, DrawnPdf, Unwritten, WrittenPdf, draw_pdf};
pub use extents::{Extent, extents};
pub use write::Shrunk;
