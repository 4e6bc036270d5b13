//! `Face`: one drawn side of a piece, as the few kinds of layers every output knows how to paint.
//! Coordinates are millimetres from the top left corner of the trim size.

use std::collections::BTreeSet;

use crate::geom::{Affine, Size};
use crate::model::{Colour, Fold, Outline, PathStep};
use crate::units::Length;

use super::common::{Common, Fingerprint};
pub use super::pixels::Raster;

/// How the pages of booklets are called as pieces, before their numbers.
pub const PAGE_OF_BOOKLET: &str = "page-";

/// One side of a piece, drawn.
#[derive(Debug)]
pub struct Face {
    /// Unique name, good for a file: `specialties/carrion-front`.
    pub id: String,
    /// The component it belongs to, by its place in the game.
    pub component: usize,
    /// Trim size.
    pub size: Size,
    /// How far the art runs over the trim.
    pub bleed: Length,
    /// How far from the trim its text and icons should stay; nothing of it is drawn.
    pub safe: Length,
    /// The shape it is cut to.
    pub outline: Outline,
    /// Where it is folded, and which way.
    pub folds: Vec<Fold>,
    /// The line it is cut along, when that is not the outline of its trim.
    pub cut: Option<Vec<PathStep>>,
    /// From the bottom up.
    pub layers: Vec<Layer>,
}

impl Face {
    /// Where it ends once it is cut out, in millimetres from the corner of its trim.
    #[must_use]
    pub fn edge(&self) -> Vec<PathStep> {
        self.cut.clone().unwrap_or_else(|| self.outline.path(self.size, Length::ZERO))
    }

    /// Whether any words stand on it.
    #[must_use]
    pub fn has_text(&self) -> bool {
        any_of(&self.layers, &|layer| matches!(layer, Layer::Glyphs(_)))
    }

    /// Whether it says of its parts what they are.
    #[must_use]
    pub fn has_roles(&self) -> bool {
        any_of(&self.layers, &|layer| matches!(layer, Layer::Spoken { role, .. } if !matches!(role, Role::Sign(_))))
    }

    /// Where text stands on it: left, top, width and height in millimetres, a line at a time.
    #[must_use]
    pub fn text_boxes(&self) -> Vec<[f32; 4]> {
        let mut boxes = Vec::new();
        collect_text(&self.layers, Affine::IDENTITY, &mut boxes);
        boxes
    }

    /// How large its texts are set, in thousandths of a millimetre, each size once.
    #[must_use]
    pub fn text_sizes(&self) -> BTreeSet<u32> {
        let mut sizes = BTreeSet::new();
        collect_sizes(&self.layers, &mut sizes);
        sizes
    }
}

/// Whether anything on a face is of a kind.
fn any_of(layers: &[Layer], is_meant: &dyn Fn(&Layer) -> bool) -> bool {
    let inside = |layer: &Layer| match layer {
        Layer::Art { slots, .. } => slots.iter().any(|layers| any_of(layers, is_meant)),
        Layer::Spoken { layers, .. } => any_of(layers, is_meant),
        Layer::Glyphs(_) | Layer::Image { .. } | Layer::Fill { .. } | Layer::Face { .. } => false,
    };
    layers.iter().any(|layer| is_meant(layer) || inside(layer))
}

#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "no letter is larger than its sheet")]
fn collect_sizes(layers: &[Layer], sizes: &mut BTreeSet<u32>) {
    for layer in layers {
        match layer {
            Layer::Glyphs(run) => {
                sizes.insert((run.size * 1000.0).round() as u32);
            }
            Layer::Art { slots, .. } => slots.iter().for_each(|layers| collect_sizes(layers, sizes)),
            Layer::Spoken { layers, .. } => collect_sizes(layers, sizes),
            Layer::Image { .. } | Layer::Fill { .. } | Layer::Face { .. } => {}
        }
    }
}

