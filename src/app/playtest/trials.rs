//! Trials of a game: who plays, how often, at what kind of table, and what came of it.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;
use std::thread;

use crate::app::check_rules::told;
use crate::app::open::{WhichGame, name_of};
use crate::app::progress::Progress;
use crate::app::table::{options, players, sound_script_of};
use crate::diag::{Diagnostic, Diagnostics, SourceText};
use crate::disk::Disk;
use crate::lab::{Load, Row, Summary, Tally, Trials, Version, Watch};
use crate::layout::taken;
use crate::load::DiskAssets;
use crate::model::{Game, RandomPlay, Scenario};
use crate::referee::{AnswerQueue, Choosable, Fault, Hands};
use crate::rules::{BotPlayer, Patience, ScriptRules, SharedAsker, Taped, TrialGame, WallClock, World};

use super::rows::{RowFile, Shard, tally_of, write_report};
use super::strange::Strangest;
use super::versus::game_at;
use super::{FEW_STEPS, MOST_STEPS};

/// More games are nobody's.
pub const MOST_GAMES: u64 = 1_000_000_000_000;

/// A wish for trials: games of bots, and what they say.
///
/// ```
/// use tablewright::app::{TrialRequest, Unwatched, WhichGame};
///
/// let wish = TrialRequest { games: 4, ..TrialRequest::of(WhichGame::new("boffing-zombies", "components")) };
/// let made = wish.run(&Unwatched, &|| false)?;
/// assert_eq!(made.summary.games, 4);
/// # Ok::<(), tablewright::app::Diagnostics>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TrialRequest {
    /// Which game.
    pub game: WhichGame,
    /// How many games.
    pub games: u64,
    /// Where the chance of the first game begins; each other game has the next seed.
    pub seed: u64,
    /// How many play; without it as few as can, or as many as there are kinds of players.
    pub seats: Option<usize>,
    /// Options of the game.
    pub options: Vec<String>,
    /// How seats play: the kinds go around the table, and move on by a seat from game to game.
    pub players: Vec<BotPlayer>,
    /// How many threads play; without it as many as there are cores.
    pub threads: Option<NonZero<usize>>,
    /// The part of all games that is played here.
    pub shard: Option<Shard>,
    /// The folder for rows and the report; without it nothing is written.
    pub output: Option<PathBuf>,
    /// Whether to go on with the rows that are there.
    pub resume: bool,
}

/// What came of trials.
#[derive(Debug, Clone, PartialEq)]
pub struct TrialReport {
    /// What the games say.
    pub summary: Summary,
    /// Steps of the rules.
    pub steps: u64,
    /// Questions that people would have answered.
    pub decisions: u64,
    /// Dice and cards.
    pub throws: u64,
    /// Games that were wanted.
    pub wanted: u64,
    /// After how many steps a game is stopped.
    pub most_steps: u64,
    /// Games that were there already.
    pub kept: u64,
    /// The files that were written.
    pub files: Vec<PathBuf>,
    /// The longest, the closest and the most lopsided game.
    pub strangest: Strangest,
    /// Errors while somebody looked ahead, in games that perhaps cannot be.
    pub doubt: Option<Doubt>,
}

/// Errors while somebody looked ahead.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Doubt {
    /// In how many games.
    pub games: u64,
    /// The first, in words.
    pub first: String,
    /// The seed of its game.
    pub seed: u64,
}

/// A game at a kind of table, ready to be played by several threads.
pub struct Tabled {
    game: Game,
    script: Arc<SourceText>,
    pub(super) players: Vec<String>,
    options: BTreeMap<String, Choosable>,
    hash: String,
}

/// Somebody who watches trials, for whoever draws.
struct Watched<'w> {
    progress: &'w dyn Progress,
    is_enough: &'w (dyn Fn() -> bool + Sync),
}

impl Watch for Watched<'_> {
    fn is_enough(&self) -> bool {
        (self.is_enough)()
    }

    fn game_over(&self) {
        self.progress.step();
    }
}

impl TrialRequest {
    /// A thousand games by chance, for as few as can play.
    #[must_use]
    pub const fn of(game: WhichGame) -> Self {
        Self {
            game,
            games: 1000,
            seed: 1,
            seats: None,
            options: Vec::new(),
            players: Vec::new(),
            threads: None,
            shard: None,
            output: None,
            resume: false,
        }
    }

