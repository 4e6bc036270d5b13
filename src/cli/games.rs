//! `tablewright games`: what can be printed, and what can be refereed.

use serde_json::json;

use crate::load::{DiskAssets, WithTemplates, known_games, load_game};

use super::Outcome;
use super::args::GamesArgs;
use super::report::{problem, say, say_json};

/// Runs the verb.
pub fn run(arguments: &GamesArgs) -> Outcome {
    let names = known_games(&arguments.components);
    if names.is_empty() && !arguments.json {
        let folder = arguments.components.display();
        problem(format!("there are no games in `{folder}`"), Some("name another folder with `--components`".into()));
        return Outcome::Refused;
    }
    let mut entries = Vec::new();
    for name in &names {
        let assets = WithTemplates(DiskAssets::new(arguments.components.join(name)));
        let (game, _) = load_game(&assets, name);
        entries.push((name, game));
    }
    if arguments.json {
        let entry = |(name, game): &(&String, Option<crate::model::Game>)| {
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
        say_json(&entries.iter().map(entry).collect());
        return Outcome::Done;
    }
    for (name, game) in entries {
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
