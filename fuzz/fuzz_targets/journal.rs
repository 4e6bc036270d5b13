//! Journals as bytes, and lines of journals with the right checksums.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tablewright::inside::model::Game;
use tablewright::inside::referee::read_journal;
use tablewright_fuzz::chosen;
use tablewright_fuzz::played::{CARDS, game, sealed, told};
use tablewright_fuzz::table::{is_shown, opened};

thread_local! {
    static SMALL: Game = game(CARDS);
}

fuzz_target!(|data: &[u8]| {
    let Some((which, rest)) = chosen(data) else { return };
    let bytes = match (which % 2, std::str::from_utf8(rest)) {
        (1, Ok(text)) => sealed(&text.lines().map(str::to_owned).collect::<Vec<_>>()),
        _ => rest.to_owned(),
    };
    match read_journal(&bytes) {
        Err(damage) => assert!(damage.line > 0 && !damage.why.is_empty()),
        Ok(journal) => SMALL.with(|small| match opened(small, journal.entries) {
            Ok(mut table) => is_shown(&mut table),
            Err(problem) => assert!(!told(&problem).is_empty()),
        }),
    }
});
