//! Words of a cell that look otherwise than those around them, as the marks of texts: `**bold**` and `*italic*`. Reads no
//! files.

use super::cells::CellValue;

/// How words look.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct RunLook {
    /// Heavier.
    pub bold: bool,
    /// Slanted.
    pub italic: bool,
    /// Underlined or struck out, for which there is no mark.
    pub lined: bool,
}

/// A stretch of a cell in one look.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Run {
    /// Its words.
    pub text: String,
    /// How they look.
    pub look: RunLook,
}

/// The stretches of a cell.
#[derive(Debug, Default)]
pub struct Runs(Vec<Run>);

impl Runs {
    /// Adds words in a look.
    pub fn push(&mut self, text: &str, look: RunLook) {
        match self.0.last_mut() {
            // What is blank looks like anything.
            Some(last) if last.look == look || text.trim().is_empty() => last.text.push_str(text),
            Some(last) if last.text.trim().is_empty() => {
                last.text.push_str(text);
                last.look = look;
            }
            _ => self.0.push(Run { text: text.to_owned(), look }),
        }
    }

    /// The words without their looks.
    #[must_use]
    pub fn plain(&self) -> String {
        self.0.iter().map(|run| run.text.as_str()).collect()
    }

    /// Whether some words look otherwise than others.
    #[must_use]
    pub fn differ(&self) -> bool {
        self.0.iter().filter(|run| !run.text.trim().is_empty()).count() > 1
    }

    /// The text with marks. A look that all of it has is that of the cell, and no mark.
    #[must_use]
    pub fn value(&self) -> CellValue {
        if !self.differ() {
            return CellValue::Text(self.plain());
        }
        let plain = self.plain();
        let mut marked = Marked { text: String::with_capacity(plain.len() + 8), is_whole: true };
        let mut at = 0;
        for run in &self.0 {
            let (before, after) = (plain[..at].chars().next_back(), plain[at + run.text.len()..].chars().next());
            marked.run(run, before, after);
            at += run.text.len();
        }
        if marked.is_whole { CellValue::Text(marked.text) } else { CellValue::Unmarked(marked.text) }
    }
}

/// A text while marks are put into it.
struct Marked {
    text: String,
    /// Whether every look became a mark.
    is_whole: bool,
}

impl Marked {
    /// A stretch between two characters. No mark reaches over the end of a line.
    fn run(&mut self, run: &Run, before: Option<char>, after: Option<char>) {
        self.is_whole &= !run.look.lined;
        let lines: Vec<&str> = run.text.split('\n').collect();
        for (number, line) in lines.iter().enumerate() {
            if number > 0 {
                self.text.push('\n');
            }
            let before = before.filter(|_| number == 0);
            let after = after.filter(|_| number + 1 == lines.len());
            self.words(line, run.look, [before, after]);
        }
    }

    /// Words on a line. A mark only counts beside a letter, or where a gap is on its other side.
    fn words(&mut self, line: &str, look: RunLook, around: [Option<char>; 2]) {
        let is_letter = |sign: Option<char>| sign.is_some_and(char::is_alphanumeric);
        let is_outside =
            |touches: bool| move |sign: char| if touches { !sign.is_alphanumeric() } else { sign.is_whitespace() };
        let from = line.trim_start_matches(is_outside(is_letter(around[0])));
        let inner = from.trim_end_matches(is_outside(is_letter(around[1])));
        let head = &line[..line.len() - from.len()];
        let is_within = is_letter(around[0].filter(|_| head.is_empty()))
            && is_letter(around[1].filter(|_| inner.len() == from.len()));
        // A star within a word is a star.
        let italic = look.italic && !is_within;
        self.is_whole &= italic == look.italic || inner.is_empty();
        let mark = if inner.is_empty() {
            ""
        } else {
            ["", "*", "**", "***"][usize::from(italic) + 2 * usize::from(look.bold)]
        };
        for part in [head, mark, inner, mark, &from[inner.len()..]] {
            self.text.push_str(part);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn marked(runs: &[(&str, &str)]) -> (String, bool) {
        let mut all = Runs::default();
        for (text, look) in runs {
            let has = |sign: char| look.contains(sign);
            all.push(text, RunLook { bold: has('b'), italic: has('i'), lined: has('u') });
        }
        match all.value() {
            CellValue::Text(text) => (text, true),
            CellValue::Unmarked(text) => (text, false),
            CellValue::Mistake(text) | CellValue::Unsaved(text) => panic!("{text}"),
        }
    }

    #[test]
    fn looks_become_marks() {
        for (runs, expected) in [
            (vec![("Deal ", ""), ("3 damage", "b"), (" now.", "")], "Deal **3 damage** now."),
            (vec![("Deal ", ""), ("3 ", "b"), ("now ", "i"), ("or", "bi"), (".", "")], "Deal **3** *now* ***or***."),
            (vec![("Attack:", "b"), ("Do", "")], "**Attack**:Do"),
            (vec![("Attack:", "b"), (" do", "")], "**Attack:** do"),
            (vec![("un", ""), ("believ", "b"), ("able", "")], "un**believ**able"),
            (vec![("all", "b"), (" ", ""), ("of it", "b")], "all of it"),
            (vec![("one\n\ntwo", "b"), (" three", "")], "**one**\n\n**two** three"),
            (vec![("a ", ""), ("-", "b"), (" b", "")], "a **-** b"),
        ] {
            assert_eq!(marked(&runs), (expected.to_owned(), true));
        }
    }

    #[test]
    fn what_has_no_mark_is_known() {
        assert_eq!(marked(&[("a ", ""), ("line", "u")]), ("a line".to_owned(), false));
        assert_eq!(marked(&[("un", ""), ("believ", "i"), ("able", "")]), ("unbelievable".to_owned(), false));
    }
}
