//! Says what an SVG reader would pass over in silence: elements and colours that are none, broken paths and transforms,
//! numbers that are not numbers.

use std::str::FromStr;

use svgtypes::{Length as SvgLength, LengthUnit, Paint, PathParser, PointsParser, Transform};

use crate::diag::{Diagnostic, meant_or_known};

/// Attributes that are lengths in the drawing.
const LENGTHS: &[&str] =
    &["x", "y", "cx", "cy", "x1", "y1", "x2", "y2", "width", "height", "r", "rx", "ry", "stroke-width"];

/// The elements of SVG 1.1 and 2, with those that are refused later for a reason of their own.
const ELEMENTS: &[&str] = &[
    "a",
    "animate",
    "animateColor",
    "animateMotion",
    "animateTransform",
    "circle",
    "clipPath",
    "color-profile",
    "cursor",
    "defs",
    "desc",
    "ellipse",
    "feBlend",
    "feColorMatrix",
    "feComponentTransfer",
    "feComposite",
    "feConvolveMatrix",
    "feDiffuseLighting",
    "feDisplacementMap",
    "feDistantLight",
    "feDropShadow",
    "feFlood",
    "feFuncA",
    "feFuncB",
    "feFuncG",
    "feFuncR",
    "feGaussianBlur",
    "feImage",
    "feMerge",
    "feMergeNode",
    "feMorphology",
    "feOffset",
    "fePointLight",
    "feSpecularLighting",
    "feSpotLight",
    "feTile",
    "feTurbulence",
    "filter",
    "font",
    "font-face",
    "font-face-format",
    "font-face-name",
    "font-face-src",
    "font-face-uri",
    "foreignObject",
    "g",
    "glyph",
    "hkern",
    "image",
    "line",
    "linearGradient",
    "marker",
    "mask",
    "metadata",
    "missing-glyph",
    "mpath",
    "path",
    "pattern",
    "polygon",
    "polyline",
    "radialGradient",
    "rect",
    "script",
    "set",
    "stop",
    "style",
    "svg",
    "switch",
    "symbol",
    "text",
    "textPath",
    "title",
    "tref",
    "tspan",
    "use",
    "view",
    "vkern",
];

/// Elements of SVG that have no place on paper or that nothing here can draw.
const REFUSED: &[&str] =
    &["animate", "animateColor", "animateMotion", "animateTransform", "foreignObject", "script", "set"];

/// Whether an SVG element cannot be printed.
#[must_use]
pub fn is_refused(name: &str) -> bool {
    REFUSED.contains(&name)
}

/// Whether an element belongs to what old versions of Inkscape let flow into a shape.
#[must_use]
pub fn is_flowing(name: &str) -> bool {
    name.starts_with("flow")
}

/// Where an element that cannot be printed most likely comes from.
#[must_use]
pub fn hint_for_refused(name: &str) -> Option<String> {
    (name == "foreignObject").then(|| {
        "Figma writes it for a background blur: take that effect away; for other programs, draw texts as texts"
            .to_owned()
    })
}

/// What is wrong with the name of an SVG element, if anything.
#[must_use]
pub fn check_element(name: &str) -> Option<Diagnostic> {
    if is_flowing(name) {
        let message = format!("no browser draws `<{name}>`, a text that Inkscape lets flow");
        let told = Diagnostic::error(message).hint("in Inkscape: Text > Convert to Text");
        return (name == "flowRoot").then_some(told);
    }
    let unknown = || Diagnostic::error(format!("there is no SVG element `<{}>`", short(name)));
    (!ELEMENTS.contains(&name)).then(|| unknown().maybe_hint(meant_or_known(name, ELEMENTS.iter().copied())))
}

/// What is wrong with the value of an SVG attribute.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wrong {
    /// It is not what it should be.
    IsNot(&'static str),
    /// It is a number with a unit of paper.
    HasUnit,
    /// It has a number that is larger than any in a drawing.
    TooLarge,
}

impl Wrong {
    /// The report where the attribute is written.
    #[must_use]
    pub fn of_attribute(self, name: &str, value: &str) -> Diagnostic {
        self.of(&format!("`{name}=\"{}\"`", short(value)))
    }

    /// The report where the value is given, which may be far from any attribute.
    #[must_use]
    pub fn of_value(self, value: &str) -> Diagnostic {
        let is_any_number = || SvgLength::from_str(value).is_ok();
        let own = if self == Self::IsNot(FROM_NOTHING) && !is_any_number() { Self::IsNot(NUMBER) } else { self };
        own.of(&format!("`{}`", short(value)))
    }

    /// The report where it is said of a property in a style.
    #[must_use]
    pub fn of_declaration(self, name: &str, value: &str) -> Diagnostic {
        self.of(&format!("`{name}: {}`", short(value)))
    }

    fn of(self, what: &str) -> Diagnostic {
        match self {
            Self::IsNot(wanted) => Diagnostic::error(format!("{what} is not {wanted}")),
            Self::TooLarge => Diagnostic::error(format!("{what} is too large: no drawing is {LARGEST} units wide")),
            Self::HasUnit => Diagnostic::error(format!("{what} has a unit"))
                .hint("inside a drawing numbers have no unit: they count in units of its `viewBox`"),
        }
    }
}

/// No number of a drawing is larger.
const LARGEST: f64 = 1_000_000.0;
const NUMBER: &str = "a number";
const FROM_NOTHING: &str = "a number from 0";

