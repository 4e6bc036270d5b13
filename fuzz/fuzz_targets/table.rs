//! Lines typed at a table one after the other: each is an answer, or nothing has happened.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tablewright::inside::model::Game;
use tablewright::inside::referee::{Entry, Start};
use tablewright_fuzz::chosen;
use tablewright_fuzz::played::answer;
use tablewright_fuzz::table::{is_shown, opened, played};

thread_local! {
    static TABLES: Vec<(Game, Start, Vec<Entry>)> = played();
}

fuzz_target!(|data: &[u8]| {
    let Some((which, text)) = chosen(data) else { return };
    let Ok(text) = std::str::from_utf8(text) else { return };
    TABLES.with(|tables| {
        let (game, _, entries) = &tables[which % tables.len()];
        let some = entries.len() * (which / tables.len()) / 128;
        let Ok(mut table) = opened(game, entries[..some.min(entries.len())].to_vec()) else { panic!("it was played") };
        for line in text.lines().take(20) {
            let (before, asked) = (table.entries().len(), table.request().cloned());
            if answer(&mut table, line).is_ok() {
                assert!(table.entries().len() > before);
            } else {
                assert_eq!((table.entries().len(), table.request().cloned()), (before, asked));
            }
        }
        is_shown(&mut table);
    });
});
