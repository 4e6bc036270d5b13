//! Reads what a script declares about its state.

use mlua::{Table, Value as Luau};

use crate::diag::{did_you_mean, meant_or_known};
use crate::model::ZoneKind;
use crate::referee::{PileOf, Schema, Seat, Type};

use super::convert::{kind_of, text, whole};
use super::fault::Misuse;

/// The field that keeps the pools of unknown cards; it is there when a pile is.
pub const POOLS: &str = "pools";
/// What no list is longer than, unless it says so.
const LONGEST: usize = 10_000;
/// Deeper than this is no state.
const DEEPEST: usize = 12;

/// The schema of a table.
pub fn read_schema(declared: &Table, schema: &mut Schema) -> mlua::Result<()> {
    let mut fields = fields(declared, schema, 0)?;
    if let Some((name, _)) = fields.iter().find(|(_, of)| is_outside(of, is_own_hand)) {
        let message = format!("the field `{name}` is a hand that belongs to no seat");
        let hint = "write `is.each_seat(is.hand(..))`, or `is.hidden(is.pile(..))` for what nobody may see";
        return Err(Misuse::hinted(message, Some(hint.to_owned())));
    }
    if let Some((name, _)) = fields.iter().find(|(_, of)| is_outside(of, |_| true)) {
        let message = format!("the field `{name}` has an `is.own` that belongs to no seat");
        return Err(Misuse::hinted(
            message,
            Some("put it into `is.each_seat(is.own(..))`, or write `is.hidden(..)`".to_owned()),
        ));
    }
    becomes_a_pile(declared, &fields)?;
    if fields.iter().any(|(_, of)| has_pile(of)) {
        if fields.iter().any(|(name, _)| name == POOLS) {
            return Err(Misuse::error(format!(
                "the field `{POOLS}` is the referee's own when there is a pile: give it another name"
            )));
        }
        fields.push((POOLS.to_owned(), pools()));
        schema.inner.insert(POOLS.to_owned());
    }
    schema.fields = fields;
    Ok(())
}

fn pools() -> Type {
    let cards = Type::Map(Box::new(any_text()), Box::new(Type::Whole { least: 1, most: 9_999, start: 1 }));
    let joined = Type::Whole { least: 0, most: 9_999, start: 0 };
    let pool = vec![("cards".to_owned(), cards), ("deck".to_owned(), any_text()), ("joined".to_owned(), joined)];
    Type::Hidden(Box::new(Type::List(Box::new(Type::Record(pool)), LONGEST)))
}

const fn any_text() -> Type {
    Type::Text { start: String::new() }
}

fn has_pile(of: &Type) -> bool {
    match of {
        Type::Pile(_) => true,
        Type::Maybe(of)
        | Type::EachSeat(of)
        | Type::List(of, _)
        | Type::Map(_, of)
        | Type::Own(of)
        | Type::Hidden(of) => has_pile(of),
        Type::Record(fields) => fields.iter().any(|(_, of)| has_pile(of)),
        _ => false,
    }
}

/// Whether something in it that is such is a seat's own, and no seat has it.
fn is_outside(of: &Type, such: fn(&Type) -> bool) -> bool {
    match of {
        Type::Own(of) => such(of),
        Type::Maybe(of) | Type::List(of, _) | Type::Map(_, of) | Type::Hidden(of) => is_outside(of, such),
        Type::Record(fields) => fields.iter().any(|(_, of)| is_outside(of, such)),
        _ => false,
    }
}

fn is_own_hand(of: &Type) -> bool {
    matches!(of, Type::Pile(PileOf { kind: ZoneKind::Hand, .. }))
}

/// What a discard pile becomes has to be a pile.
fn becomes_a_pile(declared: &Table, fields: &[(String, Type)]) -> mlua::Result<()> {
    let piles = || fields.iter().filter(|(_, of)| matches!(of, Type::Pile(_))).map(|(name, _)| name.as_str());
    for pair in declared.pairs::<Luau, Luau>() {
        let (name, Luau::Table(of)) = pair? else { continue };
        let Ok(Some(how)) = of.raw_get::<Option<Table>>("how") else { continue };
        let into: Option<String> = how.raw_get("into")?;
        if let Some(into) = into.filter(|into| !piles().any(|pile| pile == into)) {
            let name = text(&name).unwrap_or_default();
            let message = format!("the field `{name}` becomes `{into}`, which is no pile of the state");
            let error = Misuse::hinted(message, meant_or_known(&into, piles().filter(|pile| *pile != name)));
            return Err(Misuse::at_line(error, of.raw_get("line")?));
        }
    }
    Ok(())
}

