//! A rules script: whatever it says, the table opens and is played, or a fault is told.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tablewright::inside::dice::Chance;
use tablewright_fuzz::played::{answer, any_answer, told};
use tablewright_fuzz::table::{game_with_script, is_shown, opened};

fuzz_target!(|data: &[u8]| {
    let Some(game) = game_with_script(data) else { return };
    let mut table = match opened(&game, Vec::new()) {
        Ok(table) => table,
        Err(problem) => return assert!(!told(&problem).is_empty()),
    };
    let mut chance = Chance::from_seed(5);
    for _ in 0..8 {
        let Some(request) = table.request().cloned() else { break };
        if let Err(problem) = answer(&mut table, &any_answer(&request, &mut chance)) {
            assert!(!told(&problem).is_empty());
            break;
        }
    }
    is_shown(&mut table);
});
