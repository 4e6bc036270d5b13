//! The rules of a game as its script says them: the referee's `Rules`, over the engine.

use std::cell::RefCell;
use std::rc::Rc;

use mlua::{Function, Lua, Table, Value as Luau};
use serde_json::Value;

use crate::diag::did_you_mean;
use crate::dice::Chance;
use crate::referee::{
    Asker, Count, Fault, Misfit, Reply, Request, Rules, Said, Scene, Schema, Score, Seat, Stop, Viewer,
};

use super::convert::{Builder, read_state, text, whole};
use super::declare::read_schema;
use super::engine::{Engine, stack};
use super::fault::{Diverged, Misuse, Suspended, endless, fault, is_suspended, misfit};
use super::question::{Question, answer_value};
use super::world::World;
use super::{lint, report};

/// The step a game begins with.
pub const FIRST_STEP: &str = "setup";
/// The step that ends it.
pub const OVER: &str = "over";
/// So many steps in a row that ask nothing are a script that asks nothing.
const QUIET_STEPS: usize = 1_000;

/// Who answers, shared between the referee and the script.
pub type SharedAsker = Rc<RefCell<dyn Asker>>;

/// What the functions of the host share.
struct Shared {
    world: World,
    asker: SharedAsker,
    /// The question that stopped the step.
    pending: RefCell<Option<Request>>,
    /// Whether a step is running: questions belong into steps.
    in_step: std::cell::Cell<bool>,
    /// Whether a question is being put together: the script cannot ask or say anything meanwhile.
    asking: std::cell::Cell<bool>,
    /// How many questions were asked.
    asked: std::cell::Cell<usize>,
    chance: RefCell<Chance>,
}

/// A script with the state of one table.
pub struct ScriptRules {
    text: String,
    shared: Rc<Shared>,
    engine: Engine,
    schema: Schema,
    /// Whether the engine has run steps since it was made.
    used: bool,
    step: String,
    saved: Value,
    /// The state before the step that led to the saved one.
    before: Value,
    /// Whether the step waits for an answer.
    waiting: bool,
}

impl ScriptRules {
    /// Loads a script.
    ///
    /// # Errors
    /// A fault of the script.
    pub fn load(text: &str, world: World, asker: SharedAsker) -> Result<Self, Fault> {
        lint::check(text)?;
        let shared = Rc::new(Shared {
            world,
            asker,
            pending: RefCell::default(),
            in_step: std::cell::Cell::new(false),
            asking: std::cell::Cell::new(false),
            asked: std::cell::Cell::new(0),
            chance: RefCell::new(Chance::from_seed(0)),
        });
        let engine = open(&shared, text).map_err(|error| fault(&error, None))?;
        let mut schema =
            Schema { seats: shared.world.players.clone(), spaces: shared.world.spaces().clone(), fields: Vec::new() };
        declared(&engine, &mut schema).map_err(|error| fault(&error, None))?;
        let saved = schema.start();
        let rules = Self {
            text: text.to_owned(),
            shared,
            engine,
            schema,
            used: false,
            step: FIRST_STEP.to_owned(),
            before: saved.clone(),
            saved,
            waiting: false,
        };
        rules.has_step(FIRST_STEP, None)?;
        rules.are_steps()?;
        rules.schema.check(&rules.saved).map_err(|wrong| Fault {
            message: format!("at the start the field {wrong}"),
            hint: wrong
                .hint
                .clone()
                .or_else(|| Some("say in `declare` what it is at the start, or write `is.maybe(..)`".to_owned())),
            field: Some(wrong.field),
            ..Fault::default()
        })?;
        rules.fill(&rules.saved.clone()).map_err(|error| fault(&error, None))?;
        Ok(rules)
    }

    /// The laws of the script, and all its steps, for those who check it.
    #[must_use]
    pub fn steps(&self) -> Vec<String> {
        let steps: mlua::Result<Table> = self.engine.lua.globals().get("steps");
        let names = steps.map(|steps| steps.pairs::<String, Luau>().filter_map(|pair| Some(pair.ok()?.0)).collect());
        let mut names: Vec<String> = names.unwrap_or_default();
        names.sort();
        names
    }

