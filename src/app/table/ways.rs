//! Ways that people say without naming where they lead: `north`, `two squares left`, `the top left corner`. Only reads; whether
//! the space that is meant is an answer is tried by others.

use crate::model::{Board, Cell, Kind, Space};
use crate::referee::{Meaning, Move, QuestionKind, Request, Viewer, in_figures, is_small, words_apart};

use super::line_parts::words_asked;
use super::readings::{Reading, is_one_of};
use super::session::Session;

/// Ways that people say without naming where they lead: by columns and rows.
const WAYS: [(&str, (isize, isize)); 12] = [
    ("up", (0, -1)),
    ("north", (0, -1)),
    ("upwards", (0, -1)),
    ("down", (0, 1)),
    ("south", (0, 1)),
    ("downwards", (0, 1)),
    ("left", (-1, 0)),
    ("west", (-1, 0)),
    ("leftwards", (-1, 0)),
    ("right", (1, 0)),
    ("east", (1, 0)),
    ("rightwards", (1, 0)),
];

/// What people count ways in.
const UNITS: [&str; 10] = ["square", "squares", "space", "spaces", "step", "steps", "field", "fields", "hex", "hexes"];
/// Where a corner is, by columns and rows; whoever names one says first how high it is.
const SIDES: [(&str, (isize, isize)); 10] = [
    ("top", (0, -1)),
    ("upper", (0, -1)),
    ("north", (0, -1)),
    ("bottom", (0, 1)),
    ("lower", (0, 1)),
    ("south", (0, 1)),
    ("left", (-1, 0)),
    ("west", (-1, 0)),
    ("right", (1, 0)),
    ("east", (1, 0)),
];
const CORNERS: [&str; 4] = ["corner", "one", "space", "square"];

impl Session {
    /// A reading with the space in place of a way that leads there, or without the way where the space is named that lies there.
    pub(super) fn led(&mut self, given: &Move<'_>, reading: &Reading) -> Option<Reading> {
        let (words, far) = without_distance(words_apart(&reading.text));
        let (at, way) = words.iter().enumerate().find_map(|(at, word)| Some((at, way_called(word)?)))?;
        let begin = words[..at].join(" ");
        let before = self.table.number();
        let is_there = at == 0 || self.is_taken_for_now(&Move { text: &begin, ..*given });
        let named = words[at + 1..].iter().find(|word| !is_small(word)).copied();
        let space = if is_there { self.space_that_way(given.by, (way, far), named) } else { None };
        self.table.forget_new(before).ok()?;
        let space = space?;
        let is_named = named.is_some_and(|named| named.eq_ignore_ascii_case(&space));
        let space = if is_named { &[][..] } else { &[&*space][..] };
        let text = [&words[..at], space, &words[at + 1..]].concat().join(" ");
        Some(Reading { text, ..*reading })
    }

    /// The only legal space that lies this way from the space the question is about, or so far, or the one that is named besides.
    fn space_that_way(
        &mut self,
        by: Option<&str>,
        (way, far): ((isize, isize), Option<usize>),
        named: Option<&str>,
    ) -> Option<String> {
        let asked = self.table.request_of(by)?.clone();
        let QuestionKind::Choose { options, places: true } = &asked.kind else { return None };
        if asked.secret || options.iter().any(|choice| way_called(&choice.id).is_some()) {
            return None;
        }
        let from = self.space_asked_about(&asked)?;
        let board = self.board_of(&[&from])?;
        let start = space_of(board, &from)?;
        let legal = options.iter().filter_map(|choice| space_of(board, &choice.id));
        let is_so_far = |space: &&Space| far.is_none_or(|far| lies_so_far(start, space, far));
        let there: Vec<&Space> = legal.filter(|space| lies_that_way(start, space, way)).filter(is_so_far).collect();
        let is_named = |space: &&&Space| named.is_some_and(|named| space.id.eq_ignore_ascii_case(named));
        if let Some(space) = there.iter().find(is_named) {
            return Some(space.id.clone());
        }
        let mut there = there.into_iter();
        // Of several that way it is not said which.
        there.next().filter(|_| there.next().is_none()).map(|space| space.id.clone())
    }

