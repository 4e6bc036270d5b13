//! Values as people type them into a line: `[rune, rope]`, `{Ann: 3, Bob: 2}`, and JSON, which is the same with more quotation
//! marks. What is typed is read by the declared types; whether it fits is for the schema to say.

use serde_json::{Map, Value, json};

use super::naming::{in_figures, is_same};
use super::schema::{bare, core_of};
use super::{FieldPath, Misfit, Schema, Slot, Type};

/// Deeper than this nobody types.
const DEEPEST: usize = 32;

/// What was typed.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Flow {
    /// A word.
    Word(String),
    /// A text in quotation marks.
    Text(String),
    /// Several in square brackets.
    List(Vec<Self>),
    /// Names and values in curly brackets.
    Map(Vec<(String, Self)>),
}

impl Schema {
    /// A value for a field from what people typed, or what stands in a YAML file as text.
    ///
    /// # Errors
    /// When it is none.
    pub fn read(&self, path: &str, text: &str) -> Result<Value, Misfit> {
        let of = self.find(path)?;
        let text = text.trim();
        // None of something that can only be there once or more is nothing.
        let has_no_zero = match core_of(of) {
            Type::Whole { least, .. } => *least > 0,
            of => !matches!(of, Type::Pile(_) | Type::Text { .. }),
        };
        let is_nothing = matches!(text, "none" | "nothing" | "") || text == "0" && has_no_zero;
        if is_nothing && self.may_be_nothing(path, of) {
            return Ok(Value::Null);
        }
        let value = match core_of(of) {
            Type::EachSeat(_) | Type::List(..) | Type::Map(..) | Type::Record(_) | Type::Pile(_) => {
                parsed(text).map_or_else(|| json!(text), |flow| self.typed(of, &flow))
            }
            _ => match parsed(text) {
                Some(Flow::Text(quoted)) => self.typed_word(of, &quoted),
                _ => self.typed_word(of, text),
            },
        };
        // An entry of a map can be taken away.
        if !(value.is_null() && self.may_be_nothing(path, of)) {
            self.check_field(FieldPath::new(path), of, &value)?;
        }
        Ok(value)
    }

    /// The same from people at a table, who leave brackets out: a number alone is how many, and not what.
    ///
    /// # Errors
    /// When it is none.
    pub fn read_typed(&self, path: &str, text: &str) -> Result<Value, Misfit> {
        let of = core_of(self.find(path)?);
        let is_row = matches!(of, Type::List(..) | Type::Pile(_));
        let text = text.trim();
        if let (Type::OneOf { words, .. }, Ok(times @ 1..)) = (of, in_figures(text).parse::<i64>())
            && !words.iter().any(|word| word == text)
        {
            return one_of_a_kind(path, words, times);
        }
        if !is_row || text.starts_with(['[', '{']) || text.parse::<i64>().is_ok() {
            return self.read(path, text);
        }
        let items = if matches!(text, "none" | "nothing") { "" } else { text };
        self.read(path, &format!("[{items}]"))
    }

    /// Entries of maps can be taken away.
    #[must_use]
    pub fn may_be_nothing(&self, path: &str, of: &Type) -> bool {
        let parent = path.rsplit_once('.').and_then(|(parent, _)| self.find(parent).ok());
        matches!(bare(of), Type::Maybe(_)) || parent.is_some_and(|parent| matches!(bare(parent), Type::Map(..)))
    }

