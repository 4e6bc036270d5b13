//! Unfolds a solid: faces turned down one beside the other until all lie flat, and a tab to glue on one of each two
//! edges that meet again. Of several ways the one that takes the least room is chosen.

use crate::math;

use std::collections::VecDeque;

use super::polygon::{FlatPoint, along, bounds, direction, distance, overlap, strip};
use super::solid::{Corner, dot, length, less, times};

/// What the ends of a strip go inwards for each millimetre of height, the best first.
const SLANTS: [f32; 5] = [1.0, 1.75, 2.75, 4.0, 6.0];
/// Parts of its height that are tried for a tab where there is little room, the best first.
const HEIGHTS: [f32; 3] = [1.0, 0.8, 0.6];
/// From a tab to whatever lies beside it, in millimetres: less is not cut out with scissors, nor with a knife.
const SLIT: f32 = 1.0;
/// A tab keeps at least this part of its edge at its far side.
const LEAST_TOP: f32 = 0.15;
/// Turns of the whole net that are tried, in steps of six degrees.
const TURNS: u8 = 30;
/// A net is turned when it then takes no more than this part of the room.
const WORTH_A_TURN: f32 = 0.75;

/// A solid laid flat.
#[derive(Debug, Clone, PartialEq)]
pub struct Flat {
    /// Every face: its corners, clockwise.
    pub faces: Vec<Vec<FlatPoint>>,
    /// What becomes of every edge of every face.
    pub joints: Vec<Vec<Joint>>,
}

/// What becomes of an edge.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Joint {
    /// It is folded; the face beyond it, and the edge of that face.
    Fold(usize, usize),
    /// It has a tab; its corners from the edge's start to its end.
    Tab([FlatPoint; 4]),
    /// It is cut, and glued to the tab of another edge.
    Cut,
}

/// The order in which faces are turned down.
#[derive(Clone, Copy)]
struct Order {
    /// One face after the other as a snake, and not all neighbours of one first.
    snake: bool,
    /// At which edge to begin.
    first: usize,
}

/// Lays a solid flat. Tabs are as high as `tab`, or lower where there is no room.
#[must_use]
pub fn unfold(corners: &[Corner], faces: &[Vec<usize>], tab: f32) -> Flat {
    let most = faces.iter().map(Vec::len).max().unwrap_or(0);
    let orders = [false, true].into_iter().flat_map(|snake| (0..most).map(move |first| Order { snake, first }));
    let mut ways: Vec<Flat> = orders.filter_map(|order| laid_out(corners, faces, order, tab)).collect();
    for way in &mut ways {
        way.turn_to_least_room();
    }
    // The first of equals, so that nothing hangs on rounding.
    let mut best: Option<(f32, Flat)> = None;
    for way in ways {
        let room = way.room();
        if best.as_ref().is_none_or(|(least, _)| room < least * 0.99) {
            best = Some((room, way));
        }
    }
    best.map_or_else(|| Flat { faces: Vec::new(), joints: Vec::new() }, |(_, flat)| flat)
}

fn laid_out(corners: &[Corner], faces: &[Vec<usize>], order: Order, tab: f32) -> Option<Flat> {
    let mut flat = turned_down(corners, faces, order);
    let all = &flat.faces;
    let clash = (0..all.len()).any(|a| (0..a).any(|b| overlap(&all[a], &all[b])));
    (!clash && flat.add_tabs(faces, tab)).then_some(flat)
}

/// The edge of another face that is the same edge of the solid.
fn beyond(faces: &[Vec<usize>], face: usize, edge: usize) -> Option<(usize, usize)> {
    let ends = |face: &[usize], edge: usize| (face[edge], face[(edge + 1) % face.len()]);
    let (a, b) = ends(&faces[face], edge);
    let meets = |other: usize| (0..faces[other].len()).find(|&edge| ends(&faces[other], edge) == (b, a));
    (0..faces.len()).find_map(|other| Some((other, meets(other)?)))
}

