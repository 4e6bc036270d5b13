//! Colours as the web writes them in figures: `rgb(255 0 0 / 50%)`, `hsl(120deg 100% 50%)`, `oklch(0.7 0.1 30)`, `#FF000080`.

use std::fmt;
use std::str::FromStr;

use super::Colour;

/// A colour of the web in figures, with how much of it is seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CssColour {
    /// The colour itself.
    pub colour: Colour,
    /// From 0, which is not seen, to 255, which covers what lies below.
    pub alpha: u8,
}

impl CssColour {
    /// The colour, when nothing is seen through it.
    #[must_use]
    pub fn opaque(self) -> Option<Colour> {
        (self.alpha == u8::MAX).then_some(self.colour)
    }

    /// What it looks like on white paper.
    #[must_use]
    pub fn on_paper(self) -> Colour {
        let alpha = u32::from(self.alpha);
        let mixed = |part: u8| {
            let sum = u32::from(part) * alpha + 255 * (255 - alpha);
            u8::try_from((sum + 127) / 255).unwrap_or(u8::MAX)
        };
        let Colour { red, green, blue } = self.colour;
        Colour { red: mixed(red), green: mixed(green), blue: mixed(blue) }
    }
}

impl fmt::Display for CssColour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.colour)?;
        if self.alpha == u8::MAX { Ok(()) } else { write!(f, "{:02X}", self.alpha) }
    }
}

impl FromStr for CssColour {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let text = text.trim();
        if text.starts_with('#') { of_digits(text) } else { of_function(text) }.ok_or(())
    }
}

/// `#RRGGBBAA` or `#RGBA`, and without the last of these.
fn of_digits(text: &str) -> Option<CssColour> {
    let digits = &text[1..];
    let (own, alpha) = match digits.len() {
        4 | 8 if digits.is_ascii() => digits.split_at(digits.len() / 4 * 3),
        _ => (digits, "FF"),
    };
    let alpha = u8::from_str_radix(&if alpha.len() == 1 { alpha.repeat(2) } else { alpha.to_owned() }, 16).ok()?;
    Some(CssColour { colour: format!("#{own}").parse().ok()?, alpha })
}

/// Functions whose figures are how light a colour is, and of what tint.
const OF_LIGHTNESS: [&str; 4] = ["lab", "lch", "oklab", "oklch"];

/// A name with figures in brackets.
fn of_function(text: &str) -> Option<CssColour> {
    let (name, inside) = text.strip_suffix(')')?.split_once('(')?;
    // What a screen can show and a printer cannot is drawn as near as it comes.
    if OF_LIGHTNESS.iter().any(|known| known.eq_ignore_ascii_case(name)) {
        let [red, green, blue, alpha] = csscolorparser::parse(text).ok()?.to_rgba8();
        return Some(CssColour { colour: Colour { red, green, blue }, alpha });
    }
    let (figures, alpha) = inside.split_once('/').map_or((inside, None), |(figures, alpha)| (figures, Some(alpha)));
    let has_commas = figures.contains(',');
    let mut parts: Vec<&str> = if has_commas {
        figures.split(',').map(str::trim).collect()
    } else {
        figures.split_ascii_whitespace().collect()
    };
    // With commas, the fourth is how much is seen.
    let alpha = if has_commas && parts.len() == 4 && alpha.is_none() { parts.pop() } else { alpha };
    let [red, green, blue] = match (name.to_ascii_lowercase().as_str(), parts.as_slice()) {
        ("rgb" | "rgba", [a, b, c]) => [part(a, 255.0)?, part(b, 255.0)?, part(c, 255.0)?],
        ("hsl" | "hsla", [hue, a, b]) => of_hue(degrees(hue)?, part(a, 100.0)?, part(b, 100.0)?),
        ("hwb", [hue, a, b]) => of_white_and_black(degrees(hue)?, part(a, 100.0)?, part(b, 100.0)?),
        ("color", [space, a, b, c]) if space.eq_ignore_ascii_case("srgb") => {
            [part(a, 1.0)?, part(b, 1.0)?, part(c, 1.0)?]
        }
        _ => return None,
    };
    let [red, green, blue, alpha] = [red, green, blue, alpha.map_or(Some(1.0), |alpha| part(alpha, 1.0))?].map(figure);
    Some(CssColour { colour: Colour { red, green, blue }, alpha })
}

#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a part is from 0 to 1")]
fn figure(part: f64) -> u8 {
    (part * 255.0).round() as u8
}

/// A figure of so many, or in percent, as a part from 0 to 1.
fn part(written: &str, whole: f64) -> Option<f64> {
    let written = written.trim();
    let (written, whole) = written.strip_suffix('%').map_or((written, whole), |percent| (percent, 100.0));
    Some((number(written)? / whole).clamp(0.0, 1.0))
}

