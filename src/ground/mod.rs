//! The ground a game is played on: a board in numbers, for rules that ask what lies between two spaces, what is near, how
//! far it is and who sees whom. Whole numbers only; knows no game and no script.

mod sight;
mod touch;
mod ways;

pub use sight::{Sight, Veil};
pub use touch::{Metric, Touch};
pub use ways::{Crossing, MOST_COST, Now, Steps, UNREACHED, Ways};

use std::collections::BTreeMap;

use crate::model::{Adjacency, Board, Cell, NamedEdge};

/// What is declared on the side that two squares of different spaces share.
#[derive(Debug, Clone)]
pub struct Edge {
    /// The names of its squares: `G10-H10`.
    pub name: String,
    /// Index into [`Board::edge_kinds`].
    pub kind: usize,
    /// The spaces on both sides, by index into [`Board::spaces`], in the order of their squares.
    pub spaces: [usize; 2],
    /// Its squares, in reading order.
    squares: [usize; 2],
}

/// A board in numbers. A square is its row times the columns, and its column; a space its index into [`Board::spaces`].
#[derive(Debug, Clone)]
pub struct Ground {
    columns: usize,
    rows: usize,
    /// The space that every square belongs to.
    owner: Vec<usize>,
    /// The squares of every space, in reading order.
    squares: Vec<Vec<usize>>,
    edges: Vec<Edge>,
    /// The edge at the right side of every square.
    right: Vec<Option<usize>>,
    /// The edge below every square.
    below: Vec<Option<usize>>,
    links: Vec<(usize, usize)>,
    adjacency: Adjacency,
}

impl Ground {
    /// A board in numbers.
    #[must_use]
    pub fn new(board: &Board) -> Self {
        let (columns, rows) = (board.columns.len(), board.rows.len());
        let square = |cell: &Cell| cell.row * columns + cell.column;
        let squares: Vec<Vec<usize>> =
            board.spaces.iter().map(|space| space.cells.iter().map(square).collect()).collect();
        let mut owner = vec![0; columns * rows];
        for (space, own) in squares.iter().enumerate() {
            for square in own {
                owner[*square] = space;
            }
        }
        let index: BTreeMap<&str, usize> =
            board.spaces.iter().enumerate().map(|(n, space)| (space.id.as_str(), n)).collect();
        let link = |(a, b): &(String, String)| Some((*index.get(a.as_str())?, *index.get(b.as_str())?));
        let mut ground = Self {
            columns,
            rows,
            squares,
            edges: edges(board, &owner),
            right: vec![None; owner.len()],
            below: vec![None; owner.len()],
            links: board.extra_links.iter().filter_map(link).collect(),
            adjacency: board.adjacency,
            owner,
        };
        for (number, edge) in ground.edges.iter().enumerate() {
            let [first, second] = edge.squares;
            let side = if second == first + 1 { &mut ground.right } else { &mut ground.below };
            side[first] = Some(number);
        }
        ground
    }

    /// How many spaces there are.
    #[must_use]
    pub const fn spaces(&self) -> usize {
        self.squares.len()
    }

    /// What is declared between squares of different spaces, in reading order.
    #[must_use]
    pub fn edges(&self) -> &[Edge] {
        &self.edges
    }

    /// Column and row.
    const fn place(&self, square: usize) -> (usize, usize) {
        (square % self.columns, square / self.columns)
    }

    /// The square so many columns to the right and rows down.
    fn beside(&self, square: usize, (right, down): (isize, isize)) -> Option<usize> {
        let (column, row) = self.place(square);
        let (column, row) = (column.checked_add_signed(right)?, row.checked_add_signed(down)?);
        (column < self.columns && row < self.rows).then(|| row * self.columns + column)
    }

    /// What lies between two squares that share a side.
    fn edge_between(&self, a: usize, b: usize) -> Option<usize> {
        let (first, second) = (a.min(b), a.max(b));
        if second == first + 1 { self.right[first] } else { self.below[first] }
    }
}

/// Every edge between squares of different spaces, in reading order.
fn edges(board: &Board, owner: &[usize]) -> Vec<Edge> {
    let square = |cell: Cell| cell.row * board.columns.len() + cell.column;
    let edge = |NamedEdge { name, side, cells }: NamedEdge| {
        let squares = cells.map(square);
        Edge { name, kind: board.edges[&side], spaces: squares.map(|square| owner[square]), squares }
    };
    board.named_edges().into_iter().map(edge).collect()
}
