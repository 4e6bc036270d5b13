//! Whether pieces fit the places that are drawn for them, as they lie or turned by a quarter.

use crate::geom::Size;
use crate::layout::face::Face;
use crate::math;
use crate::model::{Component, Game, Kind, Lint, Outline};
use crate::units::Length;

use super::findings::Sighting;
use super::parts::FacePart;

/// Drawings are not exact to more than this, in millimetres.
const SLACK: f32 = 0.05;

/// The places of a face that are too small for what lies on them.
pub fn look_at(
    (face, component, side): (&Face, &Component, &str),
    parts: &[FacePart<'_>],
    game: &Game,
) -> Vec<Sighting> {
    let mut seen = Vec::new();
    // Everything may be printed larger or smaller than it is.
    let scale = face.size.width.mm_f32() / component.size.width.mm_f32().max(f32::MIN_POSITIVE);
    for part in parts {
        let FacePart::Place { holds, size, is_round } = part else { continue };
        let Some(held) = game.components.iter().find(|part| part.id == holds.component) else { continue };
        let (piece, place) = (stands_on(held), size.map(|side| side / scale));
        let wanted = [piece.width, piece.height].map(|side| (side + holds.play).mm_f32());
        let is_across = *is_round && has_corners(held);
        let across = math::hypotf(piece.width.mm_f32(), piece.height.mm_f32());
        let lacks = if is_across {
            across + holds.play.mm_f32() - place[0].min(place[1])
        } else {
            lacking(place, wanted).min(lacking(place, [wanted[1], wanted[0]]))
        };
        if lacks <= SLACK {
            continue;
        }
        let [width, height] = place.map(|side| Length::from_mm_f64(f64::from((side * 100.0).round() / 100.0)));
        let told_play =
            if holds.play == Length::ZERO { String::new() } else { format!(", and {} to spare", holds.play) };
        let (kind, they) = if is_across {
            ("round place", format!("their corners are {across:.1} mm apart"))
        } else {
            ("place", format!("they are {piece}"))
        };
        seen.push(Sighting {
            lint: Lint::Holds,
            how_bad: lacks,
            message: format!(
                "a {kind} for `{}` on {} is {}, and {they}{told_play}",
                held.id,
                side,
                Size::new(width, height)
            ),
            hint: "make the place larger; `data-play` says how much there is to be to spare",
        });
    }
    seen
}

/// By how much a place is too small, in millimetres.
fn lacking([width, height]: [f32; 2], wanted: [f32; 2]) -> f32 {
    (wanted[0] - width).max(wanted[1] - height)
}

/// Whether a piece is square or oblong where it lies.
fn has_corners(component: &Component) -> bool {
    matches!(component.kind, Kind::Die(_))
        || matches!(component.outline, Outline::Rect { corner } if corner * 4 < component.size.width.min(component.size.height))
}

/// What a piece of a component covers where it lies or stands.
fn stands_on(component: &Component) -> Size {
    match &component.kind {
        // Its foot reaches as far under it in front as behind.
        Kind::Standee(standee) => Size::new(standee.figure.width, standee.tab * 2),
        Kind::Die(die) => Size::new(die.edge, die.edge),
        _ => component.size,
    }
}
