//! What a seat cannot know changes nothing of what it does, and what it imagines never contradicts what it has seen.

use serde_json::{Value, json};

use crate::support::played::game;
use crate::support::table::{rules, start};
use tablewright::inside::referee::{Rules as _, Seat};
use tablewright::inside::rules::{BotPlayer, Budget, ScriptRules};

const POKER: &str = include_str!("games/poker.luau");

fn rules_of(script: &str) -> ScriptRules {
    let game = game(script);
    rules(&game, &start(&game, 2, &[], 1)).0
}

/// A state in which Ann holds a bite and a dawn, Bob holds these two, and his secret is this.
fn dealt(rules: &mut ScriptRules, bobs: [&str; 2], secret: u64) -> Value {
    rules.begin().expect("it begins");
    let mut state = rules.step().1.clone();
    let card = |card: &str, seat: &str| json!({"card": card, "seen": [seat]});
    state["hand"] = json!({
        "Ann": [card("bite", "Ann"), card("dawn", "Ann")],
        "Bob": [card(bobs[0], "Bob"), card(bobs[1], "Bob")],
    });
    let mut left = serde_json::Map::new();
    for (name, all) in [("bite", 1), ("claw", 2), ("dawn", 1)] {
        let count = all - bobs.iter().filter(|bob| **bob == name).count();
        if count > 0 {
            left.insert(name.to_owned(), json!(count));
        }
    }
    state["pools"] = json!([{"deck": "nights", "cards": left, "joined": 0}]);
    state["deck"] = json!([1, 1]);
    state["secret"] = json!({"Ann": 5, "Bob": secret});
    state
}

#[test]
fn what_others_hold_does_not_change_a_choice() {
    for budget in [BotPlayer::Thinking(Budget::Looks(40)), BotPlayer::Greedy] {
        let mut rules = rules_of(POKER);
        for seed in 0..12 {
            let mut answers = Vec::new();
            for (bobs, secret) in
                [(["claw", "claw"], 5), (["bite", "dawn"], 0), (["dawn", "claw"], 9), (["claw", "bite"], 5)]
            {
                let state = dealt(&mut rules, bobs, secret);
                let answer = rules.bot_answer(&state, "turn", &[budget, budget], seed).expect("an answer");
                answers.push(answer.expect("Ann is asked first"));
            }
            answers.dedup();
            assert_eq!(answers.len(), 1, "seed {seed}: {answers:?}");
        }
    }
}

/// Worlds that a seat imagines: its own cards stay, and all cards together are those that there are.
#[test]
fn imagined_worlds_fit_what_was_seen() {
    let mut rules = rules_of(POKER);
    let (mut hands, mut secrets) = (std::collections::BTreeSet::new(), std::collections::BTreeSet::new());
    for seed in 0..60 {
        let state = dealt(&mut rules, ["claw", "claw"], 5);
        let world = rules.imagined(&state, Seat(0), seed).expect("a world");
        assert_eq!(world["hand"]["Ann"], state["hand"]["Ann"]);
        assert_eq!(world["secret"]["Ann"], state["secret"]["Ann"]);
        assert_eq!(world["deck"], state["deck"]);
        let mut cards: Vec<String> = Vec::new();
        for slot in world["hand"]["Bob"].as_array().expect("a hand") {
            assert_eq!(slot["seen"], json!(["Bob"]));
            cards.push(slot["card"].as_str().expect("a card").to_owned());
        }
        cards.sort();
        hands.insert(cards.clone());
        secrets.insert(world["secret"]["Bob"].as_u64());
        for (card, count) in world["pools"][0]["cards"].as_object().expect("a pool") {
            cards.extend(std::iter::repeat_n(
                card.clone(),
                usize::try_from(count.as_u64().expect("a count")).expect("few"),
            ));
        }
        cards.sort();
        assert_eq!(cards, ["bite", "claw", "claw", "dawn"]);
    }
    // Every pair that Bob can hold: of a bite, two claws and a dawn.
    assert_eq!(hands.len(), 4, "{hands:?}");
    assert!(secrets.len() > 5, "{secrets:?}");
}
