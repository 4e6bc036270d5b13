//! The answer queue between the rules and the people: recorded answers go in, what the referee rolls itself is added, and the
//! sentences of the log come out.

use std::collections::BTreeMap;

use crate::dice::Chance;

use super::listener::Listener;
use super::request::UNSEEN;
use super::together::Incoming;
use super::typed::chance_answer;
use super::{
    Answer, Answered, Asker, Between, Custody, Effect, Hands, Names, QuestionKind, Refusal, Reply, Request, Said,
    Schema, Seat, Shown, Together, What,
};

/// A sentence of the log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sentence {
    /// The entry of the journal it came from; 0 before the first.
    pub seq: u64,
    /// The sentence.
    pub text: String,
    /// Who may read it, if not everybody.
    pub to: Option<Seat>,
    /// What a line of the score may point to it by.
    pub about: Option<String>,
    /// Whether it opens a round.
    pub opens: bool,
    /// The line of the script that printed it, if it is not for people.
    pub printed: Option<usize>,
}

/// What is recorded of answers, with the number of its entry.
#[derive(Debug, Clone)]
struct Given {
    seq: u64,
    what: Recorded,
}

/// What is recorded of answers.
#[derive(Debug, Clone)]
enum Recorded {
    /// An answer, and who was asked, by the name they had then.
    Answer { asked: Option<String>, answer: Answer },
    /// Everybody was told what was answered in secret.
    Reveal,
}

/// An answer, the place of its question among those that are asked at once, and its entry.
type Next = (usize, u64, Answer);
/// An entry that does not fit what is asked, and why.
type Unfit = (u64, Refusal);

/// So many answers lie at least between two places to go back to.
const APART: usize = 16;
/// Those further back lie further apart: an undo plays one part in so many more than it has to.
const THINNED: usize = 8;

/// Questions that nobody was asked are kept for so many answers: for what people type on one line.
const LINE_OF_ANSWERS: u64 = 32;

/// A place to go back to: the beginning of a step.
#[derive(Debug, Clone)]
struct Checkpoint {
    /// The last entry that had been played.
    seq: u64,
    at: Between,
    /// How many answers, sentences and effects there were.
    cursor: usize,
    lines: usize,
    effects: usize,
}

/// The queue of one table.
#[derive(Debug, Default)]
pub struct AnswerQueue {
    given: Vec<Given>,
    cursor: usize,
    mark: usize,
    lines: Vec<Sentence>,
    line_mark: usize,
    /// What the steps have changed, and what the state is made of.
    effects: Vec<Effect>,
    /// Questions that nobody was asked of late, with the last entry before each.
    foregone: Vec<(u64, Request)>,
    foregone_mark: usize,
    pub(super) schema: Schema,
    /// The last entry that was played, and the last before the step that is being played.
    played: u64,
    played_mark: u64,
    checkpoints: Vec<Checkpoint>,
    /// Whether the beginning of every single step is kept.
    keeps_all: bool,
    /// Whether something is only tried, and nothing of it kept.
    is_trial: bool,
    /// In whose hands dice and cards are.
    pub(super) hands: Hands,
    /// The names of the seats, for the journal.
    pub(super) players: Vec<String>,
    /// The same with those they had before, and what is played of the journal in the words of now.
    names: Names,
    retold: BTreeMap<u64, What>,
    seed: u64,
    next_seq: u64,
    made: Vec<(u64, What)>,
    refused: Option<Unfit>,
    /// Who listens, while the journal is played only to find out what others know.
    pub(super) listener: Option<Listener>,
}

impl AnswerQueue {
    /// An empty queue.
    #[must_use]
    pub fn new(players: Vec<String>, hands: Hands, seed: u64) -> Self {
        Self { players, hands, seed, next_seq: 1, ..Self::default() }
    }

    /// The same queue, which keeps the beginning of every step, to compare it with another.
    #[must_use]
    pub fn keeping_all(self) -> Self {
        Self { keeps_all: true, ..self }
    }

    /// From now on the seats go by these names.
    pub(super) fn go_by(&mut self, names: &Names) {
        self.players = names.now().to_vec();
        self.names = names.clone();
    }

