//! Vector art as PDF operators: the four kinds of node an SVG boils down to, gradients and patterns. What has no
//! counterpart in PDF is painted as pixels at print resolution.

use printpdf::{GradientStop, ShadingGeometry};
use resvg::tiny_skia::{self, PathSegment};
use resvg::usvg::{
    BaseGradient, BlendMode, ClipPath, Fill, FillRule, Group, Image, ImageKind, LineCap, LineJoin, Node, Paint,
    PaintOrder, Path, Pattern, SpreadMethod, Stroke, Transform,
};

use crate::geom::Affine;
use crate::layout::face::slot_number;
use crate::model::Colour;

use super::content::{Content, Resource};
use super::faces::Painter;
use super::resources::{Form, Painted, Pixels, State, affine};

/// Operators fewer than these are repeated rather than kept as a form.
const WORTH_A_FORM: usize = 160;
/// A pattern of more tiles than this becomes pixels.
const MOST_TILES: f32 = 4_000.0;
/// Pixels to the unit of the drawing, which is a millimetre in templates: about 300 dots per inch.
const PIXELS_PER_UNIT: f32 = 12.0;
/// No painted picture is larger than this along a side.
const MOST_PIXELS: f32 = 2_400.0;

/// A document that paints more pixels than this goes on with fewer.
const MOST_IN_ALL: u64 = 40_000_000;

/// What is painted at slots is not part of the drawing and may reach beyond its box; the face cuts it off.
const ANYWHERE: [f32; 4] = [-4_000.0, -4_000.0, 4_000.0, 4_000.0];

/// What is painted at the slots of a drawing.
pub type SlotPainter<'p> = dyn FnMut(&mut Painter<'_>, usize, &mut Content) + 'p;

