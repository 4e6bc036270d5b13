//! Where in a file something is: a stretch of one line or a cell of a sheet, and where what stands there is used. Reads no
//! files.

use std::sync::Arc;

use super::cell::CellName;

/// A text file as it was read, or a sheet of a spreadsheet as the texts of its cells; shared by every place that points
/// into it.
#[derive(Debug, PartialEq, Eq)]
pub struct SourceText {
    /// The path a person would type, from the folder they work in, and the sheet.
    pub path: String,
    /// What is in it.
    pub text: String,
    /// Where the text of each cell begins, from the first to the last; none in a text file.
    cells: Vec<(usize, CellName)>,
}

impl SourceText {
    /// A text file.
    pub fn new(path: impl Into<String>, text: impl Into<String>) -> Self {
        Self { path: path.into(), text: text.into(), cells: Vec::new() }
    }

    /// A sheet: the texts of its cells one after the other, each with the byte at which it begins.
    #[must_use]
    pub const fn of_sheet(path: String, text: String, cells: Vec<(usize, CellName)>) -> Self {
        Self { path, text, cells }
    }
}

/// A stretch of one line in a file, and where what stands there is used when that is somewhere else.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    source: Arc<SourceText>,
    pub(super) start: usize,
    pub(super) end: usize,
    used: Option<Arc<Use>>,
}

/// Where a value goes: from a row into a skin, from a skin into a template.
#[derive(Debug, PartialEq, Eq)]
struct Use {
    at: Place,
    /// What it is there.
    word: Option<String>,
}

impl Place {
    /// The bytes `start..end` of a file, cut to its first line and to whole characters.
    #[must_use]
    pub fn new(source: &Arc<SourceText>, start: usize, end: usize) -> Self {
        let text = &source.text;
        let mut start = start.min(text.len());
        while !text.is_char_boundary(start) {
            start -= 1;
        }
        let mut end = end.clamp(start, text.len());
        while !text.is_char_boundary(end) {
            end -= 1;
        }
        let end = text[start..end].find(['\n', '\r']).map_or(end, |n| start + n);
        Self { source: Arc::clone(source), start, end, used: None }
    }

    /// The whole file, for problems that have no better place.
    #[must_use]
    pub fn file(source: &Arc<SourceText>) -> Self {
        Self::new(source, 0, 0)
    }

    /// Bytes before it in the file.
    #[must_use]
    pub const fn offset(&self) -> usize {
        self.start
    }

    /// The cell of a sheet that it is in; none in a text file.
    #[must_use]
    pub fn cell(&self) -> Option<CellName> {
        let cells = &self.source.cells;
        cells.get(cells.partition_point(|(start, _)| *start <= self.start).checked_sub(1)?).map(|(_, cell)| *cell)
    }

    /// As a person finds it: `cards.csv:7`, or `cards.xlsx, sheet Deck, C7`.
    #[must_use]
    pub fn address(&self) -> String {
        match self.cell() {
            Some(cell) => format!("{}, {cell}", self.path()),
            None => format!("{}:{}", self.path(), self.line()),
        }
    }

    /// Where it is in its file: `on line 7`, or `in C7`.
    #[must_use]
    pub fn in_file(&self) -> String {
        self.cell().map_or_else(|| format!("on line {}", self.line()), |cell| format!("in {cell}"))
    }

    /// The path of the file.
    #[must_use]
    pub fn path(&self) -> &str {
        &self.source.path
    }

    /// The file itself.
    #[must_use]
    pub fn source(&self) -> &Arc<SourceText> {
        &self.source
    }

    /// The line, or the row of a sheet, counted from 1.
    #[must_use]
    pub fn line(&self) -> usize {
        if let Some(cell) = self.cell() {
            return cell.row;
        }
        self.source.text[..self.start].matches('\n').count() + 1
    }

    /// The column in characters, or of a sheet, counted from 1.
    #[must_use]
    pub fn column(&self) -> usize {
        if let Some(cell) = self.cell() {
            return cell.column;
        }
        let line_start = self.source.text[..self.start].rfind('\n').map_or(0, |n| n + 1);
        self.source.text[line_start..self.start].chars().count() + 1
    }

    /// The part of the file it points at.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.source.text[self.start..self.end]
    }

    /// The same place, with the word that what stands there is used elsewhere, after all that is known of its use.
    #[must_use]
    pub fn used_at(&self, at: &Self, word: Option<&str>) -> Self {
        let (at, word) = match self.used.as_deref() {
            Some(inner) => (inner.at.used_at(at, word), inner.word.clone()),
            None => (at.clone(), word.map(str::to_owned)),
        };
        Self { used: Some(Arc::new(Use { at, word })), ..self.clone() }
    }

    /// Where these very words can be seen: here, or where what stands here is used. This place when they are nowhere.
    #[must_use]
    pub fn showing(&self, words: &str) -> Self {
        let mut places = std::iter::successors(Some(self), |place| place.used.as_deref().map(|used| &used.at));
        let seen = places.find_map(|place| {
            let start = place.start + place.text().find(words)?;
            Some(Self { start, end: start + words.len(), ..place.clone() })
        });
        seen.unwrap_or_else(|| self.clone())
    }

    /// Where these words stand next in the same file. This place when they do not.
    #[must_use]
    pub fn first_after(&self, words: &str) -> Self {
        let rest = self.source.text.get(self.start..).unwrap_or_default();
        match rest.find(words).map(|at| self.start + at) {
            Some(start) if !words.is_empty() => Self { start, end: start + words.len(), ..self.clone() },
            _ => self.clone(),
        }
    }

    /// Whether it is the same stretch of the same file, wherever it is used.
    #[must_use]
    pub fn is_same_stretch(&self, other: &Self) -> bool {
        (self.start, self.end) == (other.start, other.end) && self.path() == other.path()
    }

    /// Whether both are used, and in the same way.
    #[must_use]
    pub fn is_used_like(&self, other: &Self) -> bool {
        self.used.is_some() && self.used == other.used
    }

    /// A sentence for every use of it, from here outwards.
    pub(super) fn uses(&self) -> impl Iterator<Item = String> {
        let uses = std::iter::successors(self.used.as_deref(), |used| used.at.used.as_deref());
        uses.map(|Use { at, word }| {
            let word = word.as_ref().map(|word| format!(" as `{word}`")).unwrap_or_default();
            format!("used in {}{word}", at.address())
        })
    }

    /// The line it is on, where that line starts in the file, and its number from 1.
    pub(super) fn whole_line(&self) -> (&str, usize) {
        let text = &self.source.text;
        let from = text[..self.start].rfind('\n').map_or(0, |n| n + 1);
        let to = text[self.start..].find(['\n', '\r']).map_or(text.len(), |n| self.start + n);
        (&text[from..to], from)
    }
}
