//! A table of a file as lines of cells, whatever kind of file it stands in, and what its first line names.

use crate::diag::{Diagnostic, Diagnostics, Place, count_of};
use crate::model::FieldText;

use super::row::is_free;

/// More columns than this is a slip.
pub const MOST_COLUMNS: usize = 200;
/// More different pieces than this in one component is a slip.
pub const MOST_ROWS: usize = 20_000;

/// One line of a table; a text in it may run on over several of the file.
pub struct TableLine {
    /// Its cells.
    pub cells: Vec<FieldText>,
    /// Where it begins.
    pub place: Place,
}

impl TableLine {
    /// The number of its row, as people see it in the file.
    pub fn number(&self) -> usize {
        self.place.line()
    }

    /// Whether it is a title rather than a line of headings.
    fn is_title(&self) -> bool {
        self.cells.iter().filter(|cell| !cell.text.is_empty()).count() == 1
    }

    fn holds(&self, column: usize) -> Option<&FieldText> {
        self.cells.get(column).filter(|cell| !cell.text.is_empty())
    }
}

/// What is under the names of the first line: the fields of each line below, with where it begins. Lines that are too
/// short end with empty cells, and columns with neither a name nor anything in them are none.
pub fn rows_of_table(mut lines: Vec<TableLine>, found: &mut Diagnostics) -> Vec<(Vec<(String, FieldText)>, Place)> {
    if lines.is_empty() {
        return Vec::new();
    }
    let mut header = lines.remove(0);
    lines.truncate(MOST_ROWS + 1);
    while header.cells.last().is_some_and(|cell| cell.text.is_empty()) && is_blank(header.cells.len() - 1, &lines) {
        header.cells.pop();
    }
    let names = names(&header, &lines, found);
    let mut rows = Vec::with_capacity(lines.len());
    // What is told of each row of a sheet in the same words is told once: the headings stand in the first row that is full.
    let full = lines.iter().find(|line| !line.is_title()).and_then(|line| below(&header, line));
    for mut line in lines {
        if let Some(wrong) = beyond(&line, &header) {
            let is_sheet = line.place.cell().is_some();
            found.push(wrong.maybe_hint(if is_sheet { full.clone() } else { below(&header, &line) }));
            if !is_sheet {
                continue;
            }
        }
        let end = line.cells.last().map_or_else(|| line.place.clone(), |cell| cell.place.clone());
        line.cells.resize(header.cells.len(), FieldText { text: String::new(), place: end });
        let broken = |cell: FieldText| FieldText { text: with_line_breaks(&cell.text), ..cell };
        let named = names.iter().zip(line.cells).filter_map(|(name, cell)| Some(((*name)?.to_owned(), broken(cell))));
        rows.push((named.collect(), line.place));
    }
    rows
}

/// The text of a cell with its line breaks as the mark for one: two spaces before each.
pub fn with_line_breaks(text: &str) -> String {
    if !text.contains(['\n', '\r']) {
        return text.to_owned();
    }
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    let mut broken = String::with_capacity(text.len() + 2 * lines.len());
    for (number, line) in lines.iter().enumerate() {
        broken.push_str(line);
        if let Some(next) = lines.get(number + 1) {
            let is_marked = line.is_empty() || next.is_empty() || line.ends_with('\\');
            broken.push_str(if is_marked { "\n" } else { "  \n" });
        }
    }
    broken
}

fn is_blank(column: usize, lines: &[TableLine]) -> bool {
    lines.iter().all(|line| line.holds(column).is_none())
}

/// The names of the columns; none for those that cannot be used.
fn names<'h>(header: &'h TableLine, lines: &[TableLine], found: &mut Diagnostics) -> Vec<Option<&'h str>> {
    if header.cells.len() > MOST_COLUMNS {
        let message = format!("{} columns are more than the {MOST_COLUMNS} a table may have", header.cells.len());
        found.push(Diagnostic::error(message).at(&header.cells[MOST_COLUMNS].place));
    }
    let mut names: Vec<Option<&str>> = Vec::new();
    for (column, FieldText { text, place }) in header.cells.iter().enumerate().take(MOST_COLUMNS) {
        if text.is_empty() {
            if let Some(cell) = lines.iter().find_map(|line| line.holds(column)) {
                let full = lines.iter().find(|line| !line.is_title());
                found.push(without_name(column, place, cell).maybe_hint(full.and_then(|line| below(header, line))));
            }
            names.push(None);
        } else if names.contains(&Some(text.as_str())) {
            found.push(Diagnostic::error(format!("there are two columns `{text}`")).at(place));
            names.push(None);
        } else {
            names.push(is_free(text, place, found).then_some(text.as_str()));
        }
    }
    names
}

/// People write beside their tables in sheets; in a text file a name was forgotten.
fn without_name(column: usize, heading: &Place, cell: &FieldText) -> Diagnostic {
    if cell.place.cell().is_none() {
        return Diagnostic::error(format!("column {} has no name", column + 1)).at(heading);
    }
    Diagnostic::warning("this stands under no heading, and is not read")
        .at(&cell.place)
        .hint("name its column in the first row if it belongs to the table")
}

/// What to do when the headings stand below a title.
fn below(header: &TableLine, next: &TableLine) -> Option<String> {
    header.is_title().then(|| {
        let row = next.number();
        format!("if row {row} has the headings, say so: `data: {{file: ..., header: {row}}}`")
    })
}

/// What to say of a line that is longer than the first, unless only nothing is beyond.
fn beyond(line: &TableLine, header: &TableLine) -> Option<Diagnostic> {
    let columns = header.cells.len();
    let cell = (columns..line.cells.len()).find_map(|column| line.holds(column))?;
    if cell.place.cell().is_some() {
        return Some(without_name(columns, &cell.place, cell));
    }
    let message = format!("this row has {} and the first line has {columns}", count_of(line.cells.len(), "column"));
    Some(Diagnostic::error(message).at(&line.place).hint("put a text with commas in double quotes"))
}
