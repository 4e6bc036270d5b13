//! `Length`: every distance on paper, as a whole number of micrometres, and how people write one.
//! The only file that knows how many points, inches or pixels make a millimetre.

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign, Div, Mul, Neg, Sub, SubAssign};
use std::str::FromStr;

use svgtypes::LengthUnit;

const MICROMETRES_PER_MM: i64 = 1_000;
const MICROMETRES_PER_CM: i64 = 10_000;
const MICROMETRES_PER_INCH: i64 = 25_400;
const POINTS_PER_INCH: i64 = 72;
/// What SVG says of a drawing without a `viewBox`.
const DRAWN_UNITS_PER_INCH: f64 = 96.0;

/// Nothing printed at home is longer than this; anything beyond is a slip of the unit.
const LONGEST: Length = Length::from_mm(10_000);

/// A distance on paper, in whole micrometres, so that a fit that is exact stays exact.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Length(i64);

impl Length {
    /// No distance at all.
    pub const ZERO: Self = Self(0);

    /// A length of so many micrometres.
    #[must_use]
    pub const fn from_um(micrometres: i64) -> Self {
        Self(micrometres)
    }

    /// A length of so many whole millimetres.
    #[must_use]
    pub const fn from_mm(millimetres: i64) -> Self {
        Self(millimetres * MICROMETRES_PER_MM)
    }

    /// The nearest length to a measure in millimetres that came out of floating-point layout.
    #[must_use]
    #[allow(clippy::cast_possible_truncation, reason = "a page is far shorter than an i64")]
    pub fn from_mm_f64(millimetres: f64) -> Self {
        Self((millimetres * MICROMETRES_PER_MM as f64).round() as i64)
    }

    /// So many times as long, to the nearest micrometre.
    #[must_use]
    pub fn scaled(self, times: f64) -> Self {
        Self::from_mm_f64(self.mm() * times)
    }

    /// In whole micrometres.
    #[must_use]
    pub const fn um(self) -> i64 {
        self.0
    }

    /// In millimetres.
    #[must_use]
    pub fn mm(self) -> f64 {
        self.0 as f64 / MICROMETRES_PER_MM as f64
    }

    /// In millimetres, at the precision drawing works in.
    #[must_use]
    #[allow(clippy::cast_possible_truncation, reason = "drawing coordinates are single precision")]
    pub fn mm_f32(self) -> f32 {
        self.mm() as f32
    }

    /// In PDF points, 72 to the inch.
    #[must_use]
    pub fn pt(self) -> f64 {
        self.0 as f64 * POINTS_PER_INCH as f64 / MICROMETRES_PER_INCH as f64
    }

    /// In pixels at a resolution in dots per inch, rounded to the nearest whole pixel.
    #[must_use]
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped to the range first")]
    pub fn pixels(self, dots_per_inch: f64) -> u32 {
        (self.0 as f64 * dots_per_inch / MICROMETRES_PER_INCH as f64).round().clamp(0.0, f64::from(u32::MAX)) as u32
    }

    /// As flags and file names have it, without a space: `6.35mm`.
    #[must_use]
    pub fn written(self) -> String {
        self.to_string().replace(' ', "")
    }

    /// The larger of the two.
    #[must_use]
    pub fn max(self, other: Self) -> Self {
        Ord::max(self, other)
    }

    /// The smaller of the two.
    #[must_use]
    pub fn min(self, other: Self) -> Self {
        Ord::min(self, other)
    }

    /// Without its sign.
    #[must_use]
    pub const fn abs(self) -> Self {
        Self(self.0.abs())
    }

    /// How many whole times `part` goes into this length; none when `part` is not positive.
    #[must_use]
    pub fn fits(self, part: Self) -> i64 {
        if part.0 <= 0 || self.0 < 0 { 0 } else { self.0 / part.0 }
    }
}

/// How many parts of `part` it takes to hold `whole`, the last one perhaps not full; `part` is more than nothing.
#[must_use]
pub const fn parts_of(whole: i64, part: i64) -> i64 {
    (whole + part - 1).div_euclid(part)
}

