//! `tablewright playtest`: seeded random games, for benchmarks, and for checks of a script.

use std::path::PathBuf;
use std::time::Instant;

use clap::Args;
use serde_json::json;

use crate::app::{Playtest, record};
use crate::diag::Diagnostics;

use super::game_args::GameArgs;
use super::outcome::Outcome;
use super::referee::{reach_of_table, tables};
use super::report::{say, say_json, tell};
use crate::reach::Reach;

/// Arguments of `playtest`.
#[derive(Debug, Args)]
pub struct PlaytestArgs {
    #[command(flatten)]
    pub game: GameArgs,
    /// How many games
    #[arg(long, default_value_t = 1000)]
    pub games: u64,
    /// Where chance begins
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// How many play; usually as few as can
    #[arg(long)]
    pub seats: Option<usize>,
    /// Options of the game, with commas between them
    #[arg(long = "option", value_name = "OPTIONS", value_delimiter = ',')]
    pub options: Vec<String>,
    /// Check the state and the laws after every step, and play each again
    #[arg(long)]
    pub check: bool,
    /// Answer the questions of this table instead
    #[arg(long, value_name = "TABLE", conflicts_with_all = ["games", "seats", "options", "check", "json"])]
    pub record: Option<PathBuf>,
    /// How many answers to record
    #[arg(long, default_value_t = 2000)]
    pub answers: u64,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

impl PlaytestArgs {
    /// What the verb may reach.
    pub fn reach(&self) -> Reach {
        match &self.record {
            Some(table) => reach_of_table(Some(table)),
            None => self.game.reach(),
        }
    }
}

/// Runs the verb.
pub fn run(arguments: &PlaytestArgs) -> Outcome {
    let done = match &arguments.record {
        Some(table) => record(&tables(), table, arguments.seed, arguments.answers).map(|entries| {
            say(&format!("{entries} entries"));
        }),
        None => play(arguments),
    };
    done.map_or_else(|found| tell(&found), |()| Outcome::Done)
}

fn play(arguments: &PlaytestArgs) -> Result<(), Diagnostics> {
    let wish = Playtest {
        game: arguments.game.which(),
        games: arguments.games,
        seed: arguments.seed,
        seats: arguments.seats,
        options: arguments.options.clone(),
        check: arguments.check,
    };
    let began = Instant::now();
    let sum = wish.run()?;
    let seconds = began.elapsed().as_secs_f64();
    let per_second = sum.decisions as f64 / seconds;
    if arguments.json {
        say_json(&json!({
            "games": arguments.games, "steps": sum.steps, "decisions": sum.decisions, "rolls": sum.throws,
            "unfinished": sum.unfinished, "seconds": seconds, "decisions_per_second": per_second,
        }));
    } else {
        say(&format!(
            "{} games, {} decisions, {} dice and cards in {seconds:.2} s: {per_second:.0} decisions a second",
            arguments.games, sum.decisions, sum.throws
        ));
        if sum.unfinished > 0 {
            let were = if sum.unfinished == 1 { "was" } else { "were" };
            say(&format!("{} of them {were} not over after {} steps", sum.unfinished, sum.most_steps));
        }
    }
    Ok(())
}
