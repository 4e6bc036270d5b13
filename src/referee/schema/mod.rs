//! The state of a table as the rules declare it: names, types, least and most, and who may see what. States are JSON in
//! the words of people: seats by their names, spaces by theirs.

mod check;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use serde_json::{Map, Value, json};

use crate::diag::{Diagnostic, meant_or_known};
use crate::model::ZoneKind;

use super::{FieldPath, Refusal, Seat};

/// What a field of the state is.
#[derive(Debug, Clone, PartialEq)]
pub enum Type {
    /// A whole number.
    Whole {
        /// The lowest.
        least: i64,
        /// The highest.
        most: i64,
        /// At the start.
        start: i64,
    },
    /// True or false.
    Flag {
        /// At the start.
        start: bool,
    },
    /// Any text.
    Text {
        /// At the start.
        start: String,
    },
    /// One of several words.
    OneOf {
        /// The words.
        words: Vec<String>,
        /// At the start.
        start: String,
    },
    /// A seat, by name.
    Seat {
        /// At the start.
        start: Seat,
    },
    /// A space of the board, by name.
    Space {
        /// At the start; without one it has to be set by the rules.
        start: Option<String>,
    },
    /// That, or nothing.
    Maybe(Box<Type>),
    /// One for every seat.
    EachSeat(Box<Type>),
    /// Any number of them, up to a limit.
    List(Box<Type>, usize),
    /// From a key to something.
    Map(Box<Type>, Box<Type>),
    /// Named fields.
    Record(Vec<(String, Type)>),
    /// Cards that lie together: known ones by name, unknown ones by the number of the pool they are from.
    Pile(PileOf),
    /// What only the seat it belongs to may see.
    Own(Box<Type>),
    /// What nobody may see.
    Hidden(Box<Type>),
}

/// What is declared of cards that lie together.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PileOf {
    /// How they lie, and whether their order matters.
    pub kind: ZoneKind,
    /// The deck they are from, if it is declared.
    pub deck: Option<String>,
    /// How many can lie there, if not any number.
    pub most: Option<usize>,
}

/// Something in a state that does not fit what was declared.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Misfit {
    /// The field, such as `hand.Bob`.
    pub field: String,
    /// What is wrong with it.
    pub message: String,
    /// What was meant, perhaps.
    pub hint: Option<String>,
}

impl fmt::Display for Misfit {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "`{}` {}", self.field, self.message)
    }
}

impl From<Misfit> for Refusal {
    fn from(misfit: Misfit) -> Self {
        Self::new(misfit.to_string()).maybe_hint(misfit.hint)
    }
}

impl Misfit {
    /// As a problem of whoever wrote it.
    #[must_use]
    pub fn diagnostic(self) -> Diagnostic {
        Diagnostic::error(self.to_string()).maybe_hint(self.hint)
    }
}

/// All that is declared, for one table.
#[derive(Debug, Clone, Default)]
pub struct Schema {
    /// The fields in the order they were declared.
    pub fields: Vec<(String, Type)>,
    /// The names of the seats.
    pub seats: Vec<String>,
    /// The names of all spaces of all boards.
    pub spaces: BTreeSet<String>,
    /// The cards of every deck that is printed, by its name.
    pub decks: BTreeMap<String, BTreeSet<String>>,
    /// What people call fields, where `game.yaml` says so.
    pub names: BTreeMap<String, String>,
    /// What people call the fields that they may set, by the path as it is declared: `hunters.life`. Where there are none, all
    /// are for people.
    pub words: BTreeMap<String, String>,
    /// What people call pieces that have a name besides their id.
    pub labels: BTreeMap<String, String>,
    /// The fields that the rules keep for themselves: nobody is shown them, and nobody sets them.
    pub inner: BTreeSet<String>,
}

impl Schema {
    /// The state of a new table.
    #[must_use]
    pub fn start(&self) -> Value {
        Value::Object(self.fields.iter().map(|(name, of)| (name.clone(), self.start_of(of))).collect())
    }

