//! Seeded random games: for benchmarks, and for checks of a script.

use std::cell::RefCell;
use std::path::Path;
use std::rc::Rc;

use crate::diag::Diagnostics;
use crate::dice::Chance;
use crate::model::{Game, RandomPlay, Scenario};
use crate::referee::{AnswerQueue, Back, Fault, Hands, Move, standing};
use crate::rules::{Patience, ScriptRules, SharedAsker, WallClock, World};

use super::check_rules::told;
use super::open::{WhichGame, name_of};
use super::table::{Access, Session, Tables, options, players, read_game, script_of, sound_script_of};

mod rows;
mod strange;
mod trials;
mod versus;

pub use rows::Shard;
pub use strange::{Strange, Strangest};
pub use trials::{Doubt, TrialReport, TrialRequest, report_of_rows};
pub use versus::Against;

/// A game with more steps than these never ends.
const MOST_STEPS: u64 = 100_000;
/// So many are enough of a game that says that it never ends.
const FEW_STEPS: u64 = 10_000;

/// A wish for random games.
///
/// ```
/// use tablewright::app::{Playtest, WhichGame};
///
/// let games = Playtest { games: 2, ..Playtest::of(WhichGame::new("boffing-zombies", "components")) };
/// assert!(games.run()?.decisions > 0);
/// # Ok::<(), tablewright::app::Diagnostics>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Playtest {
    /// Which game.
    pub game: WhichGame,
    /// How many games.
    pub games: u64,
    /// Where chance begins.
    pub seed: u64,
    /// How many play; without it, as few as can.
    pub seats: Option<usize>,
    /// Options of the game.
    pub options: Vec<String>,
    /// Whether the state and the laws are looked at after every step.
    pub check: bool,
}

/// What was counted in random games.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct RandomGames {
    /// Steps of the rules.
    pub steps: u64,
    /// Questions that people would have answered.
    pub decisions: u64,
    /// Dice and cards.
    pub throws: u64,
    /// Games that were stopped before their end.
    pub unfinished: u64,
    /// After how many steps they were.
    pub most_steps: u64,
}

impl Playtest {
    /// A thousand games for as few as can play.
    #[must_use]
    pub const fn of(game: WhichGame) -> Self {
        Self { game, games: 1000, seed: 1, seats: None, options: Vec::new(), check: false }
    }

    /// Plays them, and counts.
    ///
    /// # Errors
    /// What is wrong with the game, or the first fault of its script, with the seed of the game it came up in.
    pub fn run(&self) -> Result<RandomGames, Diagnostics> {
        let folder = self.game.folder()?;
        let game = read_game(&folder, &name_of(&folder)?)?;
        let script = if self.check { sound_script_of(&game)? } else { script_of(&game)? };
        let failed = |fault: Fault| told(&fault, &script);
        let mut rules = self.load(&game, &script.text)?.map_err(failed)?;
        let most_steps = if game.play.random_play == RandomPlay::NeverEnds { FEW_STEPS } else { MOST_STEPS };
        let patience = Patience::steps(most_steps);
        let mut sum = RandomGames { most_steps, ..RandomGames::default() };
        for number in 0..self.games {
            let seed = self.seed.wrapping_add(number);
            let played =
                if self.check { rules.check_with_bot(seed, &patience) } else { rules.play_with_bot(seed, &patience) };
            let played =
                played.map_err(|fault| told(&fault, &script).hint(format!("it was the game with seed {seed}")))?;
            sum.steps += played.steps;
            sum.decisions += played.decisions;
            sum.throws += played.throws;
            sum.unfinished += u64::from(played.unfinished.is_some());
        }
        Ok(sum)
    }

    /// The rules for seats without people.
    fn load(&self, game: &Game, script: &str) -> Result<Result<ScriptRules, Fault>, Diagnostics> {
        let seats = self.seats.or(game.play.seats.map(|(least, _)| least)).unwrap_or(2);
        let players = players(game, &Scenario::usual_players(seats), "choose how many with `--seats`")?;
        let chosen = options(&game.play.options, &self.options)?;
        let queue: SharedAsker = Rc::new(RefCell::new(AnswerQueue::new(players.clone(), Hands::default(), 0)));
        Ok(ScriptRules::load(script, World::new(game, players, chosen), queue, WallClock::start()))
    }
}

/// Answers the questions of a table by chance, until its journal has so many entries; tells how many it has then.
///
/// # Errors
/// Why the table cannot be opened, or a fault of its rules.
pub fn record(tables: &Tables, table: &Path, seed: u64, answers: u64) -> Result<u64, Diagnostics> {
    let mut session = tables.open(Some(table), Access::Write)?;
    let mut chance = Chance::from_seed(seed);
    while session.table.number() < answers {
        one_answer(&mut session, &mut chance)?;
    }
    session.keep()?;
    Ok(session.table.number())
}

fn one_answer(session: &mut Session, chance: &mut Chance) -> Result<(), Diagnostics> {
    let done = match session.table.move_by_chance(chance) {
        Some((by, text)) => session.table.answer(&Move { by: by.as_deref(), text: &text, number: None }, ""),
        // The game is over: half of it is played again.
        None => {
            let standing = standing(session.table.entries());
            let to = standing.get(standing.len() / 2).map_or(0, |entry| entry.seq);
            session.table.undo(Back::To(to), None, "").map(drop)
        }
    };
    done.map_err(|problem| session.told(&problem))
}
