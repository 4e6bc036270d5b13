//! A content stream under construction: operators as bytes, and the names of the resources they use.

use std::collections::BTreeSet;

use crate::geom::Affine;
use crate::model::{Colour, PathStep};

/// What a content stream can refer to by name.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Resource {
    /// A form or an image.
    XObject(String),
    /// A font.
    Font(String),
    /// A graphics state.
    State(String),
    /// A gradient.
    Shading(String),
}

/// Operators and what they use.
#[derive(Debug, Default, Clone)]
pub struct Content {
    /// The operators.
    pub bytes: Vec<u8>,
    /// The resources they name.
    pub used: BTreeSet<Resource>,
}

impl Content {
    /// A number, to the thousandth, without idle digits.
    pub fn number(&mut self, value: f32) -> &mut Self {
        write_number(&mut self.bytes, value, 3);
        self.bytes.push(b' ');
        self
    }

    /// A number that scales others and so needs more digits.
    fn factor(&mut self, value: f32) -> &mut Self {
        write_number(&mut self.bytes, value, 6);
        self.bytes.push(b' ');
        self
    }

    /// An operator, after its operands.
    pub fn op(&mut self, operator: &str) -> &mut Self {
        self.bytes.extend_from_slice(operator.as_bytes());
        self.bytes.push(b'\n');
        self
    }

    /// Several operands and their operator.
    pub fn with(&mut self, operands: &[f32], operator: &str) -> &mut Self {
        for &operand in operands {
            self.number(operand);
        }
        self.op(operator)
    }

    /// A resource's name as an operand.
    pub fn name(&mut self, resource: Resource) -> &mut Self {
        let name = match &resource {
            Resource::XObject(name) | Resource::Font(name) | Resource::State(name) | Resource::Shading(name) => name,
        };
        self.bytes.push(b'/');
        self.bytes.extend_from_slice(name.as_bytes());
        self.bytes.push(b' ');
        self.used.insert(resource);
        self
    }

    /// Keeps the graphics state for later.
    pub fn save(&mut self) -> &mut Self {
        self.op("q")
    }

    /// Goes back to the state that was kept.
    pub fn restore(&mut self) -> &mut Self {
        self.op("Q")
    }

    /// Maps what follows.
    pub fn transform(&mut self, Affine([a, b, c, d, e, f]): Affine) -> &mut Self {
        if (Affine([a, b, c, d, e, f])) == Affine::IDENTITY {
            return self;
        }
        self.factor(a).factor(b).factor(c).factor(d).factor(e).factor(f).op("cm")
    }

    /// Paints a form or image.
    pub fn paint(&mut self, name: &str) -> &mut Self {
        self.name(Resource::XObject(name.to_owned())).op("Do")
    }

    /// The colour of what is filled from here on.
    pub fn fill_colour(&mut self, colour: Colour) -> &mut Self {
        self.colour(colour).op("rg")
    }

    /// The colour of lines from here on.
    pub fn stroke_colour(&mut self, colour: Colour) -> &mut Self {
        self.colour(colour).op("RG")
    }

    fn colour(&mut self, colour: Colour) -> &mut Self {
        for channel in [colour.red, colour.green, colour.blue] {
            self.number(f32::from(channel) / 255.0);
        }
        self
    }

    /// A rectangle to be filled or to clip with.
    pub fn rect(&mut self, rect: [f32; 4]) -> &mut Self {
        self.with(&rect, "re")
    }

    /// A path to be filled, stroked or clipped with.
    pub fn path(&mut self, steps: &[PathStep]) -> &mut Self {
        for step in steps {
            match *step {
                PathStep::Move(x, y) => self.with(&[x, y], "m"),
                PathStep::Line(x, y) => self.with(&[x, y], "l"),
                PathStep::Cubic(points) => self.with(&points, "c"),
                PathStep::Close => self.op("h"),
            };
        }
        self
    }

    /// Nothing outside the path just drawn is painted from here on.
    pub fn clip(&mut self, even_odd: bool) -> &mut Self {
        self.op(if even_odd { "W* n" } else { "W n" })
    }

    /// The operators of another one, and what they use.
    pub fn append(&mut self, other: Self) -> &mut Self {
        self.bytes.extend(other.bytes);
        self.used.extend(other.used);
        self
    }
}

/// Writes a number with at most so many decimals.
#[allow(clippy::cast_possible_truncation, reason = "pages are far smaller than an i64")]
pub fn write_number(out: &mut Vec<u8>, value: f32, decimals: u32) {
    let scale = 10_i64.pow(decimals);
    let scaled = (f64::from(value) * scale as f64).round() as i64;
    if scaled < 0 {
        out.push(b'-');
    }
    let (whole, mut rest) =
        (scaled.unsigned_abs() / scale.unsigned_abs(), scaled.unsigned_abs() % scale.unsigned_abs());
    write_whole(out, whole);
    if rest == 0 {
        return;
    }
    out.push(b'.');
    let mut unit = scale.unsigned_abs();
    while rest > 0 {
        unit /= 10;
        out.push(b'0' + u8::try_from(rest / unit).unwrap_or(0));
        rest %= unit;
    }
}

/// Writes a whole number.
pub fn write_whole(out: &mut Vec<u8>, mut value: u64) {
    let mut digits = [0_u8; 20];
    let mut at = digits.len();
    loop {
        at -= 1;
        digits[at] = b'0' + u8::try_from(value % 10).unwrap_or(0);
        value /= 10;
        if value == 0 {
            break;
        }
    }
    out.extend_from_slice(&digits[at..]);
}

#[cfg(test)]
mod tests {
    use super::write_number;

    fn written(value: f32) -> String {
        let mut out = Vec::new();
        write_number(&mut out, value, 3);
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn numbers_are_short_and_right() {
        assert_eq!(written(1.0), "1");
        assert_eq!(written(-0.25), "-0.25");
        assert_eq!(written(63.5004), "63.5");
        assert_eq!(written(0.001), "0.001");
        assert_eq!(written(-0.0001), "0");
        assert_eq!(written(12.070), "12.07");
    }
}
