//! Marks beyond the ends of cuts in any direction: each where nothing is painted near it, and clear of all others. It looks
//! along the cut for the place, and knows no shape of pieces.

use crate::geom::{Point, Rect};
use crate::math;
use crate::model::PathStep;
use crate::units::Length;

use super::marks::SHORTEST;
use super::page::{Clip, Item, Mark, MarkKind};

/// From what is painted, and from other marks, in millimetres; a hair more than is promised, as it is looked for in steps.
const CLEAR: f64 = 0.505;
/// As long as there is room for.
const LONGEST: f64 = 4.0;
/// How far from the end of its cut a mark may begin.
const FURTHEST: f64 = 8.0;
/// Places are tried so far apart.
const STEP: f64 = 0.1;
/// So many straight pieces stand for a curve.
const CURVE: u8 = 12;

/// A point in millimetres.
type Place = (f64, f64);

/// What marks keep clear of.
pub struct Painted {
    areas: Vec<Area>,
}

/// A closed shape with the rectangle around it.
struct Area {
    corners: Vec<Place>,
    around: Around,
}

/// Left, top, right and bottom.
#[derive(Clone, Copy)]
struct Around([f64; 4]);

impl Painted {
    /// What is painted of the fronts.
    pub fn fronts(items: &[Item]) -> Self {
        Self { areas: items.iter().map(|item| Area::of(item, &item.clip, item.painted())).collect() }
    }

    /// What is painted of the backs, as seen from the front.
    pub fn backs(items: &[Item]) -> Self {
        let area = |item: &Item| {
            let (back, clip) = item.back.as_ref()?;
            Some(Area::of(item, clip, item.trim.grown(back.bleed)))
        };
        Self { areas: items.iter().filter_map(area).collect() }
    }

    fn near(&self, around: Around) -> Vec<&Area> {
        self.areas.iter().filter(|area| area.around.meets(around)).collect()
    }
}

impl Area {
    fn of(item: &Item, clip: &Clip, whole: Rect) -> Self {
        let corners = match clip {
            Clip::Bleed => rectangle(whole),
            Clip::Page(rect) => rectangle(*rect),
            Clip::Path(path) => {
                let map = item.map();
                corners(&path.iter().map(|step| step.placed(map)).collect::<Vec<_>>())
            }
        };
        let around = Around::of(&corners);
        Self { corners, around }
    }

    /// How far a point is from it; nothing inside.
    fn distance(&self, (x, y): Place) -> f64 {
        let (mut inside, mut least) = (false, f64::MAX);
        for (n, &from) in self.corners.iter().enumerate() {
            let to = self.corners[(n + 1) % self.corners.len()];
            least = least.min(distance((x, y), from, to));
            let crosses = (from.1 > y) != (to.1 > y);
            if crosses && x < (to.0 - from.0) * (y - from.1) / (to.1 - from.1) + from.0 {
                inside = !inside;
            }
        }
        if inside { 0.0 } else { least }
    }
}

impl Around {
    fn of(points: &[Place]) -> Self {
        let start = Self([f64::MAX, f64::MAX, f64::MIN, f64::MIN]);
        points.iter().fold(start, |Self([left, top, right, bottom]), &(x, y)| {
            Self([left.min(x), top.min(y), right.max(x), bottom.max(y)])
        })
    }

    fn grown(self, by: f64) -> Self {
        let [left, top, right, bottom] = self.0;
        Self([left - by, top - by, right + by, bottom + by])
    }

    fn meets(self, Self([left, top, right, bottom]): Self) -> bool {
        let [own_left, own_top, own_right, own_bottom] = self.0;
        own_left < right && left < own_right && own_top < bottom && top < own_bottom
    }
}

/// Marks at both ends of every cut, as long as there is room for, inside `limit` and clear of other lines; none where there is no
/// room.
#[must_use]
pub fn marks_beyond(cuts: &[(Point, Point)], painted: &Painted, limit: Rect, lines: &[Mark]) -> Vec<Mark> {
    let mut found: Vec<(Place, Place)> = lines.iter().map(|line| (place(line.from), place(line.to))).collect();
    for &(from, to) in cuts {
        let (from, to) = (place(from), place(to));
        found.extend(beyond(to, from, painted, limit, &found));
        found.extend(beyond(from, to, painted, limit, &found));
    }
    let mark = |(from, to): (Place, Place)| Mark { kind: MarkKind::Cut, from: point(from), to: point(to) };
    found.into_iter().skip(lines.len()).map(mark).collect()
}

