//! Seeded random games of every game that can be refereed: laws hold, a table played again from its journal is the same,
//! and every undo goes back to what was seen there.

mod support;

use support::table::{AT, game, rules, start, table};
use tablewright::dice::Chance;
use tablewright::model::Game;
use tablewright::referee::{Back, Choosable, Move, Table, Viewer, answer_by_chance};

/// No game has more steps or answers.
const MOST: usize = 20_000;

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

/// Plays a table to its end, and looks at it at every question.
fn play(table: &mut Table, chance: &mut Chance, look: &mut dyn FnMut(&mut Table)) {
    look(table);
    while let Some(request) = table.request() {
        let text = answer_by_chance(request, chance);
        let given = Move { text: &text, ..Move::default() };
        table.answer(&given, AT).unwrap_or_else(|problem| panic!("`{text}`: {problem:?}"));
        look(table);
        assert!(table.entries().len() < MOST, "the game does not end");
    }
}

/// Every way a game can be set up that is worth playing.
fn tables(game: &Game) -> Vec<(usize, Vec<(&'static str, Choosable)>)> {
    let (least, most) = game.play.seats.expect("seats");
    let flags = [false, true].map(|flag| vec![("corporate-war", Choosable::Flag(flag))]);
    (least..=most).flat_map(|seats| flags.clone().map(|options| (seats, options))).collect()
}

#[test]
fn laws_hold_in_random_games() {
    let game = game("zombie-rancher");
    for (n, (seats, options)) in tables(&game).into_iter().enumerate() {
        let (mut rules, _desk) = rules(&game, &start(&game, seats, &options, 0));
        for seed in 0..34 {
            let seed = seed + 1_000 * n as u64;
            let played = rules.check_with_bot(seed, MOST);
            played.unwrap_or_else(|fault| panic!("{seats} seats, {options:?}, seed {seed}: {fault}"));
        }
    }
}

/// Plays random games at one number of seats, and each again from its journal; then goes back to a question it had.
fn played_again(seats: usize) {
    let game = game("zombie-rancher");
    for (n, (seats, options)) in tables(&game).into_iter().filter(|(of, _)| *of == seats).enumerate() {
        for seed in 0..34 {
            let start = start(&game, seats, &options, seed);
            let mut chance = Chance::from_seed(seed + 100 * n as u64);
            let mut live = table(&game, &start, &[]);
            let (mut looks, wanted, mut kept) = (0, 1 + chance.below(60), None);
            play(&mut live, &mut chance, &mut |table| {
                looks += 1;
                if looks == wanted {
                    kept = Some((table.number(), seen(table)));
                }
            });
            let mut again = table(&game, &start, live.entries());
            assert_eq!(seen(&mut again), seen(&mut live), "seed {seed}, {options:?}");
            assert_eq!(again.log(Viewer::Everybody), live.log(Viewer::Everybody));
            if let Some((number, view)) = kept.filter(|(number, _)| *number < live.number()) {
                live.undo(Back::To(number), None, AT).unwrap_or_else(|problem| panic!("{problem:?}"));
                assert_eq!(seen(&mut live), view, "seed {seed}, {options:?}, back to {number}");
            }
        }
    }
}

#[test]
fn a_table_of_two_played_again_is_the_same() {
    played_again(2);
}

#[test]
fn a_table_of_three_played_again_is_the_same() {
    played_again(3);
}

#[test]
fn a_table_of_four_played_again_is_the_same() {
    played_again(4);
}

#[test]
fn every_undo_goes_back_to_what_was_seen() {
    let game = game("zombie-rancher");
    // The smallest table and the largest, with everything.
    let tables = tables(&game);
    for (n, (seats, options)) in [&tables[0], &tables[tables.len() - 1]].into_iter().enumerate() {
        let start = start(&game, *seats, options, 7);
        let mut live = table(&game, &start, &[]);
        let mut views: Vec<(u64, String)> = Vec::new();
        play(&mut live, &mut Chance::from_seed(50 + n as u64), &mut |table| views.push((table.number(), seen(table))));
        for (number, view) in views.iter().rev().skip(1) {
            live.undo(Back::To(*number), None, AT).unwrap_or_else(|problem| panic!("{problem:?}"));
            assert_eq!(&seen(&mut live), view, "after going back to {number}");
        }
    }
}
