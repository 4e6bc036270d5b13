//! Values of the state as people write them in worked examples: read by the declared types, and compared with what is there.

use serde_json::{Map, Value, json};

use crate::diag::Diagnostic;
use crate::model::{FieldText, Written, WrittenValue, ZoneKind};
use crate::referee::{Misfit, Schema, Slot, Type, get};

use super::vocabulary::Vocabulary;

/// What a slot of a pile is called that nobody knows.
const UNKNOWN: &str = "unknown";

/// Reads and compares values.
pub struct WrittenReader<'s> {
    /// What is declared.
    pub schema: &'s Schema,
    /// What the game has names for.
    pub words: &'s Vocabulary,
    /// What does not fit.
    pub wrong: Vec<Diagnostic>,
}

/// A field with its path.
#[derive(Clone, Copy)]
struct Field<'t> {
    path: &'t str,
    of: &'t Type,
}

impl WrittenReader<'_> {
    /// Sets fields of a state.
    pub fn set(&mut self, state: &mut Value, fields: &[(FieldText, Written)]) {
        for (path, value) in self.values(state, fields) {
            if let Err(misfit) = self.schema.set(state, &path.text, value) {
                self.wrong.push(misfit.diagnostic().at(&path.place));
            }
        }
    }

    /// The values of fields, over what is there now.
    pub fn values<'f>(&mut self, state: &Value, fields: &'f [(FieldText, Written)]) -> Vec<(&'f FieldText, Value)> {
        let value = |(path, written): &'f (FieldText, Written)| {
            let of = self.find(path)?;
            let field = Field { path: &path.text, of: &of };
            Some((path, self.value(field, written, get(state, &path.text))?))
        };
        fields.iter().filter_map(value).collect()
    }

    /// Compares fields with what is there.
    pub fn compare(&mut self, state: &Value, fields: &[(FieldText, Written)]) {
        for (path, written) in fields {
            let Some(of) = self.find(path) else { continue };
            let now = get(state, &path.text).unwrap_or(&Value::Null);
            self.differ(Field { path: &path.text, of: &of }, written, now);
        }
    }

    fn find(&mut self, path: &FieldText) -> Option<Type> {
        let found = self.schema.find(&path.text).cloned();
        found.map_err(|misfit| self.wrong.push(misfit.diagnostic().at(&path.place))).ok()
    }

    fn refuse(&mut self, written: &Written, misfit: Misfit) -> Option<Value> {
        self.wrong.push(misfit.diagnostic().at(&written.place));
        None
    }

    fn value(&mut self, field: Field<'_>, written: &Written, now: Option<&Value>) -> Option<Value> {
        let now = now.filter(|now| !now.is_null());
        match (field.of, &written.value) {
            (Type::Maybe(_), _) if is_nothing(written) => Some(Value::Null),
            (Type::Maybe(of) | Type::Own(of) | Type::Hidden(of), _) => self.value(Field { of, ..field }, written, now),
            (Type::EachSeat(of), WrittenValue::Map(entries)) => {
                let start = now.cloned().unwrap_or_else(|| self.schema.start_of(field.of));
                self.entries(field, start, entries, |_| Some(of))
            }
            (Type::Record(fields), WrittenValue::Map(entries)) => {
                let start = now.cloned().unwrap_or_else(|| self.schema.start_of(field.of));
                let of = |name: &str| fields.iter().find(|(known, _)| known == name).map(|(_, of)| of);
                self.entries(field, start, entries, of)
            }
            (Type::Map(_, of), WrittenValue::Map(entries)) => {
                let full = self.entries(field, json!({}), entries, |_| Some(of))?;
                let there = full.as_object()?.iter().filter(|(_, value)| !value.is_null());
                Some(there.map(|(name, value)| (name.clone(), value.clone())).collect())
            }
            (Type::List(of, _), WrittenValue::List(items)) => {
                let item =
                    |(n, item): (usize, &Written)| self.value(Field { path: &at(field.path, n + 1), of }, item, None);
                items.iter().enumerate().map(item).collect::<Vec<_>>().into_iter().collect()
            }
            (Type::Pile(_), WrittenValue::List(items)) => {
                let slots: Vec<Option<Slot>> = items.iter().map(|item| self.given_slot(field, item)).collect();
                slots.into_iter().map(|slot| Some(slot?.json())).collect()
            }
            (Type::Pile(_), WrittenValue::Text(text)) if !is_nothing(written) => {
                let message = format!("is `{text}`, not a pile of cards");
                self.refuse(written, Misfit { field: field.path.to_owned(), message, hint: None })
            }
            (_, WrittenValue::Text(text)) => match self.schema.read(field.path, text) {
                Ok(value) => Some(value),
                Err(misfit) => self.refuse(written, misfit),
            },
            (_, WrittenValue::Nothing) => match self.schema.read(field.path, "") {
                Ok(value) => Some(value),
                Err(misfit) => self.refuse(written, misfit),
            },
            _ => {
                let message = format!("is {}, not {}", kind(written), field.of.told());
                self.refuse(written, Misfit { field: field.path.to_owned(), message, hint: None })
            }
        }
    }

    /// Entries of a table, over those it has.
    fn entries<'t>(
        &mut self,
        field: Field<'_>,
        mut start: Value,
        entries: &[(FieldText, Written)],
        of: impl Fn(&str) -> Option<&'t Type>,
    ) -> Option<Value> {
        let mut whole = true;
        for (key, written) in entries {
            let path = at(field.path, &key.text);
            let known = self.find(&FieldText { text: path.clone(), place: key.place.clone() }).is_some();
            let value = of(&key.text).filter(|_| known).and_then(|of| {
                let now = start.get(&key.text).cloned();
                self.value(Field { path: &path, of }, written, now.as_ref())
            });
            match (value, start.as_object_mut()) {
                (Some(value), Some(fields)) => {
                    fields.insert(key.text.clone(), value);
                }
                _ => whole = false,
            }
        }
        whole.then_some(start)
    }

    /// A slot of a pile: a card, the number of a pool, or one that some have seen.
    fn slot(&mut self, field: Field<'_>, written: &Written) -> Option<Slot> {
        match &written.value {
            WrittenValue::Text(text) => Some(Slot::typed(text)),
            WrittenValue::Map(entries) => {
                let text = |name: &str| entries.iter().find(|(key, _)| key.text == name).map(|(_, value)| &value.value);
                let (Some(WrittenValue::Text(card)), Some(WrittenValue::List(seen))) = (text("card"), text("seen"))
                else {
                    return self.no_slot(field, written);
                };
                Some(Slot::Seen { card: card.clone(), by: seen.iter().filter_map(text_of).cloned().collect() })
            }
            _ => self.no_slot(field, written),
        }
    }

    /// A slot that is put on the table: nobody has to know a card, but it is one of a pool.
    fn given_slot(&mut self, field: Field<'_>, written: &Written) -> Option<Slot> {
        if !matches!(&written.value, WrittenValue::Text(text) if text == UNKNOWN) {
            let slot = self.slot(field, written)?;
            let Some(stranger) = slot.card().filter(|card| !self.words.has_card(card)) else { return Some(slot) };
            let message = format!("holds `{stranger}`, and no card of this game is called that");
            let hint = self.words.meant(stranger);
            self.refuse(written, Misfit { field: field.path.to_owned(), message, hint });
            return None;
        }
        let message = "holds `unknown`, which says nothing of what is given".to_owned();
        let hint = Some("name the card, or give the number of its pool".to_owned());
        self.refuse(written, Misfit { field: field.path.to_owned(), message, hint });
        None
    }

    fn no_slot(&mut self, field: Field<'_>, written: &Written) -> Option<Slot> {
        let message = format!(
            "holds {}, and a slot is a card, the number of a pool, or `{{card: .., seen: [..]}}`",
            kind(written)
        );
        self.refuse(written, Misfit { field: field.path.to_owned(), message, hint: None });
        None
    }

    /// Tells every difference. Of seats and records only those that are named count; lists and maps count as a whole.
    fn differ(&mut self, field: Field<'_>, written: &Written, now: &Value) {
        match (field.of, &written.value, now) {
            (Type::Own(of) | Type::Hidden(of), ..) => self.differ(Field { of, ..field }, written, now),
            (Type::Maybe(of), ..) if !is_nothing(written) && !now.is_null() => {
                self.differ(Field { of, ..field }, written, now);
            }
            (Type::EachSeat(of), WrittenValue::Map(entries), Value::Object(there)) => {
                self.differ_in(field, entries, there, |_| Some(of));
            }
            (Type::Record(fields), WrittenValue::Map(entries), Value::Object(there)) => {
                let of = |name: &str| fields.iter().find(|(known, _)| known == name).map(|(_, of)| of);
                self.differ_in(field, entries, there, of);
            }
            (Type::Map(_, of), WrittenValue::Map(entries), Value::Object(there)) => {
                self.differ_in(field, entries, there, |_| Some(of));
                let more = there.iter().filter(|(name, _)| !entries.iter().any(|(key, _)| key.text == **name));
                for (name, value) in more {
                    let message =
                        format!("`{}` is {}, and nothing was expected there", at(field.path, name), told(value));
                    self.wrong.push(Diagnostic::error(message).at(&written.place));
                }
            }
            (Type::Pile(of), WrittenValue::List(items), Value::Array(slots)) => {
                self.differ_in_slots((field, of.kind), written, items, slots);
            }
            _ => {
                let Some(expected) = self.value(field, written, None) else { return };
                if expected != *now {
                    let message = format!("`{}` is {}, and {} was expected", field.path, told(now), told(&expected));
                    self.wrong.push(Diagnostic::error(message).at(&written.place));
                }
            }
        }
    }

    fn differ_in<'t>(
        &mut self,
        field: Field<'_>,
        entries: &[(FieldText, Written)],
        there: &Map<String, Value>,
        of: impl Fn(&str) -> Option<&'t Type>,
    ) {
        for (key, written) in entries {
            let path = at(field.path, &key.text);
            let known = self.find(&FieldText { text: path.clone(), place: key.place.clone() }).is_some();
            if let Some(of) = of(&key.text).filter(|_| known) {
                let now = there.get(&key.text).unwrap_or(&Value::Null);
                self.differ(Field { path: &path, of }, written, now);
            }
        }
    }

    /// A slot that nobody knows is `unknown`, whatever it is from. In a hand the order does not matter, and a card is named
    /// whoever has seen it.
    fn differ_in_slots(
        &mut self,
        (field, kind): (Field<'_>, ZoneKind),
        written: &Written,
        items: &[Written],
        slots: &[Value],
    ) {
        let there: Vec<Slot> = slots.iter().map(|slot| Slot::read(slot).unwrap_or(Slot::UNKNOWN)).collect();
        let is_hand = kind == ZoneKind::Hand;
        let mut same = |item: &Written, slot: &Slot| match &item.value {
            WrittenValue::Text(text) if text == UNKNOWN && slot.is_unknown() => true,
            WrittenValue::Text(text) if is_hand && slot.card() == Some(text) => true,
            _ => self.slot(field, item).is_some_and(|expected| expected == *slot),
        };
        let mut left = there.clone();
        let mut is_there = |item: &Written| {
            let found = left.iter().position(|slot| same(item, slot)).filter(|at| is_hand || *at == 0);
            found.map(|at| left.remove(at)).is_some()
        };
        let are_there = items.iter().map(&mut is_there).collect::<Vec<bool>>();
        if items.len() != slots.len() || are_there.contains(&false) {
            let expected: Vec<Slot> = items.iter().filter_map(|item| self.slot(field, item)).collect();
            let [there, expected] = [there, expected].map(|slots| told(&slots.iter().map(known_or_not).collect()));
            let message = format!("`{}` is {there}, and {expected} was expected", field.path);
            self.wrong.push(Diagnostic::error(message).at(&written.place));
        }
    }
}

