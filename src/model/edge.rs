//! What lies between two spaces of a board: walls and doors on the sides of cells, connections on maps.

use std::collections::BTreeSet;

use crate::units::Length;

use super::FieldText;
use super::lattice::Cell;

/// A side of a square: what lies between two squares, or between a square and the rim. Either square names it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Side {
    /// Whether the line itself runs from top to bottom, between a left and a right square.
    pub upright: bool,
    /// The column to the right of an upright side, or that of both squares.
    pub column: usize,
    /// The row below a level side, or that of both squares.
    pub row: usize,
}

impl Side {
    /// The side that two squares share, in either order.
    #[must_use]
    pub fn between(a: Cell, b: Cell) -> Option<Self> {
        let (first, second) = (a.min(b), a.max(b));
        let (right, down) = (second.column - first.column, second.row.abs_diff(first.row));
        (right + down == 1).then_some(Self { upright: right == 1, column: second.column, row: second.row })
    }

    /// The squares on both sides of it; at the rim of the board there is only one.
    #[must_use]
    pub fn cells(self, columns: usize, rows: usize) -> [Option<Cell>; 2] {
        let here = Cell { column: self.column, row: self.row };
        let before = if self.upright {
            here.column.checked_sub(1).map(|column| Cell { column, ..here })
        } else {
            here.row.checked_sub(1).map(|row| Cell { row, ..here })
        };
        let there = |cell: &Cell| cell.column < columns && cell.row < rows;
        [before.filter(there), Some(here).filter(there)]
    }
}

/// What is declared between two squares of different spaces.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NamedEdge {
    /// The names of its squares: `G10-H10`.
    pub name: String,
    /// Where it lies.
    pub side: Side,
    /// Its squares, in reading order.
    pub cells: [Cell; 2],
}

/// What is declared between two spaces: on the side that two cells share, or a connection of a map.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Declared {
    /// Its name: `G10-H10`.
    pub name: String,
    /// Index into [`Board::edge_kinds`].
    pub kind: usize,
    /// What crossing it costs, besides entering.
    pub cost: u32,
    /// The spaces on both sides, by index into [`Board::spaces`].
    pub spaces: [usize; 2],
    /// The cells on both sides; none on a map.
    pub cells: Option<[Cell; 2]>,
    /// Whether it only leads from the first space to the second.
    pub one_way: bool,
}

/// A sign of the legend of edges: what can lie on a side of a cell, and what connects the places of a map.
#[derive(Debug, Clone)]
pub struct EdgeKind {
    /// Its name, such as `wall`.
    pub name: String,
    /// Whether pieces step over it.
    pub pass: bool,
    /// Whether one sees over it.
    pub sight: bool,
    /// What crossing it costs, besides entering; of a connection that does not say so, the whole step.
    pub cost: Option<u32>,
    /// How it is drawn.
    pub look: EdgeLook,
    /// Its colour: a palette name or figures.
    pub colour: Option<FieldText>,
    /// How thick it is.
    pub width: Option<Length>,
    /// Free marks the rules ask for.
    pub tags: BTreeSet<String>,
}

impl EdgeKind {
    /// One that hinders nobody and is not drawn.
    #[must_use]
    pub fn open(name: &str) -> Self {
        Self {
            name: name.to_owned(),
            pass: true,
            sight: true,
            cost: None,
            look: EdgeLook::Nothing,
            colour: None,
            width: None,
            tags: BTreeSet::new(),
        }
    }
}

/// How an edge is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum EdgeLook {
    /// Not at all: the template draws it.
    Nothing,
    /// A thick line.
    Line,
    /// A gap with an open leaf.
    Door,
    /// A thin double line.
    Window,
}
