//! Spreadsheets: what stands in their sheets, or the whole file. There are pieces, or it is told where it is wrong.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tablewright_fuzz::{kit, spreadsheets};

fuzz_target!(|data: &[u8]| {
    let (name, file) = match data.split_first() {
        Some((b'x', rows)) => ("cards.xlsx", spreadsheets::xlsx_of(&String::from_utf8_lossy(rows))),
        Some((b'o', sheets)) => ("cards.ods", spreadsheets::ods_of(&String::from_utf8_lossy(sheets))),
        Some((b'p', packed)) => ("cards.ods", packed.to_vec()),
        _ => ("cards.xlsx", data.to_vec()),
    };
    kit::read(kit::game(&format!("  deck: {{kind: cards, data: {name}, front: card-classic}}\n")).with(name, file));
});
