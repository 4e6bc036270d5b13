//! A face painted straight into pixels, layer by layer. Decides no position and reads no SVG: drawings come as the
//! trees that were read with them.

use std::collections::HashMap;
use std::rc::Rc;

use resvg::tiny_skia::{
    FillRule, FilterQuality, IntSize, LineJoin, Paint, Path, PathBuilder, Pattern, Pixmap, PixmapPaint, Rect,
    SpreadMode, Stroke,
};
use resvg::usvg::{Group, Node, Transform};
use skrifa::outline::OutlinePen;

use crate::geom::Affine;
use crate::layout::Fonts;
use crate::layout::common::{Common, Fingerprint};
use crate::layout::face::{Art, Face, GlyphRun, Layer, Raster, Role, slot_number};
use crate::layout::without_words;
use crate::math;
use crate::model::{Colour, PathStep};
use crate::units::{Length, pixels_per_mm};

use super::clips::{blend, clip_mask};
use super::node::draw_node;

/// More pixels than this is a slip of the resolution.
const MOST_PIXELS: u64 = 60_000_000;

/// Pictures that are made ready are forgotten when they take more bytes than this.
const MOST_KEPT: usize = 16_000_000;

/// So many pictures of what lies under words are kept: the faces of a deck have few of them.
const MOST_UNDER: usize = 16;

/// What of a face is painted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Part {
    /// All of it.
    Whole,
    /// All but its words and the signs among them.
    UnderWords,
    /// Those alone, the lines shaded as much as letters would cover of them.
    ShadedWords,
}

/// A face in pixels.
pub struct Painted {
    /// Pixels across.
    pub width: u32,
    /// Pixels down.
    pub height: u32,
    /// Four bytes a pixel, red green blue alpha, rows from the top.
    pub rgba: Vec<u8>,
}

/// What lies under the words of a face, in pixels. Faces that differ in their words only have it in common.
pub struct UnderWords(Rc<Pixmap>);

impl UnderWords {
    /// Pixels across and down.
    #[must_use]
    pub fn size(&self) -> (u32, u32) {
        (self.0.width(), self.0.height())
    }

    /// The colour of a pixel on white paper, and how much of the paper it covers; none off the picture.
    #[must_use]
    pub fn on_paper(&self, column: u32, row: u32) -> Option<(Colour, f32)> {
        on_paper(&self.0, column, row)
    }
}

/// The colour of a pixel on white paper, and how much of the paper it covers; none off the picture.
pub(super) fn on_paper(picture: &Pixmap, column: u32, row: u32) -> Option<(Colour, f32)> {
    let pixel = picture.pixel(column, row)?;
    let paper = u8::MAX - pixel.alpha();
    // Colours are kept as much darker as they are clear.
    let colour = Colour { red: pixel.red() + paper, green: pixel.green() + paper, blue: pixel.blue() + paper };
    Some((colour, f32::from(pixel.alpha()) / 255.0))
}

/// Letters cover about this much of a line as high as their capitals.
const LETTERS_COVER: f32 = 0.28;
/// Capitals are about this high, as a part of the size.
const CAPITALS: f32 = 0.7;

/// Paints faces; pictures that several of them share are made ready once.
pub struct RasterPainter<'f> {
    fonts: &'f Fonts,
    part: Part,
    /// What lies under words, by what it looks like and how large it is.
    under: HashMap<(Fingerprint, u32, u32), Rc<Pixmap>>,
    /// Pictures in pixels, half as large as often as it takes.
    images: HashMap<(Common<Raster>, u32), Pixmap>,
    /// How many bytes those are.
    kept: usize,
    /// The first thing that could not be painted.
    failed: Option<String>,
}

impl<'f> RasterPainter<'f> {
    /// A painter of whole faces.
    #[must_use]
    pub fn new(fonts: &'f Fonts) -> Self {
        Self { fonts, part: Part::Whole, under: HashMap::new(), images: HashMap::new(), kept: 0, failed: None }
    }

    /// A face with its bleed at a resolution in dots per inch.
    ///
    /// # Errors
    /// A sentence when the picture would be too large or cannot be painted.
    pub fn face(&mut self, face: &Face, dots_per_inch: f64) -> Result<Painted, String> {
        let pixmap = self.pixmap(face, dots_per_inch)?;
        let (width, height) = (pixmap.width(), pixmap.height());
        Ok(Painted { width, height, rgba: pixmap.take_demultiplied() })
    }

    /// The same, as the painting library keeps it.
    pub(super) fn pixmap(&mut self, face: &Face, dots_per_inch: f64) -> Result<Pixmap, String> {
        let mut pixmap = empty(face, dots_per_inch)?;
        self.layers(&face.layers, place(face, dots_per_inch), &mut pixmap)?;
        Ok(pixmap)
    }

