//! The letters that stand for pieces on a text board, and what each means: taken from the names of the pieces that lie there.

use std::collections::BTreeMap;

use crate::referee::ScenePiece;

use super::legend::Sign;
use super::marks::printable;

/// A name at more places than this needs them no more to be found.
const FEW_PLACES: usize = 3;

/// Every piece that a letter stands for, by its name, and where it lies.
type Names = Vec<(String, Vec<String>)>;

/// The letters for a piece: what the rules say, or the first of its name.
pub fn mark_of(piece: &ScenePiece) -> String {
    if piece.mark.is_empty() { piece.name.chars().take(1).collect() } else { piece.mark.clone() }
}

/// Every letter in use, with the names it stands for. Where it stands for several, the places say which is which.
pub fn letters(pieces: &[ScenePiece]) -> Vec<Sign> {
    let mut letters: BTreeMap<String, Names> = BTreeMap::new();
    for piece in pieces.iter().filter(|piece| piece.count > 0) {
        let (mark, name) = (printable(&mark_of(piece)), printable(piece.name.trim()));
        // What is written in full needs no explanation.
        if name.is_empty() || mark == name {
            continue;
        }
        let names = letters.entry(mark).or_default();
        let at = printable(&piece.at);
        match names.iter_mut().find(|(known, _)| *known == name) {
            Some((_, places)) if places.contains(&at) => {}
            Some((_, places)) => places.push(at),
            None => names.push((name, vec![at])),
        }
    }
    letters.into_iter().map(|(sign, names)| Sign { meaning: meaning(&sign, names), sign }).collect()
}

fn meaning(sign: &str, names: Names) -> String {
    let is_one = names.len() == 1;
    // The number that is the sign is not said again: `15` for `Cook, 15`.
    let ending = format!(", {sign}");
    let told = |(name, places): (String, Vec<String>)| {
        let name = name.strip_suffix(&ending).filter(|name| !name.is_empty()).map_or(name.clone(), str::to_owned);
        if is_one || places.len() > FEW_PLACES {
            return name;
        }
        format!("{name} on {}", places.join(", "))
    };
    names.into_iter().map(told).collect::<Vec<_>>().join("; ")
}

#[cfg(test)]
mod tests {
    use super::letters;
    use crate::referee::ScenePiece;
    use crate::ui::terminal::legend::legend;

    fn piece(mark: &str, name: &str, at: &str) -> ScenePiece {
        ScenePiece {
            count: 1,
            name: name.to_owned(),
            mark: mark.to_owned(),
            at: at.to_owned(),
            ..ScenePiece::default()
        }
    }

    #[test]
    fn every_letter_is_told_once() {
        let pieces = [
            piece("g", "ghost", "A1"),
            piece("", "trap", "A1"),
            piece("g", "goat", "B2"),
            piece("g", "ghost", "C3"),
            piece("7", "7", "A1"),
        ];
        assert_eq!(legend(&letters(&pieces), 80), "g ghost on A1, C3; goat on B2   t trap\n");
        assert_eq!(legend(&letters(&pieces), 30), "g ghost on A1, C3; goat on B2\nt trap\n");
        let numbered = [piece("15", "Cook, 15", "B2"), piece("15", "Smith, 15", "C6")];
        assert_eq!(legend(&letters(&numbered), 80), "15 Cook on B2; Smith on C6\n");
        assert_eq!(legend(&letters(&[]), 80), "");
    }
}
