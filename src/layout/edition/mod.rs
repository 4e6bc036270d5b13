//! The low-ink and black-ink editions of faces: floods become outlines and patterns, text turns black, and whatever
//! stood out from its ground still does. Works on finished faces; how they came about is no concern of it.

mod canvas;
mod edges;
mod frame;
mod judge;
mod pattern;
mod redraw;
mod shapes;
mod tone;

use std::collections::HashMap;

use resvg::usvg;

use crate::diag::{Diagnostic, Diagnostics};
use crate::geom::Affine;
use crate::model::{Colour, Game, Ink, Pattern};

use super::common::Common;
use super::face::{Art, Face, Layer, Raster};
use super::laid::{LaidComponent, LaidPiece};
use super::pixels::Repaint;

use frame::{Frame, FrameKind};
use judge::{Rules, Verdict};
use redraw::{Manner, redraw};
use shapes::{LINE_BREADTH, Shape, Washes, shapes_of};
use tone::{BLACKISH, NOTICED, PAPER, TOLD_APART, Tone, as_line};

/// Plain rectangles narrower than this are lines, in millimetres.
const LINE: f32 = 0.8;
/// On backs a pattern only runs along the edge, this far in from the cut, in millimetres.
const BACK_EDGE: f32 = 3.0;
/// How far letters reach beside their line, above and below it, in sizes; and below it those that have a foot.
const LETTERS: [f32; 3] = [0.05, 0.75, 0.05];
const FOOT: f32 = 0.22;
/// The letters that do.
const WITH_FOOT: &str = "gjpqyQJ,;()[]{}|_@$/\u{e7}";
/// Of a picture in pixels so many parts in four are paper, on fronts and on backs.
const FRONT_PAPER: u16 = 1;
const BACK_PAPER: u16 = 3;
/// A frame that comes so near to the cut, in millimetres, ends there.
const AT_THE_CUT: f32 = 0.3;

/// Turns faces into those of an edition; what lies on several of them is drawn once.
pub struct Edition {
    ink: Ink,
    roles: HashMap<Colour, Pattern>,
    arts: HashMap<ArtKey, KnownArt>,
    rasters: HashMap<(Common<Raster>, bool), Common<Raster>>,
    /// By what they look like, their names, and whether they are backs.
    faces: HashMap<(Common<Face>, String, bool), Common<Face>>,
}

/// A drawing, and all that decides how it is drawn.
#[derive(PartialEq, Eq, Hash)]
struct ArtKey {
    art: Common<Art>,
    scale: u32,
    edge: Option<u32>,
    is_picture: bool,
    frame: FrameKind,
}

struct KnownArt {
    to: Common<Art>,
    /// Where each slot lies in the drawing.
    slots: Vec<(usize, Affine)>,
}

/// Where a layer is printed, and on what.
#[derive(Clone, Copy)]
struct DrawContext {
    /// From its coordinates to millimetres of the face.
    at: Affine,
    /// Width and height to which the face is cut; none where a drawing is a face of its own, as the sides of a net are.
    trim: Option<[f32; 2]>,
    /// Whether this is a net, the sides of which lie at its slots.
    is_net: bool,
    /// How far in from the edge patterns go, on a back.
    edge: Option<f32>,
    /// Whether it was put on a drawing, so that it may have had a dark ground.
    is_picture: bool,
}

impl DrawContext {
    /// Millimetres to the unit.
    fn scale(&self) -> f32 {
        scale_of(self.at)
    }

    /// The same for what is drawn in coordinates of its own, in a frame of this size.
    fn inside(self, inner: Affine, size: [f32; 2]) -> Self {
        let at = self.at.after(inner);
        let Some(trim) = self.trim else {
            let scale = scale_of(at);
            return Self { at: Affine::scale(scale, scale), trim: Some(size.map(|side| side * scale)), ..self };
        };
        Self { at, trim: Some(trim), ..self }
    }

    /// Whether the piece is cut along each side of a frame: left, top, right and bottom.
    fn cut_sides(&self, [width, height]: [f32; 2]) -> [bool; 4] {
        let Some([across, down]) = self.trim else { return [true; 4] };
        let corners = [(0.0, 0.0), (width, 0.0), (width, height), (0.0, height)].map(|(x, y)| self.at.apply(x, y));
        let is_cut = |side: usize| {
            let (a, b) = (corners[side], corners[(side + 1) % 4]);
            let both = |off: &dyn Fn((f32, f32)) -> bool| off(a) && off(b);
            both(&|(x, _)| x < AT_THE_CUT)
                || both(&|(_, y)| y < AT_THE_CUT)
                || both(&|(x, _)| x > across - AT_THE_CUT)
                || both(&|(_, y)| y > down - AT_THE_CUT)
        };
        [is_cut(3), is_cut(0), is_cut(1), is_cut(2)]
    }
}

