//! Who sees whom: straight lines between the middles of squares, and what they touch. Lengths are halves of a square, so
//! that middles are odd and corners even, and everything is exact.
//!
//! A line never runs along a side. Where it meets one, it crosses it or touches its end, which is a corner.

use std::cell::RefCell;

use super::Ground;

/// Pairs of more spaces than this are not kept in mind.
const MOST_KEPT: usize = 1_500;
const HIDDEN: u8 = 1;
const SEEN: u8 = 2;

/// What hides, whatever the state of the game is.
#[derive(Debug, Clone, Default)]
pub struct Sight {
    /// Edges that hide what is behind them, by index into [`Ground::edges`].
    pub edges: Vec<bool>,
    /// Spaces that hide what is behind them.
    pub spaces: Vec<bool>,
    /// Whether a line gets past the end of an edge that it only touches; never between two that meet there.
    pub past_ends: bool,
    /// Whether a space hides from lines that only touch its corner, too.
    pub by_corners: bool,
    /// Whether a space that hides also hides what is on it.
    pub own: bool,
    /// What is known of pairs of spaces: nothing, hidden or seen.
    pub known: RefCell<Vec<u8>>,
}

/// What is different now. Empty lists say that nothing is.
#[derive(Debug, Clone, Default)]
pub struct Veil {
    /// Edges that hide now.
    pub edges: Vec<bool>,
    /// Spaces that hide now.
    pub spaces: Vec<bool>,
    /// Edges that do not hide now.
    pub opened: Vec<bool>,
}

impl Veil {
    const fn is_empty(&self) -> bool {
        self.edges.is_empty() && self.spaces.is_empty() && self.opened.is_empty()
    }
}

/// What a line touches.
#[derive(Debug, Clone, Copy)]
enum Touched {
    /// An edge, somewhere between its ends.
    Edge(usize),
    /// A corner, with the edges that end there: those to the left of the line, and those to its right.
    Corner([[Option<usize>; 2]; 2]),
    /// A square; whether at its corner only.
    Square(usize, bool),
}

impl Sight {
    /// Whether any square of one space is seen from any of another. Whoever is on the same space is seen.
    #[must_use]
    pub fn sees(&self, ground: &Ground, a: usize, b: usize, now: &Veil) -> bool {
        if a == b {
            return true;
        }
        if now.is_empty() {
            return self.sees_always(ground, a.min(b), a.max(b));
        }
        if now.opened.is_empty() && !self.sees_always(ground, a.min(b), a.max(b)) {
            return false;
        }
        self.looks(ground, a, b, now)
    }

    /// The edges and the spaces that hide two spaces from each other, in reading order; of spaces of several squares
    /// those between their first ones.
    #[must_use]
    pub fn between(&self, ground: &Ground, a: usize, b: usize, now: &Veil) -> (Vec<usize>, Vec<usize>) {
        let (mut edges, mut spaces) = (Vec::new(), Vec::new());
        if a != b && !self.sees(ground, a, b, now) {
            let line = SightLine::new(ground, ground.squares[a][0], ground.squares[b][0]);
            line.any(&mut |touched| {
                if self.hides(ground, touched, [a, b], now) {
                    match touched {
                        Touched::Edge(edge) => edges.push(edge),
                        Touched::Corner(ends) => {
                            edges.extend(ends.iter().flatten().flatten().filter(|edge| self.hides_edge(**edge, now)));
                        }
                        Touched::Square(square, _) => spaces.push(ground.owner[square]),
                    }
                }
                false
            });
        }
        for found in [&mut edges, &mut spaces] {
            found.sort_unstable();
            found.dedup();
        }
        (edges, spaces)
    }

    /// The same as long as the state does not matter, once for each pair.
    fn sees_always(&self, ground: &Ground, a: usize, b: usize) -> bool {
        let spaces = ground.spaces();
        if spaces > MOST_KEPT {
            return self.looks(ground, a, b, &Veil::default());
        }
        let mut known = self.known.borrow_mut();
        if known.is_empty() {
            known.resize(spaces * spaces, 0);
        }
        let kept = &mut known[a * spaces + b];
        if *kept == 0 {
            *kept = if self.looks(ground, a, b, &Veil::default()) { SEEN } else { HIDDEN };
        }
        *kept == SEEN
    }

    fn looks(&self, ground: &Ground, a: usize, b: usize, now: &Veil) -> bool {
        let mut pairs = ground.squares[a].iter().flat_map(|a| ground.squares[b].iter().map(move |b| (*a, *b)));
        pairs.any(|(from, to)| {
            !SightLine::new(ground, from, to).any(&mut |touched| self.hides(ground, touched, [a, b], now))
        })
    }

    fn hides_edge(&self, edge: usize, now: &Veil) -> bool {
        is_set(&self.edges, edge) && !is_set(&now.opened, edge) || is_set(&now.edges, edge)
    }

    fn hides(&self, ground: &Ground, touched: Touched, ends: [usize; 2], now: &Veil) -> bool {
        match touched {
            Touched::Edge(edge) => self.hides_edge(edge, now),
            Touched::Corner(sides) => {
                let hides =
                    |side: [Option<usize>; 2]| side.into_iter().flatten().any(|edge| self.hides_edge(edge, now));
                let [left, right] = sides.map(hides);
                if self.past_ends { left && right } else { left || right }
            }
            Touched::Square(square, at_corner) => {
                let space = ground.owner[square];
                (is_set(&self.spaces, space) || is_set(&now.spaces, space))
                    && (self.own || !ends.contains(&space))
                    && (self.by_corners || !at_corner)
            }
        }
    }
}

