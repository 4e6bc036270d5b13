//! Why a line stops, and what becomes of what was done of it. Reads no answers.

use crate::diag::{Diagnostic, Diagnostics};
use crate::referee::{Hint, Meaning, Problem, Refusal, RefusalKind, Request, Table, is_ending};

use super::line_parts::{LEADING, are_dice, is_place};
use super::line_words::{contradicts, is_known};
use super::session::Session;

impl Session {
    /// What stops a line with words that belong to no question; nothing where one face too many is told by others.
    pub(super) fn stopped_by(
        &mut self,
        (left, done): (&[&str], &[&str]),
        answered: &[(Request, String)],
        is_others: bool,
        before: u64,
    ) -> Option<Diagnostics> {
        // One face too many is told as that, and nothing of it is kept.
        if are_dice(answered) {
            let undone = self.table.forget_new(before);
            return undone.err().map(|problem| self.told(&problem));
        }
        // What names nothing on the way was not what people thought of: they are asked before anything is done. Nor was a second
        // target of what was done, or what would be an answer of somebody else.
        let is_unknown = !is_known(answered, self.table.request(), left[0]) || is_others;
        if self.table.has_shown_since(before) && is_unknown {
            return Some(self.take_all_back(unknown_words(left).into(), before, done));
        }
        let found = left_over(&self.table, left).into();
        let is_other = left.iter().any(|word| is_ending(word) || contradicts(answered, word));
        let stopped = self.stop_short(found, before, done);
        // What says something else of what was answered is not left out with a yes.
        self.instead = self.instead.take().filter(|_| !is_other);
        Some(stopped)
    }

    /// Why a part of a line does not count, and what of it would.
    pub(super) fn refused_on_the_way(
        &mut self,
        problem: Problem,
        asked: &Request,
        (words, done, counted): (&[&str], usize, usize),
        answered: &[(Request, String)],
        before: u64,
    ) -> Diagnostics {
        if are_dice(answered)
            && let Err(problem) = self.table.forget_new(before)
        {
            return self.told(&problem);
        }
        let first = words[done];
        let is_other = !answered.is_empty()
            && is_place(asked)
            && !asked.places.has_space(first)
            && self.line.has_piece(first)
            && matches!(asked.meaning(first), Meaning::Refused(_));
        // Where another piece stands is nothing that anybody has said.
        let problem = if is_other { not_asked_of(asked, first) } else { problem };
        if let Problem::Refused(Refusal { kind: RefusalKind::Several(word, _), .. }) = &problem
            && !self.is_trial
        {
            self.unclear = Some(word.clone());
        }
        let left = &words[done..];
        let is_unknown = asked.meaning(left[0]) == Meaning::Nothing && !is_known(answered, Some(asked), left[0]);
        if self.table.has_shown_since(before) && is_unknown {
            return self.take_all_back(unknown_words(left).into(), before, &words[..counted]);
        }
        // What is asked in secret behind what all could read is told to nobody.
        let is_behind = !answered.is_empty() || asked.secret && counted > 0;
        let found = self.told(&after(problem, is_behind, Some(asked)));
        let stopped = self.stop_short(found, before, &words[..counted]);
        if self.instead.is_some()
            && let Some((count, choice)) = asked.nearly_begun(left)
        {
            let name = if choice.has_inner_id() { &choice.label } else { &choice.id };
            self.instead = Some(instead(words, done, count, name));
        }
        stopped
    }

    /// Takes back all of a line, also dice and cards: nobody has seen them yet, and they come again.
    pub(super) fn take_all_back(&mut self, mut found: Diagnostics, before: u64, done: &[&str]) -> Diagnostics {
        if self.table.number() == before {
            return found;
        }
        if let Err(problem) = self.table.forget_new(before) {
            return self.told(&problem);
        }
        let ends = done.iter().rposition(|word| !LEADING.contains(word)).map_or(0, |last| last + 1);
        let (done, done_told) = (&done[..ends], in_short(&done[..ends]));
        found.push(Diagnostic::note(format!("nothing was done; understood was `{done_told}`, and not what follows")));
        self.instead = Some(done.join(" "));
        found
    }

    /// Takes back what was done of a line, and says so; what came of dice and cards was seen, and stays.
    pub(super) fn stop_short(&mut self, mut found: Diagnostics, before: u64, done: &[&str]) -> Diagnostics {
        if !self.table.has_shown_since(before) {
            return self.take_all_back(found, before, done);
        }
        if let Err(fault) = self.keep() {
            return fault;
        }
        let times = if done.len() == 1 { String::new() } else { format!(" {}", done.len()) };
        let done_told = in_short(done);
        let message = format!("`{done_told}` was done before that, and stays; `undo{times}` takes it back");
        found.push(Diagnostic::note(message));
        found
    }
}

/// That it is asked where another piece goes than a line has named.
fn not_asked_of(asked: &Request, word: &str) -> Problem {
    Refusal::new(format!("it is not asked of `{word}`: {}", asked.prompt)).into()
}

/// So many words of a line are told again; of more only the first and the last.
const FEW_WORDS: usize = 5;

/// Words of a line as they are told again: nobody wants to read all of a long one.
fn in_short(words: &[&str]) -> String {
    match words {
        [first, second, .., last] if words.len() > FEW_WORDS => format!("{first} {second} .. {last}"),
        all => all.join(" "),
    }
}

/// Why a part of a line is none behind others: people did not see the question, and what can be answered there is not what can be
/// answered now.
pub(super) fn after(problem: Problem, is_behind: bool, asked: Option<&Request>) -> Problem {
    let Problem::Refused(mut refusal) = problem else { return problem };
    if is_behind {
        let is_secret = asked.is_some_and(|asked| asked.secret);
        refusal.hints.retain(|hint| !is_secret || !matches!(hint, Hint::Legal(_)));
        for hint in &mut refusal.hints {
            match hint {
                Hint::Understood(told) => *hint = Hint::Words(format!("understood: {told}")),
                Hint::Legal(told) => *hint = Hint::Words(format!("legal there: {told}")),
                _ => {}
            }
        }
        let asked = asked.filter(|asked| !asked.secret);
        if let Some(asked) = asked {
            refusal.hints.insert(0, Hint::Words(format!("asked then: {}", asked.prompt)));
        }
    }
    Problem::Refused(refusal)
}

/// Words of a line that name nothing.
pub(super) fn unknown_words(left: &[&str]) -> Diagnostic {
    let name = if left.len() == 1 { "names" } else { "name" };
    Diagnostic::error(format!("`{}` {name} nothing that could be meant there", in_short(left)))
}

/// Something else is asked before all words of a line were used.
fn left_over(table: &Table, left: &[&str]) -> Diagnostic {
    let said = in_short(left);
    let (are, answer) = if left.len() == 1 { ("is", "no answer") } else { ("are", "no answers") };
    Diagnostic::error(match table.request() {
        None => format!("`{said}` {are} left over: the game is over then"),
        Some(request) => {
            let who = request.seat.map_or("everybody", |seat| table.name(seat));
            if request.secret {
                format!("`{said}` {are} {answer}: {who} is asked in secret then")
            } else {
                format!("`{said}` {are} {answer} to what {who} is asked then: {}", request.prompt)
            }
        }
    })
}

/// A line with something else in place of some of its words.
fn instead(words: &[&str], from: usize, count: usize, id: &str) -> String {
    [&words[..from], &[id], &words[from + count..]].concat().join(" ")
}
