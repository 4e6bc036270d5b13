//! What of a table can be set, by what people call it: the one list that every front end shows and every wish is held against.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use crate::diag::Diagnostics;
use crate::referee::{Count, Fit, Misfit, ScenePiece, Schema, Table, Type, Typed, Viewer};

use super::Session;

/// Something that can be set.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Setting {
    /// What people call it: `ghosts on D3`.
    pub called: String,
    /// What else people call it: by the piece that it is kept under, or by whose that is.
    pub also: String,
    /// The field: `ghosts.D3`.
    pub field: String,
    /// What it is now, in words.
    pub value: String,
    /// What it can be.
    pub what: String,
    /// What it is about.
    pub about: About,
    /// Whether it is for whoever wrote the rules: the game has no words for it.
    pub is_inner: bool,
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
    /// Of each player that has pieces on the board: which these are, and where they lie.
    pub theirs: Theirs,
    /// All fields, as far as everybody may see them.
    pub state: Value,
}

/// Players by name, and names of their pieces and of the places of these.
type Theirs = BTreeMap<String, BTreeSet<String>>;

impl Session {
    /// All that can be set, with what everybody may know of it. Rules that cannot count have fields all the same.
    ///
    /// # Errors
    /// A fault of the rules.
    pub fn settings(&mut self) -> Result<Settings, Diagnostics> {
        let state = self.look(|table| table.state(Viewer::Everybody))?;
        let counts = self.table.audit(Viewer::Everybody).unwrap_or_default();
        let pieces = self.look(|table| table.scene(Viewer::Everybody)).map(|scene| scene.pieces).unwrap_or_default();
        let theirs = theirs(&self.table, &pieces);
        let mut all = settings(&self.table, &counts, &state);
        let seen: BTreeSet<&str> = pieces.iter().map(|piece| piece.name.as_str()).collect();
        by_player(&mut all, self.table.schema(), (&theirs, &seen));
        tell_apart(&mut all);
        Ok(Settings { all, counts, theirs, state })
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
        let here = Here { schema, field: name.clone(), about: About::Table };
        here.settings(of, state.get(name).unwrap_or(&Value::Null), &mut all);
    }
    for setting in &mut all {
        if let Some(count) = counts.iter().find(|count| count.field.as_ref() == Some(&setting.field)) {
            setting.called.clone_from(&count.what);
            (setting.about, setting.is_inner) = (About::Counts, false);
        }
    }
    let place = |setting: &Setting| counts.iter().position(|count| count.field.as_ref() == Some(&setting.field));
    all.sort_by_key(|setting| (setting.about, place(setting)));
    all
}

/// What is called the same goes by its field.
fn tell_apart(all: &mut [Setting]) {
    let names: Vec<String> = all.iter().map(|setting| setting.called.to_lowercase()).collect();
    for (n, setting) in all.iter_mut().enumerate() {
        if names.iter().filter(|name| **name == names[n]).count() > 1 {
            setting.called.clone_from(&setting.field);
        }
    }
}

/// The pieces of each player by what is printed on them, and where they lie.
fn theirs(table: &Table, pieces: &[ScenePiece]) -> Theirs {
    let mut theirs = Theirs::new();
    for piece in pieces {
        let Some(seat) = piece.seat else { continue };
        let drawn = piece.draw.as_deref().and_then(|draw| draw.rsplit_once('/')).map(|(_, id)| id.to_owned());
        theirs.entry(table.name(seat).to_owned()).or_default().extend(drawn.into_iter().chain([piece.at.clone()]));
    }
    theirs
}

/// What is kept under the only piece of a player goes by the name of the player, too; and first of all by that, where the name of
/// the piece is not to be seen on the board.
fn by_player(all: &mut [Setting], schema: &Schema, (theirs, seen): (&Theirs, &BTreeSet<&str>)) {
    let keys = all.iter().filter_map(|setting| field_and_key(&setting.field));
    let keys: Vec<(String, String)> = keys.map(|(field, key)| (field.to_owned(), key.to_owned())).collect();
    for setting in all.iter_mut() {
        // What people see on the board of a player is its colour.
        let is_it = |id: &&String| !schema.spaces.contains(*id) && schema.label(id) == setting.value;
        // A number may stand on a piece, too.
        let is_word = setting.value.parse::<i64>().is_err();
        if let Some(id) = theirs.values().flatten().find(is_it).filter(|_| is_word) {
            setting.value.clone_from(id);
        }
        let Some((field, key)) = field_and_key(&setting.field) else { continue };
        let is_theirs = |(_, ids): &(&String, &BTreeSet<String>)| ids.contains(key);
        let mut owners = theirs.iter().filter(is_theirs);
        let (Some((owner, ids)), None) = (owners.next(), owners.next()) else { continue };
        let others = keys.iter().filter(|(of, other)| *of == field && *other != key && ids.contains(other)).count();
        let by_space = schema.spaces.contains(key);
        if let Some(what) = setting.called.strip_suffix(&format!(" of {}", schema.label(key))).filter(|_| !by_space) {
            setting.also =
                if others == 0 { format!("{what} of {owner}") } else { format!("{what} of {key} ({owner})") };
            if !seen.contains(schema.label(key)) {
                std::mem::swap(&mut setting.called, &mut setting.also);
            }
        }
    }
}

