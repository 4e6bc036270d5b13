//! Where files come from: a folder on disk that nothing can leave, and the templates inside the binary.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use include_dir::{Dir, include_dir};
use unicode_normalization::UnicodeNormalization as _;

use crate::diag::{Diagnostic, meant_or_known};
use crate::model::{AssetError, Assets, Later};

use super::GAME_FILE;
use super::inside::{is_missing, names_in, resolve, text_of_name};

/// What all games share: templates, icons, fonts. A path that starts with this word is never read from the game.
const SHARED: &str = "templates";
static TEMPLATES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/templates");

/// No table or font of a game is larger than this, and no drawing.
pub(super) const LARGEST_FILE: u64 = 32_000_000;
/// No picture in pixels is larger than this.
pub(super) const LARGEST_PICTURE: u64 = 256_000_000;
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
        resolve(&self.root, Path::new(path))
    }
}

impl Assets for DiskAssets {
    fn read(&self, path: &str) -> Result<Arc<[u8]>, AssetError> {
        let full = self.inside(path)?;
        let info = match fs::metadata(&full) {
            Ok(info) if info.is_file() => info,
            Err(error) if !is_missing(&error) => return Err(AssetError::Unreadable(error.to_string())),
            _ => return of_same_letters(self, path).map_or_else(|| Err(self.missing(path)), |own| self.read(&own)),
        };
        let limit = largest(path);
        if info.len() > limit {
            return Err(AssetError::TooLarge { bytes: info.len(), limit });
        }
        fs::read(&full).map(Arc::from).map_err(|error| AssetError::Unreadable(error.to_string()))
    }

    fn later(&self, path: &str) -> Option<Later> {
        let (assets, path) = (self.clone(), path.to_owned());
        Some(Later::new(move || assets.read(&path)))
    }

    fn list(&self, folder: &str) -> Result<Vec<String>, AssetError> {
        let full = self.inside(folder)?;
        let mut names = names_in(&full).map_err(|error| AssetError::Unreadable(error.to_string()))?;
        names.retain(|name| full.join(name).is_file());
        let prefix = if folder.is_empty() { String::new() } else { format!("{folder}/") };
        names.iter().map(|name| Ok(format!("{prefix}{}", text_of_name(name)?))).collect()
    }

    fn shown(&self, path: &str) -> String {
        self.root.join(path).display().to_string()
    }
}

/// The path of a file with the same letters in the same folder: some systems keep `ö` as an `o` and its dots.
pub(super) fn of_same_letters(assets: &dyn Assets, path: &str) -> Option<String> {
    if path.is_ascii() {
        return None;
    }
    let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
    let is_same = |known: &String| known != path && known.nfc().eq(path.nfc());
    assets.list(folder).ok()?.into_iter().find(is_same)
}

/// How large a file may be.
fn largest(path: &str) -> u64 {
    let extension = Path::new(path).extension().and_then(|e| e.to_str()).unwrap_or_default();
    match extension.to_ascii_lowercase().as_str() {
        "yaml" | "yml" | "csv" | "tsv" | "txt" | "md" | "luau" => LARGEST_TEXT,
        "png" | "jpg" | "jpeg" | "jpe" | "jfif" | "webp" => LARGEST_PICTURE,
        _ => LARGEST_FILE,
    }
}

/// A game's own files, with the shared templates under `templates/`.
#[derive(Debug, Clone)]
pub struct WithTemplates<A>(pub A);

impl<A: Assets> Assets for WithTemplates<A> {
    fn read(&self, path: &str) -> Result<Arc<[u8]>, AssetError> {
        let Some(shared) = shared_path(path) else { return self.0.read(path) };
        TEMPLATES.get_file(shared).map(|file| Arc::from(file.contents())).ok_or_else(|| self.missing(path))
    }

    fn later(&self, path: &str) -> Option<Later> {
        // What the binary carries is in memory in any case.
        if shared_path(path).is_some() { None } else { self.0.later(path) }
    }

    fn list(&self, folder: &str) -> Result<Vec<String>, AssetError> {
        let files = match shared_path(folder) {
            None if folder == SHARED => Some(TEMPLATES.files()),
            None => return self.0.list(folder),
            Some(inside) => TEMPLATES.get_dir(inside).map(Dir::files),
        };
        let shown = |file: &include_dir::File<'_>| format!("{SHARED}/{}", file.path().display());
        let mut names: Vec<String> = files.into_iter().flatten().map(shown).collect();
        names.sort();
        Ok(names)
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
    let known = known_games(components)?;
    let names: Vec<_> = known.iter().filter_map(|folder| folder.file_name()?.to_str()).collect();
    let hint =
        meant_or_known(name, names).unwrap_or_else(|| format!("there are no games in `{}`", components.display()));
    Err(Diagnostic::error(format!("there is no game `{name}`")).hint(hint))
}

/// The folders of all games in a folder, by name.
///
/// # Errors
/// When the folder is there and cannot be read.
pub fn known_games(components: &Path) -> Result<Vec<PathBuf>, Diagnostic> {
    let unreadable =
        |error| Diagnostic::error(format!("the folder `{}` cannot be read: {error}", components.display()));
    let names = names_in(components).map_err(unreadable)?;
    let folders = names.iter().map(|name| components.join(name));
    Ok(folders.filter(|folder| folder.join(GAME_FILE).is_file()).collect())
}
