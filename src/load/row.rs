//! One row as it was written, before it gets its name: which rows are wanted, and which of their columns counts.

use crate::diag::{Diagnostic, Diagnostics, Place, meant_or_known};
use crate::expressions::{Columns, RowFilter};
use crate::model::{FieldText, usable_name};

/// Names that mean something to every template.
const RESERVED: &[&str] = &["face", "game", "palette", "component", "loop"];

/// What people call a column that says how many there are, beside `qty`.
const COUNTS: &[&str] = &[
    "quantity",
    "quantities",
    "count",
    "counts",
    "copies",
    "copy",
    "amount",
    "how_many",
    "number_of_copies",
    "no_of_copies",
    "num_copies",
    "card_count",
    "number_of_cards",
    "no_of_cards",
    "num_cards",
    "in_deck",
    "_in_deck",
    "total_copies",
    "deck_qty",
    "frequency",
    "repeat",
    "repeats",
    "times",
    "pcs",
    "nb",
    "exemplare",
    "qnty",
    "quantité",
    "quantite",
    "exemplaires",
    "anzahl",
    "menge",
    "stück",
    "stueck",
    "cantidad",
    "copias",
    "quantità",
    "quantita",
    "copie",
    "aantal",
    "antal",
    "ilość",
];

/// One row as it was written.
pub struct Row {
    /// Its columns.
    pub fields: Vec<(String, FieldText)>,
    /// The values `each` gave it, which name it when nothing else does.
    pub each: Vec<String>,
    /// How many there are, when a column of another name than `qty` says so.
    pub quantity: Option<FieldText>,
    /// Where it begins.
    pub place: Place,
}

/// Whether a name can be that of a column.
pub fn is_free(name: &str, place: &Place, found: &mut Diagnostics) -> bool {
    let is_free = !RESERVED.contains(&name);
    if !is_free {
        let message = format!("a column cannot be called `{name}`: templates know something else by that name");
        found.push(Diagnostic::error(message).at(place));
    }
    is_free
}

/// Whether people mean `name` by a heading: `Qty` and `qty.` are `qty`.
pub fn is_called(heading: &str, name: &str) -> bool {
    heading == name || (heading.chars().count() <= name.len() + 3 && usable_name(heading) == name)
}

/// The rows for which an expression is true.
pub fn filtered(rows: Vec<Row>, filter: &FieldText, found: &mut Diagnostics) -> Vec<Row> {
    let columns = Columns::of(rows.iter().map(|row| row.fields.as_slice()));
    if rows.is_empty() {
        return rows;
    }
    let Some(wanted) = RowFilter::compile(filter, &columns, found) else { return rows };
    let all = rows.len();
    let mut kept = Vec::with_capacity(all);
    for row in rows {
        match found.accept(wanted.keeps(&row.fields, &columns)) {
            Some(true) => kept.push(row),
            Some(false) => {}
            None => return kept,
        }
    }
    if kept.is_empty() && all > 0 {
        let message = format!("none of the {all} rows is wanted: `{}` is true for none", filter.text);
        let hint =
            compares_figures_as_text(&filter.text).then(|| "numbers stand without quotes: `cost > 3`".to_owned());
        found.push(Diagnostic::error(message).at(&filter.place).maybe_hint(hint));
    }
    kept
}

/// Whether a number stands in quotes.
fn compares_figures_as_text(expression: &str) -> bool {
    let parts: Vec<&str> = expression.split(['\'', '"']).collect();
    parts.iter().skip(1).step_by(2).any(|text| text.parse::<f64>().is_ok())
}

/// Lets a column say how many there are.
pub fn count_by(rows: &mut [Row], column: &FieldText, found: &mut Diagnostics) {
    let mut known = false;
    for row in rows.iter_mut() {
        let is_it = |heading: &str| heading == column.text || usable_name(heading) == column.text;
        if let Some(at) = row.fields.iter().position(|(heading, _)| is_it(heading)) {
            known = true;
            row.quantity = Some(row.fields.remove(at).1);
        }
    }
    if !known && !rows.is_empty() {
        let headings = rows.iter().flat_map(|row| row.fields.iter().map(|(heading, _)| heading.as_str()));
        let hint = meant_or_known(&column.text, headings);
        let message = format!("there is no column `{}`", column.text);
        found.push(Diagnostic::error(message).at(&column.place).maybe_hint(hint));
    }
}

/// The first column that looks as if it said how many there are, where none does: its heading, and where it first says
/// anything but one.
pub fn uncounted(rows: &[Row]) -> Option<FieldText> {
    let first = rows.first()?;
    if first.fields.iter().any(|(heading, _)| is_called(heading, "qty")) {
        return None;
    }
    let looks = |heading: &str| heading.trim() == "#" || COUNTS.contains(&usable_name(heading).as_str());
    first.fields.iter().map(|(heading, _)| heading).filter(|heading| looks(heading)).find_map(|heading| {
        let in_row = |row: &Row| row.fields.iter().find(|(known, _)| known == heading).map(|(_, field)| field.clone());
        let fields: Vec<FieldText> = rows.iter().filter_map(in_row).collect();
        let counts = fields.iter().all(|field| field.text.is_empty() || field.text.parse::<u16>().is_ok());
        let telling = fields.into_iter().find(|field| !matches!(field.text.as_str(), "" | "1"));
        telling.filter(|_| counts).map(|field| FieldText { text: heading.clone(), place: field.place })
    })
}
