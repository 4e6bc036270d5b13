//! What is near: the spaces that touch one by their sides or corners, those so many steps away, and those on a straight
//! line, as if nothing stood in the way. On a map, connections take the place of sides.

use std::collections::{BTreeSet, VecDeque};

use crate::model::{Cell, Lattice, Met};

use super::Ground;

/// How two spaces touch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Touch {
    /// They share a side.
    Sides,
    /// They share a corner and no side.
    Corners,
    /// Either.
    Either,
}

/// How steps are counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Metric {
    /// Over sides.
    Sides,
    /// Over sides and corners.
    King,
}

impl Ground {
    /// The spaces that touch one, in reading order, whatever lies between; on a map those that connections lead to.
    #[must_use]
    pub fn touching(&self, space: usize, how: Touch) -> Vec<usize> {
        let mut sides: BTreeSet<usize> = self.connections[space].iter().map(|(to, _)| *to).collect();
        let mut corners = BTreeSet::new();
        for square in self.squares[space].iter().filter(|_| self.lattice.is_some()) {
            for side in 0..self.shape_sides() {
                sides.extend(self.beside(*square, side).map(|next| self.owner[next]).filter(|other| *other != space));
                let across = self.lattice.and_then(|lattice| lattice.across_corner(self.cells[*square], side));
                let across = across.and_then(|(cell, _)| self.space_of(cell));
                corners.extend(across.filter(|other| *other != space));
            }
        }
        match how {
            Touch::Sides => sides.into_iter().collect(),
            Touch::Corners => corners.difference(&sides).copied().collect(),
            Touch::Either => corners.union(&sides).copied().collect(),
        }
    }

    /// How many steps two spaces are apart: from the nearest cells of both. On a map there may be no way.
    #[must_use]
    pub fn steps(&self, a: usize, b: usize, metric: Metric) -> Option<usize> {
        let Some(lattice) = &self.lattice else { return self.connected_steps(a)[b] };
        let apart = |(a, b): (&usize, &usize)| {
            let (a, b) = (self.cells[*a], self.cells[*b]);
            match metric {
                Metric::Sides => lattice.distance(a, b),
                Metric::King => lattice.king_distance(a, b),
            }
        };
        let pairs = self.squares[a].iter().flat_map(|a| self.squares[b].iter().map(move |b| (a, b)));
        pairs.map(apart).min()
    }

    /// The spaces from `least` to `most` steps away, in reading order.
    #[must_use]
    pub fn apart(&self, space: usize, metric: Metric, least: usize, most: usize) -> Vec<usize> {
        let is_there = |steps: Option<usize>| steps.is_some_and(|steps| (least..=most).contains(&steps));
        if self.lattice.is_none() {
            let steps = self.connected_steps(space);
            return (0..self.spaces()).filter(|other| is_there(steps[*other])).collect();
        }
        (0..self.spaces()).filter(|other| is_there(self.steps(space, *other, metric))).collect()
    }

    /// How many connections lead from a space to every other one, by the fewest.
    fn connected_steps(&self, from: usize) -> Vec<Option<usize>> {
        let mut steps = vec![None; self.spaces()];
        steps[from] = Some(0);
        let mut open = VecDeque::from([(from, 0)]);
        while let Some((at, far)) = open.pop_front() {
            for (to, _) in &self.connections[at] {
                if steps[*to].is_none() {
                    steps[*to] = Some(far + 1);
                    open.push_back((*to, far + 1));
                }
            }
        }
        steps
    }

    /// The spaces that the straight line between the middles of two goes through, both included and from one to the other;
    /// of several cells those that are nearest count. On a map it is the way with the fewest connections, if there is one.
    #[must_use]
    pub fn line(&self, a: usize, b: usize) -> Option<Vec<usize>> {
        let Some(lattice) = &self.lattice else {
            return self.chain(&[a], &[b], |space| &self.connections[space], |_| true);
        };
        let pairs = self.squares[a].iter().flat_map(|a| self.squares[b].iter().map(move |b| (*a, *b)));
        let (from, to) = pairs.min_by_key(|(a, b)| (lattice.distance(self.cells[*a], self.cells[*b]), *a, *b))?;
        let mut line = Vec::new();
        lattice.along(self.cells[from], self.cells[to], &mut |met| {
            let cell = match met {
                Met::Through(cell) => Some(cell),
                // Of two that it runs between, the first.
                Met::Along(cells, _) => cells.into_iter().flatten().min_by_key(|cell| (cell.row, cell.column)),
                Met::Past(_) | Met::Over(_) | Met::Ends(_) => None,
            };
            line.extend(cell.and_then(|cell| self.space_of(cell)));
            false
        });
        line.dedup();
        Some(line)
    }

    /// The spaces that have nothing beyond the sides that face a rim, or beyond any of their sides. A gap that is closed in by
    /// spaces is no rim.
    #[must_use]
    pub fn at_rim(&self, rim: Option<&str>) -> Vec<usize> {
        let Some(lattice) = &self.lattice else { return Vec::new() };
        let outside = self.gaps_outside(lattice);
        let ends = |cell: usize, side: usize| {
            lattice.beside(self.cells[cell], side).is_none_or(|beyond| outside.contains(&(beyond.column, beyond.row)))
        };
        let is_there = |cell: &usize| match rim.map(|rim| lattice.shape.facing(rim)) {
            Some(facing) => facing.iter().all(|side| ends(*cell, *side)),
            None => (0..self.shape_sides()).any(|side| ends(*cell, side)),
        };
        (0..self.spaces()).filter(|space| self.squares[*space].iter().any(is_there)).collect()
    }

    /// The cells without a space from which a way over such cells leads out.
    fn gaps_outside(&self, lattice: &Lattice) -> BTreeSet<(usize, usize)> {
        let is_gap = |cell: &Cell| self.space_of(*cell).is_none();
        let leads_out = |cell: &Cell| (0..lattice.shape.sides()).any(|side| lattice.beside(*cell, side).is_none());
        let mut open: Vec<Cell> = lattice.cells().filter(is_gap).filter(leads_out).collect();
        let mut outside = BTreeSet::new();
        while let Some(cell) = open.pop() {
            if outside.insert((cell.column, cell.row)) {
                let beside = (0..lattice.shape.sides()).filter_map(|side| lattice.beside(cell, side));
                open.extend(beside.filter(is_gap));
            }
        }
        outside
    }

    /// The space so many cells from the first cell of another one, straight on over a side.
    #[must_use]
    pub fn toward(&self, space: usize, side: usize, steps: usize) -> Option<usize> {
        let lattice = self.lattice?;
        let mut cell = self.cells[*self.squares[space].first()?];
        for _ in 0..steps {
            cell = lattice.beside(cell, side)?;
        }
        self.space_of(cell)
    }

    /// What the sides of cells are called; nothing on a map.
    #[must_use]
    pub fn directions(&self) -> &'static [&'static str] {
        self.lattice.map_or(&[], |lattice| lattice.shape.directions())
    }

    pub(super) fn shape_sides(&self) -> usize {
        self.lattice.map_or(0, |lattice| lattice.shape.sides())
    }
}
