//! Answers as people give them: one, or several places on one line, one after another.

use crate::diag::{Diagnostic, Diagnostics};
use crate::referee::{Move, QuestionKind, Request, Table, words_apart};

use super::session::Session;

impl Session {
    /// Answers the question that waits. Several places are answered one after another, as long as each is legal.
    ///
    /// # Errors
    /// Why an answer does not count.
    pub fn answer(&mut self, given: &Move<'_>) -> Result<(), Diagnostics> {
        let places = self.table.request_of(given.by).filter(|request| is_place(request)).cloned();
        let done = self.with(|table, at| table.answer(given, at));
        let words = words_apart(given.text);
        match (done, places) {
            (Err(_), Some(asked)) if words.len() > 1 => walk(self, given, &asked, &words),
            (done, _) => done,
        }
    }
}

const fn is_place(request: &Request) -> bool {
    matches!(request.kind, QuestionKind::Choose { places: true, .. })
}

/// Answers with one place after another, while the same seat is asked for places.
fn walk(session: &mut Session, given: &Move<'_>, first: &Request, words: &[&str]) -> Result<(), Diagnostics> {
    for (n, word) in words.iter().enumerate() {
        let goes_on = |asked: &Request| is_place(asked) && asked.seat == first.seat;
        if !session.table.request_of(given.by).is_some_and(goes_on) {
            return Err(left_over(&session.table, words, n));
        }
        let one = Move { by: given.by, number: given.number.filter(|_| n == 0), text: word };
        if let Err(mut found) = session.with(|table, at| table.answer(&one, at)) {
            if n > 0 {
                found.push(done_before(&words[..n]));
            }
            return Err(found);
        }
    }
    Ok(())
}

/// Something else is asked before all places were used.
fn left_over(table: &Table, words: &[&str], done: usize) -> Diagnostics {
    let mut found = Diagnostics::new();
    let (why, asked) = match table.request() {
        None => ("the game is over".to_owned(), None),
        Some(request) => {
            let who = request.seat.map_or("everybody", |seat| table.name(seat));
            let prompt = (!request.secret).then(|| format!("asked now: {}", request.prompt));
            (format!("now {who} is asked something else"), prompt)
        }
    };
    let are = if words.len() == done + 1 { "is" } else { "are" };
    let message = format!("`{}` {are} left over: {why}", words[done..].join(" "));
    found.push(Diagnostic::error(message).maybe_hint(asked));
    found.push(done_before(&words[..done]));
    found
}

fn done_before(words: &[&str]) -> Diagnostic {
    let times = if words.len() == 1 { String::new() } else { format!(" {}", words.len()) };
    Diagnostic::note(format!("`{}` was done before that, and stays; `undo{times}` takes it back", words.join(" ")))
}
