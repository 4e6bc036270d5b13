//! The folder of one table: made, opened, locked, and added to.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use crate::referee::{Entry, Journal, Seal, Start, entry_line, read_journal, start_line};

use super::error::StoreError;
use super::freeze::{GameFiles, copy_game, sync_folder, write_file};
use super::game::{game_of, settle, stage};
use super::names::{GAME, JOURNAL};

/// The journal of a table that is still being set up.
const UNDER_WAY: &str = "journal.part";
/// Whoever writes holds this file.
const LOCK: &str = "lock";

/// A journal as it was read, and what was cut off its end.
#[derive(Debug)]
pub struct Kept {
    /// The journal.
    pub journal: Journal,
    /// How many bytes of an unfinished last line were left out.
    pub torn: usize,
}

/// The folder of a table.
#[derive(Debug)]
pub struct TableFolder {
    root: PathBuf,
    /// The copy of the game that goes with the journal.
    game: PathBuf,
    file: Option<File>,
    /// Held as long as the folder is open for writing.
    _lock: Option<File>,
    seal: Seal,
    length: u64,
    /// Whether there may be more in the journal than there should be.
    unsure: bool,
}

impl TableFolder {
    /// Makes the folder of a new table, with a copy of its game.
    ///
    /// # Errors
    /// When there is one already, or the disk does not take it; then nothing is left behind.
    pub fn create(root: &Path, start: &Start, game: &GameFiles<'_>) -> Result<Self, StoreError> {
        if root.exists() && !is_unfinished(root) {
            return Err(StoreError::Exists(root.to_owned()));
        }
        let disk = |error| StoreError::Disk(format!("the table cannot be kept in `{}`", root.display()), error);
        let above: Vec<&Path> = root.ancestors().skip(1).take_while(|folder| !folder.is_dir()).collect();
        fs::create_dir_all(root).map_err(disk)?;
        let lock = lock(root)?;
        if root.join(JOURNAL).exists() {
            return Err(StoreError::Exists(root.to_owned()));
        }
        let made = Self::fill(root, lock, start, game).and_then(|table| {
            // The names of new folders have to be on the disk too.
            let mut names = above.iter().filter_map(|folder| folder.parent()).chain(root.parent());
            names.try_for_each(sync_folder).map_err(disk)?;
            Ok(table)
        });
        made.inspect_err(|_| {
            let _ = fs::remove_dir_all(root);
        })
    }

    /// The journal comes last, and whole: what has none is no table.
    fn fill(root: &Path, lock: File, start: &Start, game: &GameFiles<'_>) -> Result<Self, StoreError> {
        let disk = |error| StoreError::Disk(format!("the table cannot be kept in `{}`", root.display()), error);
        let (own, under_way) = (root.join(GAME), root.join(UNDER_WAY));
        let cleared = if own.exists() { fs::remove_dir_all(&own) } else { Ok(()) };
        cleared.and_then(|()| if under_way.exists() { fs::remove_file(&under_way) } else { Ok(()) }).map_err(disk)?;
        copy_game(game, &own, disk)?;
        let (line, seal) = start_line(start)?;
        let file = write_file(&under_way, line.as_bytes()).map_err(disk)?;
        fs::rename(&under_way, root.join(JOURNAL)).and_then(|()| sync_folder(root)).map_err(disk)?;
        let length = line.len() as u64;
        Ok(Self { root: root.to_owned(), game: own, file: Some(file), _lock: Some(lock), seal, length, unsure: false })
    }

    /// Opens a table to go on with it. An unfinished last line is cut off.
    ///
    /// # Errors
    /// When there is no such table, somebody else has it, or its journal is damaged.
    pub fn open(root: &Path) -> Result<(Self, Kept), StoreError> {
        is_table(root)?;
        let lock = lock(root)?;
        let path = root.join(JOURNAL);
        let disk = |error| StoreError::Disk(format!("`{}` cannot be opened", path.display()), error);
        let mut file = OpenOptions::new().read(true).write(true).open(&path).map_err(disk)?;
        let kept = read(root, &mut file)?;
        let length = kept.journal.whole as u64;
        if kept.torn > 0 {
            file.set_len(length).and_then(|()| file.sync_all()).map_err(disk)?;
        }
        file.seek(SeekFrom::Start(length)).map_err(disk)?;
        let seal = kept.journal.seal;
        settle(root, seal).map_err(replacing)?;
        let game = game_of(root, seal);
        let root = root.to_owned();
        Ok((Self { root, game, file: Some(file), _lock: Some(lock), seal, length, unsure: false }, kept))
    }

    /// Looks at a table without going on with it.
    ///
    /// # Errors
    /// When there is no such table, or its journal is damaged.
    pub fn look(root: &Path) -> Result<(Self, Kept), StoreError> {
        is_table(root)?;
        let path = root.join(JOURNAL);
        let disk = |error| StoreError::Disk(format!("`{}` cannot be read", path.display()), error);
        let mut file = File::open(&path).map_err(disk)?;
        let kept = read(root, &mut file)?;
        let seal = kept.journal.seal;
        let (root, game) = (root.to_owned(), game_of(root, seal));
        Ok((Self { root, game, file: None, _lock: None, seal, length: 0, unsure: false }, kept))
    }

