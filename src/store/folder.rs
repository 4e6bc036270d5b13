//! The folder of one table: made, opened, locked, and added to.

use std::fmt;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use crate::referee::{Damage, Entry, Journal, Seal, Start, Unwritable, entry_line, read_journal, start_line};

use super::freeze::copy_game;

/// The journal of a table.
const JOURNAL: &str = "journal.jsonl";
/// The copy of the game that the table is played with.
const GAME: &str = "game";
/// A changed game on its way in, and the one it replaces.
const GAME_NEW: &str = "game.new";
const GAME_OLD: &str = "game.old";
/// Whoever writes holds this file.
const LOCK: &str = "lock";

/// What can go wrong with a table on disk.
#[derive(Debug)]
pub enum StoreError {
    /// There is no such table.
    Missing(PathBuf),
    /// There is one already.
    Exists(PathBuf),
    /// Somebody else writes to it.
    Locked(PathBuf),
    /// Its journal is damaged.
    Damaged(PathBuf, Damage),
    /// The disk did not do as it should: what was tried, and what it said.
    Disk(String, io::Error),
    /// Something cannot be written down.
    Unwritable(Unwritable),
    /// The disk did not do as it should, and nobody knows what the journal ends with.
    Unsure(PathBuf, io::Error),
}

impl fmt::Display for StoreError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing(path) => write!(out, "there is no table in `{}`", path.display()),
            Self::Exists(path) => write!(out, "there is a table in `{}` already", path.display()),
            Self::Locked(path) => write!(out, "another Tablewright is writing to the table in `{}`", path.display()),
            Self::Damaged(path, damage) => {
                write!(out, "line {} of `{}` is damaged: {}", damage.line, path.join(JOURNAL).display(), damage.why)
            }
            Self::Disk(what, error) => write!(out, "{what}: {error}"),
            Self::Unwritable(Unwritable { why }) => write!(out, "the answer could not be recorded: {why}"),
            Self::Unsure(path, error) => {
                let path = path.join(JOURNAL);
                write!(out, "the answer could not be recorded, and half of it may be in `{}`: {error}", path.display())
            }
        }
    }
}

impl StoreError {
    /// What to do about it.
    #[must_use]
    pub fn hint(&self) -> String {
        match self {
            Self::Missing(_) => {
                "`tablewright referee list` shows the tables there are, `referee new` sets one up".into()
            }
            Self::Exists(_) => "choose another name with `--table`".into(),
            Self::Locked(_) => "close it there, or wait until it is done; nothing was changed".into(),
            Self::Damaged(_, damage) if damage.line > 1 => {
                format!("nothing was changed; the lines before {} are whole, and can be kept alone", damage.line)
            }
            Self::Damaged(..) => "nothing was changed; put back the file as it was".into(),
            Self::Disk(..) => {
                "nothing was recorded and the table is as before; make room or mend the disk, and try again".into()
            }
            Self::Unwritable(_) => "nothing was recorded and the table is as before; adjust what holds it up".into(),
            Self::Unsure(..) => {
                "leave the table, mend the disk, and open it again: an entry that is not whole is cut off then".into()
            }
        }
    }
}

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
    file: Option<File>,
    /// Held as long as the folder is open for writing.
    _lock: Option<File>,
    seal: Seal,
    length: u64,
    /// Whether there may be more in the journal than there should be.
    unsure: bool,
}

impl From<Unwritable> for StoreError {
    fn from(unwritable: Unwritable) -> Self {
        Self::Unwritable(unwritable)
    }
}

impl TableFolder {
    /// Makes the folder of a new table, with a copy of its game.
    ///
    /// # Errors
    /// When there is one already, or the disk does not take it; then nothing is left behind.
    pub fn create(root: &Path, start: &Start, game: &Path) -> Result<Self, StoreError> {
        if root.exists() {
            return Err(StoreError::Exists(root.to_owned()));
        }
        Self::fill(root, start, game).inspect_err(|_| {
            let _ = fs::remove_dir_all(root);
        })
    }

    fn fill(root: &Path, start: &Start, game: &Path) -> Result<Self, StoreError> {
        let disk = |error| StoreError::Disk(format!("the table cannot be kept in `{}`", root.display()), error);
        fs::create_dir_all(root).map_err(disk)?;
        copy_game(game, &root.join(GAME)).map_err(disk)?;
        let lock = lock(root)?;
        let (line, seal) = start_line(start)?;
        let mut file = File::create_new(root.join(JOURNAL)).map_err(disk)?;
        file.write_all(line.as_bytes()).and_then(|()| file.sync_all()).map_err(disk)?;
        sync_names(root).map_err(disk)?;
        let (root, length) = (root.to_owned(), line.len() as u64);
        Ok(Self { root, file: Some(file), _lock: Some(lock), seal, length, unsure: false })
    }