/// A slot without the pool it is from.
fn known_or_not(slot: &Slot) -> Value {
    if slot.is_unknown() { json!(UNKNOWN) } else { slot.json() }
}

fn text_of(written: &Written) -> Option<&String> {
    match &written.value {
        WrittenValue::Text(text) => Some(text),
        _ => None,
    }
}

fn is_nothing(written: &Written) -> bool {
    match &written.value {
        WrittenValue::Nothing => true,
        WrittenValue::Text(text) => matches!(text.as_str(), "none" | "nothing" | "~" | "null"),
        _ => false,
    }
}

fn at(path: &str, step: impl std::fmt::Display) -> String {
    format!("{path}.{step}")
}

const fn kind(written: &Written) -> &'static str {
    match &written.value {
        WrittenValue::Nothing => "nothing",
        WrittenValue::Text(_) => "a text",
        WrittenValue::List(_) => "a list",
        WrittenValue::Map(_) => "a table",
    }
}

/// A value as people write it.
pub fn told(value: &Value) -> String {
    match value {
        Value::Null => "none".to_owned(),
        Value::Bool(flag) => if *flag { "yes" } else { "no" }.to_owned(),
        Value::String(text) if text.is_empty() => "\"\"".to_owned(),
        Value::String(text) => text.clone(),
        Value::Number(number) => number.to_string(),
        Value::Array(items) => format!("[{}]", items.iter().map(told).collect::<Vec<_>>().join(", ")),
        Value::Object(fields) => {
            let one = |(name, value): (&String, &Value)| format!("{name}: {}", told(value));
            format!("{{{}}}", fields.iter().map(one).collect::<Vec<_>>().join(", "))
        }
    }
}
