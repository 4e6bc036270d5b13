//! "The table is right": sets fields of the state, in the middle of a step too. The step is played again from its start, so
//! its start is set such that the fields are as wished now.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};

use crate::diag::Diagnostic;

use super::cards::{all_known, cards_of, misplaced};
use super::schema::get;
use super::unseen::kept_secret;
use super::{Adjusted, BrokenLaw, Fault, Problem, Refusal, Table, What};

/// What came of an adjustment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Adjustment {
    /// The fields that were set.
    pub fields: Vec<String>,
    /// What people call them.
    pub called: Vec<String>,
    /// The laws that held before, and do not hold any more.
    pub broken: Vec<BrokenLaw>,
    /// The laws that did not hold before either.
    pub still_broken: Vec<BrokenLaw>,
    /// What is wrong with the laws themselves, if they cannot be looked at.
    pub fault: Option<Fault>,
}

impl Adjustment {
    /// What does not add up now, each as a warning that says which fields were set.
    #[must_use]
    pub fn warnings(&self) -> Vec<Diagnostic> {
        let set = self.set_told();
        let new = |law: &BrokenLaw| format!("since {set} set, this does not add up any more: {law}");
        let old = |law: &BrokenLaw| format!("this did not add up before either: {law}");
        let told = self.broken.iter().map(new).chain(self.still_broken.iter().map(old));
        let hint = "adjust another field as well, or leave it if the table is like that";
        told.map(|message| Diagnostic::warning(message).hint(hint)).collect()
    }

    /// "`pen` is", "`pen` and `hand of Bob` are".
    fn set_told(&self) -> String {
        let fields: Vec<String> = self.called.iter().map(|field| format!("`{field}`")).collect();
        match fields.as_slice() {
            [most @ .., last] if !most.is_empty() => format!("{} and {last} are", most.join(", ")),
            _ => format!("{} is", fields.join("")),
        }
    }

    /// Every law that does not hold now.
    pub fn laws(&self) -> impl Iterator<Item = &BrokenLaw> {
        self.broken.iter().chain(&self.still_broken)
    }
}

/// Sets fields to what is on the table.
pub(super) fn adjust(table: &mut Table, wish: &Adjusted, by: Option<&str>, at: &str) -> Result<Adjustment, Problem> {
    if wish.triggers && table.queue.borrow().is_in_step() {
        let refusal = Refusal::new("the rules can only be told of a change between two steps");
        return Err(refusal.hint("answer the question first, or leave out the triggers").into());
    }
    let now = table.rules.state()?;
    check(table, &now, &wish.set)?;
    let wish = &Adjusted { set: kept_secret(table.rules.schema(), &now, &wish.set), ..wish.clone() };
    // Laws that cannot be looked at may be why somebody adjusts.
    let before = table.rules.broken_laws().unwrap_or_default();
    for start in starts(table, &now, &wish.set) {
        let tried = Adjusted { at_step: start, ..wish.clone() };
        let fits = table.try_adjusted(&tried);
        // Whatever was tried, the journal is what counts.
        table.restore()?;
        match fits {
            Ok(true) => {
                table.fold_with(What::Adjust(tried), by, at)?;
                return Ok(outcome(table, wish, &before));
            }
            // A step that was begun otherwise may make no sense to the rules any more.
            Ok(false) | Err(Problem::Refused(_) | Problem::Fault(_)) => {}
            Err(problem) => return Err(problem),
        }
    }
    let fields = wish.set.keys().filter(|field| table.rules.schema().is_of_the_game(field).is_ok());
    let fields: Vec<String> = fields.map(|field| format!("`{}`", table.rules.schema().spoken(field))).collect();
    let message = format!("{} cannot be set in the middle of the step that is being played", fields.join(" and "));
    Err(Refusal::new(message)
        .hint("answer the question that waits, or `undo` to the start of the step, and adjust then")
        .into())
}

/// What does not add up after an adjustment.
fn outcome(table: &mut Table, wish: &Adjusted, before: &[BrokenLaw]) -> Adjustment {
    let laws = table.rules.broken_laws();
    let fault = laws.as_ref().err().cloned();
    let was_broken = |law: &BrokenLaw| before.iter().any(|known| known.name == law.name);
    let (still_broken, broken) = laws.unwrap_or_default().into_iter().partition(was_broken);
    let of_the_game = |field: &&String| table.rules.schema().is_of_the_game(field).is_ok();
    let fields: Vec<String> = wish.set.keys().filter(of_the_game).cloned().collect();
    let called = fields.iter().map(|field| table.rules.schema().spoken(field)).collect();
    Adjustment { fields, called, broken, still_broken, fault }
}

/// Whether every field exists and every value fits.
fn check(table: &Table, now: &Value, set: &BTreeMap<String, Value>) -> Result<(), Problem> {
    let mut state = now.clone();
    for (path, value) in set {
        table.rules.schema().set(&mut state, path, value.clone()).map_err(Refusal::from)?;
    }
    all_known(&cards_of(table.rules.schema(), &state), &known_cards(table, now))?;
    // What the rules have laid there themselves may lie there.
    let before = misplaced(table.rules.schema(), now);
    let mut after = misplaced(table.rules.schema(), &state).into_iter();
    after.find(|(at, _)| !before.contains_key(at)).map_or(Ok(()), |(_, refusal)| Err(refusal.into()))
}

/// What a card can be called: like a piece of the game, or as any that lies there, or lay there before.
fn known_cards(table: &Table, now: &Value) -> BTreeSet<String> {
    let mut known: BTreeSet<String> = table.rules.pieces().into_iter().collect();
    known.extend(cards_of(table.rules.schema(), now));
    for (_, at) in table.beginnings() {
        known.extend(cards_of(table.rules.schema(), &at.state));
    }
    known
}

/// What the start of the step may have been: as wished, or numbers shifted by what is missing now.
fn starts(table: &Table, now: &Value, set: &BTreeMap<String, Value>) -> [BTreeMap<String, Value>; 2] {
    let (_, start) = table.rules.step();
    let number = |state: &Value, path: &str| get(state, path).and_then(Value::as_i64);
    let shifted = |(path, value): (&String, &Value)| {
        let shift = value.as_i64().zip(number(now, path)).map(|(wanted, now)| wanted.saturating_sub(now));
        let moved = number(start, path).zip(shift).map(|(start, shift)| json!(start.saturating_add(shift)));
        (path.clone(), moved.unwrap_or_else(|| value.clone()))
    };
    [set.clone(), set.iter().map(shifted).collect()]
}
