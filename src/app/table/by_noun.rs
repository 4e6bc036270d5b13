//! Lines that name what something is done with in place of what is done: `trap on E3`, where traps can be set and tripped. Only one of
//! these can be meant where the rest of the line fits no other.

use crate::diag::Diagnostics;
use crate::referee::{Choice, Meaning, Move, QuestionKind, Request, is_ending, is_small, words_apart};

use super::said::{begins_action, is_one_of, one_of};
use super::session::Session;

/// Of more actions none is tried.
const MOST_TRIED: usize = 4;
/// What people say before a noun.
const BEFORE: [&str; 8] = ["another", "one", "more", "new", "next", "also", "my", "our"];

impl Session {
    /// Answers with the only action that a line can mean which begins with a noun of it; none where it begins otherwise, or may mean
    /// several of them.
    pub(super) fn answer_by_noun(&mut self, given: &Move<'_>) -> Option<Result<(), Diagnostics>> {
        let asked = self.table.request_of(given.by).filter(|asked| !asked.secret)?.clone();
        let own = asked.seat.map(|seat| self.table.name(seat).to_owned());
        let (actions, rest) = actions_named(&asked, own.as_deref(), given.text)?;
        let lines = actions.iter().map(|id| format!("{id} {rest}"));
        let mut counting: Vec<String> = Vec::new();
        for line in lines {
            let before = self.table.number();
            let was_trial = std::mem::replace(&mut self.is_trial, true);
            let counts = self.answer(&Move { text: &line, number: None, ..*given }).is_ok();
            self.is_trial = was_trial;
            self.table.forget_new(before).ok()?;
            counting.extend(counts.then_some(line));
        }
        let [only] = &counting[..] else { return None };
        Some(self.answer(&Move { text: only, ..*given }))
    }
}

/// The actions that a line may mean which begins with a noun of theirs and goes on, and what it goes on with.
fn actions_named<'t>(asked: &Request, own: Option<&str>, text: &'t str) -> Option<(Vec<String>, &'t str)> {
    let QuestionKind::Choose { options, places: false } = &asked.kind else { return None };
    let is_before = |word: &str| {
        let is_own = own.is_some_and(|own| own.eq_ignore_ascii_case(word.trim_end_matches([':', ','])));
        is_own || is_small(word) || is_one_of(word, &BEFORE)
    };
    let words = words_apart(text);
    let noun = words.iter().copied().find(|word| !is_before(word))?;
    let is_noun = noun.len() > 2 && noun.chars().all(char::is_alphabetic);
    let is_action = match asked.meaning(noun) {
        Meaning::Legal(_) => begins_action(asked, &[noun]),
        meaning => matches!(meaning, Meaning::Refused(_)),
    };
    if !is_noun || is_action {
        return None;
    }
    let is_said = |choice: &&Choice| {
        choice.label.split(|sign: char| !sign.is_alphanumeric()).any(|word| one_of(word) == one_of(noun))
    };
    let actions: Vec<String> = options
        .iter()
        .filter(|choice| !is_ending(&choice.id))
        .filter(is_said)
        .map(|choice| choice.id.clone())
        .collect();
    let rest = text[text.find(noun)? + noun.len()..].trim_start_matches([' ', ',', ':']);
    // What comes under something is put there, which no word tells of the action.
    let is_under = rest.split(' ').next().is_some_and(|word| is_one_of(word, &["under", "below", "beneath"]));
    let is_one = (1..=MOST_TRIED).contains(&actions.len()) && !rest.trim().is_empty() && !is_under;
    is_one.then_some((actions, rest))
}
