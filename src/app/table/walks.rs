//! Walks of which nobody said who goes: `C6 B6` where it is asked which of several does. Found by trying whoever could; of several
//! nobody is picked.

use crate::diag::{Diagnostic, Diagnostics};
use crate::referee::{Choice, Hint, Meaning, Move, QuestionKind, Request, Viewer, is_ending, words_apart};

use super::line_parts::{ENDS, is_asked_again, is_place};
use super::said::{Reading, is_one_of};
use super::session::Session;

/// Of more pieces nobody is tried for where they can go.
const MOST_WALKERS: usize = 12;
/// Of so many it is told why they cannot.
const FEW_WALKERS: usize = 3;

/// What is known of a walk whose walker was not named.
pub(super) enum Walk {
    /// Only one can go there: the line with that in front, and whether it may go without a question.
    Of(String, bool),
    /// Several can.
    Several(Diagnostic),
    /// Nobody can, for these reasons.
    Nobody(Vec<String>),
}

impl Session {
    /// Who goes by a line that begins with where to, of those who are asked about; none where it does not begin so.
    pub(super) fn walk(&mut self, given: &Move<'_>, line: &str) -> Option<Walk> {
        let asked = self.table.request_of(given.by).filter(|asked| is_place(asked) && !asked.secret)?.clone();
        let words = words_apart(line);
        let first = *words.first().filter(|first| !matches!(asked.meaning(first), Meaning::Legal(_)))?;
        let QuestionKind::Choose { options, .. } = &asked.kind else { return None };
        let walkers: Vec<&str> = options.iter().filter(|choice| !is_end(choice)).map(|choice| &*choice.id).collect();
        let is_said = words.iter().any(|word| matches!(asked.meaning(word), Meaning::Legal(choice) if !is_end(choice)));
        if let [only] = walkers[..] {
            return (!is_said && !is_ending(first)).then(|| Walk::Of(format!("{only} {line}"), true));
        }
        if !asked.places.has_space(first) || walkers.len() > MOST_WALKERS {
            return None;
        }
        let (mut found, mut reasons) = (Vec::new(), Vec::new());
        for walker in &walkers {
            match self.step(given, &asked, (walker, first))? {
                Ok(()) => found.push(*walker),
                Err(reason) => reasons.extend(reason.map(|reason| format!("from `{walker}`: {reason}"))),
            }
        }
        match found[..] {
            [] => Some(Walk::Nobody(if walkers.len() > FEW_WALKERS { Vec::new() } else { reasons })),
            [only] => Some(Walk::Of(format!("{only} {line}"), !self.is_taken(first))),
            [.., last] => {
                let told: Vec<String> = found.iter().map(|walker| format!("`{walker}`")).collect();
                let message = format!("more than one can go to `{first}`: {}", told.join(", "));
                Some(Walk::Several(Diagnostic::error(message).hint(format!("say first who goes: `{last} {first}`"))))
            }
        }
    }

    /// The readings of a line as the walk of whoever can only be meant.
    pub(super) fn walked(&mut self, given: &Move<'_>, lines: &[Reading]) -> Vec<Reading> {
        let lines: Vec<Walk> = lines.iter().filter_map(|line| self.walk(given, &line.text)).collect();
        let sure = lines.into_iter().filter_map(|walk| match walk {
            Walk::Of(text, true) => Some(text),
            _ => None,
        });
        sure.map(|text| Reading { text, has_verb: false, is_loose: false }).collect()
    }

    /// Why a line that begins with where somebody goes does not count, told of whoever can only be meant; where another piece lies
    /// there, which may be meant as well, the walk is offered.
    pub(super) fn why_no_walk(&mut self, given: &Move<'_>, readings: &[Reading]) -> Option<Result<(), Diagnostics>> {
        let asked = self.table.request_of(given.by)?.clone();
        let plain = std::iter::once(given.text);
        let lines = plain.chain(readings.iter().filter(|reading| reading.is_loose).map(|reading| &*reading.text));
        let begins = |line: &&str| words_apart(line).first().is_some_and(|first| asked.places.has_space(first));
        let line = lines.into_iter().find(begins)?;
        match self.walk(given, line)? {
            Walk::Of(text, _) if self.would_answer(&Move { text: &text, ..*given }) => {
                self.instead = Some(text);
                Some(Err(self.told(&asked.why_not(words_apart(line)[0]).into())))
            }
            Walk::Of(text, _) => self.answer_in_parts(&Move { text: &text, ..*given }, &words_apart(&text)),
            Walk::Several(told) => Some(Err(told.into())),
            Walk::Nobody(reasons) => {
                let refusal = asked.why_not(words_apart(line)[0]);
                let refusal = reasons.into_iter().fold(refusal, |refusal, reason| refusal.hint(Hint::Words(reason)));
                Some(Err(self.told(&refusal.into())))
            }
        }
    }

    /// Whether a piece can step on a space, or why not where that is told. Nothing of it is kept; none where that fails.
    fn step(
        &mut self,
        given: &Move<'_>,
        asked: &Request,
        (walker, space): (&str, &str),
    ) -> Option<Result<(), Option<String>>> {
        let before = self.table.number();
        let is_chosen = self.table.answer(&Move { text: walker, ..*given }, &(self.clock)()).is_ok();
        // Where the same is asked again the squares are no walkers.
        let is_step = |next: &Request| {
            is_place(next) && !next.secret && next.seat == asked.seat && !is_asked_again(&self.table, asked, next)
        };
        let next = self.table.request_of(given.by).filter(|next| is_chosen && is_step(next));
        let step = next.map_or(Err(None), |next| match next.meaning(space) {
            Meaning::Legal(_) => Ok(()),
            _ => Err(refused(next, space)),
        });
        self.table.forget_new(before).ok()?;
        Some(step)
    }

    /// Whether anything lies on a space, so that it may itself be meant.
    fn is_taken(&mut self, space: &str) -> bool {
        let scene = self.look(|table| table.scene(Viewer::Everybody)).unwrap_or_default();
        scene.pieces.iter().any(|piece| piece.count > 0 && piece.at.eq_ignore_ascii_case(space))
    }
}

fn is_end(choice: &Choice) -> bool {
    is_one_of(&choice.id, &ENDS)
}

/// Why a space is no answer, where the rules say so.
fn refused(asked: &Request, space: &str) -> Option<String> {
    match asked.meaning(space) {
        Meaning::Refused(refused) => Some(refused.reason.clone()),
        _ => None,
    }
}
