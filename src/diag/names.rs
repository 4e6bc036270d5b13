//! Names that are nearly right: the known one that was meant, as a hint.

use std::fmt::Write as _;

/// Longer texts are nobody's slip for a name.
const LONGEST_NAME: usize = 200;

/// The known name closest to a wrong one, if any is close.
pub fn closest_name<'a>(wrong: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    if wrong.len() > LONGEST_NAME {
        return None;
    }
    let lower = wrong.to_lowercase();
    let distance = |name: &str| strsim::damerau_levenshtein(&lower, &name.to_lowercase());
    let is_close = |name: &&str| {
        let distance = distance(name);
        distance < lower.chars().count() && distance <= (name.chars().count() / 3).max(1)
    };
    known.into_iter().filter(is_close).min_by_key(|name| (distance(name), *name))
}

/// How many letters have to be changed, added, left out or swapped to make one word of another.
#[must_use]
pub fn letters_apart(one: &str, other: &str) -> usize {
    strsim::damerau_levenshtein(one, other)
}

/// The known name closest to a wrong one, as a hint; none if no name is close.
pub fn did_you_mean<'a>(wrong: &str, known: impl IntoIterator<Item = &'a str>) -> Option<String> {
    closest_name(wrong, known).map(|name| format!("did you mean `{name}`?"))
}

/// The known name closest to a wrong one, as a hint; if none is close, all that are known, unless there are none.
pub fn meant_or_known<'a>(wrong: &str, known: impl IntoIterator<Item = &'a str>) -> Option<String> {
    let mut known: Vec<&str> = known.into_iter().collect();
    known.sort_unstable();
    known.dedup();
    let has_list = !known.is_empty() && wrong.len() <= LONGEST_NAME;
    did_you_mean(wrong, known.iter().copied()).or_else(|| has_list.then(|| one_of(&known)))
}

/// "known: `a`, `b` and `c`", cut after a dozen.
fn one_of(known: &[&str]) -> String {
    const SHOWN: usize = 12;
    let mut list = known.iter().take(SHOWN).map(|n| format!("`{n}`")).collect::<Vec<_>>().join(", ");
    if known.len() > SHOWN {
        let _ = write!(list, " and {} more", known.len() - SHOWN);
    }
    format!("known here: {list}")
}
