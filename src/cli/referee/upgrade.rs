//! `referee upgrade`: a table goes on with a changed game.

use std::path::{Path, PathBuf};

use clap::Args;

use crate::app::{GAME_FILE, Upgrade};
use crate::cli::report::{problems, say};
use crate::diag::Diagnostics;
use crate::reach::Reach;

use super::look::{News, tell};
use super::table_args::{TableArgs, tables};

/// Arguments of `referee upgrade`.
#[derive(Debug, Args)]
pub struct UpgradeArgs {
    /// Where the changed game is: its name or folder. Usually the name it had
    #[arg(value_name = "GAME")]
    pub game: Option<String>,
    /// The folder that holds the games
    #[arg(long, value_name = "FOLDER", default_value = "components")]
    pub components: PathBuf,
    /// Take back everything from the first answer that the changed rules do not allow
    #[arg(long)]
    pub cut: bool,
    #[command(flatten)]
    pub table: TableArgs,
}

impl UpgradeArgs {
    /// What the verb may reach: the name of the game may stand in the journal alone.
    pub fn reach(&self) -> Reach {
        let known = self.table.reach().listing(&self.components).reading_each_in(&self.components, GAME_FILE);
        match &self.game {
            Some(game) => known.reading_also([PathBuf::from(game)]),
            None => known.reading_each_in(Path::new(""), GAME_FILE),
        }
    }
}

/// Moves a table to a changed game.
pub fn upgrade(arguments: &UpgradeArgs) -> Result<(), Diagnostics> {
    let wish = Upgrade {
        table: arguments.table.table.clone(),
        game: arguments.game.clone(),
        components: arguments.components.clone(),
        cut: arguments.cut,
    };
    let (mut session, gone) = tables().upgrade(&wish)?;
    problems(&session.found);
    if let Some(gone) = gone {
        say(&gone);
    }
    tell(&mut session, None, &arguments.table, false, News::Recent)
}