    /// What was typed as a value of a type; what does not fit becomes something that does not fit either.
    fn typed(&self, of: &Type, flow: &Flow) -> Value {
        match (of, flow) {
            (Type::Maybe(_), Flow::Word(word)) if matches!(word.as_str(), "none" | "nothing" | "null") => Value::Null,
            (Type::Own(of) | Type::Hidden(of) | Type::Maybe(of), _) => self.typed(of, flow),
            (Type::EachSeat(of), Flow::Map(entries)) => {
                let seat = Type::Seat { start: super::Seat(0) };
                self.typed_entries(entries, |name| (self.spelt(&seat, name).to_owned(), Some(&**of)))
            }
            (Type::Map(key, of), Flow::Map(entries)) => {
                self.typed_entries(entries, |name| (self.spelt(key, name).to_owned(), Some(&**of)))
            }
            (Type::Record(fields), Flow::Map(entries)) => self.typed_entries(entries, |name| {
                (name.to_owned(), fields.iter().find(|(known, _)| known == name).map(|(_, of)| of))
            }),
            (Type::List(of, _), Flow::List(items)) => items.iter().map(|item| self.typed(of, item)).collect(),
            (Type::Pile(of), Flow::List(slots)) => {
                slots.iter().map(|slot| self.typed_slot(slot, of.deck.as_deref())).collect()
            }
            (_, Flow::Word(word) | Flow::Text(word)) => self.typed_word(of, word),
            _ => untyped(flow),
        }
    }

    fn typed_entries<'t>(&self, entries: &[(String, Flow)], of: impl Fn(&str) -> (String, Option<&'t Type>)) -> Value {
        let entry = |(name, flow): &(String, Flow)| {
            let (name, of) = of(name);
            (name, of.map_or_else(|| untyped(flow), |of| self.typed(of, flow)))
        };
        Value::Object(entries.iter().map(entry).collect::<Map<_, _>>())
    }

    /// A single word as a value of a type.
    fn typed_word(&self, of: &Type, text: &str) -> Value {
        match core_of(of) {
            Type::Whole { .. } => text.parse::<i64>().map_or_else(|_| json!(text), |number| json!(number)),
            Type::Flag { .. } => match text {
                "yes" | "true" | "y" => json!(true),
                "no" | "false" | "n" => json!(false),
                other => json!(other),
            },
            Type::OneOf { .. } | Type::Seat { .. } | Type::Space { .. } => json!(self.spelt(of, text)),
            _ => json!(text),
        }
    }

    /// A card by its id, or by what it is called. The number of a pool has no quotation marks, a card with such a name has some.
    fn typed_slot(&self, flow: &Flow, deck: Option<&str>) -> Value {
        match flow {
            Flow::Word(word) if self.decks.values().any(|deck| deck.contains(word)) => Slot::Card(word.clone()).json(),
            Flow::Word(word) if word.parse::<u64>().is_ok() => Slot::typed(word).json(),
            Flow::Word(word) => match self.piece_called(word, deck) {
                Some(id) => Slot::Card(id.to_owned()).json(),
                None => Slot::typed(word).json(),
            },
            other => untyped(other),
        }
    }

    /// The known word that a text means: the same in large or small letters, or what people call it.
    fn spelt<'t>(&'t self, of: &'t Type, text: &'t str) -> &'t str {
        let same = |known: &&String| known.eq_ignore_ascii_case(text);
        let found = match core_of(of) {
            Type::OneOf { words, .. } => {
                let word = words.iter().find(same).map(String::as_str);
                word.or_else(|| self.meant(text, words.iter().map(String::as_str)))
            }
            Type::Seat { .. } => {
                let seat = self.seats.iter().find(same).or_else(|| self.seats.iter().find(|seat| is_same(seat, text)));
                seat.map(String::as_str)
            }
            Type::Space { .. } => {
                let space = self.spaces.iter().find(same).map(String::as_str);
                space.or_else(|| {
                    self.meant(text, self.spaces.iter().filter(|id| self.labels.contains_key(*id)).map(String::as_str))
                })
            }
            _ => None,
        };
        found.unwrap_or(text)
    }
}

/// What was typed where nothing says what it should be.
fn untyped(flow: &Flow) -> Value {
    match flow {
        Flow::Word(word) => word.parse::<i64>().map_or_else(|_| json!(word), |number| json!(number)),
        Flow::Text(text) => json!(text),
        Flow::List(items) => items.iter().map(untyped).collect(),
        Flow::Map(entries) => {
            Value::Object(entries.iter().map(|(name, flow)| (name.clone(), untyped(flow))).collect::<Map<_, _>>())
        }
    }
}

