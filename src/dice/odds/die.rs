//! The odds of one die of a pool, with all that becomes of it by itself: rolled again, exploded, bounded.

use std::collections::BTreeMap;

use num_bigint::BigUint;

use super::budget::{Budget, limbs};
use super::{MOST_RESULTS, NoOdds, few};
use crate::dice::expression::Pool;
use crate::dice::faces::DieFace;

/// A chain of explosions is followed as long as a die gets further with more than this chance.
const REST: f64 = 1e-10;

/// What a die comes to: the number it is kept by, and the number it counts.
type Come = (i64, i64);

/// What one die of a pool comes to, with the ways.
pub struct OneDie {
    pub ways: BTreeMap<Come, BigUint>,
    pub all: BigUint,
    pub is_cut_off: bool,
}

/// What one throw comes to, with the ways.
#[derive(Default)]
struct OneThrow {
    /// When the die then lies.
    ends: BTreeMap<Come, u64>,
    /// When it is thrown once more.
    goes_on: BTreeMap<Come, u64>,
}

pub fn odds(pool: &Pool, budget: &mut Budget) -> Result<OneDie, NoOdds> {
    if pool.die.sides() as usize > MOST_RESULTS {
        return Err(NoOdds::TooMany);
    }
    budget.spend(pool.die.sides() as usize, 0)?;
    let die = chains(pool, budget)?;
    if !pool.is_compound() {
        return Ok(die);
    }
    let mut ways = BTreeMap::<Come, BigUint>::new();
    for ((value, _), own) in die.ways {
        *ways.entry((value, score(pool, &DieFace::number(value)))).or_default() += own;
    }
    Ok(OneDie { ways, ..die })
}

/// What a face counts.
fn score(pool: &Pool, face: &DieFace) -> i64 {
    pool.counted.as_ref().map_or(face.value.unwrap_or(0), |counted| i64::from(counted.holds(face)))
}

/// The ways to come to each face with the throw that stays, and how many there are of all.
fn one_throw(pool: &Pool, further: bool) -> (OneThrow, u64) {
    let sides = u64::from(pool.die.sides());
    let again = pool.reroll.as_ref().map_or(0, |reroll| u64::from(reroll.faces.count(&pool.die)));
    let always = pool.reroll.as_ref().is_some_and(|reroll| reroll.always);
    let mut throw = OneThrow::default();
    for face in pool.die.faces() {
        let rolled_again = pool.reroll.as_ref().is_some_and(|reroll| reroll.faces.holds(&face));
        let ways = match (again, always, rolled_again) {
            (0, ..) | (_, true, false) => 1,
            (_, true, true) => 0,
            (_, false, true) => again,
            (_, false, false) => sides + again,
        };
        let explodes = pool.explode.as_ref().is_some_and(|explode| explode.faces.holds(&face));
        let counts = pool.counts_as(face, further);
        let come = (counts.value.unwrap_or(0), score(pool, &counts));
        *if explodes { &mut throw.goes_on } else { &mut throw.ends }.entry(come).or_default() += ways;
    }
    let all = match (again, always) {
        (0, _) => sides,
        (_, true) => sides - again,
        (_, false) => sides * sides,
    };
    (throw, all)
}

/// Follows a die that explodes, throw after throw; what all its throws count is added up.
fn chains(pool: &Pool, budget: &mut Budget) -> Result<OneDie, NoOdds> {
    let (first, all) = one_throw(pool, false);
    let (later, _) = one_throw(pool, true);
    let further = first.goes_on.values().sum::<u64>() as f64 / all as f64;
    let mut open: BTreeMap<Come, BigUint> = [((0, 0), BigUint::from(1_u32))].into();
    let mut done = BTreeMap::<Come, BigUint>::new();
    let mut whole = BigUint::from(1_u32);
    let mut rest = 1.0;
    for throw in std::iter::once(&first).chain(std::iter::repeat(&later)) {
        budget.spend(done.len() + open.len() * (throw.ends.len() + throw.goes_on.len()), limbs(&whole))?;
        whole *= all;
        for own in done.values_mut() {
            *own *= all;
        }
        let mut next = BTreeMap::<Come, BigUint>::new();
        for ((value, points), own) in &open {
            let put = |to: &mut BTreeMap<Come, BigUint>, faces: &BTreeMap<Come, u64>| {
                for ((more, also), ways) in faces.iter().filter(|(_, ways)| **ways > 0) {
                    *to.entry((value + more, points + also)).or_default() += own * *ways;
                }
            };
            put(&mut done, &throw.ends);
            put(&mut next, &throw.goes_on);
        }
        few(&done)?;
        few(&next)?;
        rest *= further;
        open = next;
        if rest * f64::from(pool.count) < REST {
            break;
        }
    }
    Ok(OneDie { ways: done, all: whole, is_cut_off: !open.is_empty() })
}
