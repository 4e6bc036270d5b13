//! Every shape of a drawing in the order in which they are painted, and what of each is seen: how large, how broad, and
//! what it borders. Judges nothing.

use std::collections::BTreeMap;

use resvg::usvg::tiny_skia_path::Path as Outline;
use resvg::usvg::{BlendMode, ClipPath, FillRule, Group, Node, PaintOrder, Path, Transform, Tree};

use crate::layout::face::{InkWish, slot_number};
use crate::model::Colour;

use super::canvas::{Canvas, PAPER, Region};
use super::frame::Frame;
use super::tone::{BLACKISH, Tone, mean_colour};

/// Cells to the millimetre.
const CELLS: f32 = 5.0;
/// No canvas has more cells, and all shapes of a drawing together paint no more than so many.
const MOST_CELLS: f32 = 1_500_000.0;
const MOST_PAINTED: f32 = 3.0e9;
/// How far art that runs over its frame is looked at, in millimetres.
const OVER: f32 = 4.0;
/// Clips inside one another beyond this are not looked at.
const DEEPEST_CLIP: usize = 12;
/// More transparent than this, a shape only tints what is below it.
const WASH: f32 = 0.7;
/// What is blended with what lies below it tints it, too; on bare paper it is as it was painted.
const BLENDED: f32 = 0.4;
/// A surface is broader than twice this, in millimetres; a line, or what is as dark as one, than twice the other.
const BREADTH: f32 = 0.45;
pub(super) const LINE_BREADTH: f32 = 0.75;
/// No flat colour is meant: a drawing's own pattern.
const GREY: Colour = Colour { red: 150, green: 150, blue: 150 };

/// What of a path is painted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ShapePart {
    /// The area in it.
    Fill,
    /// The line around it.
    Stroke,
}

/// A filled area or a line.
#[derive(Debug, Clone)]
pub struct Shape {
    /// Which of the two.
    pub part: ShapePart,
    /// Its colour, seen from afar.
    pub colour: Colour,
    /// What the drawing asks for it.
    pub wish: Option<InkWish>,
    /// How opaque it is, with all groups around it.
    pub opacity: f32,
    /// What of it is seen, in square millimetres.
    pub seen: f32,
    /// What of that is farther than a surface's breadth from anything of another colour.
    pub broad: f32,
    /// How broad the pen is that drew it, in millimetres; none of what is filled.
    pub pen: Option<f32>,
    /// How long it borders each shape below it, in millimetres; `PAPER` for none.
    pub borders: BTreeMap<u32, f32>,
    /// How long it borders shapes above it.
    pub covered: f32,
    /// Whether it reaches the edge of the drawing on all sides.
    pub is_ground: bool,
}

impl Shape {
    /// Whether it only tints what is below it.
    #[must_use]
    pub fn is_wash(&self) -> bool {
        self.opacity < WASH
    }

    /// Whether it is a line by its pen, whatever else of its colour lies beside it.
    #[must_use]
    pub fn is_thin(&self) -> bool {
        self.pen.is_some_and(|pen| pen <= LINE_BREADTH * 2.0)
    }

    /// Whether it is drawn as lines are: with a pen, or in black.
    #[must_use]
    pub fn is_linelike(&self) -> bool {
        self.part == ShapePart::Stroke || Tone::of(self.colour).lightness() < BLACKISH
    }

    fn breadth(&self) -> f32 {
        if self.is_linelike() { LINE_BREADTH } else { BREADTH }
    }
}

/// The two parts of a path in the order in which they are painted, as far as it has them.
pub fn parts(path: &Path) -> impl Iterator<Item = ShapePart> + use<> {
    let has = [path.fill().is_some() && path.is_visible(), path.stroke().is_some() && path.is_visible()];
    let order = match path.paint_order() {
        PaintOrder::FillAndStroke => [ShapePart::Fill, ShapePart::Stroke],
        PaintOrder::StrokeAndFill => [ShapePart::Stroke, ShapePart::Fill],
    };
    order.into_iter().filter(move |part| has[usize::from(*part == ShapePart::Stroke)])
}

/// What becomes of shapes that only tint what lies below them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Washes {
    /// They are known for it, and hide nothing.
    Tint,
    /// They count as painted.
    Paint,
}

