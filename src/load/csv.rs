//! CSV text to lines of cells that know where they stand. A broken quote is told where it breaks, and nothing is read past
//! it: what comes after could be anything.

use std::sync::Arc;

use crate::diag::{Diagnostic, Diagnostics, Place, SourceText};
use crate::model::FieldText;

/// One line of a table; a quoted text may run it on over several of the file.
pub struct CsvLine {
    /// Its cells.
    pub cells: Vec<FieldText>,
    /// Where it begins.
    pub place: Place,
}

/// Reads the lines of a table, without those that have nothing but separators.
pub fn lines_of(source: &Arc<SourceText>, found: &mut Diagnostics) -> Vec<CsvLine> {
    let mut reader = CsvReader { source, text: &source.text, separator: separator(source), at: 0 };
    let mut lines = Vec::new();
    while let Some(line) = reader.line().transpose() {
        match line {
            Ok(line) if line.cells.iter().all(|cell| cell.text.is_empty()) => {}
            Ok(line) => lines.push(line),
            Err(broken) => {
                found.push(broken);
                break;
            }
        }
    }
    lines
}

/// Where a comma separates decimals, spreadsheets separate columns with semicolons; some use tabs.
fn separator(source: &SourceText) -> char {
    let header = source.text.lines().next().unwrap_or_default();
    [',', ';', '\t'].into_iter().find(|separator| header.contains(*separator)).unwrap_or(',')
}

struct CsvReader<'a> {
    source: &'a Arc<SourceText>,
    text: &'a str,
    separator: char,
    at: usize,
}

