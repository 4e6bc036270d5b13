//! Forms, images, graphics states and gradients of a document, each once.

use std::collections::{BTreeMap, HashMap};

use printpdf::{GradientStop, Shading, ShadingGeometry};
use resvg::usvg::BlendMode;
use xxhash_rust::xxh3::Xxh3;

use crate::layout::common::Common;
use crate::layout::face::{Art, Face, Raster};
use crate::layout::pixels::PixelBlock;

use super::content::Content;
use super::images::{Image, painted};

/// A stream that can be painted again and again.
#[derive(Debug)]
pub struct Form {
    /// Its operators.
    pub content: Content,
    /// Left, top, right, bottom: nothing outside is painted.
    pub bounds: [f32; 4],
    /// Whether it is composed as a whole before it meets what is below.
    pub is_group: bool,
}

impl Form {
    fn hash(&self) -> u128 {
        let mut all = Xxh3::new();
        all.update(&[u8::from(self.is_group)]);
        for side in self.bounds {
            all.update(&side.to_le_bytes());
        }
        // The names of all it uses are in there.
        all.update(&self.content.bytes);
        all.digest128()
    }
}

/// A graphics state, as far as we set any.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct State {
    /// Opacity of fills and forms.
    pub fill: f32,
    /// Opacity of lines.
    pub stroke: f32,
    /// How colours meet what is below.
    pub blend: BlendMode,
}

/// Everything a document's streams refer to.
#[derive(Debug, Default)]
pub struct Resources {
    /// By name.
    pub forms: BTreeMap<String, Form>,
    /// By name.
    pub images: BTreeMap<String, Result<Image, String>>,
    /// In order of their number.
    pub states: Vec<State>,
    /// In order of their number.
    pub shadings: Vec<Shading>,
    /// The forms of faces.
    pub faces: HashMap<Common<Face>, String>,
    /// The forms of drawings without slots.
    pub arts: HashMap<Common<Art>, String>,
    /// The images of pictures in pixels.
    pub rasters: HashMap<Common<Raster>, String>,
    /// What became of the parts of drawings.
    pub parts: HashMap<Part, Painted>,
    known_forms: HashMap<u128, String>,
    known_images: HashMap<u128, String>,
}

/// Neighbouring nodes of a drawing.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Part {
    /// The drawing.
    pub drawing: Common<Art>,
    /// The way from its root to the first of them: which child at each step.
    pub way: Vec<usize>,
    /// How many they are.
    pub count: usize,
}

/// Something that was turned into operators before.
#[derive(Debug, Clone)]
pub enum Painted {
    /// As a form.
    Form(String),
    /// So short that a form would be longer.
    Inline(Content),
}

impl Resources {
    /// The name of a form; those that paint the same are one.
    pub fn add_form(&mut self, form: Form) -> String {
        let name = format!("X{}", self.forms.len());
        let known = self.known_forms.entry(form.hash()).or_insert_with(|| name.clone());
        if *known == name {
            self.forms.insert(name, form);
        }
        known.clone()
    }

    /// The name of pixels that were painted here; those that show the same are one.
    pub fn add_painted(&mut self, block: &PixelBlock) -> String {
        let name = format!("I{}", self.images.len());
        let known = self.known_images.entry(hash_of(block)).or_insert_with(|| name.clone());
        if *known == name {
            // Packed at once: what they take as they are would soon be too much.
            self.images.insert(name, painted(block).map(Image::Packed));
        }
        known.clone()
    }

    /// The name of a picture in pixels; it is packed when the document is written.
    pub fn add_raster(&mut self, raster: &Common<Raster>) -> String {
        let name = format!("I{}", self.images.len());
        let known = self.rasters.entry(raster.clone()).or_insert_with(|| name.clone());
        if *known == name {
            self.images.insert(name, Ok(Image::Raster { raster: raster.clone(), most: None }));
        }
        known.clone()
    }

    /// The name of a graphics state.
    pub fn state(&mut self, state: State) -> String {
        let known = self.states.iter().position(|other| *other == state);
        let number = known.unwrap_or_else(|| {
            self.states.push(state);
            self.states.len() - 1
        });
        format!("G{number}")
    }

    /// The name of a gradient.
    pub fn shading(&mut self, geometry: ShadingGeometry, stops: Vec<GradientStop>) -> String {
        let shading = Shading { geometry, stops, extend: (true, true) };
        let known = self.shadings.iter().position(|other| *other == shading);
        let number = known.unwrap_or_else(|| {
            self.shadings.push(shading);
            self.shadings.len() - 1
        });
        format!("S{number}")
    }
}

fn hash_of(block: &PixelBlock) -> u128 {
    let mut all = Xxh3::new();
    all.update(&block.width.to_le_bytes());
    all.update(&block.height.to_le_bytes());
    all.update(&block.rgba);
    all.digest128()
}
