//! Ways that people say without naming where they lead: `north`, `two squares left`, `the top left corner`. Only reads; whether
//! the space that is meant is an answer is tried by others.

use std::ops::Range;

use crate::diag::Diagnostics;
use crate::model::{Board, Cell, Kind, Space};
use crate::referee::{
    Meaning, Move, QuestionKind, Request, Viewer, in_figures, is_small, is_way, way_called, words_apart,
};

use super::line_parts::words_asked;
use super::said::{Reading, is_called, is_one_of};
use super::session::Session;

/// What people count ways in.
pub(super) const UNITS: [&str; 10] =
    ["square", "squares", "space", "spaces", "step", "steps", "field", "fields", "hex", "hexes"];
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
/// Nobody says more ways in one line.
const MOST_WAYS: usize = 14;

impl Session {
    /// A reading with the space in place of a way that leads there, or without the way where the space is named that lies there.
    /// A walk of several ways, `down down`, is read one after another.
    pub(super) fn led(&mut self, given: &Move<'_>, reading: &Reading) -> Option<Reading> {
        let words = words_apart(&reading.text);
        if !words.iter().any(|word| is_way(&word.replace('-', ""))) {
            return None;
        }
        // `up left` is a corner's way, or two ways one after another, or the way round to one space.
        let (joined, apart) = (with_ways(&words), words.join(" "));
        let has_legs = (0..words.len()).any(|at| round_about(&words, at).is_some());
        let tries = [(Some(&joined), false), (Some(&apart).filter(|apart| **apart != joined), false)];
        let mut tries = tries.into_iter().chain([(Some(&apart).filter(|_| has_legs), true)]);
        let text = tries.find_map(|(text, is_round)| self.led_on(given, text?.clone(), is_round))?;
        Some(Reading { text, ..*reading })
    }

    /// A line without ways, those behind one another as one way to one space if that is wanted; none where one of them leads
    /// nowhere.
    fn led_on(&mut self, given: &Move<'_>, mut text: String, is_round: bool) -> Option<String> {
        for _ in 0..MOST_WAYS {
            if !words_apart(&text).into_iter().any(is_way) {
                break;
            }
            let round = if is_round { self.led_round(given, &text) } else { None };
            text = round.or_else(|| self.led_once(given, &text))?;
        }
        Some(text)
    }

    /// The same for several ways behind one another, where they lead to one space: `down one and left two`.
    fn led_round(&mut self, given: &Move<'_>, text: &str) -> Option<String> {
        let words = words_apart(text);
        let at = words.iter().position(|word| way_called(word).is_some())?;
        let (legs, offset) = round_about(&words, at)?;
        let space = self.asked_behind(given, &words[..legs.start], |session, by| {
            let is_there = |from: &Cell, to: &Cell| offset_of(from, to) == offset;
            let lies = |start: &Space, space: &Space| {
                start.cells.iter().any(|from| space.cells.iter().any(|to| is_there(from, to)))
            };
            session.space_among(by, lies, |_| false)
        })?;
        Some([&words[..legs.start], &[&*space], &words[legs.end..]].concat().join(" "))
    }

    /// What is found where the words before it have been answered; nothing of them is kept.
    fn asked_behind<T>(
        &mut self,
        given: &Move<'_>,
        words: &[&str],
        find: impl FnOnce(&mut Self, Option<&str>) -> Option<T>,
    ) -> Option<T> {
        let begin = words.join(" ");
        let before = self.table.number();
        let is_there = words.is_empty() || self.is_taken_for_now(&Move { text: &begin, ..*given });
        let found = if is_there { find(self, given.by) } else { None };
        self.table.forget_new(before).ok()?;
        found
    }

    /// The same for the first way in it, which may say how far it goes.
    fn led_once(&mut self, given: &Move<'_>, text: &str) -> Option<String> {
        let words = words_apart(text);
        let (at, way) = words.iter().enumerate().find_map(|(at, word)| Some((at, way_called(word)?)))?;
        let (short, short_at, far) = without_distance(&words, at);
        let led = self.led_from(given, &short, (short_at, way), far);
        // What looked like a distance may be dice.
        if far.is_some() { led.or_else(|| self.led_from(given, &words, (at, way), None)) } else { led }
    }