impl Painter<'_> {
    /// The children of a group. Neighbours without slots between them are kept as one form, so that cards that share
    /// a drawing share its operators.
    pub fn children(&mut self, group: &Group, at: Transform, out: &mut Content, slots: &mut SlotPainter<'_>) {
        let nodes = group.children();
        let mut from = 0;
        while from < nodes.len() {
            if has_slot(&nodes[from]) {
                self.node(&nodes[from], at, out, slots);
                from += 1;
                continue;
            }
            let to = (from..nodes.len()).find(|&n| has_slot(&nodes[n])).unwrap_or(nodes.len());
            self.shared(&nodes[from..to], at, out);
            from = to;
        }
    }

    /// Neighbouring nodes without slots.
    fn shared(&mut self, nodes: &[Node], at: Transform, out: &mut Content) {
        let key = (std::ptr::from_ref(&nodes[0]) as usize, nodes.len());
        let known = self.resources.known(key).cloned();
        let painted = known.unwrap_or_else(|| {
            let mut content = Content::default();
            for node in nodes {
                self.node(node, at, &mut content, &mut |_, _, _| {});
            }
            let painted = if content.bytes.len() < WORTH_A_FORM {
                Painted::Inline(content)
            } else {
                let bounds = bounds_of(nodes);
                Painted::Form(self.resources.add_form(Form { content, bounds, is_group: false }))
            };
            self.resources.remember(key, painted.clone());
            painted
        });
        match painted {
            Painted::Form(name) => {
                out.paint(&name);
            }
            Painted::Inline(content) => {
                out.bytes.extend_from_slice(&content.bytes);
                out.used.extend(content.used);
            }
        }
    }

    fn node(&mut self, node: &Node, at: Transform, out: &mut Content, slots: &mut SlotPainter<'_>) {
        match node {
            Node::Group(group) => self.group(node, group, at, out, slots),
            Node::Path(path) => match slot_number(path.id()) {
                Some(number) if path.is_visible() => slots(self, number, out),
                Some(_) => {}
                None => self.path(node, path, at, out),
            },
            Node::Image(image) => self.image(node, image, at, out, slots),
            // Templates and pictures have no text of their own left when they get here.
            Node::Text(_) => {}
        }
    }

    fn group(&mut self, node: &Node, group: &Group, at: Transform, out: &mut Content, slots: &mut SlotPainter<'_>) {
        let plain_clip = group.clip_path().is_none_or(can_clip);
        let adds_light = group.blend_mode() == BlendMode::PlusLighter;
        if !group.filters().is_empty() || group.mask().is_some() || !plain_clip || adds_light {
            return self.as_pixels(node, at, out);
        }
        let at = at.pre_concat(group.transform());
        out.save().transform(affine(group.transform()));
        if let Some(clip) = group.clip_path() {
            clip_with(clip, out);
        }
        let whole = group.opacity().get() < 1.0 || group.blend_mode() != BlendMode::Normal || group.isolate();
        if whole {
            let mut content = Content::default();
            self.children(group, at, &mut content, slots);
            let bounds = if group.children().iter().any(has_slot) { ANYWHERE } else { layer_bounds(group) };
            let form = self.resources.add_form(Form { content, bounds, is_group: true });
            let opacity = group.opacity().get();
            self.set_state(State { fill: opacity, stroke: opacity, blend: group.blend_mode() }, out);
            out.paint(&form);
        } else {
            self.children(group, at, out, slots);
        }
        out.restore();
    }

    fn set_state(&mut self, state: State, out: &mut Content) {
        let name = self.resources.state(state);
        out.name(Resource::State(name)).op("gs");
    }

    fn path(&mut self, node: &Node, path: &Path, at: Transform, out: &mut Content) {
        if !path.is_visible() {
            return;
        }
        if let (Some(Fill { .. }), Some(_)) = (path.fill(), path.stroke())
            && path.paint_order() == PaintOrder::FillAndStroke
            && fill_and_stroke(path, out)
        {
            return;
        }
        let paints = path.fill().map(Fill::paint).into_iter().chain(path.stroke().map(Stroke::paint));
        if !paints.into_iter().all(has_counterpart) {
            return self.as_pixels(node, at, out);
        }
        let stroke_first = path.paint_order() == PaintOrder::StrokeAndFill;
        let mut fine = true;
        for stroke_now in [stroke_first, !stroke_first] {
            fine &= match (stroke_now, path.fill(), path.stroke()) {
                (false, Some(fill), _) => self.fill(path.data(), fill, out),
                (true, _, Some(stroke)) => self.stroke(path, stroke, out),
                _ => true,
            };
        }
        if !fine {
            self.as_pixels(node, at, out);
        }
    }

    /// Fills a path; false when its paint has no counterpart.
    fn fill(&mut self, data: &tiny_skia::Path, fill: &Fill, out: &mut Content) -> bool {
        let even_odd = fill.rule() == FillRule::EvenOdd;
        let opacity = fill.opacity().get();
        match fill.paint() {
            Paint::Color(colour) => {
                self.with_opacity(opacity, out, |out| {
                    out.fill_colour(colour_of(*colour));
                    draw_path(data, out);
                    out.op(if even_odd { "f*" } else { "f" });
                });
                true
            }
            paint => {
                let mut inner = Content::default();
                draw_path(data, &mut inner);
                inner.op(if even_odd { "W* n" } else { "W n" });
                if !self.special_paint(paint, data, &mut inner) {
                    return false;
                }
                self.with_opacity(opacity, out, |out| {
                    out.save();
                    out.bytes.extend_from_slice(&inner.bytes);
                    out.used.extend(inner.used);
                    out.restore();
                });
                true
            }
        }
    }

    fn stroke(&mut self, path: &Path, stroke: &Stroke, out: &mut Content) -> bool {
        if let Paint::Color(colour) = stroke.paint() {
            let colour = colour_of(*colour);
            let draw = |out: &mut Content| {
                out.stroke_colour(colour);
                line_style(stroke, out);
                draw_path(path.data(), out);
                out.op("S");
            };
            if needs_save(stroke) || stroke.opacity().get() < 1.0 {
                out.save();
                let opacity = stroke.opacity().get();
                if opacity < 1.0 {
                    self.set_state(State { fill: opacity, stroke: opacity, blend: BlendMode::Normal }, out);
                }
                draw(out);
                out.restore();
            } else {
                draw(out);
            }
            return true;
        }
        // A line in a gradient is the area it covers, filled.
        let line = stroke.to_tiny_skia();
        let dashed = line.dash.as_ref().and_then(|dash| path.data().dash(dash, 10.0));
        let Some(area) = dashed.as_ref().unwrap_or(path.data()).stroke(&line, 10.0) else { return true };
        let mut inner = Content::default();
        draw_path(&area, &mut inner);
        inner.op("W n");
        if !self.special_paint(stroke.paint(), &area, &mut inner) {
            return false;
        }
        self.with_opacity(stroke.opacity().get(), out, |out| {
            out.save();
            out.bytes.extend_from_slice(&inner.bytes);
            out.used.extend(inner.used);
            out.restore();
        });
        true
    }

    fn with_opacity(&mut self, opacity: f32, out: &mut Content, draw: impl FnOnce(&mut Content)) {
        if opacity >= 1.0 {
            return draw(out);
        }
        out.save();
        self.set_state(State { fill: opacity, stroke: opacity, blend: BlendMode::Normal }, out);
        draw(out);
        out.restore();
    }

    /// A gradient or pattern over the current clip.
    fn special_paint(&mut self, paint: &Paint, area: &tiny_skia::Path, out: &mut Content) -> bool {
        match paint {
            Paint::Color(_) => false,
            Paint::LinearGradient(g) => {
                let geometry = ShadingGeometry::Axial { coords: [g.x1(), g.y1(), g.x2(), g.y2()] };
                self.gradient(std::ptr::from_ref(&**g) as usize, g, geometry, out)
            }
            Paint::RadialGradient(g) => {
                let coords = [g.fx(), g.fy(), g.fr().get(), g.cx(), g.cy(), g.r().get()];
                self.gradient(std::ptr::from_ref(&**g) as usize, g, ShadingGeometry::Radial { coords }, out)
            }
            Paint::Pattern(pattern) => self.pattern(pattern, area, out),
        }
    }

    fn gradient(&mut self, key: usize, base: &BaseGradient, geometry: ShadingGeometry, out: &mut Content) -> bool {
        if !is_plain(base) {
            return false;
        }
        let stop = |stop: &resvg::usvg::Stop| {
            let colour = stop.color();
            let part = |channel: u8| f32::from(channel) / 255.0;
            GradientStop {
                offset: stop.offset().get(),
                color: [part(colour.red), part(colour.green), part(colour.blue)],
            }
        };
        let name = self.resources.shading(key, geometry, base.stops().iter().map(stop).collect());
        out.transform(affine(base.transform()));
        out.name(Resource::Shading(name)).op("sh");
        true
    }

    /// A pattern laid out tile by tile.
    fn pattern(&mut self, pattern: &Pattern, area: &tiny_skia::Path, out: &mut Content) -> bool {
        let rect = pattern.rect();
        let Some(back) = pattern.transform().invert() else { return false };
        let Some(bounds) = area.bounds().transform(back) else { return false };
        let tile = |from: f32, origin: f32, step: f32| ((from - origin) / step).floor();
        let (left, right) = (tile(bounds.left(), rect.x(), rect.width()), tile(bounds.right(), rect.x(), rect.width()));
        let (top, bottom) =
            (tile(bounds.top(), rect.y(), rect.height()), tile(bounds.bottom(), rect.y(), rect.height()));
        if (right - left + 1.0) * (bottom - top + 1.0) > MOST_TILES {
            return false;
        }
        let mut content = Content::default();
        // What is in a pattern has coordinates of its own.
        self.children(pattern.root(), Transform::identity(), &mut content, &mut |_, _, _| {});
        let bounds = [0.0, 0.0, rect.width(), rect.height()];
        let form = self.resources.add_form(Form { content, bounds, is_group: false });
        out.transform(affine(pattern.transform()));
        let mut row = top;
        while row <= bottom {
            let mut column = left;
            while column <= right {
                let (x, y) = (rect.x() + column * rect.width(), rect.y() + row * rect.height());
                out.save().transform(Affine::translate(x, y)).paint(&form).restore();
                column += 1.0;
            }
            row += 1.0;
        }
        true
    }

    fn image(&mut self, node: &Node, image: &Image, at: Transform, out: &mut Content, slots: &mut SlotPainter<'_>) {
        if !image.is_visible() {
            return;
        }
        match image.kind() {
            ImageKind::SVG(tree) => self.children(tree.root(), at, out, slots),
            _ => self.as_pixels(node, at, out),
        }
    }

    /// Paints a node as pixels, where it is.
    fn as_pixels(&mut self, node: &Node, at: Transform, out: &mut Content) {
        let (Some(layer), Some(back)) = (node.abs_layer_bounding_box(), at.invert()) else { return };
        let bounds = match node {
            Node::Path(path) => path.abs_stroke_bounding_box(),
            _ => layer.to_rect(),
        };
        let most = MOST_PIXELS / bounds.width().max(bounds.height()).max(f32::MIN_POSITIVE);
        // Once a document holds a great many pixels the next ones have to be coarser.
        let coarser = if self.pixels > MOST_IN_ALL { 4.0 } else { 1.0 };
        let scale = (PIXELS_PER_UNIT * self.scale).min(most) / coarser;
        let (width, height) = ((bounds.width() * scale).ceil().max(1.0), (bounds.height() * scale).ceil().max(1.0));
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "bounded above, and positive")]
        let Some(mut pixmap) = tiny_skia::Pixmap::new(width as u32, height as u32) else { return };
        // The painter draws the node in its own coordinates and takes its box off them; put back what the groups
        // around it do.
        let place = Transform::from_scale(scale, scale)
            .pre_translate(-bounds.x(), -bounds.y())
            .pre_concat(at)
            .pre_translate(layer.x(), layer.y());
        resvg::render_node(node, place, &mut pixmap.as_mut());
        self.as_pixels.insert(self.drawing.clone());
        self.pixels += u64::from(pixmap.width()) * u64::from(pixmap.height());
        let pixels = Pixels { width: pixmap.width(), height: pixmap.height(), rgba: pixmap.take_demultiplied() };
        let name = self.resources.add_image(pixels);
        let (w, h) = (width / scale, height / scale);
        // The picture's place is known in the drawing, not in the group it is in.
        out.save().transform(affine(back));
        out.transform(Affine([w, 0.0, 0.0, -h, bounds.x(), bounds.y() + h])).paint(&name).restore();
    }
}

