//! The ground a game is played on: a board in numbers, for rules that ask what lies between two spaces, what is near, how
//! far it is and who sees whom. Whole numbers only; knows no game and no script.

mod chain;
mod sight;
mod touch;
mod ways;

pub use sight::{Sight, Veil};
pub use touch::{Metric, Touch};
pub use ways::{Crossing, Now, Steps, UNREACHED, Ways};

use std::collections::BTreeMap;

use crate::model::{Adjacency, Board, Cell, Declared, Lattice};

pub use crate::model::MOST_COST;

/// What is declared between two spaces.
#[derive(Debug, Clone)]
pub struct Edge {
    /// Its name: `G10-H10`.
    pub name: String,
    /// Index into [`Board::edge_kinds`].
    pub kind: usize,
    /// What crossing it costs, besides entering.
    pub cost: u32,
    /// The spaces on both sides, by index into [`Board::spaces`].
    pub spaces: [usize; 2],
}

/// A board in numbers. Cells are counted in reading order, without gaps; a space is its index into [`Board::spaces`]. On a
/// map there are no cells, and what connects its places is all there is.
#[derive(Debug, Clone)]
pub struct Ground {
    lattice: Option<Lattice>,
    cells: Vec<Cell>,
    /// The number of every cell of the lattice that is there.
    numbers: Vec<Option<usize>>,
    /// The space that every cell belongs to; on a map every space is its own.
    owner: Vec<usize>,
    /// The cells of every space, in reading order.
    squares: Vec<Vec<usize>>,
    edges: Vec<Edge>,
    /// The edge on every side of every cell.
    sides: Vec<Option<usize>>,
    links: Vec<(usize, usize)>,
    /// Where connections lead from every space, and which they are.
    connections: Vec<Vec<(usize, usize)>>,
    /// The same both ways.
    seen_along: Vec<Vec<(usize, usize)>>,
    /// What every space touches as the board says.
    neighbours: Vec<Vec<usize>>,
    adjacency: Adjacency,
}

impl Ground {
    /// A board in numbers.
    #[must_use]
    pub fn new(board: &Board) -> Self {
        let lattice = board.lattice().copied();
        let at = board.space_at_cells();
        let there = lattice.iter().flat_map(Lattice::cells).filter_map(|cell| Some((cell, *at.get(&cell)?)));
        let (cells, mut owner): (Vec<Cell>, Vec<usize>) = there.unzip();
        let mut numbers = vec![None; lattice.map_or(0, |lattice| lattice.count())];
        let mut squares = vec![Vec::new(); board.spaces.len()];
        for (number, cell) in cells.iter().enumerate() {
            if let Some(lattice) = &lattice {
                numbers[lattice.index(*cell)] = Some(number);
            }
            squares[owner[number]].push(number);
        }
        if lattice.is_none() {
            owner = (0..board.spaces.len()).collect();
            squares = owner.iter().map(|space| vec![*space]).collect();
        }
        let index: BTreeMap<&str, usize> =
            board.spaces.iter().enumerate().map(|(n, space)| (space.id.as_str(), n)).collect();
        let link = |(a, b): &(String, String)| Some((*index.get(a.as_str())?, *index.get(b.as_str())?));
        let mut ground = Self {
            lattice,
            sides: vec![None; cells.len() * lattice.map_or(0, |lattice| lattice.shape.sides())],
            cells,
            numbers,
            owner,
            squares,
            edges: Vec::new(),
            links: board.extra_links.iter().filter_map(link).collect(),
            connections: vec![Vec::new(); board.spaces.len()],
            seen_along: vec![Vec::new(); board.spaces.len()],
            neighbours: board.neighbours().into_iter().map(|others| others.into_iter().collect()).collect(),
            adjacency: board.adjacency,
        };
        for edge in board.declared() {
            ground.declare(edge);
        }
        for connections in ground.connections.iter_mut().chain(&mut ground.seen_along) {
            connections.sort_unstable();
        }
        ground
    }

    fn declare(&mut self, Declared { name, kind, cost, spaces, cells, one_way }: Declared) {
        let number = self.edges.len();
        self.edges.push(Edge { name, kind, cost, spaces });
        let [from, to] = spaces;
        match cells {
            Some([a, b]) => {
                for (cell, other) in [(a, b), (b, a)] {
                    if let Some(at) =
                        self.lattice.and_then(|lattice| self.side(cell, lattice.side_between(cell, other)?))
                    {
                        self.sides[at] = Some(number);
                    }
                }
            }
            None => {
                self.connections[from].push((to, number));
                self.seen_along[from].push((to, number));
                self.seen_along[to].push((from, number));
                if !one_way {
                    self.connections[to].push((from, number));
                }
            }
        }
    }

    /// How many spaces there are.
    #[must_use]
    pub const fn spaces(&self) -> usize {
        self.squares.len()
    }

    /// What is declared between two spaces, in reading order.
    #[must_use]
    pub fn edges(&self) -> &[Edge] {
        &self.edges
    }

    /// What every space touches as the board says: in reading order, by index into [`Board::spaces`].
    #[must_use]
    pub fn neighbours(&self) -> &[Vec<usize>] {
        &self.neighbours
    }

    /// The number of a cell.
    fn number(&self, cell: Cell) -> Option<usize> {
        self.numbers[self.lattice?.index(cell)]
    }

    /// The cell beyond a side of another one, if it is there.
    fn beside(&self, number: usize, side: usize) -> Option<usize> {
        self.number(self.lattice?.beside(self.cells[number], side)?)
    }

    /// Where a side of a cell stands among all.
    fn side(&self, cell: Cell, side: usize) -> Option<usize> {
        Some(self.number(cell)? * self.lattice?.shape.sides() + side)
    }

    /// The edge on a side of a cell.
    fn edge_on(&self, (cell, side): (Cell, usize)) -> Option<usize> {
        self.sides[self.side(cell, side)?]
    }

    /// The space that a cell belongs to.
    fn space_of(&self, cell: Cell) -> Option<usize> {
        Some(self.owner[self.number(cell)?])
    }
}