impl CsvReader<'_> {
    fn next(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    fn line(&mut self) -> Result<Option<CsvLine>, Diagnostic> {
        let start = self.at;
        if self.next().is_none() {
            return Ok(None);
        }
        let mut cells = vec![self.cell()?];
        while self.next() == Some(self.separator) {
            self.at += self.separator.len_utf8();
            cells.push(self.cell()?);
        }
        // What ends a cell and is no separator ends the line.
        self.at +=
            ["\r\n", "\n", "\r"].iter().find(|end| self.text[self.at..].starts_with(**end)).map_or(0, |end| end.len());
        Ok(Some(CsvLine { cells, place: Place::new(self.source, start, self.text.len()) }))
    }

    fn ends(&self, letter: char) -> bool {
        letter == self.separator || matches!(letter, '\n' | '\r')
    }

    fn cell(&mut self) -> Result<FieldText, Diagnostic> {
        let rest = &self.text[self.at..];
        let blank = |letter: char| letter.is_whitespace() && !self.ends(letter);
        let start = self.at + (rest.len() - rest.trim_start_matches(blank).len());
        if self.text[start..].starts_with('"') {
            return self.quoted(start);
        }
        let end = self.text[start..].find(|letter| self.ends(letter)).map_or(self.text.len(), |n| start + n);
        let text = &self.text[start..end];
        if text.matches('"').count() % 2 == 1 {
            return Err(self.broken(start + text.rfind('"').unwrap_or(0)));
        }
        self.at = end;
        Ok(self.found(text.trim(), (start, end)))
    }

    /// A text in double quotes, of which two inside stand for one.
    fn quoted(&mut self, start: usize) -> Result<FieldText, Diagnostic> {
        let mut text = String::new();
        let mut at = start + 1;
        loop {
            let Some(length) = self.text[at..].find('"') else { return Err(self.broken(start)) };
            text.push_str(&self.text[at..at + length]);
            at += length + 1;
            if !self.text[at..].starts_with('"') {
                break;
            }
            text.push('"');
            at += 1;
        }
        let end = at - 1;
        let blank = |letter: char| letter.is_whitespace() && !self.ends(letter);
        let rest = self.text[at..].trim_start_matches(blank);
        if !rest.is_empty() && !rest.starts_with(|letter| self.ends(letter)) {
            // One that runs on over lines was meant to end long before.
            let runs_on = self.text[start..end].contains('\n');
            return Err(if runs_on { self.broken(start) } else { self.followed(end) });
        }
        self.at = self.text.len() - rest.len();
        Ok(self.found(text.trim(), (start + 1, end)))
    }

    fn found(&self, text: &str, (start, end): (usize, usize)) -> FieldText {
        let written = &self.text[start..end];
        let start = start + (written.len() - written.trim_start().len());
        let end = start + written.trim().len();
        FieldText { text: text.to_owned(), place: Place::new(self.source, start, end) }
    }

    fn broken(&self, quote: usize) -> Diagnostic {
        self.at_quote("there is a double quote without another one to close it", quote)
    }

    fn followed(&self, quote: usize) -> Diagnostic {
        self.at_quote("a text in double quotes ends here, and more comes before the next column", quote)
    }

    fn at_quote(&self, message: &str, quote: usize) -> Diagnostic {
        let place = Place::new(self.source, quote, quote + 1);
        Diagnostic::error(message).at(&place).hint("a quote inside a text is written twice: `\"\"`")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> (Vec<Vec<String>>, Vec<String>) {
        let source = Arc::new(SourceText { path: "cards.csv".into(), text: text.into() });
        let mut found = Diagnostics::new();
        let lines = lines_of(&source, &mut found);
        let places = |cell: &FieldText| {
            let Place { .. } = cell.place;
            assert!(source.text.contains(cell.place.text()));
            cell.text.clone()
        };
        let told = |wrong: &Diagnostic| {
            let place = wrong.place.as_ref().expect("a place");
            format!("{}:{}", place.line(), place.column())
        };
        (lines.iter().map(|line| line.cells.iter().map(places).collect()).collect(), found.iter().map(told).collect())
    }

    #[test]
    fn texts_are_read_as_spreadsheets_write_them() {
        let (lines, wrong) = read("a;b\r\n1,5; \"x; \"\"y\"\"\nz\" \n\n ; \n5\" x 6\";\u{a0}ä\u{a0}\r");
        assert!(wrong.is_empty(), "{wrong:?}");
        assert_eq!(lines, [["a", "b"], ["1,5", "x; \"y\"\nz"], ["5\" x 6\"", "ä"]]);
        assert_eq!(
            read("a\tb\n\"1\t2\"\t3"),
            (vec![vec!["a".into(), "b".into()], vec!["1\t2".into(), "3".into()]], vec![])
        );
        assert_eq!(read(""), (vec![], vec![]));
    }

    #[test]
    fn a_quote_is_told_where_it_breaks_and_only_once() {
        for (text, place) in [
            ("a,b\nx,\"y\nz,\"w\"\nv,\"u\"\n", "2:3"),
            ("a,b\nx,\"y\nz,w\n", "2:3"),
            ("a,b\nx,y\nz,\"five \"quoted\" six\"\nv,\"u\n", "3:9"),
            ("a,b\nx,5\" disc\nz,\"w\n", "2:4"),
            ("\"a,b\nx,y\n", "1:1"),
        ] {
            assert_eq!(read(text).1, [place], "{text}");
        }
    }

    #[test]
    fn cells_know_where_they_stand() {
        let text = "id,name\n \"a \"\"b\"\" c\" , 1\n1,11\n";
        let source = Arc::new(SourceText { path: "cards.csv".into(), text: text.into() });
        let lines = lines_of(&source, &mut Diagnostics::new());
        let places: Vec<(usize, usize, &str)> = lines
            .iter()
            .flat_map(|line| &line.cells)
            .map(|cell| (cell.place.line(), cell.place.column(), cell.place.text()))
            .collect();
        assert_eq!(
            places,
            [(1, 1, "id"), (1, 4, "name"), (2, 3, "a \"\"b\"\" c"), (2, 16, "1"), (3, 1, "1"), (3, 3, "11")]
        );
    }

    proptest::proptest! {
        #[test]
        fn anything_can_be_read(text in "[a,;\t\" \n\rä]{0,40}") {
            read(&text);
        }
    }
}
