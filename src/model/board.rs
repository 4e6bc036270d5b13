//! A board: squares in rows and columns, what lies on them and between them, which of them are one space, and who
//! touches whom. The printer draws it; the referee walks it.

use std::collections::{BTreeMap, BTreeSet};

use crate::geom::Size;
use crate::units::Length;

use super::FieldText;

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
    pub art: Vec<FieldText>,
    /// The ground itself, below the pictures: a palette name or figures.
    pub colour: Option<FieldText>,
    /// Whether pieces can be on it; spaces that nobody enters touch nothing.
    pub enter: bool,
    /// Whether one sees across it.
    pub sight: bool,
    /// A label printed on it.
    pub label: Option<FieldText>,
    /// A letter or two that stand for it on a text board, for what its art says on paper.
    pub mark: Option<String>,
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
        let Self { upright, column, row } = self;
        let before =
            if upright { beside(Cell { column, row }, (-1, 0)) } else { beside(Cell { column, row }, (0, -1)) };
        let there = |cell: &Cell| cell.column < columns && cell.row < rows;
        [before.filter(there), Some(Cell { column, row }).filter(there)]
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

/// A sign of the legend of edges: what can lie on a side of a square.
#[derive(Debug, Clone)]
pub struct EdgeKind {
    /// Its name, such as `wall`.
    pub name: String,
    /// Whether pieces step over it.
    pub pass: bool,
    /// Whether one sees over it.
    pub sight: bool,
    /// How it is drawn.
    pub look: EdgeLook,
    /// Its colour: a palette name or figures.
    pub colour: Option<FieldText>,
    /// How thick it is.
    pub width: Option<Length>,
    /// Free marks the rules ask for.
    pub tags: BTreeSet<String>,
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
    /// The kinds of edges.
    pub edge_kinds: Vec<EdgeKind>,
    /// What lies on the sides of squares: indices into [`Board::edge_kinds`].
    pub edges: BTreeMap<Side, usize>,
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
    /// Its squares and the room around them.
    #[must_use]
    pub fn size(&self) -> Size {
        let along = |count: usize| self.cell * i64::try_from(count).unwrap_or(0) + self.frame * 2;
        Size::new(along(self.columns.len()), along(self.rows.len()))
    }

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

    /// What lies between two squares that share a side, in either order.
    #[must_use]
    pub fn edge(&self, a: Cell, b: Cell) -> Option<&EdgeKind> {
        self.edge_on(Side::between(a, b)?)
    }

    /// What lies on a side of a square, at the rim too.
    #[must_use]
    pub fn edge_on(&self, side: Side) -> Option<&EdgeKind> {
        self.edges.get(&side).map(|kind| &self.edge_kinds[*kind])
    }

    /// The name of a square, whatever the space is called that it belongs to: `D3`, or `5,2` where both are numbers.
    #[must_use]
    pub fn square_name(&self, cell: Cell) -> String {
        let named = |names: &[String], n: usize| names.get(n).cloned().unwrap_or_default();
        let (column, row) = (named(&self.columns, cell.column), named(&self.rows, cell.row));
        let is_figure = |letter: char| letter.is_ascii_digit();
        let apart = if column.ends_with(is_figure) && row.starts_with(is_figure) { "," } else { "" };
        format!("{column}{apart}{row}")
    }

    /// Everything that is declared between squares of different spaces, in reading order.
    #[must_use]
    pub fn named_edges(&self) -> Vec<NamedEdge> {
        let at = self.space_at_cells();
        let named = |side: &Side| {
            let [Some(a), Some(b)] = side.cells(self.columns.len(), self.rows.len()) else { return None };
            let name = format!("{}-{}", self.square_name(a), self.square_name(b));
            (at.get(&a) != at.get(&b)).then_some(NamedEdge { name, side: *side, cells: [a, b] })
        };
        let mut edges: Vec<NamedEdge> = self.edges.keys().filter_map(named).collect();
        edges.sort_by_key(|edge| edge.cells.map(|cell| (cell.row, cell.column)));
        edges
    }

    /// Whether pieces can be there: on a space, or on what is declared between two.
    #[must_use]
    pub fn has_place(&self, name: &str) -> bool {
        self.space(name).is_some() || name.contains('-') && self.named_edges().iter().any(|edge| edge.name == name)
    }

    /// Who touches whom, both ways, by index into [`Board::spaces`]. Nobody touches through a wall, only over a link.
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
                let Some(next) = beside(*cell, *step) else { continue };
                if let Some(&other) = at.get(&next).filter(|_| self.is_open(*cell, next)) {
                    link(space, other);
                }
            }
        }
        let numbers: BTreeMap<&str, usize> =
            self.spaces.iter().enumerate().map(|(number, space)| (space.id.as_str(), number)).collect();
        for (a, b) in &self.extra_links {
            if let (Some(a), Some(b)) = (numbers.get(a.as_str()), numbers.get(b.as_str())) {
                link(*a, *b);
            }
        }
        links
    }

    /// Whether no wall keeps two squares apart: one between them or, when they meet at a corner, one that ends there.
    fn is_open(&self, a: Cell, b: Cell) -> bool {
        let corners = [Cell { column: a.column, row: b.row }, Cell { column: b.column, row: a.row }];
        let steps = corners.iter().flat_map(|corner| [Side::between(a, *corner), Side::between(*corner, b)]);
        steps.flatten().all(|side| self.edge_on(side).is_none_or(|kind| kind.pass))
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
