//! What becomes of one side of a piece: slots filled, texts of one size, the first page, nets, small print.

pub mod codes;
pub mod contents;
pub mod draft;
pub mod label;
pub mod nets;
pub mod slots;
pub mod told;
