//! Where on paper the cells or places of a board are, in millimetres, however its template stretches them.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use crate::diag::Diagnostics;
use crate::layout::pieces::slots::SlotContext;
use crate::model::{Board, Cell, Declared, Form, Lattice, LatticePoint, Space, largest_block};

use super::areas::{Area, areas};

/// Left, top, width and height.
type Frame = [f32; 4];

/// A board in a rectangle.
pub struct Plot<'b> {
    board: &'b Board,
    left: f32,
    top: f32,
    /// A lattice unit; on a map a millimetre of it.
    pub unit: (f32, f32),
    width: f32,
    height: f32,
    /// The shapes of places that have one, by their spaces.
    areas: Vec<Option<Area>>,
}

impl<'b> Plot<'b> {
    /// A board in a rectangle. Whatever is wrong with the shapes of its art is told.
    pub fn new(context: SlotContext<'_>, board: &'b Board, rect: Frame, found: &mut Diagnostics) -> Self {
        let [left, top, width, height] = rect;
        let (across, down) = match &board.form {
            Form::Cells(lattice) => {
                let (across, down) = lattice.extent();
                (across as f32, down as f32)
            }
            Form::Map(map) => (map.size.width.mm_f32(), map.size.height.mm_f32()),
        };
        let areas = areas(context, board, rect, found);
        Self { board, left, top, unit: (width / across, height / down), width, height, areas }
    }

    /// How wide and high a square is.
    pub fn square(&self) -> (f32, f32) {
        (self.unit.0 * 2.0, self.unit.1 * 2.0)
    }

    /// The upper left and the lower right corner of all.
    pub fn corners(&self) -> ((f32, f32), (f32, f32)) {
        ((self.left, self.top), (self.left + self.width, self.top + self.height))
    }

    fn point(&self, (x, y): LatticePoint) -> (f32, f32) {
        (self.left + self.unit.0 * x as f32, self.top + self.unit.1 * y as f32)
    }

    /// The corners of a cell, clockwise from the one where its first side begins.
    pub fn outline(&self, cell: Cell) -> Vec<(f32, f32)> {
        self.board
            .lattice()
            .into_iter()
            .flat_map(|lattice| lattice.corners(cell))
            .map(|point| self.point(point))
            .collect()
    }

    /// The middle of a cell.
    pub fn centre(&self, cell: Cell) -> (f32, f32) {
        self.board.lattice().map_or((self.left, self.top), |lattice| self.point(lattice.centre(cell)))
    }

    /// The rectangle around a space.
    pub fn around(&self, space: usize) -> Frame {
        if let Form::Map(_) = self.board.form {
            return self.place(space);
        }
        let corners = self.board.spaces[space].cells.iter().flat_map(|cell| self.outline(*cell));
        let [left, top, right, bottom] = corners
            .fold([f32::MAX, f32::MAX, f32::MIN, f32::MIN], |[left, top, right, bottom], (x, y)| {
                [left.min(x), top.min(y), right.max(x), bottom.max(y)]
            });
        [left, top, right - left, bottom - top]
    }

    /// The largest rectangle inside a space that pieces can lie in, and of how many cells it is made.
    pub fn room(&self, space: usize) -> (Frame, usize) {
        let Some(lattice) = self.board.lattice() else { return (self.place(space), 1) };
        let cells = &self.board.spaces[space].cells;
        let (first, last) = if self.board.is_square() { largest_block(cells) } else { self.inmost(cells) };
        let ((x, y), (to_x, to_y)) = (lattice.centre(first), lattice.centre(last));
        let ((left, top), (right, bottom)) = (self.point((x - 1, y - 1)), self.point((to_x + 1, to_y + 1)));
        let squares = (last.column + 1 - first.column) * (last.row + 1 - first.row);
        ([left, top, right - left, bottom - top], squares)
    }

    /// The cell that is nearest to the middle of all, twice.
    fn inmost(&self, cells: &[Cell]) -> (Cell, Cell) {
        let middles: Vec<(f32, f32)> = cells.iter().map(|cell| self.centre(*cell)).collect();
        let (x, y) = middles.iter().fold((0.0, 0.0), |(x, y), middle| (x + middle.0, y + middle.1));
        let count = cells.len().max(1) as f32;
        let far = |(at_x, at_y): (f32, f32)| (at_x - x / count).abs() + (at_y - y / count).abs();
        let inmost = cells.iter().zip(&middles).min_by(|(_, a), (_, b)| far(**a).total_cmp(&far(**b)));
        let cell = inmost.map_or(Cell { column: 0, row: 0 }, |(cell, _)| *cell);
        (cell, cell)
    }