    fn led_from(
        &mut self,
        given: &Move<'_>,
        words: &[&str],
        (at, way): (usize, (isize, isize)),
        far: Option<usize>,
    ) -> Option<String> {
        let mut behind = words[at + 1..].iter().filter(|word| !is_small(word));
        let named = behind.next().copied();
        // `A1 down A2 down` names who goes next.
        let named = named.filter(|_| !behind.find(|word| far_called(word).is_none()).is_some_and(|word| is_way(word)));
        let space =
            self.asked_behind(given, &words[..at], |session, by| session.space_that_way(by, (way, far), named))?;
        let is_named = named.is_some_and(|named| named.eq_ignore_ascii_case(&space));
        let space = if is_named { &[][..] } else { &[&*space][..] };
        Some([&words[..at], space, &words[at + 1..]].concat().join(" "))
    }

    /// The legal space that lies this way from the space the question is about, or so far, or the one that is named besides; of
    /// several the nearest.
    pub(super) fn space_that_way(
        &mut self,
        by: Option<&str>,
        (way, far): ((isize, isize), Option<usize>),
        named: Option<&str>,
    ) -> Option<String> {
        let is_so_far = |start: &Space, space: &Space| far.is_none_or(|far| lies_so_far(start, space, far));
        let is_named = |space: &Space| named.is_some_and(|named| space.id.eq_ignore_ascii_case(named));
        // `down to D5` may go to a side as well, where D5 is named.
        let is_there = |start: &Space, space: &Space| {
            let lies = lies_that_way(start, space, way) || is_named(space) && lies_rather_that_way(start, space, way);
            lies && is_so_far(start, space)
        };
        self.space_among(by, is_there, is_named)
    }

    /// The way and how far it is from the space a question is about to another one that lies in a line with it.
    pub(super) fn straight_to(&mut self, by: Option<&str>, space: &str) -> Option<((isize, isize), usize)> {
        let asked = self.table.request_of(by)?.clone();
        let from = self.space_asked_about(&asked)?;
        let board = self.board_of(&[&from])?;
        let (start, end) = (space_of(board, &from)?, space_of(board, space)?);
        let ([from], [to]) = (&start.cells[..], &end.cells[..]) else { return None };
        match offset_of(from, to) {
            (0, down) if down != 0 => Some(((0, down.signum()), down.unsigned_abs())),
            (across, 0) if across != 0 => Some(((across.signum(), 0), across.unsigned_abs())),
            _ => None,
        }
    }

    /// The one that is preferred, or else the nearest, of the legal spaces that lie so from the space the question is about.
    fn space_among(
        &mut self,
        by: Option<&str>,
        lies: impl Fn(&Space, &Space) -> bool,
        is_preferred: impl Fn(&Space) -> bool,
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
        let there = legal.filter(|space| lies(start, space));
        there.min_by_key(|space| (!is_preferred(space), distance(start, space))).map(|space| space.id.clone())
    }

    /// Why nobody goes the first way that a line says, where the rules tell why of the space that lies there; nothing of secrets.
    pub(super) fn why_no_way(&mut self, given: &Move<'_>, readings: &[Reading]) -> Option<Diagnostics> {
        let plain = std::iter::once(given.text).chain(readings.iter().map(|reading| &*reading.text));
        let lines: Vec<String> = plain.map(|line| with_ways(&words_apart(line))).collect();
        lines.iter().find_map(|line| self.refused_that_way(given, line))
    }

    fn refused_that_way(&mut self, given: &Move<'_>, line: &str) -> Option<Diagnostics> {
        let mut line = line.to_owned();
        // Of several that go a way the one is told that cannot.
        for _ in 0..MOST_WAYS {
            let words = words_apart(&line);
            let at = words.iter().position(|word| way_called(word).is_some())?;
            let (short, at, far) = without_distance(&words, at);
            let way = way_called(short[at])?;
            let why = |session: &mut Self, by: Option<&str>| session.why_no_space_that_way(by, way, far.unwrap_or(1));
            let Some(led) = self.led_once(given, &line) else { return self.asked_behind(given, &short[..at], why) };
            line = led;
        }
        None
    }

