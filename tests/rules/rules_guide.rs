//! The guide to rules scripts, followed word for word from an empty folder. After every chapter there is a game that
//! plays.

use crate::support::reader::Reader;

/// Nothing is wrong with the game, its scenarios come out, and people who choose at random come to its end.
#[cfg(unix)]
fn plays(reader: &Reader) {
    assert_eq!(reader.succeeds("tablewright check ./low-tide"), "./low-tide: nothing is wrong\n");
    reader.succeeds("tablewright test ./low-tide");
    for seats in 2..=4 {
        reader.succeeds(&format!("tablewright playtest ./low-tide --games 5 --seats {seats} --check"));
    }
}

#[cfg(unix)]
#[test]
fn the_guide_does_what_it_says() {
    crate::support::reader::follow("rules-guide.md", "low-tide", plays);
}
