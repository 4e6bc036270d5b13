//! A coarse picture of a drawing in which every cell knows the topmost shape over it: what of each shape is seen, and
//! which shapes it borders. It is only measured, never shown.

use resvg::usvg::tiny_skia_path::{Path, PathSegment, Point};

/// Lines of one path that cross more cells than this are a texture of which nothing is known.
const MOST_CROSSINGS: f32 = 4_000_000.0;
/// A bend is drawn with at most so many straight lines.
const MOST_LINES: f32 = 24.0;

/// The number of the ground on which nothing is painted.
pub const PAPER: u32 = 0;

/// The cells.
pub struct Canvas {
    /// Cells across.
    pub width: usize,
    /// Cells down.
    pub height: usize,
    origin: [f32; 2],
    scale: f32,
    cells: Vec<u32>,
}

/// Where lines cross the middle of a row, and which way: 1 down, -1 up.
type Crossings = Vec<(f32, i32)>;

/// The cells inside a clip.
pub struct Region(Vec<bool>);

impl Canvas {
    /// An empty canvas over a rectangle of the drawing (left, top, width, height) with so many cells to its unit.
    #[must_use]
    pub fn new([left, top, width, height]: [f32; 4], scale: f32) -> Self {
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the caller bounds the cells")]
        let whole = |cells: f32| if cells.is_finite() { cells.ceil().clamp(1.0, 20_000.0) as usize } else { 1 };
        let cells = |side: f32| whole(side * scale);
        let (width, height) = (cells(width), cells(height));
        Self { width, height, origin: [left, top], scale, cells: vec![PAPER; width * height] }
    }

    /// The topmost shape over a cell; off the edge that of the nearest cell.
    #[must_use]
    pub fn at(&self, x: isize, y: isize) -> u32 {
        let near = |at: isize, side: usize| at.clamp(0, side.cast_signed() - 1).cast_unsigned();
        self.cells[near(y, self.height) * self.width + near(x, self.width)]
    }

    /// Puts a shape on top.
    pub fn paint(&mut self, path: &Path, even_odd: bool, clip: Option<&Region>, number: u32) {
        let width = self.width;
        let mut cells = std::mem::take(&mut self.cells);
        self.runs(path, even_odd, |row, from, to| {
            let run = row * width + from..row * width + to;
            match clip {
                None => cells[run].fill(number),
                Some(clip) => {
                    let inside = cells[run.clone()].iter_mut().zip(&clip.0[run]).filter(|(_, inside)| **inside);
                    inside.for_each(|(cell, _)| *cell = number);
                }
            }
        });
        self.cells = cells;
    }

    /// Whether most of what is inside a path has nothing painted on it yet.
    #[must_use]
    pub fn is_bare(&self, path: &Path, even_odd: bool, clip: Option<&Region>) -> bool {
        let (mut bare, mut all) = (0_usize, 0_usize);
        self.runs(path, even_odd, |row, from, to| {
            let run = row * self.width + from..row * self.width + to;
            let inside = run.filter(|cell| clip.is_none_or(|clip| clip.0[*cell]));
            inside.for_each(|cell| {
                all += 1;
                bare += usize::from(self.cells[cell] == PAPER);
            });
        });
        bare * 2 > all
    }

    /// What is inside any of some paths, and inside the clip around them.
    #[must_use]
    pub fn region(&self, paths: &[(Path, bool)], around: Option<&Region>) -> Region {
        let mut inside = vec![false; self.cells.len()];
        for (path, even_odd) in paths {
            self.runs(path, *even_odd, |row, from, to| {
                inside[row * self.width + from..row * self.width + to].fill(true);
            });
        }
        if let Some(around) = around {
            inside.iter_mut().zip(&around.0).for_each(|(cell, outer)| *cell &= outer);
        }
        Region(inside)
    }

    /// Calls `run` with every run of cells inside a path: row, first cell, first cell behind it.
    fn runs(&self, path: &Path, even_odd: bool, mut run: impl FnMut(usize, usize, usize)) {
        let Some((first, rows)) = self.crossings(path) else { return };
        for (row, mut crossings) in rows.into_iter().enumerate() {
            crossings.sort_by(|a, b| a.0.total_cmp(&b.0));
            let mut winding = 0_i32;
            for pair in crossings.windows(2) {
                winding += pair[0].1;
                let inside = if even_odd { winding % 2 != 0 } else { winding != 0 };
                let (from, to) = (self.column(pair[0].0), self.column(pair[1].0));
                if inside && from < to {
                    run(first + row, from, to);
                }
            }
        }
    }

