//! A picture of pixels on a piece.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tablewright::inside::model::Ink;
use tablewright_fuzz::kit;

fuzz_target!(|data: &[u8]| {
    let slot = "<rect data-image='art/own.png' x='2' y='2' width='16' height='16'/>";
    kit::print(kit::token(slot).with("art/own.png", data), Ink::Full);
});
