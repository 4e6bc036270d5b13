//! `tablewright types`: what a rules script may use, for an editor.

use std::path::PathBuf;

use clap::Args;

use crate::app::{WhichGame, script_definitions};
use crate::reach::Reach;

use super::outcome::Outcome;
use super::report::{say, tell};

/// Arguments of `types`.
#[derive(Debug, Args)]
pub struct TypesArgs {
    /// A game whose state is told too: its name, or the path of its folder
    pub game: Option<String>,
    /// The folder that holds the games
    #[arg(long, value_name = "FOLDER", default_value = "components")]
    pub components: PathBuf,
}

impl TypesArgs {
    /// What the verb may reach.
    pub fn reach(&self) -> Reach {
        Reach::reading(self.which().and_then(|which| which.folder().ok())).listing(&self.components)
    }

    fn which(&self) -> Option<WhichGame> {
        self.game.as_ref().map(|name| WhichGame::new(name, &self.components))
    }
}

/// Runs the verb.
pub fn run(arguments: &TypesArgs) -> Outcome {
    match script_definitions(arguments.which().as_ref()) {
        Ok(text) => {
            say(text.trim_end());
            Outcome::Done
        }
        Err(found) => tell(&found),
    }
}
