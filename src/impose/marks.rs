//! Cut marks: short lines in the margins that point along each cut, clear of all bleed.

use crate::geom::{Axis, Point, Rect};
use crate::units::Length;

use super::page::{Mark, MarkKind};

/// Between the bleed and a mark.
const CLEAR: Length = Length::from_um(500);
/// As long as there is room for.
const LONGEST: Length = Length::from_mm(4);
/// Shorter than this a mark cannot be seen.
pub const SHORTEST: Length = Length::from_um(700);

/// The room between two rows of pieces in which marks can be seen.
pub const MARK_GAP: Length = Length::from_um(2_600);
/// The room a block of pieces needs around its bleed for marks of its own.
pub const MARK_ROOM: Length = Length::from_um(3_500);

/// Marks keep clear of the small print: so far from the top edge, and from the bottom edge.
pub const HEAD: Length = Length::from_um(7_500);
/// The same from the bottom edge.
pub const FOOT: Length = Length::from_um(9_400);

/// Straight cuts in one direction through a block of pieces.
pub struct Cuts<'a> {
    /// The direction.
    pub axis: Axis,
    /// Where, from the left edge of the sheet for upright cuts, from its top for level ones.
    pub at: &'a [Length],
    /// The pieces and their bleed.
    pub block: Rect,
    /// Free strips across the cuts, in which marks survive the first ones: start and end.
    pub gaps: &'a [(Length, Length)],
    /// Marks end here.
    pub limit: Rect,
}

impl Cuts<'_> {
    /// Marks at both ends of each cut, and in the gaps.
    pub fn mark(&self, marks: &mut Vec<Mark>) {
        // Level cuts are upright ones with everything turned.
        let upright = |rect: Rect| if self.axis == Axis::Upright { rect } else { rect.turned() };
        let (block, limit) = (upright(self.block), upright(self.limit));
        let (above, below) = (block.top() - CLEAR, block.bottom() + CLEAR);
        let mut lines =
            vec![((above - LONGEST).max(limit.top()), above), (below, (below + LONGEST).min(limit.bottom()))];
        lines.extend(self.gaps.iter().map(|&(start, end)| (start + CLEAR, end - CLEAR)));
        let placed = |point: Point| if self.axis == Axis::Upright { point } else { point.turned() };
        for &x in self.at {
            for &(start, end) in lines.iter().filter(|(start, end)| *end - *start >= SHORTEST) {
                let (from, to) = (placed(Point::new(x, start)), placed(Point::new(x, end)));
                marks.push(Mark { kind: MarkKind::Cut, from, to });
            }
        }
    }
}
