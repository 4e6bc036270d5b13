//! Roots, powers and angles that come out equal on every machine. Those of the standard library are the machine's own and
//! differ in their last digit, so `clippy.toml` bans them; what IEEE 754 says exactly, as `sqrt`, is free to use.

pub use libm::{atan2f, cbrtf, cosf, hypot, hypotf, powf, sincos, sincosf, sinf};
