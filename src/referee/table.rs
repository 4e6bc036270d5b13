//! A table: the journal, the rules that play it, and the question that waits. The state is what the journal folds to; this
//! knows no files, no clock and no screen: who calls says what time it is and keeps the new entries.

use std::borrow::Cow;
use std::cell::RefCell;
use std::rc::Rc;

use serde_json::Value;

use crate::dice::Chance;

use super::standing::standing;
use super::typed::answer_by_chance;
use super::{
    Adjusted, Adjustment, AnswerQueue, Between, BrokenLaw, Contender, Count, Custody, Entry, Fault, Hands, Names,
    Refusal, Request, Rules, Schema, Score, Seat, Start, Stop, Together, Viewer, What,
};

/// One table.
pub struct Table {
    start: Start,
    pub(super) rules: Box<dyn Rules>,
    pub(super) queue: Rc<RefCell<AnswerQueue>>,
    entries: Vec<Entry>,
    names: Names,
    /// How many of the entries somebody has kept.
    kept: usize,
    stop: Stop,
    /// Where a worked example begins: the state between two steps, and the step that comes next.
    placed: Option<(Value, String)>,
}

/// Why something could not be done. The table is as it was before.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Problem {
    /// It is not allowed.
    Refused(Refusal),
    /// The rules themselves are at fault.
    Fault(Fault),
    /// The journal does not fit the rules.
    Diverged {
        /// The entry that does not.
        seq: u64,
        /// Why.
        refusal: Refusal,
    },
}

impl From<Fault> for Problem {
    fn from(fault: Fault) -> Self {
        Self::Fault(fault)
    }
}

impl From<Refusal> for Problem {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(refusal)
    }
}

impl Table {
    /// Plays a journal up to the question that waits. `queue` is the one the rules ask.
    ///
    /// # Errors
    /// A fault of the rules, or the first entry that does not fit them.
    pub fn open(
        start: Start,
        rules: Box<dyn Rules>,
        queue: Rc<RefCell<AnswerQueue>>,
        entries: Vec<Entry>,
        at: &str,
    ) -> Result<Self, Problem> {
        Self::begun(start, (rules, queue), entries, None, at)
    }

    /// A table for a worked example: it has no past, and begins with this state and this step.
    ///
    /// # Errors
    /// When the state does not fit, or the rules fail.
    pub fn place(
        start: Start,
        rules: Box<dyn Rules>,
        queue: Rc<RefCell<AnswerQueue>>,
        placed: (Value, String),
        at: &str,
    ) -> Result<Self, Problem> {
        Self::begun(start, (rules, queue), Vec::new(), Some(placed), at)
    }

    fn begun(
        start: Start,
        (rules, queue): (Box<dyn Rules>, Rc<RefCell<AnswerQueue>>),
        entries: Vec<Entry>,
        placed: Option<(Value, String)>,
        at: &str,
    ) -> Result<Self, Problem> {
        let kept = entries.len();
        let names = Names::of(&start, &entries);
        queue.borrow_mut().go_by(&names);
        queue.borrow_mut().schema = rules.schema().clone();
        let mut table = Self { start, rules, queue, entries, names, kept, stop: Stop::Over, placed };
        table.fold()?;
        table.keep_made(at);
        Ok(table)
    }

    /// How it began.
    #[must_use]
    pub const fn start(&self) -> &Start {
        &self.start
    }

    /// Everything that is in its journal.
    #[must_use]
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// The entries that came since this was asked last; they have to be kept before anything is shown.
    pub fn new_entries(&mut self) -> &[Entry] {
        let from = std::mem::replace(&mut self.kept, self.entries.len());
        &self.entries[from..]
    }

    /// Forgets what came after this entry and is not kept yet, as if it had never been.
    ///
    /// # Errors
    /// A fault of the rules.
    pub fn forget_new(&mut self, seq: u64) -> Result<(), Problem> {
        let left = usize::try_from(seq).unwrap_or(usize::MAX).max(self.kept);
        // Where nothing is new the table stands as it was: an answer that does not count leaves nothing behind.
        if self.entries.len() <= left {
            return Ok(());
        }
        self.entries.truncate(left);
        self.queue.borrow_mut().forget_after(left as u64);
        self.fold()
    }

    /// The number of entries: the state that an answer is meant for.
    #[must_use]
    pub fn number(&self) -> u64 {
        self.entries.len() as u64
    }