    /// What lies under the words of a face, with its bleed, at a resolution in dots per inch.
    ///
    /// # Errors
    /// A sentence when the picture would be too large or cannot be painted.
    pub fn under_words(&mut self, face: &Face, dots_per_inch: f64) -> Result<UnderWords, String> {
        let mut pixmap = empty(face, dots_per_inch)?;
        let key = (without_words(face), pixmap.width(), pixmap.height());
        if let Some(known) = self.under.get(&key) {
            return Ok(UnderWords(Rc::clone(known)));
        }
        self.only(Part::UnderWords, face, dots_per_inch, &mut pixmap)?;
        if self.under.len() == MOST_UNDER {
            self.under.clear();
        }
        let under = Rc::new(pixmap);
        self.under.insert(key, Rc::clone(&under));
        Ok(UnderWords(under))
    }

    /// A face with its lines of words shaded, for pictures too coarse to show letters.
    pub(super) fn shaded(&mut self, face: &Face, dots_per_inch: f64) -> Result<Pixmap, String> {
        let mut pixmap = (*self.under_words(face, dots_per_inch)?.0).clone();
        self.only(Part::ShadedWords, face, dots_per_inch, &mut pixmap)?;
        Ok(pixmap)
    }

    /// A part of a face.
    fn only(&mut self, part: Part, face: &Face, dots_per_inch: f64, out: &mut Pixmap) -> Result<(), String> {
        self.part = part;
        let painted = self.layers(&face.layers, place(face, dots_per_inch), out);
        self.part = Part::Whole;
        painted
    }

    /// Layers at a place of a picture.
    ///
    /// # Errors
    /// A sentence when something of them cannot be painted.
    pub(super) fn layers(&mut self, layers: &[Layer], at: Transform, out: &mut Pixmap) -> Result<(), String> {
        self.paint(layers, at, out);
        self.failed.take().map_or(Ok(()), Err)
    }

    fn paint(&mut self, layers: &[Layer], at: Transform, out: &mut Pixmap) {
        for layer in layers {
            self.layer(layer, at, out);
        }
    }

    fn layer(&mut self, layer: &Layer, at: Transform, out: &mut Pixmap) {
        let is_under = self.part != Part::ShadedWords;
        match layer {
            Layer::Glyphs(run) => self.run(run, at, out),
            Layer::Fill { .. } | Layer::Image { .. } if !is_under => {}
            Layer::Art { slots, .. } if slots.is_empty() && !is_under => {}
            Layer::Fill { rect, colour } => {
                if let Some(path) = rect_path(*rect) {
                    out.fill_path(&path, &paint(*colour), FillRule::Winding, at, None);
                }
            }
            Layer::Art { art, transform, slots, unit, clip } => match clip.map(rect_path) {
                None => self.art(art, (slots, *unit), at.pre_concat(matrix(*transform)), out),
                Some(None) => {}
                Some(Some(path)) => clipped(&path, at, out, |part, shift| {
                    self.art(art, (slots, *unit), shift.pre_concat(at).pre_concat(matrix(*transform)), part);
                }),
            },
            Layer::Image { image, rect, clip } => match clip.map(rect_path) {
                None => self.image(image, *rect, at, out),
                Some(None) => {}
                Some(Some(path)) => {
                    clipped(&path, at, out, |part, shift| self.image(image, *rect, shift.pre_concat(at), part));
                }
            },
            Layer::Spoken { role: Role::Sign(_), layers } => self.sign(layers, at, out),
            Layer::Spoken { layers, .. } => self.paint(layers, at, out),
            Layer::Face { face, transform } => {
                let at = at.pre_concat(matrix(*transform));
                // Seen from outside a piece ends at its trim.
                if let Some(trim) = steps_path(&face.edge()) {
                    clipped(&trim, at, out, |part, shift| self.paint(&face.layers, shift.pre_concat(at), part));
                }
            }
        }
    }

    fn run(&mut self, run: &GlyphRun, at: Transform, out: &mut Pixmap) {
        match self.part {
            Part::Whole => self.letters(run, at, out),
            Part::UnderWords => {}
            Part::ShadedWords => shade(run, at, out),
        }
    }

    /// A sign among words, which is whole where they are not.
    fn sign(&mut self, layers: &[Layer], at: Transform, out: &mut Pixmap) {
        let part = std::mem::replace(&mut self.part, Part::Whole);
        if part != Part::UnderWords {
            self.paint(layers, at, out);
        }
        self.part = part;
    }