/// The `width` or `height` of an SVG file in the units it is drawn in; none when it depends on something around it.
#[must_use]
#[allow(clippy::cast_possible_truncation, reason = "drawing coordinates are single precision")]
pub fn drawn_units(written: &str) -> Option<f32> {
    let length = svgtypes::Length::from_str(written.trim()).ok()?;
    let inches = match length.unit {
        LengthUnit::None | LengthUnit::Px => return Some(length.number as f32).filter(|number| number.is_finite()),
        LengthUnit::In => 1.0,
        LengthUnit::Cm => MICROMETRES_PER_CM as f64 / MICROMETRES_PER_INCH as f64,
        LengthUnit::Mm => MICROMETRES_PER_MM as f64 / MICROMETRES_PER_INCH as f64,
        LengthUnit::Pt => 1.0 / POINTS_PER_INCH as f64,
        LengthUnit::Pc => 12.0 / POINTS_PER_INCH as f64,
        LengthUnit::Em | LengthUnit::Ex | LengthUnit::Percent => return None,
    };
    Some((length.number * inches * DRAWN_UNITS_PER_INCH) as f32).filter(|number| number.is_finite())
}

/// Millimetres to points, for drawing that works in millimetres throughout.
#[must_use]
pub fn points_per_mm() -> f64 {
    Length::from_mm(1).pt()
}

/// A font size in points as millimetres, the unit faces are laid out in.
#[must_use]
#[allow(clippy::cast_possible_truncation, reason = "drawing coordinates are single precision")]
pub fn mm_per_point() -> f32 {
    (1.0 / points_per_mm()) as f32
}

/// Pixels to the millimetre at a resolution in dots per inch.
#[must_use]
#[allow(clippy::cast_possible_truncation, reason = "drawing coordinates are single precision")]
pub fn pixels_per_mm(dots_per_inch: f64) -> f32 {
    (dots_per_inch * MICROMETRES_PER_MM as f64 / MICROMETRES_PER_INCH as f64) as f32
}

impl Add for Length {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl AddAssign for Length {
    fn add_assign(&mut self, other: Self) {
        self.0 += other.0;
    }
}

impl Sub for Length {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }
}

impl SubAssign for Length {
    fn sub_assign(&mut self, other: Self) {
        self.0 -= other.0;
    }
}

impl Neg for Length {
    type Output = Self;
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl Mul<i64> for Length {
    type Output = Self;
    fn mul(self, times: i64) -> Self {
        Self(self.0 * times)
    }
}

impl Div<i64> for Length {
    type Output = Self;
    fn div(self, parts: i64) -> Self {
        Self(self.0 / parts)
    }
}

impl Sum for Length {
    fn sum<I: Iterator<Item = Self>>(all: I) -> Self {
        all.fold(Self::ZERO, Add::add)
    }
}

impl fmt::Display for Length {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.0 < 0 { "-" } else { "" };
        let (whole, rest) = (self.0.abs() / MICROMETRES_PER_MM, self.0.abs() % MICROMETRES_PER_MM);
        let fraction = format!("{rest:03}");
        let fraction = fraction.trim_end_matches('0');
        if fraction.is_empty() { write!(f, "{sign}{whole} mm") } else { write!(f, "{sign}{whole}.{fraction} mm") }
    }
}

/// Why a text is no length.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LengthError {
    /// There is a number and nothing behind it.
    NoUnit(String),
    /// There is a number with a unit nobody knows.
    UnknownUnit(String),
    /// There is no number.
    NotANumber(String),
    /// Longer than ten metres.
    TooLong(String),
}

impl fmt::Display for LengthError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoUnit(text) => write!(f, "the length `{text}` has no unit"),
            Self::UnknownUnit(unit) => write!(f, "unknown unit `{unit}`"),
            Self::NotANumber(text) => write!(f, "`{text}` is not a length"),
            Self::TooLong(text) => write!(f, "the length `{text}` is longer than 10 m"),
        }
    }
}

impl LengthError {
    /// What to write instead.
    #[must_use]
    pub fn hint(&self) -> String {
        match self {
            Self::NoUnit(text) => {
                format!("write `{text}mm`, `{text}in` or `{text}pt`")
            }
            Self::UnknownUnit(_) => "the units are `mm`, `cm`, `in` and `pt`".into(),
            Self::NotANumber(_) => "a length is a number and a unit, as in `63.5mm`".into(),
            Self::TooLong(_) => "check the unit".into(),
        }
    }
}

impl std::error::Error for LengthError {}

