//! The doors between a script and the world: the functions of the host that the prelude calls, and what they share.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use mlua::{Lua, Table, Value as Luau};

use crate::diag::{all_of, did_you_mean, meant_or_known};
use crate::dice::Chance;
use crate::referee::{Answer, Asker, Question as Asked, Reply, Request, Said, Seat, Together, legal_by_chance};

use super::alone::Alone;
use super::chunks::Chunks;
use super::clock::SharedClock;
use super::convert::{kind_of, text, whole};
use super::declare::POOLS;
use super::engine::stack;
use super::fault::{Diverged, Misuse, Suspended};
use super::grid::geometry;
use super::question::{Question, answer_value};
use super::world::World;

/// Who answers, shared between the referee and the script.
pub type SharedAsker = Rc<RefCell<dyn Asker>>;

/// What the functions of the host share.
pub struct Shared {
    pub world: World,
    /// What was compiled of the only script there is, and of what it runs with.
    pub chunks: Chunks,
    pub asker: SharedAsker,
    /// The questions that stopped the step.
    pub pending: RefCell<Option<Together>>,
    /// Whether a step is running: questions belong into steps.
    pub in_step: Cell<bool>,
    /// Whether a question is being put together: the script cannot ask or say anything meanwhile.
    asking: Cell<bool>,
    /// How many questions were asked.
    pub asked: Cell<usize>,
    /// What the script did since people last had a say.
    pub alone: Alone,
    pub chance: RefCell<Chance>,
    /// The chance of those who think ahead in trials.
    pub thoughts: RefCell<Chance>,
    /// Whether chance answers, in place of people.
    pub by_chance: Cell<bool>,
    /// How many decisions chance took since this was set to nothing, and how many dice and cards came.
    pub counted: Cell<(u64, u64)>,
}

impl Shared {
    /// What is shared before anything was asked.
    pub fn new(world: World, asker: SharedAsker, clock: SharedClock) -> Self {
        Self {
            world,
            chunks: Chunks::default(),
            asker,
            pending: RefCell::default(),
            in_step: Cell::new(false),
            asking: Cell::new(false),
            asked: Cell::new(0),
            alone: Alone::new(clock),
            chance: RefCell::new(Chance::from_seed(0)),
            thoughts: RefCell::new(Chance::for_thoughts(0)),
            by_chance: Cell::new(false),
            counted: Cell::new((0, 0)),
        }
    }
}

/// What the prelude gets from the host.
pub fn host_functions(lua: &Lua, shared: &Rc<Shared>) -> mlua::Result<Table> {
    let host = lua.create_table()?;
    host.raw_set("players", lua.create_sequence_from(shared.world.players.iter().map(String::as_str))?)?;
    let own = Rc::clone(shared);
    host.raw_set(
        "ask",
        lua.create_function(move |lua, (kind, question): (String, Luau)| own.ask(lua, &kind, question))?,
    )?;
    let own = Rc::clone(shared);
    host.raw_set(
        "ask_all",
        lua.create_function(move |lua, (questions, changeable, reveals): (Table, bool, bool)| {
            own.ask_all(lua, &questions, changeable, reveals)
        })?,
    )?;
    let own = Rc::clone(shared);
    host.raw_set(
        "foregone",
        lua.create_function(move |lua, (kind, question): (String, Table)| {
            own.foregone(lua, &kind, question);
            Ok(())
        })?,
    )?;
    let own = Rc::clone(shared);
    host.raw_set(
        "say",
        lua.create_function(move |lua, said: (String, Option<i64>, Option<String>, Option<bool>)| own.say(lua, said))?,
    )?;
    let own = Rc::clone(shared);
    host.raw_set("print", lua.create_function(move |lua, text: String| own.print(lua, &text))?)?;
    let own = Rc::clone(shared);
    host.raw_set(
        "faces",
        lua.create_function(move |lua, name: Option<String>| own.world.faces(lua, name.as_deref().unwrap_or("d6")))?,
    )?;
    for (name, of) in [("refill", (|own| &own.chance) as WhichChance), ("refill_thoughts", |own| &own.thoughts)] {
        let own = Rc::clone(shared);
        let refill = move |_: &Lua, buffer: mlua::Buffer| {
            fill(&buffer, &mut of(&own).borrow_mut());
            Ok(())
        };
        host.raw_set(name, lua.create_function(refill)?)?;
    }
    host.raw_set("geometry", geometry(lua, &shared.world)?)?;
    host.raw_set(
        "close_to",
        lua.create_function(|_, named| Ok(after(named, |key, known| meant_or_known(key, known))))?,
    )?;
    host.raw_set("meant", lua.create_function(|_, named| Ok(after(named, |key, known| did_you_mean(key, known))))?)?;
    host.raw_set("unknown_field", lua.create_function(unknown_field)?)?;
    let own = Rc::clone(shared);
    host.raw_set("forms", lua.create_function(move |_, noun: String| Ok(own.world.forms(&noun)))?)?;
    let own = Rc::clone(shared);
    host.raw_set("called", lua.create_function(move |_, value: Luau| called(&own.world, &value))?)?;
    host.raw_set("line", lua.create_function(|lua, ()| Ok(stack(lua).first().map(|spot| spot.line)))?)?;
    Ok(host)
}

