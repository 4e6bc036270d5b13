//! A board: squares in rows and columns, what lies on them, which of them are one space, and who touches whom.
//! The printer draws it; the referee walks it.

use std::collections::{BTreeMap, BTreeSet};

use crate::units::Length;

/// The name of a space, such as `D3` or `HP`.
pub type SpaceId = String;

/// One square of the picture, counted from the top left.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell {
    /// From the left, from 0.
    pub column: usize,
    /// From the top, from 0.
    pub row: usize,
}

/// A sign of the legend: what kind of ground it stands for.
#[derive(Debug, Clone)]
pub struct Terrain {
    /// Its name.
    pub name: String,
    /// Pictures for it; squares of the same terrain take turns.
    pub art: Vec<String>,
    /// The ground itself, below the pictures: a palette name or figures.
    pub colour: Option<String>,
    /// Whether pieces can be on it; spaces that nobody enters touch nothing.
    pub enter: bool,
    /// A label printed on it.
    pub label: Option<String>,
    /// Free marks the rules ask for, such as `home`.
    pub tags: BTreeSet<String>,
}

/// One place where pieces can be: a square, or several merged into one.
#[derive(Debug, Clone)]
pub struct Space {
    /// Its name.
    pub id: SpaceId,
    /// The squares it covers, in reading order.
    pub cells: Vec<Cell>,
    /// Index into [`Board::terrains`].
    pub terrain: usize,
}

/// Which spaces touch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Adjacency {
    /// Spaces that share a side.
    Orthogonal,
    /// Spaces that share a side or a corner.
    King,
    /// Only the links that are listed.
    Listed,
}

/// A board.
#[derive(Debug, Clone)]
pub struct Board {
    /// How large one square is printed.
    pub cell: Length,
    /// Column names, left to right.
    pub columns: Vec<String>,
    /// Row names, top to bottom.
    pub rows: Vec<String>,
    /// The kinds of ground.
    pub terrains: Vec<Terrain>,
    /// All spaces, in reading order of their first square.
    pub spaces: Vec<Space>,
    /// Links beyond, or instead of, what the adjacency rule gives.
    pub extra_links: Vec<(SpaceId, SpaceId)>,
    /// Which spaces touch.
    pub adjacency: Adjacency,
    /// Whether column and row names are printed around it.
    pub coordinates: bool,
    /// Room around the squares, on all four sides.
    pub frame: Length,
}

impl Board {
    /// The space with this name.
    #[must_use]
    pub fn space(&self, id: &str) -> Option<&Space> {
        self.spaces.iter().find(|space| space.id == id)
    }

    /// The ground of a space.
    #[must_use]
    pub fn terrain(&self, space: &Space) -> &Terrain {
        &self.terrains[space.terrain]
    }

    /// Who touches whom, both ways, by index into [`Board::spaces`].
    #[must_use]
    pub fn neighbours(&self) -> Vec<BTreeSet<usize>> {
        let mut links = vec![BTreeSet::new(); self.spaces.len()];
        let mut link = |a: usize, b: usize| {
            if a != b && self.can_enter(a) && self.can_enter(b) {
                links[a].insert(b);
                links[b].insert(a);
            }
        };
        let at = self.space_at_cells();
        for (cell, &space) in &at {
            for step in self.steps() {
                if let Some(&other) = beside(*cell, *step).and_then(|c| at.get(&c)) {
                    link(space, other);
                }
            }
        }
        let index = |id: &str| self.spaces.iter().position(|space| space.id == id);
        for (a, b) in &self.extra_links {
            if let (Some(a), Some(b)) = (index(a), index(b)) {
                link(a, b);
            }
        }
        links
    }

    fn can_enter(&self, space: usize) -> bool {
        self.terrain(&self.spaces[space]).enter
    }

    fn space_at_cells(&self) -> BTreeMap<Cell, usize> {
        let cells =
            |(index, space): (usize, &Space)| space.cells.iter().map(move |cell| (*cell, index)).collect::<Vec<_>>();
        self.spaces.iter().enumerate().flat_map(cells).collect()
    }

    /// Half of the directions; links go both ways.
    fn steps(&self) -> &'static [(isize, isize)] {
        match self.adjacency {
            Adjacency::Orthogonal => &[(1, 0), (0, 1)],
            Adjacency::King => &[(1, 0), (0, 1), (1, 1), (-1, 1)],
            Adjacency::Listed => &[],
        }
    }
}

fn beside(cell: Cell, (right, down): (isize, isize)) -> Option<Cell> {
    Some(Cell { column: cell.column.checked_add_signed(right)?, row: cell.row.checked_add_signed(down)? })
}
