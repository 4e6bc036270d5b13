//! The cheapest ways over a board: what every step costs is said once, what is different now with every question. Of
//! ways that cost the same the one whose spaces come first in reading order is taken.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::{Ground, Touch};
use crate::model::Adjacency;

/// The cost of a space that cannot be reached.
pub const UNREACHED: u32 = u32::MAX;

/// Which spaces one steps between.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Steps {
    /// Those that touch as the board says, and its links.
    Board,
    /// Those that share a side.
    Sides,
    /// Those that share a side or a corner.
    King,
    /// The board's links only.
    Links,
}

/// A part of a step that has a price: an edge that it crosses, or the step itself when it crosses none.
#[derive(Debug, Clone, Copy)]
pub struct Crossing {
    /// The space it leaves.
    pub from: usize,
    /// The space it enters.
    pub to: usize,
    /// The edge it crosses, by index into [`Ground::edges`].
    pub edge: Option<usize>,
    /// Whether it goes over a corner, and so crosses all edges that end there.
    pub corner: bool,
}

/// What is different now. Empty lists say that nothing is.
#[derive(Debug, Clone, Default)]
pub struct Now {
    /// Spaces that cannot be entered.
    pub blocked: Vec<bool>,
    /// Edges that cannot be crossed.
    pub shut: Vec<bool>,
    /// Edges that are crossed as if nothing lay there.
    pub opened: Vec<bool>,
    /// What entering a space costs besides.
    pub extra: Vec<u32>,
    /// What crossing an edge costs besides.
    pub toll: Vec<u32>,
}

fn is_set(flags: &[bool], at: usize) -> bool {
    flags.get(at).copied().unwrap_or(false)
}

fn more(costs: &[u32], at: usize) -> u32 {
    costs.get(at).copied().unwrap_or(0)
}

/// A step between two nodes.
#[derive(Debug, Clone, Copy)]
struct Arc {
    from: usize,
    to: usize,
    /// What it costs besides entering, when it crosses no edge.
    bare: u32,
    /// The edges that it crosses: a part of [`Ways::crossed`].
    crossed: (usize, usize),
}

/// All steps over a board with what they cost. A node is a space, or a cell where every cell is a step of its own.
#[derive(Debug, Clone)]
pub struct Ways {
    /// The space of every node.
    space: Vec<usize>,
    /// The nodes of every space.
    nodes: Vec<Vec<usize>>,
    /// What entering a space costs; nobody enters the others.
    enter: Vec<Option<u32>>,
    /// All steps, by their first node and then by their second.
    arcs: Vec<Arc>,
    /// Where the steps from every node begin.
    out: Vec<usize>,
    /// All steps by their second node, and where those to every node begin.
    back: (Vec<usize>, Vec<usize>),
    /// The edges that steps cross, what that costs, and what it costs once they are opened; nobody crosses the others.
    crossed: Vec<(usize, Option<u32>, u32)>,
}

/// A step before its price is known: from node to node, or from square to square.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct NodeStep {
    from: usize,
    to: usize,
    /// The edges that it crosses.
    edges: Vec<usize>,
    /// Whether it goes over a corner.
    corner: bool,
}

/// Costs from or to some spaces, by node, and when each was settled.
struct Flood {
    cost: Vec<u32>,
    settled: Vec<u32>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Direction {
    From,
    To,
}

impl Ways {
    /// Asks once what every space and every crossing costs; nothing means never. With `by_squares` a space of several
    /// cells is crossed cell by cell, otherwise it is a single step.
    ///
    /// # Errors
    /// Those of the functions that were asked.
    pub fn new<E>(
        ground: &Ground,
        steps: Steps,
        by_squares: bool,
        mut enter: impl FnMut(usize) -> Result<Option<u32>, E>,
        mut cross: impl FnMut(Crossing) -> Result<Option<u32>, E>,
    ) -> Result<Self, E> {
        let spaces = 0..ground.spaces();
        let (space, nodes) = if by_squares {
            (ground.owner.clone(), ground.squares.clone())
        } else {
            (spaces.clone().collect(), spaces.clone().map(|space| vec![space]).collect())
        };
        let enter: Vec<Option<u32>> = spaces.map(&mut enter).collect::<Result<_, E>>()?;
        let mut ways = Self {
            space,
            nodes,
            enter,
            arcs: Vec::new(),
            out: Vec::new(),
            back: (Vec::new(), Vec::new()),
            crossed: Vec::new(),
        };
        for step in ways.steps(ground, steps, by_squares) {
            ways.add(step, ground, &mut cross)?;
        }
        let mut back: Vec<usize> = (0..ways.arcs.len()).collect();
        back.sort_by_key(|arc| (ways.arcs[*arc].to, ways.arcs[*arc].from));
        let count = ways.space.len();
        ways.out = starts(count, ways.arcs.iter().map(|arc| arc.from));
        ways.back = (back.clone(), starts(count, back.iter().map(|arc| ways.arcs[*arc].to)));
        Ok(ways)
    }

