//! `Assets`: how drawing asks for a picture or a template by name, without knowing where it is kept.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use crate::diag::{Diagnostic, meant_or_known};

/// Why a named file cannot be had.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AssetError {
    /// There is no such file.
    Missing {
        /// The names that do exist in the same folder, or the file of this name in another.
        known: Vec<String>,
    },
    /// The path leads out of the game folder.
    Outside,
    /// A link on the way to it leads back to a folder above.
    Circle,
    /// It lies where nothing belongs to the game.
    NoPart {
        /// The folder.
        folder: String,
        /// What belongs there.
        holds: &'static str,
    },
    /// A file in the folder has a name that is no text.
    NoName(String),
    /// The file is larger than anything a game needs.
    TooLarge {
        /// How large it is.
        bytes: u64,
        /// How large it may be.
        limit: u64,
    },
    /// The file is there but cannot be read.
    Unreadable(String),
}

impl AssetError {
    /// The report of a file that cannot be had.
    #[must_use]
    pub fn diagnostic(&self, path: &str) -> Diagnostic {
        let hint = match self {
            Self::Missing { .. } if path.contains('\\') => {
                Some(format!("`/` stands between folders here: `{}`", path.replace('\\', "/")))
            }
            Self::Missing { known } => match known.iter().find(|known| file_name(known) == file_name(path)) {
                Some(elsewhere) => Some(format!("did you mean `{elsewhere}`?")),
                None if path.contains(':') => Some("keep every file of a game in its folder".into()),
                None => meant_or_known(path, known.iter().map(String::as_str)),
            },
            Self::Outside | Self::NoPart { .. } => Some("keep every file of a game in its folder".into()),
            Self::Circle => Some("take the link away, or let it point at another folder".into()),
            Self::NoName(_) => Some("give the file another name".into()),
            Self::TooLarge { .. } | Self::Unreadable(_) => None,
        };
        Diagnostic::error(format!("cannot use `{path}`: {self}")).maybe_hint(hint)
    }
}

impl fmt::Display for AssetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing { .. } => write!(f, "there is no such file"),
            Self::Outside => write!(f, "it leads out of the game folder"),
            Self::Circle => write!(f, "a link on the way to it leads back to a folder above"),
            Self::NoPart { folder, holds } => write!(f, "`{folder}` holds {holds}"),
            Self::NoName(name) => write!(f, "the name of the file `{name}` in it is not UTF-8"),
            Self::TooLarge { bytes, limit } => {
                write!(f, "it has {} MB, and {} MB is the limit", bytes / 1_000_000, limit / 1_000_000)
            }
            Self::Unreadable(why) => write!(f, "it cannot be read: {why}"),
        }
    }
}

/// A file that is read when it is needed, and not held until then.
#[derive(Clone)]
pub struct Later(Arc<dyn Fn() -> Result<Arc<[u8]>, AssetError> + Send + Sync>);

impl Later {
    /// A file that is read like this.
    #[must_use]
    pub fn new(read: impl Fn() -> Result<Arc<[u8]>, AssetError> + Send + Sync + 'static) -> Self {
        Self(Arc::new(read))
    }

    /// Its bytes.
    ///
    /// # Errors
    /// When it is not there any more, or cannot be read.
    pub fn read(&self) -> Result<Arc<[u8]>, AssetError> {
        (self.0)()
    }
}

impl fmt::Debug for Later {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Later")
    }
}

/// A place to get files from by relative path (`art/barn.svg`).
pub trait Assets: Sync {
    /// The bytes of one file.
    ///
    /// # Errors
    /// When it is missing, unreadable, too large or outside.
    fn read(&self, path: &str) -> Result<Arc<[u8]>, AssetError>;

    /// A way to read a file again much later, when that costs less than holding its bytes.
    fn later(&self, path: &str) -> Option<Later> {
        let _ = path;
        None
    }

    /// The names of the files in a folder, sorted; a folder that is not there has none.
    ///
    /// # Errors
    /// When the folder is unreadable or outside, or holds a file that cannot be named.
    fn list(&self, folder: &str) -> Result<Vec<String>, AssetError>;

    /// What to say of a file that is not there: which other folder has it, or what there is in the same folder.
    fn missing(&self, path: &str) -> AssetError {
        // They are a hint: a folder that cannot be read has none to give.
        let list = |folder: &str| self.list(folder).unwrap_or_default();
        let elsewhere = USUAL_FOLDERS.iter().flat_map(|folder| list(folder));
        let same_name = elsewhere.into_iter().find(|known| file_name(known) == file_name(path));
        AssetError::Missing { known: same_name.map_or_else(|| list(folder_of(path)), |known| vec![known]) }
    }

    /// The path as a person would type it to reach the file.
    fn shown(&self, path: &str) -> String;
}

/// Where people keep what a game is drawn with.
const USUAL_FOLDERS: &[&str] = &["", "art", "images", "img", "pictures", "assets", "faces", "icons"];

fn file_name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

fn folder_of(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(folder, _)| folder)
}

/// Files that live in memory.
#[derive(Debug, Default, Clone)]
pub struct MemoryAssets {
    files: BTreeMap<String, Arc<[u8]>>,
}

impl MemoryAssets {
    /// No files yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds one file.
    #[must_use]
    pub fn with(mut self, path: &str, bytes: impl AsRef<[u8]>) -> Self {
        self.files.insert(path.to_owned(), Arc::from(bytes.as_ref()));
        self
    }
}

impl Assets for MemoryAssets {
    fn read(&self, path: &str) -> Result<Arc<[u8]>, AssetError> {
        self.files.get(path).cloned().ok_or_else(|| self.missing(path))
    }

    fn list(&self, folder: &str) -> Result<Vec<String>, AssetError> {
        let inside = |path: &&String| folder_of(path) == folder;
        Ok(self.files.keys().filter(inside).cloned().collect())
    }

    fn shown(&self, path: &str) -> String {
        path.to_owned()
    }
}
