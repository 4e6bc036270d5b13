//! The rules of a game as its script says them: the referee's `Rules`, over the engine.

use std::rc::Rc;

use mlua::{Function, Table, Value as Luau};
use serde_json::Value;

use crate::diag::did_you_mean;
use crate::referee::{Count, Fault, Misfit, Rules, Scene, Schema, Score, Stop, Viewer};

use super::convert::{Builder, read_state, text};
use super::declare::read_schema;
use super::doors::{Shared, SharedAsker, host_functions};
use super::engine::Engine;
use super::fault::{Misuse, fault, is_suspended, misfit};
use super::world::World;
use super::{reading, report};

/// The step a game begins with.
pub const FIRST_STEP: &str = "setup";
/// The step that ends it.
pub const OVER: &str = "over";
/// So many steps in a row that ask nothing are a script that asks nothing.
const QUIET_STEPS: usize = 1_000;

/// A script with the state of one table.
pub struct ScriptRules {
    text: String,
    pub(super) shared: Rc<Shared>,
    pub(super) engine: Engine,
    pub(super) schema: Schema,
    /// Whether the engine has run steps since it was made.
    pub(super) used: bool,
    pub(super) step: String,
    pub(super) saved: Value,
    /// The state before the step that led to the saved one.
    before: Value,
    /// Whether the step waits for an answer.
    pub(super) waiting: bool,
}

impl ScriptRules {
    /// Loads a script.
    ///
    /// # Errors
    /// A fault of the script.
    pub fn load(text: &str, world: World, asker: SharedAsker) -> Result<Self, Fault> {
        reading::fits(text)?;
        let shared = Rc::new(Shared::new(world, asker));
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
    pub(super) fn fill(&self, state: &Value) -> mlua::Result<()> {
        let target: Table = self.engine.lua.globals().get("state")?;
        let strict = self.engine.tool("strict")?;
        let builder = Builder { lua: &self.engine.lua, schema: &self.schema, strict: &strict };
        if target.metatable().is_none() {
            let names = self.engine.lua.create_table_from(self.schema.names().map(|name| (name, true)))?;
            target.set_metatable(Some(strict.call((names, "the state"))?))?;
        }
        builder.fill(&target, state)
    }

    pub(super) fn read(&self) -> Result<Value, Misfit> {
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
    pub(super) fn run_step(&mut self) -> Result<Option<String>, Fault> {
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

    /// Calls a function of the script that only looks, at what a viewer may see. What it changes does not count.
    fn look<T: mlua::FromLua>(&mut self, name: &str, viewer: Viewer) -> Result<Option<T>, Fault> {
        let state = self.state()?;
        let call = || -> mlua::Result<Option<T>> {
            if viewer != Viewer::Referee && self.schema.has_secrets() {
                self.fill(&self.schema.redacted(&state, viewer))?;
            }
            self.engine.begin_budget();
            let function: Option<Function> = self.engine.lua.globals().raw_get(name)?;
            function.map(|function| function.call(())).transpose()
        };
        let said = call();
        self.fill(&state).and(said).map_err(|error| fault(&error, None))
    }

    /// The laws that do not hold now, given the state before.
    pub(super) fn laws_since(&mut self, before: &Value) -> Result<Vec<String>, Fault> {
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
        let Some(shown) = self.look::<Table>("show", viewer)? else { return Ok(Scene::default()) };
        report::scene(&shown, &self.shared.world).map_err(|error| fault(&error, None))
    }

    fn score(&mut self) -> Result<Option<Score>, Fault> {
        // Until the end, the score may tell no more than all may know.
        let viewer = if self.step == OVER { Viewer::Referee } else { Viewer::Everybody };
        match self.look::<Luau>("score", viewer)? {
            Some(Luau::Table(table)) => {
                report::score(&table, &self.shared.world).map(Some).map_err(|error| fault(&error, None))
            }
            None | Some(Luau::Nil) => Ok(None),
            Some(_) => Err(fault(&Misuse::error("`score` has to give a table"), None)),
        }
    }

    fn audit(&mut self) -> Result<Vec<Count>, Fault> {
        let Some(counts) = self.look::<Table>("audit", Viewer::Referee)? else { return Ok(Vec::new()) };
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
