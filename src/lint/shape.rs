//! How far inside the cut a point is, and points all along the cut.

use crate::geom::Size;
use crate::layout::face::Face;
use crate::math;
use crate::model::PathStep;

use super::parts::{PointInMm, curve_at};

/// Curves of a cut are taken for so many straight lines.
const STEPS: [f32; 4] = [0.25, 0.5, 0.75, 1.0];

/// Bleed is seen a little beyond where it ends, as pixels are coarse, in millimetres.
const SEEN: f32 = 1.0;

/// The line a piece is cut along. Corners that are only rounded after cutting count as corners.
pub struct Shape {
    /// Clockwise; none for a round piece.
    corners: Vec<PointInMm>,
    /// Half the width and half the height.
    half: (f32, f32),
    /// Both ends of each fold.
    folds: Vec<(PointInMm, PointInMm)>,
}

/// A point of the cut, and the way out of the piece there.
pub struct EdgePoint {
    /// Where.
    pub at: (f32, f32),
    /// One millimetre outwards.
    pub out: (f32, f32),
}

/// The ends of a line.
fn ends([x, y, to_x, to_y]: [f32; 4]) -> (PointInMm, PointInMm) {
    ((x, y), (to_x, to_y))
}

impl Shape {
    /// The cut of a face.
    pub fn of(face: &Face) -> Self {
        let Size { width, height } = face.size;
        let outline = || face.outline.corners(face.size).iter().map(|at| (at.x.mm_f32(), at.y.mm_f32())).collect();
        Self {
            corners: face.cut.as_deref().map_or_else(outline, corners_of),
            half: (width.mm_f32() / 2.0, height.mm_f32() / 2.0),
            folds: face.folds.iter().map(|fold| ends(fold.line)).collect(),
        }
    }

    /// How far a point is from the cut, in millimetres; negative outside the piece.
    pub fn depth(&self, (x, y): (f32, f32)) -> f32 {
        if self.corners.is_empty() {
            let (across, down) = self.half;
            let out = math::hypotf((x - across) / across, (y - down) / down);
            return (1.0 - out) * across.min(down);
        }
        let distance = self.sides().map(|(from, to, _)| distance((x, y), from, to)).fold(f32::MAX, f32::min);
        if self.holds((x, y)) { distance } else { -distance }
    }

    /// Whether a point is inside: a line from it crosses the cut an odd number of times.
    fn holds(&self, (x, y): PointInMm) -> bool {
        let crossed = |((ax, ay), (bx, by)): (PointInMm, PointInMm)| {
            (ay > y) != (by > y) && x < ax + (y - ay) / (by - ay) * (bx - ax)
        };
        self.sides().filter(|&(from, to, _)| crossed((from, to))).count() % 2 == 1
    }

    /// Whether bleed at a point of the cut would be seen, and has room. A net has flaps beyond its folds, which are
    /// glued where nobody sees them, and gaps too narrow for bleed.
    pub fn wants_bleed(&self, EdgePoint { at, out }: &EdgePoint, bleed: f32) -> bool {
        let is_flap = self.folds.iter().any(|&(from, to)| distance(*at, from, to) < bleed + SEEN);
        let beyond = (at.0 + out.0 * bleed, at.1 + out.1 * bleed);
        !is_flap && (self.corners.is_empty() || self.depth(beyond) < 0.1 - bleed)
    }

    /// Each side with the way out.
    fn sides(&self) -> impl Iterator<Item = (PointInMm, PointInMm, PointInMm)> {
        let next = self.corners.iter().cycle().skip(1);
        self.corners.iter().zip(next).map(|(&(ax, ay), &(bx, by))| {
            let length = math::hypotf(bx - ax, by - ay).max(f32::MIN_POSITIVE);
            ((ax, ay), (bx, by), ((by - ay) / length, (ax - bx) / length))
        })
    }

