//! What belongs to an evening and not to the game: what happened lately, how long turns take, who is called what.

use std::io;

use crate::referee::{Custody, Recap, View, Viewer};

use super::face::Next;
use super::lines::set_in;
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

    /// Says who has which dice and cards.
    pub(super) fn who_rolls(&mut self) -> io::Result<Next> {
        let names = match self.session.table.left_to_chance() {
            Ok(names) => names,
            Err(problem) => return self.problem(&problem),
        };
        let table = &self.session.table;
        let of = |wanted: Custody| {
            let own: Vec<&str> =
                names.iter().filter(|name| table.custody_of(name) == wanted).map(String::as_str).collect();
            let does = match wanted {
                Custody::Table => "you roll or deal, and tell it",
                Custody::App => "the referee rolls or deals",
                Custody::Ask => "asked each time: what came up, or `roll`",
            };
            (!own.is_empty()).then(|| set_in(&format!("{}: ", own.join(", ")), does, self.page_width()))
        };
        let told: String = Custody::WORDS.iter().filter_map(|(_, custody)| of(*custody)).collect();
        self.say(if told.is_empty() { "Nothing in this game is left to dice and cards.\n" } else { &told })?;
        Ok(Next::Nothing)
    }

    /// Gives a seat another name.
    pub(super) fn rename(&mut self, from: &str, to: &str) -> io::Result<Next> {
        match self.session.rename(from, to) {
            Ok(()) => Ok(Next::Changes),
            Err(found) => self.tell(&found),
        }
    }
}
