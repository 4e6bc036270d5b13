//! `referee new`: a table for a game, its players and options.

use clap::Args;
use rand::TryRng as _;
use rand::rngs::SysRng;

use crate::app::NewTable;
use crate::cli::game_args::GameArgs;
use crate::cli::report::{problems, say};
use crate::cli::sheet_args::word;
use crate::diag::{Diagnostic, Diagnostics};
use crate::disk::Disk;
use crate::reach::Reach;
use crate::referee::Custody;

use super::look::{News, tell};
use super::table_args::{TableArgs, tables};

/// Arguments of `referee new`.
#[derive(Debug, Args)]
pub struct NewArgs {
    #[command(flatten)]
    pub game: GameArgs,
    /// Who plays, in turn order
    #[arg(long, value_name = "NAMES", value_delimiter = ',', required = true)]
    pub players: Vec<String>,
    /// An option of the game, such as `corporate-war` or `rounds=6`
    #[arg(long = "option", value_name = "OPTION")]
    pub options: Vec<String>,
    /// Who rolls dice and deals cards: the app, the table (people tell what came up), or ask each time
    #[arg(long, value_name = "WHO", default_value = "ask", value_parser = word(&Custody::WORDS))]
    pub dice: Custody,
    /// What was seen of dice, cards and secrets can not be undone
    #[arg(long)]
    pub strict: bool,
    /// Where the referee's own dice begin, to have the same again
    #[arg(long, value_name = "NUMBER")]
    pub seed: Option<u64>,
    #[command(flatten)]
    pub table: TableArgs,
}

impl NewArgs {
    /// What the verb may reach.
    pub fn reach(&self) -> Reach {
        self.game.reach().writing(&self.table.folder(), Disk::private())
    }
}

/// Sets up a table.
pub fn new(arguments: &NewArgs) -> Result<(), Diagnostics> {
    let seed = arguments.seed.or_else(|| SysRng.try_next_u64().ok()).ok_or_else(|| {
        let message = "this machine gives no random numbers";
        Diagnostic::error(message).hint("choose one yourself with `--seed`")
    })?;
    let wish = NewTable {
        game: arguments.game.which(),
        named: arguments.table.table.clone(),
        players: arguments.players.clone(),
        options: arguments.options.clone(),
        dice: arguments.dice,
        strict: arguments.strict,
        seed,
    };
    let mut session = tables().set_up(&wish)?;
    problems(&session.found);
    tell(&mut session, None, &arguments.table, false, News::Recent)?;
    if !arguments.table.json {
        say(&format!("\n`tablewright referee play --table {}` begins", session.name()));
    }
    Ok(())
}
