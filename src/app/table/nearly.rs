//! What people may have meant by a line that nothing was understood of: what of it is offered, and which word is told to be
//! unknown. Answers nothing.

use std::collections::BTreeSet;

use crate::diag::Diagnostics;
use crate::referee::{
    Meaning, Move, QuestionKind, Request, Viewer, in_figures, is_ending, is_small, is_turning, is_way, words_apart,
};

use super::line_parts::{LEADING, is_asked_with, legal_part};
use super::said::{Reading, begins_action, is_one_of, one_of};
use super::session::Session;

/// What places and pieces on the table are called, word by word.
struct Names {
    spaces: BTreeSet<String>,
    /// Each word as it is of one.
    pieces: BTreeSet<String>,
}

impl Names {
    /// Whether a word names any of them, or the way to one.
    fn has(&self, word: &str) -> bool {
        is_way(word)
            || self.spaces.iter().any(|space| space.eq_ignore_ascii_case(word))
            || self.pieces.contains(&one_of(word))
    }
}

impl Session {
    /// What is said of a line that nothing was understood of: which word it was, and what may have been meant.
    pub(super) fn not_understood(
        &mut self,
        given: &Move<'_>,
        done: Result<(), Diagnostics>,
    ) -> Result<(), Diagnostics> {
        let words = words_apart(given.text);
        let asked = self.table.request_of(given.by).filter(|asked| !asked.secret).cloned();
        let Some(asked) = asked.filter(|asked| !asked.kind.options().is_empty() && words.len() > 1) else {
            return done;
        };
        // What the rules say of it comes before a word that nobody knows.
        let is_named = |word: &&&str| {
            let is_refused = matches!(asked.meaning(word), Meaning::Refused(_)) && !asked.is_only_described(word);
            is_refused && asked.places.has_space(word)
        };
        if let Some(space) = words.iter().rev().find(is_named) {
            return Err(self.told(&asked.why_not(space).into()));
        }
        match self.strange_word(&asked, &words) {
            Some(word) if asked.meaning(given.text) == Meaning::Nothing => Err(self.told(&asked.why_not(word).into())),
            _ => done,
        }
    }

    /// The line that people may have meant by one with slips, and with words that name nothing anywhere: it is only offered. Of what
    /// the rules forbid, or what is turned round, nothing may be left out.
    pub(super) fn nearly_said(&mut self, given: &Move<'_>) -> Option<String> {
        let asked = self.table.request_of(given.by).filter(|asked| !asked.secret)?.clone();
        let words = words_apart(given.text);
        let turns = |word: &&&str| is_turning(word) || is_ending(word) || is_one_of(word, &LEADING);
        let is_turned = words.iter().filter(turns).any(|word| asked.meaning(word) == Meaning::Nothing);
        let is_one = matches!(asked.kind, QuestionKind::Choose { .. });
        if !is_one
            || asked.kind.options().is_empty()
            || words.len() < 2
            || is_turned
            || given.text.trim_end().ends_with('?')
        {
            return None;
        }
        let names = self.names();
        let is_known = |word: &str| in_figures(word).parse::<i64>().is_ok() || names.has(word);
        let (mut kept, mut at) = (Vec::new(), 0);
        while at < words.len() {
            let left = &words[at..];
            // A letter or a small word alone is no choice in a sentence.
            let is_id = asked.kind.options().iter().any(|choice| choice.id.eq_ignore_ascii_case(left[0]));
            let is_chance = |count: usize| count == 1 && is_small(left[0]) && !is_id;
            if let Some(count) =
                legal_part(&asked, left).filter(|count| !is_chance(*count) && begins_action(&asked, &left[..*count]))
            {
                kept.extend(left[..count].iter().map(|word| (*word).to_owned()));
                at += count;
                continue;
            }
            if matches!(asked.meaning(left[0]), Meaning::Refused(_) | Meaning::Several(_)) {
                return None;
            }
            at += match asked.slip_begun(left).filter(|_| !is_small(left[0]) && !is_known(left[0])) {
                Some((count, choice)) => {
                    kept.push(if choice.has_inner_id() { choice.label.clone() } else { choice.id.clone() });
                    count
                }
                None => {
                    kept.extend((is_known(left[0]) && !is_small(left[0])).then(|| left[0].to_owned()));
                    1
                }
            };
        }
        let text = kept.join(" ");
        // Of what is left out nearly all says nothing, or something else was meant.
        let left_out = words.iter().filter(|word| !is_small(word)).count().saturating_sub(words_apart(&text).len());
        if kept.is_empty() || kept.len() == words.len() || is_ending(&text) || left_out > kept.len() {
            return None;
        }
        let plain = Reading { text: text.clone(), has_verb: false, is_loose: false };
        let lines: Vec<Reading> =
            std::iter::once(plain).chain(self.readings(&Move { text: &text, ..*given })).collect();
        // Nothing more is left out: `bites the townie` is no `townie`.
        let says_all = |line: &String| {
            let said = words_apart(line);
            let is_said =
                |word: &&str| said.iter().any(|said| one_of(said) == one_of(word) || said.starts_with(&**word));
            words_apart(&text).iter().filter(|word| !is_small(word)).all(is_said)
        };
        let lines = lines.into_iter().map(|line| line.text).filter(says_all);
        lines.collect::<Vec<_>>().into_iter().find(|line| self.would_answer(&Move { text: line, ..*given }))
    }

