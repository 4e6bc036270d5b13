//! A table that is open: its folder, its game, and the table itself. New entries are on the disk before anybody sees them.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;

use crate::diag::{Diagnostic, Diagnostics, Place, Severity, SourceText};
use crate::disk::Disk;
use crate::load::{DiskAssets, WithTemplates, files_of, load_game};
use crate::model::Game;
use crate::referee::{AnswerQueue, Choosable, Entry, Fault, Names, Problem, Refusal, Seat, Start, Table, Viewer};
use crate::rules::{Reading, ScriptRules, SharedAsker, WallClock, World};
use crate::store::{Kept, StoreError, TableFolder, known_tables};

use super::bots::Thinker;
use super::said::SaidLine;

/// What became of a table when its script fails.
const AS_BEFORE: &str =
    "nothing was recorded: the table is as before. Mend the script, then `tablewright referee upgrade`";
/// What a fault of the rules means for a table.
const FAULTY_HERE: &str = "the rules of this game have a fault here, so nothing was done";
const PLAY_ON: &str = "play on with something else, or `undo` what led to it; the rest is for whoever wrote the rules";
/// The same when it can be played, and not shown.
const ONLY_LOOKING: &str =
    "what was played is recorded, only looking at it fails. Mend the script, then `tablewright referee upgrade`";
/// What to do when the copy of the game cannot be read.
const RESCUE: &str = "nothing was changed, and all answers are there: `tablewright referee upgrade` copies the game anew from its folder";
const GO_BACK: &str = "`tablewright referee undo` takes back what led to it";
/// The same before its first answer.
const NO_TABLE: &str = "nothing was played yet. Mend the script, and ask `tablewright check` for more";

/// Tells the time, to the second, in UTC: `2026-01-01T20:15:00Z`.
pub type Now = fn() -> String;

/// The folder in which tables live, and who tells the time there.
///
/// ```no_run
/// use tablewright::app::{Access, Tables};
///
/// let tables = Tables::new("tables", || "2026-01-01T20:15:00Z".to_owned());
/// let session = tables.open(None, Access::Look)?;
/// println!("{} is at entry {}", session.name(), session.table.number());
/// # Ok::<(), tablewright::app::Diagnostics>(())
/// ```
#[derive(Debug, Clone)]
pub struct Tables {
    /// The folder.
    pub folder: PathBuf,
    /// The time.
    pub clock: Now,
    pub(super) disk: Disk,
}

/// A table that is open.
pub struct Session {
    /// The table.
    pub table: Table,
    /// Its folder.
    pub folder: TableFolder,
    /// The game it is played with.
    pub game: Game,
    /// What is worth knowing about how it was opened.
    pub found: Diagnostics,
    pub(super) script: Arc<SourceText>,
    pub(super) clock: Now,
    /// What the last line that was refused could have been: as far as it can be, or with its slip mended.
    pub(super) instead: Option<String>,
    /// The word of the last line that was refused, of which it was asked what it means.
    pub(super) unclear: Option<String>,
    /// The space on which somebody on the way could not step, while a line is tried.
    pub(super) no_step: Option<String>,
    /// Why the dice of the line that was answered last do not count: of somebody more or fewer were told than are rolled.
    pub(super) miscounted: Option<Diagnostics>,
    /// Whether a line is only tried, and nothing of it kept.
    pub(super) is_trial: bool,
    /// What is known of the line that is read, whichever way it is.
    pub(super) line: SaidLine,
    lost: Option<Diagnostics>,
    pub(super) thinker: Option<Thinker>,
}

/// How a table is opened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Access {
    /// To look at it.
    Look,
    /// To go on with it.
    Write,
}

impl From<StoreError> for Diagnostics {
    fn from(error: StoreError) -> Self {
        Diagnostic::error(error.to_string()).hint(error.hint()).into()
    }
}

impl From<Refusal> for Diagnostics {
    fn from(refusal: Refusal) -> Self {
        refusal.diagnostic().into()
    }
}

