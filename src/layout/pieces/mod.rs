//! What becomes of one side of a piece: slots filled, texts of one size, booklets, the first page, nets, small print.

pub mod booklet;
pub mod contents;
pub mod draft;
pub mod label;
pub mod nets;
pub mod slots;
pub mod told;
