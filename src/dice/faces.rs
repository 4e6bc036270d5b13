//! A die: what stands on its faces, and which of them are meant by `6`, `5+` or `hit`.

use std::collections::BTreeSet;
use std::fmt;
use std::ops::RangeInclusive;

/// One side of a die.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DieFace {
    /// As it is written.
    pub text: String,
    /// What it counts when dice are added up; a named face counts nothing.
    pub value: Option<i64>,
}

impl DieFace {
    /// A face with a number.
    #[must_use]
    pub fn number(value: i64) -> Self {
        Self { text: value.to_string(), value: Some(value) }
    }
}

/// What is rolled.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Die {
    /// Faces 1, 2, 3 and so on up to this number.
    Numbered(u32),
    /// So many numbered dice of so many sides, each read as a digit: from 11 to 66 for two of 6.
    Digits {
        /// From 2 to 9.
        sides: u32,
        /// 2 or 3.
        digits: u32,
    },
    /// These faces, some perhaps more than once.
    Custom(Vec<DieFace>),
}

/// Numbered dice have at least and at most so many faces.
const SIDES: RangeInclusive<u32> = 2..=1_000;

/// Dice with plus, minus and blank sides, and what stands on them.
const FATE: [(&str, &str); 2] = [("dF", "-1, -1, 0, 0, 1, 1"), ("dF.1", "-1, 0, 0, 0, 0, 1")];

impl Die {
    /// A numbered die by its name, such as `d6`.
    #[must_use]
    pub fn numbered(name: &str) -> Option<Self> {
        let sides = name.strip_prefix('d')?.parse().ok()?;
        SIDES.contains(&sides).then_some(Self::Numbered(sides))
    }

    /// How many faces it has.
    #[must_use]
    pub fn sides(&self) -> u32 {
        match self {
            Self::Numbered(sides) => *sides,
            Self::Digits { sides, digits } => sides.saturating_pow(*digits),
            Self::Custom(faces) => u32::try_from(faces.len()).unwrap_or(u32::MAX),
        }
    }

    /// A face, counted from 0. Beyond the last it is the last.
    #[must_use]
    pub fn face(&self, index: u32) -> DieFace {
        match self {
            Self::Numbered(sides) => DieFace::number(i64::from(index.min(sides.saturating_sub(1))) + 1),
            Self::Digits { sides, digits } => {
                let index = index.min(self.sides().saturating_sub(1));
                let digit = |place: u32| i64::from(index / sides.saturating_pow(place) % sides) + 1;
                DieFace::number((0..*digits).rev().fold(0, |number, place| number * 10 + digit(place)))
            }
            Self::Custom(faces) => {
                let index = usize::try_from(index).unwrap_or(usize::MAX).min(faces.len().saturating_sub(1));
                faces.get(index).cloned().unwrap_or_else(|| DieFace::number(0))
            }
        }
    }

    /// All faces, in order.
    pub fn faces(&self) -> impl Iterator<Item = DieFace> {
        (0..self.sides()).map(|index| self.face(index))
    }

    /// Whether all faces are numbers.
    #[must_use]
    pub fn adds_up(&self) -> bool {
        match self {
            Self::Numbered(_) | Self::Digits { .. } => true,
            Self::Custom(faces) => faces.iter().all(|face| face.value.is_some()),
        }
    }

    /// The lowest and the highest number on it.
    #[must_use]
    pub fn range(&self) -> Option<(i64, i64)> {
        match self {
            Self::Numbered(_) | Self::Digits { .. } => {
                Some((self.face(0).value?, self.face(self.sides().saturating_sub(1)).value?))
            }
            Self::Custom(faces) => {
                let values = || faces.iter().filter_map(|face| face.value);
                Some((values().min()?, values().max()?))
            }
        }
    }

    /// Whether a face is called so; numbers are no names.
    #[must_use]
    pub fn is_named(&self, name: &str) -> bool {
        matches!(self, Self::Custom(faces) if faces.iter().any(|face| face.text == name))
    }

    /// How many of its faces differ from all before.
    #[must_use]
    pub fn different(&self) -> u32 {
        let different = match self {
            Self::Numbered(_) | Self::Digits { .. } => return self.sides(),
            Self::Custom(faces) => faces.iter().map(|face| &face.text).collect::<BTreeSet<_>>().len(),
        };
        u32::try_from(different).unwrap_or(u32::MAX)
    }

    /// Digits that are all the same, as in `d66`, read as so many dice of so many sides.
    #[must_use]
    pub fn tens(written: u32) -> Option<Self> {
        let (sides, digits) = (written % 10, written.checked_ilog10()? + 1);
        let same = (0..digits).all(|place| written / 10_u32.saturating_pow(place) % 10 == sides);
        (same && (2..=9).contains(&sides) && (2..=3).contains(&digits)).then_some(Self::Digits { sides, digits })
    }

    /// Whether people who write a die with so many sides mostly mean something else.
    #[must_use]
    pub const fn may_be_tens(sides: u32) -> bool {
        matches!(sides, 66 | 666)
    }
}

impl fmt::Display for Die {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Numbered(sides) => write!(out, "d{sides}"),
            Self::Digits { sides, digits } => {
                write!(out, "d{} tens", sides.to_string().repeat(usize::try_from(*digits).unwrap_or(0)))
            }
            Self::Custom(faces) => {
                let texts: Vec<&str> = faces.iter().map(|face| face.text.as_str()).collect();
                let texts = texts.join(", ");
                match FATE.iter().find(|(_, known)| *known == texts) {
                    Some((name, _)) => write!(out, "{name}"),
                    None => write!(out, "d{{{texts}}}"),
                }
            }
        }
    }
}

/// Some faces of a die.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Match {
    /// This number or more.
    AtLeast(i64),
    /// This number or less.
    AtMost(i64),
    /// These faces, as they are written.
    Named(Vec<String>),
}

impl Match {
    /// Whether a face is meant.
    #[must_use]
    pub fn holds(&self, face: &DieFace) -> bool {
        match self {
            Self::AtLeast(least) => face.value.is_some_and(|value| value >= *least),
            Self::AtMost(most) => face.value.is_some_and(|value| value <= *most),
            Self::Named(names) => names.contains(&face.text),
        }
    }

    /// How many faces of a die are meant.
    #[must_use]
    pub fn count(&self, die: &Die) -> u32 {
        let held = match (self, die) {
            // The largest dice are looked at in no time.
            (Self::AtLeast(least), Die::Numbered(sides)) => i64::from(*sides).saturating_sub(*least).saturating_add(1),
            (Self::AtMost(most), Die::Numbered(_)) => *most,
            _ => i64::try_from(die.faces().filter(|face| self.holds(face)).count()).unwrap_or(i64::MAX),
        };
        u32::try_from(held.clamp(0, i64::from(die.sides()))).unwrap_or(u32::MAX)
    }
}

impl fmt::Display for Match {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::AtLeast(least) => write!(out, "{least}+"),
            Self::AtMost(most) => write!(out, "{most}-"),
            Self::Named(names) => write!(out, "{}", names.join(" or ")),
        }
    }
}
