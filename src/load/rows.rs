//! Rows of a deck: from the game file, from other YAML files and from CSV, multiplied out and numbered.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::diag::{Diagnostic, Diagnostics, Place, SourceText, count_of};
use crate::model::{Assets, FieldText, Piece, slug};

use super::csv::{CsvLine, lines_of};
use super::fields::{entries_of, named_texts, text_of};
use super::folder_file;
use super::number::{quantity, run_of_numbers};
use super::yaml::{self, Key, Node, Value};

/// More different pieces than this in one component is a slip.
const MOST_PIECES: usize = 20_000;

/// More copies of all pieces of a component together than this is a slip.
const MOST_COPIES: usize = 20_000;
/// More columns than this is a slip.
const MOST_COLUMNS: usize = 200;

/// Names that mean something to every template.
const RESERVED: &[&str] = &["face", "game", "palette", "component", "loop"];

/// One row as it was written, before it gets its name.
struct Row {
    fields: Vec<(String, FieldText)>,
    /// The values `each` gave it, which name it when nothing else does.
    each: Vec<String>,
    place: Place,
}

/// All pieces of a component: the rows given inline, then those of the files.
pub fn read_pieces(
    component: &str,
    inline: Option<&Node>,
    files: &[FieldText],
    assets: &dyn Assets,
    found: &mut Diagnostics,
) -> Vec<Piece> {
    let mut rows = Vec::new();
    if let Some(node) = inline {
        rows_of_list(node, &mut rows, found);
    }
    for file in files {
        let Some(source) = folder_file(assets, file, found) else { continue };
        if file.text.to_ascii_lowercase().ends_with("csv") {
            rows_of_csv(&source, &mut rows, found);
        } else {
            let Some(node) = found.accept(yaml::parse(&source)) else { continue };
            rows_of_list(&node, &mut rows, found);
        }
    }
    let mut pieces = name_pieces(component, rows, found);
    let total = pieces.iter().fold(0_usize, |total, piece| total.saturating_add(piece.quantity));
    if total > MOST_COPIES
        && let Some(first) = pieces.first()
    {
        let message = format!("`{component}` has {total} pieces, and {MOST_COPIES} is the limit");
        found.push(Diagnostic::error(message).at(&first.place));
        pieces.truncate(1);
    }
    pieces
}

