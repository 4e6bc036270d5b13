//! CSV text to lines of cells that know where they stand. A broken quote is told where it breaks, and nothing is read past
//! it: what comes after could be anything.

use std::sync::Arc;

use crate::diag::{Diagnostic, Diagnostics, Place, SourceText};
use crate::model::FieldText;

use super::table::TableLine;

/// What may stand between columns: where a comma separates decimals, spreadsheets write semicolons; some write tabs or bars.
const SEPARATORS: [char; 4] = [',', ';', '\t', '|'];
/// So many lines are looked at to tell what separates columns.
const LOOKED_AT: usize = 20;

/// Reads the lines of a table from the one with its headings on, counted from 1, without those that have nothing but
/// separators.
pub fn lines_of(source: &Arc<SourceText>, header: usize, found: &mut Diagnostics) -> Vec<TableLine> {
    let above = source.text.split_inclusive('\n').take(header.saturating_sub(1)).map(str::len).sum::<usize>();
    let told = told_separator(&source.text).map(|(separator, at)| (separator, at.max(above)));
    let (separator, at) = told.unwrap_or_else(|| (likely_separator(&source.text[above..]), above));
    let mut reader = CsvReader { source, text: &source.text, separator, at };
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

/// What a first line such as `sep=;` says, and where the table begins.
fn told_separator(text: &str) -> Option<(char, usize)> {
    let line = text.lines().next()?;
    let told = line.trim().trim_matches('"');
    let separator = told.get(..4).filter(|word| word.eq_ignore_ascii_case("sep=")).map(|word| &told[word.len()..])?;
    // A tab that ends the line was trimmed.
    let separator = if separator.is_empty() && line.ends_with('\t') { "\t" } else { separator };
    let mut signs = separator.chars();
    let separator = signs.next().filter(|sign| *sign != '"' && !sign.is_alphanumeric())?;
    let rest = &text[line.len()..];
    let end = rest.len() - rest.strip_prefix("\r\n").or_else(|| rest.strip_prefix('\n')).map_or(0, str::len);
    signs.next().is_none().then_some((separator, line.len() + end))
}

/// What most likely separates columns: what stands most often between the names of the first line; of two that stand
/// there as often, what stands as often in the lines below.
fn likely_separator(text: &str) -> char {
    let counts = |separator: char| -> Vec<usize> { unquoted_counts(text, separator) };
    let likely = |separator: &char| {
        let counts = counts(*separator);
        let first = counts.first().copied().unwrap_or(0);
        (first, counts.iter().filter(|count| **count == first).count())
    };
    // Of equal ones the last is taken, and a comma is the usual one.
    SEPARATORS.into_iter().rev().filter(|separator| likely(separator).0 > 0).max_by_key(likely).unwrap_or(',')
}

/// How often a sign stands outside of quotes, in each of the first lines.
fn unquoted_counts(text: &str, sign: char) -> Vec<usize> {
    let mut counts = vec![0];
    let mut is_quoted = false;
    for letter in text.trim_start().chars() {
        match letter {
            '"' => is_quoted = !is_quoted,
            '\n' if !is_quoted && counts.len() == LOOKED_AT => break,
            '\n' if !is_quoted => counts.push(0),
            letter if letter == sign && !is_quoted => {
                if let Some(count) = counts.last_mut() {
                    *count += 1;
                }
            }
            _ => {}
        }
    }
    counts
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

    fn line(&mut self) -> Result<Option<TableLine>, Diagnostic> {
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
        Ok(Some(TableLine { cells, place: Place::new(self.source, start, self.text.len()) }))
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
        self.at = end;
        // Behind its first letter a quote is a sign like any other: a 12" ruler.
        Ok(self.found(self.text[start..end].trim(), (start, end)))
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
            return match self.whole_in_quotes(start) {
                Some(whole) => Ok(whole),
                None if runs_on => Err(self.broken(start)),
                None => Err(self.followed(end)),
            };
        }
        self.at = self.text.len() - rest.len();
        Ok(self.found(text.trim(), (start + 1, end)))
    }

    /// A text such as `"five "quoted" six"` or `"a 12" ruler"`, in which the quotes inside were not doubled. It ends where
    /// a column can end, and what is inside are inches or pairs: then there is one way to read it.
    fn whole_in_quotes(&mut self, start: usize) -> Option<FieldText> {
        let line = &self.text[start..];
        let line = &line[..line.find(['\n', '\r']).unwrap_or(line.len())];
        let ends = |at: &usize| {
            let rest = line[at + 1..].trim_start_matches(' ');
            rest.is_empty() || rest.starts_with(self.separator)
        };
        let quotes: Vec<usize> = line.match_indices('"').map(|(at, _)| at).skip(1).collect();
        let last = *quotes.iter().find(|at| ends(at))?;
        let inside = &line[1..last];
        let own: Vec<usize> = inside.match_indices('"').map(|(at, _)| at).collect();
        let are_inches = own.iter().all(|at| inside[..*at].ends_with(|letter: char| letter.is_ascii_digit()));
        let is_plain = !inside.contains(self.separator) && !inside.contains("\"\"");
        (is_plain && (are_inches || own.len().is_multiple_of(2))).then(|| {
            let rest = &line[last + 1..];
            self.at = start + last + 1 + rest.len() - rest.trim_start_matches(' ').len();
            self.found(inside.trim(), (start + 1, start + last))
        })
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
        let source = Arc::new(SourceText::new("cards.csv", text));
        let mut found = Diagnostics::new();
        let lines = lines_of(&source, 1, &mut found);
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
            ("a,b\nx,y\nz,\"five \"quoted\", six\"\nv,\"u\n", "3:9"),
            ("a,b\nx,5\" disc\nz,\"w\n", "3:3"),
            ("\"a,b\nx,y\n", "1:1"),
        ] {
            assert_eq!(read(text).1, [place], "{text}");
        }
    }

    #[test]
    fn quotes_that_can_be_read_in_one_way_are_read() {
        let (lines, wrong) = read("a,b\n12\" ruler,say \"hi\"\n\"five \"quoted\" six\" ,x\n\"a 12\" ruler\",y\n");
        assert!(wrong.is_empty(), "{wrong:?}");
        assert_eq!(
            lines,
            [["a", "b"], ["12\" ruler", "say \"hi\""], ["five \"quoted\" six", "x"], ["a 12\" ruler", "y"]]
        );
    }

    #[test]
    fn what_separates_columns_is_told_or_likely() {
        let read = |text: &str| read(text).0;
        assert_eq!(read("sep=|\r\na|b;c\n"), [["a", "b;c"]]);
        assert_eq!(read("\"sep=;\"\na;b\n"), [["a", "b"]]);
        assert_eq!(read("sep=\t\na\tb\n"), [["a", "b"]]);
        assert_eq!(read("\"a, long\";b;c\n"), [["a, long", "b", "c"]]);
        assert_eq!(read("a;b, c;d\n1;2;3\n"), [["a", "b, c", "d"], ["1", "2", "3"]]);
        assert_eq!(read("a;b, c\n1;2\n"), [["a", "b, c"], ["1", "2"]]);
        assert_eq!(read("a\n1,2\n")[0], ["a"]);
    }

    #[test]
    fn cells_know_where_they_stand() {
        let text = "id,name\n \"a \"\"b\"\" c\" , 1\n1,11\n";
        let source = Arc::new(SourceText::new("cards.csv", text));
        let lines = lines_of(&source, 1, &mut Diagnostics::new());
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
