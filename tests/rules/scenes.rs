//! What is shown of a game holds everything that lies openly on the table: whatever of it is changed in a random position
//! changes the scene, so that the scene sets the table up again.

use std::collections::BTreeSet;

use crate::support::table::{AT, game, rules, start, table, usual_options};
use serde_json::{Value, json};
use tablewright::inside::dice::Chance;
use tablewright::inside::model::Game;
use tablewright::inside::referee::{Choosable, Move, Rules, Scene, Seat, Table, Viewer};
use tablewright::inside::rules::ScriptRules;

/// A game with options, so many seats, and the fields of its state that nobody finds on the table: what the referee keeps
/// in mind, what follows from the rest, and the order of hidden cards.
struct Played {
    game: &'static str,
    seats: usize,
    /// It is looked at after so many answers.
    every: u64,
    options: &'static [&'static str],
    not_there: &'static [&'static str],
}

const GAMES: &[Played] = &[
    Played {
        game: "lantern-harbour",
        seats: 4,
        every: 13,
        options: &["fog"],
        not_there: &["sea", "last_light", "shown_tides"],
    },
    Played {
        game: "salt-roads",
        seats: 3,
        every: 37,
        options: &["tolls"],
        not_there: &["deck", "turn", "first", "taken", "laid", "salt_taken", "salt_paid"],
    },
    Played {
        game: "zombie-rancher",
        seats: 3,
        every: 61,
        options: &["corporate-war"],
        not_there: &["first", "acted", "empty_turns", "deck", "used_specialty", "carrion"],
    },
    Played {
        game: "boffing-zombies",
        seats: 3,
        every: 61,
        options: &[],
        not_there: &["first", "steps", "fought", "challenged", "new_tool", "loot", "heap", "free_squares"],
    },
    Played {
        game: "zombie-plague",
        seats: 3,
        every: 61,
        options: &[],
        not_there: &[
            "deed",
            "turn",
            "order",
            "boxes",
            "rest",
            "keys",
            "keyless",
            "plague",
            "out",
            "ready",
            "struck",
            "engine",
            "extra",
            "card_played",
            "cards_kept",
            "searched",
            "seat",
        ],
    },
    Played {
        game: "zombie-town",
        seats: 3,
        every: 61,
        options: &[],
        not_there: &[
            "acting",
            "round",
            "moved",
            "cornered",
            "builders",
            "old",
            "by",
            "deck",
            "box",
            "spent",
            "house_deck",
        ],
    },
    Played {
        game: "zombie-wars",
        seats: 3,
        every: 61,
        options: &["deadlines", "advanced", "super-cop"],
        not_there: &[
            "played",
            "deed",
            "acting",
            "bang",
            "reinforced",
            "risen",
            "refused",
            "free",
            "townie",
            "claim_asked",
            "resume",
        ],
    },
];

/// Every path to something in a state, but for what is not there.
fn paths(state: &Value, not_there: &[&str]) -> Vec<Vec<String>> {
    let inside = |name: String, value: &Value| {
        let own = std::iter::once(vec![name.clone()]);
        let inner = paths(value, not_there).into_iter().map(|path| [vec![name.clone()], path].concat());
        own.chain(inner).collect::<Vec<_>>()
    };
    match state {
        Value::Object(fields) => {
            let there = fields.iter().filter(|(name, _)| !not_there.contains(&name.as_str()));
            there.flat_map(|(name, value)| inside(name.clone(), value)).collect()
        }
        // A number in a row is a card that nobody knows.
        Value::Array(items) => {
            let known = items.iter().enumerate().filter(|(_, item)| !item.is_number());
            known.flat_map(|(n, value)| inside(n.to_string(), value)).collect()
        }
        _ => Vec::new(),
    }
}

/// A path as JSON writes it.
fn pointer(path: &[String]) -> String {
    path.iter().flat_map(|step| ["/", step]).collect()
}

/// A state with something else at a path: another number, the other truth, one thing less.
fn otherwise(state: &Value, path: &[String]) -> Vec<Value> {
    let pointer = pointer(path);
    let set = |value: Value| {
        let mut other = state.clone();
        *other.pointer_mut(&pointer).expect("a path") = value;
        other
    };
    match state.pointer(&pointer).expect("a path") {
        Value::Bool(is_so) => vec![set(json!(!is_so))],
        Value::Number(number) => {
            let number = number.as_i64().expect("a whole number");
            vec![set(json!(number - 1)), set(json!(number + 1))]
        }
        Value::Array(items) if !items.is_empty() => vec![set(json!(items[1..]))],
        Value::String(_) => vec![without(state, path)],
        _ => Vec::new(),
    }
}

/// A state in which something is not there any more.
fn without(state: &Value, path: &[String]) -> Value {
    let mut other = state.clone();
    let (last, parent) = path.split_last().expect("a path");
    match other.pointer_mut(&pointer(parent)).expect("a path") {
        Value::Object(fields) => {
            fields.remove(last);
        }
        Value::Array(items) => {
            items.remove(last.parse().expect("a place"));
        }
        _ => {}
    }
    other
}

