//! Whether pieces fit the places that are drawn for them, as they lie or turned by a quarter.

use crate::geom::Size;
use crate::layout::face::Face;
use crate::model::{Component, Game, Kind, Lint};
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
        let FacePart::Place { holds, size } = part else { continue };
        let Some(held) = game.components.iter().find(|part| part.id == holds.component) else { continue };
        let (piece, place) = (stands_on(held), size.map(|side| side / scale));
        let wanted = [piece.width, piece.height].map(|side| (side + holds.play).mm_f32());
        let lacks = lacking(place, wanted).min(lacking(place, [wanted[1], wanted[0]]));
        if lacks <= SLACK {
            continue;
        }
        let [width, height] = place.map(|side| Length::from_mm_f64(f64::from((side * 100.0).round() / 100.0)));
        let told_play =
            if holds.play == Length::ZERO { String::new() } else { format!(", and {} to spare", holds.play) };
        seen.push(Sighting {
            lint: Lint::Holds,
            how_bad: lacks,
            message: format!(
                "a place for `{}` on {} is {}, and they are {piece}{told_play}",
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

/// What a piece of a component covers where it lies or stands.
fn stands_on(component: &Component) -> Size {
    match &component.kind {
        // Its foot reaches as far under it in front as behind.
        Kind::Standee(standee) => Size::new(standee.figure.width, standee.tab * 2),
        Kind::Die(die) => Size::new(die.edge, die.edge),
        _ => component.size,
    }
}
