//! The patterns as lines: light, and as coarse as still shows what they are on a token of ten millimetres.

use std::fmt::Write as _;

use crate::model::Pattern;

/// A surface has no more signs of a pattern than this; a larger one has larger signs.
const MOST_SIGNS: f32 = 20_000.0;

/// How a pattern is drawn.
pub struct Drawn {
    /// The lines, as the data of an SVG path.
    pub path: String,
    /// How thick they are.
    pub width: f32,
}

/// A pattern over a rectangle (left, top, right, bottom), `mm` units of the drawing to the millimetre. It stands
/// symmetrically about the middle.
#[must_use]
pub fn pattern_lines(pattern: Pattern, [left, top, right, bottom]: [f32; 4], mm: f32) -> Drawn {
    let (step, width) = measures(pattern);
    let signs = (right - left) * (bottom - top) / (step * mm * step * mm);
    let mm = mm * (signs / MOST_SIGNS).sqrt().max(1.0);
    let middle = [f32::midpoint(left, right), f32::midpoint(top, bottom)];
    #[allow(clippy::cast_possible_truncation, reason = "bounded by the number of signs")]
    let reach = |from: f32, to: f32| (((to - from) / 2.0 / (step * mm)).ceil().min(MOST_SIGNS)) as i16 + 1;
    let mut pen = Pen { path: String::new(), middle, mm, step, across: reach(left, right), down: reach(top, bottom) };
    pen.draw(pattern);
    Drawn { path: pen.path, width: width * mm }
}

/// How far apart the signs are and how thick their lines, in millimetres: together ten to fifteen parts in a hundred.
const fn measures(pattern: Pattern) -> (f32, f32) {
    match pattern {
        Pattern::Stripes => (1.3, 0.15),
        Pattern::Dots => (1.3, 0.5),
        Pattern::Grid => (1.7, 0.12),
        Pattern::Waves => (1.5, 0.17),
        Pattern::Crosses => (1.7, 0.2),
        Pattern::Rings => (1.9, 0.15),
        Pattern::Bricks => (1.6, 0.14),
        Pattern::Zigzag => (1.6, 0.15),
    }
}

struct Pen {
    path: String,
    middle: [f32; 2],
    mm: f32,
    step: f32,
    across: i16,
    down: i16,
}

impl Pen {
    fn draw(&mut self, pattern: Pattern) {
        let (across, down) = (f32::from(self.across), f32::from(self.down));
        match pattern {
            Pattern::Stripes => self.stripes(),
            Pattern::Dots => self.signs(true, |pen, x, y| pen.line([x, y], [x + 0.01, y])),
            Pattern::Grid => {
                self.rows(|pen, y| pen.line([-across, y], [across, y]));
                self.columns(|pen, x| pen.line([x, -down], [x, down]));
            }
            Pattern::Waves => self.waves("q.25 -.5 .5 0q.25 .5 .5 0"),
            Pattern::Zigzag => self.waves("l.25 -.3l.5 .6l.25 -.3"),
            Pattern::Crosses => self.signs(true, |pen, x, y| {
                pen.line([x - 0.28, y], [x + 0.28, y]);
                pen.line([x, y - 0.28], [x, y + 0.28]);
            }),
            Pattern::Rings => self.signs(true, |pen, x, y| {
                pen.go('M', [x - 0.3, y]);
                let [r, d] = [0.3, 0.6].map(|side| side * pen.step * pen.mm);
                let _ = write!(pen.path, "a{r:.3} {r:.3} 0 1 0 {d:.3} 0a{r:.3} {r:.3} 0 1 0 -{d:.3} 0");
            }),
            Pattern::Bricks => {
                self.rows(|pen, y| pen.line([-across, y - 0.5], [across, y - 0.5]));
                self.signs(false, |pen, x, y| {
                    let x = (x + if y.rem_euclid(2.0) < 1.0 { 0.25 } else { -0.25 }) * 2.0;
                    pen.line([x, y - 0.5], [x, y + 0.5]);
                });
            }
        }
    }

    fn stripes(&mut self) {
        let reach = f32::from(self.down) + 1.0;
        // Slanting lines are nearer to each other than they are apart along a row.
        let slant = std::f32::consts::SQRT_2;
        for n in -(self.across + self.down + 1)..=self.across + self.down + 1 {
            let x = f32::from(n) * slant;
            self.line([x - reach, reach], [x + reach, -reach]);
        }
    }

    fn rows(&mut self, mut row: impl FnMut(&mut Self, f32)) {
        (-self.down..=self.down).for_each(|y| row(self, f32::from(y)));
    }

    fn columns(&mut self, mut column: impl FnMut(&mut Self, f32)) {
        (-self.across..=self.across).for_each(|x| column(self, f32::from(x)));
    }

    /// A sign at every step, every other row set in by half if it is staggered.
    fn signs(&mut self, staggered: bool, sign: impl Fn(&mut Self, f32, f32)) {
        let across = self.across;
        self.rows(|pen, y| {
            let set_in = if staggered && y.rem_euclid(2.0) >= 1.0 { 0.5 } else { 0.0 };
            for x in -across..=across {
                sign(pen, f32::from(x) + set_in, y);
            }
        });
    }

    /// One wave at every step along every row; its data count in steps.
    fn waves(&mut self, wave: &str) {
        let scaled = scaled(wave, self.step * self.mm);
        let across = self.across;
        self.rows(|pen, y| {
            pen.go('M', [-f32::from(across), y]);
            (-across..across).for_each(|_| pen.path.push_str(&scaled));
        });
    }

    fn line(&mut self, from: [f32; 2], to: [f32; 2]) {
        self.go('M', from);
        self.go('L', to);
    }

    /// A point, in steps from the middle.
    fn go(&mut self, word: char, [x, y]: [f32; 2]) {
        let [x, y] = [(x, self.middle[0]), (y, self.middle[1])].map(|(at, middle)| middle + at * self.step * self.mm);
        let _ = write!(self.path, "{word}{x:.3} {y:.3}");
    }
}

/// The numbers of path data times something.
fn scaled(data: &str, by: f32) -> String {
    let mut out = String::new();
    for word in data.split_inclusive(|c: char| c.is_ascii_alphabetic() || c == ' ') {
        let number = word.trim_end_matches(|c: char| c.is_ascii_alphabetic() || c == ' ');
        if let Ok(number) = number.parse::<f32>() {
            let _ = write!(out, "{:.3}", number * by);
        }
        out.push_str(&word[number.len()..]);
    }
    out
}
