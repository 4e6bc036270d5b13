//! Seeded random games of every game that can be refereed: laws hold, a table played again from its journal is the same after every step,
//! every undo goes back to what was seen there, and the score says where it comes from. `TABLEWRIGHT_RANDOM=4` plays four
//! times as many.

use std::collections::BTreeMap;
use std::path::Path;

use crate::support::table::{AT, game, rules, start, table, table_keeping_all, usual_options};
use tablewright::inside::dice::Chance;
use tablewright::inside::model::{Game, GameOption, OptionValues};
use tablewright::inside::referee::{Adjusted, Back, Choosable, Move, Points, Table, Viewer, compare_replay, get};
use tablewright::inside::rules::Patience;

/// No game has more steps.
const MOST: u64 = 100_000;

/// How many times as many games are played as when somebody waits for the tests.
fn times() -> u64 {
    std::env::var("TABLEWRIGHT_RANDOM").ok().and_then(|times| times.parse().ok()).unwrap_or(1)
}

/// What everybody sees, without the log, which keeps what was taken back.
fn seen(table: &mut Table) -> String {
    let view = table.view(Viewer::Everybody).unwrap_or_else(|problem| panic!("{problem:?}"));
    let mut json = view.json();
    json["number"] = serde_json::Value::Null;
    if let Some(request) = json.get_mut("request").filter(|request| request.is_object()) {
        request["number"] = serde_json::Value::Null;
    }
    json.to_string()
}

/// Plays a table to its end, or for so many answers, and looks at it at every question.
fn play(table: &mut Table, chance: &mut Chance, most: usize, look: &mut dyn FnMut(&mut Table)) {
    look(table);
    while let Some((by, text)) = table.move_by_chance(chance).filter(|_| table.entries().len() < most) {
        let given = Move { by: by.as_deref(), text: &text, number: None };
        table.answer(&given, AT).unwrap_or_else(|problem| panic!("`{text}`: {problem:?}"));
        look(table);
    }
}

/// All games of the project that have a referee.
fn games() -> Vec<Game> {
    let components = Path::new(env!("CARGO_MANIFEST_DIR")).join("components");
    let folders = std::fs::read_dir(&components).expect("games").map(|entry| entry.expect("a game"));
    let mut names: Vec<String> = folders
        .filter(|folder| folder.path().join("rules.luau").is_file())
        .map(|folder| folder.file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    assert!(names.len() >= 2, "{names:?}");
    names.iter().map(|name| game(name)).collect()
}

type Chosen<'g> = Vec<(&'g str, Choosable)>;

/// Every way a game can be set up: all numbers of seats with all combinations of what can be on or off.
fn tables(game: &Game) -> Vec<(usize, Chosen<'_>)> {
    let (least, most) = game.play.seats.expect("seats");
    let is_flag = |option: &&GameOption| matches!(option.values, OptionValues::Flag { .. });
    let flags: Vec<&str> = game.play.options.iter().filter(is_flag).map(|option| option.id.as_str()).collect();
    let combination = |bits: usize| -> Chosen<'_> {
        let chosen = flags.iter().enumerate().map(|(n, id)| (*id, Choosable::Flag(bits >> n & 1 == 1)));
        usual_options(game).into_iter().filter(|(id, _)| !flags.contains(id)).chain(chosen).collect()
    };
    let combinations: Vec<Chosen<'_>> = (0..1 << flags.len()).map(combination).collect();
    (least..=most).flat_map(|seats| combinations.iter().map(move |options| (seats, options.clone()))).collect()
}

/// As many tables as are wanted, spread over all that there are; the first and the last are among them.
fn some_tables(game: &Game, wanted: usize) -> Vec<(usize, Chosen<'_>)> {
    let all = tables(game);
    let last = all.len() - 1;
    (0..wanted).map(|n| all[(n * last).div_ceil(wanted - 1).min(last)].clone()).collect()
}

#[test]
fn laws_hold_in_random_games() {
    // Forty games of each, or fewer where a single one takes many decisions; `.ci/games` plays one at least at every kind of table.
    const DECISIONS: u64 = 1_500;
    const GAMES: (u64, u64) = (2, 40);
    for game in games() {
        let tables = tables(&game);
        let mut decisions = 0;
        for number in 0..GAMES.1 {
            if number >= GAMES.0 && decisions > DECISIONS * times() {
                break;
            }
            // Seven is no divisor of what there is: all tables have their turn, and far ones follow each other.
            let (seats, options) = &tables[usize::try_from(number * 7).expect("small") % tables.len()];
            let (mut rules, _desk) = rules(&game, &start(&game, *seats, options, 0));
            let played = rules
                .check_with_bot(number, &Patience::steps(MOST))
                .unwrap_or_else(|fault| panic!("{}: {seats} seats, {options:?}, seed {number}: {fault}", game.id));
            assert_eq!(played.unfinished, None, "{}: {seats} seats, {options:?}, seed {number}", game.id);
            decisions += played.decisions;
        }
    }
}

