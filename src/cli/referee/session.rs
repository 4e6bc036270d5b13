//! A table that is open: its folder, its game, and the table itself. New entries are on the disk before anybody sees them.

use std::cell::RefCell;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;

use crate::cli::Outcome;
use crate::cli::report::problems;
use crate::diag::{Diagnostic, Diagnostics, Place, SourceText};
use crate::load::{DiskAssets, WithTemplates, load_game};
use crate::model::Game;
use crate::referee::{Choosable, Desk, Fault, Problem, Refusal, Seat, Start, Table, Viewer};
use crate::rules::{ScriptRules, SharedAsker, WallClock, World};
use crate::store::{Kept, StoreError, TableFolder, known_tables};

/// Where tables live.
pub const TABLES: &str = "tables";

/// A table that is open.
pub struct Session {
    /// The table.
    pub table: Table,
    /// Its folder.
    pub folder: TableFolder,
    /// The game it is played with.
    pub game: Game,
    script: Arc<SourceText>,
}

/// How a table is opened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Access {
    /// To look at it.
    Look,
    /// To go on with it.
    Write,
}

/// Why a table cannot be opened, or something cannot be done.
#[derive(Debug)]
pub struct Failure {
    /// What to tell people.
    pub found: Diagnostics,
}

impl Failure {
    /// One problem.
    pub fn of(diagnostic: Diagnostic) -> Self {
        let mut found = Diagnostics::new();
        found.push(diagnostic);
        Self { found }
    }

    /// Tells it.
    pub fn tell(&self) -> Outcome {
        problems(&self.found);
        Outcome::Refused
    }
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Self {
        Self::of(Diagnostic::error(error.to_string()).hint(error.hint()))
    }
}

impl From<Refusal> for Failure {
    fn from(refusal: Refusal) -> Self {
        Self::of(refused(&refusal))
    }
}

/// A refusal as it is told.
pub fn refused(refusal: &Refusal) -> Diagnostic {
    let mut diagnostic = Diagnostic::error(refusal.message.clone());
    if let Some(rule) = &refusal.rule {
        diagnostic = diagnostic.hint(format!("the rules say so under \"{rule}\""));
    }
    refusal.hints.iter().fold(diagnostic, |diagnostic, hint| diagnostic.hint(hint.clone()))
}

/// A fault of the rules as it is told: with the line of the script, and who called it.
pub fn faulty(fault: &Fault, script: &Arc<SourceText>) -> Diagnostic {
    let mut diagnostic = Diagnostic::error(fault.message.clone());
    if let Some(spot) = fault.trace.first() {
        diagnostic = diagnostic.at(&line_of(script, spot.line));
    }
    if let Some(hint) = &fault.hint {
        diagnostic = diagnostic.hint(hint.clone());
    }
    let callers: Vec<String> = fault
        .trace
        .iter()
        .skip(1)
        .map(|spot| match &spot.function {
            Some(function) => format!("line {} in `{function}`", spot.line),
            None => format!("line {}", spot.line),
        })
        .collect();
    if !callers.is_empty() {
        diagnostic = diagnostic.hint(format!("called from {}", callers.join(", ")));
    }
    match &fault.step {
        Some(step) => diagnostic.hint(format!("it happened in the step `{step}`")),
        None => diagnostic,
    }
}

/// The text of one line of a script.
fn line_of(script: &Arc<SourceText>, line: usize) -> Place {
    let mut start = 0;
    for text in script.text.split_inclusive('\n').take(line.saturating_sub(1)) {
        start += text.len();
    }
    let text = script.text[start..].lines().next().unwrap_or_default();
    let indent = text.len() - text.trim_start().len();
    Place::new(script, start + indent, start + text.len())
}

impl Session {
    /// The folder of a table by its name, its path, or as the one that was played last.
    pub fn find(named: Option<&Path>) -> Result<PathBuf, Failure> {
        match named {
            Some(path) if path.components().count() > 1 || path.is_absolute() => Ok(path.to_owned()),
            Some(name) => Ok(Path::new(TABLES).join(name)),
            None => known_tables(Path::new(TABLES)).into_iter().next().ok_or_else(|| {
                let hint = "set one up with `tablewright referee new <game> --players Ann,Bob`";
                Failure::of(Diagnostic::error(format!("there is no table in `{TABLES}`")).hint(hint))
            }),
        }
    }

    /// Opens a table.
    pub fn open(named: Option<&Path>, access: Access) -> Result<Self, Failure> {
        let root = Self::find(named)?;
        let (folder, kept) = match access {
            Access::Look => TableFolder::look(&root)?,
            Access::Write => TableFolder::open(&root)?,
        };
        if access == Access::Write {
            tell_torn(&kept);
        }
        let game = read_game(&folder.game(), &kept.journal.start.game)?;
        Self::start(folder, game, kept.journal.start, kept.journal.entries)
    }

    /// Plays a table's journal with a game.
    pub fn start(
        folder: TableFolder,
        game: Game,
        start: Start,
        entries: Vec<crate::referee::Entry>,
    ) -> Result<Self, Failure> {
        let script = script_of(&game)?;
        let table = open_table(&game, &script, start, entries).map_err(|problem| failure(&problem, &script))?;
        let mut session = Self { table, folder, game, script };
        session.keep()?;
        Ok(session)
    }

