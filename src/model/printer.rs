//! What a printer does wrong, as one person measured it: how far its backs are off, and how true its lengths are.
//! Knows how these are written, and how much of them can be made good.

use crate::diag::Diagnostic;
use crate::geom::Point;
use crate::units::Length;

/// Backs that are further off are not printed by a printer that is a bit off.
const MOST_OFFSET: Length = Length::from_mm(5);
/// In degrees: paper that lies straight in its tray is never this crooked.
const MOST_ROTATION: f64 = 2.0;
/// Beyond these the print window scales the page.
const SCALES: (f64, f64) = (0.95, 1.05);
/// So many letters of a name find room at the foot of a page.
const LONGEST_NAME: usize = 30;

/// The correction for one printer.
#[derive(Debug, Clone, PartialEq)]
pub struct Calibration {
    /// What its owner calls it.
    pub printer: String,
    /// How far backs are moved on upright sheets, to the right and down as seen from the back.
    pub offset: Option<Point>,
    /// The same for sheets that lie on their side: the printer turns them, nobody knows which way.
    pub landscape: Option<Point>,
    /// How far backs are turned, in degrees clockwise as seen from the back.
    pub rotation: f64,
    /// How much larger everything is printed.
    pub scale: f64,
}

impl Calibration {
    /// A printer that does everything right.
    #[must_use]
    pub fn new(printer: &str) -> Self {
        Self { printer: printer.to_owned(), offset: None, landscape: None, rotation: 0.0, scale: 1.0 }
    }
}

/// A printer's name, when it can be one.
///
/// # Errors
/// What is wrong with it.
pub fn printer_name(text: &str) -> Result<String, Diagnostic> {
    let name = text.trim();
    let letters = name.chars().count();
    if name.is_empty() || name.chars().any(char::is_control) {
        let message = format!("`{}` cannot name a printer", text.escape_debug());
        return Err(Diagnostic::error(message).hint("any word does, such as `lounge`"));
    }
    if letters > LONGEST_NAME {
        let more = letters - LONGEST_NAME;
        let message =
            format!("the name `{name}` has {letters} letters, {more} more than the {LONGEST_NAME} it may have");
        let short: String = name.chars().take(LONGEST_NAME).collect();
        return Err(Diagnostic::error(message).hint(format!("`{}` is short enough", short.trim_end())));
    }
    Ok(name.to_owned())
}

/// An offset as people write it: `0.5mm,-0.25mm`, across and down.
///
/// # Errors
/// What is wrong with it, and the nearest offset that works.
pub fn printer_offset(text: &str) -> Result<Point, Diagnostic> {
    let parts: Vec<&str> = text.split(',').map(str::trim).collect();
    let [across, down] = parts[..] else {
        let message = format!("the offset `{text}` is not two lengths, across and down");
        return Err(Diagnostic::error(message).hint("write it as `0.5mm,-0.25mm`"));
    };
    let length =
        |part: &str| part.parse::<Length>().map_err(|error| Diagnostic::error(error.to_string()).hint(error.hint()));
    let offset = Point::new(length(across)?, length(down)?);
    let nearest = Point::new(within(offset.x), within(offset.y));
    if nearest == offset {
        return Ok(offset);
    }
    let (way, far) = if nearest.x == offset.x { ("down", offset.y) } else { ("across", offset.x) };
    let over = far.abs() - MOST_OFFSET;
    let message = format!("an offset of {far} {way} is {over} more than the {MOST_OFFSET} that can be made good");
    let hint = format!("the nearest that works is `{}`; check the unit, and how the paper lies", offset_text(nearest));
    Err(Diagnostic::error(message).hint(hint))
}

fn within(length: Length) -> Length {
    length.max(-MOST_OFFSET).min(MOST_OFFSET)
}

