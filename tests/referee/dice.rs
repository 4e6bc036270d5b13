//! Dice: what is written and what is meant, every die of a roll, and odds that people know.

use crate::support::Tool;
use proptest::prelude::*;
use tablewright::inside::dice::{Chance, Fate, Rolled, Rolls, odds, parse, roll};

fn rolls(text: &str) -> Rolls {
    parse(text).unwrap_or_else(|error| panic!("{text}: {}", error.message)).rolls
}

#[test]
fn words_and_short_forms_mean_the_same() {
    for (short, words) in [
        ("d6", "d6"),
        ("1D6", "d6"),
        ("2d6+1", "2d6 + 1"),
        ("2d6 − 1 × 3", "2d6 - 1 * 3"),
        ("d%", "d100"),
        ("dF", "dF"),
        ("4d{-1, -1, 0, 0, 1, 1}", "4dF"),
        ("4d6kh3", "4d6 keep highest 3"),
        ("4d6 dl1", "4d6 keep highest 3"),
        ("4d6 drop lowest", "4d6 keep highest 3"),
        ("4d6 drop highest 3", "4d6 keep lowest 1"),
        ("2d20 advantage", "2d20 keep highest 1"),
        ("d6!", "d6 explode 6"),
        ("3d10!>8", "3d10 explode 9+"),
        ("6d6>=5", "6d6 count 5+"),
        ("6d6 count 5+ + 2", "6d6 count 5+ + 2"),
        ("6d6 count 5+2", "6d6 count 5 + 2"),
        ("6d6 count 2-", "6d6 count 2-"),
        ("2d6r1", "2d6 reroll 1"),
        ("2d6 reroll all 1 or 2", "2d6 reroll all 1 or 2"),
        ("3x 2d6", "3 times 2d6"),
        ("2d{Hit, hit, miss} count hit", "2d{hit, hit, miss} count hit"),
        ("-(d4 + 2) * 2", "-(d4 + 2) * 2"),
        ("(2d6 + 1)", "2d6 + 1"),
    ] {
        assert_eq!(rolls(short).to_string(), words, "{short}");
        assert_eq!(rolls(words), rolls(short), "{words}");
    }
}

#[test]
fn mistakes_are_pointed_at() {
    for (text, column, said) in [
        ("", 1, "there is nothing to roll | write dice, as in `2d6 + 1`"),
        ("4d6 kep highest 3", 5, "`kep` means nothing here | did you mean `keep`?"),
        ("4d6 keep 3", 10, "highest or lowest? | write `keep highest 3` or `drop lowest 1`"),
        ("4d6 keep highest 5", 18, "5 cannot be how many to keep | a number from 1 to 4"),
        ("d6 drop lowest", 4, "that leaves none | drop fewer"),
        ("d0", 2, "0 cannot be the number of sides | a number from 1 to 10000"),
        ("2000d6", 1, "2000 cannot be a number of dice | a number from 1 to 1000"),
        ("99999999999999999999", 1, "`99999999999999999999` is too large a number | a million is the most"),
        ("2d6 +", 6, "here should be dice or a number | write dice as in `2d6`, `d20`, `d%`, `3d{hit, miss}`"),
        ("2d6 2d6", 5, "this is one thing too many | put `+`, `-`, `*` or `/` between the parts of a roll"),
        ("(2d6", 5, "a bracket is not closed | add `)`"),
        ("d6 explode 1+", 4, "every face explodes, and that never ends | name fewer faces"),
        ("d6 reroll all 6-", 4, "every face is rolled again, and that never ends | name fewer faces"),
        ("d6 count 7", 10, "no face of a d6 is `7` | a d6 has faces from 1 to 6"),
        ("3d{hit, miss} count hat", 21, "no face of a d{hit, miss} is `hat` | did you mean `hit`?"),
        ("3d{hit, miss} + 1", 1, "faces with names cannot be added up | say which of them to count, as in `count hit`"),
        (
            "3d{hit, miss} kh1",
            15,
            "faces with names are not higher or lower | only numbers can be kept, dropped, sorted or bounded",
        ),
        ("3d{hit, ", 8, "here should be a face | a number or a word, as in `d{0, 1, 1, hit}`"),
        ("4d6 kh3 dl1", 9, "this was said already | each thing that becomes of dice is said once"),
    ] {
        let error = parse(text).expect_err(text);
        let place = error.place.as_ref().expect("a place");
        assert_eq!(
            (place.column(), format!("{} | {}", error.message, error.hints.join(" | ")).as_str()),
            (column, said),
            "{text}"
        );
    }
}

