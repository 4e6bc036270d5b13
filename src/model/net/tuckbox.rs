//! A tuckbox: a box for a deck, sized from how many cards there are and how thick they are, and its net.

use std::fmt;

use crate::diag::count_of;
use crate::geom::{Affine, Size};
use crate::model::outline::QUARTER;
use crate::model::{PathStep, Skin};
use crate::units::Length;

use super::polygon::{FlatPoint, path};
use super::{Fold, Net, Panel};

/// How much wider and higher than its cards a box is.
const PLAY: Length = Length::from_mm(2);
/// How much deeper than its cards a box is.
const DEPTH_PLAY: Length = Length::from_mm(1);
/// How much wider and higher than a card its sleeve is.
const SLEEVE: Length = Length::from_mm(3);
/// A box less deep cannot be folded.
const LEAST_DEPTH: Length = Length::from_mm(10);
/// The part that is tucked in, at most.
const LONGEST_TUCK: Length = Length::from_mm(18);
/// The flap that holds the box together, at most.
const WIDEST_GLUE: Length = Length::from_mm(12);
/// What flaps are narrower than what they go into, on each side, in millimetres.
const EASE: f32 = 1.0;

/// How large a box is inside.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BoxSize {
    /// Left to right, and top to bottom.
    pub face: Size,
    /// Front to back.
    pub depth: Length,
}

impl fmt::Display for BoxSize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let face = self.face.to_string();
        write!(f, "{} x {} inside", face.trim_end_matches(" mm"), self.depth)
    }
}

/// A box for a deck.
#[derive(Debug, Clone)]
pub struct Tuckbox {
    /// How many cards it holds.
    pub cards: usize,
    /// How large one card is.
    pub card: Size,
    /// How large it is inside.
    pub inner: BoxSize,
    /// How the narrow sides look, if they have a drawing of their own.
    pub side: Option<Skin>,
}

impl Tuckbox {
    /// A box for so many cards, each so thick; `sleeve` is how much a sleeve adds to that.
    #[must_use]
    pub fn new(cards: usize, card: Size, thickness: Length, sleeve: Option<Length>) -> Self {
        let around = PLAY + if sleeve.is_some() { SLEEVE } else { Length::ZERO };
        let count = i64::try_from(cards).unwrap_or(i64::MAX);
        let deck = (thickness + sleeve.unwrap_or_default()) * count;
        let face = Size::new(card.width + around, card.height + around);
        let inner = BoxSize { face, depth: (deck + DEPTH_PLAY).max(LEAST_DEPTH) };
        Self { cards, card, inner, side: None }
    }

    /// What it holds, in words.
    #[must_use]
    pub fn contents(&self) -> String {
        format!("holds {} of {}", count_of(self.cards, "card"), self.card)
    }

    /// From the left: the flap to glue, front, side, back, side. The lid is above the back, the bottom below the front.
    #[must_use]
    pub fn net(&self, bleed: Length) -> Net {
        let lines = Lines::of(self);
        Net { size: self.room(), cut: Some(lines.cut()), folds: lines.folds(), panels: self.panels(&lines, bleed) }
    }

    /// Where glue goes on the printed side, in millimetres of the net: on the long flap, and on the floor that lies inside.
    #[must_use]
    pub fn glue_places(&self) -> [[f32; 2]; 2] {
        let Lines { x: [glue, front, _, back, other, _], y: [_, _, lid, foot, bottom], .. } = Lines::of(self);
        [
            [f32::midpoint(glue, front), f32::midpoint(lid, foot)],
            [f32::midpoint(back, other), f32::midpoint(foot, bottom)],
        ]
    }

    fn tuck(&self) -> Length {
        (self.inner.depth * 4 / 5).min(LONGEST_TUCK)
    }

    fn glue(&self) -> Length {
        (self.inner.depth * 9 / 10).min(WIDEST_GLUE)
    }

    fn room(&self) -> Size {
        let BoxSize { face, depth } = self.inner;
        Size::new(self.glue() + (face.width + depth) * 2, self.tuck() + depth * 2 + face.height)
    }

