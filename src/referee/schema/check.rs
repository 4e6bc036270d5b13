//! Whether a value fits its declared type, and what is wrong where it does not. Changes nothing.

use serde_json::Value;

use crate::diag::{count_of, meant_or_known};

use super::{Misfit, Schema, Type};
use crate::referee::{FieldPath, Slot};

impl Schema {
    /// Whether a whole state fits.
    ///
    /// # Errors
    /// The first field that does not.
    pub fn check(&self, state: &Value) -> Result<(), Misfit> {
        for (name, of) in &self.fields {
            self.check_field(FieldPath::new(name), of, state.get(name).unwrap_or(&Value::Null))?;
        }
        Ok(())
    }

    pub(in crate::referee) fn check_field<'s>(
        &'s self,
        path: FieldPath<'_>,
        of: &'s Type,
        value: &Value,
    ) -> Result<(), Misfit> {
        let wrong = |message: String| Err(Misfit { field: path.to_string(), message, hint: None });
        let word = |found: bool, what: &str, known: &dyn Fn() -> Vec<&'s str>| match value.as_str() {
            _ if found => Ok(()),
            Some(text) => {
                let message = format!("is `{text}`, and that is no {what}");
                Err(Misfit { field: path.to_string(), message, hint: meant_or_known(text, known()) })
            }
            None => wrong(format!("is {}, not a {what}", shown(value))),
        };
        match (of, value) {
            (Type::Maybe(_), Value::Null)
            | (Type::Flag { .. }, Value::Bool(_))
            | (Type::Text { .. }, Value::String(_)) => Ok(()),
            (Type::Maybe(of) | Type::Own(of) | Type::Hidden(of), _) => self.check_field(path, of, value),
            (Type::Whole { least, most, .. }, _) => match value.as_i64() {
                Some(number) if number < *least => wrong(format!("is {number}, and {least} is the least")),
                Some(number) if number > *most => wrong(format!("is {number}, and {most} is the most")),
                Some(_) => Ok(()),
                None => wrong(format!("is {}, not a whole number", shown(value))),
            },
            (Type::OneOf { words, .. }, _) => {
                let known = || words.iter().map(String::as_str).collect();
                word(value.as_str().is_some_and(|text| words.iter().any(|w| w == text)), "word it knows", &known)
            }
            (Type::Seat { .. }, _) => {
                let known = || self.seats.iter().map(String::as_str).collect();
                word(value.as_str().is_some_and(|text| self.seats.iter().any(|s| s == text)), "seat", &known)
            }
            (Type::Space { .. }, _) => {
                let known = || self.spaces.iter().map(String::as_str).collect();
                word(value.as_str().is_some_and(|text| self.spaces.contains(text)), "space", &known)
            }
            (Type::EachSeat(of), Value::Object(fields)) if fields.keys().all(|key| self.seats.contains(key)) => self
                .seats
                .iter()
                .try_for_each(|seat| self.check_field(path.field(seat), of, fields.get(seat).unwrap_or(&Value::Null))),
            (Type::List(of, most), Value::Array(items)) if items.len() <= *most => {
                items.iter().enumerate().try_for_each(|(n, item)| self.check_field(path.item(n + 1), of, item))
            }
            (Type::List(_, most), Value::Array(items)) => {
                wrong(format!("has {} entries, and {most} is the most", items.len()))
            }
            (Type::Map(key, of), Value::Object(entries)) => entries.iter().try_for_each(|(name, entry)| {
                let path = path.field(name);
                self.check_key(key, name).map_err(|(message, hint)| Misfit {
                    field: path.to_string(),
                    message,
                    hint,
                })?;
                self.check_field(path, of, entry)
            }),
            (Type::Record(fields), Value::Object(given)) => {
                if let Some(name) = given.keys().find(|name| !fields.iter().any(|(known, _)| known == *name)) {
                    let hint = meant_or_known(name, fields.iter().map(|(known, _)| known.as_str()));
                    return Err(Misfit { field: path.to_string(), message: format!("has no field `{name}`"), hint });
                }
                fields.iter().try_for_each(|(name, of)| {
                    self.check_field(path.field(name), of, given.get(name).unwrap_or(&Value::Null))
                })
            }
            (Type::Pile(of), Value::Array(slots)) => match of.most {
                Some(most) if slots.len() > most => {
                    wrong(format!("holds {}, and {most} is the most", count_of(slots.len(), "card")))
                }
                _ => slots.iter().try_for_each(|slot| self.check_slot(path, slot)),
            },
            _ => wrong(format!("is {}, not {}", shown(value), of.told())),
        }
    }

    fn check_slot(&self, path: FieldPath<'_>, slot: &Value) -> Result<(), Misfit> {
        let wrong = |message: String, hint| Err(Misfit { field: path.to_string(), message, hint });
        let seen_by = match Slot::read(slot) {
            None => return wrong("holds something that is no card".to_owned(), None),
            Some(Slot::Seen { by, .. }) => by,
            Some(Slot::Card(_) | Slot::OneOf(_)) => return Ok(()),
        };
        match seen_by.iter().find(|name| !self.seats.contains(name)) {
            None => Ok(()),
            Some(name) => {
                let hint = meant_or_known(name, self.seats.iter().map(String::as_str));
                wrong(format!("holds a card that `{name}` has seen, and that is no seat"), hint)
            }
        }
    }

    pub(super) fn check_key(&self, key: &Type, name: &str) -> Result<(), (String, Option<String>)> {
        let unknown = |what: &str, known: Vec<&str>| {
            (format!("is kept under `{name}`, and that is no {what}"), meant_or_known(name, known))
        };
        match key {
            Type::Seat { .. } if !self.seats.iter().any(|seat| seat == name) => {
                Err(unknown("seat", self.seats.iter().map(String::as_str).collect()))
            }
            Type::Space { .. } if !self.spaces.contains(name) => {
                Err(unknown("space", self.spaces.iter().map(String::as_str).collect()))
            }
            Type::OneOf { words, .. } if !words.iter().any(|word| word == name) => {
                Err(unknown("word it knows", words.iter().map(String::as_str).collect()))
            }
            _ => Ok(()),
        }
    }
}

fn shown(value: &Value) -> String {
    match value {
        Value::Null => "nothing".to_owned(),
        Value::String(text) => format!("`{text}`"),
        Value::Array(_) => "a list".to_owned(),
        Value::Object(_) => "a table".to_owned(),
        other => other.to_string(),
    }
}
