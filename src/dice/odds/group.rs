//! The odds of a group: several results, each with odds of its own, of which some are added up.

use std::collections::BTreeSet;

use num_bigint::BigUint;

use super::budget::{Budget, limbs};
use super::row::{Row, choices, powers};
use super::{MOST_RESULTS, NoOdds, Odds, Ways, few};
use crate::dice::expression::Dropped;

/// In more ways it is not followed which parts lie already.
const MOST_STATES: usize = 1_024;

/// Parts with the same odds.
struct Alike<'o> {
    odds: &'o Odds,
    count: usize,
    /// How far apart two states are that differ by one of them.
    stride: usize,
}

pub fn odds(parts: &[Odds], dropped: Dropped, budget: &mut Budget) -> Result<Odds, NoOdds> {
    let results: BTreeSet<i64> = parts.iter().flat_map(|part| part.ways.keys().copied()).collect();
    if results.len() > MOST_RESULTS {
        return Err(NoOdds::TooMany);
    }
    let row = Row::new(dropped, u32::try_from(parts.len()).unwrap_or(u32::MAX));
    let mut results: Vec<i64> = results.into_iter().collect();
    if !row.from_below {
        results.reverse();
    }
    let ways = if (row.first, row.end) == (0, 1) {
        foremost(parts, &results, budget)?
    } else {
        some(parts, &results, row, budget)?
    };
    let all = parts.iter().map(|part| &part.all).product();
    Ok(Odds { ways, all, is_cut_off: parts.iter().any(|part| part.is_cut_off) })
}

/// The first of all in the order of the results: the ways that none comes before it, less those that all come after it.
fn foremost(parts: &[Odds], results: &[i64], budget: &mut Budget) -> Result<Ways, NoOdds> {
    let mut after: Vec<BigUint> = parts.iter().map(|part| part.ways.values().sum()).collect();
    let mut here: BigUint = after.iter().product();
    let mut ways = Ways::new();
    for result in results {
        // Each product is as long as all its factors.
        budget.spend(parts.len(), limbs(&here) * limbs(&here) / parts.len())?;
        for (part, after) in parts.iter().zip(&mut after) {
            if let Some(own) = part.ways.get(result) {
                *after -= own;
            }
        }
        let beyond: BigUint = after.iter().product();
        ways.insert(*result, &here - &beyond);
        here = beyond;
    }
    ways.retain(|_, own| *own != BigUint::default());
    Ok(ways)
}

/// Parts with the same odds together, and in how many states the row can be on the way.
fn alike(parts: &[Odds]) -> (Vec<Alike<'_>>, usize) {
    let mut alike: Vec<Alike> = Vec::new();
    for odds in parts {
        match alike.iter_mut().find(|alike| alike.odds == odds) {
            Some(alike) => alike.count += 1,
            None => alike.push(Alike { odds, count: 1, stride: 0 }),
        }
    }
    let mut states: usize = 1;
    for alike in &mut alike {
        alike.stride = states;
        states = states.saturating_mul(alike.count + 1);
    }
    (alike, states)
}

/// Goes through all results in their order, and lays every part that comes to one in the row.
fn some(parts: &[Odds], results: &[i64], row: Row, budget: &mut Budget) -> Result<Ways, NoOdds> {
    let (kinds, states) = alike(parts);
    if states > MOST_STATES {
        return Err(NoOdds::TooMany);
    }
    let laid_in = |state: usize, kind: &Alike| state / kind.stride % (kind.count + 1);
    let place = |state: usize| kinds.iter().map(|kind| laid_in(state, kind)).sum::<usize>();
    let places: Vec<usize> = (0..states).map(place).collect();
    // For each state: what those that lie come to, with the ways.
    let mut laid: Vec<Ways> = vec![Ways::new(); states];
    laid[0].insert(0, BigUint::from(1_u32));
    for result in results {
        for kind in &kinds {
            let Some(own) = kind.odds.ways.get(result) else { continue };
            let showing = powers(own, kind.count);
            budget.spend(states, 0)?;
            // What is added goes to higher states, from which nothing is taken any more.
            for state in (0..states).rev() {
                let left = kind.count - laid_in(state, kind);
                let (before, after) = laid.split_at_mut(state + 1);
                let longest = before[state].values().map(limbs).max().unwrap_or(0);
                for (more, chosen) in choices(left).iter().enumerate().skip(1) {
                    let factor = chosen * &showing[more];
                    budget.spend(before[state].len(), longest * limbs(&factor))?;
                    let points = row.points(places[state], places[state] + more, *result);
                    let to = &mut after[more * kind.stride - 1];
                    for (sum, ways) in &before[state] {
                        *to.entry(sum.saturating_add(points)).or_default() += ways * &factor;
                    }
                    few(to)?;
                }
            }
        }
    }
    Ok(laid.pop().unwrap_or_default())
}