    /// How its room comes about.
    #[must_use]
    pub fn arithmetic(&self) -> String {
        let BoxSize { face, depth } = self.inner;
        format!(
            "{} make it {depth} deep; across it takes 2 x {} + 2 x {depth} + {} to glue = {}, and down {} + 2 x {depth} + {} to tuck = {}",
            count_of(self.cards, "card"),
            face.width,
            self.glue(),
            self.room().width,
            face.height,
            self.tuck(),
            self.room().height
        )
    }

    /// Front and back run on over the flaps that hang on them, and over the sides when these have no drawing. What is
    /// tucked in lies below what is seen, as each flap bleeds over its neighbours.
    fn panels(&self, at: &Lines, bleed: Length) -> Vec<Panel> {
        let BoxSize { face, depth } = self.inner;
        let b = bleed.mm_f32();
        let [_, front, side, back, other, end] = at.x;
        let [top, _, lid, foot, bottom] = at.y;
        let narrow = |left: f32, right: f32| at.narrow(left, right, b);
        let (left, right) = (narrow(side, back), narrow(other, end));
        let (near, part) = beside_flap(slant(side, back), b);
        let (above, below) = (lid - at.dust, foot + at.dust);
        let (knee_above, knee_below) = (lid - at.dust * part, foot + at.dust * part);
        let floor = vec![
            [front - b, foot],
            [side, foot],
            [side + near, knee_below],
            [side + near, below],
            [side + b, below],
            [side + b, bottom + b],
            [front - b, bottom + b],
        ];
        let cover = vec![
            [back, lid],
            [back - near, knee_above],
            [back - near, above],
            [back - b, above],
            [back - b, top - b],
            [other + b, top - b],
            [other + b, above],
            [other + near, above],
            [other + near, knee_above],
            [other, lid],
        ];
        let wide_front = vec![rectangle([front - b, lid - b, side, foot]), floor];
        let wide_back = vec![cover, rectangle([back, lid, other, foot + b])];
        let reach = depth + self.tuck() + bleed;
        let panel = |drawing, size, left: f32, shown: Vec<Vec<FlatPoint>>| Panel {
            drawing,
            size,
            reach,
            place: Affine::translate(left, lid),
            clip: shown.iter().flat_map(|part| path(part)).collect(),
        };
        if self.side.is_none() {
            return vec![
                panel(0, face, front, [left, wide_front].concat()),
                panel(1, face, back, [right, wide_back].concat()),
            ];
        }
        let size = Size::new(depth, face.height);
        vec![
            panel(2, size, side, left),
            panel(2, size, other, right),
            panel(0, face, front, wide_front),
            panel(1, face, back, wide_back),
        ]
    }
}

/// So far, in millimetres, the bleed of a small flap goes on below that of the lid or the bottom, which is painted later: where two
/// only meet, paper shines through between them.
const LAP: f32 = 0.15;

/// The lines of the net, in millimetres.
struct Lines {
    /// The flap to glue, front, side, back, side, and where that ends.
    x: [f32; 6],
    /// The tuck, the lid, the faces, the bottom, and where that ends.
    y: [f32; 5],
    /// How far the small flaps on the sides reach.
    dust: f32,
}

impl Lines {
    fn of(tuckbox: &Tuckbox) -> Self {
        let BoxSize { face: Size { width, height }, depth } = tuckbox.inner;
        let ends = |lengths: &[Length]| {
            (0..=lengths.len()).map(|n| lengths[..n].iter().copied().sum::<Length>().mm_f32()).collect::<Vec<_>>()
        };
        let across = ends(&[tuckbox.glue(), width, depth, width, depth]);
        let down = ends(&[tuckbox.tuck(), depth, height, depth]);
        Self {
            x: std::array::from_fn(|n| across[n]),
            y: std::array::from_fn(|n| down[n]),
            dust: (depth * 9 / 10).min(width * 9 / 20).mm_f32(),
        }
    }

