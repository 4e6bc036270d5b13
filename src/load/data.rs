//! `data` of a component: files with rows, and what of each is wanted. Reads no files.

use crate::diag::Diagnostics;
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
    /// An expression that is true for the rows that are wanted.
    pub filter: Option<FieldText>,
    /// Which column says how many there are.
    pub quantity: QuantityColumn,
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
        return Some(DataFile { file, sheet: None, filter: None, quantity: QuantityColumn::Usual });
    }
    let mut fields = Fields::open(node, "`data`", found)?;
    let file = fields.required_text("file", "`data`");
    let (sheet, filter) = (fields.text("sheet"), fields.text("where"));
    let quantity = match fields.text("qty") {
        None => QuantityColumn::Usual,
        Some(field) if field.text == NO_QUANTITY => QuantityColumn::Nowhere,
        Some(field) => QuantityColumn::Named(field),
    };
    fields.finish();
    Some(DataFile { file: file?, sheet, filter, quantity })
}
