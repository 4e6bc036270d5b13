//! Questions that wait side by side, one for each seat that is asked: mostly there is one. This knows which of them have an
//! answer, and not what it is.

use super::{Answer, Request, Seat};

/// What a step asks at once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Together {
    /// In turn order. Of several, each is asked of a seat of its own.
    pub questions: Vec<Question>,
    /// Whether an answer can be replaced as long as another one is missing.
    pub changeable: bool,
    /// Whether everybody is told the secret answers once all are in.
    pub reveals: bool,
}

/// One of them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Question {
    /// The question itself.
    pub request: Request,
    /// The entry that answers it, if one does.
    pub answered: Option<u64>,
}

impl Together {
    /// One question and no other.
    #[must_use]
    pub fn alone(request: Request) -> Self {
        Self { questions: vec![Question { request, answered: None }], changeable: false, reveals: false }
    }

    /// Whether several seats are asked.
    #[must_use]
    pub const fn are_several(&self) -> bool {
        self.questions.len() > 1
    }

    /// The questions without an answer, in turn order.
    pub fn missing(&self) -> impl Iterator<Item = &Request> {
        self.questions.iter().filter(|question| question.answered.is_none()).map(|question| &question.request)
    }

    /// The question of a seat: its own, or the one that is asked of the whole table.
    #[must_use]
    pub fn of(&self, seat: Seat) -> Option<&Question> {
        self.questions.iter().find(|question| question.request.seat.is_none_or(|asked| asked == seat))
    }

    /// Whether a seat may answer now, perhaps once more.
    #[must_use]
    pub fn may_answer(&self, question: &Question) -> bool {
        question.answered.is_none() || self.changeable
    }
}

/// Answers as they come in, each for one of the questions.
#[derive(Debug)]
pub(super) struct Incoming<'t> {
    together: &'t Together,
    answers: Vec<Option<(u64, Answer)>>,
}

impl<'t> Incoming<'t> {
    /// None yet.
    pub(super) fn new(together: &'t Together) -> Self {
        Self { together, answers: vec![None; together.questions.len()] }
    }

    /// The questions that have no answer, each with its place among them.
    pub(super) fn missing(&self) -> impl Iterator<Item = (usize, &'t Request)> {
        let missing = self.answers.iter().enumerate().filter(|(_, answer)| answer.is_none());
        missing.map(|(at, _)| (at, &self.together.questions[at].request))
    }

    /// The question that an answer of a seat is for, with its place: the only one, or the one of that seat, unless it has its
    /// answer and keeps it.
    pub(super) fn question(&self, seat: Option<Seat>) -> Option<(usize, &'t Request)> {
        let asked = &self.together.questions;
        let at = if asked.len() == 1 { 0 } else { asked.iter().position(|one| one.request.seat == seat)? };
        let is_open = self.answers[at].is_none() || self.together.changeable;
        is_open.then(|| (at, &asked[at].request))
    }

    /// An answer is in, with the number of its entry.
    pub(super) fn take(&mut self, at: usize, seq: u64, answer: Answer) {
        self.answers[at] = Some((seq, answer));
    }

    /// What there is so far, in the order of the questions.
    pub(super) fn so_far(self) -> Vec<Option<(u64, Answer)>> {
        self.answers
    }

    /// What is told to everybody, once all are in: each question that was answered in secret, with its answer.
    pub(super) fn to_reveal(&self) -> Vec<(&'t Request, &Answer)> {
        let both = self.together.questions.iter().zip(&self.answers);
        let secret = both.filter(|(question, _)| self.together.reveals && question.request.secret);
        secret.filter_map(|(question, answer)| Some((&question.request, &answer.as_ref()?.1))).collect()
    }

    /// All answers in the order of the questions.
    pub(super) fn all(self) -> Vec<(u64, Answer)> {
        self.answers.into_iter().flatten().collect()
    }
}
