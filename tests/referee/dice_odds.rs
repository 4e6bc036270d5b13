//! Odds of dice against counting: every way in which the dice of an expression can fall is thrown. And whatever is typed
//! is read, thrown and reckoned with, or refused, without a panic.

use std::collections::BTreeMap;

use proptest::prelude::*;
use tablewright::inside::dice::{Chance, Expression, odds, parse, roll};

/// What is less likely than this is not followed any further.
const NEXT_TO_NOTHING: f64 = 1e-11;

/// More ways than this take too long.
const MOST_WAYS: usize = 20_000;

/// The chance of each result, from all ways in which dice can fall; nothing when those are too many.
fn counted(expression: &Expression) -> Option<BTreeMap<i64, f64>> {
    let mut chances = BTreeMap::new();
    // The faces thrown so far, each with the number there are.
    let mut path: Vec<(u32, u32)> = Vec::new();
    for _ in 0..MOST_WAYS {
        let (mut at, mut chance) = (0, 1.0);
        let mut next = |sides: u32| {
            if chance < NEXT_TO_NOTHING {
                return 0;
            }
            if at == path.len() {
                path.push((0, sides));
            }
            at += 1;
            chance /= f64::from(sides);
            path[at - 1].0
        };
        let total = roll(expression, &mut next).total().expect("a number");
        *chances.entry(total).or_default() += chance;
        while path.last().is_some_and(|(face, sides)| face + 1 == *sides) {
            path.pop();
        }
        match path.last_mut() {
            Some((face, _)) => *face += 1,
            None => return Some(chances),
        }
    }
    None
}

/// Pools of which all outcomes can be counted, with all that can become of them.
fn pool() -> impl Strategy<Value = String> {
    let die = prop::sample::select(vec!["d2", "d3", "d4", "d{0, 0, 1, 3}", "d{-1, 0, 2}", "dF.1", "d22 tens"]);
    let change = prop::sample::select(vec![
        "",
        "",
        " keep highest 1",
        "k2",
        " keep lowest 1",
        "kl2",
        " drop both ends",
        " dl1dh1",
        " count 2+",
        " count 1-",
        " minimum 2",
        " mi1max2",
        " minimum 1 keep highest 2",
        " ro1",
        " ro1kh1",
        " rr1",
        " sd",
        " kh2 count 1+",
        " unique",
        " u kh1",
        "u count 2+",
        " minimum 0 maximum 1 count 1+ keep lowest 1",
    ]);
    (1_u32..4, die, change).prop_map(|(count, die, change)| format!("{count}{die}{change}"))
}

/// One pool that explodes: its chains are long.
fn exploding() -> impl Strategy<Value = String> {
    let change = prop::sample::select(vec![
        "!",
        "!!",
        "!p",
        "!!p",
        "! keep highest 1",
        "!kl1",
        "!! count 3+",
        "! count 2+",
        "!p count 2+",
        "!! kh1 count 4+",
        "! minimum 2",
        "! maximum 2",
        "!1",
        "ro1!",
        "!!pkh1",
    ]);
    (1_u32..3, 2_u32..5, change).prop_map(|(count, sides, change)| format!("{count}d{sides}{change}"))
}

