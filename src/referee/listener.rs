//! Hears what is asked while a journal is played again, and may put another answer in the place of one.

use crate::dice::Chance;

use super::typed::{answer_by_chance, read_answer};
use super::{Answer, Request, Seat};

/// Hears what is asked while a journal is played again, perhaps with another answer in it.
#[derive(Debug, Default)]
pub(super) struct Listener {
    pub(super) instead: Option<Instead>,
    /// What was asked, with the entry that answered it.
    pub(super) asked: Vec<(u64, Request)>,
}

/// Another answer in the place of a recorded one.
#[derive(Debug, Clone)]
pub(super) struct Instead {
    pub(super) seq: u64,
    /// Whose secret it is.
    pub(super) seat: Seat,
    pub(super) answer: Answer,
}

impl Listener {
    /// The answer that a question gets: the recorded one, the other one, or where a secret of the same seat has become
    /// something else, one that fits.
    pub(super) fn hears(&mut self, seq: u64, request: &Request, recorded: Answer) -> Answer {
        self.asked.push((seq, request.clone()));
        match &self.instead {
            Some(instead) if instead.seq == seq => instead.answer.clone(),
            Some(instead) if is_own(request, instead.seat) && recorded.check(request).is_err() => {
                fitting(request).unwrap_or(recorded)
            }
            _ => recorded,
        }
    }
}

/// Whether only this seat sees the question.
pub(super) fn is_own(request: &Request, seat: Seat) -> bool {
    request.secret && request.seat == Some(seat)
}

/// Any answer that fits.
fn fitting(request: &Request) -> Option<Answer> {
    let mut chance = Chance::from_seed(0);
    let text = answer_by_chance(request, &mut chance);
    read_answer(request, &text, &mut |end| chance.below(end)).ok()
}