fn rows_of_list(node: &Node, rows: &mut Vec<Row>, found: &mut Diagnostics) {
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
            rows.push(Row { fields, each, place: item.place.clone() });
            if rows.len() > MOST_PIECES {
                let message = format!("more than {MOST_PIECES} different pieces");
                found.push(Diagnostic::error(message).at(&item.place));
                // The one too many would be told once more as a piece.
                rows.truncate(MOST_PIECES);
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

/// Whether a name can be that of a column.
fn is_free(name: &str, place: &Place, found: &mut Diagnostics) -> bool {
    let is_free = !RESERVED.contains(&name);
    if !is_free {
        let message = format!("a column cannot be called `{name}`: templates know something else by that name");
        found.push(Diagnostic::error(message).at(place));
    }
    is_free
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
        all = all.iter().flat_map(|chosen| -> Vec<_> { longer(chosen) }).take(MOST_PIECES + 1).collect();
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

fn rows_of_csv(source: &Arc<SourceText>, rows: &mut Vec<Row>, found: &mut Diagnostics) {
    let mut lines = lines_of(source, found).into_iter();
    let Some(header) = lines.next() else { return };
    let columns = columns(&header, found);
    for line in lines.take(MOST_PIECES + 1) {
        if line.cells.len() != header.cells.len() {
            found.push(wrong_length(&line, header.cells.len()));
            continue;
        }
        let named = columns.iter().zip(line.cells).filter_map(|(name, cell)| Some(((*name)?.to_owned(), cell)));
        rows.push(Row { fields: named.collect(), each: Vec::new(), place: line.place });
    }
}

/// The names of the columns; none for those that cannot be used.
fn columns<'h>(header: &'h CsvLine, found: &mut Diagnostics) -> Vec<Option<&'h str>> {
    if header.cells.len() > MOST_COLUMNS {
        let message = format!("{} columns are more than the {MOST_COLUMNS} a table may have", header.cells.len());
        found.push(Diagnostic::error(message).at(&header.cells[MOST_COLUMNS].place));
    }
    let mut names: Vec<Option<&str>> = Vec::new();
    for (column, FieldText { text, place }) in header.cells.iter().enumerate().take(MOST_COLUMNS) {
        let wrong = if text.is_empty() {
            Some(format!("column {} has no name", column + 1))
        } else {
            names.contains(&Some(text.as_str())).then(|| format!("there are two columns `{text}`"))
        };
        if let Some(message) = wrong {
            found.push(Diagnostic::error(message).at(place));
            names.push(None);
        } else {
            names.push(is_free(text, place, found).then_some(text.as_str()));
        }
    }
    names
}

fn wrong_length(line: &CsvLine, columns: usize) -> Diagnostic {
    let message = format!("this row has {} and the first line has {columns}", count_of(line.cells.len(), "column"));
    Diagnostic::error(message).at(&line.place).hint("put a text with commas in double quotes")
}

fn name_pieces(component: &str, rows: Vec<Row>, found: &mut Diagnostics) -> Vec<Piece> {
    let mut seen: BTreeMap<String, (String, Place)> = BTreeMap::new();
    let mut pieces = Vec::with_capacity(rows.len());
    for (index, mut row) in rows.into_iter().enumerate() {
        let quantity = take(&mut row.fields, "qty").map_or(1, |field| quantity(&field, found));
        let named = take(&mut row.fields, "id");
        let place = named.as_ref().map_or_else(|| row.place.clone(), |field| field.place.clone());
        let id = named.map(|field| field.text).or_else(|| derived_name(&row));
        let id = id.unwrap_or_else(|| format!("{component}-{}", index + 1));
        check_fields(&row.fields, found);
        let file = slug(&id);
        if file.is_empty() {
            let message = format!("`{id}` cannot be an id: it has neither letters nor digits");
            found.push(Diagnostic::error(message).at(&place));
        }
        if let Some((other, first)) = seen.get(&file) {
            let message = if *other == id {
                format!("there are two pieces with the id `{id}` in `{component}`")
            } else {
                format!("the ids `{other}` and `{id}` in `{component}` are the same but for signs and capitals")
            };
            let hint = format!("the other is on line {}; give one of them an `id` of its own", first.line());
            found.push(Diagnostic::error(message).at(&place).hint(hint));
        } else {
            seen.insert(file, (id.clone(), place));
        }
        pieces.push(Piece { id, quantity, fields: row.fields, place: row.place });
    }
    pieces
}

/// Rows hold plain values.
fn check_fields(fields: &[(String, FieldText)], found: &mut Diagnostics) {
    for (_, field) in fields {
        if field.text.contains("{{") || field.text.contains("{%") {
            let message = "a row holds plain values, and this is an expression";
            let hint = "put expressions beside `template` in `front` or `back`";
            found.push(Diagnostic::error(message).at(&field.place).hint(hint));
        }
    }
}

fn take(fields: &mut Vec<(String, FieldText)>, name: &str) -> Option<FieldText> {
    let at = fields.iter().position(|(known, field)| known == name && !field.text.is_empty());
    let unused = fields.iter().position(|(known, _)| known == name);
    at.or(unused).map(|at| fields.remove(at).1).filter(|field| !field.text.is_empty())
}

fn derived_name(row: &Row) -> Option<String> {
    let named = |key: &str| row.fields.iter().find(|(name, _)| name == key).map(|(_, field)| slug(&field.text));
    let name = named("name").or_else(|| named("title"));
    let parts = name.into_iter().chain(row.each.iter().map(|value| slug(value)));
    let id = parts.filter(|part| !part.is_empty()).collect::<Vec<_>>().join("-");
    (!id.is_empty()).then_some(id)
}