/// The field at the top, and under which key something of it is kept.
pub(super) fn field_and_key(path: &str) -> Option<(&str, &str)> {
    let (field, rest) = path.split_once('.')?;
    Some((field, rest.split('.').next().unwrap_or(rest)))
}

/// The field that somebody means, by what it is called or by its path.
///
/// # Errors
/// When the rules have no such field.
pub(super) fn field_meant(
    table: &Table,
    Settings { all, theirs, .. }: &Settings,
    name: &str,
) -> Result<String, Misfit> {
    let typed = Typed::new(name);
    let fit = |setting: &Setting| typed.fit(&[&setting.called, &setting.also, &setting.field]);
    if let Some(setting) = all.iter().find(|setting| fit(setting) == Some(Fit::Whole)) {
        return Ok(setting.field.clone());
    }
    let mut same = all.iter().filter(|setting| has_same_words(name, setting));
    if let (Some(only), None) = (same.next(), same.next()) {
        return Ok(only.field.clone());
    }
    let schema = table.schema();
    // A place where nothing lies yet.
    let in_field = in_field(table, theirs, name);
    let found = in_field.as_ref().map(|path| schema.find(path));
    let whole = in_field.as_ref().filter(|_| matches!(found, Some(Ok(_))));
    // `ghosts of Ann` are those that are called hers before those on a square where something of hers lies.
    let mut hers = all.iter().filter(|setting| has_all_words(name, setting));
    let hers = hers.next().filter(|_| hers.next().is_none());
    let is_by_square = |path: &String| {
        name.contains(" of ") && field_and_key(path).is_some_and(|(_, key)| schema.spaces.contains(key))
    };
    if let (Some(only), true) = (hers, whole.is_some_and(is_by_square)) {
        return Ok(only.field.clone());
    }
    if let Some(path) = whole.filter(|path| !schema.is_map(path)) {
        return Ok(path.clone());
    }
    // Enough of what it is called; of several, what is called so with the fewest words besides: `plain ghosts of B1`, and not
    // `ghosts with a lamp of B1`.
    let is_meant = |setting: &&Setting| {
        name.contains(' ') && matches!(fit(setting), Some(Fit::Words | Fit::Begun)) || has_all_words(name, setting)
    };
    let length = |setting: &Setting| {
        let names = [&setting.called, &setting.also].into_iter().filter(|name| !name.is_empty());
        names.map(|name| words_of(name).len()).min().unwrap_or(usize::MAX)
    };
    let meant: Vec<&Setting> = all.iter().filter(is_meant).collect();
    let shortest = meant.iter().map(|setting| length(setting)).min();
    let mut nearest = meant.iter().filter(|setting| Some(length(setting)) == shortest);
    if let (Some(only), None) = (nearest.next(), nearest.next()) {
        return Ok(only.field.clone());
    }
    if let Some(path) = whole {
        return Ok(path.clone());
    }
    if let Some(Err(wrong)) = found {
        return Err(Misfit { field: name.to_owned(), message: String::new(), hint: wrong.hint });
    }
    schema.is_of_the_game(name)?;
    schema.find(name).map(|_| name.to_owned())
}

/// Whether a name has the words of what a setting is called, in any order: `Bob's life` and `Bob life` for `life of Bob`.
fn has_same_words(name: &str, setting: &Setting) -> bool {
    let named = words_of(name);
    [&setting.called, &setting.also].into_iter().any(|called| !called.is_empty() && words_of(called) == named)
}

/// Whether all of several words are among those that a setting is called with: `ghosts of B1` for `white ghosts of pack B1 of Bob`.
fn has_all_words(name: &str, setting: &Setting) -> bool {
    let named = words_of(name);
    named.len() > 1 && [&setting.called, &setting.also].into_iter().any(|called| words_of(called).is_superset(&named))
}

/// Where the name of a piece alone is set to a number: the only count that is kept of it.
pub(super) fn count_of(all: &[Setting], name: &str) -> Option<String> {
    let is_its = |setting: &&Setting| {
        setting.value.parse::<i64>().is_ok() && words_of(&setting.called).contains(&name.to_lowercase())
    };
    let mut its = all.iter().filter(is_its);
    its.next().filter(|_| its.next().is_none()).map(|setting| setting.field.clone())
}