/// Plays random games, and each again from its journal; then goes back to a question it had.
fn played_again(seeds: std::ops::Range<u64>) {
    const EACH: usize = 3;
    const ANSWERS: usize = 400;
    for game in games() {
        for (n, (seats, options)) in some_tables(&game, EACH).into_iter().enumerate() {
            for seed in seeds.clone() {
                let told = format!("{}: {seats} seats, {options:?}, seed {seed}", game.id);
                let start = start(&game, seats, &options, seed);
                let mut chance = Chance::from_seed(seed + 100 * n as u64);
                let mut live = table_keeping_all(&game, &start, &[]);
                let (mut looks, wanted, mut kept) = (0, 1 + chance.below(60), None);
                play(&mut live, &mut chance, ANSWERS, &mut |table| {
                    looks += 1;
                    if looks == wanted {
                        kept = Some((table.number(), seen(table)));
                    }
                });
                let mut again = table_keeping_all(&game, &start, live.entries());
                compare_replay(&mut live, &mut again).unwrap_or_else(|problem| panic!("{told}: {problem:?}"));
                assert_eq!(again.beginnings(), live.beginnings(), "{told}");
                assert_eq!(seen(&mut again), seen(&mut live), "{told}");
                assert_eq!(again.log(Viewer::Everybody), live.log(Viewer::Everybody), "{told}");
                if let Some((number, view)) = kept.filter(|(number, _)| *number < live.number()) {
                    live.undo(Back::To(number), None, AT).unwrap_or_else(|problem| panic!("{problem:?}"));
                    assert_eq!(seen(&mut live), view, "{told}, back to {number}");
                }
            }
        }
    }
}

#[test]
fn a_table_played_again_is_the_same() {
    played_again(0..times());
}

#[test]
fn another_table_played_again_is_the_same() {
    played_again(1_000..1_000 + times());
}

#[test]
fn every_undo_goes_back_to_what_was_seen() {
    const ANSWERS: usize = 50;
    for game in games() {
        // The smallest table, and as much of it as can be gone through one by one.
        let (seats, options) = &tables(&game)[0];
        let start = start(&game, *seats, options, 7);
        let mut live = table(&game, &start, &[]);
        let mut views: Vec<(u64, String)> = Vec::new();
        play(&mut live, &mut Chance::from_seed(50), ANSWERS, &mut |table| views.push((table.number(), seen(table))));
        for (number, view) in views.iter().rev().skip(1) {
            live.undo(Back::To(*number), None, AT).unwrap_or_else(|problem| panic!("{problem:?}"));
            assert_eq!(&seen(&mut live), view, "{}: after going back to {number}", game.id);
        }
    }
}

/// Every line of the score with points, and what decides without points, names entries of the log that are still in force.
fn assert_names_entries(game: &Game, table: &mut Table) {
    let score = table.score().unwrap_or_else(|problem| panic!("{}: {problem:?}", game.id));
    let Some(score) = score else { return };
    let view = table.view(Viewer::Everybody).unwrap_or_else(|problem| panic!("{}: {problem:?}", game.id));
    let standing: Vec<u64> =
        view.log.iter().filter(|line| line.is_entry && line.taken_back_by.is_none()).map(|line| line.seq).collect();
    let assert_named = |what: &str, entries: Vec<u64>| {
        assert!(!entries.is_empty(), "{}, after {}: `{what}` names no entry", game.id, view.number);
        let unknown = entries.iter().find(|entry| !standing.contains(entry));
        assert_eq!(unknown, None, "{}, after {}: `{what}` names what is no entry", game.id, view.number);
    };
    for line in &score.lines {
        assert!(line.rule.is_some(), "{}: `{}` has no heading", game.id, line.what);
        if line.points != Points::default() {
            assert!(!line.fields.is_empty(), "{}: `{}` counts nothing of the state", game.id, line.what);
            assert_named(&line.what, view.entries_behind(line));
        }
    }
    if score.lines.is_empty() && view.number > 0 {
        assert_named(score.because.as_deref().unwrap_or("the result"), view.entries_behind_result(&score));
    }
}

