//! Exact odds: how many of all equally likely outcomes give each result. Whole numbers throughout; only dice that
//! explode without end are cut off, where less than one chance in a billion is left, and that is said.

use std::collections::BTreeMap;

use num_bigint::BigUint;
use num_integer::Integer as _;

use super::expression::{Expression, KeepWhich, Pool};

/// More different results than this are no table.
const MOST_RESULTS: usize = 6_000;
/// More steps than this take longer than anyone waits, each a number of 64 bits that is multiplied.
const MOST_STEPS: usize = 8_000_000;
/// Longer numbers than this, in words of 32 bits, take longer too.
const MOST_DIGITS: usize = 600_000;
/// A chain of explosions is followed as long as a die gets further with more than this chance.
const REST: f64 = 1e-10;

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

/// There are too many outcomes to list them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TooMany;

/// The odds of an expression.
///
/// # Errors
/// When it has more than some thousands of results, or would take too long to work out.
pub fn odds(expression: &Expression) -> Result<Odds, TooMany> {
    match expression {
        Expression::Number(number) => Ok(Odds::certain(*number)),
        Expression::Pool(pool) => pool_odds(pool),
        Expression::Sum(parts) => parts.iter().try_fold(Odds::certain(0), |sum, (away, part)| {
            let sign = if *away { -1 } else { 1 };
            sum.with(&odds(part)?, |a, b| a.saturating_add(b.saturating_mul(sign)))
        }),
        Expression::Product(parts) => {
            parts.iter().try_fold(Odds::certain(1), |product, part| product.with(&odds(part)?, i64::saturating_mul))
        }
    }
}

impl Odds {
    fn certain(result: i64) -> Self {
        Self { ways: [(result, BigUint::from(1_u32))].into(), all: BigUint::from(1_u32), is_cut_off: false }
    }

    /// Two independent results made into one.
    fn with(&self, other: &Self, join: impl Fn(i64, i64) -> i64) -> Result<Self, TooMany> {
        let steps = self.ways.len().saturating_mul(other.ways.len());
        if steps.saturating_mul(limbs(&self.all)) > MOST_STEPS {
            return Err(TooMany);
        }
        let mut ways: BTreeMap<i64, BigUint> = BTreeMap::new();
        for (a, ways_a) in &self.ways {
            for (b, ways_b) in &other.ways {
                *ways.entry(join(*a, *b)).or_default() += ways_a * ways_b;
            }
            if ways.len() > MOST_RESULTS {
                return Err(TooMany);
            }
        }
        Ok(Self { ways, all: &self.all * &other.all, is_cut_off: self.is_cut_off || other.is_cut_off })
    }

    /// So many of them added up. The ways are the digits of one long number, which is raised to that power: so the sums are made
    /// by the fastest multiplication there is.
    fn times(&self, count: u32) -> Result<Self, TooMany> {
        let (Some((&least, _)), Some((&most, _))) = (self.ways.first_key_value(), self.ways.last_key_value()) else {
            return Ok(Self::certain(0));
        };
        let step = self.ways.keys().fold(0_i64, |step, result| step.gcd(&result.saturating_sub(least))).max(1);
        let all = self.all.pow(count);
        // So wide that no digit runs over into the next.
        let digit = usize::try_from(all.bits() / 32 + 1).unwrap_or(usize::MAX);
        let results = usize::try_from(most.saturating_sub(least) / step).unwrap_or(usize::MAX);
        let results = results.saturating_mul(count as usize).saturating_add(1);
        if results > MOST_RESULTS || results.saturating_mul(digit) > MOST_DIGITS {
            return Err(TooMany);
        }
        let mut digits = vec![0_u32; results * digit];
        for (result, ways) in &self.ways {
            let at = usize::try_from((result - least) / step).unwrap_or(0) * digit;
            let ways = ways.to_u32_digits();
            digits[at..at + ways.len()].copy_from_slice(&ways);
        }
        let digits = BigUint::new(digits).pow(count).to_u32_digits();
        let first = least.saturating_mul(i64::from(count));
        let sums = std::iter::successors(Some(first), |sum| Some(sum.saturating_add(step)));
        let ways = sums.zip(digits.chunks(digit).map(BigUint::from_slice));
        let ways = ways.filter(|(_, ways)| *ways != BigUint::default()).collect();
        Ok(Self { ways, all, is_cut_off: self.is_cut_off })
    }

