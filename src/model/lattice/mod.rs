//! How the cells of a board lie: squares or hexes in rows and columns, what touches what, how far it is, and where their
//! corners are. The only place that reckons with rows and columns; knows nothing of what lies on a board.
//!
//! Lengths are whole lattice units, so that everything is exact. Hexes are stretched for that: straight lines stay straight.

mod line;

use crate::geom::{Point, Size};
use crate::units::Length;

pub use line::Met;

/// One cell of a board, counted from the top left: a square, or a hex.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell {
    /// From the left, from 0.
    pub column: usize,
    /// From the top, from 0.
    pub row: usize,
}

/// The shape of all cells.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum CellShape {
    /// Four sides; the first is the upper one.
    Square,
    /// Six sides, a corner on top; the first side is the upper right one. Some rows are half a hex to the right.
    PointyHex(Offset),
    /// Six sides, a side on top, which is the first. Some columns are half a hex lower.
    FlatHex(Offset),
}

/// Which rows or columns of hexes are moved by half a hex, counted from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Offset {
    /// The second, the fourth ..
    Even,
    /// The first, the third ..
    Odd,
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

/// A point, or how far it is from another one, in lattice units: from the left and from the top.
pub type LatticePoint = (i64, i64);

/// A quarter of a hex from corner to corner, as a part of its width from side to side: half of 1 by the root of 3.
const HEX_UNIT: (i128, i128) = (288_675_135, 1_000_000_000);

const SQUARE: ([LatticePoint; 4], [LatticePoint; 4]) =
    ([(-1, -1), (1, -1), (1, 1), (-1, 1)], [(0, -2), (2, 0), (0, 2), (-2, 0)]);
const POINTY: ([LatticePoint; 6], [LatticePoint; 6]) =
    ([(0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1)], [(1, -3), (2, 0), (1, 3), (-1, 3), (-2, 0), (-1, -3)]);
const FLAT: ([LatticePoint; 6], [LatticePoint; 6]) =
    ([(-1, -1), (1, -1), (2, 0), (1, 1), (-1, 1), (-2, 0)], [(0, -2), (3, -1), (3, 1), (0, 2), (-3, 1), (-3, -1)]);

impl CellShape {
    /// How many sides a cell has.
    #[must_use]
    pub const fn sides(self) -> usize {
        self.corners().len()
    }

    /// The corners, clockwise from the one where the first side begins, from the middle of a cell.
    #[must_use]
    pub const fn corners(self) -> &'static [LatticePoint] {
        match self {
            Self::Square => &SQUARE.0,
            Self::PointyHex(_) => &POINTY.0,
            Self::FlatHex(_) => &FLAT.0,
        }
    }

    /// From the middle of a cell to those of the cells beyond its sides.
    const fn steps(self) -> &'static [LatticePoint] {
        match self {
            Self::Square => &SQUARE.1,
            Self::PointyHex(_) => &POINTY.1,
            Self::FlatHex(_) => &FLAT.1,
        }
    }

    /// What its sides are called, and the directions beyond them.
    #[must_use]
    pub const fn directions(self) -> &'static [&'static str] {
        match self {
            Self::Square => &["up", "right", "down", "left"],
            Self::PointyHex(_) => &["upper-right", "right", "lower-right", "lower-left", "left", "upper-left"],
            Self::FlatHex(_) => &["up", "upper-right", "lower-right", "down", "lower-left", "upper-left"],
        }
    }

    /// The sides that face the `top`, `right`, `bottom` or `left` rim of a board; a cell is at that rim where nothing lies
    /// beyond all of these.
    #[must_use]
    pub fn facing(self, rim: &str) -> &'static [usize] {
        match (self, rim) {
            (Self::Square | Self::FlatHex(_), "top") => &[0],
            (Self::Square | Self::PointyHex(_), "right") => &[1],
            (Self::Square, "bottom") => &[2],
            (Self::Square, "left") | (Self::FlatHex(_), "bottom") => &[3],
            (Self::PointyHex(_), "top") => &[0, 5],
            (Self::PointyHex(_), "bottom") => &[2, 3],
            (Self::PointyHex(_), "left") => &[4],
            (Self::FlatHex(_), "right") => &[1, 2],
            (Self::FlatHex(_), "left") => &[4, 5],
            _ => &[],
        }
    }
}

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