    /// All steps from node to node that end where somebody enters, in reading order.
    fn steps(&self, ground: &Ground, steps: Steps, by_squares: bool) -> Vec<NodeStep> {
        let node = |square: usize| if by_squares { square } else { ground.owner[square] };
        let of_squares = ground.steps_of(steps).into_iter().map(|step| NodeStep {
            from: node(step.from),
            to: node(step.to),
            ..step
        });
        let mut found: Vec<NodeStep> = of_squares.filter(|step| step.from != step.to).collect();
        if matches!(steps, Steps::Board | Steps::Links) {
            for (a, b) in ground.links.iter().flat_map(|&(a, b)| [(a, b), (b, a)]) {
                let ends = self.nodes[a].iter().flat_map(|from| self.nodes[b].iter().map(move |to| (*from, *to)));
                found.extend(ends.map(|(from, to)| NodeStep { from, to, edges: Vec::new(), corner: false }));
            }
        }
        found.retain(|step| self.enter[self.space[step.to]].is_some());
        found.sort();
        found.dedup();
        found
    }

    /// Asks what a step costs, and keeps it if it can ever be taken.
    fn add<E>(
        &mut self,
        step: NodeStep,
        ground: &Ground,
        cross: &mut impl FnMut(Crossing) -> Result<Option<u32>, E>,
    ) -> Result<(), E> {
        let ends = Crossing { from: self.space[step.from], to: self.space[step.to], edge: None, corner: step.corner };
        let first = self.crossed.len();
        let is_bare = step.edges.is_empty() && ends.from != ends.to;
        let bare = if is_bare { cross(ends)? } else { Some(0) };
        for edge in step.edges {
            // Nothing is left of a wall, but a way is as long as before.
            let opened = if ground.lattice.is_none() { ground.edges[edge].cost } else { 0 };
            self.crossed.push((edge, cross(Crossing { edge: Some(edge), ..ends })?, opened));
        }
        let crossed = (first, self.crossed.len());
        self.arcs.extend(bare.map(|bare| Arc { from: step.from, to: step.to, bare, crossed }));
        Ok(())
    }

    /// The cost of every space from the nearest of some, up to a budget. Goals are entered even when they are blocked.
    #[must_use]
    pub fn reach(&self, from: &[usize], goals: &[usize], budget: u32, now: &Now) -> Vec<u32> {
        self.of_spaces(&self.flood(Direction::From, (from, goals), budget, now))
    }

    /// What it costs from every space to the nearest of some, which are entered even when they are blocked.
    #[must_use]
    pub fn distances(&self, goals: &[usize], budget: u32, now: &Now) -> Vec<u32> {
        self.of_spaces(&self.flood(Direction::To, (goals, goals), budget, now))
    }

    /// The cheapest way from one of some spaces to one of others, both ends included, and its cost.
    #[must_use]
    pub fn path(&self, from: &[usize], goals: &[usize], budget: u32, now: &Now) -> Option<(Vec<usize>, u32)> {
        let flood = self.flood(Direction::To, (goals, goals), budget, now);
        let starts = from.iter().flat_map(|space| &self.nodes[*space]).copied();
        let mut at = starts.min_by_key(|node| (flood.cost[*node], *node))?;
        let cost = flood.cost[at];
        let goal = flags(self.nodes.len(), goals);
        let mut path = vec![self.space[at]];
        while flood.cost[at] != UNREACHED && flood.settled[at] != 0 && !goal[self.space[at]] {
            at = self.next_on(&flood, at, &goal, now)?;
            if path.last() != Some(&self.space[at]) {
                path.push(self.space[at]);
            }
        }
        (cost != UNREACHED).then_some((path, cost))
    }

    /// What a single step costs now.
    #[must_use]
    pub fn step(&self, from: usize, to: usize, now: &Now) -> Option<u32> {
        let arcs = self.nodes[from].iter().flat_map(|node| self.arcs_from(*node));
        let costs = arcs.filter(|arc| self.space[arc.to] == to && !is_set(&now.blocked, to));
        costs.filter_map(|arc| self.price(arc, now)).min()
    }

    fn arcs_from(&self, node: usize) -> &[Arc] {
        &self.arcs[self.out[node]..self.out[node + 1]]
    }

    /// The first node in reading order that is on a cheapest way.
    fn next_on(&self, flood: &Flood, at: usize, goal: &[bool], now: &Now) -> Option<usize> {
        let is_next = |arc: &&Arc| {
            let space = self.space[arc.to];
            let rest = flood.cost[arc.to];
            // A step that costs nothing must not lead back.
            rest != UNREACHED
                && (goal[space] || !is_set(&now.blocked, space))
                && self.price(arc, now).is_some_and(|price| {
                    price + rest == flood.cost[at] && (price > 0 || flood.settled[arc.to] < flood.settled[at])
                })
        };
        self.arcs_from(at).iter().find(is_next).map(|arc| arc.to)
    }

