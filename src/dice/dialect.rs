//! Where the dialects of dice notation disagree: how something short was read here, and what it means elsewhere.

use std::fmt;

/// A way to write that does not mean the same to everybody.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Dialect {
    /// `4d6k3`
    Keep,
    /// `2d6r1`
    Reroll,
    /// `6d10>8`, `d6!>4`
    More,
    /// `6d10<3`
    Less,
    /// `6d10>=8`: a comparison that counts dice
    Count,
    /// `3d6!kh2`
    ExplodeAndKeep,
    /// `d20!p`
    Penetrate,
    /// `d6!max5`
    ExplodeAndBound,
    /// `3d6/2`
    Divide,
    /// `2d6 advantage`
    Advantage,
}

/// What somebody wrote, and how it was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Note {
    /// The letters that could mean something else.
    pub written: String,
    /// What about them.
    pub dialect: Dialect,
}

impl Dialect {
    /// What it means here.
    const fn here(self) -> &'static str {
        match self {
            Self::Keep => "so many of the highest count",
            Self::Reroll => "rolled again once, as in Foundry",
            Self::More => "more than this",
            Self::Less => "less than this",
            Self::Count => "how many dice show this",
            Self::ExplodeAndKeep => "all throws of a die are kept or dropped together",
            Self::Penetrate => "further throws are of the same die, and count 1 less",
            Self::ExplodeAndBound => "what the die shows decides whether it explodes",
            Self::Divide => "rounded down",
            Self::Advantage => {
                "these dice are rolled once, and only the best of them counts, or with `disadvantage` the worst"
            }
        }
    }

    /// What it means elsewhere, and how to write that here.
    const fn elsewhere(self) -> &'static str {
        match self {
            Self::Keep => "in d20 (Avrae) the dice that show this number",
            Self::Reroll => "in Roll20 and rpg-dice-roller until it is another, which is `rr` here",
            Self::More => "in Roll20 this number too, which is `>=` here",
            Self::Less => "in Roll20 this number too, which is `<=` here",
            Self::Count => "in d20 (Avrae) whether the sum does",
            Self::ExplodeAndKeep => "in Roll20, Foundry and rpg-dice-roller each throw by itself",
            Self::Penetrate => "in HackMaster a d20 goes on with d6 and a d100 with d20",
            Self::ExplodeAndBound => "in rpg-dice-roller what it counts as",
            Self::Divide => {
                "in Roll20 and rpg-dice-roller fractions stay; `ceil(..)` rounds up, `round(..)` to the nearest"
            }
            Self::Advantage => "at many tables the better of two sums counts, which is `max(2d6, 2d6)` here",
        }
    }
}

impl fmt::Display for Note {
    /// `k3` is read so: this here; that elsewhere.
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "`{}` is read so: {}; {}", self.written, self.dialect.here(), self.dialect.elsewhere())
    }
}
