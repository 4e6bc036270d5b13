//! Which tables there are in a folder.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use super::error::StoreError;
use super::folder::is_table;
use super::names::JOURNAL;
use super::new::is_under_way;

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
        if is_table(&path).is_ok() && !is_under_way(&path) {
            found.push((played(&path), path));
        }
    }
    found.sort_by(|a, b| b.cmp(a));
    Ok(found.into_iter().map(|(_, path)| path).collect())
}
