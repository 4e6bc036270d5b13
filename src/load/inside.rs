//! What is inside a game folder: where a path ends, links and all, and every file that can be reached. What is read and
//! what a table keeps a copy of is decided here, once for both.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Component, Path, PathBuf};

use crate::diag::Diagnostics;
use crate::model::AssetError;

/// Folders in which other programs keep the history of a game.
const HISTORY: [&str; 4] = [".git", ".hg", ".svn", ".jj"];
/// What is made of a game lies in a folder of its name in here.
const OUTPUT: &str = "output";
/// Tables lie in here.
const TABLES: &str = "tables";
/// A folder with these files is a table.
const TABLE: [&str; 2] = ["journal.jsonl", "lock"];
/// A hidden folder whose name ends so is a table that is being set up.
const TABLE_UNDER_WAY: &str = ".table-part";

/// The file at a path of a game folder, if the path stays inside. A path that is not there is for its reader to tell.
pub fn resolve(root: &Path, path: &Path) -> Result<PathBuf, AssetError> {
    let mut parts = Vec::new();
    for part in path.components() {
        match part {
            Component::Normal(part) => parts.push(part),
            Component::CurDir => {}
            _ => return Err(AssetError::Outside),
        }
    }
    let full = root.join(path);
    let Ok(real) = root.canonicalize() else { return Ok(full) };
    let mut on_the_way = vec![real.clone()];
    let mut at = root.to_owned();
    for part in parts {
        at.push(part);
        // A link may point anywhere; what counts is where it ends.
        let Ok(end) = at.canonicalize() else { return Ok(full) };
        let inside = end.strip_prefix(&real).map_err(|_| AssetError::Outside)?;
        if let Some(foreign) = foreign(&real, inside) {
            return Err(foreign);
        }
        if on_the_way.contains(&end) {
            return Err(AssetError::Circle);
        }
        on_the_way.push(end);
    }
    Ok(full)
}

/// Why nothing at a place of the folder belongs to the game.
fn foreign(real: &Path, inside: &Path) -> Option<AssetError> {
    let mut folder = PathBuf::new();
    for part in inside {
        folder.push(part);
        let holds = if HISTORY.iter().any(|name| part == *name) {
            "the history of the game"
        } else if folder.parent() == Some(Path::new(OUTPUT)) && Some(part) == real.file_name() {
            "what is made of the game"
        } else if is_under_way(part) || TABLE.iter().all(|file| real.join(&folder).join(file).is_file()) {
            "a table"
        } else {
            continue;
        };
        return Some(AssetError::NoPart { folder: folder.display().to_string(), holds });
    }
    None
}

fn is_under_way(name: &OsStr) -> bool {
    let name = name.to_string_lossy();
    name.starts_with('.') && name.ends_with(TABLE_UNDER_WAY)
}

/// Every file of a game folder, as a path from there, sorted: all that could be named, whether it is or not.
///
/// # Errors
/// Every link that leads out or around in a circle, and every folder that cannot be read.
pub fn files_of(root: &Path) -> Result<Vec<PathBuf>, Diagnostics> {
    let mut walk = Walk { root, files: Vec::new(), open: vec![PathBuf::new()], found: Diagnostics::new() };
    while let Some(folder) = walk.open.pop() {
        if let Err(error) = walk.enter(&folder) {
            walk.tell(&folder, &AssetError::Unreadable(error.to_string()));
        }
    }
    walk.files.sort();
    if walk.found.has_errors() { Err(walk.found) } else { Ok(walk.files) }
}

struct Walk<'r> {
    root: &'r Path,
    files: Vec<PathBuf>,
    /// Folders that are still to be entered.
    open: Vec<PathBuf>,
    found: Diagnostics,
}

impl Walk<'_> {
    fn enter(&mut self, folder: &Path) -> io::Result<()> {
        for entry in fs::read_dir(self.root.join(folder))? {
            let path = folder.join(entry?.file_name());
            match resolve(self.root, &path) {
                Ok(full) => self.take(path, &full),
                Err(AssetError::NoPart { .. }) => {}
                // Both may lie on another disk: nothing is read from there.
                Err(AssetError::Outside) if [OUTPUT, TABLES].iter().any(|name| path == Path::new(name)) => {}
                Err(error) => self.tell(&path, &error),
            }
        }
        Ok(())
    }

    fn take(&mut self, path: PathBuf, full: &Path) {
        match fs::metadata(full) {
            Ok(info) if info.is_dir() => self.open.push(path),
            Ok(info) if info.is_file() => self.files.push(path),
            // Whoever names a link to nothing is told so.
            Ok(_) => {}
            Err(error) if error.kind() == ErrorKind::NotFound => {}
            Err(error) => self.tell(&path, &AssetError::Unreadable(error.to_string())),
        }
    }

    fn tell(&mut self, path: &Path, error: &AssetError) {
        let shown = if path == Path::new("") { self.root } else { path };
        self.found.push(error.diagnostic(&shown.display().to_string()));
    }
}

/// The names in a folder, sorted.
pub fn names_in(folder: &Path) -> io::Result<Vec<OsString>> {
    let entries = match fs::read_dir(folder) {
        Err(error) if is_missing(&error) => return Ok(Vec::new()),
        entries => entries?,
    };
    let mut names = entries.map(|entry| Ok(entry?.file_name())).collect::<io::Result<Vec<_>>>()?;
    names.sort();
    Ok(names)
}

/// Whether there is nothing of this name, rather than something that cannot be had.
pub fn is_missing(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory)
}

/// A name as text.
pub fn text_of_name(name: &OsStr) -> Result<&str, AssetError> {
    name.to_str().ok_or_else(|| AssetError::NoName(name.to_string_lossy().into_owned()))
}