    /// The first word of a line that nobody at the table calls anything: it is the one that was not understood.
    fn strange_word<'w>(&mut self, asked: &Request, words: &[&'w str]) -> Option<&'w str> {
        let names = self.names();
        let players: BTreeSet<String> = self.table.players().iter().map(|name| one_of(name)).collect();
        let is_strange = |word: &&&str| {
            let plain = word.trim_end_matches("'s").trim_end_matches("\u{2019}s");
            word.chars().all(|sign| sign.is_alphabetic() || sign == '-' || sign == '\'')
                && word.chars().count() > 1
                && !is_small(word)
                && in_figures(word) == **word
                && asked.meaning(word) == Meaning::Nothing
                && !names.has(word)
                && !names.has(plain)
                && !players.contains(&one_of(plain))
                && !is_asked_with(asked, word)
        };
        words.iter().find(is_strange).copied()
    }

    fn names(&mut self) -> Names {
        // Rules with a fault show nothing.
        let scene = self.look(|table| table.scene(Viewer::Everybody)).unwrap_or_default();
        let pieces = scene.pieces.iter().flat_map(|piece| piece.name.split_whitespace()).map(one_of).collect();
        Names { spaces: self.table.schema().spaces.clone(), pieces }
    }
}

/// So many words that say something are much beside a few that are offered.
const MUCH: usize = 3;

/// Whether what is offered leaves out a way or a number that a line says before something that is offered: with it something else
/// was meant.
pub(super) fn leaves_out_more(words: &[&str], offered: &str) -> bool {
    const COUNTING: [&str; 8] = ["all", "both", "every", "each", "twice", "times", "half", "rest"];
    let offered = words_apart(offered);
    let is_offered = |word: &str| offered.iter().any(|kept| kept.eq_ignore_ascii_case(word));
    // Whoever says so much besides has said something else.
    let says = |word: &&&str| !is_small(word);
    let (said, kept) = (words.iter().filter(says).count(), offered.iter().filter(says).count());
    let left = said.saturating_sub(kept);
    if left >= MUCH && left * 2 > kept {
        return true;
    }
    let last = words.iter().rposition(|word| is_offered(word)).unwrap_or(0);
    let counts = |word: &&&str| is_way(word) || in_figures(word).parse::<u32>().is_ok() || is_one_of(word, &COUNTING);
    words[..last].iter().filter(counts).any(|word| !is_offered(word))
}
