//! A page painted by another program than ours, and measured.

use hayro::hayro_interpret::InterpreterSettings;
use hayro::hayro_syntax::Pdf;
use hayro::vello_cpu::Pixmap;
use hayro::vello_cpu::color::palette::css::WHITE;
use hayro::{RenderCache, RenderSettings, render};

/// What a page may be off, in millimetres.
pub const TOLERANCE: f64 = 0.05;

/// How many pages a PDF has.
pub fn page_count(pdf: &[u8]) -> usize {
    Pdf::new(pdf.to_vec()).expect("a PDF").pages().len()
}

/// A painted page that can be measured in millimetres.
pub struct Painted {
    pixels: Pixmap,
    dots_per_inch: f32,
    /// Width and height of the page, which need not be whole pixels.
    size: (f64, f64),
}

impl Painted {
    pub fn page(pdf: &[u8], number: usize, dots_per_inch: f32) -> Self {
        let pdf = Pdf::new(pdf.to_vec()).expect("a PDF");
        let scale = dots_per_inch / 72.0;
        let settings = RenderSettings { x_scale: scale, y_scale: scale, bg_color: WHITE, ..RenderSettings::default() };
        let cache = RenderCache::new();
        let pixels = render(&pdf.pages()[number - 1], &cache, &InterpreterSettings::default(), &settings);
        let (width, height) = pdf.pages()[number - 1].render_dimensions();
        let mm = |points: f32| f64::from(points) * 25.4 / 72.0;
        Self { pixels, dots_per_inch, size: (mm(width), mm(height)) }
    }

    fn mm(&self, pixels: f64) -> f64 {
        pixels * 25.4 / f64::from(self.dots_per_inch)
    }

    pub fn height(&self) -> f64 {
        self.size.1
    }

    pub fn width(&self) -> f64 {
        self.size.0
    }

    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "inside the page")]
    fn pixel(&self, mm: f64) -> usize {
        (mm * f64::from(self.dots_per_inch) / 25.4).round() as usize
    }

    /// How dark a pixel is, from 0 to 1.
    fn darkness(&self, x: usize, y: usize) -> f64 {
        let width = usize::from(self.pixels.width());
        let pixel = self.pixels.data()[y * width + x];
        1.0 - (f64::from(pixel.r) + f64::from(pixel.g) + f64::from(pixel.b)) / 765.0
    }

    /// The dark stretches along a line of the page, as start and end in millimetres, to a fraction of a pixel.
    fn stretches(&self, line: impl Fn(usize) -> (usize, usize), from: usize, to: usize) -> Vec<(f64, f64)> {
        let mut found = Vec::new();
        let mut open: Option<(usize, f64)> = None;
        for step in from..to {
            let (x, y) = line(step);
            let dark = self.darkness(x, y);
            match (&mut open, dark > 0.02) {
                (None, true) => open = Some((step, dark)),
                (Some((_, sum)), true) => *sum += dark,
                (Some((start, sum)), false) => {
                    // The first and the last pixel are dark only in part; what they lack tells where the edge is.
                    let (x, y) = line(*start);
                    let first = *start as f64 + 1.0 - self.darkness(x, y).min(1.0);
                    found.push((self.mm(first), self.mm(first + *sum)));
                    open = None;
                }
                (None, false) => {}
            }
        }
        found
    }

    /// Red, green and blue at a place.
    pub fn colour(&self, x_mm: f64, y_mm: f64) -> [u8; 3] {
        let pixel = self.pixels.data()[self.pixel(y_mm) * usize::from(self.pixels.width()) + self.pixel(x_mm)];
        [pixel.r, pixel.g, pixel.b]
    }

    pub fn across(&self, y_mm: f64) -> Vec<(f64, f64)> {
        let y = self.pixel(y_mm);
        self.stretches(|x| (x, y), 0, usize::from(self.pixels.width()))
    }

    pub fn down(&self, x_mm: f64) -> Vec<(f64, f64)> {
        let x = self.pixel(x_mm);
        self.stretches(|y| (x, y), 0, usize::from(self.pixels.height()))
    }
}

#[track_caller]
pub fn near(found: f64, expected: f64) {
    assert!((found - expected).abs() < TOLERANCE, "found {found:.3} mm, expected {expected:.3} mm");
}
