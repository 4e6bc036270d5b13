//! A die to fold: which number is on which face, and how its drawing lies there.

use crate::geom::{Affine, Size};
use crate::model::Piece;
use crate::units::Length;

use super::polygon::{FlatPoint, along, bounds, direction, distance, middle, outside, path, sides};
use super::solid::{Corner, Solid, centre, dot, faces, length, less, times};
use super::unfold::{Flat, Joint, unfold};
use super::{BARE_EDGE, Fold, Net, Panel};

/// A tab is this part of an edge high, and no higher than `HIGHEST_TAB` millimetres.
const TAB: f32 = 0.3;
const HIGHEST_TAB: f32 = 7.0;
/// A tab reaches no further than this part of the way to the middle of the face that hides it.
const TAB_INSIDE: f32 = 0.8;

/// A die to fold.
#[derive(Debug, Clone)]
pub struct FoldedDie {
    /// Its shape.
    pub solid: Solid,
    /// The length of an edge; the longer one where they differ.
    pub edge: Length,
    /// What is on its faces, in the order of their numbers.
    pub faces: Vec<Piece>,
}

impl FoldedDie {
    /// The die laid flat; the drawings of its faces run over their edge by `bleed` where it is cut.
    #[must_use]
    pub fn net(&self, bleed: Length) -> Net {
        let (corners, faces) = self.sized();
        let first: Vec<FlatPoint> = unfold(&corners, &faces[..1], 0.0).faces.into_iter().next().unwrap_or_default();
        let inside = inmost(&first).1;
        let tab = (self.edge.mm_f32() * TAB).min(HIGHEST_TAB).min(inside * TAB_INSIDE);
        let flat = unfold(&corners, &faces, tab);
        let numbers = numbers(&corners, &faces);
        let panel = |face: usize| panel(&flat, face, numbers[face], bleed);
        let [.., right, bottom] = bounds(flat.spots().chain([[0.0, 0.0]]));
        Net {
            size: Size::new(Length::from_mm_f64(f64::from(right)), Length::from_mm_f64(f64::from(bottom))),
            cut: Some(path(&flat.outline())),
            folds: folds(&flat),
            panels: (0..flat.faces.len()).map(panel).collect(),
        }
    }

    /// Corners in millimetres, and faces.
    fn sized(&self) -> (Vec<Corner>, Vec<Vec<usize>>) {
        let corners = self.solid.corners();
        let faces = faces(&corners);
        let edge = |pair: &[usize]| length(less(corners[pair[1]], corners[pair[0]]));
        let longest = faces.iter().flat_map(|face| face.windows(2).map(edge)).fold(0.0, f32::max);
        let scale = self.edge.mm_f32() / longest;
        (corners.iter().map(|&corner| times(corner, scale)).collect(), faces)
    }
}

/// The number of every face, from 0: opposite ones add up to the same, where there are opposite ones.
fn numbers(corners: &[Corner], faces: &[Vec<usize>]) -> Vec<usize> {
    let middles: Vec<Corner> =
        faces.iter().map(|face| centre(&face.iter().map(|&n| corners[n]).collect::<Vec<_>>())).collect();
    let opposite = |face: usize| {
        let facing = |other: &usize| dot(middles[face], middles[*other]) < -0.999 * dot(middles[face], middles[face]);
        (0..faces.len()).find(facing)
    };
    let mut numbers: Vec<Option<usize>> = vec![None; faces.len()];
    let mut pairs = 0;
    for face in 0..faces.len() {
        if numbers[face].is_some() {
            continue;
        }
        // Low and high numbers take turns, so that neither gather on one side.
        let (low, high) = (pairs, faces.len() - 1 - pairs);
        let Some(other) = opposite(face) else {
            numbers[face] = Some(face);
            continue;
        };
        let swap = pairs % 2 == 1;
        numbers[face] = Some(if swap { high } else { low });
        numbers[other] = Some(if swap { low } else { high });
        pairs += 1;
    }
    numbers.into_iter().flatten().collect()
}

/// Folds between faces, each once, and at the tabs.
fn folds(flat: &Flat) -> Vec<Fold> {
    let mut folds = Vec::new();
    for (face, joints) in flat.joints.iter().enumerate() {
        for (edge, joint) in joints.iter().enumerate() {
            let ([x, y], [to_x, to_y]) = flat.edge(face, edge);
            match joint {
                Joint::Fold(other, _) if *other < face => {}
                Joint::Cut => {}
                Joint::Fold(..) | Joint::Tab(_) => folds.push(Fold::mountain([x, y, to_x, to_y])),
            }
        }
    }
    folds
}

/// The drawing of a face: the largest square around the middle of the face, upright on its first edge, and as much
/// bleed as fills the face and runs over the cut.
fn panel(flat: &Flat, face: usize, number: usize, bleed: Length) -> Panel {
    let corners = &flat.faces[face];
    let (centre, _) = inmost(corners);
    let (foot, head) = axis(corners);
    let up = direction(foot, head);
    let half = half_square(corners, centre, up);
    let side = Length::from_mm_f64(f64::from(half * 2.0));
    let [x, y] = along(along(centre, up, half), [up[1], -up[0]], half);
    let far = corners.iter().map(|&corner| distance(centre, corner)).fold(0.0, f32::max);
    Panel {
        drawing: number,
        size: Size::new(side, side),
        reach: Length::from_mm_f64(f64::from(far - half)) + bleed,
        place: Affine([-up[1], up[0], -up[0], -up[1], x, y]),
        clip: path(&with_bleed(flat, face, bleed.mm_f32())),
    }
}

