//! A game in words, for those who want to play it: who plays what, what can be chosen, and what is left to chance.

use std::collections::BTreeMap;

use crate::app::LeftToChance;
use crate::app::table::{seats_told, values_told};
use crate::diag::all_of;
use crate::model::{Game, GameOption, OptionValues};
use crate::referee::Choosable;

use super::lines::{in_columns, set_in};
use super::marks::printable;

/// A game in words: what its file says, and the dice and decks of its rules, if it has any.
#[must_use]
pub fn game_text(game: &Game, chance: Option<&LeftToChance>, width: usize) -> String {
    let mut parts = vec![head(game, width)];
    if !game.summary.trim().is_empty() {
        parts.push(set_in("", &printable(&game.summary), width));
    }
    parts.extend(sides(game, width));
    parts.extend(teams(game, width));
    if !game.play.options.is_empty() {
        parts.push(format!("Options:\n{}", options_text(&game.play.options, None, width)));
    }
    if let Some(chance) = chance.filter(|chance| !chance_told(chance).is_empty()) {
        parts.push(set_in("", &format!("Left to chance: {}.", chance_told(chance)), width));
    }
    parts.join("\n")
}

fn head(game: &Game, width: usize) -> String {
    let players = if game.players.is_empty() { String::new() } else { format!("{} players", game.players) };
    let seats =
        game.play.seats.filter(|seats| !players.is_empty() && seats_told(*seats) != game.players.replace('-', " to "));
    let referee = match seats {
        _ if game.play.script.is_none() => String::new(),
        Some(seats) => format!("with a referee, for {}", seats_told(seats)),
        None => "with a referee".to_owned(),
    };
    let about: Vec<String> =
        [players, game.time.clone(), referee].into_iter().filter(|text| !text.is_empty()).collect();
    let lines = [format!("{} {}", game.title, game.version), game.subtitle.clone(), about.join(", ")];
    lines.iter().filter(|line| !line.is_empty()).map(|line| set_in("", &printable(line), width)).collect()
}

/// What the seats play, where they differ.
fn sides(game: &Game, width: usize) -> Option<String> {
    let sides = &game.play.sides.0;
    let line = |((least, most), words): &((usize, usize), Vec<String>)| {
        let players = if sides.len() > 1 { format!("{} players", seats_told((*least, *most))) } else { String::new() };
        (players, printable(&words.join("; ")))
    };
    let rows: Vec<(String, String)> = sides.iter().map(line).collect();
    match rows.as_slice() {
        [] => None,
        [(_, only)] => Some(set_in("", &format!("In turn order: {only}."), width)),
        _ => Some(format!("In turn order:\n{}", in_columns(&rows, 2, width))),
    }
}

/// Who plays together.
fn teams(game: &Game, width: usize) -> Option<String> {
    let seats = |seats: &Option<Vec<usize>>| match seats {
        Some(seats) => {
            let noun = if seats.len() == 1 { "seat" } else { "seats" };
            format!("{noun} {}", all_of(seats.iter().map(usize::to_string)))
        }
        None => "all others".to_owned(),
    };
    let teams = &game.play.teams.0;
    let one = |(name, own): &(String, Option<Vec<usize>>)| match teams.len() {
        1 if own.is_none() => format!("{name}, all against the game"),
        _ => format!("{name} ({})", seats(own)),
    };
    let told = printable(&format!("Teams: {}.", teams.iter().map(one).collect::<Vec<_>>().join("; ")));
    (!teams.is_empty()).then(|| set_in("", &told, width))
}

/// Each option with what it can be; and with what is chosen, if somebody has chosen, or what it usually is.
pub fn options_text(options: &[GameOption], chosen: Option<&BTreeMap<String, Choosable>>, width: usize) -> String {
    let row = |option: &GameOption| {
        let state = match chosen.and_then(|chosen| chosen.get(&option.id)) {
            Some(chosen) => chosen.to_string(),
            None => format!("usually {}", Choosable::usual(option)),
        };
        (printable(&option.id), printable(&format!("{} ({state})", option_words(option))))
    };
    in_columns(&options.iter().map(row).collect::<Vec<_>>(), 2, width)
}

/// An option in a sentence: what people call it, what it is about, and what it can be.
fn option_words(option: &GameOption) -> String {
    let named = [&option.title, &option.note].map(|text| text.trim());
    let mut words: Vec<&str> = named.into_iter().filter(|text| !text.is_empty() && *text != option.id).collect();
    let values = values_told(&option.values);
    // That it is on or off shows by what it usually is.
    let is_flag = matches!(option.values, OptionValues::Flag { .. });
    if !is_flag {
        words.push(&values);
    }
    match words.as_slice() {
        [] => "on or off".to_owned(),
        [title, rest @ ..] if !option.title.is_empty() && !rest.is_empty() => format!("{title}: {}", rest.join("; ")),
        words => words.join("; "),
    }
}

/// Dice and decks by name, in a line.
pub fn chance_told(chance: &LeftToChance) -> String {
    let deck = |(name, title): &(String, Option<String>)| match title {
        Some(title) if !title.eq_ignore_ascii_case(name) => format!("{name} ({title})"),
        _ => name.clone(),
    };
    let all: Vec<String> = chance.dice.iter().cloned().chain(chance.decks.iter().map(deck)).collect();
    printable(&all.join(", "))
}
