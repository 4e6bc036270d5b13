//! Which cards lie in the piles of a state, to find the card that somebody adjusts and that no game
//! has, or another deck.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use crate::diag::meant_or_known;

use super::{Refusal, Schema, Slot, Type};

/// What lies in a pile, and the deck that the pile is declared for.
pub(super) struct Lying<'s> {
    pub slot: Slot,
    pub deck: Option<&'s str>,
}

/// The names of all cards in the piles of a state.
pub(super) fn cards_of(schema: &Schema, state: &Value) -> BTreeSet<String> {
    lying_in(schema, state).iter().filter_map(|lying| lying.slot.card().map(str::to_owned)).collect()
}

/// What lies in all piles of a state.
pub(super) fn lying_in<'s>(schema: &'s Schema, state: &Value) -> Vec<Lying<'s>> {
    let mut found = Vec::new();
    for (name, of) in &schema.fields {
        gather(of, state.get(name).unwrap_or(&Value::Null), &mut found);
    }
    found
}

fn gather<'s>(of: &'s Type, value: &Value, found: &mut Vec<Lying<'s>>) {
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
        (Type::Pile(of), Value::Array(slots)) => {
            let deck = of.deck.as_deref();
            found.extend(slots.iter().filter_map(Slot::read).map(|slot| Lying { slot, deck }));
        }
        _ => {}
    }
}

/// Refuses the first of some cards that is not known.
pub(super) fn all_known(cards: &BTreeSet<String>, known: &BTreeSet<String>) -> Result<(), Refusal> {
    let Some(stranger) = cards.iter().find(|card| !known.contains(*card)) else { return Ok(()) };
    let refusal = Refusal::new(format!("no card of this game is called `{stranger}`"));
    Err(refusal.maybe_hint(meant_or_known(stranger, known.iter().map(String::as_str))))
}

/// The cards that lie where only cards of another printed deck can, and why not, in the order of their names.
pub(super) fn misplaced(schema: &Schema, state: &Value) -> BTreeMap<(String, String), Refusal> {
    let strange = |lying: Lying<'_>| {
        let (card, deck) = (lying.slot.card()?, lying.deck?);
        let known = schema.decks.get(deck).filter(|known| !known.contains(card))?;
        let refusal = Refusal::new(format!("`{card}` is no card of `{deck}`"));
        let hint = meant_or_known(card, known.iter().map(String::as_str));
        Some(((deck.to_owned(), card.to_owned()), refusal.maybe_hint(hint)))
    };
    lying_in(schema, state).into_iter().filter_map(strange).collect()
}
