//! The shapes of cells, as short tables: corners, and the way to the cells beyond the sides, in whole lattice units.

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

/// A point, or how far it is from another one, in lattice units: from the left and from the top.
pub type LatticePoint = (i64, i64);

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
    pub(super) const fn steps(self) -> &'static [LatticePoint] {
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
