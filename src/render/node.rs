//! One node of a drawing painted by itself: the library's painter, and what it leaves out, which is a line that encloses
//! nothing. Knows nothing of faces and slots.

use resvg::tiny_skia::{
    self, GradientStop, LinearGradient, Pixmap, Point, RadialGradient, Shader, SpreadMode, Transform,
};
use resvg::usvg::{self, BaseGradient, Node, Opacity};

/// Paints a node with nothing of ours in it; `at` leads from the coordinates of the group it is in to pixels.
pub fn draw_node(node: &Node, at: Transform, out: &mut Pixmap) {
    match (node.abs_layer_bounding_box(), node) {
        // The library takes the box of the node off; put it back.
        (Some(bounds), _) => {
            resvg::render_node(node, at.pre_translate(bounds.x(), bounds.y()), &mut out.as_mut());
        }
        (None, Node::Path(path)) if path.is_visible() => straight_line(path, at, out),
        (None, _) => {}
    }
}

/// A level or upright line has no area, and the library draws no such node on its own.
fn straight_line(path: &usvg::Path, at: Transform, out: &mut Pixmap) {
    let Some(stroke) = path.stroke() else { return };
    let Some(shader) = shader_of(stroke.paint(), stroke.opacity()) else { return };
    let ink = tiny_skia::Paint { shader, anti_alias: true, ..tiny_skia::Paint::default() };
    out.stroke_path(path.data(), &ink, &stroke.to_tiny_skia(), at, None);
}

/// What a line is painted with; none where it is a pattern, which has no size on what has no area.
fn shader_of(paint: &usvg::Paint, opacity: Opacity) -> Option<Shader<'static>> {
    match paint {
        usvg::Paint::Color(colour) => Some(Shader::SolidColor(colour_of(*colour, opacity))),
        usvg::Paint::LinearGradient(gradient) => LinearGradient::new(
            Point::from_xy(gradient.x1(), gradient.y1()),
            Point::from_xy(gradient.x2(), gradient.y2()),
            stops_of(gradient, opacity),
            spread_of(gradient),
            gradient.transform(),
        ),
        usvg::Paint::RadialGradient(gradient) => RadialGradient::new(
            Point::from_xy(gradient.fx(), gradient.fy()),
            gradient.fr().get(),
            Point::from_xy(gradient.cx(), gradient.cy()),
            gradient.r().get(),
            stops_of(gradient, opacity),
            spread_of(gradient),
            gradient.transform(),
        ),
        usvg::Paint::Pattern(_) => None,
    }
}

fn stops_of(gradient: &BaseGradient, opacity: Opacity) -> Vec<GradientStop> {
    let stop =
        |stop: &usvg::Stop| GradientStop::new(stop.offset().get(), colour_of(stop.color(), stop.opacity() * opacity));
    gradient.stops().iter().map(stop).collect()
}

fn colour_of(usvg::Color { red, green, blue }: usvg::Color, opacity: Opacity) -> tiny_skia::Color {
    tiny_skia::Color::from_rgba8(red, green, blue, opacity.to_u8())
}

fn spread_of(gradient: &BaseGradient) -> SpreadMode {
    match gradient.spread_method() {
        usvg::SpreadMethod::Pad => SpreadMode::Pad,
        usvg::SpreadMethod::Reflect => SpreadMode::Reflect,
        usvg::SpreadMethod::Repeat => SpreadMode::Repeat,
    }
}
