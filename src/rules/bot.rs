//! Whole games that a bot plays inside the engine: fast, or with the state and the laws looked at after every step.

use crate::dice::Chance;
use crate::referee::{Fault, Rules as _};

use super::fault::{endless, fault, misfit};
use super::host::{FIRST_STEP, OVER, ScriptRules};

/// So many steps of a game are all checked, and of those that follow one in so many: random games can be very long.
const CHECKED: u64 = 3_000;
const ONE_IN: u64 = 25;

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
        self.fill(&self.schema.start()).map_err(|error| fault(&error, None))?;
        self.shared.chance.replace(Chance::from_seed(seed));
        self.engine.widen_budget(1_000);
        self.used = true;
        let play = || -> mlua::Result<BotGame> {
            self.set_bot(true)?;
            let steps = self.engine.tool("play")?.call::<u64>((FIRST_STEP, most_steps))?;
            let (decisions, throws) = self.bot_counts()?;
            Ok(BotGame { steps, decisions, throws })
        };
        let played = play();
        let stopped = self.set_bot(false);
        self.engine.widen_budget(1);
        (self.step, self.waiting) = (OVER.to_owned(), false);
        played.and_then(|game| stopped.map(|()| game)).map_err(|error| fault(&error, None))
    }

    /// Plays one game with a bot, and checks the state and the laws after every step, in a very long game after some.
    ///
    /// # Errors
    /// A fault of the script, or the first law that is broken.
    pub fn check_with_bot(&mut self, seed: u64, most_steps: usize) -> Result<BotGame, Fault> {
        self.begin()?;
        self.shared.chance.replace(Chance::from_seed(seed));
        self.set_bot(true).map_err(|error| fault(&error, None))?;
        let played = self.checked_steps(most_steps);
        let counts = self.bot_counts();
        self.set_bot(false).map_err(|error| fault(&error, None))?;
        let (decisions, throws) = counts.map_err(|error| fault(&error, None))?;
        Ok(BotGame { steps: played?, decisions, throws })
    }

    fn set_bot(&self, on: bool) -> mlua::Result<()> {
        self.engine.tool("set_bot")?.call(on)
    }

    /// How many decisions the bot took and how many dice it threw.
    fn bot_counts(&self) -> mlua::Result<(u64, u64)> {
        self.engine.tool("counts")?.call(())
    }

    fn checked_steps(&mut self, most_steps: usize) -> Result<u64, Fault> {
        let mut steps = 0;
        while self.step != OVER {
            let step = self.step.clone();
            let next = if steps < CHECKED || steps.is_multiple_of(ONE_IN) {
                self.checked_step(&step, steps > CHECKED)?
            } else {
                self.run_step()?
            };
            self.step = next.unwrap_or_else(|| OVER.to_owned());
            steps += 1;
            if steps > most_steps as u64 {
                return Err(endless(most_steps, step));
            }
        }
        self.saved = self.read().map_err(|wrong| misfit(&wrong, OVER, "after"))?;
        Ok(steps)
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
