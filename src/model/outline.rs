//! The shapes pieces are cut to, as paths: for clipping, for cut lines and for templates to draw.

use std::fmt::Write as _;

use crate::geom::{Affine, Point, Rect, Size};
use crate::math;
use crate::units::Length;

/// The shape a piece is cut to, inside its trim size.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Outline {
    /// Four straight sides; the corners may be rounded after cutting.
    Rect {
        /// Radius of the corners.
        corner: Length,
    },
    /// A circle or an ellipse.
    Round,
    /// Six sides, two of them upright.
    Hex,
    /// One point up.
    Triangle,
    /// A square standing on its point.
    Diamond,
}

/// One step of a path, in millimetres from the top left corner of the trim size.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum PathStep {
    /// Start here.
    Move(f32, f32),
    /// A straight line to here.
    Line(f32, f32),
    /// A Bézier curve over two handles to here.
    Cubic([f32; 6]),
    /// Back to the start.
    Close,
}

impl PathStep {
    /// The same step where a map takes it.
    #[must_use]
    pub fn placed(self, map: Affine) -> Self {
        match self {
            Self::Move(x, y) => {
                let (x, y) = map.apply(x, y);
                Self::Move(x, y)
            }
            Self::Line(x, y) => {
                let (x, y) = map.apply(x, y);
                Self::Line(x, y)
            }
            Self::Cubic([a, b, c, d, x, y]) => {
                let ((a, b), (c, d), (x, y)) = (map.apply(a, b), map.apply(c, d), map.apply(x, y));
                Self::Cubic([a, b, c, d, x, y])
            }
            Self::Close => Self::Close,
        }
    }
}

/// How long the handles are that make a quarter circle of radius one.
pub(super) const QUARTER: f32 = 0.552_284_8;

impl Outline {
    /// The path of this shape, moved inwards by `inset` (outwards when negative), for a piece of `size`.
    #[must_use]
    pub fn path(self, size: Size, inset: Length) -> Vec<PathStep> {
        let (w, h, d) = (size.width.mm_f32(), size.height.mm_f32(), inset.mm_f32());
        match self {
            Self::Rect { corner } => rounded(w, h, d, corner.mm_f32()),
            Self::Round => ellipse(w / 2.0, h / 2.0, w / 2.0 - d, h / 2.0 - d),
            Self::Hex | Self::Triangle | Self::Diamond => {
                let corners = self.corners(size);
                self.path_by_side(size, &vec![inset; corners.len()])
            }
        }
    }

    /// The path of a shape of straight sides, each side moved inwards by a length of its own. Sides go clockwise from
    /// the first corner.
    #[must_use]
    pub fn path_by_side(self, size: Size, insets: &[Length]) -> Vec<PathStep> {
        let mm = |point: &Point| (point.x.mm_f32(), point.y.mm_f32());
        let corners: Vec<(f32, f32)> = self.corners(size).iter().map(mm).collect();
        let insets: Vec<f32> = insets.iter().map(|inset| inset.mm_f32()).collect();
        polygon(&inset_corners(&corners, &insets))
    }

    /// The corners of a shape of straight sides, clockwise; none for a round one. Corners that are only rounded after
    /// cutting count as corners.
    #[must_use]
    pub fn corners(self, size: Size) -> Vec<Point> {
        let (w, h, zero) = (size.width, size.height, Length::ZERO);
        let (mid, low, high) = (w / 2, h / 4, h - h / 4);
        let corners: &[(Length, Length)] = match self {
            Self::Rect { .. } => &[(zero, zero), (w, zero), (w, h), (zero, h)],
            Self::Round => &[],
            Self::Hex => &[(mid, zero), (w, low), (w, high), (mid, h), (zero, high), (zero, low)],
            Self::Triangle => &[(mid, zero), (w, h), (zero, h)],
            Self::Diamond => &[(mid, zero), (w, h / 2), (mid, h), (zero, h / 2)],
        };
        corners.iter().map(|&(x, y)| Point::new(x, y)).collect()
    }
}

/// The path around a rectangle, in its millimetres.
#[must_use]
pub fn rect_path(rect: Rect) -> Vec<PathStep> {
    let (left, top) = (rect.left().mm_f32(), rect.top().mm_f32());
    let (right, bottom) = (rect.right().mm_f32(), rect.bottom().mm_f32());
    vec![
        PathStep::Move(left, top),
        PathStep::Line(right, top),
        PathStep::Line(right, bottom),
        PathStep::Line(left, bottom),
        PathStep::Close,
    ]
}

