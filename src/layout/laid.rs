//! A component as it was laid out: every piece with its faces, ready to be put on paper.

use super::common::Common;
use super::face::Face;

/// A component with all its faces.
#[derive(Debug)]
pub struct LaidComponent {
    /// Its place in [`Game::components`].
    pub component: usize,
    /// Its pieces, or the pages of a booklet.
    pub pieces: Vec<LaidPiece>,
}

/// A piece with its faces.
#[derive(Debug, Clone)]
pub struct LaidPiece {
    /// Its id in the component.
    pub id: String,
    /// How many of it there are.
    pub quantity: usize,
    /// The side that faces up.
    pub front: Common<Face>,
    /// The other side, if it is printed.
    pub back: Option<Common<Face>>,
}
