//! Lines to cut along, in parts that are dark on what is light and light on what is dark. Looks at what lies below them and
//! draws nothing.

use resvg::tiny_skia::Pixmap;
use resvg::usvg::Transform;

use crate::geom::{Affine, Rect, Size};
use crate::impose::{CutPath, Mark, Page};
use crate::layout::Fonts;
use crate::math;
use crate::model::PathStep;
use crate::units::{Length, pixels_per_mm};

use super::page_painter::PagePainter;
use super::raster::on_paper;

/// Enough to see how light the paper is along a line.
const DOTS_PER_INCH: f64 = 100.0;
/// How far two points of a line are apart at most, in millimetres.
const STEP: f32 = 0.3;
/// On what throws back less light than this a white line is seen better than a dark one, as on a full red.
const DARK: f32 = 0.2;
/// A fold lies on dark ground when one of so many of its points does.
const MUCH: usize = 5;
/// What lies so near to a piece is on it.
const EDGE: Length = Length::from_um(10);
/// Parts with fewer points take the shade of those before them, and at the beginning of a line that of longer ones behind them.
const FEWEST: usize = 6;

/// How a part of a line is drawn to be seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shade {
    /// On what is light.
    Dark,
    /// On what is dark.
    Light,
}

/// A line to cut along as it is drawn.
#[derive(Debug, Clone, PartialEq)]
pub enum CutLine {
    /// All of it in one shade.
    Whole(Shade),
    /// In parts, in millimetres of the page.
    Parts(Vec<(Shade, Vec<(f32, f32)>)>),
}

/// Knows what lies below the lines of pages.
pub struct CutGround<'f>(PagePainter<'f>);

impl<'f> CutGround<'f> {
    /// For pages with these fonts.
    pub fn new(fonts: &'f Fonts) -> Self {
        Self(PagePainter::new(fonts, DOTS_PER_INCH))
    }

    /// The lines of a page. What cannot be painted is told by whoever prints it, and counts as paper here.
    pub fn lines(&mut self, page: &Page) -> LinesOnGround {
        let is_on_art =
            |mark: &Mark| mark.kind.is_fold() && page.items.iter().any(|item| touches(item.painted(), mark));
        let folds: Vec<&Mark> = page.marks.iter().filter(|mark| is_on_art(mark)).collect();
        if page.cut_paths.is_empty() && folds.is_empty() {
            return LinesOnGround::default();
        }
        let k = pixels_per_mm(DOTS_PER_INCH);
        let size = page.sheet.size;
        let picture = Pixmap::new(size.width.pixels(DOTS_PER_INCH).max(1), size.height.pixels(DOTS_PER_INCH).max(1));
        let picture = picture.and_then(|mut picture| {
            self.0.paint(page, Transform::from_scale(k, k), &mut picture).ok()?;
            Some(picture)
        });
        let Some(picture) = picture else {
            return LinesOnGround {
                cuts: vec![CutLine::Whole(Shade::Dark); page.cut_paths.len()],
                dark_folds: Vec::new(),
            };
        };
        let cut = |cut: &CutPath| in_shades(cut, &|at| shade_at(&picture, at, k));
        let is_dark = |fold: &&Mark| is_on_dark(fold, &|at| shade_at(&picture, at, k));
        LinesOnGround {
            cuts: page.cut_paths.iter().map(cut).collect(),
            dark_folds: folds.into_iter().filter(is_dark).copied().collect(),
        }
    }
}

/// The lines of a page by what they lie on.
#[derive(Debug, Default)]
pub struct LinesOnGround {
    /// The lines to cut along, in order.
    pub cuts: Vec<CutLine>,
    /// The folds that lie on something dark.
    pub dark_folds: Vec<Mark>,
}

/// Whether a straight line lies on a part of a page or at its edge.
fn touches(area: Rect, mark: &Mark) -> bool {
    let around = Rect::new(mark.from, Size::default()).union(Rect::new(mark.to, Size::default()));
    area.overlaps(around.grown(EDGE))
}

/// Whether a good part of a straight line lies on something dark.
fn is_on_dark(fold: &Mark, shade: &dyn Fn((f32, f32)) -> Shade) -> bool {
    let [from, to] = [fold.from, fold.to].map(|point| (point.x.mm_f32(), point.y.mm_f32()));
    let shades: Vec<Shade> = steps(length(from, to)).map(|t| shade(between(from, to, t))).collect();
    let dark = shades.iter().filter(|shade| **shade == Shade::Light).count();
    dark * MUCH >= shades.len() && dark > 0
}

/// A line in as few parts as it takes.
fn in_shades(cut: &CutPath, shade: &dyn Fn((f32, f32)) -> Shade) -> CutLine {
    let points = points_along(cut);
    let shades: Vec<Shade> = points.iter().map(|at| shade(*at)).collect();
    let mut runs: Vec<(Shade, usize)> = Vec::new();
    for run in shades.chunk_by(|one, next| one == next) {
        match runs.last_mut() {
            Some((last, count)) if run.len() < FEWEST || *count < FEWEST || *last == run[0] => {
                // Only a line that begins in a short part has one before a longer.
                if *count < FEWEST && run.len() > *count {
                    *last = run[0];
                }
                *count += run.len();
            }
            _ => runs.push((run[0], run.len())),
        }
    }
    match runs[..] {
        [] => CutLine::Whole(Shade::Dark),
        [(shade, _)] => CutLine::Whole(shade),
        _ => {
            let mut from = 0;
            let part = |(shade, count): (Shade, usize)| {
                let until = (from + count + 1).min(points.len());
                let part = (shade, points[from..until].to_vec());
                from += count;
                part
            };
            CutLine::Parts(runs.into_iter().map(part).collect())
        }
    }
}

