//! A single answer of a bot from a state that is given, and the states that a seat imagines: for tests that look whether a bot
//! knows more than its seat.

use mlua::Value as Luau;
use serde_json::Value;

use crate::dice::Chance;
use crate::referee::{Fault, Seat};

use super::bot::Answers;
use super::convert::{text, whole};
use super::fault::{fault, misfit};
use super::host::{OVER, ScriptRules};
use super::trial::BotPlayer;

impl ScriptRules {
    /// What the seat answers that is asked next in a step that begins with a state, as it is typed; nothing if it has no player
    /// or nobody is asked. There is a player for each seat.
    ///
    /// # Errors
    /// A fault of the script.
    pub fn bot_answer(
        &mut self,
        state: &Value,
        step: &str,
        players: &[BotPlayer],
        seed: u64,
    ) -> Result<Option<String>, Fault> {
        self.apart(state, seed, |rules| {
            rules.begin_trial(players)?;
            let answer: Luau = rules.tool("answer", (step, rules.engine.visit().lua().create_table()?))?;
            Ok(typed(&answer))
        })
    }

    /// One of the states that a seat can take for the true one, for tests that look at it.
    ///
    /// # Errors
    /// A fault of the script.
    pub fn imagined(&mut self, state: &Value, seat: Seat, seed: u64) -> Result<Value, Fault> {
        self.apart(state, seed, |rules| rules.tool::<()>("imagine", seat.0 + 1))?;
        self.read().map_err(|wrong| misfit(&wrong, OVER, "after"))
    }

    /// Does something with a state that is nobody's game.
    fn apart<T>(&mut self, state: &Value, seed: u64, act: impl FnOnce(&Self) -> mlua::Result<T>) -> Result<T, Fault> {
        self.forget()?;
        self.fill(state).map_err(|error| fault(&error, None))?;
        self.begin_bot(seed)?;
        self.shared.thoughts.replace(Chance::for_thoughts(seed));
        self.used = true;
        self.answered_by(Answers::Bot)?;
        let done = act(self).map_err(|error| fault(&error, self.playing().as_deref()));
        self.tool::<()>("stop", ()).map_err(|error| fault(&error, None))?;
        self.answered_by(Answers::People)?;
        (self.at.step, self.waiting) = (OVER.to_owned(), false);
        done
    }
}

/// An answer as people type it.
fn typed(answer: &Luau) -> Option<String> {
    match answer {
        Luau::Nil => None,
        Luau::Boolean(yes) => Some(if *yes { "yes" } else { "no" }.to_owned()),
        Luau::Table(all) => {
            let words = all.sequence_values::<Luau>().flatten().filter_map(|one| typed(&one));
            Some(words.collect::<Vec<_>>().join(" "))
        }
        other => whole(other).map(|number| number.to_string()).or_else(|| text(other)),
    }
}
