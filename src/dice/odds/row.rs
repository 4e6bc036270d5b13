//! Dice or parts laid in a row by what they come to, some at its ends that do not count, and in how many ways they lie so.

use num_bigint::BigUint;

use crate::dice::expression::Dropped;

/// Those that count lie from the place `first` up to, but not including, `end`.
#[derive(Clone, Copy)]
pub struct Row {
    pub first: usize,
    pub end: usize,
    pub dice: usize,
    /// Whether the lowest are laid first; otherwise the highest.
    pub from_below: bool,
}

impl Row {
    /// The row with the shorter way to its end.
    pub fn new(dropped: Dropped, count: u32) -> Self {
        let from_below = dropped.highest > dropped.lowest;
        let (first, last) =
            if from_below { (dropped.lowest, dropped.highest) } else { (dropped.highest, dropped.lowest) };
        let dice = count as usize;
        Self { first: first as usize, end: dice.saturating_sub(last as usize), dice, from_below }
    }

    /// What those come to that lie from one place up to another, when each counts so much.
    pub fn points(self, from: usize, to: usize, each: i64) -> i64 {
        let counted = to.min(self.end).saturating_sub(from.max(self.first));
        each.saturating_mul(i64::try_from(counted).unwrap_or(i64::MAX))
    }
}

/// A number to the power of 0, 1, 2 and so on.
pub fn powers(number: &BigUint, most: usize) -> Vec<BigUint> {
    std::iter::successors(Some(BigUint::from(1_u32)), |power| Some(power * number)).take(most + 1).collect()
}

/// In how many ways none, one, two and so on can be chosen of so many.
pub fn choices(of: usize) -> Vec<BigUint> {
    let one = BigUint::from(1_u32);
    std::iter::successors(Some((one, 0)), |(ways, chosen)| Some((ways * (of - chosen) / (chosen + 1), chosen + 1)))
        .map(|(ways, _)| ways)
        .take(of + 1)
        .collect()
}