/// Points along a line, back to its start, in millimetres of the page.
fn points_along(cut: &CutPath) -> Vec<(f32, f32)> {
    let place = Affine::translate(cut.at.x.mm_f32(), cut.at.y.mm_f32());
    let mut points: Vec<(f32, f32)> = Vec::new();
    let mut start = None;
    for step in &cut.path {
        let last = points.last().copied().unwrap_or_default();
        match step.placed(place) {
            PathStep::Move(x, y) => {
                start = Some((x, y));
                points.push((x, y));
            }
            PathStep::Line(x, y) => points.extend(steps(length(last, (x, y))).map(|t| between(last, (x, y), t))),
            PathStep::Cubic([a, b, c, d, x, y]) => {
                let (first, second, end) = ((a, b), (c, d), (x, y));
                let far = length(last, first) + length(first, second) + length(second, end);
                let at = |t: f32| {
                    let (one, middle, other) =
                        (between(last, first, t), between(first, second, t), between(second, end, t));
                    between(between(one, middle, t), between(middle, other, t), t)
                };
                points.extend(steps(far).map(at));
            }
            PathStep::Close => {}
        }
    }
    if let (Some(start), Some(last)) = (start, points.last().copied()) {
        points.extend(steps(length(last, start)).map(|t| between(last, start, t)));
    }
    points
}

/// How far along a way of a length each of its points lies, from 0 for its start to 1 for its end.
fn steps(length: f32) -> impl Iterator<Item = f32> {
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "no sheet is longer than ten metres")]
    let count = (length / STEP).ceil().clamp(0.0, 50_000.0) as u16;
    (1..=count).map(move |step| f32::from(step) / f32::from(count))
}

fn length((x, y): (f32, f32), (to_x, to_y): (f32, f32)) -> f32 {
    math::hypotf(to_x - x, to_y - y)
}

fn between((x, y): (f32, f32), (to_x, to_y): (f32, f32), t: f32) -> (f32, f32) {
    (x + (to_x - x) * t, y + (to_y - y) * t)
}

/// What is seen around a point: a line there is noticed or not by what lies at both of its sides.
fn shade_at(picture: &Pixmap, (x, y): (f32, f32), k: f32) -> Shade {
    #[allow(clippy::cast_possible_truncation, reason = "bounded by the sheet")]
    let (column, row) = ((x * k) as i32, (y * k) as i32);
    let near = (-1..=1).flat_map(|down| (-1..=1).map(move |across| (column + across, row + down)));
    let lights: Vec<f32> = near.filter_map(|(column, row)| light(picture, column, row)).collect();
    let mean = lights.iter().sum::<f32>() / lights.len().max(1) as f32;
    if mean < DARK && !lights.is_empty() { Shade::Light } else { Shade::Dark }
}

/// How much light a pixel throws back on white paper, from 0 to 1; none off the sheet.
fn light(picture: &Pixmap, column: i32, row: i32) -> Option<f32> {
    let (colour, _) = on_paper(picture, u32::try_from(column).ok()?, u32::try_from(row).ok()?)?;
    let [r, g, b] = colour.light();
    Some(0.2126 * r + 0.7152 * g + 0.0722 * b)
}

#[cfg(test)]
mod tests {
    use super::{CutLine, Shade, in_shades, is_on_dark};
    use crate::geom::Point;
    use crate::impose::{CutPath, Mark, MarkKind};
    use crate::model::{Bend, PathStep};
    use crate::units::Length;

    #[test]
    fn a_short_line_from_paper_over_dark_bleed_is_light() {
        let path = vec![PathStep::Move(0.0, 0.0), PathStep::Line(1.5, 0.0), PathStep::Close];
        let cut = CutPath { at: Point::new(Length::from_mm(5), Length::from_mm(9)), path };
        let dark_from = |edge: f32| move |(x, _): (f32, f32)| if x > edge { Shade::Light } else { Shade::Dark };
        assert_eq!(in_shades(&cut, &dark_from(5.65)), CutLine::Whole(Shade::Light));
        assert_eq!(in_shades(&cut, &dark_from(9.0)), CutLine::Whole(Shade::Dark));
    }

    #[test]
    fn a_fold_that_is_dark_in_part_is_on_dark_ground() {
        let at = |x| Point::new(Length::from_mm(x), Length::from_mm(9));
        let fold = Mark { kind: MarkKind::Fold(Bend::Valley), from: at(10), to: at(20) };
        let dark_from = |edge: f32| move |(x, _): (f32, f32)| if x > edge { Shade::Light } else { Shade::Dark };
        assert!(is_on_dark(&fold, &dark_from(15.0)) && is_on_dark(&fold, &dark_from(0.0)));
        assert!(!is_on_dark(&fold, &dark_from(19.0)) && !is_on_dark(&fold, &dark_from(30.0)));
    }
}
