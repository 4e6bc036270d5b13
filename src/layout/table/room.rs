//! The room that pieces have on a space: the largest rectangle of squares inside it, a little way in from its lines.

use crate::model::{Board, Cell, Space};

use super::arrange::{Rect, Room};

/// How far pieces stay from the lines around a space, as a part of a square.
const INSET: f32 = 0.04;

/// The room on a space of a board whose squares lie in a rectangle, with numbers of such a width.
pub fn room_of(space: &Space, board: &Board, [left, top, width, height]: Rect, number: f32) -> Room {
    let (across, down) = (width / board.columns.len().max(1) as f32, height / board.rows.len().max(1) as f32);
    let inset = across.min(down) * INSET;
    let (first, last) = largest_block(&space.cells);
    let (x, y) = (left + first.column as f32 * across, top + first.row as f32 * down);
    let (columns, rows) = (last.column - first.column + 1, last.row - first.row + 1);
    let (w, h) = (columns as f32 * across, rows as f32 * down);
    Room { rect: [x + inset, y + inset, w - inset * 2.0, h - inset * 2.0], squares: columns * rows, number }
}

/// The first and the last square of the largest rectangle without gaps, the upper left one of several.
fn largest_block(cells: &[Cell]) -> (Cell, Cell) {
    let mut sorted = cells.to_vec();
    sorted.sort_by_key(|cell| (cell.row, cell.column));
    let has = |column: usize, row: usize| sorted.binary_search_by_key(&(row, column), |c| (c.row, c.column)).is_ok();
    let mut best =
        sorted.first().map_or((Cell { column: 0, row: 0 }, Cell { column: 0, row: 0 }), |cell| (*cell, *cell));
    let mut most = 0;
    for &first in &sorted {
        let mut widest = usize::MAX;
        let mut row = first.row;
        // Row by row downwards, as wide as all rows so far.
        while has(first.column, row) {
            let wide = (0..widest).take_while(|n| has(first.column + n, row)).count();
            widest = widest.min(wide);
            let squares = widest * (row - first.row + 1);
            if squares > most {
                (most, best) = (squares, (first, Cell { column: first.column + widest - 1, row }));
            }
            row += 1;
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;

    fn block(rows: &[&str]) -> (usize, usize, usize, usize) {
        let signs =
            rows.iter().enumerate().flat_map(|(row, line)| line.bytes().enumerate().map(move |(c, b)| (c, row, b)));
        let cells: Vec<Cell> =
            signs.filter(|(.., sign)| *sign == b'x').map(|(column, row, _)| Cell { column, row }).collect();
        let (first, last) = largest_block(&cells);
        (first.column, first.row, last.column, last.row)
    }

    #[test]
    fn a_room_is_the_largest_rectangle_of_squares() {
        assert_eq!(block(&["xxx", "xxx"]), (0, 0, 2, 1));
        assert_eq!(block(&["x..", "xxx"]), (0, 1, 2, 1));
        assert_eq!(block(&[".x.", "xxx", ".x."]), (1, 0, 1, 2));
        assert_eq!(block(&["xx.", "xx.", "xxx"]), (0, 0, 1, 2));
        assert_eq!(block(&[".x"]), (1, 0, 1, 0));
    }
}
