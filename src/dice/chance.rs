//! Chance from a seed: the same numbers on every machine and in every version. Where the seed comes from is the caller's
//! business.

use chacha20::ChaCha20Rng;
use chacha20::rand_core::{Rng as _, SeedableRng as _};

/// A source of numbers, each as likely as any other.
#[derive(Debug)]
pub struct Chance {
    numbers: ChaCha20Rng,
}

impl Chance {
    /// The numbers that belong to a seed.
    #[must_use]
    pub fn from_seed(seed: u64) -> Self {
        let mut key = [0; 32];
        key[..8].copy_from_slice(&seed.to_le_bytes());
        Self { numbers: ChaCha20Rng::from_seed(key) }
    }

    /// How many numbers have been taken.
    #[must_use]
    pub fn taken(&self) -> u128 {
        self.numbers.get_word_pos()
    }

    /// Goes on from where so many numbers have been taken.
    pub fn go_to(&mut self, taken: u128) {
        self.numbers.set_word_pos(taken);
    }

    /// Any 32 bits.
    pub fn bits(&mut self) -> u32 {
        self.numbers.next_u32()
    }

    /// A number from 0 up to, but not including, this one; 0 when there is none.
    pub fn below(&mut self, end: u32) -> u32 {
        if end == 0 {
            return 0;
        }
        // The numbers past the last whole multiple would favour the low ones.
        let past = u32::MAX - u32::MAX % end;
        loop {
            let number = self.numbers.next_u32();
            if number < past {
                return number % end;
            }
        }
    }
}
