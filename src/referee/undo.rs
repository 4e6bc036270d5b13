//! Going back and forth: what an undo would take back and the entry that does, and what was taken back done again. Nothing is
//! deleted.

use crate::diag::count_of;

use super::standing::{ahead, not_undone, standing};
use super::{Answer, Answered, Entry, Problem, Refusal, Seat, Table, Viewer, What};

/// What an undo took back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TakenBack {
    /// The last entry that stays.
    pub to: u64,
    /// What was answered or adjusted, latest first, in words.
    pub told: Vec<String>,
    /// How many of that are things that people did.
    pub things: usize,
    /// Which of that was unknown before.
    pub reveals: Vec<Revealed>,
    /// Whether the referee rolled or dealt any of it: answered anew, it does so anew.
    pub rolled_by_app: bool,
    /// Who was asked last of what goes back, by name.
    pub asked: Option<String>,
    /// Whose secret answers others have learned, and would not know any more.
    pub secrets_out: Vec<String>,
}

/// Something that was unknown before, and is taken back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Revealed {
    /// In a few words.
    pub told: String,
    /// What came out of it.
    pub what: WhatCameOut,
}

/// What came out that was unknown before.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum WhatCameOut {
    /// Dice or a card, for everybody to see.
    Chance,
    /// A card that only this seat saw.
    SeenBy(String),
    /// What several had answered in secret.
    Answers,
}

impl WhatCameOut {
    fn of(entry: &Entry) -> Self {
        match &entry.what {
            What::Answer(Answered { secret: true, asked: Some(seat), .. }) => Self::SeenBy(seat.clone()),
            What::Reveal(_) => Self::Answers,
            _ => Self::Chance,
        }
    }
}

/// What was done again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DoneAgain {
    /// How many things that people did.
    pub things: usize,
    /// All of it in words, with what the referee rolled.
    pub told: Vec<String>,
}

impl DoneAgain {
    /// How many things came back, where that is not what everybody expects who asked for so many.
    #[must_use]
    pub fn how_many(&self, wanted: usize) -> Option<String> {
        let things = count_of(self.things, "thing");
        if self.things < wanted {
            return Some(format!("{things} came back: no more was left of what was taken back"));
        }
        (wanted > 1).then(|| format!("{things} came back"))
    }
}

/// How far to go back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Back {
    /// So many things that people did.
    Times(usize),
    /// To just after this entry.
    To(u64),
}

/// What can be done where nothing is taken back.
const RIGHT: &str = "`adjust` sets what is wrong";

impl Table {
    /// What an undo would take back.
    ///
    /// # Errors
    /// When there is nothing to take back.
    pub fn would_take_back(&self, back: Back) -> Result<TakenBack, Refusal> {
        let standing: Vec<&Entry> = not_undone(self.entries())
            .into_iter()
            .filter(|entry| entry.is_by_people() || entry.is_by_the_rules())
            .collect();
        let to = match back {
            Back::To(to) if to < self.number() => to,
            Back::To(to) => {
                return Err(Refusal::new(format!("there is no entry after {to} that could be taken back"))
                    .hint("`log` shows the numbers of the entries"));
            }
            Back::Times(times) => {
                let mut done = standing.iter().rev().filter(|entry| entry.is_by_people());
                let last = done.nth(times.max(1) - 1);
                last.map(|entry| entry.seq - 1)
                    .ok_or_else(|| too_far(standing.iter().filter(|e| e.is_by_people()).count()))?
            }
        };
        let gone = || standing.iter().rev().filter(|entry| entry.seq > to);
        if gone().next().is_none() {
            return Err(Refusal::new(format!("nothing after entry {to} is left to take back")));
        }
        let reveals = gone().filter(|entry| entry.is_reveal());
        Ok(TakenBack {
            to,
            told: gone().map(|entry| self.told(entry, Viewer::Everybody)).collect(),
            things: gone().filter(|entry| entry.is_by_people()).count(),
            reveals: reveals
                .map(|entry| self.current(entry))
                .map(|entry| Revealed { told: entry.told(), what: WhatCameOut::of(&entry) })
                .collect(),
            rolled_by_app: gone().any(|entry| entry.answer().is_some_and(|answered| answered.answer.is_by_app())),
            asked: gone().next().and_then(|entry| entry.answer()?.asked.clone()),
            secrets_out: Vec::new(),
        })
    }

    /// The entry to which one thing that people did goes back from just after another entry; nothing where there is none before.
    #[must_use]
    pub fn one_back(&self, from: u64) -> Option<u64> {
        let standing = standing(self.entries());
        let before = standing.iter().rev().find(|entry| entry.seq <= from && entry.is_by_people())?;
        Some(before.seq - 1)
    }

    /// The last entry that no undo took back and that people or the rules have made, at or before this one; 0 before all.
    #[must_use]
    pub fn last_standing(&self, from: u64) -> u64 {
        let standing = standing(self.entries());
        let counts = |entry: &&&Entry| entry.seq <= from && (entry.is_by_people() || entry.is_by_the_rules());
        standing.iter().rev().find(counts).map_or(0, |entry| entry.seq)
    }

    /// The last entry before the turn of a seat: before what it was asked last without another one between but for dice and yes or no,
    /// with which others only reply; none if another seat was asked last.
    #[must_use]
    pub fn before_turn_of(&self, seat: Seat) -> Option<u64> {
        let name = self.name(seat);
        let standing = standing(self.entries());
        let only_replies = |answer: &Answer| answer.is_reveal() || matches!(answer, Answer::Confirm(_));
        let is_of_turn = |entry: &&&Entry| {
            let is_own = |asked: &str| asked == name;
            entry
                .answer()
                .is_none_or(|answered| answered.asked.as_deref().is_none_or(is_own) || only_replies(&answered.answer))
        };
        let turn: Vec<&&Entry> = standing.iter().rev().take_while(is_of_turn).collect();
        let own = turn
            .iter()
            .rev()
            .find(|entry| entry.answer().is_some_and(|answered| answered.asked.as_deref() == Some(name)))?;
        Some(own.seq - 1)
    }

