//! Which copy of the game a table is played with, and how a changed one takes its place. A changed copy waits under a name
//! that holds the seal of the journal it belongs to: from the instant at which the journal has that seal, it is the game.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::referee::Seal;

use super::error::StoreError;
use super::freeze::{GameFiles, copy_game};
use super::names::GAME;
use crate::disk::Disk;

/// A changed game while it is copied, what begins its name when it waits, and the copy that it replaced.
const UNDER_WAY: &str = "game.part";
const WAITING: &str = "game.new";
const REPLACED: &str = "game.old";

/// The copy that goes with a journal.
pub fn game_of(root: &Path, seal: Seal) -> PathBuf {
    let waiting = root.join(waiting(seal));
    let names = [GAME, WAITING, REPLACED].map(|name| root.join(name));
    let there = std::iter::once(waiting).chain(names).find(|folder| folder.is_dir());
    there.unwrap_or_else(|| root.join(GAME))
}

fn waiting(seal: Seal) -> String {
    format!("{WAITING}-{seal}")
}

/// Copies a changed game beside the one the table is played with, to take its place with the entry that has this seal. Says
/// where it waits.
pub fn stage(disk: &Disk, root: &Path, game: &GameFiles<'_>, seal: Seal) -> Result<PathBuf, StoreError> {
    let cannot = |error| StoreError::Disk("the changed game could not be copied".to_owned(), error);
    let (under_way, waiting) = (root.join(UNDER_WAY), root.join(waiting(seal)));
    disk.remove_folder(&under_way).and_then(|()| disk.remove_folder(&waiting)).map_err(cannot)?;
    copy_game(disk, game, &under_way, cannot).inspect_err(|_| drop(disk.remove_folder(&under_way)))?;
    disk.rename(&under_way, &waiting).and_then(|()| disk.sync_folder(root)).map_err(cannot)?;
    Ok(waiting)
}

/// Gives the copy that goes with the journal its lasting name, whatever was cut off before, and clears away all others.
pub fn settle(disk: &Disk, root: &Path, seal: Seal) -> io::Result<()> {
    let (chosen, own) = (game_of(root, seal), root.join(GAME));
    if chosen != own && chosen.is_dir() {
        if own.is_symlink() {
            // Only the link goes, wherever it leads.
            disk.remove_file(&own)?;
        } else if own.is_dir() {
            disk.remove_folder(&root.join(REPLACED))?;
            disk.rename(&own, &root.join(REPLACED))?;
        }
        disk.rename(&chosen, &own)?;
        disk.sync_folder(root)?;
    }
    for entry in fs::read_dir(root)? {
        let entry = entry?;
        let name = entry.file_name();
        let is_left = [UNDER_WAY, WAITING, REPLACED].iter().any(|left| name.to_string_lossy().starts_with(left));
        if is_left {
            // It is in nobody's way.
            let _ = disk.remove_folder(&entry.path());
        }
    }
    Ok(())
}