/// Every face turned down over an edge of one that lies already.
fn turned_down(corners: &[Corner], faces: &[Vec<usize>], order: Order) -> Flat {
    let shape = |face: usize| flat_face(&faces[face].iter().map(|&n| corners[n]).collect::<Vec<_>>());
    let mut laid: Vec<Option<Vec<FlatPoint>>> = vec![None; faces.len()];
    let mut joints: Vec<Vec<Joint>> = faces.iter().map(|face| vec![Joint::Cut; face.len()]).collect();
    let mut open = VecDeque::from([(0, None)]);
    while let Some((face, over)) = if order.snake { open.pop_back() } else { open.pop_front() } {
        if laid[face].is_some() {
            continue;
        }
        let mut entered = 0;
        let mut flat = shape(face);
        if let Some((parent, edge)) = over
            && let Some((_, own)) = beyond(faces, parent, edge)
            && let Some(lies) = &laid[parent]
        {
            let next = (edge + 1) % lies.len();
            flat = moved_to(&flat, own, (lies[next], lies[edge]));
            joints[parent][edge] = Joint::Fold(face, own);
            joints[face][own] = Joint::Fold(parent, edge);
            entered = own;
        }
        laid[face] = Some(flat);
        let count = faces[face].len();
        for step in 0..count {
            let edge = (entered + order.first + step) % count;
            if let Some((other, _)) = beyond(faces, face, edge).filter(|(other, _)| laid[*other].is_none()) {
                open.push_back((other, Some((face, edge))));
            }
        }
    }
    Flat { faces: laid.into_iter().flatten().collect(), joints }
}

/// A face in its own plane, its first edge along the top.
fn flat_face(corners: &[Corner]) -> Vec<FlatPoint> {
    let first = less(corners[1], corners[0]);
    let right = times(first, 1.0 / length(first));
    let other = less(corners[2], corners[0]);
    let inward = less(other, times(right, dot(other, right)));
    let down = times(inward, 1.0 / length(inward));
    corners.iter().map(|&corner| less(corner, corners[0])).map(|spoke| [dot(spoke, right), dot(spoke, down)]).collect()
}

/// A figure moved and turned so that one of its edges runs between two points.
fn moved_to(figure: &[FlatPoint], edge: usize, (from, to): (FlatPoint, FlatPoint)) -> Vec<FlatPoint> {
    let (start, end) = (figure[edge], figure[(edge + 1) % figure.len()]);
    let (old, new) = (direction(start, end), direction(from, to));
    let (cos, sin) = (old[0] * new[0] + old[1] * new[1], old[0] * new[1] - old[1] * new[0]);
    let map = |&[x, y]: &FlatPoint| {
        let (x, y) = (x - start[0], y - start[1]);
        [from[0] + x * cos - y * sin, from[1] + x * sin + y * cos]
    };
    figure.iter().map(map).collect()
}

impl Flat {
    /// The two ends of an edge.
    #[must_use]
    pub fn edge(&self, face: usize, edge: usize) -> (FlatPoint, FlatPoint) {
        let corners = &self.faces[face];
        (corners[edge], corners[(edge + 1) % corners.len()])
    }

    /// A tab for each two edges that meet again; false when one finds no room.
    fn add_tabs(&mut self, faces: &[Vec<usize>], height: f32) -> bool {
        for face in 0..faces.len() {
            for edge in 0..faces[face].len() {
                let Some(other) = beyond(faces, face, edge).filter(|other| (face, edge) < *other) else { continue };
                if matches!(self.joints[face][edge], Joint::Fold(..)) {
                    continue;
                }
                let of = |tab: &((usize, usize), [FlatPoint; 4])| area(&tab.1);
                let best = |slit: f32| {
                    let tab = |at: (usize, usize)| Some((at, self.best_tab(at, height, slit)?));
                    let both = [tab((face, edge)), tab(other)].into_iter().flatten();
                    both.reduce(|a, b| if of(&b) > of(&a) * 1.01 { b } else { a })
                };
                // A narrow slit is better than no tab.
                let Some(((face, edge), tab)) = best(SLIT).or_else(|| best(0.0)) else { return false };
                self.joints[face][edge] = Joint::Tab(tab);
            }
        }
        true
    }

    /// The largest tab at an edge that covers no face and no other tab, so far from them that the slit between can be cut.
    fn best_tab(&self, (face, edge): (usize, usize), height: f32, slit: f32) -> Option<[FlatPoint; 4]> {
        let tabs = HEIGHTS.iter().flat_map(|part| self.strips((face, edge), height * part));
        let free = tabs.filter(|tab| self.is_free(&with_slit(tab, slit), true) && self.is_free(tab, true));
        free.reduce(|a, b| if area(&b) > area(&a) * 1.01 { b } else { a })
    }

