//! `Diagnostic`: one problem told to a person, with its place and a hint, and the list they gather in.
//! Nothing here prints; the command line does.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};

mod cell;
mod names;
mod nouns;
mod place;
mod visible;

pub use cell::CellName;
pub use names::{closest_name, did_you_mean, letters_apart, meant_or_known};
pub use nouns::{all_of, count_of, plural};
pub use place::{Place, SourceText};
pub use visible::{is_hidden, visible};

/// How bad it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// Worth knowing; nothing is wrong.
    Note,
    /// It prints, but probably not as meant.
    Warning,
    /// It cannot be printed as it stands.
    Error,
    /// Something is wrong with Tablewright itself.
    Bug,
}

/// One problem: what, where, and what to do about it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    /// How bad it is.
    pub severity: Severity,
    /// The name it can be allowed by, if it can.
    pub name: Option<&'static str>,
    /// One sentence, lower case, names in backticks, no full stop.
    pub message: String,
    /// Where it is, when it is anywhere.
    pub place: Option<Place>,
    /// Where else the very same is wrong.
    pub also: Vec<Place>,
    /// What to do about it.
    pub hints: Vec<String>,
    /// Whether saying it again of another place would tell nothing new.
    once: bool,
}

impl Diagnostic {
    /// Something that cannot be printed as it stands.
    #[must_use]
    pub fn error(message: impl Into<String>) -> Self {
        Self::new(Severity::Error, message)
    }

    /// Something that prints, but probably not as meant.
    #[must_use]
    pub fn warning(message: impl Into<String>) -> Self {
        Self::new(Severity::Warning, message)
    }

    /// Something worth knowing.
    #[must_use]
    pub fn note(message: impl Into<String>) -> Self {
        Self::new(Severity::Note, message)
    }

    /// Something that is wrong with Tablewright, and not with anybody's files.
    #[must_use]
    pub fn bug(message: impl Into<String>) -> Self {
        Self::new(Severity::Bug, message).hint("this is a mistake of Tablewright, not of your files")
    }

    fn new(severity: Severity, message: impl Into<String>) -> Self {
        let (place, also, hints) = (None, Vec::new(), Vec::new());
        Self { severity, name: None, message: message.into(), place, also, hints, once: false }
    }

    /// Gives it a name.
    #[must_use]
    pub const fn named(mut self, name: &'static str) -> Self {
        self.name = Some(name);
        self
    }

    /// Says where.
    #[must_use]
    pub fn at(mut self, place: &Place) -> Self {
        self.place = Some(place.clone());
        self
    }

    /// Says where, unless that is known already.
    #[must_use]
    pub fn or_at(self, place: &Place) -> Self {
        if self.place.is_some() { self } else { self.at(place) }
    }

