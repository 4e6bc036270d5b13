//! A script's question becomes a request, and the answer a value of the script.

use std::collections::HashSet;
use std::sync::Arc;

use mlua::{Lua, Table, Value as Luau};

use crate::diag::meant_or_known;
use crate::referee::{
    Answer, BY_APP, Choice, QuestionKind, Refusal, RefusalKind, Refused, Request, Seat, TOLD, UNSEEN,
};

use super::convert::{kind_of, text, whole};
use super::doors::for_people;
use super::fault::Misuse;
use super::kept::looking;
use super::world::World;

/// The keys a question may have; anything else is a typing error.
const KEYS: [&str; 27] = [
    "seat",
    "prompt",
    "rule",
    "secret",
    "aloud",
    "options",
    "labels",
    "also",
    "why",
    "each",
    "least",
    "most",
    "yes",
    "no",
    "die",
    "dice",
    "deck",
    "held",
    "by_app",
    "cards",
    "elsewhere",
    "obvious",
    "only",
    "check",
    "timer",
    "nth",
    "of",
];
/// The key that a question has only beside others.
const KIND: &str = "kind";
/// More options than these are no question for people.
const MOST_OPTIONS: usize = 5_000;
/// Nothing is taken more often than this.
const MOST_TIMES: i64 = 10_000;
/// Nobody waits longer for an answer, in seconds.
const LONGEST_TIMER: u32 = 86_400;
/// More dice than these nobody rolls.
const MOST_DICE: usize = 1_000;

/// One question as the script asked it.
pub struct Question<'a> {
    /// The table with its named values.
    pub table: Table,
    /// What the host knows of the game.
    pub world: &'a World,
    /// The seat it stands under, if it is asked beside others: then it says its own kind.
    pub under: Option<Seat>,
}

