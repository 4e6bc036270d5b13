//! Problems as they are told in a conversation: a sentence each, and below it what may help.

use crate::diag::{Diagnostic, Diagnostics};

use super::lines::set_in;

/// All that is wrong, one sentence and its hints each.
#[must_use]
pub fn sentences(found: &Diagnostics, width: usize) -> String {
    let one = |diagnostic: &Diagnostic| {
        // A place in a file needs its line and caret.
        if diagnostic.place.is_some() {
            return diagnostic.render(false) + "\n";
        }
        let hints: String = diagnostic.hints.iter().map(|hint| set_in("  ", hint, width)).collect();
        set_in("", &diagnostic.message, width) + &hints
    };
    found.iter().map(one).collect()
}