    fn letters(&mut self, run: &GlyphRun, at: Transform, out: &mut Pixmap) {
        let mut pen = PathPen(PathBuilder::new());
        if let Err(why) = super::outlines::draw_run(run, self.fonts, &mut pen) {
            self.failed.get_or_insert(why);
        }
        if let Some(path) = pen.0.finish() {
            if let Some(outline) = run.outline {
                let stroke = Stroke { width: outline.width * 2.0, line_join: LineJoin::Round, ..Stroke::default() };
                out.stroke_path(&path, &paint(outline.colour), &stroke, at, None);
            }
            out.fill_path(&path, &paint(run.colour), FillRule::Winding, at, None);
        }
    }

    fn image(&mut self, image: &Common<Raster>, [x, y, w, h]: [f32; 4], at: Transform, out: &mut Pixmap) {
        let Some(path) = rect_path([x, y, w, h]) else { return };
        let pixels = image.width as f32 / (w * math::hypotf(at.sx, at.ky)).max(f32::MIN_POSITIVE);
        let times = halvings(pixels, image);
        let Some(picture) = self.ready(image, times) else { return };
        // What is enlarged to be seen as squares, as in the PDF.
        let quality = if image.shows_pixels && pixels < 1.0 { FilterQuality::Nearest } else { FilterQuality::Bicubic };
        let (across, down) = (w / picture.width() as f32, h / picture.height() as f32);
        let at_its_place = Transform::from_translate(x, y).pre_scale(across, down);
        let shader = Pattern::new(picture.as_ref(), SpreadMode::Pad, quality, 1.0, at_its_place);
        let paint = Paint { shader, anti_alias: true, ..Paint::default() };
        out.fill_path(&path, &paint, FillRule::Winding, at, None);
    }

    /// A picture, half as large so many times: sampling a large picture at a few points would miss the rest.
    fn ready(&mut self, image: &Common<Raster>, times: u32) -> Option<&Pixmap> {
        let key = (image.clone(), times);
        if !self.images.contains_key(&key) {
            let block = match image.pixels(times) {
                Ok(block) => block,
                Err(trouble) => {
                    self.failed.get_or_insert_with(|| trouble.told(&image.name).message);
                    return None;
                }
            };
            let size = IntSize::from_wh(block.width, block.height)?;
            let picture = Pixmap::from_vec(premultiplied(block.rgba), size)?;
            self.kept += picture.data().len();
            if self.kept > MOST_KEPT {
                self.images.clear();
                self.kept = picture.data().len();
            }
            self.images.insert(key.clone(), picture);
        }
        self.images.get(&key)
    }

    fn art(&mut self, art: &Art, slots: (&[Vec<Layer>], f32), at: Transform, out: &mut Pixmap) {
        if slots.0.is_empty() {
            resvg::render(&art.tree, at, &mut out.as_mut());
        } else {
            self.group(art.tree.root(), slots, at, out);
        }
    }

    /// A group that may hold slots: its children one by one, and what lies at a slot in its place among them.
    fn group(&mut self, group: &Group, slots: (&[Vec<Layer>], f32), at: Transform, out: &mut Pixmap) {
        let at = at.pre_concat(group.transform());
        if !group.should_isolate() {
            return self.children(group, slots, at, out);
        }
        let Some(mut own) = Pixmap::new(out.width(), out.height()) else { return };
        self.children(group, slots, at, &mut own);
        if let Some(mask) = group.clip_path().and_then(|clip| clip_mask(clip, at, &own)) {
            own.apply_mask(&mask);
        }
        let blend_mode = blend(group.blend_mode());
        let paint = PixmapPaint { opacity: group.opacity().get(), blend_mode, quality: FilterQuality::Nearest };
        out.draw_pixmap(0, 0, own.as_ref(), &paint, Transform::identity(), None);
    }

    fn children(&mut self, group: &Group, slots: (&[Vec<Layer>], f32), at: Transform, out: &mut Pixmap) {
        for node in group.children() {
            match node {
                Node::Group(inner) if has_slot(inner) => self.group(inner, slots, at, out),
                Node::Path(path) if slot_number(path.id()).is_some() => {
                    let layers = slot_number(path.id()).and_then(|number| slots.0.get(number));
                    if let Some(layers) = layers.filter(|_| path.is_visible()) {
                        self.paint(layers, at.pre_scale(slots.1, slots.1), out);
                    }
                }
                _ if self.part == Part::ShadedWords => {}
                _ => draw_node(node, at, out),
            }
        }
    }
}

/// A picture for a face with its bleed.
fn empty(face: &Face, dots_per_inch: f64) -> Result<Pixmap, String> {
    let size = face.size.grown(face.bleed);
    let side = |length: Length| length.pixels(dots_per_inch).max(1);
    let (width, height) = (side(size.width), side(size.height));
    if u64::from(width) * u64::from(height) > MOST_PIXELS {
        return Err(format!("`{}` would be {width} x {height} pixels; use fewer dots per inch", face.id));
    }
    Pixmap::new(width, height).ok_or_else(|| format!("`{}` cannot be painted", face.id))
}

