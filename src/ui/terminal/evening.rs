//! What belongs to an evening and not to the game: what happened lately, how long turns take, who is called what.

use std::io;

use crate::referee::{Recap, View, Viewer};

use super::face::Next;
use super::play::Conversation;
use super::recap::recap_text;
use super::statistics::statistics_text;

impl Conversation<'_> {
    /// How the table stands, and what happened lately.
    pub(super) fn recap(&mut self, view: &View) -> io::Result<()> {
        let viewer = self.open.map_or(Viewer::Everybody, |(seat, _)| Viewer::Seat(seat));
        let told = recap_text(view, &Recap::of(view, viewer), self.width());
        self.say(&told)
    }

    /// Turn times, and dice against what is expected.
    pub(super) fn statistics(&mut self) -> io::Result<Next> {
        match self.session.statistics() {
            Ok(told) => {
                let told = statistics_text(&told, self.page_width());
                self.say(&told)?;
                Ok(Next::Nothing)
            }
            Err(found) => self.tell(&found),
        }
    }

    /// Gives a seat another name.
    pub(super) fn rename(&mut self, from: &str, to: &str) -> io::Result<Next> {
        match self.session.rename(from, to) {
            Ok(()) => Ok(Next::Changes),
            Err(found) => self.tell(&found),
        }
    }
}