impl Edition {
    /// The edition a game asks for; none when faces stay as they were drawn.
    #[must_use]
    pub fn of(game: &Game) -> Option<Self> {
        let role = |(name, pattern): (&String, &Pattern)| Some((game.palette.get(name)?, *pattern));
        (game.ink != Ink::Full).then(|| Self {
            ink: game.ink,
            roles: game.patterns.iter().filter_map(role).collect(),
            arts: HashMap::new(),
            rasters: HashMap::new(),
            faces: HashMap::new(),
        })
    }

    /// A component with the faces of this edition.
    pub fn component(&mut self, laid: LaidComponent, found: &mut Diagnostics) -> LaidComponent {
        let mut piece = |piece: LaidPiece| LaidPiece {
            front: self.shared_face(&piece.front, false, found),
            back: piece.back.as_ref().map(|back| self.shared_face(back, true, found)),
            ..piece
        };
        LaidComponent { pieces: laid.pieces.into_iter().map(&mut piece).collect(), ..laid }
    }

    fn shared_face(&mut self, face: &Common<Face>, is_back: bool, found: &mut Diagnostics) -> Common<Face> {
        let key = (face.clone(), face.id.clone(), is_back);
        if let Some(known) = self.faces.get(&key) {
            return known.clone();
        }
        let drawn = Common::new(self.face(face, is_back, found));
        self.faces.insert(key, drawn.clone());
        drawn
    }

    /// A face of this edition. Faces that lie on it are those of this edition already.
    pub fn face(&mut self, face: &Face, is_back: bool, found: &mut Diagnostics) -> Face {
        let edge = is_back.then(|| face.bleed.mm_f32() + BACK_EDGE);
        let trim = Some([face.size.width.mm_f32(), face.size.height.mm_f32()]);
        let is_net = !face.folds.is_empty();
        let spot = DrawContext { at: Affine::IDENTITY, trim, is_net, edge, is_picture: false };
        let layers = self.layers(&face.layers, spot, found);
        let (id, folds, cut) = (face.id.clone(), face.folds.clone(), face.cut.clone());
        Face { id, folds, cut, layers, ..*face }
    }

    fn layers(&mut self, layers: &[Layer], spot: DrawContext, found: &mut Diagnostics) -> Vec<Layer> {
        let mut drawn: Vec<Layer> = layers.iter().filter_map(|layer| self.layer(layer, spot, found)).collect();
        let has_text = |layer: &Layer| layer.seen().any(|layer| matches!(layer, Layer::Glyphs(_)));
        let first = drawn.iter().position(has_text).unwrap_or(0);
        drawn.splice(first..first, layers.iter().flat_map(Layer::seen).filter_map(clearing));
        drawn
    }

    fn layer(&mut self, layer: &Layer, spot: DrawContext, found: &mut Diagnostics) -> Option<Layer> {
        Some(match layer {
            Layer::Glyphs(run) => {
                let mut run = run.clone();
                run.colour = Colour::BLACK;
                run.outline = None;
                Layer::Glyphs(run)
            }
            Layer::Fill { rect, colour } if rect[2].min(rect[3]) * spot.scale() < widest_line(*colour) => {
                Layer::Fill { rect: *rect, colour: self.line(*colour) }
            }
            Layer::Fill { rect, colour } => self.plain_ground(*rect, *colour, spot, found)?,
            Layer::Image { image, rect, clip } => {
                Layer::Image { image: self.raster(image, spot.edge.is_some()), rect: *rect, clip: *clip }
            }
            Layer::Art { art, transform, slots, unit, clip } => {
                let inner = spot.inside(*transform, art.size());
                let (to, places) = self.art(art, inner, clip.is_none(), found);
                let filled = |(number, layers): (usize, &Vec<Layer>)| {
                    let place = places.iter().find(|(known, _)| *known == number);
                    let place = place.map_or(Affine::scale(1.0 / unit, 1.0 / unit), |(_, place)| *place);
                    let at = inner.at.after(place).after(Affine::scale(*unit, *unit));
                    let trim = inner.trim.filter(|_| !inner.is_net);
                    let edge = spot.edge.map(|_| BACK_EDGE);
                    self.layers(layers, DrawContext { at, trim, is_net: false, edge, is_picture: true }, found)
                };
                let slots = slots.iter().enumerate().map(filled).collect();
                Layer::Art { art: to, transform: *transform, slots, unit: *unit, clip: *clip }
            }
            Layer::Face { .. } => layer.clone(),
            Layer::Spoken { role, layers } => {
                let layers = layers.iter().filter_map(|layer| self.layer(layer, spot, found)).collect();
                Layer::Spoken { role: role.clone(), layers }
            }
        })
    }

