//! Whole games that chance plays: fast inside the engine, or with the questions that people are asked, and the state and the
//! laws looked at after every step.

use std::collections::VecDeque;

use mlua::Value as Luau;

use crate::dice::Chance;
use crate::referee::{Fault, Rules as _};

use super::convert::text;
use super::fault::{fault, misfit};
use super::host::{FIRST_STEP, OVER, ScriptRules};
use super::patience::Patience;

/// So many steps of a game are all checked, and of those that follow one in so many: random games can be very long.
const CHECKED: u64 = 3_000;
const ONE_IN: u64 = 25;
/// So many steps are played in the engine before the clock is looked at.
const AT_ONCE: u64 = 1_000;
/// So many of the last steps tell what a game went through that did not end.
const LAST: usize = 100;

/// What chance did in a game.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct BotGame {
    /// Steps of the rules.
    pub steps: u64,
    /// Questions that people would have answered.
    pub decisions: u64,
    /// Dice and cards.
    pub throws: u64,
    /// The steps it went through at last, each once, if it was stopped before its end.
    pub unfinished: Option<Vec<String>>,
}

/// Who answers the questions of a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Answers {
    /// People, through the asker.
    People,
    /// Chance, to the very questions that people get.
    Chance,
    /// The bot of the prelude, which looks at no question closely.
    Bot,
}

impl ScriptRules {
    /// Plays one game with a bot, from a new table to its end, or until patience is at its end.
    ///
    /// # Errors
    /// A fault of the script.
    pub fn play_with_bot(&mut self, seed: u64, patience: &Patience<'_>) -> Result<BotGame, Fault> {
        self.fill(&self.schema.start()).map_err(|error| fault(&error, None))?;
        self.shared.chance.replace(Chance::from_seed(seed));
        self.engine.widen_budget(AT_ONCE);
        self.used = true;
        let played = self.fast_game(patience);
        let stopped = self.answered_by(Answers::People);
        self.engine.widen_budget(1);
        (self.step, self.waiting) = (OVER.to_owned(), false);
        played.and_then(|game| stopped.map(|()| game)).map_err(|error| fault(&error, None))
    }

    fn fast_game(&self, patience: &Patience<'_>) -> mlua::Result<BotGame> {
        self.begin_bot()?;
        self.answered_by(Answers::Bot)?;
        let play = self.engine.tool("play")?;
        let mut step = Luau::String(self.engine.lua.create_string(FIRST_STEP)?);
        let (mut steps, mut unfinished) = (0, None);
        loop {
            self.engine.begin_budget();
            let (played, next): (u64, Luau) = play.call((step, patience.left(steps).min(AT_ONCE)))?;
            steps += played;
            let name = text(&next);
            if name.as_deref() == Some(OVER) {
                break;
            }
            if patience.is_over(steps) {
                unfinished = Some(name.into_iter().collect());
                break;
            }
            step = next;
        }
        let (decisions, throws) = self.counts()?;
        Ok(BotGame { steps, decisions, throws, unfinished })
    }

    /// Plays one game by chance, and checks its questions, the state and the laws at every step, in a very long game at some.
    ///
    /// # Errors
    /// A fault of the script, or the first law that is broken.
    pub fn check_with_bot(&mut self, seed: u64, patience: &Patience<'_>) -> Result<BotGame, Fault> {
        self.begin()?;
        self.shared.chance.replace(Chance::from_seed(seed));
        self.begin_bot().map_err(|error| fault(&error, None))?;
        let played = self.checked_steps(patience);
        self.answered_by(Answers::People).map_err(|error| fault(&error, None))?;
        let (steps, unfinished) = played?;
        let (decisions, throws) = self.counts().map_err(|error| fault(&error, None))?;
        Ok(BotGame { steps, decisions, throws, unfinished })
    }

    fn answered_by(&self, answers: Answers) -> mlua::Result<()> {
        self.shared.by_chance.set(answers == Answers::Chance);
        self.engine.tool("set_bot")?.call(answers == Answers::Bot)
    }

    fn begin_bot(&self) -> mlua::Result<()> {
        self.shared.counted.set((0, 0));
        self.engine.tool("begin_bot")?.call(())
    }

    /// How many decisions chance took, and how many dice and cards came.
    fn counts(&self) -> mlua::Result<(u64, u64)> {
        let (decisions, throws): (u64, u64) = self.engine.tool("counts")?.call(())?;
        let asked = self.shared.counted.get();
        Ok((decisions + asked.0, throws + asked.1))
    }

    /// Plays to the end, and gives how many steps it were; and the last of them, if patience ended first.
    fn checked_steps(&mut self, patience: &Patience<'_>) -> Result<(u64, Option<Vec<String>>), Fault> {
        let (mut steps, mut last) = (0, VecDeque::new());
        while self.step != OVER && !patience.is_over(steps) {
            let step = self.step.clone();
            let is_checked = steps < CHECKED || steps.is_multiple_of(ONE_IN);
            let answers = if is_checked { Answers::Chance } else { Answers::Bot };
            self.answered_by(answers).map_err(|error| fault(&error, None))?;
            let next = if is_checked { self.checked_step(&step, steps > CHECKED)? } else { self.run_step()? };
            self.step = next.unwrap_or_else(|| OVER.to_owned());
            steps += 1;
            if last.len() == LAST {
                last.pop_front();
            }
            last.push_back(step);
        }
        self.saved = self.read().map_err(|wrong| misfit(&wrong, OVER, "after"))?;
        Ok((steps, (self.step != OVER).then(|| each_once(last))))
    }

    /// Plays one step and looks at what came of it; the state before it may not have been looked at.
    fn checked_step(&mut self, step: &str, is_stale: bool) -> Result<Option<String>, Fault> {
        if is_stale {
            self.saved = self.read().map_err(|wrong| misfit(&wrong, step, "before"))?;
        }
        let next = self.run_step()?;
        let broken = self.laws_since(&self.saved.clone())?;
        if let Some(broken) = broken.first() {
            let message = format!("after the step `{step}` a law is broken: {broken}");
            return Err(Fault { message, step: Some(step.to_owned()), ..Fault::default() });
        }
        self.saved = self.read().map_err(|wrong| misfit(&wrong, step, "after"))?;
        Ok(next)
    }
}

/// The names, in the order in which they first come.
fn each_once(names: impl IntoIterator<Item = String>) -> Vec<String> {
    let mut once: Vec<String> = Vec::new();
    for name in names {
        if !once.contains(&name) {
            once.push(name);
        }
    }
    once
}
