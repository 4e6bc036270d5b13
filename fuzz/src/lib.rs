//! What the fuzz targets share: a small game in memory with one file that is whatever the fuzzer says, and what may never
//! come of it. A target says which file; how inputs are made up is for libFuzzer.

pub mod kit;
#[path = "../../tests/support/played.rs"]
pub mod played;
#[path = "../../tests/support/spreadsheets.rs"]
#[allow(dead_code, reason = "tests use other parts of it")]
pub mod spreadsheets;
pub mod table;

use tablewright::inside::diag::Diagnostics;

/// What is found is told, and nothing of it is a mistake of ours.
pub fn is_told(found: &Diagnostics) {
    for one in found {
        assert!(!one.render(false).is_empty());
    }
    assert!(!found.has_bugs(), "{found}");
}

/// The first byte, to choose by, and the rest.
#[must_use]
pub fn chosen(data: &[u8]) -> Option<(usize, &[u8])> {
    data.split_first().map(|(first, rest)| (usize::from(*first), rest))
}
