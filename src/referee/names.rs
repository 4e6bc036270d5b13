//! What the seats of a table are called, and were called before: a seat can get another name, and all of its past then reads
//! with that. Nothing in the journal changes for it: what was written under another name is read under the one of now.

use std::borrow::Cow;

use serde_json::{Map, Value, json};

use super::schema::core_of;
use super::{Adjusted, Answer, Answered, Entry, Request, Schema, Slot, Start, Type, What};

/// The names of the seats, with those they had before.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Names {
    /// Each with the entry from which on they held, the latest last; there is always one.
    held: Vec<(u64, Vec<String>)>,
}

impl Names {
    /// The names of a table.
    #[must_use]
    pub fn of(start: &Start, entries: &[Entry]) -> Self {
        let mut held = vec![(0, start.players.clone())];
        for entry in entries {
            if let (What::Rename { from, to }, Some((_, names))) = (&entry.what, held.last()) {
                let named = |name: &String| if name == from { to.clone() } else { name.clone() };
                let names = names.iter().map(named).collect();
                held.push((entry.seq, names));
            }
        }
        Self { held }
    }

    /// As they are now, in turn order.
    #[must_use]
    pub fn now(&self) -> &[String] {
        self.held.last().map_or(&[], |(_, names)| names)
    }

    /// Whether any seat was called otherwise.
    pub(super) const fn have_changed(&self) -> bool {
        self.held.len() > 1
    }

    /// What the seat is called now that had this name when an entry was written; any other word is as it was.
    pub(super) fn current<'n>(&'n self, seq: u64, name: &'n str) -> &'n str {
        let at = self.held.partition_point(|(from, _)| *from <= seq).saturating_sub(1);
        let seat = self.held.get(at).and_then(|(_, names)| names.iter().position(|known| known == name));
        seat.and_then(|seat| self.now().get(seat)).map_or(name, String::as_str)
    }

    /// A recorded answer as the question has it now: seats that are chosen go by their names.
    pub(super) fn answer(&self, seq: u64, answer: Answer, request: &Request) -> Answer {
        if !self.have_changed() {
            return answer;
        }
        let is_offered = |id: &str| request.kind.options().iter().any(|choice| choice.id == id);
        let renamed = |id: String| match self.current(seq, &id) {
            now if is_offered(now) => now.to_owned(),
            _ => id,
        };
        match answer {
            Answer::Choose(id) => Answer::Choose(renamed(id)),
            Answer::ChooseMany(ids) => Answer::ChooseMany(ids.into_iter().map(renamed).collect()),
            Answer::Order(ids) => Answer::Order(ids.into_iter().map(renamed).collect()),
            other => other,
        }
    }

    /// An entry as it reads now. `retold` is the same in the words of now, where the rules have asked it again.
    pub(super) fn entry<'e>(&self, entry: &'e Entry, retold: Option<&What>, schema: &Schema) -> Cow<'e, Entry> {
        if !self.have_changed() {
            return Cow::Borrowed(entry);
        }
        let by = entry.by.as_deref().map(|by| self.current(entry.seq, by).to_owned());
        let what = match (&entry.what, retold) {
            (What::Answer(_) | What::Reveal(_), Some(retold)) => retold.clone(),
            (What::Reveal(told), None) => {
                What::Reveal(told.iter().map(|answered| self.answered(entry.seq, answered)).collect())
            }
            (What::Answer(answered), None) => What::Answer(self.answered(entry.seq, answered)),
            (What::Adjust(adjusted), _) => What::Adjust(self.adjusted(entry.seq, adjusted, schema)),
            (what, _) => what.clone(),
        };
        Cow::Owned(Entry { by, what, ..entry.clone() })
    }

    /// A question that nobody asks any more, as it was taken back: its words are all there is of it.
    fn answered(&self, seq: u64, answered: &Answered) -> Answered {
        Answered {
            asked: answered.asked.as_deref().map(|asked| self.current(seq, asked).to_owned()),
            prompt: self.retold(seq, &answered.prompt),
            told: self.retold(seq, &answered.told),
            ..answered.clone()
        }
    }

    /// A sentence with the names of now, where a name stands in it as a word of its own.
    fn retold(&self, seq: u64, text: &str) -> String {
        let at = self.held.partition_point(|(from, _)| *from <= seq).saturating_sub(1);
        let then = self.held.get(at).map_or(&[][..], |(_, names)| names);
        let mut out = String::with_capacity(text.len());
        let mut rest = text;
        while let Some(sign) = rest.chars().next() {
            let is_inside = out.ends_with(char::is_alphanumeric);
            let begun = |name: &&String| {
                rest.strip_prefix(name.as_str()).is_some_and(|rest| !rest.starts_with(char::is_alphanumeric))
            };
            // Of two names of which one begins like the other, the longer is meant.
            let name = then.iter().filter(|name| !is_inside && begun(name)).max_by_key(|name| name.len());
            let (from, to) = match name {
                Some(name) => (name.len(), self.current(seq, name)),
                None => (sign.len_utf8(), &rest[..sign.len_utf8()]),
            };
            out.push_str(to);
            rest = &rest[from..];
        }
        out
    }

    /// An adjustment whose fields and values belong to the seats of now.
    pub(super) fn adjusted(&self, seq: u64, adjusted: &Adjusted, schema: &Schema) -> Adjusted {
        let name = |name: &str| self.current(seq, name).to_owned();
        let all = |set: &std::collections::BTreeMap<String, Value>| {
            set.iter().map(|(path, value)| renamed_field(schema, (path, value), &name)).collect()
        };
        Adjusted { set: all(&adjusted.set), at_step: all(&adjusted.at_step), ..adjusted.clone() }
    }
}