    /// About one point a millimetre along the cut, clear of the corners.
    pub fn edge(&self) -> Vec<EdgePoint> {
        if self.corners.is_empty() {
            return self.round_edge();
        }
        let mut points = Vec::new();
        for ((ax, ay), (bx, by), out) in self.sides() {
            let length = math::hypotf(bx - ax, by - ay);
            // In the corners of a net there is less room for bleed.
            let clear = if self.folds.is_empty() { (length * 0.2).min(4.0) } else { (length * 0.5).min(4.0) };
            let mut along = clear;
            while along <= length - clear {
                let part = along / length;
                points.push(EdgePoint { at: (ax + (bx - ax) * part, ay + (by - ay) * part), out });
                along += 1.0;
            }
        }
        points
    }

    fn round_edge(&self) -> Vec<EdgePoint> {
        let (across, down) = self.half;
        let around = std::f32::consts::TAU * across.max(down);
        let mut points = Vec::new();
        let mut along = 0.0;
        while along < around {
            let (sin, cos) = math::sincosf(along / across.max(down));
            let (nx, ny) = (cos / across, sin / down);
            let length = math::hypotf(nx, ny);
            points.push(EdgePoint { at: (across + across * cos, down + down * sin), out: (nx / length, ny / length) });
            along += 1.0;
        }
        points
    }
}

/// The corners of a cut, clockwise.
fn corners_of(cut: &[PathStep]) -> Vec<PointInMm> {
    let mut corners: Vec<PointInMm> = Vec::new();
    for step in cut {
        let last = corners.last().copied().unwrap_or_default();
        match *step {
            PathStep::Move(x, y) | PathStep::Line(x, y) => corners.push((x, y)),
            PathStep::Cubic([a, b, c, d, x, y]) => {
                corners.extend(STEPS.map(|part| curve_at(last, &[(a, b), (c, d), (x, y)], part)));
            }
            PathStep::Close => {}
        }
    }
    let next = corners.iter().cycle().skip(1);
    let area: f32 = corners.iter().zip(next).map(|(a, b)| a.0 * b.1 - b.0 * a.1).sum();
    if area < 0.0 {
        corners.reverse();
    }
    corners
}

/// How far a point is from a straight line between two others.
fn distance((x, y): PointInMm, (ax, ay): PointInMm, (bx, by): PointInMm) -> f32 {
    let (along_x, along_y) = (bx - ax, by - ay);
    let length = (along_x * along_x + along_y * along_y).max(f32::MIN_POSITIVE);
    let part = (((x - ax) * along_x + (y - ay) * along_y) / length).clamp(0.0, 1.0);
    math::hypotf(x - ax - along_x * part, y - ay - along_y * part)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Outline;
    use crate::units::Length;

    const OUTLINES: [Outline; 5] = [
        Outline::Rect { corner: Length::from_mm(3) },
        Outline::Round,
        Outline::Hex,
        Outline::Triangle,
        Outline::Diamond,
    ];

    fn shape(outline: Outline, width: i64, height: i64) -> Shape {
        let size = Size::new(Length::from_um(width), Length::from_um(height));
        let none = Vec::new();
        let bleed = Length::ZERO;
        Shape::of(&Face {
            id: String::new(),
            component: 0,
            size,
            bleed,
            safe: Length::ZERO,
            outline,
            folds: Vec::new(),
            cut: None,
            layers: none,
        })
    }

    proptest::proptest! {
        #[test]
        fn the_edge_has_no_depth_and_inwards_is_deeper(
            width in 8_000_i64..100_000, height in 8_000_i64..100_000, which in 0_usize..5,
        ) {
            let outline = OUTLINES[which];
            let (width, height) = if outline == Outline::Round { (width, width) } else { (width, height) };
            let shape = shape(outline, width, height);
            for EdgePoint { at, out } in shape.edge() {
                proptest::prop_assert!(shape.depth(at).abs() < 0.01, "{at:?} {}", shape.depth(at));
                // Near a sharp corner a larger step inwards leaves on the other side.
                let inside = shape.depth((at.0 - out.0 * 0.05, at.1 - out.1 * 0.05));
                let outside = shape.depth((at.0 + out.0, at.1 + out.1));
                proptest::prop_assert!(inside > 0.0 && inside < 0.06, "{at:?} {inside}");
                proptest::prop_assert!((outside + 1.0).abs() < 0.01, "{at:?} {outside}");
            }
            proptest::prop_assert!(!shape.edge().is_empty());
        }
    }
}
