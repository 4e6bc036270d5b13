//! Reading one mapping of a YAML file: each key once, in its own type, and a word about every key nobody asked for.

use std::str::FromStr;

use crate::diag::{Diagnostic, Diagnostics, Place, meant_or_known};
use crate::model::FieldText;
use crate::units::Length;

use super::yaml::{Key, Node, Value};

/// No mapping that people write has more entries.
const MOST_ENTRIES: usize = 1_000;
/// Nothing on paper is more times as large as something else.
const MOST_TIMES: f32 = 100.0;

/// The entries of one mapping, handed out by key.
pub struct Fields<'n, 'd> {
    entries: &'n [(Key, Node)],
    asked: Vec<&'static str>,
    place: Place,
    found: &'d mut Diagnostics,
}

impl<'n, 'd> Fields<'n, 'd> {
    /// Opens a node that has to be a mapping.
    pub fn open(node: &'n Node, what: &str, found: &'d mut Diagnostics) -> Option<Self> {
        match &node.value {
            Value::Map(entries) => Some(Self { entries, asked: Vec::new(), place: node.place.clone(), found }),
            _ => {
                found.push(Diagnostic::error(format!("{what} must be a mapping, not {}", node.kind())).at(&node.place));
                None
            }
        }
    }

    /// Where the mapping starts.
    pub fn place(&self) -> &Place {
        &self.place
    }

    /// Where problems go.
    pub fn found(&mut self) -> &mut Diagnostics {
        self.found
    }

    /// The node of a key.
    pub fn node(&mut self, key: &'static str) -> Option<&'n Node> {
        self.asked.push(key);
        let entry = self.entries.iter().find(|(known, _)| known.name == key)?;
        (!matches!(entry.1.value, Value::Nothing)).then_some(&entry.1)
    }

    /// Where the value of a key stands, whoever asks for it.
    pub fn place_of(&self, key: &str) -> Option<Place> {
        self.entries.iter().find(|(known, _)| known.name == key).map(|(_, node)| node.place.clone())
    }

    /// The text of a key with its place.
    pub fn text(&mut self, key: &'static str) -> Option<FieldText> {
        let node = self.node(key)?;
        text_of(node, key, self.found)
    }

    /// The text of a key, or nothing.
    pub fn text_or_empty(&mut self, key: &'static str) -> String {
        self.text(key).map(|field| field.text).unwrap_or_default()
    }

    /// The text of a key that must be there.
    pub fn required_text(&mut self, key: &'static str, what: &str) -> Option<FieldText> {
        if self.node(key).is_none() {
            self.found.push(Diagnostic::error(format!("{what} needs `{key}`")).at(&self.place));
            return None;
        }
        self.text(key)
    }

    /// A length with its unit.
    pub fn length(&mut self, key: &'static str) -> Option<Length> {
        let field = self.text(key)?;
        parse_length(&field, self.found)
    }

    /// A length that may not be negative.
    pub fn distance(&mut self, key: &'static str) -> Option<Length> {
        let place = self.node(key)?.place.clone();
        let length = self.length(key)?;
        if length < Length::ZERO {
            let message = format!("`{key}` cannot be negative, and this is {length}");
            self.found.push(Diagnostic::error(message).at(&place));
            return None;
        }
        Some(length)
    }

    /// A length of more than nothing.
    pub fn positive(&mut self, key: &'static str) -> Option<Length> {
        let place = self.node(key)?.place.clone();
        let length = self.distance(key)?;
        if length == Length::ZERO {
            let message = format!("`{key}` must be more than nothing");
            self.found.push(Diagnostic::error(message).at(&place));
            return None;
        }
        Some(length)
    }

    /// `true` or `false`, in just these words.
    pub fn flag(&mut self, key: &'static str) -> Option<bool> {
        let field = self.text(key)?;
        match field.text.as_str() {
            "true" => Some(true),
            "false" => Some(false),
            other => {
                let message = format!("`{key}` must be `true` or `false`, not `{other}`");
                self.found.push(Diagnostic::error(message).at(&field.place));
                None
            }
        }
    }

    /// A number of any type that reads from text.
    pub fn number<T: FromStr>(&mut self, key: &'static str) -> Option<T> {
        let field = self.text(key)?;
        let number = field.text.parse().ok();
        if number.is_none() {
            let message = format!("`{key}` must be a number, not `{}`", field.text);
            self.found.push(Diagnostic::error(message).at(&field.place));
        }
        number
    }

    /// A multiple of something, from `least` on.
    pub fn factor(&mut self, key: &'static str, least: f32) -> Option<f32> {
        let place = self.node(key)?.place.clone();
        let factor: f32 = self.number(key)?;
        if !(least..=MOST_TIMES).contains(&factor) {
            let message = format!("`{key}` must be a number from {least} to {MOST_TIMES}, and this is {factor}");
            self.found.push(Diagnostic::error(message).at(&place));
            return None;
        }
        Some(factor)
    }

    /// One of several words.
    pub fn choice<T: Copy>(&mut self, key: &'static str, words: &[(&str, T)]) -> Option<T> {
        let field = self.text(key)?;
        let choice = words.iter().find(|(word, _)| *word == field.text).map(|(_, value)| *value);
        if choice.is_none() {
            let known = words.iter().map(|(word, _)| *word);
            let message = format!("`{key}` cannot be `{}`", field.text);
            let hint = meant_or_known(&field.text, known);
            self.found.push(Diagnostic::error(message).at(&field.place).maybe_hint(hint));
        }
        choice
    }

    /// The texts of a list, or a single text as a list of one.
    pub fn texts(&mut self, key: &'static str) -> Vec<FieldText> {
        self.node(key).map(|node| texts_of(node, key, self.found)).unwrap_or_default()
    }

    /// The entries of a nested mapping, for keys that are names people chose.
    pub fn named(&mut self, key: &'static str) -> &'n [(Key, Node)] {
        let Some(node) = self.node(key) else { return &[] };
        entries_of(node, key, self.found)
    }

    /// All entries that were not asked for, for mappings whose keys are names people chose.
    pub fn rest(self) -> Vec<&'n (Key, Node)> {
        self.entries.iter().filter(|(key, _)| !self.asked.contains(&key.name.as_str())).collect()
    }

    /// Names every key nobody asked for, and gives back where problems go.
    pub fn finish(self) -> &'d mut Diagnostics {
        for (key, _) in self.entries {
            if !self.asked.contains(&key.name.as_str()) {
                let hint = meant_or_known(&key.name, self.asked.iter().copied());
                self.found
                    .push(Diagnostic::error(format!("unknown key `{}`", key.name)).at(&key.place).maybe_hint(hint));
            }
        }
        self.found
    }
}