    /// What a field of this type is at the start.
    #[must_use]
    pub fn start_of(&self, of: &Type) -> Value {
        match of {
            Type::Whole { start, .. } => json!(start),
            Type::Flag { start } => json!(start),
            Type::Text { start } | Type::OneOf { start, .. } => json!(start),
            Type::Seat { start } => json!(self.seats.get(start.0)),
            Type::Space { start } => json!(start),
            Type::Maybe(_) => Value::Null,
            Type::EachSeat(of) => {
                Value::Object(self.seats.iter().map(|seat| (seat.clone(), self.start_of(of))).collect())
            }
            Type::List(..) | Type::Pile(_) => json!([]),
            Type::Map(..) => json!({}),
            Type::Record(fields) => {
                Value::Object(fields.iter().map(|(name, of)| (name.clone(), self.start_of(of))).collect())
            }
            Type::Own(of) | Type::Hidden(of) => self.start_of(of),
        }
    }

    /// Whether there is anything that not everybody may see.
    #[must_use]
    pub fn has_secrets(&self) -> bool {
        self.fields.iter().any(|(_, of)| of.has_secrets())
    }

    /// The names of the fields, with those that the rules keep for themselves.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.fields.iter().map(|(name, _)| name.as_str())
    }

    /// The fields of the game.
    pub fn of_the_game(&self) -> impl Iterator<Item = &(String, Type)> {
        self.fields.iter().filter(|(name, _)| !self.inner.contains(name))
    }

    /// Whether `game.yaml` has words for a field, or for what it is in: others are for whoever wrote the rules.
    #[must_use]
    pub fn has_words(&self, path: &str) -> bool {
        let declared = self.declared_path(path);
        let mut steps = declared.match_indices('.').map(|(at, _)| &declared[..at]).chain([declared.as_str()]);
        self.words.is_empty() || steps.any(|part| self.words.contains_key(part) || self.names.contains_key(part))
    }

    /// A path without what differs from seat to seat and from entry to entry: `hunters.life` of `hunters.maren.life`.
    #[must_use]
    pub fn declared_path(&self, path: &str) -> String {
        let mut steps = path.split('.');
        let first = steps.next().unwrap_or_default();
        let mut declared = first.to_owned();
        let mut of = self.fields.iter().find(|(name, _)| name == first).map(|(_, of)| of);
        for step in steps {
            of = match of.map(core_of) {
                Some(Type::EachSeat(inner) | Type::Map(_, inner) | Type::List(inner, _)) => Some(&**inner),
                Some(Type::Record(fields)) => {
                    declared.push('.');
                    declared.push_str(step);
                    fields.iter().find(|(name, _)| name == step).map(|(_, of)| of)
                }
                _ => None,
            };
        }
        declared
    }

    /// Whether a field is declared at this path, where each entry stands for all: `hunters.life`; or a kind of entry, by its word:
    /// `stalls.rope`.
    #[must_use]
    pub fn is_declared(&self, declared: &str) -> bool {
        let mut steps = declared.split('.');
        let first = steps.next().unwrap_or_default();
        let mut of = self.of_the_game().find(|(name, _)| name == first).map(|(_, of)| of);
        for step in steps {
            let has_entry =
                |key: &Type| matches!(key, Type::OneOf { words, .. } if words.iter().any(|word| word == step));
            while let Some(Type::EachSeat(inner) | Type::Map(_, inner) | Type::List(inner, _)) = of.map(core_of) {
                if matches!(of.map(core_of), Some(Type::Map(key, _)) if has_entry(key)) {
                    break;
                }
                of = Some(inner);
            }
            of = match of.map(core_of) {
                // One kind of entry in a table that has some of each.
                Some(Type::Map(_, inner)) => Some(&**inner),
                Some(Type::Record(fields)) => fields.iter().find(|(name, _)| name == step).map(|(_, of)| of),
                _ => None,
            };
        }
        of.is_some()
    }

    /// Whether the field with this path has entries of its own for places, pieces or numbers.
    #[must_use]
    pub fn is_map(&self, path: &str) -> bool {
        self.find(path).is_ok_and(|of| matches!(core_of(of), Type::Map(..)))
    }

    /// The type of the field with this path, such as `hand.Bob`.
    ///
    /// # Errors
    /// When there is no such field.
    pub fn find(&self, path: &str) -> Result<&Type, Misfit> {
        let mut steps = path.split('.');
        let first = steps.next().unwrap_or_default();
        let unknown = |at: &str, known: Vec<&str>| Misfit {
            field: path.to_owned(),
            message: format!("is no field of the state: there is no `{at}`"),
            hint: meant_or_known(at, known),
        };
        let found = self.fields.iter().find(|(name, _)| name == first);
        let mut of = &found.ok_or_else(|| unknown(first, self.names().collect()))?.1;
        for step in steps {
            of = match core_of(of) {
                Type::EachSeat(of) if self.seats.iter().any(|seat| seat == step) => of,
                Type::EachSeat(_) => return Err(unknown(step, self.seats.iter().map(String::as_str).collect())),
                Type::Map(key, of) => {
                    self.check_key(key, step).map_err(|(message, hint)| Misfit {
                        field: path.to_owned(),
                        message,
                        hint,
                    })?;
                    of
                }
                Type::Record(fields) => {
                    let found = fields.iter().find(|(name, _)| name == step);
                    let known = || fields.iter().map(|(name, _)| name.as_str()).collect();
                    &found.ok_or_else(|| unknown(step, known()))?.1
                }
                Type::List(of, _) if step.parse::<usize>().is_ok_and(|n| n > 0) => of,
                _ => return Err(unknown(step, Vec::new())),
            };
        }
        Ok(of)
    }

    /// Whether a path leads into a field of the game.
    ///
    /// # Errors
    /// When there is no such field, or the rules keep it for themselves.
    pub fn is_of_the_game(&self, path: &str) -> Result<(), Misfit> {
        let first = path.split('.').next().unwrap_or_default();
        if self.of_the_game().any(|(name, _)| name == first) {
            return Ok(());
        }
        let message = format!("is no field of the state: there is no `{first}`");
        let hint = meant_or_known(first, self.of_the_game().map(|(name, _)| name.as_str()));
        Err(Misfit { field: path.to_owned(), message, hint })
    }

    /// Sets one field of a state.
    ///
    /// # Errors
    /// When there is no such field, or the value does not fit it.
    pub fn set(&self, state: &mut Value, path: &str, value: Value) -> Result<(), Misfit> {
        let of = self.find(path)?;
        if !(value.is_null() && self.may_be_nothing(path, of)) {
            self.check_field(FieldPath::new(path), of, &value)?;
        }
        let wrong = || Misfit { field: path.to_owned(), message: "is not there now".to_owned(), hint: None };
        let (parent, last) = match path.rsplit_once('.') {
            Some((parent, last)) => {
                self.begin_table(state, parent);
                (get_mut(state, parent).ok_or_else(wrong)?, last)
            }
            None => (&mut *state, path),
        };
        match parent {
            Value::Object(fields) => {
                let is_entry = path.contains('.') && !fields.contains_key(last) || value.is_null();
                if is_entry
                    && value.is_null()
                    && self
                        .find(path.rsplit_once('.').map_or(path, |(p, _)| p))
                        .is_ok_and(|of| matches!(bare(of), Type::Map(..)))
                {
                    fields.remove(last);
                } else {
                    fields.insert(last.to_owned(), value);
                }
            }
            Value::Array(items) => {
                let index = last.parse::<usize>().ok().filter(|n| (1..=items.len()).contains(n)).ok_or_else(wrong)?;
                items[index - 1] = value;
            }
            _ => return Err(wrong()),
        }
        self.end_table(state, path);
        Ok(())
    }

    /// A table within a table is there from its first entry on.
    fn begin_table(&self, state: &mut Value, path: &str) {
        if get(state, path).is_none()
            && self.is_inner_table(path)
            && let Some((parent, last)) = path.rsplit_once('.')
            && let Some(Value::Object(entries)) = get_mut(state, parent)
        {
            entries.insert(last.to_owned(), json!({}));
        }
    }

    /// And no longer than its last.
    fn end_table(&self, state: &mut Value, path: &str) {
        if let Some((inner, _)) = path.rsplit_once('.')
            && self.is_inner_table(inner)
            && get(state, inner).and_then(Value::as_object).is_some_and(Map::is_empty)
            && let Some((outer, last)) = inner.rsplit_once('.')
            && let Some(Value::Object(entries)) = get_mut(state, outer)
        {
            entries.remove(last);
        }
    }

    /// Whether this is an entry of a table, and a table itself.
    fn is_inner_table(&self, path: &str) -> bool {
        path.rsplit_once('.').is_some_and(|(outer, _)| self.is_map(outer)) && self.is_map(path)
    }
}

