//! How far inside the cut a point is, and points all along the cut.

use crate::geom::Size;
use crate::layout::face::Face;

/// The line a piece is cut along. Corners that are only rounded after cutting count as corners.
pub struct Shape {
    /// Clockwise; none for a round piece.
    corners: Vec<(f32, f32)>,
    /// Half the width and half the height.
    half: (f32, f32),
}

/// A point of the cut, and the way out of the piece there.
pub struct EdgePoint {
    /// Where.
    pub at: (f32, f32),
    /// One millimetre outwards.
    pub out: (f32, f32),
}

impl Shape {
    /// The cut of a face.
    pub fn of(face: &Face) -> Self {
        let Size { width, height } = face.size;
        let corners = face.outline.corners(face.size);
        Self {
            corners: corners.iter().map(|point| (point.x.mm_f32(), point.y.mm_f32())).collect(),
            half: (width.mm_f32() / 2.0, height.mm_f32() / 2.0),
        }
    }

    /// How far a point is from the cut, in millimetres; negative outside the piece.
    pub fn depth(&self, (x, y): (f32, f32)) -> f32 {
        if self.corners.is_empty() {
            let (across, down) = self.half;
            let out = ((x - across) / across).hypot((y - down) / down);
            return (1.0 - out) * across.min(down);
        }
        let side = |((ax, ay), (nx, ny)): ((f32, f32), (f32, f32))| (ax - x) * nx + (ay - y) * ny;
        self.sides().map(|(from, _, out)| side((from, out))).fold(f32::MAX, f32::min)
    }

    /// Each side with the way out.
    fn sides(&self) -> impl Iterator<Item = ((f32, f32), (f32, f32), (f32, f32))> {
        let next = self.corners.iter().cycle().skip(1);
        self.corners.iter().zip(next).map(|(&(ax, ay), &(bx, by))| {
            let length = (bx - ax).hypot(by - ay).max(f32::MIN_POSITIVE);
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
            let length = (bx - ax).hypot(by - ay);
            let clear = (length * 0.2).min(4.0);
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
            let (sin, cos) = (along / across.max(down)).sin_cos();
            let (nx, ny) = (cos / across, sin / down);
            let length = nx.hypot(ny);
            points.push(EdgePoint { at: (across + across * cos, down + down * sin), out: (nx / length, ny / length) });
            along += 1.0;
        }
        points
    }
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
