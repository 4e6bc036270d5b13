//! Marks: the few letters that stand for pieces on a text board, as short words that are put into rows.

use super::canvas::{cut, start_of, width_of};

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
    /// Every one.
    pub const ALL: [Self; 6] = [Self::Red, Self::Green, Self::Yellow, Self::Blue, Self::Magenta, Self::Cyan];

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

/// What makes letters stand out.
pub const NEW: &str = "\u{1b}[7m";
/// What draws a line under letters.
pub const LEGAL: &str = "\u{1b}[4m";
/// What ends all that was switched on.
pub const USUAL: &str = "\u{1b}[0m";
/// What makes letters bold.
pub const BOLD: &str = "\u{1b}[1m";

/// Pieces of one kind on a space.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PieceMark {
    /// One or two letters.
    pub text: String,
    /// How many there are.
    pub count: usize,
    /// Their colour. It says nothing that the letters do not say.
    pub colour: Option<Hue>,
    /// How else they stand out.
    pub stands_out: StandsOut,
}

/// What makes marks stand out on every terminal, also without colours.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct StandsOut {
    /// They have just come, or became fewer or more: dark letters on light ground.
    pub is_new: bool,
    /// Their place can be answered: a line under them.
    pub is_legal: bool,
    /// The question is about them: bold letters.
    pub is_acting: bool,
}

impl StandsOut {
    /// What switches a terminal to it.
    pub fn escapes(self) -> impl Iterator<Item = &'static str> {
        let all = [(self.is_new, NEW), (self.is_legal, LEGAL), (self.is_acting, BOLD)];
        all.into_iter().filter(|(is_so, _)| *is_so).map(|(_, code)| code)
    }
}

/// How a mark is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Ink {
    /// The colour.
    pub hue: Option<Hue>,
    /// What it stands out by.
    pub stands_out: StandsOut,
}

impl PieceMark {
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
        Word { text, ink: Ink { hue: self.colour, stands_out: self.stands_out } }
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
    /// How they are written.
    pub ink: Ink,
}

/// Words in rows of at most so many columns.
pub fn rows_of(words: &[Word], most: usize, plain: bool) -> Vec<Vec<Word>> {
    let mut rows: Vec<Vec<Word>> = Vec::new();
    for word in words {
        let word = Word { text: cut(&word.text, most, plain), ink: word.ink };
        match rows.last_mut() {
            Some(row) if row_width(row) + 1 + width_of(&word.text) <= most => row.push(word),
            _ => rows.push(vec![word]),
        }
    }
    rows
}

/// Words in one line where few have room.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Squeezed {
    /// The words, or what is left of them.
    pub words: Vec<Word>,
    /// How many blanks are between two.
    pub gap: usize,
    /// Whether nothing is left out.
    pub is_whole: bool,
}

/// Words in so many columns: without blanks if need be, a single one cut short, and of several that do not fit as many as
/// do and a sign that there are more.
pub fn squeezed(words: &[Word], most: usize) -> Squeezed {
    let wide: usize = words.iter().map(|word| width_of(&word.text)).sum();
    if wide <= most {
        return Squeezed { words: words.to_vec(), gap: usize::from(row_width(words) <= most), is_whole: true };
    }
    // Who is there matters more than how many.
    let heads: Option<Vec<&str>> = words.iter().map(|word| Some(word.text.split_once(':')?.0)).collect();
    if let Some(heads) =
        heads.filter(|heads| words.len() > 1 && heads.iter().map(|head| width_of(head)).sum::<usize>() <= most)
    {
        let word = |(word, head): (&Word, &str)| Word { text: head.to_owned(), ink: word.ink };
        return Squeezed { words: words.iter().zip(heads).map(word).collect(), gap: 0, is_whole: false };
    }
    let part = |word: &Word, text: &str, most: usize| Word { text: start_of(text, most).to_owned(), ink: word.ink };
    // Two letters of a name say more than one and a sign.
    if let Some(first) = words.first().filter(|first| width_of(&first.text) == most && most > 1)
        && first.text.chars().count() > 1
        && first.text.chars().all(char::is_alphabetic)
    {
        return Squeezed { words: vec![first.clone()], gap: 0, is_whole: false };
    }
    let some = match words {
        [word] if !word.text.starts_with(char::is_numeric) => vec![part(word, &word.text, most)],
        _ => {
            let mut room = most.saturating_sub(1);
            let mut kept = Vec::new();
            for word in words.iter().take_while(|word| fill(&mut room, width_of(&word.text))) {
                kept.push(word.clone());
            }
            if let Some(word) = words.first().filter(|_| kept.is_empty()) {
                kept.push(part(word, letters_of(&word.text), room));
            }
            kept.push(Word { text: "+".to_owned(), ink: Ink::default() });
            kept
        }
    };
    Squeezed { words: some, gap: 0, is_whole: false }
}

