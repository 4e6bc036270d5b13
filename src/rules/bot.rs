//! Whole games that chance plays: fast inside the engine, or with the questions that people are asked, the state and the
//! laws looked at after every step, and each step played again by a script that has just been loaded.

use std::collections::VecDeque;

use crate::dice::Chance;
use crate::referee::{Fault, FaultKind, Rules as _};

use super::fault::{fault, misfit};
use super::host::{FIRST_STEP, OVER, ScriptRules};
use super::patience::Patience;
use super::twin::Beginning;

/// So many steps of a game are all checked, and of those that follow one in so many: random games can be very long.
const CHECKED: u64 = 3_000;
const ONE_IN: u64 = 25;
/// So many steps are played on one budget where nothing is checked.
const STEPS_AT_ONCE: u32 = 16;
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
pub(super) enum Answers {
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
        self.forget()?;
        self.fill(&self.schema.start()).map_err(|error| fault(&error, None))?;
        self.begin_bot(seed)?;
        self.used = true;
        self.answered_by(Answers::Bot)?;
        let played = self.fast_game(patience);
        let counts = self.counts();
        self.answered_by(Answers::People)?;
        (self.at.step, self.waiting) = (OVER.to_owned(), false);
        let ((steps, unfinished), (decisions, throws)) = (played?, counts?);
        Ok(BotGame { steps, decisions, throws, unfinished })
    }

    /// Plays to the end, and gives how many steps it were; and the next of them, if patience ended first.
    fn fast_game(&self, patience: &Patience<'_>) -> Result<(u64, Option<Vec<String>>), Fault> {
        let (mut step, mut steps) = (FIRST_STEP.to_owned(), 0);
        while step != OVER {
            if patience.is_over(steps) {
                return Ok((steps, Some(vec![step])));
            }
            let most = patience.left(steps).min(u64::from(STEPS_AT_ONCE));
            let played: u64;
            (step, played) = self.some_steps(&step, most).map_err(|error| fault(&error, self.playing().as_deref()))?;
            steps += played;
        }
        Ok((steps, None))
    }

    fn some_steps(&self, step: &str, most: u64) -> mlua::Result<(String, u64)> {
        let visit = self.engine.visit_for(STEPS_AT_ONCE);
        visit.tool("play")?.call((step, most))
    }

    /// The step that was played last.
    pub(super) fn playing(&self) -> Option<String> {
        let visit = self.engine.visit();
        visit.tool("playing").and_then(|tool| tool.call(())).ok().flatten()
    }

    /// Plays one game by chance, and checks its questions, the state and the laws at every step, in a very long game at some.
    ///
    /// # Errors
    /// A fault of the script, the first law that is broken, or the first step that is another when it is played again.
    pub fn check_with_bot(&mut self, seed: u64, patience: &Patience<'_>) -> Result<BotGame, Fault> {
        self.begin()?;
        self.begin_bot(seed)?;
        let played = self.checked_steps(patience);
        self.answered_by(Answers::People)?;
        let (steps, unfinished) = played?;
        let (decisions, throws) = self.counts()?;
        Ok(BotGame { steps, decisions, throws, unfinished })
    }

    pub(super) fn answered_by(&self, answers: Answers) -> Result<(), Fault> {
        self.shared.by_chance.set(answers == Answers::Chance);
        let visit = self.engine.visit();
        let set = visit.tool("set_bot").and_then(|tool| tool.call(answers == Answers::Bot));
        set.map_err(|error| fault(&error, None))
    }

    pub(super) fn begin_bot(&self, seed: u64) -> Result<(), Fault> {
        self.shared.chance.replace(Chance::from_seed(seed));
        self.shared.counted.set((0, 0));
        let visit = self.engine.visit();
        visit.tool("begin_bot").and_then(|tool| tool.call(())).map_err(|error| fault(&error, None))
    }

    /// How many decisions chance took, and how many dice and cards came.
    pub(super) fn counts(&self) -> Result<(u64, u64), Fault> {
        let visit = self.engine.visit();
        let counts = visit.tool("counts").and_then(|tool| tool.call::<(u64, u64)>(()));
        let (decisions, throws) = counts.map_err(|error| fault(&error, None))?;
        let asked = self.shared.counted.get();
        Ok((decisions + asked.0, throws + asked.1))
    }

    /// Plays to the end, and gives how many steps it were; and the last of them, if patience ended first.
    fn checked_steps(&mut self, patience: &Patience<'_>) -> Result<(u64, Option<Vec<String>>), Fault> {
        let (mut steps, mut last) = (0, VecDeque::new());
        while self.at.step != OVER && !patience.is_over(steps) {
            let is_checked = steps < CHECKED || steps.is_multiple_of(ONE_IN);
            self.answered_by(if is_checked { Answers::Chance } else { Answers::Bot })?;
            let next = if is_checked { self.checked_step(steps > CHECKED)? } else { self.run_step()? };
            let step = std::mem::replace(&mut self.at.step, next.unwrap_or_else(|| OVER.to_owned()));
            steps += 1;
            if last.len() == LAST {
                last.pop_front();
            }
            last.push_back(step);
        }
        self.at.state = self.read().map_err(|wrong| misfit(&wrong, OVER, "after"))?.into();
        Ok((steps, (self.at.step != OVER).then(|| each_once(last))))
    }

    /// Plays one step and looks at what came of it; the state before it may not have been looked at.
    fn checked_step(&mut self, is_stale: bool) -> Result<Option<String>, Fault> {
        let step = self.at.step.clone();
        if is_stale {
            self.at.state = self.read().map_err(|wrong| misfit(&wrong, &step, "before"))?.into();
        }
        let beginning = Beginning::of(self)?;
        let next = self.run_step()?;
        let broken = self.laws_since(&beginning.state)?;
        if let Some(broken) = broken.first() {
            let message = format!("after the step `{step}` a law is broken: {broken}");
            return Err(Fault { kind: FaultKind::Law, message, step: Some(step), ..Fault::default() });
        }
        self.at.state = self.read().map_err(|wrong| misfit(&wrong, &step, "after"))?.into();
        self.comes_out_again(&beginning, next.as_deref().unwrap_or(OVER))?;
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
