//! Declarations of styles, in a `<style>` and in a `style` of an element, as the reader of drawings understands them: what
//! browsers know by other words is rewritten, and what would be passed over in silence is told. Draws nothing.

use std::borrow::Cow;
use std::collections::HashSet;
use std::fmt::Write as _;
use std::ops::Range;

use super::css_variables::{Variables, is_variable};
use super::svg_check::{Wrong, check_attribute};
use crate::diag::Diagnostic;
use crate::model::CssColour;

/// What browsers take from a style, and the reader only from attributes.
const GEOMETRY: &[&str] = &["x", "y", "cx", "cy", "r", "rx", "ry", "width", "height", "d"];
/// What moves an element in browsers alone.
const MOVES: &[&str] = &["rotate", "scale", "translate"];
/// Letters that few fonts have, and that browsers make of capitals.
const CAPS: &[&str] = &["small-caps", "petite-caps", "unicase", "titling-caps"];
/// The properties that hold a colour.
const PAINTS: &[&str] = &["fill", "stroke", "stop-color", "color", "flood-color", "lighting-color"];

/// A declaration, where it stands in its block.
struct Declaration<'t> {
    at: Range<usize>,
    name: &'t str,
    /// As it is written.
    written: &'t str,
    /// Without the names of other values.
    value: Cow<'t, str>,
}

impl<'t> Declaration<'t> {
    /// The declaration in a part of a block; none where that is nothing but blanks and comments.
    fn of(block: &'t str, at: Range<usize>, known: &Variables) -> Option<Self> {
        let part = &block[at.clone()];
        let from = part.rfind("*/").map_or(0, |end| end + 2);
        let (name, value) = part[from..].split_once(':')?;
        let value = value.trim();
        let written = value.strip_suffix("!important").map_or(value, str::trim_end);
        Some(Self { at, name: name.trim(), written, value: known.resolved(written) })
    }

    /// Whether it is only known once a piece is bound.
    fn is_bound(&self) -> bool {
        self.value.contains("{{") || self.value.contains("{%")
    }

    /// Why it is not what it should be.
    fn wrong(&self) -> Option<Wrong> {
        let value = rewritten(self.name, &self.value);
        check_attribute(self.name, &value).filter(|wrong| *wrong != Wrong::HasUnit && !self.is_bound())
    }
}

/// The declarations of a block: what stands between semicolons, but for those in brackets and quotes.
fn declarations<'t>(block: &'t str, known: &Variables) -> Vec<Declaration<'t>> {
    let (mut found, mut from, mut depth, mut quote) = (Vec::new(), 0, 0_usize, None);
    for (at, sign) in block.char_indices() {
        match (quote, sign) {
            (Some(open), _) if open == sign => quote = None,
            (None, '"' | '\'') => quote = Some(sign),
            (None, '(') => depth += 1,
            (None, ')') => depth = depth.saturating_sub(1),
            (None, ';') if depth == 0 => {
                found.extend(Declaration::of(block, from..at, known));
                from = at + 1;
            }
            _ => {}
        }
    }
    found.extend(Declaration::of(block, from..block.len(), known));
    found
}

/// What becomes of a declaration.
enum Outcome {
    /// The reader understands it.
    Understood,
    /// It does not, and an earlier one of the same property counts, as in browsers, or has been told; or it is a variable, which
    /// stands where it is named.
    Superseded,
    /// It does not, and nothing else was said of the property before.
    Wrong(Wrong),
}