/// Takes some of a room, if there is so much.
fn fill(room: &mut usize, wide: usize) -> bool {
    let left = room.checked_sub(wide);
    *room = left.unwrap_or(*room);
    left.is_some()
}

/// A mark without its number.
fn letters_of(text: &str) -> &str {
    let letters = text.trim_start_matches(char::is_numeric);
    letters.strip_prefix('x').filter(|rest| rest.starts_with(char::is_numeric)).unwrap_or(letters)
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
        let more = Word { text: if plain { "~" } else { "…" }.to_owned(), ink: Ink::default() };
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
        PieceMark { text: text.to_owned(), count, colour: None, stands_out: StandsOut::default() }.word().text
    }

    #[test]
    fn a_mark_is_its_number_and_its_letters() {
        assert_eq!([written("z", 3), written("R", 1), written("7", 2), written("", 1)], ["3z", "R", "2x7", "1"]);
        assert_eq!(written("\u{1b}[2Jz\n", 1), "[2Jz ");
    }

    #[test]
    fn what_does_not_fit_is_told() {
        let words = ["3z", "R", "bait"].map(|text| Word { text: text.to_owned(), ink: Ink::default() });
        let told = |rows: Vec<Vec<Word>>| {
            rows.iter().map(|row| row.iter().map(|w| w.text.as_str()).collect::<Vec<_>>().join(" ")).collect::<Vec<_>>()
        };
        assert_eq!(told(rows_of(&words, 4, false)), ["3z R", "bait"]);
        assert_eq!(told(rows_of(&words, 3, false)), ["3z", "R", "ba…"]);
        assert_eq!(told(fitting(rows_of(&words, 4, false), 1, 4, false)), ["3z …"]);
        assert_eq!(told(fitting(rows_of(&words, 3, true), 2, 3, true)), ["3z", "R ~"]);
    }

    #[test]
    fn where_there_is_hardly_any_room_a_plus_tells_of_more() {
        let squeeze = |texts: &[&str], most: usize| {
            let words: Vec<Word> =
                texts.iter().map(|text| Word { text: (*text).to_owned(), ink: Ink::default() }).collect();
            let Squeezed { words, gap, is_whole } = squeezed(&words, most);
            let texts: Vec<&str> = words.iter().map(|word| word.text.as_str()).collect();
            (texts.join(&" ".repeat(gap)), is_whole)
        };
        let whole = |text: &str| (text.to_owned(), true);
        let less = |text: &str| (text.to_owned(), false);
        assert_eq!(
            [squeeze(&["2z"], 2), squeeze(&["R", "z"], 2), squeeze(&["R", "z"], 3)],
            ["2z", "Rz", "R z"].map(whole)
        );
        assert_eq!(
            [squeeze(&["12z"], 2), squeeze(&["2z", "R"], 2), squeeze(&["R", "2z"], 2)],
            ["z+", "z+", "R+"].map(less)
        );
        assert_eq!(
            [squeeze(&["bait"], 2), squeeze(&["bait", "R"], 2), squeeze(&["2x4", "R"], 2)],
            ["ba", "b+", "4+"].map(less)
        );
        assert_eq!(
            [squeeze(&["Ba"], 1), squeeze(&["2B"], 1), squeeze(&["2z", "R", "bait"], 5)],
            ["B", "+", "2zR+"].map(less)
        );
        assert_eq!([squeeze(&["B1:3", "R1:2"], 4), squeeze(&["B1:3", "2t"], 4)], ["B1R1", "B1:+"].map(less));
        assert_eq!(squeeze(&["\u{50f5}", "R"], 2), less("+"));
    }
}