/// All shapes of a drawing that is printed at so many millimetres to its unit. The number of a shape is its place and
/// one, as 0 is the paper.
#[must_use]
pub fn shapes_of(tree: &Tree, scale: f32, frame: &Frame, washes: Washes) -> Vec<Shape> {
    let over = OVER / scale;
    let [left, top, right, bottom] = frame.seen;
    let area = [left - over, top - over, right - left + over * 2.0, bottom - top + over * 2.0];
    let room = (MOST_PAINTED / count(tree.root()).max(1.0)).min(MOST_CELLS);
    let cells = (CELLS * scale).min((room / (area[2] * area[3])).sqrt());
    let mut looker = Looker {
        canvas: Canvas::new(area, cells),
        shapes: Vec::new(),
        size: frame.size,
        margin: 0.05 / scale,
        scale,
        wish: None,
        washes,
    };
    looker.group(tree.root(), Around { opacity: 1.0, is_blended: false }, &Clips { region: None, depth: 0 });
    let Looker { canvas, mut shapes, .. } = looker;
    measure(&canvas, &mut shapes, scale / cells);
    shapes
}

/// How many shapes and clips there are.
fn count(group: &Group) -> f32 {
    let of = |node: &Node| match node {
        Node::Group(group) => count(group),
        Node::Path(_) => 2.0,
        Node::Image(_) | Node::Text(_) => 0.0,
    };
    group.children().iter().map(of).sum::<f32>() + if group.clip_path().is_some() { 1.0 } else { 0.0 }
}

/// What is cut off around a group.
struct Clips {
    region: Option<Region>,
    depth: usize,
}

struct Looker {
    canvas: Canvas,
    shapes: Vec<Shape>,
    size: [f32; 2],
    margin: f32,
    /// Millimetres to the unit of the drawing.
    scale: f32,
    wish: Option<InkWish>,
    washes: Washes,
}

/// What groups around a shape do to it.
#[derive(Clone, Copy)]
struct Around {
    opacity: f32,
    is_blended: bool,
}

impl Looker {
    fn group(&mut self, group: &Group, around: Around, clips: &Clips) {
        let around = Around {
            opacity: around.opacity * group.opacity().get(),
            is_blended: around.is_blended || group.blend_mode() != BlendMode::Normal,
        };
        let own = group.clip_path().filter(|_| clips.depth < DEEPEST_CLIP).map(|clip| {
            let at = group.abs_transform();
            Clips { region: Some(self.inside(clip, at, clips.region.as_ref())), depth: clips.depth + 1 }
        });
        let clips = own.as_ref().unwrap_or(clips);
        let outer = self.wish;
        self.wish = InkWish::of_id(group.id()).or(outer);
        for node in group.children() {
            match node {
                Node::Group(group) => self.group(group, around, clips),
                Node::Path(path) if slot_number(path.id()).is_none() => {
                    parts(path).for_each(|part| self.shape(path, part, around, clips.region.as_ref()));
                }
                Node::Path(_) | Node::Image(_) | Node::Text(_) => {}
            }
        }
        self.wish = outer;
    }

    fn inside(&self, clip: &ClipPath, at: Transform, around: Option<&Region>) -> Region {
        let at = at.pre_concat(clip.transform());
        let mut paths = Vec::new();
        paths_in(clip.root(), at, &mut paths);
        self.canvas.region(&paths, around)
    }

    fn shape(&mut self, path: &Path, part: ShapePart, around: Around, clip: Option<&Region>) {
        let (paint, opacity) = match part {
            ShapePart::Fill => path.fill().map(|fill| (fill.paint(), fill.opacity().get())),
            ShapePart::Stroke => path.stroke().map(|stroke| (stroke.paint(), stroke.opacity().get())),
        }
        .unzip();
        let colour = paint.and_then(mean_colour).unwrap_or(GREY);
        let bounds = path.abs_bounding_box();
        let [width, height] = self.size;
        let is_ground = bounds.left() <= self.margin
            && bounds.top() <= self.margin
            && bounds.right() >= width - self.margin
            && bounds.bottom() >= height - self.margin;
        let area = area_of(path, part);
        let is_blended = around.is_blended
            && !area.as_ref().is_some_and(|(area, even_odd)| self.canvas.is_bare(area, *even_odd, clip));
        let blended = if is_blended { BLENDED } else { 1.0 };
        let opacity = match self.washes {
            Washes::Tint => opacity.unwrap_or(1.0) * around.opacity * blended,
            Washes::Paint => 1.0,
        };
        let shape = Shape {
            part,
            colour,
            wish: self.wish,
            opacity,
            seen: 0.0,
            broad: 0.0,
            pen: path
                .stroke()
                .filter(|_| part == ShapePart::Stroke)
                .map(|stroke| stroke.width().get() * scale_of(path.abs_transform()) * self.scale),
            borders: BTreeMap::new(),
            covered: 0.0,
            is_ground: is_ground && part == ShapePart::Fill && clip.is_none(),
        };
        let is_seen = !shape.is_wash() && shape.wish != Some(InkWish::Drop);
        self.shapes.push(shape);
        let number = u32::try_from(self.shapes.len()).unwrap_or(u32::MAX);
        if !is_seen {
            return;
        }
        if let Some((area, even_odd)) = area {
            self.canvas.paint(&area, even_odd, clip, number);
        }
    }
}