/// What is wrong with the value of an SVG attribute, if anything.
#[must_use]
pub fn check_attribute(name: &str, value: &str) -> Option<Wrong> {
    let wrong = |what| Some(Wrong::IsNot(what));
    match name {
        "d" | "points" | "transform" | "gradientTransform" | "patternTransform" if has_too_large(value) => {
            Some(Wrong::TooLarge)
        }
        "fill" | "stroke" | "stop-color" | "color" | "flood-color" | "lighting-color" if !is_paint(value) => {
            wrong("a colour")
        }
        "d" if !PathParser::from(value).all(|segment| segment.is_ok()) => wrong("a path"),
        "transform" | "gradientTransform" | "patternTransform" if Transform::from_str(value).is_err() => {
            wrong("a transform")
        }
        "points" if !is_points(value) => wrong("a list of points"),
        _ if LENGTHS.contains(&name) && has_paper_unit(value) => Some(Wrong::HasUnit),
        _ if LENGTHS.contains(&name)
            && SvgLength::from_str(value).is_ok_and(|length| length.number.abs() > LARGEST) =>
        {
            Some(Wrong::TooLarge)
        }
        "x" | "y" | "cx" | "cy" | "x1" | "y1" | "x2" | "y2" if SvgLength::from_str(value).is_err() => wrong(NUMBER),
        "width" | "height" | "r" | "rx" | "ry" | "stroke-width" if !is_not_negative(value) => wrong(FROM_NOTHING),
        "opacity" | "fill-opacity" | "stroke-opacity" | "stop-opacity"
            if svgtypes::Number::from_str(value.trim_end().trim_end_matches('%')).is_err() =>
        {
            wrong(NUMBER)
        }
        _ => None,
    }
}

/// Millimetres and inches in SVG are counted at 96 to the inch of screen, which is not the drawing's scale.
fn has_paper_unit(value: &str) -> bool {
    let screen = [LengthUnit::None, LengthUnit::Px, LengthUnit::Percent];
    SvgLength::from_str(value).is_ok_and(|length| !screen.contains(&length.unit))
}

/// Whether any number in a list of them is larger than those of drawings. Few are written long enough to be looked at.
fn has_too_large(value: &str) -> bool {
    const DIGITS: usize = 7;
    let mut digits = 0;
    let is_long = value.bytes().any(|sign| {
        digits = if sign.is_ascii_digit() { digits + 1 } else { 0 };
        digits >= DIGITS || matches!(sign, b'e' | b'E')
    });
    let is_apart = |sign: char| !(sign.is_ascii_digit() || matches!(sign, '.' | 'e' | 'E' | '-' | '+'));
    is_long
        && value.split(is_apart).any(|part| {
            // One number may follow another without a space: `1e9-3`.
            let ends = part.match_indices(['-', '+']).map(|(at, _)| at).filter(|at| !part[..*at].ends_with(['e', 'E']));
            let mut from = 0;
            ends.chain([part.len()]).any(|end| {
                let number = part[std::mem::replace(&mut from, end)..end].parse::<f64>();
                number.is_ok_and(|number| number.abs() > LARGEST)
            })
        })
}

fn short(value: &str) -> String {
    const SHOWN: usize = 40;
    if value.chars().count() <= SHOWN {
        return value.to_owned();
    }
    value.chars().take(SHOWN).chain(['…']).collect()
}

fn is_paint(value: &str) -> bool {
    matches!(value, "inherit") || Paint::from_str(value).is_ok()
}

fn is_points(value: &str) -> bool {
    // The reader stops at the first wrong number, so every number has to have been read.
    let numbers = value.split([' ', ',', '\n', '\t', '\r']).filter(|part| !part.is_empty()).count();
    let read = PointsParser::from(value).count() * 2;
    read >= numbers || value.contains('-')
}

fn is_not_negative(value: &str) -> bool {
    value == "auto" || SvgLength::from_str(value).is_ok_and(|length| length.number >= 0.0)
}

#[cfg(test)]
mod tests {
    use super::check_attribute;

    #[test]
    fn says_what_an_svg_reader_would_pass_over() {
        let message = |name, value| check_attribute(name, value).map(|wrong| wrong.of_attribute(name, value).message);
        assert_eq!(message("fill", "#A8382A"), None);
        assert_eq!(message("fill", "url(#sky) none"), None);
        assert_eq!(message("fill", "barnred"), Some("`fill=\"barnred\"` is not a colour".into()));
        assert_eq!(message("d", "M0 0L1"), Some("`d=\"M0 0L1\"` is not a path".into()));
        assert_eq!(message("transform", "rotate(x)"), Some("`transform=\"rotate(x)\"` is not a transform".into()));
        assert_eq!(message("width", "-3"), Some("`width=\"-3\"` is not a number from 0".into()));
        let large = |value: &str| Some(format!("{value} is too large: no drawing is 1000000 units wide"));
        assert_eq!(message("r", "1e9"), large("`r=\"1e9\"`"));
        assert_eq!(message("d", "M0 0L3-1e9"), large("`d=\"M0 0L3-1e9\"`"));
        assert_eq!(message("transform", "scale(20000000)"), large("`transform=\"scale(20000000)\"`"));
        assert_eq!(message("d", "M0.12345678 1e-9L1e5-1e5"), None);
        assert_eq!(message("points", "0,0 1,x"), Some("`points=\"0,0 1,x\"` is not a list of points".into()));
    }

    #[test]
    fn a_value_from_elsewhere_is_told_without_the_attribute() {
        let message = |name, value| check_attribute(name, value).map(|wrong| wrong.of_value(value).message);
        assert_eq!(message("stroke", "barnred"), Some("`barnred` is not a colour".into()));
        assert_eq!(message("width", "-3"), Some("`-3` is not a number from 0".into()));
        assert_eq!(message("width", "wide"), Some("`wide` is not a number".into()));
        assert_eq!(message("r", "3mm"), Some("`3mm` has a unit".into()));
    }
}