    /// Plays them, until there is enough, and says what they say.
    ///
    /// # Errors
    /// What is wrong with the wish or the game, or the first fault of its script with the seed of the game it came up in.
    pub fn run(
        &self,
        progress: &dyn Progress,
        is_enough: &(dyn Fn() -> bool + Sync),
    ) -> Result<TrialReport, Diagnostics> {
        let table = self.table()?;
        let games = self.shard.map_or(0..self.games, |shard| shard.games(self.games));
        let mut trials = self.trials(&table, games);
        let wanted = trials.games.end - trials.games.start;
        let mut told = Told::new(wanted, trials.most_steps);
        let Some(folder) = &self.output else {
            table.play(&trials, (progress, is_enough), &mut |row| {
                told.add(&row);
                true
            })?;
            return told.report();
        };
        let disk = Disk::default();
        let begun = (&trials, self.resume);
        let mut rows = RowFile::begin(&disk, folder, self.shard, begun, &mut |row| told.add(row))?;
        let kept = rows.kept();
        trials.games.start += kept;
        let played = table.play(&trials, (progress, is_enough), &mut |row| {
            told.add(&row);
            rows.add(&row)
        });
        // What was played before a fault is worth keeping.
        let is_whole = played.as_ref().is_ok_and(|played| played + kept == wanted);
        let mut files = rows.finish(is_whole)?;
        played?;
        let report = told.report()?;
        if self.shard.is_none() {
            files.extend(write_report(&disk, folder, &report.summary)?);
        }
        Ok(TrialReport { kept, files, ..report })
    }

    /// The game at the table that is wished for.
    pub(super) fn table(&self) -> Result<Arc<Tabled>, Diagnostics> {
        if self.games == 0 || self.games > MOST_GAMES {
            let message = format!("{} games cannot be played", self.games);
            return Err(Diagnostic::error(message).hint(format!("`--games` is from 1 to {MOST_GAMES}")).into());
        }
        Tabled::of_folder(&self.game.folder()?, (self.seats, self.players.len()), &self.options)
    }

    /// So many of the games.
    pub(super) fn trials(&self, table: &Tabled, games: std::ops::Range<u64>) -> Trials {
        let players = if self.players.is_empty() { vec![BotPlayer::Random] } else { self.players.clone() };
        let cores = || thread::available_parallelism().map_or(1, NonZero::get);
        Trials {
            version: table.version(),
            seed: self.seed,
            games,
            players,
            most_steps: table.most_steps(),
            cited: table.cited(),
            threads: self.threads.map_or_else(cores, NonZero::get),
        }
    }
}

/// Makes one report of the rows in several files, whoever played them, and writes it into a folder if there is one.
///
/// # Errors
/// A file that holds no rows, rows of different trials, or what the disk says.
pub fn report_of_rows(files: &[PathBuf], output: Option<&Path>) -> Result<(Summary, Vec<PathBuf>), Diagnostics> {
    let summary = Summary::of(&tally_of(files)?);
    let written = output.map(|folder| write_report(&Disk::default(), folder, &summary)).transpose()?;
    Ok((summary, written.unwrap_or_default()))
}

impl Tabled {
    /// A game in a folder, for so many seats, or as many as there are kinds of players and it takes.
    pub fn of_folder(
        folder: &Path,
        (seats, kinds): (Option<usize>, usize),
        wishes: &[String],
    ) -> Result<Arc<Self>, Diagnostics> {
        let (game, hash) = game_at(DiskAssets::new(folder), &name_of(folder)?)?;
        Self::of(game, hash, (seats, kinds), wishes)
    }

    /// The same of a game that was read already.
    pub fn of(
        game: Game,
        hash: String,
        (seats, kinds): (Option<usize>, usize),
        wishes: &[String],
    ) -> Result<Arc<Self>, Diagnostics> {
        let script = sound_script_of(&game)?;
        let (least, most) = game.play.seats.unwrap_or((2, usize::MAX));
        let seats = seats.unwrap_or_else(|| least.max(kinds.min(most)));
        let players = players(&game, &Scenario::usual_players(seats), "choose how many with `--seats`")?;
        if kinds > players.len() {
            let message = format!("{kinds} kinds of players do not fit at a table of {}", players.len());
            return Err(Diagnostic::error(message)
                .hint("name fewer with `--players`, or more seats with `--seats`")
                .into());
        }
        let options = options(&game.play.options, wishes)?;
        Ok(Arc::new(Self { game, script, players, options, hash }))
    }

    /// What is played here.
    pub fn version(&self) -> Version {
        let option = |(id, value): (&String, &Choosable)| format!("{id}={value}");
        let options: Vec<String> = self.options.iter().map(option).collect();
        Version {
            game: self.game.id.clone(),
            hash: self.hash.clone(),
            options: options.join(" "),
            seats: self.players.len(),
        }
    }

    pub(super) fn most_steps(&self) -> u64 {
        if self.game.play.random_play == RandomPlay::NeverEnds { FEW_STEPS } else { MOST_STEPS }
    }

