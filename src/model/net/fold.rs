//! A line along which a piece is folded, and which way: the print ends up outside or inside.

/// Which way a fold goes, as seen from the printed side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub enum Bend {
    /// Both sides go away from you: the print is outside, as on a die.
    #[default]
    Mountain,
    /// Both sides come towards you: the print is inside, as in an opened book.
    Valley,
}

impl Bend {
    /// What templates call them; `yes` says no more than that there is a fold.
    pub const WORDS: [(&str, Self); 3] =
        [("yes", Self::Mountain), ("mountain", Self::Mountain), ("valley", Self::Valley)];

    /// The same fold as seen from the other side of the paper.
    #[must_use]
    pub const fn behind(self) -> Self {
        match self {
            Self::Mountain => Self::Valley,
            Self::Valley => Self::Mountain,
        }
    }
}

/// A straight fold, in millimetres.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Fold {
    /// x and y of both ends.
    pub line: [f32; 4],
    /// Which way it goes.
    pub bend: Bend,
}

impl Fold {
    /// A fold with the print outside.
    #[must_use]
    pub const fn mountain(line: [f32; 4]) -> Self {
        Self { line, bend: Bend::Mountain }
    }

    /// A fold with the print inside.
    #[must_use]
    pub const fn valley(line: [f32; 4]) -> Self {
        Self { line, bend: Bend::Valley }
    }
}
