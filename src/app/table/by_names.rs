//! Lines that say something of several players, each by name: `Ann got Carrion, Bob Brain Aroma`. Each part answers the question that
//! is about its player, in whichever order people say them.

use std::collections::BTreeMap;

use crate::diag::{Diagnostic, Diagnostics};
use crate::referee::{Meaning, Move, Request, Seat, Viewer, is_small, words_apart};

use super::line_parts::is_asked_with;
use super::session::Session;

/// Words of what figures are called, in small letters, and whose they are.
type Figures = BTreeMap<String, Seat>;

/// What is said of one player, without the name; of whoever is asked where nobody is named before the first.
struct Told {
    player: Option<String>,
    text: String,
}

/// What became of a line that says something of several players.
pub(super) enum ByNames {
    /// All of it counts, and is answered, or what stood in the way of that.
    Done(Result<(), Diagnostics>),
    /// What it says of one of them does not count, though what it says of others would.
    Stopped(Diagnostics),
    /// It says nothing of several, or is to be read otherwise.
    Not,
}

impl Session {
    /// Answers one question after another with what a line says of each player; nothing where any part of it would not count.
    pub(super) fn answer_by_names(&mut self, given: &Move<'_>) -> ByNames {
        let told = self.table.request_of(given.by).filter(|asked| !asked.secret).cloned();
        // Nobody says something of several in two words.
        let Some(asked) = told.filter(|_| words_apart(given.text).len() > 2) else { return ByNames::Not };
        let figures = self.figures();
        let Some(told) = self.told_of_players(given.text, Some(&asked), &figures) else { return ByNames::Not };
        let before = self.table.number();
        let lines = self.in_order(given, told);
        if self.table.forget_new(before).is_err() {
            return ByNames::Not;
        }
        let lines = match lines {
            Ok(lines) => lines,
            Err(Some(found)) => return ByNames::Stopped(found),
            Err(None) => return ByNames::Not,
        };
        for line in lines {
            if let Err(found) = self.answer(&Move { text: &line, ..*given }) {
                return ByNames::Done(Err(found));
            }
        }
        ByNames::Done(Ok(()))
    }

    /// Whether a line says something of each of several players.
    #[must_use]
    pub fn is_of_players(&self, text: &str) -> bool {
        self.told_of_players(text, None, &Figures::new()).is_some()
    }