impl FromStr for Length {
    type Err = LengthError;

    fn from_str(text: &str) -> Result<Self, LengthError> {
        let text = text.trim();
        let end = text.find(|c: char| !(c.is_ascii_digit() || matches!(c, '.' | '-' | '+'))).unwrap_or(text.len());
        let (number, unit) = (&text[..end], text[end..].trim());
        let not_a_number = || LengthError::NotANumber(text.to_owned());
        let decimal = Decimal::parse(number).ok_or_else(not_a_number)?;
        let (numerator, denominator) = match unit {
            "" if decimal.digits == 0 => return Ok(Self::ZERO),
            "" => return Err(LengthError::NoUnit(text.to_owned())),
            "mm" => (MICROMETRES_PER_MM, 1),
            "cm" => (MICROMETRES_PER_CM, 1),
            "in" | "\"" => (MICROMETRES_PER_INCH, 1),
            "pt" => (MICROMETRES_PER_INCH, POINTS_PER_INCH),
            other => return Err(LengthError::UnknownUnit(other.to_owned())),
        };
        let too_long = || LengthError::TooLong(text.to_owned());
        let length = decimal.times(numerator, denominator).map(Self).ok_or_else(too_long)?;
        if length.abs() > LONGEST { Err(too_long()) } else { Ok(length) }
    }
}

/// A decimal number kept exact: `digits / 10^scale`.
struct Decimal {
    digits: i128,
    scale: u32,
}

impl Decimal {
    fn parse(text: &str) -> Option<Self> {
        let (negative, text) = match text.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, text.strip_prefix('+').unwrap_or(text)),
        };
        let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
        let all = format!("{whole}{fraction}");
        // Eighteen digits are nanometres on the way to the sun; more is no measure of paper.
        if all.is_empty() || all.len() > 18 || !all.bytes().all(|b| b.is_ascii_digit()) {
            return None;
        }
        let digits: i128 = all.parse().ok()?;
        let scale = u32::try_from(fraction.len()).ok()?;
        Some(Self { digits: if negative { -digits } else { digits }, scale })
    }

    /// This number times a fraction, to the nearest whole, or nothing when it is out of range.
    fn times(&self, numerator: i64, denominator: i64) -> Option<i64> {
        let top = self.digits * i128::from(numerator) * 2;
        let bottom = 10_i128.pow(self.scale) * i128::from(denominator);
        let doubled = top.div_euclid(bottom);
        i64::try_from((doubled + 1).div_euclid(2)).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn um(text: &str) -> i64 {
        text.parse::<Length>().unwrap().um()
    }

    #[test]
    fn reads_the_units_people_write() {
        assert_eq!(um("63.5mm"), 63_500);
        assert_eq!(um("2.5in"), 63_500);
        assert_eq!(um("1 cm"), 10_000);
        assert_eq!(um("72pt"), 25_400);
        assert_eq!(um("8.5pt"), 2_999);
        assert_eq!(um("-0.25mm"), -250);
        assert_eq!(um("0"), 0);
    }

    #[test]
    fn says_what_is_wrong_with_the_rest() {
        let message = |text: &str| text.parse::<Length>().unwrap_err().to_string();
        assert_eq!(message("3"), "the length `3` has no unit");
        assert_eq!(message("3 furlongs"), "unknown unit `furlongs`");
        assert_eq!(message("wide"), "`wide` is not a length");
        assert_eq!(message("1.2.3mm"), "`1.2.3mm` is not a length");
        assert_eq!(message("99999999mm"), "the length `99999999mm` is longer than 10 m");
        assert_eq!(message(""), "`` is not a length");
    }

    #[test]
    fn prints_as_millimetres() {
        assert_eq!(Length::from_um(63_500).to_string(), "63.5 mm");
        assert_eq!(Length::from_um(-6_350).to_string(), "-6.35 mm");
        assert_eq!(Length::from_mm(3).to_string(), "3 mm");
    }

    proptest::proptest! {
        #[test]
        fn any_text_is_read_or_refused(text in ".{0,24}") {
            let _ = text.parse::<Length>();
        }

        #[test]
        fn what_is_printed_reads_back(um in -9_000_000_i64..9_000_000) {
            let length = Length::from_um(um);
            proptest::prop_assert_eq!(length.to_string().parse::<Length>(), Ok(length));
        }
    }
}
