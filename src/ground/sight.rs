//! Who sees whom: straight lines between the middles of cells, and whether anything that they meet hides. On a map one sees
//! along connections, from place to place.

use std::cell::RefCell;

use crate::model::{Cell, Met};

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

impl Sight {
    /// Whether any cell of one space is seen from any of another. Whoever is on the same space is seen.
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

    /// The edges and the spaces that hide two spaces from each other, in reading order; of spaces of several cells
    /// those between their first ones.
    #[must_use]
    pub fn between(&self, ground: &Ground, a: usize, b: usize, now: &Veil) -> (Vec<usize>, Vec<usize>) {
        let (mut edges, mut spaces) = (Vec::new(), Vec::new());
        if a == b || self.sees(ground, a, b, now) {
            return (edges, spaces);
        }
        let Some(lattice) = &ground.lattice else { return self.between_places(ground, a, b, now) };
        let [from, to] = [a, b].map(|space| ground.cells[ground.squares[space][0]]);
        lattice.along(from, to, &mut |met| {
            if self.hides(ground, met, [a, b], now) {
                let hiding = |side: &(Cell, usize)| ground.edge_on(*side).filter(|edge| self.hides_edge(*edge, now));
                match met {
                    Met::Over(side) => edges.extend(hiding(&side)),
                    Met::Ends(ends) => edges.extend(ends.iter().flatten().flatten().filter_map(hiding)),
                    Met::Through(cell) | Met::Past(cell) => spaces.extend(ground.space_of(cell)),
                    Met::Along(cells, side) => {
                        edges.extend(side.iter().filter_map(hiding));
                        let there = cells.into_iter().flatten().filter_map(|cell| ground.space_of(cell));
                        spaces.extend(there.filter(|space| self.hides_space(*space, [a, b], now)));
                    }
                }
            }
            false
        });
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
        let Some(lattice) = &ground.lattice else { return self.looks_along(ground, a, b, now) };
        let mut pairs = ground.squares[a].iter().flat_map(|a| ground.squares[b].iter().map(move |b| (*a, *b)));
        pairs.any(|(from, to)| {
            let (from, to) = (ground.cells[from], ground.cells[to]);
            !lattice.along(from, to, &mut |met| self.hides(ground, met, [a, b], now))
        })
    }

    /// Whether one sees a place of a map: along connections either way, over places that do not hide.
    fn looks_along(&self, ground: &Ground, a: usize, b: usize, now: &Veil) -> bool {
        let is_open = |space: usize| !self.hides_space(space, [a, b], now);
        let open = |edges: &Vec<(usize, usize)>| {
            edges.iter().copied().filter(|(_, edge)| !self.hides_edge(*edge, now)).collect()
        };
        let lines: Vec<Vec<(usize, usize)>> = ground.seen_along.iter().map(open).collect();
        ground.chain(&[a], &[b], |space| &lines[space], is_open).is_some()
    }

    /// What hides on the shortest way over a map.
    fn between_places(&self, ground: &Ground, a: usize, b: usize, now: &Veil) -> (Vec<usize>, Vec<usize>) {
        let chain = ground.chain(&[a], &[b], |space| &ground.seen_along[space], |_| true).unwrap_or_default();
        let edge = |pair: &[usize]| {
            let between = ground.seen_along[pair[0]].iter().filter(|(to, _)| *to == pair[1]).map(|(_, edge)| *edge);
            let edges: Vec<usize> = between.collect();
            let hidden = edges.iter().all(|edge| self.hides_edge(*edge, now));
            edges.into_iter().filter(move |_| hidden).collect::<Vec<_>>()
        };
        let mut edges: Vec<usize> = chain.windows(2).flat_map(edge).collect();
        let mut spaces = chain.clone();
        spaces.retain(|space| self.hides_space(*space, [a, b], now));
        edges.sort_unstable();
        spaces.sort_unstable();
        (edges, spaces)
    }

    fn hides_edge(&self, edge: usize, now: &Veil) -> bool {
        is_set(&self.edges, edge) && !is_set(&now.opened, edge) || is_set(&now.edges, edge)
    }

    fn hides_space(&self, space: usize, ends: [usize; 2], now: &Veil) -> bool {
        (is_set(&self.spaces, space) || is_set(&now.spaces, space)) && (self.own || !ends.contains(&space))
    }

    fn hides(&self, ground: &Ground, met: Met, ends: [usize; 2], now: &Veil) -> bool {
        let by_edge = |side: (Cell, usize)| ground.edge_on(side).is_some_and(|edge| self.hides_edge(edge, now));
        let by_space = |cell: Cell| ground.space_of(cell).is_some_and(|space| self.hides_space(space, ends, now));
        match met {
            Met::Through(cell) => by_space(cell),
            Met::Past(cell) => self.by_corners && by_space(cell),
            Met::Over(side) => by_edge(side),
            Met::Ends(hands) => {
                let [left, right] = hands.map(|sides| sides.into_iter().flatten().any(by_edge));
                if self.past_ends { left && right } else { left || right }
            }
            Met::Along(cells, side) => {
                let [left, right] = cells.map(|cell| cell.is_some_and(by_space));
                side.is_some_and(by_edge) || if self.by_corners { left || right } else { left && right }
            }
        }
    }
}

fn is_set(flags: &[bool], at: usize) -> bool {
    flags.get(at).copied().unwrap_or(false)
}