    /// The questions that wait side by side; none when the game is over.
    #[must_use]
    pub const fn together(&self) -> Option<&Together> {
        match &self.stop {
            Stop::Asked(together) => Some(together),
            Stop::Over => None,
        }
    }

    /// The question that waits, of several the first that has no answer; none when the game is over.
    #[must_use]
    pub fn request(&self) -> Option<&Request> {
        self.together()?.missing().next()
    }

    /// The last entry that the rules have played.
    #[must_use]
    pub fn last_played(&self) -> u64 {
        self.queue.borrow().span_of_step().1
    }

    /// The questions to a seat after an entry that it was not asked, as each had one answer only.
    #[must_use]
    pub fn foregone_since(&self, seq: u64, seat: Option<Seat>) -> Vec<Request> {
        let queue = self.queue.borrow();
        queue.foregone_since(seq).filter(|request| request.seat == seat && !request.secret).cloned().collect()
    }

    /// The question that somebody of this name is asked; without a name, the one that waits.
    #[must_use]
    pub fn request_of(&self, name: Option<&str>) -> Option<&Request> {
        match name.and_then(|name| self.seat(name).ok()) {
            None => self.request(),
            Some(seat) => self.together()?.of(seat).map(|question| &question.request),
        }
    }

    /// A legal answer to one of the questions that wait, by chance, with whose it is; none when the game is over.
    #[must_use]
    pub fn move_by_chance(&self, chance: &mut Chance) -> Option<(Option<String>, String)> {
        let together = self.together()?;
        let mut open: Vec<&Request> = together.missing().collect();
        // A single question takes no chance away from its answer.
        let at = if open.len() > 1 { chance.below(u32::try_from(open.len()).unwrap_or(u32::MAX)) as usize } else { 0 };
        let request = open.swap_remove(at);
        let by = request.seat.filter(|_| together.are_several()).map(|seat| self.name(seat).to_owned());
        Some((by, answer_by_chance(request, chance)))
    }

    /// The names of the seats in turn order.
    #[must_use]
    pub fn players(&self) -> &[String] {
        self.names.now()
    }

