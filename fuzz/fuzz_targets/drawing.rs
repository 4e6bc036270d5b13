//! A drawing on a piece, printed in full and with little ink.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tablewright::inside::model::Ink;
use tablewright_fuzz::{chosen, kit};

fuzz_target!(|data: &[u8]| {
    let Some((which, drawing)) = chosen(data) else { return };
    let ink = [Ink::Full, Ink::Low, Ink::Mono][which % 3];
    let slot = "<rect data-image='art/own.svg' x='2' y='2' width='16' height='16'/>";
    kit::print(kit::token(slot).with("art/own.svg", drawing), ink);
});
