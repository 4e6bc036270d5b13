//! YAML text to a tree that remembers where everything stood and keeps every scalar as it was written,
//! so that a card called `NO` stays a card called `NO`.

use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_yaml::budget::BudgetBreach;
use serde_yaml::granit_parser::ErrorKind;
use serde_yaml::{DefaultMessageFormatter, Error, ExternalMessageSource, Location, MessageFormatter as _, Spanned};

use crate::diag::{Diagnostic, Place, SourceText};

/// Deeper nesting than this is no game.
const DEEPEST: usize = 40;
/// More nodes than this is no game either; a deck of 5,000 cards of 20 fields has 200,000.
const MOST_NODES: usize = 1_000_000;
/// No mapping is read further: what is beyond is no name that anybody wrote.
const MOST_KEYS: usize = 10_000;
/// What aliases may unfold to, in events.
const MOST_REPLAYED: usize = 100_000;

/// A value and its place.
#[derive(Debug, Clone)]
pub struct Node {
    /// What it is.
    pub value: Value,
    /// Where it stands.
    pub place: Place,
}

/// The three things YAML has, and nothing.
#[derive(Debug, Clone)]
pub enum Value {
    /// An empty place, `~` or `null`.
    Nothing,
    /// Anything written as one piece of text, numbers and truth values too.
    Text(String),
    /// A list.
    List(Vec<Node>),
    /// Keys and values in the order they were written.
    Map(Vec<(Key, Node)>),
}

/// A key of a mapping and its place.
#[derive(Debug, Clone)]
pub struct Key {
    /// As it was written.
    pub name: String,
    /// Where it stands.
    pub place: Place,
}

impl Node {
    /// What a person would call this kind of value.
    #[must_use]
    pub const fn kind(&self) -> &'static str {
        match self.value {
            Value::Nothing => "nothing",
            Value::Text(_) => "a text",
            Value::List(_) => "a list",
            Value::Map(_) => "a mapping",
        }
    }
}

/// Reads one YAML document.
///
/// # Errors
/// One diagnostic: YAML that is broken cannot be read past the break.
pub fn parse(source: &Arc<SourceText>) -> Result<Node, Diagnostic> {
    parse_text(&source.text, source)
}

/// Reads a YAML document that is written into another text, on these stretches of it. Places are those of the whole text.
///
/// # Errors
/// As for a document of its own.
pub fn parse_within(source: &Arc<SourceText>, stretches: &[Range<usize>]) -> Result<Node, Diagnostic> {
    // Everything else is blank, so that every byte stands where it stood.
    let blank = |part: &str| part.bytes().map(|byte| if byte == b'\n' { '\n' } else { ' ' }).collect::<String>();
    let part = |range: Range<usize>| source.text.get(range).unwrap_or_default();
    let (mut text, mut at) = (String::new(), 0);
    for stretch in stretches {
        // Whoever hands them over may see one twice: no byte is read again.
        text.push_str(&blank(part(at..stretch.start)));
        text.push_str(part(stretch.start.max(at)..stretch.end));
        at = stretch.end.max(at);
    }
    parse_text(&text, source)
}

fn parse_text(text: &str, source: &Arc<SourceText>) -> Result<Node, Diagnostic> {
    let raw: Spanned<Raw> =
        serde_yaml::from_str_with_options(text, options()).map_err(|error| broken(source, &error))?;
    Builder { source }.node(raw)
}

fn options() -> serde_yaml::Options {
    let mut options = serde_yaml::Options::default();
    let mut budget = serde_yaml::Budget::default();
    budget.max_depth = DEEPEST;
    budget.max_nodes = MOST_NODES;
    budget.max_documents = 1;
    options.budget = Some(budget);
    options.alias_limits.max_total_replayed_events = MOST_REPLAYED;
    options.merge_keys = serde_yaml::options::MergeKeyPolicy::Error;
    // A card called `.inf` is one like any other.
    options.non_finite_float_policy = serde_yaml::NonFiniteFloatPolicy::PassThrough;
    options.with_snippet = false;
    options
}

fn broken(source: &Arc<SourceText>, error: &Error) -> Diagnostic {
    let place = error.location().map_or_else(|| Place::file(source), |at| place_of(source, &at));
    told(error).at(&place)
}

