//! The verbs that go on with a table: `answer`, `roll`, `undo`, `adjust`, `audit`, `custody`, `note`.

use std::collections::BTreeMap;
use std::time::Instant;

use serde_json::{Value, json};

use crate::cli::report::{say, say_json};
use crate::diag::{Diagnostic, count_of};
use crate::referee::{Adjusted, Back, Count, Hint, Move, Refusal, Table, Viewer};
use crate::ui::terminal::{answer_all, fields, read_wishes, taken_back};

use super::args::{AdjustArgs, AnswerArgs, AuditArgs, CustodyArgs, NoteArgs, RollArgs, TableArgs, UndoArgs};
use super::look::{News, tell};
use super::session::{Access, Failure, Session};

/// Answers the question that waits.
pub fn answer(arguments: &AnswerArgs) -> Result<(), Failure> {
    let mut session = Session::open(arguments.table.table.as_deref(), Access::Write)?;
    let text = arguments.answer.join(" ");
    let given = Move { by: arguments.seat.as_deref(), number: arguments.number, text: &text };
    let began = Instant::now();
    let before = session.table.number();
    answer_all(&mut session, &given).map_err(|found| Failure { found })?;
    let took = began.elapsed();
    after(&mut session, &arguments.table, before, json!({ "durable_ms": took.as_secs_f64() * 1000.0 }))
}