    /// The first cell whose middle is not left of a place.
    fn column(&self, x: f32) -> usize {
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "bounded by the canvas")]
        let column = (x - 0.5).ceil().clamp(0.0, self.width as f32) as usize;
        column
    }

    /// Where the lines of a path cross the middle of each row, and which way; with the first of these rows.
    fn crossings(&self, path: &Path) -> Option<(usize, Vec<Crossings>)> {
        let bounds = path.bounds();
        let row = |y: f32| {
            #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "bounded by the canvas")]
            let row = ((y - self.origin[1]) * self.scale - 0.5).ceil().clamp(0.0, self.height as f32) as usize;
            row
        };
        let (first, last) = (row(bounds.top()), row(bounds.bottom()));
        if path.len() as f32 * (last - first) as f32 > MOST_CROSSINGS * 8.0 {
            return None;
        }
        let mut rows = vec![Vec::new(); last.saturating_sub(first)];
        let mut room = MOST_CROSSINGS;
        self.lines(path, |from, to| {
            let (upper, lower, way) = if from.y < to.y { (from, to, 1) } else { (to, from, -1) };
            let steps = row_range(upper.y, lower.y, first, last);
            room -= steps.len() as f32;
            if room < 0.0 {
                return;
            }
            let slope = (lower.x - upper.x) / (lower.y - upper.y);
            for row in steps {
                rows[row - first].push((upper.x + (row as f32 + 0.5 - upper.y) * slope, way));
            }
        });
        (room >= 0.0).then_some((first, rows))
    }

    /// Calls `line` with every straight line of a path, in cells, each outline closed.
    fn lines(&self, path: &Path, mut line: impl FnMut(Point, Point)) {
        let cell = |p: Point| Point::from_xy((p.x - self.origin[0]) * self.scale, (p.y - self.origin[1]) * self.scale);
        let (mut start, mut last) = (Point::zero(), Point::zero());
        for segment in path.segments() {
            match segment {
                PathSegment::MoveTo(p) => {
                    line(last, start);
                    (start, last) = (cell(p), cell(p));
                }
                PathSegment::LineTo(p) => {
                    line(last, cell(p));
                    last = cell(p);
                }
                PathSegment::QuadTo(q, p) => {
                    let (q, p) = (cell(q), cell(p));
                    last = bend(last, |t| mix(mix(last, q, t), mix(q, p, t), t), reach(&[last, q, p]), &mut line);
                }
                PathSegment::CubicTo(a, b, p) => {
                    let (a, b, p) = (cell(a), cell(b), cell(p));
                    let at = |t| {
                        let (first, middle, end) = (mix(last, a, t), mix(a, b, t), mix(b, p, t));
                        mix(mix(first, middle, t), mix(middle, end, t), t)
                    };
                    last = bend(last, at, reach(&[last, a, b, p]), &mut line);
                }
                PathSegment::Close => {
                    line(last, start);
                    last = start;
                }
            }
        }
        line(last, start);
    }
}

/// The rows whose middle lies between two heights.
fn row_range(top: f32, bottom: f32, first: usize, last: usize) -> std::ops::Range<usize> {
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "bounded by the rows of the path")]
    let row = |y: f32| (y - 0.5).ceil().clamp(first as f32, last as f32) as usize;
    row(top)..row(bottom)
}

fn mix(a: Point, b: Point, t: f32) -> Point {
    Point::from_xy(a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t)
}

/// How long the way along some points is.
fn reach(points: &[Point]) -> f32 {
    points.windows(2).map(|pair| pair[0].distance(pair[1])).sum()
}

/// A bend as straight lines; where it ends.
fn bend(from: Point, at: impl Fn(f32) -> Point, length: f32, line: &mut impl FnMut(Point, Point)) -> Point {
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped")]
    let steps = (length / 2.0).clamp(2.0, MOST_LINES) as u16;
    let mut last = from;
    for step in 1..=steps {
        let next = at(f32::from(step) / f32::from(steps));
        line(last, next);
        last = next;
    }
    last
}
