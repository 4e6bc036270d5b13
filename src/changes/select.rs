//! Picks what has to be printed anew, and names what is to be taken out of the box.

use crate::layout::{LaidComponent, LaidPiece};

use super::compare::{Pair, pairs};
use super::manifest::{ComponentRecord, Manifest};

/// The kind whose pieces are pages.
const BOOKLET: &str = "booklet";

/// Pieces to take out of the box.
#[derive(Debug, PartialEq, Eq)]
pub struct Copies {
    /// The component they are, or were, in.
    pub component: String,
    /// The piece; none when the whole component is gone.
    pub piece: Option<String>,
    /// How many of them.
    pub quantity: usize,
}

/// Leaves only the pieces that `old` does not have, or not as often, or not with this look. `laid` and `new` are the
/// same components in the same order.
pub fn keep_changed(laid: &mut Vec<LaidComponent>, old: &Manifest, new: &Manifest) {
    for (part, record) in laid.iter_mut().zip(&new.components) {
        let Some(before) = old.component(&record.id) else { continue };
        let wanted: Vec<usize> = pairs(before, record).iter().map(copies_wanted).collect();
        let is_booklet = record.kind == BOOKLET;
        // With another number of sheets other pages share them.
        let all_new = is_booklet && sheets_of(before) != sheets_of(record);
        let pieces = std::mem::take(&mut part.pieces).into_iter().zip(wanted);
        let kept = pieces.map(|(piece, quantity)| LaidPiece { quantity: if all_new { 1 } else { quantity }, ..piece });
        // A page of a booklet keeps its place among the others, which share its sheet.
        part.pieces = kept.filter(|piece| is_booklet || piece.quantity > 0).collect();
    }
    laid.retain(|part| part.pieces.iter().any(|piece| piece.quantity > 0));
}

/// How many copies of a piece the box lacks.
fn copies_wanted(pair: &Pair<'_>) -> usize {
    match (pair.old, pair.new) {
        (Some(old), Some(new)) if old.looks_like(new) => new.quantity.saturating_sub(old.quantity),
        (_, Some(new)) => new.quantity,
        _ => 0,
    }
}

/// How many sheets a booklet takes that are folded once and printed on both sides.
const fn sheets_of(booklet: &ComponentRecord) -> usize {
    booklet.pieces.len().div_ceil(4)
}

/// What `old` has and `new` has not, or has less often.
#[must_use]
pub fn gone(old: &Manifest, new: &Manifest) -> Vec<Copies> {
    old.components
        .iter()
        .flat_map(|before| match new.component(&before.id) {
            Some(now) => pairs(before, now).iter().filter_map(|pair| fewer(before, pair)).collect(),
            None => vec![Copies {
                component: before.id.clone(),
                piece: None,
                quantity: before.pieces.iter().fold(0, |total, piece| total.saturating_add(piece.quantity)),
            }],
        })
        .collect()
}

fn fewer(before: &ComponentRecord, pair: &Pair<'_>) -> Option<Copies> {
    let old = pair.old?;
    let kept = pair.new.map_or(0, |new| new.quantity);
    let quantity = old.quantity.saturating_sub(kept);
    let piece = pair.new.unwrap_or(old).id.clone();
    (quantity > 0).then(|| Copies { component: before.id.clone(), piece: Some(piece), quantity })
}
