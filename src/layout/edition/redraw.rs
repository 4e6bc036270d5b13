//! Writes a drawing anew as SVG text, every shape as it was judged; slots, transforms, clips and masks stay.

use std::fmt::Write as _;

use resvg::usvg::tiny_skia_path::{Path as Outline, PathSegment};
use resvg::usvg::{self, FillRule, Group, LineCap, LineJoin, Node, Path, Rect, Stroke, Transform, Tree};

use crate::geom::Affine;
use crate::layout::face::{InkWish, affine_of, slot_id, slot_number};
use crate::model::{Colour, Ink, Pattern};

use super::edges::definitions;
use super::frame::Frame;
use super::judge::Verdict;
use super::pattern::pattern_lines;
use super::shapes::{ShapePart, parts, scale_of};

/// Lines around surfaces, in millimetres.
pub const OUTLINE: f32 = 0.22;
/// No line is thinner, in millimetres.
const THINNEST: f32 = 0.12;

/// How a drawing is written.
pub struct Manner {
    /// The edition.
    pub ink: Ink,
    /// Millimetres to the unit of the drawing.
    pub scale: f32,
    /// How far in from the edge of a surface its pattern goes, in millimetres; all over if none.
    pub edge: Option<f32>,
    /// How far it is seen, and where it is cut.
    pub frame: Frame,
    /// Put before every id, so that drawings can stand in one file.
    pub prefix: String,
}

/// A drawing written anew.
pub struct Redrawn {
    /// The SVG text.
    pub svg: String,
    /// The number of every slot, and where it lies in the drawing.
    pub slots: Vec<(usize, Affine)>,
}

/// Writes a drawing; there is one verdict for every shape.
#[must_use]
pub fn redraw(tree: &Tree, verdicts: &[Verdict], manner: &Manner) -> Redrawn {
    let verdicts = verdicts.iter();
    let mut writer = Writer {
        manner,
        verdicts,
        out: String::new(),
        slots: Vec::new(),
        clips: 0,
        inside: None,
        wish: None,
        cut: None,
    };
    let [width, height] = manner.frame.size;
    let definitions = definitions(tree, &manner.prefix);
    let _ = write!(
        writer.out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" width=\"{width}\" height=\"{height}\">{definitions}"
    );
    writer.children(tree.root());
    writer.out.push_str("</svg>");
    Redrawn { svg: writer.out, slots: writer.slots }
}

/// What writes one drawing.
pub struct Writer<'a> {
    pub(super) manner: &'a Manner,
    pub(super) verdicts: std::slice::Iter<'a, Verdict>,
    pub(super) out: String,
    pub(super) slots: Vec<(usize, Affine)>,
    /// How many clips of its own it has written.
    pub(super) clips: usize,
    /// The box of the clip around.
    pub(super) inside: Option<Rect>,
    /// What the drawing asks for the part that is being written.
    pub(super) wish: Option<InkWish>,
    /// The line around a surface of which that clip cuts something off.
    pub(super) cut: Option<Colour>,
}

