//! The picture of a table sets it up again: in random positions of every game the open part of the state is built from
//! the scene alone, from what the game prints, and from one function for each game that says which field is read off what.
//! It never looks at the state but to compare.

mod boffing;
mod picture;
mod plague;
mod rancher;
mod town;
mod wars;

use std::collections::BTreeSet;

use serde_json::{Map, Value};
use tablewright::inside::dice::Chance;
use tablewright::inside::model::Game;
use tablewright::inside::referee::{Choosable, Move, Table, Viewer};

use self::picture::Picture;
use crate::support::table::{AT, game, start, table, usual_options};

/// How a game is rebuilt.
struct Rebuilt {
    game: &'static str,
    seats: usize,
    options: &'static [&'static str],
    /// What no picture of the table can have, and why; `*` is any step of a path. All else is rebuilt.
    not_there: &'static [(&'static str, &'static str)],
    rebuild: fn(&Picture<'_>) -> Value,
}

/// So many games of each are played by chance, each no longer than so many answers, and looked at every so often.
const SEEDS: u64 = 3;
const LONGEST: u64 = 800;
const EVERY: u64 = 41;

/// Takes away what is at a path; gives whether anything was there. The last step `<` is all of a row but its last item:
/// what lies below the top of an open pile, of which one only sees that it is there.
fn take_away(state: &mut Value, path: &[&str]) -> bool {
    let Some((first, rest)) = path.split_first() else { return false };
    match (state, *first) {
        (Value::Array(items), "<") => {
            let below = items.len().saturating_sub(1);
            items[..below].fill(Value::Null);
            below > 0
        }
        (Value::Object(fields), name) => {
            let names: Vec<String> = if name == "*" { fields.keys().cloned().collect() } else { vec![name.to_owned()] };
            let mut found = false;
            for name in names {
                if rest.is_empty() {
                    found |= fields.remove(&name).is_some();
                } else if let Some(inner) = fields.get_mut(&name) {
                    found |= take_away(inner, rest);
                }
            }
            found
        }
        (Value::Array(items), "*") => {
            let mut found = false;
            for item in items {
                found |= take_away(item, rest);
            }
            found
        }
        _ => false,
    }
}

/// A value as far as it can be seen: a card that nobody knows is only there, and what is empty is not there.
fn as_seen(value: &Value) -> Value {
    let is_there = |value: &Value| match value {
        Value::Null | Value::Bool(false) => false,
        Value::Array(items) => !items.is_empty(),
        Value::Object(fields) => !fields.is_empty(),
        _ => true,
    };
    match value {
        Value::Array(items) => {
            Value::Array(items.iter().map(|item| if item.is_number() { Value::Null } else { as_seen(item) }).collect())
        }
        Value::Object(fields) => {
            let seen = fields.iter().map(|(name, field)| (name.clone(), as_seen(field)));
            Value::Object(seen.filter(|(_, field)| is_there(field)).collect::<Map<_, _>>())
        }
        other => other.clone(),
    }
}

/// What differs between what was rebuilt and what is.
fn differences(rebuilt: &Value, state: &Value, at: &str, found: &mut Vec<String>) {
    match (rebuilt, state) {
        (Value::Object(a), Value::Object(b)) => {
            let names: BTreeSet<&String> = a.keys().chain(b.keys()).collect();
            for name in names {
                let inner = |fields: &Map<String, Value>| fields.get(name).cloned().unwrap_or(Value::Null);
                differences(&inner(a), &inner(b), &format!("{at}.{name}"), found);
            }
        }
        _ if rebuilt != state => found.push(format!("{at}: rebuilt {rebuilt}, it is {state}")),
        _ => {}
    }
}

/// What is wrong with one position, and which of the paths that are not there were met.
fn compare(played: &Rebuilt, game: &Game, table: &mut Table, met: &mut BTreeSet<&'static str>) -> Vec<String> {
    let view = table.view(Viewer::Everybody).expect("a view");
    // Before there is a game there is nothing to set up again.
    if view.status.starts_with("setting up") {
        return Vec::new();
    }
    let picture = Picture::new(game, &view);
    let rebuilt = as_seen(&(played.rebuild)(&picture));
    let mut state = view.state.clone();
    let mut open = rebuilt.clone();
    for (path, _) in played.not_there {
        let steps: Vec<&str> = path.split('.').collect();
        if take_away(&mut state, &steps) {
            met.insert(path);
        }
        let is_rebuilt = take_away(&mut open, &steps) && !path.ends_with('<');
        assert!(!is_rebuilt, "{}: `{path}` is said not to be there, and is rebuilt", played.game);
    }
    let mut found = Vec::new();
    differences(&open, &as_seen(&state), "", &mut found);
    if !found.is_empty() {
        found.push(format!("  seen: {} / {}", picture.status(), picture.lines()));
    }
    found
}

/// Plays one game by chance to its end, and compares early, in the middle and late.
fn play(played: &Rebuilt, game: &Game, seed: u64, look: &mut dyn FnMut(&mut Table)) {
    let usual = usual_options(game).into_iter();
    let chosen: Vec<_> = usual
        .map(|(id, value)| (id, if played.options.contains(&id) { Choosable::Flag(true) } else { value }))
        .collect();
    let mut live = table(game, &start(game, played.seats, &chosen, seed), &[]);
    let (mut chance, mut looked) = (Chance::from_seed(seed), 0);
    while let Some((by, text)) = live.move_by_chance(&mut chance).filter(|_| looked * EVERY < LONGEST) {
        let given = Move { by: by.as_deref(), text: &text, number: None };
        live.answer(&given, AT).unwrap_or_else(|wrong| panic!("{wrong:?}"));
        if live.number() > (looked + 1) * EVERY {
            looked += 1;
            look(&mut live);
        }
    }
    look(&mut live);
}

fn rebuild_all(played: &Rebuilt) {
    let game = game(played.game);
    let (mut met, mut wrong) = (BTreeSet::new(), Vec::new());
    for seed in 1..=SEEDS {
        play(played, &game, seed, &mut |table| {
            let found = compare(played, &game, table, &mut met);
            wrong.extend(found.into_iter().map(|line| format!("{} after {}: {line}", seed, table.number())));
        });
    }
    assert!(wrong.is_empty(), "{}:\n{}", played.game, wrong[..wrong.len().min(40)].join("\n"));
    let never: Vec<_> = played.not_there.iter().filter(|(path, _)| !met.contains(path)).collect();
    assert!(never.is_empty(), "{}: never in a state: {never:?}", played.game);
}

#[test]
fn a_picture_of_boffing_zombies_sets_it_up_again() {
    rebuild_all(&boffing::GAME);
}

#[test]
fn a_picture_of_zombie_rancher_sets_it_up_again() {
    rebuild_all(&rancher::GAME);
}

#[test]
fn a_picture_of_zombie_plague_sets_it_up_again() {
    rebuild_all(&plague::GAME);
}

#[test]
fn a_picture_of_zombie_town_sets_it_up_again() {
    rebuild_all(&town::GAME);
}

#[test]
fn a_picture_of_zombie_wars_sets_it_up_again() {
    rebuild_all(&wars::GAME);
}
