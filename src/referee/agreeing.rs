//! Words of agreeing and of not, to whatever was asked. Words only; what is agreed to is for others to say.

use super::is_small;
use super::naming::words as worded;

/// Words of agreeing, and of not.
// `right` is a way.
pub(super) const YES: [&str; 10] = ["y", "yes", "yeah", "yep", "yup", "sure", "ok", "okay", "true", "correct"];
pub(super) const NO: [&str; 6] = ["n", "no", "nope", "nah", "never", "false"];
pub(super) const NOT: [&str; 8] = ["not", "dont", "doesnt", "wont", "cant", "cannot", "didnt", "wouldnt"];
/// Who is asked what they do.
pub(super) const WHO: [&str; 6] = ["you", "we", "they", "he", "she", "it"];
/// What people say with these, and to leave things as they are.
pub(super) const POLITE: [&str; 10] =
    ["please", "thanks", "course", "rather", "today", "leave", "yet", "time", "keep", "save"];
pub(super) const LEAVING: [&str; 6] = ["let it be", "leave it", "leave it be", "not now", "not yet", "rather not"];

/// Whether a text is nothing but a yes or a no.
pub(super) fn yes_or_no(text: &str) -> Option<bool> {
    let is_one_of = |all: &[&str]| all.iter().any(|known| known.eq_ignore_ascii_case(text));
    if is_one_of(&YES) {
        return Some(true);
    }
    if is_one_of(&NO) || is_one_of(&LEAVING) {
        return Some(false);
    }
    text.eq_ignore_ascii_case("of course").then_some(true)
}

/// A yes or a no to whatever was asked, also with small words behind it: `yes we think so`, `nope`.
#[must_use]
pub fn agreed(text: &str) -> Option<bool> {
    let said = worded(text);
    let is_talk = |word: &String| is_small(word) || POLITE.contains(&&**word) || YES.contains(&&**word);
    let (first, rest) = said.split_first()?;
    yes_or_no(text.trim()).or_else(|| yes_or_no(first).filter(|_| rest.iter().all(is_talk)))
}
