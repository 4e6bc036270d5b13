//! Copies the folder of a game, so that a table in progress is not changed by edits.

use std::fs;
use std::io;
use std::path::Path;

/// Deeper folders than this are no game.
const DEEPEST: usize = 12;
/// No game has more files.
const MOST_FILES: usize = 10_000;

/// Folders that are no part of a game: what is made of it, and tables that are played with it.
const NOT_COPIED: [&str; 2] = ["output", "tables"];

/// Copies a game folder, without hidden files and links.
pub fn copy_game(from: &Path, to: &Path) -> io::Result<()> {
    let mut left = MOST_FILES;
    copy(from, to, 0, &mut left)
}

fn copy(from: &Path, to: &Path, depth: usize, left: &mut usize) -> io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let name = entry.file_name();
        let kind = entry.file_type()?;
        let is_left_out = depth == 0 && NOT_COPIED.iter().any(|left_out| name == *left_out);
        if name.to_string_lossy().starts_with('.') || kind.is_symlink() || is_left_out {
            continue;
        }
        *left = left.checked_sub(1).ok_or_else(|| io::Error::other("the game has too many files"))?;
        if kind.is_dir() && depth == DEEPEST {
            return Err(io::Error::other(format!("the game has more than {DEEPEST} folders inside of each other")));
        }
        if kind.is_dir() {
            copy(&entry.path(), &to.join(&name), depth + 1, left)?;
        } else if kind.is_file() {
            fs::copy(entry.path(), to.join(&name))?;
        }
    }
    Ok(())
}
