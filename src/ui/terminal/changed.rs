//! Where something else lies than before: places only. How that is shown is for others.

use std::collections::{BTreeMap, BTreeSet};

use crate::model::SpaceId;
use crate::referee::ScenePiece;

/// The places where pieces came, went, or look otherwise.
pub fn changed_places(before: &[ScenePiece], now: &[ScenePiece]) -> BTreeSet<SpaceId> {
    let (before, now) = (by_place(before), by_place(now));
    before.keys().chain(now.keys()).filter(|at| before.get(*at) != now.get(*at)).map(|at| (*at).clone()).collect()
}

fn by_place(pieces: &[ScenePiece]) -> BTreeMap<&SpaceId, Vec<&ScenePiece>> {
    let mut places: BTreeMap<&SpaceId, Vec<&ScenePiece>> = BTreeMap::new();
    for piece in pieces.iter().filter(|piece| piece.count > 0) {
        places.entry(&piece.at).or_default().push(piece);
    }
    places
}