/// A typed line, if its brackets and quotation marks fit.
fn parsed(text: &str) -> Option<Flow> {
    let mut parser = Parser { rest: text };
    let flow = parser.value(0)?;
    parser.rest.trim().is_empty().then_some(flow)
}

/// What is still to be read.
struct Parser<'t> {
    rest: &'t str,
}

impl Parser<'_> {
    /// Goes past a sign, if it comes next.
    fn skip(&mut self, sign: char) -> bool {
        let rest = self.rest.trim_start().strip_prefix(sign);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    fn value(&mut self, depth: usize) -> Option<Flow> {
        if depth > DEEPEST {
            return None;
        }
        if self.skip('[') {
            return self.several(']', |parser| parser.value(depth + 1)).map(Flow::List);
        }
        if self.skip('{') {
            let entries = self.several('}', |parser| parser.entry(depth + 1))?;
            let is_twice =
                |(at, (name, _)): (usize, &(String, _))| entries[..at].iter().any(|(other, _)| other == name);
            return (!entries.iter().enumerate().any(is_twice)).then_some(Flow::Map(entries));
        }
        self.text().map(Flow::Text).or_else(|| self.word(&[',', ']', '}', '[', '{']).map(Flow::Word))
    }

    fn entry(&mut self, depth: usize) -> Option<(String, Flow)> {
        let name = self.text().or_else(|| self.word(&[':', ',', ']', '}', '[', '{']))?;
        if self.skip(':') { Some((name, self.value(depth)?)) } else { None }
    }

    /// What stands between commas, up to a bracket that ends it.
    fn several<T>(&mut self, end: char, one: impl Fn(&mut Self) -> Option<T>) -> Option<Vec<T>> {
        let mut all = Vec::new();
        while !self.skip(end) {
            if !all.is_empty() && !self.skip(',') {
                return None;
            }
            all.push(one(self)?);
        }
        Some(all)
    }

    /// A text in quotation marks, as JSON has it.
    fn text(&mut self) -> Option<String> {
        let rest = self.rest.trim_start();
        if !rest.starts_with('"') {
            return None;
        }
        let mut texts = serde_json::Deserializer::from_str(rest).into_iter::<String>();
        let text = texts.next()?.ok()?;
        self.rest = rest.get(texts.byte_offset()..)?;
        Some(text)
    }

    /// A word up to one of these signs.
    fn word(&mut self, ends: &[char]) -> Option<String> {
        let rest = self.rest.trim_start();
        let (word, rest) = rest.split_at(rest.find(ends).unwrap_or(rest.len()));
        self.rest = rest;
        let word = word.trim();
        (!word.is_empty()).then(|| word.to_owned())
    }
}

