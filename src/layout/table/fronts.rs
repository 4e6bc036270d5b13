//! The printed fronts and backs of pieces by the names a game in progress knows them by, and discs for those that have none.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::diag::{Diagnostic, Diagnostics, meant_or_known};
use crate::geom::Size;
use crate::layout::common::Common;
use crate::layout::face::{Face, Layer};
use crate::layout::laid::LaidPiece;
use crate::layout::studio::Studio;
use crate::model::{Colour, Component, Outline, PlacedPiece, Pose};
use crate::units::Length;

use super::marks::lettering;
use super::{Drawn, Turn};

/// How large a disc is, as a part of a square: so many hundredths.
const DISC: i64 = 52;
/// The letters on a disc, as a part of its size.
const LETTERS: f32 = 0.46;
/// Dark enough for white letters, and told apart by their lightness too.
const GROUNDS: [Colour; 5] = [
    Colour { red: 0x2B, green: 0x3A, blue: 0x4A },
    Colour { red: 0x7A, green: 0x2E, blue: 0x2E },
    Colour { red: 0x2F, green: 0x5D, blue: 0x50 },
    Colour { red: 0x5B, green: 0x4A, blue: 0x86 },
    Colour { red: 0x6B, green: 0x57, blue: 0x2A },
];

/// Fronts and backs by the ids of their pieces.
type Named = Arc<[(String, Sides)]>;

/// The sides of a piece.
#[derive(Debug, Clone)]
struct Sides {
    front: Common<Face>,
    back: Option<Common<Face>>,
}

impl Sides {
    /// The side that people see.
    fn seen(&self, pose: Pose) -> Option<Common<Face>> {
        match pose {
            Pose::FaceDown => self.back.clone(),
            Pose::Upright | Pose::Lying | Pose::Under => Some(self.front.clone()),
        }
    }
}

/// Pieces with their fronts; each component is laid out once.
pub struct Fronts<'s, 'a> {
    studio: &'s Studio<'a>,
    cell: Length,
    known: BTreeMap<usize, Named>,
    discs: BTreeMap<String, Common<Face>>,
}

impl<'s, 'a> Fronts<'s, 'a> {
    /// For a board with squares of this size.
    pub fn new(studio: &'s Studio<'a>, cell: Length) -> Self {
        Self { studio, cell, known: BTreeMap::new(), discs: BTreeMap::new() }
    }

    /// A heap with its faces; nothing when it names a piece that is not there.
    pub fn drawn(&mut self, heap: PlacedPiece, found: &mut Diagnostics) -> Option<Drawn> {
        let (mut faces, flat) = match &heap.piece {
            Some(piece) => self.printed(piece, heap.pose, found)?,
            None => (Vec::new(), false),
        };
        if faces.is_empty() {
            faces.push(self.disc(&heap.name, found));
        }
        let turn = match heap.pose {
            Pose::Upright | Pose::FaceDown => Turn::None,
            Pose::Lying => Turn::Quarter,
            Pose::Under => Turn::Eighth,
        };
        Some(Drawn { faces, count: heap.count, label: heap.label, flat, turn })
    }

    /// The faces that a name stands for, `component/piece` or all of a component, and whether these lie flat. What has no
    /// back has no face when it lies face down.
    fn printed(&mut self, name: &str, pose: Pose, found: &mut Diagnostics) -> Option<(Vec<Common<Face>>, bool)> {
        let game = self.studio.game();
        let (component, piece) = name.split_once('/').map_or((name, None), |(a, b)| (a, Some(b)));
        let Some(index) = game.components.iter().position(|known| known.id == component) else {
            let hint = meant_or_known(component, game.components.iter().map(|known| known.id.as_str()));
            found.push(Diagnostic::error(format!("there is no component `{component}`")).maybe_hint(hint));
            return None;
        };
        let fronts = self.fronts_of(index, found);
        let wanted: Vec<&Sides> =
            fronts.iter().filter(|(id, _)| piece.is_none_or(|piece| piece == id)).map(|(_, sides)| sides).collect();
        if wanted.is_empty() {
            found.push(no_piece(&game.components[index], piece));
            return None;
        }
        let seen = wanted.into_iter().filter_map(|sides| sides.seen(pose)).collect();
        Some((seen, game.components[index].net().is_none()))
    }

