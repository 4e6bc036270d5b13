//! The folder of one table: opened, and added to.

use std::fs::File;
use std::io::{self, Read as _, Seek as _, SeekFrom};
use std::path::{Path, PathBuf};

use same_file::Handle;

use crate::referee::{Entry, Journal, Seal, Start, entry_line, read_journal, start_line};

use super::error::StoreError;
use super::freeze::GameFiles;
use super::game::{game_of, settle, stage};
use super::lock::{leads_to, lock, own_file, own_file_to_read};
use super::names::{GAME, JOURNAL, LOCK};
use crate::disk::Disk;

/// Some 300,000 answers: more than anybody plays.
const LONGEST_JOURNAL: u64 = 64_000_000;
/// More copies of a journal than this are not kept beside it.
const MOST_BESIDE: usize = 1_000;

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
    disk: Disk,
    root: PathBuf,
    /// The copy of the game that goes with the journal.
    game: PathBuf,
    /// Nothing, for whoever only looks.
    writing: Option<Writing>,
    seal: Seal,
}

/// What whoever writes to a table holds.
#[derive(Debug)]
pub struct Writing {
    journal: Handle,
    lock: Handle,
    /// How long the journal is.
    length: u64,
    /// Whether there may be more in the journal than there should be.
    unsure: bool,
}

impl TableFolder {
    /// Opens a table to go on with it. An unfinished last line is cut off.
    ///
    /// # Errors
    /// When there is no such table, somebody else has it, or its journal is damaged.
    pub fn open(disk: &Disk, root: &Path) -> Result<(Self, Kept), StoreError> {
        is_table(root)?;
        let lock = lock(disk, root)?;
        let path = root.join(JOURNAL);
        let cannot = |error| StoreError::Disk(format!("`{}` cannot be opened", path.display()), error);
        let mut file = own_file(&path)?;
        let kept = read(root, &mut file)?;
        let length = mend(disk, &path, &mut file, &kept).map_err(cannot)?;
        let journal = Handle::from_file(file).map_err(cannot)?;
        let seal = kept.journal.seal;
        settle(disk, root, seal).map_err(replacing)?;
        let table = Self::writing(disk.clone(), root.to_owned(), Writing::new(journal, lock, length), seal);
        Ok((table, kept))
    }

    /// A table whose journal is open.
    pub(super) fn writing(disk: Disk, root: PathBuf, writing: Writing, seal: Seal) -> Self {
        let game = root.join(GAME);
        Self { disk, root, game, writing: Some(writing), seal }
    }

    /// Looks at a table without going on with it.
    ///
    /// # Errors
    /// When there is no such table, or its journal is damaged.
    pub fn look(root: &Path) -> Result<(Self, Kept), StoreError> {
        is_table(root)?;
        let path = root.join(JOURNAL);
        let mut file = own_file_to_read(&path)?;
        let kept = read(root, &mut file)?;
        let seal = kept.journal.seal;
        let (root, game) = (root.to_owned(), game_of(root, seal));
        Ok((Self { disk: Disk::default(), root, game, writing: None, seal }, kept))
    }

    /// Adds entries, and returns when they are on the disk. If that fails, none of them is.
    ///
    /// # Errors
    /// What the disk said, or that the table is not what it was.
    pub fn append(&mut self, entries: &[Entry]) -> Result<(), StoreError> {
        let (lines, seal) = lines_of(entries, self.seal)?;
        let Some(writing) = self.writing.as_mut().filter(|_| !lines.is_empty()) else { return Ok(()) };
        writing.append(&self.disk, &self.root, self.seal, lines.as_bytes())?;
        self.seal = seal;
        Ok(())
    }

    /// Writes a whole journal into a new file beside the one that is not the table's any more, and says where.
    ///
    /// # Errors
    /// What the disk said.
    pub fn keep_beside(&self, start: &Start, entries: &[Entry]) -> Result<PathBuf, StoreError> {
        let (first, seal) = start_line(start)?;
        let lines = first + &lines_of(entries, seal)?.0;
        let cannot = |error| StoreError::Disk("what was played could not be kept beside it either".to_owned(), error);
        let (path, mut file) = self.new_beside().map_err(cannot)?;
        self.disk.write(&path, &mut file, lines.as_bytes()).map_err(cannot)?;
        self.disk.sync(&path, &file).map_err(cannot)?;
        path.parent().map_or(Ok(()), |folder| self.disk.sync_folder(folder)).map_err(cannot)?;
        Ok(path)
    }

    /// A new file in the folder of the table, or beside that if it is gone.
    fn new_beside(&self) -> io::Result<(PathBuf, File)> {
        let journal = if self.root.is_dir() { self.root.join("journal") } else { self.root.clone() };
        for n in 1..MOST_BESIDE {
            let number = if n == 1 { String::new() } else { format!("-{n}") };
            let path = journal.with_added_extension(format!("unsaved{number}.jsonl"));
            match self.disk.make_file(&path) {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                made => return made.map(|file| (path, file)),
            }
        }
        Err(io::ErrorKind::AlreadyExists.into())
    }