    /// The chance of a number of ways, from 0 to 1.
    #[must_use]
    pub fn chance(&self, ways: &BigUint) -> f64 {
        ratio(ways, &self.all)
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

/// Two numbers of any length divided, to the precision of a float.
fn ratio(part: &BigUint, whole: &BigUint) -> f64 {
    if *whole == BigUint::default() {
        return 0.0;
    }
    // 64 binary digits of the quotient.
    let digits: u64 = u64::try_from((part << 63_u32) / whole).unwrap_or(u64::MAX);
    digits as f64 / (1_u64 << 63) as f64
}

/// What one die of a pool comes to: the number it is kept by and the number it counts, with their ways.
struct OneDie {
    ways: BTreeMap<(i64, i64), BigUint>,
    all: BigUint,
    is_cut_off: bool,
}

fn pool_odds(pool: &Pool) -> Result<Odds, TooMany> {
    let one = one_die(pool)?;
    let Some(keep) = pool.keep.filter(|keep| keep.count < pool.count) else {
        let mut ways: BTreeMap<i64, BigUint> = BTreeMap::new();
        for ((_, score), own) in one.ways {
            *ways.entry(score).or_default() += own;
        }
        return Odds { ways, all: one.all, is_cut_off: one.is_cut_off }.times(pool.count);
    };
    let mut faces: Vec<((i64, i64), BigUint)> = one.ways.into_iter().collect();
    if keep.which == KeepWhich::Highest {
        faces.reverse();
    }
    let ways = kept(&faces, pool.count as usize, keep.count as usize)?;
    Ok(Odds { ways, all: one.all.pow(pool.count), is_cut_off: one.is_cut_off })
}

/// Goes through the faces from the best to the worst; of each some dice show it, until `keep` of them count.
fn kept(faces: &[((i64, i64), BigUint)], dice: usize, keep: usize) -> Result<BTreeMap<i64, BigUint>, TooMany> {
    let mut worse: BigUint = faces.iter().map(|(_, ways)| ways).sum();
    if keep == 0 {
        return Ok([(0, powers(&worse, dice).swap_remove(dice))].into());
    }
    // For each number of dice that are better than the face at hand, in how many ways others are chosen of those left.
    let choices: Vec<Vec<BigUint>> = (0..keep).map(|better| choices(dice - better)).collect();
    // For each number of dice that are better than the face at hand: what is kept of them, with the ways.
    let mut so_far: Vec<BTreeMap<i64, BigUint>> = vec![BTreeMap::new(); keep];
    so_far[0].insert(0, BigUint::from(1_u32));
    let mut done: BTreeMap<i64, BigUint> = BTreeMap::new();
    let mut steps = 0;
    for ((_, score), ways) in faces {
        worse -= ways;
        let (showing, below) = (powers(ways, dice), powers(&worse, dice));
        for better in (0..keep).rev() {
            let from: Vec<(i64, BigUint)> = so_far[better].iter().map(|(sum, own)| (*sum, own.clone())).collect();
            let (left, lacking) = (dice - better, keep - better);
            let mut add = |to: &mut BTreeMap<i64, BigUint>, counted: usize, factor: &BigUint| {
                let points = score.saturating_mul(i64::try_from(counted).unwrap_or(i64::MAX));
                for (sum, own) in &from {
                    *to.entry(sum.saturating_add(points)).or_default() += own * factor;
                }
                steps += from.len() * limbs(factor);
                if to.len() > MOST_RESULTS || steps > MOST_STEPS { Err(TooMany) } else { Ok(()) }
            };
            for more in 1..lacking {
                add(&mut so_far[better + more], more, &(&choices[better][more] * &showing[more]))?;
            }
            // As many as are lacking, or more: whatever the others show is worse, and does not count.
            let enough = (lacking..=left).map(|more| &choices[better][more] * &showing[more] * &below[left - more]);
            add(&mut done, lacking, &enough.sum())?;
        }
    }
    done.retain(|_, own| *own != BigUint::default());
    Ok(done)
}

/// A number to the power of 0, 1, 2 and so on.
fn powers(number: &BigUint, most: usize) -> Vec<BigUint> {
    std::iter::successors(Some(BigUint::from(1_u32)), |power| Some(power * number)).take(most + 1).collect()
}

/// How much work it is to multiply by a number: its digits of 64 bits.
fn limbs(number: &BigUint) -> usize {
    usize::try_from(number.bits() / 64).unwrap_or(usize::MAX).saturating_add(1)
}

/// In how many ways none, one, two and so on can be chosen of so many.
fn choices(of: usize) -> Vec<BigUint> {
    let one = BigUint::from(1_u32);
    std::iter::successors(Some((one, 0)), |(ways, chosen)| Some((ways * (of - chosen) / (chosen + 1), chosen + 1)))
        .map(|(ways, _)| ways)
        .take(of + 1)
        .collect()
}

fn one_die(pool: &Pool) -> Result<OneDie, TooMany> {
    let sides = u64::from(pool.die.sides());
    if sides > MOST_RESULTS as u64 {
        return Err(TooMany);
    }
    let again = pool.reroll.as_ref().map_or(0, |reroll| u64::from(reroll.faces.count(&pool.die)));
    let always = pool.reroll.as_ref().is_some_and(|reroll| reroll.always);
    // Ways to end on each face, those that were rolled again included.
    let mut ends = BTreeMap::<(i64, i64), u64>::new();
    let mut goes_on = BTreeMap::<(i64, i64), u64>::new();
    for face in pool.die.faces() {
        let rolled_again = pool.reroll.as_ref().is_some_and(|reroll| reroll.faces.holds(&face));
        let ways = match (again, always, rolled_again) {
            (0, ..) | (_, true, false) => 1,
            (_, true, true) => 0,
            (_, false, true) => again,
            (_, false, false) => sides + again,
        };
        let value = face.value.unwrap_or(0);
        let score = pool.counted.as_ref().map_or(value, |counted| i64::from(counted.holds(&face)));
        let explodes = pool.explode.as_ref().is_some_and(|explode| explode.holds(&face));
        *if explodes { &mut goes_on } else { &mut ends }.entry((value, score)).or_default() += ways;
    }
    let all = if again == 0 {
        sides
    } else if always {
        sides - again
    } else {
        sides * sides
    };
    chains(&ends, &goes_on, all, pool.count)
}

/// Follows a die that explodes, throw after throw; the faces of all its throws are added up.
fn chains(
    ends: &BTreeMap<(i64, i64), u64>,
    goes_on: &BTreeMap<(i64, i64), u64>,
    all: u64,
    dice: u32,
) -> Result<OneDie, TooMany> {
    let further = goes_on.values().sum::<u64>() as f64 / all as f64;
    let mut open: BTreeMap<(i64, i64), BigUint> = [((0, 0), BigUint::from(1_u32))].into();
    let mut done: BTreeMap<(i64, i64), BigUint> = BTreeMap::new();
    let mut whole = BigUint::from(1_u32);
    let mut rest = 1.0;
    loop {
        whole *= all;
        for own in done.values_mut() {
            *own *= all;
        }
        let mut next: BTreeMap<(i64, i64), BigUint> = BTreeMap::new();
        for ((value, score), own) in &open {
            let put = |to: &mut BTreeMap<(i64, i64), BigUint>, faces: &BTreeMap<(i64, i64), u64>| {
                for ((more, points), ways) in faces {
                    *to.entry((value + more, score + points)).or_default() += own * *ways;
                }
            };
            put(&mut done, ends);
            put(&mut next, goes_on);
        }
        if done.len() + next.len() > MOST_RESULTS {
            return Err(TooMany);
        }
        rest *= further;
        open = next;
        if rest * f64::from(dice) < REST {
            done.retain(|_, own| *own != BigUint::default());
            return Ok(OneDie {
                ways: done,
                all: whole,
                is_cut_off: open.values().any(|own| *own != BigUint::default()),
            });
        }
    }
}
