//! Rows of a deck: those of the game file and of all its files together, named and counted.

use crate::diag::{Diagnostic, Diagnostics};
use crate::model::{Assets, FieldText, Piece};

use super::data::DataFile;
use super::piece_names::name_pieces;
use super::row::Row;
use super::row_files::rows_of_file;
use super::row_list::rows_of_list;
use super::yaml::Node;

/// More copies of all pieces of a component together than this is a slip.
const MOST_COPIES: usize = 20_000;

/// The pieces of a component as its rows say.
#[derive(Default)]
pub struct RowPieces {
    /// The pieces.
    pub pieces: Vec<Piece>,
    /// A column that looks as if it said how many there are, and does not count.
    pub uncounted: Option<FieldText>,
}

/// All pieces of a component: the rows given inline, then those of the files.
pub fn read_pieces(
    component: &str,
    inline: Option<&Node>,
    files: &[DataFile],
    assets: &dyn Assets,
    found: &mut Diagnostics,
) -> RowPieces {
    let mut rows: Vec<Row> = Vec::new();
    let mut uncounted = None;
    if let Some(node) = inline {
        rows_of_list(node, &mut rows, found);
    }
    let given_inline = rows.len();
    for file in files {
        let of_file = rows_of_file(file, assets, found);
        rows.extend(of_file.rows);
        uncounted = uncounted.or(of_file.uncounted);
    }
    let mut pieces = name_pieces(component, rows, given_inline, found);
    let total = pieces.iter().fold(0_usize, |total, piece| total.saturating_add(piece.quantity));
    if total > MOST_COPIES
        && let Some(first) = pieces.first()
    {
        let message = format!("`{component}` has {total} pieces, and {MOST_COPIES} is the limit");
        found.push(Diagnostic::error(message).at(&first.place));
        pieces.truncate(1);
    }
    RowPieces { pieces, uncounted }
}
