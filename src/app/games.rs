//! The games there are in a folder.

use std::path::Path;

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
/// let games = tablewright::app::games("components".as_ref());
/// assert!(games.iter().any(|listed| listed.name == "zombie-rancher"));
/// ```
#[must_use]
pub fn games(components: &Path) -> Vec<ListedGame> {
    let listed = |name: String| {
        let assets = WithTemplates(DiskAssets::new(components.join(&name)));
        let (game, _) = load_game(&assets, &name);
        ListedGame { name, game }
    };
    known_games(components).into_iter().map(listed).collect()
}
