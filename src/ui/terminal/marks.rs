//! Marks: the few letters that stand for pieces on a text board, as short words that are put into rows.

use super::canvas::{cut, width_of};

/// A colour every terminal has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Hue {
    /// Red.
    Red,
    /// Green.
    Green,
    /// Yellow.
    Yellow,
    /// Blue.
    Blue,
    /// Magenta.
    Magenta,
    /// Cyan.
    Cyan,
}

impl Hue {
    /// What switches a terminal to it.
    #[must_use]
    pub const fn escape(self) -> &'static str {
        match self {
            Self::Red => "\u{1b}[31m",
            Self::Green => "\u{1b}[32m",
            Self::Yellow => "\u{1b}[33m",
            Self::Blue => "\u{1b}[34m",
            Self::Magenta => "\u{1b}[35m",
            Self::Cyan => "\u{1b}[36m",
        }
    }
}

/// Pieces of one kind on a space.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mark {
    /// One or two letters.
    pub text: String,
    /// How many there are.
    pub count: usize,
    /// Their colour. It says nothing that the letters do not say.
    pub colour: Option<Hue>,
}

impl Mark {
    /// A mark as it is written: `3z`, `R`.
    #[must_use]
    pub fn word(&self) -> Word {
        let text = printable(&self.text);
        let text = match self.count {
            1 if !text.is_empty() => text,
            // `37` would be thirty-seven.
            count if text.starts_with(|c: char| c.is_numeric()) => format!("{count}x{text}"),
            count => format!("{count}{text}"),
        };
        Word { text, hue: self.colour }
    }
}

/// A text that goes to a terminal: nothing in it moves the cursor.
pub fn printable(text: &str) -> String {
    text.chars().map(|c| if c.is_whitespace() { ' ' } else { c }).filter(|c| !c.is_control()).collect()
}

/// A mark as it is written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Word {
    /// The letters.
    pub text: String,
    /// Their colour.
    pub hue: Option<Hue>,
}

/// Words in rows of at most so many columns.
pub fn rows_of(words: &[Word], most: usize, plain: bool) -> Vec<Vec<Word>> {
    let mut rows: Vec<Vec<Word>> = Vec::new();
    for word in words {
        let word = Word { text: cut(&word.text, most, plain), hue: word.hue };
        match rows.last_mut() {
            Some(row) if row_width(row) + 1 + width_of(&word.text) <= most => row.push(word),
            _ => rows.push(vec![word]),
        }
    }
    rows
}

/// How many columns a row takes.
pub fn row_width(row: &[Word]) -> usize {
    row.iter().map(|word| width_of(&word.text) + 1).sum::<usize>().saturating_sub(1)
}

/// As many rows as there is room for; a sign at the end of the last tells that there would be more.
pub fn fitting(mut rows: Vec<Vec<Word>>, room: usize, most: usize, plain: bool) -> Vec<Vec<Word>> {
    if rows.len() <= room {
        return rows;
    }
    rows.truncate(room);
    if let Some(last) = rows.last_mut() {
        let more = Word { text: if plain { "~" } else { "…" }.to_owned(), hue: None };
        while !last.is_empty() && row_width(last) + 2 > most {
            last.pop();
        }
        last.push(more);
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(text: &str, count: usize) -> String {
        Mark { text: text.to_owned(), count, colour: None }.word().text
    }

    #[test]
    fn a_mark_is_its_number_and_its_letters() {
        assert_eq!([written("z", 3), written("R", 1), written("7", 2), written("", 1)], ["3z", "R", "2x7", "1"]);
        assert_eq!(written("\u{1b}[2Jz\n", 1), "[2Jz ");
    }

    #[test]
    fn what_does_not_fit_is_told() {
        let words = ["3z", "R", "bait"].map(|text| Word { text: text.to_owned(), hue: None });
        let told = |rows: Vec<Vec<Word>>| {
            rows.iter().map(|row| row.iter().map(|w| w.text.as_str()).collect::<Vec<_>>().join(" ")).collect::<Vec<_>>()
        };
        assert_eq!(told(rows_of(&words, 4, false)), ["3z R", "bait"]);
        assert_eq!(told(rows_of(&words, 3, false)), ["3z", "R", "ba…"]);
        assert_eq!(told(fitting(rows_of(&words, 4, false), 1, 4, false)), ["3z …"]);
        assert_eq!(told(fitting(rows_of(&words, 3, true), 2, 3, true)), ["3z", "R ~"]);
    }
}
