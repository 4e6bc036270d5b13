//! Finds out what became of every piece between two states of a game.

use std::collections::BTreeMap;

use serde::Serialize;

use super::manifest::{ComponentRecord, Manifest, PieceRecord};

/// What differs between two states.
#[derive(Debug, Default, Serialize)]
pub struct Changes {
    /// The game's title, before and after, when it differs.
    pub title: Option<(String, String)>,
    /// The game's version, before and after, when it differs.
    pub version: Option<(String, String)>,
    /// The components that differ, first those of the new state.
    pub components: Vec<ComponentChange>,
}

/// What differs in one component.
#[derive(Debug, Serialize)]
pub struct ComponentChange {
    /// Its key in the game file.
    pub id: String,
    /// What people call it now, or called it.
    pub title: String,
    /// What became of it: `new`, `gone` or `changed`.
    pub is: &'static str,
    /// How many pieces it has, or had, copies counted.
    pub total: usize,
    /// How many different ones.
    pub different: usize,
    /// Its title before, when it differs.
    pub title_before: Option<String>,
    /// Its kind before and after, when it differs.
    pub kind: Option<(String, String)>,
    /// What differs in its pieces; nothing when all of it is new or gone.
    pub pieces: Vec<PieceChange>,
}

/// One difference of one piece.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub struct PieceChange {
    /// Its name in the component.
    pub id: String,
    /// What differs.
    #[serde(flatten)]
    pub what: What,
}

/// What can differ between a piece before and after.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(tag = "is", rename_all = "kebab-case")]
pub enum What {
    /// It was not there before.
    New {
        /// How many there are.
        quantity: usize,
    },
    /// It is not there any more.
    Gone {
        /// How many there were.
        quantity: usize,
    },
    /// It looks the same under another name.
    Renamed {
        /// The name before.
        from: String,
    },
    /// There are more or fewer of it.
    Quantity {
        /// How many there were.
        from: usize,
        /// How many there are.
        to: usize,
    },
    /// Its row says something else.
    Field {
        /// The column.
        name: String,
        /// The text before.
        from: String,
        /// The text after.
        to: String,
    },
    /// It says the same and looks different.
    Look {
        /// Which side, in words.
        side: &'static str,
    },
}

/// A piece before and after; at least one of them is there.
#[derive(Debug, Clone, Copy, Default)]
pub struct Pair<'m> {
    /// As it was.
    pub old: Option<&'m PieceRecord>,
    /// As it is.
    pub new: Option<&'m PieceRecord>,
}

/// What differs between two states of a game.
#[must_use]
pub fn compare(old: &Manifest, new: &Manifest) -> Changes {
    let (before, after) = (by_id(old), by_id(new));
    let now = new.components.iter().filter_map(|part| match before.get(part.id.as_str()).copied() {
        Some(before) => altered(before, part),
        None => Some(whole(part, "new")),
    });
    let gone =
        old.components.iter().filter(|part| !after.contains_key(part.id.as_str())).map(|part| whole(part, "gone"));
    Changes {
        title: differing(&old.title, &new.title),
        version: differing(&old.version, &new.version),
        components: now.chain(gone).collect(),
    }
}

/// The first component of each id.
fn by_id(manifest: &Manifest) -> BTreeMap<&str, &ComponentRecord> {
    manifest.components.iter().rev().map(|part| (part.id.as_str(), part)).collect()
}

fn differing(old: &str, new: &str) -> Option<(String, String)> {
    (old != new).then(|| (old.to_owned(), new.to_owned()))
}

fn whole(part: &ComponentRecord, is: &'static str) -> ComponentChange {
    ComponentChange {
        id: part.id.clone(),
        title: part.title.clone(),
        is,
        total: part.pieces.iter().fold(0, |total, piece| total.saturating_add(piece.quantity)),
        different: part.pieces.len(),
        title_before: None,
        kind: None,
        pieces: Vec::new(),
    }
}

fn altered(old: &ComponentRecord, new: &ComponentRecord) -> Option<ComponentChange> {
    let change = ComponentChange {
        title_before: differing(&old.title, &new.title).map(|(before, _)| before),
        kind: differing(&old.kind, &new.kind),
        pieces: pairs(old, new).into_iter().flat_map(differences).collect(),
        ..whole(new, "changed")
    };
    let same = change.title_before.is_none() && change.kind.is_none() && change.pieces.is_empty();
    (!same).then_some(change)
}

