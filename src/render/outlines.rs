//! Glyphs as outlines, for output that carries no fonts.

use std::fmt::Write as _;

use skrifa::instance::{LocationRef, Size};
use skrifa::outline::{DrawSettings, OutlinePen};
use skrifa::{FontRef, GlyphId, MetadataProvider};

use crate::layout::Fonts;
use crate::layout::face::GlyphRun;

/// The outlines of a run as the data of one SVG path, in millimetres.
#[must_use]
pub fn run_path(run: &GlyphRun, fonts: &Fonts) -> String {
    let Ok(font) = FontRef::new(&fonts.get(run.font).data) else { return String::new() };
    let outlines = font.outline_glyphs();
    let mut pen = Pen { path: String::new(), x: 0.0, y: 0.0 };
    for glyph in &run.glyphs {
        (pen.x, pen.y) = (run.origin.0 + glyph.x, run.origin.1 + glyph.y);
        let settings = DrawSettings::unhinted(Size::new(run.size), LocationRef::default());
        if let Some(outline) = outlines.get(GlyphId::new(u32::from(glyph.id))) {
            // A glyph that cannot be drawn leaves a gap, as it would in any reader.
            let _ = outline.draw(settings, &mut pen);
        }
    }
    pen.path
}

/// Writes outlines at a place, with y turned downwards.
struct Pen {
    path: String,
    x: f32,
    y: f32,
}

impl Pen {
    fn write(&mut self, operator: char, points: &[(f32, f32)]) {
        self.path.push(operator);
        for (x, y) in points {
            let _ = write!(self.path, "{:.3} {:.3} ", self.x + x, self.y - y);
        }
    }
}

impl OutlinePen for Pen {
    fn move_to(&mut self, x: f32, y: f32) {
        self.write('M', &[(x, y)]);
    }
    fn line_to(&mut self, x: f32, y: f32) {
        self.write('L', &[(x, y)]);
    }
    fn quad_to(&mut self, cx: f32, cy: f32, x: f32, y: f32) {
        self.write('Q', &[(cx, cy), (x, y)]);
    }
    fn curve_to(&mut self, ax: f32, ay: f32, bx: f32, by: f32, x: f32, y: f32) {
        self.write('C', &[(ax, ay), (bx, by), (x, y)]);
    }
    fn close(&mut self) {
        self.path.push('Z');
    }
}
