//! The score: lines, totals, the ladder that breaks ties, and places. Nothing here knows what a game counts.

use std::cmp::Reverse;

use super::Seat;

/// Points that may still be open.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Points {
    /// At least so many.
    pub least: i64,
    /// At most so many.
    pub most: i64,
}

impl Points {
    /// Points that are certain.
    #[must_use]
    pub const fn exactly(points: i64) -> Self {
        Self { least: points, most: points }
    }

    /// Whether nothing is open any more.
    #[must_use]
    pub const fn is_certain(self) -> bool {
        self.least == self.most
    }

    fn plus(self, other: Self) -> Self {
        Self { least: self.least.saturating_add(other.least), most: self.most.saturating_add(other.most) }
    }
}

impl std::fmt::Display for Points {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.is_certain() { write!(out, "{}", self.least) } else { write!(out, "{} to {}", self.least, self.most) }
    }
}

/// One line of the score.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ScoreLine {
    /// Whose.
    pub seat: Seat,
    /// What for.
    pub what: String,
    /// How many.
    pub points: Points,
    /// The heading of the rules that says so.
    pub rule: Option<String>,
    /// The mark of the sentences in the log that led to it.
    pub about: Option<String>,
    /// The fields of the state that it counts.
    pub fields: Vec<String>,
}

/// One rung of the ladder that breaks ties: the highest wins.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rung {
    /// What is compared.
    pub what: String,
    /// For every seat.
    pub values: Vec<i64>,
}

/// What the rules say about the score.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Score {
    /// How many seats there are.
    pub seats: usize,
    /// The lines.
    pub lines: Vec<ScoreLine>,
    /// What breaks ties.
    pub ladder: Vec<Rung>,
    /// Whether few points are better than many.
    pub lowest_wins: bool,
    /// Winners that are named without points.
    pub winners: Option<Vec<Seat>>,
    /// Why they win.
    pub because: Option<String>,
    /// The mark of the sentences in the log that led to it.
    pub about: Option<String>,
    /// The fields of the state that decide it.
    pub fields: Vec<String>,
}

/// Who is where in the end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Standing {
    /// The seat.
    pub seat: Seat,
    /// Its points.
    pub total: Points,
    /// Its place, from 1; shared places have the same number.
    pub place: usize,
}

impl Score {
    /// The points of a seat.
    #[must_use]
    pub fn total(&self, seat: Seat) -> Points {
        let own = self.lines.iter().filter(|line| line.seat == seat);
        own.fold(Points::default(), |sum, line| sum.plus(line.points))
    }

    /// Whether nothing is open any more.
    #[must_use]
    pub fn is_certain(&self) -> bool {
        self.lines.iter().all(|line| line.points.is_certain())
    }

    /// All seats, the best first; ties that the ladder cannot break share a place.
    #[must_use]
    pub fn standings(&self) -> Vec<Standing> {
        let mut seats: Vec<Seat> = (0..self.seats).map(Seat).collect();
        seats.sort_by_key(|seat| Reverse(self.rank(*seat)));
        let mut standings: Vec<Standing> = Vec::new();
        for (n, seat) in seats.iter().enumerate() {
            let shared = standings.last().filter(|above| self.rank(above.seat) == self.rank(*seat));
            let place = shared.map_or(n + 1, |above| above.place);
            standings.push(Standing { seat: *seat, total: self.total(*seat), place });
        }
        standings
    }

    /// Who wins, or would.
    #[must_use]
    pub fn winners(&self) -> Vec<Seat> {
        let first = |standing: &Standing| (standing.place == 1).then_some(standing.seat);
        self.winners.clone().unwrap_or_else(|| {
            let mut first: Vec<Seat> = self.standings().iter().filter_map(first).collect();
            first.sort_unstable();
            first
        })
    }

    /// The rungs that had to be looked at to tell the first places apart.
    #[must_use]
    pub fn rungs_used(&self) -> &[Rung] {
        let total = |seat: Seat| (self.total(seat).least, self.total(seat).most);
        let Some(best) = self.standings().first().map(|first| first.seat) else { return &[] };
        let mut tied: Vec<Seat> = (0..self.seats).map(Seat).filter(|seat| total(*seat) == total(best)).collect();
        let mut used = 0;
        for rung in &self.ladder {
            if tied.len() < 2 {
                break;
            }
            used += 1;
            let value = |seat: &Seat| rung.values.get(seat.0).copied().unwrap_or(0);
            let most = tied.iter().map(value).max();
            tied.retain(|seat| Some(value(seat)) == most);
        }
        &self.ladder[..used]
    }

    /// What a seat is sorted by: more is better.
    fn rank(&self, seat: Seat) -> (bool, i64, Vec<i64>) {
        let total = self.total(seat);
        let middle = total.least.saturating_add(total.most);
        let named = self.winners.as_ref().is_some_and(|winners| winners.contains(&seat));
        let rungs = self.ladder.iter().map(|rung| rung.values.get(seat.0).copied().unwrap_or(0)).collect();
        (named, if self.lowest_wins { middle.saturating_neg() } else { middle }, rungs)
    }
}
