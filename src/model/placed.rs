//! What stands on a board in a game in progress and what is pointed out there, for pictures of it. Knows no rules:
//! whoever fills it in does.

use super::{Board, SpaceId};

/// Pieces of one look on one space, or on what lies between two.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PlacedPiece {
    /// The space they are on, or the name of an edge: `G10-H10`.
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
    /// Cornerwise below all that stand there, so that its corners show.
    Under,
}

impl Pose {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Upright, Self::FaceDown, Self::Lying, Self::Under];

    /// The word for it in scripts and reports.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Upright => "upright",
            Self::FaceDown => "face-down",
            Self::Lying => "lying",
            Self::Under => "under",
        }
    }
}

/// What is pointed out on a board: who sees whom, who gets where.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Pointers {
    /// Spaces that are lit.
    pub lit: Vec<SpaceId>,
    /// Straight lines from the middle of a space to that of another.
    pub lines: Vec<(SpaceId, SpaceId)>,
}

impl Pointers {
    /// Only what is on one board.
    #[must_use]
    pub fn on(&self, board: &Board) -> Self {
        let is_there = |id: &SpaceId| board.space(id).is_some();
        Self {
            lit: self.lit.iter().filter(|id| is_there(id)).cloned().collect(),
            lines: self.lines.iter().filter(|(from, to)| is_there(from) && is_there(to)).cloned().collect(),
        }
    }
}