/// A face with a strip of bleed at every edge that is not folded, as far as it covers no other face.
fn with_bleed(flat: &Flat, face: usize, bleed: f32) -> Vec<FlatPoint> {
    let mut line = Vec::new();
    for (edge, joint) in flat.joints[face].iter().enumerate() {
        let (from, _) = flat.edge(face, edge);
        line.push(from);
        // Where there is no tab, none should seem to be.
        let wide = if matches!(joint, Joint::Cut) { bleed.min(BARE_EDGE.mm_f32()) } else { bleed };
        if !matches!(joint, Joint::Fold(..)) && bleed > 0.0 {
            line.extend(flat.best_strip((face, edge), wide).into_iter().flatten().skip(1));
        }
    }
    line
}

/// The point of a face farthest from all its edges, and how far that is.
fn inmost(corners: &[FlatPoint]) -> (FlatPoint, f32) {
    let (foot, head) = axis(corners);
    let depth = |point: FlatPoint| sides(corners).map(|(from, to)| -outside(from, to, point)).fold(f32::MAX, f32::min);
    let at = |part: f32| along(foot, [head[0] - foot[0], head[1] - foot[1]], part);
    let (mut low, mut high) = (0.0, 1.0);
    for _ in 0..60 {
        let third = (high - low) / 3.0;
        if depth(at(low + third)) < depth(at(high - third)) { low += third } else { high -= third }
    }
    let point = at(f32::midpoint(low, high));
    (point, depth(point))
}

/// From the foot of a face to its head. All faces of these solids are symmetrical to this line; the head is the corner
/// between the two longest edges, or for a square the middle of the edge that lies highest.
fn axis(corners: &[FlatPoint]) -> (FlatPoint, FlatPoint) {
    let count = corners.len();
    let at = |n: usize| corners[n % count];
    let is_square = count == 4 && (distance(at(0), at(2)) / distance(at(1), at(3)) - 1.0).abs() < 0.01;
    if is_square {
        let height = |n: usize| at(n)[1] + at(n + 1)[1];
        let top = (0..count).fold(0, |best, n| if height(n) < height(best) - 0.01 { n } else { best });
        return (middle(at(top + 2), at(top + 3)), middle(at(top), at(top + 1)));
    }
    let edges = |n: usize| distance(at(n), at(n + 1)) + distance(at(n), at(n + count - 1));
    let head = (0..count).fold(0, |best, n| if edges(n) > edges(best) * 1.001 { n } else { best });
    (middle(at(head + count / 2), at(head + count.div_ceil(2))), at(head))
}

/// Half the side of the largest square around a point, upright in a direction.
fn half_square(corners: &[FlatPoint], centre: FlatPoint, up: FlatPoint) -> f32 {
    let room = |(from, to): (FlatPoint, FlatPoint)| {
        let along_up = direction(from, to);
        let (across, level) = (along_up[0] * up[0] + along_up[1] * up[1], along_up[0] * up[1] - along_up[1] * up[0]);
        -outside(from, to, centre) / (across.abs() + level.abs())
    };
    sides(corners).map(room).fold(f32::MAX, f32::min)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::PathStep;

    #[test]
    fn opposite_faces_add_up() {
        for (sides, solid) in Solid::ALL.into_iter().filter(|(sides, _)| *sides != 4) {
            let corners = solid.corners();
            let faces = faces(&corners);
            let numbers = numbers(&corners, &faces);
            let middle = |face: usize| centre(&faces[face].iter().map(|&n| corners[n]).collect::<Vec<_>>());
            for face in 0..sides {
                let farthest = (0..sides).max_by(|&a, &b| {
                    length(less(middle(a), middle(face))).total_cmp(&length(less(middle(b), middle(face))))
                });
                assert_eq!(numbers[face] + 1 + numbers[farthest.unwrap()] + 1, sides + 1, "{solid:?}");
            }
        }
    }

    proptest::proptest! {
        #![proptest_config(proptest::prelude::ProptestConfig::with_cases(40))]
        #[test]
        fn drawings_lie_inside_their_faces(kind in 0_usize..6, edge in 8_000_i64..60_000) {
            let (sides, solid) = Solid::ALL[kind];
            let die = FoldedDie { solid, edge: Length::from_um(edge), faces: Vec::new() };
            let net = die.net(Length::ZERO);
            proptest::prop_assert_eq!(net.panels.len(), sides);
            for panel in &net.panels {
                let corners: Vec<FlatPoint> = panel.clip.iter().filter_map(|step| match *step {
                    PathStep::Move(x, y) | PathStep::Line(x, y) => Some([x, y]),
                    _ => None,
                }).collect();
                let side = panel.size.width.mm_f32();
                for (x, y) in [(0.0, 0.0), (side, 0.0), (side, side), (0.0, side)] {
                    let (x, y) = panel.place.apply(x, y);
                    proptest::prop_assert!(sides_of(&corners, [x, y]) < 0.005, "{:?} outside {:?}", [x, y], corners);
                }
                // What is drawn beyond the square fills the face.
                let reach = panel.reach.mm_f32() + side / 2.0 + 0.01;
                let (x, y) = panel.place.apply(side / 2.0, side / 2.0);
                proptest::prop_assert!(corners.iter().all(|&corner| distance([x, y], corner) < reach));
                if solid == Solid::Cube {
                    proptest::prop_assert!((panel.size.width - die.edge).abs() <= Length::from_um(2));
                }
            }
        }
    }

    /// How far a point is outside a face at most; negative inside.
    fn sides_of(corners: &[FlatPoint], point: FlatPoint) -> f32 {
        sides(corners).map(|(from, to)| outside(from, to, point)).fold(f32::MIN, f32::max)
    }
}
