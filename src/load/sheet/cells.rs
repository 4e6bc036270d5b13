//! What stands in the cells of a sheet, within bounds, and as the lines of a table with a place for each cell.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::diag::{CellName, Diagnostic, Diagnostics, Place, SourceText};
use crate::load::table::{MOST_COLUMNS, MOST_ROWS, TableLine};
use crate::model::FieldText;

use super::unreadable::Unreadable;

/// A table has no more cells, blank ones between others counted.
const MOST_CELLS: usize = 1_000_000;
/// The texts of a sheet have no more letters together: so much no CSV file may have either.
const MOST_TEXT: usize = 4_000_000;

/// What is in a cell.
#[derive(Clone)]
pub enum CellValue {
    /// A text, or anything else as people see it.
    Text(String),
    /// A text of which some words look otherwise in a way that there is no mark for.
    Unmarked(String),
    /// A formula that came to nothing: what the spreadsheet says of it.
    Mistake(String),
    /// A formula of which nobody saved what it comes to.
    Unsaved(String),
}

/// The cells of a sheet that are not blank.
#[derive(Default)]
pub struct SheetCells {
    cells: Vec<(CellName, CellValue)>,
    /// Cells that reach down over others: where they begin, and to which row they go.
    merged: Vec<(CellName, usize)>,
    letters: usize,
}

impl SheetCells {
    /// Adds one, unless it is blank.
    ///
    /// # Errors
    /// When there is too much.
    pub fn add(&mut self, name: CellName, value: CellValue) -> Result<(), Unreadable> {
        let (CellValue::Text(text) | CellValue::Unmarked(text) | CellValue::Mistake(text) | CellValue::Unsaved(text)) =
            &value;
        if text.trim().is_empty() {
            return Ok(());
        }
        self.letters += text.len();
        if name.column > MOST_COLUMNS {
            return Err(Unreadable::TooWide(name));
        }
        if self.cells.len() >= MOST_CELLS || self.letters > MOST_TEXT {
            return Err(Unreadable::TooFull(name));
        }
        self.cells.push((name, value));
        Ok(())
    }

    /// That a cell reaches down to a row: what stands in it counts for each of these.
    pub fn reaches_down(&mut self, top: CellName, last: usize) {
        if last > top.row {
            self.merged.push((top, last));
        }
    }

    /// Writes what stands in cells that reach down into all that they cover below the headings.
    fn fill_down(&mut self, header: usize) -> Result<(), Unreadable> {
        let merged = std::mem::take(&mut self.merged);
        if merged.is_empty() {
            return Ok(());
        }
        let last = self.cells.iter().map(|(name, _)| name.row).max().unwrap_or(0);
        // Files have as many of them as they like: each is looked up, and not searched for.
        let below = self.cells.iter().enumerate().filter(|(_, (name, _))| name.row > header);
        let known: BTreeMap<CellName, usize> = below.map(|(at, (name, _))| (*name, at)).collect();
        for (top, end) in merged {
            let Some(value) = known.get(&top).map(|at| self.cells[*at].1.clone()) else { continue };
            for row in top.row + 1..=end.min(last) {
                self.add(CellName { row, ..top }, value.clone())?;
            }
        }
        Ok(())
    }

    /// Whether there is nothing in the sheet.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }

