//! A board: squares or hexes in rows and columns, or the places of a map; what lies on them and between them, which of them
//! are one space, and who touches whom. The printer draws it; the referee walks it. How cells lie, `lattice` knows.

use std::collections::{BTreeMap, BTreeSet};

use crate::geom::{Point, Rect, Size};
use crate::units::Length;

use super::edge::{Declared, EdgeKind, NamedEdge, Side};
use super::lattice::{Cell, CellShape, Lattice};
use super::{FieldText, PointMap};

/// The name of a space, such as `D3` or `HP`.
pub type SpaceId = String;

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

/// One place where pieces can be: a cell, or several merged into one, or a place of a map.
#[derive(Debug, Clone)]
pub struct Space {
    /// Its name.
    pub id: SpaceId,
    /// The cells it covers, in reading order; none on a map.
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

/// What a board is made of.
#[derive(Debug, Clone)]
pub enum Form {
    /// Cells in rows and columns.
    Cells(Lattice),
    /// Places, and what connects them.
    Map(PointMap),
}

/// The most that entering a space or crossing an edge may cost, so that sums stay small.
pub const MOST_COST: u32 = 1_000;

/// A side of a whole board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BoardSide {
    /// Above it.
    Top,
    /// At its right.
    Right,
    /// Below it.
    Bottom,
    /// At its left.
    Left,
}

