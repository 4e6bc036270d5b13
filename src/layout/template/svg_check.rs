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
    "foreignObject",
    "g",
    "image",
    "line",
    "linearGradient",
    "marker",
    "mask",
    "metadata",
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
];

/// Elements of SVG that have no place on paper or that nothing here can draw.
const REFUSED: &[&str] = &[
    "animate",
    "animateColor",
    "animateMotion",
    "animateTransform",
    "feConvolveMatrix",
    "feDiffuseLighting",
    "feDisplacementMap",
    "feImage",
    "feMorphology",
    "feSpecularLighting",
    "feTile",
    "feTurbulence",
    "foreignObject",
    "script",
    "set",
];

/// Whether an SVG element cannot be printed.
#[must_use]
pub fn is_refused(name: &str) -> bool {
    REFUSED.contains(&name)
}

/// What is wrong with the name of an SVG element, if anything.
#[must_use]
pub fn check_element(name: &str) -> Option<Diagnostic> {
    let unknown = || Diagnostic::error(format!("there is no SVG element `<{}>`", short(name)));
    (!ELEMENTS.contains(&name)).then(|| unknown().maybe_hint(meant_or_known(name, ELEMENTS.iter().copied())))
}

/// What is wrong with the value of an SVG attribute, if anything.
#[must_use]
pub fn check_attribute(name: &str, value: &str) -> Option<Diagnostic> {
    let wrong = |what: &str| Some(Diagnostic::error(format!("`{name}=\"{}\"` is not {what}", short(value))));
    match name {
        "fill" | "stroke" | "stop-color" | "color" | "flood-color" | "lighting-color" if !is_paint(value) => {
            wrong("a colour")
        }
        "d" if !PathParser::from(value).all(|segment| segment.is_ok()) => wrong("a path"),
        "transform" | "gradientTransform" | "patternTransform" if Transform::from_str(value).is_err() => {
            wrong("a transform")
        }
        "points" if !is_points(value) => wrong("a list of points"),
        _ if LENGTHS.contains(&name) && has_paper_unit(value) => Some(
            Diagnostic::error(format!("`{name}=\"{}\"` has a unit", short(value)))
                .hint("inside a drawing numbers have no unit: they count in units of its `viewBox`"),
        ),
        "x" | "y" | "cx" | "cy" | "x1" | "y1" | "x2" | "y2" if SvgLength::from_str(value).is_err() => wrong("a number"),
        "width" | "height" | "r" | "rx" | "ry" | "stroke-width" if !is_not_negative(value) => wrong("a number from 0"),
        "opacity" | "fill-opacity" | "stroke-opacity" | "stop-opacity"
            if svgtypes::Number::from_str(value).is_err() =>
        {
            wrong("a number")
        }
        _ => None,
    }
}

/// Millimetres and inches in SVG are counted at 96 to the inch of screen, which is not the drawing's scale.
fn has_paper_unit(value: &str) -> bool {
    let screen = [LengthUnit::None, LengthUnit::Px, LengthUnit::Percent];
    SvgLength::from_str(value).is_ok_and(|length| !screen.contains(&length.unit))
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
        let message = |name, value| check_attribute(name, value).map(|d| d.message);
        assert_eq!(message("fill", "#A8382A"), None);
        assert_eq!(message("fill", "url(#sky) none"), None);
        assert_eq!(message("fill", "barnred"), Some("`fill=\"barnred\"` is not a colour".into()));
        assert_eq!(message("d", "M0 0L1"), Some("`d=\"M0 0L1\"` is not a path".into()));
        assert_eq!(message("transform", "rotate(x)"), Some("`transform=\"rotate(x)\"` is not a transform".into()));
        assert_eq!(message("width", "-3"), Some("`width=\"-3\"` is not a number from 0".into()));
        assert_eq!(message("points", "0,0 1,x"), Some("`points=\"0,0 1,x\"` is not a list of points".into()));
    }
}
