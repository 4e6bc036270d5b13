//! A die: what stands on its faces, and which of them are meant by `6`, `5+` or `hit`.

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
    /// These faces, some perhaps more than once.
    Custom(Vec<DieFace>),
}

/// Numbered dice have at least and at most so many faces.
const SIDES: RangeInclusive<u32> = 2..=1_000;

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
            Self::Custom(faces) => u32::try_from(faces.len()).unwrap_or(u32::MAX),
        }
    }

    /// A face, counted from 0. Beyond the last it is the last.
    #[must_use]
    pub fn face(&self, index: u32) -> DieFace {
        match self {
            Self::Numbered(sides) => DieFace::number(i64::from(index.min(sides.saturating_sub(1))) + 1),
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
            Self::Numbered(_) => true,
            Self::Custom(faces) => faces.iter().all(|face| face.value.is_some()),
        }
    }

    /// The highest number on it.
    #[must_use]
    pub fn highest(&self) -> Option<i64> {
        match self {
            Self::Numbered(sides) => Some(i64::from(*sides)),
            Self::Custom(faces) => faces.iter().filter_map(|face| face.value).max(),
        }
    }
}

impl fmt::Display for Die {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Numbered(100) => write!(out, "d%"),
            Self::Numbered(sides) => write!(out, "d{sides}"),
            Self::Custom(faces) => {
                let texts: Vec<&str> = faces.iter().map(|face| face.text.as_str()).collect();
                write!(out, "d{{{}}}", texts.join(", "))
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
        let held = die.faces().filter(|face| self.holds(face)).count();
        u32::try_from(held).unwrap_or(u32::MAX)
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
