//! `tablewright playtest`: seeded random games, for benchmarks, and for checks of a script.

use std::cell::RefCell;
use std::path::PathBuf;
use std::rc::Rc;
use std::time::Instant;

use clap::Args;
use serde_json::json;

use crate::dice::Chance;
use crate::model::{Game, Scenario};
use crate::referee::{Back, Desk, Fault, Hands, Move, answer_by_chance, standing};
use crate::rules::{BotGame, ScriptRules, SharedAsker, WallClock, World};

use super::Outcome;
use super::check_rules::told;
use super::kit::name_of;
use super::referee::session::{Access, Failure, Session, read_game, script_of};
use super::referee::{options, players};
use super::report::{say, say_json};

/// A game with more steps than these never ends.
const MOST_STEPS: usize = 100_000;

/// Arguments of `playtest`.
#[derive(Debug, Args)]
pub struct PlaytestArgs {
    #[command(flatten)]
    pub game: super::args::GameArgs,
    /// How many games
    #[arg(long, default_value_t = 1000)]
    pub games: u64,
    /// Where chance begins
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// How many play; usually as few as can
    #[arg(long)]
    pub seats: Option<usize>,
    /// An option of the game
    #[arg(long = "option", value_name = "OPTION")]
    pub options: Vec<String>,
    /// Check the state and the laws after every step, and play each again
    #[arg(long)]
    pub check: bool,
    /// Answer the questions of this table instead
    #[arg(long, value_name = "TABLE")]
    pub record: Option<PathBuf>,
    /// How many answers to record
    #[arg(long, default_value_t = 2000)]
    pub answers: u64,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// Runs the verb `playtest`.
pub fn run(arguments: &PlaytestArgs) -> Outcome {
    let done = match &arguments.record {
        Some(table) => record(table, arguments),
        None => play(arguments),
    };
    done.map_or_else(|failure| failure.tell(), |()| Outcome::Done)
}

fn play(arguments: &PlaytestArgs) -> Result<(), Failure> {
    let folder = crate::load::find_game(&arguments.game.game, &arguments.game.components)
        .map_err(|(message, hint)| Failure::of(crate::diag::Diagnostic::error(message).maybe_hint(hint)))?;
    let game = read_game(&folder, &name_of(&folder))?;
    let script = script_of(&game)?;
    let failed = |fault: Fault| Failure::of(told(&fault, &script));
    let mut rules = load(&game, &script.text, arguments)?.map_err(failed)?;
    let began = Instant::now();
    let mut sum = BotGame::default();
    for number in 0..arguments.games {
        let seed = arguments.seed.wrapping_add(number);
        let played = if arguments.check {
            rules.check_with_bot(seed, MOST_STEPS)
        } else {
            rules.play_with_bot(seed, MOST_STEPS)
        };
        let played = played
            .map_err(|fault| Failure::of(told(&fault, &script).hint(format!("it was the game with seed {seed}"))))?;
        sum.steps += played.steps;
        sum.decisions += played.decisions;
        sum.throws += played.throws;
    }
    let seconds = began.elapsed().as_secs_f64();
    let per_second = sum.decisions as f64 / seconds;
    if arguments.json {
        say_json(&json!({
            "games": arguments.games, "steps": sum.steps, "decisions": sum.decisions, "rolls": sum.throws,
            "seconds": seconds, "decisions_per_second": per_second,
        }));
    } else {
        say(&format!(
            "{} games, {} decisions, {} dice and cards in {seconds:.2} s: {per_second:.0} decisions a second",
            arguments.games, sum.decisions, sum.throws
        ));
    }
    Ok(())
}

/// The rules for seats without people.
fn load(game: &Game, script: &str, arguments: &PlaytestArgs) -> Result<Result<ScriptRules, Fault>, Failure> {
    let seats = arguments.seats.or(game.play.seats.map(|(least, _)| least)).unwrap_or(2);
    let players = players(game, &Scenario::usual_players(seats))?;
    let chosen = options(&game.play.options, &arguments.options)?;
    let desk: SharedAsker = Rc::new(RefCell::new(Desk::new(players.clone(), Hands::default(), 0)));
    Ok(ScriptRules::load(script, World::new(game, players, chosen), desk, WallClock::start()))
}

/// Answers the questions of a table by chance, until its journal is long enough.
fn record(table: &std::path::Path, arguments: &PlaytestArgs) -> Result<(), Failure> {
    let mut session = Session::open(Some(table), Access::Write)?;
    let mut chance = Chance::from_seed(arguments.seed);
    while session.table.number() < arguments.answers {
        let text = session.table.request().map(|request| answer_by_chance(request, &mut chance));
        match text {
            Some(text) => session
                .table
                .answer(&Move { text: &text, ..Move::default() }, "")
                .map_err(|problem| session.failure(&problem))?,
            // The game is over: half of it is played again.
            None => {
                let standing = standing(session.table.entries());
                let to = standing.get(standing.len() / 2).map_or(0, |entry| entry.seq);
                session.table.undo(Back::To(to), None, "").map_err(|problem| session.failure(&problem))?;
            }
        }
    }
    session.keep()?;
    say(&format!("{} entries", session.table.number()));
    Ok(())
}