    fn line(&self, colour: Colour) -> Colour {
        if self.ink == Ink::Mono { Colour::BLACK } else { as_line(colour) }
    }

    /// A plain rectangle as a drawing: paper with the pattern of its colour.
    fn plain_ground(
        &mut self,
        rect: [f32; 4],
        colour: Colour,
        spot: DrawContext,
        found: &mut Diagnostics,
    ) -> Option<Layer> {
        let [x, y, w, h] = rect;
        let svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{w}\" height=\"{h}\">\
             <rect width=\"{w}\" height=\"{h}\" fill=\"{colour}\"/></svg>"
        );
        let art = Common::new(read(&format!("ground in {colour}"), svg, found)?);
        let transform = Affine::translate(x, y);
        let (art, _) = self.art(&art, spot.inside(transform, [w, h]), true, found);
        Some(Layer::Art { art, transform, slots: Vec::new(), unit: 1.0, clip: None })
    }

    /// A drawing of this edition, and where its slots are. What is open is also seen outside its frame.
    fn art(
        &mut self,
        art: &Common<Art>,
        spot: DrawContext,
        is_open: bool,
        found: &mut Diagnostics,
    ) -> (Common<Art>, Vec<(usize, Affine)>) {
        let (scale, edge, is_picture) = (spot.scale(), spot.edge, spot.is_picture);
        // Lines along the edge of a clip would be half cut off.
        let cut = if is_open { spot.cut_sides(art.size()) } else { [true; 4] };
        let kind = FrameKind { cut, is_open };
        let key =
            ArtKey { art: art.clone(), scale: scale.to_bits(), edge: edge.map(f32::to_bits), is_picture, frame: kind };
        if let Some(known) = self.arts.get(&key) {
            return (known.to.clone(), known.slots.clone());
        }
        if has_image(art.tree.root()) {
            let message =
                format!("pictures that `{}` repeats, masks or has from other drawings are left out", art.name);
            let hint =
                "with little ink they print in boxes of templates, and in `<image>`s that stand in the drawing itself";
            found.push(Diagnostic::warning(message).hint(hint).once());
        }
        let frame = Frame::of(&art.tree, kind);
        let verdicts = self.verdicts(&art.tree, scale, &frame, is_picture);
        let prefix = format!("edition-{}-", self.arts.len());
        let redrawn = redraw(&art.tree, &verdicts, &Manner { ink: self.ink, scale, edge, prefix, frame });
        let to = read(&art.name, redrawn.svg, found).map_or_else(|| art.clone(), Common::new);
        let known = KnownArt { to: to.clone(), slots: redrawn.slots };
        let slots = self.arts.entry(key).or_insert(known).slots.clone();
        (to, slots)
    }

    /// What becomes of all shapes of a drawing. A picture that means something shows something: when nothing on its ground
    /// would, its colours stand out more, and of a picture that is nothing but tint, that counts as painted.
    fn verdicts(&self, tree: &usvg::Tree, scale: f32, frame: &Frame, is_picture: bool) -> Vec<Verdict> {
        let rules = Rules {
            ink: self.ink,
            roles: &self.roles,
            below: Colour::WHITE,
            noticed: NOTICED,
            is_cut_around: frame.is_cut_around(),
        };
        if !is_picture {
            return rules.judge(&shapes_of(tree, scale, frame, Washes::Tint));
        }
        let mut shapes = shapes_of(tree, scale, frame, Washes::Tint);
        let below = ground_of_picture(&mut shapes);
        let mut verdicts = Vec::new();
        for noticed in [NOTICED, TOLD_APART] {
            verdicts = Rules { below, noticed, ..rules }.judge(&shapes);
            let is_seen = |(shape, verdict): (&Shape, &Verdict)| !shape.is_ground && !verdict.is_blank();
            if shapes.iter().zip(&verdicts).any(is_seen) {
                return verdicts;
            }
        }
        if shapes.iter().all(Shape::is_wash) {
            let mut shapes = shapes_of(tree, scale, frame, Washes::Paint);
            let below = ground_of_picture(&mut shapes);
            verdicts = Rules { below, noticed: TOLD_APART, ..rules }.judge(&shapes);
        }
        verdicts
    }

    fn raster(&mut self, image: &Common<Raster>, is_back: bool) -> Common<Raster> {
        let key = (image.clone(), is_back);
        if let Some(known) = self.rasters.get(&key) {
            return known.clone();
        }
        let repaint = match image.shape() {
            Some(colour) => Repaint::Plain(self.line(colour)),
            None => {
                let paper = if is_back { BACK_PAPER } else { FRONT_PAPER };
                Repaint::Paled { paper, is_grey: self.ink == Ink::Mono }
            }
        };
        let drawn = Common::new(image.repainted(repaint));
        self.rasters.insert(key, drawn.clone());
        drawn
    }
}