/// A whole state with other names for the seats.
pub fn renamed_state(schema: &Schema, state: &Value, name: &dyn Fn(&str) -> String) -> Value {
    let field = |(field, of): &(String, Type)| {
        let value = state.get(field).unwrap_or(&Value::Null);
        (field.clone(), renamed(of, value, name))
    };
    Value::Object(schema.fields.iter().map(field).collect())
}

/// A field such as `hand.Bob` and its value, with other names for the seats.
fn renamed_field(schema: &Schema, (path, value): (&str, &Value), name: &dyn Fn(&str) -> String) -> (String, Value) {
    let mut steps = path.split('.');
    let mut told = steps.next().unwrap_or_default().to_owned();
    let mut of = schema.fields.iter().find(|(field, _)| *field == told).map(|(_, of)| of);
    for step in steps {
        let inner = of.map(core_of);
        told.push('.');
        match inner {
            Some(Type::EachSeat(_)) => told.push_str(&name(step)),
            Some(Type::Map(key, _)) => told.push_str(&renamed_key(key, step, name)),
            _ => told.push_str(step),
        }
        of = match inner {
            Some(Type::EachSeat(of) | Type::Map(_, of) | Type::List(of, _)) => Some(of),
            Some(Type::Record(fields)) => fields.iter().find(|(field, _)| field == step).map(|(_, of)| of),
            _ => None,
        };
    }
    (told, of.map_or_else(|| value.clone(), |of| renamed(of, value, name)))
}

fn renamed(of: &Type, value: &Value, name: &dyn Fn(&str) -> String) -> Value {
    let entries = |given: &Map<String, Value>, key: &dyn Fn(&str) -> String, of: &Type| {
        Value::Object(given.iter().map(|(known, value)| (key(known), renamed(of, value, name))).collect())
    };
    match (of, value) {
        (Type::Own(of) | Type::Hidden(of) | Type::Maybe(of), _) => renamed(of, value, name),
        (Type::Seat { .. } | Type::OneOf { .. }, Value::String(word)) => json!(renamed_key(of, word, name)),
        (Type::EachSeat(of), Value::Object(given)) => entries(given, name, of),
        (Type::Map(key, of), Value::Object(given)) => entries(given, &|known| renamed_key(key, known, name), of),
        (Type::List(of, _), Value::Array(items)) => items.iter().map(|item| renamed(of, item, name)).collect(),
        (Type::Record(fields), Value::Object(given)) => {
            let field = |(field, value): (&String, &Value)| {
                let of = fields.iter().find(|(known, _)| known == field);
                (field.clone(), of.map_or_else(|| value.clone(), |(_, of)| renamed(of, value, name)))
            };
            Value::Object(given.iter().map(field).collect())
        }
        (Type::Pile(_), Value::Array(slots)) => slots.iter().map(|slot| renamed_slot(slot, name)).collect(),
        _ => value.clone(),
    }
}

/// A word of a type: seats have names, and so has what the rules declare by their names.
fn renamed_key(of: &Type, word: &str, name: &dyn Fn(&str) -> String) -> String {
    match core_of(of) {
        Type::Seat { .. } => name(word),
        Type::OneOf { words, .. } if !words.iter().any(|known| known == word) => name(word),
        _ => word.to_owned(),
    }
}

