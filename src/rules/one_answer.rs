//! A single answer of a bot from a state that is given, and the states that a seat imagines: for tests that look whether a bot
//! knows more than its seat.

use mlua::{Table, Value as Luau};
use serde_json::Value;

use crate::dice::Chance;
use crate::referee::{Fault, Seat};

use super::bot::Answers;
use super::convert::{text, whole};
use super::fault::fault;
#[cfg(feature = "inside")]
use super::fault::misfit;
use super::host::{OVER, ScriptRules};
use super::trial::BotPlayer;

/// Something that was answered, thrown or dealt in a step before a bot is asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Happened {
    /// Who was asked, if anybody in particular.
    pub seat: Option<Seat>,
    /// Whether only that seat knows it.
    pub secret: bool,
    /// The answer: an option, a number, yes or no, faces, cards.
    pub words: Vec<String>,
}

/// A bot that is asked at a table.
#[derive(Debug, Clone, Copy)]
pub struct BotSeat<'h> {
    /// Its seat.
    pub seat: Seat,
    /// How it plays.
    pub player: BotPlayer,
    /// What has happened in the step so far.
    pub happened: &'h [Happened],
}

impl ScriptRules {
    /// What a bot answers that is asked in a step, which began with a state, as it is typed; nothing if it comes to no question of
    /// its own.
    ///
    /// # Errors
    /// A fault of the script.
    pub fn bot_move(
        &mut self,
        state: &Value,
        step: &str,
        asked: &BotSeat<'_>,
        seed: u64,
    ) -> Result<Option<String>, Fault> {
        let players = vec![asked.player; self.shared.world.players.len()];
        self.apart(state, seed, |rules| {
            rules.begin_trial(&players, false)?;
            let so_far = rules.so_far(asked.happened)?;
            let answer: Luau = rules.tool("answer", (step, so_far, asked.seat.0 + 1))?;
            Ok(typed(&answer))
        })
    }

    fn so_far(&self, happened: &[Happened]) -> mlua::Result<Table> {
        let visit = self.engine.visit();
        let one = |happened: &Happened| {
            let table = visit.lua().create_table()?;
            table.raw_set("seat", happened.seat.map_or(0, |seat| seat.0 + 1))?;
            table.raw_set("secret", happened.secret)?;
            table.raw_set("words", visit.lua().create_sequence_from(happened.words.iter().map(String::as_str))?)?;
            Ok(table)
        };
        let all: mlua::Result<Vec<Table>> = happened.iter().map(one).collect();
        visit.lua().create_sequence_from(all?)
    }

    /// What the seat answers that is asked next in a step that begins with a state, as it is typed; nothing if it has no player
    /// or nobody is asked. There is a player for each seat.
    ///
    /// # Errors
    /// A fault of the script.
    #[cfg(feature = "inside")]
    pub fn bot_answer(
        &mut self,
        state: &Value,
        step: &str,
        players: &[BotPlayer],
        seed: u64,
    ) -> Result<Option<String>, Fault> {
        self.apart(state, seed, |rules| {
            rules.begin_trial(players, false)?;
            let answer: Luau = rules.tool("answer", (step, rules.so_far(&[])?))?;
            Ok(typed(&answer))
        })
    }

    /// One of the states that a seat can take for the true one, for tests that look at it.
    ///
    /// # Errors
    /// A fault of the script.
    #[cfg(feature = "inside")]
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
        let done = act(self).map_err(|error| self.fault_of_trial(&error));
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
            let words: Vec<String> = all.sequence_values::<Luau>().flatten().filter_map(|one| typed(&one)).collect();
            Some(if words.is_empty() { "none".to_owned() } else { words.join(" ") })
        }
        other => whole(other).map(|number| number.to_string()).or_else(|| text(other)),
    }
}
