//! "The table is right": sets fields of the state, in the middle of a step too. The step is played again from its start, so
//! its start is set such that the fields are as wished now.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::schema::get;
use super::{Adjusted, Problem, Refusal, Table, What};

/// Sets fields to what is on the table.
pub(super) fn adjust(table: &mut Table, wish: &Adjusted, by: Option<&str>, at: &str) -> Result<(), Problem> {
    if wish.triggers && table.desk.borrow().is_in_step() {
        let refusal = Refusal::new("the rules can only be told of a change between two steps");
        return Err(refusal.hint("answer the question first, or leave out the triggers").into());
    }
    let now = table.rules.state()?;
    check(table, &now, &wish.set)?;
    for start in starts(table, &now, &wish.set) {
        let tried = Adjusted { at_step: start, ..wish.clone() };
        let fits = table.try_adjusted(&tried);
        // Whatever was tried, the journal is what counts.
        table.restore()?;
        match fits {
            Ok(true) => return table.fold_with(What::Adjust(tried), by, at),
            Ok(false) | Err(Problem::Refused(_)) => {}
            Err(problem) => return Err(problem),
        }
    }
    let fields: Vec<String> = wish.set.keys().map(|field| format!("`{field}`")).collect();
    let message = format!("{} cannot be set in the middle of the step that is being played", fields.join(" and "));
    Err(Refusal::new(message)
        .hint("answer the question that waits, or `undo` to the start of the step, and adjust then")
        .into())
}

/// Whether every field exists and every value fits.
fn check(table: &Table, now: &Value, set: &BTreeMap<String, Value>) -> Result<(), Problem> {
    let mut state = now.clone();
    for (path, value) in set {
        table.rules.schema().set(&mut state, path, value.clone()).map_err(Refusal::from)?;
    }
    Ok(())
}

/// What the start of the step may have been: as wished, or numbers shifted by what is missing now.
fn starts(table: &Table, now: &Value, set: &BTreeMap<String, Value>) -> [BTreeMap<String, Value>; 2] {
    let (_, start) = table.rules.step();
    let number = |state: &Value, path: &str| get(state, path).and_then(Value::as_i64);
    let shifted = |(path, value): (&String, &Value)| {
        let shift = value.as_i64().zip(number(now, path)).map(|(wanted, now)| wanted - now);
        let moved = number(start, path).zip(shift).map(|(start, shift)| json!(start + shift));
        (path.clone(), moved.unwrap_or_else(|| value.clone()))
    };
    [set.clone(), set.iter().map(shifted).collect()]
}
