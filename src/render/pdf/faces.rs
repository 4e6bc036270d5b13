//! Faces as forms: each layer in its turn, what is drawn more than once kept once.

use std::collections::BTreeSet;

use resvg::usvg::Transform;
use skrifa::outline::OutlinePen;

use crate::geom::Affine;
use crate::layout::Fonts;
use crate::layout::common::Common;
use crate::layout::face::{Art, Face, GlyphRun, Layer, Role, RunOutline};
use crate::render::outlines::draw_run;

use super::content::Content;
use super::fonts::FontBook;
use super::resources::{Form, Resources};
use super::tags::{Part, Tags, tag_of};

/// Turns faces into forms of one document.
pub struct Painter<'f> {
    /// What the document's streams refer to.
    pub resources: Resources,
    /// The fonts used so far.
    pub book: FontBook,
    /// How many millimetres a unit of the current drawing is, for what has to become pixels.
    pub scale: f32,
    /// The current drawing.
    pub drawing: Option<Common<Art>>,
    /// The way from its root to the current node: which child at each step. None leads into a pattern.
    pub way: Option<Vec<usize>>,
    /// Drawings of which a part had to become pixels.
    pub as_pixels: BTreeSet<String>,
    /// How many pixels that made so far.
    pub pixels: u64,
    /// What is read of all of it.
    pub tags: Tags,
    /// What was read so far of the face that is being painted, where its parts are read one by one.
    parts: Option<Vec<Part>>,
    /// Whether a part is being painted, and whether it is a figure, which is read as a whole.
    is_part: bool,
    is_figure: bool,
    fonts: &'f Fonts,
}

impl<'f> Painter<'f> {
    /// A painter with nothing painted.
    #[must_use]
    pub fn new(fonts: &'f Fonts, tags: Tags) -> Self {
        Self {
            resources: Resources::default(),
            book: FontBook::default(),
            scale: 1.0,
            drawing: None,
            way: None,
            as_pixels: BTreeSet::new(),
            pixels: 0,
            tags,
            parts: None,
            is_part: false,
            is_figure: false,
            fonts,
        }
    }

    /// The form of a face, in millimetres from its trim corner.
    pub fn face(&mut self, face: &Common<Face>) -> String {
        if let Some(name) = self.resources.faces.get(face) {
            return name.clone();
        }
        let mut content = Content::default();
        let own = self.tags.are_parts_read(face).then(Vec::new);
        let outer = (std::mem::replace(&mut self.parts, own), std::mem::replace(&mut self.is_part, false));
        self.layers(&face.layers, &mut content);
        let parts = std::mem::replace(&mut self.parts, outer.0);
        self.is_part = outer.1;
        let (w, h, b) = (face.size.width.mm_f32(), face.size.height.mm_f32(), face.bleed.mm_f32());
        let name = self.resources.add_form(Form { content, bounds: [-b, -b, w + b, h + b], is_group: false });
        self.resources.faces.insert(face.clone(), name.clone());
        self.tags.set_parts(&name, parts.unwrap_or_default());
        name
    }

    /// The form of loose layers on a page of a size in millimetres.
    pub fn loose(&mut self, layers: &[Layer], [width, height]: [f32; 2]) -> String {
        let mut content = Content::default();
        self.layers(layers, &mut content);
        self.resources.add_form(Form { content, bounds: [0.0, 0.0, width, height], is_group: false })
    }

    fn layers(&mut self, layers: &[Layer], out: &mut Content) {
        for layer in layers {
            self.layer(layer, out);
        }
    }

    fn layer(&mut self, layer: &Layer, out: &mut Content) {
        match layer {
            // Words that belong to nothing are read by themselves.
            Layer::Glyphs(_) if self.parts.is_some() && !self.is_part => {
                self.spoken(&Role::Paragraph, std::slice::from_ref(layer), out);
            }
            Layer::Glyphs(run) => {
                outline_letters(run, self.fonts, out);
                self.book.show(run, self.fonts, out);
            }
            Layer::Fill { rect, colour } => {
                out.fill_colour(*colour).rect(*rect).op("f");
            }
            Layer::Art { art, transform, slots, unit, clip } => {
                out.save();
                clip_to(*clip, out);
                out.transform(*transform);
                let outer = std::mem::replace(&mut self.scale, transform.0[0].abs().max(f32::MIN_POSITIVE));
                let outer_drawing = (self.drawing.replace(art.clone()), self.way.replace(Vec::new()));
                if slots.is_empty() {
                    let form = self.art(art);
                    out.paint(&form);
                } else {
                    self.art_with_slots(art, slots, *unit, out);
                }
                self.scale = outer;
                (self.drawing, self.way) = outer_drawing;
                out.restore();
            }
            Layer::Image { image, rect, clip } => {
                let name = self.resources.add_raster(image);
                let [x, y, w, h] = *rect;
                out.save();
                clip_to(*clip, out);
                let turn = if image.unchanged().is_some() { image.turn() } else { Affine::IDENTITY };
                let upright = Affine([1.0, 0.0, 0.0, -1.0, 0.0, 1.0]);
                out.transform(Affine([w, 0.0, 0.0, h, x, y]).after(turn).after(upright)).paint(&name).restore();
            }
            Layer::Face { face, transform } => {
                let form = self.face(face);
                let (w, h) = (face.size.width.mm_f32(), face.size.height.mm_f32());
                out.save().transform(*transform);
                // Seen from outside a piece ends at its trim.
                let trim = face.edge();
                if trim.is_empty() {
                    out.rect([0.0, 0.0, w, h]).clip(false);
                } else {
                    out.path(&trim).clip(false);
                }
                if self.is_figure {
                    out.paint(&form).restore();
                } else {
                    // A picture of a piece, not the piece: its words are not the page's.
                    out.op("/Artifact BMC").paint(&form).op("EMC").restore();
                }
            }
            Layer::Spoken { role, layers } => self.spoken(role, layers, out),
        }
    }