/// What people call the piece or the place with an id, or all of a list of them; nothing for a value that is neither.
fn called(world: &World, value: &Luau) -> mlua::Result<Option<String>> {
    let Luau::Table(list) = value else { return Ok(text(value).map(|id| world.label(&id))) };
    let one = |id: mlua::Result<Luau>| {
        let id = id?;
        text(&id).map(|id| world.label(&id)).ok_or_else(|| {
            let message = format!("a sentence names pieces by their ids, and one of them is {}", kind_of(&id));
            let hint = "a card that nobody has told yet has no name: tell how many there are";
            Misuse::hinted(message, Some(hint.to_owned()))
        })
    };
    let names: Vec<String> = list.sequence_values().map(one).collect::<mlua::Result<_>>()?;
    Ok(Some(if names.is_empty() { "nothing".to_owned() } else { all_of(names) }))
}

/// `; did you mean ..?`, to stand behind a sentence: a hint about a name and a table whose keys are known.
fn after((key, names): (String, Table), hint: impl Fn(&str, Vec<&str>) -> Option<String>) -> String {
    let known = names_in(&names);
    behind(hint(&key, known.iter().map(String::as_str).collect()))
}

fn behind(hint: Option<String>) -> String {
    hint.map(|hint| format!("; {hint}")).unwrap_or_default()
}

fn names_in(names: &Table) -> Vec<String> {
    names.pairs::<String, Luau>().filter_map(|pair| Some(pair.ok()?.0)).collect()
}

/// A field that was not declared: of a record with this name, or of the state itself.
#[allow(clippy::needless_pass_by_value, reason = "this is how the engine calls")]
fn unknown_field(_: &Lua, (key, names, record): (String, Table, Option<String>)) -> mlua::Result<()> {
    let mut known = names_in(&names);
    let Some(record) = record else {
        known.retain(|name| name != POOLS);
        let hint = behind(meant_or_known(&key, known.iter().map(String::as_str)));
        return Err(Misuse::in_state(format!("there is no `{key}` in the state{hint}"), key));
    };
    let hint = behind(meant_or_known(&key, known.iter().map(String::as_str)));
    Err(Misuse::error(format!("there is no `{key}` in `{record}`{hint}")))
}

impl Shared {
    fn ask(&self, lua: &Lua, kind: &str, question: Luau) -> mlua::Result<Luau> {
        self.once(|| {
            let Luau::Table(table) = question else {
                return Err(Misuse::error("a question is a table with named values"));
            };
            let question = Question { table, world: &self.world, under: None };
            let request = question.request(kind)?;
            let answers = self.answers(lua, Together::alone(request), &[question])?;
            answers.into_iter().next().ok_or_else(|| mlua::Error::external(Diverged))
        })
    }

    /// A question that has one answer only: nobody is asked, but people may name that answer all the same, or another one.
    fn foregone(&self, lua: &Lua, kind: &str, table: Table) {
        if !self.in_step.get() || self.by_chance.get() || !self.asker.borrow().is_recent() {
            return;
        }
        let made = self.once(|| {
            let question = Question { table, world: &self.world, under: None };
            let mut request = question.request(kind)?;
            // What is wrong with the question is told when it is asked; what can be chosen is known all the same.
            question.for_people(lua, &mut request).ok();
            Ok(request)
        });
        if let Ok(request) = made {
            self.asker.borrow_mut().foregone(request);
        }
    }

