//! Tables of pieces: whatever stands in one, there are pieces, or it is told where it is wrong.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tablewright_fuzz::kit;

fuzz_target!(|data: &[u8]| {
    kit::read(kit::game("  deck: {kind: cards, data: cards.csv, front: card-classic}\n").with("cards.csv", data));
});