    /// Puts a state into the script.
    fn fill(&self, state: &Value) -> mlua::Result<()> {
        let target: Table = self.engine.lua.globals().get("state")?;
        let strict = self.engine.tool("strict")?;
        let builder = Builder { lua: &self.engine.lua, schema: &self.schema, strict: &strict };
        if target.metatable().is_none() {
            let names = self.engine.lua.create_table_from(self.schema.names().map(|name| (name, true)))?;
            target.set_metatable(Some(strict.call((names, "the state"))?))?;
        }
        builder.fill(&target, state)
    }

    fn read(&self) -> Result<Value, Misfit> {
        let state: mlua::Result<Table> = self.engine.lua.globals().get("state");
        let state =
            state.map_err(|error| Misfit { field: "state".to_owned(), message: error.to_string(), hint: None })?;
        read_state(&self.schema, &state)
    }

    fn has_step(&self, step: &str, after: Option<&str>) -> Result<(), Fault> {
        let known = || -> mlua::Result<bool> {
            let steps: Table = self.engine.lua.globals().get("steps")?;
            steps.contains_key(step)
        };
        if step == OVER || known().unwrap_or(false) {
            return Ok(());
        }
        let message = match after {
            Some(after) => format!("the step `{after}` says that `{step}` comes next, and there is no such step"),
            None => format!("the script has no step `{step}`"),
        };
        let known = self.steps();
        let hint = did_you_mean(step, known.iter().map(String::as_str));
        Err(Fault { message, hint, step: after.map(str::to_owned), ..Fault::default() })
    }

    /// Every step has to be a function, and none is called like the end.
    fn are_steps(&self) -> Result<(), Fault> {
        let wrong = |message: String| Err(Fault { message, ..Fault::default() });
        let globals = self.engine.lua.globals();
        for name in ["show", "score", "audit", "adjusted"] {
            if !matches!(globals.raw_get(name), Ok(Luau::Nil | Luau::Function(_))) {
                return wrong(format!("`{name}` has to be a function"));
            }
        }
        let steps: mlua::Result<Table> = globals.get("steps");
        for pair in steps.iter().flat_map(Table::pairs::<Luau, Luau>) {
            match pair {
                Ok((name, Luau::Function(_))) if text(&name).is_some_and(|name| name != OVER) => {}
                Ok((name, Luau::Function(_))) if text(&name).is_some() => {
                    return wrong(format!("`{OVER}` ends the game, and cannot be a step"));
                }
                Ok((name, _)) => {
                    let name = text(&name).unwrap_or_else(|| "of a number".to_owned());
                    return wrong(format!("the step `{name}` is not a function with a name"));
                }
                Err(error) => return Err(fault(&error, None)),
            }
        }
        Ok(())
    }

    /// Runs the current step; nothing when a question waits.
    fn run_step(&mut self) -> Result<Option<String>, Fault> {
        let step = self.step.clone();
        self.used = true;
        self.engine.begin_budget();
        let run = || -> mlua::Result<Luau> {
            let steps: Table = self.engine.lua.globals().get("steps")?;
            let function: Function = steps.get(step.as_str())?;
            function.call(())
        };
        self.shared.in_step.set(true);
        let ran = run();
        self.shared.in_step.set(false);
        match ran {
            Ok(next) => match text(&next) {
                Some(next) => {
                    self.has_step(&next, Some(&step))?;
                    Ok(Some(next))
                }
                None => {
                    let message = format!("the step `{step}` does not say which step comes next");
                    let hint = Some(format!("let it return the name of a step, or \"{OVER}\""));
                    Err(Fault { message, hint, step: Some(step), ..Fault::default() })
                }
            },
            Err(error) if is_suspended(&error) => Ok(None),
            Err(error) => Err(fault(&error, Some(&step))),
        }
    }

    /// Calls a function of the script that only looks.
    fn look<T: mlua::FromLua>(&mut self, name: &str) -> Result<Option<T>, Fault> {
        self.engine.begin_budget();
        let call = || -> mlua::Result<Option<T>> {
            let function: Option<Function> = self.engine.lua.globals().raw_get(name)?;
            function.map(|function| function.call(())).transpose()
        };
        call().map_err(|error| fault(&error, None))
    }

