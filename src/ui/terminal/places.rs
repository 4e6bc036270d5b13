//! A map as text: a line for every place with what stands there, and where ways lead from it.

use std::collections::{BTreeMap, BTreeSet};

use crate::model::{Board, Declared, Pointers, Space, SpaceId};

use super::board::Screen;
use super::canvas::width_of;
use super::marks::{Hue, PieceMark, USUAL, printable};
use super::squares::LEGAL_HERE;

/// What a way costs that needs no number.
const PLAIN_COST: u32 = 1;
/// Stands before a place that is lit.
const LIT: char = '*';

/// A board as text, of whatever it is made.
pub struct TextBoard {
    /// The drawing, or the list, line by line.
    pub drawing: Vec<String>,
    /// What its signs mean, and what it has no room for.
    pub notes: Vec<String>,
}

/// The places of a map, one below the other.
pub fn listed_places(
    board: &Board,
    marks: &BTreeMap<SpaceId, Vec<PieceMark>>,
    (pointers, legal): (&Pointers, &BTreeSet<SpaceId>),
    screen: Screen,
) -> TextBoard {
    let ways = board.declared();
    let called: Vec<String> = board.spaces.iter().map(|space| printable(&named(board, space))).collect();
    let widest = called.iter().map(|name| width_of(name)).max().unwrap_or(0);
    let written = |at: &str| -> (String, usize) {
        let words: Vec<_> =
            marks.get(at).into_iter().flatten().filter(|mark| mark.count > 0).map(PieceMark::word).collect();
        let wide = words.iter().map(|word| width_of(&word.text) + 1).sum::<usize>().saturating_sub(1);
        let inked = words.iter().map(|word| {
            let on: String = if screen.colour {
                word.ink.hue.map_or("", Hue::escape).to_owned() + &word.ink.stands_out.escapes().collect::<String>()
            } else {
                String::new()
            };
            if on.is_empty() { word.text.clone() } else { format!("{on}{}{USUAL}", word.text) }
        });
        (inked.collect::<Vec<_>>().join(" "), wide)
    };
    let pieces: Vec<(String, usize)> = board.spaces.iter().map(|space| written(&space.id)).collect();
    let most = pieces.iter().map(|(_, wide)| *wide).max().unwrap_or(0);
    let mut drawing = Vec::new();
    for (number, space) in board.spaces.iter().enumerate() {
        let sign = match (pointers.lit.contains(&space.id), legal.contains(&space.id)) {
            (true, _) => LIT,
            (_, true) => LEGAL_HERE,
            _ => ' ',
        };
        let (words, wide) = &pieces[number];
        let head = format!(
            "{sign} {}{}  {words}{}",
            called[number],
            " ".repeat(widest - width_of(&called[number])),
            " ".repeat(most - wide)
        );
        let indent = 2 + widest + 2 + most + 2;
        drawing.extend(with_ways(&head, indent, &ways_from(board, &ways, number), screen));
    }
    let on_ways = ways.iter().filter_map(|way| {
        let (words, wide) = written(&way.name);
        (wide > 0).then(|| format!("on {}: {words}", printable(&way.name)))
    });
    let shown = |is: bool, sign: char, what: &str| is.then(|| format!("{sign} {what}"));
    let is_lit = board.spaces.iter().any(|space| pointers.lit.contains(&space.id));
    let is_legal = board.spaces.iter().any(|space| legal.contains(&space.id));
    let notes = on_ways.chain(shown(is_lit, LIT, "lit")).chain(shown(is_legal, LEGAL_HERE, "can be answered"));
    TextBoard { drawing, notes: notes.collect() }
}

/// A place as people read it: its name, and what else is written there.
fn named(board: &Board, space: &Space) -> String {
    let ground = board.terrain(space);
    match ground.mark.as_ref().or(ground.label.as_ref().map(|label| &label.text)) {
        Some(kind) => format!("{} ({kind})", space.id),
        None => space.id.clone(),
    }
}

/// Where ways lead from a place: `Lyon`, `Dijon 2 by river`; ways that nobody takes are left out.
fn ways_from(board: &Board, ways: &[Declared], from: usize) -> Vec<String> {
    let several =
        board.edge_kinds.iter().enumerate().filter(|(kind, _)| ways.iter().any(|way| way.kind == *kind)).count() > 1;
    let told = |way: &Declared| {
        let [a, b] = way.spaces;
        let to = if a == from { b } else { a };
        let leads = a == from || b == from && !way.one_way;
        if !leads || !board.edge_kinds[way.kind].pass {
            return None;
        }
        let cost = if way.cost == PLAIN_COST { String::new() } else { format!(" {}", way.cost) };
        let kind = if several { format!(" by {}", board.edge_kinds[way.kind].name) } else { String::new() };
        let one_way = if way.one_way { " (one way)" } else { "" };
        Some(printable(&format!("{}{cost}{kind}{one_way}", board.spaces[to].id)))
    };
    ways.iter().filter_map(told).collect()
}

/// Ways behind the head of their line, and below it where they are too long.
fn with_ways(head: &str, indent: usize, ways: &[String], screen: Screen) -> Vec<String> {
    let arrow = if screen.plain { "-> " } else { "→ " };
    let (first, indent) =
        if indent + 20 > screen.width { (Vec::from([head.to_owned()]), 4) } else { (Vec::new(), indent) };
    let start = if first.is_empty() { format!("{head}  ") } else { " ".repeat(indent) };
    let mut lines = first;
    let mut line = start + if ways.is_empty() { "" } else { arrow };
    let mut wide = indent + width_of(arrow);
    for (number, way) in ways.iter().enumerate() {
        let part = if number + 1 < ways.len() { format!("{way}, ") } else { way.clone() };
        if number > 0 && wide + width_of(part.trim_end()) > screen.width {
            lines.push(std::mem::replace(&mut line, " ".repeat(indent + width_of(arrow))));
            wide = indent + width_of(arrow);
        }
        wide += width_of(&part);
        line.push_str(&part);
    }
    lines.push(line);
    lines
}
