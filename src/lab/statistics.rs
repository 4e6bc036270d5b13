//! Intervals and tests, as they are in textbooks; the distributions are the ones of `statrs`. What comes out is rounded to
//! where every machine agrees.

use statrs::distribution::{ChiSquared, ContinuousCDF as _, Normal, StudentsT};

use super::tally::Numbers;

/// How sure intervals are: nineteen of twenty hold what they are about.
pub const SURE: f64 = 0.95;

/// A figure with the interval that holds it nineteen times of twenty.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Estimate {
    /// The figure.
    pub value: f64,
    /// From here.
    pub low: f64,
    /// To here.
    pub high: f64,
}

impl Estimate {
    fn rounded(self) -> Self {
        Self { value: rounded(self.value), low: rounded(self.low), high: rounded(self.high) }
    }

    /// Whether a figure is in the interval.
    #[must_use]
    pub fn holds(&self, figure: f64) -> bool {
        (self.low..=self.high).contains(&figure)
    }

    /// All of it times a number.
    #[must_use]
    pub fn times(self, factor: f64) -> Self {
        Self { value: self.value * factor, low: self.low * factor, high: self.high * factor }.rounded()
    }
}

/// A figure with seven digits: the last ones of a float are the machine's own.
#[must_use]
pub fn rounded(figure: f64) -> f64 {
    if !figure.is_finite() || figure == 0.0 {
        return if figure.is_finite() { 0.0 } else { figure };
    }
    format!("{figure:.6e}").parse().unwrap_or(figure)
}

/// The quantile of a normal distribution for two-sided intervals.
fn normal() -> f64 {
    Normal::standard().inverse_cdf(f64::midpoint(1.0, SURE))
}

/// The same of Student's distribution with so many degrees of freedom.
fn student(freedom: f64) -> f64 {
    StudentsT::new(0.0, 1.0, freedom).map_or(f64::NAN, |student| student.inverse_cdf(f64::midpoint(1.0, SURE)))
}

/// A share, with the interval of Wilson, which also holds where nothing or everything was a hit. Nothing without tries.
#[must_use]
pub fn share(hits: u64, tries: u64) -> Option<Estimate> {
    if tries == 0 {
        return None;
    }
    let (hits, tries, z) = (hits as f64, tries as f64, normal());
    let share = hits / tries;
    let middle = (share + z * z / (2.0 * tries)) / (1.0 + z * z / tries);
    let half = z * (share * (1.0 - share) / tries + z * z / (4.0 * tries * tries)).sqrt() / (1.0 + z * z / tries);
    let (low, high) = ((middle - half).max(0.0), (middle + half).min(1.0));
    // At the ends it is exact, whatever the arithmetic says.
    let low = if hits == 0.0 { 0.0 } else { low };
    let high = if hits >= tries { 1.0 } else { high };
    Some(Estimate { value: share, low, high }.rounded())
}

/// The difference of two shares that have nothing to do with each other, by Newcombe's hybrid of Wilson's intervals.
#[must_use]
pub fn difference_of_shares(first: (u64, u64), second: (u64, u64)) -> Option<Estimate> {
    let (a, b) = (share(first.0, first.1)?, share(second.0, second.1)?);
    let value = b.value - a.value;
    let down = ((b.value - b.low) * (b.value - b.low) + (a.high - a.value) * (a.high - a.value)).sqrt();
    let up = ((b.high - b.value) * (b.high - b.value) + (a.value - a.low) * (a.value - a.low)).sqrt();
    Some(Estimate { value, low: value - down, high: value + up }.rounded())
}

/// Numbers in a few figures.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Spread {
    /// How many.
    pub count: u64,
    /// The mean; its interval is Student's, and nothing where there is a single number.
    pub mean: Estimate,
    /// The standard deviation of a sample.
    pub deviation: f64,
    /// The least, the quarter, the middle, three quarters and the most.
    pub quarters: [f64; 5],
}

/// What numbers are like, each of them times a factor. Nothing of no numbers.
#[must_use]
pub fn spread(numbers: &Numbers, factor: f64) -> Option<Spread> {
    let count: u64 = numbers.0.values().sum();
    let (least, most) = (*numbers.0.keys().next()?, *numbers.0.keys().next_back()?);
    let sum: i128 = numbers.0.iter().map(|(number, times)| i128::from(*number) * i128::from(*times)).sum();
    let squares: i128 =
        numbers.0.iter().map(|(number, times)| i128::from(*number) * i128::from(*number) * i128::from(*times)).sum();
    let many = i128::from(count);
    let mean = sum as f64 / count as f64;
    // In whole numbers, so that nothing is lost where numbers are large and alike.
    let variance = if count > 1 { (squares * many - sum * sum) as f64 / many as f64 / (many - 1) as f64 } else { 0.0 };
    let deviation = variance.max(0.0).sqrt();
    let half = if count > 1 { student((count - 1) as f64) * deviation / (count as f64).sqrt() } else { 0.0 };
    let half = if deviation == 0.0 { 0.0 } else { half };
    let at = |place: f64| rounded(quantile(numbers, count, place) * factor);
    let mean = Estimate { value: mean, low: mean - half, high: mean + half }.times(factor);
    let ends = [least, most].map(|end| rounded(end as f64 * factor));
    Some(Spread {
        count,
        mean,
        deviation: rounded(deviation * factor),
        quarters: [ends[0], at(0.25), at(0.5), at(0.75), ends[1]],
    })
}