/// What was chosen for a table, with what is usual for options that the game did not have when it was set up.
pub(super) fn options_of(start: &Start, game: &Game) -> BTreeMap<String, Choosable> {
    let mut options = start.options.clone();
    for option in &game.play.options {
        options.entry(option.id.clone()).or_insert_with(|| Choosable::usual(option));
    }
    options
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

/// What a script printed, each with its line.
pub fn printed(lines: &[(usize, String)], script: &Arc<SourceText>) -> Diagnostics {
    let mut found = Diagnostics::new();
    for (line, text) in lines {
        found.push(Diagnostic::note(format!("printed: {text}")).at(&line_of(script, *line)));
    }
    found
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

impl Tables {
    /// A folder of tables.
    #[must_use]
    pub fn new(folder: impl Into<PathBuf>, clock: Now) -> Self {
        Self { folder: folder.into(), clock, disk: Disk::private() }
    }

    /// The same with somebody who watches the disk.
    #[cfg(feature = "inside")]
    #[doc(hidden)]
    #[must_use]
    pub fn watched(self, watch: Arc<dyn crate::disk::Watch>) -> Self {
        Self { disk: self.disk.watched(watch), ..self }
    }

    /// The folder of a table by its name, its path, or as the one that was played last.
    ///
    /// # Errors
    /// When there is none.
    pub fn find(&self, named: Option<&Path>) -> Result<PathBuf, Diagnostics> {
        match named {
            Some(path) if path.components().count() > 1 || path.is_absolute() => Ok(path.to_owned()),
            Some(name) => Ok(self.folder.join(name)),
            None => known_tables(&self.folder)?.into_iter().next().ok_or_else(|| {
                let hint = "set one up with `tablewright referee new <game> --players Ann,Bob`";
                Diagnostic::error(format!("there is no table in `{}`", self.folder.display())).hint(hint).into()
            }),
        }
    }

    /// What people type to come back to a table: its name where it lies in this folder, or else its path.
    #[must_use]
    pub fn address(&self, session: &Session) -> String {
        let root = session.folder.root();
        if root == self.folder.join(session.name()) { session.name() } else { root.display().to_string() }
    }

    /// Opens a table.
    ///
    /// # Errors
    /// Why it cannot be opened: no such table, damage, or rules that fail.
    pub fn open(&self, named: Option<&Path>, access: Access) -> Result<Session, Diagnostics> {
        let root = self.find(named)?;
        match self.open_once(&root, access) {
            // Whoever only looks holds no lock, and may have met somebody who upgrades the table.
            Err(_) if access == Access::Look => self.open_once(&root, access),
            opened => opened,
        }
    }

    fn open_once(&self, root: &Path, access: Access) -> Result<Session, Diagnostics> {
        let (folder, kept) = match access {
            Access::Look => TableFolder::look(root)?,
            Access::Write => TableFolder::open(&self.disk, root)?,
        };
        let torn = torn(&kept).filter(|_| access == Access::Write);
        let game = read_copy(folder.game(), &kept.journal.start.game)?;
        let journal = (kept.journal.start, kept.journal.entries);
        let mut session = Session::start(folder, game, journal, self.clock)?;
        if access == Access::Write {
            // A bot may have been cut off while it thought.
            session.keep()?;
        }
        if let Some(torn) = torn {
            session.found.push(torn);
        }
        Ok(session)
    }
}

impl Session {
    /// The word of the last line that was refused, of which it was asked what it means; once.
    pub fn take_unclear(&mut self) -> Option<String> {
        self.unclear.take()
    }

    /// What the last line that was refused could have been; once.
    pub fn take_instead(&mut self) -> Option<String> {
        self.instead.take()
    }

    /// Plays a table's journal with a game.
    fn start(
        folder: TableFolder,
        game: Game,
        (start, entries): (Start, Vec<Entry>),
        clock: Now,
    ) -> Result<Self, Diagnostics> {
        let script = script_of(&game)?;
        let table = open_table(&game, &script, (start, entries), clock).map_err(|problem| told(&problem, &script))?;
        let mut session = Self::of(folder, game, (table, script), clock);
        session.keep_new()?;
        Ok(session)
    }

    /// A table that has been played up to its question.
    pub(super) fn of(folder: TableFolder, game: Game, (table, script): (Table, Arc<SourceText>), clock: Now) -> Self {
        let (instead, unclear, lost, thinker) = (None, None, None, None);
        Self {
            table,
            folder,
            game,
            found: Diagnostics::new(),
            script,
            clock,
            instead,
            unclear,
            no_step: None,
            miscounted: None,
            is_trial: false,
            line: SaidLine::default(),
            lost,
            thinker,
        }
    }

    /// Writes what is new to the disk, lets bots answer that are asked now, and keeps that, too. If it cannot be kept, the table goes
    /// back to what is there.
    ///
    /// # Errors
    /// What the disk said.
    pub fn keep(&mut self) -> Result<(), Diagnostics> {
        if self.is_trial {
            return Ok(());
        }
        self.keep_new()?;
        while self.a_bot_answers() {
            self.keep_new()?;
        }
        Ok(())
    }

    fn keep_new(&mut self) -> Result<(), Diagnostics> {
        let entries = self.table.new_entries().to_vec();
        let Err(error) = self.folder.append(&entries) else { return Ok(()) };
        let told = self.unkept(error);
        let kept = self.table.entries().len() - entries.len();
        let (start, kept) = (self.table.start().clone(), self.table.entries()[..kept].to_vec());
        self.table =
            open_table(&self.game, &self.script, (start, kept), self.clock).map_err(|problem| self.told(&problem))?;
        Err(told)
    }

    /// Writes entries to the disk that a table has which is to take the place of this one.
    pub(super) fn append(&mut self, entries: &[Entry]) -> Result<(), Diagnostics> {
        self.folder.append(entries).map_err(|error| self.unkept(error))
    }

    /// Why something could not be kept. Where another program has changed the table, all that was played goes into a file
    /// beside it.
    fn unkept(&mut self, error: StoreError) -> Diagnostics {
        if !matches!(error, StoreError::Replaced(_)) {
            return error.into();
        }
        let told = Diagnostic::error(error.to_string());
        let told = match self.folder.keep_beside(self.table.start(), self.table.entries()) {
            Ok(path) => told.hint(format!(
                "the whole table, with the last answer, is in `{}`: as `journal.jsonl` it takes the place of what is there",
                path.display()
            )),
            Err(error) => told.hint(error.to_string()),
        };
        let told = Diagnostics::from(told.hint(error.hint()));
        self.lost = Some(told.clone());
        told
    }

    /// What was told when another program had changed the table behind our back: nothing more can be kept.
    #[must_use]
    pub const fn lost(&self) -> Option<&Diagnostics> {
        self.lost.as_ref()
    }

    /// Does something to the table, and keeps what comes of it. If it cannot be kept, the table is as before.
    ///
    /// # Errors
    /// Why it cannot be done or kept.
    pub fn with<T>(&mut self, act: impl FnOnce(&mut Table, &str) -> Result<T, Problem>) -> Result<T, Diagnostics> {
        let now = (self.clock)();
        let done = act(&mut self.table, &now).map_err(|problem| self.told(&problem))?;
        self.keep()?;
        Ok(done)
    }

    /// Looks at the table.
    ///
    /// # Errors
    /// A fault of the rules.
    pub fn look<T>(&mut self, look: impl FnOnce(&mut Table) -> Result<T, Problem>) -> Result<T, Diagnostics> {
        look(&mut self.table).map_err(|problem| match problem {
            Problem::Fault(fault) => faulty(&fault, &self.script).hint(ONLY_LOOKING).hint(GO_BACK).into(),
            problem => self.told(&problem),
        })
    }

    /// A problem as it is told to people; of a fault of the rules first what it means for them.
    #[must_use]
    pub fn told(&self, problem: &Problem) -> Diagnostics {
        let mut found = Diagnostics::new();
        if let Problem::Fault(_) = problem {
            found.push(Diagnostic::error(FAULTY_HERE).hint(PLAY_ON));
        }
        found.extend(told(problem, &self.script));
        found
    }

    /// What the script has printed after an entry, for who writes it.
    #[must_use]
    pub fn printed(&self, after: u64) -> Diagnostics {
        printed(&self.table.printed(after + 1), &self.script)
    }

    /// Who looks, by name.
    ///
    /// # Errors
    /// When nobody is called so.
    pub fn viewer(&self, seat: Option<&str>) -> Result<Viewer, Diagnostics> {
        let Some(name) = seat else { return Ok(Viewer::Everybody) };
        let seat: Seat = self.table.seat(name)?;
        Ok(Viewer::Seat(seat))
    }

    /// What the table is called.
    #[must_use]
    pub fn name(&self) -> String {
        self.folder.root().file_name().map_or_else(|| "table".to_owned(), |name| name.to_string_lossy().into_owned())
    }
}

/// A word about a journal whose end was cut off.
pub(super) fn torn(kept: &Kept) -> Option<Diagnostic> {
    let message = "the last entry was cut off while it was written, and is left out";
    let hint = "everything before it is there; answer the question again";
    (kept.torn > 0).then(|| Diagnostic::warning(message).hint(hint))
}

/// A problem of a table that is there, as it is told to people.
pub fn told(problem: &Problem, script: &Arc<SourceText>) -> Diagnostics {
    told_with(problem, script, AS_BEFORE)
}

/// The same of a table that is only being set up.
pub(super) fn told_of_new(problem: &Problem, script: &Arc<SourceText>) -> Diagnostics {
    told_with(problem, script, NO_TABLE)
}

fn told_with(problem: &Problem, script: &Arc<SourceText>, if_faulty: &str) -> Diagnostics {
    let told = match problem {
        Problem::Refused(refusal) => refusal.diagnostic(),
        Problem::Fault(fault) => faulty(fault, script).hint(if_faulty),
        Problem::Diverged { seq, refusal } => {
            let message = format!("entry {seq} of the journal does not fit the rules: {}", refusal.message());
            let hint = "nothing was changed; `tablewright referee upgrade --cut` takes everything back from there";
            let mut told = refusal.diagnostic();
            told.message = message;
            told.hint(hint)
        }
    };
    told.into()
}

/// Reads the copy of a game that a table keeps. It was whole once: whatever is wrong with it, the game itself has another.
fn read_copy(folder: &Path, id: &str) -> Result<Game, Diagnostics> {
    let rescue = |mut told: Diagnostic| {
        told.message = format!("the table's own copy of the game is damaged: {}", told.message);
        told.hint(RESCUE)
    };
    let first = |found: &Diagnostics| found.iter().find(|one| one.severity == Severity::Error).cloned();
    match read_game(folder, id) {
        Ok(game) if game.play.script.is_none() => Err(rescue(Diagnostic::error("its `rules.luau` is missing")).into()),
        Err(found) => Err(first(&found).map(rescue).map_or_else(Diagnostics::new, Diagnostics::from)),
        whole => whole,
    }
}

/// Reads a game folder for the referee.
pub fn read_game(folder: &Path, id: &str) -> Result<Game, Diagnostics> {
    let assets = WithTemplates(DiskAssets::new(folder));
    let (game, found) = load_game(&assets, id);
    match game {
        Some(game) if !found.has_errors() => Ok(game),
        _ => Err(found),
    }
}

/// More files than this are no game, but a folder that holds all sorts of things.
const MOST_FILES: usize = 10_000;
/// So many megabytes are none either.
const MOST_MEGABYTES: u64 = 512;
const MEGABYTE: u64 = 1_000_000;

/// The files of a game, for a table to keep.
pub fn files_to_keep(folder: &Path) -> Result<Vec<PathBuf>, Diagnostics> {
    let files = files_of(folder)?;
    if files.len() > MOST_FILES {
        let message = format!(
            "`{}` holds {} files, and a table keeps a copy of at most {MOST_FILES}",
            folder.display(),
            files.len()
        );
        return Err(Diagnostic::error(message).hint("move what is no part of the game out of its folder").into());
    }
    let size = |file: &PathBuf| std::fs::metadata(folder.join(file)).map_or(0, |info| info.len());
    let all: u64 = files.iter().map(size).sum();
    if all > MOST_MEGABYTES * MEGABYTE {
        let megabytes = all.div_ceil(MEGABYTE);
        let message = format!(
            "`{}` has {megabytes} MB, and a table keeps a copy of at most {MOST_MEGABYTES} MB",
            folder.display()
        );
        let largest = files.iter().max_by_key(|file| size(file)).map(|file| {
            let megabytes = size(file).div_ceil(MEGABYTE);
            format!(
                "the largest file is `{}` with {megabytes} MB; move what is no part of the game out of its folder",
                file.display()
            )
        });
        return Err(Diagnostic::error(message).maybe_hint(largest).into());
    }
    Ok(files)
}

/// The script of a game.
pub fn script_of(game: &Game) -> Result<Arc<SourceText>, Diagnostics> {
    game.play.script.clone().ok_or_else(|| {
        let message = format!("{} cannot be refereed: its folder has no `rules.luau`", game.title);
        Diagnostic::error(message).hint("`docs/rules-scripts.md` says how to write one").into()
    })
}

/// The script of a game that is to be played for the first time: what it must not say is told before anybody sits down.
pub fn sound_script_of(game: &Game) -> Result<Arc<SourceText>, Diagnostics> {
    let script = script_of(game)?;
    let wrong = Reading::of(&script).wrong();
    if wrong.has_errors() { Err(wrong) } else { Ok(script) }
}

/// A table of a game, played up to the question that waits.
pub fn open_table(
    game: &Game,
    script: &Arc<SourceText>,
    (start, entries): (Start, Vec<Entry>),
    clock: Now,
) -> Result<Table, Problem> {
    let players = Names::of(&start, &entries).now().to_vec();
    let queue = Rc::new(RefCell::new(AnswerQueue::new(players.clone(), start.hands.clone(), start.seed)));
    let asker: SharedAsker = queue.clone();
    let world = World::new(game, players, options_of(&start, game));
    let rules = ScriptRules::load(&script.text, world, asker, WallClock::start())?;
    Table::open(start, Box::new(rules), queue, entries, &clock())
}
