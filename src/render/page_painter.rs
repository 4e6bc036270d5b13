//! The pieces of a page in pixels, a face that comes again painted once. Draws neither marks nor labels.

use std::collections::HashMap;

use resvg::tiny_skia::{FillRule, FilterQuality, Paint, Path, Pattern, Pixmap, SpreadMode};
use resvg::usvg::Transform;

use crate::geom::Rect;
use crate::impose::{Clip, Item, Page};
use crate::layout::Fonts;
use crate::layout::common::Common;
use crate::layout::face::{Face, Layer};
use crate::units::{Length, pixels_per_mm};

use super::raster::{RasterPainter, matrix, rect_path, steps_path};

/// Pictures of faces that are kept for the next page, in bytes: those of a large deck are all different, and would take gigabytes.
const MOST_KEPT: usize = 64 << 20;

/// Paints the pieces of pages.
pub struct PagePainter<'f> {
    painter: RasterPainter<'f>,
    /// By what they look like.
    faces: HashMap<Common<Face>, Pixmap>,
    /// Dots per inch.
    dots: f64,
}

impl<'f> PagePainter<'f> {
    /// A painter at a resolution in dots per inch.
    pub fn new(fonts: &'f Fonts, dots: f64) -> Self {
        Self { painter: RasterPainter::new(fonts), faces: HashMap::new(), dots }
    }

    /// All pieces of a page, from the bottom up, where `at` puts its millimetres.
    ///
    /// # Errors
    /// A sentence when a face cannot be painted.
    pub fn paint(&mut self, page: &Page, at: Transform, out: &mut Pixmap) -> Result<(), String> {
        if self.faces.values().map(|picture| picture.data().len()).sum::<usize>() > MOST_KEPT {
            self.faces.clear();
        }
        page.items.iter().try_for_each(|item| self.item(item, at, out))
    }

    /// Other layers at a place of the picture.
    ///
    /// # Errors
    /// A sentence when something of them cannot be painted.
    pub fn layers(&mut self, layers: &[Layer], at: Transform, out: &mut Pixmap) -> Result<(), String> {
        self.painter.layers(layers, at, out)
    }

    fn item(&mut self, item: &Item, page: Transform, out: &mut Pixmap) -> Result<(), String> {
        if !self.faces.contains_key(&item.face) {
            self.faces.insert(item.face.clone(), self.painter.pixmap(&item.face, self.dots)?);
        }
        let Some(picture) = self.faces.get(&item.face) else { return Ok(()) };
        let turned = matrix(item.turn.settled(item.face.size));
        let place = page.pre_translate(item.at.x.mm_f32(), item.at.y.mm_f32()).pre_concat(turned);
        let Some(path) = shown(item, place, page) else { return Ok(()) };
        let (bleed, k) = (item.face.bleed.mm_f32(), pixels_per_mm(self.dots));
        let from = place.pre_translate(-bleed, -bleed).pre_scale(1.0 / k, 1.0 / k);
        let shader = Pattern::new(picture.as_ref(), SpreadMode::Pad, FilterQuality::Bilinear, 1.0, from);
        let paint = Paint { shader, anti_alias: true, ..Paint::default() };
        out.fill_path(&path, &paint, FillRule::Winding, Transform::identity(), None);
        Ok(())
    }
}

/// The part of the picture that an item covers.
fn shown(item: &Item, place: Transform, page: Transform) -> Option<Path> {
    let size = item.face.size;
    match &item.clip {
        Clip::Bleed => {
            let bleed = item.face.bleed.mm_f32();
            let (w, h) = (size.width.mm_f32() + bleed * 2.0, size.height.mm_f32() + bleed * 2.0);
            rect_path([-bleed, -bleed, w, h])?.transform(place)
        }
        Clip::Path(path) => steps_path(path)?.transform(place),
        Clip::Page(rect) => rect_path(millimetres(*rect))?.transform(page),
    }
}

fn millimetres(rect: Rect) -> [f32; 4] {
    [rect.left(), rect.top(), rect.size.width, rect.size.height].map(Length::mm_f32)
}
