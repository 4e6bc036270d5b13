//! Rolls an expression, and keeps what every die did. The faces come from the caller: an app's dice or people's.

use std::fmt;

use super::expression::{Expression, KeepWhich, Pool, sign};
use super::faces::DieFace;

/// A die that explodes longer than this is cut short; one chance in more than anyone rolls.
const LONGEST_CHAIN: usize = 100;

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
    /// What it shows.
    pub face: DieFace,
    /// What became of it.
    pub fate: Fate,
    /// Which die of the pool this is, from 0: throws after a reroll or an explosion are of the same die.
    pub die: usize,
    /// Whether it is one of those that are counted.
    pub counted: bool,
}

/// A pool that was rolled.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RolledPool {
    /// All throws, in the order they were made.
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
}

impl Rolled {
    /// The result; nothing for dice whose faces do not add up.
    #[must_use]
    pub fn total(&self) -> Option<i64> {
        match self {
            Self::Number(number) => Some(*number),
            Self::Pool(pool) => pool.total,
            Self::Sum(_, total) | Self::Product(_, total) => Some(*total),
        }
    }

    /// All pools, from left to right.
    #[must_use]
    pub fn pools(&self) -> Vec<&RolledPool> {
        match self {
            Self::Number(_) => Vec::new(),
            Self::Pool(pool) => vec![pool],
            Self::Sum(parts, _) => parts.iter().flat_map(|(_, part)| part.pools()).collect(),
            Self::Product(parts, _) => parts.iter().flat_map(Self::pools).collect(),
        }
    }
}

/// Rolls an expression. `throw` is asked for a number from 0 up to, but not including, the one it is given.
pub fn roll(expression: &Expression, throw: &mut dyn FnMut(u32) -> u32) -> Rolled {
    match expression {
        Expression::Number(number) => Rolled::Number(*number),
        Expression::Pool(pool) => Rolled::Pool(roll_pool(pool, throw)),
        Expression::Sum(parts) => {
            let parts: Vec<(bool, Rolled)> = parts.iter().map(|(away, part)| (*away, roll(part, throw))).collect();
            let signed =
                |(away, part): &(bool, Rolled)| part.total().unwrap_or(0).saturating_mul(1 - 2 * i64::from(*away));
            let total = parts.iter().map(signed).fold(0, i64::saturating_add);
            Rolled::Sum(parts, total)
        }
        Expression::Product(parts) => {
            let parts: Vec<Rolled> = parts.iter().map(|part| roll(part, throw)).collect();
            let total = parts.iter().map(|part| part.total().unwrap_or(0)).fold(1, i64::saturating_mul);
            Rolled::Product(parts, total)
        }
    }
}

fn roll_pool(pool: &Pool, throw: &mut dyn FnMut(u32) -> u32) -> RolledPool {
    let mut throws = Vec::new();
    for die in 0..usize::try_from(pool.count).unwrap_or(0) {
        roll_die(pool, die, throw, &mut throws);
    }
    drop_dice(pool, &mut throws);
    let kept = || throws.iter().filter(|thrown| thrown.fate == Fate::Kept);
    let total = match &pool.counted {
        Some(_) => i64::try_from(kept().filter(|thrown| thrown.counted).count()).ok(),
        None => kept().map(|thrown| thrown.face.value).sum(),
    };
    RolledPool { throws, total }
}

/// One die with all that comes of it.
fn roll_die(pool: &Pool, die: usize, throw: &mut dyn FnMut(u32) -> u32, throws: &mut Vec<Throw>) {
    let mut throw_once = |may_reroll: bool| {
        let face = pool.die.face(throw(pool.die.sides()));
        let again = may_reroll && pool.reroll.as_ref().is_some_and(|reroll| reroll.faces.holds(&face));
        let fate = if again { Fate::Rerolled } else { Fate::Kept };
        let counted = pool.counted.as_ref().is_some_and(|counted| counted.holds(&face));
        Throw { face, fate, die, counted }
    };
    for _ in 0..LONGEST_CHAIN {
        let mut thrown = throw_once(true);
        for _ in 0..LONGEST_CHAIN {
            if thrown.fate != Fate::Rerolled {
                break;
            }
            throws.push(thrown);
            thrown = throw_once(pool.reroll.as_ref().is_some_and(|reroll| reroll.always));
        }
        thrown.fate = Fate::Kept;
        let explodes = pool.explode.as_ref().is_some_and(|explode| explode.holds(&thrown.face));
        throws.push(thrown);
        if !explodes {
            break;
        }
    }
}

/// Takes away all dice but the highest or lowest; of an exploded die all throws go together.
fn drop_dice(pool: &Pool, throws: &mut [Throw]) {
    let Some(keep) = pool.keep else { return };
    let value = |die: usize| -> i64 {
        let own = throws.iter().filter(|thrown| thrown.die == die && thrown.fate == Fate::Kept);
        own.map(|thrown| thrown.face.value.unwrap_or(0)).sum()
    };
    let mut dice: Vec<(i64, usize)> =
        (0..usize::try_from(pool.count).unwrap_or(0)).map(|die| (value(die), die)).collect();
    dice.sort_by_key(|(value, die)| (if keep.which == KeepWhich::Highest { -value } else { *value }, *die));
    let dropped: Vec<usize> = dice.iter().skip(keep.count as usize).map(|(_, die)| *die).collect();
    for thrown in throws.iter_mut().filter(|thrown| thrown.fate == Fate::Kept && dropped.contains(&thrown.die)) {
        thrown.fate = Fate::Dropped;
    }
}

impl fmt::Display for RolledPool {
    /// `6 5 3 (1)`: what does not count stands in brackets, what was rolled again is followed by an arrow.
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, thrown) in self.throws.iter().enumerate() {
            if place > 0 {
                write!(out, " ")?;
            }
            match thrown.fate {
                Fate::Kept if thrown.counted => write!(out, "*{}*", thrown.face.text)?,
                Fate::Kept => write!(out, "{}", thrown.face.text)?,
                Fate::Dropped => write!(out, "({})", thrown.face.text)?,
                Fate::Rerolled => write!(out, "{}>", thrown.face.text)?,
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
            Self::Sum(parts, _) => {
                for (place, (away, part)) in parts.iter().enumerate() {
                    write!(out, "{}{part}", sign(place, *away))?;
                }
                Ok(())
            }
            Self::Product(parts, _) => {
                let text =
                    |part: &Self| if matches!(part, Self::Sum(..)) { format!("({part})") } else { part.to_string() };
                let texts: Vec<String> = parts.iter().map(text).collect();
                write!(out, "{}", texts.join(" * "))
            }
        }
    }
}
