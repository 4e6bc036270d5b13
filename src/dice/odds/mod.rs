//! Exact odds: how many of all equally likely outcomes give each result. Whole numbers throughout; only dice that
//! explode without end are cut off, where less than one chance in a billion is left, and that is said.

mod budget;
mod die;
mod group;
mod kept;
mod row;
mod sums;

use std::collections::BTreeMap;
use std::fmt;

use num_bigint::BigUint;

use budget::{Budget, limbs};

use super::expression::{Expression, Pool};

/// More different results than this are no table.
const MOST_RESULTS: usize = 6_000;

/// Each result with the number of equally likely outcomes that give it.
type Ways = BTreeMap<i64, BigUint>;

/// All results of an expression and how likely they are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Odds {
    /// Each result with the number of equally likely outcomes that give it.
    pub ways: BTreeMap<i64, BigUint>,
    /// How many outcomes there are in all.
    pub all: BigUint,
    /// Whether long chains of explosions were left out; then the ways are fewer than all.
    pub is_cut_off: bool,
}

/// Why an expression has no odds here.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoOdds {
    /// There are too many outcomes to list them, or to count them in time.
    TooMany,
    /// Its faces are no numbers.
    Names,
    /// Dice that all differ, of which some faces are likelier than others.
    Uneven,
}

impl NoOdds {
    /// What would have odds.
    #[must_use]
    pub const fn hint(self) -> &'static str {
        match self {
            Self::TooMany => "use fewer dice, or dice with fewer sides",
            Self::Names => "say which face to count, as in `count hit`",
            Self::Uneven => "leave `unique` away, or have every face on the die equally often",
        }
    }
}

impl fmt::Display for NoOdds {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Self::TooMany => "it has too many outcomes to list",
            Self::Names => "faces with names have no odds of their own",
            Self::Uneven => "dice that all differ have odds only where every face is as likely",
        })
    }
}

/// The odds of an expression.
///
/// # Errors
/// When it has more than some thousands of results, would take too long to work out, or has none.
pub fn odds(expression: &Expression) -> Result<Odds, NoOdds> {
    of(expression, &mut Budget::new())
}

fn of(expression: &Expression, budget: &mut Budget) -> Result<Odds, NoOdds> {
    match expression {
        Expression::Number(number) => Ok(Odds::certain(*number)),
        Expression::Pool(pool) => pool_odds(pool, budget),
        Expression::Sum(parts) => parts.iter().try_fold(Odds::certain(0), |sum, (away, part)| {
            let part = of(part, budget)?;
            let part = if *away { part.map(i64::saturating_neg) } else { part };
            sums::plus(&sum, &part, budget)
        }),
        Expression::Product(parts) => parts.iter().try_fold(Odds::certain(1), |product, part| {
            let part = of(part, budget)?;
            product.with(&part, i64::saturating_mul, budget)
        }),
        Expression::Quotient(dividend, divisor, rounding) => {
            let (dividend, divisor) = (of(dividend, budget)?, of(divisor, budget)?);
            dividend.with(&divisor, |of, by| rounding.divide(of, by), budget)
        }
        Expression::Group(parts, dropped) => {
            let parts = parts.iter().map(|part| of(part, budget)).collect::<Result<Vec<Odds>, NoOdds>>()?;
            group::odds(&parts, *dropped, budget)
        }
        Expression::Absolute(inner) => Ok(of(inner, budget)?.map(i64::saturating_abs)),
    }
}

fn pool_odds(pool: &Pool, budget: &mut Budget) -> Result<Odds, NoOdds> {
    if !pool.is_number() {
        return Err(NoOdds::Names);
    }
    if pool.unique {
        return kept::unique(pool, budget);
    }
    let one = die::odds(pool, budget)?;
    if pool.dropped.is_none() {
        let mut ways = Ways::new();
        for ((_, score), own) in one.ways {
            *ways.entry(score).or_default() += own;
        }
        return sums::times(&Odds { ways, all: one.all, is_cut_off: one.is_cut_off }, pool.count, budget);
    }
    kept::odds(&one, pool, budget)
}

impl Odds {
    fn certain(result: i64) -> Self {
        Self { ways: [(result, BigUint::from(1_u32))].into(), all: BigUint::from(1_u32), is_cut_off: false }
    }

    /// Every result made into another.
    fn map(self, into: impl Fn(i64) -> i64) -> Self {
        let mut ways = Ways::new();
        for (result, own) in self.ways {
            *ways.entry(into(result)).or_default() += own;
        }
        Self { ways, ..self }
    }

