//! Rows of one file, whatever kind it is: YAML, CSV or a sheet of a spreadsheet.

use std::path::Path;

use crate::diag::{Diagnostic, Diagnostics, Place, meant_or_known};
use crate::model::{Assets, FieldText};

use super::csv::lines_of;
use super::data::{DataFile, QuantityColumn};
use super::encoding::table_text;
use super::folder_file;
use super::row::{Row, count_by, filtered, uncounted};
use super::row_list::rows_of_list;
use super::sheet::{SheetKind, lines_of_sheet};
use super::table::{TableLine, rows_of_table};
use super::yaml;

/// The rows of a file.
#[derive(Default)]
pub struct FileRows {
    /// Those that are wanted.
    pub rows: Vec<Row>,
    /// A column that looks as if it said how many there are, and does not count.
    pub uncounted: Option<FieldText>,
}

/// The kinds of files with rows.
enum RowFile {
    Yaml,
    Csv,
    Sheet(SheetKind),
    /// A spreadsheet of a kind that is not read.
    Foreign,
}

impl RowFile {
    fn of(path: &str) -> Self {
        let ending = Path::new(path).extension().and_then(|ending| ending.to_str()).unwrap_or_default();
        match ending.to_ascii_lowercase().as_str() {
            "csv" | "tsv" | "txt" => Self::Csv,
            "xlsx" | "xlsm" => Self::Sheet(SheetKind::Xlsx),
            "ods" => Self::Sheet(SheetKind::Ods),
            "xls" | "xlsb" | "fods" | "numbers" | "gsheet" => Self::Foreign,
            _ => Self::Yaml,
        }
    }
}

/// The rows of a file that are wanted; what is wrong with it is told.
pub fn rows_of_file(wanted: &DataFile, assets: &dyn Assets, found: &mut Diagnostics) -> FileRows {
    let kind = RowFile::of(&wanted.file.text);
    if let (Some(sheet), RowFile::Yaml | RowFile::Csv) = (&wanted.sheet, &kind) {
        let message = format!("`{}` has no sheets", wanted.file.text);
        found.push(Diagnostic::error(message).at(&sheet.place).hint("leave out `sheet`"));
    }
    if let (Some(header), RowFile::Yaml) = (&wanted.header, &kind) {
        let message = format!("`{}` has no row of headings", wanted.file.text);
        found.push(Diagnostic::error(message).at(&header.place).hint("leave out `header`"));
    }
    let mut rows = match kind {
        RowFile::Yaml => rows_of_yaml(wanted, assets, found),
        RowFile::Csv => csv_lines(wanted, assets, found).map(|lines| rows_of_lines(lines, wanted, found)),
        RowFile::Sheet(kind) => {
            sheet_lines(kind, wanted, assets, found).map(|lines| rows_of_lines(lines, wanted, found))
        }
        RowFile::Foreign => {
            let message = format!("`{}` is a kind of spreadsheet that is not read", wanted.file.text);
            let hint = "save it as `.xlsx`, `.ods` or CSV";
            found.push(Diagnostic::error(message).at(&wanted.file.place).hint(hint));
            None
        }
    }
    .unwrap_or_default();
    let mut of_rows = Diagnostics::new();
    if let Some(filter) = &wanted.filter {
        rows = filtered(rows, filter, &mut of_rows);
    }
    let uncounted = match &wanted.quantity {
        QuantityColumn::Usual => uncounted(&rows),
        QuantityColumn::Nowhere => None,
        QuantityColumn::Named(column) => {
            count_by(&mut rows, column, &mut of_rows);
            None
        }
    };
    // What is wished of rows may stand in another entry, which this one extends.
    for told in &of_rows {
        found.push(told.clone().hint(format!("the rows are those of {}", wanted.told())));
    }
    FileRows { rows, uncounted }
}

fn rows_of_yaml(wanted: &DataFile, assets: &dyn Assets, found: &mut Diagnostics) -> Option<Vec<Row>> {
    let source = folder_file(assets, &wanted.file, found)?;
    let node = found.accept(yaml::parse(&source))?;
    let mut rows = Vec::new();
    rows_of_list(&node, &mut rows, found);
    Some(rows)
}

fn rows_of_lines(lines: Vec<TableLine>, wanted: &DataFile, found: &mut Diagnostics) -> Vec<Row> {
    if let Some(header) = &wanted.header
        && lines.first().is_none_or(|first| first.number() != header.row)
    {
        let message = format!("row {} of `{}` has nothing in it", header.row, wanted.file.text);
        found.push(Diagnostic::error(message).at(&header.place).hint("`header` is the row with the headings"));
        return Vec::new();
    }
    for column in &wanted.ignored {
        let known = || lines.first().into_iter().flat_map(|first| &first.cells).map(|cell| cell.text.as_str());
        if !known().any(|name| name == column.text) {
            let message = format!("{} has no column `{}`", wanted.told(), column.text);
            found.push(Diagnostic::error(message).at(&column.place).maybe_hint(meant_or_known(&column.text, known())));
        }
    }
    let is_read = |(name, _): &(String, FieldText)| !wanted.ignored.iter().any(|ignored| ignored.text == *name);
    let row = |(fields, place): (Vec<(String, FieldText)>, Place)| {
        let fields = fields.into_iter().filter(is_read).collect();
        Row { fields, each: Vec::new(), quantity: None, place }
    };
    rows_of_table(lines, found).into_iter().map(row).collect()
}

fn csv_lines(wanted: &DataFile, assets: &dyn Assets, found: &mut Diagnostics) -> Option<Vec<TableLine>> {
    let FieldText { text: path, place } = &wanted.file;
    let bytes = found.accept(assets.read(path).map_err(|error| error.diagnostic(path).at(place)))?;
    let text = table_text(&bytes, assets.shown(path), found).map_err(|wrong| wrong.at(place));
    Some(lines_of(&found.accept(text)?, wanted.first_row(), found))
}

fn sheet_lines(
    kind: SheetKind,
    wanted: &DataFile,
    assets: &dyn Assets,
    found: &mut Diagnostics,
) -> Option<Vec<TableLine>> {
    let FieldText { text: path, place } = &wanted.file;
    let bytes = found.accept(assets.read(path).map_err(|error| error.diagnostic(path).at(place)))?;
    lines_of_sheet((kind, &bytes), &assets.shown(path), wanted, found)
}
