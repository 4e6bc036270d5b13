//! Between the engine's values and plain data, strictly as the state is declared: nothing is guessed and nothing is lost.

use std::cell::{Cell, RefCell};
use std::collections::HashSet;

use mlua::{Lua, Table, Value as Luau};
use serde_json::{Map, Value, json};

use crate::referee::{FieldPath, Misfit, Schema, Slot, Type};

/// Numbers beyond this are not exact in the engine.
const LARGEST: f64 = 9_007_199_254_740_992.0;
/// The letters of a state, and as many for each value as it takes to keep it. One text of a script can stand in it often.
const MOST_OF_STATE: usize = 16_000_000;
const OF_VALUE: usize = 16;

/// Turns states into values of the engine.
pub struct Builder<'a> {
    /// The engine.
    pub lua: &'a Lua,
    /// What is declared.
    pub schema: &'a Schema,
    /// The prelude's function that makes the metatable of a record.
    pub strict: &'a mlua::Function,
}

impl Builder<'_> {
    /// Fills the table `state` with a state.
    pub fn fill(&self, target: &Table, state: &Value) -> mlua::Result<()> {
        for (name, of) in &self.schema.fields {
            target.raw_set(name.as_str(), self.value(of, state.get(name).unwrap_or(&Value::Null), name)?)?;
        }
        Ok(())
    }

    fn value(&self, of: &Type, value: &Value, what: &str) -> mlua::Result<Luau> {
        match (of, value) {
            (Type::Own(of) | Type::Hidden(of) | Type::Maybe(of), _) if !value.is_null() => self.value(of, value, what),
            (Type::Seat { .. }, Value::String(name)) => Ok(self.seat(name)),
            (Type::EachSeat(of), Value::Object(fields)) => {
                let table = self.lua.create_table()?;
                for (n, seat) in self.schema.seats.iter().enumerate() {
                    table.raw_set(n + 1, self.value(of, fields.get(seat).unwrap_or(&Value::Null), what)?)?;
                }
                Ok(Luau::Table(table))
            }
            (Type::List(of, _), Value::Array(items)) => {
                let items: mlua::Result<Vec<Luau>> = items.iter().map(|item| self.value(of, item, what)).collect();
                Ok(Luau::Table(self.lua.create_sequence_from(items?)?))
            }
            (Type::Map(key, of), Value::Object(entries)) => {
                let table = self.lua.create_table()?;
                for (name, entry) in entries {
                    let key = match **key {
                        Type::Seat { .. } => self.seat(name),
                        _ => Luau::String(self.lua.create_string(name)?),
                    };
                    table.raw_set(key, self.value(of, entry, what)?)?;
                }
                Ok(Luau::Table(table))
            }
            (Type::Record(fields), Value::Object(given)) => self.record(fields, given, what),
            (Type::Pile(_), Value::Array(slots)) => {
                let slots: mlua::Result<Vec<Luau>> = slots.iter().map(|slot| self.slot(slot)).collect();
                Ok(Luau::Table(self.lua.create_sequence_from(slots?)?))
            }
            (_, Value::Bool(flag)) => Ok(Luau::Boolean(*flag)),
            (_, Value::Number(number)) => Ok(number_value(number)),
            (_, Value::String(text)) => Ok(Luau::String(self.lua.create_string(text)?)),
            _ => Ok(Luau::Nil),
        }
    }

    fn record(&self, fields: &[(String, Type)], given: &Map<String, Value>, what: &str) -> mlua::Result<Luau> {
        let table = self.lua.create_table()?;
        let names = self.lua.create_table()?;
        for (name, of) in fields {
            names.raw_set(name.as_str(), true)?;
            table.raw_set(name.as_str(), self.value(of, given.get(name).unwrap_or(&Value::Null), name)?)?;
        }
        let meta: Table = self.strict.call((names, what))?;
        table.set_metatable(Some(meta))?;
        Ok(Luau::Table(table))
    }

    fn slot(&self, slot: &Value) -> mlua::Result<Luau> {
        match Slot::read(slot) {
            Some(Slot::Card(card)) => self.lua.create_string(card).map(Luau::String),
            Some(Slot::OneOf(_)) | None => self.value(&Type::Text { start: String::new() }, slot, ""),
            Some(Slot::Seen { card, by }) => {
                let table = self.lua.create_table()?;
                table.raw_set("card", card)?;
                let seats = by.iter().map(|name| self.seat(name));
                table.raw_set("seen", self.lua.create_sequence_from(seats)?)?;
                Ok(Luau::Table(table))
            }
        }
    }

    fn seat(&self, name: &str) -> Luau {
        let place = self.schema.seats.iter().position(|seat| seat == name);
        place.map_or(Luau::Nil, |place| Luau::Number(exact(place + 1)))
    }
}

#[allow(clippy::cast_precision_loss, reason = "there are few seats")]
fn exact(number: usize) -> f64 {
    number as f64
}