impl Writer<'_> {
    fn children(&mut self, group: &Group) {
        for node in group.children() {
            match node {
                Node::Group(group) => self.group(group),
                Node::Path(path) => match slot_number(path.id()) {
                    Some(_) if self.wish == Some(InkWish::Drop) => {}
                    Some(number) => self.slot(path, number),
                    None => parts(path).for_each(|part| self.part(path, part)),
                },
                // Templates and pictures have none of these left when they get here.
                Node::Image(_) | Node::Text(_) => {}
            }
        }
    }

    /// A group as it was; filters are floods, or blur what is sharp now.
    fn group(&mut self, group: &Group) {
        let prefix = &self.manner.prefix;
        self.out.push_str("<g");
        // What stays as it is stays so in a picture of the board, too, which is drawn anew from this.
        if InkWish::of_id(group.id()) == Some(InkWish::Keep) {
            let _ = write!(self.out, " id=\"{}\"", group.id());
        }
        if let Some(clip) = group.clip_path() {
            let _ = write!(self.out, " clip-path=\"url(#{prefix}{})\"", clip.id());
        }
        if let Some(mask) = group.mask() {
            let _ = write!(self.out, " mask=\"url(#{prefix}{})\"", mask.id());
        }
        if self.manner.ink != Ink::Mono && group.opacity().get() < 1.0 {
            let _ = write!(self.out, " opacity=\"{}\"", group.opacity().get());
        }
        self.transform(group.transform());
        self.out.push('>');
        let outer = (self.cut.take(), self.inside, self.wish);
        self.wish = InkWish::of_id(group.id()).or(self.wish);
        if let Some(clip) = group.clip_path() {
            let at = group.abs_transform().pre_concat(clip.transform());
            self.inside = clip.root().bounding_box().transform(at);
        }
        self.children(group);
        if let (Some(clip), Some(colour)) = (group.clip_path(), self.cut.take()) {
            self.clip_outline(clip.root(), clip.transform(), colour, group.abs_transform());
        }
        (self.cut, self.inside, self.wish) = outer;
        self.out.push_str("</g>");
    }

    pub(super) fn transform(&mut self, at: Transform) {
        if !at.is_identity() {
            let Transform { sx, kx, ky, sy, tx, ty } = at;
            let _ = write!(self.out, " transform=\"matrix({sx} {ky} {kx} {sy} {tx} {ty})\"");
        }
    }

    /// The rectangle that stands for a slot, just as the template's binding writes it.
    fn slot(&mut self, path: &Path, number: usize) {
        let bounds = path.data().bounds();
        let (x, y, w, h) = (bounds.x(), bounds.y(), bounds.width(), bounds.height());
        let hidden = if path.is_visible() { "" } else { " visibility=\"hidden\"" };
        let id = slot_id(number);
        let _ = write!(self.out, "<g{hidden}><rect id=\"{id}\" x=\"{x}\" y=\"{y}\" width=\"{w}\" height=\"{h}\"/></g>");
        self.slots.push((number, affine_of(path.abs_transform())));
    }

    fn part(&mut self, path: &Path, part: ShapePart) {
        let Some(verdict) = self.verdicts.next() else { return };
        match (*verdict, part) {
            (Verdict::Gone, _) => {}
            (Verdict::Kept(colour), ShapePart::Fill) => self.kept_fill(path, colour),
            (Verdict::Kept(colour), ShapePart::Stroke) => self.kept_stroke(path, colour),
            (Verdict::Surface { outline, pattern }, ShapePart::Fill) => self.surface(path, outline, pattern),
            (Verdict::Surface { outline, pattern }, ShapePart::Stroke) => self.band(path, outline, pattern),
        }
    }

    fn kept_fill(&mut self, path: &Path, colour: Colour) {
        let Some(fill) = path.fill() else { return };
        let _ = write!(self.out, "<path fill=\"{colour}\"{}", rule(fill.rule()));
        self.opacity("fill-opacity", fill.opacity().get());
        self.data(path.data());
    }

    fn kept_stroke(&mut self, path: &Path, colour: Colour) {
        let Some(stroke) = path.stroke() else { return };
        let thinnest = THINNEST / self.mm(path);
        self.line(path, stroke, stroke.width().get().max(thinnest), colour);
    }

    fn line(&mut self, path: &Path, stroke: &Stroke, width: f32, colour: Colour) {
        let _ = write!(self.out, "<path fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width}\"");
        self.opacity("stroke-opacity", stroke.opacity().get());
        self.out.push_str(match stroke.linecap() {
            LineCap::Butt => "",
            LineCap::Round => " stroke-linecap=\"round\"",
            LineCap::Square => " stroke-linecap=\"square\"",
        });
        self.out.push_str(match stroke.linejoin() {
            LineJoin::Miter | LineJoin::MiterClip => "",
            LineJoin::Round => " stroke-linejoin=\"round\"",
            LineJoin::Bevel => " stroke-linejoin=\"bevel\"",
        });
        let _ = write!(self.out, " stroke-miterlimit=\"{}\"", stroke.miterlimit().get());
        if let Some(dashes) = stroke.dasharray() {
            let dashes: Vec<String> = dashes.iter().map(f32::to_string).collect();
            let offset = stroke.dashoffset();
            let _ = write!(self.out, " stroke-dasharray=\"{}\" stroke-dashoffset=\"{offset}\"", dashes.join(" "));
        }
        self.data(path.data());
    }

    fn opacity(&mut self, name: &str, opacity: f32) {
        if self.manner.ink != Ink::Mono && opacity < 1.0 {
            let _ = write!(self.out, " {name}=\"{opacity}\"");
        }
    }

    /// White, the pattern on it, a line around it.
    fn surface(&mut self, path: &Path, outline: Option<Colour>, pattern: Option<(Pattern, Colour)>) {
        let even_odd = path.fill().map_or("", |fill| rule(fill.rule()));
        let _ = write!(self.out, "<path fill=\"{}\"{even_odd}", Colour::WHITE);
        self.data(path.data());
        if let Some((pattern, colour)) = pattern {
            match self.manner.edge {
                None => self.pattern(path, path.data(), even_odd, (pattern, colour)),
                Some(edge) => {
                    let band = usvg::tiny_skia_path::Stroke {
                        width: edge * 2.0 / self.mm(path),
                        ..usvg::tiny_skia_path::Stroke::default()
                    };
                    if let Some(area) = path.data().stroke(&band, 1.0) {
                        self.pattern(path, &area, "", (pattern, colour));
                    }
                }
            }
        }
        if let Some(colour) = outline {
            self.outline(path, colour);
            let bounds = path.abs_bounding_box();
            if self.inside.is_some_and(|inside| !self.holds(inside, bounds)) {
                self.cut = Some(colour);
            }
        }
    }

    /// A line so broad that it is a surface: two lines with white, or the pattern, between them.
    fn band(&mut self, path: &Path, outline: Option<Colour>, pattern: Option<(Pattern, Colour)>) {
        let Some(stroke) = path.stroke() else { return };
        let (width, line) = (stroke.width().get(), OUTLINE / self.mm(path));
        if let Some(colour) = outline {
            self.line(path, stroke, width + line, colour);
        }
        self.line(path, stroke, (width - line).max(line), Colour::WHITE);
        if let Some((pattern, colour)) = pattern
            && let Some(area) = path.data().stroke(&stroke.to_tiny_skia(), 1.0)
        {
            self.pattern(path, &area, "", (pattern, colour));
        }
    }

    /// A pattern inside an area that is drawn where a path is.
    fn pattern(&mut self, path: &Path, area: &Outline, even_odd: &str, (pattern, colour): (Pattern, Colour)) {
        let id = self.clip_id();
        let _ = write!(self.out, "<clipPath id=\"{id}\"><path{}", even_odd.replace("fill-rule", "clip-rule"));
        self.data(area);
        let bounds = area.bounds();
        let bounds = [bounds.left(), bounds.top(), bounds.right(), bounds.bottom()];
        let drawn = pattern_lines(pattern, bounds, 1.0 / self.mm(path));
        let _ = write!(
            self.out,
            "</clipPath><g clip-path=\"url(#{id})\"><path fill=\"none\" stroke=\"{colour}\" stroke-width=\"{}\" \
             stroke-linecap=\"round\" d=\"{}\"/></g>",
            drawn.width, drawn.path
        );
    }

    /// Printed millimetres to the unit in which a path is drawn.
    pub(super) fn mm(&self, path: &Path) -> f32 {
        (scale_of(path.abs_transform()) * self.manner.scale).max(f32::MIN_POSITIVE)
    }

    /// The last attribute of a path, and its end.
    pub(super) fn data(&mut self, data: &Outline) {
        self.out.push_str(" d=\"");
        for segment in data.segments() {
            let _ = match segment {
                PathSegment::MoveTo(p) => write!(self.out, "M{} {}", p.x, p.y),
                PathSegment::LineTo(p) => write!(self.out, "L{} {}", p.x, p.y),
                PathSegment::QuadTo(q, p) => write!(self.out, "Q{} {} {} {}", q.x, q.y, p.x, p.y),
                PathSegment::CubicTo(a, b, p) => {
                    write!(self.out, "C{} {} {} {} {} {}", a.x, a.y, b.x, b.y, p.x, p.y)
                }
                PathSegment::Close => write!(self.out, "Z"),
            };
        }
        self.out.push_str("\"/>");
    }
}

const fn rule(rule: FillRule) -> &'static str {
    match rule {
        FillRule::NonZero => "",
        FillRule::EvenOdd => " fill-rule=\"evenodd\"",
    }
}