fn collect_text(layers: &[Layer], place: Affine, boxes: &mut Vec<[f32; 4]>) {
    for layer in layers {
        match layer {
            Layer::Glyphs(run) => {
                // Letters stand about three quarters of their size above the baseline, and a quarter below.
                let (left, top) = place.apply(run.origin.0, run.origin.1 - run.size * 0.75);
                let (right, bottom) = place.apply(run.origin.0 + run.advance, run.origin.1 + run.size * 0.25);
                boxes.push([left.min(right), top.min(bottom), (right - left).abs(), (bottom - top).abs()]);
            }
            Layer::Art { transform, slots, unit, .. } => {
                let inside = place.after(*transform).after(Affine::scale(*unit, *unit));
                for layers in slots {
                    collect_text(layers, inside, boxes);
                }
            }
            Layer::Spoken { layers, .. } => collect_text(layers, place, boxes),
            Layer::Image { .. } | Layer::Fill { .. } | Layer::Face { .. } => {}
        }
    }
}

/// What can lie on a face.
#[derive(Debug, Clone)]
pub enum Layer {
    /// Vector art. Where it has slots, other layers are painted in between, in the slot's own coordinates.
    Art {
        /// The picture.
        art: Common<Art>,
        /// From the picture's coordinates to the face's.
        transform: Affine,
        /// What is painted at each slot, by number, in millimetres from the drawing's origin.
        slots: Vec<Vec<Layer>>,
        /// The drawing's units to the millimetre, for what is painted at its slots.
        unit: f32,
        /// Nothing outside this rectangle (left, top, width, height) is painted.
        clip: Option<[f32; 4]>,
    },
    /// Text.
    Glyphs(GlyphRun),
    /// A picture in pixels.
    Image {
        /// The pixels.
        image: Common<Raster>,
        /// Where it goes: left, top, width, height.
        rect: [f32; 4],
        /// Nothing outside this rectangle is painted.
        clip: Option<[f32; 4]>,
    },
    /// A plain rectangle: left, top, width, height.
    Fill {
        /// Where.
        rect: [f32; 4],
        /// In what colour.
        colour: Colour,
    },
    /// Another face, as on the first page.
    Face {
        /// The other face.
        face: Common<Face>,
        /// From its coordinates to this one's.
        transform: Affine,
    },
    /// Layers that mean something together to somebody who hears them. They look as they do by themselves.
    Spoken {
        /// What they are.
        role: Role,
        /// From the bottom up.
        layers: Vec<Layer>,
    },
}

/// What layers are to somebody who hears a page instead of seeing it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Role {
    /// A sign among words, with what is read in its place.
    Sign(String),
    /// A heading of this level, from 1.
    Heading(u8),
    /// A paragraph, an entry of a list, a table.
    Paragraph,
    /// A figure, with what it shows.
    Figure(String),
}

impl Layer {
    /// What lies here, without regard to what is read of it.
    pub fn seen(&self) -> Box<dyn Iterator<Item = &Self> + '_> {
        match self {
            Self::Spoken { layers, .. } => Box::new(layers.iter().flat_map(Self::seen)),
            other => Box::new(std::iter::once(other)),
        }
    }

    /// The same without words and the signs among them.
    pub fn seen_without_words(&self) -> Box<dyn Iterator<Item = &Self> + '_> {
        match self {
            Self::Glyphs(_) | Self::Spoken { role: Role::Sign(_), .. } => Box::new(std::iter::empty()),
            Self::Spoken { layers, .. } => Box::new(layers.iter().flat_map(Self::seen_without_words)),
            other => Box::new(std::iter::once(other)),
        }
    }
}

/// A vector picture, ready to be painted.
#[derive(Debug)]
pub struct Art {
    /// Where it came from.
    pub name: String,
    /// The picture with all values filled in, as SVG text.
    pub svg: String,
    /// The same, boiled down to paths, groups and images.
    pub tree: resvg::usvg::Tree,
}

impl Art {
    /// Width and height in its own units.
    #[must_use]
    pub fn size(&self) -> [f32; 2] {
        [self.tree.size().width(), self.tree.size().height()]
    }
}

/// The map of an SVG transform.
#[must_use]
pub const fn affine_of(t: resvg::usvg::Transform) -> Affine {
    Affine([t.sx, t.ky, t.kx, t.sy, t.tx, t.ty])
}

/// The id of the rectangle that stands for a slot in [`Art`].
#[must_use]
pub fn slot_id(number: usize) -> String {
    format!("{SLOT}{number}")
}