    /// The parts in the order in which they are asked for; they are answered, until what is new is forgotten. Behind the first,
    /// why one does not count, where that is known.
    fn in_order(&mut self, given: &Move<'_>, mut told: Vec<Told>) -> Result<Vec<String>, Option<Diagnostics>> {
        let mut lines = Vec::new();
        while !told.is_empty() {
            let asked = self.table.request_of(given.by).filter(|asked| !asked.secret).cloned().ok_or(None)?;
            let is_meant = |part: &Told| part.player.as_ref().is_none_or(|player| self.is_about(&asked, player));
            let at = told.iter().position(is_meant).ok_or(None)?;
            let Told { player, text } = told.remove(at);
            let plain = std::iter::once(text.clone());
            let readings = self.readings(&Move { text: &text, ..*given }).into_iter().map(|reading| reading.text);
            let all: Vec<String> = plain.chain(readings).collect();
            match self.first_taken(given, all) {
                Some(line) => lines.push(line),
                None if lines.is_empty() => return Err(None),
                None => {
                    let reason = self.refused(&Move { text: &text, ..*given });
                    return Err(reason.map(|reason| none_of_it(reason, player.as_deref(), &text)));
                }
            }
        }
        Ok(lines)
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

    /// What a line says of each of several players, or of whoever is asked and then of others; what follows without a name is
    /// said of the same.
    fn told_of_players(&self, text: &str, asked: Option<&Request>, figures: &Figures) -> Option<Vec<Told>> {
        let parted = text.replace(" and ", ", ").replace(" then ", ", ");
        let mut told: Vec<Told> = Vec::new();
        for part in parted.split([',', ';']).map(str::trim).filter(|part| !part.is_empty()) {
            match (self.told_of_one(part, figures), told.last_mut()) {
                (Some(part), _) => told.push(part),
                (None, Some(last)) if !self.names_players(part) => last.text = format!("{}, {part}", last.text),
                (None, None) if asked.is_some_and(|asked| begins_answer(asked, part)) => {
                    told.push(Told { player: None, text: part.to_owned() });
                }
                _ => return None,
            }
        }
        let is_other = told.iter().any(|part| part.player != told[0].player);
        is_other.then_some(told)
    }

    /// Whether words name any player.
    fn names_players(&self, part: &str) -> bool {
        let players = self.table.players();
        words_apart(part).iter().any(|word| players.iter().any(|name| name.eq_ignore_ascii_case(bare(word))))
    }

    /// A part of a line that names one player, at its beginning or behind `for`.
    fn told_of_one(&self, part: &str, figures: &Figures) -> Option<Told> {
        let words = words_apart(part);
        // Whoever says `I` beside the names of others is the one who is asked.
        let own = self.table.request().and_then(|asked| asked.seat).map(|seat| self.table.name(seat).to_owned());
        let own = |word: &str| own.clone().filter(|_| word.eq_ignore_ascii_case("i"));
        let player = |word: &str| own(word).or_else(|| self.player_called(bare(word), figures));
        let mut named = (0..words.len()).filter_map(|at| Some((at, player(words[at])?)));
        let (at, name) = named.next().filter(|_| named.next().is_none())?;
        let is_told = at == 0 || at + 1 == words.len() && words[at - 1].eq_ignore_ascii_case("for");
        let rest: Vec<&str> = (0..words.len())
            .filter(|other| *other != at && !(*other + 1 == at && is_small(words[*other])))
            .map(|other| words[other])
            .collect();
        (is_told && !rest.is_empty()).then(|| Told { player: Some(name), text: rest.join(" ") })
    }

    /// The player of this name, or whose only figure is called so.
    fn player_called(&self, word: &str, figures: &Figures) -> Option<String> {
        let named = self.table.players().iter().find(|name| name.eq_ignore_ascii_case(word)).cloned();
        named.or_else(|| figures.get(&word.to_lowercase()).map(|seat| self.table.name(*seat).to_owned()))
    }

    /// What figures are called whose owners have no other, each word of it.
    fn figures(&mut self) -> Figures {
        // Rules with a fault show nothing.
        let scene = self.look(|table| table.scene(Viewer::Everybody)).unwrap_or_default();
        let mut owned: BTreeMap<String, Option<Seat>> = BTreeMap::new();
        for piece in &scene.pieces {
            for word in piece.name.split_whitespace().map(str::to_lowercase) {
                let known = owned.entry(word).or_insert(piece.seat);
                if *known != piece.seat {
                    *known = None;
                }
            }
        }
        // Before it is on the board a figure stands with its player.
        let view = self.look(|table| table.view(Viewer::Everybody));
        for (at, seat) in view.iter().flat_map(|view| view.seats.iter().enumerate()) {
            let is_name = |word: &&str| word.starts_with(char::is_uppercase) && word.chars().all(char::is_alphabetic);
            for word in seat.text.split_whitespace().filter(is_name).map(str::to_lowercase) {
                let known = owned.entry(word).or_insert(Some(Seat(at)));
                if *known != Some(Seat(at)) {
                    *known = None;
                }
            }
        }
        owned.into_iter().filter_map(|(word, seat)| Some((word, seat?))).collect()
    }
}

/// A word without the sign behind it.
fn bare(word: &str) -> &str {
    word.trim_end_matches([':', '.', '!'])
}

/// Whether a part of a line answers what is asked by itself, without a name.
fn begins_answer(asked: &Request, part: &str) -> bool {
    let words: Vec<&str> = words_apart(part).into_iter().skip_while(|word| is_small(word)).collect();
    matches!(asked.meaning(&words.join(" ")), Meaning::Legal(_))
}

/// Why what is said of a player does not count, and that with it nothing was done.
fn none_of_it(mut reason: Diagnostics, player: Option<&str>, text: &str) -> Diagnostics {
    let whose = player.map_or_else(String::new, |player| format!("{player}'s "));
    reason.push(Diagnostic::note(format!("nothing was done, because of {whose}`{text}`")));
    reason
}
