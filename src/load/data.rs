//! `data` of a component: files with rows, and what of each is wanted. Reads no files.

use crate::diag::{Diagnostic, Diagnostics, Place};
use crate::model::FieldText;

use super::fields::{Fields, text_of};
use super::yaml::{Node, Value};

/// The word for a table in which no column says how many there are.
const NO_QUANTITY: &str = "none";

/// A file with rows.
pub struct DataFile {
    /// Its path in the game folder.
    pub file: FieldText,
    /// The sheet, when it is told.
    pub sheet: Option<FieldText>,
    /// The row with the headings, counted from 1, when it is told.
    pub header: Option<Header>,
    /// An expression that is true for the rows that are wanted.
    pub filter: Option<FieldText>,
    /// Which column says how many there are.
    pub quantity: QuantityColumn,
    /// Columns that are not read.
    pub ignored: Vec<FieldText>,
}

impl DataFile {
    /// The table in words.
    pub fn told(&self) -> String {
        match &self.sheet {
            Some(sheet) => format!("`{}`, sheet `{}`", self.file.text, sheet.text),
            None => format!("`{}`", self.file.text),
        }
    }

    /// From which row on a table is read.
    pub fn first_row(&self) -> usize {
        self.header.as_ref().map_or(1, |header| header.row)
    }
}

/// Which row of a table has the headings.
pub struct Header {
    /// Counted from 1.
    pub row: usize,
    /// Where that is said.
    pub place: Place,
}

/// Which column of a table says how many of a piece there are.
#[derive(Clone)]
pub enum QuantityColumn {
    /// The one that is called `qty`, if there is one.
    Usual,
    /// The one of this name.
    Named(FieldText),
    /// None, and none is missed.
    Nowhere,
}

/// The files under `data`: a path, a mapping, or a list of both.
pub fn read_data(fields: &mut Fields<'_, '_>) -> Vec<DataFile> {
    let Some(node) = fields.node("data") else { return Vec::new() };
    let nodes = if let Value::List(items) = &node.value { items.as_slice() } else { std::slice::from_ref(node) };
    nodes.iter().filter_map(|node| data_file(node, fields.found())).collect()
}

fn data_file(node: &Node, found: &mut Diagnostics) -> Option<DataFile> {
    if !matches!(node.value, Value::Map(_)) {
        let file = text_of(node, "data", found)?;
        let (quantity, ignored) = (QuantityColumn::Usual, Vec::new());
        return Some(DataFile { file, sheet: None, header: None, filter: None, quantity, ignored });
    }
    let mut fields = Fields::open(node, "`data`", found)?;
    let file = fields.required_text("file", "`data`");
    let (sheet, filter) = (fields.text("sheet"), fields.text("where"));
    let header = header(&mut fields);
    let quantity = match fields.text("qty") {
        None => QuantityColumn::Usual,
        Some(field) if field.text == NO_QUANTITY => QuantityColumn::Nowhere,
        Some(field) => QuantityColumn::Named(field),
    };
    let ignored = fields.texts("ignore");
    fields.finish();
    Some(DataFile { file: file?, sheet, header, filter, quantity, ignored })
}

fn header(fields: &mut Fields<'_, '_>) -> Option<Header> {
    let row = fields.number("header")?;
    let place = fields.place_of("header")?;
    if row == 0 {
        fields.found().push(Diagnostic::error("rows are counted from 1").at(&place));
        return None;
    }
    Some(Header { row, place })
}