impl BoardSide {
    /// All of them, with their words.
    pub const WORDS: [(&'static str, Self); 4] =
        [("top", Self::Top), ("right", Self::Right), ("bottom", Self::Bottom), ("left", Self::Left)];

    /// All of them.
    #[must_use]
    pub fn all() -> Vec<Self> {
        Self::WORDS.iter().map(|(_, side)| *side).collect()
    }
}

/// A board.
#[derive(Debug, Clone)]
pub struct Board {
    /// How large one cell is printed: a hex from side to side, the mark of a place from rim to rim.
    pub cell: Length,
    /// What it is made of.
    pub form: Form,
    /// A picture below all that is drawn.
    pub art: Option<FieldText>,
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
    /// What lies between two hexes, the first in reading order first.
    pub hex_edges: BTreeMap<[Cell; 2], usize>,
    /// Links beyond, or instead of, what the adjacency rule gives.
    pub extra_links: Vec<(SpaceId, SpaceId)>,
    /// Which spaces touch.
    pub adjacency: Adjacency,
    /// The sides at which the names of columns and rows are printed; of spaces with names of their own whether there is any.
    pub coordinates: Vec<BoardSide>,
    /// Room around the squares, on all four sides.
    pub frame: Length,
}

impl Board {
    /// All that is drawn and the room around it.
    #[must_use]
    pub fn size(&self) -> Size {
        let inner = match &self.form {
            Form::Cells(lattice) => lattice.size_on_paper(self.cell),
            Form::Map(map) => map.size,
        };
        Size::new(inner.width + self.frame * 2, inner.height + self.frame * 2)
    }

    /// The cells of a board that has any.
    #[must_use]
    pub const fn lattice(&self) -> Option<&Lattice> {
        match &self.form {
            Form::Cells(lattice) => Some(lattice),
            Form::Map(_) => None,
        }
    }

    /// The places of a board that has no cells.
    #[must_use]
    pub const fn map(&self) -> Option<&PointMap> {
        match &self.form {
            Form::Map(map) => Some(map),
            Form::Cells(_) => None,
        }
    }

    /// Whether it is made of squares.
    #[must_use]
    pub fn is_square(&self) -> bool {
        self.lattice().is_some_and(|lattice| lattice.shape == CellShape::Square)
    }

    /// The rectangle around a space as it is printed, if that is known before it is drawn.
    #[must_use]
    pub fn around(&self, space: usize) -> Option<Rect> {
        let corner = match &self.form {
            Form::Map(map) => {
                return map.mark_of(space, self.cell).map(|mark| mark.moved(Point::new(self.frame, self.frame)));
            }
            Form::Cells(lattice) => *lattice,
        };
        let corners = self.spaces[space].cells.iter().flat_map(|cell| corner.corners(*cell));
        let points = corners.map(|point| corner.on_paper(self.cell, point));
        let dots = points
            .map(|at| Rect::new(at.moved(Point::new(self.frame, self.frame)), Size::new(Length::ZERO, Length::ZERO)));
        dots.reduce(Rect::union)
    }

    /// How far the line of a side between squares is from the left or the upper side of the board.
    #[must_use]
    pub fn line_of(&self, side: Side) -> Length {
        let number = if side.upright { side.column } else { side.row };
        self.frame + self.cell * i64::try_from(number).unwrap_or(0)
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

    /// What lies between two cells that share a side, in either order.
    #[must_use]
    pub fn edge(&self, a: Cell, b: Cell) -> Option<&EdgeKind> {
        let kind = match self.form {
            Form::Cells(lattice) if lattice.shape != CellShape::Square => self.hex_edges.get(&in_order(a, b)),
            _ => self.edges.get(&Side::between(a, b)?),
        };
        kind.map(|kind| &self.edge_kinds[*kind])
    }

    /// What lies on a side of a square, at the rim too.
    #[must_use]
    pub fn edge_on(&self, side: Side) -> Option<&EdgeKind> {
        self.edges.get(&side).map(|kind| &self.edge_kinds[*kind])
    }

    /// The name of a cell, whatever the space is called that it belongs to: `D3`, or `5,2` where both are numbers.
    #[must_use]
    pub fn square_name(&self, cell: Cell) -> String {
        let at = self.lattice().map_or((cell.column, cell.row), |lattice| lattice.name(cell));
        let named = |names: &[String], n: usize| names.get(n).cloned().unwrap_or_default();
        let (column, row) = (named(&self.columns, at.0), named(&self.rows, at.1));
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
            (at.get(&a) != at.get(&b)).then_some(NamedEdge { name: self.pair_name(a, b), side: *side, cells: [a, b] })
        };
        let mut edges: Vec<NamedEdge> = self.edges.keys().filter_map(named).collect();
        edges.sort_by_key(|edge| edge.cells.map(|cell| (cell.row, cell.column)));
        edges
    }

    /// Everything that is declared between two spaces, in reading order; connections as they are listed.
    #[must_use]
    pub fn declared(&self) -> Vec<Declared> {
        let at = self.space_at_cells();
        let between = |name: String, cells: [Cell; 2], kind: usize| {
            let spaces = [*at.get(&cells[0])?, *at.get(&cells[1])?];
            let cost = self.edge_kinds[kind].cost.unwrap_or(0);
            Some(Declared { name, kind, cost, spaces, cells: Some(cells), one_way: false })
        };
        match &self.form {
            Form::Map(map) => map.declared(self),
            Form::Cells(lattice) if lattice.shape == CellShape::Square => {
                let edges = self.named_edges().into_iter();
                edges.filter_map(|edge| between(edge.name, edge.cells, self.edges[&edge.side])).collect()
            }
            Form::Cells(_) => {
                let edges =
                    self.hex_edges.iter().map(|([a, b], kind)| between(self.pair_name(*a, *b), [*a, *b], *kind));
                let mut edges: Vec<Declared> =
                    edges.flatten().filter(|edge| edge.spaces[0] != edge.spaces[1]).collect();
                edges.sort_by_key(|edge| edge.cells.map(|cells| cells.map(|cell| (cell.row, cell.column))));
                edges
            }
        }
    }

    fn pair_name(&self, a: Cell, b: Cell) -> String {
        format!("{}-{}", self.square_name(a), self.square_name(b))
    }

    /// Whether pieces can be there: on a space, or on what is declared between two.
    #[must_use]
    pub fn has_place(&self, name: &str) -> bool {
        self.space(name).is_some() || name.contains('-') && self.declared().iter().any(|edge| edge.name == name)
    }

    /// Whom one gets to from every space, by index into [`Board::spaces`]: both ways, but for connections that lead only one
    /// way. Nobody touches through a wall, only over a link.
    #[must_use]
    pub fn neighbours(&self) -> Vec<BTreeSet<usize>> {
        let mut links = vec![BTreeSet::new(); self.spaces.len()];
        let mut link = |a: usize, b: usize| {
            if a != b && self.can_enter(a) && self.can_enter(b) {
                links[a].insert(b);
            }
        };
        for (a, b) in self.touching_cells() {
            link(a, b);
            link(b, a);
        }
        for edge in self.declared().iter().filter(|edge| edge.cells.is_none() && self.edge_kinds[edge.kind].pass) {
            let [a, b] = edge.spaces;
            link(a, b);
            if !edge.one_way {
                link(b, a);
            }
        }
        let numbers: BTreeMap<&str, usize> =
            self.spaces.iter().enumerate().map(|(number, space)| (space.id.as_str(), number)).collect();
        for (a, b) in &self.extra_links {
            if let (Some(a), Some(b)) = (numbers.get(a.as_str()), numbers.get(b.as_str())) {
                link(*a, *b);
                link(*b, *a);
            }
        }
        links
    }

    /// The spaces of all cells that touch as the board says, with nothing between them that nobody passes; one way each.
    fn touching_cells(&self) -> Vec<(usize, usize)> {
        let (Some(lattice), at) = (self.lattice(), self.space_at_cells()) else { return Vec::new() };
        let passes = |cell: Cell, side: usize| {
            let beyond = lattice.beside(cell, side);
            beyond.is_none_or(|beyond| self.edge(cell, beyond).is_none_or(|kind| kind.pass))
        };
        let mut found = Vec::new();
        for (cell, &space) in &at {
            for side in 0..lattice.shape.sides() / 2 {
                let beyond = lattice.beside(*cell, side).filter(|_| self.adjacency != Adjacency::Listed);
                if let Some(other) = beyond.and_then(|beyond| at.get(&beyond)).filter(|_| passes(*cell, side)) {
                    found.push((space, *other));
                }
                let across = lattice.across_corner(*cell, side).filter(|_| self.adjacency == Adjacency::King);
                let Some((across, ending)) = across else { continue };
                if let Some(other) = at.get(&across).filter(|_| ending.iter().all(|(cell, side)| passes(*cell, *side)))
                {
                    found.push((space, *other));
                }
            }
        }
        found
    }

    fn can_enter(&self, space: usize) -> bool {
        self.terrain(&self.spaces[space]).enter
    }

    /// The space that every cell belongs to.
    #[must_use]
    pub fn space_at_cells(&self) -> BTreeMap<Cell, usize> {
        let cells =
            |(index, space): (usize, &Space)| space.cells.iter().map(move |cell| (*cell, index)).collect::<Vec<_>>();
        self.spaces.iter().enumerate().flat_map(cells).collect()
    }
}

/// Two cells in reading order.
#[must_use]
pub fn in_order(a: Cell, b: Cell) -> [Cell; 2] {
    if (a.row, a.column) <= (b.row, b.column) { [a, b] } else { [b, a] }
}
