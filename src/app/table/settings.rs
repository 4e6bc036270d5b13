//! What of a table can be set, by what people call it: the one list that every front end shows and every wish is held against.

use serde_json::Value;

use crate::diag::Diagnostics;
use crate::referee::{Count, Misfit, Schema, Slot, Table, Type, Viewer};

use super::Session;

/// Of a long list so many things are named.
const MOST_NAMED: usize = 6;

/// Something that can be set.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Setting {
    /// What people call it: `ghosts on D3`.
    pub called: String,
    /// The field: `ghosts.D3`.
    pub field: String,
    /// What it is now, in words.
    pub value: String,
    /// What it can be.
    pub what: String,
    /// What it is about.
    pub about: About,
}

/// What a setting is about, as lists are told by it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum About {
    /// Something that people can count.
    Counts,
    /// The board.
    Board,
    /// A player, or anything else of which there are several.
    Each,
    /// The whole table.
    Table,
    /// A field in which nothing is now.
    Empty,
}

/// All that can be set, and all that can be counted.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Settings {
    /// What can be set.
    pub all: Vec<Setting>,
    /// What can be counted.
    pub counts: Vec<Count>,
}

impl Session {
    /// All that can be set, with what everybody may know of it. Rules that cannot count have fields all the same.
    ///
    /// # Errors
    /// A fault of the rules.
    pub fn settings(&mut self) -> Result<Settings, Diagnostics> {
        let state = self.look(|table| table.state(Viewer::Everybody))?;
        let counts = self.table.audit(Viewer::Everybody).unwrap_or_default();
        Ok(Settings { all: settings(&self.table, &counts, &state), counts })
    }

    /// What a count is made of that has no field of its own: what lies there, or else where something could.
    ///
    /// # Errors
    /// A fault of the rules.
    pub fn settings_behind(&mut self, count: &Count, all: &[Setting]) -> Result<Vec<Setting>, Diagnostics> {
        let top = |setting: &Setting| setting.field.split('.').next().unwrap_or_default().to_owned();
        let mut fields: Vec<String> = all.iter().map(top).collect();
        fields.sort();
        fields.dedup();
        let wide = self.look(|table| table.fields_behind(count, &fields))?;
        let inside: Vec<String> =
            all.iter().filter(|setting| wide.contains(&top(setting))).map(|setting| setting.field.clone()).collect();
        let behind = self.look(|table| table.fields_behind(count, &inside))?;
        // Where nothing lies, nothing can be left out: its name has to do.
        let words = count.what.to_lowercase();
        let is_named = |setting: &Setting| {
            setting.about == About::Empty && words.split(' ').any(|word| word == setting.called.to_lowercase())
        };
        let is_behind = |setting: &&Setting| {
            if behind.is_empty() { is_named(setting) } else { behind.contains(&setting.field) }
        };
        Ok(all.iter().filter(is_behind).cloned().collect())
    }
}

/// All that can be set, as far as the state that is shown has it: counts first, by what the rules call them.
fn settings(table: &Table, counts: &[Count], state: &Value) -> Vec<Setting> {
    let mut all = Vec::new();
    let schema = table.schema();
    for (name, of) in schema.of_the_game() {
        let here = Here { schema, called: name.replace('_', " "), field: name.clone(), about: About::Table };
        here.settings(of, state.get(name).unwrap_or(&Value::Null), &mut all);
    }
    for setting in &mut all {
        if let Some(count) = counts.iter().find(|count| count.field.as_ref() == Some(&setting.field)) {
            setting.called.clone_from(&count.what);
            setting.about = About::Counts;
        }
    }
    // What is called the same goes by its field.
    let names: Vec<String> = all.iter().map(|setting| setting.called.to_lowercase()).collect();
    for (n, setting) in all.iter_mut().enumerate() {
        if names.iter().filter(|name| **name == names[n]).count() > 1 {
            setting.called.clone_from(&setting.field);
        }
    }
    let place = |setting: &Setting| counts.iter().position(|count| count.field.as_ref() == Some(&setting.field));
    all.sort_by_key(|setting| (setting.about, place(setting)));
    all
}