/// Faces that come one after the other, and then the first again.
fn given(faces: &[u32]) -> impl FnMut(u32) -> u32 {
    let mut next = faces.iter().cycle();
    move |_| next.next().map_or(0, |face| face - 1)
}

fn told(text: &str, faces: &[u32]) -> (String, Option<i64>) {
    let rolled = roll(&rolls(text).expression, &mut given(faces));
    (rolled.to_string(), rolled.total())
}

#[test]
fn every_die_is_told() {
    for (text, faces, said, total) in [
        ("4d6 keep highest 3", &[6, 1, 3, 5][..], "[6 (1) 3 5]", 14),
        ("2d20 keep lowest 1", &[7, 7], "[7 (7)]", 7),
        ("2d6 explode", &[6, 6, 2, 3], "[6 6 2 3]", 17),
        ("2d6 explode keep highest 1", &[6, 2, 5], "[6 2 (5)]", 8),
        ("2d6 reroll 1", &[1, 1, 4], "[1> 1 4]", 5),
        ("2d6 reroll all 1", &[1, 1, 4, 2], "[1> 1> 4 2]", 6),
        ("3d6 count 5+", &[5, 2, 6], "[*5* 2 *6*]", 2),
        ("(d6 + 1) * 2 - d4", &[5, 3], "([5] + 1) * 2 - [3]", 9),
    ] {
        assert_eq!(told(text, faces), (said.to_owned(), Some(total)), "{text}");
    }
    assert_eq!(told("3d{hit, miss, klik}", &[1, 3, 1]), ("[hit klik hit]".to_owned(), None));
}

#[test]
fn a_seed_gives_the_same_numbers_for_ever() {
    let mut chance = Chance::from_seed(7);
    let numbers: Vec<u32> = (0..12).map(|_| chance.below(6) + 1).collect();
    assert_eq!(numbers, SEVEN);
    assert_eq!((chance.below(1), chance.below(0)), (0, 0));
}

const SEVEN: [u32; 12] = [2, 4, 5, 1, 4, 1, 2, 2, 6, 5, 6, 4];

#[test]
fn odds_that_people_know() {
    let chance = |text: &str, at_least: i64| {
        let odds = odds(&rolls(text).expression).expect("not too many");
        odds.chance(&odds.at_least()[&at_least])
    };
    let close = |a: f64, b: f64| assert!((a - b).abs() < 5e-4, "{a} is not {b}");
    close(chance("2d6", 7), 21.0 / 36.0);
    close(chance("4d6 keep highest 3", 18), 0.0162);
    close(chance("2d20 advantage", 11), 0.75);
    close(chance("d6 explode", 7), 1.0 / 6.0);
    close(chance("d20 reroll 1", 2), 1.0 - 1.0 / 400.0);
    // From the odds table of a game whose dice hit with 5 and 6: three dice against two.
    close(chance("3d6 count 5+ - 2d6 count 5+", 1), 0.432);
    let average = |text: &str| odds(&rolls(text).expression).expect("not too many").average();
    close(average("d6 explode"), 4.2);
    close(average("4d6 keep highest 3"), 12.2446);
    close(average("10d10 explode count 8+"), 10.0 * 0.3 / 0.9);
}