/// The declarations of a block with what becomes of each.
fn judged<'t>(block: &'t str, variables: &Variables) -> impl Iterator<Item = (Declaration<'t>, Outcome)> + use<'t> {
    let mut known: HashSet<&str> = HashSet::new();
    declarations(block, variables).into_iter().map(move |one| {
        let is_first = known.insert(one.name);
        let outcome = match one.wrong() {
            _ if is_variable(one.name) => Outcome::Superseded,
            None => Outcome::Understood,
            Some(wrong) if is_first => Outcome::Wrong(wrong),
            Some(_) => Outcome::Superseded,
        };
        (one, outcome)
    })
}

/// The same block, without values that the reader does not understand where it understands an earlier one of the same
/// property, as browsers do it, and with the others in words that it knows.
#[must_use]
pub fn understood<'t>(block: &'t str, known: &Variables) -> Cow<'t, str> {
    let mut out = String::new();
    let mut from = 0;
    for (Declaration { at, name, written, value }, outcome) in judged(block, known) {
        let told = match outcome {
            Outcome::Superseded => None,
            Outcome::Understood | Outcome::Wrong(_) => Some(rewritten(name, &value)),
        };
        if told.as_deref() == Some(written) {
            continue;
        }
        out.push_str(&block[from..at.start]);
        from = at.end;
        match told {
            Some(value) => {
                let _ = write!(out, "{name}:{value}");
            }
            // The reader ends at a semicolon behind nothing.
            None => from += usize::from(block[from..].starts_with(';')),
        }
    }
    if from == 0 { Cow::Borrowed(block) } else { Cow::Owned(out + &block[from..]) }
}

/// The one colour with a name that the reader does not know.
const REBECCA: (&str, &str) = ("rebeccapurple", "#663399");

/// A colour in figures as digits: the reader knows few of the ways to write one, and misreads some.
fn in_digits(value: &str) -> Cow<'_, str> {
    value.parse::<CssColour>().map_or(Cow::Borrowed(value), |colour| Cow::Owned(colour.to_string()))
}

/// The value of an attribute as the reader of drawings understands it.
pub fn readable<'v>(name: &str, value: &'v str) -> Cow<'v, str> {
    match name {
        "style" if value.contains('(') => understood(value, &Variables::default()),
        _ if PAINTS.contains(&name) && value.trim().eq_ignore_ascii_case(REBECCA.0) => Cow::Borrowed(REBECCA.1),
        _ if PAINTS.contains(&name) && value.trim_end().ends_with(')') => in_digits(value),
        _ => Cow::Borrowed(value),
    }
}

/// A value in words that the reader knows.
fn rewritten<'v>(name: &str, value: &'v str) -> Cow<'v, str> {
    match name {
        "transform" if value.contains("px") || value.contains("deg") => {
            Cow::Owned(value.replace("px", "").replace("deg", ""))
        }
        "filter" if COLOUR_FUNCTIONS.iter().any(|name| value.contains(name)) => Cow::Owned(with_plain_colours(value)),
        // How far lines stand apart is no part of a drawing.
        "font" if value.contains('/') => Cow::Owned(without_line_height(value)),
        _ if PAINTS.contains(&name) && value.eq_ignore_ascii_case(REBECCA.0) => Cow::Borrowed(REBECCA.1),
        _ if PAINTS.contains(&name) && value.eq_ignore_ascii_case("currentcolor") => Cow::Borrowed("currentColor"),
        _ if PAINTS.contains(&name) && value.trim_end().ends_with(')') => in_digits(value),
        _ if value.starts_with("URL(") => Cow::Owned(value.replacen("URL(", "url(", 1)),
        _ => Cow::Borrowed(value),
    }
}

/// Colours that are functions; of two of which one ends like the other, the longer first.
const COLOUR_FUNCTIONS: [&str; 9] = ["rgb(", "rgba(", "hsl(", "hsla(", "hwb(", "oklab(", "oklch(", "lab(", "lch("];

/// Colours that are functions, as numbers: the reader ends a shadow at their brackets.
fn with_plain_colours(value: &str) -> String {
    let mut out = String::with_capacity(value.len());
    let mut rest = value;
    while let Some(at) = COLOUR_FUNCTIONS.iter().filter_map(|name| rest.find(name)).min() {
        let end = rest[at..].find(')').map_or(rest.len(), |end| at + end + 1);
        out.push_str(&rest[..at]);
        out.push_str(&in_digits(&rest[at..end]));
        rest = &rest[end..];
    }
    out + rest
}

