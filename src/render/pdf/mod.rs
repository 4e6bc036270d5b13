//! A kit as one PDF: every face and every picture a form of its own, pages that place them, each font once.

mod art;
mod content;
mod document;
mod faces;
mod fonts;
mod resources;

pub use document::{DocumentInfo, write_pdf};
