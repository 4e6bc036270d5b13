//! Finds how large a text can be set in its box: as large as its style says, or smaller down to a floor.

use super::typeset::{Shaped, Typesetter};

/// Trial sizes between the floor and the full size; each halves what is left.
const TRIALS: usize = 8;
/// A text that sticks out by less than this does not.
const HAIR: f32 = 0.02;

/// By how much a text is too large for its box, in millimetres.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Overflow {
    /// Below the bottom of the box.
    pub height: f32,
    /// Beyond its right edge, by an unbreakable word.
    pub width: f32,
}

/// The largest scale from `floor` to 1 at which the text fits, to within a two hundred and fiftieth of the span.
///
/// # Errors
/// When it does not even fit at the floor.
pub fn largest_scale(
    typesetter: &Typesetter<'_>,
    shaped: &mut Shaped,
    [width, height]: [f32; 2],
    floor: f32,
) -> Result<f32, Overflow> {
    let mut overflow = |scale: f32| overflow_at(typesetter, shaped, [width, height], scale);
    if overflow(1.0).is_none() {
        return Ok(1.0);
    }
    if let Some(overflow) = overflow(floor) {
        return Err(overflow);
    }
    let (mut fits, mut sticks_out) = (floor, 1.0);
    for _ in 0..TRIALS {
        let trial = f32::midpoint(fits, sticks_out);
        if overflow(trial).is_none() { fits = trial } else { sticks_out = trial }
    }
    Ok(fits)
}

/// By how much the text sticks out at one scale.
fn overflow_at(
    typesetter: &Typesetter<'_>,
    shaped: &mut Shaped,
    [width, height]: [f32; 2],
    scale: f32,
) -> Option<Overflow> {
    let over_width = shaped.too_wide(width, scale);
    let over_height = typesetter.height(shaped, width, scale) - height;
    (over_height > HAIR || over_width > HAIR)
        .then_some(Overflow { height: over_height.max(0.0), width: over_width.max(0.0) })
}
