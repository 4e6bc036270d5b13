//! `tablewright diff`: what changed between two states of a game, in words.

use std::path::PathBuf;

use clap::Args;
use serde_json::json;

use crate::app::Comparison;

use super::outcome::Outcome;
use super::report::{Bar, say, say_json, tell};
use crate::reach::Reach;

/// Arguments of `diff`.
#[derive(Debug, Args)]
pub struct DiffArgs {
    /// A manifest that `print` wrote, a game, or REVISION:GAME for a game as it was at a git revision
    pub old: String,
    /// The same
    pub new: String,
    /// The folder that holds the games
    #[arg(long, value_name = "FOLDER", default_value = "components")]
    pub components: PathBuf,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

impl DiffArgs {
    /// What the verb may reach: whatever it is told to compare, and nothing to write.
    #[allow(clippy::unused_self, reason = "as of every verb")]
    pub fn reach(&self) -> Reach {
        Reach::reading([]).reading_all_if(true)
    }
}

/// Runs the verb.
pub fn run(arguments: &DiffArgs) -> Outcome {
    let DiffArgs { old, new, components, json } = arguments;
    let wish = Comparison { old: old.clone(), new: new.clone(), components: components.clone() };
    let changes = match wish.run(&Bar::default()) {
        Ok(changes) => changes,
        Err(found) => return tell(&found),
    };
    if *json {
        say_json(&json!({ "old": old, "new": new, "changes": changes }));
    } else if changes.is_empty() {
        say(&format!("nothing differs between `{old}` and `{new}`"));
    } else {
        changes.lines().iter().for_each(|line| say(line));
    }
    Outcome::Done
}
