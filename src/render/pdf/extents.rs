//! How large pictures in pixels are printed: each where it is largest. Says so in pixels that somebody could see.

use std::collections::{HashMap, HashSet};

use crate::geom::Affine;
use crate::impose::Kit;
use crate::layout::common::Common;
use crate::layout::face::{Face, Layer, Raster, affine_of, slot_id};
use crate::math;
use crate::units::pixels_per_mm;

/// How large a picture is where it is largest.
#[derive(Debug, Clone, Copy)]
pub struct Extent {
    /// Width and height in millimetres.
    pub sides: [f32; 2],
    /// The component it is on there, by its place in the game.
    pub component: usize,
}

/// How many pixels across and down each picture of a kit needs, where more than so many to the inch are not seen.
pub fn pixels_seen(kit: &Kit, dots_per_inch: u32) -> HashMap<Common<Raster>, [u32; 2]> {
    let dots = pixels_per_mm(f64::from(dots_per_inch));
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "no paper is so large")]
    let pixels = |mm: f32| (mm * dots).ceil().max(1.0) as u32;
    extents(kit).into_iter().map(|(raster, extent)| (raster, extent.sides.map(pixels))).collect()
}

/// How large each picture of a kit is.
#[must_use]
pub fn extents(kit: &Kit) -> HashMap<Common<Raster>, Extent> {
    let mut extents = Extents::default();
    for item in kit.pages().flat_map(|page| &page.items) {
        extents.component = item.face.component;
        extents.face(&item.face, Affine::IDENTITY);
        if let Some((back, _)) = &item.back {
            extents.face(back, Affine::IDENTITY);
        }
    }
    extents.largest
}

#[derive(Default)]
struct Extents {
    largest: HashMap<Common<Raster>, Extent>,
    /// The component that is looked at.
    component: usize,
    /// Faces that were looked at in their own size.
    seen: HashSet<Common<Face>>,
}

impl Extents {
    fn face(&mut self, face: &Common<Face>, at: Affine) {
        if at != Affine::IDENTITY || self.seen.insert(face.clone()) {
            self.layers(&face.layers, at);
        }
    }

    fn layers(&mut self, layers: &[Layer], at: Affine) {
        for layer in layers {
            match layer {
                Layer::Image { image, rect: [_, _, w, h], .. } => self.raster(image, [*w, *h], at),
                Layer::Art { art, transform, slots, unit, .. } => {
                    for (number, layers) in slots.iter().enumerate().filter(|(_, layers)| !layers.is_empty()) {
                        let place = art.tree.node_by_id(&slot_id(number)).map(|node| affine_of(node.abs_transform()));
                        let inside = at.after(*transform).after(place.unwrap_or(Affine::IDENTITY));
                        self.layers(layers, inside.after(Affine::scale(*unit, *unit)));
                    }
                }
                Layer::Face { face, transform } => self.face(face, at.after(*transform)),
                Layer::Spoken { layers, .. } => self.layers(layers, at),
                Layer::Glyphs(_) | Layer::Fill { .. } => {}
            }
        }
    }

    fn raster(&mut self, image: &Common<Raster>, [w, h]: [f32; 2], Affine([a, b, c, d, ..]): Affine) {
        let sides = [w * math::hypotf(a, b), h * math::hypotf(c, d)];
        let extent = Extent { sides: [0.0; 2], component: self.component };
        let known = self.largest.entry(image.clone()).or_insert(extent);
        if sides[0] > known.sides[0] || sides[1] > known.sides[1] {
            let sides = [sides[0].max(known.sides[0]), sides[1].max(known.sides[1])];
            *known = Extent { sides, component: self.component };
        }
    }
}
