//! Glyphs as outlines, for output that carries no fonts.

use std::fmt::Write as _;

use skrifa::instance::Size;
use skrifa::outline::OutlinePen;

use crate::layout::Fonts;
use crate::layout::face::GlyphRun;

/// Draws the outlines of a run with a pen, in millimetres with y downwards.
///
/// # Errors
/// A sentence when a glyph is broken. Whoever set the text has looked for that, so that it is a mistake of ours.
pub fn draw_run(run: &GlyphRun, fonts: &Fonts, pen: &mut dyn OutlinePen) -> Result<(), String> {
    let font = fonts.get(run.cut.font);
    let outlines = font.outlines(&run.cut.axes);
    for glyph in &run.glyphs {
        let mut placed = Placed { pen, x: run.origin.0 + glyph.x, y: run.origin.1 + glyph.y };
        let drawn = outlines.draw(glyph.id, Size::new(run.size), &mut placed);
        drawn.map_err(|why| format!("`{}` cannot be drawn in {}: {why}", run.text_of(glyph), font.name))?;
    }
    Ok(())
}

/// The outlines of a run as the data of one SVG path, in millimetres.
///
/// # Errors
/// As [`draw_run`].
pub fn run_path(run: &GlyphRun, fonts: &Fonts) -> Result<String, String> {
    let mut pen = SvgPen(String::new());
    draw_run(run, fonts, &mut pen)?;
    Ok(pen.0)
}

/// Draws at a place, with y turned downwards.
struct Placed<'p> {
    pen: &'p mut dyn OutlinePen,
    x: f32,
    y: f32,
}

impl OutlinePen for Placed<'_> {
    fn move_to(&mut self, x: f32, y: f32) {
        self.pen.move_to(self.x + x, self.y - y);
    }
    fn line_to(&mut self, x: f32, y: f32) {
        self.pen.line_to(self.x + x, self.y - y);
    }
    fn quad_to(&mut self, cx: f32, cy: f32, x: f32, y: f32) {
        self.pen.quad_to(self.x + cx, self.y - cy, self.x + x, self.y - y);
    }
    fn curve_to(&mut self, ax: f32, ay: f32, bx: f32, by: f32, x: f32, y: f32) {
        self.pen.curve_to(self.x + ax, self.y - ay, self.x + bx, self.y - by, self.x + x, self.y - y);
    }
    fn close(&mut self) {
        self.pen.close();
    }
}

/// Writes outlines as SVG does.
struct SvgPen(String);

impl SvgPen {
    fn write(&mut self, operator: char, points: &[(f32, f32)]) {
        self.0.push(operator);
        for (x, y) in points {
            let _ = write!(self.0, "{x:.3} {y:.3} ");
        }
    }
}

impl OutlinePen for SvgPen {
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
        self.0.push('Z');
    }
}
