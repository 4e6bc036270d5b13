//! The rules of a game as its script says them: the referee's `Rules`, over the engine.

use std::collections::BTreeSet;
use std::rc::Rc;

use mlua::{FromLua, Function, Table, Value as Luau};
use serde_json::Value;

use crate::diag::meant_or_known;
use crate::referee::{
    Between, BrokenLaw, Count, Fault, FaultKind, Misfit, Rules, Scene, Schema, Score, ScriptPlace, Stop, Viewer,
};

use super::alone::LONGEST;
use super::clock::SharedClock;
use super::convert::{Builder, read_state, text};
use super::doors::{Shared, SharedAsker};
use super::engine::{Engine, Visit};
use super::fault::{Misuse, fault, is_suspended, misfit, misfitting};
use super::kept::{freeze_all, looking};
use super::opening::{declared, numbered_dice, open, spoken};
use super::world::World;
use super::zones::zones;
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
    clock: SharedClock,
    /// Whether machine code is made of the script.
    compiled: bool,
    pub(super) shared: Rc<Shared>,
    pub(super) engine: Engine,
    pub(super) schema: Schema,
    /// The functions of the script that could keep something beside the state.
    pub(super) keepers: Vec<ScriptPlace>,
    /// Whether the script has run since it was loaded.
    pub(super) used: bool,
    /// Where the step that is being played began.
    pub(super) at: Between,
    /// Whether the step waits for an answer.
    pub(super) waiting: bool,
    /// The zones that were shown so far, by name.
    pub(super) zones: BTreeSet<String>,
    /// The same rules in another engine, which play again what was played.
    pub(super) twin: Option<Box<Self>>,
}

impl ScriptRules {
    /// Loads a script. The clock stops what does not end.
    ///
    /// # Errors
    /// A fault of the script.
    pub fn load(text: &str, world: World, asker: SharedAsker, clock: SharedClock) -> Result<Self, Fault> {
        Self::load_as(text, world, asker, (clock, false))
    }

    /// Loads a script for bots, which play many games: machine code is made of it, and comes to the same.
    ///
    /// # Errors
    /// A fault of the script.
    pub fn load_for_bots(text: &str, world: World, asker: SharedAsker, clock: SharedClock) -> Result<Self, Fault> {
        Self::load_as(text, world, asker, (clock, true))
    }

    fn load_as(
        text: &str,
        world: World,
        asker: SharedAsker,
        (clock, compiled): (SharedClock, bool),
    ) -> Result<Self, Fault> {
        reading::fits(text)?;
        let shared = Rc::new(Shared::new(world, asker, Rc::clone(&clock)));
        let engine = open(&shared, (&clock, compiled), text).map_err(|error| fault(&error, None))?;
        let mut schema = Schema {
            seats: shared.world.players.clone(),
            spaces: shared.world.spaces().clone(),
            decks: shared.world.decks(),
            labels: shared.world.called().clone(),
            names: spoken(&shared.world.table.names),
            words: spoken(&shared.world.table.fields),
            ..Schema::default()
        };
        declared(&engine, &mut schema).map_err(|error| fault(&error, None))?;
        let keepers = engine.keepers().map_err(|error| fault(&error, None))?;
        let at = beginning(&schema);
        let text = text.to_owned();
        let rules = Self {
            text,
            clock,
            compiled,
            shared,
            engine,
            schema,
            keepers,
            used: false,
            at,
            waiting: false,
            zones: BTreeSet::new(),
            twin: None,
        };
        rules.has_step(FIRST_STEP, None)?;
        rules.are_steps()?;
        rules.schema.check(&rules.at.state).map_err(|wrong| {
            let hint = || "say in `declare` what it is at the start, or write `is.maybe(..)`".to_owned();
            let fault = misfitting(&wrong, format!("at the start the field {wrong}"));
            Fault { hint: fault.hint.clone().or_else(|| Some(hint())), ..fault }
        })?;
        rules.fill(&rules.at.state).map_err(|error| fault(&error, None))?;
        Ok(rules)
    }

    /// The same rules in an engine of their own, at a new table.
    pub(super) fn another(&self) -> Result<Self, Fault> {
        let engine =
            open(&self.shared, (&self.clock, self.compiled), &self.text).map_err(|error| fault(&error, None))?;
        Ok(Self {
            text: self.text.clone(),
            clock: Rc::clone(&self.clock),
            compiled: self.compiled,
            shared: Rc::clone(&self.shared),
            engine,
            schema: self.schema.clone(),
            keepers: self.keepers.clone(),
            used: false,
            at: beginning(&self.schema),
            waiting: false,
            zones: BTreeSet::new(),
            twin: None,
        })
    }