    /// A narrow side and its two small flaps, which have bleed on all their sides: beside another flap half of the way to it.
    fn narrow(&self, left: f32, right: f32, bleed: f32) -> Vec<Vec<FlatPoint>> {
        let [_, _, side, back, other, end] = self.x;
        let [_, _, lid, foot, _] = self.y;
        let slant = slant(left, right);
        let (near, part) = beside_flap(slant, bleed);
        let is_beside = |x: f32, beside: [f32; 2]| beside.iter().any(|known| (known - x).abs() < f32::EPSILON);
        // Above, the lid stands on the back; below, a flap on the front and on the back.
        let flap = |beside: [[f32; 2]; 2], fold: f32, reach: f32| {
            let far = fold + reach;
            let beyond = far + bleed * reach.signum();
            let edge = |x: f32, shared: bool, way: f32| {
                let (foot, head) =
                    if shared { (x, x - way * (slant - near - LAP)) } else { (x + way * bleed, x + way * bleed) };
                let knee = if shared { x - way * (near - LAP).max(0.0) } else { foot };
                [[foot, fold], [knee, fold + reach * part], [head, far], [head, beyond]]
            };
            let mut corners = edge(left, is_beside(left, beside[0]), -1.0).to_vec();
            corners.extend(edge(right, is_beside(right, beside[1]), 1.0).into_iter().rev());
            // All go round one way, or they would cut holes into each other.
            if reach > 0.0 {
                corners.reverse();
            }
            corners
        };
        let far = if right < end { right } else { right + bleed };
        vec![
            flap([[other; 2], [back; 2]], lid, -self.dust),
            rectangle([left, lid, far, foot]),
            flap([[side, other], [back; 2]], foot, self.dust),
        ]
    }

    fn folds(&self) -> Vec<Fold> {
        let [_, front, side, back, other, end] = self.x;
        let [_, tuck, lid, foot, _] = self.y;
        let upright = [front, side, back, other].map(|x| [x, lid, x, foot]);
        let level = |y: f32, from: f32, to: f32| [from, y, to, y];
        let above = [level(tuck, back, other), level(lid, side, back), level(lid, back, other), level(lid, other, end)];
        let below = [front, side, back, other, end].windows(2).map(|pair| level(foot, pair[0], pair[1])).collect();
        [upright.to_vec(), above.to_vec(), below].concat().into_iter().map(Fold::mountain).collect()
    }

    /// Once around, clockwise from the upper left corner of the front.
    fn cut(&self) -> Vec<PathStep> {
        let [glue, front, side, back, other, end] = self.x;
        let [_, _, lid, foot, bottom] = self.y;
        let mut line = vec![PathStep::Move(front, lid)];
        self.notch(&mut line);
        line.extend(dust(side, back, lid, -self.dust));
        self.lid(&mut line);
        line.extend(dust(other, end, lid, -self.dust));
        line.extend(dust(end, other, foot, self.dust));
        line.extend(flap(other, back, foot, bottom));
        line.extend(dust(back, side, foot, self.dust));
        line.extend(flap(side, front, foot, bottom));
        let slant = (front - glue) * 0.5;
        line.extend([PathStep::Line(glue, foot - slant), PathStep::Line(glue, lid + slant), PathStep::Close]);
        line
    }

    /// A half circle for the thumb, in the upper edge of the front.
    fn notch(&self, line: &mut Vec<PathStep>) {
        let [_, front, side, ..] = self.x;
        let (middle, lid) = (f32::midpoint(front, side), self.y[2]);
        let radius = ((side - front) / 6.0).min(9.0);
        let handle = radius * QUARTER;
        line.extend([
            PathStep::Line(middle - radius, lid),
            PathStep::Cubic([middle - radius, lid + handle, middle - handle, lid + radius, middle, lid + radius]),
            PathStep::Cubic([middle + handle, lid + radius, middle + radius, lid + handle, middle + radius, lid]),
            PathStep::Line(side, lid),
        ]);
    }