/// What is wrong, in words; those of the reader only where it found what is no YAML at all.
fn told(error: &Error) -> Diagnostic {
    match error {
        Error::WithSnippet { error, .. } | Error::AliasError { error, .. } => told(error),
        Error::DuplicateMappingKey { key: Some(key), .. } => {
            Diagnostic::error(format!("the key `{key}` is there twice"))
        }
        Error::DuplicateMappingKey { key: None, .. } => Diagnostic::error("this key is there twice"),
        Error::MultipleDocuments { .. } | Error::Budget { breach: BudgetBreach::Documents { .. }, .. } => {
            Diagnostic::error("a file holds one document, and here a second one starts")
        }
        Error::Budget { .. }
        | Error::AliasReplayCounterOverflow { .. }
        | Error::AliasReplayLimitExceeded { .. }
        | Error::AliasExpansionLimitExceeded { .. }
        | Error::AliasReplayStackDepthExceeded { .. } => too_much(),
        Error::ExternalMessage { source, .. } if is_too_deep(source) => too_much(),
        Error::MergeKeyNotAllowed { .. } | Error::MergeValueNotMapOrSeqOfMaps { .. } => {
            Diagnostic::error("merge keys (`<<`) do not work").hint("write `extends: name` to build on another entry")
        }
        Error::UnknownAnchor { .. } => {
            Diagnostic::error("there is no anchor of this name").hint("an alias `*name` stands below its `&name`")
        }
        error => {
            let why = DefaultMessageFormatter.format_message(error).replace(char::is_control, " ");
            Diagnostic::error(format!("this is not YAML that can be used: {}", why.trim_end_matches('.')))
        }
    }
}

fn too_much() -> Diagnostic {
    Diagnostic::error("this YAML is nested too deeply or repeats itself too often")
}

/// The reader has a limit of its own for what it looks ahead.
fn is_too_deep(source: &ExternalMessageSource) -> bool {
    matches!(source, ExternalMessageSource::Parser(error) if *error.kind() == ErrorKind::RecursionLimitExceeded)
}

fn place_of(source: &Arc<SourceText>, at: &Location) -> Place {
    let start = byte(at.span().byte_offset()).unwrap_or_else(|| offset_of(source, at));
    Place::new(source, start, start + byte(at.span().byte_len()).unwrap_or(1))
}

/// Where a line and column are, when the reader gives no byte.
fn offset_of(source: &SourceText, at: &Location) -> usize {
    let line = usize::try_from(at.line()).unwrap_or(1).saturating_sub(1);
    let column = usize::try_from(at.column()).unwrap_or(1).saturating_sub(1);
    let start = source.text.split_inclusive('\n').take(line).map(str::len).sum();
    let rest = source.text.get(start..).unwrap_or("");
    start + rest.char_indices().nth(column).map_or(rest.len(), |(at, _)| at)
}

fn byte(offset: Option<u64>) -> Option<usize> {
    offset.and_then(|n| usize::try_from(n).ok())
}

/// What the YAML reader hands over: texts it knows to be texts, and marks where it saw something else.
enum Raw {
    Nothing,
    Text(String),
    /// A number or a truth value; the text is fetched from the file.
    AsWritten,
    List(Vec<Spanned<Raw>>),
    Map(Vec<(Spanned<Raw>, Spanned<Raw>)>),
}

impl<'de> Deserialize<'de> for Raw {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(RawVisitor)
    }
}

struct RawVisitor;

impl<'de> Visitor<'de> for RawVisitor {
    type Value = Raw;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("any YAML value")
    }

    fn visit_unit<E>(self) -> Result<Raw, E> {
        Ok(Raw::Nothing)
    }

    fn visit_str<E>(self, text: &str) -> Result<Raw, E> {
        Ok(Raw::Text(text.to_owned()))
    }

    fn visit_bool<E>(self, _: bool) -> Result<Raw, E> {
        Ok(Raw::AsWritten)
    }

    fn visit_i64<E>(self, _: i64) -> Result<Raw, E> {
        Ok(Raw::AsWritten)
    }

    fn visit_u64<E>(self, _: u64) -> Result<Raw, E> {
        Ok(Raw::AsWritten)
    }

    fn visit_i128<E>(self, _: i128) -> Result<Raw, E> {
        Ok(Raw::AsWritten)
    }

    fn visit_u128<E>(self, _: u128) -> Result<Raw, E> {
        Ok(Raw::AsWritten)
    }

    fn visit_f64<E>(self, _: f64) -> Result<Raw, E> {
        Ok(Raw::AsWritten)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Raw, A::Error> {
        let mut items = Vec::new();
        while let Some(item) = list.next_element()? {
            items.push(item);
        }
        Ok(Raw::List(items))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Raw, A::Error> {
        let mut entries = Vec::new();
        while let Some(entry) = map.next_entry()? {
            entries.push(entry);
            if entries.len() > MOST_KEYS {
                return Err(serde::de::Error::custom(format!("a mapping has more than {MOST_KEYS} keys")));
            }
        }
        Ok(Raw::Map(entries))
    }
}

struct Builder<'a> {
    source: &'a Arc<SourceText>,
}

