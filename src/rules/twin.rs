//! Plays the steps of a bot again: from the plain data they began with, by a script that has just been loaded, and with the
//! same chance. A step that comes out otherwise depends on something that is not in the state.

use std::rc::Rc;

use mlua::Buffer;
use serde_json::Value;

use crate::referee::{Fault, FaultKind, ScriptPlace, drifted};

use super::fault::{fault, misfit};
use super::host::ScriptRules;

/// No more functions are named that may be to blame.
const NAMED: usize = 3;

/// How a step began.
pub struct Beginning {
    step: String,
    /// The state before it.
    pub state: Rc<Value>,
    /// Where chance was: what the engine had fetched of it, how much of that was used, and what comes next.
    fetched: Vec<u8>,
    used: usize,
    taken: u128,
    /// What the bot had decided and thrown.
    counts: (u64, u64),
}

/// What the engine gives of the chance it has fetched.
type Fetched = (Buffer, usize, u64, u64);

impl Beginning {
    /// How the step begins that the rules are about to play.
    pub fn of(rules: &ScriptRules) -> Result<Self, Fault> {
        let visit = rules.engine.visit();
        let chance = visit.tool("chance").and_then(|tool| tool.call::<Fetched>(()));
        let (fetched, used, decisions, throws) = chance.map_err(|error| fault(&error, None))?;
        Ok(Self {
            step: rules.at.step.clone(),
            state: Rc::clone(&rules.at.state),
            fetched: fetched.to_vec(),
            used,
            taken: rules.shared.chance.borrow().taken(),
            counts: (decisions, throws),
        })
    }
}

impl ScriptRules {
    /// Whether the step that has just been played comes out the same again.
    ///
    /// # Errors
    /// When it does not, and what may be to blame.
    pub(super) fn comes_out_again(&mut self, beginning: &Beginning, next: &str) -> Result<(), Fault> {
        let first = Rc::clone(&self.at.state);
        let taken = self.shared.chance.borrow().taken();
        let counted = self.shared.counted.get();
        if !self.keepers.is_empty() {
            // As at a table, where a step is played again with every answer.
            let again = self.play_again(beginning)?;
            self.is_as_before(&beginning.step, (next, &first), &again)?;
        }
        let mut twin = self.twin.take().map_or_else(|| self.new_twin(), Ok)?;
        twin.forget()?;
        let again = twin.play_again(beginning)?;
        self.twin = Some(twin);
        self.shared.chance.borrow_mut().go_to(taken);
        self.shared.counted.set(counted);
        self.is_as_before(&beginning.step, (next, &first), &again)
    }

    fn new_twin(&self) -> Result<Box<Self>, Fault> {
        Ok(Box::new(self.another()?))
    }

    /// Plays a step from its beginning; gives the next step, and the state.
    fn play_again(&mut self, beginning: &Beginning) -> Result<(String, Value), Fault> {
        let Beginning { step, state, .. } = beginning;
        self.set_chance(beginning).and_then(|()| self.fill(state)).map_err(|error| fault(&error, Some(step)))?;
        self.at.step.clone_from(step);
        let next = self.run_step().map_err(|fault| self.fails_again(step, fault))?.unwrap_or_default();
        let state = self.read().map_err(|wrong| self.fails_again(step, misfit(&wrong, step, "after")))?;
        Ok((next, state))
    }

    /// A step did what it should, and does not when it is played again.
    fn fails_again(&self, step: &str, fault: Fault) -> Fault {
        let message = format!("the step `{step}` fails when it is played again: {}", fault.message);
        Fault { kind: FaultKind::Drift, message, hint: self.to_blame().or(fault.hint), ..fault }
    }

    fn set_chance(&self, beginning: &Beginning) -> mlua::Result<()> {
        let visit = self.engine.visit();
        let (fetched, ..): Fetched = visit.tool("chance")?.call(())?;
        fetched.write_bytes(0, &beginning.fetched);
        self.shared.chance.borrow_mut().go_to(beginning.taken);
        let (decisions, throws) = beginning.counts;
        visit.tool("set_chance")?.call((beginning.used, decisions, throws))
    }

    fn is_as_before(&self, step: &str, first: (&str, &Value), again: &(String, Value)) -> Result<(), Fault> {
        let Some(fault) = drifted(step, first, (&again.0, &again.1)) else { return Ok(()) };
        // Where there is only one, it is the one.
        let trace = if self.keepers.len() == 1 { self.keepers.clone() } else { Vec::new() };
        Err(Fault { trace, hint: self.to_blame().or(fault.hint), ..fault })
    }

    /// The functions that hold variables, if there are any.
    fn to_blame(&self) -> Option<String> {
        let told = |spot: &ScriptPlace| match &spot.function {
            Some(name) => format!("`{name}` (line {})", spot.line),
            None => format!("the function in line {}", spot.line),
        };
        let named: Vec<String> = self.keepers.iter().take(NAMED).map(told).collect();
        let rest = "whatever lasts belongs into the state, the rest is gone when the table is opened again";
        match named.as_slice() {
            [] => None,
            [one] => Some(format!("{one} holds a variable of the whole script, and changes it: {rest}")),
            _ => Some(format!(
                "{} hold variables of the whole script, and one of them changes: {rest}",
                named.join(", ")
            )),
        }
    }
}
