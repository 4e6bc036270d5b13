//! How large a piece may be that is printed and cut at home.

use crate::diag::{Diagnostic, Diagnostics, Place};
use crate::geom::Size;
use crate::model::{Board, FieldText, LONGEST_SIDE};
use crate::units::Length;

use super::fields::{Fields, parse_length};

/// Whether a piece can be printed and cut at home.
pub fn is_sensible(size: Size) -> bool {
    let sensible = Length::from_mm(2)..=LONGEST_SIDE;
    sensible.contains(&size.width) && sensible.contains(&size.height)
}

/// A piece that cannot.
pub fn too_large(size: Size) -> Diagnostic {
    Diagnostic::error(format!("a piece of {size} cannot be printed and cut at home"))
        .hint("sides are 2 mm to 1500 mm long")
}

/// Says so when a board cannot be printed and cut at home.
pub fn report_size(board: &Board, place: &Place, found: &mut Diagnostics) -> bool {
    let sensible = is_sensible(board.size());
    if !sensible {
        found.push(too_large(board.size()).at(place));
    }
    sensible
}

/// How large a cell is.
pub fn positive_cell(fields: &mut Fields) -> Option<Length> {
    let field = fields.required_text("cell", "a board")?;
    let cell = parse_length(&field, fields.found())?;
    if cell <= Length::ZERO {
        let message = format!("`cell` must be more than nothing, and this is {cell}");
        fields.found().push(Diagnostic::error(message).at(&field.place));
        return None;
    }
    Some(cell)
}

/// `63.5mm x 88.9mm`, or one length for a square.
pub fn size_in_figures(field: &FieldText, found: &mut Diagnostics) -> Option<Size> {
    let part = |text: &str| FieldText { text: text.trim().to_owned(), place: field.place.clone() };
    // The first may leave its unit to the second, as on the command line.
    if let Ok(size) = field.text.trim().parse() {
        return Some(size);
    }
    let (width, height) = match field.text.split_once(['x', '×']) {
        Some((width, height)) => (part(width), part(height)),
        None => (part(&field.text), part(&field.text)),
    };
    let (width, height) = (parse_length(&width, found), parse_length(&height, found));
    Some(Size::new(width?, height?))
}
