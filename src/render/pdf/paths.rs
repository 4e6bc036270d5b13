//! Paths of vector art: filled and stroked, in solid colours, gradients and patterns.

use printpdf::{GradientStop, ShadingGeometry};
use resvg::tiny_skia::{self, PathSegment};
use resvg::usvg::{
    BaseGradient, BlendMode, Fill, FillRule, LineCap, LineJoin, Node, Paint, PaintOrder, Path, Pattern, SpreadMethod,
    Stroke, Transform,
};

use crate::geom::Affine;
use crate::layout::face::affine_of;
use crate::model::Colour;

use super::content::{Content, Resource};
use super::faces::Painter;
use super::resources::{Form, State};

/// A pattern of more tiles than this becomes pixels.
const MOST_TILES: f32 = 4_000.0;

impl Painter<'_> {
    /// A path, filled and stroked in the order it asks for.
    pub fn path(&mut self, node: &Node, path: &Path, at: Transform, out: &mut Content) {
        if !path.is_visible() {
            return;
        }
        if path.paint_order() == PaintOrder::FillAndStroke && fill_and_stroke(path, out) {
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
        let Paint::Color(colour) = fill.paint() else {
            return self.fill_specially(data, even_odd, (fill.paint(), opacity), out);
        };
        self.with_opacity(opacity, out, |out| {
            out.fill_colour(colour_of(*colour));
            draw_path(data, out);
            out.op(if even_odd { "f*" } else { "f" });
        });
        true
    }

    fn stroke(&mut self, path: &Path, stroke: &Stroke, out: &mut Content) -> bool {
        let opacity = stroke.opacity().get();
        let Paint::Color(colour) = stroke.paint() else {
            // A line in a gradient is the area it covers, filled.
            let line = stroke.to_tiny_skia();
            let dashed = line.dash.as_ref().and_then(|dash| path.data().dash(dash, 10.0));
            let Some(area) = dashed.as_ref().unwrap_or(path.data()).stroke(&line, 10.0) else { return true };
            return self.fill_specially(&area, false, (stroke.paint(), opacity), out);
        };
        let draw = |out: &mut Content| {
            out.stroke_colour(colour_of(*colour));
            line_style(stroke, out);
            draw_path(path.data(), out);
            out.op("S");
        };
        if needs_save(stroke) && opacity >= 1.0 {
            out.save();
            draw(out);
            out.restore();
        } else {
            self.with_opacity(opacity, out, draw);
        }
        true
    }

    /// Fills an area with a gradient or pattern; false when that has no counterpart.
    fn fill_specially(
        &mut self,
        area: &tiny_skia::Path,
        even_odd: bool,
        (paint, opacity): (&Paint, f32),
        out: &mut Content,
    ) -> bool {
        let mut inner = Content::default();
        draw_path(area, &mut inner);
        inner.clip(even_odd);
        if !self.special_paint(paint, area, &mut inner) {
            return false;
        }
        self.with_opacity(opacity, out, |out| {
            out.save().append(inner).restore();
        });
        true
    }

    /// What is painted from here on is painted like that.
    pub fn set_state(&mut self, state: State, out: &mut Content) {
        let name = self.resources.state(state);
        out.name(Resource::State(name)).op("gs");
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

    /// A gradient or pattern over the current clip; false when it has no counterpart. Gradients were asked before.
    fn special_paint(&mut self, paint: &Paint, area: &tiny_skia::Path, out: &mut Content) -> bool {
        match paint {
            Paint::Color(_) => false,
            Paint::LinearGradient(g) => {
                let geometry = ShadingGeometry::Axial { coords: [g.x1(), g.y1(), g.x2(), g.y2()] };
                self.gradient(g, geometry, out);
                true
            }
            Paint::RadialGradient(g) => {
                let coords = [g.fx(), g.fy(), g.fr().get(), g.cx(), g.cy(), g.r().get()];
                self.gradient(g, ShadingGeometry::Radial { coords }, out);
                true
            }
            Paint::Pattern(pattern) => self.pattern(pattern, area, out),
        }
    }

    fn gradient(&mut self, base: &BaseGradient, geometry: ShadingGeometry, out: &mut Content) {
        let stop = |stop: &resvg::usvg::Stop| {
            let colour = stop.color();
            let part = |channel: u8| f32::from(channel) / 255.0;
            GradientStop {
                offset: stop.offset().get(),
                color: [part(colour.red), part(colour.green), part(colour.blue)],
            }
        };
        let name = self.resources.shading(geometry, base.stops().iter().map(stop).collect());
        out.transform(affine_of(base.transform()));
        out.name(Resource::Shading(name)).op("sh");
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
        let outside = self.way.take();
        self.children(pattern.root(), Transform::identity(), &mut content, &mut |_, _, _| {});
        self.way = outside;
        let bounds = [0.0, 0.0, rect.width(), rect.height()];
        let form = self.resources.add_form(Form { content, bounds, is_group: false });
        out.transform(affine_of(pattern.transform()));
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

/// Writes the steps of a path.
pub fn draw_path(data: &tiny_skia::Path, out: &mut Content) {
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
