//! Which game a verb is about, as it is said on the command line.

use std::path::PathBuf;

use clap::Args;

use crate::app::WhichGame;

use crate::reach::Reach;

/// Which game.
#[derive(Debug, Args)]
pub struct GameArgs {
    /// A game's name, or the path of its folder
    pub game: String,
    /// The folder that holds the games
    #[arg(long, value_name = "FOLDER", default_value = "components")]
    pub components: PathBuf,
}

impl GameArgs {
    /// What a run reaches that reads this game.
    pub fn reach(&self) -> Reach {
        Reach::reading(self.which().folder().ok()).listing(&self.components)
    }

    /// The same as a request says it.
    pub fn which(&self) -> WhichGame {
        WhichGame::new(&self.game, &self.components)
    }
}