/// The words of a name that say something, in no order.
fn words_of(name: &str) -> BTreeSet<String> {
    let name = name.to_lowercase().replace("'s ", " ");
    name.split_whitespace().filter(|word| !SMALL_WORDS.contains(word)).map(str::to_owned).collect()
}

/// Words that say nothing of what is meant.
const SMALL_WORDS: [&str; 5] = ["of", "on", "in", "at", "the"];

/// `ghosts on D3`, `hand of Bob`, and `wounds of Bob` where these are kept under Bob's only piece: as the field of a field, if
/// there is one that is called so.
fn in_field(table: &Table, theirs: &Theirs, name: &str) -> Option<String> {
    let (what, whose) = [" on ", " of ", " at ", " in "].iter().find_map(|word| name.split_once(word))?;
    let (what, whose) = (what.trim(), whose.trim());
    let schema = table.schema();
    let is_called = |field: &str| schema.spoken(field).eq_ignore_ascii_case(what) || field.eq_ignore_ascii_case(what);
    let mut fields = schema.of_the_game().map(|(field, _)| field.as_str());
    // Or what one kind of entry is called, in the tables that lie in each place.
    let by_kind = || schema.words.iter().find(|(path, word)| path.contains('.') && word.eq_ignore_ascii_case(what));
    let (field, kind) = match fields.find(|field| is_called(field)) {
        Some(field) => (field, None),
        None => by_kind()?.0.split_once('.').map(|(field, kind)| (field, Some(kind)))?,
    };
    let typed = Typed::new(whose);
    let path = |key: &str| [Some(field), Some(key), kind].into_iter().flatten().collect::<Vec<_>>().join(".");
    let is_known = |key: &str| schema.find(&path(key)).is_ok();
    let mut known = schema.spaces.iter().chain(&schema.seats);
    let spelt = known.find(|known| typed.fit(&[known.as_str()]) == Some(Fit::Whole) && is_known(known));
    let owner = theirs.iter().find(|(owner, _)| typed.fit(&[owner.as_str()]) == Some(Fit::Whole));
    // What lies where a figure stands is not its owner's: that is said with the square.
    let is_hers = |id: &&String| is_known(id) && !(name.contains(" of ") && schema.spaces.contains(*id));
    let mut owned = owner.into_iter().flat_map(|(_, ids)| ids).filter(is_hers);
    let owned = owned.next().filter(|_| owned.next().is_none());
    let key = spelt.or(owned).map(String::as_str).or_else(|| schema.piece_called(whose, None));
    Some(path(key.unwrap_or(whose)))
}

/// Where in a state something is.
struct Here<'s> {
    schema: &'s Schema,
    field: String,
    about: About,
}

impl Here<'_> {
    /// A field inside of this one.
    fn inner(&self, name: &str, about: About) -> Self {
        Here { schema: self.schema, field: format!("{}.{name}", self.field), about }
    }

    fn settings(&self, of: &Type, value: &Value, all: &mut Vec<Setting>) {
        match (of, value) {
            (Type::Own(of) | Type::Hidden(of), _) => self.settings(of, value, all),
            (Type::Maybe(of), _) if !value.is_null() => self.settings(of, value, all),
            (Type::EachSeat(of), Value::Object(fields)) => {
                for seat in &self.schema.seats {
                    self.inner(seat, About::Each).settings(of, fields.get(seat).unwrap_or(&Value::Null), all);
                }
            }
            (Type::Map(key, of), Value::Object(entries)) if !entries.is_empty() => {
                let about = if matches!(**key, Type::Space { .. }) { About::Board } else { About::Each };
                for (name, entry) in entries {
                    self.inner(name, about).settings(of, entry, all);
                }
            }
            (Type::Record(known), Value::Object(fields)) => {
                let about = self.about.min(About::Each);
                for (name, of) in known {
                    self.inner(name, about).settings(of, fields.get(name).unwrap_or(&Value::Null), all);
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
        Setting {
            called: self.schema.spoken(&self.field),
            also: String::new(),
            field: self.field.clone(),
            value: self.schema.told(value),
            what: self.what(of),
            about,
            is_inner: !self.schema.has_words(&self.field),
        }
    }

    /// What it can be; of places, how one of them is called.
    fn what(&self, of: &Type) -> String {
        match (of, self.schema.spaces.first()) {
            (Type::Map(key, of), Some(space)) if matches!(**key, Type::Space { .. }) => {
                format!("such as `{} on {space}`: {}", self.schema.spoken(&self.field), of.told())
            }
            _ => of.told(),
        }
    }
}
