//! Questions for one pair of eyes: the others look away first, and the screen is wiped afterwards.

use std::io;

use crate::referee::{View, Viewer};

use super::face::Next;
use super::play::Conversation;
use super::scrolling::NEWS;

/// Whether the question is for one seat only, which is not the one that looks.
pub const fn is_for_one(view: &View) -> bool {
    view.request.is_none() && view.asked.is_some() && !view.over
}

impl Conversation<'_> {
    /// The others look away.
    pub(super) fn open_secrets(&mut self, view: &View) -> Next {
        self.open = view.asked.map(|seat| (seat, view.number));
        Next::Whole
    }

    /// Shows what one seat may see, until it has seen it.
    pub(super) fn look(&mut self, name: &str) -> io::Result<Next> {
        let seat = match self.session.table.seat(name) {
            Ok(seat) => seat,
            Err(refusal) => return self.problem(&refusal.into()),
        };
        let view = match self.session.table.view(Viewer::Seat(seat)) {
            Ok(view) => view,
            Err(problem) => return self.problem(&problem),
        };
        let public = match self.session.table.view(Viewer::Everybody) {
            Ok(public) => public,
            Err(problem) => return self.problem(&problem),
        };
        let whole = self.stage.whole(&view, 0, NEWS, self.face.screen());
        // What everybody may see needs no curtain.
        if view.json() == public.json() && view.log == public.log {
            self.say(&whole)?;
            return Ok(Next::Nothing);
        }
        let alone = format!("For {}'s eyes only: press Enter when the others look away. ", view.name(seat));
        if self.read(&alone)?.is_none() {
            return Ok(Next::End);
        }
        self.open = Some((seat, view.number));
        self.say(&whole)?;
        let seen = self.read("Press Enter to hide it again. ")?;
        self.wipe()?;
        Ok(if seen.is_none() { Next::End } else { Next::Whole })
    }

    /// Once the table has moved on, nothing of a secret stays on the screen, and everything else comes back.
    pub(super) fn close_secrets(&mut self, next: Next) -> io::Result<Next> {
        match self.open {
            Some((_, number)) if number != self.session.table.number() => {
                self.wipe()?;
                Ok(Next::Whole)
            }
            _ => Ok(next),
        }
    }

    /// Takes secrets from the screen, if there are any.
    pub(super) fn wipe(&mut self) -> io::Result<()> {
        if self.open.take().is_none() { Ok(()) } else { self.face.wipe() }
    }
}
