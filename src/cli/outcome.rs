//! How a run ended.

use crate::diag::Diagnostics;

/// How a run ended, as the shell sees it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// All is well.
    Done,
    /// Something is wrong with the files or the move.
    Refused,
    /// The command line makes no sense.
    Usage,
    /// Something is wrong with Tablewright.
    Bug,
}

impl Outcome {
    /// The exit code.
    #[must_use]
    pub const fn code(self) -> u8 {
        match self {
            Self::Done => 0,
            Self::Refused => 1,
            Self::Usage => 2,
            Self::Bug => 70,
        }
    }
}

impl From<&Diagnostics> for Outcome {
    /// How a run ends that found these.
    fn from(found: &Diagnostics) -> Self {
        if found.has_bugs() {
            Self::Bug
        } else if found.has_errors() {
            Self::Refused
        } else {
            Self::Done
        }
    }
}
