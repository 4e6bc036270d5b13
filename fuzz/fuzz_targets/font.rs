//! A font of a game, and a text that is set in it.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tablewright_fuzz::kit;

fuzz_target!(|data: &[u8]| {
    let slot = "<rect data-text='Ab fi 7 *x*' x='1' y='1' width='18' height='18'/>";
    kit::print_with_own_fonts(kit::token(slot).with("fonts/own.ttf", data));
});