    /// The legal space that lies furthest up or down and to a side: `top left`, `the lower right corner`.
    pub(super) fn in_corner(&self, asked: &Request, text: &str) -> Option<Reading> {
        let QuestionKind::Choose { options, places: true } = &asked.kind else { return None };
        let words = words_apart(text);
        let side_of =
            |word: &str| SIDES.iter().find(|(side, _)| side.eq_ignore_ascii_case(word)).map(|(_, side)| *side);
        let is_talk = |word: &&str| side_of(word).is_some() || is_small(word) || is_one_of(word, &CORNERS);
        let sides: Vec<(isize, isize)> = words.iter().filter_map(|word| side_of(word)).collect();
        let is_one = words.iter().all(is_talk) && words.iter().all(|word| asked.meaning(word) == Meaning::Nothing);
        let [(0, down), (across, 0)] = sides[..] else { return None };
        let ids: Vec<&str> = options.iter().map(|choice| &*choice.id).collect();
        let board = self.board_of(&ids)?;
        let legal: Vec<&Space> = options.iter().filter_map(|choice| space_of(board, &choice.id)).collect();
        let far = |space: &&&Space| {
            let reach = |cell: &Cell| (cell.column.cast_signed() * across, cell.row.cast_signed() * down);
            let all = || legal.iter().flat_map(|space| &space.cells).map(reach);
            let (side, end) = (all().map(|(side, _)| side).max(), all().map(|(_, end)| end).max());
            space.cells.iter().map(reach).any(|(own, other)| Some(own) == side && Some(other) == end)
        };
        let space = legal.iter().find(far).filter(|_| is_one)?;
        Some(Reading { text: space.id.clone(), has_verb: false, is_loose: false })
    }

    /// The board with one of these spaces.
    fn board_of(&self, spaces: &[&str]) -> Option<&Board> {
        let boards = self.game.components.iter().filter_map(|part| match &part.kind {
            Kind::Board(board) => Some(&**board),
            _ => None,
        });
        boards.into_iter().find(|board| spaces.iter().any(|space| space_of(board, space).is_some()))
    }

    /// The space that a question names, or on which the piece lies that it names.
    fn space_asked_about(&mut self, asked: &Request) -> Option<String> {
        let words: Vec<&str> = words_asked(asked).collect();
        if let Some(space) = words.iter().find(|word| asked.places.spaces.contains(**word)) {
            return Some((*space).to_owned());
        }
        let scene = self.look(|table| table.scene(Viewer::Everybody)).ok()?;
        let there = || scene.pieces.iter().filter(|piece| piece.count > 0);
        let mut named = there().filter(|piece| words.iter().any(|word| piece.name.trim() == *word));
        let named = named.next().filter(|_| named.next().is_none());
        // Whoever has one piece only goes with that.
        let mut own = there().filter(|piece| asked.seat.is_some() && piece.seat == asked.seat);
        let own = own.next().filter(|_| own.next().is_none());
        named.or(own).map(|piece| piece.at.clone())
    }
}

/// Whether a word is a way that leads somewhere.
pub(super) fn is_way(word: &str) -> bool {
    way_called(word).is_some()
}

/// What a word says of a way.
fn way_called(word: &str) -> Option<(isize, isize)> {
    WAYS.iter().find(|(way, _)| way.eq_ignore_ascii_case(word)).map(|(_, steps)| *steps)
}

fn space_of<'b>(board: &'b Board, id: &str) -> Option<&'b Space> {
    board.spaces.iter().find(|space| space.id == id)
}

/// Whether one space lies straight this way from another.
fn lies_that_way(from: &Space, to: &Space, (columns, rows): (isize, isize)) -> bool {
    from.cells.iter().any(|start| {
        to.cells.iter().any(|cell| {
            let across = cell.column.cast_signed() - start.column.cast_signed();
            let down = cell.row.cast_signed() - start.row.cast_signed();
            across * columns + down * rows > 0 && across * rows == down * columns
        })
    })
}

/// Whether two spaces that lie in a line are so many columns or rows apart.
fn lies_so_far(from: &Space, to: &Space, far: usize) -> bool {
    from.cells.iter().any(|start| {
        let apart = |cell: &Cell| cell.column.abs_diff(start.column).max(cell.row.abs_diff(start.row));
        to.cells.iter().any(|cell| apart(cell) == far)
    })
}

/// A line without `two squares`, and how far that is.
fn without_distance(words: Vec<&str>) -> (Vec<&str>, Option<usize>) {
    let is_unit = |word: &str| is_one_of(word.trim_end_matches(','), &UNITS);
    let far = |at: usize| {
        in_figures(words[at]).parse::<usize>().ok().filter(|_| words.get(at + 1).is_some_and(|next| is_unit(next)))
    };
    match (0..words.len()).find_map(|at| Some((at, far(at)?))) {
        Some((at, far)) => ([&words[..at], &words[at + 2..]].concat(), Some(far)),
        None => (words, None),
    }
}
