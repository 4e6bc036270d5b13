//! `tablewright check`: every problem of a game, and nothing written.

use std::time::Instant;

use clap::Args;
use serde_json::json;

use crate::app::Check;
use crate::diag::{Severity, count_of};

use super::game_args::GameArgs;
use super::outcome::Outcome;
use super::report::{Bar, problems, problems_json, say, say_json};
use super::sheet_args::SheetArgs;

/// Arguments of `check`.
#[derive(Debug, Args)]
pub struct CheckArgs {
    #[command(flatten)]
    pub game: GameArgs,
    /// Count warnings as errors
    #[arg(long)]
    pub strict: bool,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub sheets: SheetArgs,
}

/// Runs the verb.
pub fn run(arguments: &CheckArgs) -> Outcome {
    let wish = Check {
        game: arguments.game.which(),
        job: arguments.sheets.job.clone(),
        wishes: arguments.sheets.wishes(&[]),
        strict: arguments.strict,
    };
    let began = Instant::now();
    let found = wish.run(&Bar::default(), &|| began.elapsed());
    if arguments.json {
        say_json(&json!({ "game": arguments.game.game, "problems": problems_json(&found) }));
    } else {
        problems(&found);
        if !found.has_errors() {
            let verdict = match found.count(Severity::Warning) {
                0 => "nothing is wrong".to_owned(),
                warnings => format!("it prints, with {}", count_of(warnings, "warning")),
            };
            say(&format!("{}: {verdict}", arguments.game.game));
        }
    }
    Outcome::from(&found)
}