/// Which of several kinds of thing is meant by how many of them there are, where one of them has the name of the field.
fn one_of_a_kind(path: &str, words: &[String], times: i64) -> Result<Value, Misfit> {
    let field = path.split('.').next().unwrap_or(path);
    let named = words.iter().find(|word| field.strip_suffix('s') == Some(word));
    let all = words.iter().map(|word| format!("`{word}`")).collect::<Vec<_>>().join(" or ");
    let (message, hint) = match (named, times) {
        (Some(word), 1) => return Ok(json!(word)),
        (_, 1) => ("is a kind of thing, and not how many".to_owned(), format!("which is it: {all}?")),
        _ => (format!("is one thing, and not {times}"), format!("set each by itself, as {all}")),
    };
    Err(Misfit { field: path.to_owned(), message, hint: Some(hint) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::referee::Seat;

    fn schema() -> Schema {
        let whole = || Box::new(Type::Whole { least: 0, most: 9, start: 0 });
        let word = || Box::new(Type::Text { start: String::new() });
        let record = vec![("at".to_owned(), Type::Space { start: None }), ("steps".to_owned(), *whole())];
        let fields = [
            ("hand", Type::EachSeat(Box::new(Type::Own(Box::new(Type::Pile(crate::referee::PileOf::default())))))),
            ("oil", Type::EachSeat(whole())),
            ("lamps", Type::Map(Box::new(Type::Space { start: None }), whole())),
            ("words", Type::List(word(), 9)),
            ("lure", Type::Maybe(Box::new(Type::Record(record)))),
            ("first", Type::Seat { start: Seat(0) }),
        ];
        Schema {
            fields: fields.map(|(name, of)| (name.to_owned(), of)).into(),
            seats: vec!["Ann".to_owned(), "Mary Jo".to_owned()],
            spaces: ["A1", "B1"].map(str::to_owned).into(),
            ..Schema::default()
        }
    }

    #[test]
    fn brackets_need_no_quotation_marks() {
        let schema = schema();
        let read = |path: &str, text: &str| schema.read(path, text).unwrap_or_else(|misfit| panic!("{text}: {misfit}"));
        for text in ["[rune-a, rope]", r#"["rune-a","rope"]"#, "[ rune-a , \"rope\" ]"] {
            assert_eq!(read("hand.Ann", text), json!(["rune-a", "rope"]));
        }
        assert_eq!(read("hand.Ann", "[]"), json!([]));
        assert_eq!(read("hand.Ann", r#"[3, "3"]"#), json!([3, "3"]));
        assert_eq!(
            read("hand.Ann", "[rope, 2, {card: rope, seen: [Ann]}]"),
            json!(["rope", 2, { "card": "rope", "seen": ["Ann"] }])
        );
        assert_eq!(read("hand", "{ann: [rope], mary jo: []}"), json!({ "Ann": ["rope"], "Mary Jo": [] }));
        assert_eq!(read("oil", "{Ann: 3, Mary Jo: 4}"), json!({ "Ann": 3, "Mary Jo": 4 }));
        let typed = |path: &str, text: &str| schema.read_typed(path, text).expect("a value");
        assert_eq!(typed("hand.Ann", "rope"), json!(["rope"]));
        assert_eq!(typed("hand.Ann", "rope, rune-a"), json!(["rope", "rune-a"]));
        assert_eq!(typed("hand.Ann", "none"), json!([]));
        assert_eq!(read("lamps", r#"{a1: 2, "B1": 1}"#), json!({ "A1": 2, "B1": 1 }));
        assert_eq!(read("words", r#"[the first light, "a, b", 7]"#), json!(["the first light", "a, b", "7"]));
        assert_eq!(read("lure", "{at: b1, steps: 2}"), json!({ "at": "B1", "steps": 2 }));
        assert_eq!(read("lure", "none"), Value::Null);
        assert_eq!(read("first", "mary jo"), json!("Mary Jo"));
    }

    #[test]
    fn what_is_no_list_is_told_as_it_was_typed() {
        let schema = schema();
        let told = |path: &str, text: &str| schema.read(path, text).expect_err(text).to_string();
        assert_eq!(told("hand.Ann", "[rope"), "`hand.Ann` is `[rope`, not a pile of cards");
        assert_eq!(told("hand.Ann", "[rope]]"), "`hand.Ann` is `[rope]]`, not a pile of cards");
        assert_eq!(told("hand.Ann", "rope"), "`hand.Ann` is `rope`, not a pile of cards");
        assert_eq!(told("hand.Ann", "7"), "`hand.Ann` is `7`, not a pile of cards");
        assert_eq!(told("hand.Ann", "[[rope]]"), "`hand.Ann` holds something that is no card");
        assert_eq!(told("oil", "{Ann: 3}"), "`oil.Mary Jo` is nothing, not a whole number");
        assert_eq!(told("lamps", "{A1: many}"), "`lamps.A1` is `many`, not a whole number");
        let deep = "[".repeat(5_000);
        assert_eq!(told("words", &deep), format!("`words` is `{deep}`, not a list, each a text"));
    }
}
