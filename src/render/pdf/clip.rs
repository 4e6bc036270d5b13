//! Clip paths of vector art: which of them PDF can clip with, and how.

use resvg::tiny_skia::{self, PathSegment};
use resvg::usvg::{ClipPath, FillRule, Group, Node, Path, Transform};

use super::content::Content;
use super::paths::draw_path;

/// One path can clip, and several that add up, as long as none of them has holes by counting.
pub fn can_clip(clip: &ClipPath) -> bool {
    let paths = clip_paths(clip.root(), Transform::identity());
    let even_odd = |(path, _): &(&Path, Transform)| path.fill().is_some_and(|fill| fill.rule() == FillRule::EvenOdd);
    clip.clip_path().is_none_or(can_clip) && (paths.len() == 1 || !paths.iter().any(even_odd))
}

/// The paths of a clip, with where they are.
fn clip_paths(group: &Group, at: Transform) -> Vec<(&Path, Transform)> {
    let at = at.pre_concat(group.transform());
    let mut all = Vec::new();
    for node in group.children() {
        match node {
            Node::Group(inner) if inner.clip_path().is_none() => all.extend(clip_paths(inner, at)),
            Node::Path(path) => all.push((&**path, at)),
            _ => {}
        }
    }
    all
}

/// Clips what is painted from here on.
pub fn clip_with(clip: &ClipPath, out: &mut Content) {
    if let Some(inner) = clip.clip_path() {
        clip_with(inner, out);
    }
    let mut even_odd = false;
    for (path, at) in clip_paths(clip.root(), clip.transform()) {
        even_odd |= path.fill().is_some_and(|fill| fill.rule() == FillRule::EvenOdd);
        if let Some(data) = path.data().clone().transform(at) {
            // Shapes only add up when they all run the same way round.
            draw_path(&if area_of(&data) < 0.0 { reversed(&data).unwrap_or(data) } else { data }, out);
        }
    }
    out.clip(even_odd);
}

/// Twice the area inside the corners of a path, negative when it runs the other way round.
fn area_of(data: &tiny_skia::Path) -> f32 {
    let points = data.points();
    let next = points.iter().cycle().skip(1);
    points.iter().zip(next).map(|(a, b)| a.x * b.y - b.x * a.y).sum()
}

/// The same path, run through from its end.
fn reversed(data: &tiny_skia::Path) -> Option<tiny_skia::Path> {
    let mut turned = tiny_skia::PathBuilder::new();
    let mut contour: Vec<(PathSegment, tiny_skia::Point)> = Vec::new();
    let mut last = tiny_skia::Point::zero();
    let flush = |contour: &mut Vec<(PathSegment, tiny_skia::Point)>,
                 end: tiny_skia::Point,
                 out: &mut tiny_skia::PathBuilder| {
        if contour.is_empty() {
            return;
        }
        out.move_to(end.x, end.y);
        for (segment, from) in contour.drain(..).rev() {
            match segment {
                PathSegment::LineTo(_) => out.line_to(from.x, from.y),
                PathSegment::QuadTo(q, _) => out.quad_to(q.x, q.y, from.x, from.y),
                PathSegment::CubicTo(a, b, _) => out.cubic_to(b.x, b.y, a.x, a.y, from.x, from.y),
                PathSegment::MoveTo(_) | PathSegment::Close => {}
            }
        }
        out.close();
    };
    for segment in data.segments() {
        match segment {
            PathSegment::MoveTo(p) => {
                flush(&mut contour, last, &mut turned);
                last = p;
            }
            PathSegment::LineTo(p) | PathSegment::QuadTo(_, p) | PathSegment::CubicTo(_, _, p) => {
                contour.push((segment, last));
                last = p;
            }
            PathSegment::Close => {}
        }
    }
    flush(&mut contour, last, &mut turned);
    turned.finish()
}
