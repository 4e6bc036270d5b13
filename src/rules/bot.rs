//! Whole games that a bot plays inside the engine: fast, or with the state and the laws looked at after every step, and each
//! step played again by a script that has just been loaded.

use crate::dice::Chance;
use crate::referee::{Fault, FaultKind, Rules as _};

use super::fault::{endless, fault, misfit};
use super::host::{FIRST_STEP, OVER, ScriptRules};
use super::twin::Beginning;

/// So many steps of a game are all checked, and of those that follow one in so many: random games can be very long.
const CHECKED: u64 = 3_000;
const ONE_IN: u64 = 25;
/// So many steps are played on one budget where nothing is checked.
const STEPS_AT_ONCE: u32 = 16;

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

impl ScriptRules {
    /// Plays one game with a bot, from a new table to its end.
    ///
    /// # Errors
    /// A fault of the script.
    pub fn play_with_bot(&mut self, seed: u64, most_steps: usize) -> Result<BotGame, Fault> {
        self.forget()?;
        self.fill(&self.schema.start()).map_err(|error| fault(&error, None))?;
        self.shared.chance.replace(Chance::from_seed(seed));
        self.used = true;
        self.set_bot(true)?;
        let played = self.unchecked_steps(most_steps);
        let counts = self.bot_counts();
        self.set_bot(false)?;
        (self.at.step, self.waiting) = (OVER.to_owned(), false);
        let (steps, (decisions, throws)) = (played?, counts?);
        Ok(BotGame { steps, decisions, throws })
    }

    /// Plays one game with a bot, and checks the state and the laws after every step, in a very long game after some.
    ///
    /// # Errors
    /// A fault of the script, the first law that is broken, or the first step that is another when it is played again.
    pub fn check_with_bot(&mut self, seed: u64, most_steps: usize) -> Result<BotGame, Fault> {
        self.begin()?;
        self.shared.chance.replace(Chance::from_seed(seed));
        self.set_bot(true)?;
        let played = self.checked_steps(most_steps);
        let counts = self.bot_counts();
        self.set_bot(false)?;
        let (steps, (decisions, throws)) = (played?, counts?);
        Ok(BotGame { steps, decisions, throws })
    }

    /// Lets a bot answer in place of people, or not.
    pub(super) fn set_bot(&self, on: bool) -> Result<(), Fault> {
        let visit = self.engine.visit();
        visit.tool("set_bot").and_then(|tool| tool.call(on)).map_err(|error| fault(&error, None))
    }

    /// How many decisions the bot took and how many dice it threw.
    fn bot_counts(&self) -> Result<(u64, u64), Fault> {
        let visit = self.engine.visit();
        visit.tool("counts").and_then(|tool| tool.call(())).map_err(|error| fault(&error, None))
    }

    fn unchecked_steps(&self, most_steps: usize) -> Result<u64, Fault> {
        let (mut step, mut steps) = (FIRST_STEP.to_owned(), 0);
        while step != OVER {
            if steps > most_steps as u64 {
                return Err(endless(most_steps, step));
            }
            let played: u64;
            (step, played) = self.some_steps(&step).map_err(|error| fault(&error, self.playing().as_deref()))?;
            steps += played;
        }
        Ok(steps)
    }

    fn some_steps(&self, step: &str) -> mlua::Result<(String, u64)> {
        let visit = self.engine.visit_for(STEPS_AT_ONCE);
        visit.tool("play")?.call((step, STEPS_AT_ONCE))
    }

    /// The step that was played last.
    fn playing(&self) -> Option<String> {
        let visit = self.engine.visit();
        visit.tool("playing").and_then(|tool| tool.call(())).ok().flatten()
    }

    fn checked_steps(&mut self, most_steps: usize) -> Result<u64, Fault> {
        let mut steps = 0;
        while self.at.step != OVER {
            let next = if steps < CHECKED || steps.is_multiple_of(ONE_IN) {
                self.checked_step(steps > CHECKED)?
            } else {
                self.run_step()?
            };
            let step = std::mem::replace(&mut self.at.step, next.unwrap_or_else(|| OVER.to_owned()));
            steps += 1;
            if steps > most_steps as u64 {
                return Err(endless(most_steps, step));
            }
        }
        self.at.state = self.read().map_err(|wrong| misfit(&wrong, OVER, "after"))?.into();
        Ok(steps)
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