fn differences(pair: Pair<'_>) -> Vec<PieceChange> {
    let (old, new) = match (pair.old, pair.new) {
        (Some(old), Some(new)) => (old, new),
        (None, Some(new)) => return vec![change(new, What::New { quantity: new.quantity })],
        (Some(old), None) => return vec![change(old, What::Gone { quantity: old.quantity })],
        (None, None) => return Vec::new(),
    };
    let mut found = Vec::new();
    if old.id != new.id {
        found.push(What::Renamed { from: old.id.clone() });
    }
    if old.quantity != new.quantity {
        found.push(What::Quantity { from: old.quantity, to: new.quantity });
    }
    let fields = fields(old, new);
    // A text that changed explains the look.
    found.extend(if fields.is_empty() { look(old, new) } else { fields });
    found.into_iter().map(|what| change(new, what)).collect()
}

fn change(piece: &PieceRecord, what: What) -> PieceChange {
    PieceChange { id: piece.id.clone(), what }
}

fn fields(old: &PieceRecord, new: &PieceRecord) -> Vec<What> {
    let text = |piece: &PieceRecord, name: &str| piece.fields.get(name).cloned().unwrap_or_default();
    let added = new.fields.keys().filter(|name| !old.fields.contains_key(*name));
    let names = old.fields.keys().chain(added);
    let field = |name: &String| What::Field { name: name.clone(), from: text(old, name), to: text(new, name) };
    names.map(field).filter(|what| !matches!(what, What::Field { from, to, .. } if from == to)).collect()
}

fn look(old: &PieceRecord, new: &PieceRecord) -> Vec<What> {
    let back = match (&old.back, &new.back) {
        (None, Some(_)) => Some("it has a back now"),
        (Some(_), None) => Some("it has no back any more"),
        (before, after) => (before != after).then_some("its back looks different"),
    };
    let has_back = old.back.is_some() || new.back.is_some();
    let word = if has_back { "its front looks different" } else { "its look changed" };
    let front = (old.front != new.front).then_some(word);
    front.into_iter().chain(back).map(|side| What::Look { side }).collect()
}

impl PieceRecord {
    /// Whether nobody could tell the two apart on the table.
    pub(super) fn looks_like(&self, other: &Self) -> bool {
        self.front == other.front && self.back == other.back
    }
}

/// Every piece with what it was before: the same name and look first, then the same look under another name, as when
/// rows are numbered anew, then the same name.
pub(super) fn pairs<'m>(old: &'m ComponentRecord, new: &'m ComponentRecord) -> Vec<Pair<'m>> {
    let mut found = vec![None; new.pieces.len()];
    let mut left: Vec<Option<&PieceRecord>> = old.pieces.iter().map(Some).collect();
    match_up(new, &mut found, &mut left, |piece| (piece.id.clone(), piece.front.clone(), piece.back.clone()));
    match_up(new, &mut found, &mut left, |piece| (piece.front.clone(), piece.back.clone()));
    match_up(new, &mut found, &mut left, |piece| piece.id.clone());
    let now = new.pieces.iter().zip(found).map(|(piece, old)| Pair { old, new: Some(piece) });
    let gone = left.into_iter().flatten().map(|piece| Pair { old: Some(piece), new: None });
    now.chain(gone).collect()
}

/// Pairs the pieces that are still alone and have the same key, in their order.
fn match_up<'m, K: Ord>(
    new: &'m ComponentRecord,
    found: &mut [Option<&'m PieceRecord>],
    left: &mut [Option<&'m PieceRecord>],
    key: impl Fn(&PieceRecord) -> K,
) {
    let mut waiting: BTreeMap<K, Vec<usize>> = BTreeMap::new();
    for (index, piece) in left.iter().enumerate().rev() {
        if let Some(piece) = piece {
            waiting.entry(key(piece)).or_default().push(index);
        }
    }
    for (piece, found) in new.pieces.iter().zip(found).filter(|(_, found)| found.is_none()) {
        if let Some(index) = waiting.get_mut(&key(piece)).and_then(Vec::pop) {
            *found = left[index].take();
        }
    }
}
