//! Figures as people and files have them.

use super::statistics::Estimate;

/// A number that is kept twice as large: `7`, `7.5`.
#[must_use]
pub fn halves(doubled: i64) -> String {
    let sign = if doubled < 0 { "-" } else { "" };
    let whole = doubled.unsigned_abs() / 2;
    format!("{sign}{whole}{}", if doubled % 2 == 0 { "" } else { ".5" })
}

/// The same the other way round; nothing of what is no such number.
#[must_use]
pub fn parsed_halves(text: &str) -> Option<i64> {
    let (whole, half) = match text.strip_suffix(".5") {
        Some(whole) => (whole, 1),
        None => (text, 0),
    };
    let number: i64 = whole.parse().ok()?;
    let doubled = number.checked_mul(2)?;
    if whole.starts_with('-') { doubled.checked_sub(half) } else { doubled.checked_add(half) }
}

/// A share as people read it: `52.3%`.
#[must_use]
pub fn percent(share: f64) -> String {
    format!("{:.1}%", share * 100.0)
}

/// A number with as many digits as tell something.
#[must_use]
pub fn number(figure: f64) -> String {
    let digits = if figure.abs() >= 100.0 || figure.fract() == 0.0 {
        0
    } else if figure.abs() >= 10.0 {
        1
    } else {
        2
    };
    let told = format!("{figure:.digits$}");
    if told.trim_start_matches('-').chars().all(|c| c == '0' || c == '.') {
        told.trim_start_matches('-').to_owned()
    } else {
        told
    }
}

/// A count with thin groups: `10,000`.
#[must_use]
pub fn count(number: u64) -> String {
    let digits = number.to_string();
    let mut told = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            told.push(',');
        }
        told.push(digit);
    }
    told
}

/// `52.3% (51.3% to 53.3%)`.
#[must_use]
pub fn share_told(share: &Estimate) -> String {
    format!("{} ({} to {})", percent(share.value), percent(share.low), percent(share.high))
}

/// `7.5 (7.2 to 7.8)`.
#[must_use]
pub fn estimate_told(estimate: &Estimate) -> String {
    format!("{} ({} to {})", number(estimate.value), number(estimate.low), number(estimate.high))
}

#[cfg(test)]
mod tests {
    use super::{count, halves, number, parsed_halves};

    #[test]
    fn halves_are_read_as_they_are_told() {
        for doubled in [-3, -1, 0, 1, 2, 15, i64::MAX - 1] {
            assert_eq!(parsed_halves(&halves(doubled)), Some(doubled), "{}", halves(doubled));
        }
        assert_eq!(halves(-1), "-0.5");
        assert_eq!(parsed_halves("x"), None);
    }

    #[test]
    fn figures_are_short() {
        assert_eq!([number(12.345), number(1234.5), number(-0.001), number(3.0)], ["12.3", "1234", "0.00", "3"]);
        assert_eq!(count(1_234_567), "1,234,567");
    }
}
