//! The room that pieces have on a space: the largest rectangle of squares inside it, a little way in from its lines. On
//! an edge it is a rectangle across its middle.

use crate::model::{Board, Cell, Side, Space, largest_block};

use super::arrange::{Frame, Room};

/// How far pieces stay from the lines around a space, as a part of a square.
const INSET: f32 = 0.04;
/// How far the room on an edge reaches along it and across it, as parts of a square: the squares beside it stay in sight.
const ON_EDGE: (f32, f32) = (0.7, 0.5);

/// The room on a space of a board whose squares lie in a rectangle, with numbers of such a width.
pub fn room_of(space: &Space, board: &Board, [left, top, width, height]: Frame, number: f32) -> Room {
    let (across, down) = (width / board.columns.len().max(1) as f32, height / board.rows.len().max(1) as f32);
    let inset = across.min(down) * INSET;
    let (first, last) = largest_block(&space.cells);
    let (x, y) = (left + first.column as f32 * across, top + first.row as f32 * down);
    let (columns, rows) = (last.column - first.column + 1, last.row - first.row + 1);
    let (w, h) = (columns as f32 * across, rows as f32 * down);
    Room { rect: [x + inset, y + inset, w - inset * 2.0, h - inset * 2.0], squares: columns * rows, number }
}

/// The room across the middle of an edge.
pub fn room_on_edge(side: Side, board: &Board, [left, top, width, height]: Frame, number: f32) -> Room {
    let (across, down) = (width / board.columns.len().max(1) as f32, height / board.rows.len().max(1) as f32);
    let (x, y) = (left + side.column as f32 * across, top + side.row as f32 * down);
    let (x, y) = if side.upright { (x, y + down / 2.0) } else { (x + across / 2.0, y) };
    let (w, h) = if side.upright { (ON_EDGE.1, ON_EDGE.0) } else { ON_EDGE };
    let (w, h) = (w * across, h * down);
    Room { rect: [x - w / 2.0, y - h / 2.0, w, h], squares: 1, number }
}

/// The squares of a space.
pub fn rects_of(space: &Space, board: &Board, [left, top, width, height]: Frame) -> Vec<Frame> {
    let (across, down) = (width / board.columns.len().max(1) as f32, height / board.rows.len().max(1) as f32);
    let rect = |cell: &Cell| [left + cell.column as f32 * across, top + cell.row as f32 * down, across, down];
    space.cells.iter().map(rect).collect()
}

/// The middle of a rectangle.
pub fn middle_of([x, y, w, h]: Frame) -> [f32; 2] {
    [x + w / 2.0, y + h / 2.0]
}
