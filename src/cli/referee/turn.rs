//! The verbs that go on with a table: `answer`, `roll`, `undo`, `adjust`, `audit`, `custody`, `note`.

use std::collections::BTreeMap;
use std::time::Instant;

use serde_json::{Value, json};

use crate::cli::report::{say, say_json};
use crate::diag::{Diagnostic, count_of};
use crate::referee::{Adjusted, Back, Count, Kind, Misfit, Move, Refusal, Table, TakenBack, Viewer};

use super::args::{AdjustArgs, AnswerArgs, AuditArgs, CustodyArgs, NoteArgs, RollArgs, TableArgs, UndoArgs};
use super::look::{log_line, tell};
use super::session::{Access, Failure, Session};

/// Answers the question that waits.
pub fn answer(arguments: &AnswerArgs) -> Result<(), Failure> {
    let mut session = Session::open(arguments.table.table.as_deref(), Access::Write)?;
    let text = arguments.answer.join(" ");
    let given = Move { by: arguments.seat.as_deref(), number: arguments.number, text: &text };
    let began = Instant::now();
    let before = session.table.number();
    let done = session.with(|table, at| table.answer(&given, at));
    let took = began.elapsed();
    match done {
        Err(_) if is_path(&session, &arguments.answer) && !session.is_broken => walk(&mut session, arguments)?,
        done => done?,
    }
    after(&mut session, &arguments.table, before, json!({ "durable_ms": took.as_secs_f64() * 1000.0 }))
}

/// Several places, one after another.
fn is_path(session: &Session, words: &[String]) -> bool {
    let places =
        session.table.request().is_some_and(|request| matches!(request.kind, Kind::Choose { places: true, .. }));
    places && words.len() > 1
}

/// Answers with one place after another, as long as they are legal.
fn walk(session: &mut Session, arguments: &AnswerArgs) -> Result<(), Failure> {
    for (n, place) in arguments.answer.iter().enumerate() {
        let number = arguments.number.filter(|_| n == 0);
        let given = Move { by: arguments.seat.as_deref(), number, text: place };
        if let Err(mut failure) = session.with(|table, at| table.answer(&given, at)) {
            if n > 0 {
                let done = arguments.answer[..n].join(" ");
                failure.found.push(Diagnostic::note(format!("`{done}` was done before; `undo {n}` takes it back")));
            }
            return Err(failure);
        }
    }
    Ok(())
}

/// Tells what came of it, and what is asked now.
fn after(session: &mut Session, table: &TableArgs, before: u64, more: Value) -> Result<(), Failure> {
    if !table.json {
        for line in session.table.log(Viewer::Everybody).iter().filter(|line| line.seq > before) {
            say(&log_line(line));
        }
        say("");
        return tell(session, None, table, false);
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
        let asked = session.table.request().map(|request| format!("asked now: {}", request.prompt));
        let refusal = Refusal::new("there is nothing to roll or to deal now");
        return Err(asked.map_or(refusal.clone(), |asked| refusal.hint(asked)).into());
    }
    let before = session.table.number();
    session.with(|table, at| table.answer(&Move { text: "roll", ..Move::default() }, at))?;
    after(&mut session, &arguments.table, before, json!({}))
}

/// Takes back.
pub fn undo(arguments: &UndoArgs) -> Result<(), Failure> {
    let mut session = Session::open(arguments.table.table.as_deref(), Access::Write)?;
    let back = arguments.to.map_or(Back::Times(arguments.times), Back::To);
    let taken = session.with(|table, at| table.undo(back, arguments.seat.as_deref(), at))?;
    if !arguments.table.json {
        say(&taken_back(&taken));
    }
    let more = json!({ "taken_back": taken.told, "reveals": taken.reveals });
    let before = session.table.number();
    after(&mut session, &arguments.table, before, more)
}

