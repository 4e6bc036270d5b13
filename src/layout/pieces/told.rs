//! The problems of many pieces, gathered: one cause is told once, with the pieces or the rows that have it.

use std::fmt::Write as _;

use crate::diag::{Diagnostic, Diagnostics, Place, count_of};
use crate::model::Component;

/// So many pieces are named.
const NAMED: usize = 4;

/// The problems of many pieces, each once.
#[derive(Default)]
pub struct Told(Vec<Problem>);

/// A problem and who has it.
struct Problem {
    diagnostic: Diagnostic,
    /// The pieces that have it from the place that is told.
    pieces: Vec<String>,
    /// Where the same value stands once more and is used in the same way.
    rows: Vec<Place>,
}

impl Problem {
    fn has(&self, other: &Diagnostic) -> bool {
        let rows = || self.rows.iter().any(|row| other.place.as_ref().is_some_and(|place| row.is_same_stretch(place)));
        self.diagnostic.has_same_cause(other) || (self.diagnostic.says_the_same(other) && rows())
    }

    /// Whether another one differs only in the row that the value stands in.
    fn is_that_of_another_row(&self, other: &Diagnostic) -> bool {
        let places = self.diagnostic.place.as_ref().zip(other.place.as_ref());
        self.diagnostic.says_the_same(other) && places.is_some_and(|(own, others)| own.is_used_like(others))
    }

    /// What all pieces share needs no names; the rest names a few.
    fn told(self, component: &Component, drawn: usize) -> Diagnostic {
        let Self { mut diagnostic, pieces, rows } = self;
        if diagnostic.is_told_once() {
            return diagnostic;
        }
        if pieces.len() < drawn {
            let names: Vec<String> = pieces.iter().take(NAMED).map(|id| format!("`{id}`")).collect();
            let more = match pieces.len().saturating_sub(NAMED) {
                0 => String::new(),
                more => format!(" and {more} more"),
            };
            let _ = write!(diagnostic.message, ": {}{more} of `{}`", names.join(", "), component.id);
        }
        if !rows.is_empty() {
            let _ = write!(diagnostic.message, ", and in {}", count_of(rows.len(), "more row"));
        }
        diagnostic
    }
}

impl Told {
    /// Adds the problems of one piece.
    pub fn add(&mut self, piece: &str, own: &Diagnostics) {
        for diagnostic in own {
            if let Some(known) = self.0.iter_mut().find(|known| known.has(diagnostic)) {
                let is_of_first = known.diagnostic.has_same_cause(diagnostic);
                known.pieces.extend(is_of_first.then(|| piece.to_owned()));
            } else if let Some(known) = self.0.iter_mut().find(|known| known.is_that_of_another_row(diagnostic)) {
                known.rows.extend(diagnostic.place.clone());
            } else {
                let pieces = vec![piece.to_owned()];
                self.0.push(Problem { diagnostic: diagnostic.clone(), pieces, rows: Vec::new() });
            }
        }
    }

    /// Hands them on. So many pieces were drawn: only one where they all look alike.
    pub fn tell(self, component: &Component, drawn: usize, found: &mut Diagnostics) {
        for problem in self.0 {
            found.push(problem.told(component, drawn));
        }
    }
}
