//! What lies on a face, as far as its distance to the cut and its size matter: lines of text, pictures, and the lines
//! and areas of drawings, each in the face's own millimetres.

use resvg::usvg::tiny_skia_path::{Path as Data, PathSegment};
use resvg::usvg::{Color, Fill, Group, Node, Paint, Path, Stroke};

use crate::geom::Affine;
use crate::layout::face::{Art, Face, GlyphRun, Holds, Layer, Raster, affine_of, slot_number};
use crate::math;

/// A point in millimetres from the top left corner of the trim.
pub type PointInMm = (f32, f32);

/// One thing on a face.
pub enum FacePart<'f> {
    /// A line of text.
    Text {
        /// The line.
        run: &'f GlyphRun,
        /// From its coordinates to the face's.
        at: Affine,
    },
    /// A picture of vectors.
    Picture {
        /// Where it came from.
        name: &'f str,
        /// Points all along what it shows.
        points: Vec<PointInMm>,
        /// Whether it is white all over, so that only something dark below makes it seen.
        is_white: bool,
        /// Whether nothing of it is seen.
        is_empty: bool,
    },
    /// A picture of pixels.
    Pixels {
        /// The pixels.
        image: &'f Raster,
        /// Its visible corners.
        corners: Vec<PointInMm>,
        /// Pixels to the printed millimetre, where there are fewest.
        density: f32,
    },
    /// A place that other pieces lie on.
    Place {
        /// Which.
        holds: Holds,
        /// Its width and height in millimetres.
        size: [f32; 2],
        /// Whether it is a circle or an ellipse.
        is_round: bool,
    },
    /// A closed line or an area of a drawing.
    Outline {
        /// Points all along it.
        points: Vec<PointInMm>,
    },
}

/// Everything on a face.
pub fn parts_of(face: &Face) -> Vec<FacePart<'_>> {
    let mut parts = Vec::new();
    for layer in face.layers.iter().flat_map(Layer::seen) {
        match layer {
            Layer::Art { art, transform, slots, unit, .. } => {
                let drawing = Drawing { slots, unit: *unit };
                drawing.group(art.tree.root(), *transform, &mut parts);
            }
            other => add_layer(other, Affine::IDENTITY, &mut parts),
        }
    }
    parts
}

/// A drawing with what lies at its slots.
struct Drawing<'f> {
    slots: &'f [Vec<Layer>],
    unit: f32,
}

impl<'f> Drawing<'f> {
    fn group(&self, group: &Group, at: Affine, parts: &mut Vec<FacePart<'f>>) {
        let at = at.after(affine_of(group.transform()));
        for node in group.children() {
            match node {
                Node::Group(inner) => {
                    parts.extend(Holds::of_id(inner.id()).map(|holds| place_in(holds, inner, at)));
                    self.group(inner, at, parts);
                }
                Node::Path(path) => self.path(path, at, parts),
                Node::Image(_) | Node::Text(_) => {}
            }
        }
    }

    fn path(&self, path: &Path, at: Affine, parts: &mut Vec<FacePart<'f>>) {
        match slot_number(path.id()) {
            Some(number) => {
                let at = at.after(Affine::scale(self.unit, self.unit));
                self.slots.get(number).into_iter().flatten().for_each(|layer| add_layer(layer, at, parts));
            }
            None if path.is_visible() => {
                parts.extend(outlines(path.data(), at).into_iter().map(|points| FacePart::Outline { points }));
            }
            None => {}
        }
    }
}

fn add_layer<'f>(layer: &'f Layer, at: Affine, parts: &mut Vec<FacePart<'f>>) {
    match layer {
        Layer::Glyphs(run) => parts.push(FacePart::Text { run, at }),
        // A side of a net is a drawing with slots of its own.
        Layer::Art { art, transform, slots, unit, .. } if !slots.is_empty() => {
            Drawing { slots, unit: *unit }.group(art.tree.root(), at.after(*transform), parts);
        }
        Layer::Art { art, transform, clip, .. } => {
            let mut points = Vec::new();
            art_points(art.tree.root(), *transform, &mut points);
            let is_empty = !shows(&points, *clip);
            let shown = points.into_iter().map(|(x, y)| clamped((x, y), *clip)).map(|(x, y)| at.apply(x, y)).collect();
            let is_white = is_white(art.tree.root());
            parts.push(FacePart::Picture { name: &art.name, points: shown, is_white, is_empty });
            if clip.is_none() {
                add_outlines(art, at.after(*transform), parts);
            }
        }
        Layer::Image { image, rect: [x, y, w, h], clip } => {
            let corners = [(*x, *y), (x + w, *y), (x + w, y + h), (*x, y + h)];
            let corners = corners.map(|spot| clamped(spot, *clip)).map(|(x, y)| at.apply(x, y)).to_vec();
            let Affine([a, b, c, d, ..]) = at;
            let across = image.width as f32 / (w * math::hypotf(a, b)).max(f32::MIN_POSITIVE);
            let down = image.height as f32 / (h * math::hypotf(c, d)).max(f32::MIN_POSITIVE);
            parts.push(FacePart::Pixels { image, corners, density: across.min(down) });
        }
        Layer::Spoken { layers, .. } => layers.iter().for_each(|layer| add_layer(layer, at, parts)),
        Layer::Fill { .. } | Layer::Face { .. } => {}
    }
}

