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
    /// How they lie or stand.
    pub pose: Pose,
}

/// How a piece lies or stands on a board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Pose {
    /// With its front to people.
    #[default]
    Upright,
    /// With its back to people.
    FaceDown,
    /// On its side, or turned by a quarter.
    Lying,
}

impl Pose {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Upright, Self::FaceDown, Self::Lying];

    /// The word for it in scripts and reports.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Upright => "upright",
            Self::FaceDown => "face-down",
            Self::Lying => "lying",
        }
    }
}