/// Both in one operator, when both are plain and solid.
fn fill_and_stroke(path: &Path, out: &mut Content) -> bool {
    let (Some(fill), Some(stroke)) = (path.fill(), path.stroke()) else { return false };
    let (Paint::Color(inside), Paint::Color(line)) = (fill.paint(), stroke.paint()) else { return false };
    if fill.opacity().get() < 1.0 || stroke.opacity().get() < 1.0 || needs_save(stroke) {
        return false;
    }
    out.fill_colour(colour_of(*inside)).stroke_colour(colour_of(*line));
    line_style(stroke, out);
    draw_path(path.data(), out);
    out.op(if fill.rule() == FillRule::EvenOdd { "B*" } else { "B" });
    true
}

/// Whether PDF can paint it as it is.
fn has_counterpart(paint: &Paint) -> bool {
    match paint {
        Paint::Color(_) | Paint::Pattern(_) => true,
        Paint::LinearGradient(gradient) => is_plain(gradient),
        Paint::RadialGradient(gradient) => is_plain(gradient),
    }
}

/// Gradients of solid colours that do not repeat.
fn is_plain(base: &BaseGradient) -> bool {
    let solid = base.stops().iter().all(|stop| stop.opacity().get() >= 1.0);
    solid && base.spread_method() == SpreadMethod::Pad
}

