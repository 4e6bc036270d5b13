//! Flat figures of straight sides, in millimetres with y downwards. Corners go clockwise, so that outside is on the left.

use crate::math;
use crate::model::PathStep;

/// A point.
pub type FlatPoint = [f32; 2];

/// Figures that overlap by less than this only touch, in millimetres.
const TOUCH: f32 = 0.01;

/// The closed line through these corners.
pub fn path(corners: &[FlatPoint]) -> Vec<PathStep> {
    let step = |(index, &[x, y]): (usize, &FlatPoint)| {
        if index == 0 { PathStep::Move(x, y) } else { PathStep::Line(x, y) }
    };
    corners.iter().enumerate().map(step).chain([PathStep::Close]).collect()
}

/// Left, top, right and bottom of some points.
pub fn bounds(points: impl Iterator<Item = FlatPoint>) -> [f32; 4] {
    points.fold([f32::MAX, f32::MAX, f32::MIN, f32::MIN], |[left, top, right, bottom], [x, y]| {
        [left.min(x), top.min(y), right.max(x), bottom.max(y)]
    })
}

/// How far it is from one point to another.
pub fn distance(a: FlatPoint, b: FlatPoint) -> f32 {
    math::hypotf(b[0] - a[0], b[1] - a[1])
}

/// The direction from one point to another, of length one.
pub fn direction(from: FlatPoint, to: FlatPoint) -> FlatPoint {
    let length = distance(from, to).max(f32::MIN_POSITIVE);
    [(to[0] - from[0]) / length, (to[1] - from[1]) / length]
}

/// A point moved along a direction.
pub fn along(from: FlatPoint, [dx, dy]: FlatPoint, by: f32) -> FlatPoint {
    [from[0] + dx * by, from[1] + dy * by]
}

/// The point between two others.
pub fn middle(a: FlatPoint, b: FlatPoint) -> FlatPoint {
    [f32::midpoint(a[0], b[0]), f32::midpoint(a[1], b[1])]
}

/// Whether two convex figures share any area.
pub fn overlap(a: &[FlatPoint], b: &[FlatPoint]) -> bool {
    // Most of the many that are tried are far from each other.
    let ([left, top, right, bottom], others) = (bounds(a.iter().copied()), bounds(b.iter().copied()));
    let are_near = left < others[2] && others[0] < right && top < others[3] && others[1] < bottom;
    are_near && !is_apart(a, b) && !is_apart(b, a)
}

/// Whether one side of `a` has all of `b` on its outside.
fn is_apart(a: &[FlatPoint], b: &[FlatPoint]) -> bool {
    sides(a).any(|(from, to)| {
        let along = direction(from, to);
        b.iter().all(|&point| beside(from, along, point) > -TOUCH)
    })
}

/// The sides of a figure, clockwise.
pub fn sides(corners: &[FlatPoint]) -> impl Iterator<Item = (FlatPoint, FlatPoint)> + '_ {
    (0..corners.len()).map(|index| (corners[index], corners[(index + 1) % corners.len()]))
}

/// How far a point is outside a clockwise side; negative inside.
pub fn outside(from: FlatPoint, to: FlatPoint, point: FlatPoint) -> f32 {
    beside(from, direction(from, to), point)
}

/// How far a point is to the left of a line from some point in a direction.
fn beside(from: FlatPoint, [dx, dy]: FlatPoint, point: FlatPoint) -> f32 {
    (point[0] - from[0]) * dy - (point[1] - from[1]) * dx
}

/// A strip on the outside of a side: its four corners from `from` to `to`. Its ends rise from the side at two angles,
/// given as what they go inwards for each millimetre of height.
pub fn strip((from, to): (FlatPoint, FlatPoint), height: f32, slants: [f32; 2]) -> [FlatPoint; 4] {
    let [dx, dy] = direction(from, to);
    let up = [dy, -dx];
    let near = along(along(from, up, height), [dx, dy], height * slants[0]);
    let far = along(along(to, up, height), [-dx, -dy], height * slants[1]);
    [from, near, far, to]
}

#[cfg(test)]
mod tests {
    use super::*;

    const SQUARE: [FlatPoint; 4] = [[0.0, 0.0], [10.0, 0.0], [10.0, 10.0], [0.0, 10.0]];

    #[test]
    fn neighbours_touch_and_do_not_overlap() {
        let moved = |by: f32| SQUARE.map(|[x, y]| [x + by, y]);
        assert!(!overlap(&SQUARE, &moved(10.0)));
        assert!(overlap(&SQUARE, &moved(9.9)));
    }

    #[test]
    fn a_strip_lies_outside() {
        let strip = strip((SQUARE[0], SQUARE[1]), 3.0, [1.0, 0.5]);
        assert_eq!(strip, [[0.0, 0.0], [3.0, -3.0], [8.5, -3.0], [10.0, 0.0]]);
        assert!(!overlap(&SQUARE, &strip));
    }
}