/// What was taken back, in words.
pub fn taken_back(taken: &TakenBack) -> String {
    let mut text: Vec<String> = taken.told.iter().map(|told| format!("taken back: {told}")).collect();
    if !taken.reveals.is_empty() {
        text.push(format!(
            "{} of these were dice or cards that everybody has seen: roll or draw again, or type what it was",
            taken.reveals.len()
        ));
    }
    text.join("\n")
}

/// Sets fields to what is on the table.
pub fn adjust(arguments: &AdjustArgs) -> Result<(), Failure> {
    let access = if arguments.set.is_empty() { Access::Look } else { Access::Write };
    let mut session = Session::open(arguments.table.table.as_deref(), access)?;
    if arguments.set.is_empty() {
        return list_fields(&mut session, arguments.table.json);
    }
    let set = wishes(&session.table, &arguments.set)?;
    let reason = arguments.reason.clone().ok_or_else(|| {
        Failure::of(
            Diagnostic::error("an adjustment needs a reason")
                .hint("say why with `--reason \"one fell off the table\"`"),
        )
    })?;
    let wish = Adjusted { set, at_step: BTreeMap::new(), reason, triggers: arguments.triggers };
    let before = session.table.number();
    session.with(|table, at| table.adjust(&wish, arguments.seat.as_deref(), at))?;
    let broken = session.look(Table::broken_laws)?;
    for law in &broken {
        let diagnostic = Diagnostic::warning(format!("this does not add up any more: {law}"));
        let hint = "adjust another field as well, or leave it if the table is like that";
        crate::cli::report::problems(&Failure::of(diagnostic.hint(hint)).found);
    }
    after(&mut session, &arguments.table, before, json!({ "broken_laws": broken }))
}

/// `pen=29` and `hand.Bob=17` as fields and values.
pub fn wishes(table: &Table, texts: &[String]) -> Result<BTreeMap<String, Value>, Failure> {
    let mut set = BTreeMap::new();
    for text in texts {
        let (path, value) = text.split_once('=').ok_or_else(|| {
            Failure::of(
                Diagnostic::error(format!("`{text}` is no adjustment")).hint("write a field and its value: `pen=29`"),
            )
        })?;
        let value = table.read_field(path.trim(), value).map_err(|misfit| misfitting(&misfit))?;
        set.insert(path.trim().to_owned(), value);
    }
    Ok(set)
}

fn misfitting(misfit: &Misfit) -> Failure {
    Failure::of(Diagnostic::error(misfit.to_string()).maybe_hint(misfit.hint.clone()))
}

fn list_fields(session: &mut Session, as_json: bool) -> Result<(), Failure> {
    let state = session.look(|table| table.state(Viewer::Everybody))?;
    if as_json {
        say_json(&state);
        return Ok(());
    }
    for (name, of) in session.table.fields() {
        say(&format!("{name} = {}   ({of})", state.get(&name).unwrap_or(&Value::Null)));
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
        let message = format!("{} told, and there are {} to count", count_of(given.len(), "count"), counts.len());
        return Err(Refusal::new(message).hint("`audit` alone shows what to count, in order").into());
    }
    let mut drifts = Vec::new();
    for (text, count) in given.iter().zip(&counts).filter(|(text, _)| **text != "_") {
        let number: i64 =
            text.parse().map_err(|_| Failure::of(Diagnostic::error(format!("`{text}` is not a count"))))?;
        if number != count.count {
            drifts.push((count, number));
        }
    }
    tell_drifts(&drifts, arguments.table.json);
    Ok(())
}

fn list_counts(counts: &[Count], as_json: bool) {
    if as_json {
        let one = |count: &Count| json!({ "what": count.what, "count": count.count, "field": count.field });
        say_json(&Value::Array(counts.iter().map(one).collect()));
        return;
    }
    if counts.is_empty() {
        say("the rules of this game declare nothing to count");
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
            Some(adjust) => say(&format!("  tablewright referee adjust {adjust} --reason \"counted\"")),
            None => say("  look which space differs, and adjust that"),
        }
    }
}

fn proposal(count: &Count, number: i64) -> Option<String> {
    count.field.as_ref().map(|field| format!("{field}={number}"))
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
