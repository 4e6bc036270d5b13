//! The score: lines, totals, the ladder that breaks ties, and places of seats and teams. Nothing here knows what a game counts.

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

/// Seats that win or lose together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Team {
    /// What it is called.
    pub name: String,
    /// Its seats, in turn order.
    pub seats: Vec<Seat>,
}

/// Whoever can win: a team, or a seat that is in none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Contender {
    /// A team, by its place in the list.
    Team(usize),
    /// A seat.
    Seat(Seat),
}

/// One line of the score.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ScoreLine {
    /// Whose: a team's own, or of a seat, which counts for its team.
    pub whose: Contender,
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

/// One rung of the ladder that breaks ties.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rung {
    /// What is compared.
    pub what: String,
    /// For everybody who can win, in the order of [`Score::contenders`].
    pub values: Vec<i64>,
    /// Whether the fewest win, and not the most.
    pub fewest: bool,
}

/// What the rules say about the score.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Score {
    /// How many seats there are.
    pub seats: usize,
    /// Who plays together.
    pub teams: Vec<Team>,
    /// The lines.
    pub lines: Vec<ScoreLine>,
    /// What breaks ties.
    pub ladder: Vec<Rung>,
    /// Whether few points are better than many.
    pub lowest_wins: bool,
    /// Winners that are named without points.
    pub winners: Option<Vec<Contender>>,
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
    /// Who.
    pub who: Contender,
    /// Their points.
    pub total: Points,
    /// Their place, from 1; shared places have the same number.
    pub place: usize,
}

impl Score {
    /// All who can win: the teams, and then the seats that are in none.
    #[must_use]
    pub fn contenders(&self) -> Vec<Contender> {
        let teams = (0..self.teams.len()).map(Contender::Team);
        let alone = (0..self.seats).map(Seat).map(|seat| self.contender(seat));
        teams.chain(alone.filter(|one| matches!(one, Contender::Seat(_)))).collect()
    }

    /// The name of a team, or of a seat as it is called at the table.
    pub fn name_of<'n>(&'n self, who: Contender, seat: impl FnOnce(Seat) -> &'n str) -> &'n str {
        match who {
            Contender::Seat(who) => seat(who),
            Contender::Team(team) => self.teams.get(team).map_or("nobody", |team| team.name.as_str()),
        }
    }

    /// Who wins when a seat does: its team, or the seat alone.
    #[must_use]
    pub fn contender(&self, seat: Seat) -> Contender {
        let team = self.teams.iter().position(|team| team.seats.contains(&seat));
        team.map_or(Contender::Seat(seat), Contender::Team)
    }

    /// Whose place in the end a line counts for.
    #[must_use]
    pub fn counts_for(&self, line: &ScoreLine) -> Contender {
        match line.whose {
            Contender::Seat(seat) => self.contender(seat),
            team @ Contender::Team(_) => team,
        }
    }

    /// The points of a team with all its seats, or of one seat alone.
    #[must_use]
    pub fn total(&self, whose: Contender) -> Points {
        let is_own = |line: &&ScoreLine| line.whose == whose || self.counts_for(line) == whose;
        self.lines.iter().filter(is_own).fold(Points::default(), |sum, line| sum.plus(line.points))
    }

    /// Whether nothing is open any more.
    #[must_use]
    pub fn is_certain(&self) -> bool {
        self.lines.iter().all(|line| line.points.is_certain())
    }

    /// All who can win, the best first; ties that the ladder cannot break share a place.
    #[must_use]
    pub fn standings(&self) -> Vec<Standing> {
        let mut contenders = self.contenders();
        contenders.sort_by_key(|who| Reverse(self.rank(*who)));
        let mut standings: Vec<Standing> = Vec::new();
        for (n, who) in contenders.into_iter().enumerate() {
            let shared = standings.last().filter(|above| self.rank(above.who) == self.rank(who));
            let place = shared.map_or(n + 1, |above| above.place);
            standings.push(Standing { who, total: self.total(who), place });
        }
        standings
    }

    /// Who wins, or would.
    #[must_use]
    pub fn winners(&self) -> Vec<Contender> {
        let first = |standing: &Standing| (standing.place == 1).then_some(standing.who);
        self.winners.clone().unwrap_or_else(|| {
            let mut first: Vec<Contender> = self.standings().iter().filter_map(first).collect();
            first.sort_unstable();
            first
        })
    }

    /// The rungs that had to be looked at to tell the first places apart.
    #[must_use]
    pub fn rungs_used(&self) -> &[Rung] {
        let Some(best) = self.standings().first().map(|first| self.total(first.who)) else { return &[] };
        let mut tied = self.contenders();
        tied.retain(|who| self.total(*who) == best);
        let mut used = 0;
        for rung in &self.ladder {
            if tied.len() < 2 {
                break;
            }
            used += 1;
            let most = tied.iter().map(|who| self.height(rung, *who)).max();
            tied.retain(|who| Some(self.height(rung, *who)) == most);
        }
        &self.ladder[..used]
    }

    /// What a rung says of somebody who can win.
    #[must_use]
    pub fn value(&self, rung: &Rung, who: Contender) -> i64 {
        let at = self.contenders().iter().position(|one| *one == who);
        at.and_then(|at| rung.values.get(at)).copied().unwrap_or(0)
    }

    /// The same so that more is better.
    fn height(&self, rung: &Rung, who: Contender) -> i64 {
        let value = self.value(rung, who);
        if rung.fewest { value.saturating_neg() } else { value }
    }

    /// What somebody is sorted by: more is better.
    fn rank(&self, who: Contender) -> (bool, i64, Vec<i64>) {
        let total = self.total(who);
        let middle = total.least.saturating_add(total.most);
        let named = self.winners.as_ref().is_some_and(|winners| winners.contains(&who));
        let rungs = self.ladder.iter().map(|rung| self.height(rung, who)).collect();
        (named, if self.lowest_wins { middle.saturating_neg() } else { middle }, rungs)
    }
}