    /// The printed headings that the script names.
    fn cited(&self) -> Vec<String> {
        let is_cited = |heading: &&String| self.script.text.contains(&format!("rule = \"{heading}\""));
        self.game.play.headings.iter().filter(is_cited).cloned().collect()
    }

    /// An engine for a thread.
    pub fn load(&self) -> Result<ScriptRules, Fault> {
        let (world, queue) = self.world();
        ScriptRules::load_for_bots(&self.script.text, world, queue, WallClock::start())
    }

    /// Whether the script can be played at this table at all. To make machine code of it takes much longer.
    fn look_at_script(&self) -> Result<(), Fault> {
        let (world, queue) = self.world();
        ScriptRules::load(&self.script.text, world, queue, WallClock::start()).map(drop)
    }

    fn world(&self) -> (World, SharedAsker) {
        let queue = AnswerQueue::new(self.players.clone(), Hands::default(), 0);
        (World::new(&self.game, self.players.clone(), self.options.clone()), Rc::new(RefCell::new(queue)))
    }

    /// Plays one game, and gives what was answered, thrown and dealt in it.
    pub(super) fn taped(
        &self,
        seed: u64,
        players: &[BotPlayer],
        patience: &Patience<'_>,
    ) -> Result<(TrialGame, Vec<Taped>), Diagnostics> {
        let mut rules = self.load().map_err(|fault| told(&fault, &self.script))?;
        rules.play_taped_trial(seed, players, patience).map_err(|fault| told(&fault, &self.script).into())
    }

    /// Plays trials, and hands their rows on.
    pub fn play(
        self: &Arc<Self>,
        trials: &Trials,
        (progress, is_enough): (&dyn Progress, &(dyn Fn() -> bool + Sync)),
        take: &mut dyn FnMut(Row) -> bool,
    ) -> Result<u64, Diagnostics> {
        // What is wrong with every game is told without a seed.
        self.look_at_script().map_err(|fault| told(&fault, &self.script))?;
        let games = trials.games.end.saturating_sub(trials.games.start);
        progress.begin(usize::try_from(games).unwrap_or(usize::MAX), "playing");
        let table = Arc::clone(self);
        let load: Load = Arc::new(move || table.load());
        let done = trials.run(&load, &Watched { progress, is_enough }, take);
        progress.end();
        done.map_err(|(seed, fault)| {
            told(&fault, &self.script).hint(format!("it was the game with seed {seed}")).into()
        })
    }
}

/// A file with its name, so that no two sets of files look the same.
pub fn add_file(all: &mut Vec<u8>, path: &str, bytes: &[u8]) {
    for part in [path.as_bytes(), bytes] {
        all.extend((part.len() as u64).to_le_bytes());
        all.extend(part);
    }
}

/// The first sixteen letters of a fingerprint.
pub fn short(bytes: &[u8]) -> String {
    taken(bytes).to_string().chars().take(16).collect()
}

/// What rows add up to, as they come.
pub struct Told {
    pub tally: Tally,
    steps: u64,
    decisions: u64,
    throws: u64,
    wanted: u64,
    most_steps: u64,
    strangest: Strangest,
    doubt: Option<Doubt>,
}

impl Told {
    /// Nothing yet, of so many games.
    pub fn new(wanted: u64, most_steps: u64) -> Self {
        let strangest = Strangest::default();
        Self { tally: Tally::default(), steps: 0, decisions: 0, throws: 0, wanted, most_steps, strangest, doubt: None }
    }

    /// One row more; those of one run never are of two versions.
    pub fn add(&mut self, row: &Row) {
        self.steps += row.steps;
        self.decisions += row.decisions;
        self.throws += row.throws;
        self.strangest.add(row);
        if let Some((_, first)) = &row.doubt {
            let first = || Doubt { games: 0, first: first.clone(), seed: row.seed };
            self.doubt.get_or_insert_with(first).games += 1;
        }
        let added = self.tally.add(row);
        debug_assert!(added.is_ok(), "{added:?}");
    }

    /// What they say.
    pub fn report(self) -> Result<TrialReport, Diagnostics> {
        if self.tally.games == 0 {
            return Err(Diagnostic::error("no game was played to its end, so there is nothing to tell").into());
        }
        Ok(TrialReport {
            summary: Summary::of(&self.tally),
            steps: self.steps,
            decisions: self.decisions,
            throws: self.throws,
            wanted: self.wanted,
            most_steps: self.most_steps,
            kept: 0,
            files: Vec::new(),
            strangest: self.strangest,
            doubt: self.doubt,
        })
    }
}