fn show(rules: &mut ScriptRules, state: &Value, step: &str) -> Option<Scene> {
    rules.put(state, step).ok()?;
    rules.show(Viewer::Everybody).ok()
}

/// Changes everything on the table, one thing after another, and gives what nobody would see.
fn unseen(rules: &mut ScriptRules, table: &mut Table, not_there: &[&str]) -> Vec<String> {
    let (step, whole) = (table.step().to_owned(), table.state(Viewer::Referee).expect("a state"));
    let shown = show(rules, &whole, &step).expect("a scene");
    // What is hidden from everybody does not lie there openly.
    let open = table.state(Viewer::Everybody).expect("a state");
    let mut unseen = Vec::new();
    for path in paths(&open, not_there) {
        let others = otherwise(&whole, &path);
        let scenes: Vec<Scene> = others.iter().filter_map(|other| show(rules, other, &step)).collect();
        if scenes.contains(&shown) {
            unseen.push(path.join("."));
        }
    }
    unseen
}

fn setting<'g>(game: &'g Game, played: &Played) -> Vec<(&'g str, Choosable)> {
    let usual = usual_options(game).into_iter();
    usual.map(|(id, value)| (id, if played.options.contains(&id) { Choosable::Flag(true) } else { value })).collect()
}

/// Plays by chance, and looks at the table every so many answers.
fn positions(played: &Played, game: &Game, seed: u64, (looks, every): (u64, u64), look: &mut dyn FnMut(&mut Table)) {
    let start = start(game, played.seats, &setting(game, played), seed);
    let mut live = table(game, &start, &[]);
    let (mut chance, mut looked) = (Chance::from_seed(seed), 0);
    while let Some((by, text)) = live.move_by_chance(&mut chance).filter(|_| looked < looks) {
        let given = Move { by: by.as_deref(), text: &text, number: None };
        live.answer(&given, AT).unwrap_or_else(|wrong| panic!("{wrong:?}"));
        if live.number() > (looked + 1) * every {
            looked += 1;
            look(&mut live);
        }
    }
}

#[test]
fn whatever_lies_on_the_table_is_shown() {
    let mut found = BTreeSet::new();
    for played in GAMES {
        let game = game(played.game);
        let (mut apart, _queue) = rules(&game, &start(&game, played.seats, &setting(&game, played), 1));
        positions(played, &game, 1, (4, played.every), &mut |table| {
            let unseen = unseen(&mut apart, table, played.not_there);
            found.extend(unseen.into_iter().map(|path| format!("{}: {path}", played.game)));
        });
    }
    assert!(found.is_empty(), "nobody sees that this changes:\n{}", found.into_iter().collect::<Vec<_>>().join("\n"));
}

/// The cards in a state that a viewer knows, each with where it lies.
fn known_cards(state: &Value) -> BTreeSet<(String, String)> {
    let text = |path: Vec<String>| {
        let pointer = pointer(&path);
        Some((pointer.clone(), state.pointer(&pointer)?.as_str()?.to_owned()))
    };
    paths(state, &[]).into_iter().filter_map(text).collect()
}

/// What a card is called: its name or title.
fn name_of(game: &Game, card: &str) -> Option<String> {
    let piece = game.components.iter().flat_map(|part| &part.pieces).find(|piece| piece.id == card)?;
    piece
        .fields
        .iter()
        .find(|(column, _)| matches!(column.as_str(), "name" | "title"))
        .map(|(_, field)| field.text.clone())
}

/// Looks whether each seat is told the cards in its hand that only it knows; gives how many there were.
fn own_cards_shown(game: &Game, table: &mut Table) -> usize {
    let open = known_cards(&table.state(Viewer::Everybody).expect("a state"));
    let mut shown = 0;
    for seat in 0..table.start().players.len() {
        let view = table.view(Viewer::Seat(Seat(seat))).expect("a view");
        let known = known_cards(&view.state);
        for (place, card) in known.difference(&open).filter(|(place, _)| place.starts_with("/hand/")) {
            let name = name_of(game, card).unwrap_or_else(|| card.clone());
            assert!(view.seats[seat].text.contains(&name), "{}: {place}: {name}", game.id);
            shown += 1;
        }
    }
    shown
}

#[test]
fn everybody_is_shown_their_own_hand() {
    for played in GAMES.iter().filter(|played| ["zombie-plague", "zombie-town"].contains(&played.game)) {
        let game = game(played.game);
        let mut shown = 0;
        // Some of them have to find cards first.
        for seed in 0..6 {
            positions(played, &game, seed, (8, 40), &mut |table| shown += own_cards_shown(&game, table));
        }
        assert!(shown > 0, "{}: nobody ever had a card", game.id);
    }
}