    /// The lines of the table from the row of its headings on; mistakes in its columns are told. Blank rows are none.
    ///
    /// # Errors
    /// When there are too many rows.
    pub fn into_lines(
        mut self,
        path: String,
        (header, ignored): (usize, &[FieldText]),
        found: &mut Diagnostics,
    ) -> Result<Vec<TableLine>, Unreadable> {
        self.fill_down(header)?;
        self.cells.retain(|(name, _)| name.row >= header);
        self.cells.sort_by_key(|(name, _)| *name);
        self.cells.dedup_by_key(|(name, _)| *name);
        let rows: Vec<&[(CellName, CellValue)]> = self.cells.chunk_by(|(a, _), (b, _)| a.row == b.row).collect();
        let last = |row: &&[(CellName, CellValue)]| row.last().map_or(0, |(name, _)| name.column);
        let full = rows.iter().map(last).sum::<usize>() > MOST_CELLS;
        if let Some((name, _)) = rows.get(MOST_ROWS + 1).or(rows.last().filter(|_| full)).and_then(|row| row.first()) {
            return Err(Unreadable::TooFull(*name));
        }
        let mut sheet = SheetText::default();
        let mut written: Vec<Vec<WrittenCell>> = Vec::with_capacity(rows.len());
        for row in rows {
            written.push(sheet.write(row));
        }
        let source = Arc::new(SourceText::of_sheet(path, sheet.text, sheet.starts));
        let is_ignored = |name: &str| ignored.iter().any(|ignored| ignored.text == name);
        let is_named = |column: usize| {
            let heading = written.first().and_then(|first| first.get(column)).filter(|cell| !cell.is_blank());
            heading.is_some_and(|cell| !is_ignored(&cell.field(&source).text))
        };
        for (column, cell) in written.iter().flat_map(|row| row.iter().enumerate()) {
            if is_named(column) {
                cell.told(&source).into_iter().for_each(|told| found.push(told));
            }
        }
        Ok(written.iter().filter_map(|row| line(row, &source)).collect())
    }
}

/// The text of a sheet while it is put together: one cell below the other.
#[derive(Default)]
struct SheetText {
    text: String,
    starts: Vec<(usize, CellName)>,
}

/// Where in that text a cell is.
struct WrittenCell {
    start: usize,
    end: usize,
    worth: Worth,
}

impl SheetText {
    /// Writes a row with its blank cells, up to the last that is not.
    fn write(&mut self, row: &[(CellName, CellValue)]) -> Vec<WrittenCell> {
        let mut written = Vec::new();
        for (name, value) in row {
            while written.len() + 1 < name.column {
                written.push(self.cell(CellName { column: written.len() + 1, ..*name }, "", Worth::Value));
            }
            written.push(match value {
                CellValue::Text(text) => self.cell(*name, text.trim(), Worth::Value),
                CellValue::Unmarked(text) => self.cell(*name, text.trim(), Worth::Unmarked),
                CellValue::Mistake(text) => self.cell(*name, text.trim(), Worth::Mistake),
                CellValue::Unsaved(text) => self.cell(*name, text.trim(), Worth::Unsaved),
            });
        }
        written
    }

    fn cell(&mut self, name: CellName, text: &str, worth: Worth) -> WrittenCell {
        let start = self.text.len();
        self.starts.push((start, name));
        self.text.push_str(text);
        self.text.push('\n');
        WrittenCell { start, end: start + text.len(), worth }
    }
}

/// What the text of a cell is worth.
#[derive(Clone, Copy)]
enum Worth {
    Value,
    /// It is a value, and looks otherwise in the spreadsheet.
    Unmarked,
    /// It says what is wrong with a formula.
    Mistake,
    /// It is a formula.
    Unsaved,
}

impl WrittenCell {
    const fn is_blank(&self) -> bool {
        self.start == self.end
    }

    fn field(&self, source: &Arc<SourceText>) -> FieldText {
        let text = source.text.get(self.start..self.end).unwrap_or_default();
        FieldText { text: text.to_owned(), place: Place::new(source, self.start, self.end) }
    }

    fn told(&self, source: &Arc<SourceText>) -> Option<Diagnostic> {
        let FieldText { text, place } = self.field(source);
        let (message, hint) = match self.worth {
            Worth::Value => return None,
            Worth::Unmarked => {
                let message = "words that are underlined, struck out or slanted within a word print plain";
                return Some(Diagnostic::warning(message).at(&place).hint("make them bold, or whole words italic"));
            }
            Worth::Mistake => (
                format!("the formula in this cell comes to `{text}`"),
                "mend it in the spreadsheet, and save the file again",
            ),
            Worth::Unsaved => (
                "what the formula in this cell comes to is not in the file".to_owned(),
                "open the file in a spreadsheet program, and save it there: that reckons it out",
            ),
        };
        let unread = "a column that no card needs is left out with `ignore: [NAME]` under `data`";
        Some(Diagnostic::error(message).at(&place).hint(hint).hint(unread))
    }
}

fn line(row: &[WrittenCell], source: &Arc<SourceText>) -> Option<TableLine> {
    let cells: Vec<FieldText> = row.iter().map(|cell| cell.field(source)).collect();
    let place = cells.first()?.place.clone();
    Some(TableLine { cells, place })
}
