//! What a game has names for, so that no worked example is about something that is not there: an answer that nobody could
//! ever give is refused for no rule's sake.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use crate::diag::meant_or_known;

/// What people may type in every game.
const EVERYWHERE: [&str; 5] = ["yes", "no", "none", "unseen", "over"];

/// The names of a game.
#[derive(Debug, Clone, Default)]
pub struct Vocabulary {
    /// What is recorded, in small letters: pieces, spaces, edges, faces, seats, and what the script writes down.
    ids: BTreeSet<String>,
    /// What people call pieces, in small letters.
    called: BTreeSet<String>,
    /// How many of each piece are printed.
    printed: BTreeMap<String, usize>,
}

impl Vocabulary {
    /// The names of a game: ids, what pieces are called besides, and how many of each are printed.
    pub fn new(
        ids: impl IntoIterator<Item = String>,
        called: impl IntoIterator<Item = String>,
        printed: BTreeMap<String, usize>,
    ) -> Self {
        let small = |text: String| text.to_lowercase();
        let ids = ids.into_iter().chain(EVERYWHERE.map(str::to_owned)).chain(printed.keys().cloned()).map(small);
        Self { ids: ids.collect(), called: called.into_iter().map(small).collect(), printed }
    }

    /// How many of a piece are printed; nothing where it is no printed piece.
    #[must_use]
    pub fn printed(&self, card: &str) -> Option<usize> {
        self.printed.get(card).copied()
    }

    /// Whether a card can be called like this.
    #[must_use]
    pub fn has_card(&self, card: &str) -> bool {
        self.knows(&card.to_lowercase())
    }

    /// Whether an answer can be recorded like this, in this game and at this table.
    #[must_use]
    pub fn has_id(&self, id: &str, seats: &[String], state: &Value) -> bool {
        let id = id.to_lowercase();
        self.knows(&id) || seats.iter().any(|seat| seat.to_lowercase() == id) || is_in(state, &id)
    }

    /// The first word of what was typed that nothing is called.
    #[must_use]
    pub fn stranger<'t>(&self, typed: &'t str, seats: &[String], state: &Value) -> Option<&'t str> {
        let has_name = |text: &str| self.called.contains(&text.to_lowercase()) || self.has_id(text, seats, state);
        if has_name(typed.trim()) {
            return None;
        }
        let mut words = typed.split([' ', ',']).filter(|word| !word.is_empty());
        words.find(|word| !has_name(word))
    }

    /// What was meant, perhaps.
    pub fn meant(&self, word: &str) -> Option<String> {
        meant_or_known(&word.to_lowercase(), self.ids.iter().map(String::as_str).filter(|id| !id.contains(' ')))
            .filter(|hint| hint.starts_with("did you mean"))
    }

    /// An id as it is, a number, one with a number behind, or several with a sign between.
    fn knows(&self, id: &str) -> bool {
        if self.ids.contains(id) || id.parse::<f64>().is_ok() {
            return true;
        }
        let stem = id.trim_end_matches(|c: char| c.is_ascii_digit());
        if stem.len() < id.len() && !stem.is_empty() && self.ids.contains(stem) {
            return true;
        }
        let mut parts = id.split(['-', ':', '/', '>', '+', '.']).filter(|part| !part.is_empty());
        id.contains(['-', ':', '/', '>', '+', '.']) && parts.all(|part| self.knows(part))
    }
}

/// Whether a text, or the key of an entry, is like this.
fn is_in(state: &Value, id: &str) -> bool {
    match state {
        Value::String(text) => text.to_lowercase() == id,
        Value::Array(items) => items.iter().any(|item| is_in(item, id)),
        Value::Object(entries) => entries.iter().any(|(key, value)| key.to_lowercase() == id || is_in(value, id)),
        _ => false,
    }
}
