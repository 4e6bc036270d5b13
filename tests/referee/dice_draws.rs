//! Odds of drawing cards: what is asked and how it is told, word for word, and against counting every hand.

use num_bigint::BigUint;
use proptest::prelude::*;
use tablewright::inside::dice::{is_draw, parse_draw};

use crate::support::Tool;

#[test]
fn a_question_about_cards_has_one_chance_and_a_table() {
    let tool = Tool::new();
    tool.run("odds 1 of 2 queens in 2 of 4").says(
        "exactly 1 of 2 queens in 2 of 4: 66.67 %, 2/3\n\
         1 on average, give or take 0.58\n\
         result  odds    chance  at least\n     \
              0   1/6   16.67 %  100.00 %  ##########\n     \
              1   2/3   66.67 %   83.33 %  ########################################\n     \
              2   1/6   16.67 %   16.67 %  ##########\n",
    );
    let first = |text: &str| tool.run(&format!("odds {text}")).succeeds().stdout().lines().next().unwrap().to_owned();
    assert_eq!(first("2 of 13 hearts in 13 of 52"), "exactly 2 of 13 hearts in 13 of 52: 20.59 %");
    assert_eq!(first("at least 1 of 4 aces in 5 of 52"), "at least 1 of 4 aces in 5 of 52: 34.12 %, 18472/54145");
    assert_eq!(first("1+ of 4 in 5 of 52 cards"), "at least 1 of 4 in 5 of 52: 34.12 %, 18472/54145");
    assert_eq!(first("all of 2 in 2 of 3"), "exactly 2 of 2 in 2 of 3: 33.33 %, 1/3");
    assert_eq!(first("no of 2 in 1 of 3"), "exactly 0 of 2 in 1 of 3: 33.33 %, 1/3");
    assert_eq!(first("at most 1 of 3 wolves in 2 of 6"), "at most 1 of 3 wolves in 2 of 6: 80.00 %, 4/5");
    assert_eq!(first("1 to 2 of 3 wolves in 3 of 6"), "1 to 2 of 3 wolves in 3 of 6: 90.00 %, 9/10");
}

#[test]
fn several_kinds_are_asked_for_at_once() {
    let said = "exactly 1 of 2 red, at least 1 of 2 blue in 2 of 4: 66.67 %, 2/3\n";
    Tool::new().run("odds 1 of 2 red and at least 1 of 2 blue in 2 of 4").says(said);
    Tool::new().run("odds 1 of 2 red, 1+ of 2 blue in 2 of 4").says(said);
    let json = Tool::new().run("odds 1 of 2 red, 1+ of 2 blue in 2 of 4 --json").succeeds().stdout();
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!((&json["odds"], &json["results"]), (&serde_json::json!("2/3"), &serde_json::json!([])));
}

#[test]
fn what_cannot_be_drawn_is_refused_at_its_place() {
    let told = |text: &str| parse_draw(text).unwrap_err().render(false);
    let like_this = "write `2 of 5 hearts in 13 of 52`: two of the five hearts, in 13 cards drawn out of 52";
    for (text, message, at) in [
        ("2 of 5 hearts", "here should be `in`, and how many cards are drawn", 14),
        ("2 of 5 hearts in 60 of 52", "60 cards cannot be drawn of 52", 18),
        ("2 of 5, 1 of 50 in 13 of 52", "55 of these cards are more than the 52 there are", 20),
        ("6 of 5 hearts in 13 of 52", "there are only 5", 1),
        ("3 to 2 of 5 hearts in 13 of 52", "3 is more than 2", 1),
        ("at last 2 of 5 in 13 of 52", "here should be `least` or `most`", 4),
        ("2 hearts of 5 in 13 of 52", "here should be `of`", 3),
        ("2 of 5 in 13 of 52 twice", "this is one thing too many", 20),
    ] {
        let told = told(text);
        assert!(told.starts_with(&format!("error: {message}\n --> roll:1:{at}\n")), "{told}");
        assert!(told.contains(like_this), "{told}");
    }
    assert!(told("2 of 5 in 13 of 5000").contains("5000 cannot be how many cards there are"));
    let many = format!("{} in 5 of 52", vec!["1 of 2"; 13].join(", "));
    assert!(told(&many).contains("12 kinds of cards are the most"));
    assert!(!is_draw("2d6 + 1") && !is_draw("roof") && is_draw("2 OF 5"));
}

/// Every hand of so many of these cards, each card the number of its kind.
fn hands(cards: &[usize], drawn: usize) -> Vec<Vec<usize>> {
    let Some((first, rest)) = cards.split_first().filter(|_| drawn > 0) else {
        return if drawn == 0 { vec![Vec::new()] } else { Vec::new() };
    };
    let with = hands(rest, drawn - 1).into_iter().map(|mut hand| {
        hand.push(*first);
        hand
    });
    with.chain(hands(rest, drawn)).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn every_hand_counts_the_same(
        kinds in prop::collection::vec((0_usize..4, 0_usize..4, 0_usize..4), 1..4),
        rest in 0_usize..4,
        share in 0_usize..12,
    ) {
        let cards: Vec<usize> =
            kinds.iter().enumerate().flat_map(|(kind, (_, _, there))| vec![kind; *there]).chain(vec![9; rest]).collect();
        let drawn = share.min(cards.len());
        let wanted: Vec<(usize, usize, usize)> =
            kinds.iter().map(|(a, b, there)| ((*a).min(*b).min(*there), (*a).max(*b), *there)).collect();
        let texts: Vec<String> =
            wanted.iter().map(|(least, most, there)| format!("{least} to {most} of {there} x")).collect();
        let draw = parse_draw(&format!("{} in {drawn} of {}", texts.join(", "), cards.len())).expect("a draw");
        let hands = hands(&cards, drawn);
        let fits = |hand: &&Vec<usize>| {
            wanted.iter().enumerate().all(|(kind, (least, most, _))| {
                (*least..=*most).contains(&hand.iter().filter(|card| **card == kind).count())
            })
        };
        let fitting = hands.iter().filter(fits).count();
        prop_assert_eq!(draw.ways(), (BigUint::from(fitting), BigUint::from(hands.len())));
    }

    #[test]
    fn whatever_is_asked_is_read_or_refused(text in "[0-9a-z ,+]{0,30}( of | in |, at least )[0-9a-z ,+of in]{0,30}") {
        if let Ok(draw) = parse_draw(&text) {
            let (ways, all) = draw.ways();
            prop_assert!(ways <= all);
            prop_assert_eq!(parse_draw(&draw.to_string()).expect("the same").ways(), (ways, all));
        }
    }
}