    /// The largest strip outside an edge that covers no face.
    #[must_use]
    pub fn best_strip(&self, at: (usize, usize), height: f32) -> Option<[FlatPoint; 4]> {
        let free = self.strips(at, height).filter(|strip| self.is_free(strip, false));
        free.reduce(|a, b| if area(&b) > area(&a) * 1.01 { b } else { a })
    }

    /// Strips outside an edge, no higher than `height`.
    fn strips(&self, (face, edge): (usize, usize), height: f32) -> impl Iterator<Item = [FlatPoint; 4]> + use<> {
        let ends = self.edge(face, edge);
        let room = distance(ends.0, ends.1) * (1.0 - LEAST_TOP);
        let slants = SLANTS.iter().flat_map(|&near| SLANTS.iter().map(move |&far| [near, far]));
        slants.map(move |slants| strip(ends, height.min(room / (slants[0] + slants[1])), slants))
    }

    fn is_free(&self, strip: &[FlatPoint], spare_tabs: bool) -> bool {
        let mut tabs = self.joints.iter().flatten().filter_map(Joint::tab).filter(|_| spare_tabs);
        !self.faces.iter().any(|face| overlap(face, strip)) && !tabs.any(|tab| overlap(tab, strip))
    }

    /// Every corner, those of tabs included.
    pub fn spots(&self) -> impl Iterator<Item = FlatPoint> + '_ {
        let tabs = self.joints.iter().flatten().filter_map(Joint::tab);
        self.faces.iter().flatten().copied().chain(tabs.flatten().copied())
    }

    fn room(&self) -> f32 {
        let [left, top, right, bottom] = bounds(self.spots());
        (right - left) * (bottom - top)
    }

    fn map(&mut self, map: impl Fn(FlatPoint) -> FlatPoint) {
        let tabs = self.joints.iter_mut().flatten().filter_map(|joint| match joint {
            Joint::Tab(tab) => Some(tab),
            _ => None,
        });
        for spot in self.faces.iter_mut().flatten().chain(tabs.flatten()) {
            *spot = map(*spot);
        }
    }

    /// Turned by what makes the rectangle around it smallest, and moved to the corner.
    fn turn_to_least_room(&mut self) {
        let turned = |steps: u8| {
            let (sin, cos) = math::sincosf((f32::from(steps) * 6.0).to_radians());
            let mut flat = self.clone();
            flat.map(|[x, y]| [x * cos - y * sin, x * sin + y * cos]);
            flat
        };
        let mut best = turned(0);
        // Straight along the paper is easier to cut, so a turn has to be worth it.
        let mut least = best.room() * WORTH_A_TURN;
        for steps in 1..TURNS {
            let flat = turned(steps);
            if flat.room() < least * 0.99 {
                least = flat.room();
                best = flat;
            }
        }
        let [left, top, ..] = bounds(best.spots());
        best.map(|spot| along(along(spot, [-1.0, 0.0], left), [0.0, -1.0], top));
        *self = best;
    }

    /// The line to cut along, around all faces and tabs.
    #[must_use]
    pub fn outline(&self) -> Vec<FlatPoint> {
        let mut line = Vec::new();
        if !self.faces.is_empty() {
            self.walk(0, None, &mut line);
        }
        line
    }

    /// Around a face from the edge over which it was entered; over every fold on to the next face, and back.
    fn walk(&self, face: usize, entered: Option<usize>, line: &mut Vec<FlatPoint>) {
        let count = self.faces[face].len();
        let (first, steps) = entered.map_or((0, count), |edge| (edge + 1, count - 1));
        for step in 0..steps {
            let edge = (first + step) % count;
            match self.joints[face][edge] {
                Joint::Fold(other, own) => self.walk(other, Some(own), line),
                Joint::Tab([from, near, far, _]) => line.extend([from, near, far]),
                Joint::Cut => line.push(self.faces[face][edge]),
            }
        }
    }
}

impl Joint {
    const fn tab(&self) -> Option<&[FlatPoint; 4]> {
        match self {
            Self::Tab(tab) => Some(tab),
            _ => None,
        }
    }
}

/// A tab with the room around it that has to be free; at the ends of its edge it meets what lies beside it.
fn with_slit([from, near, far, to]: &[FlatPoint; 4], slit: f32) -> [FlatPoint; 6] {
    let beyond = |spot: FlatPoint, start: FlatPoint, end: FlatPoint| {
        let [dx, dy] = direction(start, end);
        along(spot, [dy, -dx], slit)
    };
    [
        *from,
        beyond(*near, *from, *near),
        beyond(*near, *near, *far),
        beyond(*far, *near, *far),
        beyond(*far, *far, *to),
        *to,
    ]
}

