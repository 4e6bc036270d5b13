//! The areas of a map: shapes of the art of its board, found by their ids.

use std::fmt::Write as _;

use resvg::usvg::tiny_skia_path::{PathSegment, Point as PathPoint};
use resvg::usvg::{Group, Node};

use crate::diag::{Diagnostic, Diagnostics, meant_or_known};
use crate::geom::Affine;
use crate::layout::box_fit::BoxFit;
use crate::layout::face::{Layer, affine_of};
use crate::layout::picture::{Picture, id_of};
use crate::layout::pieces::slots::SlotContext;
use crate::model::{Board, MapPlace};

/// Left, top, width and height.
type Frame = [f32; 4];

/// In so many straight pieces a curve is taken.
const PIECES: u8 = 8;
/// In so many steps it is looked where a line leaves an area.
const STEPS: usize = 400;

/// The shape of a place in the art of its board.
#[derive(Debug, Clone)]
pub struct Area {
    /// What is around it.
    pub rect: Frame,
    /// Its outline as the data of an SVG path.
    pub path: String,
    /// The same in straight lines.
    contours: Vec<Vec<(f32, f32)>>,
}

/// The picture below all of a board.
pub fn ground_picture(context: SlotContext<'_>, board: &Board, rect: Frame, found: &mut Diagnostics) -> Option<Layer> {
    let art = board.art.as_ref()?;
    match context.pictures.get(&art.text, None, found) {
        Ok(picture) => Some(picture.within(rect, BoxFit::CONTAIN)),
        Err(problems) => {
            for problem in problems {
                found.push(problem.or_at(&art.place));
            }
            None
        }
    }
}

/// The shapes of all places that have one.
pub fn areas(context: SlotContext<'_>, board: &Board, rect: Frame, found: &mut Diagnostics) -> Vec<Option<Area>> {
    let (Some(map), Some(path)) = (board.map(), &board.art) else { return Vec::new() };
    if map.places.iter().all(|place| place.area.is_none()) {
        return Vec::new();
    }
    // What is wrong with the picture is told where it is drawn.
    let Ok(picture) = context.pictures.get(&path.text, None, &mut Diagnostics::new()) else { return Vec::new() };
    let (Picture::Art { art, .. }, Layer::Art { transform, .. }) = (&picture, picture.within(rect, BoxFit::CONTAIN))
    else {
        let problem = Diagnostic::error("the art of this board is no drawing, so it has no areas").at(&path.place);
        found.push(problem.hint("areas are shapes of an SVG drawing"));
        return Vec::new();
    };
    let mut shape = |place: &MapPlace| {
        let area = place.area.as_ref()?;
        let node =
            [id_of(&path.text, &area.text), area.text.clone()].iter().find_map(|id| art.tree.node_by_id(id).cloned());
        let Some(node) = node else {
            let mut known = Vec::new();
            collect_ids(art.tree.root(), &id_of(&path.text, ""), &mut known);
            let hint = meant_or_known(&area.text, known.iter().map(String::as_str));
            let message = format!("`{}` has no shape `{}`", path.text, area.text);
            found.push(Diagnostic::error(message).at(&area.place).maybe_hint(hint));
            return None;
        };
        Some(area_of(&node, transform))
    };
    map.places.iter().map(&mut shape).collect()
}

/// All ids of a drawing as they are written there.
fn collect_ids(group: &Group, prefix: &str, known: &mut Vec<String>) {
    for node in group.children() {
        if !node.id().is_empty() {
            known.push(node.id().strip_prefix(prefix).unwrap_or(node.id()).to_owned());
        }
        if let Node::Group(inner) = node {
            collect_ids(inner, prefix, known);
        }
    }
}

fn area_of(node: &Node, place: Affine) -> Area {
    let seen = node.abs_bounding_box();
    let ((left, top), (right, bottom)) =
        (place.apply(seen.left(), seen.top()), place.apply(seen.right(), seen.bottom()));
    let rect = [left, top, right - left, bottom - top];
    let mut area = Area { rect, path: String::new(), contours: Vec::new() };
    area.add(node, place);
    area
}

impl Area {
    /// Adds the paths of a node, where they are on paper.
    fn add(&mut self, node: &Node, place: Affine) {
        match node {
            Node::Group(group) => group.children().iter().for_each(|node| self.add(node, place)),
            Node::Path(shape) => {
                let at = place.after(affine_of(shape.abs_transform()));
                shape.data().segments().for_each(|segment| self.add_segment(segment, at));
            }
            Node::Image(_) | Node::Text(_) => {}
        }
    }

    fn add_segment(&mut self, segment: PathSegment, place: Affine) {
        let dot = |dot: PathPoint| place.apply(dot.x, dot.y);
        let (sign, dots) = match segment {
            PathSegment::MoveTo(to) => ('M', vec![dot(to)]),
            PathSegment::LineTo(to) => ('L', vec![dot(to)]),
            PathSegment::QuadTo(by, to) => ('Q', vec![dot(by), dot(to)]),
            PathSegment::CubicTo(by, on, to) => ('C', vec![dot(by), dot(on), dot(to)]),
            PathSegment::Close => ('Z', Vec::new()),
        };
        self.path.push(sign);
        for (x, y) in &dots {
            let _ = write!(self.path, "{x:.3} {y:.3} ");
        }
        if sign == 'M' {
            self.contours.push(dots);
        } else if let Some(contour) = self.contours.last_mut() {
            let from = contour.last().copied().unwrap_or_default();
            contour.extend((1..=PIECES).filter(|_| !dots.is_empty()).map(|piece| on_curve(from, &dots, piece)));
        }
    }

    /// Whether a point is inside any of its contours.
    fn has(&self, (x, y): (f32, f32)) -> bool {
        self.contours.iter().any(|contour| {
            let ends = contour.iter().zip(contour.iter().cycle().skip(1));
            let crossed = ends.filter(|((a, b), (c, d))| (*b > y) != (*d > y) && x < (c - a) * (y - b) / (d - b) + a);
            crossed.count() % 2 == 1
        })
    }

    /// Where the line from a point inside to another one leaves it.
    pub fn left_at(&self, (x, y): (f32, f32), (to_x, to_y): (f32, f32)) -> (f32, f32) {
        let at = |step: usize| {
            let part = step as f32 / STEPS as f32;
            (x + (to_x - x) * part, y + (to_y - y) * part)
        };
        (0..STEPS).map(at).find(|point| !self.has(*point)).unwrap_or((x, y))
    }
}

/// A point of a curve from one point over others to the last, by its pieces; of a line there is only the end.
fn on_curve(from: (f32, f32), dots: &[(f32, f32)], piece: u8) -> (f32, f32) {
    let part = f32::from(piece) / f32::from(PIECES);
    let mut points: Vec<(f32, f32)> = std::iter::once(from).chain(dots.iter().copied()).collect();
    while points.len() > 1 {
        let between = |pair: &[(f32, f32)]| {
            let ((x, y), (to_x, to_y)) = (pair[0], pair[1]);
            (x + (to_x - x) * part, y + (to_y - y) * part)
        };
        points = points.windows(2).map(between).collect();
    }
    points.first().copied().unwrap_or(from)
}
