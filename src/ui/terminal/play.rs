//! The conversation of `referee play`: shows the table, reads a line, does what it says, and shows what is new.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::PathBuf;
use std::rc::Rc;

use crate::app::Session;
use crate::diag::Diagnostics;
use crate::referee::{Entry, Request, Seat, View, Viewer};

use super::command::words_for;
use super::face::{Ask, Face, Next, Page};
use super::lines::set_in;
use super::lookup::Printed;
use super::offers::{Begun, Offer};
use super::screen::Stage;

/// How many entries of what happened are shown at first; where all that is said stays in its place, as many as can be looked back on.
const FIRST_NEWS: u64 = 4;
const FIRST_THAT_STAY: u64 = 60;
/// What stands before an answer.
const PROMPT: &str = "> ";

/// How a conversation ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ended {
    /// People left.
    Left,
    /// Nothing more can be kept of the table.
    Broken,
}

/// A conversation about one table.
pub struct Conversation<'a> {
    pub(super) session: &'a mut Session,
    pub(super) face: &'a mut dyn Face,
    pub(super) stage: Rc<Stage>,
    /// The folder that pictures are written to.
    pub(super) pictures: PathBuf,
    /// Whose secrets are on the screen, and in which state.
    pub(super) open: Option<(Seat, u64)>,
    /// Who answers next of several who are asked at once, if it is not the first, and in which state.
    pub(super) turn: Option<(Seat, u64)>,
    /// What the referee would do on a yes.
    pub(super) offer: Option<Offer>,
    /// An answer of several that lacks some.
    pub(super) begun: Option<Begun>,
    /// The last line, in which state, and the word in it of which it was asked what it means.
    pub(super) unclear: Option<(u64, String, String)>,
    /// Which reason comes next of those why something cannot be chosen, and in which state.
    pub(super) why_from: Option<(u64, usize)>,
    /// What was asked last, and what was answered.
    pub(super) before: Option<(Request, String)>,
    /// What `card` and `rules` look into.
    pub(super) printed: Rc<Printed>,
    /// The last entries before and after each line of several words, as far as these stand.
    pub(super) lines: Vec<(u64, u64)>,
    /// A line that was typed already, behind what came before it.
    pub(super) next_line: Option<String>,
    /// The last line, in which state, where that did not count.
    pub(super) refused: Option<(u64, String)>,
    /// Laws that people know not to hold, with what is so instead.
    pub(super) told_laws: BTreeSet<String>,
    /// The last entry that each viewer has read of.
    seen: BTreeMap<Option<usize>, u64>,
}

impl<'a> Conversation<'a> {
    /// A conversation that has not begun.
    pub fn new(session: &'a mut Session, face: &'a mut dyn Face, stage: Stage, pictures: PathBuf) -> Self {
        let printed = Rc::new(Printed::of(session));
        let (open, turn, offer, begun, unclear) = (None, None, None, None, None);
        let (why_from, before, seen) = (None, None, BTreeMap::new());
        Self {
            session,
            face,
            stage: Rc::new(stage),
            pictures,
            open,
            turn,
            offer,
            begun,
            unclear,
            why_from,
            before,
            printed,
            lines: Vec::new(),
            next_line: None,
            refused: None,
            told_laws: BTreeSet::new(),
            seen,
        }
    }

    /// Goes on until people leave.
    ///
    /// # Errors
    /// What the terminal said.
    pub fn run(mut self) -> io::Result<Ended> {
        let mut next = Next::Whole;
        let mut returns = self.session.table.entries().iter().any(Entry::is_by_people);
        loop {
            next = self.close_secrets(next)?;
            let view = Rc::new(self.view(next)?);
            // Whoever comes back wants to know where they were.
            if std::mem::take(&mut returns) && view.asked.is_some() {
                self.recap(&view)?;
                self.say("\n")?;
                if !self.face.stays() {
                    self.seen.insert(None, view.number);
                }
            }
            self.show(&view, next)?;
            let mut words = words_for(&view);
            words.extend_from_slice(&self.printed.names);
            let offered = self.offer.as_ref().map(|offer| offer.told.clone());
            let (instead, is_secret) = (offered.as_deref(), self.open.is_some());
            let line = match self.next_line.take() {
                Some(line) => Some(line),
                None => self.face.ask(Ask { prompt: PROMPT, instead, is_offer: true, words: &words, is_secret })?,
            };
            let Some(line) = line else { break };
            next = self.obey(&view, &line)?;
            if let Some(found) = self.session.lost().cloned() {
                self.leave(&found)?;
                return Ok(Ended::Broken);
            }
            if next == Next::End {
                break;
            }
        }
        self.wipe()?;
        Ok(Ended::Left)
    }