/// The number of the slot that an id stands for.
#[must_use]
pub fn slot_number(id: &str) -> Option<usize> {
    id.strip_prefix(SLOT)?.parse().ok()
}

/// What a drawing asks for a part of itself in the editions with little ink.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum InkWish {
    /// It stays as it is.
    Keep,
    /// It becomes an outline, however small it is.
    Outline,
    /// It is left out.
    Drop,
}

impl InkWish {
    /// All of them, with their words in a template.
    pub const ALL: &'static [(&'static str, Self)] =
        &[("keep", Self::Keep), ("outline", Self::Outline), ("drop", Self::Drop)];

    /// The id of the group that stands for a wish in [`Art`].
    #[must_use]
    pub fn id(word: &str) -> String {
        format!("{WISH}{word}")
    }

    /// The wish that an id stands for.
    #[must_use]
    pub fn of_id(id: &str) -> Option<Self> {
        let word = id.strip_prefix(WISH)?;
        Self::ALL.iter().find(|(known, _)| *known == word).map(|(_, wish)| *wish)
    }
}

/// A place on a piece that other pieces lie on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Holds {
    /// The component whose pieces lie there.
    pub component: String,
    /// How much larger than they it is meant to be, both ways.
    pub play: Length,
}

impl Holds {
    /// The id of the group that stands for such a place in [`Art`].
    #[must_use]
    pub fn id(&self) -> String {
        format!("{HOLDS}{}-{}", self.play.um(), self.component)
    }

    /// The place that an id stands for.
    #[must_use]
    pub fn of_id(id: &str) -> Option<Self> {
        let (play, component) = id.strip_prefix(HOLDS)?.split_once('-')?;
        Some(Self { component: component.to_owned(), play: Length::from_um(play.parse().ok()?) })
    }
}

const HOLDS: &str = "tablewright-holds-";
const WISH: &str = "tablewright-ink-";
const SLOT: &str = "tablewright-slot-";

/// A font of [`super::Fonts`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FontId {
    /// Its place in the list.
    pub place: usize,
    /// What is in its file.
    pub data: Fingerprint,
}

/// A font as a text uses it: a variable font looks different at every place on its axes.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FontCut {
    /// The font.
    pub font: FontId,
    /// Where on its axes; an axis that is not named here is where the font begins.
    pub axes: Vec<AxisValue>,
}

/// A place on an axis of a variable font.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AxisValue {
    /// Its name in the font, as in `wght`.
    pub tag: [u8; 4],
    /// The value in parts of 65536, as fonts count.
    pub fixed: i32,
}

/// A line around glyphs.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RunOutline {
    /// Its colour.
    pub colour: Colour,
    /// How far it reaches beyond them, in millimetres.
    pub width: f32,
}

impl RunOutline {
    /// The same around glyphs of another size.
    #[must_use]
    pub fn scaled(self, times: f32) -> Self {
        Self { width: self.width * times, ..self }
    }
}

/// Glyphs of one font, size and colour on one baseline.
#[derive(Debug, Clone)]
pub struct GlyphRun {
    /// The font.
    pub cut: FontCut,
    /// Its size in millimetres.
    pub size: f32,
    /// Its colour.
    pub colour: Colour,
    /// The line around its glyphs, which lies below them.
    pub outline: Option<RunOutline>,
    /// Where the baseline starts.
    pub origin: (f32, f32),
    /// How far the baseline runs, in millimetres.
    pub advance: f32,
    /// The glyphs, left to right.
    pub glyphs: Vec<Glyph>,
    /// The text they show.
    pub text: String,
}

/// One glyph of a run.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Glyph {
    /// Its number in the font.
    pub id: u16,
    /// From the start of the run, in millimetres.
    pub x: f32,
    /// Off the baseline, in millimetres, downwards.
    pub y: f32,
    /// Where the text it shows starts in the run's text.
    pub text_start: u32,
    /// How many bytes of text it shows; none for the later parts of a cluster.
    pub text_len: u16,
}

impl GlyphRun {
    /// The text one glyph shows.
    #[must_use]
    pub fn text_of(&self, glyph: &Glyph) -> &str {
        let start = glyph.text_start as usize;
        self.text.get(start..start + usize::from(glyph.text_len)).unwrap_or("")
    }
}