    /// Opens a table to go on with it. An unfinished last line is cut off.
    ///
    /// # Errors
    /// When there is no such table, somebody else has it, or its journal is damaged.
    pub fn open(root: &Path) -> Result<(Self, Kept), StoreError> {
        is_table(root)?;
        let lock = lock(root)?;
        mend_game(root)?;
        let path = root.join(JOURNAL);
        let disk = |error| StoreError::Disk(format!("`{}` cannot be opened", path.display()), error);
        let mut file = OpenOptions::new().read(true).write(true).open(&path).map_err(disk)?;
        let kept = read(root, &mut file)?;
        let length = kept.journal.whole as u64;
        if kept.torn > 0 {
            file.set_len(length).and_then(|()| file.sync_all()).map_err(disk)?;
        }
        file.seek(SeekFrom::Start(length)).map_err(disk)?;
        let (root, seal) = (root.to_owned(), kept.journal.seal);
        Ok((Self { root, file: Some(file), _lock: Some(lock), seal, length, unsure: false }, kept))
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
        let (root, seal) = (root.to_owned(), kept.journal.seal);
        Ok((Self { root, file: None, _lock: None, seal, length: 0, unsure: false }, kept))
    }

    /// Adds entries, and returns when they are on the disk. If that fails, none of them is.
    ///
    /// # Errors
    /// What the disk said.
    pub fn append(&mut self, entries: &[Entry]) -> Result<(), StoreError> {
        let mut seal = self.seal;
        let mut lines = String::new();
        for entry in entries {
            let (line, next) = entry_line(entry, seal)?;
            lines.push_str(&line);
            seal = next;
        }
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

    /// Copies a changed game beside the one the table is played with; `take_staged` puts it in its place.
    ///
    /// # Errors
    /// What the disk said; then nothing has changed.
    pub fn stage_game(&self, game: &Path) -> Result<(), StoreError> {
        let fresh = self.root.join(GAME_NEW);
        // What is left of an earlier copy must not get into this one.
        gone(&fresh).and_then(|()| copy_game(game, &fresh)).map_err(|error| {
            let _ = fs::remove_dir_all(&fresh);
            StoreError::Disk("the changed game could not be copied".to_owned(), error)
        })
    }

    /// Puts the staged copy of the game in the place of the one the table was played with.
    ///
    /// # Errors
    /// What the disk said; then the old copy is still there.
    pub fn take_staged(&self) -> Result<(), StoreError> {
        let disk = |error| StoreError::Disk("the copy of the game could not be replaced".to_owned(), error);
        let (own, fresh, old) = (self.game(), self.root.join(GAME_NEW), self.root.join(GAME_OLD));
        let _ = fs::remove_dir_all(&old);
        if own.exists() {
            fs::rename(&own, &old).map_err(disk)?;
        }
        fs::rename(&fresh, &own).map_err(|error| {
            let _ = fs::rename(&old, &own);
            disk(error)
        })?;
        let _ = fs::remove_dir_all(&old);
        Ok(())
    }

    /// The folder itself.
    #[must_use]
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// The copy of the game.
    #[must_use]
    pub fn game(&self) -> PathBuf {
        self.root.join(GAME)
    }
}

/// An upgrade that was cut off between two names left the game under another one.
fn mend_game(root: &Path) -> Result<(), StoreError> {
    let own = root.join(GAME);
    let left = [GAME_NEW, GAME_OLD].map(|name| root.join(name));
    match left.iter().find(|left| left.is_dir()).filter(|_| !own.exists()) {
        Some(left) => fs::rename(left, &own).map_err(|error| {
            let what = format!("`{}` cannot take the place of `{}`", left.display(), own.display());
            StoreError::Disk(what, error)
        }),
        None => Ok(()),
    }
}

/// Takes a folder away, if it is there.
fn gone(folder: &Path) -> io::Result<()> {
    match fs::remove_dir_all(folder) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// The names of the files have to be on the disk too.
fn sync_names(folder: &Path) -> io::Result<()> {
    let cannot = [io::ErrorKind::InvalidInput, io::ErrorKind::Unsupported, io::ErrorKind::PermissionDenied];
    match File::open(folder).and_then(|folder| folder.sync_all()) {
        // Not every system can do this with folders.
        Err(error) if !cannot.contains(&error.kind()) => Err(error),
        _ => Ok(()),
    }
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
#[must_use]
pub fn known_tables(tables: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(tables) else { return Vec::new() };
    let played = |path: &PathBuf| {
        fs::metadata(path.join(JOURNAL)).and_then(|info| info.modified()).unwrap_or(SystemTime::UNIX_EPOCH)
    };
    let mut found: Vec<(SystemTime, PathBuf)> = entries
        .filter_map(Result::ok)
        .map(|entry| entry.path())
        .filter(|path| is_table(path).is_ok())
        .map(|path| (played(&path), path))
        .collect();
    found.sort_by(|a, b| b.cmp(a));
    found.into_iter().map(|(_, path)| path).collect()
}