/// A rotation as people write it: `0.1deg`.
///
/// # Errors
/// What is wrong with it, and the nearest rotation that works.
pub fn printer_rotation(text: &str) -> Result<f64, Diagnostic> {
    let text = text.trim();
    let (digits, unit) = match text.strip_suffix("deg").or_else(|| text.strip_suffix('°')) {
        Some(digits) => (digits.trim_end(), true),
        None => (text, false),
    };
    let degrees = number(digits).ok_or_else(|| {
        let message = format!("`{text}` is not a rotation");
        Diagnostic::error(message).hint("a rotation is a number of degrees, as in `0.1deg`")
    })?;
    if !unit && degrees != 0.0 && degrees.abs() <= MOST_ROTATION {
        let message = format!("the rotation `{text}` has no unit");
        return Err(Diagnostic::error(message).hint(format!("write `{text}deg`")));
    }
    if degrees.abs() <= MOST_ROTATION {
        return Ok(degrees);
    }
    let over = plain(degrees.abs() - MOST_ROTATION);
    let message = format!(
        "a rotation of {} is {over} more than the {} that can be made good",
        degrees_of(degrees),
        degrees_of(MOST_ROTATION)
    );
    let nearest = MOST_ROTATION.copysign(degrees);
    let hint = format!("the nearest that works is `{nearest}deg`; straighten the paper in its tray first");
    Err(Diagnostic::error(message).hint(hint))
}

/// A scale as people write it: `1.002`.
///
/// # Errors
/// What is wrong with it, and the nearest scale that works.
pub fn printer_scale(text: &str) -> Result<f64, Diagnostic> {
    let text = text.trim();
    if let Some(percent) = text.strip_suffix('%').and_then(|digits| number(digits.trim_end())) {
        let message = format!("the scale `{text}` is in percent");
        let factor = plain(percent / 100.0);
        // What cannot be made good is not worth writing another way.
        printer_scale(&factor)?;
        return Err(Diagnostic::error(message).hint(format!("write `{factor}`")));
    }
    let scale = number(text).ok_or_else(|| {
        let message = format!("`{text}` is not a scale");
        Diagnostic::error(message).hint("a scale is a number near 1, as in `1.002`")
    })?;
    let (least, most) = SCALES;
    let nearest = scale.clamp(least, most);
    if (scale - nearest).abs() <= f64::EPSILON {
        return Ok(scale);
    }
    let (over, side) = if scale > most { (scale - most, "more") } else { (least - scale, "less") };
    let message = format!(
        "a scale of {} is {} {side} than the {} that can be made good",
        plain(scale),
        plain(over),
        plain(nearest)
    );
    let hint = format!("the nearest that works is `{nearest}`; look whether the print window fits pages to the paper");
    Err(Diagnostic::error(message).hint(hint))
}

/// An offset the way it is read.
#[must_use]
pub fn offset_text(offset: Point) -> String {
    [offset.x, offset.y].map(|length| length.to_string().replace(' ', "")).join(",")
}

/// A number of degrees in words.
#[must_use]
pub fn degrees_of(degrees: f64) -> String {
    let degrees = plain(degrees);
    if degrees == "1" { "1 degree".to_owned() } else { format!("{degrees} degrees") }
}

/// A number in plain digits, to the millionth; nothing finer can be measured.
fn number(text: &str) -> Option<f64> {
    let plain = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit() || b".+-".contains(&byte));
    let number = if plain { text.parse::<f64>().ok()? } else { return None };
    // Adding nothing makes a plain zero of minus zero.
    Some((number * 1e6).round() / 1e6 + 0.0).filter(|number| number.is_finite())
}