/// A place for pieces with its real size, however it is turned.
fn place_in<'f>(holds: Holds, group: &Group, at: Affine) -> FacePart<'f> {
    let (mut group, mut at) = (group, at);
    // What turns a shape is a group around it.
    while let [Node::Group(inner)] = group.children() {
        at = at.after(affine_of(inner.transform()));
        group = inner;
    }
    let (Affine([a, b, c, d, ..]), seen) = (at, group.bounding_box());
    let size = [seen.width() * math::hypotf(a, b), seen.height() * math::hypotf(c, d)];
    FacePart::Place { holds, size, is_round: is_round(group) }
}

/// Whether what is drawn in a group has no straight side.
fn is_round(group: &Group) -> bool {
    let [Node::Path(path)] = group.children() else { return false };
    !path.data().segments().any(|segment| matches!(segment, PathSegment::LineTo(_)))
}

/// A frame may also be part of a picture that lies under everything.
fn add_outlines<'f>(art: &'f Art, at: Affine, parts: &mut Vec<FacePart<'f>>) {
    Drawing { slots: &[], unit: 1.0 }.group(art.tree.root(), at, parts);
}

fn art_points(group: &Group, at: Affine, points: &mut Vec<PointInMm>) {
    let at = at.after(affine_of(group.transform()));
    for node in group.children() {
        match node {
            Node::Group(inner) => art_points(inner, at, points),
            Node::Path(path) if path.is_visible() => points.extend(outlines(path.data(), at).into_iter().flatten()),
            // What stays in a drawing because it is used several times.
            Node::Image(image) if image.is_visible() => {
                let frame = image.bounding_box();
                let (left, top, right, bottom) = (frame.left(), frame.top(), frame.right(), frame.bottom());
                let corners = [(left, top), (right, top), (right, bottom), (left, bottom)];
                points.extend(corners.map(|(x, y)| at.apply(x, y)));
            }
            _ => {}
        }
    }
}

fn is_white(group: &Group) -> bool {
    let white = |paint: &Paint| matches!(paint, Paint::Color(colour) if *colour == Color::white());
    group.children().iter().all(|node| match node {
        Node::Group(inner) => is_white(inner),
        Node::Path(path) => {
            let paints = [path.fill().map(Fill::paint), path.stroke().map(Stroke::paint)];
            !path.is_visible() || paints.into_iter().flatten().all(white)
        }
        Node::Image(_) | Node::Text(_) => false,
    })
}

/// Whether anything along these points lies inside a clip.
fn shows(points: &[PointInMm], clip: Option<[f32; 4]>) -> bool {
    let Some([x, y, w, h]) = clip else { return !points.is_empty() };
    let beyond: [&dyn Fn(&PointInMm) -> bool; 4] = [&|p| p.0 <= x, &|p| p.1 <= y, &|p| p.0 >= x + w, &|p| p.1 >= y + h];
    !beyond.iter().any(|is_beyond| points.iter().all(is_beyond))
}

fn clamped((x, y): PointInMm, clip: Option<[f32; 4]>) -> PointInMm {
    let Some([left, top, width, height]) = clip else { return (x, y) };
    (x.max(left).min(left + width), y.max(top).min(top + height))
}

/// Points along each part of a path that starts anew.
fn outlines(data: &Data, at: Affine) -> Vec<Vec<PointInMm>> {
    let mut all: Vec<Vec<PointInMm>> = Vec::new();
    let mut last = (0.0, 0.0);
    for segment in data.segments() {
        let handles = match segment {
            PathSegment::MoveTo(to) => {
                all.push(vec![at.apply(to.x, to.y)]);
                last = (to.x, to.y);
                continue;
            }
            PathSegment::LineTo(to) => vec![to],
            PathSegment::QuadTo(a, to) => vec![a, to],
            PathSegment::CubicTo(a, b, to) => vec![a, b, to],
            PathSegment::Close => continue,
        };
        let handles: Vec<PointInMm> = handles.iter().map(|point| (point.x, point.y)).collect();
        let steps: &[f32] = if handles.len() == 1 { &[1.0] } else { &[0.25, 0.5, 0.75, 1.0] };
        let points = steps.iter().map(|part| curve_at(last, &handles, *part)).map(|(x, y)| at.apply(x, y));
        if let Some(current) = all.last_mut() {
            current.extend(points);
        }
        last = handles.last().copied().unwrap_or(last);
    }
    all
}

/// A point of a Bézier curve: lines between lines, until one point is left.
pub fn curve_at(from: PointInMm, handles: &[PointInMm], part: f32) -> PointInMm {
    let mut points: Vec<PointInMm> = std::iter::once(from).chain(handles.iter().copied()).collect();
    while points.len() > 1 {
        let between = |pair: &[PointInMm]| {
            (pair[0].0 + (pair[1].0 - pair[0].0) * part, pair[0].1 + (pair[1].1 - pair[0].1) * part)
        };
        points = points.windows(2).map(between).collect();
    }
    points.first().copied().unwrap_or(from)
}
