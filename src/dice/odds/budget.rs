//! How much may be reckoned for one expression: as much as nobody waits for.

use num_bigint::BigUint;

use super::NoOdds;

/// A step is a word of 64 bits that is multiplied; this many take less than half a second.
pub const MOST_STEPS: usize = 60_000_000;
/// What each number costs before anything is multiplied: finding its place, and its room.
const OVERHEAD: usize = 20;

/// What is left of it.
pub struct Budget {
    left: usize,
}

impl Budget {
    pub const fn new() -> Self {
        Self { left: MOST_STEPS }
    }

    /// How much was taken of it.
    #[cfg(test)]
    pub const fn spent(&self) -> usize {
        MOST_STEPS - self.left
    }

    /// Takes as much as so many numbers cost, each multiplied in so many steps.
    pub fn spend(&mut self, numbers: usize, steps: usize) -> Result<(), NoOdds> {
        let cost = numbers.saturating_mul(steps.saturating_add(OVERHEAD));
        self.left = self.left.checked_sub(cost).ok_or(NoOdds::TooMany)?;
        Ok(())
    }
}

/// How much work it is to multiply by a number: its digits of 64 bits.
pub fn limbs(number: &BigUint) -> usize {
    usize::try_from(number.bits() / 64).unwrap_or(usize::MAX).saturating_add(1)
}
