//! Hexes laid so that straight cuts free all of them: they touch at their corners, and three meet around each triangle.

use crate::geom::Size;
use crate::math;
use crate::model::{Outline, PathStep};
use crate::units::Length;

/// What is painted of a hex: at its free sides all the bleed, and of each triangle between it and its neighbours the
/// third that is nearest. Sides go clockwise from the upper right one.
#[must_use]
pub fn clip_between(size: Size, free: &[bool], bleed: Length) -> Vec<PathStep> {
    let corners = points(&Outline::Hex.path(size, Length::ZERO));
    let grown = points(&Outline::Hex.path(size, -bleed));
    let centre = (size.width.mm_f32() / 2.0, size.height.mm_f32() / 2.0);
    let count = corners.len().min(grown.len());
    let is_free = |side: usize| free.get(side % count).copied().unwrap_or(true);
    let mut path = Vec::new();
    for side in 0..count {
        let (from, to) = (corners[side], corners[(side + 1) % count]);
        let before = is_free(side + count - 1);
        if is_free(side) {
            if before {
                path.push(grown[side]);
            } else {
                path.push(from);
                path.push(moved_out(from, from, to, bleed));
            }
            continue;
        }
        if before {
            path.push(moved_out(from, corners[(side + count - 1) % count], from, bleed));
        }
        path.push(from);
        path.push(((2.0 * (from.0 + to.0) - centre.0) / 3.0, (2.0 * (from.1 + to.1) - centre.1) / 3.0));
    }
    let step = |(number, (x, y)): (usize, (f32, f32))| {
        if number == 0 { PathStep::Move(x, y) } else { PathStep::Line(x, y) }
    };
    path.into_iter().enumerate().map(step).chain([PathStep::Close]).collect()
}

/// A point moved out of a clockwise shape by a distance, straight away from its side `from` to `to`.
fn moved_out(point: (f32, f32), from: (f32, f32), to: (f32, f32), by: Length) -> (f32, f32) {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let k = by.mm_f32() / math::hypotf(dx, dy);
    (point.0 + dy * k, point.1 - dx * k)
}

/// The corners of a path of straight lines.
fn points(path: &[PathStep]) -> Vec<(f32, f32)> {
    let point = |step: &PathStep| match *step {
        PathStep::Move(x, y) | PathStep::Line(x, y) => Some((x, y)),
        PathStep::Cubic(_) | PathStep::Close => None,
    };
    path.iter().filter_map(point).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hex(free: [bool; 6]) -> Vec<(f32, f32)> {
        let size = Size::new(Length::from_um(20_000), Length::from_um(23_094));
        points(&clip_between(size, &free, Length::from_mm(2)))
    }

    #[test]
    fn free_sides_keep_their_bleed_and_others_a_third_of_the_triangle() {
        let alone = hex([true; 6]);
        assert_eq!(alone.len(), 6);
        assert!((alone[1].0 - 22.0).abs() < 1e-3, "{alone:?}");
        let inside = hex([false; 6]);
        assert_eq!(inside.len(), 12);
        // Beyond the right side: its middle, and a third of the triangle's height further.
        let (x, y) = inside[3];
        assert!((x - (20.0 + 10.0 / 3.0)).abs() < 1e-3 && (y - 11.547).abs() < 1e-3, "{inside:?}");
    }
}