    /// The names of all zones that were there when somebody looked at the table.
    #[must_use]
    pub const fn zones_shown(&self) -> &BTreeSet<String> {
        &self.zones
    }

    /// Nothing that the script kept for itself may outlive this: then it has just been loaded. A script without functions
    /// that hold variables keeps nothing, and need not be loaded again.
    pub(super) fn forget(&mut self) -> Result<(), Fault> {
        if self.used && !self.keepers.is_empty() {
            self.engine.renew().map_err(|error| fault(&error, None))?;
            self.used = false;
        }
        Ok(())
    }

    /// A new engine, unless this one is as good as new.
    fn reopen(&mut self) -> Result<(), Fault> {
        if self.used {
            self.engine =
                open(&self.shared, (&self.clock, self.compiled), &self.text).map_err(|error| fault(&error, None))?;
            self.used = false;
        }
        Ok(())
    }

    /// The laws of the script, and all its steps, for those who check it.
    #[must_use]
    pub fn steps(&self) -> Vec<String> {
        let visit = self.engine.visit();
        let steps: mlua::Result<Table> = visit.global("steps");
        let names = steps.map(|steps| steps.pairs::<String, Luau>().filter_map(|pair| Some(pair.ok()?.0)).collect());
        let mut names: Vec<String> = names.unwrap_or_default();
        names.sort();
        names
    }

    /// Puts a state into the script.
    pub(super) fn fill(&self, state: &Value) -> mlua::Result<()> {
        let visit = self.engine.visit();
        let target: Table = visit.global("state")?;
        if target.metatable().is_none() {
            let names = visit.lua().create_table_from(self.schema.names().map(|name| (name, true)))?;
            target.set_metatable(Some(visit.tool("strict")?.call(names)?))?;
        }
        self.build(&visit, &target, state)
    }

    /// Fills a table of the script with a state.
    fn build(&self, visit: &Visit<'_>, target: &Table, state: &Value) -> mlua::Result<()> {
        let strict = visit.tool("strict")?;
        Builder { lua: visit.lua(), schema: &self.schema, strict: &strict }.fill(target, state)
    }

    /// Reads the state out of the script.
    pub(super) fn read(&self) -> Result<Value, Misfit> {
        let visit = self.engine.visit();
        let state: mlua::Result<Table> = visit.global("state");
        let state =
            state.map_err(|error| Misfit { field: "state".to_owned(), message: error.to_string(), hint: None })?;
        read_state(&self.schema, &state)
    }

    fn has_step(&self, step: &str, after: Option<&str>) -> Result<(), Fault> {
        let known = || -> mlua::Result<bool> {
            let visit = self.engine.visit();
            visit.global::<Table>("steps")?.contains_key(step)
        };
        if step == OVER || known().unwrap_or(false) {
            return Ok(());
        }
        let message = match after {
            Some(after) => format!("the step `{after}` says that `{step}` comes next, and there is no such step"),
            None => format!("the script has no step `{step}`"),
        };
        let known = self.steps();
        let hint = meant_or_known(step, known.iter().map(String::as_str));
        Err(Fault { message, hint, step: after.map(str::to_owned), ..Fault::default() })
    }

