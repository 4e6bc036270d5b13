//! The pieces of a scene as pictures and sentences want them.

use crate::model::PlacedPiece;
use crate::referee::ScenePiece;

/// A piece of a scene, as pictures and sentences want it.
#[must_use]
pub fn placed(piece: &ScenePiece) -> PlacedPiece {
    PlacedPiece {
        at: piece.at.clone(),
        piece: piece.draw.clone(),
        count: piece.count,
        label: piece.label.clone(),
        name: piece.name.clone(),
        pose: piece.pose,
    }
}