    /// Asks several seats at once: a table of questions, each with its `kind`, under the seat that is asked.
    fn ask_all(&self, lua: &Lua, questions: &Table, changeable: bool, reveals: bool) -> mlua::Result<Table> {
        self.once(|| {
            let asked = self.asked_of(questions)?;
            let request = |(seat, kind, question): &(Seat, &'static str, Question<'_>)| {
                let whose = |error| Misuse::asked_of(error, &self.world.players[seat.0]);
                Ok(Asked { request: question.request(kind).map_err(whose)?, answered: None })
            };
            let requests: Vec<Asked> = asked.iter().map(request).collect::<mlua::Result<_>>()?;
            let (seats, questions): (Vec<Seat>, Vec<Question<'_>>) =
                asked.into_iter().map(|(seat, _, question)| (seat, question)).unzip();
            let together = Together { questions: requests, changeable, reveals };
            let answers = self.answers(lua, together, &questions)?;
            lua.create_table_from(seats.iter().map(|seat| seat.0 + 1).zip(answers))
        })
    }

    /// The questions of several seats, in turn order, each with its kind.
    fn asked_of(&self, questions: &Table) -> mlua::Result<Vec<(Seat, &'static str, Question<'_>)>> {
        let mut asked = Vec::new();
        for pair in questions.pairs::<Luau, Luau>() {
            let (key, question) = pair?;
            let seat = seat_of(&key, &self.world)?;
            let Luau::Table(table) = question else {
                return Err(Misuse::error("a question is a table with named values"));
            };
            let kind = host_kind(&table).map_err(|error| Misuse::asked_of(error, &self.world.players[seat.0]))?;
            asked.push((seat, kind, Question { table, world: &self.world, under: Some(seat) }));
        }
        asked.sort_by_key(|(seat, ..)| *seat);
        Ok(asked)
    }

    /// Only in steps, and one thing after another.
    fn once<T>(&self, ask: impl FnOnce() -> mlua::Result<T>) -> mlua::Result<T> {
        if !self.in_step.get() {
            return Err(Misuse::error("questions can only be asked in steps"));
        }
        if self.asking.replace(true) {
            return Err(Misuse::error("a question cannot be asked while another one is put together"));
        }
        let answered = ask();
        self.asking.set(false);
        answered
    }

    /// The answers to questions that are asked at once, as the script gets them.
    fn answers(&self, lua: &Lua, mut together: Together, asked: &[Question<'_>]) -> mlua::Result<Vec<Luau>> {
        self.asked.set(self.asked.get() + 1);
        let reply = if self.by_chance.get() {
            let both = together.questions.iter().zip(asked);
            let answers = both.map(|(question, asked)| Ok((0, self.by_lot(lua, &question.request, asked)?)));
            Reply::Answered(answers.collect::<mlua::Result<_>>()?)
        } else {
            let reply = self.asker.borrow_mut().ask(&together);
            if matches!(reply, Reply::Answered(_)) {
                self.alone.answered(lua, self.asker.borrow().heard())?;
            }
            reply
        };
        match reply {
            Reply::Answered(answers) => {
                let all = answers.iter().zip(&together.questions).zip(asked);
                all.map(|(((seq, answer), question), asked)| {
                    let value = answer_value(lua, answer, &question.request.kind)?;
                    // Chance has looked for one that is not refused.
                    if *seq > 0 {
                        self.whole(lua, (*seq, &value), &question.request, asked)?;
                    }
                    Ok(value)
                })
                .collect()
            }
            Reply::Refused => Err(mlua::Error::external(Diverged)),
            Reply::Wait(answered) => {
                for ((question, asked), answered) in together.questions.iter_mut().zip(asked).zip(answered) {
                    if let Some((seq, answer)) = &answered {
                        let value = answer_value(lua, answer, &question.request.kind)?;
                        self.whole(lua, (*seq, &value), &question.request, asked)?;
                    }
                    asked.for_people(lua, &mut question.request)?;
                    question.answered = answered.map(|(seq, _)| seq);
                }
                self.pending.replace(Some(together));
                Err(mlua::Error::external(Suspended))
            }
        }
    }

    /// Whether the script takes an answer as a whole.
    fn whole(
        &self,
        lua: &Lua,
        (seq, value): (u64, &Luau),
        request: &Request,
        asked: &Question<'_>,
    ) -> mlua::Result<()> {
        let Some(refusal) = asked.refused_whole(lua, value)? else { return Ok(()) };
        self.asker.borrow_mut().refuse(seq, refusal.hint(request.legal_hint()));
        Err(mlua::Error::external(Diverged))
    }

    /// What chance answers: of choices that the script refuses as a whole another one.
    fn by_lot(&self, lua: &Lua, request: &Request, asked: &Question<'_>) -> mlua::Result<Answer> {
        let mut answer = None;
        for _ in 0..MOST_TRIES {
            let found = legal_by_chance(&request.kind, &mut self.chance.borrow_mut());
            let found = found.ok_or_else(|| Misuse::error("nothing can be answered"))?;
            if asked.refused_whole(lua, &answer_value(lua, &found, &request.kind)?)?.is_none() {
                answer = Some(found);
                break;
            }
        }
        let answer = answer.ok_or_else(|| Misuse::error(format!("`check` refused {MOST_TRIES} choices in a row")))?;
        answer.check(request).map_err(|refusal| Misuse::error(refusal.message()))?;
        let (decisions, throws) = self.counted.get();
        self.counted.set(match &answer {
            Answer::Roll(shown) | Answer::Deal(shown) => (decisions, throws + shown.len() as u64),
            Answer::Draw(_) => (decisions, throws + 1),
            _ => (decisions + 1, throws),
        });
        Ok(answer)
    }

    fn say(
        &self,
        lua: &Lua,
        (text, to, about, opens): (String, Option<i64>, Option<String>, Option<bool>),
    ) -> mlua::Result<()> {
        if !self.in_step.get() {
            return Err(Misuse::error("the log can only be written in steps"));
        }
        if self.asking.get() {
            return Err(Misuse::error("the log cannot be written while a question is put together"));
        }
        for_people("a sentence of the log", &text)?;
        if self.by_chance.get() {
            return Ok(());
        }
        self.alone.said(lua)?;
        let to = to.and_then(|seat| usize::try_from(seat).ok()?.checked_sub(1)).map(Seat);
        self.asker.borrow_mut().say(Said { text, to, about, opens: opens.unwrap_or(false), printed: None });
        Ok(())
    }

    /// Tells who writes the script something, with the line, and nobody at the table.
    fn print(&self, lua: &Lua, text: &str) -> mlua::Result<()> {
        if !self.in_step.get() {
            return Err(Misuse::error("`print` is only heard in steps"));
        }
        if self.by_chance.get() {
            return Ok(());
        }
        self.alone.said(lua)?;
        let text: String = text.chars().take(LONGEST_TEXT).map(|c| if c.is_control() { ' ' } else { c }).collect();
        let printed = Some(stack(lua).first().map_or(1, |spot| spot.line));
        self.asker.borrow_mut().say(Said { text, to: None, about: None, opens: false, printed });
        Ok(())
    }
}

/// Whose chance.
type WhichChance = fn(&Shared) -> &RefCell<Chance>;

/// Fills a buffer with chance for the bot.
fn fill(buffer: &mlua::Buffer, chance: &mut Chance) {
    let mut bytes = vec![0; buffer.len()];
    for word in bytes.chunks_mut(4) {
        let number = chance.bits().to_le_bytes();
        word.copy_from_slice(&number[..word.len()]);
    }
    buffer.write_bytes(0, &bytes);
}

/// The kinds of question that can be asked side by side: each is called like the function that asks it alone.
const TOGETHER: [(&str, &str); 7] = [
    ("choose", "choose"),
    ("choose_space", "place"),
    ("choose_many", "many"),
    ("choose_number", "number"),
    ("choose_order", "order"),
    ("confirm", "confirm"),
    ("roll", "roll"),
];

/// The kind of a question that is asked beside others.
fn host_kind(question: &Table) -> mlua::Result<&'static str> {
    let named = text(&question.raw_get::<Luau>("kind")?);
    let named = named.ok_or_else(|| Misuse::error("each question of `ask_all` says its `kind`, such as \"choose\""))?;
    let known = TOGETHER.iter().find(|(name, _)| *name == named);
    known.map(|(_, kind)| *kind).ok_or_else(|| {
        let hint = meant_or_known(&named, TOGETHER.iter().map(|(name, _)| *name));
        Misuse::hinted(format!("`ask_all` knows no kind `{named}`"), hint)
    })
}

/// So often chance looks for a choice that is not refused as a whole.
const MOST_TRIES: usize = 1_000;

/// Longer texts are not for people.
const LONGEST_TEXT: usize = 2_000;

/// What people read is one line, and does nothing to their terminal.
pub fn for_people(what: &str, text: &str) -> mlua::Result<()> {
    if text.chars().any(char::is_control) {
        return Err(Misuse::error(format!("{what} has a sign in it that cannot be shown, such as the end of a line")));
    }
    if text.len() > LONGEST_TEXT {
        return Err(Misuse::error(format!("{what} has more than {LONGEST_TEXT} letters")));
    }
    Ok(())
}

/// The number of a seat in a table of the script.
pub fn seat_of(value: &Luau, world: &World) -> mlua::Result<Seat> {
    let seat = whole(value).and_then(|number| usize::try_from(number).ok()?.checked_sub(1));
    seat.filter(|seat| *seat < world.players.len()).map(Seat).ok_or_else(|| Misuse::error("there is no such seat"))
}
