//! `tablewright playtest`: games that bots play, and what they say of a game; and checks of a script by random games.

use std::num::NonZero;
use std::path::PathBuf;
use std::time::Instant;

use clap::Args;
use serde_json::{Value, json};

use crate::app::{
    Against, BotPlayer, Doubt, Playtest, RandomGames, Shard, Summary, TrialReport, TrialRequest, Unwatched, record,
    report_of_rows, summary_json, verdict,
};
use crate::diag::{Diagnostic, Diagnostics};
use crate::disk::Disk;

use super::game_args::GameArgs;
use super::interrupt::Interrupt;
use super::outcome::Outcome;
use super::referee::{reach_of_table, tables};
use super::report::{Bar, say, say_json, tell};
use crate::reach::Reach;

/// Arguments of `playtest`.
#[derive(Debug, Args)]
#[allow(clippy::struct_excessive_bools, reason = "each is a flag of its own")]
pub struct PlaytestArgs {
    #[command(flatten)]
    pub game: GameArgs,
    /// With `report` in place of a game: the files of rows, Parquet or CSV, that one report is made of
    #[arg(value_name = "FILES", conflicts_with_all = ["games", "seats", "options", "players", "check", "record", "table", "shard", "resume"])]
    pub files: Vec<PathBuf>,
    /// How many games
    #[arg(long, default_value_t = 1000)]
    pub games: u64,
    /// Where chance begins; each game has the next seed
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// How many play; usually as few as can
    #[arg(long)]
    pub seats: Option<usize>,
    /// Options of the game, with commas between them
    #[arg(long = "option", value_name = "OPTIONS", value_delimiter = ',')]
    pub options: Vec<String>,
    /// How seats play, with commas between them: `random`, `greedy` (what raises its score now), `thinking` (`thinking:400`
    /// looks ahead 400 times, `thinking:50ms` for so long). They go around the table, and change seats with each game
    #[arg(long, value_name = "KINDS", value_delimiter = ',', value_parser = player)]
    pub players: Vec<BotPlayer>,
    /// How many threads play; usually as many as there are cores
    #[arg(long)]
    pub threads: Option<NonZero<usize>>,
    /// Write every game as a row and a report into this folder: rows.csv, rows.parquet, report.html, report.json; against other
    /// tables what differs: against.html, against.json
    #[arg(long, value_name = "FOLDER")]
    pub output: Option<PathBuf>,
    /// Play this part of all games and write its rows only, such as `3/100`; `playtest report` makes one report of all
    #[arg(long, value_name = "N/M", requires = "output", conflicts_with_all = ["against", "against_option", "sweep"])]
    pub shard: Option<Shard>,
    /// Go on with the rows that are in the folder
    #[arg(long, requires = "output", conflicts_with_all = ["against", "against_option", "sweep"])]
    pub resume: bool,
    /// Hold the same seeds against another state of the game: a game, its folder, or REVISION:GAME for a git revision
    #[arg(long, value_name = "STATE")]
    pub against: Option<String>,
    /// Hold the same seeds against these options; with `--against`, they are the options there
    #[arg(long, value_name = "OPTIONS", value_delimiter = ',')]
    pub against_option: Option<Vec<String>>,
    /// Hold the values of an option against the first of them, such as `rounds=2..6` or `war=no,yes`
    #[arg(long, value_name = "OPTION=VALUES", conflicts_with_all = ["against", "against_option"])]
    pub sweep: Option<String>,
    /// Play however long it takes
    #[arg(long)]
    pub yes: bool,
    /// Check the state and the laws after every step, and play each again; all seats play by chance
    #[arg(long, conflicts_with_all = ["players", "threads", "output", "against", "against_option", "sweep", "record"])]
    pub check: bool,
    /// Keep the longest, the closest and the most lopsided game in this folder, each as a table to open or to replay
    #[arg(long, value_name = "FOLDER", conflicts_with_all = ["against", "against_option", "sweep", "shard"])]
    pub record: Option<PathBuf>,
    /// Answer the questions of this table by chance instead
    #[arg(long, value_name = "TABLE", conflicts_with_all = ["games", "seats", "options", "players", "check", "json", "record"])]
    pub table: Option<PathBuf>,
    /// How many answers that table is to have
    #[arg(long, default_value_t = 2000)]
    pub answers: u64,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// The word in place of a game that makes a report of rows.
const REPORT: &str = "report";

fn player(text: &str) -> Result<BotPlayer, String> {
    text.parse()
}

impl PlaytestArgs {
    /// What the verb may reach.
    pub fn reach(&self) -> Reach {
        if let Some(table) = &self.table {
            return reach_of_table(Some(table));
        }
        // A repository may lean on others, and a state can be anywhere.
        let reach = if self.against.is_some() {
            Reach::reading([]).reading_all_if(true)
        } else if self.files.is_empty() {
            self.game.reach()
        } else {
            Reach::reading(self.files.iter().cloned())
        };
        let reach = match &self.record {
            Some(folder) => reach.writing(folder, Disk::default()),
            None => reach,
        };
        match &self.output {
            Some(output) => reach.writing(output, Disk::default()),
            None => reach,
        }
    }
}

/// Runs the verb.
pub fn run(arguments: &PlaytestArgs) -> Outcome {
    if !arguments.files.is_empty() {
        if arguments.game.game != REPORT {
            let message = "files of rows go with `report`";
            return tell(&Diagnostic::error(message).hint("write `tablewright playtest report FILES`").into());
        }
        return report(arguments).map_or_else(|found| tell(&found), |()| Outcome::Done);
    }
    let done = match (&arguments.table, arguments.check) {
        (Some(table), _) => record(&tables(), table, arguments.seed, arguments.answers).map(|entries| {
            say(&format!("{entries} entries"));
        }),
        (None, true) => check(arguments),
        (None, false) => play(arguments),
    };
    done.map_or_else(|found| tell(&found), |()| Outcome::Done)
}

/// Random games whose every step is looked at.
fn check(arguments: &PlaytestArgs) -> Result<(), Diagnostics> {
    let wish = Playtest {
        game: arguments.game.which(),
        games: arguments.games,
        seed: arguments.seed,
        seats: arguments.seats,
        options: arguments.options.clone(),
        check: true,
    };
    let began = Instant::now();
    let RandomGames { steps, decisions, throws, unfinished, most_steps } = wish.run()?;
    let counted = Counted { games: arguments.games, steps, decisions, throws, unfinished, most_steps };
    let seconds = began.elapsed().as_secs_f64();
    if arguments.json {
        say_json(&counted.json(seconds));
    } else {
        counted.say(seconds);
    }
    Ok(())
}

/// What was counted of games, whoever played them.
struct Counted {
    games: u64,
    steps: u64,
    decisions: u64,
    throws: u64,
    unfinished: u64,
    most_steps: u64,
}

impl Counted {
    fn json(&self, seconds: f64) -> Value {
        json!({
            "games": self.games, "steps": self.steps, "decisions": self.decisions, "rolls": self.throws,
            "unfinished": self.unfinished, "seconds": seconds,
            "decisions_per_second": self.decisions as f64 / seconds,
        })
    }

