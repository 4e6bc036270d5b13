//! The desk between the rules and the people: recorded answers go in, what the referee rolls itself is added, and the
//! sentences of the log come out.

use crate::dice::Chance;

use super::request::UNSEEN;
use super::typed::chance_answer;
use super::{Answer, Answered, Asker, Custody, Hands, Refusal, Reply, Request, Said, Seat, Shown};

/// A sentence of the log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// The entry of the journal it came from; 0 before the first.
    pub seq: u64,
    /// The sentence.
    pub text: String,
    /// Who may read it, if not everybody.
    pub to: Option<Seat>,
    /// What a line of the score may point to it by.
    pub about: Option<String>,
}

/// An answer that is recorded, with the number of its entry.
#[derive(Debug, Clone)]
struct Given {
    seq: u64,
    answer: Answer,
}

/// The desk of one table.
#[derive(Debug, Default)]
pub struct Desk {
    given: Vec<Given>,
    cursor: usize,
    mark: usize,
    lines: Vec<Line>,
    line_mark: usize,
    /// In whose hands dice and cards are.
    pub(super) hands: Hands,
    /// The names of the seats, for the journal.
    pub(super) players: Vec<String>,
    seed: u64,
    next_seq: u64,
    made: Vec<(u64, Answered)>,
    refused: Option<(u64, Refusal)>,
}

impl Desk {
    /// A desk with nothing on it.
    #[must_use]
    pub fn new(players: Vec<String>, hands: Hands, seed: u64) -> Self {
        Self { players, hands, seed, next_seq: 1, ..Self::default() }
    }

    /// Forgets all answers and sentences.
    pub(super) fn clear(&mut self) {
        self.given.clear();
        self.lines.clear();
        self.made.clear();
        (self.cursor, self.mark, self.line_mark) = (0, 0, 0);
        self.refused = None;
    }

    /// Adds an answer that is recorded.
    pub(super) fn give(&mut self, seq: u64, answer: Answer) {
        self.given.push(Given { seq, answer });
        self.next_seq = self.next_seq.max(seq + 1);
    }

    /// The number of the next entry.
    pub(super) const fn start_numbering_at(&mut self, seq: u64) {
        self.next_seq = seq;
    }

    /// What the referee rolled and dealt since this was asked last.
    pub(super) fn take_made(&mut self) -> Vec<(u64, Answered)> {
        std::mem::take(&mut self.made)
    }

    /// The first recorded answer that did not fit, with the number of its entry.
    pub(super) const fn refused(&self) -> Option<&(u64, Refusal)> {
        self.refused.as_ref()
    }

    /// The first answer that nobody asked for.
    pub(super) fn first_waiting(&self) -> Option<u64> {
        self.given.get(self.cursor).map(|given| given.seq)
    }

    /// How many answers the rules have had.
    pub(super) const fn consumed(&self) -> usize {
        self.cursor
    }

    /// Whether the step that is being played has had an answer.
    pub(super) const fn is_in_step(&self) -> bool {
        self.cursor > self.mark
    }

    /// The sentences so far.
    #[must_use]
    pub fn lines(&self) -> &[Line] {
        &self.lines
    }

    /// Numbers for one entry: the same for the same table and entry, others after an undo.
    pub(super) fn chance_for(&self, seq: u64) -> Chance {
        Chance::from_seed(self.seed.rotate_left(32) ^ seq.wrapping_mul(0x9E37_79B9_7F4A_7C15))
    }

    /// What the referee rolls or deals itself, if it has the die or the deck; and what people deal without telling it.
    fn by_app(&mut self, request: &Request) -> Option<Answer> {
        let name = request.kind.randomiser()?;
        let answer = match self.hands.of(name) {
            Custody::App => {
                let mut chance = self.chance_for(self.next_seq);
                chance_answer(&request.kind, &mut |end| chance.below(end))?
            }
            Custody::Table if request.kind.may_stay_unseen() => {
                Answer::Draw(Shown { face: UNSEEN.to_owned(), typed: false })
            }
            Custody::Table | Custody::Ask => return None,
        };
        let seq = self.next_seq;
        self.give(seq, answer.clone());
        self.made.push((seq, self.answered(request, &answer)));
        Some(answer)
    }

    /// A question and its answer, for the journal.
    pub(super) fn answered(&self, request: &Request, answer: &Answer) -> Answered {
        Answered {
            asked: request.seat.and_then(|seat| self.players.get(seat.0).cloned()),
            prompt: request.prompt.clone(),
            told: answer.told(&request.kind),
            answer: answer.clone(),
            secret: request.secret,
        }
    }
}

impl Asker for Desk {
    fn step_begins(&mut self) {
        (self.mark, self.line_mark) = (self.cursor, self.lines.len());
    }

    fn step_resumes(&mut self) {
        self.cursor = self.mark;
        self.lines.truncate(self.line_mark);
    }

    fn ask(&mut self, request: &Request) -> Reply {
        let recorded = self.given.get(self.cursor).map(|given| (given.seq, given.answer.clone()));
        let answer = match recorded {
            None => self.by_app(request),
            Some((seq, answer)) => match answer.check(request) {
                Ok(()) => Some(answer),
                Err(refusal) => {
                    // What was answered in secret stays so.
                    let secret = || Refusal::new("what was answered in secret is no answer to what is asked now");
                    self.refused = Some((seq, if request.secret { secret() } else { refusal }));
                    return Reply::Refused;
                }
            },
        };
        let Some(answer) = answer else { return Reply::Wait };
        self.cursor += 1;
        Reply::Answered(answer)
    }

    fn say(&mut self, Said { text, to, about }: Said) {
        let seq = self.cursor.checked_sub(1).and_then(|at| self.given.get(at)).map_or(0, |given| given.seq);
        self.lines.push(Line { seq, text, to, about });
    }
}
