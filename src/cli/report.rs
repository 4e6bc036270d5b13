//! Prints what went wrong and how far along the work is.

use std::io::{IsTerminal, Write as _};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use serde_json::{Value, json};

use crate::app::Progress;
use crate::diag::{Diagnostic, Diagnostics, Place, Severity, count_of, is_hidden, visible};
use crate::ui::terminal::shown;

use super::outcome::Outcome;

/// Work that is done sooner shows no bar.
const PATIENCE: Duration = Duration::from_secs(1);

/// Prints a line of result, in which nothing steers the terminal but colours of our own.
pub fn say(line: &str) {
    let mut out = std::io::stdout();
    let shown = if has_colour(&out) { shown(line) } else { visible(line) };
    // A closed pipe is the reader's choice.
    let _ = writeln!(out, "{shown}");
}

/// Prints an answer as JSON, which has its own way to write what is not seen.
pub fn say_json(value: &Value) {
    let text = serde_json::to_string_pretty(value).unwrap_or_default();
    let mut out = String::with_capacity(text.len());
    for sign in text.chars() {
        if is_hidden(sign) && sign != '\n' {
            let mut units = [0; 2];
            out.extend(sign.encode_utf16(&mut units).iter().map(|unit| format!("\\u{unit:04x}")));
        } else {
            out.push(sign);
        }
    }
    say(&out);
}

/// Whether what is printed there may have colours.
pub fn has_colour(out: &impl IsTerminal) -> bool {
    out.is_terminal() && std::env::var_os("NO_COLOR").is_none()
}

/// Prints every problem, and a closing line with their number.
pub fn problems(found: &Diagnostics) {
    let mut err = std::io::stderr();
    let colour = has_colour(&err);
    for diagnostic in found {
        let _ = writeln!(err, "{}\n", diagnostic.render(colour));
    }
    let errors = found.count(Severity::Error) + found.count(Severity::Bug);
    let warnings = found.count(Severity::Warning);
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
    told_under(&format!("failed: {}", visible(heading)), found);
}

/// Prints what is worth a word of something that went as it should.
pub fn remarks(heading: &str, found: &Diagnostics) {
    told_under(&format!("passed: {}", visible(heading)), found);
}

fn told_under(heading: &str, found: &Diagnostics) {
    let mut err = std::io::stderr();
    let colour = has_colour(&err);
    let _ = writeln!(err, "{heading}");
    for diagnostic in found {
        let _ = writeln!(err, "{}", diagnostic.render(colour));
    }
    let _ = writeln!(err);
}

/// Prints every problem that leaves nothing to go on with, and tells how the run ends.
pub fn tell(found: &Diagnostics) -> Outcome {
    problems(found);
    if found.has_bugs() { Outcome::Bug } else { Outcome::Refused }
}

/// Problems as JSON.
#[must_use]
pub fn problems_json(found: &Diagnostics) -> Value {
    let one = |(diagnostic, place): (&Diagnostic, Option<&Place>)| {
        json!({
            "severity": match diagnostic.severity {
                Severity::Error | Severity::Bug => "error",
                Severity::Warning => "warning",
                Severity::Note => "note",
            },
            "name": diagnostic.name,
            "message": diagnostic.message,
            "file": place.map(Place::path),
            "line": place.map(Place::line),
            "column": place.map(Place::column),
            "hints": diagnostic.help().collect::<Vec<_>>(),
        })
    };
    found.iter().flat_map(|wrong| wrong.places().map(move |place| (wrong, place))).map(one).collect()
}

/// A bar that appears when work takes longer than a second.
#[derive(Default)]
pub struct Bar {
    drawn: Mutex<Option<Drawn>>,
}

/// A bar while its work goes on.
struct Drawn {
    bar: ProgressBar,
    started: Instant,
    is_shown: bool,
}

impl Bar {
    fn with(&self, act: impl FnOnce(&mut Option<Drawn>)) {
        // Whoever panicked with it in hand has left nothing half done that matters.
        act(&mut self.drawn.lock().unwrap_or_else(PoisonError::into_inner));
    }
}

impl Progress for Bar {
    fn begin(&self, steps: usize, what: &'static str) {
        let bar = ProgressBar::with_draw_target(Some(steps as u64), ProgressDrawTarget::hidden());
        let style = ProgressStyle::with_template("{msg} [{bar:30}] {pos}/{len}, {eta} left");
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()).progress_chars("=> "));
        bar.set_message(what);
        self.with(|drawn| *drawn = Some(Drawn { bar, started: Instant::now(), is_shown: false }));
    }

    fn step(&self) {
        self.with(|drawn| {
            let Some(Drawn { bar, started, is_shown }) = drawn else { return };
            if !*is_shown && started.elapsed() > PATIENCE {
                bar.set_draw_target(ProgressDrawTarget::stderr());
                *is_shown = true;
            }
            bar.inc(1);
        });
    }

    fn end(&self) {
        self.with(|drawn| {
            if let Some(Drawn { bar, .. }) = drawn.take() {
                bar.finish_and_clear();
            }
        });
    }
}