    /// What a step costs now, if it can be taken, whoever is there.
    fn price(&self, arc: &Arc, now: &Now) -> Option<u32> {
        let to = self.space[arc.to];
        let mut crossing = arc.bare;
        for (edge, cost, opened) in &self.crossed[arc.crossed.0..arc.crossed.1] {
            if is_set(&now.shut, *edge) {
                return None;
            }
            let cost = if is_set(&now.opened, *edge) { Some(*opened) } else { *cost };
            crossing = crossing.max(cost? + more(&now.toll, *edge));
        }
        Some(self.enter[to]? + crossing + more(&now.extra, to))
    }

    fn flood(&self, direction: Direction, (from, goals): (&[usize], &[usize]), budget: u32, now: &Now) -> Flood {
        let mut flood = Flood { cost: vec![UNREACHED; self.space.len()], settled: vec![UNREACHED; self.space.len()] };
        let goal = flags(self.nodes.len(), goals);
        let is_shut = |space: usize| is_set(&now.blocked, space) && !goal[space];
        let mut open = BinaryHeap::new();
        for node in from.iter().flat_map(|space| &self.nodes[*space]) {
            flood.cost[*node] = 0;
            open.push(Reverse((0_u32, *node)));
        }
        let mut count = 0;
        while let Some(Reverse((cost, at))) = open.pop() {
            if flood.settled[at] != UNREACHED {
                continue;
            }
            flood.settled[at] = count;
            count += 1;
            let mut look = |arc: &Arc, next: usize| {
                let Some(price) = self.price(arc, now) else { return };
                let sum = cost.saturating_add(price);
                if sum < flood.cost[next] && sum <= budget {
                    flood.cost[next] = sum;
                    open.push(Reverse((sum, next)));
                }
            };
            match direction {
                Direction::From => {
                    let arcs = self.arcs_from(at).iter().filter(|arc| !is_shut(self.space[arc.to]));
                    arcs.for_each(|arc| look(arc, arc.to));
                }
                // Nobody goes on from a space that could not be entered before.
                Direction::To if is_shut(self.space[at]) => {}
                Direction::To => {
                    let (arcs, first) = &self.back;
                    let arcs = arcs[first[at]..first[at + 1]].iter().map(|arc| &self.arcs[*arc]);
                    arcs.for_each(|arc| look(arc, arc.from));
                }
            }
        }
        flood
    }

    /// The least cost of the nodes of every space.
    fn of_spaces(&self, flood: &Flood) -> Vec<u32> {
        let least = |nodes: &Vec<usize>| nodes.iter().map(|node| flood.cost[*node]).min().unwrap_or(UNREACHED);
        self.nodes.iter().map(least).collect()
    }
}

impl Ground {
    /// Steps from cell to cell; on a map from place to place, along connections.
    fn steps_of(&self, steps: Steps) -> Vec<NodeStep> {
        let how = match (steps, self.adjacency) {
            (Steps::Sides, _) | (Steps::Board, Adjacency::Orthogonal) => Touch::Sides,
            (Steps::King, _) | (Steps::Board, Adjacency::King) => Touch::Either,
            (Steps::Links, _) | (Steps::Board, Adjacency::Listed) => return Vec::new(),
        };
        let along = |from: usize| {
            let step = move |(to, edge): &(usize, usize)| NodeStep { from, to: *to, edges: vec![*edge], corner: false };
            self.connections[from].iter().map(step)
        };
        let mut found: Vec<NodeStep> = (0..self.connections.len()).flat_map(along).collect();
        for (from, side) in (0..self.cells.len()).flat_map(|cell| (0..self.shape_sides()).map(move |side| (cell, side)))
        {
            let cell = self.cells[from];
            let edges = self.edge_on((cell, side)).into_iter().collect();
            found.extend(self.beside(from, side).map(|to| NodeStep { from, to, edges, corner: false }));
            let across = self.lattice.and_then(|lattice| lattice.across_corner(cell, side));
            let Some((across, ending)) = across.filter(|_| how == Touch::Either) else { continue };
            let edges = ending.iter().filter_map(|side| self.edge_on(*side)).collect();
            found.extend(self.number(across).map(|to| NodeStep { from, to, edges, corner: true }));
        }
        found
    }
}

/// Where the runs of equal numbers begin in a sorted list.
fn starts(count: usize, sorted: impl Iterator<Item = usize>) -> Vec<usize> {
    let mut starts = vec![0; count + 1];
    sorted.for_each(|number| starts[number + 1] += 1);
    for number in 0..count {
        starts[number + 1] += starts[number];
    }
    starts
}

fn flags(count: usize, set: &[usize]) -> Vec<bool> {
    let mut flags = vec![false; count];
    for at in set {
        flags[*at] = true;
    }
    flags
}