impl Question<'_> {
    /// The request, without what is refused.
    pub fn request(&self, kind: &str) -> mlua::Result<Request> {
        self.check_keys()?;
        let seat = self.seat()?;
        let kind = self.kind(kind)?;
        let usual = match &kind {
            QuestionKind::Roll { name, dice: 1, .. } => format!("Roll a {name}."),
            QuestionKind::Roll { name, dice, .. } => format!("Roll {dice} {name}."),
            _ => String::new(),
        };
        let prompt = self.word("prompt")?.unwrap_or(usual);
        let rule = self.word("rule")?;
        if let Some(rule) = &rule {
            self.check_rule(rule)?;
        }
        let secret = match self.table.raw_get("secret")? {
            Luau::Nil => false,
            Luau::Boolean(secret) => secret,
            _ => return Err(Misuse::error("`secret` of a question is `true` or `false`")),
        };
        for_people("the prompt of a question", &prompt)?;
        if prompt.is_empty() {
            return Err(Misuse::error("a question needs a `prompt`"));
        }
        if secret && seat.is_none() && !kind.may_stay_unseen() {
            return Err(Misuse::error("a secret question needs a `seat`"));
        }
        let prompt = format!("{prompt}{}", self.place_among()?);
        let aloud = self.word("aloud")?;
        if let Some(aloud) = &aloud {
            for_people("what is said aloud of a question", aloud)?;
        }
        let aloud = aloud.filter(|_| secret);
        let timer = self.timer()?;
        Ok(Request { seat, prompt, rule, secret, aloud, timer, kind, refused: Vec::new(), places: Arc::default() })
    }

    /// What only people need who are asked: what is refused, and the places of the game where it is about some.
    pub fn for_people(&self, lua: &Lua, request: &mut Request) -> mlua::Result<()> {
        request.refused = self.refused(lua, &request.kind)?;
        let places = self.world.places();
        if request.kind.options().iter().any(|choice| places.spaces.contains(&choice.id)) {
            request.places = Arc::clone(places);
        }
        Ok(())
    }

    /// Why the script refuses an answer as a whole, if it has a `check` and does.
    pub fn refused_whole(&self, lua: &Lua, value: &Luau) -> mlua::Result<Option<Refusal>> {
        let check = match self.table.raw_get("check")? {
            Luau::Nil => return Ok(None),
            Luau::Function(check) => check,
            _ => return Err(Misuse::error("`check` of a question is a function")),
        };
        let (reason, rule): (Luau, Luau) = looking(lua, "`check`", || check.call(value.clone()))?;
        let Some(told) = text(&reason) else {
            let is_nothing = reason.is_nil();
            return if is_nothing { Ok(None) } else { Err(Misuse::error("`check` gives why not, or nothing")) };
        };
        for_people("a refusal", &told)?;
        let rule = text(&rule);
        if let Some(rule) = &rule {
            self.check_rule(rule)?;
        }
        Ok(Some(Refusal::of(RefusalKind::Whole(told)).under(rule)))
    }

    /// Which of several like it the question is, as it is told behind the prompt.
    fn place_among(&self) -> mlua::Result<String> {
        match (self.number("nth")?, self.number("of")?) {
            (None, None) => Ok(String::new()),
            (Some(nth), Some(of)) if (1..=of).contains(&nth) => {
                Ok(if of == 1 { String::new() } else { format!(" ({nth} of {of})") })
            }
            _ => Err(Misuse::error("`nth` of a question goes with `of`, and is from 1 to that")),
        }
    }

    /// How many seconds people are reminded of.
    fn timer(&self) -> mlua::Result<Option<u32>> {
        let value: Luau = self.table.raw_get("timer")?;
        let seconds = whole(&value).and_then(|seconds| u32::try_from(seconds).ok());
        match seconds.filter(|seconds| (1..=LONGEST_TIMER).contains(seconds)) {
            None if !value.is_nil() => {
                let message = format!("`timer` of a question is a number of seconds from 1 to {LONGEST_TIMER}");
                Err(Misuse::error(message))
            }
            timer => Ok(timer),
        }
    }

    fn check_keys(&self) -> mlua::Result<()> {
        for pair in self.table.pairs::<Luau, Luau>() {
            let (key, _) = pair?;
            let key = text(&key).unwrap_or_else(|| "a number".to_owned());
            if key == KIND && self.under.is_none() {
                return Err(Misuse::error("a question has no `kind`: only those of `ask_all` have one"));
            }
            if !KEYS.contains(&key.as_str()) && key != KIND {
                return Err(Misuse::hinted(format!("a question has no `{key}`"), meant_or_known(&key, KEYS)));
            }
        }
        Ok(())
    }

    /// A heading has to be one of the printed rules, if there are any.
    fn check_rule(&self, rule: &str) -> mlua::Result<()> {
        if self.world.headings.is_empty() || self.world.headings.iter().any(|known| known == rule) {
            return Ok(());
        }
        let hint = meant_or_known(rule, self.world.headings.iter().map(String::as_str));
        Err(Misuse::hinted(format!("the printed rules have no heading `{rule}`"), hint))
    }

    fn word(&self, key: &str) -> mlua::Result<Option<String>> {
        let value: Luau = self.table.raw_get(key)?;
        match text(&value) {
            None if !value.is_nil() => {
                Err(Misuse::error(format!("`{key}` of a question must be a text, not {}", kind_of(&value))))
            }
            word => Ok(word),
        }
    }

    fn number(&self, key: &str) -> mlua::Result<Option<i64>> {
        let value: Luau = self.table.raw_get(key)?;
        match whole(&value) {
            None if !value.is_nil() => Err(Misuse::error(format!("`{key}` of a question must be a whole number"))),
            number => Ok(number),
        }
    }

    fn seat(&self) -> mlua::Result<Option<Seat>> {
        let Some(number) = self.number("seat")? else { return Ok(self.under) };
        let seat = usize::try_from(number).ok().and_then(|number| number.checked_sub(1)).map(Seat);
        match seat.filter(|seat| seat.0 < self.world.players.len()) {
            Some(seat) if self.under.is_some_and(|under| under != seat) => {
                Err(Misuse::error("a question of `ask_all` is for the seat that it stands under"))
            }
            Some(seat) => Ok(Some(seat)),
            None => Err(Misuse::error(format!("{number} is no seat: there are {}", self.world.players.len()))),
        }
    }

    fn kind(&self, kind: &str) -> mlua::Result<QuestionKind> {
        Ok(match kind {
            "choose" | "place" => QuestionKind::Choose { options: self.options()?, places: kind == "place" },
            "many" => self.many()?,
            "number" => {
                let (least, most) = (self.number("least")?.unwrap_or(0), self.number("most")?);
                let most = most.ok_or_else(|| Misuse::error("a question for a number needs a `most`"))?;
                if least > most {
                    return Err(Misuse::error(format!("no number is from {least} to {most}")));
                }
                QuestionKind::Number { least, most }
            }
            "order" => QuestionKind::Order { options: self.options()? },
            "confirm" => QuestionKind::Confirm {
                yes: self.word("yes")?.unwrap_or_else(|| "yes".to_owned()),
                no: self.word("no")?.unwrap_or_else(|| "no".to_owned()),
            },
            "roll" => self.roll()?,
            "dealer" => QuestionKind::Dealer { deck: self.word("deck")?.unwrap_or_default(), options: dealers() },
            _ => self.draw(kind == "deal")?,
        })
    }

    fn draw(&self, dealt: bool) -> mlua::Result<QuestionKind> {
        let flag = |key: &str| Ok::<_, mlua::Error>(self.table.raw_get::<Option<bool>>(key)?.unwrap_or(false));
        let cards = self.number("cards")?.unwrap_or(1);
        Ok(QuestionKind::Draw {
            deck: self.word("deck")?.unwrap_or_default(),
            options: self.cards(dealt)?,
            elsewhere: self.table.raw_get::<Option<_>>("elsewhere")?.unwrap_or_default(),
            held: flag("held")?,
            by_app: flag("by_app")?,
            cards: usize::try_from(cards).unwrap_or(1).max(1),
        })
    }

    /// The cards that can come; one that is dealt may stay unseen, which is said first and may have a label of its own.
    fn cards(&self, dealt: bool) -> mlua::Result<Vec<Choice>> {
        let mut cards = self.options()?;
        if dealt {
            let own = match self.table.raw_get::<Luau>("labels")? {
                Luau::Table(labels) => labels.raw_get::<Option<String>>(UNSEEN)?,
                _ => None,
            };
            let label = own.unwrap_or_else(|| "nobody tells the referee".to_owned());
            for_people("the label of an option", &label)?;
            cards.insert(0, Choice { id: UNSEEN.to_owned(), label, most: 0, also: Vec::new() });
        }
        Ok(cards)
    }

    fn many(&self) -> mlua::Result<QuestionKind> {
        let mut options = self.options()?;
        let all: usize = options.iter().map(|choice| choice.most).sum();
        let limit = |key: &str| match self.number(key)? {
            Some(number) => usize::try_from(number)
                .map(Some)
                .map_err(|_| Misuse::error(format!("`{key}` of a question is {number}"))),
            None => Ok(None),
        };
        let (least, most) = (limit("least")?.unwrap_or(0), limit("most")?.unwrap_or(all).min(all));
        if least > most {
            return Err(Misuse::error(format!("at least {least} have to be chosen, and only {most} can be")));
        }
        for choice in &mut options {
            choice.most = choice.most.min(most.max(1));
        }
        Ok(QuestionKind::ChooseMany { options, least, most })
    }

    fn roll(&self) -> mlua::Result<QuestionKind> {
        let name = self.word("die")?.unwrap_or_else(|| "d6".to_owned());
        let die = self.world.die(&name)?;
        let dice = self.number("dice")?.unwrap_or(1);
        let dice = usize::try_from(dice).ok().filter(|dice| (1..=MOST_DICE).contains(dice));
        let dice = dice.ok_or_else(|| Misuse::error(format!("`dice` must be from 1 to {MOST_DICE}")))?;
        Ok(QuestionKind::Roll { name, die, dice })
    }

    fn options(&self) -> mlua::Result<Vec<Choice>> {
        let table: Table =
            self.table.raw_get("options").map_err(|_| Misuse::error("a question needs a list of `options`"))?;
        if table.raw_len() == 0 && !table.is_empty() {
            return Err(Misuse::error("`options` must be a list, and here they have names"));
        }
        let each: Luau = self.table.raw_get("each")?;
        let labels: Luau = self.table.raw_get("labels")?;
        let mut options: Vec<Choice> = Vec::with_capacity(table.raw_len());
        let mut known = HashSet::new();
        for id in table.sequence_values::<Luau>() {
            let id = text(&id?).ok_or_else(|| Misuse::error("options are texts; for a seat write `seat_id(seat)`"))?;
            if !is_one_word(&id) && !self.world.players.contains(&id) {
                return Err(Misuse::error(format!("the option `{}` must be one word: it is typed", id.escape_debug())));
            }
            if options.len() >= MOST_OPTIONS {
                return Err(Misuse::error(format!("a question has more than {MOST_OPTIONS} options")));
            }
            if !known.insert(id.clone()) {
                return Err(Misuse::error(format!("the option `{id}` is there twice")));
            }
            let most = times(&each, &id)?;
            let label = self.label(&labels, &id)?;
            options.push(Choice { id, label, most, also: Vec::new() });
        }
        if options.is_empty() {
            return Err(Misuse::error("a question without options cannot be answered"));
        }
        self.call_besides(&mut options)?;
        Ok(options)
    }

    /// What people may call options besides their names.
    fn call_besides(&self, options: &mut [Choice]) -> mlua::Result<()> {
        let Some(also) = self.table.raw_get::<Option<Table>>("also")? else { return Ok(()) };
        for pair in also.pairs::<String, Vec<String>>() {
            let (id, names) = pair.map_err(|_| {
                Misuse::error(
                    "`also` of a question has a list of names for an option, as in `{wall = {\"Kitchen Table\"}}`",
                )
            })?;
            let Some(choice) = options.iter_mut().find(|choice| choice.id == id) else { continue };
            for name in &names {
                for_people("what an option is also called", name)?;
            }
            choice.also = names;
        }
        Ok(())
    }

    fn label(&self, labels: &Luau, id: &str) -> mlua::Result<String> {
        let label = match labels {
            Luau::Table(table) => table.get::<Luau>(id)?,
            Luau::Function(function) => function.call::<Luau>(id)?,
            Luau::Nil => Luau::Nil,
            _ => return Err(Misuse::error("`labels` of a question is a table or a function")),
        };
        let label = match text(&label) {
            None if label.is_nil() => self.world.label(id),
            None => return Err(Misuse::error(format!("the label of `{id}` is {}, not a text", kind_of(&label)))),
            Some(label) if label.trim().is_empty() => self.world.label(id),
            Some(label) => label,
        };
        for_people("the label of an option", &label)?;
        Ok(label)
    }

    /// What the script refuses, and why: asked only when people will see it.
    fn refused(&self, lua: &Lua, kind: &QuestionKind) -> mlua::Result<Vec<Refused>> {
        let why = match self.table.raw_get("why")? {
            Luau::Nil => return Ok(self.seen_cards(kind)),
            Luau::Function(why) => why,
            _ => return Err(Misuse::error("`why` of a question is a function")),
        };
        let list = lua.create_table()?;
        let filled = list.clone();
        let refuse = lua.create_function(move |lua, (id, reason, rule, label): (Luau, Luau, Luau, Luau)| {
            let row = lua.create_sequence_from([id, reason, rule, label])?;
            filled.raw_push(row)
        })?;
        looking(lua, "`why`", || why.call::<()>(refuse))?;
        let labels: Luau = self.table.raw_get("labels")?;
        if list.raw_len() > MOST_OPTIONS {
            return Err(Misuse::error(format!("a question refuses more than {MOST_OPTIONS} things")));
        }
        let offered = ids(kind.options());
        let mut refused: Vec<Refused> = Vec::new();
        let mut known = HashSet::new();
        for row in list.sequence_values::<Table>() {
            let row = row?;
            let cell = |n: usize| row.raw_get::<Luau>(n).map(|value| text(&value));
            let (Some(id), Some(reason)) = (cell(1)?, cell(2)?) else {
                return Err(Misuse::error("a refusal needs what is refused and why"));
            };
            for_people("a refusal", &reason)?;
            let rule = cell(3)?;
            if let Some(rule) = &rule {
                self.check_rule(rule)?;
            }
            if offered.contains(id.as_str()) {
                return Err(Misuse::error(format!("`{id}` is offered and refused at once")));
            }
            let label = cell(4)?.map_or_else(|| self.label(&labels, &id), Ok)?;
            if known.insert(id.clone()) {
                refused.push(Refused { id, label, reason, rule });
            }
        }
        refused.extend(self.seen_cards(kind).into_iter().filter(|card| !known.contains(&card.id)));
        Ok(refused)
    }
}