    /// Copies a changed game beside the one the table is played with, and says where it is. It takes the other's place when
    /// the table has these entries as well.
    ///
    /// # Errors
    /// What the disk said; then nothing has changed.
    pub fn stage_game(&self, game: &GameFiles<'_>, entries: &[Entry]) -> Result<PathBuf, StoreError> {
        stage(&self.disk, &self.root, game, lines_of(entries, self.seal)?.1)
    }

    /// Puts the staged copy of the game in the place of the one the table was played with.
    ///
    /// # Errors
    /// What the disk said; then it is done when the table is opened the next time.
    pub fn take_staged(&mut self) -> Result<(), StoreError> {
        settle(&self.disk, &self.root, self.seal).map_err(replacing)
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

impl Writing {
    /// A journal that is open and so long, and its lock.
    pub(super) const fn new(journal: Handle, lock: Handle, length: u64) -> Self {
        Self { journal, lock, length, unsure: false }
    }

    fn append(&mut self, disk: &Disk, root: &Path, seal: Seal, lines: &[u8]) -> Result<(), StoreError> {
        let path = root.join(JOURNAL);
        if !self.is_ours(root, &path, seal) {
            return Err(StoreError::Replaced(root.to_owned()));
        }
        let file = self.journal.as_file_mut();
        // A line behind half of another one would be lost, and all that come later.
        if self.unsure {
            cut(disk, &path, file, self.length).map_err(|error| StoreError::Unsure(root.to_owned(), error))?;
            self.unsure = false;
        }
        if let Err(error) = disk.write(&path, file, lines).and_then(|()| disk.sync(&path, file)) {
            self.unsure = cut(disk, &path, file, self.length).is_err();
            return Err(if self.unsure {
                StoreError::Unsure(root.to_owned(), error)
            } else {
                StoreError::Disk("the answer could not be recorded".to_owned(), error)
            });
        }
        self.length += lines.len() as u64;
        Ok(())
    }

    /// Whether the table still is what we have written: programs that share folders replace files behind our back.
    fn is_ours(&mut self, root: &Path, path: &Path, seal: Seal) -> bool {
        leads_to(&root.join(LOCK), &self.lock)
            && leads_to(path, &self.journal)
            && self.ends_with(&format!("{seal}\n")).unwrap_or(false)
    }

    /// Whether the journal ends where it should, with this. The next line is written there.
    fn ends_with(&mut self, end: &str) -> io::Result<bool> {
        let file = self.journal.as_file_mut();
        let length = file.metadata()?.len();
        let mut found = vec![0; end.len()];
        file.seek(SeekFrom::Start(self.length.saturating_sub(end.len() as u64)))?;
        file.read_exact(&mut found)?;
        Ok(found == end.as_bytes() && (length == self.length || self.unsure))
    }
}

fn replacing(error: io::Error) -> StoreError {
    StoreError::Disk("the copy of the game could not be replaced".to_owned(), error)
}

/// Entries as lines of the journal, and the seal after them.
pub fn lines_of(entries: &[Entry], mut seal: Seal) -> Result<(String, Seal), StoreError> {
    let mut lines = String::new();
    for entry in entries {
        let (line, next) = entry_line(entry, seal)?;
        lines.push_str(&line);
        seal = next;
    }
    Ok((lines, seal))
}

/// Cuts a journal off after so many bytes.
fn cut(disk: &Disk, path: &Path, file: &mut File, length: u64) -> io::Result<()> {
    disk.cut(path, file, length)?;
    disk.sync(path, file)
}

/// Leaves nothing behind the last line that is whole, and gives it its end. Says how long the journal is then.
fn mend(disk: &Disk, path: &Path, file: &mut File, kept: &Kept) -> io::Result<u64> {
    let length = kept.journal.whole as u64;
    if kept.journal.has_end && kept.torn == 0 {
        return Ok(length);
    }
    disk.cut(path, file, length)?;
    let end: &[u8] = if kept.journal.has_end { b"" } else { b"\n" };
    disk.write(path, file, end)?;
    disk.sync(path, file)?;
    Ok(length + end.len() as u64)
}

/// Whether there is a table in a folder.
pub fn is_table(root: &Path) -> Result<(), StoreError> {
    if root.join(JOURNAL).is_file() { Ok(()) } else { Err(StoreError::Missing(root.to_owned())) }
}

fn read(root: &Path, file: &mut File) -> Result<Kept, StoreError> {
    let cannot = |error| StoreError::Disk(format!("the journal in `{}` cannot be read", root.display()), error);
    let length = file.metadata().map_err(cannot)?.len();
    if length > LONGEST_JOURNAL {
        return Err(StoreError::TooLong(root.join(JOURNAL), length));
    }
    let mut bytes = Vec::new();
    file.take(LONGEST_JOURNAL).read_to_end(&mut bytes).map_err(cannot)?;
    let journal = read_journal(&bytes).map_err(|damage| StoreError::Damaged(root.to_owned(), damage))?;
    let torn = if journal.has_end { bytes.len() - journal.whole } else { 0 };
    Ok(Kept { journal, torn })
}
