//! `tablewright fonts`: what texts can be set in, as a list and as a sheet to look at.

use std::path::PathBuf;

use clap::Args;
use serde_json::json;

use crate::app::{FontFamily, FontsRequest, WhichGame};
use crate::disk::Disk;
use crate::reach::Reach;

use super::outcome::Outcome;
use super::report::{problems, say, say_json, tell};

/// Arguments of `fonts`.
#[derive(Debug, Args)]
pub struct FontsArgs {
    /// A game's name, or the path of its folder, for its own fonts too. Usually those that every game has
    pub game: Option<String>,
    /// The folder that holds the games
    #[arg(long, value_name = "FOLDER", default_value = "components")]
    pub components: PathBuf,
    /// Make a PDF that shows them
    #[arg(long)]
    pub sheet: bool,
    /// The folder to write to
    #[arg(long, value_name = "FOLDER", default_value = "output")]
    pub output: PathBuf,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

impl FontsArgs {
    /// What the verb may reach.
    pub fn reach(&self) -> Reach {
        let folder = self.which().and_then(|which| which.folder().ok());
        let reach = Reach::reading(folder).listing(&self.components);
        if self.sheet { reach.writing(&self.output, Disk::default()) } else { reach }
    }

    fn which(&self) -> Option<WhichGame> {
        self.game.as_ref().map(|name| WhichGame::new(name, &self.components))
    }
}

/// Runs the verb.
pub fn run(arguments: &FontsArgs) -> Outcome {
    let output = arguments.sheet.then(|| arguments.output.clone());
    let listed = match (FontsRequest { game: arguments.which(), output }).run() {
        Ok(listed) => listed,
        Err(found) => return tell(&found),
    };
    problems(&listed.found);
    let sheet = listed.sheet.as_ref().map(|path| path.display().to_string());
    if arguments.json {
        let family = |family: &FontFamily| {
            json!({
                "family": family.name,
                "own": family.is_own,
                "cuts": family.cuts,
                "weights": family.weights,
                "characters": family.characters,
                "scripts": family.scripts,
                "licence": family.licence,
            })
        };
        say_json(&json!({ "families": listed.families.iter().map(family).collect::<Vec<_>>(), "sheet": sheet }));
        return Outcome::Done;
    }
    let wide = listed.families.iter().map(|family| family.name.chars().count()).max().unwrap_or(0);
    for family in &listed.families {
        say(&format!("{:<wide$}  {}", family.name, family.told()));
    }
    if let Some(path) = sheet {
        say(&path);
    }
    Outcome::Done
}