    /// Plays one game with a bot, from a new table to its end.
    ///
    /// # Errors
    /// A fault of the script.
    pub fn play_with_bot(&mut self, seed: u64, most_steps: usize) -> Result<BotGame, Fault> {
        self.fill(&self.schema.start()).map_err(|error| fault(&error, None))?;
        self.shared.chance.replace(Chance::from_seed(seed));
        self.engine.widen_budget(1_000);
        self.used = true;
        let play = || -> mlua::Result<BotGame> {
            self.engine.tool("set_bot")?.call::<()>(true)?;
            let steps = self.engine.tool("play")?.call::<u64>((FIRST_STEP, most_steps))?;
            let (decisions, throws) = self.engine.tool("counts")?.call::<(u64, u64)>(())?;
            Ok(BotGame { steps, decisions, throws })
        };
        let played = play();
        let stopped = self.engine.tool("set_bot").and_then(|set| set.call::<()>(false));
        self.engine.widen_budget(1);
        (self.step, self.waiting) = (OVER.to_owned(), false);
        played.and_then(|game| stopped.map(|()| game)).map_err(|error| fault(&error, None))
    }

    /// Plays one game with a bot, and checks the state and the laws after every step.
    ///
    /// # Errors
    /// A fault of the script, or the first law that is broken.
    pub fn check_with_bot(&mut self, seed: u64, most_steps: usize) -> Result<BotGame, Fault> {
        self.begin()?;
        self.shared.chance.replace(Chance::from_seed(seed));
        let set_bot = |rules: &Self, on: bool| {
            rules.engine.tool("set_bot").and_then(|set| set.call::<()>(on)).map_err(|error| fault(&error, None))
        };
        set_bot(self, true)?;
        let played = self.checked_steps(most_steps);
        let counts = self.engine.tool("counts").and_then(|counts| counts.call::<(u64, u64)>(()));
        set_bot(self, false)?;
        let (decisions, throws) = counts.map_err(|error| fault(&error, None))?;
        Ok(BotGame { steps: played?, decisions, throws })
    }

    fn checked_steps(&mut self, most_steps: usize) -> Result<u64, Fault> {
        let mut steps = 0;
        while self.step != OVER {
            let step = self.step.clone();
            let next = self.run_step()?;
            self.saved = {
                let broken = self.laws_since(&self.saved.clone())?;
                if let Some(broken) = broken.first() {
                    let message = format!("after the step `{step}` a law is broken: {broken}");
                    return Err(Fault { message, step: Some(step), ..Fault::default() });
                }
                self.read().map_err(|wrong| misfit(&wrong, &step, "after"))?
            };
            self.step = next.unwrap_or_else(|| OVER.to_owned());
            steps += 1;
            if steps > most_steps as u64 {
                return Err(endless(most_steps, step));
            }
        }
        Ok(steps)
    }

    /// The laws that do not hold now, given the state before.
    fn laws_since(&mut self, before: &Value) -> Result<Vec<String>, Fault> {
        self.engine.begin_budget();
        let check = || -> mlua::Result<Vec<String>> {
            let strict = self.engine.tool("strict")?;
            let builder = Builder { lua: &self.engine.lua, schema: &self.schema, strict: &strict };
            let earlier = self.engine.lua.create_table()?;
            builder.fill(&earlier, before)?;
            self.engine.tool("broken_laws")?.call(earlier)
        };
        check().map_err(|error| fault(&error, None))
    }
}

/// What a bot did in a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct BotGame {
    /// Steps of the rules.
    pub steps: u64,
    /// Questions that people would have answered.
    pub decisions: u64,
    /// Dice and cards.
    pub throws: u64,
}

impl Rules for ScriptRules {
    fn schema(&self) -> &Schema {
        &self.schema
    }

    fn begin(&mut self) -> Result<(), Fault> {
        if self.used {
            // Nothing that a script kept for itself may outlive an undo.
            self.engine = open(&self.shared, &self.text).map_err(|error| fault(&error, None))?;
            self.used = false;
        }
        self.saved = self.schema.start();
        self.before = self.saved.clone();
        (self.step, self.waiting) = (FIRST_STEP.to_owned(), false);
        self.fill(&self.saved).map_err(|error| fault(&error, None))
    }

