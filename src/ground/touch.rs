//! What is near: the spaces that touch one by their sides or corners, and those so many steps away, as if nothing stood
//! in the way.

use std::collections::BTreeSet;

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

/// The squares around one, in reading order, and whether they share a side with it.
pub(super) const AROUND: [((isize, isize), bool); 8] = [
    ((-1, -1), false),
    ((0, -1), true),
    ((1, -1), false),
    ((-1, 0), true),
    ((1, 0), true),
    ((-1, 1), false),
    ((0, 1), true),
    ((1, 1), false),
];

impl Ground {
    /// The spaces that touch one, in reading order, whatever lies between.
    #[must_use]
    pub fn touching(&self, space: usize, how: Touch) -> Vec<usize> {
        let mut sides = BTreeSet::new();
        let mut corners = BTreeSet::new();
        for square in &self.squares[space] {
            for (step, is_side) in AROUND {
                let Some(other) = self.beside(*square, step).map(|next| self.owner[next]) else { continue };
                if other != space {
                    if is_side {
                        sides.insert(other)
                    } else {
                        corners.insert(other)
                    };
                }
            }
        }
        match how {
            Touch::Sides => sides.into_iter().collect(),
            Touch::Corners => corners.difference(&sides).copied().collect(),
            Touch::Either => corners.union(&sides).copied().collect(),
        }
    }

    /// How many steps two spaces are apart: from the nearest squares of both.
    #[must_use]
    pub fn steps(&self, a: usize, b: usize, metric: Metric) -> usize {
        let apart = |(a, b): (&usize, &usize)| {
            let ((column, row), (other_column, other_row)) = (self.place(*a), self.place(*b));
            let (across, down) = (column.abs_diff(other_column), row.abs_diff(other_row));
            match metric {
                Metric::Sides => across + down,
                Metric::King => across.max(down),
            }
        };
        let pairs = self.squares[a].iter().flat_map(|a| self.squares[b].iter().map(move |b| (a, b)));
        pairs.map(apart).min().unwrap_or(0)
    }

    /// The spaces from `least` to `most` steps away, in reading order.
    #[must_use]
    pub fn apart(&self, space: usize, metric: Metric, least: usize, most: usize) -> Vec<usize> {
        let is_there = |other: &usize| (least..=most).contains(&self.steps(space, *other, metric));
        (0..self.spaces()).filter(is_there).collect()
    }
}
