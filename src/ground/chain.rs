//! What hangs together: chains of spaces that touch, and groups of them. Nothing here has a price.

use std::collections::VecDeque;

use super::Ground;

impl Ground {
    /// A chain from one of some spaces to one of others, over spaces that are inside only, ends included: with as few spaces
    /// as can be. Steps go to whom a space touches as the board says.
    #[must_use]
    pub fn connected(&self, from: &[usize], to: &[usize], is_inside: impl Fn(usize) -> bool) -> Option<Vec<usize>> {
        self.chain(from, to, |space| &self.neighbours[space], is_inside)
    }

    /// All spaces that hang together with some, over spaces that are inside only, in reading order.
    #[must_use]
    pub fn group(&self, from: &[usize], is_inside: impl Fn(usize) -> bool) -> Vec<usize> {
        let came = self.spread(from, &[], &|space| &self.neighbours[space], &is_inside).0;
        (0..self.spaces()).filter(|space| came[*space].is_some()).collect()
    }

    /// The shortest chain; of several the one that was found first, from the first of the spaces in order.
    pub(super) fn chain<'g, S>(
        &'g self,
        from: &[usize],
        to: &[usize],
        onward: impl Fn(usize) -> &'g Vec<S>,
        is_inside: impl Fn(usize) -> bool,
    ) -> Option<Vec<usize>>
    where
        S: Onward + 'g,
    {
        let (came, end) = self.spread(from, to, &onward, &is_inside);
        let mut at = end?;
        let mut chain = vec![at];
        while let Some(before) = came[at].filter(|before| *before != at) {
            chain.push(before);
            at = before;
        }
        chain.reverse();
        Some(chain)
    }

    /// From where every space was reached, the starts from themselves; and the first goal that was.
    fn spread<'g, S: Onward + 'g>(
        &'g self,
        from: &[usize],
        to: &[usize],
        onward: &impl Fn(usize) -> &'g Vec<S>,
        is_inside: &impl Fn(usize) -> bool,
    ) -> (Vec<Option<usize>>, Option<usize>) {
        let mut came = vec![None; self.spaces()];
        let mut open = VecDeque::new();
        for start in from.iter().filter(|start| is_inside(**start)) {
            came[*start] = Some(*start);
            open.push_back(*start);
        }
        while let Some(at) = open.pop_front() {
            if to.contains(&at) {
                return (came, Some(at));
            }
            for next in onward(at).iter().map(Onward::space) {
                if came[next].is_none() && is_inside(next) {
                    came[next] = Some(at);
                    open.push_back(next);
                }
            }
        }
        (came, None)
    }
}

/// Something that leads to a space.
pub(super) trait Onward {
    /// Which.
    fn space(&self) -> usize;
}

impl Onward for usize {
    fn space(&self) -> usize {
        *self
    }
}

impl Onward for (usize, usize) {
    fn space(&self) -> usize {
        self.0
    }
}
