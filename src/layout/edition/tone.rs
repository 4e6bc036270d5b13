//! How light colours look beside each other, and what becomes of them on white paper.

use resvg::usvg::{self, BaseGradient, Paint};

use crate::math;
use crate::model::Colour;

/// Two colours nearer than this cannot be told apart at arm's length.
pub const NOTICED: f32 = 14.0;
/// And nearer than this not even side by side.
pub const TOLD_APART: f32 = 3.0;
/// Lines lighter than this are lost on white paper.
const LIGHTEST_LINE: f32 = 52.0;
/// Colours darker than this are as good as black.
pub const BLACKISH: f32 = 24.0;
/// Colours lighter than this are paper, not ink.
pub const PAPER: f32 = 86.0;

/// A colour as the eye orders it: lightness from 0 to 100, then red against green, yellow against blue.
#[derive(Debug, Clone, Copy)]
pub struct Tone([f32; 3]);

impl Tone {
    /// The tone of a colour.
    #[must_use]
    pub fn of(colour: Colour) -> Self {
        let [r, g, b] = colour.light();
        let root = |part: f32| if part > 0.008_856 { math::cbrtf(part) } else { 7.787 * part + 16.0 / 116.0 };
        let x = root((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505);
        let y = root(0.2126 * r + 0.7152 * g + 0.0722 * b);
        let z = root((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089);
        Self([116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)])
    }

    /// From 0 for black to 100 for white.
    #[must_use]
    pub const fn lightness(self) -> f32 {
        self.0[0]
    }

    /// How different two colours look: about 1 for the least that can be seen side by side, 100 for black and white.
    #[must_use]
    pub fn contrast(self, other: Self) -> f32 {
        self.0.iter().zip(other.0).map(|(a, b)| (a - b) * (a - b)).sum::<f32>().sqrt()
    }

    /// Whether anybody sees where one ends and the other begins.
    #[must_use]
    pub fn stands_out(self, other: Self) -> bool {
        self.contrast(other) > NOTICED
    }
}

/// The colour, darkened as far as it takes to be seen as a line on white.
#[must_use]
pub fn as_line(colour: Colour) -> Colour {
    let mut dark = colour;
    while Tone::of(dark).lightness() > LIGHTEST_LINE {
        let less = |channel: u8| u8::try_from(u16::from(channel) * 15 / 16).unwrap_or(channel);
        dark = Colour { red: less(dark.red), green: less(dark.green), blue: less(dark.blue) };
    }
    dark
}

/// The colour with so much paper in it, from 0 for none to 1 for nothing else.
#[must_use]
pub fn paler(colour: Colour, paper: f32) -> Colour {
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "between two channels")]
    let mix = |channel: u8| (f32::from(channel) + (255.0 - f32::from(channel)) * paper.clamp(0.0, 1.0)).round() as u8;
    Colour { red: mix(colour.red), green: mix(colour.green), blue: mix(colour.blue) }
}

/// The colour a paint comes to, seen from afar; none for a pattern, which has no colour of its own.
#[must_use]
pub fn mean_colour(paint: &Paint) -> Option<Colour> {
    match paint {
        Paint::Color(colour) => Some(of_svg(*colour)),
        Paint::LinearGradient(gradient) => Some(mean_of(gradient)),
        Paint::RadialGradient(gradient) => Some(mean_of(gradient)),
        Paint::Pattern(_) => None,
    }
}

fn mean_of(gradient: &BaseGradient) -> Colour {
    let stops = gradient.stops();
    let mean = |channel: fn(usvg::Color) -> u8| {
        let sum: usize = stops.iter().map(|stop| usize::from(channel(stop.color()))).sum();
        u8::try_from(sum / stops.len().max(1)).unwrap_or(u8::MAX)
    };
    Colour { red: mean(|c| c.red), green: mean(|c| c.green), blue: mean(|c| c.blue) }
}

const fn of_svg(colour: usvg::Color) -> Colour {
    Colour { red: colour.red, green: colour.green, blue: colour.blue }
}
