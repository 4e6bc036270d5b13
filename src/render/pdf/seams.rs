//! Where the bleeds of two neighbours meet: the piece that is painted first goes on a little under the other, so that no paper
//! shines through between them. Paints nothing.

use crate::geom::{Axis, Point, Rect, Sides, Size};
use crate::impose::{Clip, Item};
use crate::layout::face::{Face, Layer};
use crate::units::Length;

/// How far a piece goes on under its neighbour: more than a pixel of any viewer, and less than a knife goes astray.
const UNDER: Length = Length::from_um(150);
/// Sides that are no further apart meet.
const TOUCH: Length = Length::from_um(20);

/// What a piece is painted on beyond its bleed.
#[derive(Debug, Clone, PartialEq)]
pub enum Under {
    /// Its art reaches so far: no more than what is shown of it is larger.
    More(Sides),
    /// It is painted once more, moved by so much, and shown in this rectangle of the page.
    Again(Point, Rect),
}

/// Where a piece of a page goes on under those that are painted after it.
#[must_use]
pub fn under_neighbours(items: &[Item], number: usize) -> Vec<Under> {
    let Some((item, later)) = items.get(number..).and_then(<[Item]>::split_first) else { return Vec::new() };
    if matches!(item.clip, Clip::Path(_)) {
        return Vec::new();
    }
    let others = later.iter().filter(|other| !matches!(other.clip, Clip::Path(_)));
    others.filter_map(|other| under(item, other)).collect()
}

/// Where a piece goes on under another, if their bleeds meet there.
fn under(item: &Item, other: &Item) -> Option<Under> {
    [Axis::Upright, Axis::Level].into_iter().find_map(|axis| {
        // A seam along a level line is an upright one with everything turned.
        let turned = |rect: Rect| if axis == Axis::Upright { rect } else { rect.turned() };
        let [own, next] = [turned(item.painted()), turned(other.painted())];
        let (trim, art) = (turned(item.trim), turned(item.trim.grown(item.face.bleed)));
        let (top, bottom) = (own.top().max(next.top()), own.bottom().min(next.bottom()));
        let meet = |one: Length, other: Length| (one - other).abs() <= TOUCH;
        let is_right = meet(own.right(), next.left()) && own.right() > trim.right();
        let is_left = meet(own.left(), next.right()) && own.left() < trim.left();
        if top >= bottom || is_right == is_left {
            return None;
        }
        let (seam, reach) =
            if is_right { (own.right(), art.right() - own.right()) } else { (own.left(), own.left() - art.left()) };
        if reach >= UNDER && matches!(item.clip, Clip::Page(_)) {
            return Some(Under::More(more(axis, is_right)));
        }
        let strip = Rect::new(Point::new(seam - UNDER, top), Size::new(UNDER * 2, bottom - top));
        let by = Point::new(if is_right { UNDER } else { -UNDER }, Length::ZERO);
        let by = if axis == Axis::Upright { by } else { by.turned() };
        Some(Under::Again(by, turned(strip)))
    })
}

/// A side by which more is shown of a piece: right or left of an upright seam, below or above a level one.
fn more(axis: Axis, is_beyond: bool) -> Sides {
    let none = Sides { left: Length::ZERO, right: Length::ZERO, top: Length::ZERO, bottom: Length::ZERO };
    match (axis, is_beyond) {
        (Axis::Upright, true) => Sides { right: UNDER, ..none },
        (Axis::Upright, false) => Sides { left: UNDER, ..none },
        (Axis::Level, true) => Sides { bottom: UNDER, ..none },
        (Axis::Level, false) => Sides { top: UNDER, ..none },
    }
}

/// The drawings of a face without its words, which would be read twice.
#[must_use]
pub fn ground(face: &Face) -> Face {
    Face {
        id: face.id.clone(),
        component: face.component,
        size: face.size,
        bleed: face.bleed,
        safe: face.safe,
        outline: face.outline,
        folds: Vec::new(),
        cut: None,
        layers: without_words(&face.layers),
    }
}

fn without_words(layers: &[Layer]) -> Vec<Layer> {
    let drawing = |layer: &Layer| match layer {
        // Pictures of pieces have words, too.
        Layer::Face { .. } => None,
        Layer::Art { art, transform, slots, unit, clip } => {
            let slots: Vec<Vec<Layer>> = slots.iter().map(|layers| without_words(layers)).collect();
            // A drawing with nothing at its slots is kept once for all that share it.
            let slots = if slots.iter().all(Vec::is_empty) { Vec::new() } else { slots };
            Some(Layer::Art { art: art.clone(), transform: *transform, slots, unit: *unit, clip: *clip })
        }
        other => Some(other.clone()),
    };
    layers.iter().flat_map(Layer::seen_without_words).filter_map(drawing).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geom::Turn;
    use crate::layout::common::Common;
    use crate::model::Outline;

    fn mm(millimetres: i64) -> Length {
        Length::from_mm(millimetres)
    }

    /// A piece of 10 mm with a bleed of 3 mm, of which `shown` is painted.
    fn item(x: i64, y: i64, shown: i64) -> Item {
        let face = Common::new(Face {
            id: "c/c-front".into(),
            component: 0,
            size: Size::new(mm(10), mm(10)),
            bleed: mm(3),
            safe: Length::ZERO,
            outline: Outline::Rect { corner: Length::ZERO },
            folds: Vec::new(),
            cut: None,
            layers: Vec::new(),
        });
        let trim = Rect::new(Point::new(mm(x), mm(y)), face.size);
        let clip = if shown == 3 { Clip::Bleed } else { Clip::Page(trim.grown(mm(shown))) };
        Item { face, at: trim.origin, turn: Turn::None, trim, clip, back: None }
    }

    #[test]
    fn the_first_of_two_goes_on_under_the_second() {
        let none = Length::ZERO;
        let right = Sides { left: none, right: UNDER, top: none, bottom: none };
        let narrow = [item(10, 10, 2), item(24, 10, 2), item(10, 40, 2)];
        assert_eq!(under_neighbours(&narrow, 0), [Under::More(right)]);
        assert_eq!(under_neighbours(&narrow, 1), []);
        // Where all of its art is shown, it is painted again below.
        let wide = [item(10, 10, 3), item(10, 26, 3)];
        let strip = Rect::new(Point::new(mm(7), mm(23) - UNDER), Size::new(mm(16), UNDER * 2));
        assert_eq!(under_neighbours(&wide, 0), [Under::Again(Point::new(none, UNDER), strip)]);
        // Pieces that share a cut show where it is.
        assert_eq!(under_neighbours(&[item(10, 10, 0), item(20, 10, 0)], 0), []);
    }
}
