//! An adjustment of what somebody holds in secret tells the others nothing: the cards that are set are seen by their owner
//! alone, and the pool that unknown cards come from has back what was held before, and lacks what is held now.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::schema::get;
use super::{Schema, Slot, Type};

/// What is set, so that only its owner learns of it.
pub(super) fn kept_secret(schema: &Schema, now: &Value, set: &BTreeMap<String, Value>) -> BTreeMap<String, Value> {
    let mut wanted = set.clone();
    // How many more of a card of a deck are held in secret than before.
    let mut more: BTreeMap<(String, String), i64> = BTreeMap::new();
    for (path, value) in &mut wanted {
        let Ok(of) = schema.find(path) else { continue };
        let owner =
            path.split('.').skip(1).find(|step| schema.seats.iter().any(|seat| seat == step)).map(str::to_owned);
        own_alone(of, value, owner.as_deref());
        count(of, get(now, path).unwrap_or(&Value::Null), false, -1, &mut more);
        count(of, value, false, 1, &mut more);
    }
    for ((deck, card), more) in more {
        if let Some((path, left)) = pool_with(now, &deck, &card, more) {
            wanted.insert(path, if left == 0 { Value::Null } else { json!(left) });
        }
    }
    wanted
}

/// Cards in a zone that only its owner sees are seen by nobody else.
fn own_alone(of: &Type, value: &mut Value, owner: Option<&str>) {
    match (of, value) {
        (Type::EachSeat(of), Value::Object(entries)) => {
            for (seat, entry) in entries {
                own_alone(of, entry, Some(seat));
            }
        }
        (Type::Own(of), Value::Array(slots)) if matches!(**of, Type::Pile(_)) => {
            for slot in slots {
                if let (Some(Slot::Card(card)), Some(owner)) = (Slot::read(slot), owner) {
                    *slot = Slot::Seen { card, by: vec![owner.to_owned()] }.json();
                }
            }
        }
        (Type::Maybe(of), value) if !value.is_null() => own_alone(of, value, owner),
        _ => {}
    }
}

/// Counts the cards that not everybody knows.
fn count(of: &Type, value: &Value, is_own: bool, each: i64, found: &mut BTreeMap<(String, String), i64>) {
    match (of, value) {
        (Type::Own(of), _) => count(of, value, true, each, found),
        (Type::Maybe(of), _) => count(of, value, is_own, each, found),
        (Type::EachSeat(of), Value::Object(entries)) => {
            entries.values().for_each(|entry| count(of, entry, is_own, each, found));
        }
        (Type::Pile(of), Value::Array(slots)) if is_own => {
            let Some(deck) = &of.deck else { return };
            for slot in slots {
                if let Some(Slot::Seen { card, .. }) = Slot::read(slot) {
                    *found.entry((deck.clone(), card)).or_default() += each;
                }
            }
        }
        _ => {}
    }
}

/// The count of a card in the pool of its deck, and what it is when so many more of it are held.
fn pool_with(now: &Value, deck: &str, card: &str, more: i64) -> Option<(String, i64)> {
    let pools = now.get("pools")?.as_array()?;
    let left = |pool: &Value| pool["cards"][card].as_i64().unwrap_or(0);
    let fits = |pool: &Value| more != 0 && pool["deck"] == deck && left(pool) >= more;
    let at = pools.iter().position(fits)?;
    Some((format!("pools.{}.cards.{card}", at + 1), left(&pools[at]) - more))
}
