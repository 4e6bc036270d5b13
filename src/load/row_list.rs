//! Rows as YAML lists them, multiplied out.

use crate::diag::{Diagnostic, Diagnostics};
use crate::model::FieldText;

use super::fields::{entries_of, named_texts, text_of};
use super::number::run_of_numbers;
use super::row::{Row, is_free};
use super::table::MOST_ROWS;
use super::yaml::{Key, Node, Value};

/// Adds the rows of a list.
pub fn rows_of_list(node: &Node, rows: &mut Vec<Row>, found: &mut Diagnostics) {
    let Value::List(items) = &node.value else {
        let message = format!("rows must be a list, not {}", node.kind());
        let file = match &node.value {
            Value::Text(path) if path.contains('.') => Some(format!("write `data: {path}` for rows in a file")),
            _ => None,
        };
        found.push(Diagnostic::error(message).at(&node.place).maybe_hint(file));
        return;
    };
    for item in items {
        let Some(entries) = entries_of_row(item, found) else { continue };
        let each = entries.iter().find(|(key, _)| key.name == "each").map(|(_, node)| node);
        let plain = entries.iter().filter(|(key, _)| key.name != "each" && is_free(&key.name, &key.place, found));
        let plain: Vec<&(Key, Node)> = plain.collect();
        let fields = named_texts(plain, found);
        for chosen in combinations(each, found) {
            let each = chosen.iter().map(|(_, field)| field.text.clone()).collect();
            let fields = chosen.into_iter().chain(fields.iter().cloned()).collect();
            rows.push(Row { fields, each, quantity: None, place: item.place.clone() });
            if rows.len() > MOST_ROWS {
                let message = format!("more than {MOST_ROWS} different pieces");
                found.push(Diagnostic::error(message).at(&item.place));
                // The one too many would be told once more as a piece.
                rows.truncate(MOST_ROWS);
                return;
            }
        }
    }
}

fn entries_of_row<'n>(item: &'n Node, found: &mut Diagnostics) -> Option<&'n [(Key, Node)]> {
    if !matches!(item.value, Value::Map(_)) {
        found.push(Diagnostic::error(format!("a row must be a mapping, not {}", item.kind())).at(&item.place));
        return None;
    }
    Some(entries_of(item, "a row", found))
}

/// Every combination of the values in an `each`, the last name turning fastest.
fn combinations(each: Option<&Node>, found: &mut Diagnostics) -> Vec<Vec<(String, FieldText)>> {
    let mut all = vec![Vec::new()];
    let Some(each) = each else { return all };
    for (key, node) in entries_of(each, "each", found) {
        if !is_free(&key.name, &key.place, found) {
            continue;
        }
        let values = values_of(node, &key.name, found);
        let longer = |chosen: &Vec<(String, FieldText)>| {
            values.iter().map(|value| [chosen.clone(), vec![(key.name.clone(), value.clone())]].concat()).collect()
        };
        all = all.iter().flat_map(|chosen| -> Vec<_> { longer(chosen) }).take(MOST_ROWS + 1).collect();
    }
    all
}

fn values_of(node: &Node, name: &str, found: &mut Diagnostics) -> Vec<FieldText> {
    if let Value::List(items) = &node.value {
        return items.iter().filter_map(|item| text_of(item, name, found)).collect();
    }
    let Some(field) = text_of(node, name, found) else { return Vec::new() };
    let Some(numbers) = run_of_numbers(&field.text) else {
        let message = format!("`{name}` must be a list or a run such as `1..6`, not `{}`", field.text);
        found.push(Diagnostic::error(message).at(&field.place));
        return Vec::new();
    };
    numbers.into_iter().map(|text| FieldText { text, place: field.place.clone() }).collect()
}
