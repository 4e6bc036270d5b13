//! Copies the files of a game, so that a table in progress is not changed by edits. What belongs to the game is for others
//! to say; here it is only put on the disk, to stay there.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use super::error::StoreError;
use crate::disk::Disk;

/// How much of a file is in memory while it is copied.
const AT_ONCE: usize = 1 << 20;

/// The files of a game, as a table keeps them.
#[derive(Debug, Clone, Copy)]
pub struct GameFiles<'g> {
    /// The folder of the game.
    pub folder: &'g Path,
    /// Every file that belongs to it, as a path from there.
    pub files: &'g [PathBuf],
}

/// Copies a game into a folder that is not there yet. It is on the disk when this returns, but for the name of the folder.
pub fn copy_game(
    disk: &Disk,
    game: &GameFiles<'_>,
    to: &Path,
    cannot: impl Fn(io::Error) -> StoreError,
) -> Result<(), StoreError> {
    let mut folders = BTreeSet::new();
    make_folder(disk, to, to, &mut folders).map_err(&cannot)?;
    for file in game.files {
        let (from, copy) = (game.folder.join(file), to.join(file));
        let source = File::open(&from).map_err(|error| StoreError::Unreadable(from.clone(), error))?;
        make_folder(disk, to, copy.parent().unwrap_or(to), &mut folders).map_err(&cannot)?;
        copy_file(disk, (source, &from), &copy, &cannot)?;
    }
    // What is in a folder comes before its name.
    folders.iter().rev().try_for_each(|folder| disk.sync_folder(folder)).map_err(cannot)
}

/// Makes a folder inside the copy, and those above it.
fn make_folder(disk: &Disk, top: &Path, folder: &Path, made: &mut BTreeSet<PathBuf>) -> io::Result<()> {
    let above = folder.ancestors().take_while(|above| above.starts_with(top) && !made.contains(*above));
    let missing: Vec<PathBuf> = above.map(Path::to_owned).collect();
    for folder in missing.into_iter().rev() {
        disk.make_folder(&folder)?;
        made.insert(folder);
    }
    Ok(())
}

fn copy_file(
    disk: &Disk,
    (mut source, from): (File, &Path),
    to: &Path,
    cannot: impl Fn(io::Error) -> StoreError,
) -> Result<(), StoreError> {
    let mut copy = disk.make_file(to).map_err(&cannot)?;
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        let read = source.by_ref().take(AT_ONCE as u64).read_to_end(&mut bytes);
        if read.map_err(|error| StoreError::Unreadable(from.to_owned(), error))? == 0 {
            return disk.sync(to, &copy).map_err(cannot);
        }
        disk.write(to, &mut copy, &bytes).map_err(&cannot)?;
    }
}