    /// The middle of the room on a space.
    pub fn middle(&self, space: usize) -> (f32, f32) {
        let ([x, y, width, height], _) = self.room(space);
        (x + width / 2.0, y + height / 2.0)
    }

    /// Where a connection begins and ends: in the middle of a mark, or at the rim of an area.
    pub fn ends(&self, edge: &Declared) -> [(f32, f32); 2] {
        let [a, b] = edge.spaces.map(|space| self.middle(space));
        let [from, to] = edge.spaces.map(|space| self.areas.get(space).and_then(Option::as_ref));
        [from.map_or(a, |area| area.left_at(a, b)), to.map_or(b, |area| area.left_at(b, a))]
    }

    /// The middle of what lies between two spaces, and whether it runs from top to bottom.
    pub fn on_edge(&self, edge: &Declared) -> ((f32, f32), bool) {
        let [(x, y), (to_x, to_y)] = match edge.cells {
            Some(cells) => cells.map(|cell| self.centre(cell)),
            None => self.ends(edge),
        };
        let upright = edge.cells.is_some() && (to_x - x).abs() > (to_y - y).abs();
        ((f32::midpoint(x, to_x), f32::midpoint(y, to_y)), upright)
    }

    /// The area of a place, or the mark that is drawn for it, moved to where it says that its middle is.
    fn place(&self, space: usize) -> Frame {
        let Some(place) = self.board.map().and_then(|map| map.places.get(space)) else { return [0.0; 4] };
        let size = self.board.cell.mm_f32();
        let mark = |x: f32, y: f32| [x - size / 2.0, y - size / 2.0, size, size];
        match (place.at, self.areas.get(space).and_then(Option::as_ref)) {
            (Some(at), _) => mark(self.left + at.x.mm_f32() * self.unit.0, self.top + at.y.mm_f32() * self.unit.1),
            (None, Some(area)) => area.rect,
            (None, None) => mark(self.left, self.top),
        }
    }

    /// The outline of a space as the data of an SVG path, a little inside it.
    pub fn shape(&self, space: &Space, number: usize, inset: f32) -> String {
        if let Some(area) = self.areas.get(number).and_then(Option::as_ref) {
            return area.path.clone();
        }
        if self.board.map().is_some() {
            let [x, y, size, _] = self.place(number);
            let (radius, middle) = (size / 2.0 - inset, y + size / 2.0);
            let (left, right) = (x + inset, x + size - inset);
            return format!(
                "M{left:.3} {middle:.3}A{radius:.3} {radius:.3} 0 0 1 {right:.3} {middle:.3}\
                 A{radius:.3} {radius:.3} 0 0 1 {left:.3} {middle:.3}Z"
            );
        }
        match (&space.cells[..], self.board.lattice()) {
            ([cell], _) => self.polygon(*cell, inset),
            (cells, Some(lattice)) => self.around_all(cells, lattice),
            (_, None) => String::new(),
        }
    }

    /// The line around several cells as the data of an SVG path.
    fn around_all(&self, cells: &[Cell], lattice: &Lattice) -> String {
        let mut sides: BTreeMap<LatticePoint, LatticePoint> = BTreeMap::new();
        for cell in cells {
            let corners: Vec<LatticePoint> = lattice.corners(*cell).collect();
            let is_inside = |side: &usize| lattice.beside(*cell, *side).is_some_and(|beyond| cells.contains(&beyond));
            let outer = (0..corners.len()).filter(|side| !is_inside(side));
            sides.extend(outer.map(|side| (corners[side], corners[(side + 1) % corners.len()])));
        }
        let mut path = String::new();
        while let Some((start, mut at)) = sides.pop_first() {
            let (x, y) = self.point(start);
            let _ = write!(path, "M{x:.3} {y:.3}");
            while at != start {
                let (x, y) = self.point(at);
                let _ = write!(path, "L{x:.3} {y:.3}");
                let Some(next) = sides.remove(&at) else { break };
                at = next;
            }
            path.push('Z');
        }
        path
    }

    /// A cell as the data of an SVG path, smaller by so many millimetres at its sides.
    fn polygon(&self, cell: Cell, inset: f32) -> String {
        let (x, y) = self.centre(cell);
        // The shorter way to a side is half of the width from side to side.
        let part = 1.0 - inset / self.unit.0.max(self.unit.1);
        let mut path = String::new();
        for (number, (to_x, to_y)) in self.outline(cell).into_iter().enumerate() {
            let sign = if number == 0 { 'M' } else { 'L' };
            let _ = write!(path, "{sign}{:.3} {:.3}", x + (to_x - x) * part, y + (to_y - y) * part);
        }
        path + "Z"
    }
}