#[test]
fn scores_say_where_they_come_from() {
    const ANSWERS: usize = 300;
    // Every so many answers, so that positions in the middle of steps are among them.
    const EVERY: u64 = 7;
    for game in games() {
        for (n, (seats, options)) in some_tables(&game, 3).into_iter().enumerate() {
            let mut live = table(&game, &start(&game, seats, &options, n as u64), &[]);
            play(&mut live, &mut Chance::from_seed(n as u64), ANSWERS, &mut |table| {
                if table.number().is_multiple_of(EVERY) || table.request().is_none() {
                    assert_names_entries(&game, table);
                }
            });
        }
    }
}

/// The number of a field, and the number that it is to be.
fn another_number(state: &serde_json::Value, path: &str) -> Option<(String, i64)> {
    let value = get(state, path)?;
    match value {
        serde_json::Value::Object(fields) => {
            fields.keys().find_map(|name| another_number(state, &format!("{path}.{name}")))
        }
        value => value.as_i64().map(|number| (path.to_owned(), number + 1)),
    }
}

/// A field that a line counts, and what it is to be: another number, or the cards that lie there anyway.
fn another_value(state: &serde_json::Value, path: &str) -> Option<(String, serde_json::Value)> {
    if let Some((field, number)) = another_number(state, path) {
        return Some((field, number.into()));
    }
    let pile = path.rsplit_once('.').filter(|(_, place)| place.parse::<usize>().is_ok()).map_or(path, |(pile, _)| pile);
    get(state, pile).filter(|pile| pile.is_array()).map(|value| (pile.to_owned(), value.clone()))
}

/// Sets the first thing that a line of the score counts, and looks whether it names the adjustment; gives whether there was
/// one that could be set.
fn adjustment_is_named(game: &Game, live: &mut Table) -> bool {
    let Ok(Some(score)) = live.score() else { return false };
    let state = live.state(Viewer::Referee).expect("a state");
    for (n, line) in score.lines.iter().enumerate() {
        let Some((field, value)) = line.fields.iter().find_map(|field| another_value(&state, field)) else {
            continue;
        };
        let set = [(field.clone(), value)].into();
        let wish = Adjusted { set, at_step: BTreeMap::new(), reason: "counted".to_owned(), triggers: false };
        if live.adjust(&wish, None, AT).is_err() {
            continue;
        }
        let entry = live.number();
        let score = live.score().expect("no fault").expect("a score");
        let view = live.view(Viewer::Everybody).expect("a view");
        let behind = view.entries_behind(&score.lines[n]);
        assert!(behind.contains(&entry), "{}: `{}` does not name {entry}, `{field}`", game.id, score.lines[n].what);
        assert!(view.score_json(&score)["lines"][n]["entries"].to_string().contains(&entry.to_string()));
        return true;
    }
    false
}

#[test]
fn scores_name_the_adjustments_of_what_they_count() {
    const ANSWERS: usize = 40;
    const TRIES: usize = 5;
    for game in games() {
        let (seats, options) = &tables(&game)[0];
        let mut live = table(&game, &start(&game, *seats, options, 3), &[]);
        let mut chance = Chance::from_seed(3);
        let is_named = (1..=TRIES).any(|tries| {
            play(&mut live, &mut chance, tries * ANSWERS, &mut |_| {});
            adjustment_is_named(&game, &mut live)
        });
        let has_lines = live.score().expect("no fault").is_some_and(|score| !score.lines.is_empty());
        assert!(is_named || !has_lines, "{}: nothing that is counted could be set", game.id);
    }
}

#[test]
fn a_view_of_late_is_the_end_of_the_whole_one() {
    for game in games() {
        let (seats, options) = &tables(&game)[0];
        let mut live = table(&game, &start(&game, *seats, options, 4), &[]);
        play(&mut live, &mut Chance::from_seed(4), 30, &mut |_| {});
        // Of what is chosen in secret side by side nothing may have happened yet.
        let _ = live.undo(Back::Times(2), None, AT);
        for viewer in [Viewer::Everybody, Viewer::Referee] {
            let whole = live.view(viewer).expect("a view");
            assert_eq!(whole.since, 0);
            for entries in [1, 7, 29, 500] {
                let late = live.view_of_late(viewer, entries).expect("a view");
                let begins = live.number().saturating_sub(entries as u64);
                assert_eq!(late.since, begins);
                let is_late = |seq: u64| begins == 0 || seq > begins;
                let log: Vec<_> = whole.log.iter().filter(|line| is_late(line.seq)).cloned().collect();
                assert_eq!(late.log, log, "{}: the last {entries}", game.id);
                let effects: Vec<_> = whole.effects.iter().filter(|effect| is_late(effect.seq)).cloned().collect();
                assert_eq!(late.effects, effects, "{}: the last {entries}", game.id);
            }
        }
    }
}
