//! The template of a piece.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tablewright::inside::model::Ink;
use tablewright_fuzz::kit;

fuzz_target!(|data: &[u8]| {
    kit::print(kit::token("").with("front.svg", data), Ink::Full);
});
