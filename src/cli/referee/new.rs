//! `referee new`: a table for a game, its players and options.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use rand::TryRng as _;
use rand::rngs::SysRng;

use crate::cli::kit::name_of;
use crate::cli::report::say;
use crate::diag::{Diagnostic, did_you_mean};
use crate::load::find_game;
use crate::model::{Game, GameOption, OptionValues};
use crate::referee::{Choosable, Hands, Start};
use crate::store::TableFolder;

use super::args::NewArgs;
use super::look::{News, tell};
use super::session::{Failure, Session, TABLES, now, read_game, script_of};

/// Names are typed, and stand in paths such as `hand.Bob`.
const NOT_IN_NAMES: [char; 4] = ['.', '=', '*', ','];
/// Longer names fit nowhere.
const LONGEST_NAME: usize = 24;

/// Sets up a table.
pub fn new(arguments: &NewArgs) -> Result<(), Failure> {
    let folder = find_game(&arguments.game.game, &arguments.game.components)
        .map_err(|(message, hint)| Failure::of(Diagnostic::error(message).maybe_hint(hint)))?;
    let game = read_game(&folder, &name_of(&folder))?;
    script_of(&game)?;
    let start = start_of(&game, arguments)?;
    let root = root_of(arguments.table.table.as_deref(), &game.id);
    let kept = TableFolder::create(&root, &start, &folder)?;
    let opened = Session::start(kept, game, start, Vec::new());
    let mut session = opened.inspect_err(|_| {
        // A table whose rules fail at once was never there.
        let _ = std::fs::remove_dir_all(&root);
    })?;
    tell(&mut session, None, &arguments.table, false, News::Recent)?;
    if !arguments.table.json {
        say(&format!("\n`tablewright referee play --table {}` begins", session.name()));
    }
    Ok(())
}

/// The folder for a new table: named, or called like the game, with a number when there is one already.
fn root_of(named: Option<&Path>, game: &str) -> PathBuf {
    match named {
        Some(path) if path.components().count() > 1 || path.is_absolute() => path.to_owned(),
        Some(name) => Path::new(TABLES).join(name),
        None => {
            let numbered = |n: usize| if n == 1 { game.to_owned() } else { format!("{game}-{n}") };
            let free = (1..10_000).map(|n| Path::new(TABLES).join(numbered(n))).find(|path| !path.exists());
            free.unwrap_or_else(|| Path::new(TABLES).join(game))
        }
    }
}

fn start_of(game: &Game, arguments: &NewArgs) -> Result<Start, Failure> {
    let seed = arguments.seed.or_else(|| SysRng.try_next_u64().ok());
    let seed = seed.ok_or_else(|| {
        let message = "this machine gives no random numbers";
        Failure::of(Diagnostic::error(message).hint("choose one yourself with `--seed`"))
    })?;
    let players = players(game, &arguments.players)?;
    let options = options(&game.play.options, &arguments.options)?;
    Ok(Start {
        at: now(),
        hands: Hands { usual: arguments.dice, named: BTreeMap::new() },
        seed,
        strict: arguments.strict,
        ..Start::new(game, players, options)
    })
}

/// The names of the players, each once, as many as can play.
pub fn players(game: &Game, names: &[String]) -> Result<Vec<String>, Failure> {
    let names: Vec<String> = names.iter().map(|name| name.trim().to_owned()).collect();
    let wrong = |message: String, hint: &str| Err(Failure::of(Diagnostic::error(message).hint(hint)));
    for (n, name) in names.iter().enumerate() {
        let is_odd = name.contains(NOT_IN_NAMES) || name.chars().any(char::is_control);
        if name.is_empty() || is_odd || name.chars().count() > LONGEST_NAME {
            let hint = format!("a name has 1 to {LONGEST_NAME} letters, without full stop, comma, `=` and `*`");
            return wrong(format!("`{name}` cannot be the name of a player"), &hint);
        }
        if names[..n].iter().any(|other| other.eq_ignore_ascii_case(name)) {
            return wrong(format!("two players are called `{name}`"), "give one of them another name");
        }
    }
    match game.play.seats {
        Some((least, most)) if !(least..=most).contains(&names.len()) => {
            let many = if least == most { least.to_string() } else { format!("{least} to {most}") };
            let are = if names.len() == 1 { "is" } else { "are" };
            wrong(
                format!("{} is for {many} players, and here {are} {}", game.title, names.len()),
                "name them with `--players Ann,Bob`",
            )
        }
        _ => Ok(names),
    }
}

/// What was chosen, with what is usual for the rest.
pub fn options(known: &[GameOption], wishes: &[String]) -> Result<BTreeMap<String, Choosable>, Failure> {
    let mut chosen: BTreeMap<String, Choosable> =
        known.iter().map(|option| (option.id.clone(), Choosable::usual(option))).collect();
    for wish in wishes {
        let (id, value) = wish.split_once('=').map_or((wish.as_str(), None), |(id, value)| (id, Some(value)));
        let option = known.iter().find(|option| option.id == id).ok_or_else(|| {
            let hint = did_you_mean(id, known.iter().map(|option| option.id.as_str()));
            let message = format!("this game has no option `{id}`");
            Failure::of(Diagnostic::error(message).maybe_hint(hint.or_else(|| Some("it has no options".to_owned()))))
        })?;
        let value = chosen_value(&option.values, value).ok_or_else(|| {
            let message = format!("the option `{id}` cannot be `{}`", value.unwrap_or("on"));
            Failure::of(Diagnostic::error(message).hint(format!("it is {}", values_told(&option.values))))
        })?;
        chosen.insert(id.to_owned(), value);
    }
    Ok(chosen)
}

fn chosen_value(values: &OptionValues, value: Option<&str>) -> Option<Choosable> {
    match (values, value) {
        (OptionValues::Flag { .. }, None | Some("yes" | "true" | "on")) => Some(Choosable::Flag(true)),
        (OptionValues::Flag { .. }, Some("no" | "false" | "off")) => Some(Choosable::Flag(false)),
        (OptionValues::Number { least, most, .. }, Some(text)) => {
            text.parse().ok().filter(|number| (least..=most).contains(&number)).map(Choosable::Number)
        }
        (OptionValues::Words { words, .. }, Some(text)) => {
            words.iter().find(|word| *word == text).cloned().map(Choosable::Word)
        }
        _ => None,
    }
}

fn values_told(values: &OptionValues) -> String {
    match values {
        OptionValues::Flag { .. } => "`yes` or `no`".to_owned(),
        OptionValues::Number { least, most, .. } => format!("a number from {least} to {most}"),
        OptionValues::Words { words, .. } => format!("one of `{}`", words.join("`, `")),
    }
}
