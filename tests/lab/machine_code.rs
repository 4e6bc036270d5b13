//! Machine code of a script plays the same games as the script.

use std::cell::RefCell;
use std::rc::Rc;

use crate::support::GAMES;
use crate::support::table::{game, start, usual_options};
use tablewright::inside::referee::AnswerQueue;
use tablewright::inside::rules::{BotPlayer, Budget, Patience, ScriptRules, WallClock, World};

/// Random games of each; `TABLEWRIGHT_SAME` is how many.
fn games() -> u64 {
    std::env::var("TABLEWRIGHT_SAME").ok().and_then(|games| games.parse().ok()).unwrap_or(2)
}

#[test]
fn machine_code_plays_the_same_games() {
    for name in GAMES {
        let game = game(name);
        let seats = game.play.seats.map_or(2, |(least, _)| least);
        let start = start(&game, seats, &usual_options(&game), 1);
        let script = &game.play.script.as_ref().expect("a script").text;
        let world = || World::new(&game, start.players.clone(), start.options.clone());
        let queue = || Rc::new(RefCell::new(AnswerQueue::new(start.players.clone(), start.hands.clone(), 1)));
        let mut plain = ScriptRules::load(script, world(), queue(), WallClock::start()).expect("it loads");
        let mut compiled = ScriptRules::load_for_bots(script, world(), queue(), WallClock::start()).expect("it loads");
        let mut players = vec![BotPlayer::Random; seats];
        for seed in 0..games() {
            let patience = Patience::steps(20_000);
            let played = [&mut plain, &mut compiled].map(|rules| rules.play_trial(seed, &players, &patience));
            assert_eq!(played[0], played[1], "{name}, seed {seed}");
        }
        players[0] = BotPlayer::Thinking(Budget::Looks(2));
        let patience = Patience::steps(40);
        let played = [&mut plain, &mut compiled].map(|rules| rules.play_trial(7, &players, &patience));
        assert_eq!(played[0], played[1], "{name} with somebody who thinks");
    }
}