/// `italic bold 30px/40px Rye` without what stands behind the stroke.
fn without_line_height(font: &str) -> String {
    let Some((before, after)) = font.split_once('/') else { return font.to_owned() };
    let after = after.trim_start();
    let end = after.find(char::is_whitespace).unwrap_or(after.len());
    format!("{}{}", before.trim_end(), &after[end..])
}

/// What of a block is not what it should be or has no effect, with its place in the block. Of `style` attributes values are
/// looked at when a piece is bound.
#[must_use]
pub fn wrong_in(block: &str, known: &Variables, looks_at_values: bool) -> Vec<(Range<usize>, Diagnostic)> {
    let told = |(one, outcome): (Declaration<'_>, Outcome)| {
        let wrong = match outcome {
            Outcome::Wrong(wrong) if looks_at_values => Some(wrong.of_declaration(one.name, one.written)),
            _ => None,
        };
        Some((one.at, wrong.or_else(|| without_effect(one.name, &one.value, true))?))
    };
    judged(block, known).filter_map(told).collect()
}

/// What of an attribute has no effect, where browsers see one.
#[must_use]
pub fn told_of(name: &str, value: &str, known: &Variables, has_frame: bool) -> Vec<Diagnostic> {
    if name == "style" {
        // How large a drawing with a frame is on a screen says nothing of it on paper.
        let is_size = |part: &str| has_frame && ["width", "height"].iter().any(|side| part.trim().starts_with(side));
        let wrong = wrong_in(value, known, false).into_iter();
        return wrong.filter(|(at, _)| !is_size(&value[at.clone()])).map(|(_, told)| told).collect();
    }
    without_effect(name, value, false).into_iter().collect()
}

/// What is told of a link into another file.
pub const ELSEWHERE: &str = "nothing is read from another file: copy what has this name into the picture";

/// Properties that name something of the picture.
const BY_NAME: [&str; 7] = ["clip-path", "filter", "marker", "marker-start", "marker-mid", "marker-end", "mask"];

/// Forms of figures and letters that fonts have beside their usual ones.
const FORMS: [&str; 16] = [
    "tnum",
    "onum",
    "lnum",
    "pnum",
    "zero",
    "frac",
    "smcp",
    "c2sc",
    "salt",
    "swsh",
    "\"ss",
    "'ss",
    "tabular-nums",
    "oldstyle-nums",
    "slashed-zero",
    "diagonal-fractions",
];

/// Whether a value names something in another file, `url(sprite.svg#leaf)`.
fn is_elsewhere(value: &str) -> bool {
    let inside = value.split_once("url(").map(|(_, inside)| inside.trim_start_matches(['"', '\'', ' ']));
    inside.is_some_and(|inside| !inside.starts_with('#') && !inside.starts_with("{{"))
}

/// That a property has no effect, where browsers see one.
fn without_effect(name: &str, value: &str, is_style: bool) -> Option<Diagnostic> {
    let is_none = matches!(value, "none" | "auto" | "inherit" | "initial" | "");
    let hint = match name {
        _ if is_none => return None,
        _ if is_style && GEOMETRY.contains(&name) => "write it as an attribute of the element",
        _ if is_style && MOVES.contains(&name) => "write it as a `transform`",
        "vector-effect" if value == "non-scaling-stroke" => {
            "the line grows with what is around it: make it thinner by as much, or expand the transform"
        }
        _ if BY_NAME.contains(&name) && is_elsewhere(value) => ELSEWHERE,
        "font-feature-settings" | "font-variant-numeric" if FORMS.iter().any(|form| value.contains(form)) => {
            "name a font in which these forms are the usual ones"
        }
        "clip-path" if !value.starts_with("url(") && !value.contains("{{") => "draw the shape as a `<clipPath>`",
        "text-shadow" => "draw the shadow as a text of its own",
        "transform-box" if value != "view-box" => "say what it turns around in the transform: `rotate(30 12 8)`",
        "mask" | "mask-image" if !value.starts_with("url(#") && !value.contains("{{") => "draw the mask as a `<mask>`",
        "backdrop-filter" | "box-shadow" => "draw what it does as a shape of its own",
        "background" | "background-color" | "background-image" if value != "transparent" => {
            "draw a `<rect>` behind all the rest"
        }
        "font-variant" | "font-variant-caps" if CAPS.iter().any(|caps| value.contains(caps)) => {
            "write capitals in a smaller size"
        }
        "direction" if value == "rtl" => "`text-anchor: end` begins a line at its right",
        "pathLength" => "give the dashes in units of the drawing",
        _ => return None,
    };
    Some(Diagnostic::warning(format!("`{name}: {value}` has no effect here")).hint(hint))
}

