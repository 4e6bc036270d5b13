//! Booklets: a Markdown file read as what stands in it, its figures drawn, its text set and kept together where it belongs
//! together, and poured into the columns of as many pages as it takes.

pub mod contents;
pub mod figure;
pub mod flow;
mod foreign;
pub mod pages;
pub mod parts;
pub mod set;
