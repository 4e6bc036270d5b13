//! Boards that are not made of squares, as text: which of them is drawn how, and what their signs mean.

use std::collections::{BTreeMap, BTreeSet};

use crate::model::{Board, Form, Pointers, SpaceId};

use super::board::{Screen, lines_told};
use super::hexes::{self, drawn_hexes, shades};
use super::lines::in_parts;
use super::marks::{PieceMark, printable};
use super::places::{TextBoard, listed_places};
use super::squares::LEGAL_HERE;
use super::strokes::Stroke;

/// More kinds of ground than this are not listed one by one.
const FEW_KINDS: usize = 3;
/// How many columns a list of places wants, at least and at most.
const LIST: (usize, usize) = (40, 100);

/// How many columns a board takes at least and at most, if it is not made of squares.
pub fn columns_of(board: &Board) -> Option<(usize, usize)> {
    match &board.form {
        Form::Map(_) => Some(LIST),
        Form::Cells(_) if board.is_square() => None,
        Form::Cells(lattice) => Some(hexes::columns_of(lattice)),
    }
}

/// How many of so many columns a board takes, if it is not made of squares.
pub fn other_columns(board: &Board, columns: usize) -> Option<usize> {
    match &board.form {
        Form::Map(_) => Some(columns.min(LIST.1)),
        Form::Cells(_) if board.is_square() => None,
        Form::Cells(lattice) => Some(hexes::columns_taken(lattice, columns)),
    }
}

/// A board that is not made of squares, with marks on its spaces, with what is pointed out on it, and with the places that can
/// be answered.
pub fn other_board(
    board: &Board,
    marks: &BTreeMap<SpaceId, Vec<PieceMark>>,
    (pointers, legal): (&Pointers, &BTreeSet<SpaceId>),
    screen: Screen,
) -> Option<TextBoard> {
    let mut drawn = match &board.form {
        Form::Cells(_) if board.is_square() => return None,
        Form::Map(_) => listed_places(board, marks, (pointers, legal), screen),
        Form::Cells(lattice) => {
            let drawn = drawn_hexes((board, lattice), marks, (pointers, legal), screen);
            let told = |head: &str, told: &[String]| {
                (!told.is_empty()).then(|| printable(&format!("{head}: {}", told.join(", "))))
            };
            let notes = signs(board, (pointers, legal), screen).into_iter();
            let notes = notes.chain(told("in full", &drawn.short)).chain(told("lit too", &drawn.dark)).collect();
            TextBoard { drawing: drawn.lines, notes }
        }
    };
    drawn.notes.extend(lines_told(pointers));
    drawn.notes.extend(elsewhere(board, marks));
    let trimmed = |lines: Vec<String>| lines.into_iter().map(|line| line.trim_end().to_owned()).collect();
    Some(TextBoard { drawing: trimmed(drawn.drawing), notes: trimmed(drawn.notes) })
}

/// A board that is not made of squares, as one text.
#[cfg(feature = "inside")]
#[must_use]
pub fn pointed_form(
    board: &Board,
    marks: &BTreeMap<SpaceId, Vec<PieceMark>>,
    pointers: &Pointers,
    screen: Screen,
) -> Option<String> {
    let TextBoard { drawing, notes } = other_board(board, marks, (pointers, &BTreeSet::new()), screen)?;
    Some(drawing.iter().chain(&notes).flat_map(|line| [line.as_str(), "\n"]).collect())
}

/// What lines and shades mean, as far as they are on this board.
fn signs(board: &Board, (pointers, legal): (&Pointers, &BTreeSet<SpaceId>), screen: Screen) -> Vec<String> {
    let mut kinds: BTreeMap<Stroke, BTreeSet<&str>> = BTreeMap::new();
    for edge in board.declared() {
        let kind = &board.edge_kinds[edge.kind];
        kinds.entry(Stroke::of(Some(kind), false)).or_default().insert(&kind.name);
    }
    let names = |names: BTreeSet<&str>| names.into_iter().collect::<Vec<_>>().join(", ");
    let line = |stroke: Stroke| stroke.level(screen.plain).iter().collect::<String>();
    let told = kinds.into_iter().filter(|(stroke, _)| *stroke > Stroke::Light);
    let mut parts: Vec<String> = told.map(|(stroke, kinds)| format!("{} {}", line(stroke), names(kinds))).collect();
    let (shade, light) = shades(screen.plain);
    let grounds = || board.spaces.iter().map(|space| board.terrain(space));
    let shut: BTreeSet<&str> = grounds().filter(|ground| !ground.enter).map(|ground| ground.name.as_str()).collect();
    if !shut.is_empty() {
        let shut = if shut.len() > FEW_KINDS { "no way in".to_owned() } else { names(shut) };
        parts.push(format!("{} {shut}", shade.to_string().repeat(3)));
    }
    if board.spaces.iter().any(|space| pointers.lit.contains(&space.id)) {
        parts.push(format!("{} lit", light.to_string().repeat(3)));
    }
    let marks: BTreeMap<&str, &str> =
        grounds().filter_map(|ground| Some((ground.mark.as_deref()?, &*ground.name))).collect();
    parts.extend(marks.into_iter().map(|(mark, name)| printable(&format!("{mark} {name}"))));
    if board.spaces.iter().any(|space| legal.contains(&space.id)) {
        parts.push(format!("{LEGAL_HERE} can be answered"));
    }
    let links: Vec<String> = board.extra_links.iter().map(|(a, b)| format!("{a} to {b}")).collect();
    if !links.is_empty() {
        parts.push(printable(&format!("these touch as well: {}", links.join(", "))));
    }
    in_parts(&parts, screen.width).lines().map(str::to_owned).collect()
}

/// Marks on places that the board does not have.
fn elsewhere(board: &Board, marks: &BTreeMap<SpaceId, Vec<PieceMark>>) -> Option<String> {
    let others = marks.iter().filter(|(at, _)| !board.has_place(at));
    let told = others.map(|(at, marks)| {
        let words: Vec<String> = marks.iter().filter(|mark| mark.count > 0).map(|mark| mark.word().text).collect();
        format!("{} {}", printable(at), words.join(" "))
    });
    let told: Vec<String> = told.collect();
    (!told.is_empty()).then(|| format!("elsewhere: {}", told.join(", ")))
}
