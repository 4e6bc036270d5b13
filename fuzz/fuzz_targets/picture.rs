//! A picture of pixels on a piece.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tablewright::inside::model::Ink;
use tablewright_fuzz::kit;

fuzz_target!(|data: &[u8]| {
    let name = match data {
        [0xff, ..] => "art/own.jpg",
        [b'R', ..] => "art/own.webp",
        _ => "art/own.png",
    };
    let slot = format!("<rect data-image='{name}' x='2' y='2' width='16' height='16'/>");
    kit::print(kit::token(&slot).with(name, data), Ink::Full);
});