fn fields(table: &Table, schema: &Schema, depth: usize) -> mlua::Result<Vec<(String, Type)>> {
    let mut fields = Vec::new();
    for pair in table.pairs::<Luau, Luau>() {
        let (name, of) = pair?;
        let name = text(&name).ok_or_else(|| Misuse::error("a field of the state is declared without a name"))?;
        if !name.chars().all(|c| c.is_alphanumeric() || c == '_') {
            return Err(Misuse::error(format!("the field `{name}` must be one word of letters, figures and `_`")));
        }
        let of = read_type(&of, &name, schema, depth)?;
        fields.push((name, of));
    }
    fields.sort_by(|(a, _), (b, _)| a.cmp(b));
    Ok(fields)
}

fn read_type(value: &Luau, name: &str, schema: &Schema, depth: usize) -> mlua::Result<Type> {
    if depth > DEEPEST {
        return Err(Misuse::error(format!("the field `{name}` is declared too deep inside others")));
    }
    match value {
        // `is.space` without brackets.
        Luau::Function(make) => read_type(&make.call::<Luau>(())?, name, schema, depth + 1),
        Luau::Table(table) => Declared { table, name, schema, depth }.read(),
        _ => Err(Misuse::error(format!("the field `{name}` is not declared with `is`, as in `is.whole(0, 4)`"))),
    }
}

/// One declaration.
struct Declared<'a> {
    table: &'a Table,
    name: &'a str,
    schema: &'a Schema,
    depth: usize,
}