impl Question<'_> {
    /// Cards of the deck that cannot come: they are elsewhere, or the script does not allow them here.
    fn seen_cards(&self, kind: &QuestionKind) -> Vec<Refused> {
        let QuestionKind::Draw { deck, options, .. } = kind else { return Vec::new() };
        let offered = ids(options);
        let gone = self.world.cards(deck).into_iter().filter(|(id, _)| !offered.contains(id.as_str()));
        let each: Luau = self.table.raw_get("each").unwrap_or(Luau::Nil);
        let refused = |(id, count): (String, usize)| {
            let is_unseen = matches!(&each, Luau::Table(unseen) if unseen.contains_key(id.as_str()).unwrap_or(false));
            let label = self.world.label(&id);
            let reason = match count {
                _ if is_unseen => "it cannot be that card here".to_owned(),
                1 => format!("the only `{label}` is known to be elsewhere"),
                _ => format!("all {count} `{label}` are known to be elsewhere"),
            };
            Refused { label, id, reason, rule: None }
        };
        gone.map(refused).collect()
    }
}

/// What is offered, to look things up in: it can be a great deal.
fn ids(options: &[Choice]) -> HashSet<&str> {
    options.iter().map(|choice| choice.id.as_str()).collect()
}

/// Who can deal to several seats.
fn dealers() -> Vec<Choice> {
    let choice =
        |(id, label): (&str, &str)| Choice { id: id.to_owned(), label: label.to_owned(), most: 1, also: Vec::new() };
    [
        (UNSEEN, "people deal, and nobody tells the referee"),
        (BY_APP, "the referee deals"),
        (TOLD, "people deal, and everybody tells their own cards"),
    ]
    .map(choice)
    .to_vec()
}

