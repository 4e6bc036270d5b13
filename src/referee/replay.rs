//! Whether what is played again from its journal comes out the same. What does not was kept by the rules beside the state,
//! and is gone when the table is opened the next time.

use serde_json::Value;

use super::{Fault, FaultKind, Problem, Table, Viewer};

/// The first field in which two states differ, with what it is in each.
#[must_use]
pub fn difference<'v>(first: &'v Value, second: &'v Value) -> Option<(String, &'v Value, &'v Value)> {
    if first == second {
        return None;
    }
    let inner = match (first, second) {
        (Value::Object(first), Value::Object(second)) => {
            let nothing = &Value::Null;
            let mut names: Vec<&String> = first.keys().chain(second.keys()).collect();
            names.sort_unstable();
            let in_each = |name: &&'v String| [first, second].map(|fields| fields.get(*name).unwrap_or(nothing));
            names.iter().find_map(|name| {
                let [first, second] = in_each(name);
                difference(first, second).map(|(path, first, second)| (under(name, &path), first, second))
            })
        }
        (Value::Array(first), Value::Array(second)) if first.len() == second.len() => {
            first.iter().zip(second).enumerate().find_map(|(n, (first, second))| {
                let (path, first, second) = difference(first, second)?;
                Some((under(&(n + 1).to_string(), &path), first, second))
            })
        }
        _ => None,
    };
    Some(inner.unwrap_or((String::new(), first, second)))
}

fn under(name: &str, path: &str) -> String {
    if path.is_empty() { name.to_owned() } else { format!("{name}.{path}") }
}

/// What is wrong when a step came out as the first, and played again as the second: each the next step and the state.
#[must_use]
pub fn drifted(step: &str, first: (&str, &Value), second: (&str, &Value)) -> Option<Fault> {
    let (what, field) = match difference(first.1, second.1) {
        Some((field, first, second)) => {
            (format!("`{field}` is {}, and then {}", told(first), told(second)), Some(field))
        }
        None if first.0 == second.0 => return None,
        None => (format!("`{}` comes next, and then `{}`", first.0, second.0), None),
    };
    Some(Fault {
        kind: FaultKind::Drift,
        message: format!("the step `{step}` comes out otherwise when it is played again: {what}"),
        hint: Some("whatever lasts belongs into the state: the rest is gone when the table is opened again".to_owned()),
        step: Some(step.to_owned()),
        field,
        ..Fault::default()
    })
}

/// A value in a message.
fn told(value: &Value) -> String {
    match value {
        Value::Null => "nothing".to_owned(),
        Value::String(text) => format!("`{text}`"),
        Value::Array(items) => format!("a list of {}", items.len()),
        Value::Object(_) => "a table".to_owned(),
        other => other.to_string(),
    }
}

/// Compares a table with one that was played again from its journal, step by step; both keep the beginnings of all steps.
///
/// # Errors
/// The first step that does not come out the same, or a fault of the rules.
pub fn compare_replay(live: &mut Table, again: &mut Table) -> Result<(), Problem> {
    let (first, second) = (live.beginnings(), again.beginnings());
    let mut step = first.first().map_or("", |(_, at)| at.step.as_str());
    for ((_, first), (_, second)) in first.iter().zip(&second) {
        is_same(drifted(step, (&first.step, &first.state), (&second.step, &second.state)))?;
        step = &first.step;
    }
    let asked = |table: &Table| table.request().map_or_else(String::new, |request| request.prompt.clone());
    let (one, other) = (live.state(Viewer::Referee)?, again.state(Viewer::Referee)?);
    is_same(drifted(step, (&asked(live), &one), (&asked(again), &other)))
}

fn is_same(drift: Option<Fault>) -> Result<(), Problem> {
    drift.map_or(Ok(()), |fault| Err(fault.into()))
}