/// The entry of a state with this path.
#[must_use]
pub fn get<'v>(state: &'v Value, path: &str) -> Option<&'v Value> {
    path.split('.').try_fold(state, |value, step| match value {
        Value::Object(fields) => fields.get(step),
        Value::Array(items) => items.get(step.parse::<usize>().ok()?.checked_sub(1)?),
        _ => None,
    })
}

fn get_mut<'v>(state: &'v mut Value, path: &str) -> Option<&'v mut Value> {
    path.split('.').try_fold(state, |value, step| match value {
        Value::Object(fields) => fields.get_mut(step),
        Value::Array(items) => items.get_mut(step.parse::<usize>().ok()?.checked_sub(1)?),
        _ => None,
    })
}

/// The type below what only says who may see it.
pub(super) fn bare(of: &Type) -> &Type {
    match of {
        Type::Own(of) | Type::Hidden(of) => bare(of),
        _ => of,
    }
}

/// The type of what is there, if it is there.
pub(super) fn core_of(of: &Type) -> &Type {
    match bare(of) {
        Type::Maybe(of) => core_of(of),
        of => of,
    }
}

impl Type {
    /// Whether not everybody may see all of it.
    #[must_use]
    pub fn has_secrets(&self) -> bool {
        match self {
            Self::Own(_) | Self::Hidden(_) | Self::Pile(_) => true,
            Self::Maybe(of) | Self::EachSeat(of) | Self::List(of, _) | Self::Map(_, of) => of.has_secrets(),
            Self::Record(fields) => fields.iter().any(|(_, of)| of.has_secrets()),
            _ => false,
        }
    }

    /// What is there, if anything is, whoever may see it.
    #[must_use]
    pub fn there(&self) -> &Self {
        core_of(self)
    }

    /// What it is, in words.
    #[must_use]
    pub fn told(&self) -> String {
        match self {
            Self::Whole { least, most, .. } => format!("a whole number from {least} to {most}"),
            Self::Flag { .. } => "yes or no".to_owned(),
            Self::Text { .. } => "a text".to_owned(),
            Self::OneOf { words, .. } => format!("one of `{}`", words.join("`, `")),
            Self::Seat { .. } => "a seat".to_owned(),
            Self::Space { .. } => "a space".to_owned(),
            Self::Maybe(of) => format!("{}, or nothing", of.told()),
            Self::EachSeat(of) => format!("for each seat {}", of.told()),
            Self::List(of, _) => format!("a list, each {}", of.told()),
            Self::Map(_, of) => format!("a table, each {}", of.told()),
            Self::Record(_) => "a record".to_owned(),
            Self::Pile(_) => "a pile of cards".to_owned(),
            Self::Own(of) | Self::Hidden(of) => of.told(),
        }
    }
}
