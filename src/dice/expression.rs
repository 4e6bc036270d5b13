//! What a roll is made of. How it is written stands in `words.rs`; reading it is the parser's business.

use std::cmp::Reverse;

use num_integer::Integer;

use super::faces::{Die, DieFace, Match};

/// A roll, made once or several times.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rolls {
    /// How many times, from 1.
    pub times: u32,
    /// What is rolled.
    pub expression: Expression,
    /// What it is for, in somebody's words.
    pub label: Option<String>,
}

/// Numbers and dice, and what is reckoned from them. Every result is a whole number.
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
    /// One divided by another, which is never 0.
    Quotient(Box<Expression>, Box<Expression>, Rounding),
    /// Some of them added up, as they come out.
    Group(Vec<Expression>, Dropped),
    /// Without its sign.
    Absolute(Box<Expression>),
}

/// How a quotient becomes a whole number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rounding {
    /// To the next lower.
    Down,
    /// To the next higher.
    Up,
    /// To the nearest, and a half to the next higher.
    Nearest,
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
    /// Dice are rolled again until each shows another face.
    pub unique: bool,
    /// Some faces are rolled once more, and both count.
    pub explode: Option<Explode>,
    /// A throw that shows less counts as this.
    pub minimum: Option<i64>,
    /// A throw that shows more counts as this.
    pub maximum: Option<i64>,
    /// Some of the dice do not count.
    pub dropped: Dropped,
    /// How many dice show one of these is the result, in place of their sum.
    pub counted: Option<Match>,
    /// How they are laid out.
    pub sort: Option<Sort>,
}

/// Which faces are rolled again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reroll {
    /// These.
    pub faces: Match,
    /// Until another face comes up; otherwise once.
    pub always: bool,
}

/// Which faces are rolled once more.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Explode {
    /// These, as the die shows them.
    pub faces: Match,
    /// All throws of a die are one number, also when dice are counted.
    pub compound: bool,
    /// Every throw after the first counts 1 less.
    pub penetrate: bool,
}

/// How dice are laid out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sort {
    /// The lowest first.
    Ascending,
    /// The highest first.
    Descending,
}

/// How many do not count, from either end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Dropped {
    /// Of the lowest.
    pub lowest: u32,
    /// Of the highest.
    pub highest: u32,
}

/// Which of several count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// The highest.
    Highest,
    /// The lowest.
    Lowest,
}

impl Dropped {
    /// Only so many count of so many.
    #[must_use]
    pub const fn but(end: End, kept: u32, of: u32) -> Self {
        let away = of.saturating_sub(kept);
        match end {
            End::Highest => Self { lowest: away, highest: 0 },
            End::Lowest => Self { lowest: 0, highest: away },
        }
    }

    /// Whether all count.
    #[must_use]
    pub const fn is_none(self) -> bool {
        self.lowest == 0 && self.highest == 0
    }

    /// How many count of so many.
    #[must_use]
    pub const fn kept(self, of: u32) -> u32 {
        of.saturating_sub(self.lowest).saturating_sub(self.highest)
    }

    /// Which of these values do not count. Of equal ones the earlier count before the later.
    #[must_use]
    pub fn of(self, values: &[i64]) -> Vec<bool> {
        let mut order: Vec<usize> = (0..values.len()).collect();
        // From the best that is kept to the worst: what is kept from below is best when it is low.
        if self.highest > self.lowest {
            order.sort_by_key(|at| values[*at]);
        } else {
            order.sort_by_key(|at| Reverse(values[*at]));
        }
        let (first, last) =
            if self.highest > self.lowest { (self.lowest, self.highest) } else { (self.highest, self.lowest) };
        let end = values.len().saturating_sub(last as usize);
        let mut dropped = vec![false; values.len()];
        for (place, at) in order.into_iter().enumerate() {
            dropped[at] = place < first as usize || place >= end;
        }
        dropped
    }

    /// What those that count add up to.
    #[must_use]
    pub fn sum(self, values: &[i64]) -> i64 {
        let dropped = self.of(values);
        values.iter().zip(dropped).filter(|(_, dropped)| !dropped).fold(0, |sum, (value, _)| sum.saturating_add(*value))
    }
}

impl Rounding {
    /// Divides; by 0 it is 0, which no expression that was read asks for.
    #[must_use]
    pub fn divide(self, of: i64, by: i64) -> i64 {
        if by == 0 {
            return 0;
        }
        match self {
            Self::Down => Integer::div_floor(&of, &by),
            Self::Up => Integer::div_ceil(&of, &by),
            Self::Nearest => Integer::div_floor(&of.saturating_mul(2).saturating_add(by), &by.saturating_mul(2)),
        }
    }
}

impl Pool {
    /// Dice to which nothing happens.
    #[must_use]
    pub const fn new(count: u32, die: Die) -> Self {
        Self {
            count,
            die,
            reroll: None,
            unique: false,
            explode: None,
            minimum: None,
            maximum: None,
            dropped: Dropped { lowest: 0, highest: 0 },
            counted: None,
            sort: None,
        }
    }

    /// Whether its result is a number: the faces add up, or some are counted.
    #[must_use]
    pub fn is_number(&self) -> bool {
        self.counted.is_some() || self.die.adds_up()
    }

    /// Whether all throws of a die are one number.
    #[must_use]
    pub fn is_compound(&self) -> bool {
        self.explode.as_ref().is_some_and(|explode| explode.compound)
    }

    /// What a throw counts as that shows this face, the first of its die or a further one.
    #[must_use]
    pub fn counts_as(&self, face: DieFace, further: bool) -> DieFace {
        let Some(shown) = face.value else { return face };
        let raised = self.minimum.map_or(shown, |minimum| shown.max(minimum));
        let bounded = self.maximum.map_or(raised, |maximum| raised.min(maximum));
        let less = i64::from(further && self.explode.as_ref().is_some_and(|explode| explode.penetrate));
        if bounded - less == shown { face } else { DieFace::number(bounded - less) }
    }
}

impl Expression {
    /// All pools, from left to right.
    pub fn pools(&self) -> Vec<&Pool> {
        match self {
            Self::Number(_) => Vec::new(),
            Self::Pool(pool) => vec![pool],
            Self::Sum(parts) => parts.iter().flat_map(|(_, part)| part.pools()).collect(),
            Self::Product(parts) | Self::Group(parts, _) => parts.iter().flat_map(Self::pools).collect(),
            Self::Quotient(of, by, _) => of.pools().into_iter().chain(by.pools()).collect(),
            Self::Absolute(of) => of.pools(),
        }
    }

    /// The first pool there is.
    pub fn first_pool(&mut self) -> Option<&mut Pool> {
        match self {
            Self::Number(_) => None,
            Self::Pool(pool) => Some(pool),
            Self::Sum(parts) => parts.iter_mut().find_map(|(_, part)| part.first_pool()),
            Self::Product(parts) | Self::Group(parts, _) => parts.iter_mut().find_map(Self::first_pool),
            Self::Quotient(of, by, _) => of.first_pool().or_else(|| by.first_pool()),
            Self::Absolute(of) => of.first_pool(),
        }
    }
}
