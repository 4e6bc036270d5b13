//! Names and values that expressions see, one scope over another, and where each value was given. Runs nothing.

use std::fmt;
use std::sync::Arc;

use minijinja::value::{Object, ObjectRepr, Value, ValueKind};

use crate::diag::{Place, meant_or_known};

/// Names and values for one piece, over those of everything around it.
#[derive(Debug, Default)]
pub struct Scope {
    own: Vec<Entry>,
    outer: Option<Value>,
    /// What its members are; a name that is none of them is then an error and not just empty.
    members: Option<&'static str>,
}

#[derive(Debug)]
struct Entry {
    name: String,
    value: Value,
    origin: Origin,
}

/// Where a value was given.
#[derive(Debug, Clone)]
pub enum Origin {
    /// In no file.
    Nowhere,
    /// In a template or by the component, for all pieces that say nothing else.
    Default(Place),
    /// By a row, a skin or the game.
    Given(Place),
}

impl Origin {
    fn given(&self) -> Option<&Place> {
        if let Self::Given(place) = self { Some(place) } else { None }
    }

    fn for_all(&self) -> Option<&Place> {
        if let Self::Default(place) = self { Some(place) } else { None }
    }
}

/// Why a name has no value.
#[derive(Debug, Clone)]
pub enum NoValue {
    /// It is no member of its group: a sentence and a hint.
    NoMember(String, Option<String>),
    /// What it should be could not be worked out, and that was told.
    ToldBefore,
}

impl fmt::Display for NoValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoMember(message, _) => f.write_str(message),
            Self::ToldBefore => f.write_str("it could not be worked out"),
        }
    }
}

impl std::error::Error for NoValue {}

impl NoValue {
    /// A value that is an error for whoever uses it.
    fn value(self) -> Value {
        Value::from(minijinja::Error::new(minijinja::ErrorKind::InvalidOperation, "").with_source(self))
    }
}

impl Scope {
    /// Names over `outer`.
    #[must_use]
    pub fn over(outer: Value) -> Self {
        Self { outer: Some(outer), ..Self::default() }
    }

    /// A group of which every member is `what`.
    #[must_use]
    pub fn named(what: &'static str) -> Self {
        Self { members: Some(what), ..Self::default() }
    }

    /// Adds a text; a number or truth value in it counts as one.
    pub fn set_text(&mut self, name: &str, text: &str, origin: Origin) {
        self.set(name, typed(text), origin);
    }

    /// Adds a value.
    pub fn set(&mut self, name: &str, value: Value, origin: Origin) {
        self.own.push(Entry { name: name.to_owned(), value, origin });
    }

    /// Adds a name whose value could not be worked out.
    pub fn set_unknown(&mut self, name: &str) {
        self.set(name, NoValue::ToldBefore.value(), Origin::Nowhere);
    }

    /// Done adding.
    #[must_use]
    pub fn finish(self) -> Value {
        Value::from_object(self)
    }

    /// The entry of a name, or of a name in a group: `game.title`.
    fn entry(&self, path: &str) -> Option<&Entry> {
        let (name, member) = path.split_once('.').map_or((path, None), |(name, member)| (name, Some(member)));
        let own = self.own.iter().rev().find(|entry| entry.name == name);
        let entry = own.or_else(|| self.outer.as_ref()?.downcast_object_ref::<Self>()?.entry(name))?;
        let inner = || entry.value.downcast_object_ref::<Self>()?.entry(member?);
        inner().or(Some(entry))
    }

    /// The value of a name, or of a name in a group: `game.title`.
    #[must_use]
    pub fn value(&self, path: &str) -> Option<&Value> {
        self.entry(path).map(|entry| &entry.value)
    }

    /// Where the value of an expression over these names most likely comes from: the only name that anybody gave, or
    /// the only one among them that is a text.
    pub fn likely_origin<'n>(&self, names: impl Iterator<Item = &'n str>) -> Option<&Place> {
        let entries: Vec<&Entry> = names.filter_map(|name| self.entry(name)).collect();
        let of = |place: fn(&Origin) -> Option<&Place>| -> Vec<(&Entry, &Place)> {
            entries.iter().filter_map(|entry| Some((*entry, place(&entry.origin)?))).collect()
        };
        let given = of(Origin::given);
        only(if given.is_empty() { of(Origin::for_all) } else { given })
    }
}

