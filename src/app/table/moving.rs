//! "The ghost on D3 stands on E4": what lies elsewhere on the table than it was believed, as the fields that say where. What can
//! be moved is what has a place in the state, and what is counted by places.

use serde_json::{Value, json};

use crate::diag::Diagnostic;
use crate::referee::{Fit, Schema, Table, Type, Typed, get, in_figures};

use super::settings::{Setting, Settings, field_and_key};

/// Words between a thing and where it is.
const PLACED: [&str; 4] = [" on ", " at ", " in ", " from "];
/// Of what could be meant so many are named.
const MOST_NAMED: usize = 5;

/// Fields with what they are to be.
pub(super) type Set = Vec<(String, Value)>;

/// `ghost on D3 to E4`, `2 ghosts from D3 to E4`, `Maren to E4` and `D3 to E4` as fields and values; none where nothing that is
/// called so has a place.
///
/// # Errors
/// When more could be meant than is moved.
pub(super) fn moved(table: &Table, known: &Settings, (what, to): (&str, &str)) -> Result<Option<Set>, Diagnostic> {
    let schema = table.schema();
    let Some(to) = space_called(schema, to) else { return Ok(None) };
    let wish = Wish::read(schema, what);
    let placed: Vec<&Setting> = known.all.iter().filter(|setting| wish.is_placed(schema, known, setting)).collect();
    let counted: Vec<(&Setting, i64)> =
        known.all.iter().filter_map(|setting| Some((setting, wish.counted(schema, setting)?))).collect();
    let lying = wish.lying(schema, known);
    match (placed.as_slice(), counted.as_slice(), lying.as_slice()) {
        ([], [], []) => Ok(None),
        ([], [(setting, there)], []) => wish.recounted(schema, known, (setting, *there), to).map(Some),
        ([], [], [(field, value)]) => {
            relaid(schema, known, (field, value), (wish.from.unwrap_or_default(), to)).map(Some)
        }
        (all, [], []) if all.len() == wish.times || wish.from.is_some() && are_alike(schema, all) => {
            Ok(Some(all.iter().take(wish.times).map(|setting| (setting.field.clone(), json!(to))).collect()))
        }
        _ => {
            let all = placed.iter().copied().chain(counted.iter().map(|(setting, _)| *setting));
            let named = all.map(|setting| format!("`{}: {}`", setting.called, setting.value));
            let entries = lying.iter().map(|(field, value)| {
                format!(
                    "`{}: {}`",
                    schema.spoken(&format!("{field}.{}", wish.from.unwrap_or_default())),
                    schema.told(value)
                )
            });
            let named: Vec<String> = named.chain(entries).take(MOST_NAMED).collect();
            let message = format!("`{what}` may be several things");
            Err(Diagnostic::error(message).hint(format!("say which, as it is called here: {}", named.join(", "))))
        }
    }
}

/// What lies on one place, on another one.
fn relaid(
    schema: &Schema,
    known: &Settings,
    (field, value): (&str, &Value),
    (from, to): (&str, &str),
) -> Result<Set, Diagnostic> {
    let there = format!("{field}.{to}");
    if let Some(other) = get(&known.state, &there).filter(|other| !other.is_null()) {
        let message = format!("on `{to}` there is {} already", schema.told(other));
        return Err(
            Diagnostic::error(message).hint(format!("take that away first: `{}: nothing`", schema.spoken(&there)))
        );
    }
    Ok(vec![(format!("{field}.{from}"), Value::Null), (there, value.clone())])
}

/// Whether these are pieces of one kind, so that it is all one which of them moves.
fn are_alike(schema: &Schema, all: &[&Setting]) -> bool {
    let kind = |setting: &&Setting| {
        field_and_key(&setting.field).map(|(field, id)| (field.to_owned(), label(schema, id).to_owned()))
    };
    let mut kinds = all.iter().map(kind);
    let one = kinds.next();
    kinds.all(|other| Some(&other) == one.as_ref())
}

/// What is to be moved.
struct Wish<'w> {
    times: usize,
    what: &'w str,
    from: Option<&'w str>,
}

impl<'w> Wish<'w> {
    fn read(schema: &'w Schema, text: &'w str) -> Self {
        let text = text.trim().trim_start_matches("the ");
        let (times, text) = match text.split_once(' ') {
            Some((number, rest)) if in_figures(number).parse::<usize>().is_ok() => {
                (in_figures(number).parse().unwrap_or(1), rest)
            }
            _ => (1, text),
        };
        let with_word = PLACED.iter().find_map(|word| text.rsplit_once(word));
        // `ghost D3`, and `D3` alone.
        let parts = with_word.or_else(|| text.rsplit_once(' ')).unwrap_or(("", text));
        match space_called(schema, parts.1) {
            Some(from) => Self { times, what: parts.0.trim(), from: Some(from) },
            None => Self { times, what: text, from: None },
        }
    }

