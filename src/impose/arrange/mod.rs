//! Where pieces lie on sheets: grids, packed tokens, tiles, pages of booklets, and the arithmetic of what does not fit.

pub mod bed;
pub mod block;
pub mod booklet;
pub mod fit;
pub mod grid;
pub mod hex;
pub mod hex_seams;
pub mod refuse;
pub mod remark;
pub mod seams;
pub mod tile;
pub mod tokens;