fn area([a, b, c, d]: &[FlatPoint; 4]) -> f32 {
    let half = |p: &FlatPoint, q: &FlatPoint| (p[0] * q[1] - q[0] * p[1]) / 2.0;
    (half(a, b) + half(b, c) + half(c, d) + half(d, a)).abs()
}

#[cfg(test)]
mod tests {
    use super::super::solid::{self, Solid};
    use super::*;

    /// A solid whose longest edge has a length, and its faces.
    fn sized(solid: Solid, edge: f32) -> (Vec<Corner>, Vec<Vec<usize>>) {
        let corners = solid.corners();
        let faces = solid::faces(&corners);
        let longest =
            faces[0].windows(2).map(|pair| length(less(corners[pair[1]], corners[pair[0]]))).fold(0.0, f32::max);
        (corners.iter().map(|&corner| times(corner, edge / longest)).collect(), faces)
    }

    #[test]
    fn slits_beside_tabs_can_be_cut() {
        for (solid, edge, tab) in [(Solid::ALL[3].1, 17.0, 4.0), (Solid::ALL[4].1, 11.0, 3.3)] {
            let (corners, faces) = sized(solid, edge);
            let flat = unfold(&corners, &faces, tab);
            let tabs: Vec<&[FlatPoint; 4]> = flat.joints.iter().flatten().filter_map(Joint::tab).collect();
            for tab in &tabs {
                let room = with_slit(tab, SLIT * 0.9);
                assert!(!flat.faces.iter().any(|face| overlap(face, &room)), "{solid:?} {tab:?}");
            }
        }
    }

    proptest::proptest! {
        #![proptest_config(proptest::prelude::ProptestConfig::with_cases(60))]
        #[test]
        fn nets_fold_back_to_their_solid(kind in 0_usize..6, edge in 8.0_f32..60.0, tab in 1.0_f32..9.0) {
            let (sides, solid) = Solid::ALL[kind];
            let (corners, faces) = sized(solid, edge);
            let flat = unfold(&corners, &faces, tab);
            proptest::prop_assert_eq!(flat.faces.len(), sides);
            let (mut folds, mut tabs, mut cuts) = (0, 0, 0);
            for face in 0..sides {
                for edge in 0..faces[face].len() {
                    let (from, to) = flat.edge(face, edge);
                    let own = &faces[face];
                    let real = length(less(corners[own[(edge + 1) % own.len()]], corners[own[edge]]));
                    proptest::prop_assert!((distance(from, to) - real).abs() < 1e-3);
                    match flat.joints[face][edge] {
                        Joint::Fold(other, over) => {
                            folds += 1;
                            // The same edge of the solid, and the same line on the paper.
                            proptest::prop_assert_eq!(beyond(&faces, face, edge), Some((other, over)));
                            let (back, there) = flat.edge(other, over);
                            proptest::prop_assert!(distance(from, there) < 1e-3 && distance(to, back) < 1e-3);
                        }
                        Joint::Tab(_) => {
                            tabs += 1;
                            let (other, over) = beyond(&faces, face, edge).unwrap();
                            proptest::prop_assert_eq!(flat.joints[other][over], Joint::Cut);
                        }
                        Joint::Cut => cuts += 1,
                    }
                }
            }
            let edges = faces.iter().map(Vec::len).sum::<usize>() / 2;
            proptest::prop_assert_eq!((folds, tabs, cuts), (2 * (sides - 1), edges - (sides - 1), edges - (sides - 1)));
            let parts: Vec<&[FlatPoint]> = flat.faces.iter().map(Vec::as_slice)
                .chain(flat.joints.iter().flatten().filter_map(Joint::tab).map(<[FlatPoint; 4]>::as_slice)).collect();
            for a in 0..parts.len() {
                for b in 0..a {
                    proptest::prop_assert!(!overlap(parts[a], parts[b]), "{:?} {:?}", parts[a], parts[b]);
                }
            }
            // Once around everything: the line has all cut edges, and three for every tab.
            proptest::prop_assert_eq!(flat.outline().len(), cuts + 3 * tabs);
            let [left, top, ..] = bounds(flat.spots());
            proptest::prop_assert!(left.abs() < 1e-3 && top.abs() < 1e-3);
        }
    }
}