    fn say(&self, seconds: f64) {
        let per_second = self.decisions as f64 / seconds;
        say(&format!(
            "{} games, {} decisions, {} dice and cards in {seconds:.2} s: {per_second:.0} decisions a second",
            self.games, self.decisions, self.throws
        ));
        if self.unfinished > 0 {
            let were = if self.unfinished == 1 { "was" } else { "were" };
            say(&format!("{} of them {were} not over after {} steps", self.unfinished, self.most_steps));
        }
    }
}

impl From<&TrialReport> for Counted {
    fn from(report: &TrialReport) -> Self {
        Self {
            games: report.summary.games,
            steps: report.steps,
            decisions: report.decisions,
            throws: report.throws,
            unfinished: report.summary.stopped,
            most_steps: report.most_steps,
        }
    }
}

fn wish(arguments: &PlaytestArgs) -> TrialRequest {
    TrialRequest {
        game: arguments.game.which(),
        games: arguments.games,
        seed: arguments.seed,
        seats: arguments.seats,
        options: arguments.options.clone(),
        players: arguments.players.clone(),
        threads: arguments.threads,
        shard: arguments.shard,
        output: arguments.output.clone(),
        resume: arguments.resume,
    }
}

/// One report of the rows of many runs.
fn report(arguments: &PlaytestArgs) -> Result<(), Diagnostics> {
    let (summary, files) = report_of_rows(&arguments.files, arguments.output.as_deref())?;
    if arguments.json {
        say_json(&summary_json(&summary));
        return Ok(());
    }
    say_verdict(&summary);
    say_files(&files);
    Ok(())
}

fn say_verdict(summary: &Summary) {
    for sentence in verdict(summary) {
        say(&sentence);
    }
}

fn say_recorded(report: &TrialReport, tables: &[PathBuf]) {
    if !tables.is_empty() {
        say("");
    }
    for (game, table) in report.strangest.games().iter().zip(tables) {
        say(&format!("{}: {}", table.display(), game.why));
    }
}

fn say_files(files: &[PathBuf]) {
    if !files.is_empty() {
        say("");
    }
    for file in files {
        say(&file.display().to_string());
    }
}

/// Longer than so many seconds nobody waits without having been asked.
const LONGEST: f64 = 8.0 * 3600.0;
/// Games are tried out for so many seconds where it might be longer.
const TRIED: f64 = 2.0;
/// Fewer games by chance are not tried out.
const FEW_GAMES: u64 = 20_000;

/// Whether it takes so long that somebody should have said yes to it.
fn is_worth_it(arguments: &PlaytestArgs, wish: &TrialRequest, tables: usize) -> Result<(), Diagnostics> {
    let games = wish.shard.map_or(wish.games, |shard| shard.games(wish.games).count() as u64);
    let is_quick = games <= FEW_GAMES && wish.players.iter().all(|player| *player == BotPlayer::Random);
    if arguments.yes || is_quick {
        return Ok(());
    }
    // Where a game takes longer than that, one of them alone is a lower end.
    let tried = TrialRequest { output: None, resume: false, shard: None, ..wish.clone() };
    let began = Instant::now();
    let played = tried.run(&Unwatched, &|| began.elapsed().as_secs_f64() > TRIED);
    let done = played.map_or(1, |report| report.summary.games);
    let seconds = began.elapsed().as_secs_f64() / done as f64 * games as f64 * tables as f64;
    if seconds < LONGEST {
        return Ok(());
    }
    let message = format!("this would take about {}, by what was played in {TRIED} seconds", long_told(seconds));
    Err(Diagnostic::error(message).hint("`--yes` does it all the same, and `--shard` shares it out").into())
}

/// A long time in words.
fn long_told(seconds: f64) -> String {
    let (hours, days) = (seconds / 3600.0, seconds / 86_400.0);
    match days {
        days if days >= 730.0 => format!("{:.0} years", days / 365.25),
        days if days >= 3.0 => format!("{days:.0} days"),
        _ => format!("{hours:.0} hours"),
    }
}

/// The same seeds at other tables.
fn play_against(arguments: &PlaytestArgs, against: &Against) -> Result<(), Diagnostics> {
    let wish = wish(arguments);
    is_worth_it(arguments, &wish, against.sides()?)?;
    let interrupt = Interrupt::watch();
    let (versus, files) = wish.run_against(against, &Bar::default(), &|| interrupt.came())?;
    if arguments.json {
        say_json(&versus.json());
        return Ok(());
    }
    let questions = versus.questions();
    for (name, games, lines) in &versus.others {
        say(&format!("{} and {name}, {games} games with the same seeds:", versus.first));
        for line in lines {
            say(&format!("  {}", line.told()));
        }
        say("");
    }
    say(&format!(
        "In brackets is where 19 of 20 such intervals hold the true difference. {questions} questions were asked at once: how often chance alone does something is said for all of them together (Holm)."
    ));
    say_files(&files);
    Ok(())
}

fn play(arguments: &PlaytestArgs) -> Result<(), Diagnostics> {
    let against = Against {
        state: arguments.against.clone(),
        options: arguments.against_option.clone(),
        sweep: arguments.sweep.clone(),
    };
    if against.is_asked() {
        return play_against(arguments, &against);
    }
    let wish = wish(arguments);
    if let Some(folder) = &arguments.record {
        wish.can_be_recorded(folder)?;
    }
    is_worth_it(arguments, &wish, 1)?;
    let interrupt = Interrupt::watch();
    let began = Instant::now();
    let report = wish.run(&Bar::default(), &|| interrupt.came())?;
    let seconds = began.elapsed().as_secs_f64();
    let recorded = match &arguments.record {
        Some(folder) => wish.record(&report.strangest, &tables(), folder)?,
        None => Vec::new(),
    };
    let counted = Counted::from(&report);
    if arguments.json {
        let mut told = counted.json(seconds);
        told["summary"] = summary_json(&report.summary);
        if let Some(doubt) = &report.doubt {
            told["doubt"] = json!({ "games": doubt.games, "first": doubt.first, "seed": doubt.seed });
        }
        say_json(&told);
        return Ok(());
    }
    counted.say(seconds);
    if report.kept > 0 {
        say(&format!("{} of the games were there already", report.kept));
    }
    if report.summary.games < report.wanted {
        let missing = report.wanted - report.summary.games;
        let how = if arguments.output.is_some() { "; `--resume` goes on with them" } else { "" };
        say(&format!("stopped: {missing} of {} games were not played{how}", report.wanted));
    }
    say("");
    say_verdict(&report.summary);
    if let Some(Doubt { games, first, seed }) = &report.doubt {
        say(&format!(
            "In {games} of the games somebody who looked ahead met an error of the script: {first}, with seed {seed} at first. It is a fault, or a game that cannot be: then a `law` that says so keeps it out of the heads of bots."
        ));
    }
    say_files(&report.files);
    say_recorded(&report, &recorded);
    Ok(())
}