    /// Says what to do about it.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hints.push(hint.into());
        self
    }

    /// Says what to do about it, if there is anything to say.
    #[must_use]
    pub fn maybe_hint(mut self, hint: Option<String>) -> Self {
        self.hints.extend(hint);
        self
    }

    /// Says that one place is enough: the cause is elsewhere, and the same everywhere.
    #[must_use]
    pub const fn once(mut self) -> Self {
        self.once = true;
        self
    }

    /// Whether one place is enough.
    #[must_use]
    pub const fn is_told_once(&self) -> bool {
        self.once
    }

    /// What to do about it, and where the value at its place is used.
    pub fn help(&self) -> impl Iterator<Item = String> {
        self.hints.iter().cloned().chain(self.place.iter().flat_map(Place::uses))
    }

    /// Whether both say the same, of whatever places.
    #[must_use]
    pub fn says_the_same(&self, other: &Self) -> bool {
        let words = |of: &Self| (of.severity, of.name);
        words(self) == words(other) && self.message == other.message && self.hints == other.hints
    }

    /// Whether both say the same of the same place, or the place does not matter.
    #[must_use]
    pub fn has_same_cause(&self, other: &Self) -> bool {
        let is_same_place = || match (&self.place, &other.place) {
            (Some(own), Some(others)) => own.is_same_stretch(others),
            (own, others) => own.is_none() && others.is_none(),
        };
        self.says_the_same(other) && (self.once || is_same_place())
    }

    /// The report as a person reads it: message, line with a caret, hints.
    #[must_use]
    pub fn render(&self, colour: bool) -> String {
        let renderer = if colour { Renderer::styled() } else { Renderer::plain() };
        let level = match self.severity {
            Severity::Error | Severity::Bug => Level::ERROR,
            Severity::Warning => Level::WARNING,
            Severity::Note => Level::NOTE,
        };
        let title = level.primary_title(visible(&self.message));
        let title = match self.name {
            Some(name) => title.id(name),
            None => title,
        };
        let line = self.place.as_ref().map(shown_line);
        let path = self.place.as_ref().map(shown_path);
        let mut group = match self.place.as_ref().zip(line.as_ref()) {
            Some((place, line)) => title.element(snippet(place, line).path(path.as_deref())),
            None => Group::with_title(title),
        };
        let elsewhere = self.elsewhere();
        if let Some(elsewhere) = &elsewhere {
            group = group.element(Level::NOTE.message(visible(elsewhere)));
        }
        for hint in self.help() {
            group = group.element(Level::HELP.message(visible(&hint).into_owned()));
        }
        let report = renderer.render(&[group]);
        match path.filter(|_| self.place.as_ref().is_some_and(|place| place.cell().is_some())) {
            Some(path) => without_line(&report, &path),
            None => report,
        }
    }

    /// Every place at which it is, or one without a place.
    pub fn places(&self) -> impl Iterator<Item = Option<&Place>> {
        std::iter::once(self.place.as_ref()).chain(self.also.iter().map(Some))
    }

    /// The other places in words: `the same on lines 7, 8 and 9`.
    fn elsewhere(&self) -> Option<String> {
        let here = self.place.as_ref()?;
        let mut lines: BTreeMap<(bool, &str), BTreeSet<Spot>> = BTreeMap::new();
        for place in &self.also {
            lines.entry((place.path() != here.path(), place.path())).or_default().insert(Spot::of(place));
        }
        let told = |((is_other, path), lines): ((bool, &str), BTreeSet<Spot>)| {
            let on_this = !is_other && lines.len() == 1 && lines.contains(&Spot::of(here)) && here.cell().is_none();
            let lines = if on_this { "further along this line".to_owned() } else { told_spots(&lines) };
            if is_other { format!("in `{path}` {lines}") } else { lines }
        };
        let told: Vec<String> = lines.into_iter().map(told).collect();
        (!told.is_empty()).then(|| format!("the same {}", told.join(", and ")))
    }

    /// Takes over where another one is that says the same.
    fn join(&mut self, other: Self) {
        for place in other.place.into_iter().chain(other.also) {
            let mut known = self.place.iter().chain(&self.also);
            let is_known = known.any(|known| known.is_same_stretch(&place));
            match &self.place {
                None => self.place = Some(place),
                Some(_) if is_known || self.once || self.also.len() >= MOST => {}
                Some(_) => self.also.push(place),
            }
        }
    }
}

/// What is counted where the same is wrong elsewhere.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Spot {
    Line(usize),
    Cell(CellName),
}

impl Spot {
    fn of(place: &Place) -> Self {
        place.cell().map_or_else(|| Self::Line(place.line()), Self::Cell)
    }
}

impl fmt::Display for Spot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Line(line) => write!(f, "{line}"),
            Self::Cell(cell) => write!(f, "{cell}"),
        }
    }
}

/// "on line 7", "on lines 7, 8 and 9", "in C7 and C8", cut after half a dozen.
fn told_spots(spots: &BTreeSet<Spot>) -> String {
    const SHOWN: usize = 6;
    let shown: Vec<String> = spots.iter().take(SHOWN).map(ToString::to_string).collect();
    let before = match (spots.first(), spots.len()) {
        (Some(Spot::Cell(_)), _) => "in",
        (_, 1) => "on line",
        _ => "on lines",
    };
    match (shown.as_slice(), spots.len()) {
        ([one], _) => format!("{before} {one}"),
        ([first @ .., last], 2..=SHOWN) => format!("{before} {} and {last}", first.join(", ")),
        (_, all) => format!("{before} {} and {} more", shown.join(", "), all - SHOWN),
    }
}

/// The line a place is on, as it can be shown, and where it starts in the file.
fn shown_line(place: &Place) -> (String, usize) {
    let (line, from) = place.whole_line();
    let (line, from) = cropped(line, from, place);
    // As long as what it stands for, so that the caret stays where it is; the renderer sees to the rest.
    let stand_in = |sign: char| match sign.len_utf8() {
        _ if sign.is_ascii() || !is_hidden(sign) => sign,
        2 => '\u{a4}',
        3 => char::REPLACEMENT_CHARACTER,
        _ => '\u{1f6c7}',
    };
    (line.chars().map(stand_in).collect(), from)
}

/// What a report calls the file of a place: for a sheet the cell stands with it.
fn shown_path(place: &Place) -> String {
    let path = if place.cell().is_some() { place.address() } else { place.path().to_owned() };
    visible(&path).into_owned()
}

