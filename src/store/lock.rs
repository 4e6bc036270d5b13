//! Whoever writes to a table holds its lock: a file of the table's own, and never one that a link leads to.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io;
use std::path::Path;

use same_file::Handle;

use super::error::StoreError;
use super::names::LOCK;
use crate::disk::Disk;

/// The name of a lock that nobody holds yet: whatever is called `lock` was held by somebody.
const UNHELD: &str = "lock.part";

/// Takes the lock of a table.
pub fn lock(disk: &Disk, root: &Path) -> Result<Handle, StoreError> {
    let path = root.join(LOCK);
    match own_file(&path) {
        Err(StoreError::Disk(_, error)) if error.kind() == io::ErrorKind::NotFound => new_lock(disk, root),
        file => held(root, &path, file?),
    }
}

/// Makes the lock of a table that has none, and takes it.
pub fn new_lock(disk: &Disk, root: &Path) -> Result<Handle, StoreError> {
    let (unheld, path) = (root.join(UNHELD), root.join(LOCK));
    let file = match disk.make_file(&unheld) {
        // What is left from somebody who was killed is as good.
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => own_file(&unheld)?,
        file => file.map_err(|error| cannot_open(&path, error))?,
    };
    let held = held(root, &path, file)?;
    disk.rename(&unheld, &path).map_err(|error| cannot_open(&path, error))?;
    Ok(held)
}

fn held(root: &Path, path: &Path, file: File) -> Result<Handle, StoreError> {
    match file.try_lock() {
        Ok(()) => Handle::from_file(file).map_err(|error| cannot_open(path, error)),
        Err(TryLockError::WouldBlock) => Err(StoreError::Locked(root.to_owned())),
        Err(TryLockError::Error(error)) => Err(cannot_open(path, error)),
    }
}

/// Opens a file of a table to write to it.
pub fn own_file(path: &Path) -> Result<File, StoreError> {
    open_own(path, OpenOptions::new().read(true).write(true))
}

/// Opens a file of a table to read it.
pub fn own_file_to_read(path: &Path) -> Result<File, StoreError> {
    open_own(path, OpenOptions::new().read(true))
}

/// A link might lead to any other file, and a pipe nowhere.
fn open_own(path: &Path, how: &OpenOptions) -> Result<File, StoreError> {
    let info = fs::symlink_metadata(path).map_err(|error| cannot_open(path, error))?;
    // A folder says itself that it is one.
    if !info.is_file() && !info.is_dir() {
        return Err(StoreError::NoFile(path.to_owned()));
    }
    how.open(path).map_err(|error| cannot_open(path, error))
}

/// Whether a path still leads to an open file.
pub fn leads_to(path: &Path, open: &Handle) -> bool {
    let is_file = fs::symlink_metadata(path).is_ok_and(|info| info.is_file());
    is_file && Handle::from_path(path).is_ok_and(|there| there == *open)
}

fn cannot_open(path: &Path, error: io::Error) -> StoreError {
    StoreError::Disk(format!("`{}` cannot be opened", path.display()), error)
}
