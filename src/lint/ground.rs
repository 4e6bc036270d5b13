//! What lies under the text of a face, as coarse pixels that are looked up by their place in millimetres.

use crate::layout::face::Face;
use crate::model::{Colour, Component};
use crate::render::{RasterPainter, UnderWords};
use crate::units::{Length, pixels_per_mm};

/// Fine enough for what is as large as a letter.
const DOTS_PER_INCH: f64 = 50.0;
/// Small pieces are drawn finer.
const SMALL: Length = Length::from_mm(30);
const DOTS_OF_SMALL: f64 = 120.0;

/// A face without its text.
pub struct Ground {
    picture: UnderWords,
    pixels_per_mm: f32,
    bleed: f32,
}

impl Ground {
    /// Paints a face of a component; none when it cannot be painted.
    pub fn of(face: &Face, component: &Component, painter: &mut RasterPainter<'_>) -> Option<Self> {
        // The bleed of a die is narrow.
        let is_small = face.size.width.max(face.size.height) < SMALL || component.is_die();
        let dots = if is_small { DOTS_OF_SMALL } else { DOTS_PER_INCH };
        let picture = painter.under_words(face, dots).ok()?;
        Some(Self { picture, pixels_per_mm: pixels_per_mm(dots), bleed: face.bleed.mm_f32() })
    }

    /// The side of a pixel in millimetres.
    pub fn pixel(&self) -> f32 {
        1.0 / self.pixels_per_mm
    }

    /// The colour on white paper at a place, and how much of the paper it covers; none off the picture.
    pub fn at(&self, x: f32, y: f32) -> Option<(Colour, f32)> {
        let (width, height) = self.picture.size();
        let column = whole((x + self.bleed) * self.pixels_per_mm, width)?;
        let row = whole((y + self.bleed) * self.pixels_per_mm, height)?;
        self.picture.on_paper(column, row)
    }
}

#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "checked against both ends first")]
fn whole(at: f32, count: u32) -> Option<u32> {
    (at >= 0.0 && at < count as f32).then_some(at as u32)
}
