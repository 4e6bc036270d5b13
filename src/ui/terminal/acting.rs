//! What a question is about, as far as its words say so: places and pieces on the board that it names. Draws nothing.

use std::collections::BTreeSet;

use crate::model::SpaceId;
use crate::referee::{ScenePiece, View};

use super::screen::Stage;

/// A name at more places than this does not say which is meant.
const FEW_PLACES: usize = 3;

/// The places that the question names, and those of the pieces that it names; if it names none, where the few pieces lie of the
/// seat that is asked.
pub fn acting_places(view: &View, has_place: impl Fn(&str) -> bool) -> BTreeSet<SpaceId> {
    let Some(request) = &view.request else { return BTreeSet::new() };
    let words: Vec<&str> = words(&request.prompt);
    let mut named: BTreeSet<SpaceId> =
        words.iter().filter(|word| has_place(word)).map(|word| (*word).to_owned()).collect();
    let is_named = |piece: &ScenePiece| {
        let name: Vec<&str> = self::words(&piece.name);
        !name.is_empty() && words.windows(name.len()).any(|part| part == name)
    };
    named.extend(places_of(view, is_named));
    if named.is_empty() { places_of(view, |piece| piece.seat.is_some() && piece.seat == view.asked) } else { named }
}

/// What a question is about, or else what can be answered: what lies near to it is what people mean.
pub fn acting_or_legal(view: &View, stage: &Stage) -> BTreeSet<SpaceId> {
    let acting = acting_places(view, |at| stage.has_place(at));
    if !acting.is_empty() {
        return acting;
    }
    view.request.iter().flat_map(|request| request.kind.options()).map(|choice| choice.id.clone()).collect()
}

/// Where the pieces lie that are meant, if these are few places.
fn places_of(view: &View, is_meant: impl Fn(&ScenePiece) -> bool) -> BTreeSet<SpaceId> {
    let places: BTreeSet<SpaceId> =
        view.pieces.iter().filter(|piece| piece.count > 0 && is_meant(piece)).map(|piece| piece.at.clone()).collect();
    if places.len() > FEW_PLACES { BTreeSet::new() } else { places }
}

/// The words of a text without the signs around them.
fn words(text: &str) -> Vec<&str> {
    let word = |word: &'_ str| !word.is_empty();
    text.split_whitespace()
        .map(|word| word.trim_matches(|c: char| !c.is_alphanumeric()))
        .filter(|text| word(text))
        .collect()
}
