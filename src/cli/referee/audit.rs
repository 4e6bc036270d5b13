//! `referee audit`: what lies on the table counted, and what differs.

use clap::Args;
use serde_json::{Value, json};

use crate::app::table::About;
use crate::app::{Access, Session};
use crate::cli::report::{say, say_json};
use crate::diag::{Diagnostics, count_of};
use crate::referee::{Count, Refusal};
use crate::ui::terminal::{Screen, made_of};

use super::table_args::TableArgs;

/// Arguments of `referee audit`.
#[derive(Debug, Args)]
pub struct AuditArgs {
    /// Counts in the order they are asked for, such as `28 2 0`, `_` for what was not counted; without any, what to count
    #[arg(value_name = "COUNT")]
    pub counts: Vec<String>,
    /// As this seat sees it; usually what everybody may know
    #[arg(long, value_name = "NAME")]
    pub seat: Option<String>,
    #[command(flatten)]
    pub table: TableArgs,
}

/// Compares the table with what people count.
pub fn audit(arguments: &AuditArgs) -> Result<(), Diagnostics> {
    let mut session = arguments.table.open(Access::Look)?;
    let viewer = session.viewer(arguments.seat.as_deref())?;
    let counts = session.look(|table| table.audit(viewer))?;
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
    if arguments.table.json {
        tell_drifts_as_json(&drifts);
        return Ok(());
    }
    tell_drifts(&mut session, &drifts)
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

fn tell_drifts_as_json(drifts: &[(&Count, i64)]) {
    let one = |(count, number): &(&Count, i64)| json!({ "what": count.what, "referee": count.count, "table": number, "adjust": proposal(count, *number) });
    say_json(&Value::Array(drifts.iter().map(one).collect()));
}

fn tell_drifts(session: &mut Session, drifts: &[(&Count, i64)]) -> Result<(), Diagnostics> {
    if drifts.is_empty() {
        say("the table and the referee agree");
    }
    let known = session.settings()?;
    for (count, number) in drifts {
        say(&format!("{}: the referee has {}, the table {number}", count.what, count.count));
        if let Some(adjust) = proposal(count, *number) {
            say(&format!("  tablewright referee adjust {} --reason \"it was counted\"", quoted(&adjust)));
            continue;
        }
        let behind = session.settings_behind(count, &known.all)?;
        say(made_of(&behind, Screen::default().width).trim_end());
        if let Some(first) = behind.first().filter(|first| first.about != About::Empty) {
            let adjust = format!("{}: {}", first.called, first.value);
            say(&format!("  set what differs: tablewright referee adjust \"{adjust}\" --reason \"it was counted\""));
        }
    }
    Ok(())
}

fn proposal(count: &Count, number: i64) -> Option<String> {
    count.field.as_ref().map(|field| format!("{field}={number}"))
}

/// An argument as a shell wants it; names may have blanks.
fn quoted(text: &str) -> String {
    if text.contains(char::is_whitespace) { format!("\"{text}\"") } else { text.to_owned() }
}