    /// What was answered or told in an entry in the words of now, if the seats had other names and it was played.
    pub(super) fn retold(&self, seq: u64) -> Option<&What> {
        self.retold.get(&seq)
    }

    /// Goes back to the last place that is kept, or to the very beginning; gives the last entry before it.
    pub(super) fn go_back(&mut self) -> (u64, Option<Between>) {
        let last = self.checkpoints.last();
        let (seq, at) = last.map_or((0, None), |last| (last.seq, Some(last.at.clone())));
        let (cursor, lines, effects) = last.map_or((0, 0, 0), |last| (last.cursor, last.lines, last.effects));
        (self.cursor, self.line_mark) = (cursor, lines);
        (self.mark, self.played, self.played_mark) = (self.cursor, seq, seq);
        self.given.truncate(self.cursor);
        self.lines.truncate(self.line_mark);
        self.effects.truncate(effects);
        self.foregone.clear();
        self.foregone_mark = 0;
        self.made.clear();
        (self.refused, self.is_trial) = (None, false);
        (seq, at)
    }

    /// Nothing after an entry is a place to go back to any more.
    pub(super) fn forget_after(&mut self, seq: u64) {
        self.checkpoints.retain(|checkpoint| checkpoint.seq <= seq);
    }

    /// The very beginning is the only place to go back to.
    pub(super) fn forget_all(&mut self) {
        self.checkpoints.clear();
    }

    /// What follows is only tried, until the next time the queue goes back.
    pub(super) const fn try_out(&mut self) {
        self.is_trial = true;
    }

    /// The step that is being played has another beginning, because of this entry.
    pub(super) fn adjusted(&mut self, seq: u64) {
        self.played = self.played.max(seq);
        self.played_mark = self.played_mark.max(seq);
    }

    /// The beginnings of steps that are kept, each with the last entry before it.
    pub(super) fn beginnings(&self) -> impl Iterator<Item = (u64, &Between)> {
        self.checkpoints.iter().map(|checkpoint| (checkpoint.seq, &checkpoint.at))
    }

    /// Keeps the beginning of a step, unless one is near.
    fn keep(&mut self, at: &Between) {
        let is_new = self.checkpoints.last().is_none_or(|last| {
            if self.keeps_all { last.seq != self.played || last.at != *at } else { self.cursor >= last.cursor + APART }
        });
        if self.is_trial || self.listener.is_some() || !is_new {
            return;
        }
        let (cursor, lines, effects) = (self.cursor, self.lines.len(), self.effects.len());
        self.checkpoints.push(Checkpoint { seq: self.played, at: at.clone(), cursor, lines, effects });
        if !self.keeps_all {
            self.thin_out();
        }
    }

    /// What the step before this one has changed.
    fn add_effect(&mut self, since: u64, at: &Between) {
        if self.is_trial || self.listener.is_some() {
            return;
        }
        let effect = Effect::between(&self.schema, &at.before, &at.state);
        if !effect.is_empty() {
            self.effects.push(Effect { since, seq: self.played, ..effect });
        }
    }

    /// Lets places go that lie closer together than they need to.
    fn thin_out(&mut self) {
        let newest = self.cursor;
        for place in (1..self.checkpoints.len() - 1).rev() {
            let [before, later] = [place - 1, place + 1].map(|near| self.checkpoints[near].cursor);
            if later - before <= (newest - later) / THINNED {
                self.checkpoints.remove(place);
            }
        }
    }

    /// Adds an answer that is recorded.
    pub(super) fn give(&mut self, seq: u64, answered: &Answered) {
        let (asked, answer) = (answered.asked.clone(), answered.answer.clone());
        self.add(seq, Recorded::Answer { asked, answer });
    }

    /// Adds that everybody was told what was answered in secret.
    pub(super) fn give_reveal(&mut self, seq: u64) {
        self.add(seq, Recorded::Reveal);
    }

    fn add(&mut self, seq: u64, what: Recorded) {
        self.given.push(Given { seq, what });
        self.next_seq = self.next_seq.max(seq + 1);
    }

