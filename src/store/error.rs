//! What can go wrong with a table on disk, and what to do about it.

use std::fmt;
use std::io;
use std::path::PathBuf;

use crate::referee::{Damage, Unwritable};

use super::names::JOURNAL;

/// What can go wrong with a table on disk.
#[derive(Debug)]
pub enum StoreError {
    /// There is no such table.
    Missing(PathBuf),
    /// There is one already.
    Exists(PathBuf),
    /// Its name is one of those that tables have while they are set up.
    Reserved(PathBuf),
    /// Somebody else writes to it.
    Locked(PathBuf),
    /// Its journal is damaged.
    Damaged(PathBuf, Damage),
    /// A file of its game, or the folder of tables, cannot be read: which, and what the disk said.
    Unreadable(PathBuf, io::Error),
    /// The disk did not do as it should: what was tried, and what it said.
    Disk(String, io::Error),
    /// Its journal is longer than any that was played: so many bytes.
    TooLong(PathBuf, u64),
    /// What should be a file of the table is a link, or something else that leads elsewhere.
    NoFile(PathBuf),
    /// Somebody else has changed, replaced or moved the table in this folder while it was open.
    Replaced(PathBuf),
    /// Something cannot be written down.
    Unwritable(Unwritable),
    /// The disk did not do as it should, and nobody knows what the journal ends with.
    Unsure(PathBuf, io::Error),
}

impl From<Unwritable> for StoreError {
    fn from(unwritable: Unwritable) -> Self {
        Self::Unwritable(unwritable)
    }
}

impl fmt::Display for StoreError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing(path) => write!(out, "there is no table in `{}`", path.display()),
            Self::Exists(path) => write!(out, "there is a table in `{}` already", path.display()),
            Self::Reserved(path) => {
                write!(out, "`{}` is a name for tables that are still being set up", path.display())
            }
            Self::Locked(path) => write!(out, "another Tablewright is writing to the table in `{}`", path.display()),
            Self::Damaged(path, damage) => {
                write!(out, "line {} of `{}` is damaged: {}", damage.line, path.join(JOURNAL).display(), damage.why)
            }
            Self::Unreadable(path, error) => write!(out, "`{}` cannot be read: {error}", path.display()),
            Self::TooLong(path, length) => {
                write!(out, "`{}` has {} MB, and 64 MB is the limit", path.display(), length / 1_000_000)
            }
            Self::NoFile(path) => {
                write!(out, "`{}` is no file of the table, but a link or the like", path.display())
            }
            Self::Replaced(path) => {
                write!(out, "another program has changed the table in `{}` while it was open", path.display())
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
            Self::Exists(_) | Self::Reserved(_) => "choose another name with `--table`".into(),
            Self::Locked(_) => "close it there, or wait until it is done; nothing was changed".into(),
            Self::Damaged(_, damage) if damage.line > 1 => {
                format!("nothing was changed; the lines before {} are whole, and can be kept alone", damage.line)
            }
            Self::Damaged(..) | Self::TooLong(..) => "nothing was changed; put back the file as it was".into(),
            Self::Unreadable(..) => "nothing was changed; see who may read it".into(),
            Self::NoFile(_) => "nothing was changed: it might lead to any file; take it away".into(),
            Self::Replaced(_) => "nothing more is written to it; see what copies, syncs or moves this folder".into(),
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