fn number_value(number: &serde_json::Number) -> Luau {
    Luau::Number(number.as_f64().unwrap_or_default())
}

/// A whole number of the engine.
pub fn whole(value: &Luau) -> Option<i64> {
    match value {
        Luau::Integer(number) => Some(*number),
        #[allow(clippy::cast_possible_truncation, reason = "it was looked at")]
        Luau::Number(number) if number.fract() == 0.0 && number.abs() < LARGEST => Some(*number as i64),
        _ => None,
    }
}

/// A place in a list, from 1.
fn place(key: &Luau) -> Option<usize> {
    whole(key).and_then(|number| usize::try_from(number).ok()).filter(|number| *number > 0)
}

/// Reads the table `state`, and checks it.
pub fn read_state(schema: &Schema, state: &Table) -> Result<Value, Misfit> {
    let reader = StateReader { schema, known: RefCell::default(), room: Cell::new(MOST_OF_STATE) };
    let mut fields = Map::new();
    for (name, of) in &schema.fields {
        let value: Luau = state.raw_get(name.as_str()).unwrap_or(Luau::Nil);
        fields.insert(name.clone(), read(&reader, of, &value, FieldPath::new(name))?);
    }
    let state = Value::Object(fields);
    schema.check(&state)?;
    Ok(state)
}

/// A state that is being read.
struct StateReader<'s> {
    schema: &'s Schema,
    /// The tables that were read.
    known: RefCell<HashSet<usize>>,
    /// How much more there may be.
    room: Cell<usize>,
}

impl StateReader<'_> {
    /// Counts a value of so many letters.
    fn take(&self, letters: usize, path: FieldPath<'_>) -> Result<(), Misfit> {
        let left = self.room.get().checked_sub(letters.saturating_add(OF_VALUE));
        let left = left.ok_or_else(|| odd(path, "makes the state larger than 16 MB".to_owned()))?;
        self.room.set(left);
        Ok(())
    }

    /// A table that stands in two places, or that cannot change, is another one as soon as the state was kept and put back.
    fn owns(&self, value: &Luau, path: FieldPath<'_>) -> Result<(), Misfit> {
        let Luau::Table(table) = value else { return Ok(()) };
        let hint = Some("write `copy(..)`: what the state holds belongs to it alone".to_owned());
        let wrong = |message: &str| Err(Misfit { field: path.to_string(), message: message.to_owned(), hint });
        if table.is_readonly() {
            return wrong("is a table of the script itself, which cannot change");
        }
        if self.known.borrow_mut().insert(table.to_pointer() as usize) {
            Ok(())
        } else {
            wrong("is a table that another field holds too")
        }
    }
}

fn read(reader: &StateReader<'_>, of: &Type, value: &Luau, path: FieldPath<'_>) -> Result<Value, Misfit> {
    let schema = reader.schema;
    reader.take(if let Luau::String(text) = value { text.as_bytes().len() } else { 0 }, path)?;
    match (of, value) {
        (Type::Own(of) | Type::Hidden(of), _) => return read(reader, of, value, path),
        (Type::Maybe(of), _) if !value.is_nil() => return read(reader, of, value, path),
        _ => reader.owns(value, path)?,
    }
    match (of, value) {
        (Type::Seat { .. }, _) => match seat_name(schema, value) {
            Some(name) => Ok(json!(name)),
            None if value.is_nil() => Ok(Value::Null),
            None => Err(odd(
                path,
                format!("is {}, and that is no seat: seats are numbers from 1 to {}", shown(value), schema.seats.len()),
            )),
        },
        (Type::EachSeat(of), Luau::Table(table)) => {
            only(table, path, |key| place(key).is_some_and(|n| n <= schema.seats.len()))?;
            let entry = |(n, seat): (usize, &String)| {
                let value: Luau = table.raw_get(n + 1).unwrap_or(Luau::Nil);
                Ok((seat.clone(), read(reader, of, &value, path.field(seat))?))
            };
            Ok(Value::Object(schema.seats.iter().enumerate().map(entry).collect::<Result<_, Misfit>>()?))
        }
        (Type::List(of, _), Luau::Table(table)) => {
            items(table, path)?.iter().enumerate().map(|(n, item)| read(reader, of, item, path.item(n + 1))).collect()
        }
        (Type::Map(key, of), Luau::Table(table)) => {
            let mut entries = Map::new();
            for pair in table.pairs::<Luau, Luau>() {
                let (name, value) = pair.map_err(|error| odd(path, error.to_string()))?;
                let name = key_name(schema, key, &name)
                    .ok_or_else(|| odd(path, format!("is kept under {}, which is no key for it", shown(&name))))?;
                reader.take(name.len(), path)?;
                let value = read(reader, of, &value, path.field(&name))?;
                entries.insert(name, value);
            }
            Ok(Value::Object(entries))
        }
        (Type::Record(fields), Luau::Table(table)) => {
            let mut given = Map::new();
            for pair in table.pairs::<Luau, Luau>() {
                let (name, value) = pair.map_err(|error| odd(path, error.to_string()))?;
                let name = text(&name).ok_or_else(|| odd(path, "has a field without a name".to_owned()))?;
                let known = fields.iter().find(|(known, _)| *known == name);
                let value = match known {
                    Some((_, of)) => read(reader, of, &value, path.field(&name))?,
                    None => Value::Null,
                };
                given.insert(name, value);
            }
            for (name, _) in fields {
                given.entry(name.clone()).or_insert(Value::Null);
            }
            Ok(Value::Object(given))
        }
        (Type::Pile(_), Luau::Table(table)) => {
            items(table, path)?.iter().map(|slot| read_slot(reader, slot, path)).collect()
        }
        _ => plain(value, path),
    }
}

