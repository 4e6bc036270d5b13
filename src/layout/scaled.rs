//! Pieces in another size, when somebody asks for that: the same drawings, larger or smaller.

use std::collections::HashMap;
use std::sync::Arc;

use crate::geom::{Affine, Size};
use crate::model::Outline;
use crate::units::Length;

use super::face::{Face, GlyphRun, Layer};
use super::laid::LaidComponent;

/// All faces of some components, `times` as large.
#[must_use]
pub fn scaled(laid: Vec<LaidComponent>, times: f64) -> Vec<LaidComponent> {
    let mut known: HashMap<*const Face, Arc<Face>> = HashMap::new();
    let mut scale =
        |face: &Arc<Face>| Arc::clone(known.entry(Arc::as_ptr(face)).or_insert_with(|| larger(face, times)));
    let mut all = laid;
    for piece in all.iter_mut().flat_map(|part| &mut part.pieces) {
        (piece.front, piece.back) = (scale(&piece.front), piece.back.as_ref().map(&mut scale));
    }
    all
}

fn larger(face: &Arc<Face>, times: f64) -> Arc<Face> {
    let length = |length: Length| Length::from_mm_f64(length.mm() * times);
    #[allow(clippy::cast_possible_truncation, reason = "drawing coordinates are single precision")]
    let k = times as f32;
    Arc::new(Face {
        id: face.id.clone(),
        component: face.component,
        size: Size::new(length(face.size.width), length(face.size.height)),
        bleed: length(face.bleed),
        safe: length(face.safe),
        outline: match face.outline {
            Outline::Rect { corner } => Outline::Rect { corner: length(corner) },
            other => other,
        },
        folds: face.folds.iter().map(|fold| fold.map(|side| side * k)).collect(),
        cut: face.cut.as_ref().map(|path| path.iter().map(|step| step.placed(Affine::scale(k, k))).collect()),
        layers: face.layers.iter().map(|layer| layer_of(layer, k)).collect(),
    })
}

fn layer_of(layer: &Layer, k: f32) -> Layer {
    let rect = |rect: [f32; 4]| rect.map(|side| side * k);
    let larger = |transform: Affine| Affine::scale(k, k).after(transform);
    match layer {
        Layer::Art { art, transform, slots, unit, clip } => Layer::Art {
            art: Arc::clone(art),
            transform: larger(*transform),
            slots: slots.clone(),
            unit: *unit,
            clip: clip.map(rect),
        },
        Layer::Glyphs(run) => Layer::Glyphs(run_of(run, k)),
        Layer::Image { image, rect: place, clip } => {
            Layer::Image { image: Arc::clone(image), rect: rect(*place), clip: clip.map(rect) }
        }
        Layer::Fill { rect: place, colour } => Layer::Fill { rect: rect(*place), colour: *colour },
        Layer::Face { face, transform } => Layer::Face { face: Arc::clone(face), transform: larger(*transform) },
    }
}

fn run_of(run: &GlyphRun, k: f32) -> GlyphRun {
    let mut run = run.clone();
    run.size *= k;
    run.advance *= k;
    run.origin = (run.origin.0 * k, run.origin.1 * k);
    for glyph in &mut run.glyphs {
        (glyph.x, glyph.y) = (glyph.x * k, glyph.y * k);
    }
    run
}
