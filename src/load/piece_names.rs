//! From rows to pieces: each gets a stable name and how many of it there are.

use std::collections::{BTreeMap, BTreeSet};

use crate::diag::{Diagnostic, Diagnostics, Place};
use crate::model::{FieldText, Piece, slug, usable_name};

use super::number::quantity;
use super::row::{Row, is_called};

/// What people call a row that counts those above it.
const SUMS: &[&str] = &[
    "sum",
    "total",
    "totals",
    "grand-total",
    "summe",
    "gesamt",
    "somme",
    "totale",
    "suma",
    "totaal",
    "razem",
    "summa",
];

/// The pieces of a component, in the order of their rows, of which the first `inline` stand in the game file.
pub fn name_pieces(component: &str, mut rows: Vec<Row>, inline: usize, found: &mut Diagnostics) -> Vec<Piece> {
    tell_shared_names(&rows, found);
    let quantities: Vec<Option<FieldText>> = rows.iter_mut().map(taken_quantity).collect();
    let ids: Vec<Option<FieldText>> = rows.iter_mut().map(|row| take(&mut row.fields, "id")).collect();
    let mut numbers = Numbers::of(&rows, &ids);
    let mut seen: BTreeMap<String, (String, Place)> = BTreeMap::new();
    let mut pieces = Vec::with_capacity(rows.len());
    for (index, ((row, named), counted)) in rows.into_iter().zip(ids).zip(quantities).enumerate() {
        let quantity = counted.map_or(1, |field| quantity(&field, found));
        let place = named.as_ref().map_or_else(|| row.place.clone(), |field| field.place.clone());
        let id = named.map(|field| field.text).or_else(|| Some(numbers.numbered(&derived_name(&row)?)));
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
            let hint = format!("the other is {}; give one of them an `id` of its own", first.in_file());
            found.push(Diagnostic::error(message).at(&place).hint(hint));
        } else {
            seen.insert(file, (id.clone(), place));
        }
        pieces.push(Piece { id, quantity, fields: row.fields, place: row.place });
    }
    tell_sum(&pieces, found);
    // A row of a table that is not in the box may be a note, or not ready to be drawn; in the game file it is a piece that only pictures
    // of a table show. Where there is no other, that is told later.
    if pieces.iter().any(|piece| piece.quantity > 0) {
        let mut rows = 0..;
        pieces.retain(|piece| rows.next().is_some_and(|row| row < inline) || piece.quantity > 0);
    }
    pieces
}

/// A word about a last row that only counts those above.
fn tell_sum(pieces: &[Piece], found: &mut Diagnostics) {
    let Some((last, others)) = pieces.split_last() else { return };
    let is_sum = last.quantity > 1 && last.quantity == others.iter().map(|piece| piece.quantity).sum::<usize>();
    if is_sum && SUMS.contains(&last.id.as_str()) {
        let message =
            format!("this row seems to count those above it, and is printed {} times as a piece", last.quantity);
        let hint = "take it out of the table, or leave it out with `where`";
        found.push(Diagnostic::warning(message).at(&last.place).hint(hint));
    }
}

/// Names made of the rows, with a number from the second of a name on.
struct Numbers {
    taken: BTreeSet<String>,
    /// How often each name was given so far.
    given: BTreeMap<String, usize>,
}

impl Numbers {
    /// With the names that rows give themselves, and those that are there once, as taken: no number makes another of
    /// them.
    fn of(rows: &[Row], ids: &[Option<FieldText>]) -> Self {
        let told = ids.iter().flatten().map(|id| slug(&id.text));
        let given: BTreeMap<String, usize> = told.clone().map(|id| (id, 1)).collect();
        let derived = rows.iter().zip(ids).filter(|(_, id)| id.is_none()).filter_map(|(row, _)| derived_name(row));
        Self { taken: told.chain(derived).collect(), given }
    }

    fn numbered(&mut self, name: &str) -> String {
        let count = self.given.entry(name.to_owned()).or_insert(0);
        *count += 1;
        if *count == 1 {
            return name.to_owned();
        }
        loop {
            let numbered = format!("{name}-{count}");
            if self.taken.insert(numbered.clone()) {
                return numbered;
            }
            *count += 1;
        }
    }
}

/// A word about headings that expressions know by one name.
fn tell_shared_names(rows: &[Row], found: &mut Diagnostics) {
    let mut known: BTreeMap<&str, &Place> = BTreeMap::new();
    for (heading, field) in rows.iter().flat_map(|row| &row.fields) {
        known.entry(heading).or_insert(&field.place);
    }
    let mut usable: BTreeMap<String, &str> = BTreeMap::new();
    for (heading, place) in &known {
        let name = usable_name(heading);
        if name.is_empty() || known.contains_key(name.as_str()) {
            continue;
        }
        if let Some(first) = usable.get(&name) {
            let message = format!("the columns `{first}` and `{heading}` are both `{name}` in expressions");
            let hint = format!("write `row[\"{first}\"]` and `row[\"{heading}\"]`, or name one otherwise");
            found.push(Diagnostic::warning(message).at(place).hint(hint));
        } else {
            usable.insert(name, heading);
        }
    }
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

fn taken_quantity(row: &mut Row) -> Option<FieldText> {
    let own = take(&mut row.fields, "qty");
    row.quantity.take().filter(|field| !field.text.is_empty()).or(own)
}

/// Takes a column out of a row; nothing when it is empty.
fn take(fields: &mut Vec<(String, FieldText)>, name: &str) -> Option<FieldText> {
    let at = fields.iter().position(|(known, field)| is_called(known, name) && !field.text.is_empty());
    let unused = || fields.iter().position(|(known, _)| is_called(known, name));
    at.or_else(unused).map(|at| fields.remove(at).1).filter(|field| !field.text.is_empty())
}

fn is_longer_name(heading: &str) -> bool {
    let heading = usable_name(heading);
    heading.ends_with("_name") || heading.ends_with("_title")
}

fn derived_name(row: &Row) -> Option<String> {
    let of_name = |(heading, _): &&(String, FieldText), name: &str| is_called(heading, name);
    let named = |key: &str| row.fields.iter().find(|field| of_name(field, key)).map(|(_, field)| slug(&field.text));
    // `Card Name`, where nothing is called just that.
    let longer = || row.fields.iter().find(|(heading, _)| is_longer_name(heading)).map(|(_, field)| slug(&field.text));
    let name = named("name").or_else(|| named("title")).or_else(longer);
    let parts = name.into_iter().chain(row.each.iter().map(|value| slug(value)));
    let id = parts.filter(|part| !part.is_empty()).collect::<Vec<_>>().join("-");
    (!id.is_empty()).then_some(id)
}
