//! The odds of a pool of which some dice are dropped, or of which all differ.

use std::collections::BTreeMap;

use num_bigint::BigUint;

use super::budget::{Budget, limbs};
use super::die::OneDie;
use super::row::{Row, choices, powers};
use super::{NoOdds, Odds, Ways, few};
use crate::dice::expression::Pool;

/// The row, and all that a die comes to in the same order.
fn lay_out(one: &OneDie, pool: &Pool) -> (Row, Vec<(i64, BigUint)>) {
    let mut faces: Vec<(i64, BigUint)> = one.ways.iter().map(|((_, score), ways)| (*score, ways.clone())).collect();
    let row = Row::new(pool.dropped, pool.count);
    if !row.from_below {
        faces.reverse();
    }
    (row, faces)
}

/// Goes through all that a die comes to along the row; of each some dice come to it, until all that count have been laid.
pub fn odds(one: &OneDie, pool: &Pool, budget: &mut Budget) -> Result<Odds, NoOdds> {
    let (row, faces) = lay_out(one, pool);
    let mut beyond: BigUint = faces.iter().map(|(_, ways)| ways).sum();
    budget.spend(row.end * row.dice, row.dice / 16)?;
    // For each number of dice that lie already, in how many ways others are chosen of those left.
    let choices: Vec<Vec<BigUint>> = (0..row.end).map(|laid| choices(row.dice - laid)).collect();
    // For each number of dice that lie already: what they come to, with the ways.
    let mut laid_so_far: Vec<Ways> = vec![Ways::new(); row.end];
    laid_so_far[0].insert(0, BigUint::from(1_u32));
    let mut done = Ways::new();
    let mut others = powers(&beyond, row.dice);
    for (score, ways) in &faces {
        beyond -= ways;
        budget.spend(2 * row.dice, row.dice * limbs(&one.all) / 2)?;
        // Of the dice left: all that come to this or to what is beyond, to this, to what is beyond.
        let here = std::mem::replace(&mut others, powers(&beyond, row.dice));
        let showing = powers(ways, row.dice);
        for laid in (0..row.end).rev() {
            let from: Vec<(i64, BigUint)> = laid_so_far[laid].iter().map(|(sum, own)| (*sum, own.clone())).collect();
            if from.is_empty() {
                continue;
            }
            let (left, lacking) = (row.dice - laid, row.end - laid);
            let longest = from.iter().map(|(_, own)| limbs(own)).max().unwrap_or(1);
            let mut add = |to: &mut Ways, more: usize, factor: &BigUint| {
                budget.spend(from.len(), longest * limbs(factor))?;
                let points = row.points(laid, laid + more, *score);
                for (sum, own) in &from {
                    *to.entry(sum.saturating_add(points)).or_default() += own * factor;
                }
                few(to)
            };
            for more in 1..lacking {
                add(&mut laid_so_far[laid + more], more, &(&choices[laid][more] * &showing[more]))?;
            }
            // As many as are lacking, or more: whatever the others come to does not count. Fewer are easier left out.
            let term = |more: usize| &choices[laid][more] * &showing[more] * &others[left - more];
            let enough = if lacking <= left / 2 {
                &here[left] - (0..lacking).map(term).sum::<BigUint>()
            } else {
                (lacking..=left).map(term).sum()
            };
            add(&mut done, lacking, &enough)?;
            let terms = lacking.min(left + 1 - lacking);
            budget.spend(terms, limbs(&here[left]).saturating_mul(limbs(&here[left])) / 32)?;
            budget.spend(lacking, limbs(&showing[lacking]))?;
        }
    }
    done.retain(|_, own| *own != BigUint::default());
    Ok(Odds { ways: done, all: one.all.pow(pool.count), is_cut_off: one.is_cut_off })
}

/// Dice that all differ are so many different faces of all there are, each choice as likely as any other.
pub fn unique(pool: &Pool, budget: &mut Budget) -> Result<Odds, NoOdds> {
    // What several faces come to is one entry with more ways, so each face stands by itself here.
    let mut often = BTreeMap::<String, u32>::new();
    let mut scores = BTreeMap::<(i64, i64, String), i64>::new();
    for face in pool.die.faces() {
        *often.entry(face.text.clone()).or_default() += 1;
        let counts = pool.counts_as(face.clone(), false);
        let value = counts.value.unwrap_or(0);
        let score = pool.counted.as_ref().map_or(value, |counted| i64::from(counted.holds(&counts)));
        scores.insert((value, score, face.text), score);
    }
    let mut times = often.values();
    let first = times.next();
    if times.any(|more| Some(more) != first) {
        return Err(NoOdds::Uneven);
    }
    let row = Row::new(pool.dropped, pool.count);
    let mut faces: Vec<i64> = scores.into_values().collect();
    if !row.from_below {
        faces.reverse();
    }
    let mut laid_so_far: Vec<Ways> = vec![Ways::new(); row.dice + 1];
    laid_so_far[0].insert(0, BigUint::from(1_u32));
    for score in &faces {
        for laid in (0..row.dice).rev() {
            let (before, after) = laid_so_far.split_at_mut(laid + 1);
            let points = row.points(laid, laid + 1, *score);
            budget.spend(before[laid].len(), before[laid].values().map(limbs).max().unwrap_or(0))?;
            for (sum, own) in &before[laid] {
                *after[0].entry(sum.saturating_add(points)).or_default() += own;
            }
            few(&after[0])?;
        }
    }
    let all = choices(faces.len()).swap_remove(row.dice);
    Ok(Odds { ways: laid_so_far.swap_remove(row.dice), all, is_cut_off: false })
}
