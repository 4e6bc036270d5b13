//! Copies the files of a game, so that a table in progress is not changed by edits. What belongs to the game is for others
//! to say; here it is only put on the disk, to stay there.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use super::error::StoreError;

/// The files of a game, as a table keeps them.
#[derive(Debug, Clone, Copy)]
pub struct GameFiles<'g> {
    /// The folder of the game.
    pub folder: &'g Path,
    /// Every file that belongs to it, as a path from there.
    pub files: &'g [PathBuf],
}

/// Copies a game into a folder that is not there yet. It is on the disk when this returns.
pub fn copy_game(game: &GameFiles<'_>, to: &Path, disk: impl Fn(io::Error) -> StoreError) -> Result<(), StoreError> {
    fs::create_dir_all(to).map_err(&disk)?;
    let mut folders = BTreeSet::from([to.to_owned()]);
    for file in game.files {
        let from = game.folder.join(file);
        let bytes = fs::read(&from).map_err(|error| StoreError::Unreadable(from, error))?;
        let copy = to.join(file);
        if let Some(folder) = copy.parent() {
            fs::create_dir_all(folder).map_err(&disk)?;
            folders.extend(folder.ancestors().take_while(|above| *above != to).map(Path::to_owned));
        }
        write_file(&copy, &bytes).map_err(&disk)?;
    }
    // What is in a folder comes before its name.
    folders.iter().rev().try_for_each(|folder| sync_folder(folder)).map_err(disk)
}

/// Writes a file that is not there yet, and returns when it is on the disk.
pub fn write_file(path: &Path, bytes: &[u8]) -> io::Result<File> {
    let mut file = File::create_new(path)?;
    file.write_all(bytes)?;
    file.sync_all()?;
    Ok(file)
}

/// Returns when the names in a folder are on the disk.
#[cfg(unix)]
pub fn sync_folder(folder: &Path) -> io::Result<()> {
    let folder = if folder == Path::new("") { Path::new(".") } else { folder };
    match File::open(folder)?.sync_all() {
        // Some disks of the network know nothing of this.
        Err(error) if matches!(error.kind(), io::ErrorKind::InvalidInput | io::ErrorKind::Unsupported) => Ok(()),
        synced => synced,
    }
}

/// Elsewhere names are on the disk when they are given.
#[cfg(not(unix))]
pub fn sync_folder(_: &Path) -> io::Result<()> {
    Ok(())
}
