//! Which cards lie in the piles of a state, to find the card that somebody adjusts and that no game has.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::diag::meant_or_known;

use super::{Refusal, Schema, Slot, Type};

/// The names of all cards in the piles of a state.
pub(super) fn cards_of(schema: &Schema, state: &Value) -> BTreeSet<String> {
    slots_of(schema, state).iter().filter_map(|slot| slot.card().map(str::to_owned)).collect()
}

/// What lies in all piles of a state.
pub(super) fn slots_of(schema: &Schema, state: &Value) -> Vec<Slot> {
    let mut found = Vec::new();
    for (name, of) in &schema.fields {
        gather(of, state.get(name).unwrap_or(&Value::Null), &mut found);
    }
    found
}

fn gather(of: &Type, value: &Value, found: &mut Vec<Slot>) {
    match (of, value) {
        (Type::Maybe(of) | Type::Own(of) | Type::Hidden(of), _) => gather(of, value, found),
        (Type::EachSeat(of) | Type::Map(_, of), Value::Object(entries)) => {
            entries.values().for_each(|entry| gather(of, entry, found));
        }
        (Type::List(of, _), Value::Array(items)) => items.iter().for_each(|item| gather(of, item, found)),
        (Type::Record(fields), Value::Object(given)) => {
            for (name, of) in fields {
                gather(of, given.get(name).unwrap_or(&Value::Null), found);
            }
        }
        (Type::Pile(_), Value::Array(slots)) => found.extend(slots.iter().filter_map(Slot::read)),
        _ => {}
    }
}

/// Refuses the first of some cards that is not known.
pub(super) fn all_known(cards: &BTreeSet<String>, known: &BTreeSet<String>) -> Result<(), Refusal> {
    let Some(stranger) = cards.iter().find(|card| !known.contains(*card)) else { return Ok(()) };
    let refusal = Refusal::new(format!("no card of this game is called `{stranger}`"));
    Err(refusal.maybe_hint(meant_or_known(stranger, known.iter().map(String::as_str))))
}
