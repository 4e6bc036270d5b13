//! The places of a map: where each is drawn, and what connects them. Which spaces they are, the board says.

use crate::geom::{Point, Rect, Size};
use crate::units::Length;

use super::{Board, Declared, FieldText};

/// A board without cells.
#[derive(Debug, Clone)]
pub struct PointMap {
    /// What it is drawn in.
    pub size: Size,
    /// Where every space is drawn, as [`Board::spaces`] has them.
    pub places: Vec<MapPlace>,
    /// What connects them.
    pub connections: Vec<Connection>,
}

/// Where a place is drawn.
#[derive(Debug, Clone)]
pub struct MapPlace {
    /// Its middle, from the upper left of the map; otherwise that of its area.
    pub at: Option<Point>,
    /// The id of its shape in the art of the board; otherwise a mark is drawn.
    pub area: Option<FieldText>,
    /// What is written at it, if that is not its name.
    pub label: Option<FieldText>,
}

/// A way between two places.
#[derive(Debug, Clone)]
pub struct Connection {
    /// The spaces that it connects, by index into [`Board::spaces`].
    pub ends: [usize; 2],
    /// Whether it only leads from the first to the second.
    pub one_way: bool,
    /// Index into [`Board::edge_kinds`].
    pub kind: usize,
    /// What going along it costs, if it says so itself.
    pub cost: Option<u32>,
}

/// What going along a connection costs that says nothing.
const USUAL_COST: u32 = 1;

impl PointMap {
    /// The mark that is drawn for a space, on the map.
    #[must_use]
    pub fn mark_of(&self, space: usize, cell: Length) -> Option<Rect> {
        let place = self.places.get(space).filter(|place| place.area.is_none())?;
        let at = place.at?;
        Some(Rect::new(Point::new(at.x - cell / 2, at.y - cell / 2), Size::new(cell, cell)))
    }

    /// All connections by their names.
    pub(super) fn declared(&self, board: &Board) -> Vec<Declared> {
        let declared = |connection: &Connection| {
            let Connection { ends, one_way, kind, cost } = *connection;
            let name = ends.map(|end| board.spaces[end].id.as_str()).join("-");
            let cost = cost.or(board.edge_kinds[kind].cost).unwrap_or(USUAL_COST);
            Declared { name, kind, cost, spaces: ends, cells: None, one_way }
        };
        self.connections.iter().map(declared).collect()
    }
}
