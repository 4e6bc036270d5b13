//! Dice in words: what is read is written as something that is read as the same, and thrown.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tablewright::inside::dice::{Chance, odds, parse, roll};

fuzz_target!(|data: &str| {
    match parse(data) {
        Ok(reading) => {
            let rolls = reading.rolls;
            let said = rolls.to_string();
            let again = parse(&said).unwrap_or_else(|wrong| panic!("`{data}` is `{said}`: {}", wrong.render(false)));
            assert_eq!(again.rolls, rolls);
            let mut chance = Chance::from_seed(1);
            let thrown = roll(&rolls.expression, &mut |end| chance.below(end));
            if let (Ok(odds), Some(total)) = (odds(&rolls.expression), thrown.total()) {
                assert!(odds.is_cut_off || odds.ways.contains_key(&total), "`{data}` gave {total}");
            }
        }
        Err(wrong) => assert!(!wrong.render(false).is_empty()),
    }
});