/// The number at a place from 0 to 1, between two numbers as far as the place is between them.
fn quantile(numbers: &Numbers, count: u64, place: f64) -> f64 {
    let position = place * (count - 1) as f64;
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it is from nothing to the count")]
    let below = position.floor() as u64;
    let (low, high) = (nth(numbers, below), nth(numbers, (below + 1).min(count - 1)));
    low as f64 + (high - low) as f64 * (position - below as f64)
}

fn nth(numbers: &Numbers, place: u64) -> i64 {
    let mut before = 0;
    for (number, times) in &numbers.0 {
        before += times;
        if before > place {
            return *number;
        }
    }
    numbers.0.keys().next_back().copied().unwrap_or(0)
}

/// How likely counts that differ at least so much are if all were equally likely: Pearson's test. Nothing where there is
/// nothing to tell apart, or too little of it: fewer than five expected.
#[must_use]
pub fn evenness(counts: &[u64]) -> Option<f64> {
    let sum: u64 = counts.iter().sum();
    let expected = sum as f64 / counts.len() as f64;
    if counts.len() < 2 || expected < 5.0 {
        return None;
    }
    let distance: f64 =
        counts.iter().map(|count| (*count as f64 - expected) * (*count as f64 - expected) / expected).sum();
    let freedom = (counts.len() - 1) as f64;
    ChiSquared::new(freedom).ok().map(|distribution| rounded(distribution.sf(distance)))
}

/// How likely a mean at least so far from nothing is if nothing differs: Student's test of paired differences.
#[must_use]
pub fn no_difference(differences: &Numbers) -> Option<f64> {
    let spread = spread(differences, 1.0)?;
    if spread.count < 2 {
        return None;
    }
    if spread.deviation == 0.0 {
        return Some(if spread.mean.value == 0.0 { 1.0 } else { 0.0 });
    }
    let distance = spread.mean.value.abs() / (spread.deviation / (spread.count as f64).sqrt());
    let student = StudentsT::new(0.0, 1.0, (spread.count - 1) as f64).ok()?;
    Some(rounded((2.0 * student.sf(distance)).min(1.0)))
}