/// A path as SVG writes it.
#[must_use]
pub fn svg_path(steps: &[PathStep]) -> String {
    let mut d = String::new();
    for step in steps {
        // Writing to a string cannot fail.
        let _ = match step {
            PathStep::Move(x, y) => write!(d, "M{x:.3} {y:.3}"),
            PathStep::Line(x, y) => write!(d, "L{x:.3} {y:.3}"),
            PathStep::Cubic([a, b, c, e, x, y]) => write!(d, "C{a:.3} {b:.3} {c:.3} {e:.3} {x:.3} {y:.3}"),
            PathStep::Close => write!(d, "Z"),
        };
    }
    d
}

fn polygon(corners: &[(f32, f32)]) -> Vec<PathStep> {
    let step = |(index, &(x, y)): (usize, &(f32, f32))| {
        if index == 0 { PathStep::Move(x, y) } else { PathStep::Line(x, y) }
    };
    corners.iter().enumerate().map(step).chain([PathStep::Close]).collect()
}

/// The corners of a convex polygon, given clockwise, with every side moved inwards by its own distance.
fn inset_corners(corners: &[(f32, f32)], insets: &[f32]) -> Vec<(f32, f32)> {
    let count = corners.len();
    let side = |from: usize| {
        let ((ax, ay), (bx, by)) = (corners[from % count], corners[(from + 1) % count]);
        let length = math::hypotf(bx - ax, by - ay);
        // Inwards is to the right of a clockwise side when y grows downwards.
        let (nx, ny) = (-(by - ay) / length, (bx - ax) / length);
        (nx, ny, nx * ax + ny * ay + insets.get(from % count).copied().unwrap_or(0.0))
    };
    let corner = |index: usize| {
        let ((ax, ay, a), (bx, by, b)) = (side(index + count - 1), side(index));
        let determinant = ax * by - ay * bx;
        ((a * by - b * ay) / determinant, (ax * b - bx * a) / determinant)
    };
    (0..count).map(corner).collect()
}

fn ellipse(cx: f32, cy: f32, rx: f32, ry: f32) -> Vec<PathStep> {
    let (kx, ky) = (rx * QUARTER, ry * QUARTER);
    vec![
        PathStep::Move(cx, cy - ry),
        PathStep::Cubic([cx + kx, cy - ry, cx + rx, cy - ky, cx + rx, cy]),
        PathStep::Cubic([cx + rx, cy + ky, cx + kx, cy + ry, cx, cy + ry]),
        PathStep::Cubic([cx - kx, cy + ry, cx - rx, cy + ky, cx - rx, cy]),
        PathStep::Cubic([cx - rx, cy - ky, cx - kx, cy - ry, cx, cy - ry]),
        PathStep::Close,
    ]
}

fn rounded(w: f32, h: f32, d: f32, corner: f32) -> Vec<PathStep> {
    let (left, top, right, bottom) = (d, d, w - d, h - d);
    let r = (corner - d).min((right - left) / 2.0).min((bottom - top) / 2.0);
    // Beyond the trim the corners are cut off anyway, and bleed has to fill them.
    if corner <= 0.0 || d < 0.0 || r <= 0.0 {
        return polygon(&[(left, top), (right, top), (right, bottom), (left, bottom)]);
    }
    let k = r * (1.0 - QUARTER);
    vec![
        PathStep::Move(left + r, top),
        PathStep::Line(right - r, top),
        PathStep::Cubic([right - k, top, right, top + k, right, top + r]),
        PathStep::Line(right, bottom - r),
        PathStep::Cubic([right, bottom - k, right - k, bottom, right - r, bottom]),
        PathStep::Line(left + r, bottom),
        PathStep::Cubic([left + k, bottom, left, bottom - k, left, bottom - r]),
        PathStep::Line(left, top + r),
        PathStep::Cubic([left, top + k, left + k, top, left + r, top]),
        PathStep::Close,
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_diamond_keeps_its_distance_when_inset() {
        let size = Size::new(Length::from_mm(20), Length::from_mm(20));
        let path = Outline::Diamond.path(size, Length::from_mm(1));
        let PathStep::Move(x, y) = path[0] else { panic!("{path:?}") };
        assert!((x - 10.0).abs() < 1e-4 && (y - 2_f32.sqrt()).abs() < 1e-4, "{x} {y}");
    }

    #[test]
    fn bleed_fills_rounded_corners() {
        let size = Size::new(Length::from_mm(10), Length::from_mm(10));
        let outline = Outline::Rect { corner: Length::from_mm(3) };
        assert_eq!(
            svg_path(&outline.path(size, -Length::from_mm(1))),
            "M-1.000 -1.000L11.000 -1.000L11.000 11.000L-1.000 11.000Z"
        );
    }
}
