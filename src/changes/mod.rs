//! What differs between two states of a game: each state as a [`Manifest`], the differences in words, and the pieces
//! that have to be printed anew. Only data in and data out: nothing here reads files, draws or prints.

mod compare;
mod manifest;
mod select;
mod words;

pub use compare::{Changes, compare};
pub use manifest::{Manifest, read_manifest};
pub use select::{Copies, gone, keep_changed};