    /// Two independent results made into one.
    fn with(&self, other: &Self, join: impl Fn(i64, i64) -> i64, budget: &mut Budget) -> Result<Self, NoOdds> {
        let mut ways = Ways::new();
        let longest = other.ways.values().map(limbs).max().unwrap_or(1);
        for (a, ways_a) in &self.ways {
            budget.spend(other.ways.len(), limbs(ways_a) * longest)?;
            for (b, ways_b) in &other.ways {
                *ways.entry(join(*a, *b)).or_default() += ways_a * ways_b;
            }
            few(&ways)?;
        }
        Ok(Self { ways, all: &self.all * &other.all, is_cut_off: self.is_cut_off || other.is_cut_off })
    }

    /// The chance of a number of ways, from 0 to 1.
    #[must_use]
    pub fn chance(&self, ways: &BigUint) -> f64 {
        ratio(ways, &self.all)
    }

    /// The chance of all that was left out.
    #[must_use]
    pub fn left_out(&self) -> f64 {
        let there: BigUint = self.ways.values().sum();
        if there >= self.all { 0.0 } else { self.chance(&(&self.all - there)) }
    }

    /// The mean of all results.
    #[must_use]
    pub fn average(&self) -> f64 {
        self.ways.iter().map(|(result, ways)| *result as f64 * self.chance(ways)).sum()
    }

    /// How far results usually are from their mean: the standard deviation.
    #[must_use]
    pub fn deviation(&self) -> f64 {
        let mean = self.average();
        let square = |(result, ways): (&i64, &BigUint)| {
            let off = *result as f64 - mean;
            off * off * self.chance(ways)
        };
        self.ways.iter().map(square).sum::<f64>().sqrt()
    }

    /// For each result the number of ways to get it or more.
    #[must_use]
    pub fn at_least(&self) -> BTreeMap<i64, BigUint> {
        let mut sum = BigUint::default();
        let mut ways = BTreeMap::new();
        for (result, own) in self.ways.iter().rev() {
            sum += own;
            ways.insert(*result, sum.clone());
        }
        ways
    }
}

/// Whether a list has no more results than anyone reads.
fn few<K, V>(results: &BTreeMap<K, V>) -> Result<(), NoOdds> {
    if results.len() > MOST_RESULTS { Err(NoOdds::TooMany) } else { Ok(()) }
}

/// Two numbers of any length divided, to the precision of a float.
#[must_use]
pub fn ratio(part: &BigUint, whole: &BigUint) -> f64 {
    if *whole == BigUint::default() {
        return 0.0;
    }
    // 128 binary digits of the quotient, so that also what is next to nothing has some that say something.
    let digits = u128::try_from((part << 127_u32) / whole).unwrap_or(u128::MAX);
    digits as f64 / (1_u128 << 127) as f64
}

#[cfg(test)]
mod tests {
    use super::{Budget, NoOdds, of};
    use crate::dice::parse;

    /// Counted in steps, and not by a clock: on every machine the same.
    #[test]
    fn large_pools_take_few_steps_and_hostile_ones_are_given_up() {
        let reckoned = |text: &str| {
            let read = parse(text).unwrap_or_else(|wrong| panic!("{text}: {}", wrong.message));
            let mut budget = Budget::new();
            let odds = of(&read.rolls.expression, &mut budget);
            (odds.map(|_| ()), budget.spent())
        };
        for (text, most) in [
            ("1000d6", super::budget::MOST_STEPS),
            ("20d6!!", super::budget::MOST_STEPS),
            ("100d6 + 100d6", super::budget::MOST_STEPS),
            ("{4d6,2d8}kh1", 1_000_000),
            ("4d6k3", 1_000_000),
        ] {
            let (odds, steps) = reckoned(text);
            assert_eq!(odds, Ok(()), "{text}");
            assert!(steps <= most, "{text} takes {steps} steps");
        }
        for text in [
            "1000d1000",
            "1000d6!! * 1000d6!!",
            "1000d20 kh500",
            "{1000d6, 1000d6, 1000d6}kh2",
            "abs(1000d100 - 1000d100) * 1000d100",
            "1000d100!! + 1000d100!! + 1000d100!!",
        ] {
            let (odds, _) = reckoned(text);
            assert_eq!(odds, Err(NoOdds::TooMany), "{text}");
        }
    }
}