/// The field that somebody means, by what it is called or by its path.
///
/// # Errors
/// When the rules have no such field.
pub(super) fn field_meant(table: &Table, all: &[Setting], name: &str) -> Result<String, Misfit> {
    let is_it =
        |setting: &&Setting| [&setting.called, &setting.field].iter().any(|known| known.eq_ignore_ascii_case(name));
    if let Some(setting) = all.iter().find(is_it) {
        return Ok(setting.field.clone());
    }
    // A place where nothing lies yet.
    let path = in_field(table, name).unwrap_or_else(|| name.to_owned());
    table.schema().is_of_the_game(&path)?;
    table.schema().find(&path).map(|_| path)
}

/// `ghosts on D3` and `hand of Bob` as the field of a field, if there is one that is called so.
fn in_field(table: &Table, name: &str) -> Option<String> {
    let (what, whose) = [" on ", " of ", " at ", " in "].iter().find_map(|word| name.split_once(word))?;
    let (what, whose) = (what.trim().replace(' ', "_"), whose.trim());
    let schema = table.schema();
    let (field, _) = schema.of_the_game().find(|(field, _)| field.eq_ignore_ascii_case(&what))?;
    let spelt = schema.spaces.iter().chain(&schema.seats).find(|known| known.eq_ignore_ascii_case(whose));
    Some(format!("{field}.{}", spelt.map_or(whose, String::as_str)))
}

/// Where in a state something is.
struct Here<'s> {
    schema: &'s Schema,
    called: String,
    field: String,
    about: About,
}

impl<'s> Here<'s> {
    /// A field inside of this one.
    fn inner(&self, called: String, name: &str, about: About) -> Self {
        Here { schema: self.schema, called, field: format!("{}.{name}", self.field), about }
    }

    fn settings(&self, of: &Type, value: &Value, all: &mut Vec<Setting>) {
        match (of, value) {
            (Type::Own(of) | Type::Hidden(of), _) => self.settings(of, value, all),
            (Type::Maybe(of), _) if !value.is_null() => self.settings(of, value, all),
            (Type::EachSeat(of), Value::Object(fields)) => {
                for seat in &self.schema.seats {
                    let inner = self.inner(format!("{} of {seat}", self.called), seat, About::Each);
                    inner.settings(of, fields.get(seat).unwrap_or(&Value::Null), all);
                }
            }
            (Type::Map(key, of), Value::Object(entries)) if !entries.is_empty() => {
                let is_place = matches!(**key, Type::Space { .. });
                let (word, about) = if is_place { ("on", About::Board) } else { ("of", About::Each) };
                for (name, entry) in entries {
                    self.inner(format!("{} {word} {name}", self.called), name, about).settings(of, entry, all);
                }
            }
            (Type::Record(known), Value::Object(fields)) => {
                for (name, of) in known {
                    // Of "characters of Maren" the life is the life of Maren.
                    let whose = self.called.split_once(" of ").map_or(&*self.called, |(_, whose)| whose);
                    let called = format!("{} of {whose}", name.replace('_', " "));
                    let about = self.about.min(About::Each);
                    self.inner(called, name, about).settings(of, fields.get(name).unwrap_or(&Value::Null), all);
                }
            }
            _ => all.push(self.setting(of, value)),
        }
    }

    fn setting(&self, of: &Type, value: &Value) -> Setting {
        let is_empty = match value {
            Value::Null => true,
            Value::Array(items) => items.is_empty(),
            Value::Object(items) => items.is_empty(),
            _ => false,
        };
        let about = if is_empty { About::Empty } else { self.about };
        Setting { called: self.called.clone(), field: self.field.clone(), value: told(value), what: of.told(), about }
    }
}

/// A value in words.
fn told(value: &Value) -> String {
    match value {
        Value::Null => "nothing".to_owned(),
        Value::Bool(flag) => if *flag { "yes" } else { "no" }.to_owned(),
        Value::Number(number) => number.to_string(),
        Value::String(text) => text.clone(),
        Value::Array(values) if values.is_empty() => "nothing".to_owned(),
        Value::Array(values) => listed(&values.iter().map(told_item).collect::<Vec<_>>()),
        Value::Object(values) => {
            listed(&values.iter().map(|(key, value)| format!("{key}: {}", told(value))).collect::<Vec<_>>())
        }
    }
}

/// An entry of a list; a card that is not known is one.
fn told_item(value: &Value) -> String {
    match Slot::read(value) {
        Some(Slot::Card(card) | Slot::Seen { card, .. }) => card,
        Some(Slot::OneOf(_)) if value.is_u64() => "an unknown card".to_owned(),
        _ => told(value),
    }
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
