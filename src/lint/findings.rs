//! One word about each kind of blemish on each side, however many pieces have it, unless it is allowed.

use std::collections::BTreeSet;

use crate::diag::{Diagnostic, Diagnostics, Place};
use crate::model::{Allowance, Component, Lint};

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

/// The blemishes of one side, the worst of each kind with the pieces that have it.
#[derive(Default)]
pub struct Sightings(Vec<(Sighting, Vec<String>)>);

impl Sightings {
    /// Adds what was seen on the face of some pieces.
    pub fn add(&mut self, seen: Vec<Sighting>, pieces: &[&str]) {
        for sighting in seen {
            let at = self.0.iter().position(|(known, _)| known.lint == sighting.lint).unwrap_or_else(|| {
                self.0.push((Sighting { how_bad: f32::MIN, message: String::new(), ..sighting }, Vec::new()));
                self.0.len() - 1
            });
            let (worst, known) = &mut self.0[at];
            for piece in pieces {
                if !known.iter().any(|id| id == piece) {
                    known.push((*piece).to_owned());
                }
            }
            if sighting.how_bad > worst.how_bad {
                *worst = sighting;
            }
        }
    }

    /// As findings; what all pieces share needs no names.
    pub fn into_findings(self, (component, index): (&Component, usize), place: &Place) -> Vec<Finding> {
        let mut seen = self.0;
        seen.sort_by_key(|(sighting, _)| sighting.lint);
        let finding = |(sighting, pieces): (Sighting, Vec<String>)| Finding {
            lint: sighting.lint,
            component: Some(index),
            message: sighting.message + &named(&pieces, component.pieces.len()),
            place: place.clone(),
            hint: sighting.hint.to_owned(),
        };
        seen.into_iter().map(finding).collect()
    }
}

/// A few of the pieces, and how many more there are.
fn named(pieces: &[String], all: usize) -> String {
    const NAMED: usize = 4;
    if pieces.len() >= all {
        return String::new();
    }
    let names: Vec<String> = pieces.iter().take(NAMED).map(|id| format!("`{id}`")).collect();
    let more = pieces.len().saturating_sub(NAMED);
    format!(": {}{}", names.join(", "), if more > 0 { format!(" and {more} more") } else { String::new() })
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
    if subject.is_all {
        let all = game.components.iter().flat_map(|component| &component.allow).chain(&game.allow);
        all.filter(|allowance| !used.contains(&allowance.place.offset())).for_each(|one| found.push(idle(one)));
    }
}

fn told(finding: Finding) -> Diagnostic {
    let allow = format!("if it is meant, say why: `allow: {{{}: \"...\"}}`", finding.lint.name());
    Diagnostic::warning(finding.message).at(&finding.place).hint(finding.hint).hint(allow)
}

fn idle(allowance: &Allowance) -> Diagnostic {
    let message = format!("allowing `{}` hides nothing any more", allowance.lint.name());
    Diagnostic::note(message).at(&allowance.place).hint("take it out")
}
