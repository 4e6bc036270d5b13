//! Seats, and in whose hands dice and cards are.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// A place at the table, counted from 0 in turn order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Seat(pub usize);

/// Who rolls a die, or shuffles and draws from a deck.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Custody {
    /// The referee.
    App,
    /// The people at the table, who tell what came of it.
    Table,
    /// Whoever wants to, each time anew.
    #[default]
    Ask,
}

impl Custody {
    /// Its words, as they are typed.
    pub const WORDS: [(&'static str, Self); 3] = [("app", Self::App), ("table", Self::Table), ("ask", Self::Ask)];

    /// The word for it.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::App => "app",
            Self::Table => "table",
            Self::Ask => "ask",
        }
    }
}

/// In whose hands everything is that is left to chance.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Hands {
    /// Of all that is not named.
    pub usual: Custody,
    /// Of dice and decks by name.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub named: BTreeMap<String, Custody>,
}

impl Hands {
    /// Who has this die or deck.
    #[must_use]
    pub fn of(&self, name: &str) -> Custody {
        self.named.get(name).copied().unwrap_or(self.usual)
    }
}