fn plain(number: f64) -> String {
    format!("{}", (number * 1e6).round() / 1e6)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused<T: std::fmt::Debug>(read: Result<T, Diagnostic>) -> String {
        let diagnostic = read.unwrap_err();
        format!("{} | {}", diagnostic.message, diagnostic.hints.join(" | "))
    }

    #[test]
    fn reads_what_people_write() {
        let mm = |um: i64| Length::from_um(um);
        assert_eq!(printer_offset("0.5mm,-0.25mm").unwrap(), Point::new(mm(500), mm(-250)));
        assert_eq!(printer_offset("0, 5mm").unwrap(), Point::new(mm(0), mm(5_000)));
        assert_eq!(
            [printer_rotation("-0.1deg"), printer_rotation("2°"), printer_rotation("-0")],
            [Ok(-0.1), Ok(2.0), Ok(0.0)]
        );
        assert_eq!(
            [printer_scale("1.002"), printer_scale("0.95"), printer_scale("1.05")],
            [Ok(1.002), Ok(0.95), Ok(1.05)]
        );
    }

    #[test]
    fn tells_by_how_much_the_rest_is_wrong() {
        for (said, expected) in [
            (
                refused(printer_offset("5cm,0mm")),
                "an offset of 50 mm across is 45 mm more than the 5 mm that can be made good | \
                 the nearest that works is `5mm,0mm`; check the unit, and how the paper lies",
            ),
            (
                refused(printer_offset("1mm,-5.001mm")),
                "an offset of -5.001 mm down is 0.001 mm more than the 5 mm that can be made good | \
                 the nearest that works is `1mm,-5mm`; check the unit, and how the paper lies",
            ),
            (refused(printer_offset("0.5,1mm")), "the length `0.5` has no unit | write `0.5mm`, `0.5in` or `0.5pt`"),
            (
                refused(printer_offset("0.5mm")),
                "the offset `0.5mm` is not two lengths, across and down | write it as `0.5mm,-0.25mm`",
            ),
            (
                refused(printer_rotation("-3deg")),
                "a rotation of -3 degrees is 1 more than the 2 degrees that can be made good | \
                 the nearest that works is `-2deg`; straighten the paper in its tray first",
            ),
            (refused(printer_rotation("0.1")), "the rotation `0.1` has no unit | write `0.1deg`"),
            (
                refused(printer_rotation("nan deg")),
                "`nan deg` is not a rotation | a rotation is a number of degrees, as in `0.1deg`",
            ),
            (
                refused(printer_scale("1.2")),
                "a scale of 1.2 is 0.15 more than the 1.05 that can be made good | \
                 the nearest that works is `1.05`; look whether the print window fits pages to the paper",
            ),
            (
                refused(printer_scale("0")),
                "a scale of 0 is 0.95 less than the 0.95 that can be made good | \
                 the nearest that works is `0.95`; look whether the print window fits pages to the paper",
            ),
            (
                refused(printer_scale("200%")),
                "a scale of 2 is 0.95 more than the 1.05 that can be made good | \
                 the nearest that works is `1.05`; look whether the print window fits pages to the paper",
            ),
            (
                refused(printer_rotation("3")),
                "a rotation of 3 degrees is 1 more than the 2 degrees that can be made good | \
                 the nearest that works is `2deg`; straighten the paper in its tray first",
            ),
            (refused(printer_scale("100.2 %")), "the scale `100.2 %` is in percent | write `1.002`"),
            (refused(printer_scale("inf")), "`inf` is not a scale | a scale is a number near 1, as in `1.002`"),
        ] {
            assert_eq!(said, expected);
        }
    }

    #[test]
    fn names_are_short_and_visible() {
        assert_eq!(printer_name(" HP in the Küche ").unwrap(), "HP in the Küche");
        assert_eq!(
            refused(printer_name("a\u{7}")),
            "`a\\u{7}` cannot name a printer | any word does, such as `lounge`"
        );
        assert!(refused(printer_name(&"long ".repeat(7))).starts_with("the name `long long"));
    }

    proptest::proptest! {
        #[test]
        fn any_text_is_read_or_refused(text in ".{0,24}") {
            let _ = (printer_name(&text), printer_offset(&text), printer_rotation(&text), printer_scale(&text));
        }

        #[test]
        fn what_is_written_reads_back(x in -5_000_i64..=5_000, y in -5_000_i64..=5_000) {
            let offset = Point::new(Length::from_um(x), Length::from_um(y));
            proptest::prop_assert_eq!(printer_offset(&offset_text(offset)), Ok(offset));
        }
    }
}
