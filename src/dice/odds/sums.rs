//! Sums of independent results. The ways are the digits of one long number, and such numbers are multiplied: so sums are
//! made by the fastest multiplication there is.

use num_bigint::BigUint;
use num_integer::Integer as _;

use super::budget::{Budget, limbs};
use super::{MOST_RESULTS, NoOdds, Odds, Ways};

/// Longer numbers than this, in words of 32 bits, take too long.
const MOST_DIGITS: usize = 600_000;

/// Where the digits of a long number stand.
#[derive(Clone, Copy)]
struct Layout {
    /// Between two results.
    step: i64,
    /// The width of a digit in words of 32 bits, so that none runs over into the next.
    digit: usize,
    /// How many digits the sums have.
    results: usize,
}

impl Layout {
    /// For sums that lie within a span; nothing when they would be too many.
    fn new(step: i64, span: i64, all: &BigUint) -> Option<Self> {
        let digit = usize::try_from(all.bits() / 32 + 1).ok()?;
        let results = usize::try_from(span / step).ok()?.saturating_add(1);
        let fits = results <= MOST_RESULTS && results.saturating_mul(digit) <= MOST_DIGITS;
        fits.then_some(Self { step, digit, results })
    }

    fn pack(self, ways: &Ways) -> BigUint {
        let (least, span) = bounds(ways);
        let mut digits = vec![0_u32; (usize::try_from(span / self.step).unwrap_or(0) + 1) * self.digit];
        for (result, own) in ways {
            let at = usize::try_from((result - least) / self.step).unwrap_or(0) * self.digit;
            let own = own.to_u32_digits();
            digits[at..at + own.len()].copy_from_slice(&own);
        }
        BigUint::new(digits)
    }

    fn unpack(self, packed: &BigUint, least: i64) -> Ways {
        let digits = packed.to_u32_digits();
        let sums = std::iter::successors(Some(least), |sum| Some(sum.saturating_add(self.step)));
        let ways = sums.zip(digits.chunks(self.digit).map(BigUint::from_slice));
        ways.filter(|(_, own)| *own != BigUint::default()).collect()
    }

    /// What it costs to multiply to such a number: far less than every word times every other.
    fn cost(self) -> usize {
        let words = self.results * self.digit;
        words.saturating_mul(words.isqrt()) / 8
    }
}

/// The least result, and how far the most is from it.
fn bounds(ways: &Ways) -> (i64, i64) {
    let least = ways.first_key_value().map_or(0, |(least, _)| *least);
    (least, ways.last_key_value().map_or(0, |(most, _)| most.saturating_sub(least)))
}

/// What all differences of the results are multiples of; 0 when there is one result.
fn step(ways: &Ways) -> i64 {
    let (least, _) = bounds(ways);
    ways.keys().fold(0, |step, result| step.gcd(&result.saturating_sub(least)))
}

/// Two results added up.
pub fn plus(a: &Odds, b: &Odds, budget: &mut Budget) -> Result<Odds, NoOdds> {
    // There are at least so many different sums.
    if a.ways.len() + b.ways.len() > MOST_RESULTS + 1 {
        return Err(NoOdds::TooMany);
    }
    let all = &a.all * &b.all;
    let (low_a, span_a) = bounds(&a.ways);
    let (low_b, span_b) = bounds(&b.ways);
    let step = step(&a.ways).gcd(&step(&b.ways)).max(1);
    // Of few results every pair is looked at.
    let few = a.ways.len().min(b.ways.len()) < 16;
    let layout = if few { None } else { Layout::new(step, span_a.saturating_add(span_b), &all) };
    let Some(layout) = layout else { return a.with(b, i64::saturating_add, budget) };
    budget.spend(1, layout.cost())?;
    let ways = layout.unpack(&(layout.pack(&a.ways) * layout.pack(&b.ways)), low_a.saturating_add(low_b));
    Ok(Odds { ways, all, is_cut_off: a.is_cut_off || b.is_cut_off })
}

/// So many of one result added up.
pub fn times(one: &Odds, count: u32, budget: &mut Budget) -> Result<Odds, NoOdds> {
    let (least, span) = bounds(&one.ways);
    budget.spend(1, limbs(&one.all).saturating_mul(count as usize))?;
    let all = one.all.pow(count);
    let dice = i64::from(count);
    let layout = Layout::new(step(&one.ways).max(1), span.saturating_mul(dice), &all).ok_or(NoOdds::TooMany)?;
    let low = least.saturating_mul(dice);
    let longest = one.ways.values().map(limbs).max().unwrap_or(1);
    let (terms, steps) = (layout.results.saturating_mul(one.ways.len()), limbs(&all).saturating_mul(longest));
    let ways = if terms.saturating_mul(steps) < layout.cost().saturating_mul(8) {
        budget.spend(terms, steps)?;
        power(&one.ways, count, layout)
    } else {
        // Half as long, a quarter as long and so on it is multiplied before.
        budget.spend(2, layout.cost())?;
        layout.unpack(&layout.pack(&one.ways).pow(count), low)
    };
    Ok(Odds { ways, all, is_cut_off: one.is_cut_off })
}

/// A polynomial to a power, one coefficient after the other. Of p to the power of n, which is q, both p q' and n p' q are the
/// same derivative; so each coefficient of q follows from those before it, as many as p has.
fn power(ways: &Ways, count: u32, layout: Layout) -> Ways {
    let (least, _) = bounds(ways);
    let place = |result: i64| usize::try_from((result - least) / layout.step).unwrap_or(0);
    let terms: Vec<(usize, &BigUint)> = ways.iter().map(|(result, own)| (place(*result), own)).collect();
    let Some((first, terms)) = terms.split_first() else { return Ways::new() };
    let dice = count as usize;
    let mut sums = vec![first.1.pow(count)];
    for at in 1..layout.results {
        let (mut more, mut less) = (BigUint::default(), BigUint::default());
        for (place, own) in terms.iter().filter(|(place, _)| *place <= at) {
            let term = &sums[at - place] * *own;
            let (up, down) = (place * (dice + 1), at);
            if up >= down { more += term * (up - down) } else { less += term * (down - up) }
        }
        sums.push((more - less) / (first.1 * at));
    }
    let low = least.saturating_mul(i64::from(count));
    let results = std::iter::successors(Some(low), |sum| Some(sum.saturating_add(layout.step)));
    results.zip(sums).filter(|(_, own)| *own != BigUint::default()).collect()
}
