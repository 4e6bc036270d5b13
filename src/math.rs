//! Roots, powers and angles that come out equal on every machine. Those of the standard library are the machine's own and
//! differ in their last digit, so `clippy.toml` bans them; what IEEE 754 says exactly, as `sqrt`, is free to use.

pub use libm::{atan2f, cbrtf, cosf, powf, sincos, sincosf, sinf};

/// The length of the way that goes `x` across and `y` down; exact to the last digit or the one before.
#[must_use]
pub fn hypot(x: f64, y: f64) -> f64 {
    (x * x + y * y).sqrt()
}

/// The same in single precision.
#[must_use]
#[allow(clippy::cast_possible_truncation, reason = "it was reckoned with more digits than are kept")]
pub fn hypotf(x: f32, y: f32) -> f32 {
    hypot(f64::from(x), f64::from(y)) as f32
}