fn renamed_slot(slot: &Value, name: &dyn Fn(&str) -> String) -> Value {
    match Slot::read(slot) {
        Some(Slot::Seen { card, by }) => Slot::Seen { card, by: by.iter().map(|seat| name(seat)).collect() }.json(),
        _ => slot.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::referee::Seat;

    fn entry(seq: u64, what: What) -> Entry {
        Entry { seq, at: String::new(), by: None, what }
    }

    fn rename(seq: u64, from: &str, to: &str) -> Entry {
        entry(seq, What::Rename { from: from.to_owned(), to: to.to_owned() })
    }

    /// Bob becomes Rob with entry 3, and Ann becomes Bob with entry 5.
    fn names() -> Names {
        let start = Start { players: ["Ann", "Bob"].map(str::to_owned).to_vec(), ..start() };
        Names::of(&start, &[rename(3, "Bob", "Rob"), rename(5, "Ann", "Bob")])
    }

    fn start() -> Start {
        let line = r#"{"format":1,"game":"g","version":"1","at":"","players":[],"options":{},"hands":{"usual":"ask"},"seed":0}"#;
        serde_json::from_str(line).unwrap()
    }

    #[test]
    fn a_name_means_whoever_had_it_then() {
        let names = names();
        assert_eq!(names.now(), ["Bob", "Rob"]);
        assert_eq!([1, 3, 5].map(|seq| names.current(seq, "Bob")), ["Rob", "Bob", "Bob"]);
        assert_eq!([1, 4, 5].map(|seq| names.current(seq, "Ann")), ["Bob", "Bob", "Ann"]);
        assert_eq!(names.current(1, "lamp"), "lamp");
    }

    #[test]
    fn words_that_only_begin_like_a_name_stay() {
        let names = names();
        assert_eq!(
            names.retold(1, "Ann asks Bob, not Bobby or McBob: Bob's Ann"),
            "Bob asks Rob, not Bobby or McBob: Rob's Bob"
        );
        assert_eq!(names.retold(4, "Ann, Bob, Rob"), "Bob, Bob, Rob");
        assert_eq!(names.retold(1, "é Bob ☠Bob"), "é Rob ☠Rob");
    }

    #[test]
    fn fields_and_values_go_with_their_seats() {
        let seat = || Type::Seat { start: Seat(0) };
        let whole = || Box::new(Type::Whole { least: 0, most: 9, start: 0 });
        let record = vec![("who".to_owned(), seat()), ("n".to_owned(), *whole())];
        let fields = [
            ("hand", Type::EachSeat(Box::new(Type::Own(Box::new(Type::Pile(crate::referee::PileOf::default())))))),
            ("debt", Type::Map(Box::new(seat()), Box::new(Type::Maybe(Box::new(Type::Record(record)))))),
            ("tied", Type::List(Box::new(seat()), 9)),
            ("lamps", Type::Map(Box::new(Type::Text { start: String::new() }), whole())),
        ];
        let schema = Schema { fields: fields.map(|(name, of)| (name.to_owned(), of)).into(), ..Schema::default() };
        let names = names();
        let name = |name: &str| names.current(1, name).to_owned();
        let told = |path: &str, value: Value| renamed_field(&schema, (path, &value), &name);
        assert_eq!(told("hand.Bob", json!(["Bob", 2])), ("hand.Rob".to_owned(), json!(["Bob", 2])));
        assert_eq!(
            told("hand", json!({ "Ann": [{ "card": "Bob", "seen": ["Bob"] }] })),
            ("hand".to_owned(), json!({ "Bob": [{ "card": "Bob", "seen": ["Rob"] }] }))
        );
        assert_eq!(
            told("debt.Bob", json!({ "who": "Ann", "n": 2 })),
            ("debt.Rob".to_owned(), json!({ "who": "Bob", "n": 2 }))
        );
        assert_eq!(told("debt.Bob.who", json!("Bob")), ("debt.Rob.who".to_owned(), json!("Rob")));
        assert_eq!(told("tied.1", json!("Ann")), ("tied.1".to_owned(), json!("Bob")));
        assert_eq!(told("lamps.Bob", json!(1)), ("lamps.Bob".to_owned(), json!(1)));
        let state = json!({ "hand": { "Ann": [], "Bob": [] }, "debt": { "Ann": null }, "tied": ["Ann"], "lamps": {} });
        let expected =
            json!({ "hand": { "Bob": [], "Rob": [] }, "debt": { "Bob": null }, "tied": ["Bob"], "lamps": {} });
        assert_eq!(renamed_state(&schema, &state, &name), expected);
    }
}
