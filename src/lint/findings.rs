//! One word about each kind of blemish on each side, however many pieces have it, unless it is allowed.

use std::collections::BTreeSet;

use crate::diag::{Diagnostic, Diagnostics, Place};
use crate::model::{Allowance, Component, Ink, Lint};

use super::Subject;

/// A blemish of a component, ready to be told.
pub struct Finding {
    /// Which.
    pub lint: Lint,
    /// The component, by its place in the game; none when it is the game's.
    pub component: Option<usize>,
    /// What there is to say.
    pub message: String,
    /// Where.
    pub place: Place,
    /// What to do about it.
    pub hint: String,
}

/// A blemish on one face.
pub struct Sighting {
    /// Which.
    pub lint: Lint,
    /// The larger, the worse; only compared with its like.
    pub how_bad: f32,
    /// What there is to say of the worst one.
    pub message: String,
    /// What to do about it.
    pub hint: &'static str,
}

/// No more pieces are named.
const NAMED: usize = 4;

/// The blemishes of one side.
#[derive(Default)]
pub struct Sightings(Vec<Seen>);

/// The worst of one kind, with the pieces that have it.
struct Seen {
    worst: Sighting,
    /// The first few.
    pieces: Vec<String>,
    count: usize,
}

impl Sightings {
    /// Adds what was seen on the face of some pieces.
    pub fn add(&mut self, seen: Vec<Sighting>, pieces: &[&str]) {
        let mut counted = BTreeSet::new();
        for sighting in seen {
            let first = counted.insert(sighting.lint);
            let at = self.0.iter().position(|known| known.worst.lint == sighting.lint);
            let known = match at.and_then(|at| self.0.get_mut(at)) {
                Some(known) => {
                    if first {
                        known.count_in(pieces);
                    }
                    known
                }
                None => {
                    let mut known = Seen { worst: sighting, pieces: Vec::new(), count: 0 };
                    known.count_in(pieces);
                    self.0.push(known);
                    continue;
                }
            };
            if sighting.how_bad > known.worst.how_bad {
                known.worst = sighting;
            }
        }
    }

    /// As findings; what all pieces share needs no names.
    pub fn into_findings(self, (component, index): (&Component, usize), place: &Place) -> Vec<Finding> {
        let mut seen = self.0;
        seen.sort_by_key(|seen| seen.worst.lint);
        let finding = |seen: Seen| Finding {
            lint: seen.worst.lint,
            component: Some(index),
            message: format!("{}{}", seen.worst.message, seen.names(component.pieces.len())),
            place: place.clone(),
            hint: seen.worst.hint.to_owned(),
        };
        seen.into_iter().map(finding).collect()
    }
}

impl Seen {
    fn count_in(&mut self, pieces: &[&str]) {
        let room = NAMED.saturating_sub(self.pieces.len());
        self.pieces.extend(pieces.iter().take(room).map(|id| format!("`{id}`")));
        self.count += pieces.len();
    }

    /// A few of the pieces, and how many more there are.
    fn names(&self, all: usize) -> String {
        if self.count >= all {
            return String::new();
        }
        let more = match self.count - self.pieces.len() {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        format!(": {}{more}", self.pieces.join(", "))
    }
}

/// Tells what is not allowed, and what is allowed for nothing.
pub fn tell(subject: &Subject<'_>, findings: Vec<Finding>, found: &mut Diagnostics) {
    let game = subject.game;
    let mut used = BTreeSet::new();
    for finding in findings {
        let own = finding.component.and_then(|index| game.components.get(index)).map(|component| &component.allow);
        let mut allowances = own.into_iter().flatten().chain(&game.allow);
        match allowances.find(|allowance| allowance.lint == finding.lint) {
            Some(allowance) => {
                used.insert(allowance.place.offset());
            }
            None => found.push(told(finding)),
        }
    }
    // With little ink much is gone that full ink has.
    if subject.is_all && game.ink == Ink::Full {
        let all = game.components.iter().flat_map(|component| &component.allow).chain(&game.allow);
        all.filter(|allowance| !used.contains(&allowance.place.offset())).for_each(|one| found.push(idle(one)));
    }
}

fn told(finding: Finding) -> Diagnostic {
    let allow = format!("if it is meant, say why: `allow: {{{}: \"...\"}}`", finding.lint.name());
    Diagnostic::warning(finding.message).named(finding.lint.name()).at(&finding.place).hint(finding.hint).hint(allow)
}

fn idle(allowance: &Allowance) -> Diagnostic {
    let message = format!("allowing `{}` hides nothing any more", allowance.lint.name());
    Diagnostic::note(message).at(&allowance.place).hint("take it out")
}
