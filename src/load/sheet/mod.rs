//! Sheets of spreadsheets as tables: which sheet of which kind of file, and its cells as lines that know their names.

mod cells;
mod ods;
mod runs;
mod unpack;
mod unreadable;
mod written;
mod xlsx;
mod xlsx_looks;

use crate::diag::{Diagnostic, Diagnostics, meant_or_known};

use super::data::DataFile;
use super::table::TableLine;
use cells::SheetCells;
use unreadable::Unreadable;

/// The kinds of spreadsheets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SheetKind {
    /// Workbooks of Excel.
    Xlsx,
    /// In the open format of office programs.
    Ods,
}

/// A spreadsheet that is open.
enum Spreadsheet<'b> {
    Xlsx(Box<xlsx::Workbook<'b>>, &'b [u8]),
    Ods(String),
}

impl<'b> Spreadsheet<'b> {
    fn open(kind: SheetKind, bytes: &'b [u8]) -> Result<Self, Unreadable> {
        Ok(match kind {
            SheetKind::Xlsx => Self::Xlsx(Box::new(xlsx::open(bytes)?), bytes),
            SheetKind::Ods => Self::Ods(ods::open(bytes)?),
        })
    }

    fn sheets(&self) -> Result<Vec<String>, Unreadable> {
        match self {
            Self::Xlsx(workbook, _) => Ok(xlsx::sheets(workbook)),
            Self::Ods(content) => ods::sheets(content),
        }
    }

    fn is_hidden(&self, sheet: &str) -> bool {
        match self {
            Self::Xlsx(workbook, _) => xlsx::is_hidden(workbook, sheet),
            Self::Ods(_) => false,
        }
    }

    fn cells(&mut self, sheet: &str) -> Result<SheetCells, Unreadable> {
        match self {
            Self::Xlsx(workbook, bytes) => xlsx::cells((workbook, bytes), sheet),
            Self::Ods(content) => ods::cells(content, sheet),
        }
    }
}

/// The lines of the sheet that `wanted` names, or of the only one with anything in it; none, and told, when there is no
/// such sheet or it cannot be read.
pub fn lines_of_sheet(
    (kind, bytes): (SheetKind, &[u8]),
    shown: &str,
    wanted: &DataFile,
    found: &mut Diagnostics,
) -> Option<Vec<TableLine>> {
    let tell = |unreadable: Unreadable| unreadable.diagnostic(shown).at(&wanted.file.place);
    let mut open = found.accept(Spreadsheet::open(kind, bytes).map_err(tell))?;
    let sheets = found.accept(open.sheets().map_err(tell))?;
    let (sheet, cells) = found.accept(chosen(&mut open, &sheets, shown, wanted))?;
    let cells = found.accept(cells.map_err(tell))?;
    let lines = cells.into_lines(format!("{shown}, sheet {sheet}"), (wanted.first_row(), &wanted.ignored), found);
    found.accept(lines.map_err(tell))
}

/// The name of the sheet that is wanted, and what is in it.
fn chosen(
    open: &mut Spreadsheet<'_>,
    sheets: &[String],
    shown: &str,
    wanted: &DataFile,
) -> Result<(String, Result<SheetCells, Unreadable>), Diagnostic> {
    if let Some(named) = &wanted.sheet {
        let hint = || meant_or_known(&named.text, sheets.iter().map(String::as_str));
        let sheet = sheets.iter().find(|sheet| **sheet == named.text).ok_or_else(|| {
            let message = format!("there is no sheet `{}` in `{shown}`", named.text);
            Diagnostic::error(message).at(&named.place).maybe_hint(hint())
        })?;
        return Ok((sheet.clone(), open.cells(sheet)));
    }
    // What somebody hid is read when it is named. A sheet that cannot be read has something in it.
    let seen: Vec<&String> = sheets.iter().filter(|sheet| !open.is_hidden(sheet)).collect();
    let read = seen.into_iter().map(|sheet| (sheet, open.cells(sheet)));
    let mut filled = read.filter(|(_, cells)| !cells.as_ref().is_ok_and(SheetCells::is_empty));
    let Some((first, cells)) = filled.next() else {
        return Err(Diagnostic::error(format!("`{shown}` has no sheet with anything in it")).at(&wanted.file.place));
    };
    let others: Vec<String> = filled.map(|(sheet, _)| format!("`{sheet}`")).collect();
    if others.is_empty() {
        return Ok((first.clone(), cells));
    }
    let message = format!("`{shown}` has several sheets: `{first}`, {}", others.join(", "));
    let hint = format!("name one: `data: {{file: {}, sheet: {first}}}`", wanted.file.text);
    Err(Diagnostic::error(message).at(&wanted.file.place).hint(hint))
}
