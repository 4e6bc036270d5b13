//! Cards that cannot lie where an example puts them: more of one than are printed, or more than a pool has.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::diag::{Diagnostic, count_of};
use crate::model::Laws;
use crate::referee::cards::{lying_in, misplaced};
use crate::referee::{Refusal, Schema, Slot};

use super::vocabulary::Vocabulary;

/// Where the pools are of which nobody has told the cards.
const POOLS: &str = "pools";

/// What cannot lie in the piles of a state.
pub fn cards(schema: &Schema, state: &Value, words: &Vocabulary, laws: Laws) -> Vec<Diagnostic> {
    let slots: Vec<Slot> = lying_in(schema, state).into_iter().map(|lying| lying.slot).collect();
    let mut found = Vec::new();
    // Where no law has to hold, cards may stand for others.
    if laws == Laws::Hold {
        found.extend(too_many(&slots, words));
        found.extend(misplaced(schema, state).values().map(Refusal::diagnostic));
    }
    let pools = state.get(POOLS).and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
    // Without any pool the slots are only counted.
    if !pools.is_empty() {
        found.extend(beyond_pools(&slots, pools));
    }
    found
}

fn too_many(slots: &[Slot], words: &Vocabulary) -> Vec<Diagnostic> {
    let mut there: BTreeMap<&str, usize> = BTreeMap::new();
    for card in slots.iter().filter_map(Slot::card) {
        *there.entry(card).or_default() += 1;
    }
    let more = there.into_iter().filter_map(|(card, there)| Some((card, there, words.printed(card)?)));
    let told = |(card, there, printed): (&str, usize, usize)| {
        Diagnostic::error(format!("`{card}` lies {} in what is given, and {} printed", times(there), were(printed)))
    };
    more.filter(|(_, there, printed)| there > printed).map(told).collect()
}

fn were(printed: usize) -> String {
    format!("{printed} {}", if printed == 1 { "is" } else { "are" })
}

fn times(count: usize) -> String {
    if count == 1 { "once".to_owned() } else { count_of(count, "time") }
}

/// Slots of pools that are not there, or have fewer cards. What was mixed with another pool is left alone.
fn beyond_pools(slots: &[Slot], pools: &[Value]) -> Vec<Diagnostic> {
    let mut there: BTreeMap<u64, u64> = BTreeMap::new();
    for slot in slots {
        if let Slot::OneOf(pool) = slot {
            *there.entry(*pool).or_default() += 1;
        }
    }
    let is_mixed = pools.iter().any(|pool| pool.get("joined").and_then(Value::as_u64).unwrap_or(0) > 0);
    let told = |(number, there): (u64, u64)| {
        let at = usize::try_from(number).ok()?.checked_sub(1);
        let Some(pool) = at.and_then(|at| pools.get(at)) else {
            let message = format!("a slot is of the pool {number}, and `pools` has {}", pools.len());
            let hint = "name the card, or say in `pools` what it can be: `pools: [{deck: .., cards: {..}}]`";
            return Some(Diagnostic::error(message).hint(hint));
        };
        let cards: u64 = pool.get("cards")?.as_object()?.values().filter_map(Value::as_u64).sum();
        let are = if there == 1 { "slot is" } else { "slots are" };
        let message = format!(
            "{there} {are} of the pool {number}, and it has {}",
            count_of(usize::try_from(cards).unwrap_or(usize::MAX), "card")
        );
        (there > cards && !is_mixed).then(|| Diagnostic::error(message))
    };
    there.into_iter().filter_map(told).collect()
}
