//! Where files come from: a folder on disk that nothing can leave, and the templates inside the binary.

use std::fs;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use include_dir::{Dir, include_dir};

use crate::diag::{Diagnostic, meant_or_known};
use crate::model::{AssetError, Assets};

use super::GAME_FILE;

/// What all games share: templates, icons, fonts. A path that starts with this word is never read from the game.
const SHARED: &str = "templates";
static TEMPLATES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/templates");

/// No picture or table of a game is larger than this.
pub(super) const LARGEST_FILE: u64 = 32_000_000;
/// No YAML written by people is larger than this.
const LARGEST_TEXT: u64 = 4_000_000;

/// A folder on disk.
#[derive(Debug, Clone)]
pub struct DiskAssets {
    root: PathBuf,
}

impl DiskAssets {
    /// The files below `root`.
    #[must_use]
    pub fn new(root: impl Into<PathBuf>) -> Self {
        Self { root: root.into() }
    }

    fn inside(&self, path: &str) -> Result<PathBuf, AssetError> {
        let relative = Path::new(path);
        if !relative.components().all(|part| matches!(part, Component::Normal(_) | Component::CurDir)) {
            return Err(AssetError::Outside);
        }
        let full = self.root.join(relative);
        // A link may point anywhere; what counts is where it ends.
        match (full.canonicalize(), self.root.canonicalize()) {
            (Ok(end), Ok(root)) if !end.starts_with(&root) => Err(AssetError::Outside),
            _ => Ok(full),
        }
    }
}

impl Assets for DiskAssets {
    fn read(&self, path: &str) -> Result<Arc<[u8]>, AssetError> {
        let full = self.inside(path)?;
        let info = fs::metadata(&full).ok().filter(fs::Metadata::is_file).ok_or_else(|| self.missing(path))?;
        let limit = if is_text(path) { LARGEST_TEXT } else { LARGEST_FILE };
        if info.len() > limit {
            return Err(AssetError::TooLarge { bytes: info.len(), limit });
        }
        fs::read(&full).map(Arc::from).map_err(|error| AssetError::Unreadable(error.to_string()))
    }

    fn list(&self, folder: &str) -> Vec<String> {
        let Ok(full) = self.inside(folder) else { return Vec::new() };
        let Ok(entries) = fs::read_dir(full) else { return Vec::new() };
        let prefix = if folder.is_empty() { String::new() } else { format!("{folder}/") };
        let mut names: Vec<String> = entries
            .filter_map(Result::ok)
            .filter(|entry| entry.path().is_file())
            .filter_map(|entry| Some(format!("{prefix}{}", entry.file_name().to_str()?)))
            .collect();
        names.sort();
        names
    }

    fn shown(&self, path: &str) -> String {
        self.root.join(path).display().to_string()
    }
}

fn is_text(path: &str) -> bool {
    let extension = Path::new(path).extension().and_then(|e| e.to_str()).unwrap_or_default();
    matches!(extension.to_ascii_lowercase().as_str(), "yaml" | "yml" | "csv" | "md" | "svg" | "luau")
}

/// A game's own files, with the shared templates under `templates/`.
#[derive(Debug, Clone)]
pub struct WithTemplates<A>(pub A);

impl<A: Assets> Assets for WithTemplates<A> {
    fn read(&self, path: &str) -> Result<Arc<[u8]>, AssetError> {
        let Some(shared) = shared_path(path) else { return self.0.read(path) };
        TEMPLATES.get_file(shared).map(|file| Arc::from(file.contents())).ok_or_else(|| self.missing(path))
    }

    fn list(&self, folder: &str) -> Vec<String> {
        let files = match shared_path(folder) {
            None if folder == SHARED => Some(TEMPLATES.files()),
            None => return self.0.list(folder),
            Some(inside) => TEMPLATES.get_dir(inside).map(Dir::files),
        };
        let shown = |file: &include_dir::File<'_>| format!("{SHARED}/{}", file.path().display());
        let mut names: Vec<String> = files.into_iter().flatten().map(shown).collect();
        names.sort();
        names
    }

    fn shown(&self, path: &str) -> String {
        if shared_path(path).is_some() { path.to_owned() } else { self.0.shown(path) }
    }
}

fn shared_path(path: &str) -> Option<&str> {
    path.strip_prefix(SHARED)?.strip_prefix('/')
}

/// The folder of a game: a path to it, or its name under `components/`.
///
/// # Errors
/// A sentence and a hint when there is no such game.
pub fn find_game(name: &str, components: &Path) -> Result<PathBuf, Diagnostic> {
    let named = components.join(name);
    for folder in [Path::new(name), named.as_path()] {
        if folder.join(GAME_FILE).is_file() {
            return Ok(folder.to_owned());
        }
    }
    if Path::new(name).is_dir() {
        return Err(Diagnostic::error(format!("the folder `{name}` has no {GAME_FILE}")));
    }
    let known = known_games(components);
    let hint = meant_or_known(name, known.iter().map(String::as_str))
        .unwrap_or_else(|| format!("there are no games in `{}`", components.display()));
    Err(Diagnostic::error(format!("there is no game `{name}`")).hint(hint))
}

/// The names of all games under a folder.
#[must_use]
pub fn known_games(components: &Path) -> Vec<String> {
    let Ok(entries) = fs::read_dir(components) else { return Vec::new() };
    let mut names: Vec<String> = entries
        .filter_map(Result::ok)
        .filter(|entry| entry.path().join(GAME_FILE).is_file())
        .filter_map(|entry| entry.file_name().to_str().map(str::to_owned))
        .collect();
    names.sort();
    names
}