    /// The lid and its tuck, with round corners that find their way in.
    fn lid(&self, line: &mut Vec<PathStep>) {
        let [_, _, _, left, right, _] = self.x;
        let [top, tuck, lid, ..] = self.y;
        let round = (tuck - top) * 0.8;
        let handle = round * (1.0 - QUARTER);
        let (near, far) = (left + EASE, right - EASE);
        line.extend([
            PathStep::Line(left, lid),
            PathStep::Line(left, tuck),
            PathStep::Line(near, tuck),
            PathStep::Line(near, top + round),
            PathStep::Cubic([near, top + handle, near + handle, top, near + round, top]),
            PathStep::Line(far - round, top),
            PathStep::Cubic([far - handle, top, far, top + handle, far, top + round]),
            PathStep::Line(far, tuck),
            PathStep::Line(right, tuck),
            PathStep::Line(right, lid),
        ]);
    }
}

/// How wide bleed beside a small flap is at most, and from which part of its reach on: nearer to the fold it goes half of the way
/// to the flap.
fn beside_flap(slant: f32, bleed: f32) -> (f32, f32) {
    let part = (bleed * 2.0 / slant.max(f32::MIN_POSITIVE)).min(1.0);
    (slant * part / 2.0, part)
}

/// How far a small flap on a side is narrower at its end, on each of its sides.
fn slant(from: f32, to: f32) -> f32 {
    (to - from) * 0.12
}

/// A small flap on a side, narrower at its end; `reach` is negative upwards.
fn dust(from: f32, to: f32, fold: f32, reach: f32) -> [PathStep; 4] {
    let slant = slant(from, to);
    [
        PathStep::Line(from, fold),
        PathStep::Line(from + slant, fold + reach),
        PathStep::Line(to - slant, fold + reach),
        PathStep::Line(to, fold),
    ]
}

/// A flap of the bottom.
fn flap(from: f32, to: f32, fold: f32, end: f32) -> [PathStep; 4] {
    [
        PathStep::Line(from, fold),
        PathStep::Line(from - EASE, end),
        PathStep::Line(to + EASE, end),
        PathStep::Line(to, fold),
    ]
}

fn rectangle([left, top, right, bottom]: [f32; 4]) -> Vec<FlatPoint> {
    vec![[left, top], [right, top], [right, bottom], [left, bottom]]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn poker(cards: usize, sleeve: Option<Length>) -> Tuckbox {
        let card = Size::new(Length::from_um(63_500), Length::from_um(88_900));
        Tuckbox::new(cards, card, Length::from_um(300), sleeve)
    }

    #[test]
    fn a_box_is_as_deep_as_its_cards() {
        assert_eq!(poker(60, None).inner.to_string(), "65.5 x 90.9 x 19 mm inside");
        assert_eq!(poker(60, Some(Length::from_um(200))).inner.to_string(), "68.5 x 93.9 x 31 mm inside");
        assert_eq!(poker(3, None).inner.depth, LEAST_DEPTH);
        assert_eq!(poker(60, None).contents(), "holds 60 cards of 63.5 x 88.9 mm");
    }

    proptest::proptest! {
        #[test]
        fn the_net_stays_in_its_room(cards in 1_usize..300, width in 20_000_i64..150_000, height in 20_000_i64..150_000) {
            let card = Size::new(Length::from_um(width), Length::from_um(height));
            let tuckbox = Tuckbox::new(cards, card, Length::from_um(300), None);
            let net = tuckbox.net(Length::from_mm(2));
            let inside = |x: f32, y: f32| {
                (-0.01..=net.size.width.mm_f32() + 0.01).contains(&x) && (-0.01..=net.size.height.mm_f32() + 0.01).contains(&y)
            };
            for step in net.cut.as_deref().unwrap() {
                let inside = match *step {
                    PathStep::Move(x, y) | PathStep::Line(x, y) => inside(x, y),
                    PathStep::Cubic([a, b, c, d, x, y]) => inside(a, b) && inside(c, d) && inside(x, y),
                    PathStep::Close => true,
                };
                proptest::prop_assert!(inside, "{:?}", step);
            }
            proptest::prop_assert_eq!(net.folds.len(), 12);
        }
    }
}