    /// The number of the next entry.
    pub(super) const fn start_numbering_at(&mut self, seq: u64) {
        self.next_seq = seq;
    }

    /// What the referee rolled, dealt and told since this was asked last.
    pub(super) fn take_made(&mut self) -> Vec<(u64, What)> {
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

    /// What the steps have changed so far.
    pub(super) fn effects(&self) -> &[Effect] {
        &self.effects
    }

    /// The last entry before the step that is being played, and the last in it so far.
    pub(super) const fn span_of_step(&self) -> (u64, u64) {
        (self.played_mark, self.played)
    }

    /// The questions after an entry that nobody was asked, as each had one answer only; those of long ago are not kept.
    pub(super) fn foregone_since(&self, seq: u64) -> impl Iterator<Item = &Request> {
        self.foregone.iter().filter(move |(after, _)| *after >= seq).map(|(_, request)| request)
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
    pub fn lines(&self) -> &[Sentence] {
        &self.lines
    }

    /// Numbers for one entry: the same for the same table and entry, others after an undo.
    pub(super) fn chance_for(&self, seq: u64) -> Chance {
        Chance::from_seed(self.seed.rotate_left(32) ^ seq.wrapping_mul(0x9E37_79B9_7F4A_7C15))
    }

    /// What the referee rolls or deals itself, if it has the die or the deck; and what people deal without telling it.
    fn by_app(&mut self, request: &Request) -> Option<(u64, Answer)> {
        // A card that people have dealt without telling stays in their hands, whoever has its deck by now.
        let custody = match &request.kind {
            QuestionKind::Draw { by_app: true, .. } => Custody::App,
            kind if kind.is_held() => Custody::Table,
            kind => self.hands.of(kind.randomiser()?),
        };
        let answer = match custody {
            Custody::App => {
                let mut chance = self.chance_for(self.next_seq);
                chance_answer(&request.kind, &mut |end| chance.below(end))?
            }
            Custody::Table if request.kind.may_stay_unseen() => unseen(&request.kind),
            Custody::Table | Custody::Ask => return None,
        };
        let (seq, answered) = (self.next_seq, self.answered(request, &answer));
        self.give(seq, &answered);
        self.made.push((seq, What::Answer(answered)));
        Some((seq, answer))
    }

    /// The next answer to one of several questions, with its place among them and the number of its entry: what is recorded
    /// comes first, then what the referee rolls itself. None when people have to answer.
    fn next_answer(&mut self, incoming: &Incoming<'_>) -> Result<Option<Next>, Unfit> {
        let Some(Given { seq, what }) = self.given.get(self.cursor).cloned() else {
            if self.listener.is_some() {
                return Ok(None);
            }
            let rolled = incoming.missing().find_map(|(at, request)| Some((at, request, self.by_app(request)?)));
            return Ok(rolled.map(|(at, request, (seq, answer))| {
                self.has_answered(seq, request, &answer);
                (at, seq, answer)
            }));
        };
        let Recorded::Answer { asked, answer } = what else {
            return Err((seq, Refusal::new("answers were told to everybody there, and now they are not all in")));
        };
        let seat = asked.and_then(|name| {
            let name = self.names.current(seq, &name);
            self.players.iter().position(|player| player == name).map(Seat)
        });
        let Some((at, request)) = incoming.question(seat) else {
            return Err((seq, Refusal::new("somebody else is asked now")));
        };
        let answer = self.names.answer(seq, answer, request);
        let answer = match &mut self.listener {
            Some(listener) => listener.hears(seq, request, answer),
            None => answer,
        };
        // What was answered in secret stays so.
        let secret = || Refusal::new("what was answered in secret is no answer to what is asked now");
        answer.check(request).map_err(|refusal| (seq, if request.secret { secret() } else { refusal }))?;
        self.has_answered(seq, request, &answer);
        Ok(Some((at, seq, answer)))
    }

    /// An answer is used.
    fn has_answered(&mut self, seq: u64, request: &Request, answer: &Answer) {
        if self.names.have_changed() {
            self.retold.insert(seq, What::Answer(self.answered(request, answer)));
        }
        self.has_played(seq);
    }

    fn has_played(&mut self, seq: u64) {
        self.played = self.played.max(seq);
        self.cursor += 1;
    }

    /// Tells everybody what was answered in secret, once all of it is in: an entry of its own.
    fn reveal(&mut self, incoming: &Incoming<'_>) -> Result<(), Unfit> {
        let told = incoming.to_reveal();
        if told.is_empty() {
            return Ok(());
        }
        let answered = |(request, answer): (&Request, &Answer)| self.answered(request, answer);
        let what = What::Reveal(told.into_iter().map(answered).collect());
        match self.given.get(self.cursor) {
            Some(Given { seq, what: Recorded::Reveal }) => {
                let seq = *seq;
                if self.names.have_changed() {
                    self.retold.insert(seq, what);
                }
                self.has_played(seq);
            }
            Some(Given { seq, .. }) => {
                return Err((*seq, Refusal::new("everybody has to be told the answers before it")));
            }
            // Who only listens hears of no more than there is.
            None if self.listener.is_some() => {}
            None => {
                let seq = self.next_seq;
                self.give_reveal(seq);
                self.made.push((seq, what));
                self.has_played(seq);
            }
        }
        Ok(())
    }

    /// A question and its answer, for the journal.
    pub(super) fn answered(&self, request: &Request, answer: &Answer) -> Answered {
        Answered {
            asked: request.seat.and_then(|seat| self.players.get(seat.0).cloned()),
            prompt: request.prompt.clone(),
            told: answer.told(&request.kind),
            answer: answer.clone(),
            secret: request.secret,
            bot: false,
        }
    }
}

/// What people answer who deal and do not tell.
fn unseen(kind: &QuestionKind) -> Answer {
    let shown = Shown { face: UNSEEN.to_owned(), typed: false };
    match kind {
        QuestionKind::Dealer { .. } => Answer::Dealer(shown),
        QuestionKind::Draw { cards, .. } if *cards > 1 => Answer::Deal(vec![shown]),
        _ => Answer::Draw(shown),
    }
}

impl Asker for AnswerQueue {
    fn step_begins(&mut self, at: &Between) {
        let since = std::mem::replace(&mut self.played_mark, self.played);
        (self.mark, self.line_mark) = (self.cursor, self.lines.len());
        let recent = self.played.saturating_sub(LINE_OF_ANSWERS);
        self.foregone.retain(|(after, _)| *after >= recent);
        self.foregone_mark = self.foregone.len();
        self.keep(at);
        self.add_effect(since, at);
    }

    fn step_resumes(&mut self) {
        (self.cursor, self.played) = (self.mark, self.played_mark);
        self.lines.truncate(self.line_mark);
        self.foregone.truncate(self.foregone_mark);
    }

    fn ask(&mut self, together: &Together) -> Reply {
        let mut incoming = Incoming::new(together);
        while incoming.missing().next().is_some() {
            match self.next_answer(&incoming) {
                Ok(Some((at, seq, answer))) => incoming.take(at, seq, answer),
                Ok(None) => return Reply::Wait(incoming.so_far()),
                Err((seq, refusal)) => {
                    self.refused = Some((seq, refusal));
                    return Reply::Refused;
                }
            }
        }
        if let Err(refused) = self.reveal(&incoming) {
            self.refused = Some(refused);
            return Reply::Refused;
        }
        Reply::Answered(incoming.all())
    }

    fn refuse(&mut self, seq: u64, refusal: Refusal) {
        self.refused = Some((seq, refusal));
    }

    fn say(&mut self, Said { text, to, about, opens, printed }: Said) {
        let seq = self.cursor.checked_sub(1).and_then(|at| self.given.get(at)).map_or(0, |given| given.seq);
        self.lines.push(Sentence { seq, text, to, about, opens, printed });
    }

    fn is_recent(&self) -> bool {
        let left = self.given.len().saturating_sub(self.cursor) as u64;
        left <= LINE_OF_ANSWERS && self.listener.is_none() && !self.is_trial
    }

    fn foregone(&mut self, request: Request) {
        self.foregone.push((self.played, request));
    }

    fn heard(&self) -> usize {
        self.cursor.saturating_sub(self.made.len())
    }
}