/// The mark beyond `end` of a cut that comes from `start`.
fn beyond(
    start: Place,
    end: Place,
    painted: &Painted,
    limit: Rect,
    others: &[(Place, Place)],
) -> Option<(Place, Place)> {
    let length = math::hypot(end.0 - start.0, end.1 - start.1);
    if length == 0.0 {
        return None;
    }
    let along = |far: f64| (end.0 + (end.0 - start.0) / length * far, end.1 + (end.1 - start.1) / length * far);
    let around = Around::of(&[along(0.0), along(FURTHEST + LONGEST)]).grown(CLEAR);
    let near = painted.near(around);
    let others: Vec<&(Place, Place)> =
        others.iter().filter(|(from, to)| Around::of(&[*from, *to]).grown(CLEAR).meets(around)).collect();
    let is_free = |far: f64| {
        let at = along(far);
        lies_in(limit, at)
            && near.iter().all(|area| area.distance(at) >= CLEAR)
            && others.iter().all(|(from, to)| distance(at, *from, *to) >= CLEAR)
    };
    let (first, last) = longest_run(is_free)?;
    Some((along(first), along(last)))
}

/// The first of the longest stretches of free places, if it can be seen.
fn longest_run(is_free: impl Fn(f64) -> bool) -> Option<(f64, f64)> {
    let mut best: Option<(f64, f64)> = None;
    let (mut begun, mut far): (Option<f64>, f64) = (None, CLEAR);
    while far <= FURTHEST + LONGEST {
        if is_free(far) {
            let start = *begun.get_or_insert(far);
            if start > FURTHEST || far - start > LONGEST {
                break;
            }
            if best.is_none_or(|(first, last)| far - start > last - first) {
                best = Some((start, far));
            }
        } else {
            begun = None;
        }
        far += STEP;
    }
    best.filter(|(first, last)| last - first >= SHORTEST.mm())
}

fn distance(point: Place, from: Place, to: Place) -> f64 {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let square = dx * dx + dy * dy;
    let part = ((point.0 - from.0) * dx + (point.1 - from.1) * dy) / if square > 0.0 { square } else { 1.0 };
    let part = part.clamp(0.0, 1.0);
    math::hypot(point.0 - from.0 - dx * part, point.1 - from.1 - dy * part)
}

fn lies_in(rect: Rect, (x, y): Place) -> bool {
    x >= rect.left().mm() && x <= rect.right().mm() && y >= rect.top().mm() && y <= rect.bottom().mm()
}

fn place(point: Point) -> Place {
    (point.x.mm(), point.y.mm())
}

fn point((x, y): Place) -> Point {
    Point::new(Length::from_mm_f64(x), Length::from_mm_f64(y))
}

fn rectangle(rect: Rect) -> Vec<Place> {
    let (left, top, right, bottom) = (rect.left().mm(), rect.top().mm(), rect.right().mm(), rect.bottom().mm());
    vec![(left, top), (right, top), (right, bottom), (left, bottom)]
}

/// The corners of a closed path, its curves made of straight pieces.
fn corners(path: &[PathStep]) -> Vec<Place> {
    let mut corners: Vec<Place> = Vec::new();
    for step in path {
        match *step {
            PathStep::Move(x, y) | PathStep::Line(x, y) => corners.push((f64::from(x), f64::from(y))),
            PathStep::Cubic(handles) => {
                let from = corners.last().copied().unwrap_or_default();
                corners.extend(
                    (1..=CURVE).map(|n| on_curve(from, handles.map(f64::from), f64::from(n) / f64::from(CURVE))),
                );
            }
            PathStep::Close => {}
        }
    }
    corners
}

fn on_curve((x, y): Place, [ax, ay, bx, by, to_x, to_y]: [f64; 6], part: f64) -> Place {
    let rest = 1.0 - part;
    let at = |from: f64, a: f64, b: f64, to: f64| {
        from * rest * rest * rest
            + 3.0 * a * rest * rest * part
            + 3.0 * b * rest * part * part
            + to * part * part * part
    };
    (at(x, ax, bx, to_x), at(y, ay, by, to_y))
}
