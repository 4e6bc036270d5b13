//! `tablewright games`: what can be printed, and what can be refereed; with a name, all that people choose in that game.

use std::path::PathBuf;

use clap::Args;
use serde_json::{Value, json};

use crate::app::{GAME_FILE, GameInWords, ListedGame, WhichGame, game_in_words, games};
use crate::diag::{Diagnostic, Diagnostics};
use crate::model::{Game, GameOption, OptionValues};
use crate::referee::Choosable;
use crate::ui::terminal::{Screen, game_text};

use super::outcome::Outcome;
use super::report::{say, say_json, tell};
use crate::reach::Reach;

/// Arguments of `games`.
#[derive(Debug, Args)]
pub struct GamesArgs {
    /// One game: its name, or the path of its folder. Usually all there are
    pub game: Option<String>,
    /// The folder that holds the games
    #[arg(long, value_name = "FOLDER", default_value = "components")]
    pub components: PathBuf,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

impl GamesArgs {
    /// What the verb may reach: all games, or the one.
    pub fn reach(&self) -> Reach {
        if let Some(which) = self.which() {
            return Reach::reading(which.folder().ok()).listing(&self.components);
        }
        Reach::reading([]).listing(&self.components).reading_each_in(&self.components, GAME_FILE)
    }
}

impl GamesArgs {
    fn which(&self) -> Option<WhichGame> {
        self.game.as_ref().map(|name| WhichGame::new(name, &self.components))
    }
}

/// Runs the verb.
pub fn run(arguments: &GamesArgs) -> Outcome {
    if let Some(which) = arguments.which() {
        return one(&which, arguments.json).map_or_else(|found| tell(&found), |()| Outcome::Done);
    }
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
                "seats": game.as_ref().and_then(seats),
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

/// Tells one game.
fn one(which: &WhichGame, as_json: bool) -> Result<(), Diagnostics> {
    let told = game_in_words(which)?;
    if as_json {
        say_json(&in_full(&told));
    } else {
        say(game_text(&told.game, told.chance.as_ref(), Screen::default().width).trim_end());
    }
    Ok(())
}

fn in_full(GameInWords { game, chance }: &GameInWords) -> Value {
    let sides = |((least, most), sides): &((usize, usize), Vec<String>)| json!({ "players": [least, (*most).min(game.play.seats.map_or(*most, |(_, all)| all))], "sides": sides });
    let deck = |(name, title): &(String, Option<String>)| json!({ "deck": name, "title": title });
    json!({
        "game": game.id,
        "title": game.title,
        "subtitle": game.subtitle,
        "version": game.version,
        "players": game.players,
        "time": game.time,
        "summary": game.summary.trim(),
        "referee": game.play.script.is_some(),
        "seats": seats(game),
        "sides": game.play.sides.0.iter().map(sides).collect::<Vec<_>>(),
        "teams": game.play.teams.0.iter().map(|(name, seats)| json!({ "name": name, "seats": seats })).collect::<Vec<_>>(),
        "options": game.play.options.iter().map(option_json).collect::<Vec<_>>(),
        "dice": chance.as_ref().map(|chance| &chance.dice),
        "decks": chance.as_ref().map(|chance| chance.decks.iter().map(deck).collect::<Vec<_>>()),
    })
}

fn seats(game: &Game) -> Option<[usize; 2]> {
    game.play.seats.map(|(least, most)| [least, most])
}

fn option_json(option: &GameOption) -> Value {
    let usual = Choosable::usual(option);
    let mut told = json!({ "option": option.id, "title": option.title, "note": option.note, "usual": usual });
    match &option.values {
        OptionValues::Flag { .. } => {}
        OptionValues::Number { least, most, .. } => (told["least"], told["most"]) = (json!(least), json!(most)),
        OptionValues::Words { words, .. } => told["words"] = json!(words),
    }
    told
}

/// The options that are on or off.
fn flags(options: &[GameOption]) -> Vec<String> {
    let flags = options.iter().filter(|option| matches!(option.values, OptionValues::Flag { .. }));
    flags.map(|option| option.id.clone()).collect()
}