/// What a part of a path covers, in the coordinates of the drawing, and whether it is counted even and odd.
fn area_of(path: &Path, part: ShapePart) -> Option<(Outline, bool)> {
    let at = path.abs_transform();
    match (part, path.fill(), path.stroke()) {
        (ShapePart::Fill, Some(fill), _) => {
            Some((path.data().clone().transform(at)?, fill.rule() == FillRule::EvenOdd))
        }
        (ShapePart::Stroke, _, Some(stroke)) => {
            let area = path.data().stroke(&stroke.to_tiny_skia(), scale_of(at))?;
            Some((area.transform(at)?, false))
        }
        _ => None,
    }
}

fn paths_in(group: &Group, at: Transform, found: &mut Vec<(Outline, bool)>) {
    let at = at.pre_concat(group.transform());
    for node in group.children() {
        match node {
            Node::Group(inner) => paths_in(inner, at, found),
            Node::Path(path) => {
                let even_odd = path.fill().is_some_and(|fill| fill.rule() == FillRule::EvenOdd);
                found.extend(path.data().clone().transform(at).map(|data| (data, even_odd)));
            }
            Node::Image(_) | Node::Text(_) => {}
        }
    }
}

/// How much a transform enlarges.
#[must_use]
pub fn scale_of(at: Transform) -> f32 {
    (at.sx * at.sy - at.kx * at.ky).abs().sqrt().max(f32::MIN_POSITIVE)
}

/// Counts what is seen of every shape; `side` is that of a cell in millimetres.
fn measure(canvas: &Canvas, shapes: &mut [Shape], side: f32) {
    let colours: Vec<Option<Colour>> =
        std::iter::once(None).chain(shapes.iter().map(|shape| Some(shape.colour))).collect();
    let reaches: Vec<[(isize, isize); 4]> =
        std::iter::once([(0, 0); 4]).chain(shapes.iter().map(|shape| directions(shape.breadth() / side))).collect();
    for y in 0..canvas.height.cast_signed() {
        for x in 0..canvas.width.cast_signed() {
            let number = canvas.at(x, y);
            for other in [canvas.at(x + 1, y), canvas.at(x, y + 1)] {
                border(shapes, number, other, side);
            }
            if number == PAPER {
                continue;
            }
            let own = colours[number as usize];
            let alike = |(dx, dy): &(isize, isize)| {
                let ends = [canvas.at(x + dx, y + dy), canvas.at(x - dx, y - dy)];
                ends.iter().all(|end| colours[*end as usize] == own)
            };
            let broad = reaches[number as usize].iter().all(alike);
            let shape = &mut shapes[number as usize - 1];
            shape.seen += side * side;
            shape.broad += if broad { side * side } else { 0.0 };
        }
    }
}

/// Four ways across, so many cells in each.
fn directions(cells: f32) -> [(isize, isize); 4] {
    #[allow(clippy::cast_possible_truncation, reason = "a few cells")]
    let reach = cells.round().clamp(1.0, 100.0) as isize;
    let slanted = (reach * 7 / 10).max(1);
    [(reach, 0), (0, reach), (slanted, slanted), (slanted, -slanted)]
}

fn border(shapes: &mut [Shape], a: u32, b: u32, side: f32) {
    let (upper, lower) = (a.max(b), a.min(b));
    if upper == lower {
        return;
    }
    *shapes[upper as usize - 1].borders.entry(lower).or_default() += side;
    if lower != PAPER {
        shapes[lower as usize - 1].covered += side;
    }
}
