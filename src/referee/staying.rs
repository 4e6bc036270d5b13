//! Who stays where they are, as people say it: one of several, or all that are left. Words only; what that ends is for others to
//! say.

use super::is_small;
use super::naming::words as worded;

/// Who is said to stay.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Staying {
    /// One that is named or meant: `that one stays`.
    One,
    /// All that are left: `the others stay where they are`.
    All,
}

const STAYING: [&str; 7] = ["stay", "stays", "staying", "stayed", "remain", "remains", "waits"];
const GOING: [&str; 6] = ["move", "moves", "goes", "walks", "go", "walk"];
const NOBODY: [&str; 4] = ["nobody", "none", "no", "nothing"];
const ALL: [&str; 11] =
    ["others", "other", "rest", "all", "everyone", "everybody", "everything", "nobody", "none", "leave", "both"];
/// Who stays is named in no more words: the zombie on G6.
const MOST_NAMED: usize = 2;
const ONE: [&str; 9] = ["one", "that", "this", "it", "he", "she", "last", "first", "second"];
const BESIDES: [&str; 10] = ["put", "where", "else", "one", "last", "first", "second", "third", "nobody", "they're"];

/// Who is said to stay by a line that says nothing else but what is named so; none also where it does not say who.
pub(super) fn staying(text: &str, is_named: &dyn Fn(&str) -> bool) -> Option<Staying> {
    let said = worded(text);
    let is_one_of = |word: &String, all: &[&str]| all.contains(&&**word);
    let has = |all: &[&str]| said.iter().any(|word| is_one_of(word, all));
    // `nobody else moves`, `leave the others where they are`
    let stays = has(&STAYING) || has(&NOBODY) && has(&GOING) || has(&["leave"]) && has(&["others", "rest"]);
    let is_talk = |word: &String| {
        is_small(word) || [&STAYING[..], &GOING, &NOBODY, &ALL, &BESIDES].iter().any(|all| is_one_of(word, all))
    };
    // `it stays, B3 goes left` says more than that.
    let stays = stays && !(has(&STAYING) && has(&GOING) && !has(&NOBODY));
    // `D12 to E12, the others stay` says more than who stays.
    let named = said.iter().filter(|word| !is_talk(word)).count();
    if !stays || named > MOST_NAMED || !said.iter().all(|word| is_talk(word) || is_named(word)) {
        return None;
    }
    match (has(&ALL), named > 0 || has(&ONE)) {
        (true, _) if named == 0 => Some(Staying::All),
        (_, true) => Some(Staying::One),
        (_, false) => None,
    }
}
