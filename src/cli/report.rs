//! Prints what went wrong and how far along the work is.

use std::io::{IsTerminal as _, Write as _};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use serde_json::{Value, json};

use crate::diag::{Diagnostic, Diagnostics, Severity, count_of};

/// Work that is done sooner shows no bar.
const PATIENCE: Duration = Duration::from_secs(1);

/// Prints a line of result.
pub fn say(line: &str) {
    // A closed pipe is the reader's choice.
    let _ = writeln!(std::io::stdout(), "{line}");
}

/// Prints an answer as JSON.
pub fn say_json(value: &Value) {
    say(&serde_json::to_string_pretty(value).unwrap_or_default());
}

/// Prints every problem, and a closing line with their number.
pub fn problems(found: &Diagnostics) {
    let mut err = std::io::stderr();
    let colour = err.is_terminal() && std::env::var_os("NO_COLOR").is_none();
    for diagnostic in found {
        let _ = writeln!(err, "{}\n", diagnostic.render(colour));
    }
    let (errors, warnings) = (found.count(Severity::Error), found.count(Severity::Warning));
    let more = found.more();
    let mut counts: Vec<String> = [(errors, "error"), (warnings, "warning")]
        .into_iter()
        .filter(|(number, _)| *number > 0)
        .map(|(number, noun)| count_of(number, noun))
        .collect();
    if more > 0 {
        counts.push(format!("and {more} more that are not shown"));
    }
    if !counts.is_empty() {
        let _ = writeln!(err, "{}", counts.join(", "));
    }
}

/// Prints a problem under a heading, without a word on how many there are.
pub fn failures(heading: &str, found: &Diagnostics) {
    let mut err = std::io::stderr();
    let colour = err.is_terminal() && std::env::var_os("NO_COLOR").is_none();
    let _ = writeln!(err, "failed: {heading}");
    for diagnostic in found {
        let _ = writeln!(err, "{}", diagnostic.render(colour));
    }
    let _ = writeln!(err);
}

/// A problem that belongs to no file.
pub fn problem(message: impl Into<String>, hint: Option<String>) {
    let mut found = Diagnostics::new();
    found.push(Diagnostic::error(message).maybe_hint(hint));
    problems(&found);
}

/// Problems as JSON.
#[must_use]
pub fn problems_json(found: &Diagnostics) -> Value {
    let one = |diagnostic: &Diagnostic| {
        json!({
            "severity": match diagnostic.severity {
                Severity::Error => "error",
                Severity::Warning => "warning",
                Severity::Note => "note",
            },
            "name": diagnostic.name,
            "message": diagnostic.message,
            "file": diagnostic.place.as_ref().map(crate::diag::Place::path),
            "line": diagnostic.place.as_ref().map(crate::diag::Place::line),
            "column": diagnostic.place.as_ref().map(crate::diag::Place::column),
            "hints": diagnostic.hints,
        })
    };
    found.iter().map(one).collect()
}

/// A bar that appears when work takes longer than a second.
pub struct Progress {
    bar: ProgressBar,
    started: std::time::Instant,
    shown: AtomicBool,
}

impl Progress {
    /// A bar for so many steps.
    #[must_use]
    pub fn new(steps: usize, what: &'static str) -> Self {
        let bar = ProgressBar::with_draw_target(Some(steps as u64), ProgressDrawTarget::hidden());
        let style = ProgressStyle::with_template("{msg} [{bar:30}] {pos}/{len}");
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()).progress_chars("=> "));
        bar.set_message(what);
        Self { bar, started: std::time::Instant::now(), shown: AtomicBool::new(false) }
    }

    /// One step further.
    pub fn step(&self) {
        if self.started.elapsed() > PATIENCE && !self.shown.swap(true, Ordering::Relaxed) {
            self.bar.set_draw_target(ProgressDrawTarget::stderr());
        }
        self.bar.inc(1);
    }

    /// Away with it.
    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }
}
