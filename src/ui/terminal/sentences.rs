//! Problems as they are told in a conversation: a sentence each, and below it what may help.

use crate::diag::{Diagnostic, Diagnostics, Severity};

use super::lines::set_in;

/// All that is wrong, one sentence and its hints each.
#[must_use]
pub fn sentences(found: &Diagnostics, width: usize) -> String {
    found.iter().map(|diagnostic| sentence(diagnostic, width, false)).collect()
}

/// A problem as it is told in a conversation.
pub(super) fn sentence(diagnostic: &Diagnostic, width: usize, colour: bool) -> String {
    // A place in a file needs its line and caret.
    if diagnostic.place.is_some() {
        return diagnostic.render(colour) + "\n";
    }
    let head = if diagnostic.severity == Severity::Warning { "warning: " } else { "" };
    let hints = diagnostic.hints.iter().map(|hint| set_in("  ", hint, width));
    set_in("", &format!("{head}{}", diagnostic.message), width) + &hints.collect::<String>()
}