impl Declared<'_> {
    fn read(&self) -> mlua::Result<Type> {
        let line: Option<usize> = self.table.raw_get("line").unwrap_or_default();
        self.read_kind().map_err(|error| Misuse::at_line(error, line))
    }

    fn read_kind(&self) -> mlua::Result<Type> {
        let kind: String = self.table.raw_get("kind").map_err(|_| self.wrong("is not declared with `is`"))?;
        Ok(match kind.as_str() {
            "whole" => self.whole()?,
            "flag" => self.flag()?,
            "text" => Type::Text { start: self.word("start")?.unwrap_or_default() },
            "one_of" => self.one_of()?,
            "seat" => Type::Seat { start: self.seat()? },
            "space" => Type::Space { start: self.space()? },
            "maybe" => Type::Maybe(self.of("of")?),
            "each_seat" => Type::EachSeat(self.of("of")?),
            "list" => self.list()?,
            "map" => Type::Map(self.key()?, self.of("of")?),
            "record" => {
                let table: Table = self.table.raw_get("fields").map_err(|_| self.wrong("has no fields"))?;
                Type::Record(fields(&table, self.schema, self.depth + 1)?)
            }
            "pile" => Type::Pile(self.pile()?),
            "own" => Type::Own(self.of("of")?),
            "hidden" => Type::Hidden(self.of("of")?),
            _ => return Err(self.wrong("is not declared with `is`")),
        })
    }

    fn wrong(&self, what: &str) -> mlua::Error {
        Misuse::error(format!("the field `{}` {what}", self.name))
    }

    fn of(&self, key: &str) -> mlua::Result<Box<Type>> {
        let value: Luau = self.table.raw_get(key)?;
        read_type(&value, self.name, self.schema, self.depth + 1).map(Box::new)
    }

    fn key(&self) -> mlua::Result<Box<Type>> {
        let key = self.of("key")?;
        match *key {
            Type::Text { .. } | Type::Space { .. } | Type::Seat { .. } | Type::OneOf { .. } => Ok(key),
            _ => Err(self.wrong("is a map, and its key can only be a text, a space, a seat or one of some words")),
        }
    }

    fn number(&self, key: &str) -> mlua::Result<Option<i64>> {
        let value: Luau = self.table.raw_get(key)?;
        match whole(&value) {
            Some(number) => Ok(Some(number)),
            None if value.is_nil() => Ok(None),
            None => Err(self.wrong(&format!("needs a whole number for `{key}`"))),
        }
    }

    fn word(&self, key: &str) -> mlua::Result<Option<String>> {
        let value: Luau = self.table.raw_get(key)?;
        match text(&value) {
            None if !value.is_nil() => Err(self.wrong(&format!("needs a text for `{key}`, not {}", kind_of(&value)))),
            word => Ok(word),
        }
    }

    fn pile(&self) -> mlua::Result<PileOf> {
        let zone = self.word("zone")?;
        let kind = ZoneKind::ALL.into_iter().find(|kind| zone.as_deref() == Some(kind.word())).unwrap_or_default();
        let most =
            self.number("most")?.map(|most| usize::try_from(most).ok().filter(|most| (1..=LONGEST).contains(most)));
        let most = match most {
            Some(None) => return Err(self.wrong(&format!("can hold 1 to {LONGEST} cards"))),
            most => most.flatten(),
        };
        self.how()?;
        Ok(PileOf { kind, deck: self.deck()?, most })
    }

    /// The deck of a pile. It can be of cards that are not printed, but not nearly called like one that is.
    fn deck(&self) -> mlua::Result<Option<String>> {
        let deck = self.word("deck")?;
        let printed = &self.schema.decks;
        match deck.as_deref().filter(|deck| !printed.contains_key(*deck)) {
            None => Ok(deck),
            Some(named) => match did_you_mean(named, printed.keys().map(String::as_str)) {
                None => Ok(deck),
                hint => {
                    let message = format!("the field `{}` is of `{named}`, and no component is called so", self.name);
                    Err(Misuse::hinted(message, hint))
                }
            },
        }
    }

    /// What becomes of a discard pile: all of it is looked at when it is needed.
    fn how(&self) -> mlua::Result<()> {
        let how = match self.table.raw_get("how")? {
            Luau::Nil => return Ok(()),
            Luau::Table(how) => how,
            _ => return Err(self.wrong("takes a table, as in `is.discard(\"cards\", {into = \"deck\"})`")),
        };
        for pair in how.pairs::<Luau, Luau>() {
            let (key, value) = pair?;
            match text(&key).as_deref() {
                Some("into") if text(&value).is_some() => {}
                Some("keep") if whole(&value).is_some_and(|keep| keep >= 0) => {}
                Some("into") => return Err(self.wrong("needs the name of a pile for `into`")),
                Some("keep") => return Err(self.wrong("needs a whole number for `keep`")),
                other => {
                    let other = other.unwrap_or("a number");
                    let message = format!("the field `{}` has no `{other}`", self.name);
                    return Err(Misuse::hinted(message, meant_or_known(other, ["into", "keep"])));
                }
            }
        }
        Ok(())
    }

    fn flag(&self) -> mlua::Result<Type> {
        match self.table.raw_get("start")? {
            Luau::Nil => Ok(Type::Flag { start: false }),
            Luau::Boolean(start) => Ok(Type::Flag { start }),
            _ => Err(self.wrong("is a flag, and can only be `true` or `false` at the start")),
        }
    }

    fn list(&self) -> mlua::Result<Type> {
        let most = self.number("most")?.map_or(Some(LONGEST), |most| usize::try_from(most).ok());
        let most = most.filter(|most| *most <= LONGEST);
        Ok(Type::List(self.of("of")?, most.ok_or_else(|| self.wrong(&format!("can have 0 to {LONGEST} entries")))?))
    }

    fn whole(&self) -> mlua::Result<Type> {
        let (Some(least), Some(most)) = (self.number("least")?, self.number("most")?) else {
            return Err(self.wrong("needs a least and a most, as in `is.whole(0, 4)`"));
        };
        let start = self.number("start")?.unwrap_or(least);
        if least > most || !(least..=most).contains(&start) {
            return Err(self.wrong(&format!("cannot be {start} at the start, between {least} and {most}")));
        }
        Ok(Type::Whole { least, most, start })
    }

    fn one_of(&self) -> mlua::Result<Type> {
        let list: Table = self.table.raw_get("words").map_err(|_| self.wrong("needs a list of words"))?;
        let words: mlua::Result<Vec<Luau>> = list.sequence_values().collect();
        let words: Option<Vec<String>> = words?.iter().map(text).collect();
        let words = words.ok_or_else(|| self.wrong("needs a list of words, and one of them is no text"))?;
        if let Some((n, word)) = words.iter().enumerate().find(|(n, word)| words[..*n].contains(word)) {
            return Err(self.wrong(&format!("has the word `{word}` twice (number {})", n + 1)));
        }
        let Some(first) = words.first() else { return Err(self.wrong("needs at least one word")) };
        let start = self.word("start")?.unwrap_or_else(|| first.clone());
        if !words.contains(&start) {
            return Err(self.wrong(&format!("starts as `{start}`, which is none of its words")));
        }
        Ok(Type::OneOf { words, start })
    }

    fn seat(&self) -> mlua::Result<Seat> {
        let start = self.number("start")?.unwrap_or(1);
        let seat = usize::try_from(start).ok().and_then(|start| start.checked_sub(1));
        seat.filter(|seat| *seat < self.schema.seats.len())
            .map(Seat)
            .ok_or_else(|| self.wrong(&format!("starts as seat {start}, which there is not")))
    }

    fn space(&self) -> mlua::Result<Option<String>> {
        let start = self.word("start")?;
        if let Some(space) = start.as_deref().filter(|space| !self.schema.spaces.contains(*space)) {
            let hint = meant_or_known(space, self.schema.spaces.iter().map(String::as_str));
            return Err(Misuse::hinted(
                format!("the field `{}` starts as `{space}`, which is no space", self.name),
                hint,
            ));
        }
        Ok(start)
    }
}