#[cfg(test)]
mod tests {
    use super::{Variables, understood as understood_with, wrong_in};

    fn understood(block: &str) -> String {
        understood_with(block, &Variables::of(["--sea: #09c"])).into_owned()
    }

    #[test]
    fn what_is_not_understood_falls_back_to_what_stands_before_it() {
        assert_eq!(understood("fill:#09c;fill:color(display-p3 1 0 0)"), "fill:#09c;");
        assert_eq!(understood("fill:#09c;fill:color(display-p3 1 0 0);r:1"), "fill:#09c;r:1");
        assert_eq!(understood("fill:#09c; stroke:red"), "fill:#09c; stroke:red");
        assert_eq!(
            understood("transform:translate(20px, 30px) rotate(30deg)"),
            "transform:translate(20, 30) rotate(30)"
        );
        assert_eq!(
            understood("filter: drop-shadow(8px 8px 6px rgba(0,0,0,.5)); fill: RebeccaPurple"),
            "filter:drop-shadow(8px 8px 6px #00000080);fill:#663399"
        );
        assert_eq!(understood("--ink: red; fill: var(--sea); stroke: light-dark(#111, #eee)"), "fill:#09c;stroke:#111");
        assert_eq!(understood("font: bold 30px/40px Rye, serif"), "font:bold 30px Rye, serif");
    }

    #[test]
    fn what_is_wrong_or_has_no_effect_is_told() {
        let told = |block: &str| -> Vec<String> {
            wrong_in(block, &Variables::default(), true).into_iter().map(|(_, told)| told.message).collect()
        };
        assert_eq!(told("fill: {{ colour }}; stroke: url(#a); opacity: .5; r: auto"), [""; 0]);
        assert_eq!(told("fill: oklch(.7 .2)"), ["`fill: oklch(.7 .2)` is not a colour"]);
        assert_eq!(told("fill: #09c; fill: oklch(.7 .2)"), [""; 0]);
        assert_eq!(told("width: 80px"), ["`width: 80px` has no effect here"]);
        assert_eq!(told("clip-path: circle(60px)"), ["`clip-path: circle(60px)` has no effect here"]);
        for silent in [
            "transform-box: fill-box",
            "mask-image: linear-gradient(black, transparent)",
            "backdrop-filter: blur(3px)",
            "background: #eef",
            "font-variant: small-caps",
            "direction: rtl",
            "filter: url(sprite.svg#soft)",
            "clip-path: url('sprite.svg#round')",
            "font-feature-settings: 'tnum' 1",
            "font-variant-numeric: oldstyle-nums",
        ] {
            assert_eq!(told(silent), [format!("`{silent}` has no effect here")]);
        }
        assert_eq!(
            told("filter: url('#soft'); clip-path: url(#round); font-feature-settings: 'kern' 1, \"liga\""),
            [""; 0]
        );
        assert_eq!(told("mask: url(#m); font-variant-caps: normal; background: none; direction: ltr"), [""; 0]);
        for broken in [";", ":", "a:", "(;", "'", "/*", "fill:é;"] {
            let _ = (told(broken), understood(broken));
        }
    }
}
