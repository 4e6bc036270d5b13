//! Forms, images, graphics states and gradients of a document, each once.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use printpdf::{GradientStop, Shading, ShadingGeometry};
use resvg::usvg::BlendMode;

use crate::geom::Affine;

use super::content::Content;

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

/// A picture in pixels.
#[derive(Debug)]
pub struct Pixels {
    /// Pixels across.
    pub width: u32,
    /// Pixels down.
    pub height: u32,
    /// Red, green, blue, alpha.
    pub rgba: Vec<u8>,
    /// The PNG file that they are all of, when nothing about them was changed.
    pub file: Option<Arc<[u8]>>,
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
    pub images: BTreeMap<String, Pixels>,
    /// In order of their number.
    pub states: Vec<State>,
    /// In order of their number.
    pub shadings: Vec<Shading>,
    known_forms: HashMap<(usize, usize), Painted>,
    known_images: HashMap<usize, String>,
    known_shadings: HashMap<usize, String>,
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
    /// Adds a form.
    pub fn add_form(&mut self, form: Form) -> String {
        let name = format!("X{}", self.forms.len());
        self.forms.insert(name.clone(), form);
        name
    }

    /// What was painted before under a key: an address and how many things from there.
    #[must_use]
    pub fn known(&self, key: (usize, usize)) -> Option<&Painted> {
        self.known_forms.get(&key)
    }

    /// Keeps what was painted.
    pub fn remember(&mut self, key: (usize, usize), painted: Painted) {
        self.known_forms.insert(key, painted);
    }

    /// The name of a picture; `key` is the same for the same picture.
    pub fn image(&mut self, key: usize, pixels: impl FnOnce() -> Pixels) -> String {
        let next = format!("I{}", self.images.len());
        let name = self.known_images.entry(key).or_insert(next).clone();
        if !self.images.contains_key(&name) {
            self.images.insert(name.clone(), pixels());
        }
        name
    }

    /// Adds a picture that is used just once.
    pub fn add_image(&mut self, pixels: Pixels) -> String {
        let name = format!("I{}", self.images.len());
        self.images.insert(name.clone(), pixels);
        name
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

    /// The name of a gradient; `key` is the same for the same gradient.
    pub fn shading(&mut self, key: usize, geometry: ShadingGeometry, stops: Vec<GradientStop>) -> String {
        if let Some(name) = self.known_shadings.get(&key) {
            return name.clone();
        }
        let name = format!("S{}", self.shadings.len());
        self.shadings.push(Shading { geometry, stops, extend: (true, true) });
        self.known_shadings.insert(key, name.clone());
        name
    }
}

/// The map of an SVG transform.
#[must_use]
pub fn affine(t: resvg::usvg::Transform) -> Affine {
    Affine([t.sx, t.ky, t.kx, t.sy, t.tx, t.ty])
}