    fn put(&mut self, state: &Value, step: &str) -> Result<(), Fault> {
        self.has_step(step, None)?;
        self.schema.check(state).map_err(|wrong| Fault {
            message: format!("the field {wrong}"),
            hint: wrong.hint.clone(),
            field: Some(wrong.field),
            ..Fault::default()
        })?;
        self.fill(state).map_err(|error| fault(&error, None))?;
        self.saved = state.clone();
        self.before = state.clone();
        step.clone_into(&mut self.step);
        Ok(())
    }

    fn adjusted(&mut self, fields: &[String]) -> Result<(), Fault> {
        self.engine.begin_budget();
        let call = || -> mlua::Result<Option<String>> {
            let function: Option<Function> = self.engine.lua.globals().raw_get("adjusted")?;
            let Some(function) = function else { return Ok(None) };
            function.call(self.engine.lua.create_sequence_from(fields.iter().map(String::as_str))?)
        };
        let next = call().map_err(|error| fault(&error, Some(&self.step)))?;
        self.saved = self.read().map_err(|wrong| misfit(&wrong, "adjusted", "after"))?;
        if let Some(next) = next {
            self.has_step(&next, Some("adjusted"))?;
            (self.step, self.waiting) = (next, false);
        }
        Ok(())
    }

    fn advance(&mut self) -> Result<Stop, Fault> {
        let mut quiet: Vec<String> = Vec::new();
        loop {
            if self.step == OVER {
                self.shared.asker.borrow_mut().step_begins();
                return Ok(Stop::Over);
            }
            if self.waiting {
                self.fill(&self.saved).map_err(|error| fault(&error, Some(&self.step)))?;
                self.shared.asker.borrow_mut().step_resumes();
            } else {
                self.shared.asker.borrow_mut().step_begins();
            }
            self.waiting = false;
            let asked = self.shared.asked.get();
            let Some(next) = self.run_step()? else {
                self.waiting = true;
                // What everybody sees now has to be in order too.
                self.read().map_err(|wrong| misfit(&wrong, &self.step, "in"))?;
                let request = self.shared.pending.take();
                return request.map(Stop::Asked).ok_or_else(|| Fault {
                    message: "the script stopped without a question".to_owned(),
                    step: Some(self.step.clone()),
                    ..Fault::default()
                });
            };
            let after = self.read().map_err(|wrong| misfit(&wrong, &self.step, "after"))?;
            self.before = std::mem::replace(&mut self.saved, after);
            if self.shared.asked.get() == asked {
                quiet.push(self.step.clone());
            } else {
                quiet.clear();
            }
            if quiet.len() > QUIET_STEPS {
                return Err(asks_nothing(&quiet));
            }
            self.step = next;
        }
    }

    fn step(&self) -> (&str, &Value) {
        (&self.step, &self.saved)
    }

    fn state(&mut self) -> Result<Value, Fault> {
        self.read().map_err(|wrong| misfit(&wrong, &self.step, "after"))
    }

    fn show(&mut self, viewer: Viewer) -> Result<Scene, Fault> {
        let state = self.state()?;
        let visible = if self.schema.has_secrets() { self.schema.redacted(&state, viewer) } else { state.clone() };
        self.fill(&visible).map_err(|error| fault(&error, None))?;
        let shown = self.look::<Table>("show");
        // What the script changes while it only looks does not count.
        self.fill(&state).map_err(|error| fault(&error, None))?;
        let Some(shown) = shown? else { return Ok(Scene::default()) };
        report::scene(&shown, &self.shared.world).map_err(|error| fault(&error, None))
    }

    fn score(&mut self) -> Result<Option<Score>, Fault> {
        let state = self.state()?;
        if self.schema.has_secrets() && self.step != OVER {
            // Until the end, the score may tell no more than all may know.
            self.fill(&self.schema.redacted(&state, Viewer::Everybody)).map_err(|error| fault(&error, None))?;
        }
        let said = self.look::<Luau>("score");
        self.fill(&state).map_err(|error| fault(&error, None))?;
        match said? {
            Some(Luau::Table(table)) => {
                report::score(&table, &self.shared.world).map(Some).map_err(|error| fault(&error, None))
            }
            None | Some(Luau::Nil) => Ok(None),
            Some(_) => Err(fault(&Misuse::error("`score` has to give a table"), None)),
        }
    }

