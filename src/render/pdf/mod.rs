//! A kit as one PDF: every face and every picture a form of its own, pages that place them, each font once.

mod art;
mod clip;
mod content;
mod deflate;
mod document;
mod faces;
mod finish;
mod fonts;
mod images;
mod pages;
mod paths;
mod resources;
mod states;

pub use document::{DocumentInfo, Unwritten, write_pdf};
