//! A rectangle of characters that is written on and then read line by line. Knows wide characters and colours, and
//! nothing of boards.

use std::ops::Range;

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use super::marks::{Hue, Ink, USUAL};

/// A place for one character.
#[derive(Debug, Clone)]
struct Dot {
    /// Nothing behind a wide character.
    text: String,
    ink: Ink,
}

/// A rectangle of characters.
pub struct TextCanvas {
    dots: Vec<Vec<Dot>>,
}

impl TextCanvas {
    /// Blanks.
    pub fn new(width: usize, height: usize) -> Self {
        let blank = Dot { text: " ".to_owned(), ink: Ink::default() };
        Self { dots: vec![vec![blank; width]; height] }
    }

    /// One character, one column wide.
    pub fn put(&mut self, x: usize, y: usize, what: char) {
        if let Some(dot) = self.dots.get_mut(y).and_then(|line| line.get_mut(x)) {
            *dot = Dot { text: what.to_string(), ink: Ink::default() };
        }
    }

    /// The same character all over a rectangle.
    pub fn fill(&mut self, columns: Range<usize>, lines: Range<usize>, what: char) {
        for y in lines {
            for x in columns.clone() {
                self.put(x, y, what);
            }
        }
    }

    /// A text from a place on; what does not fit any more is left out.
    pub fn write(&mut self, x: usize, y: usize, text: &str, ink: Ink) {
        let Some(line) = self.dots.get_mut(y) else { return };
        let mut at = x;
        for c in text.chars() {
            let wide = c.width().unwrap_or(0);
            match wide {
                // An accent belongs to the letter before it.
                0 => {
                    if let Some(dot) = at.checked_sub(1).and_then(|before| line.get_mut(before)) {
                        dot.text.push(c);
                    }
                }
                _ if at + wide > line.len() => return,
                _ => {
                    line[at] = Dot { text: c.to_string(), ink };
                    line[at + 1..at + wide].fill(Dot { text: String::new(), ink });
                }
            }
            at += wide;
        }
    }

    /// The lines from the top, with colours or without.
    pub fn lines(&self, colour: bool) -> Vec<String> {
        self.dots.iter().map(|line| line_of(line, colour)).collect()
    }
}

fn line_of(dots: &[Dot], colour: bool) -> String {
    let mut out = String::new();
    let mut now = Ink::default();
    for dot in dots {
        let wanted = if colour { dot.ink } else { Ink::default() };
        if wanted != now {
            // What was on goes off first, unless it only changes its colour.
            if wanted.hue.is_none() || wanted.stands_out != now.stands_out {
                out.push_str(USUAL);
            }
            out.push_str(wanted.hue.map_or("", Hue::escape));
            out.extend(wanted.stands_out.escapes());
            now = wanted;
        }
        out.push_str(&dot.text);
    }
    if now != Ink::default() {
        out.push_str(USUAL);
    }
    out
}

/// How many columns a text takes.
#[must_use]
pub fn width_of(text: &str) -> usize {
    text.width()
}

/// A text in so many columns at most; what is left out is told by a sign at its end.
pub fn cut(text: &str, most: usize, plain: bool) -> String {
    if width_of(text) <= most {
        return text.to_owned();
    }
    let Some(before) = most.checked_sub(1) else { return String::new() };
    format!("{}{}", start_of(text, before), if plain { '~' } else { '…' })
}

/// As much of a text as there is room for, from its start.
pub fn start_of(text: &str, most: usize) -> &str {
    let mut wide = 0;
    let mut ends = text.char_indices().map(|(at, c)| {
        wide += c.width().unwrap_or(0);
        (at, wide)
    });
    ends.find(|(_, wide)| *wide > most).map_or(text, |(at, _)| &text[..at])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wide_characters_take_two_columns() {
        let mut canvas = TextCanvas::new(5, 1);
        canvas.write(0, 0, "僵1é僵", Ink { hue: Some(Hue::Red), ..Ink::default() });
        assert_eq!(canvas.lines(false), ["僵1e\u{301} "].map(|line| line.replace("e\u{301}", "é")));
        assert_eq!(cut("僵僵僵", 4, false), "僵…");
        assert_eq!(["ghosts", "gh", ""].map(|text| cut(text, 3, true)), ["gh~", "gh", ""]);
        assert_eq!(cut("ghosts", 0, false), "");
        assert_eq!([0, 1, 3, 9].map(|most| start_of("僵gh", most)), ["", "", "僵g", "僵gh"]);
    }

    #[test]
    fn colour_starts_and_ends() {
        let mut canvas = TextCanvas::new(4, 1);
        canvas.write(1, 0, "3z", Ink { hue: Some(Hue::Green), ..Ink::default() });
        assert_eq!(canvas.lines(true), [" \u{1b}[32m3z\u{1b}[0m "]);
        assert_eq!(canvas.lines(false), [" 3z "]);
    }
}
