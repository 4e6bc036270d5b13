//! Answers as people give them: one, or several places on one line, one after another, and then all of them or none.

use crate::diag::{Diagnostic, Diagnostics};
use crate::referee::{Hint, Meaning, Move, Problem, QuestionKind, Request, Table, words_apart};

use super::session::Session;

impl Session {
    /// Answers the question that waits. Several places are answered one after another; when one of them cannot be, none is,
    /// unless dice or cards were seen on the way.
    ///
    /// # Errors
    /// Why an answer does not count.
    pub fn answer(&mut self, given: &Move<'_>) -> Result<(), Diagnostics> {
        // A place that is written in two words is one, also where it is refused.
        let is_walk = |request: &&Request| is_place(request) && request.meaning(given.text.trim()) == Meaning::Nothing;
        let places = self.table.request_of(given.by).filter(is_walk).cloned();
        let done = self.with(|table, at| table.answer(given, at));
        let words = words_apart(given.text);
        match (done, places) {
            (Err(_), Some(asked)) if words.len() > 1 => self.walk(given, &asked, &words),
            (done, _) => done,
        }
    }

    /// Answers with one place after another, while the same seat is asked for places.
    fn walk(&mut self, given: &Move<'_>, first: &Request, words: &[&str]) -> Result<(), Diagnostics> {
        let (before, at) = (self.table.number(), (self.clock)());
        for (n, word) in words.iter().enumerate() {
            let goes_on = |asked: &Request| is_place(asked) && asked.seat == first.seat && is_same(asked, first);
            let one = Move { by: given.by, number: given.number.filter(|_| n == 0), text: word };
            let wrong = if self.table.request_of(given.by).is_some_and(goes_on) {
                self.table.answer(&one, &at).err().map(|problem| self.told(&after(problem, n > 0)))
            } else {
                Some(left_over(&self.table, words, n).into())
            };
            if let Some(found) = wrong {
                return Err(if n == 0 { found } else { self.stop_short(found, before, &words[..n])? });
            }
        }
        self.keep()
    }

    /// Takes back what was done of a line, and says so; what came of dice and cards was seen, and stays.
    fn stop_short(&mut self, mut found: Diagnostics, before: u64, done: &[&str]) -> Result<Diagnostics, Diagnostics> {
        let done_told = done.join(" ");
        if self.table.has_revealed_since(before) {
            self.keep()?;
            let times = if done.len() == 1 { String::new() } else { format!(" {}", done.len()) };
            let message = format!("`{done_told}` was done before that, and stays; `undo{times}` takes it back");
            found.push(Diagnostic::note(message));
        } else {
            self.table.forget_new(before).map_err(|problem| self.told(&problem))?;
            found.push(Diagnostic::note(format!("nothing was done: `{done_told}` alone goes so far")));
        }
        Ok(found)
    }
}

/// Whether two questions are about the same, as one step of a walk and the next: only places and numbers differ in their words.
fn is_same(one: &Request, other: &Request) -> bool {
    let is_place = |word: &str| {
        let word = word.trim_matches(|c: char| !c.is_alphanumeric());
        word.parse::<i64>().is_ok() || one.places.spaces.contains(word) || one.places.parts.contains_key(word)
    };
    let words = |request: &Request| -> Vec<String> {
        request.prompt.split_whitespace().filter(|word| !is_place(word)).map(str::to_owned).collect()
    };
    words(one) == words(other)
}

const fn is_place(request: &Request) -> bool {
    matches!(request.kind, QuestionKind::Choose { places: true, .. })
}

/// Why a place is none after others: what could be answered there is not what can be answered now.
fn after(problem: Problem, others: bool) -> Problem {
    match problem {
        Problem::Refused(mut refusal) if others => {
            refusal.hints.retain(|hint| !matches!(hint, Hint::Legal(_)));
            Problem::Refused(refusal)
        }
        problem => problem,
    }
}

/// Something else is asked before all places were used.
fn left_over(table: &Table, words: &[&str], done: usize) -> Diagnostic {
    let (why, asked) = match table.request() {
        None => ("the game is over".to_owned(), None),
        Some(request) => {
            let who = request.seat.map_or("everybody", |seat| table.name(seat));
            let prompt = (!request.secret).then(|| format!("asked then: {}", request.prompt));
            (format!("after `{}` {who} is asked something else", words[..done].join(" ")), prompt)
        }
    };
    let are = if words.len() == done + 1 { "is" } else { "are" };
    let message = format!("`{}` {are} left over: {why}", words[done..].join(" "));
    Diagnostic::error(message).maybe_hint(asked)
}
