//! All pages of a kit small on one picture, to see what comes out of the printer.

use resvg::tiny_skia::{FillRule, Path, PathBuilder, Pixmap, Stroke, StrokeDash};
use resvg::usvg::Transform;

use crate::geom::Point;
use crate::impose::{Kit, MarkKind, Page};
use crate::layout::{Anchor, Fonts, Label, LabelSetter};
use crate::model::Colour;
use crate::units::{Length, pixels_per_mm};

use super::PngSpeed;
use super::page_painter::PagePainter;
use super::png::raster_png;
use super::raster::{paint, rect_path, steps_path};

/// Pixels across.
const WIDTH: f32 = 2_000.0;
/// Pixels between two pages and around all.
const GAP: f32 = 40.0;
/// A page is at most so many pixels wide, so that a short kit is no poster.
const WIDEST: f32 = 560.0;
/// More rows of pages than this get more columns instead.
const MOST_ROWS: usize = 12;
const GROUND: Colour = Colour { red: 0xE6, green: 0xE3, blue: 0xDD };
const PAPER: Colour = Colour { red: 0xFF, green: 0xFF, blue: 0xFF };
const EDGE: Colour = Colour { red: 0xA8, green: 0xA2, blue: 0x98 };
const MARK: Colour = Colour { red: 0x80, green: 0x80, blue: 0x80 };

/// The pages of a kit in order, numbered, as a PNG file.
///
/// # Errors
/// A sentence when there is nothing to show or it would be too large.
pub fn contact_sheet(kit: &Kit, fonts: &Fonts) -> Result<Vec<u8>, String> {
    let pages: Vec<&Page> = kit.sections.iter().flat_map(|section| &section.pages).collect();
    let plan = Plan::of(&pages).ok_or("there are no pages to show")?;
    let too_large = || format!("{} pages are too many for one picture", pages.len());
    let [width, height] = plan.size.map(whole);
    let mut out = Pixmap::new(width, height).ok_or_else(too_large)?;
    fill(&mut out, [0.0, 0.0, width as f32, height as f32], GROUND);
    let mut sheet =
        Sheet { pieces: PagePainter::new(fonts, plan.dots), labels: LabelSetter::new(fonts), dots: plan.dots };
    for (number, (page, at)) in pages.iter().zip(&plan.places).enumerate() {
        sheet.page(page, number + 1, *at, &mut out)?;
    }
    raster_png(width, height, &out.take_demultiplied(), PngSpeed::Balanced)
}

/// Where the pages go, in pixels.
struct Plan {
    size: [f32; 2],
    places: Vec<[f32; 2]>,
    /// Dots per inch of the pages.
    dots: f64,
}

impl Plan {
    /// Pages in order, row by row, all at one scale.
    fn of(pages: &[&Page]) -> Option<Self> {
        let widths = || pages.iter().map(|page| page.sheet.size.width);
        let mean = widths().map(Length::mm).sum::<f64>() / pages.len() as f64;
        let room = (WIDTH - GAP) / columns(pages.len()) as f32 - GAP;
        let dots = f64::from(room.min(WIDEST)) / (mean * f64::from(pixels_per_mm(1.0)));
        // The widest page has to fit on a row.
        let most = f64::from(WIDTH - GAP * 2.0) / (widths().max()?.mm() * f64::from(pixels_per_mm(1.0)));
        let k = pixels_per_mm(dots.min(most));
        let size = |page: &Page| [page.sheet.size.width, page.sheet.size.height].map(|side| side.mm_f32() * k);
        let (mut places, mut right) = (Vec::new(), 0.0_f32);
        let (mut left, mut top, mut high) = (GAP, GAP, 0.0_f32);
        for page in pages {
            let [width, height] = size(page);
            if left > GAP && left + width + GAP > WIDTH + 1.0 {
                (left, top, high) = (GAP, top + high + GAP * 1.5, 0.0);
            }
            places.push([left, top].map(f32::round));
            (left, high) = (left + width + GAP, high.max(height));
            right = right.max(left);
        }
        Some(Self { size: [right, top + high + GAP * 1.5], places, dots: dots.min(most) })
    }
}

/// About as many across as down.
fn columns(pages: usize) -> usize {
    let square = (2..12).find(|n| n * n >= pages).unwrap_or(12);
    square.min(pages).max(1).max(pages.div_ceil(MOST_ROWS))
}

#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a size in pixels, positive and bounded")]
fn whole(pixels: f32) -> u32 {
    pixels.ceil().clamp(1.0, 16_000.0) as u32
}

struct Sheet<'f> {
    pieces: PagePainter<'f>,
    labels: LabelSetter<'f>,
    dots: f64,
}

impl Sheet<'_> {
    fn page(&mut self, page: &Page, number: usize, [x, y]: [f32; 2], out: &mut Pixmap) -> Result<(), String> {
        let k = pixels_per_mm(self.dots);
        let (w, h) = (page.sheet.size.width.mm_f32() * k, page.sheet.size.height.mm_f32() * k);
        fill(out, [x - 1.0, y - 1.0, w + 2.0, h + 2.0], EDGE);
        fill(out, [x, y, w, h], PAPER);
        let at = Transform::from_translate(x, y).pre_scale(k, k);
        self.pieces.paint(page, at, out)?;
        marks(page, at, out);
        let label = Label {
            text: number.to_string(),
            at: Point::new(
                Length::from_mm_f64(f64::from(x + w / 2.0)),
                Length::from_mm_f64(f64::from(y + h + GAP * 0.7)),
            ),
            anchor: Anchor::Middle,
            size: Length::from_mm(26),
        };
        // Here a millimetre of the label is a pixel.
        let layers = self.labels.lay_out(&[label]);
        self.pieces.layers(&layers, Transform::identity(), out)
    }
}

fn fill(out: &mut Pixmap, rect: [f32; 4], colour: Colour) {
    if let Some(path) = rect_path(rect) {
        out.fill_path(&path, &paint(colour), FillRule::Winding, Transform::identity(), None);
    }
}

fn marks(page: &Page, at: Transform, out: &mut Pixmap) {
    for mark in &page.marks {
        let mut path = PathBuilder::new();
        path.move_to(mark.from.x.mm_f32(), mark.from.y.mm_f32());
        path.line_to(mark.to.x.mm_f32(), mark.to.y.mm_f32());
        line(path.finish(), at, mark.kind.is_fold() || matches!(mark.kind, MarkKind::Seam | MarkKind::TileEnd), out);
    }
    for cut in &page.cut_paths {
        line(steps_path(&cut.path), at.pre_translate(cut.at.x.mm_f32(), cut.at.y.mm_f32()), false, out);
    }
}

/// A line as thin as a pixel.
fn line(path: Option<Path>, at: Transform, dashed: bool, out: &mut Pixmap) {
    let dash = if dashed { StrokeDash::new(vec![4.0, 3.0], 0.0) } else { None };
    let stroke = Stroke { width: 1.0, dash, ..Stroke::default() };
    if let Some(path) = path.and_then(|path| path.transform(at)) {
        out.stroke_path(&path, &paint(MARK), &stroke, Transform::identity(), None);
    }
}