    /// Adds entries, and returns when they are on the disk. If that fails, none of them is.
    ///
    /// # Errors
    /// What the disk said.
    pub fn append(&mut self, entries: &[Entry]) -> Result<(), StoreError> {
        let (lines, seal) = lines_of(entries, self.seal)?;
        let Some(file) = self.file.as_mut().filter(|_| !lines.is_empty()) else { return Ok(()) };
        // A line behind half of another one would be lost, and all that come later.
        if self.unsure {
            cut(file, self.length).map_err(|error| StoreError::Unsure(self.root.clone(), error))?;
            self.unsure = false;
        }
        if let Err(error) = file.write_all(lines.as_bytes()).and_then(|()| file.sync_data()) {
            self.unsure = cut(file, self.length).is_err();
            return Err(if self.unsure {
                StoreError::Unsure(self.root.clone(), error)
            } else {
                StoreError::Disk("the answer could not be recorded".to_owned(), error)
            });
        }
        self.seal = seal;
        self.length += lines.len() as u64;
        Ok(())
    }

    /// Copies a changed game beside the one the table is played with. It takes its place when the table has these entries
    /// as well.
    ///
    /// # Errors
    /// What the disk said; then nothing has changed.
    pub fn stage_game(&self, game: &GameFiles<'_>, entries: &[Entry]) -> Result<(), StoreError> {
        stage(&self.root, game, lines_of(entries, self.seal)?.1)
    }

    /// Puts the staged copy of the game in the place of the one the table was played with.
    ///
    /// # Errors
    /// What the disk said; then it is done when the table is opened the next time.
    pub fn take_staged(&mut self) -> Result<(), StoreError> {
        settle(&self.root, self.seal).map_err(replacing)?;
        self.game = game_of(&self.root, self.seal);
        Ok(())
    }

    /// The folder itself.
    #[must_use]
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// The copy of the game.
    #[must_use]
    pub fn game(&self) -> &Path {
        &self.game
    }
}

fn replacing(error: io::Error) -> StoreError {
    StoreError::Disk("the copy of the game could not be replaced".to_owned(), error)
}

/// Entries as lines of the journal, and the seal after them.
fn lines_of(entries: &[Entry], mut seal: Seal) -> Result<(String, Seal), StoreError> {
    let mut lines = String::new();
    for entry in entries {
        let (line, next) = entry_line(entry, seal)?;
        lines.push_str(&line);
        seal = next;
    }
    Ok((lines, seal))
}

/// Whether a folder is empty, or what is left of a table whose making was cut off.
fn is_unfinished(root: &Path) -> bool {
    let is_ours = |entry: io::Result<fs::DirEntry>| {
        entry.is_ok_and(|entry| [LOCK, GAME, UNDER_WAY].iter().any(|name| entry.file_name() == *name))
    };
    let lock_or_nothing = || root.join(LOCK).is_file() || fs::read_dir(root).is_ok_and(|mut all| all.next().is_none());
    lock_or_nothing() && fs::read_dir(root).is_ok_and(|mut all| all.all(is_ours))
}

/// Cuts a journal off after so many bytes.
fn cut(file: &mut File, length: u64) -> io::Result<()> {
    file.set_len(length)?;
    file.seek(SeekFrom::Start(length))?;
    file.sync_data()
}

fn is_table(root: &Path) -> Result<(), StoreError> {
    if root.join(JOURNAL).is_file() { Ok(()) } else { Err(StoreError::Missing(root.to_owned())) }
}

fn lock(root: &Path) -> Result<File, StoreError> {
    let path = root.join(LOCK);
    let disk = |error| StoreError::Disk(format!("`{}` cannot be opened", path.display()), error);
    let file = OpenOptions::new().create(true).truncate(false).write(true).open(&path).map_err(disk)?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(StoreError::Locked(root.to_owned())),
        Err(TryLockError::Error(error)) => Err(disk(error)),
    }
}

fn read(root: &Path, file: &mut File) -> Result<Kept, StoreError> {
    let disk = |error| StoreError::Disk(format!("the journal in `{}` cannot be read", root.display()), error);
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes).map_err(disk)?;
    let journal = read_journal(&bytes).map_err(|damage| StoreError::Damaged(root.to_owned(), damage))?;
    let torn = bytes.len() - journal.whole;
    Ok(Kept { journal, torn })
}

/// The tables in a folder, the one that was played last first.
///
/// # Errors
/// When the folder is there and cannot be read.
pub fn known_tables(tables: &Path) -> Result<Vec<PathBuf>, StoreError> {
    let unreadable = |error| StoreError::Unreadable(tables.to_owned(), error);
    let entries = match fs::read_dir(tables) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries.map_err(unreadable)?,
    };
    let played = |path: &PathBuf| {
        fs::metadata(path.join(JOURNAL)).and_then(|info| info.modified()).unwrap_or(SystemTime::UNIX_EPOCH)
    };
    let mut found: Vec<(SystemTime, PathBuf)> = Vec::new();
    for entry in entries {
        let path = entry.map_err(unreadable)?.path();
        if is_table(&path).is_ok() {
            found.push((played(&path), path));
        }
    }
    found.sort_by(|a, b| b.cmp(a));
    Ok(found.into_iter().map(|(_, path)| path).collect())
}