    fn fronts_of(&mut self, index: usize, found: &mut Diagnostics) -> Named {
        let studio = self.studio;
        Arc::clone(self.known.entry(index).or_insert_with(|| fronts(studio, index, found).into()))
    }

    /// A round piece with the first letters of a name.
    fn disc(&mut self, name: &str, found: &mut Diagnostics) -> Common<Face> {
        let (studio, cell) = (self.studio, self.cell);
        let known = self.discs.entry(name.to_owned());
        known.or_insert_with(|| Common::new(disc(studio, cell, name, found))).clone()
    }
}

/// The sides of a component's pieces by their ids.
fn fronts(studio: &Studio<'_>, index: usize, found: &mut Diagnostics) -> Vec<(String, Sides)> {
    let component = &studio.game().components[index];
    let Some(net) = component.net() else {
        let laid = studio.lay_out(index, found, &|| ());
        let sides = |piece: LaidPiece| (piece.id, Sides { front: piece.front, back: piece.back });
        return laid.pieces.into_iter().map(sides).collect();
    };
    let faces = studio.fronts_of_net((component, index), &net, found);
    let mut edition = studio.edition();
    let mut finished = |face: Common<Face>| match edition.as_mut() {
        Some(edition) => Common::new(edition.face(&face, false, found)),
        None => face,
    };
    let named = component.pieces.iter().zip(faces);
    named.filter_map(|(piece, face)| Some((piece.id.clone(), Sides { front: finished(face?), back: None }))).collect()
}

fn no_piece(component: &Component, piece: Option<&str>) -> Diagnostic {
    let id = &component.id;
    match piece {
        Some(piece) => {
            let hint = meant_or_known(piece, component.pieces.iter().map(|known| known.id.as_str()));
            Diagnostic::error(format!("there is no piece `{piece}` in `{id}`")).maybe_hint(hint)
        }
        None => Diagnostic::error(format!("`{id}` has no pieces that could stand on a board")),
    }
}

fn disc(studio: &Studio<'_>, cell: Length, name: &str, found: &mut Diagnostics) -> Face {
    let side = Length::from_um((cell.um() * DISC / 100).max(1));
    let mm = side.mm_f32();
    let sum: usize = name.bytes().map(usize::from).sum();
    let letters = initials(name);
    let ground = Layer::Fill { rect: [0.0, 0.0, mm, mm], colour: GROUNDS[sum % GROUNDS.len()] };
    let words = lettering(studio, &letters, (mm * LETTERS, Colour::WHITE), mm * 0.86, found);
    Face {
        id: format!("disc/{letters}"),
        // It belongs to no component of the game.
        component: studio.game().components.len(),
        size: Size::new(side, side),
        bleed: Length::ZERO,
        safe: Length::ZERO,
        outline: Outline::Round,
        folds: Vec::new(),
        cut: None,
        layers: std::iter::once(ground).chain(words.centred(mm / 2.0, mm / 2.0)).collect(),
    }
}

/// The first letters of two words, or two letters of a single one.
fn initials(name: &str) -> String {
    let words: Vec<&str> = name.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let capital = |word: &str| word.chars().next().into_iter().flat_map(char::to_uppercase).collect::<String>();
    match words.as_slice() {
        [] => "?".to_owned(),
        [word] => capital(word) + &word.chars().skip(1).take(1).collect::<String>(),
        [first, .., last] => capital(first) + &capital(last),
    }
}

#[cfg(test)]
mod tests {
    use super::initials;

    #[test]
    fn a_disc_has_two_letters() {
        assert_eq!(
            ["ghost", "red cowboy", "Bob's old dog", "7", "", "--"].map(initials),
            ["Gh", "RC", "BD", "7", "?", "?"]
        );
    }
}
