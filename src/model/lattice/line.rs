//! The straight line between the middles of two cells, from cell to cell, and all that it meets on its way. Exact, and the
//! same for squares and hexes.
//!
//! A line through a corner of hexes may go on along the side between the next two. Along the side of a square it never goes.

use super::{Cell, Lattice, LatticePoint};

/// What a line meets. A side is told as that of a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Met {
    /// It goes through a cell.
    Through(Cell),
    /// It touches a cell with nothing but a corner of it.
    Past(Cell),
    /// It crosses a side, somewhere between its ends.
    Over((Cell, usize)),
    /// It touches the ends of sides: of those on its one hand, and of those on the other.
    Ends([[Option<(Cell, usize)>; 2]; 2]),
    /// It runs along a side, between the cells on both hands.
    Along([Option<Cell>; 2], Option<(Cell, usize)>),
}

/// Where a line is on its way.
struct Walk<'l> {
    lattice: &'l Lattice,
    at: Cell,
    /// On which hand of the line every corner of a cell lies, if its middle is on the line; and the middles beyond its sides.
    corners: [i64; 6],
    steps: [i64; 6],
    /// On which hand the middle of this cell lies.
    middle: i64,
}

impl Lattice {
    /// Goes through all that the line between the middles of two cells meets, until `stop` says so.
    pub fn along(&self, from: Cell, to: Cell, stop: &mut impl FnMut(Met) -> bool) -> bool {
        let ((x, y), (to_x, to_y)) = (self.centre(from), self.centre(to));
        let (dx, dy) = (to_x - x, to_y - y);
        let hand = |points: &[LatticePoint]| {
            let mut hands = [0; 6];
            points.iter().zip(&mut hands).for_each(|((x, y), hand)| *hand = dx * y - dy * x);
            hands
        };
        let (corners, steps) = (hand(self.shape.corners()), hand(self.shape.steps()));
        let mut walk = Walk { lattice: self, at: from, corners, steps, middle: 0 };
        loop {
            if stop(Met::Through(walk.at)) {
                return true;
            }
            if walk.at == to {
                return false;
            }
            match walk.on(stop) {
                Some(true) => return true,
                Some(false) => {}
                None => return false,
            }
        }
    }
}

impl Walk<'_> {
    /// Goes on to the next cell; nothing when there is none, which cannot be between two cells of a lattice.
    fn on(&mut self, stop: &mut impl FnMut(Met) -> bool) -> Option<bool> {
        let sides = self.lattice.shape.sides();
        let hand = |corner: usize| self.middle + self.corners[corner];
        let next = |side: usize| if side + 1 == sides { 0 } else { side + 1 };
        // Corners go clockwise, so the line leaves where they change from its left hand to its right one.
        let after = (0..sides).find(|side| hand(*side) <= 0 && hand(next(*side)) > 0)?;
        if hand(after) == 0 {
            return self.over_corner(after, stop);
        }
        let over = stop(Met::Over((self.at, after)));
        self.step(after)?;
        Some(over)
    }

    fn step(&mut self, side: usize) -> Option<()> {
        self.at = self.lattice.beside(self.at, side)?;
        self.middle += self.steps[side];
        Some(())
    }

    /// Leaves a cell at a corner, between the side before it and the one that begins there.
    fn over_corner(&mut self, corner: usize, stop: &mut impl FnMut(Met) -> bool) -> Option<bool> {
        let (lattice, at) = (self.lattice, self.at);
        let (before, after) = (lattice.before(corner), corner);
        let [left, right] = [before, after].map(|side| lattice.beside(at, side));
        let [near_left, near_right] = [before, after].map(|side| Some((at, side)));
        // The sides at the other end of what lies between left and right; of squares that is the same corner.
        let far = [left.map(|cell| (cell, after)), right.map(|cell| (cell, before))];
        let past =
            |cell: Option<Cell>, stop: &mut dyn FnMut(Met) -> bool| cell.is_some_and(|cell| stop(Met::Past(cell)));
        if lattice.shape.sides() == 4 {
            let ended =
                stop(Met::Ends([[near_left, far[0]], [near_right, far[1]]])) || past(left, stop) || past(right, stop);
            self.cross(before, after)?;
            return Some(ended);
        }
        let between = left.zip(right).map(|(left, _)| (left, (after + 1) % 6));
        // On which hand of the line the side between left and right lies.
        let side = self.corners[corner];
        if side == 0 {
            let ended = stop(Met::Ends([[near_left, None], [near_right, None]]))
                || stop(Met::Along([left, right], between))
                || stop(Met::Ends([[far[0], None], [far[1], None]]));
            self.cross(before, after)?;
            return Some(ended);
        }
        let (into, own, other, passed) =
            if side > 0 { (before, near_left, near_right, right) } else { (after, near_right, near_left, left) };
        let ended = stop(Met::Ends([[own, None], [other, between]])) || past(passed, stop);
        self.step(into)?;
        Some(ended)
    }

    /// To the cell beyond a corner, over one of the cells beside it.
    fn cross(&mut self, before: usize, after: usize) -> Option<()> {
        let over = |first: usize, then: usize| self.lattice.beside(self.lattice.beside(self.at, first)?, then);
        self.at = over(before, after).or_else(|| over(after, before))?;
        self.middle += self.steps[before] + self.steps[after];
        Some(())
    }
}
