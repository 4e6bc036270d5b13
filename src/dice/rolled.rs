//! What came of a roll: every throw of every die, what counts of it, and how that is shown.

use std::fmt;

use super::faces::DieFace;
use super::words::sign;

/// What became of a die that was thrown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fate {
    /// It counts.
    Kept,
    /// It does not: others were higher, or lower.
    Dropped,
    /// It was rolled again.
    Rerolled,
}

/// One throw of one die.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Throw {
    /// What it counts as; mostly what it shows.
    pub face: DieFace,
    /// What became of it.
    pub fate: Fate,
    /// Which die of the pool this is, from 0: throws after a reroll or an explosion are of the same die.
    pub die: usize,
    /// Whether it is one of those that are counted.
    pub counted: bool,
    /// Whether it is one number with the throw before it.
    pub joined: bool,
}

/// A pool that was rolled.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RolledPool {
    /// All throws, in the order they were made, or in the order that was asked for.
    pub throws: Vec<Throw>,
    /// The sum or the count; nothing for faces that do not add up.
    pub total: Option<i64>,
}

/// What came of an expression.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Rolled {
    /// A fixed number.
    Number(i64),
    /// Dice.
    Pool(RolledPool),
    /// Parts and their sum; those marked `true` are taken away.
    Sum(Vec<(bool, Rolled)>, i64),
    /// Parts and their product.
    Product(Vec<Rolled>, i64),
    /// What was divided, by what, and the whole number that came of it.
    Quotient(Box<Rolled>, Box<Rolled>, i64),
    /// Parts, those marked `true` dropped, and the sum of the others.
    Group(Vec<(bool, Rolled)>, i64),
    /// What stands without its sign, and that.
    Absolute(Box<Rolled>, i64),
}

impl Rolled {
    /// The result; nothing for dice whose faces do not add up.
    #[must_use]
    pub fn total(&self) -> Option<i64> {
        match self {
            Self::Number(number) => Some(*number),
            Self::Pool(pool) => pool.total,
            Self::Sum(_, total)
            | Self::Product(_, total)
            | Self::Quotient(_, _, total)
            | Self::Group(_, total)
            | Self::Absolute(_, total) => Some(*total),
        }
    }

    /// All pools, from left to right.
    #[must_use]
    pub fn pools(&self) -> Vec<&RolledPool> {
        match self {
            Self::Number(_) => Vec::new(),
            Self::Pool(pool) => vec![pool],
            Self::Sum(parts, _) | Self::Group(parts, _) => parts.iter().flat_map(|(_, part)| part.pools()).collect(),
            Self::Product(parts, _) => parts.iter().flat_map(Self::pools).collect(),
            Self::Quotient(of, by, _) => of.pools().into_iter().chain(by.pools()).collect(),
            Self::Absolute(of, _) => of.pools(),
        }
    }

    /// In brackets where it would otherwise be read as something else.
    fn inside(&self) -> String {
        match self {
            Self::Sum(..) | Self::Product(..) | Self::Quotient(..) => format!("({self})"),
            _ => self.to_string(),
        }
    }
}

impl fmt::Display for RolledPool {
    /// `6 5 3 (1)`: what does not count stands in brackets, what was rolled again is followed by an arrow.
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, throws) in self.throws.chunk_by(|_, next| next.joined).enumerate() {
            let again = |thrown: &Throw| if thrown.fate == Fate::Rerolled { ">" } else { "" };
            let texts: Vec<String> =
                throws.iter().map(|thrown| format!("{}{}", thrown.face.text, again(thrown))).collect();
            let text = texts.join("+");
            let is = |fate: Fate| throws.iter().any(|thrown| thrown.fate == fate);
            let space = if place > 0 { " " } else { "" };
            if is(Fate::Dropped) {
                write!(out, "{space}({text})")?;
            } else if throws.iter().any(|thrown| thrown.counted && thrown.fate == Fate::Kept) {
                write!(out, "{space}*{text}*")?;
            } else {
                write!(out, "{space}{text}")?;
            }
        }
        Ok(())
    }
}

impl fmt::Display for Rolled {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => write!(out, "{number}"),
            Self::Pool(pool) => write!(out, "[{pool}]"),
            Self::Sum(parts, _) => parts.iter().enumerate().try_for_each(|(place, (away, part))| {
                let text = if matches!(part, Self::Sum(..)) { part.inside() } else { part.to_string() };
                write!(out, "{}{text}", sign(place, *away))
            }),
            Self::Product(parts, _) => {
                let texts: Vec<String> = parts.iter().map(Self::inside).collect();
                write!(out, "{}", texts.join(" * "))
            }
            Self::Quotient(of, by, _) => write!(out, "{} / {}", of.inside(), by.inside()),
            Self::Group(parts, _) => {
                let text =
                    |(dropped, part): &(bool, Self)| if *dropped { format!("({part})") } else { part.to_string() };
                let texts: Vec<String> = parts.iter().map(text).collect();
                write!(out, "{{{}}}", texts.join(", "))
            }
            Self::Absolute(of, _) => write!(out, "abs({of})"),
        }
    }
}