/// Where the corner of its trim lies in that picture.
fn place(face: &Face, dots_per_inch: f64) -> Transform {
    let (k, bleed) = (pixels_per_mm(dots_per_inch), face.bleed.mm_f32());
    Transform::from_scale(k, k).pre_translate(bleed, bleed)
}

fn shade(run: &GlyphRun, at: Transform, out: &mut Pixmap) {
    let (x, y) = run.origin;
    let Some(path) = rect_path([x, y - run.size * CAPITALS, run.advance, run.size * CAPITALS]) else { return };
    let mut ink = paint(run.colour);
    ink.shader.apply_opacity(LETTERS_COVER);
    out.fill_path(&path, &ink, FillRule::Winding, at, None);
}

fn has_slot(group: &Group) -> bool {
    group.children().iter().any(|node| match node {
        Node::Group(group) => has_slot(group),
        Node::Path(path) => slot_number(path.id()).is_some(),
        Node::Image(_) | Node::Text(_) => false,
    })
}

/// Paints into a picture of its own, as large as a path, and puts what is inside the path on the whole.
fn clipped(path: &Path, at: Transform, out: &mut Pixmap, draw: impl FnOnce(&mut Pixmap, Transform)) {
    let Some(path) = path.clone().transform(at) else { return };
    let whole = Rect::from_xywh(0.0, 0.0, out.width() as f32, out.height() as f32);
    let Some(part) = whole.and_then(|whole| path.bounds().intersect(&whole)).and_then(|part| part.round_out()) else {
        return;
    };
    let Some(mut own) = Pixmap::new(part.width(), part.height()) else { return };
    let (x, y) = (part.x() as f32, part.y() as f32);
    draw(&mut own, Transform::from_translate(-x, -y));
    let place = Transform::from_translate(x, y);
    let shader = Pattern::new(own.as_ref(), SpreadMode::Pad, FilterQuality::Nearest, 1.0, place);
    let paint = Paint { shader, anti_alias: true, ..Paint::default() };
    out.fill_path(&path, &paint, FillRule::Winding, Transform::identity(), None);
}

/// A path of the model as the painting library keeps it.
pub(super) fn steps_path(steps: &[PathStep]) -> Option<Path> {
    let mut path = PathBuilder::new();
    for step in steps {
        match *step {
            PathStep::Move(x, y) => path.move_to(x, y),
            PathStep::Line(x, y) => path.line_to(x, y),
            PathStep::Cubic([a, b, c, d, x, y]) => path.cubic_to(a, b, c, d, x, y),
            PathStep::Close => path.close(),
        }
    }
    path.finish()
}

pub(super) fn rect_path([x, y, w, h]: [f32; 4]) -> Option<Path> {
    Rect::from_xywh(x, y, w, h).map(PathBuilder::from_rect)
}

pub(super) fn paint(colour: Colour) -> Paint<'static> {
    let mut paint = Paint { anti_alias: true, ..Paint::default() };
    paint.set_color_rgba8(colour.red, colour.green, colour.blue, u8::MAX);
    paint
}

pub(super) fn matrix(Affine([a, b, c, d, e, f]): Affine) -> Transform {
    Transform::from_row(a, b, c, d, e, f)
}

/// How often a picture is halved when so many of its pixels fall on one that is painted.
fn halvings(pixels: f32, image: &Raster) -> u32 {
    let smallest = image.width.min(image.height);
    (0..12)
        .take_while(|times| pixels > f32::from(2_u16 << times) && smallest >> times > 1)
        .count()
        .try_into()
        .unwrap_or(0)
}

fn premultiplied(mut rgba: Vec<u8>) -> Vec<u8> {
    let part =
        |value: u8, alpha: u8| u8::try_from((u16::from(value) * u16::from(alpha) + 127) / 255).unwrap_or(u8::MAX);
    for pixel in rgba.chunks_exact_mut(4).filter(|pixel| pixel[3] < u8::MAX) {
        let alpha = pixel[3];
        for colour in &mut pixel[..3] {
            *colour = part(*colour, alpha);
        }
    }
    rgba
}

/// Keeps outlines as the painting library does.
struct PathPen(PathBuilder);

impl OutlinePen for PathPen {
    fn move_to(&mut self, x: f32, y: f32) {
        self.0.move_to(x, y);
    }
    fn line_to(&mut self, x: f32, y: f32) {
        self.0.line_to(x, y);
    }
    fn quad_to(&mut self, cx: f32, cy: f32, x: f32, y: f32) {
        self.0.quad_to(cx, cy, x, y);
    }
    fn curve_to(&mut self, ax: f32, ay: f32, bx: f32, by: f32, x: f32, y: f32) {
        self.0.cubic_to(ax, ay, bx, by, x, y);
    }
    fn close(&mut self) {
        self.0.close();
    }
}