/// An angle in degrees, from 0 to 360.
fn degrees(written: &str) -> Option<f64> {
    const UNITS: [(&str, f64); 4] =
        [("deg", 1.0), ("grad", 0.9), ("rad", 180.0 / std::f64::consts::PI), ("turn", 360.0)];
    let unit = UNITS.into_iter().find_map(|(unit, degrees)| Some((written.strip_suffix(unit)?, degrees)));
    let (written, degrees) = unit.unwrap_or((written, 1.0));
    Some((number(written)? * degrees).rem_euclid(360.0))
}

fn number(written: &str) -> Option<f64> {
    match written {
        "none" => Some(0.0),
        // `nan` and `inf` are numbers to the parser only.
        _ => written.parse::<f64>().ok().filter(|number| number.is_finite()),
    }
}

/// Red, green and blue of a hue, how strong it is and how light.
fn of_hue(degrees: f64, strength: f64, light: f64) -> [f64; 3] {
    [0.0, 8.0, 4.0].map(|from| {
        let step = (from + degrees / 30.0) % 12.0;
        light - strength * light.min(1.0 - light) * (step - 3.0).min(9.0 - step).clamp(-1.0, 1.0)
    })
}

/// Red, green and blue of a hue with white and black mixed in.
fn of_white_and_black(degrees: f64, white: f64, black: f64) -> [f64; 3] {
    let mixed = white + black;
    if mixed >= 1.0 {
        return [white / mixed; 3];
    }
    of_hue(degrees, 1.0, 0.5).map(|part| part * (1.0 - mixed) + white)
}

#[cfg(test)]
mod tests {
    use super::{Colour, CssColour};

    #[test]
    fn figures_of_the_web_are_read() {
        let read = |text: &str| text.parse::<CssColour>().map(|colour| colour.to_string()).unwrap_or_default();
        for (written, colour) in [
            ("rgb(255 0 0 / 50%)", "#FF000080"),
            ("RGBA(255,0,0, 50%)", "#FF000080"),
            ("rgba(100% 0% 0% / .5)", "#FF000080"),
            ("rgb(168, 56, 42)", "#A8382A"),
            ("rgb(none 300 -4)", "#00FF00"),
            ("hsl(120 100 50)", "#00FF00"),
            ("hsl(-240deg, 100%, 50%, 0.5)", "#00FF0080"),
            ("hsl(0.5turn 100% 50% / 100%)", "#00FFFF"),
            ("hwb(120 20% 20%)", "#33CC33"),
            ("hwb(120 80% 80%)", "#808080"),
            ("color(srgb 1 0 50% / 0.25)", "#FF008040"),
            ("#f008", "#FF000088"),
            ("#FF0000FF", "#FF0000"),
        ] {
            assert_eq!(read(written), colour, "{written}");
        }
        for none in
            ["red", "rgb(1 2)", "rgb(1 2 3 4)", "rgb(1,2,3,4,5)", "rgb(inf 0 0)", "oklch(.7 .2)", "#é1a", "#12345", ""]
        {
            assert_eq!(read(none), "", "{none}");
        }
        assert_eq!(read("color(display-p3 1 0 0)"), "");
    }

    #[test]
    fn colours_by_their_lightness_are_those_of_chromium() {
        // The last is more than a screen can show.
        for (written, shown) in [
            ("oklch(0.7 0.1 30)", [0xD5, 0x86, 0x79]),
            ("oklab(50% 0.05 -0.1)", [0x6A, 0x54, 0x9B]),
            ("lab(50% 40 -20 / 50%)", [0xAB, 0x5A, 0x9A]),
            ("lch(60 40 120)", [0x7D, 0x9A, 0x51]),
            ("oklch(.7 .2 30)", [0xFF, 0x61, 0x4D]),
        ] {
            let read: CssColour = written.parse().unwrap();
            let Colour { red, green, blue } = read.colour;
            // The library takes another white for `lab` and `lch`, which nobody sees on paper.
            let are_near = [red, green, blue].iter().zip(shown).all(|(one, other)| one.abs_diff(other) <= 6);
            assert!(are_near, "{written}: {read}");
            assert_eq!(read.alpha, if written.contains('/') { 128 } else { 255 });
        }
    }

    #[test]
    fn paper_is_seen_through_a_colour() {
        let faint: CssColour = "rgb(255 0 0 / 50%)".parse().unwrap();
        assert_eq!((faint.opaque(), faint.on_paper().to_string()), (None, "#FF7F7F".to_owned()));
    }
}
