//! What the conversation needs of the outside: somebody who keeps the table on the disk, and lines that people type.

use std::io;

use crate::diag::{Diagnostic, Diagnostics};
use crate::referee::{Kind, Move, Problem, Request, Table, Viewer};

/// Something that is done to a table, with the time it is done at.
pub type Act<'a> = &'a mut dyn FnMut(&mut Table, &str) -> Result<(), Problem>;

/// Whoever keeps a table.
pub trait Keeper {
    /// The table, to look at.
    fn table(&mut self) -> &mut Table;

    /// Does something to the table; what comes of it is kept when this returns.
    ///
    /// # Errors
    /// Why it cannot be done or kept. The table is as before.
    fn act(&mut self, act: Act<'_>) -> Result<(), Diagnostics>;

    /// A problem as it is told to people.
    fn told(&self, problem: &Problem) -> Diagnostics;

    /// Writes pictures of the board, and tells their paths.
    ///
    /// # Errors
    /// Why there are none.
    fn picture(&mut self, viewer: Viewer) -> Result<Vec<String>, Diagnostics>;
}

/// Where lines come from.
pub trait Lines {
    /// The next line, without its end; none when there are no more. `words` can be completed; a secret is not
    /// remembered.
    ///
    /// # Errors
    /// What the terminal said.
    fn next(&mut self, prompt: &str, words: &[String], is_secret: bool) -> io::Result<Option<String>>;
}

/// Answers the question that waits. Several places are answered one after another, as long as each is legal.
///
/// # Errors
/// Why an answer does not count.
pub fn answer_all(keeper: &mut dyn Keeper, given: &Move<'_>) -> Result<(), Diagnostics> {
    let places = keeper.table().request().filter(|request| is_place(request)).cloned();
    let done = keeper.act(&mut |table, at| table.answer(given, at));
    let words: Vec<&str> = given.text.split([' ', ',', '\t']).filter(|word| !word.is_empty()).collect();
    match (done, places) {
        (Err(_), Some(asked)) if words.len() > 1 => walk(keeper, given, &asked, &words),
        (done, _) => done,
    }
}

const fn is_place(request: &Request) -> bool {
    matches!(request.kind, Kind::Choose { places: true, .. })
}

/// Answers with one place after another, while the same seat is asked for places.
fn walk(keeper: &mut dyn Keeper, given: &Move<'_>, first: &Request, words: &[&str]) -> Result<(), Diagnostics> {
    for (n, word) in words.iter().enumerate() {
        let goes_on = |asked: &Request| is_place(asked) && asked.seat == first.seat;
        if !keeper.table().request().is_some_and(goes_on) {
            return Err(left_over(keeper.table(), words, n));
        }
        let one = Move { by: given.by, number: given.number.filter(|_| n == 0), text: word };
        if let Err(mut found) = keeper.act(&mut |table, at| table.answer(&one, at)) {
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
