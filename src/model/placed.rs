//! What stands on a board in a game in progress, for pictures of it. Knows no rules: whoever fills it in does.

use super::SpaceId;

/// Pieces of one look on one space.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PlacedPiece {
    /// The space they are on.
    pub at: SpaceId,
    /// Which printed piece they are: `component/piece`, or `component` alone for the only piece of a component. When it
    /// has several, they take turns. Without it there is no printed piece.
    pub piece: Option<String>,
    /// How many of them there are.
    pub count: usize,
    /// What is written beside them.
    pub label: Option<String>,
    /// What people call one of them.
    pub name: String,
}
