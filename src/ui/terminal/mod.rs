//! A table in a terminal: the board as text, and as sentences for those who do not see it.

mod board;
mod canvas;
mod marks;
mod squares;
mod strokes;
mod words;

pub use board::{Screen, text_board};
pub use marks::{Hue, Mark};
pub use words::spoken_board;