    /// Every step has to be a function, and none is called like the end.
    fn are_steps(&self) -> Result<(), Fault> {
        let wrong = |message: String| Err(Fault { message, ..Fault::default() });
        let visit = self.engine.visit();
        for name in ["show", "score", "audit", "adjusted", "bot"] {
            if !matches!(visit.of_script(name), Ok(Luau::Nil | Luau::Function(_))) {
                return wrong(format!("`{name}` has to be a function"));
            }
        }
        let steps: mlua::Result<Table> = visit.global("steps");
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
        let step = self.at.step.clone();
        self.used = true;
        self.shared.in_step.set(true);
        let ran = self.call_step(&step);
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

    fn call_step(&self, step: &str) -> mlua::Result<Luau> {
        let visit = self.engine.visit();
        let function: Function = visit.global::<Table>("steps")?.get(step)?;
        function.call(())
    }

    /// Calls a function of the script that only looks, at what a viewer may see, and reads what it gives. What it changes
    /// does not count.
    fn look<T: FromLua, R>(
        &mut self,
        name: &str,
        viewer: Viewer,
        read: impl FnOnce(Option<T>, &World) -> mlua::Result<R>,
    ) -> Result<R, Fault> {
        let state = self.state()?;
        self.forget()?;
        self.used = true;
        let said = self.call_looking(name, viewer, &state).and_then(|said| read(said, &self.shared.world));
        // Whatever the script did with its budget, putting the state back has its own.
        self.fill(&state).and(said).map_err(|error| fault(&error, None))
    }

    /// Where a function of the script begins.
    fn line_of(&self, name: &str) -> Option<usize> {
        let function: Option<Function> = self.engine.visit().of_script(name).ok()?;
        function?.info().line_defined
    }

    fn call_looking<T: FromLua>(&self, name: &str, viewer: Viewer, state: &Value) -> mlua::Result<Option<T>> {
        let visit = self.engine.visit();
        if viewer != Viewer::Referee && self.schema.has_secrets() {
            self.fill(&self.schema.redacted(state, viewer))?;
        }
        let Some(function): Option<Function> = visit.of_script(name)? else { return Ok(None) };
        looking(visit.lua(), &format!("`{name}`"), || function.call(())).map(Some)
    }

    /// The laws that do not hold now, given the state before.
    pub(super) fn laws_since(&mut self, before: &Value) -> Result<Vec<BrokenLaw>, Fault> {
        self.used = true;
        let check = || -> mlua::Result<Vec<BrokenLaw>> {
            let visit = self.engine.visit();
            let earlier = visit.lua().create_table()?;
            self.build(&visit, &earlier, before)?;
            freeze_all(&Luau::Table(earlier.clone()));
            let laws = visit.tool("broken_laws")?;
            let broken: Vec<Table> = looking(visit.lua(), "a law", || laws.call(earlier))?;
            broken.iter().map(|law| Ok(BrokenLaw { name: law.raw_get(1)?, instead: law.raw_get(2)? })).collect()
        };
        check().map_err(|error| fault(&error, None))
    }

    /// Tells the script that fields were adjusted; gives the step that it wants to come next.
    fn call_adjusted(&self, fields: &[String]) -> mlua::Result<Option<String>> {
        let visit = self.engine.visit();
        let function: Option<Function> = visit.of_script("adjusted")?;
        let Some(function) = function else { return Ok(None) };
        function.call(visit.lua().create_sequence_from(fields.iter().map(String::as_str))?)
    }
}

impl Rules for ScriptRules {
    fn schema(&self) -> &Schema {
        &self.schema
    }

    fn begin(&mut self) -> Result<(), Fault> {
        self.resume(&beginning(&self.schema))
    }

    fn put(&mut self, state: &Value, step: &str) -> Result<(), Fault> {
        self.has_step(step, None)?;
        self.schema.check(state).map_err(|wrong| misfitting(&wrong, format!("the field {wrong}")))?;
        self.fill(state).map_err(|error| fault(&error, None))?;
        let state = Rc::new(state.clone());
        self.at = Between { step: step.to_owned(), before: Rc::clone(&state), state };
        Ok(())
    }

    fn resume(&mut self, at: &Between) -> Result<(), Fault> {
        self.reopen()?;
        (self.at, self.waiting) = (at.clone(), false);
        self.fill(&at.state).map_err(|error| fault(&error, None))
    }

    fn adjusted(&mut self, fields: &[String]) -> Result<(), Fault> {
        self.forget()?;
        self.used = true;
        let next = self.call_adjusted(fields).map_err(|error| fault(&error, Some(&self.at.step)))?;
        self.at.state = Rc::new(self.read().map_err(|wrong| misfit(&wrong, "adjusted", "after"))?);
        if let Some(next) = next {
            self.has_step(&next, Some("adjusted"))?;
            (self.at.step, self.waiting) = (next, false);
        }
        Ok(())
    }

    fn advance(&mut self) -> Result<Stop, Fault> {
        let mut quiet: Vec<String> = Vec::new();
        self.shared.alone.begin(self.shared.asker.borrow().heard());
        loop {
            if self.at.step == OVER {
                self.shared.asker.borrow_mut().step_begins(&self.at);
                return Ok(Stop::Over);
            }
            self.forget()?;
            if self.waiting {
                self.fill(&self.at.state).map_err(|error| fault(&error, Some(&self.at.step)))?;
                self.shared.asker.borrow_mut().step_resumes();
            } else {
                self.shared.asker.borrow_mut().step_begins(&self.at);
            }
            self.waiting = false;
            let asked = self.shared.asked.get();
            let Some(next) = self.run_step()? else {
                self.waiting = true;
                // What everybody sees now has to be in order too.
                self.read().map_err(|wrong| misfit(&wrong, &self.at.step, "in"))?;
                let together = self.shared.pending.take();
                return together.map(Stop::Asked).ok_or_else(|| Fault {
                    message: "the script stopped without a question".to_owned(),
                    step: Some(self.at.step.clone()),
                    ..Fault::default()
                });
            };
            let after = self.read().map_err(|wrong| misfit(&wrong, &self.at.step, "after"))?;
            if self.shared.asked.get() == asked {
                quiet.push(self.at.step.clone());
            } else {
                quiet.clear();
            }
            if quiet.len() > QUIET_STEPS {
                return Err(asks_nothing(format!("{QUIET_STEPS} steps in a row asked nothing"), &quiet));
            }
            if self.shared.alone.is_too_long() {
                let message = format!("for {} seconds, step after step asked nobody anything", LONGEST.as_secs());
                quiet.push(self.at.step.clone());
                return Err(asks_nothing(message, &quiet));
            }
            let before = std::mem::replace(&mut self.at.state, Rc::new(after));
            (self.at.before, self.at.step) = (before, next);
        }
    }

