//! The small notations of rows: `1..6` for a run of numbers, and how often a piece is in the box.

use crate::diag::{Diagnostic, Diagnostics};
use crate::model::FieldText;

/// More copies of one piece than this is a slip.
const MOST_COPIES: usize = 10_000;
/// What people write beside a number for how often.
const TIMES: [char; 3] = ['x', 'X', '×'];
/// A run of numbers longer than this is a slip.
const LONGEST_RUN: i64 = 1_000;

/// The numbers of `1..6`, both ends included, or nothing when it is not written like that.
pub fn run_of_numbers(text: &str) -> Option<Vec<String>> {
    let (from, to) = text.split_once("..")?;
    let (from, to): (i64, i64) = (from.trim().parse().ok()?, to.trim().parse().ok()?);
    let long = to.checked_sub(from)? >= LONGEST_RUN;
    (from <= to && !long).then(|| (from..=to).map(|n| n.to_string()).collect())
}

/// How many copies a `qty` asks for; one when it is wrong, so that nothing else seems to be missing.
pub fn quantity(field: &FieldText, found: &mut Diagnostics) -> usize {
    // Programs that know no whole numbers write `2.0`, and people `x2`, `2x` or `2×`.
    let text = field.text.trim();
    let bare = text.strip_prefix(TIMES).or_else(|| text.strip_suffix(TIMES)).unwrap_or(text).trim();
    match bare.strip_suffix(".0").unwrap_or(bare).parse::<usize>() {
        Ok(number) if number <= MOST_COPIES => number,
        Ok(number) => {
            let message = format!("{number} copies are more than the {MOST_COPIES} one piece may have");
            found.push(Diagnostic::error(message).at(&field.place));
            1
        }
        Err(_) => {
            let message = format!("`qty` must be a whole number from 0, not `{}`", field.text);
            let hint =
                "how many of it are in the box; `0` leaves it out, and a row that is no card is left out with `where`";
            found.push(Diagnostic::error(message).at(&field.place).hint(hint));
            1
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::diag::{Place, SourceText};

    #[test]
    fn people_write_how_many_in_their_own_ways() {
        let told = |text: &str| {
            let source = Arc::new(SourceText::new("x.csv".to_owned(), text));
            let (place, mut found) = (Place::new(&source, 0, 0), Diagnostics::new());
            let many = quantity(&FieldText { text: text.into(), place }, &mut found);
            (many, found.has_errors())
        };
        for (text, many) in [("2", 2), ("2.0", 2), ("x2", 2), ("2x", 2), ("2 ×", 2), ("0", 0)] {
            assert_eq!(told(text), (many, false), "{text}");
        }
        for wrong in ["two", "x", "xx2x", "-1", "1.5", ""] {
            assert!(told(wrong).1, "{wrong}");
        }
    }

    #[test]
    fn runs_include_both_ends() {
        assert_eq!(run_of_numbers("1..3"), Some(vec!["1".into(), "2".into(), "3".into()]));
        assert_eq!(run_of_numbers("3..1"), None);
        assert_eq!(run_of_numbers("-9223372036854775808..9223372036854775807"), None);
        assert_eq!(run_of_numbers("a..b"), None);
    }
}
