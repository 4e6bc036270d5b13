//! The room that pieces have on a space: the largest rectangle inside it, a little way in from its lines. On an edge it is a
//! rectangle across its middle.

use crate::layout::board::Plot;
use crate::model::Declared;

use super::arrange::Room;

/// How far pieces stay from the lines around a space, as a part of a square.
const INSET: f32 = 0.04;
/// How far the room on an edge reaches along it and across it, as parts of a square: the squares beside it stay in sight.
const ON_EDGE: (f32, f32) = (0.7, 0.5);

/// The room on a space of a board whose cells are so wide and high, with numbers of such a width.
pub fn room_of(space: usize, plot: &Plot<'_>, (across, down): (f32, f32), number: f32) -> Room {
    let inset = across.min(down) * INSET;
    let ([x, y, w, h], squares) = plot.room(space);
    Room { rect: [x + inset, y + inset, w - inset * 2.0, h - inset * 2.0], squares, number }
}

/// The room across the middle of an edge, and whether that runs from top to bottom.
pub fn room_on_edge(edge: &Declared, plot: &Plot<'_>, (across, down): (f32, f32), number: f32) -> (Room, bool) {
    let ((x, y), upright) = plot.on_edge(edge);
    let (w, h) = if upright { (ON_EDGE.1, ON_EDGE.0) } else { ON_EDGE };
    let (w, h) = (w * across, h * down);
    (Room { rect: [x - w / 2.0, y - h / 2.0, w, h], squares: 1, number }, upright)
}
