//! Cut marks: short lines in the margins that point along each cut, clear of all bleed.

use crate::geom::{Point, Rect};
use crate::units::Length;

use super::{Mark, MarkKind};

/// Between the bleed and a mark.
const CLEAR: Length = Length::from_um(500);
/// As long as there is room for.
const LONGEST: Length = Length::from_mm(4);
/// Shorter than this a mark cannot be seen.
const SHORTEST: Length = Length::from_um(700);

/// The room between two rows of pieces in which marks can be seen.
pub const MARK_GAP: Length = Length::from_um(2_600);
/// The room a block of pieces needs around its bleed for marks of its own.
pub const MARK_ROOM: Length = Length::from_um(3_500);

/// Marks above and below `block` at each of the upright cuts, and between its rows where there is a gap.
pub fn upright_cuts(cuts: &[Length], block: Rect, gaps: &[(Length, Length)], limit: Rect, marks: &mut Vec<Mark>) {
    for &x in cuts {
        let above = (block.top() - CLEAR - LONGEST).max(limit.top());
        let below = (block.bottom() + CLEAR + LONGEST).min(limit.bottom());
        push(Point::new(x, above), Point::new(x, block.top() - CLEAR), marks);
        for &(top, bottom) in gaps {
            push(Point::new(x, top + CLEAR), Point::new(x, bottom - CLEAR), marks);
        }
        push(Point::new(x, block.bottom() + CLEAR), Point::new(x, below), marks);
    }
}

/// Marks left and right of `block` at each of the level cuts.
pub fn level_cuts(cuts: &[Length], block: Rect, limit: Rect, marks: &mut Vec<Mark>) {
    for &y in cuts {
        let left = (block.left() - CLEAR - LONGEST).max(limit.left());
        let right = (block.right() + CLEAR + LONGEST).min(limit.right());
        push(Point::new(left, y), Point::new(block.left() - CLEAR, y), marks);
        push(Point::new(block.right() + CLEAR, y), Point::new(right, y), marks);
    }
}

/// Marks beyond both ends of a cut in any direction, `clear` of its ends.
pub fn beyond_ends(from: Point, to: Point, clear: Length, marks: &mut Vec<Mark>) {
    let (dx, dy) = ((to.x - from.x).mm(), (to.y - from.y).mm());
    let length = dx.hypot(dy);
    if length == 0.0 {
        return;
    }
    let along = |start: Point, distance: Length, sign: f64| {
        let step = sign * distance.mm() / length;
        Point::new(start.x + Length::from_mm_f64(dx * step), start.y + Length::from_mm_f64(dy * step))
    };
    let (near, far) = (clear + CLEAR, clear + CLEAR + Length::from_um(2_500));
    for (end, sign) in [(from, -1.0), (to, 1.0)] {
        marks.push(Mark { kind: MarkKind::Cut, from: along(end, near, sign), to: along(end, far, sign) });
    }
}

fn push(from: Point, to: Point, marks: &mut Vec<Mark>) {
    if (to.x - from.x) + (to.y - from.y) >= SHORTEST {
        marks.push(Mark { kind: MarkKind::Cut, from, to });
    }
}