    /// What whoever looks may see. When the rules fail it is what the referee knows without them, and people are told.
    fn view(&mut self, next: Next) -> io::Result<View> {
        let viewer = self.open.map_or(Viewer::Everybody, |(seat, _)| Viewer::Seat(seat));
        match self.session.look(|table| table.view(viewer)) {
            Ok(mut view) => {
                self.turn = self.turn.filter(|(_, number)| *number == view.number);
                if let Some((seat, _)) = self.turn.filter(|_| self.open.is_none()) {
                    view.turn_to(seat);
                }
                Ok(view)
            }
            Err(found) => {
                if next != Next::Nothing {
                    let people = "The rules of this game have a fault, so the table cannot be shown. All answers are \
                                  kept: `undo` takes back what led to it, `quit` leaves.";
                    self.say_in_lines(people)?;
                    self.say("For whoever wrote the rules:\n")?;
                    self.tell(&found)?;
                }
                Ok(self.session.table.view_without_rules(viewer))
            }
        }
    }

    /// Leaves no secrets on the screen, and still what was told.
    fn leave(&mut self, found: &Diagnostics) -> io::Result<()> {
        if self.open.is_some() {
            self.wipe()?;
            self.tell(found)?;
        }
        Ok(())
    }

    /// Shows as much as is wanted.
    pub(super) fn show(&mut self, view: &Rc<View>, next: Next) -> io::Result<()> {
        let who = self.open.map(|(seat, _)| seat.0);
        let stays = self.face.stays();
        // What everybody has seen is not told again to one of them.
        let of_all = self.seen.get(&None).copied().filter(|_| stays);
        let since = self.seen.insert(who, view.number).max(of_all);
        let first = if stays { FIRST_THAT_STAY } else { FIRST_NEWS };
        let since = since.unwrap_or_else(|| view.number.saturating_sub(first));
        let dealt = if next == Next::Changes { self.dealt(view, since) } else { String::new() };
        self.face.show(&Page { view, stage: &self.stage, since, dealt: &dealt, next })
    }

    /// A line of its own kind, as a count or yes or no.
    pub(super) fn read(&mut self, prompt: &str) -> io::Result<Option<String>> {
        self.face.ask(Ask {
            prompt,
            instead: Some(prompt),
            is_offer: false,
            words: &[],
            is_secret: self.open.is_some(),
        })
    }

    /// The same, and what is typed does not stay to be read.
    pub(super) fn read_unseen(&mut self, prompt: &str) -> io::Result<Option<String>> {
        self.face.ask(Ask { prompt, instead: Some(prompt), is_offer: false, words: &[], is_secret: true })
    }

    /// How many columns texts have; a screen that stays breaks them itself, where it has room for them.
    pub(super) fn width(&self) -> usize {
        if self.face.stays() { usize::MAX } else { self.face.screen().width }
    }

    /// How many columns pages have that people read for themselves.
    pub(super) fn page_width(&self) -> usize {
        self.face.page_width()
    }

    pub(super) fn say(&mut self, text: &str) -> io::Result<()> {
        self.face.say(text)
    }

    /// Says a sentence, in lines that fit.
    pub(super) fn say_in_lines(&mut self, text: &str) -> io::Result<()> {
        let text = set_in("", text, self.width());
        self.say(&text)
    }
}
