//! `coordinates` of a board file: where the names of its columns and rows are printed. Reads no files.

use crate::diag::Diagnostic;
use crate::model::{BoardSide, FieldText};

use super::fields::Fields;

/// At which sides the names of columns and rows stand; spaces that have names of their own have them or not.
pub fn read_coordinates(fields: &mut Fields<'_, '_>, has_sides: bool) -> Vec<BoardSide> {
    const HINT: &str = "`true`, `false`, or sides such as `[top, left]`";
    let Some(place) = fields.place_of("coordinates") else { return BoardSide::all() };
    let mut sides = Vec::new();
    for FieldText { text, place } in fields.texts("coordinates") {
        match (text.as_str(), BoardSide::WORDS.iter().find(|(word, _)| *word == text)) {
            ("true", _) => return BoardSide::all(),
            ("false", _) => return Vec::new(),
            (_, Some((_, side))) => sides.push(*side),
            (other, None) => {
                let problem = Diagnostic::error(format!("`coordinates` cannot be `{other}`"));
                fields.found().push(problem.at(&place).hint(HINT));
            }
        }
    }
    if !sides.is_empty() && !has_sides {
        let problem =
            Diagnostic::error("only squares have the names of their columns and rows at the sides of the board");
        fields.found().push(problem.at(&place).hint("write `true` or `false`"));
    }
    sides
}