    fn step(&self) -> (&str, &Value) {
        (&self.at.step, &self.at.state)
    }

    fn state(&mut self) -> Result<Value, Fault> {
        self.read().map_err(|wrong| misfit(&wrong, &self.at.step, "after"))
    }

    fn show(&mut self, viewer: Viewer) -> Result<Scene, Fault> {
        let state = self.state()?;
        let seen = self.schema.redacted(&state, viewer);
        let schema = self.schema.clone();
        let (scene, ids) = self.look("show", viewer, |shown: Option<Table>, world| {
            let scene = shown.as_ref().map(|shown| report::scene(shown, world)).transpose()?.unwrap_or_default();
            let (zones, ids) = zones(shown.as_ref(), (&schema, &seen), world)?;
            Ok((Scene { zones, ..scene }, ids))
        })?;
        self.zones.extend(ids);
        Ok(scene)
    }

    fn score(&mut self) -> Result<Option<Score>, Fault> {
        // Until the end, the score may tell no more than all may know.
        let viewer = if self.at.step == OVER { Viewer::Referee } else { Viewer::Everybody };
        let (schema, is_over, line) = (self.schema.clone(), self.at.step == OVER, self.line_of("score"));
        let read = |said: Option<Luau>, world: &World| match said {
            Some(Luau::Table(table)) => report::score(&table, world, &schema).map(Some),
            None => Ok(None),
            Some(Luau::Nil) if !is_over => Ok(None),
            Some(_) => {
                let hint = "give `{lines = {..}}` or `{winners = {..}}`, or leave the function out";
                Err(Misuse::hinted("`score` has to give a table", Some(hint.to_owned())))
            }
        };
        self.look("score", viewer, |said, world| read(said, world).map_err(|error| Misuse::at_line(error, line)))
    }

    fn audit(&mut self, viewer: Viewer) -> Result<Vec<Count>, Fault> {
        let schema = self.schema.clone();
        self.look("audit", viewer, |counts: Option<Table>, _| match counts {
            Some(counts) => report::counts(&counts, &schema),
            None => Ok(Vec::new()),
        })
    }

    fn broken_laws(&mut self) -> Result<Vec<BrokenLaw>, Fault> {
        // In the middle of a step a law need not hold.
        let now = self.state()?;
        self.forget()?;
        self.fill(&self.at.state).map_err(|error| fault(&error, None))?;
        let broken = self.laws_since(&Rc::clone(&self.at.before));
        self.fill(&now).map_err(|error| fault(&error, None))?;
        broken
    }

    fn randomisers(&mut self) -> Result<Vec<String>, Fault> {
        let visit = self.engine.visit();
        let decks = visit.tool("decks").and_then(|decks| decks.call::<Vec<String>>(()));
        let decks = decks.map_err(|error| fault(&error, None))?;
        let mut all: Vec<String> = self.shared.world.dice().map(str::to_owned).collect();
        all.extend(numbered_dice(&self.text).into_iter().filter(|die| die != "d6"));
        all.extend(decks);
        let mut known = BTreeSet::new();
        all.retain(|name| known.insert(name.clone()));
        Ok(all)
    }

    fn pieces(&self) -> Vec<String> {
        self.shared.world.piece_names()
    }
}

/// Where every table begins.
fn beginning(schema: &Schema) -> Between {
    let start = Rc::new(schema.start());
    Between { step: FIRST_STEP.to_owned(), before: Rc::clone(&start), state: start }
}

fn asks_nothing(message: String, steps: &[String]) -> Fault {
    let mut last: Vec<&str> = steps.iter().rev().map(String::as_str).take(6).collect();
    last.dedup();
    let hint = format!("the last were `{}`: does one of them have to return \"{OVER}\"?", last.join("`, `"));
    Fault { kind: FaultKind::AsksNothing, message, hint: Some(hint), step: steps.last().cloned(), ..Fault::default() }
}
