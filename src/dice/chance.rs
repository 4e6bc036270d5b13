//! Chance from a seed: the same numbers on every machine and in every version. Where the seed comes from is the caller's
//! business.

use rand::rngs::ChaCha20Rng;
use rand::{Rng as _, SeedableRng as _};

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

    /// Other numbers of the same seed, for those who only think about what may come.
    #[must_use]
    pub fn for_thoughts(seed: u64) -> Self {
        let mut key = [0; 32];
        key[..8].copy_from_slice(&seed.to_le_bytes());
        key[8] = 1;
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

#[cfg(test)]
mod tests {
    use super::Chance;

    /// The first numbers of a seed, and the one after so many.
    fn first_and_later(seed: u64, later: usize) -> ([u32; 4], u32) {
        let mut chance = Chance::from_seed(seed);
        let numbers: Vec<u32> = (0..=later).map(|_| chance.bits()).collect();
        ([numbers[0], numbers[1], numbers[2], numbers[3]], numbers[later])
    }

    /// Tables are played again from their seeds: other numbers would be other games.
    #[test]
    fn a_seed_means_the_same_numbers_for_ever() {
        let zero = ([0xade0_b876, 0x903d_f1a0, 0xe56a_5d40, 0x28bd_8653], 0xb8f0_ffc4);
        let one = ([0x7c0a_d3c5, 0x9311_ece1, 0x484f_c878, 0x855a_777d], 0x2b75_ff58);
        let last = ([0x6bee_a23f, 0xeb41_53da, 0xfc8a_4224, 0x3836_e52a], 0x7562_ff45);
        assert_eq!(first_and_later(0, 256), zero);
        assert_eq!(first_and_later(1, 256), one);
        assert_eq!(first_and_later(u64::MAX, 256), last);
    }

    #[test]
    fn a_seed_means_the_same_dice_for_ever() {
        let drawn = |end: u32| {
            let mut chance = Chance::from_seed(42);
            [0; 8].map(|_: u32| chance.below(end))
        };
        assert_eq!(drawn(0), [0; 8]);
        assert_eq!(drawn(2), [1, 1, 0, 1, 0, 1, 0, 0]);
        assert_eq!(drawn(6), [5, 1, 4, 1, 0, 3, 0, 4]);
        assert_eq!(drawn(52), [11, 9, 18, 37, 6, 5, 48, 44]);
        // A third of all numbers is drawn again here.
        let far = [652_572_191, 1_793_264_209, 1_552_637_026, 644_262_052];
        assert_eq!(drawn(3_000_000_000)[..4], far);
    }
}