fn expression() -> impl Strategy<Value = String> {
    prop_oneof![
        pool(),
        exploding(),
        (pool(), pool()).prop_map(|(a, b)| format!("{a} - {b}")),
        (pool(), pool()).prop_map(|(a, b)| format!("{a} * ({b})")),
        (pool(), 1_i32..4).prop_map(|(a, b)| format!("{a} / {b}")),
        (pool(), 1_i32..4).prop_map(|(a, b)| format!("ceil({a} / -{b})")),
        (pool(), pool()).prop_map(|(a, b)| format!("round(({a}) / (abs({b}) + 1))")),
        (pool(), pool()).prop_map(|(a, b)| format!("max({a}, {b}, 2)")),
        (pool(), pool()).prop_map(|(a, b)| format!("min({a} + 1, {b})")),
        (pool(), pool()).prop_map(|(a, b)| format!("abs({a} - 2 * ({b}))")),
        (pool(), pool(), 1_u32..4).prop_map(|(a, b, kept)| format!("{{{a}, {b}, d3, d3}} keep highest {kept}")),
        (pool(), 1_u32..3).prop_map(|(a, kept)| format!("{{{a}, d4, {a}}} keep lowest {kept}")),
        pool().prop_map(|a| format!("{{{a}, d4, {a}, d3}} keep middle 2")),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn odds_agree_with_counting(text in expression()) {
        let Ok(reading) = parse(&text) else { return Ok(()) };
        let expression = reading.rolls.expression;
        let odds = odds(&expression);
        prop_assert!(odds.is_ok() || text.contains("0, 0, 1, 3") || text.contains("dF"), "{}", text);
        let Ok(odds) = odds else { return Ok(()) };
        let Some(expected) = counted(&expression) else { return Ok(()) };
        for (result, chance) in &expected {
            let ours = odds.ways.get(result).map_or(0.0, |ways| odds.chance(ways));
            prop_assert!((ours - chance).abs() < 1e-7, "{}: {} has {}, counted {}", text, result, ours, chance);
        }
        let whole: f64 = odds.ways.values().map(|ways| odds.chance(ways)).sum();
        prop_assert!((whole + odds.left_out() - 1.0).abs() < 1e-12 && odds.left_out() < 1e-9, "{} adds up to {}", text, whole);
        prop_assert_eq!(odds.is_cut_off, odds.left_out() > 0.0, "{}", text);
    }

    #[test]
    fn what_is_written_is_read_again(text in expression(), more in expression(), times in 1_u32..4) {
        let text = format!("{times} times {text} - 2 * ({more}) / 3 # to hit");
        let Ok(first) = parse(&text) else { return Ok(()) };
        let again = parse(&first.rolls.to_string());
        prop_assert_eq!(again.map(|again| again.rolls), Ok(first.rolls), "{}", text);
    }

    #[test]
    fn nothing_that_is_typed_is_a_panic(parts in prop::collection::vec(prop::sample::select(TOKENS.to_vec()), 0..16)) {
        let text = parts.concat();
        if let Ok(reading) = parse(&text) {
            let rolls = reading.rolls;
            let words = rolls.to_string();
            prop_assert_eq!(parse(&words).map(|again| again.rolls), Ok(rolls.clone()), "`{}` is `{}`", text, words);
            let mut chance = Chance::from_seed(1);
            let rolled = roll(&rolls.expression, &mut |end| chance.below(end));
            if let (Ok(odds), Some(total)) = (odds(&rolls.expression), rolled.total()) {
                prop_assert!(odds.is_cut_off || odds.ways.contains_key(&total), "`{}` gave {}", text, total);
            }
        }
    }
}

/// All that notation is made of, and some that it is not.
const TOKENS: [&str; 78] = [
    "d6",
    "2d6",
    "d20",
    "3d4",
    "d",
    "w",
    "dF",
    "dF.1",
    "d%",
    "d66",
    " tens",
    " sides",
    "d{1, 2, hit}",
    "d{0,0,5}",
    "1",
    "2",
    "3",
    "10",
    "100",
    "1000",
    "1000000",
    " ",
    " ",
    " ",
    "+",
    "-",
    "*",
    "/",
    "//",
    "(",
    ")",
    "{",
    "}",
    ",",
    "!",
    "!!",
    "!p",
    ">",
    "<",
    "=",
    ">=",
    "k",
    "kh",
    "kl",
    "dh1",
    "dl",
    "d1",
    " keep ",
    " drop ",
    "highest ",
    "lowest ",
    "middle ",
    "both ends ",
    "r",
    "ro",
    "rr",
    " reroll all ",
    " count ",
    "hit",
    " or ",
    "u",
    "s",
    "sd",
    "mi",
    "max",
    "min",
    "abs(",
    "max(",
    "floor(",
    "round(",
    " rounded up",
    " advantage",
    " dis",
    " times ",
    "x",
    "#",
    "é",
    "𝄞",
];