/// The entries of a node that has to be a mapping.
pub fn entries_of<'n>(node: &'n Node, what: &str, found: &mut Diagnostics) -> &'n [(Key, Node)] {
    if let Value::Map(entries) = &node.value {
        if entries.len() <= MOST_ENTRIES {
            return entries;
        }
        let message = format!("`{what}` has {} entries, and {MOST_ENTRIES} is the limit", entries.len());
        found.push(Diagnostic::error(message).at(&node.place));
        return &[];
    }
    found.push(Diagnostic::error(format!("`{what}` must be a mapping, not {}", node.kind())).at(&node.place));
    &[]
}

/// The text of a node that has to be one.
pub fn text_of(node: &Node, what: &str, found: &mut Diagnostics) -> Option<FieldText> {
    match &node.value {
        Value::Text(text) => Some(FieldText { text: text.clone(), place: node.place.clone() }),
        Value::Nothing => Some(FieldText { text: String::new(), place: node.place.clone() }),
        _ => {
            let message = format!("`{what}` must be a text, not {}", node.kind());
            found.push(Diagnostic::error(message).at(&node.place));
            None
        }
    }
}

/// The texts of a node that is a list of them, or a single one.
pub fn texts_of(node: &Node, what: &str, found: &mut Diagnostics) -> Vec<FieldText> {
    match &node.value {
        Value::List(items) => items.iter().filter_map(|item| text_of(item, what, found)).collect(),
        _ => text_of(node, what, found).into_iter().collect(),
    }
}

/// Entries that have to be texts, under names people chose.
pub fn named_texts<'n>(
    entries: impl IntoIterator<Item = &'n (Key, Node)>,
    found: &mut Diagnostics,
) -> Vec<(String, FieldText)> {
    let text = |(key, node): &(Key, Node)| Some((key.name.clone(), text_of(node, &key.name, found)?));
    entries.into_iter().filter_map(text).collect()
}

/// A length written in a file.
pub fn parse_length(field: &FieldText, found: &mut Diagnostics) -> Option<Length> {
    match field.text.parse::<Length>() {
        Ok(length) => Some(length),
        Err(error) => {
            found.push(Diagnostic::error(error.to_string()).at(&field.place).hint(error.hint()));
            None
        }
    }
}