/// Tells what came of it, and what is asked now.
fn after(session: &mut Session, table: &TableArgs, before: u64, more: Value) -> Result<(), Failure> {
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
pub fn roll(arguments: &RollArgs) -> Result<(), Failure> {
    let mut session = Session::open(arguments.table.table.as_deref(), Access::Write)?;
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
pub fn undo(arguments: &UndoArgs) -> Result<(), Failure> {
    let mut session = Session::open(arguments.table.table.as_deref(), Access::Write)?;
    let back = arguments.to.map_or(Back::Times(arguments.times), Back::To);
    if back == Back::Times(0) {
        return Err(Refusal::new("nothing is taken back with 0").hint("`undo 1` takes back what was done last").into());
    }
    let before = session.table.number();
    let taken = session.with(|table, at| table.undo(back, arguments.seat.as_deref(), at))?;
    if !arguments.table.json {
        say(&(taken_back(&taken).join("\n") + "\n"));
    }
    let more = json!({ "taken_back": taken.told, "reveals": taken.reveals });
    after(&mut session, &arguments.table, before, more)
}

/// Sets fields to what is on the table.
pub fn adjust(arguments: &AdjustArgs) -> Result<(), Failure> {
    let access = if arguments.set.is_empty() { Access::Look } else { Access::Write };
    let mut session = Session::open(arguments.table.table.as_deref(), access)?;
    if arguments.set.is_empty() {
        return list_fields(&mut session, arguments.table.json);
    }
    let set = read_wishes(&session.table, &arguments.set).map_err(Failure::of)?;
    let reason = arguments.reason.clone().ok_or_else(|| {
        Failure::of(
            Diagnostic::error("an adjustment needs a reason")
                .hint("say why with `--reason \"one fell off the table\"`"),
        )
    })?;
    let wish = Adjusted { set, at_step: BTreeMap::new(), reason, triggers: arguments.triggers };
    let before = session.table.number();
    let adjusted = session.with(|table, at| table.adjust(&wish, arguments.seat.as_deref(), at))?;
    for warning in adjusted.warnings() {
        crate::cli::report::problems(&Failure::of(warning).found);
    }
    if let Some(fault) = adjusted.fault {
        return session.look(|_| Err(fault.into()));
    }
    let broken: Vec<String> = adjusted.laws().map(ToString::to_string).collect();
    after(&mut session, &arguments.table, before, json!({ "set": adjusted.fields, "broken_laws": broken }))
}

fn list_fields(session: &mut Session, as_json: bool) -> Result<(), Failure> {
    let state = session.look(|table| table.state(Viewer::Everybody))?;
    if as_json {
        say_json(&state);
        return Ok(());
    }
    for (name, told) in fields(&session.table, &state) {
        say(&format!("{name} = {told}"));
    }
    Ok(())
}

/// Compares the table with what people count.
pub fn audit(arguments: &AuditArgs) -> Result<(), Failure> {
    let mut session = Session::open(arguments.table.table.as_deref(), Access::Look)?;
    let counts = session.look(Table::audit)?;
    if arguments.counts.is_empty() {
        list_counts(&counts, arguments.table.json);
        return Ok(());
    }
    let given: Vec<&str> =
        arguments.counts.iter().flat_map(|text| text.split([' ', ','])).filter(|text| !text.is_empty()).collect();
    if given.len() > counts.len() {
        let are = if counts.len() == 1 { "is" } else { "are" };
        let message = format!("{} told, and there {are} {} to count", count_of(given.len(), "number"), counts.len());
        return Err(Refusal::new(message).hint("`audit` alone shows what to count, in order").into());
    }
    let mut drifts = Vec::new();
    for (text, count) in given.iter().zip(&counts).filter(|(text, _)| **text != "_") {
        let number: i64 = text.parse().map_err(|_| not_a_count(text))?;
        if number != count.count {
            drifts.push((count, number));
        }
    }
    tell_drifts(&drifts, arguments.table.json);
    Ok(())
}

fn not_a_count(text: &str) -> Refusal {
    let hint = "write a number for each, or `_` for what was not counted; `audit` alone shows what to count, in order";
    Refusal::new(format!("`{text}` is not a count")).hint(hint)
}

fn list_counts(counts: &[Count], as_json: bool) {
    if as_json {
        let one = |count: &Count| json!({ "what": count.what, "count": count.count, "field": count.field });
        say_json(&Value::Array(counts.iter().map(one).collect()));
        return;
    }
    if counts.is_empty() {
        say("the rules of this game name nothing to count");
    }
    for (n, count) in counts.iter().enumerate() {
        say(&format!("{:>3}. {}: {}", n + 1, count.what, count.count));
    }
}

fn tell_drifts(drifts: &[(&Count, i64)], as_json: bool) {
    if as_json {
        let one = |(count, number): &(&Count, i64)| json!({ "what": count.what, "referee": count.count, "table": number, "adjust": proposal(count, *number) });
        return say_json(&Value::Array(drifts.iter().map(one).collect()));
    }
    if drifts.is_empty() {
        say("the table and the referee agree");
    }
    for (count, number) in drifts {
        say(&format!("{}: the referee has {}, the table {number}", count.what, count.count));
        match proposal(count, *number) {
            Some(adjust) => {
                say(&format!("  tablewright referee adjust {} --reason \"it was counted\"", quoted(&adjust)));
            }
            None => say("  look where it differs, and adjust that; `referee adjust` alone lists the fields"),
        }
    }
}

fn proposal(count: &Count, number: i64) -> Option<String> {
    count.field.as_ref().map(|field| format!("{field}={number}"))
}

/// An argument as a shell wants it; names may have blanks.
fn quoted(text: &str) -> String {
    if text.contains(char::is_whitespace) { format!("\"{text}\"") } else { text.to_owned() }
}

/// Hands a die or deck over.
pub fn custody(arguments: &CustodyArgs) -> Result<(), Failure> {
    let mut session = Session::open(arguments.table.table.as_deref(), Access::Write)?;
    let before = session.table.number();
    session.with(|table, at| table.custody(arguments.of.as_deref(), arguments.to, at))?;
    after(&mut session, &arguments.table, before, json!({}))
}

/// Writes something down.
pub fn note(arguments: &NoteArgs) -> Result<(), Failure> {
    let mut session = Session::open(arguments.table.table.as_deref(), Access::Write)?;
    let before = session.table.number();
    let text = arguments.text.join(" ");
    session.with(|table, at| {
        table.note(&text, None, at);
        Ok(())
    })?;
    after(&mut session, &arguments.table, before, json!({}))
}
