//! How the cells of a board lie: squares or hexes in rows and columns, what touches what, how far it is, and where their
//! corners are. The only place that reckons with rows and columns; knows nothing of what lies on a board.
//!
//! Lengths are whole lattice units, so that everything is exact. Hexes are stretched for that: straight lines stay straight.

mod line;
mod shape;

use crate::geom::{Point, Size};
use crate::units::Length;

pub use line::Met;
pub use shape::{CellShape, LatticePoint, Offset};

/// One cell of a board, counted from the top left: a square, or a hex.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell {
    /// From the left, from 0.
    pub column: usize,
    /// From the top, from 0.
    pub row: usize,
}

/// What the cells of a column share.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Naming {
    /// They lie above each other, to and fro.
    Offset,
    /// They lie on a straight slanted line; the first such line is so many cells to the right of the upper left one.
    Axial(isize),
}

/// The cells of a board without what lies on them. There may be gaps; of these it knows nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Lattice {
    /// The shape of all cells.
    pub shape: CellShape,
    /// How many there are side by side.
    pub columns: usize,
    /// How many there are above each other.
    pub rows: usize,
    /// What their names are made of.
    pub naming: Naming,
}

/// A quarter of a hex from corner to corner, as a part of its width from side to side: half of 1 by the root of 3.
const HEX_UNIT: (i128, i128) = (288_675_135, 1_000_000_000);

impl Lattice {
    /// A lattice whose columns are those that people see.
    #[must_use]
    pub const fn new(shape: CellShape, columns: usize, rows: usize) -> Self {
        Self { shape, columns, rows, naming: Naming::Offset }
    }

    /// How many cells there are.
    #[must_use]
    pub const fn count(&self) -> usize {
        self.columns * self.rows
    }

