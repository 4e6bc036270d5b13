//! A board in words: what a space is called, and one sentence for every space that is not empty and for what lies between
//! spaces.

use std::collections::BTreeMap;

use crate::diag::count_of;
use crate::model::{Board, Declared, PlacedPiece, Space, Terrain};

use super::marks::printable;

/// A mark of the rules that is on more spaces than this tells nobody where they are.
const FEW: usize = 12;

/// What is on the board, a line for each space and then for each edge: `D3: 2 ghosts, red trap` and
/// `between G10 and H10: barrier`.
#[must_use]
pub fn spoken_board(board: &Board, placed: &[PlacedPiece]) -> Vec<String> {
    let there: Vec<&PlacedPiece> = placed.iter().filter(|piece| piece.count > 0).collect();
    let kinds = kinds(board);
    let space = |space: &Space| {
        let ground = board.terrain(space);
        let kind = if ground.mark.is_some() { Some(&ground.name) } else { kinds[space.terrain].as_ref() };
        let kind = kind.map(|kind| format!(" ({kind})")).unwrap_or_default();
        (space.id.clone(), format!("{}{kind}", space.id))
    };
    let between = |edge: Declared| {
        let [a, b] = match edge.cells {
            Some(cells) => cells.map(|cell| board.square_name(cell)),
            None => edge.spaces.map(|space| board.spaces[space].id.clone()),
        };
        (edge.name, format!("between {a} and {b}"))
    };
    let mut places: Vec<(String, String)> =
        board.spaces.iter().map(space).chain(board.declared().into_iter().map(between)).collect();
    let mut elsewhere: Vec<&str> =
        there.iter().map(|piece| piece.at.as_str()).filter(|at| !board.has_place(at)).collect();
    elsewhere.sort_unstable();
    elsewhere.dedup();
    places.extend(elsewhere.into_iter().map(|at| (at.to_owned(), at.to_owned())));
    let line = |(at, called): (String, String)| {
        let here: Vec<String> = there.iter().filter(|piece| piece.at == at).map(|piece| told(piece)).collect();
        (!here.is_empty()).then(|| printable(&format!("{called}: {}", here.join(", "))))
    };
    places.into_iter().filter_map(line).collect()
}

fn told(piece: &PlacedPiece) -> String {
    let name = if piece.name.trim().is_empty() { "piece" } else { piece.name.trim() };
    let many = if piece.count == 1 { name.to_owned() } else { count_of(piece.count, name) };
    match piece.label.as_deref().map(str::trim).filter(|label| !label.is_empty()) {
        Some(label) => format!("{many} ({label})"),
        None => many,
    }
}

/// What is written on a space: its name, unless it is that of its square, and what kind of place it is.
pub fn title_of(space: &Space, board: &Board, kinds: &[Option<String>]) -> Option<String> {
    let name = name_of(space, board);
    let kind = kinds[space.terrain].as_deref().filter(|kind| name.is_none_or(|name| !name.eq_ignore_ascii_case(kind)));
    let title: Vec<&str> = name.into_iter().chain(kind).collect();
    (!title.is_empty()).then(|| printable(&title.join(" ")))
}

/// The name of a space, unless it is that of its square.
pub fn name_of<'b>(space: &'b Space, board: &Board) -> Option<&'b str> {
    let square = space.cells.first().map(|cell| board.square_name(*cell));
    (square.as_ref() != Some(&space.id)).then_some(space.id.as_str())
}

/// What kind of place every ground is: its letters, its label, or the marks of the rules that only a few spaces have.
pub fn kinds(board: &Board) -> Vec<Option<String>> {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for space in &board.spaces {
        for tag in &board.terrain(space).tags {
            *counts.entry(tag).or_default() += 1;
        }
    }
    let most = FEW.min((board.spaces.len() / 4).max(1));
    let kind = |ground: &Terrain| {
        let rare = |tag: &&String| counts.get(tag.as_str()).is_some_and(|count| *count <= most);
        let tags = || ground.tags.iter().filter(rare).cloned().collect::<Vec<_>>().join(" ");
        let label = || ground.label.as_ref().map_or_else(tags, |label| label.text.clone());
        Some(ground.mark.clone().unwrap_or_else(label)).filter(|kind| !kind.trim().is_empty())
    };
    board.terrains.iter().map(kind).collect()
}