fn has_slot(node: &Node) -> bool {
    match node {
        Node::Group(group) => group.children().iter().any(has_slot),
        Node::Path(path) => slot_number(path.id()).is_some(),
        Node::Image(_) | Node::Text(_) => false,
    }
}

fn bounds_of(nodes: &[Node]) -> [f32; 4] {
    let boxes = nodes.iter().map(|node| {
        let own = node.stroke_bounding_box();
        let placed = if let Node::Group(group) = node { own.transform(group.transform()) } else { Some(own) };
        corners(placed.unwrap_or(own))
    });
    let around = boxes.reduce(|a, b| [a[0].min(b[0]), a[1].min(b[1]), a[2].max(b[2]), a[3].max(b[3])]);
    let [left, top, right, bottom] = around.unwrap_or_default();
    // Mitred corners reach beyond what the box knows of.
    let slack = ((right - left) + (bottom - top)) * 0.1 + 1.0;
    [left - slack, top - slack, right + slack, bottom + slack]
}

/// The box of a group in its own coordinates, with the reach of its filters.
fn layer_bounds(group: &Group) -> [f32; 4] {
    let rect = group.layer_bounding_box();
    let back = group.transform().invert().unwrap_or_default();
    rect.to_rect().transform(back).map_or(ANYWHERE, corners)
}

