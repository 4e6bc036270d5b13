//! Files that appear whole or not at all, alone or as a set, and stay when the power goes once it is said that they are there.

use std::collections::BTreeSet;
use std::fs;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use crate::diag::Diagnostic;
use crate::disk::Disk;

/// So many bytes are written at once.
const AT_ONCE: usize = 1 << 20;
/// More files are not written under one name at once.
const MOST_AT_ONCE: usize = 1_000;

/// The path of a file below the folder that was asked for. A folder that came with the game must not lead elsewhere.
///
/// # Errors
/// When a folder on the way is a link.
pub fn below(output: &Path, file: &Path) -> Result<PathBuf, Diagnostic> {
    let path = output.join(file);
    let inside = file.components().count();
    // An absolute output is what somebody typed, and a link if they wish so.
    let on_the_way = if output.is_absolute() { inside.saturating_sub(1) } else { inside };
    let link = path.ancestors().skip(1).take(on_the_way).find(|folder| folder.is_symlink());
    link.map_or(Ok(path.clone()), |link| {
        let message = format!("`{}` is a link, and nothing is written where it leads", link.display());
        Err(Diagnostic::error(message).hint("remove it, or name another folder by its whole path"))
    })
}

/// Writes a file whole or not at all, whoever else writes it just now. What was there is replaced, and so is a link: never
/// what it leads to.
///
/// # Errors
/// What the disk said.
pub fn save(disk: &Disk, path: &Path, bytes: &[u8]) -> Result<(), Diagnostic> {
    let mut alone = FileSet::on(disk);
    alone.save(path, bytes)?;
    alone.finish()
}

/// Why a file is not saved.
pub enum Unsaved {
    /// The disk said so.
    Disk(io::Error),
    /// There is a problem with what was to be saved.
    Told(Box<Diagnostic>),
}

impl From<io::Error> for Unsaved {
    fn from(error: io::Error) -> Self {
        Self::Disk(error)
    }
}

/// A file on the disk that is being written.
struct OnDisk<'d> {
    disk: &'d Disk,
    path: &'d Path,
    file: &'d mut fs::File,
}

impl Write for OnDisk<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.disk.write(self.path, self.file, bytes)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Files that belong together. They are taken away when the set is dropped before it is finished, whatever ended it.
#[derive(Debug)]
#[must_use]
pub struct FileSet<'d> {
    disk: &'d Disk,
    files: Vec<PathBuf>,
    /// Folders with names that may not be on the disk yet.
    unsettled: BTreeSet<PathBuf>,
}

impl<'d> FileSet<'d> {
    /// No files yet.
    pub const fn on(disk: &'d Disk) -> Self {
        Self { disk, files: Vec::new(), unsettled: BTreeSet::new() }
    }

    /// Writes one more file, whole or not at all.
    ///
    /// # Errors
    /// What the disk said.
    pub fn save(&mut self, path: &Path, bytes: &[u8]) -> Result<(), Diagnostic> {
        self.save_with(path, |file| Ok(file.write_all(bytes)?))
    }

    /// The same for a file that is made while it is written.
    ///
    /// # Errors
    /// What the disk said, or whoever makes it.
    pub fn save_with<T>(
        &mut self,
        path: &Path,
        make: impl FnOnce(&mut dyn Write) -> Result<T, Unsaved>,
    ) -> Result<T, Diagnostic> {
        self.place(path, make).map_err(|unsaved| match unsaved {
            Unsaved::Disk(error) => Diagnostic::error(format!("cannot write `{}`: {error}", path.display())),
            Unsaved::Told(why) => *why,
        })
    }

    fn place<T>(&mut self, path: &Path, make: impl FnOnce(&mut dyn Write) -> Result<T, Unsaved>) -> Result<T, Unsaved> {
        let folder = path.parent().unwrap_or(Path::new(""));
        self.unsettled.extend(self.disk.make_folders(folder)?);
        let (beside, mut file) = new_beside(self.disk, path)?;
        let part = Unplaced(self.disk, Some(beside.clone()));
        let mut writer = BufWriter::with_capacity(AT_ONCE, OnDisk { disk: self.disk, path: &beside, file: &mut file });
        let made = make(&mut writer)?;
        writer.flush()?;
        drop(writer);
        // A name must not be on the disk before what it stands for.
        self.disk.sync(&beside, &file)?;
        self.disk.rename(&beside, path)?;
        part.placed();
        self.files.push(path.to_owned());
        Ok(made)
    }

    /// Returns when all files so far are on the disk: what comes after them is never there without them.
    ///
    /// # Errors
    /// What the disk said.
    pub fn settle(&mut self) -> Result<(), Diagnostic> {
        for folder in std::mem::take(&mut self.unsettled) {
            self.disk.sync_folder(&folder).map_err(|error| {
                Diagnostic::error(format!("what is in `{}` may not be on the disk: {error}", folder.display()))
            })?;
        }
        Ok(())
    }

    /// The set is whole, and stays.
    ///
    /// # Errors
    /// What the disk said.
    pub fn finish(mut self) -> Result<(), Diagnostic> {
        self.settle()?;
        self.files.clear();
        Ok(())
    }
}

impl Drop for FileSet<'_> {
    fn drop(&mut self) {
        for path in &self.files {
            // Somebody else may have taken it away.
            let _ = self.disk.remove_file(path);
        }
    }
}

/// A file that has not got its name yet.
struct Unplaced<'d>(&'d Disk, Option<PathBuf>);

impl Unplaced<'_> {
    fn placed(mut self) {
        self.1 = None;
    }
}

impl Drop for Unplaced<'_> {
    fn drop(&mut self) {
        if let Some(path) = &self.1 {
            let _ = self.0.remove_file(path);
        }
    }
}

/// A new file that takes the place of another when it is whole.
fn new_beside(disk: &Disk, path: &Path) -> io::Result<(PathBuf, fs::File)> {
    for n in 1..MOST_AT_ONCE {
        let number = if n == 1 { String::new() } else { format!("{n}.") };
        let beside = path.with_added_extension(format!("{number}part"));
        match disk.make_file(&beside) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            made => return made.map(|file| (beside, file)),
        }
    }
    Err(io::ErrorKind::AlreadyExists.into())
}

#[cfg(test)]
mod tests {
    use super::{Disk, FileSet};

    #[test]
    fn a_set_that_ends_in_the_middle_takes_itself_away() {
        let folder = tempfile::tempdir().unwrap();
        let (whole, broken) = (folder.path().join("whole"), folder.path().join("broken"));
        let disk = Disk::default();
        let mut set = FileSet::on(&disk);
        set.save(&whole, b"x").unwrap();
        set.finish().unwrap();
        let panicked = std::panic::catch_unwind(|| {
            let disk = Disk::default();
            let mut set = FileSet::on(&disk);
            set.save(&broken, b"x").unwrap();
            panic!("in the middle");
        });
        assert!(panicked.is_err() && whole.exists() && !broken.exists());
    }
}
