//! What looks like Markdown in the text of a box and is none: a year at the start of a line, a row of `=`, stars between
//! figures. Texts from spreadsheets are full of it, and what a person typed there must not vanish. Knows no marks of ours.

use std::borrow::Cow;
use std::ops::Range;

use pulldown_cmark::{CowStr, Event, LinkType, Tag, TagEnd};

/// A list that begins with a number of so many figures is a year, or a sum.
const NO_STEP: usize = 3;
/// So many dashes are a line across.
const LINE_ACROSS: usize = 3;

/// The text with a backslash before what is no mark here, and an empty line above a line across.
#[must_use]
pub fn as_seen(text: &str) -> Cow<'_, str> {
    let lines = std::iter::once("").chain(text.lines());
    if !lines.zip(text.lines()).any(|(before, line)| escaped(before, line).is_some()) {
        return Cow::Borrowed(text);
    }
    let mut seen = String::with_capacity(text.len() + 8);
    let mut before = "";
    for line in text.split_inclusive('\n') {
        match escaped(before, line.trim_end_matches(['\n', '\r'])) {
            Some((at, mark)) => {
                seen.push_str(&line[..at]);
                seen.push_str(mark);
                seen.push_str(&line[at..]);
            }
            None => seen.push_str(line),
        }
        before = line;
    }
    Cow::Owned(seen)
}

/// What to put into a line below another one, and where.
fn escaped(before: &str, line: &str) -> Option<(usize, &'static str)> {
    let written = line.trim();
    let at = line.len() - line.trim_start().len();
    let is_only = |sign: char| !written.is_empty() && written.chars().all(|own| own == sign);
    let follows = !before.trim().is_empty();
    if follows && is_only('=') {
        return Some((at, "\\"));
    }
    if follows && is_only('-') {
        return Some(if written.len() < LINE_ACROSS { (at, "\\") } else { (0, "\n") });
    }
    let figures = written.bytes().take_while(u8::is_ascii_digit).count();
    if figures >= NO_STEP && written[figures..].starts_with(['.', ')']) {
        return Some((at + figures, "\\"));
    }
    let is_defined = written.starts_with('[') && !written.starts_with("[^") && written.contains("]:");
    is_defined.then_some((at, "\\"))
}

/// Turns stars between letters or figures, as in `3*4*5`, back into stars, and `[2](gold)`, which leads nowhere, back into
/// what was written.
#[derive(Debug, Default)]
pub struct Stars {
    /// Whether each stretch that is open is none.
    open: Vec<bool>,
    /// What each link that is open ends with, if it is none.
    links: Vec<Option<String>>,
}

impl Stars {
    /// An event as it counts here.
    #[must_use]
    pub fn seen<'e>(&mut self, text: &str, (event, range): (Event<'e>, Range<usize>)) -> Event<'e> {
        match event {
            Event::Start(Tag::Emphasis) => {
                let is_star = text.get(range.clone()).is_some_and(|own| own.starts_with('*'));
                let before = text.get(..range.start).and_then(|text| text.chars().next_back());
                let after = text.get(range.end..).and_then(|text| text.chars().next());
                let is_within = [before, after].into_iter().all(|sign| sign.is_some_and(char::is_alphanumeric));
                self.open.push(is_star && is_within);
                if is_star && is_within { Event::Text(CowStr::Borrowed("*")) } else { Event::Start(Tag::Emphasis) }
            }
            Event::Start(Tag::Link { ref dest_url, link_type: LinkType::Inline, .. }) => {
                let leads = dest_url.contains(['/', '.', ':', '#']);
                self.links.push((!leads).then(|| format!("]({dest_url})")));
                if leads { event } else { Event::Text(CowStr::Borrowed("[")) }
            }
            Event::Start(Tag::Link { .. }) => {
                self.links.push(None);
                event
            }
            Event::End(TagEnd::Link) => match self.links.pop().flatten() {
                Some(end) => Event::Text(end.into()),
                None => event,
            },
            Event::End(TagEnd::Emphasis) if self.open.pop() == Some(true) => Event::Text(CowStr::Borrowed("*")),
            other => other,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_mark_gets_a_backslash() {
        for (typed, seen) in [
            ("Attack\n-----\nDo", "Attack\n\n-----\nDo"),
            ("Attack\n--\nDo", "Attack\n\\--\nDo"),
            ("Zorn\n===\nRage", "Zorn\n\\===\nRage"),
            ("1984. A year", "1984\\. A year"),
            ("12. A step", "12. A step"),
            ("- a\n- b", "- a\n- b"),
            ("| a |\n|---|\n| b |", "| a |\n|---|\n| b |"),
            ("[gold]: worth 3", "\\[gold]: worth 3"),
            ("See[^1]\n\n[^1]: foot", "See[^1]\n\n[^1]: foot"),
            ("---", "---"),
        ] {
            assert_eq!(as_seen(typed), seen, "{typed}");
        }
    }
}
