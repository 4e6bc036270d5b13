//! An answer of people finds its question, is read, and becomes an entry; or it is said why it does not count.

use crate::diag::all_of;

use super::table::Table;
use super::typed::read_answer;
use super::{Answer, Answered, Entry, Hint, Problem, Refusal, RefusalKind, Request, Seat, Together, What};

/// An answer as it comes from people.
#[derive(Debug, Clone, Copy, Default)]
pub struct Move<'a> {
    /// Whose it is, if they say so.
    pub by: Option<&'a str>,
    /// The state it was meant for, if they say so: the number of entries then.
    pub number: Option<u64>,
    /// What they typed.
    pub text: &'a str,
}

/// How it is said that an answer was meant for a state of the table that is gone.
pub const MOVED_ON: &str = "the table has moved on since";

impl Table {
    /// Takes one answer.
    ///
    /// # Errors
    /// When it does not count; the table is as before.
    pub fn answer(&mut self, given: &Move<'_>, at: &str) -> Result<(), Problem> {
        self.answer_as(given, false, at)
    }

    /// Takes one answer of a bot: the journal says so, and an undo of people takes it back with what led to it.
    ///
    /// # Errors
    /// When it does not count; the table is as before.
    pub fn answer_as_bot(&mut self, given: &Move<'_>, at: &str) -> Result<(), Problem> {
        self.answer_as(given, true, at)
    }

    fn answer_as(&mut self, given: &Move<'_>, bot: bool, at: &str) -> Result<(), Problem> {
        let request = self.asked(given)?.clone();
        let mut chance = self.queue.borrow().chance_for(self.number() + 1);
        let answer = read_answer(&request, given.text, &mut |end| chance.below(end))
            .map_err(|refusal| if is_kept_secret(&request, given.by) { self.kept_secret(&request) } else { refusal })?;
        self.record(&request, &answer, (given.by, bot), at)
    }

    /// The question an answer is for.
    fn asked(&self, given: &Move<'_>) -> Result<&Request, Problem> {
        let seat = given.by.map(|by| self.seat(by)).transpose()?;
        let Some(together) = self.together() else {
            return Err(Refusal::of(RefusalKind::Over).hint("`undo` takes the last answer back").into());
        };
        if let Some(number) = given.number
            && self.has_moved_on(together, seat, number)
        {
            let message = format!("{MOVED_ON}: it is at {}, not at {number}", self.number());
            return Err(Refusal::new(message)
                .maybe_hint(self.request().map(|request| Hint::Asked(question(request))))
                .into());
        }
        self.question_for(together, seat).map_err(Problem::from)
    }

    /// The one question of several that a seat may answer.
    fn question_for<'t>(&'t self, together: &'t Together, seat: Option<Seat>) -> Result<&'t Request, Refusal> {
        let missing: Vec<&Request> = together.missing().collect();
        let Some(seat) = seat else {
            return match &missing[..] {
                [one] => Ok(one),
                _ => Err(Refusal::new(format!(
                    "{} are asked at once: whose answer is this?",
                    self.names_asked(&missing)
                ))
                .hint("say whose it is: `--seat` and the name")),
            };
        };
        match together.of(seat) {
            Some(question) if together.may_answer(question) => Ok(&question.request),
            Some(question) => {
                let (name, have) = (self.name(seat), if missing.len() == 1 { "has" } else { "have" });
                let others = self.names_asked(&missing);
                let about =
                    if question.request.secret { String::new() } else { format!(" ({})", question.request.prompt) };
                let message = format!("{name} has answered already{about}, and {others} {have} not yet");
                Err(Refusal::new(message)
                    .hint(format!("`undo {name}` takes the answer back, at the command line `undo --seat {name}`")))
            }
            None => {
                let are = if missing.len() == 1 { "is" } else { "are" };
                let (asked, by) = (self.names_asked(&missing), self.name(seat));
                let message = format!("it is {asked} who {are} asked now, not {by}");
                let first = missing.first().map(|request| Hint::Asked(question(request)));
                Err(Refusal::new(message).maybe_hint(first))
            }
        }
    }

    /// Whether an answer was meant for another state: anything has happened since but answers of other seats to the questions
    /// that wait beside this one.
    fn has_moved_on(&self, together: &Together, seat: Option<Seat>, number: u64) -> bool {
        let beside = |entry: &Entry| {
            together.questions.iter().any(|one| one.answered == Some(entry.seq) && one.request.seat != seat)
        };
        number > self.number() || !self.entries().iter().skip(usize::try_from(number).unwrap_or(usize::MAX)).all(beside)
    }

    /// The names of those who are asked.
    fn names_asked(&self, requests: &[&Request]) -> String {
        let name = |request: &&Request| request.seat.map_or("the table", |seat| self.name(seat)).to_owned();
        all_of(requests.iter().map(name))
    }

    /// What somebody is told who guesses at a secret answer without saying who they are.
    fn kept_secret(&self, request: &Request) -> Refusal {
        let who = request.seat.map_or("somebody", |seat| self.name(seat));
        Refusal::new(format!("{who} is asked in secret, and this is no answer to it"))
            .hint(format!("only {who} is told more: answer as that seat"))
    }

    fn record(
        &mut self,
        request: &Request,
        answer: &Answer,
        (by, bot): (Option<&str>, bool),
        at: &str,
    ) -> Result<(), Problem> {
        let before = self.entries().len();
        let answered = Answered { bot, ..self.queue.borrow().answered(request, answer) };
        let seq = self.push(What::Answer(answered.clone()), by, at);
        self.queue.borrow_mut().give(seq, &answered);
        let ran = self.run().map_err(|problem| match problem {
            // What the rules refuse of the whole answer is said like anything else that does not count.
            Problem::Diverged { seq: refused, refusal } if refused == seq => Problem::Refused(match by {
                by if is_kept_secret(request, by) => self.kept_secret(request),
                _ => refusal,
            }),
            other => other,
        });
        self.settle(ran, before, at)
    }
}

/// A question with what is legal.
fn question(request: &Request) -> String {
    if request.secret { request.prompt.clone() } else { format!("{} ({})", request.prompt, request.legal()) }
}

/// Whether somebody else may be asking what only one may know. What nobody is asked in particular, everybody answers.
const fn is_kept_secret(request: &Request, by: Option<&str>) -> bool {
    request.secret && request.seat.is_some() && by.is_none()
}
