//! Lines that say something of several players, each by name: `Ann got Carrion, Bob Brain Aroma`. Each part answers the question that
//! is about its player, in whichever order people say them.

use crate::diag::Diagnostics;
use crate::referee::{Move, Request, is_small, words_apart};

use super::line_parts::is_asked_with;
use super::session::Session;

/// What is said of one player, without the name.
struct Told {
    player: String,
    text: String,
}

impl Session {
    /// Answers one question after another with what a line says of each player; none where it does not, or where any part of it would
    /// not count.
    pub(super) fn answer_by_names(&mut self, given: &Move<'_>) -> Option<Result<(), Diagnostics>> {
        self.table.request_of(given.by).filter(|asked| !asked.secret)?;
        let told = self.told_of_players(given.text)?;
        let before = self.table.number();
        let lines = self.in_order(given, told);
        self.table.forget_new(before).ok()?;
        for line in lines? {
            if let Err(found) = self.answer(&Move { text: &line, ..*given }) {
                return Some(Err(found));
            }
        }
        Some(Ok(()))
    }

    /// Whether a line says something of each of several players.
    #[must_use]
    pub fn is_of_players(&self, text: &str) -> bool {
        self.told_of_players(text).is_some()
    }

    /// The parts in the order in which they are asked for; they are answered, until what is new is forgotten.
    fn in_order(&mut self, given: &Move<'_>, mut told: Vec<Told>) -> Option<Vec<String>> {
        let mut lines = Vec::new();
        while !told.is_empty() {
            let asked = self.table.request_of(given.by).filter(|asked| !asked.secret)?.clone();
            let at = told.iter().position(|part| self.is_about(&asked, &part.player))?;
            let text = told.remove(at).text;
            let plain = std::iter::once(text.clone());
            let readings = self.readings(&Move { text: &text, ..*given }).into_iter().map(|reading| reading.text);
            let all: Vec<String> = plain.chain(readings).collect();
            lines.push(self.first_taken(given, all)?);
        }
        Some(lines)
    }

    /// The first of these lines that counts; it is answered, and of the others nothing is kept.
    fn first_taken(&mut self, given: &Move<'_>, lines: Vec<String>) -> Option<String> {
        for line in lines {
            let before = self.table.number();
            if self.is_taken_for_now(&Move { text: &line, ..*given }) {
                return Some(line);
            }
            self.table.forget_new(before).ok()?;
        }
        None
    }

    /// Whether a question is for this player, or about them and nobody else who is named.
    fn is_about(&self, asked: &Request, player: &str) -> bool {
        if let Some(seat) = asked.seat {
            return self.table.name(seat) == player;
        }
        let mut named = self.table.players().iter().filter(|known| is_asked_with(asked, known));
        named.next().is_some_and(|only| only == player) && named.next().is_none()
    }

    /// What a line says of each of several players.
    fn told_of_players(&self, text: &str) -> Option<Vec<Told>> {
        let lower = text.replace(" and ", ", ");
        let parts = lower.split([',', ';']).map(str::trim).filter(|part| !part.is_empty());
        let told: Vec<Told> = parts.map(|part| self.told_of_one(part)).collect::<Option<_>>()?;
        let is_other = |at: usize| told[..at].iter().all(|before| before.player != told[at].player);
        (told.len() > 1 && (0..told.len()).all(is_other)).then_some(told)
    }

    /// A part of a line that names one player, at its beginning or behind `for`.
    fn told_of_one(&self, part: &str) -> Option<Told> {
        let words = words_apart(part);
        let plain = |word: &'_ str| word.trim_end_matches([':', '.', '!']).to_owned();
        let player = |word: &str| self.table.players().iter().find(|name| name.eq_ignore_ascii_case(&plain(word)));
        let mut named = (0..words.len()).filter_map(|at| Some((at, player(words[at])?)));
        let (at, name) = named.next().filter(|_| named.next().is_none())?;
        let is_told = at == 0 || at + 1 == words.len() && words[at - 1].eq_ignore_ascii_case("for");
        let rest: Vec<&str> = (0..words.len())
            .filter(|other| *other != at && !(*other + 1 == at && is_small(words[*other])))
            .map(|other| words[other])
            .collect();
        (is_told && !rest.is_empty()).then(|| Told { player: name.clone(), text: rest.join(" ") })
    }
}
