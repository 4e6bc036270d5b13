//! A board in words: what a space is called, and one sentence for every space that is not empty.

use std::collections::BTreeMap;

use crate::diag::count_of;
use crate::model::{Board, PlacedPiece, Space, Terrain};

use super::marks::printable;

/// A mark of the rules that is on more spaces than this tells nobody where they are.
const FEW: usize = 12;

/// What is on the board, a line for each space: `D3: 2 ghosts, red trap`.
#[must_use]
pub fn spoken_board(board: &Board, placed: &[PlacedPiece]) -> Vec<String> {
    let there: Vec<&PlacedPiece> = placed.iter().filter(|piece| piece.count > 0).collect();
    let kinds = kinds(board);
    let known = board.spaces.iter().map(|space| (space.id.as_str(), kinds[space.terrain].as_deref()));
    let mut elsewhere: Vec<&str> =
        there.iter().map(|piece| piece.at.as_str()).filter(|at| board.space(at).is_none()).collect();
    elsewhere.sort_unstable();
    elsewhere.dedup();
    let all = known.chain(elsewhere.into_iter().map(|at| (at, None)));
    all.filter_map(|(at, kind)| {
        let here: Vec<String> = there.iter().filter(|piece| piece.at == at).map(|piece| told(piece)).collect();
        let kind = kind.map(|kind| format!(" ({kind})")).unwrap_or_default();
        (!here.is_empty()).then(|| printable(&format!("{at}{kind}: {}", here.join(", "))))
    })
    .collect()
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
    let square = space
        .cells
        .first()
        .and_then(|cell| Some(format!("{}{}", board.columns.get(cell.column)?, board.rows.get(cell.row)?)));
    let name = (square.as_deref() != Some(space.id.as_str())).then(|| space.id.clone());
    let title: Vec<String> = name.into_iter().chain(kinds[space.terrain].clone()).collect();
    (!title.is_empty()).then(|| printable(&title.join(" ")))
}

/// What kind of place every ground is: its label, or the marks of the rules that only a few spaces have.
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
        Some(ground.label.clone().unwrap_or_else(tags)).filter(|kind| !kind.trim().is_empty())
    };
    board.terrains.iter().map(kind).collect()
}
