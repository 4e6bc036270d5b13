//! The games there are in a folder.

use std::path::{Path, PathBuf};

use crate::diag::Diagnostics;
use crate::load::{DiskAssets, WithTemplates, known_games, load_game};
use crate::model::Game;

/// A game in the list; one with mistakes may be no more than its name.
pub struct ListedGame {
    /// Its name.
    pub name: String,
    /// What its file says.
    pub game: Option<Game>,
}

/// All games of a folder, by name.
///
/// ```
/// let games = tablewright::app::games("components".as_ref())?;
/// assert!(games.iter().any(|listed| listed.name == "zombie-rancher"));
/// # Ok::<(), tablewright::app::Diagnostics>(())
/// ```
///
/// # Errors
/// When the folder is there and cannot be read.
pub fn games(components: &Path) -> Result<Vec<ListedGame>, Diagnostics> {
    let listed = |folder: PathBuf| {
        let name = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let (game, _) = load_game(&WithTemplates(DiskAssets::new(folder)), &name);
        ListedGame { name, game }
    };
    Ok(known_games(components)?.into_iter().map(listed).collect())
}
