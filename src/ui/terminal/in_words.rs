//! Pieces by their names on a board that has room for them: where squares are wide, `red trap` says more than `r`. Draws nothing.

use std::collections::{BTreeMap, BTreeSet};

use crate::diag::count_of;
use crate::model::{Board, Space};
use crate::referee::ScenePiece;

use super::canvas::width_of;
use super::letters::mark_of;
use super::marks::printable;

/// In narrower squares letters stand for pieces.
const LEAST_WIDTH: usize = 9;
/// What lies in more spaces than this would drown the rest.
const MOST_SPACES: usize = 16;
/// Longer names are descriptions.
const MOST_WORDS: usize = 3;

/// Pieces whose marks are their names where all that lies in a space has room so, in squares of so many columns and lines.
pub fn in_words(board: &Board, pieces: Vec<ScenePiece>, (wide, high): (usize, usize)) -> Vec<ScenePiece> {
    if wide < LEAST_WIDTH {
        return pieces;
    }
    let mut by_space: BTreeMap<String, Vec<ScenePiece>> = BTreeMap::new();
    for piece in &pieces {
        by_space.entry(piece.at.clone()).or_default().push(piece.clone());
    }
    // What has a letter in one place has it everywhere.
    let mut letters: BTreeSet<String> = BTreeSet::new();
    for (at, here) in &by_space {
        let room = board.space(at).map_or((wide, high), |space| room_of(space, (wide, high)));
        let named: Vec<Option<String>> = here.iter().map(|piece| name_of(piece, room.0)).collect();
        let lines = named.iter().flatten().count();
        let is_roomy = lines <= room.1;
        letters.extend(
            here.iter().zip(&named).filter(|(_, name)| name.is_none() || !is_roomy).map(|(piece, _)| mark_of(piece)),
        );
    }
    let mut spaces: BTreeMap<String, usize> = BTreeMap::new();
    for piece in &pieces {
        *spaces.entry(mark_of(piece)).or_default() += 1;
    }
    letters.extend(spaces.into_iter().filter(|(_, count)| *count > MOST_SPACES).map(|(mark, _)| mark));
    let word = |piece: ScenePiece| {
        let mark = mark_of(&piece);
        match name_of(&piece, usize::MAX).filter(|_| piece.count > 0 && !letters.contains(&mark)) {
            // The count is part of the words.
            Some(name) => ScenePiece { mark: name.clone(), name, count: 1, ..piece },
            None => piece,
        }
    };
    pieces.into_iter().map(word).collect()
}

/// How many columns and lines a space has.
fn room_of(space: &Space, (wide, high): (usize, usize)) -> (usize, usize) {
    let distinct = |axis: fn(&crate::model::Cell) -> usize| space.cells.iter().map(axis).collect::<BTreeSet<_>>().len();
    let (across, down) = (distinct(|cell| cell.column), distinct(|cell| cell.row));
    ((wide + 1) * across.max(1) - 1, (high + 1) * down.max(1) - 1)
}

/// A piece in words, if these have so much room: `2 zombies`.
fn name_of(piece: &ScenePiece, room: usize) -> Option<String> {
    let name = printable(piece.name.split([',', ':']).next().unwrap_or_default().trim());
    let words = name.split_whitespace().count();
    let is_name = (1..=MOST_WORDS).contains(&words) && name.chars().any(char::is_alphabetic);
    let counts_itself = name.starts_with(|c: char| c.is_ascii_digit());
    let told = if piece.count == 1 || counts_itself { name } else { count_of(piece.count, &name) };
    (is_name && width_of(&told) <= room).then_some(told)
}

#[cfg(test)]
mod tests {
    use super::{in_words, name_of};
    use crate::model::{Adjacency, Board, Cell, CellShape, Form, Lattice, Space};
    use crate::referee::ScenePiece;
    use crate::units::Length;

    fn piece(mark: &str, name: &str, at: &str, count: usize) -> ScenePiece {
        ScenePiece { count, name: name.to_owned(), mark: mark.to_owned(), at: at.to_owned(), ..ScenePiece::default() }
    }

    fn squares() -> Board {
        let lattice = Lattice::new(CellShape::Square, 2, 1);
        let spaces =
            (0..2).map(|column| Space { id: format!("{column}"), cells: vec![Cell { column, row: 0 }], terrain: 0 });
        Board {
            cell: Length::from_mm(20),
            form: Form::Cells(lattice),
            art: None,
            columns: vec!["A".to_owned(), "B".to_owned()],
            rows: vec!["1".to_owned()],
            terrains: Vec::new(),
            spaces: spaces.collect(),
            edge_kinds: Vec::new(),
            edges: std::collections::BTreeMap::new(),
            hex_edges: std::collections::BTreeMap::new(),
            extra_links: Vec::new(),
            adjacency: Adjacency::Orthogonal,
            coordinates: Vec::new(),
            frame: Length::ZERO,
        }
    }

    #[test]
    fn names_stand_where_all_have_room() {
        let all = vec![
            piece("z", "ghost", "0", 2),
            piece("r", "red trap", "1", 1),
            piece("t", "a trap of four words", "1", 1),
        ];
        let marks = |wide: usize, high: usize| -> Vec<String> {
            in_words(&squares(), all.clone(), (wide, high)).into_iter().map(|piece| piece.mark).collect()
        };
        assert_eq!(marks(11, 2), ["2 ghosts", "red trap", "t"]);
        assert_eq!(marks(11, 0), ["z", "r", "t"], "no room");
        assert_eq!(marks(5, 2), ["z", "r", "t"], "narrow squares");
        assert_eq!(name_of(&piece("9", "9 cards", "0", 1), 20).as_deref(), Some("9 cards"));
    }
}