    fn audit(&mut self) -> Result<Vec<Count>, Fault> {
        let state = self.state()?;
        let said = self.look::<Table>("audit");
        self.fill(&state).map_err(|error| fault(&error, None))?;
        let Some(counts) = said? else { return Ok(Vec::new()) };
        report::counts(&counts).map_err(|error| fault(&error, None))
    }

    fn broken_laws(&mut self) -> Result<Vec<String>, Fault> {
        // In the middle of a step a law need not hold.
        let now = self.state()?;
        self.fill(&self.saved).map_err(|error| fault(&error, None))?;
        let broken = self.laws_since(&self.before.clone());
        self.fill(&now).map_err(|error| fault(&error, None))?;
        broken
    }
}

fn asks_nothing(steps: &[String]) -> Fault {
    let mut last: Vec<&str> = steps.iter().rev().map(String::as_str).take(6).collect();
    last.dedup();
    let message = format!("{} steps in a row asked nothing", steps.len() - 1);
    let hint = format!("the last were `{}`: does one of them have to return \"{OVER}\"?", last.join("`, `"));
    Fault { message, hint: Some(hint), step: steps.last().cloned(), ..Fault::default() }
}

/// An engine with the script loaded.
fn open(shared: &Rc<Shared>, script: &str) -> mlua::Result<Engine> {
    let engine = Engine::new(|lua| host_functions(lua, shared), |lua| shared.world.offer(lua))?;
    engine.load(script)?;
    Ok(engine)
}

fn declared(engine: &Engine, schema: &mut Schema) -> mlua::Result<()> {
    let (declared, _laws, line): (Option<Table>, Table, Option<usize>) = engine.tool("declared")?.call(())?;
    match declared {
        Some(declared) => read_schema(&declared, schema).map_err(|error| Misuse::at_line(error, line)),
        None => Err(Misuse::error("the script declares no state: it needs `declare { ... }`")),
    }
}

/// What the prelude gets from the host.
fn host_functions(lua: &Lua, shared: &Rc<Shared>) -> mlua::Result<Table> {
    let host = lua.create_table()?;
    host.raw_set("players", lua.create_sequence_from(shared.world.players.iter().map(String::as_str))?)?;
    let own = Rc::clone(shared);
    host.raw_set(
        "ask",
        lua.create_function(move |lua, (kind, question): (String, Luau)| own.ask(lua, &kind, question))?,
    )?;
    let own = Rc::clone(shared);
    host.raw_set("say", lua.create_function(move |_, said: (String, Option<i64>, Option<String>)| own.say(said))?)?;
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
    host.raw_set("close_to", lua.create_function(close_to)?)?;
    host.raw_set("line", lua.create_function(|lua, ()| Ok(stack(lua).first().map(|spot| spot.line)))?)?;
    Ok(host)
}

/// `; did you mean ..?` for a name and a table whose keys are known.
#[allow(clippy::needless_pass_by_value, clippy::unnecessary_wraps, reason = "this is how the engine calls")]
fn close_to(_: &Lua, (key, names): (String, Table)) -> mlua::Result<String> {
    let known: Vec<String> = names.pairs::<String, Luau>().filter_map(|pair| Some(pair.ok()?.0)).collect();
    let hint = did_you_mean(&key, known.iter().map(String::as_str));
    Ok(hint.map(|hint| format!("; {hint}")).unwrap_or_default())
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
        let reply = self.asker.borrow_mut().ask(&request);
        match reply {
            Reply::Answered(answer) => answer_value(lua, &answer, &request.kind),
            Reply::Refused => Err(mlua::Error::external(Diverged)),
            Reply::Wait => {
                request.refused = question.refused(lua, &request.kind)?;
                self.pending.replace(Some(request));
                Err(mlua::Error::external(Suspended))
            }
        }
    }

    fn say(&self, (text, to, about): (String, Option<i64>, Option<String>)) -> mlua::Result<()> {
        if !self.in_step.get() {
            return Err(Misuse::error("the log can only be written in steps"));
        }
        if self.asking.get() {
            return Err(Misuse::error("the log cannot be written while a question is put together"));
        }
        for_people("a sentence of the log", &text)?;
        let to = to.and_then(|seat| usize::try_from(seat).ok()?.checked_sub(1)).map(Seat);
        self.asker.borrow_mut().say(Said { text, to, about });
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