fn corners(rect: tiny_skia::Rect) -> [f32; 4] {
    [rect.left(), rect.top(), rect.right(), rect.bottom()]
}

fn colour_of(colour: resvg::usvg::Color) -> Colour {
    Colour { red: colour.red, green: colour.green, blue: colour.blue }
}

/// Dashes stay set until they are unset, so such lines are drawn in a state of their own.
fn needs_save(stroke: &Stroke) -> bool {
    stroke.dasharray().is_some()
}

fn line_style(stroke: &Stroke, out: &mut Content) {
    out.with(&[stroke.width().get()], "w");
    let cap = match stroke.linecap() {
        LineCap::Butt => 0.0,
        LineCap::Round => 1.0,
        LineCap::Square => 2.0,
    };
    let join = match stroke.linejoin() {
        LineJoin::Miter | LineJoin::MiterClip => 0.0,
        LineJoin::Round => 1.0,
        LineJoin::Bevel => 2.0,
    };
    out.with(&[cap], "J").with(&[join], "j").with(&[stroke.miterlimit().get().max(1.0)], "M");
    if let Some(dashes) = stroke.dasharray() {
        out.bytes.push(b'[');
        for &dash in dashes {
            out.number(dash);
        }
        out.bytes.extend_from_slice(b"] ");
        out.with(&[stroke.dashoffset()], "d");
    }
}

fn draw_path(data: &tiny_skia::Path, out: &mut Content) {
    let mut last = (0.0, 0.0);
    for segment in data.segments() {
        match segment {
            PathSegment::MoveTo(p) => {
                out.with(&[p.x, p.y], "m");
                last = (p.x, p.y);
            }
            PathSegment::LineTo(p) => {
                out.with(&[p.x, p.y], "l");
                last = (p.x, p.y);
            }
            PathSegment::QuadTo(q, p) => {
                let third = |from: f32, over: f32| from + (over - from) * 2.0 / 3.0;
                let first = [third(last.0, q.x), third(last.1, q.y)];
                let second = [third(p.x, q.x), third(p.y, q.y)];
                out.with(&[first[0], first[1], second[0], second[1], p.x, p.y], "c");
                last = (p.x, p.y);
            }
            PathSegment::CubicTo(a, b, p) => {
                out.with(&[a.x, a.y, b.x, b.y, p.x, p.y], "c");
                last = (p.x, p.y);
            }
            PathSegment::Close => {
                out.op("h");
            }
        }
    }
}

/// One path can clip, and several that add up, as long as none of them has holes by counting.
fn can_clip(clip: &ClipPath) -> bool {
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

fn clip_with(clip: &ClipPath, out: &mut Content) {
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
    out.op(if even_odd { "W* n" } else { "W n" });
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