    /// Writes what is new to the disk. If that cannot be, the table goes back to what is there.
    pub fn keep(&mut self) -> Result<(), Failure> {
        let entries = self.table.new_entries().to_vec();
        let Err(error) = self.folder.append(&entries) else { return Ok(()) };
        let kept = self.table.entries().len() - entries.len();
        let (start, kept) = (self.table.start().clone(), self.table.entries()[..kept].to_vec());
        self.table = open_table(&self.game, &self.script, start, kept).map_err(|problem| self.failure(&problem))?;
        Err(error.into())
    }

    /// Does something to the table, and keeps what comes of it. If it cannot be kept, the table is as before.
    pub fn with<T>(&mut self, act: impl FnOnce(&mut Table, &str) -> Result<T, Problem>) -> Result<T, Failure> {
        let done = act(&mut self.table, &now()).map_err(|problem| self.failure(&problem))?;
        self.keep()?;
        Ok(done)
    }

    /// Looks at the table.
    pub fn look<T>(&mut self, look: impl FnOnce(&mut Table) -> Result<T, Problem>) -> Result<T, Failure> {
        look(&mut self.table).map_err(|problem| match problem {
            Problem::Fault(fault) => {
                let hint = "what was played is recorded, only looking at it fails. Mend the script, then `tablewright referee upgrade`";
                Failure::of(faulty(&fault, &self.script).hint(hint))
            }
            problem => self.failure(&problem),
        })
    }

    /// A problem of other rules as it is told.
    pub fn failure_in(problem: &Problem, script: &Arc<SourceText>) -> Failure {
        failure(problem, script)
    }

    /// A problem as it is told.
    pub fn failure(&self, problem: &Problem) -> Failure {
        failure(problem, &self.script)
    }

    /// Who looks, by name.
    pub fn viewer(&self, seat: Option<&str>) -> Result<Viewer, Failure> {
        let Some(name) = seat else { return Ok(Viewer::Everybody) };
        let seat: Seat = self.table.seat(name)?;
        Ok(Viewer::Seat(seat))
    }

    /// What the table is called.
    pub fn name(&self) -> String {
        self.folder.root().file_name().map_or_else(|| "table".to_owned(), |name| name.to_string_lossy().into_owned())
    }
}

/// Says so when the end of a journal was cut off.
pub fn tell_torn(kept: &Kept) {
    if kept.torn > 0 {
        let message = "the last entry was cut off while it was written, and is left out";
        let hint = "everything before it is there; answer the question again";
        problems(&Failure::of(Diagnostic::warning(message).hint(hint)).found);
    }
}

fn failure(problem: &Problem, script: &Arc<SourceText>) -> Failure {
    Failure::of(match problem {
        Problem::Refused(refusal) => refused(refusal),
        Problem::Fault(fault) => {
            let hint =
                "nothing was recorded: the table is as before. Mend the script, then `tablewright referee upgrade`";
            faulty(fault, script).hint(hint)
        }
        Problem::Diverged { seq, refusal } => {
            let message = format!("entry {seq} of the journal does not fit the rules: {}", refusal.message);
            let hint = "nothing was changed; `tablewright referee upgrade --cut` takes everything back from there";
            let told = refused(refusal);
            told.hints
                .iter()
                .fold(Diagnostic::error(message), |diagnostic, hint| diagnostic.hint(hint.clone()))
                .hint(hint)
        }
    })
}

/// Reads a game folder for the referee.
pub fn read_game(folder: &Path, id: &str) -> Result<Game, Failure> {
    let assets = WithTemplates(DiskAssets::new(folder));
    let (game, found) = load_game(&assets, id);
    match game {
        Some(game) if !found.has_errors() => Ok(game),
        _ => Err(Failure { found }),
    }
}

/// The script of a game.
pub fn script_of(game: &Game) -> Result<Arc<SourceText>, Failure> {
    game.play.script.clone().ok_or_else(|| {
        let message = format!("{} cannot be refereed: its folder has no `rules.luau`", game.title);
        Failure::of(Diagnostic::error(message).hint("`docs/rules-scripts.md` says how to write one"))
    })
}

/// A table of a game, played up to the question that waits.
pub fn open_table(
    game: &Game,
    script: &Arc<SourceText>,
    start: Start,
    entries: Vec<crate::referee::Entry>,
) -> Result<Table, Problem> {
    let desk = Rc::new(RefCell::new(Desk::new(start.players.clone(), start.hands.clone(), start.seed)));
    let asker: SharedAsker = desk.clone();
    let mut options = start.options.clone();
    for option in &game.play.options {
        // The game may have options that it did not have when the table was set up.
        options.entry(option.id.clone()).or_insert_with(|| Choosable::usual(option));
    }
    let world = World::new(game, start.players.clone(), options);
    let rules = ScriptRules::load(&script.text, world, asker, WallClock::start())?;
    Table::open(start, Box::new(rules), desk, entries, &now())
}

/// The time, to the second, in UTC.
pub fn now() -> String {
    jiff::Timestamp::now().strftime("%Y-%m-%dT%H:%M:%SZ").to_string()
}