/// Whether an id is typed as one word; a comma is in it only as in `5,2`.
fn is_one_word(id: &str) -> bool {
    let parts: Vec<&str> = id.split(',').collect();
    let is_typed = |c: char| !c.is_whitespace() && !c.is_control() && c != char::REPLACEMENT_CHARACTER;
    let is_figure = |c: char| c.is_ascii_digit();
    let are_figures = |pair: &[&str]| pair[0].ends_with(is_figure) && pair[1].starts_with(is_figure);
    !id.is_empty() && id.chars().all(is_typed) && parts.windows(2).all(are_figures)
}

/// How often an option may be taken.
fn times(each: &Luau, id: &str) -> mlua::Result<usize> {
    let value = match each {
        Luau::Table(table) => table.get::<Luau>(id)?,
        other => other.clone(),
    };
    match whole(&value) {
        None if value.is_nil() => Ok(1),
        Some(number) if (1..=MOST_TIMES).contains(&number) => Ok(usize::try_from(number).unwrap_or(1)),
        Some(number) => Err(Misuse::error(format!("`each` says that `{id}` can be taken {number} times"))),
        None => Err(Misuse::error(format!("`each` says how often `{id}` can be taken, and is no whole number"))),
    }
}

/// An answer as the script gets it.
pub fn answer_value(lua: &Lua, answer: &Answer, kind: &QuestionKind) -> mlua::Result<Luau> {
    let string = |text: &str| lua.create_string(text).map(Luau::String);
    let list = |ids: &[String]| -> mlua::Result<Luau> {
        let ids: mlua::Result<Vec<Luau>> = ids.iter().map(|id| string(id)).collect();
        Ok(Luau::Table(lua.create_sequence_from(ids?)?))
    };
    Ok(match answer {
        Answer::Choose(id) => string(id)?,
        Answer::ChooseMany(ids) | Answer::Order(ids) => list(ids)?,
        #[allow(clippy::cast_precision_loss, reason = "what people answer is small")]
        Answer::Number(number) => Luau::Number(*number as f64),
        Answer::Confirm(yes) => Luau::Boolean(*yes),
        Answer::Draw(shown) | Answer::Dealer(shown) => string(&shown.face)?,
        Answer::Deal(shown) => list(&shown.iter().map(|shown| shown.face.clone()).collect::<Vec<_>>())?,
        Answer::Roll(shown) => {
            let faces: mlua::Result<Vec<Luau>> = shown.iter().map(|shown| face_value(lua, &shown.face, kind)).collect();
            Luau::Table(lua.create_sequence_from(faces?)?)
        }
    })
}

/// Numbers are numbers, other faces texts.
fn face_value(lua: &Lua, face: &str, kind: &QuestionKind) -> mlua::Result<Luau> {
    let value = match kind {
        QuestionKind::Roll { die, .. } => die.faces().find(|known| known.text == face).and_then(|known| known.value),
        _ => None,
    };
    match value {
        #[allow(clippy::cast_precision_loss, reason = "faces of dice are small")]
        Some(value) => Ok(Luau::Number(value as f64)),
        None => lua.create_string(face).map(Luau::String),
    }
}
