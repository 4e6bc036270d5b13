//! Pieces in another size, when somebody asks for that: the same drawings, larger or smaller.

use std::collections::HashMap;

use crate::geom::Affine;
use crate::model::{Fold, Outline};

use super::common::Common;
use super::face::{Face, GlyphRun, Layer};
use super::laid::LaidComponent;

/// All faces of some components, `times` as large.
#[must_use]
pub fn scaled(laid: Vec<LaidComponent>, times: f64) -> Vec<LaidComponent> {
    // A face that looks like another has a name of its own.
    let mut known: HashMap<(Common<Face>, String), Common<Face>> = HashMap::new();
    let mut scale = |face: &Common<Face>| {
        let key = (face.clone(), face.id.clone());
        known.entry(key).or_insert_with(|| Common::new(face_scaled(face, times))).clone()
    };
    let mut all = laid;
    for piece in all.iter_mut().flat_map(|part| &mut part.pieces) {
        (piece.front, piece.back) = (scale(&piece.front), piece.back.as_ref().map(&mut scale));
    }
    all
}

/// One face, `times` as large.
#[must_use]
pub fn face_scaled(face: &Face, times: f64) -> Face {
    #[allow(clippy::cast_possible_truncation, reason = "drawing coordinates are single precision")]
    let k = times as f32;
    Face {
        id: face.id.clone(),
        component: face.component,
        size: face.size.scaled(times),
        bleed: face.bleed.scaled(times),
        safe: face.safe.scaled(times),
        outline: match face.outline {
            Outline::Rect { corner } => Outline::Rect { corner: corner.scaled(times) },
            other => other,
        },
        folds: face.folds.iter().map(|fold| Fold { line: fold.line.map(|side| side * k), ..*fold }).collect(),
        cut: face.cut.as_ref().map(|path| path.iter().map(|step| step.placed(Affine::scale(k, k))).collect()),
        layers: face.layers.iter().map(|layer| layer_of(layer, k)).collect(),
    }
}

fn layer_of(layer: &Layer, k: f32) -> Layer {
    let rect = |rect: [f32; 4]| rect.map(|side| side * k);
    let larger = |transform: Affine| Affine::scale(k, k).after(transform);
    match layer {
        Layer::Art { art, transform, slots, unit, clip } => Layer::Art {
            art: art.clone(),
            transform: larger(*transform),
            slots: slots.clone(),
            unit: *unit,
            clip: clip.map(rect),
        },
        Layer::Glyphs(run) => Layer::Glyphs(run_of(run, k)),
        Layer::Image { image, rect: place, clip } => {
            Layer::Image { image: image.clone(), rect: rect(*place), clip: clip.map(rect) }
        }
        Layer::Fill { rect: place, colour } => Layer::Fill { rect: rect(*place), colour: *colour },
        Layer::Face { face, transform } => Layer::Face { face: face.clone(), transform: larger(*transform) },
        Layer::Spoken { role, layers } => {
            Layer::Spoken { role: role.clone(), layers: layers.iter().map(|layer| layer_of(layer, k)).collect() }
        }
    }
}

fn run_of(run: &GlyphRun, k: f32) -> GlyphRun {
    let mut run = run.clone();
    run.size *= k;
    run.advance *= k;
    run.outline = run.outline.map(|outline| outline.scaled(k));
    run.origin = (run.origin.0 * k, run.origin.1 * k);
    for glyph in &mut run.glyphs {
        (glyph.x, glyph.y) = (glyph.x * k, glyph.y * k);
    }
    run
}
