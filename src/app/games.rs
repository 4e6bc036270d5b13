//! The games there are in a folder.

use std::path::{Path, PathBuf};

use crate::app::open::{WhichGame, name_of};
use crate::app::table::{LeftToChance, Plan, read_game};
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

/// A game with all that people choose and roll when they play it.
pub struct GameInWords {
    /// The game.
    pub game: Game,
    /// Its dice and decks, if it has rules for the referee.
    pub chance: Option<LeftToChance>,
}

/// One game, for those who want to play it.
///
/// ```
/// use tablewright::app::{WhichGame, game_in_words};
///
/// let told = game_in_words(&WhichGame::new("zombie-rancher", "components"))?;
/// assert_eq!(told.game.play.options[0].title, "Corporate War");
/// # Ok::<(), tablewright::app::Diagnostics>(())
/// ```
///
/// # Errors
/// Everything wrong with it.
pub fn game_in_words(which: &WhichGame) -> Result<GameInWords, Diagnostics> {
    let folder = which.folder()?;
    let game = read_game(&folder, &name_of(&folder)?)?;
    if game.play.script.is_none() {
        return Ok(GameInWords { game, chance: None });
    }
    let plan = Plan::of(game, String::new)?;
    let chance = plan.usual().and_then(|mut table| plan.left_to_chance(&mut table))?;
    Ok(GameInWords { game: plan.game, chance: Some(chance) })
}
