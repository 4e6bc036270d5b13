//! Blocks of squares: the largest rectangle inside a space, for pieces to stand on and words to be written in.

use super::Cell;

/// The first and the last square of the largest rectangle without gaps, the upper left one of several.
#[must_use]
pub fn largest_block(cells: &[Cell]) -> (Cell, Cell) {
    let mut sorted = cells.to_vec();
    sorted.sort_by_key(|cell| (cell.row, cell.column));
    let has = |column: usize, row: usize| sorted.binary_search_by_key(&(row, column), |c| (c.row, c.column)).is_ok();
    let mut best =
        sorted.first().map_or((Cell { column: 0, row: 0 }, Cell { column: 0, row: 0 }), |cell| (*cell, *cell));
    let (left, right) = cells.iter().fold((usize::MAX, 0), |(a, b), cell| (a.min(cell.column), b.max(cell.column)));
    if let (Some(top), Some(bottom)) = (sorted.first(), sorted.last())
        && (right - left + 1) * (bottom.row - top.row + 1) == cells.len()
    {
        return (*top, *bottom);
    }
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