    /// An entry as it reads now: with the names that the seats have now.
    #[must_use]
    pub fn current<'e>(&self, entry: &'e Entry) -> Cow<'e, Entry> {
        self.names.entry(entry, self.queue.borrow().retold(entry.seq), self.rules.schema())
    }

    /// The name of a seat.
    #[must_use]
    pub fn name(&self, seat: Seat) -> &str {
        self.players().get(seat.0).map_or("nobody", String::as_str)
    }

    /// The name of a team or a seat.
    #[must_use]
    pub fn contender(&self, score: &Score, who: Contender) -> String {
        score.name_of(who, |seat| self.name(seat)).to_owned()
    }

    /// The seat with this name, however its letters are written.
    ///
    /// # Errors
    /// When there is none.
    pub fn seat(&self, name: &str) -> Result<Seat, Refusal> {
        let called = |same: fn(&str, &str) -> bool| self.players().iter().position(|player| same(player, name));
        let found = called(str::eq_ignore_ascii_case).or_else(|| called(super::naming::is_same));
        found.map(Seat).ok_or_else(|| {
            let refusal = Refusal::new(format!("nobody called `{}` sits at this table", super::request::quoted(name)));
            let known = self.players().iter().map(String::as_str);
            refusal.maybe_hint(crate::diag::meant_or_known(name, known))
        })
    }

    /// After playing on, what the referee rolled is kept; if the rules failed, the new entries are gone again.
    pub(super) fn settle(&mut self, ran: Result<(), Problem>, before: usize, at: &str) -> Result<(), Problem> {
        match ran {
            Ok(()) => self.keep_made(at),
            Err(problem) => {
                self.entries.truncate(before);
                self.queue.borrow_mut().forget_after(before as u64);
                self.fold()?;
                return Err(problem);
            }
        }
        Ok(())
    }

    pub(super) fn push(&mut self, what: What, by: Option<&str>, at: &str) -> u64 {
        let seq = self.number() + 1;
        self.entries.push(Entry { seq, at: at.to_owned(), by: by.map(str::to_owned), what });
        self.queue.borrow_mut().start_numbering_at(seq + 1);
        seq
    }

    /// What the referee rolled and told itself becomes entries.
    fn keep_made(&mut self, at: &str) {
        let made = self.queue.borrow_mut().take_made();
        for (seq, what) in made {
            self.entries.push(Entry { seq, at: at.to_owned(), by: None, what });
        }
        self.queue.borrow_mut().start_numbering_at(self.number() + 1);
    }

    /// Plays until a question has no answer.
    pub(super) fn run(&mut self) -> Result<(), Problem> {
        let advanced = self.rules.advance();
        let queue = self.queue.borrow();
        if let Some((seq, refusal)) = queue.refused() {
            return Err(Problem::Diverged { seq: *seq, refusal: refusal.clone() });
        }
        self.stop = advanced?;
        match (&self.stop, queue.first_waiting()) {
            (Stop::Over, Some(seq)) => {
                let refusal = Refusal::new("the game is over before it");
                Err(Problem::Diverged { seq, refusal })
            }
            _ => Ok(()),
        }
    }

    /// Plays the journal again: from the last place that is kept, or from its start.
    fn fold(&mut self) -> Result<(), Problem> {
        let played = self.go_back()?;
        let unplayed = |entry: &&Entry| entry.seq > played || matches!(entry.what, What::Custody { .. });
        let standing: Vec<Entry> = standing(&self.entries).into_iter().filter(unplayed).cloned().collect();
        self.queue.borrow_mut().hands = self.start.hands.clone();
        for entry in standing {
            match entry.what {
                What::Answer(answered) => self.queue.borrow_mut().give(entry.seq, &answered),
                What::Reveal(_) => self.queue.borrow_mut().give_reveal(entry.seq),
                What::Adjust(adjusted) => {
                    self.run()?;
                    self.queue.borrow_mut().adjusted(entry.seq);
                    let adjusted = self.names.adjusted(entry.seq, &adjusted, self.rules.schema());
                    self.set_at_step(&adjusted).map_err(|why| at_entry(entry.seq, why))?;
                }
                What::Custody { of, to } => self.hand_over(of.as_deref(), to),
                What::Note(_)
                | What::Rename { .. }
                | What::Upgrade { .. }
                | What::Undo { .. }
                | What::Withdraw { .. } => {}
            }
        }
        self.queue.borrow_mut().start_numbering_at(self.number() + 1);
        self.run()
    }

    /// Goes back to the last place that is kept, or to the very beginning; gives the last entry before it.
    fn go_back(&mut self) -> Result<u64, Problem> {
        let (played, at) = self.queue.borrow_mut().go_back();
        match (at, &self.placed) {
            (Some(at), _) => self.rules.resume(&at)?,
            (None, placed) => {
                self.rules.begin()?;
                if let Some((state, step)) = placed {
                    self.rules.put(state, step)?;
                }
            }
        }
        Ok(played)
    }

    /// The beginnings of the steps so far, each with the last entry before it: all of them, if the queue keeps them all.
    #[must_use]
    pub fn beginnings(&self) -> Vec<(u64, Between)> {
        self.queue.borrow().beginnings().map(|(seq, at)| (seq, at.clone())).collect()
    }

    pub(super) fn hand_over(&self, of: Option<&str>, to: Custody) {
        let mut queue = self.queue.borrow_mut();
        match of {
            Some(name) => {
                queue.hands.named.insert(name.to_owned(), to);
            }
            None => queue.hands = Hands { usual: to, ..Hands::default() },
        }
    }

    /// Sets fields at the start of the step that is being played.
    fn set_at_step(&mut self, adjusted: &Adjusted) -> Result<(), Problem> {
        let (step, state) = self.rules.step();
        let (step, mut state) = (step.to_owned(), state.clone());
        for (path, value) in &adjusted.at_step {
            self.rules.schema().set(&mut state, path, value.clone()).map_err(Refusal::from)?;
        }
        self.rules.put(&state, &step)?;
        if adjusted.triggers {
            let fields: Vec<String> = adjusted.set.keys().cloned().collect();
            self.rules.adjusted(&fields)?;
        }
        Ok(())
    }

    /// Writes something down.
    pub fn note(&mut self, text: &str, by: Option<&str>, at: &str) {
        self.push(What::Note(text.to_owned()), by, at);
    }

    /// The state as one viewer may know it.
    ///
    /// # Errors
    /// A fault of the rules.
    pub fn state(&mut self, viewer: super::Viewer) -> Result<Value, Problem> {
        let state = self.rules.state()?;
        Ok(self.rules.schema().redacted(&state, viewer))
    }

    /// Who has how much.
    ///
    /// # Errors
    /// A fault of the rules.
    pub fn score(&mut self) -> Result<Option<Score>, Problem> {
        Ok(self.rules.score()?)
    }

    /// What can be counted, as a seat or everybody sees it.
    ///
    /// # Errors
    /// A fault of the rules.
    pub fn audit(&mut self, viewer: Viewer) -> Result<Vec<Count>, Problem> {
        Ok(self.rules.audit(viewer)?)
    }

    /// What the state is made of.
    #[must_use]
    pub fn schema(&self) -> &Schema {
        self.rules.schema()
    }

    /// A value for a field of the state from what people typed.
    ///
    /// # Errors
    /// When there is no such field, or this is no value for it.
    pub fn read_field(&self, path: &str, text: &str) -> Result<Value, super::Misfit> {
        self.rules.schema().is_of_the_game(path)?;
        self.rules.schema().read_typed(path, text)
    }

    /// The laws that do not hold.
    ///
    /// # Errors
    /// A fault of the rules.
    pub fn broken_laws(&mut self) -> Result<Vec<BrokenLaw>, Problem> {
        Ok(self.rules.broken_laws()?)
    }

    /// The step that is being played.
    #[must_use]
    pub fn step(&self) -> &str {
        self.rules.step().0
    }

    /// Sets fields to what is on the table, with the reason, and says which laws do not hold any more.
    ///
    /// # Errors
    /// When a field or a value does not fit, or the step that is being played cannot have it so.
    pub fn adjust(&mut self, wish: &Adjusted, by: Option<&str>, at: &str) -> Result<Adjustment, Problem> {
        by.map(|by| self.seat(by)).transpose()?;
        super::adjust::adjust(self, wish, by, at)
    }

    /// Tries an adjustment: whether the fields are then as wished, at the same place in the same step.
    pub(super) fn try_adjusted(&mut self, adjusted: &Adjusted) -> Result<bool, Problem> {
        let answers = self.queue.borrow().consumed();
        self.queue.borrow_mut().try_out();
        self.set_at_step(adjusted)?;
        match self.run() {
            Ok(()) => {}
            Err(Problem::Diverged { .. }) => return Ok(false),
            Err(problem) => return Err(problem),
        }
        let state = self.rules.state()?;
        let is_so =
            |(path, value): (&String, &Value)| super::schema::get(&state, path).unwrap_or(&Value::Null) == value;
        Ok(self.queue.borrow().consumed() == answers && adjusted.set.iter().all(is_so))
    }

    /// Goes back to what the journal says, after something was tried: plays it from its start.
    pub(super) fn restore(&mut self) -> Result<(), Problem> {
        self.fold()
    }

    /// Plays the journal from its very start, up to an entry or to its end, and looks at what comes of it.
    pub(super) fn replay<T>(
        &mut self,
        to: Option<u64>,
        look: impl FnOnce(&mut Self) -> Result<T, Problem>,
    ) -> Result<T, Problem> {
        let kept = self.entries.len();
        let undo = |to| Entry { seq: kept as u64 + 1, at: String::new(), by: None, what: What::Undo { to } };
        self.entries.extend(to.map(undo));
        self.queue.borrow_mut().forget_all();
        let seen = self.fold().and_then(|()| look(self));
        self.entries.truncate(kept);
        seen
    }

    /// Goes back to an entry, if to any, adds entries as they once were, and plays the journal again.
    pub(super) fn fold_again(
        &mut self,
        back_to: Option<u64>,
        again: Vec<Entry>,
        by: Option<&str>,
        at: &str,
    ) -> Result<(), Problem> {
        let before = self.entries.len();
        if let Some(to) = back_to {
            self.queue.borrow_mut().forget_after(to);
            self.push(What::Undo { to }, by, at);
        }
        for entry in again {
            self.push(entry.what, entry.by.as_deref().or(by), at);
        }
        let folded = self.fold();
        self.settle(folded, before, at)
    }

    /// Adds an entry that changes what came before, and plays the journal again.
    pub(super) fn fold_with(&mut self, what: What, by: Option<&str>, at: &str) -> Result<(), Problem> {
        let before = self.entries.len();
        if let What::Undo { to } = what {
            self.queue.borrow_mut().forget_after(to);
        }
        self.push(what, by, at);
        let folded = self.fold();
        self.settle(folded, before, at)
    }
}

fn at_entry(seq: u64, problem: Problem) -> Problem {
    match problem {
        Problem::Refused(refusal) => Problem::Diverged { seq, refusal },
        other => other,
    }
}