    /// Goes back.
    ///
    /// # Errors
    /// When there is nothing to take back, or the table is strict and something would be unknown again that others know:
    /// dice, cards, and secrets that came out.
    pub fn undo(&mut self, back: Back, by: Option<&str>, at: &str) -> Result<TakenBack, Problem> {
        let seat = by.map(|by| self.seat(by)).transpose()?;
        if let (Back::Times(0 | 1), Some(answer)) = (back, seat.and_then(|seat| self.own_answer(seat))) {
            return self.withdraw(answer, by, at);
        }
        let mut taken = self.would_take_back(back)?;
        if let (true, Some(first)) = (self.start().strict && !self.is_slip(taken.to), taken.reveals.first()) {
            let message = format!("this table is strict: what was seen stays ({})", first.told);
            return Err(Refusal::new(message).hint(RIGHT).into());
        }
        if self.start().strict
            && let Some(secret) = self.secret_that_is_out(taken.to)?
        {
            let who = secret.answer().and_then(|answered| answered.asked.clone()).unwrap_or_default();
            let message =
                format!("this table is strict: what {who} answered in secret is out by now (entry {})", secret.seq);
            return Err(Refusal::new(message).hint(RIGHT).into());
        }
        // Where several answers were told to everybody at once, that is said already.
        if taken.reveals.iter().all(|revealed| revealed.what != WhatCameOut::Answers) {
            taken.secrets_out = self.secrets_that_are_out(taken.to)?;
        }
        self.fold_with(What::Undo { to: taken.to }, by, at)?;
        Ok(taken)
    }

    /// The answer of a seat to a question that others are asked beside, unless it is the last thing that happened.
    fn own_answer(&self, seat: Seat) -> Option<u64> {
        let together = self.together().filter(|together| together.are_several())?;
        together.of(seat)?.answered.filter(|own| *own < self.number())
    }

    /// Takes back one answer beside which others stay: none of them depends on it.
    fn withdraw(&mut self, answer: u64, by: Option<&str>, at: &str) -> Result<TakenBack, Problem> {
        let entry = self.entries().iter().find(|entry| entry.seq == answer);
        let told = entry.map(|entry| self.told(entry, Viewer::Everybody)).into_iter().collect();
        let is_seen = entry.is_some_and(|entry| entry.is_reveal() && !entry.answer().is_some_and(is_typed));
        if self.start().strict && is_seen {
            let message = "this table is strict: what everybody saw stays";
            return Err(Refusal::new(message).hint(RIGHT).into());
        }
        self.fold_with(What::Withdraw { answer }, by, at)?;
        Ok(TakenBack {
            to: self.number(),
            told,
            things: 1,
            reveals: Vec::new(),
            rolled_by_app: false,
            asked: None,
            secrets_out: Vec::new(),
        })
    }

    /// Whether dice, cards or secrets came out since an entry that people did not type themselves: what they typed they know,
    /// whether or not it is kept.
    #[must_use]
    pub fn has_shown_since(&self, seq: u64) -> bool {
        let is_typed = |entry: &Entry| entry.answer().is_some_and(|answered| answered.answer.is_all_typed());
        self.entries().iter().any(|entry| entry.seq > seq && entry.is_reveal() && !is_typed(entry))
    }

    /// Whether only one thing would be taken back, dice that people typed: they lie on the table as they lay, and nobody has
    /// learned anything since.
    fn is_slip(&self, to: u64) -> bool {
        let standing = standing(self.entries());
        let gone: Vec<&&Entry> = standing.iter().filter(|entry| entry.seq > to && entry.answer().is_some()).collect();
        let [one] = &gone[..] else { return false };
        one.answer().is_some_and(is_typed)
    }

    /// Does again what was taken back: so many things that people did, each with what the referee rolled after it. Gives them
    /// in words.
    ///
    /// # Errors
    /// When there is nothing to do again, or it does not fit the rules any more.
    pub fn redo(&mut self, times: usize, by: Option<&str>, at: &str) -> Result<DoneAgain, Problem> {
        by.map(|by| self.seat(by)).transpose()?;
        let ahead = ahead(self.entries());
        let mut done = 0;
        let again = ahead.entries.into_iter().take_while(|entry| {
            done += usize::from(entry.is_by_people());
            done <= times.max(1)
        });
        let again: Vec<Entry> = again.cloned().collect();
        let rolled_after = ahead.rolled_after;
        if again.is_empty() {
            let refusal = Refusal::new("nothing was taken back that could be done again");
            return Err(refusal.hint("`redo` goes forward after an `undo`, until something else is answered").into());
        }
        let told = again.iter().map(|entry| self.told(entry, Viewer::Everybody)).collect();
        let things = again.iter().filter(|entry| entry.is_by_people()).count();
        self.fold_again(rolled_after, again, by, at)?;
        Ok(DoneAgain { things, told })
    }
}

/// Whether it is dice, and people typed all of them.
fn is_typed(answered: &Answered) -> bool {
    matches!(&answered.answer, Answer::Roll(shown) if shown.iter().all(|shown| shown.typed))
}

fn too_far(count: usize) -> Refusal {
    match count {
        0 => Refusal::new("nothing has happened yet that could be taken back"),
        _ => Refusal::new(format!("only {} can be taken back", count_of(count, "thing")))
            .hint(format!("`undo {count}` goes back to the very beginning")),
    }
}
