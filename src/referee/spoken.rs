//! Fields and values of a state as people call them: `ghosts on D3`, `life of Maren`, `the Opera Singer`. Reads only what is
//! declared; what may be seen is for others to say.

use serde_json::Value;

use super::naming::{Fit, Typed};
use super::schema::core_of;
use super::{Schema, Slot, Type};

/// Of a long list so many things are named.
const MOST_NAMED: usize = 6;

impl Schema {
    /// What people call a field: `ghosts.D3` is `ghosts on D3`, and of `hunters.maren` the `life` is the `life of Maren`.
    #[must_use]
    pub fn spoken(&self, path: &str) -> String {
        let mut steps = path.split('.');
        let first = steps.next().unwrap_or_default();
        let known = self.words.get(first).or_else(|| self.names.get(first));
        let (mut called, mut declared) = (known.cloned().unwrap_or_else(|| in_words(first)), first.to_owned());
        let mut of = self.fields.iter().find(|(name, _)| name == first).map(|(_, of)| of);
        for step in steps {
            (called, of) = match of.map(core_of) {
                Some(Type::EachSeat(inner)) => (format!("{called} of {step}"), Some(&**inner)),
                // What one kind of entry is called in all places.
                Some(Type::Map(_, inner)) if self.words.contains_key(&format!("{declared}.{step}")) => {
                    declared = format!("{declared}.{step}");
                    (format!("{} {}", self.words[&declared], whose(&called)), Some(&**inner))
                }
                Some(Type::Map(key, inner)) => {
                    let word = if matches!(**key, Type::Space { .. }) { "on" } else { "of" };
                    (format!("{called} {word} {}", self.label(step)), Some(&**inner))
                }
                Some(Type::Record(fields)) => {
                    let inner = fields.iter().find(|(name, _)| name == step).map(|(_, of)| of);
                    declared = format!("{declared}.{step}");
                    let word = self.words.get(&declared).cloned().unwrap_or_else(|| noun_of(step));
                    (format!("{word} {}", whose(&called)), inner)
                }
                Some(Type::List(inner, _)) => (format!("{called}, number {step}"), Some(&**inner)),
                _ => (format!("{called} {step}"), None),
            };
        }
        called
    }

    /// What people call a piece: its id where it has no name.
    #[must_use]
    pub fn label<'l>(&'l self, id: &'l str) -> &'l str {
        self.labels.get(id).map_or(id, String::as_str)
    }

    /// The piece that people mean by a name, of a deck or of all.
    #[must_use]
    pub fn piece_called(&self, name: &str, deck: Option<&str>) -> Option<&str> {
        let of_deck = deck.and_then(|deck| self.decks.get(deck));
        let pieces = self.labels.keys().filter(|id| of_deck.is_none_or(|deck| deck.contains(*id)));
        self.meant(name, pieces.map(String::as_str))
    }

    /// Which of some things people mean: by its id or by what it is called, or as much of that as only one has.
    pub(super) fn meant<'t>(&'t self, name: &str, all: impl Iterator<Item = &'t str>) -> Option<&'t str> {
        let typed = Typed::new(name);
        let fit = |id: &'t str| Some((typed.fit(&[id, self.label(id)]).filter(|fit| *fit != Fit::Inside)?, id));
        let mut fits: Vec<(Fit, &str)> = all.filter_map(fit).collect();
        fits.sort_unstable();
        match fits[..] {
            [(_, id)] => Some(id),
            [(best, id), (next, _), ..] if best < next => Some(id),
            _ => None,
        }
    }

    /// A value in words.
    #[must_use]
    pub fn told(&self, value: &Value) -> String {
        match value {
            Value::Null => "nothing".to_owned(),
            Value::Bool(flag) => if *flag { "yes" } else { "no" }.to_owned(),
            Value::Number(number) => number.to_string(),
            Value::String(text) => self.label(text).to_owned(),
            Value::Array(values) if values.is_empty() => "nothing".to_owned(),
            Value::Array(values) => listed(&values.iter().map(|value| self.told_item(value)).collect::<Vec<_>>()),
            Value::Object(values) if values.is_empty() => "nothing".to_owned(),
            Value::Object(values) => {
                let entry = |(key, value): (&String, &Value)| format!("{}: {}", self.label(key), self.told(value));
                listed(&values.iter().map(entry).collect::<Vec<_>>())
            }
        }
    }

    /// An entry of a list; a card that is not known is one.
    fn told_item(&self, value: &Value) -> String {
        match Slot::read(value) {
            Some(Slot::Card(card) | Slot::Seen { card, .. }) => self.label(&card).to_owned(),
            Some(Slot::OneOf(_)) if value.is_u64() => "an unknown card".to_owned(),
            _ => self.told(value),
        }
    }
}

/// The name of a field as people say it.
fn in_words(name: &str) -> String {
    name.replace('_', " ")
}

/// The same of a part of a record, before which no preposition can stand.
fn noun_of(name: &str) -> String {
    match name {
        "of" | "by" => "owner".to_owned(),
        "at" | "on" | "in" => "place".to_owned(),
        _ => in_words(name),
    }
}

/// Whose something inside of a field is: of "hunters of Maren" the life is that of Maren.
fn whose(called: &str) -> String {
    let whose = called.split_once(" of ").map(|(_, whose)| format!("of {whose}"));
    let place = || called.split_once(" on ").map(|(_, place)| format!("on {place}"));
    whose.or_else(place).unwrap_or_else(|| format!("of {called}"))
}

/// Some of these; those that are the same together.
fn listed(texts: &[String]) -> String {
    let runs: Vec<&[String]> = texts.chunk_by(|one, next| one == next).collect();
    let one = |run: &&[String]| match run.len() {
        1 => run[0].clone(),
        times => format!("{times} times {}", run[0]),
    };
    let named: Vec<String> = runs.iter().take(MOST_NAMED).map(one).collect();
    let more = runs.len().saturating_sub(MOST_NAMED);
    if more == 0 { named.join(", ") } else { format!("{} and {more} more", named.join(", ")) }
}