    /// Layers that are read as one, if they are read here.
    fn spoken(&mut self, role: &Role, layers: &[Layer], out: &mut Content) {
        let tag = tag_of(role);
        match (role, &mut self.parts) {
            (Role::Sign(said), _) => {
                let said = said.encode_utf16().fold(String::new(), |said, unit| said + &format!("{unit:04X}"));
                out.op(&format!("/{tag} <</ActualText <FEFF{said}>>> BDC"));
            }
            (role, Some(parts)) => {
                out.op(&format!("/{tag} <</MCID {}>> BDC", parts.len()));
                parts.push(Part::of(role.clone(), layers));
            }
            (_, None) => return self.layers(layers, out),
        }
        let is_figure = matches!(role, Role::Figure(_));
        let outer = (std::mem::replace(&mut self.is_part, true), std::mem::replace(&mut self.is_figure, is_figure));
        self.layers(layers, out);
        (self.is_part, self.is_figure) = outer;
        out.op("EMC");
    }

    fn art_with_slots(&mut self, art: &Common<Art>, slots: &[Vec<Layer>], unit: f32, out: &mut Content) {
        let mut fill = |painter: &mut Painter<'_>, number: usize, out: &mut Content| {
            let Some(layers) = slots.get(number).filter(|layers| !layers.is_empty()) else { return };
            out.save().transform(Affine::scale(unit, unit));
            painter.layers(layers, out);
            out.restore();
        };
        self.children(art.tree.root(), Transform::identity(), out, &mut fill);
    }

    /// The form of a picture in its own units.
    fn art(&mut self, art: &Common<Art>) -> String {
        if let Some(name) = self.resources.arts.get(art) {
            return name.clone();
        }
        let mut content = Content::default();
        self.children(art.tree.root(), Transform::identity(), &mut content, &mut |_, _, _| {});
        let size = art.tree.size();
        // Art may run over its frame, to bleed.
        let over = size.width().max(size.height());
        let bounds = [-over, -over, size.width() + over, size.height() + over];
        let name = self.resources.add_form(Form { content, bounds, is_group: false });
        self.resources.arts.insert(art.clone(), name.clone());
        name
    }
}

/// The line around letters, as a drawing of their outlines: text that is drawn twice would be read twice.
fn outline_letters(run: &GlyphRun, fonts: &Fonts, out: &mut Content) {
    let Some(RunOutline { colour, width }) = run.outline else { return };
    let mut path = Content::default();
    let mut pen = PathPen { out: &mut path, at: (0.0, 0.0) };
    // Letters that cannot be drawn were told when the text was set.
    if draw_run(run, fonts, &mut pen).is_err() || path.bytes.is_empty() {
        return;
    }
    out.op("/Artifact BMC").save().stroke_colour(colour).with(&[width * 2.0], "w").op("1 j").append(path);
    out.op("S").restore().op("EMC");
}

/// Writes outlines as PDF does, which knows no curves with one control point.
struct PathPen<'c> {
    out: &'c mut Content,
    at: (f32, f32),
}

impl OutlinePen for PathPen<'_> {
    fn move_to(&mut self, x: f32, y: f32) {
        self.out.with(&[x, y], "m");
        self.at = (x, y);
    }
    fn line_to(&mut self, x: f32, y: f32) {
        self.out.with(&[x, y], "l");
        self.at = (x, y);
    }
    fn quad_to(&mut self, cx: f32, cy: f32, x: f32, y: f32) {
        let towards = |from: f32, control: f32| from + (control - from) * 2.0 / 3.0;
        let (ax, ay) = (towards(self.at.0, cx), towards(self.at.1, cy));
        self.curve_to(ax, ay, towards(x, cx), towards(y, cy), x, y);
    }
    fn curve_to(&mut self, ax: f32, ay: f32, bx: f32, by: f32, x: f32, y: f32) {
        self.out.with(&[ax, ay, bx, by, x, y], "c");
        self.at = (x, y);
    }
    fn close(&mut self) {
        self.out.op("h");
    }
}

fn clip_to(clip: Option<[f32; 4]>, out: &mut Content) {
    if let Some(rect) = clip {
        out.rect(rect).clip(false);
    }
}
