//! `tablewright games`: what can be printed, and what can be refereed.

use std::path::PathBuf;

use clap::Args;
use serde_json::json;

use crate::app::{GAME_FILE, ListedGame, games};
use crate::diag::Diagnostic;

use super::outcome::Outcome;
use super::report::{say, say_json, tell};
use crate::reach::Reach;

/// Arguments of `games`.
#[derive(Debug, Args)]
pub struct GamesArgs {
    /// The folder that holds the games
    #[arg(long, value_name = "FOLDER", default_value = "components")]
    pub components: PathBuf,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

impl GamesArgs {
    /// What the verb may reach: all games.
    pub fn reach(&self) -> Reach {
        Reach::reading([]).listing(&self.components).reading_each_in(&self.components, GAME_FILE)
    }
}

/// Runs the verb.
pub fn run(arguments: &GamesArgs) -> Outcome {
    let listed = match games(&arguments.components) {
        Ok(listed) => listed,
        Err(found) => return tell(&found),
    };
    if listed.is_empty() && !arguments.json {
        let folder = arguments.components.display();
        let none = Diagnostic::error(format!("there are no games in `{folder}`"));
        return tell(&none.hint("name another folder with `--components`").into());
    }
    if arguments.json {
        let entry = |ListedGame { name, game }: &ListedGame| {
            json!({
                "game": name,
                "title": game.as_ref().map(|g| g.title.clone()),
                "version": game.as_ref().map(|g| g.version.clone()),
                "players": game.as_ref().map(|g| g.players.clone()),
                "time": game.as_ref().map(|g| g.time.clone()),
                "referee": game.as_ref().map(|g| g.play.script.is_some()),
                "seats": game.as_ref().and_then(|g| g.play.seats).map(|(least, most)| [least, most]),
                "flags": game.as_ref().map(|g| flags(&g.play.options)),
                "options": game.as_ref().map(|g| g.play.options.iter().map(|option| option.id.clone()).collect::<Vec<_>>()),
            })
        };
        say_json(&listed.iter().map(entry).collect());
        return Outcome::Done;
    }
    for ListedGame { name, game } in listed {
        match game {
            Some(game) => {
                let players = if game.players.is_empty() { String::new() } else { format!("{} players", game.players) };
                let referee = if game.play.script.is_some() { "with a referee" } else { "" };
                let about: Vec<String> =
                    [players, game.time, referee.to_owned()].into_iter().filter(|text| !text.is_empty()).collect();
                let colon = if about.is_empty() { "" } else { ": " };
                say(&format!("{name:<20} {}{colon}{}", game.title, about.join(", ")));
                if !game.subtitle.is_empty() {
                    say(&format!("{:<20} {}", "", game.subtitle));
                }
            }
            None => say(&format!("{name:<20} has mistakes: `tablewright check {name}` names them")),
        }
    }
    Outcome::Done
}

/// The options that are on or off.
fn flags(options: &[crate::model::GameOption]) -> Vec<String> {
    let flags = options.iter().filter(|option| matches!(option.values, crate::model::OptionValues::Flag { .. }));
    flags.map(|option| option.id.clone()).collect()
}