    /// All cells in reading order.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        let columns = self.columns;
        (0..self.rows).flat_map(move |row| (0..columns).map(move |column| Cell { column, row }))
    }

    /// The number of a cell in reading order.
    #[must_use]
    pub const fn index(&self, cell: Cell) -> usize {
        cell.row * self.columns + cell.column
    }

    /// The cell beyond a side.
    #[must_use]
    pub fn beside(&self, cell: Cell, side: usize) -> Option<Cell> {
        let Cell { column, row } = cell;
        let (right, down): (isize, isize) = match self.shape {
            CellShape::Square => [(0, -1), (1, 0), (0, 1), (-1, 0)][side % 4],
            CellShape::PointyHex(_) => {
                let on = isize::from(self.is_moved(cell));
                [(on, -1), (1, 0), (on, 1), (on - 1, 1), (-1, 0), (on - 1, -1)][side % 6]
            }
            CellShape::FlatHex(_) => {
                let on = isize::from(self.is_moved(cell));
                [(0, -1), (1, on - 1), (1, on), (0, 1), (-1, on), (-1, on - 1)][side % 6]
            }
        };
        let (column, row) = (column.checked_add_signed(right)?, row.checked_add_signed(down)?);
        (column < self.columns && row < self.rows).then_some(Cell { column, row })
    }

    /// The cell that meets another one only at a corner, and the sides that end there: of each the cell it belongs to.
    /// Three hexes meet at a corner, and all of them share sides.
    #[must_use]
    pub fn across_corner(&self, cell: Cell, corner: usize) -> Option<(Cell, [(Cell, usize); 4])> {
        if self.shape != CellShape::Square {
            return None;
        }
        let (before, after) = (self.before(corner), corner);
        let [first, second] = [before, after].map(|side| self.beside(cell, side));
        let (first, second) = (first?, second?);
        let across = self.beside(first, after)?;
        Some((across, [(cell, before), (cell, after), (first, after), (second, before)]))
    }

    /// The side of a cell that another one shares.
    #[must_use]
    pub fn side_between(&self, a: Cell, b: Cell) -> Option<usize> {
        (0..self.shape.sides()).find(|side| self.beside(a, *side) == Some(b))
    }

    /// The same side as the cell beyond it counts it.
    #[must_use]
    pub const fn opposite(&self, side: usize) -> usize {
        let sides = self.shape.sides();
        (side + sides / 2) % sides
    }

    const fn before(&self, side: usize) -> usize {
        let sides = self.shape.sides();
        (side + sides - 1) % sides
    }

    /// How many steps over sides two cells are apart.
    #[must_use]
    pub fn distance(&self, a: Cell, b: Cell) -> usize {
        let (across, down) = (a.column.abs_diff(b.column), a.row.abs_diff(b.row));
        // A step to the next row or column of hexes is half a step along it as well.
        let hexes = |far: usize, along: (i64, i64)| {
            let along = usize::try_from(along.0.abs_diff(along.1)).unwrap_or(usize::MAX);
            far + along.saturating_sub(far) / 2
        };
        let (from, to) = (self.centre(a), self.centre(b));
        match self.shape {
            CellShape::Square => across + down,
            CellShape::PointyHex(_) => hexes(down, (from.0, to.0)),
            CellShape::FlatHex(_) => hexes(across, (from.1, to.1)),
        }
    }

    /// The same for whoever steps over corners, too.
    #[must_use]
    pub fn king_distance(&self, a: Cell, b: Cell) -> usize {
        match self.shape {
            CellShape::Square => a.column.abs_diff(b.column).max(a.row.abs_diff(b.row)),
            _ => self.distance(a, b),
        }
    }

    /// Whether a cell lies in a row or column that is moved by half a hex.
    #[must_use]
    pub const fn is_moved(&self, cell: Cell) -> bool {
        match self.shape {
            CellShape::Square => false,
            CellShape::PointyHex(offset) => cell.row.is_multiple_of(2) == matches!(offset, Offset::Odd),
            CellShape::FlatHex(offset) => cell.column.is_multiple_of(2) == matches!(offset, Offset::Odd),
        }
    }

    /// The middle of a cell.
    #[must_use]
    pub fn centre(&self, cell: Cell) -> LatticePoint {
        let (column, row, moved) = (whole(cell.column), whole(cell.row), i64::from(self.is_moved(cell)));
        match self.shape {
            CellShape::Square => (2 * column + 1, 2 * row + 1),
            CellShape::PointyHex(_) => (2 * column + 1 + moved, 3 * row + 2),
            CellShape::FlatHex(_) => (3 * column + 2, 2 * row + 1 + moved),
        }
    }

    /// The corners of a cell, clockwise.
    pub fn corners(&self, cell: Cell) -> impl Iterator<Item = LatticePoint> + use<> {
        let (x, y) = self.centre(cell);
        self.shape.corners().iter().map(move |(right, down)| (x + right, y + down))
    }

    /// How far all cells reach to the right and down.
    #[must_use]
    pub fn extent(&self) -> LatticePoint {
        let (columns, rows) = (whole(self.columns), whole(self.rows));
        match self.shape {
            CellShape::Square => (2 * columns, 2 * rows),
            CellShape::PointyHex(offset) => (2 * columns + moved_on(offset, rows), 3 * rows + 1),
            CellShape::FlatHex(offset) => (3 * columns + 1, 2 * rows + moved_on(offset, columns)),
        }
    }

    /// A point on paper, for cells that are so wide from side to side.
    #[must_use]
    pub fn on_paper(&self, cell: Length, (x, y): LatticePoint) -> Point {
        // However large somebody says that a cell is.
        let long = |units: i64| {
            let um = i128::from(cell.um()) * i128::from(units) * HEX_UNIT.0 / HEX_UNIT.1;
            Length::from_um(i64::try_from(um).unwrap_or(i64::MAX / 4))
        };
        match self.shape {
            CellShape::Square => Point::new(cell * x / 2, cell * y / 2),
            CellShape::PointyHex(_) => Point::new(cell * x / 2, long(y)),
            CellShape::FlatHex(_) => Point::new(long(x), cell * y / 2),
        }
    }

    /// How large all cells are on paper.
    #[must_use]
    pub fn size_on_paper(&self, cell: Length) -> Size {
        let Point { x, y } = self.on_paper(cell, self.extent());
        Size::new(x, y)
    }

    /// How many names columns and rows need.
    #[must_use]
    pub fn names(&self, cells: impl IntoIterator<Item = Cell>) -> (usize, usize) {
        let named = cells
            .into_iter()
            .map(|cell| self.name(cell))
            .fold((0, 0), |most, (column, row)| (most.0.max(column + 1), most.1.max(row + 1)));
        if self.naming == Naming::Offset { (self.columns, self.rows) } else { named }
    }

    /// Which name of a column and which of a row make up the name of a cell.
    #[must_use]
    pub fn name(&self, cell: Cell) -> (usize, usize) {
        let Naming::Axial(first) = self.naming else { return (cell.column, cell.row) };
        let slanted = usize::try_from(self.slanted(cell) - first).unwrap_or(0);
        match self.shape {
            CellShape::FlatHex(_) => (cell.column, slanted),
            _ => (slanted, cell.row),
        }
    }

    /// The same lattice with columns (rows of hexes with a flat top) on slanted lines, counted from the first that has any
    /// of these cells.
    #[must_use]
    pub fn with_axial_names(self, cells: impl IntoIterator<Item = Cell>) -> Self {
        let first = cells.into_iter().map(|cell| self.slanted(cell)).min().unwrap_or(0);
        Self { naming: Naming::Axial(first), ..self }
    }

    /// On which slanted line a cell lies.
    fn slanted(&self, cell: Cell) -> isize {
        let signed = |number: usize| isize::try_from(number).unwrap_or(isize::MAX);
        let (along, across) = match self.shape {
            CellShape::FlatHex(_) => (cell.row, cell.column),
            _ => (cell.column, cell.row),
        };
        let moved = |cell: Cell| isize::from(self.is_moved(cell));
        let half = moved(cell) - moved(Cell { column: 0, row: 0 });
        (2 * signed(along) + half - signed(across)).div_euclid(2)
    }
}

/// How far rows that are moved on reach over the others.
const fn moved_on(offset: Offset, count: i64) -> i64 {
    if count > 1 || matches!(offset, Offset::Odd) { 1 } else { 0 }
}

/// Boards have at most some hundred cells along a side.
fn whole(number: usize) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests;
