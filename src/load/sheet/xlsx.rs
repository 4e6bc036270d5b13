//! Workbooks of the kind that Excel writes. Cells are read one by one, as a sheet that is spread out whole can be larger
//! than any machine.

use std::collections::BTreeMap;
use std::io::Cursor;

use calamine::{DataRef, ExcelDateTime, Reader, SheetType, SheetVisible, Xlsx, XlsxError};

use crate::diag::CellName;

use super::cells::{CellValue, SheetCells};
use super::unpack::Package;
use super::unreadable::Unreadable;
use super::written::{duration_text, formatted, iso_text, number_text};
use super::xlsx_looks::looks;

/// The formulas of a sheet have no more letters together.
const MOST_FORMULAS: usize = 20_000_000;

/// A workbook.
pub type Workbook<'b> = Xlsx<Cursor<&'b [u8]>>;

/// Opens a workbook.
///
/// # Errors
/// When it is none, damaged, locked or too large.
pub fn open(bytes: &[u8]) -> Result<Workbook<'_>, Unreadable> {
    Package::open(bytes)?.check()?;
    Xlsx::new(Cursor::new(bytes)).map_err(damaged)
}

/// The names of its sheets, in their order.
pub fn sheets(workbook: &Workbook<'_>) -> Vec<String> {
    let tables = workbook.sheets_metadata().iter().filter(|sheet| sheet.typ == SheetType::WorkSheet);
    tables.map(|sheet| sheet.name.clone()).collect()
}

/// Whether somebody hid a sheet.
pub fn is_hidden(workbook: &Workbook<'_>, sheet: &str) -> bool {
    let found = workbook.sheets_metadata().iter().find(|known| known.name == sheet);
    found.is_some_and(|sheet| sheet.visible != SheetVisible::Visible)
}

/// What stands in a sheet.
///
/// # Errors
/// When it is damaged or too full.
pub fn cells((workbook, bytes): (&mut Workbook<'_>, &[u8]), sheet: &str) -> Result<SheetCells, Unreadable> {
    let mut cells = SheetCells::default();
    let mut looks = looks(bytes, sheet)?;
    for region in workbook.merge_cells_by_sheet_name(sheet).map_err(damaged)? {
        let ((row, column), (last, _)) = (region.start, region.end);
        cells.reaches_down(CellName { row: counted(row), column: counted(column) }, counted(last));
    }
    let mut unsaved = formulas(workbook, sheet)?;
    let mut reader = workbook.worksheet_cells_reader(sheet).map_err(damaged)?;
    while let Some((cell, style)) = reader.next_cell_with_style_id().map_err(damaged)? {
        let (row, column) = cell.get_position();
        let name = CellName { row: counted(row), column: counted(column) };
        let format = reader.styles().get(style).and_then(|style| style.number_format.as_ref());
        if let Some(value) = value(cell.get_value(), format.map_or("", |format| &format.format_code)) {
            unsaved.remove(&(row, column));
            cells.add(name, looks.remove(&name).unwrap_or(value))?;
        }
    }
    for ((row, column), formula) in unsaved {
        let name = CellName { row: counted(row), column: counted(column) };
        cells.add(name, CellValue::Unsaved(format!("={formula}")))?;
    }
    Ok(cells)
}

/// The first is not counted as 0 where people read it.
fn counted(number: u32) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX).saturating_add(1)
}

/// The formulas of a sheet by row and column.
fn formulas(workbook: &mut Workbook<'_>, sheet: &str) -> Result<BTreeMap<(u32, u32), String>, Unreadable> {
    let mut formulas = BTreeMap::new();
    let mut letters = 0;
    let mut reader = workbook.worksheet_cells_reader(sheet).map_err(damaged)?;
    while let Some(cell) = reader.next_formula().map_err(damaged)? {
        // One formula that many cells share is written out for each of them.
        letters += cell.get_value().len();
        if letters > MOST_FORMULAS {
            let (row, column) = cell.get_position();
            return Err(Unreadable::TooFull(CellName { row: counted(row), column: counted(column) }));
        }
        if !cell.get_value().is_empty() {
            formulas.insert(cell.get_position(), cell.get_value().clone());
        }
    }
    Ok(formulas)
}

/// What a cell holds, as its number format shows it where that is simple.
fn value(data: &DataRef<'_>, format: &str) -> Option<CellValue> {
    if let DataRef::Float(number) = data
        && let Some(seen) = formatted(*number, format)
    {
        return Some(CellValue::Text(seen));
    }
    if let DataRef::Int(number) = data {
        let number = number.to_string();
        return Some(CellValue::Text(number.parse().ok().and_then(|float| formatted(float, format)).unwrap_or(number)));
    }
    Some(CellValue::Text(match data {
        DataRef::Empty => return None,
        DataRef::Error(error) => return Some(CellValue::Mistake(error.to_string())),
        DataRef::String(text) => text.replace("\r\n", "\n"),
        DataRef::SharedString(text) => text.replace("\r\n", "\n"),
        DataRef::Int(number) => number.to_string(),
        DataRef::Float(number) => number_text(*number),
        DataRef::Bool(is_true) => is_true.to_string(),
        DataRef::DateTime(date) => date_text(date),
        DataRef::DateTimeIso(text) | DataRef::DurationIso(text) => iso_text(text),
    }))
}

/// A date, a time of day or both, as ISO writes them.
fn date_text(date: &ExcelDateTime) -> String {
    const SECONDS: f64 = 86_400.0;
    if date.is_duration() || (0.0..1.0).contains(&date.as_f64()) {
        return duration_text(date.as_f64() * SECONDS);
    }
    let (year, month, day, hour, minute, second, _) = date.to_ymd_hms_milli();
    iso_text(&format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}"))
}

fn damaged(error: XlsxError) -> Unreadable {
    match error {
        XlsxError::Password => Unreadable::Locked,
        other => Unreadable::Damaged(other.to_string()),
    }
}