/// How wide a plain rectangle of a colour is at most that is a line.
fn widest_line(colour: Colour) -> f32 {
    if Tone::of(colour).lightness() < BLACKISH { LINE_BREADTH * 2.0 } else { LINE }
}

/// The paper below a line of text: lines and patterns do not run through letters.
fn clearing(layer: &Layer) -> Option<Layer> {
    let Layer::Glyphs(run) = layer else { return None };
    let (x, y) = run.origin;
    let [side, above, below] = LETTERS.map(|part| part * run.size);
    // Scripts other than Latin have feet of their own.
    let has_foot = run.text.chars().any(|letter| WITH_FOOT.contains(letter) || letter > '\u{24f}');
    let below = if has_foot { FOOT * run.size } else { below };
    let rect = [x - side, y - above, run.advance + side * 2.0, above + below];
    Some(Layer::Fill { rect, colour: Colour::WHITE })
}

/// What a picture was drawn to lie on. A sign that is nothing but light turns black when it has one tone.
fn ground_of_picture(shapes: &mut [Shape]) -> Colour {
    if !is_light_sign(shapes) {
        return Colour::WHITE;
    }
    if has_tones(shapes) {
        return Colour::BLACK;
    }
    for shape in shapes {
        shape.colour = Colour::BLACK;
    }
    Colour::WHITE
}

/// How much a placing enlarges.
fn scale_of(Affine([a, b, c, d, ..]): Affine) -> f32 {
    (a * d - b * c).abs().sqrt()
}

fn read(name: &str, svg: String, found: &mut Diagnostics) -> Option<Art> {
    match usvg::Tree::from_str(&svg, &usvg::Options::default()) {
        Ok(tree) => Some(Art { name: name.to_owned(), svg, tree }),
        Err(error) => {
            found.push(Diagnostic::error(format!("`{name}` cannot be drawn in this edition: {error}")));
            None
        }
    }
}

/// Whether a picture has no colour but paper's, so that it was only seen on something dark, which is paper now.
fn is_light_sign(shapes: &[Shape]) -> bool {
    let is_light =
        |shape: &Shape| Tone::of(shape.colour).lightness() > PAPER && !shape.is_ground && shape.wish.is_none();
    !shapes.is_empty() && shapes.iter().all(is_light)
}

/// Whether parts of a picture stand out from others.
fn has_tones(shapes: &[Shape]) -> bool {
    let mut tones = shapes.iter().map(|shape| Tone::of(shape.colour));
    tones.next().is_some_and(|first| tones.any(|tone| tone.stands_out(first)))
}

/// Whether a drawing holds a picture that is not painted at a slot.
fn has_image(group: &usvg::Group) -> bool {
    group.children().iter().any(|node| match node {
        usvg::Node::Group(inner) => has_image(inner),
        usvg::Node::Image(_) => true,
        usvg::Node::Path(path) => {
            let paints = path.fill().map(usvg::Fill::paint).into_iter().chain(path.stroke().map(usvg::Stroke::paint));
            paints.into_iter().any(|paint| matches!(paint, usvg::Paint::Pattern(tile) if has_image(tile.root())))
        }
        usvg::Node::Text(_) => false,
    })
}