fn is_set(flags: &[bool], at: usize) -> bool {
    flags.get(at).copied().unwrap_or(false)
}

/// A line between the middles of two squares, from left to right.
struct SightLine<'g> {
    ground: &'g Ground,
    /// Where it starts, in half squares.
    from: (i64, i64),
    /// How far it goes.
    by: (i64, i64),
}

impl<'g> SightLine<'g> {
    fn new(ground: &'g Ground, a: usize, b: usize) -> Self {
        let middle = |square: usize| {
            let (column, row) = ground.place(square);
            (2 * whole(column) + 1, 2 * whole(row) + 1)
        };
        let (from, to) = (middle(a).min(middle(b)), middle(a).max(middle(b)));
        Self { ground, from, by: (to.0 - from.0, to.1 - from.1) }
    }

    /// Goes through all that it touches, until `stop` says so.
    fn any(&self, stop: &mut impl FnMut(Touched) -> bool) -> bool {
        self.upright_sides(stop) || self.level_sides(stop) || self.squares(stop)
    }

    /// Every side between a left and a right square that it crosses, and every corner that it touches.
    fn upright_sides(&self, stop: &mut impl FnMut(Touched) -> bool) -> bool {
        let ((x, y), (dx, dy)) = (self.from, self.by);
        ((x + 1)..(x + dx)).step_by(2).any(|at| {
            // Heights are so many times too large.
            let height = y * dx + dy * (at - x);
            let (column, row) = (at / 2, height.div_euclid(2 * dx));
            if height == 2 * row * dx {
                return self.corner(column, row, stop);
            }
            self.right_of(column - 1, row).is_some_and(|edge| stop(Touched::Edge(edge)))
        })
    }

    /// The corner at the upper left of a square. The line goes through two of the squares around it, and past the others.
    fn corner(&self, column: i64, row: i64, stop: &mut impl FnMut(Touched) -> bool) -> bool {
        let (up, down) = (self.right_of(column - 1, row - 1), self.right_of(column - 1, row));
        let (left, right) = (self.below(column - 1, row - 1), self.below(column, row - 1));
        let (edges, past) = if self.by.1 < 0 {
            ([[up, left], [down, right]], [(column - 1, row - 1), (column, row)])
        } else {
            ([[up, right], [down, left]], [(column, row - 1), (column - 1, row)])
        };
        stop(Touched::Corner(edges))
            || past
                .into_iter()
                .filter_map(|(column, row)| self.square(column, row))
                .any(|square| stop(Touched::Square(square, true)))
    }

    /// Every side between an upper and a lower square that it crosses.
    fn level_sides(&self, stop: &mut impl FnMut(Touched) -> bool) -> bool {
        let ((x, y), (dx, dy)) = (self.from, self.by);
        let steep = dy.abs();
        (1..steep).step_by(2).any(|down| {
            let at = y + down * dy.signum();
            let along = x * steep + dx * down;
            let (column, row) = (along.div_euclid(2 * steep), at / 2);
            // Corners were looked at from the other direction.
            along != 2 * column * steep && self.below(column, row - 1).is_some_and(|edge| stop(Touched::Edge(edge)))
        })
    }

    /// Every square that it goes through, its ends included.
    fn squares(&self, stop: &mut impl FnMut(Touched) -> bool) -> bool {
        let ((x, y), (dx, dy)) = (self.from, self.by);
        if dx == 0 {
            let (first, last) = (y.min(y + dy) / 2, y.max(y + dy) / 2);
            return (first..=last).any(|row| self.goes_through(x / 2, row, stop));
        }
        let end = x + dx;
        (x / 2..=end / 2).any(|column| {
            let height = |at: i64| y * dx + dy * (at.clamp(x, end) - x);
            let (left, right) = (height(2 * column), height(2 * column + 2));
            let (top, bottom) = (left.min(right), left.max(right));
            let last = if dy == 0 { y / 2 } else { (bottom - 1).div_euclid(2 * dx) };
            (top.div_euclid(2 * dx)..=last).any(|row| self.goes_through(column, row, stop))
        })
    }

    fn goes_through(&self, column: i64, row: i64, stop: &mut impl FnMut(Touched) -> bool) -> bool {
        self.square(column, row).is_some_and(|square| stop(Touched::Square(square, false)))
    }

    fn right_of(&self, column: i64, row: i64) -> Option<usize> {
        self.square(column, row).and_then(|square| self.ground.right[square])
    }

    fn below(&self, column: i64, row: i64) -> Option<usize> {
        self.square(column, row).and_then(|square| self.ground.below[square])
    }

    fn square(&self, column: i64, row: i64) -> Option<usize> {
        let (column, row) = (usize::try_from(column).ok()?, usize::try_from(row).ok()?);
        (column < self.ground.columns && row < self.ground.rows).then(|| row * self.ground.columns + column)
    }
}

/// Boards have at most some hundred squares along a side.
fn whole(number: usize) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}
