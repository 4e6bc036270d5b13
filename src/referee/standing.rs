//! Which entries of a journal still count: what an undo or a withdrawal took away, and what can be done again. Only reads.

use std::collections::{BTreeMap, VecDeque};

use super::{Entry, What};

/// What no undo takes back: notes, who has the dice, names, and the game that the table is played with.
const fn is_kept(entry: &Entry) -> bool {
    matches!(entry.what, What::Note(_) | What::Custody { .. } | What::Rename { .. } | What::Upgrade { .. })
}

/// What no undo took back, in order: also what was taken back alone, with the entry that did.
pub(super) fn not_undone(entries: &[Entry]) -> Vec<&Entry> {
    let mut standing: Vec<&Entry> = Vec::new();
    for entry in entries {
        match entry.what {
            What::Undo { to } => drop(take_back(&mut standing, to)),
            _ => standing.push(entry),
        }
    }
    standing
}

/// Which entries still count, in order: all but those that were taken back.
#[must_use]
pub fn standing(entries: &[Entry]) -> Vec<&Entry> {
    let mut standing = not_undone(entries);
    let withdrawn = withdrawn(&standing);
    standing.retain(|entry| !matches!(entry.what, What::Withdraw { .. }) && !withdrawn.contains_key(&entry.seq));
    standing
}

/// The answers that were taken back alone, each with the entry that did.
fn withdrawn(standing: &[&Entry]) -> BTreeMap<u64, u64> {
    let pair = |entry: &&Entry| match entry.what {
        What::Withdraw { answer } => Some((answer, entry.seq)),
        _ => None,
    };
    standing.iter().filter_map(pair).collect()
}

/// Takes everything after an entry away that an undo takes back, and gives it.
fn take_back<'e>(standing: &mut Vec<&'e Entry>, to: u64) -> Vec<&'e Entry> {
    let from = standing.partition_point(|entry| entry.seq <= to);
    let (kept, gone) = standing.drain(from..).partition(|entry| is_kept(entry));
    standing.extend::<Vec<&Entry>>(kept);
    gone
}

/// What was taken back and can be done again.
#[derive(Debug, Default)]
pub(super) struct Ahead<'e> {
    /// In order: until people do something else.
    pub entries: VecDeque<&'e Entry>,
    /// The last entry before what the referee has rolled anew since.
    pub rolled_after: Option<u64>,
}

/// What was taken back and can be done again.
pub(super) fn ahead(entries: &[Entry]) -> Ahead<'_> {
    let mut standing: Vec<&Entry> = Vec::new();
    let mut ahead = Ahead::default();
    for entry in entries {
        match &entry.what {
            What::Undo { to } => {
                // What the referee rolled anew is not missed.
                let missed = ahead.rolled_after.take().unwrap_or(u64::MAX);
                let gone = without_withdrawn(take_back(&mut standing, *to)).into_iter();
                for entry in gone.filter(|entry| entry.seq <= missed).rev() {
                    ahead.entries.push_front(entry);
                }
                continue;
            }
            What::Note(_) | What::Custody { .. } | What::Rename { .. } => {}
            // Whoever answers the same as before has done it again.
            what if ahead.rolled_after.is_none() && ahead.entries.front().is_some_and(|next| next.what == *what) => {
                ahead.entries.pop_front();
            }
            What::Answer(answered) if answered.answer.is_by_app() || answered.bot => {
                if !ahead.entries.is_empty() {
                    ahead.rolled_after.get_or_insert(entry.seq - 1);
                }
            }
            _ => ahead = Ahead::default(),
        }
        standing.push(entry);
    }
    ahead
}

/// Leaves out what was answered and then taken back alone: done again it would have another number.
fn without_withdrawn(mut entries: Vec<&Entry>) -> Vec<&Entry> {
    let pairs = withdrawn(&entries);
    let is_there = |seq: u64| entries.iter().any(|entry| entry.seq == seq);
    let pairs: BTreeMap<u64, u64> = pairs.into_iter().filter(|(answer, _)| is_there(*answer)).collect();
    entries.retain(|entry| !pairs.iter().any(|(answer, by)| [*answer, *by].contains(&entry.seq)));
    entries
}

/// For every entry the undo that took it back, if one did.
pub(super) fn taken_back(entries: &[Entry]) -> Vec<Option<u64>> {
    let mut standing: Vec<&Entry> = Vec::new();
    let mut by = vec![None; entries.len()];
    let place = |seq: u64| usize::try_from(seq).ok().and_then(|seq| seq.checked_sub(1));
    for entry in entries {
        let What::Undo { to } = entry.what else {
            standing.push(entry);
            continue;
        };
        for gone in take_back(&mut standing, to) {
            if let Some(by) = place(gone.seq).and_then(|place| by.get_mut(place)) {
                *by = Some(entry.seq);
            }
        }
    }
    for (answer, seq) in withdrawn(&standing) {
        if let Some(by) = place(answer).and_then(|place| by.get_mut(place)) {
            *by = Some(seq);
        }
    }
    by
}
