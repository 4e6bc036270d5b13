//! The verbs that go on with a table: `answer`, `roll`, `undo`, `redo`, `custody`, `note`.

use std::time::Instant;

use clap::Args;
use serde_json::{Value, json};

use crate::app::table::taken_back;
use crate::app::{Access, Session};
use crate::cli::report::{problems, say, say_json};
use crate::cli::sheet_args::word;
use crate::diag::{Diagnostic, Diagnostics};
use crate::referee::{Back, Custody, Hint, Move, Refusal, Viewer};

use super::look::{News, tell};
use super::table_args::TableArgs;

/// Arguments of `referee answer`.
#[derive(Debug, Args)]
pub struct AnswerArgs {
    /// The answer: an option, a number, yes or no, faces of dice such as `5 5 2`
    #[arg(required = true, allow_negative_numbers = true)]
    pub answer: Vec<String>,
    /// Who answers; usually whoever is asked
    #[arg(long, value_name = "NAME")]
    pub seat: Option<String>,
    /// The number of the state the answer is meant for; it is refused if the table has moved on
    #[arg(long = "for", value_name = "NUMBER")]
    pub number: Option<u64>,
    #[command(flatten)]
    pub table: TableArgs,
}

/// Arguments of `referee roll`.
#[derive(Debug, Args)]
pub struct RollArgs {
    #[command(flatten)]
    pub table: TableArgs,
}

/// Arguments of `referee undo`.
#[derive(Debug, Args)]
pub struct UndoArgs {
    /// How many things to take back that people did, each with what came of it
    #[arg(default_value_t = 1)]
    pub times: usize,
    /// Go back to just after this entry of the log
    #[arg(long, value_name = "NUMBER", conflicts_with = "times")]
    pub to: Option<u64>,
    /// Who says so
    #[arg(long, value_name = "NAME")]
    pub seat: Option<String>,
    #[command(flatten)]
    pub table: TableArgs,
}

/// Arguments of `referee redo`.
#[derive(Debug, Args)]
pub struct RedoArgs {
    /// How many things to do again that were taken back
    #[arg(default_value_t = 1)]
    pub times: usize,
    /// Who says so
    #[arg(long, value_name = "NAME")]
    pub seat: Option<String>,
    #[command(flatten)]
    pub table: TableArgs,
}

/// Arguments of `referee custody`.
#[derive(Debug, Args)]
pub struct CustodyArgs {
    /// A die or deck, such as `d6`; without it, all that are not named
    pub of: Option<String>,
    /// Who has it: app, table or ask
    #[arg(long, value_name = "WHO", value_parser = word(&Custody::WORDS))]
    pub to: Custody,
    #[command(flatten)]
    pub table: TableArgs,
}

/// Arguments of `referee note`.
#[derive(Debug, Args)]
pub struct NoteArgs {
    /// What to write down
    #[arg(required = true)]
    pub text: Vec<String>,
    #[command(flatten)]
    pub table: TableArgs,
}

/// Answers the question that waits.
pub fn answer(arguments: &AnswerArgs) -> Result<(), Diagnostics> {
    let mut session = arguments.table.open(Access::Write)?;
    let text = arguments.answer.join(" ");
    let given = Move { by: arguments.seat.as_deref(), number: arguments.number, text: &text };
    let began = Instant::now();
    let before = session.table.number();
    session.answer(&given)?;
    let took = began.elapsed();
    after(&mut session, &arguments.table, before, json!({ "durable_ms": took.as_secs_f64() * 1000.0 }))
}

/// Tells what came of it, and what is asked now.
pub fn after(session: &mut Session, table: &TableArgs, before: u64, more: Value) -> Result<(), Diagnostics> {
    problems(&session.printed(before));
    if !table.json {
        return tell(session, None, table, false, News::Since(before));
    }
    let view = session.look(|table| table.view(Viewer::Everybody))?;
    let mut told = view.json();
    told["table"] = json!(session.name());
    if let (Value::Object(told), Value::Object(more)) = (&mut told, more) {
        told.extend(more);
    }
    say_json(&told);
    Ok(())
}

/// Lets the referee roll or deal.
pub fn roll(arguments: &RollArgs) -> Result<(), Diagnostics> {
    let mut session = arguments.table.open(Access::Write)?;
    let is_chance = session.table.request().is_some_and(|request| request.kind.randomiser().is_some());
    if !is_chance {
        let asked = session.table.request().map(|request| Hint::Asked(request.prompt.clone()));
        return Err(Refusal::new("there is nothing to roll or to deal now").maybe_hint(asked).into());
    }
    let before = session.table.number();
    session.with(|table, at| table.answer(&Move { text: "roll", ..Move::default() }, at))?;
    after(&mut session, &arguments.table, before, json!({}))
}

/// Takes back.
pub fn undo(arguments: &UndoArgs) -> Result<(), Diagnostics> {
    let mut session = arguments.table.open(Access::Write)?;
    let back = arguments.to.map_or(Back::Times(arguments.times), Back::To);
    if back == Back::Times(0) {
        return Err(Refusal::new("nothing is taken back with 0").hint("`undo 1` takes back what was done last").into());
    }
    let before = session.table.number();
    let taken = session.with(|table, at| table.undo(back, arguments.seat.as_deref(), at))?;
    if !arguments.table.json {
        say(&(taken_back(&taken).join("\n") + "\n"));
    }
    let more =
        json!({ "taken_back": taken.told, "reveals": taken.reveals.iter().map(|one| &one.told).collect::<Vec<_>>() });
    after(&mut session, &arguments.table, before, more)
}

/// Does again what was taken back.
pub fn redo(arguments: &RedoArgs) -> Result<(), Diagnostics> {
    let mut session = arguments.table.open(Access::Write)?;
    let before = session.table.number();
    let done = session.with(|table, at| table.redo(arguments.times, arguments.seat.as_deref(), at))?;
    if let Some(told) = done.how_many(arguments.times).filter(|_| !arguments.table.json) {
        say(&told);
    }
    after(&mut session, &arguments.table, before, json!({ "done_again": done.told }))
}

/// Hands a die or deck over.
pub fn custody(arguments: &CustodyArgs) -> Result<(), Diagnostics> {
    let mut session = arguments.table.open(Access::Write)?;
    let before = session.table.number();
    session.with(|table, at| table.custody(arguments.of.as_deref(), arguments.to, at))?;
    after(&mut session, &arguments.table, before, json!({}))
}

/// Writes something down.
pub fn note(arguments: &NoteArgs) -> Result<(), Diagnostics> {
    let text = arguments.text.join(" ");
    if text.trim().is_empty() {
        return Err(Diagnostic::error("there is nothing to write down").into());
    }
    let mut session = arguments.table.open(Access::Write)?;
    let before = session.table.number();
    session.with(|table, at| {
        table.note(&text, None, at);
        Ok(())
    })?;
    after(&mut session, &arguments.table, before, json!({}))
}
