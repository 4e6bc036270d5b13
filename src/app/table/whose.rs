//! Names of players and pieces where something of theirs is meant: `give it to me`, `B2 attacks Ida`, `R1 goes to B1`.

use std::collections::BTreeSet;

use crate::referee::{Choice, Meaning, Request, Scene, ScenePiece, Seat, Typed, Viewer};

use super::line_parts::is_place;
use super::said::{is_called, is_one_of};
use super::session::Session;

/// How people speak of themselves.
const ONESELF: [&str; 2] = ["me", "myself"];

impl Session {
    /// What can be chosen of a player whom a word names, where that is one thing only.
    pub(super) fn of_player(&mut self, asked: &Request, word: &str) -> Option<String> {
        let plain = word.trim_end_matches([',', ':', '.', '!']);
        let named = self.table.players().iter().position(|name| name.eq_ignore_ascii_case(plain)).map(Seat);
        let seat = if is_one_of(plain, &ONESELF) { asked.seat } else { named };
        let is_numbered = is_place(asked) && plain.contains(|sign: char| sign.is_ascii_digit());
        let is_open = !asked.secret && !asked.kind.options().is_empty() && asked.meaning(word) == Meaning::Nothing;
        if !is_open || seat.is_none() && !is_numbered {
            return None;
        }
        // Rules with a fault show nothing.
        let scene = self.look(|table| table.scene(Viewer::Everybody)).ok()?;
        match seat {
            Some(seat) => only_of(asked.kind.options(), &scene, seat).map(str::to_owned),
            None => place_of(asked, &scene, plain),
        }
    }
}

/// The only choice that is a piece of a seat, or where one lies.
fn only_of<'c>(options: &'c [Choice], scene: &Scene, seat: Seat) -> Option<&'c str> {
    let is_called = |piece: &ScenePiece, choice: &Choice| {
        // `hordes (G1: three of them)` begins with the piece it means.
        let first = choice.label.split([' ', ':', ',']).next().unwrap_or_default();
        let is_named =
            piece.mark == first || first.contains(|sign: char| sign.is_ascii_digit()) && is_called(piece, first);
        piece.at == choice.id || Typed::new(&choice.id).fit(&[&piece.name]).is_some() || is_named
    };
    let owned = |choice: &&Choice| {
        let mut pieces = scene.pieces.iter().filter(|piece| piece.count > 0 && is_called(piece, choice)).peekable();
        pieces.peek().is_some() && pieces.any(|piece| piece.seat == Some(seat))
    };
    let found: BTreeSet<&str> = options.iter().filter(owned).map(|choice| choice.id.as_str()).collect();
    let mut found = found.into_iter();
    found.next().filter(|_| found.next().is_none())
}

/// Where the only piece of this name stands, where a place is asked for.
fn place_of(asked: &Request, scene: &Scene, word: &str) -> Option<String> {
    let named = scene.pieces.iter().filter(|piece| piece.count > 0 && is_called(piece, word));
    let places: BTreeSet<&str> = named.map(|piece| piece.at.as_str()).collect();
    let mut places = places.into_iter();
    places.next().filter(|at| places.next().is_none() && asked.places.has_space(at)).map(str::to_owned)
}
