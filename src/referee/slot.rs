//! What lies at one place of a pile, and how it stands in the JSON of states and journals: everybody who meets a slot reads
//! and writes it here.

use serde_json::{Value, json};

/// One place of a pile.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Slot {
    /// A card that everybody knows who sees the pile.
    Card(String),
    /// A card that only some have seen.
    Seen {
        /// The card.
        card: String,
        /// The seats that have seen it, by name.
        by: Vec<String>,
    },
    /// One of the cards of a pool, which one nobody has told; the number of the pool.
    OneOf(u64),
}

impl Slot {
    /// What somebody sees who may not even know which cards it can be.
    pub const UNKNOWN: Self = Self::OneOf(0);

    /// A slot of a state; none if this is none.
    #[must_use]
    pub fn read(value: &Value) -> Option<Self> {
        match value {
            Value::String(card) => Some(Self::Card(card.clone())),
            Value::Number(pool) => pool.as_u64().map(Self::OneOf),
            Value::Object(fields) => {
                let card = fields.get("card")?.as_str()?.to_owned();
                let by = fields.get("seen").map_or(Some(Vec::new()), names)?;
                Some(Self::Seen { card, by })
            }
            _ => None,
        }
    }

    /// A slot as people write it: a card, or the number of a pool.
    #[must_use]
    pub fn typed(text: &str) -> Self {
        text.parse().map_or_else(|_| Self::Card(text.to_owned()), Self::OneOf)
    }

    /// As it stands in a state.
    #[must_use]
    pub fn json(&self) -> Value {
        match self {
            Self::Card(card) => json!(card),
            Self::Seen { card, by } => json!({ "card": card, "seen": by }),
            Self::OneOf(pool) => json!(pool),
        }
    }

    /// As one seat sees it, or everybody without one: a card, or that it is unknown.
    #[must_use]
    pub fn as_seen_by(&self, seat: Option<&str>) -> Self {
        match self {
            Self::Card(_) => self.clone(),
            Self::Seen { card, by } if by.iter().any(|seen| seat == Some(seen)) => Self::Card(card.clone()),
            Self::Seen { .. } | Self::OneOf(_) => Self::UNKNOWN,
        }
    }

    /// The card, if anybody has told which.
    #[must_use]
    pub fn card(&self) -> Option<&str> {
        match self {
            Self::Card(card) | Self::Seen { card, .. } => Some(card),
            Self::OneOf(_) => None,
        }
    }

    /// Whether nobody has told which card it is.
    #[must_use]
    pub const fn is_unknown(&self) -> bool {
        matches!(self, Self::OneOf(_))
    }
}

fn names(seats: &Value) -> Option<Vec<String>> {
    seats.as_array()?.iter().map(|seat| seat.as_str().map(str::to_owned)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slot_stands_in_a_state_as_it_always_did() {
        let seen = Slot::Seen { card: "rune-a".to_owned(), by: vec!["Ann".to_owned()] };
        let slots = [
            (json!("rune-a"), Slot::Card("rune-a".to_owned())),
            (json!({ "card": "rune-a", "seen": ["Ann"] }), seen),
            (json!(3), Slot::OneOf(3)),
        ];
        for (value, slot) in slots {
            assert_eq!(Slot::read(&value).as_ref(), Some(&slot), "{value}");
            assert_eq!(slot.json(), value);
        }
        let odd = [json!(-1), json!(1.5), json!(null), json!(true), json!([]), json!({}), json!({ "card": 3 })];
        for value in odd.into_iter().chain([json!({ "card": "a", "seen": "Ann" }), json!({ "card": "a", "seen": [1] })])
        {
            assert_eq!(Slot::read(&value), None, "{value}");
        }
    }

    #[test]
    fn who_has_seen_a_card_knows_it() {
        let seen = Slot::Seen { card: "rune-a".to_owned(), by: vec!["Ann".to_owned()] };
        assert_eq!(seen.as_seen_by(Some("Ann")), Slot::Card("rune-a".to_owned()));
        assert_eq!(seen.as_seen_by(Some("Bob")), Slot::UNKNOWN);
        assert_eq!(seen.as_seen_by(None), Slot::UNKNOWN);
        assert_eq!(Slot::OneOf(2).as_seen_by(Some("Ann")), Slot::UNKNOWN);
    }
}