impl Builder<'_> {
    fn node(&self, raw: Spanned<Raw>) -> Result<Node, Diagnostic> {
        let place = place_of(self.source, &raw.defined);
        let value = match raw.value {
            Raw::Nothing => Value::Nothing,
            Raw::Text(text) => Value::Text(text),
            Raw::AsWritten => Value::Text(place.text().trim().to_owned()),
            Raw::List(items) => Value::List(items.into_iter().map(|item| self.node(item)).collect::<Result<_, _>>()?),
            Raw::Map(entries) => Value::Map(self.entries(entries)?),
        };
        Ok(Node { value, place })
    }

    fn entries(&self, entries: Vec<(Spanned<Raw>, Spanned<Raw>)>) -> Result<Vec<(Key, Node)>, Diagnostic> {
        let entry = |(key, value)| {
            let key = self.node(key)?;
            match key.value {
                Value::Text(name) => Ok((Key { name, place: key.place }, self.node(value)?)),
                _ => Err(Diagnostic::error(format!("a key must be a text, not {}", key.kind()))
                    .at(&key.place)
                    .hint("put a text that starts with `{` or `[` in quotes")),
            }
        };
        entries.into_iter().map(entry).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Node {
        let source = Arc::new(SourceText::new("game.yaml", text));
        parse(&source).unwrap_or_else(|d| panic!("{}", d.render(false)))
    }

    fn text_of(node: &Node, key: &str) -> String {
        let Value::Map(entries) = &node.value else { panic!("no mapping") };
        match &entries.iter().find(|(k, _)| k.name == key).unwrap().1.value {
            Value::Text(text) => text.clone(),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn norway_stays_norway() {
        let node = read("country: NO\nyes: on\nnumber: 007\nsum: 1.50\nhex: 0x1F\n");
        assert_eq!(text_of(&node, "country"), "NO");
        assert_eq!(text_of(&node, "yes"), "on");
        assert_eq!(text_of(&node, "number"), "007");
        assert_eq!(text_of(&node, "sum"), "1.50");
        assert_eq!(text_of(&node, "hex"), "0x1F");
    }

    #[test]
    fn a_part_of_a_text_is_read_where_it_stands() {
        let text = "Größe\n  > size: poker\n  > qty: [1,\n  >   2]\nrest: no\n";
        let source = Arc::new(SourceText::new("r.md", text));
        let at = |part: &str| text.find(part).map(|at| at..at + part.len()).unwrap();
        let stretches = [at("size: poker\n"), at("qty: [1,\n"), at("  2]\n")];
        let node = parse_within(&source, &stretches).unwrap();
        let Value::Map(entries) = &node.value else { panic!("no mapping") };
        let told: Vec<_> =
            entries.iter().map(|(key, _)| (key.name.as_str(), key.place.line(), key.place.column())).collect();
        assert_eq!(told, [("size", 2, 5), ("qty", 3, 5)]);
        // Stretches that overlap, or begin before they end, are no reason to fail.
        for odd in [vec![0..20, 5..30], vec![40..44, 2..9], vec![0..9, 10..9_999]] {
            let _ = parse_within(&source, &odd);
        }
    }

    #[test]
    fn places_are_exact() {
        let node = read("title: Größe\nsize:   poker # wide\n");
        let Value::Map(entries) = &node.value else { panic!("no mapping") };
        let (key, value) = &entries[1];
        assert_eq!((key.place.line(), key.place.column(), key.place.text()), (2, 1, "size"));
        assert_eq!((value.place.line(), value.place.column(), value.place.text()), (2, 9, "poker"));
    }
}
