//! Rows of a deck: from the game file, from other YAML files and from CSV, multiplied out and numbered.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::diag::{Diagnostic, Diagnostics, Place, SourceText};
use crate::model::{Assets, FieldText, Piece, slug};

use super::fields::{entries_of, named_texts, text_of};
use super::folder_file;
use super::number::{quantity, run_of_numbers};
use super::yaml::{self, Node, Value};

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
        let entries = entries_of(item, "a row", found);
        let each = entries.iter().find(|(key, _)| key.name == "each").map(|(_, node)| node);
        let fields = named_texts(entries.iter().filter(|(key, _)| key.name != "each"), found);
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

/// Every combination of the values in an `each`, the last name turning fastest.
fn combinations(each: Option<&Node>, found: &mut Diagnostics) -> Vec<Vec<(String, FieldText)>> {
    let mut all = vec![Vec::new()];
    let Some(each) = each else { return all };
    for (key, node) in entries_of(each, "each", found) {
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
    let mut reader =
        csv::ReaderBuilder::new().trim(csv::Trim::All).delimiter(delimiter(source)).from_reader(source.text.as_bytes());
    let header = match reader.headers() {
        Ok(header) => header.clone(),
        Err(error) => return found.push(Diagnostic::error(error.to_string()).at(&Place::file(source))),
    };
    check_header(source, &header, found);
    if header.len() > MOST_COLUMNS {
        return;
    }
    check_quotes(source, found);
    for record in reader.records().take(MOST_PIECES + 1) {
        match record {
            // Spreadsheets like to end a table with rows of nothing.
            Ok(record) if record.iter().all(str::is_empty) => {}
            Ok(record) => rows.push(row_of_record(source, &header, &record)),
            Err(error) => found.push(wrong_record(source, &error)),
        }
    }
}

/// Where a comma separates decimals, spreadsheets separate columns with semicolons; some use tabs.
fn delimiter(source: &SourceText) -> u8 {
    let header = source.text.lines().next().unwrap_or_default();
    let separators = [b',', b';', b'\t'];
    separators.into_iter().find(|separator| header.as_bytes().contains(separator)).unwrap_or(b',')
}

fn check_header(source: &Arc<SourceText>, header: &csv::StringRecord, found: &mut Diagnostics) {
    let names: Vec<&str> = header.iter().take(MOST_COLUMNS).collect();
    if header.len() > MOST_COLUMNS {
        let message = format!("{} columns are more than the {MOST_COLUMNS} a table may have", header.len());
        found.push(Diagnostic::error(message).at(&Place::file(source)));
    }
    for (column, name) in names.iter().enumerate() {
        let message = if name.is_empty() {
            format!("column {} has no name", column + 1)
        } else if names[..column].contains(name) {
            format!("there are two columns `{name}`")
        } else {
            continue;
        };
        found.push(Diagnostic::error(message).at(&Place::file(source)));
    }
}

/// A quote that is never closed takes the rest of the file into one field.
fn check_quotes(source: &Arc<SourceText>, found: &mut Diagnostics) {
    let quotes: Vec<usize> = source.text.match_indices('"').map(|(at, _)| at).collect();
    if quotes.len() % 2 == 1 {
        let last = quotes[quotes.len() - 1];
        let message = "there is a double quote without another one to close it";
        let hint = "a quote inside a text is written twice: `\"\"`";
        found.push(Diagnostic::error(message).at(&Place::new(source, last, last + 1)).hint(hint));
    }
}

fn wrong_record(source: &Arc<SourceText>, error: &csv::Error) -> Diagnostic {
    let place = |at: &csv::Position| {
        let start = usize::try_from(at.byte()).unwrap_or(0);
        Place::new(source, start, source.text.len())
    };
    match error.kind() {
        csv::ErrorKind::UnequalLengths { pos, expected_len, len } => {
            let at = pos.as_ref().map_or_else(|| Place::file(source), place);
            Diagnostic::error(format!("this row has {len} columns and the first line has {expected_len}"))
                .at(&at)
                .hint("put a text with commas in double quotes")
        }
        _ => Diagnostic::error(error.to_string()).at(&Place::file(source)),
    }
}

fn row_of_record(source: &Arc<SourceText>, header: &csv::StringRecord, record: &csv::StringRecord) -> Row {
    // The reader gives the start of a row only, and that before the end of an empty line.
    let start = record.position().map_or(0, |at| usize::try_from(at.byte()).unwrap_or(0)).min(source.text.len());
    let rest = source.text.get(start..).unwrap_or_default();
    let start = start + (rest.len() - rest.trim_start_matches(['\r', '\n']).len());
    let mut stretches = stretches_of_row(source, start).into_iter();
    let field = |(name, text): (&str, &str)| {
        let (from, to) = stretches.next().unwrap_or((start, start));
        (name.to_owned(), FieldText { text: text.to_owned(), place: Place::new(source, from, to) })
    };
    let fields = header.iter().zip(record.iter()).map(field).collect();
    Row { fields, each: Vec::new(), place: Place::new(source, start, source.text.len()) }
}

/// Where each field of a row stands, without the quotes around it.
fn stretches_of_row(source: &SourceText, start: usize) -> Vec<(usize, usize)> {
    let (bytes, separator) = (source.text.as_bytes(), delimiter(source));
    let mut stretches = Vec::new();
    let (mut from, mut at, mut in_quotes) = (start, start, false);
    loop {
        match bytes.get(at) {
            // A quote that is written twice ends the text and begins it again.
            Some(b'"') if bytes.get(from) == Some(&b'"') => in_quotes = !in_quotes,
            Some(_) if in_quotes => {}
            Some(byte) if *byte != separator && !matches!(byte, b'\r' | b'\n') => {}
            end => {
                let field = source.text.get(from..at).unwrap_or_default();
                let inside = field.trim().trim_matches('"');
                let offset = from + field.find(inside).unwrap_or(0);
                stretches.push((offset, offset + inside.len()));
                if end != Some(&separator) {
                    return stretches;
                }
                from = at + 1;
            }
        }
        at += 1;
    }
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
        if let Some((other, first)) = seen.insert(file, (id.clone(), place.clone())) {
            let message = if other == id {
                format!("there are two pieces with the id `{id}` in `{component}`")
            } else {
                format!("the ids `{other}` and `{id}` in `{component}` are the same but for signs and capitals")
            };
            let hint = format!("the other is on line {}; give one of them an `id` of its own", first.line());
            found.push(Diagnostic::error(message).at(&place).hint(hint));
        }
        pieces.push(Piece { id, quantity, fields: row.fields, place: row.place });
    }
    pieces
}

/// Rows hold plain values, under names that are free.
fn check_fields(fields: &[(String, FieldText)], found: &mut Diagnostics) {
    for (name, field) in fields {
        if RESERVED.contains(&name.as_str()) {
            let message = format!("a column cannot be called `{name}`: templates know something else by that name");
            found.push(Diagnostic::error(message).at(&field.place));
        }
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