fn read_slot(reader: &StateReader<'_>, slot: &Luau, path: FieldPath<'_>) -> Result<Value, Misfit> {
    reader.owns(slot, path)?;
    let Luau::Table(peeked) = slot else { return plain(slot, path) };
    let (card, seen): (mlua::Result<Luau>, mlua::Result<Luau>) = (peeked.raw_get("card"), peeked.raw_get("seen"));
    let Ok(Luau::Table(seen)) = seen else { return Err(odd(path, "has a slot that nobody has seen".to_owned())) };
    let card = card.ok().and_then(|card| text(&card));
    let card = card.ok_or_else(|| odd(path, "holds something that is no card".to_owned()))?;
    let seat = |seat: &Luau| {
        let name = seat_name(reader.schema, seat).map(str::to_owned);
        name.ok_or_else(|| odd(path, format!("holds a card that {} has seen, and that is no seat", shown(seat))))
    };
    let by = items(&seen, path)?.iter().map(seat).collect::<Result<_, Misfit>>()?;
    Ok(Slot::Seen { card, by }.json())
}

/// A value that is the same on both sides.
fn plain(value: &Luau, path: FieldPath<'_>) -> Result<Value, Misfit> {
    match value {
        Luau::Nil => Ok(Value::Null),
        Luau::Boolean(flag) => Ok(json!(flag)),
        Luau::String(_) => Ok(json!(text(value))),
        Luau::Integer(_) | Luau::Number(_) => whole(value)
            .map(|number| json!(number))
            .ok_or_else(|| odd(path, format!("is {}, not a whole number", shown(value)))),
        other => Err(odd(path, format!("is {}", kind_of(other)))),
    }
}

/// The items of a table that is a list without gaps.
fn items(table: &Table, path: FieldPath<'_>) -> Result<Vec<Luau>, Misfit> {
    let length = table.raw_len();
    only(table, path, |key| place(key).is_some_and(|n| n <= length))?;
    (1..=length).map(|n| table.raw_get(n).map_err(|error| odd(path, error.to_string()))).collect()
}

fn only(table: &Table, path: FieldPath<'_>, fits: impl Fn(&Luau) -> bool) -> Result<(), Misfit> {
    for pair in table.pairs::<Luau, Luau>() {
        let (key, _) = pair.map_err(|error| odd(path, error.to_string()))?;
        if !fits(&key) {
            return Err(odd(path, format!("has an entry {}, and that is no place in it", shown(&key))));
        }
    }
    Ok(())
}

fn odd(path: FieldPath<'_>, message: String) -> Misfit {
    Misfit { field: path.to_string(), message, hint: None }
}

/// What a value of the engine is, in words.
pub fn kind_of(value: &Luau) -> &'static str {
    match value {
        Luau::Nil => "nothing",
        Luau::Boolean(_) => "`true` or `false`",
        Luau::Integer(_) | Luau::Number(_) => "a number",
        Luau::String(_) => "a text",
        Luau::Table(_) => "a table",
        Luau::Function(_) => "a function",
        _ => "something else",
    }
}

/// A text of the engine.
pub fn text(value: &Luau) -> Option<String> {
    match value {
        Luau::String(text) => Some(text.to_string_lossy()),
        _ => None,
    }
}

fn seat_name<'s>(schema: &'s Schema, value: &Luau) -> Option<&'s str> {
    let number = usize::try_from(whole(value)?).ok()?;
    schema.seats.get(number.checked_sub(1)?).map(String::as_str)
}

fn key_name(schema: &Schema, key: &Type, value: &Luau) -> Option<String> {
    match key {
        Type::Seat { .. } => seat_name(schema, value).map(str::to_owned),
        Type::Whole { .. } => whole(value).map(|number| number.to_string()),
        _ => text(value),
    }
}

fn shown(value: &Luau) -> String {
    match value {
        Luau::Number(number) => number.to_string(),
        Luau::Integer(number) => number.to_string(),
        other => text(other).map_or_else(|| kind_of(other).to_owned(), |text| format!("`{text}`")),
    }
}
