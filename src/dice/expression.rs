//! What a roll is made of, and how it is written in words. Reading it is the parser's business.

use std::fmt;

use super::faces::{Die, Match};

/// A roll, made once or several times.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rolls {
    /// How many times, from 1.
    pub times: u32,
    /// What is rolled.
    pub expression: Expression,
}

/// Numbers and dice, added up or multiplied.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Expression {
    /// A fixed number.
    Number(i64),
    /// Dice.
    Pool(Pool),
    /// All of them; those marked `true` are taken away.
    Sum(Vec<(bool, Expression)>),
    /// All of them multiplied.
    Product(Vec<Expression>),
}

/// Dice of one kind that are rolled together, and what becomes of them, in the order of the fields.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pool {
    /// How many, from 1.
    pub count: u32,
    /// Of what kind.
    pub die: Die,
    /// Some faces are rolled again.
    pub reroll: Option<Reroll>,
    /// These faces are rolled once more, and both count.
    pub explode: Option<Match>,
    /// Only some of the dice count.
    pub keep: Option<Keep>,
    /// How many dice show one of these is the result, in place of their sum.
    pub counted: Option<Match>,
}

/// Which faces are rolled again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reroll {
    /// These.
    pub faces: Match,
    /// Until another face comes up; otherwise once.
    pub always: bool,
}

/// Which end of the dice counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KeepWhich {
    /// The highest.
    Highest,
    /// The lowest.
    Lowest,
}

/// Only so many of the dice count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Keep {
    /// From which end.
    pub which: KeepWhich,
    /// How many.
    pub count: u32,
}

impl Pool {
    /// Whether its result is a number: the faces add up, or some are counted.
    #[must_use]
    pub fn is_number(&self) -> bool {
        self.counted.is_some() || self.die.adds_up()
    }
}

/// What stands before a part of a sum.
pub(super) const fn sign(place: usize, away: bool) -> &'static str {
    match (place, away) {
        (0, false) => "",
        (0, true) => "-",
        (_, false) => " + ",
        (_, true) => " - ",
    }
}

impl fmt::Display for Rolls {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.times > 1 {
            write!(out, "{} times ", self.times)?;
        }
        write!(out, "{}", self.expression)
    }
}

impl fmt::Display for Expression {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => write!(out, "{number}"),
            Self::Pool(pool) => write!(out, "{pool}"),
            Self::Sum(parts) => {
                for (place, (away, part)) in parts.iter().enumerate() {
                    write!(out, "{}", sign(place, *away))?;
                    // Taking a sum away takes all of it away.
                    if matches!(part, Self::Sum(_)) { write!(out, "({part})")? } else { write!(out, "{part}")? }
                }
                Ok(())
            }
            Self::Product(parts) => {
                for (place, part) in parts.iter().enumerate() {
                    if place > 0 {
                        write!(out, " * ")?;
                    }
                    if matches!(part, Self::Sum(_)) { write!(out, "({part})")? } else { write!(out, "{part}")? }
                }
                Ok(())
            }
        }
    }
}

impl fmt::Display for Pool {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.count != 1 {
            write!(out, "{}", self.count)?;
        }
        write!(out, "{}", self.die)?;
        if let Some(reroll) = &self.reroll {
            write!(out, " reroll {}{}", if reroll.always { "all " } else { "" }, reroll.faces)?;
        }
        if let Some(explode) = &self.explode {
            write!(out, " explode {explode}")?;
        }
        if let Some(keep) = self.keep {
            let which = if keep.which == KeepWhich::Highest { "highest" } else { "lowest" };
            write!(out, " keep {which} {}", keep.count)?;
        }
        if let Some(counted) = &self.counted {
            write!(out, " count {counted}")?;
        }
        Ok(())
    }
}