#[test]
fn large_pools_have_odds_or_are_refused() {
    let of = |text: &str| odds(&rolls(text).expression);
    let thousand = of("1000d6").expect("odds");
    assert_eq!(thousand.ways.len(), 5_001);
    assert!((thousand.average() - 3_500.0).abs() < 1e-6 && (thousand.deviation() - 54.006_172_5).abs() < 1e-6);
    let sixes = of("1000d6 keep highest 3").expect("odds");
    assert!(sixes.chance(&sixes.ways[&18]) > 0.999_999);
    let sparse = of("900d{0, 1000000}").expect("odds");
    assert_eq!(sparse.ways.len(), 901);
    assert!((sparse.average() - 450_000_000.0).abs() < 1.0);
    // The fuzzer made the first two of these wait for ten seconds.
    for text in ["33d102 drop lowest", "646d64! + 2", "200d20 keep highest 100", "1000d1000"] {
        assert!(of(text).is_err(), "{text}");
    }
}

#[test]
fn the_verbs() {
    let tool = Tool::new();
    tool.run("roll 2d1 + 3 --seed 5").says("2d1 + 3:\n  [1 1] + 3 = 5\n");
    tool.run("roll 2 times 2d{hit}").says("2 times 2d{hit}:\n  hit hit: 2 hit\n  hit hit: 2 hit\n");
    tool.run("odds 2d2").says(
        "2d2: 3 results, 3 on average, give or take 0.71\n\
         result  odds    chance  at least\n\
         \x20    2   1/4   25.00 %  100.00 %  ####################\n\
         \x20    3   1/2   50.00 %   75.00 %  ########################################\n\
         \x20    4   1/4   25.00 %   25.00 %  ####################\n",
    );
    tool.run("odds 1000d1000").refuses(&["`1000d1000` has too many outcomes to list", "use fewer dice"]);
    tool.run("odds 3d{hit,miss}").refuses(&["faces with names have no odds of their own", "`count hit`"]);
    tool.run("roll 4d6 kep").fails(
        1,
        "
error: `kep` means nothing here
 --> roll:1:5
  |
1 | 4d6 kep
  |     ^^^
  |
  = help: did you mean `keep`?

1 error",
    );
    let json = tool.run("roll 3d6 --seed 1 --json").succeeds().stdout();
    assert_eq!(json, tool.run("roll 3d6 --seed 1 --json").stdout());
    let value: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(value["rolls"][0]["dice"][0]["throws"].as_array().map(Vec::len), Some(3));
    let value: serde_json::Value = serde_json::from_str(&tool.run("odds d4 --json").succeeds().stdout()).expect("JSON");
    assert_eq!(value["results"][0], serde_json::json!({"result": 1, "odds": "1/4", "chance": 0.25, "at_least": 1.0}));
}

proptest! {
    #[test]
    fn rolls_stay_inside_their_odds(
        count in 1_u32..6, sides in 2_u32..9, change in 0_usize..7, seed in 0_u64..1_000,
    ) {
        let change = ["", "!", " reroll 1", " reroll all 1", " kh1", " dl1 + 3", " count 2+"][change];
        prop_assume!(!(change.contains("dl1") && count == 1));
        let text = format!("{count}d{sides}{change}");
        let rolls = rolls(&text);
        let mut chance = Chance::from_seed(seed);
        let rolled = roll(&rolls.expression, &mut |end| chance.below(end));
        let total = rolled.total().expect("a number");
        let odds = odds(&rolls.expression).expect("not too many");
        prop_assert!(odds.ways.contains_key(&total) || odds.is_cut_off, "{} gave {}", text, total);
        let whole: f64 = odds.ways.values().map(|ways| odds.chance(ways)).sum();
        prop_assert!((whole - 1.0).abs() < 1e-8, "{} adds up to {}", text, whole);
        if let Rolled::Pool(pool) = &rolled {
            let kept = pool.throws.iter().filter(|thrown| thrown.fate == Fate::Kept).count();
            prop_assert!(kept > 0);
        }
    }
}