/// The only one of them, or the only text among them.
fn only<'e>(entries: Vec<(&'e Entry, &'e Place)>) -> Option<&'e Place> {
    if let [(_, place)] = entries.as_slice() {
        return Some(place);
    }
    let is_text = |value: &Value| value.kind() == ValueKind::String && value.is_true();
    let mut texts = entries.into_iter().filter(|(entry, _)| is_text(&entry.value));
    let (_, place) = texts.next()?;
    texts.next().is_none().then_some(place)
}

impl Object for Scope {
    fn get_value(self: &Arc<Self>, key: &Value) -> Option<Value> {
        let name = key.as_str()?;
        let own = self.own.iter().rev().find(|entry| entry.name == name).map(|entry| entry.value.clone());
        own.or_else(|| self.outer.as_ref()?.get_attr(name).ok().filter(|value| !value.is_undefined())).or_else(|| {
            let what = self.members?;
            let hint = meant_or_known(name, self.own.iter().map(|entry| entry.name.as_str()));
            Some(NoValue::NoMember(format!("`{name}` is not {what}"), hint).value())
        })
    }
}

/// A truth value in a spelling of its own, as spreadsheets write it: `TRUE`. It is printed as it is written.
#[derive(Debug)]
pub struct Written {
    text: String,
    is_true: bool,
}

impl Written {
    /// Whether it is the same as a text or a truth value.
    pub fn is(&self, other: &Value) -> bool {
        let as_text = other.downcast_object_ref::<Self>().map(|other| other.text.as_str()).or(other.as_str());
        match as_text {
            Some(text) => text.eq_ignore_ascii_case(&self.text),
            None => *other == Value::from(self.is_true),
        }
    }
}

impl Object for Written {
    fn repr(self: &Arc<Self>) -> ObjectRepr {
        ObjectRepr::Plain
    }

    fn is_true(self: &Arc<Self>) -> bool {
        self.is_true
    }

    fn render(self: &Arc<Self>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// `3` is a number and `true` a truth value; `007` and `1.50` stay text, as they would print differently.
fn typed(text: &str) -> Value {
    match text {
        "true" => return Value::from(true),
        "false" => return Value::from(false),
        "TRUE" | "True" => return Value::from_object(Written { text: text.to_owned(), is_true: true }),
        "FALSE" | "False" => return Value::from_object(Written { text: text.to_owned(), is_true: false }),
        _ => {}
    }
    if let Ok(number) = text.parse::<i64>()
        && number.to_string() == text
    {
        return Value::from(number);
    }
    match text.parse::<f64>() {
        Ok(number) if text.contains('.') && number.is_finite() && number.to_string() == text => Value::from(number),
        _ => Value::from(text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diag::SourceText;

    #[test]
    fn a_value_comes_from_the_only_name_that_was_given_or_the_only_text() {
        let source = Arc::new(SourceText::new("t", "hay 3 4 straw accent"));
        let given = |words: &str| {
            let at = source.text.find(words).unwrap();
            Origin::Given(Place::new(&source, at, at + words.len()))
        };
        let mut outer = Scope::default();
        outer.set_text("name", "hay", given("hay"));
        outer.set_text("cost", "3", given("3"));
        let mut scope = Scope::over(outer.finish());
        scope.set_text("size", "4", given("4"));
        scope.set_text("ground", "straw", given("straw"));
        scope.set_text("colour", "accent", Origin::Default(Place::new(&source, 14, 20)));
        scope.set_text("side", "front", Origin::Nowhere);
        let likely = |names: &[&str]| scope.likely_origin(names.iter().copied()).map(Place::text);
        assert_eq!(likely(&["cost", "side", "colour"]), Some("3"));
        assert_eq!(likely(&["cost", "name", "size"]), Some("hay"));
        assert_eq!(likely(&["cost", "size"]), None);
        assert_eq!(likely(&["name", "ground"]), None);
        assert_eq!(likely(&["side", "colour"]), Some("accent"));
        assert_eq!(likely(&["side", "nobody"]), None);
    }
}
