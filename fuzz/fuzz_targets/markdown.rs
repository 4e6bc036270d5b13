//! The text of a booklet.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tablewright::inside::model::Ink;
use tablewright_fuzz::kit;

fuzz_target!(|data: &[u8]| {
    let booklet = "  rules: {kind: booklet, text: RULES.md, front: booklet-page}\n";
    kit::print(kit::game(booklet).with("RULES.md", data), Ink::Full);
});