/// A report without the line and column behind the name of a cell, which say the same once more.
fn without_line(report: &str, cell: &str) -> String {
    let Some((before, after)) = report.split_once(cell) else { return report.to_owned() };
    let rest = after.trim_start_matches(|sign: char| sign == ':' || sign.is_ascii_digit());
    format!("{before}{cell}{rest}")
}

fn snippet<'s>(place: &'s Place, (line, from): &'s (String, usize)) -> Snippet<'s, annotate_snippets::Annotation<'s>> {
    // A caret needs something to stand under, also at the end of a line.
    let span = place.start - from..(place.end - from).min(line.len());
    let snippet = Snippet::source(line.as_str()).line_start(place.line());
    snippet.annotation(AnnotationKind::Primary.span(span))
}

/// The part of a very long line around a place, and where it starts in the file.
fn cropped<'l>(line: &'l str, from: usize, place: &Place) -> (&'l str, usize) {
    const AROUND: usize = 400;
    if line.len() <= AROUND * 4 {
        return (line, from);
    }
    let at = place.start - from;
    let start = (0..=at.saturating_sub(AROUND)).rev().find(|n| line.is_char_boundary(*n)).unwrap_or(0);
    let end = (at + AROUND..line.len()).find(|n| line.is_char_boundary(*n)).unwrap_or(line.len());
    (&line[start..end], from + start)
}

/// A person reads no more than this; what is beyond is only counted.
const MOST: usize = 200;

/// Problems in the order they were found.
#[derive(Debug, Default, Clone)]
pub struct Diagnostics {
    told: Vec<Diagnostic>,
    more: usize,
}

impl Diagnostics {
    /// None yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds one. What was said before is not said again: one cause has one message, with all its places.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        if let Some(known) = self.told.iter_mut().find(|known| known.says_the_same(&diagnostic)) {
            return known.join(diagnostic);
        }
        if self.told.len() < MOST {
            self.told.push(diagnostic);
        } else {
            self.more += 1;
            // Whether there is an error at all must never be lost.
            if diagnostic.severity >= Severity::Error && !self.has_errors() {
                self.told.push(diagnostic);
            }
        }
    }

    /// The value, or nothing when there is a problem in its place, which is added.
    pub fn accept<T>(&mut self, result: Result<T, Diagnostic>) -> Option<T> {
        result.map_err(|diagnostic| self.push(diagnostic)).ok()
    }

    /// Adds all of another list.
    pub fn extend(&mut self, other: Self) {
        self.more += other.more;
        for diagnostic in other.told {
            self.push(diagnostic);
        }
    }

    /// All of them, at the places that `place` makes of theirs.
    #[must_use]
    pub fn placed(mut self, place: impl Fn(Place) -> Place) -> Self {
        for diagnostic in &mut self.told {
            diagnostic.place = diagnostic.place.take().map(&place);
            diagnostic.also = diagnostic.also.drain(..).map(&place).collect();
        }
        self
    }

    /// Whether any of them forbids printing.
    #[must_use]
    pub fn has_errors(&self) -> bool {
        self.told.iter().any(|diagnostic| diagnostic.severity >= Severity::Error)
    }

    /// Whether any of them is a mistake of Tablewright.
    #[must_use]
    pub fn has_bugs(&self) -> bool {
        self.count(Severity::Bug) > 0
    }

    /// All but what is only noted.
    #[must_use]
    pub fn without_notes(mut self) -> Self {
        self.told.retain(|diagnostic| diagnostic.severity != Severity::Note);
        self
    }

    /// Counts every warning as an error.
    pub fn be_strict(&mut self) {
        for diagnostic in &mut self.told {
            if diagnostic.severity == Severity::Warning {
                diagnostic.severity = Severity::Error;
            }
        }
    }

    /// How many there are of one severity.
    #[must_use]
    pub fn count(&self, severity: Severity) -> usize {
        self.told.iter().filter(|d| d.severity == severity).count()
    }

    /// All of them.
    pub fn iter(&self) -> std::slice::Iter<'_, Diagnostic> {
        self.told.iter()
    }

    /// How many were found beyond those that are told.
    #[must_use]
    pub const fn more(&self) -> usize {
        self.more
    }

    /// Whether there is nothing to say.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.told.is_empty()
    }
}

impl From<Diagnostic> for Diagnostics {
    fn from(diagnostic: Diagnostic) -> Self {
        Self { told: vec![diagnostic], more: 0 }
    }
}

impl<'a> IntoIterator for &'a Diagnostics {
    type Item = &'a Diagnostic;
    type IntoIter = std::slice::Iter<'a, Diagnostic>;
    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl fmt::Display for Diagnostics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for diagnostic in self {
            writeln!(f, "{}\n", diagnostic.render(false))?;
        }
        Ok(())
    }
}