    /// Whether this says where something lies that is meant.
    fn is_placed(&self, schema: &Schema, known: &Settings, setting: &Setting) -> bool {
        if !schema.find(&setting.field).is_ok_and(|of| matches!(of.there(), Type::Space { .. })) {
            return false;
        }
        let is_there = |from: &str| setting.value == schema.label(from) || setting.value == from;
        if !self.from.map_or_else(|| !self.what.is_empty(), is_there) {
            return false;
        }
        let Some((field, key)) = field_and_key(&setting.field) else { return false };
        let owners = known.theirs.iter().filter(|(_, ids)| ids.contains(key)).map(|(owner, _)| owner.as_str());
        let kind = schema.spoken(field);
        let names: Vec<&str> = owners.chain([schema.label(key), key, &kind]).collect();
        self.is_called(&names)
    }

    /// How many of what is meant lie where it is taken from, if they are counted.
    fn counted(&self, schema: &Schema, setting: &Setting) -> Option<i64> {
        let from = self.from?;
        let (field, place) = field_and_key(&setting.field)?;
        let of = schema.find(&setting.field).ok()?;
        let is_counted = place == from && matches!(of, Type::Whole { .. });
        let what = setting.called.split_once(" on ").map_or(setting.called.as_str(), |(what, _)| what);
        let there: i64 = setting.value.parse().ok()?;
        (is_counted && there > 0 && self.is_called(&[what, field])).then_some(there)
    }

    /// What lies on the place it is taken from, in each table of what lies where, if everybody can see it.
    fn lying<'s>(&self, schema: &'s Schema, known: &'s Settings) -> Vec<(&'s str, &'s Value)> {
        let Some(from) = self.from else { return Vec::new() };
        let is_laid = |of: &Type| match of {
            Type::Map(key, of) => {
                matches!(**key, Type::Space { .. })
                    && !matches!(of.there(), Type::Whole { .. } | Type::Map(..))
                    && !of.has_secrets()
            }
            _ => false,
        };
        let fields = schema.of_the_game().filter(|(_, of)| is_laid(of));
        let here = fields.filter_map(|(field, _)| Some((field.as_str(), known.state.get(field)?.get(from)?)));
        let is_it = |(field, value): &(&str, &Value)| {
            let told = schema.told(value);
            !value.is_null() && self.is_called(&[&schema.spoken(field), field, &told])
        };
        here.filter(is_it).collect()
    }

    /// The counts of both places.
    fn recounted(
        &self,
        schema: &Schema,
        known: &Settings,
        (setting, there): (&Setting, i64),
        to: &str,
    ) -> Result<Set, Diagnostic> {
        let times = i64::try_from(self.times).unwrap_or(i64::MAX);
        let left = there - times;
        if left < 0 {
            let message = format!("`{}` is {there}: so many cannot be moved", setting.called);
            return Err(Diagnostic::error(message));
        }
        let from = self.from.unwrap_or_default();
        let other = setting.field.replacen(&format!(".{from}"), &format!(".{to}"), 1);
        let lies = known.all.iter().find(|setting| setting.field == other).and_then(|other| other.value.parse().ok());
        let now: i64 = lies.unwrap_or(0);
        let is_entry = schema.find(&setting.field).is_ok_and(|of| schema.may_be_nothing(&setting.field, of));
        let rest = if left == 0 && is_entry { Value::Null } else { json!(left) };
        Ok(vec![(setting.field.clone(), rest), (other, json!(now + times))])
    }

    fn is_called(&self, names: &[&str]) -> bool {
        let fit = Typed::new(self.what).fit(names);
        self.what.is_empty() || matches!(fit, Some(Fit::Whole | Fit::Words | Fit::Begun))
    }
}

/// What a piece is called, which of several it may be.
fn label<'s>(schema: &'s Schema, id: &'s str) -> &'s str {
    match schema.label(id) {
        label if label == id => id.split(':').next().unwrap_or(id),
        label => label,
    }
}

/// The space that is called so.
pub(super) fn space_called<'s>(schema: &'s Schema, text: &str) -> Option<&'s str> {
    let typed = Typed::new(text);
    let is_it = |space: &&String| typed.fit(&[space.as_str(), schema.label(space)]) == Some(Fit::Whole);
    schema.spaces.iter().find(is_it).map(String::as_str)
}