    /// What the rules say of the space that lies so far this way from the one that a question is about.
    fn why_no_space_that_way(&mut self, by: Option<&str>, way: (isize, isize), far: usize) -> Option<Diagnostics> {
        let asked = self.table.request_of(by)?.clone();
        if asked.secret || !matches!(asked.kind, QuestionKind::Choose { places: true, .. }) {
            return None;
        }
        let from = self.space_asked_about(&asked)?;
        let board = self.board_of(&[&from])?;
        let start = space_of(board, &from)?;
        let is_there = |space: &&Space| lies_that_way(start, space, way) && lies_so_far(start, space, far);
        let there: Vec<&str> = board.spaces.iter().filter(is_there).map(|space| space.id.as_str()).collect();
        let refused = there.into_iter().find(|space| matches!(asked.meaning(space), Meaning::Refused(_)))?;
        let refusal = asked.why_not(refused);
        Some(self.told(&refusal.into()))
    }

    /// The legal spaces beside what a line says that something goes next to: `right next to Maren`; none where it says no such thing.
    pub(super) fn beside(&mut self, asked: &Request, text: &str) -> Option<Vec<String>> {
        let QuestionKind::Choose { options, places: true } = &asked.kind else { return None };
        let words = words_apart(text);
        let is_next = |at: usize| {
            let with_to = is_one_of(words[at], &["next", "close", "adjacent"]) && words.get(at + 1) == Some(&"to");
            if with_to { Some(at + 2) } else { is_one_of(words[at], &["beside", "near"]).then_some(at + 1) }
        };
        let behind = (0..words.len()).find_map(is_next).filter(|behind| *behind < words.len())?;
        // `next to her at A9` says where that is.
        let is_named = |word: &&&str| options.iter().any(|choice| choice.id.eq_ignore_ascii_case(word));
        if words[behind + 1..].iter().any(|word| is_named(&word)) {
            return None;
        }
        let scene = self.look(|table| table.scene(Viewer::Everybody)).ok()?;
        let place = |word: &&str| {
            let spaces = &self.table.schema().spaces;
            let named = spaces.iter().find(|space| space.eq_ignore_ascii_case(word)).cloned();
            let mut pieces =
                scene.pieces.iter().filter(|piece| piece.count > 0 && is_called(piece, word)).map(|piece| &piece.at);
            named.or_else(|| pieces.next().filter(|at| pieces.all(|other| other == *at)).cloned())
        };
        let place = words[behind..].iter().filter(|word| !is_small(word)).find_map(place)?;
        let board = self.board_of(&[&place])?;
        let middle = space_of(board, &place)?;
        let is_beside = |id: &&str| space_of(board, id).is_some_and(|space| distance(middle, space) == 1);
        Some(options.iter().map(|choice| &*choice.id).filter(is_beside).map(str::to_owned).collect())
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
    pub(super) fn space_asked_about(&mut self, asked: &Request) -> Option<String> {
        let words: Vec<&str> = words_asked(asked).collect();
        if let Some(space) = words.iter().find(|word| asked.places.spaces.contains(**word)) {
            return Some((*space).to_owned());
        }
        // `from the Holding Pen`
        let schema = self.table.schema();
        let is_named = |space: &&String| {
            let label = schema.label(space);
            label != space.as_str() && asked.prompt.contains(label)
        };
        let mut labelled = asked.places.spaces.iter().filter(is_named);
        if let Some(space) = labelled.next().filter(|_| labelled.next().is_none()) {
            return Some(space.clone());
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

fn space_of<'b>(board: &'b Board, id: &str) -> Option<&'b Space> {
    board.spaces.iter().find(|space| space.id == id)
}

/// Whether one space lies straight this way from another.
fn lies_that_way(from: &Space, to: &Space, (columns, rows): (isize, isize)) -> bool {
    from.cells.iter().any(|start| {
        to.cells.iter().any(|cell| {
            let (across, down) = offset_of(start, cell);
            across * columns + down * rows > 0 && across * rows == down * columns
        })
    })
}

/// Whether one space lies this way from another, however far it is to a side.
fn lies_rather_that_way(from: &Space, to: &Space, (columns, rows): (isize, isize)) -> bool {
    let is_that_way = |(across, down): (isize, isize)| across * columns + down * rows > 0;
    from.cells.iter().any(|start| to.cells.iter().any(|cell| is_that_way(offset_of(start, cell))))
}

/// Whether two spaces that lie in a line are so many columns or rows apart.
fn lies_so_far(from: &Space, to: &Space, far: usize) -> bool {
    from.cells.iter().any(|start| to.cells.iter().any(|cell| apart(start, cell) == far))
}

/// How many columns or rows two spaces are apart where they are nearest.
fn distance(from: &Space, to: &Space) -> usize {
    let all = from.cells.iter().flat_map(|start| to.cells.iter().map(|cell| apart(start, cell)));
    all.min().unwrap_or(usize::MAX)
}

/// How many columns and rows it is from one cell to another.
fn offset_of(from: &Cell, to: &Cell) -> (isize, isize) {
    (to.column.cast_signed() - from.column.cast_signed(), to.row.cast_signed() - from.row.cast_signed())
}

fn apart(one: &Cell, other: &Cell) -> usize {
    one.column.abs_diff(other.column).max(one.row.abs_diff(other.row))
}

/// A line with `down-right` and `north east` as one word each.
fn with_ways(words: &[&str]) -> String {
    let mut joined: Vec<String> = Vec::new();
    for word in words {
        let word =
            if way_called(&word.replace('-', "")).is_some() { word.replace('-', "") } else { (*word).to_owned() };
        let both = joined.last().map(|last| format!("{last}{word}")).filter(|both| way_called(both).is_some());
        match both {
            Some(both) => joined.splice(joined.len() - 1.., [both]).for_each(drop),
            None => joined.push(word),
        }
    }
    joined.join(" ")
}

/// A line without how far a way in it goes, where that way is then, and how far: `two squares left`, `2 to the left`, `left 2`.
fn without_distance<'w>(words: &[&'w str], way: usize) -> (Vec<&'w str>, usize, Option<usize>) {
    let leg = leg_at(words, way, 0);
    let short = [&words[..leg.words.start], &words[way..=way], &words[leg.words.end..]].concat();
    (short, leg.words.start, leg.far)
}

