//! The letters that stand for pieces on a text board, and what each means: taken from the names of the pieces that lie there.

use std::collections::BTreeMap;

use crate::referee::ScenePiece;

use super::lines::in_parts;
use super::marks::printable;

/// Of more names than this with one letter, only the first are told.
const MOST_NAMES: usize = 4;

/// The letters for a piece: what the rules say, or the first of its name.
pub fn mark_of(piece: &ScenePiece) -> String {
    if piece.mark.is_empty() { piece.name.chars().take(1).collect() } else { piece.mark.clone() }
}

/// Every letter in use, with the names it stands for.
pub fn letters(pieces: &[ScenePiece]) -> BTreeMap<String, Vec<String>> {
    let mut letters: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for piece in pieces.iter().filter(|piece| piece.count > 0) {
        let (mark, name) = (printable(&mark_of(piece)), printable(piece.name.trim()));
        // What is written in full needs no explanation.
        if name.is_empty() || mark == name {
            continue;
        }
        let names = letters.entry(mark).or_default();
        if !names.contains(&name) {
            names.push(name);
        }
    }
    letters
}

/// The letters in words, in lines of at most so many columns: `g ghost   R red trap`.
pub fn in_words(letters: &BTreeMap<String, Vec<String>>, width: usize) -> String {
    let told = |(mark, names): (&String, &Vec<String>)| {
        let more = if names.len() > MOST_NAMES { ", ..." } else { "" };
        format!("{mark} {}{more}", names[..names.len().min(MOST_NAMES)].join(", "))
    };
    in_parts(&letters.iter().map(told).collect::<Vec<_>>(), width)
}

#[cfg(test)]
mod tests {
    use super::{in_words, letters};
    use crate::referee::ScenePiece;

    fn piece(mark: &str, name: &str) -> ScenePiece {
        ScenePiece { count: 1, name: name.to_owned(), mark: mark.to_owned(), ..ScenePiece::default() }
    }

    #[test]
    fn every_letter_is_told_once() {
        let pieces = [piece("g", "ghost"), piece("", "trap"), piece("g", "goat"), piece("g", "ghost"), piece("7", "7")];
        assert_eq!(in_words(&letters(&pieces), 80), "g ghost, goat   t trap\n");
        assert_eq!(in_words(&letters(&pieces), 15), "g ghost, goat\nt trap\n");
        assert_eq!(in_words(&letters(&[]), 80), "");
    }
}