/// The same likelihoods where several questions were asked at once: Holm's way, so that one in twenty such families, and not
/// one in twenty questions, finds something that is not there.
#[must_use]
pub fn several(likelihoods: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..likelihoods.len()).collect();
    order.sort_by(|a, b| likelihoods[*a].total_cmp(&likelihoods[*b]));
    let (mut adjusted, mut least) = (vec![1.0; likelihoods.len()], 0.0_f64);
    for (place, at) in order.into_iter().enumerate() {
        least = least.max(likelihoods[at] * (likelihoods.len() - place) as f64).min(1.0);
        adjusted[at] = rounded(least);
    }
    adjusted
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::{Estimate, Numbers, difference_of_shares, evenness, no_difference, several, share, spread};
    use crate::dice::Chance;

    fn close(a: f64, b: f64) {
        assert!((a - b).abs() <= 2e-6 * b.abs().max(1e-3), "{a} is not {b}");
    }

    fn numbers(all: &[i64]) -> Numbers {
        let mut numbers = Numbers(BTreeMap::new());
        for number in all {
            numbers.add(*number);
        }
        numbers
    }

    /// The closed form by hand: for a half of n the ends are 1/2 -+ z / (2 sqrt(n + z^2)).
    #[test]
    fn shares_have_the_interval_of_wilson() {
        let z = 1.959_963_984_540_054_f64;
        for n in [2_u64, 10, 100, 12_345_678] {
            let found = share(n / 2, n).unwrap();
            let half = z / (2.0 * (n as f64 + z * z).sqrt());
            close(found.low, 0.5 - half);
            close(found.high, 0.5 + half);
        }
        // Nothing of n: from 0 to z^2 / (n + z^2).
        let none = share(0, 20).unwrap();
        assert_eq!((none.value, none.low), (0.0, 0.0));
        close(none.high, z * z / (20.0 + z * z));
        let all = share(20, 20).unwrap();
        close(all.high, 1.0);
        close(all.low, 20.0 / (20.0 + z * z));
        assert_eq!(share(0, 0), None);
    }

    /// 0, 1, .. n-1: mean (n-1)/2, variance n(n+1)/12; Student's quantile for 9 degrees of freedom is in every table.
    #[test]
    fn means_have_the_interval_of_student() {
        let found = spread(&numbers(&(0..10).collect::<Vec<_>>()), 1.0).unwrap();
        close(found.mean.value, 4.5);
        close(found.deviation, (110.0_f64 / 12.0).sqrt());
        close(found.mean.high - 4.5, 2.262_157_2 * (110.0_f64 / 120.0).sqrt());
        for (found, known) in found.quarters.iter().zip([0.0, 2.25, 4.5, 6.75, 9.0]) {
            close(*found, known);
        }
        let one = spread(&numbers(&[7]), 0.5).unwrap();
        assert_eq!((one.mean, one.deviation), (Estimate { value: 3.5, low: 3.5, high: 3.5 }, 0.0));
        // Large and alike: nothing is lost.
        let far = spread(&numbers(&[4_000_000_000, 4_000_000_001, 4_000_000_002]), 1.0).unwrap();
        close(far.deviation, 1.0);
    }

    /// Two degrees of freedom: the tail of chi squared is exp(-x/2); one in 20 lies beyond 5.991.
    #[test]
    fn evenness_is_pearsons() {
        // 30, 40, 50 of 120: 100/40 + 100/40 = 5, and exp(-2.5).
        close(evenness(&[30, 40, 50]).unwrap(), 0.082_085);
        assert_eq!(evenness(&[50, 50]), Some(1.0));
        assert_eq!(evenness(&[4, 4]), None);
        assert_eq!(evenness(&[10]), None);
    }

    #[test]
    fn differences_are_students() {
        // Mean 1, deviation 1, three of them: t = sqrt(3), and the tail of two degrees of freedom is 1 - t/sqrt(t^2+2).
        let found = no_difference(&numbers(&[0, 1, 2])).unwrap();
        close(found, 1.0 - (3.0_f64 / 5.0).sqrt());
        assert_eq!(no_difference(&numbers(&[0, 0])), Some(1.0));
        assert_eq!(no_difference(&numbers(&[1])), None);
        let shares = difference_of_shares((50, 100), (50, 100)).unwrap();
        assert!(shares.holds(0.0));
        close(shares.high, -shares.low);
    }

    #[test]
    fn several_questions_are_holms() {
        assert_eq!(several(&[0.01, 0.04, 0.03]), [0.03, 0.06, 0.06]);
        assert_eq!(several(&[0.9, 0.9]), [1.0, 1.0]);
        assert!(several(&[]).is_empty());
    }

    #[allow(clippy::disallowed_methods, reason = "a test may differ in the last digit")]
    /// How often intervals of shares hold the true one: all that can come out of so many tries, each as likely as it is.
    fn held_exactly(tries: u64, share_of_one: f64) -> f64 {
        let (mut likely, mut held) = ((1.0 - share_of_one).powi(i32::try_from(tries).unwrap()), 0.0);
        for hits in 0..=tries {
            held += if share(hits, tries).unwrap().holds(share_of_one) { likely } else { 0.0 };
            likely *= (tries - hits) as f64 / (hits + 1) as f64 * share_of_one / (1.0 - share_of_one);
        }
        held
    }

    /// Hits are whole, so it is not nineteen in twenty to the digit; scipy finds the same for its own intervals of Wilson.
    #[test]
    fn intervals_of_shares_hold_as_often_as_is_known() {
        for (tries, known) in [(40, 0.944_288), (80, 0.962_796), (100, 0.937_190), (400, 0.943_987)] {
            close(held_exactly(tries, 0.3), known);
        }
    }

    /// A thousand samples: as many intervals hold what is true as they say, within three deviations.
    #[test]
    fn intervals_hold_as_often_as_they_say() {
        let (mut chance, mut shares, mut means) = (Chance::from_seed(20), 0_u32, 0_u32);
        for _ in 0..1_000 {
            let hits = (0..80).filter(|_| chance.below(10) < 3).count() as u64;
            shares += u32::from(share(hits, 80).unwrap().holds(0.3));
            let thrown: Vec<i64> = (0..12).map(|_| i64::from(chance.below(6)) + 1).collect();
            means += u32::from(spread(&numbers(&thrown), 1.0).unwrap().mean.holds(3.5));
        }
        let is_near = |held: u32, sure: f64| {
            let deviation = (1_000.0 * sure * (1.0 - sure)).sqrt();
            (f64::from(held) - 1_000.0 * sure).abs() < 3.0 * deviation
        };
        assert!(is_near(shares, held_exactly(80, 0.3)), "{shares} of 1000 shares");
        assert!(is_near(means, super::SURE), "{means} of 1000 means");
    }
}
