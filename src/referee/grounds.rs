//! Which entries of the log led to a score: what was said about a line, adjustments of what it counts, and the steps that
//! changed that. Nothing here knows what a game counts.

use std::collections::BTreeSet;

use super::{Effect, LogLine, Points, Problem, Score, ScoreLine, Table, View};

impl Table {
    /// What the steps after an entry have changed, the one that is being played included. What was secret is so until the game is
    /// over.
    pub(super) fn effects(&mut self, over: bool, after: u64) -> Result<Vec<Effect>, Problem> {
        let now = self.rules.state()?;
        let queue = self.queue.borrow();
        let (since, seq) = queue.span_of_step();
        let latest = Effect { since, seq, ..Effect::between(self.rules.schema(), self.rules.step().1, &now) };
        let known = |effect: &Effect| {
            let mut known = effect.clone();
            for field in known.secret.drain(..) {
                known.anew.remove(&field);
            }
            known
        };
        let shown = |effect: &Effect| if over { effect.clone() } else { known(effect) };
        let early = queue.effects().partition_point(|effect| effect.seq <= after);
        let latest = Some(&latest).filter(|latest| !latest.is_empty() && latest.seq > after);
        Ok(queue.effects().iter().skip(early).chain(latest).map(shown).collect())
    }
}

impl View {
    /// Which entries of the log led to a line of the score.
    #[must_use]
    pub fn entries_behind(&self, line: &ScoreLine) -> Vec<u64> {
        self.grounds(line.about.as_deref(), &line.fields, line.points != Points::default())
    }

    /// Which entries of the log led to what decides without points.
    #[must_use]
    pub fn entries_behind_result(&self, score: &Score) -> Vec<u64> {
        self.grounds(score.about.as_deref(), &score.fields, true)
    }

    /// What was said about a mark, adjustments of some fields, and the steps that have changed these. Nothing has come of
    /// changes where there are no points.
    fn grounds(&self, about: Option<&str>, fields: &[String], is_something: bool) -> Vec<u64> {
        let is_among = |set: &String| fields.iter().any(|field| overlap(set, field));
        let is_behind = |line: &&LogLine| {
            line.taken_back_by.is_none()
                && (about.is_some() && line.about.as_deref() == about || line.set.iter().any(is_among))
        };
        let mut entries: BTreeSet<u64> = self.log.iter().filter(is_behind).map(|line| line.seq).collect();
        let mut said_since: BTreeSet<&String> = BTreeSet::new();
        for effect in self.effects.iter().rev().filter(|_| is_something) {
            // Where a sentence names the very entry, the whole step need not.
            let is_told = entries.range(effect.since + 1..).next().is_some_and(|seq| *seq <= effect.seq);
            let mut changed = effect.open.iter().chain(&effect.secret).filter(|field| is_among(field));
            if !is_told && changed.any(|field| !said_since.contains(field)) {
                entries.insert(effect.seq);
            }
            said_since.extend(&effect.anew);
        }
        // Before the first entry there is none.
        entries.remove(&0);
        entries.into_iter().collect()
    }
}

/// Whether one of two fields is the other one, or inside of it.
fn overlap(a: &str, b: &str) -> bool {
    let is_in = |inner: &str, outer: &str| {
        inner.strip_prefix(outer).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
    };
    is_in(a, b) || is_in(b, a)
}