/// A way with how far it goes.
struct Leg {
    words: Range<usize>,
    far: Option<usize>,
}

/// The leg around a way; of the words before some place none belongs to it.
fn leg_at(words: &[&str], way: usize, least: usize) -> Leg {
    let is_unit = |at: usize| words.get(at).is_some_and(|word| is_one_of(word.trim_end_matches(','), &UNITS));
    let number = |at: usize| words.get(at).and_then(|word| far_called(word));
    let leads = (least..way).rev().take_while(|at| is_one_of(words[*at], &["to", "the"])).count();
    let unit = (way - leads).checked_sub(1).filter(|at| *at >= least && is_unit(*at));
    let before = unit.unwrap_or(way - leads).checked_sub(1).filter(|at| *at >= least);
    if let Some((at, far)) = before.and_then(|at| Some((at, number(at)?))) {
        return Leg { words: at..way + 1, far: Some(far) };
    }
    match number(way + 1) {
        Some(far) => Leg { words: way..way + if is_unit(way + 2) { 3 } else { 2 }, far: Some(far) },
        None => Leg { words: way..way + 1, far: None },
    }
}

/// Several legs behind one another from a way on, and how many columns and rows they lead away; none where it is one.
fn round_about(words: &[&str], first: usize) -> Option<(Range<usize>, (isize, isize))> {
    let (mut legs, mut offset, mut count) = (None::<Range<usize>>, (0, 0), 0);
    let mut next = Some(first);
    while let Some(at) = next {
        let least = legs.as_ref().map_or(0, |legs| legs.end);
        let (leg, way) = (leg_at(words, at, least), way_called(words[at])?);
        let is_next = legs.is_none() || words[least..leg.words.start].iter().all(|word| is_small(word));
        if !is_next {
            break;
        }
        let far = leg.far.unwrap_or(1).cast_signed();
        offset = (offset.0 + way.0 * far, offset.1 + way.1 * far);
        count += 1;
        let end = leg.words.end;
        legs = Some(legs.map_or(leg.words, |legs| legs.start..end));
        next = (end..words.len()).find(|at| way_called(words[*at]).is_some());
    }
    legs.filter(|_| count > 1).map(|legs| (legs, offset))
}

/// How far a word says that it goes.
pub(super) fn far_called(word: &str) -> Option<usize> {
    let word = word.trim_end_matches(',');
    match word.to_lowercase().as_str() {
        "once" => Some(1),
        "twice" => Some(2),
        _ => in_figures(word).parse().ok().filter(|far| *far < 100),
    }
}
