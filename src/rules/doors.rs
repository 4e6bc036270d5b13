//! The doors between a script and the world: the functions of the host that the prelude calls, and what they share.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use mlua::{Lua, Table, Value as Luau};

use crate::diag::{did_you_mean, meant_or_known, plural};
use crate::dice::Chance;
use crate::referee::{Answer, Asker, Reply, Request, Said, Seat, legal_by_chance};

use super::alone::Alone;
use super::clock::SharedClock;
use super::convert::whole;
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
    pub asker: SharedAsker,
    /// The question that stopped the step.
    pub pending: RefCell<Option<Request>>,
    /// Whether a step is running: questions belong into steps.
    pub in_step: Cell<bool>,
    /// Whether a question is being put together: the script cannot ask or say anything meanwhile.
    asking: Cell<bool>,
    /// How many questions were asked.
    pub asked: Cell<usize>,
    /// What the script did since people last had a say.
    pub alone: Alone,
    pub chance: RefCell<Chance>,
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
            asker,
            pending: RefCell::default(),
            in_step: Cell::new(false),
            asking: Cell::new(false),
            asked: Cell::new(0),
            alone: Alone::new(clock),
            chance: RefCell::new(Chance::from_seed(0)),
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
        "say",
        lua.create_function(move |lua, said: (String, Option<i64>, Option<String>, Option<bool>)| own.say(lua, said))?,
    )?;
    let own = Rc::clone(shared);
    host.raw_set(
        "faces",
        lua.create_function(move |lua, name: Option<String>| own.world.faces(lua, name.as_deref().unwrap_or("d6")))?,
    )?;
    let own = Rc::clone(shared);
    let refill = move |_: &Lua, buffer: mlua::Buffer| {
        own.refill(&buffer);
        Ok(())
    };
    host.raw_set("refill", lua.create_function(refill)?)?;
    host.raw_set("geometry", geometry(lua, &shared.world)?)?;
    host.raw_set(
        "close_to",
        lua.create_function(|_, named| Ok(after(named, |key, known| meant_or_known(key, known))))?,
    )?;
    host.raw_set("meant", lua.create_function(|_, named| Ok(after(named, |key, known| did_you_mean(key, known))))?)?;
    host.raw_set("unknown_field", lua.create_function(unknown_field)?)?;
    host.raw_set("forms", lua.create_function(|_, noun: String| Ok(forms(&noun)))?)?;
    host.raw_set("line", lua.create_function(|lua, ()| Ok(stack(lua).first().map(|spot| spot.line)))?)?;
    Ok(host)
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

/// A noun for one, and for many: as the script says it, `wolf/wolves`, or with the usual ending.
fn forms(noun: &str) -> (String, String) {
    match noun.split_once('/') {
        Some((one, many)) => (one.to_owned(), many.to_owned()),
        None => (noun.to_owned(), plural(noun)),
    }
}

impl Shared {
    fn ask(&self, lua: &Lua, kind: &str, question: Luau) -> mlua::Result<Luau> {
        if !self.in_step.get() {
            return Err(Misuse::error("questions can only be asked in steps"));
        }
        if self.asking.replace(true) {
            return Err(Misuse::error("a question cannot be asked while another one is put together"));
        }
        let answered = self.asked_once(lua, kind, question);
        self.asking.set(false);
        answered
    }

    fn asked_once(&self, lua: &Lua, kind: &str, question: Luau) -> mlua::Result<Luau> {
        let Luau::Table(table) = question else { return Err(Misuse::error("a question is a table with named values")) };
        let question = Question { table, world: &self.world };
        let mut request = question.request(kind)?;
        self.asked.set(self.asked.get() + 1);
        let reply = if self.by_chance.get() {
            Reply::Answered(self.by_lot(&request)?)
        } else {
            let reply = self.asker.borrow_mut().ask(&request);
            if matches!(reply, Reply::Answered(_)) {
                self.alone.answered(lua, self.asker.borrow().heard())?;
            }
            reply
        };
        match reply {
            Reply::Answered(answer) => answer_value(lua, &answer, &request.kind),
            Reply::Refused => Err(mlua::Error::external(Diverged)),
            Reply::Wait => {
                question.for_people(lua, &mut request)?;
                self.pending.replace(Some(request));
                Err(mlua::Error::external(Suspended))
            }
        }
    }

    /// What chance answers.
    fn by_lot(&self, request: &Request) -> mlua::Result<Answer> {
        let answer = legal_by_chance(&request.kind, &mut self.chance.borrow_mut());
        let answer = answer.ok_or_else(|| Misuse::error("nothing can be answered"))?;
        answer.check(request).map_err(|refusal| Misuse::error(refusal.message()))?;
        let (decisions, throws) = self.counted.get();
        self.counted.set(match &answer {
            Answer::Roll(shown) => (decisions, throws + shown.len() as u64),
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
        self.asker.borrow_mut().say(Said { text, to, about, opens: opens.unwrap_or(false) });
        Ok(())
    }

    /// Fills a buffer with chance for the bot.
    fn refill(&self, buffer: &mlua::Buffer) {
        let mut chance = self.chance.borrow_mut();
        let mut bytes = vec![0; buffer.len()];
        for word in bytes.chunks_mut(4) {
            let number = chance.bits().to_le_bytes();
            word.copy_from_slice(&number[..word.len()]);
        }
        buffer.write_bytes(0, &bytes);
    }
}

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
