//! A new table is set up under another name beside its place, and takes its place whole: whoever looks, and whenever the
//! power goes, there is a table that can be played, or none. Of two that want one place, the first has it.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use same_file::Handle;

use crate::referee::{Entry, Start, start_line};

use super::error::StoreError;
use super::folder::{TableFolder, Writing, lines_of};
use super::freeze::{GameFiles, copy_game};
use super::lock::{lock, new_lock, own_file};
use super::names::{GAME, JOURNAL, LOCK, UNDER_WAY};
use crate::disk::Disk;

/// More tables of one name are not set up at once.
const MOST_AT_ONCE: usize = 1_000;

/// The folder of a table that is not in its place yet. It is removed when it does not get there.
#[derive(Debug)]
pub struct NewFolder {
    disk: Disk,
    /// Where it is now; nowhere, once it is somebody else's to remove.
    at: Option<PathBuf>,
    lock: Option<Handle>,
    /// Folders whose names are not on the disk yet: the one of the tables, and those above that had to be made.
    names: Vec<PathBuf>,
}

impl NewFolder {
    /// Looks whether a table could be in this place now, so that nothing is copied in vain.
    ///
    /// # Errors
    /// When there is a table already.
    pub fn can_be_at(root: &Path) -> Result<(), StoreError> {
        if is_free(root) { Ok(()) } else { Err(StoreError::Exists(root.to_owned())) }
    }

    /// Begins a table beside the place where it is to be, with a copy of its game. Whether the place is free is seen in the end.
    ///
    /// # Errors
    /// When the disk does not take it; then nothing is left behind.
    pub fn begin(disk: &Disk, root: &Path, game: &GameFiles<'_>) -> Result<Self, StoreError> {
        if is_under_way(root) {
            return Err(StoreError::Reserved(root.to_owned()));
        }
        let cannot = |error| StoreError::Disk(format!("the table cannot be kept in `{}`", root.display()), error);
        let tables = root.parent().unwrap_or(Path::new(""));
        let names = disk.make_folders(tables).map_err(cannot)?;
        clear_away(disk, tables);
        let at = make_beside(disk, root, tables).map_err(cannot)?;
        let mut new = Self { disk: disk.clone(), at: Some(at.clone()), lock: None, names };
        new.lock = Some(new_lock(disk, &at)?);
        copy_game(disk, game, &at.join(GAME), cannot)?;
        Ok(new)
    }

    /// The copy of the game, as long as the table is not in its place.
    #[must_use]
    pub fn game(&self) -> PathBuf {
        self.at.as_deref().unwrap_or(Path::new("")).join(GAME)
    }

    /// Puts the table into the first of these places that is free. It is on the disk when this returns.
    ///
    /// # Errors
    /// When none is free, or the disk does not take it; then nothing is left behind.
    pub fn place(
        mut self,
        roots: impl Iterator<Item = PathBuf>,
        start: &Start,
        entries: &[Entry],
    ) -> Result<TableFolder, StoreError> {
        let (first, seal) = start_line(start)?;
        let (rest, seal) = lines_of(entries, seal)?;
        let lines = first + &rest;
        let cannot = |error| StoreError::Disk("the table cannot be kept".to_owned(), error);
        let at = self.at.clone().unwrap_or_default();
        self.write(&at, lines.as_bytes()).map_err(cannot)?;
        let root = self.move_to(&at, roots)?;
        self.names.iter().try_for_each(|folder| self.disk.sync_folder(folder)).map_err(cannot)?;
        let lock = self.lock.take().map_or_else(|| lock(&self.disk, &root), Ok)?;
        let file = own_file(&root.join(JOURNAL))?;
        let journal = Handle::from_file(file).map_err(cannot)?;
        self.at = None;
        let writing = Writing::new(journal, lock, lines.len() as u64);
        Ok(TableFolder::writing(self.disk.clone(), root, writing, seal))
    }

    fn write(&self, at: &Path, lines: &[u8]) -> io::Result<()> {
        let path = at.join(JOURNAL);
        let mut file = self.disk.make_file(&path)?;
        self.disk.write(&path, &mut file, lines)?;
        self.disk.sync(&path, &file)?;
        self.disk.sync_folder(at)
    }

    /// What is in the way is never replaced, whoever puts it there and when.
    fn move_to(&mut self, at: &Path, roots: impl Iterator<Item = PathBuf>) -> Result<PathBuf, StoreError> {
        // Elsewhere a folder in which a file is open cannot be moved.
        self.lock = self.lock.take().filter(|_| cfg!(unix));
        let mut taken = PathBuf::new();
        for root in roots {
            match self.disk.rename(at, &root) {
                Ok(()) => {
                    self.at = Some(root.clone());
                    return Ok(root);
                }
                Err(_) if !is_free(&root) => taken = root,
                Err(error) => {
                    let what = format!("the table cannot be kept in `{}`", root.display());
                    return Err(StoreError::Disk(what, error));
                }
            }
        }
        Err(StoreError::Exists(taken))
    }
}

impl Drop for NewFolder {
    fn drop(&mut self) {
        if let Some(at) = &self.at {
            let _ = self.disk.remove_folder(at);
        }
    }
}

/// Whether there is nothing, or an empty folder.
fn is_free(root: &Path) -> bool {
    match fs::symlink_metadata(root) {
        Err(error) => error.kind() == io::ErrorKind::NotFound,
        Ok(info) => info.is_dir() && fs::read_dir(root).is_ok_and(|mut all| all.next().is_none()),
    }
}

/// Makes a folder beside the place of a table.
fn make_beside(disk: &Disk, root: &Path, tables: &Path) -> io::Result<PathBuf> {
    let name = root.file_name().unwrap_or_default().to_string_lossy();
    for n in 1..MOST_AT_ONCE {
        let at = tables.join(format!(".{name}-{n}{UNDER_WAY}"));
        match disk.make_folder(&at) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            made => return made.map(|()| at),
        }
    }
    Err(io::ErrorKind::AlreadyExists.into())
}

/// Whether a folder is a table that is being set up, or what is left of one.
pub fn is_under_way(folder: &Path) -> bool {
    let name = folder.file_name().unwrap_or_default().to_string_lossy();
    name.starts_with('.') && name.ends_with(UNDER_WAY)
}

/// Removes what is left of tables that nobody sets up any more: their locks were held, and are not.
fn clear_away(disk: &Disk, tables: &Path) {
    let tables = if tables == Path::new("") { Path::new(".") } else { tables };
    for entry in fs::read_dir(tables).into_iter().flatten().flatten() {
        let left = entry.path();
        if is_under_way(&left) && left.join(LOCK).is_file() && lock(disk, &left).is_ok() {
            // It is in nobody's way.
            let _ = disk.remove_folder(&left);
        }
    }
}
