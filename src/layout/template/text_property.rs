//! What SVG calls the properties of texts, as attributes and in a `style`, and what they are called in a style of a game.

use svgtypes::FontShorthand;

/// The outline of letters, which a line that is set here has not.
pub(super) const STROKE: &str = "stroke";
/// What becomes of small letters and capitals.
pub(super) const CAPITALS: &str = "capitals";
/// How much of the letters is seen.
pub(super) const OPACITY: &str = "opacity";

/// The properties of a `style` attribute.
pub(super) fn style_pairs(style: &str) -> impl Iterator<Item = (&str, &str)> {
    let pairs = style.split(';').filter_map(|pair| pair.split_once(':'));
    pairs.map(|(name, value)| (name.trim(), value.trim()))
}

/// Whether an attribute is one of those that lines set here take over.
pub(super) fn is_text_property(name: &str) -> bool {
    name == "font" || text_property(name, "").is_some()
}

/// What an SVG text property is called in a style, and what several at once are: `font: italic bold 4px Rye`.
pub(super) fn text_properties(name: &str, value: &str) -> Vec<(&'static str, String)> {
    if name != "font" {
        return text_property(name, value).into_iter().collect();
    }
    let Ok(font) = FontShorthand::from_str(value) else { return Vec::new() };
    let pairs = [
        ("font-style", Some(font.font_style.unwrap_or("normal"))),
        ("font-weight", Some(font.font_weight.unwrap_or("normal"))),
        ("font-size", Some(font.font_size)),
        ("font-family", Some(font.font_family)),
    ];
    pairs.into_iter().filter_map(|(name, value)| text_property(name, value?)).collect()
}

/// Letters as `text-transform` has them.
pub(super) fn transformed(text: &str, transform: &str) -> String {
    match transform {
        "uppercase" => text.to_uppercase(),
        "lowercase" => text.to_lowercase(),
        "capitalize" => text
            .split_inclusive(char::is_whitespace)
            .flat_map(|word| {
                let mut letters = word.chars();
                letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect::<Vec<char>>()
            })
            .collect(),
        _ => text.to_owned(),
    }
}

/// What an SVG text property is called in a style.
fn text_property(name: &str, value: &str) -> Option<(&'static str, String)> {
    let word = match name {
        "font-family" => "font",
        "font-size" => "size",
        "font-weight" => "weight",
        "font-style" => "italic",
        "fill" => "colour",
        "text-anchor" => "align",
        "letter-spacing" => "tracking",
        "stroke" => STROKE,
        "fill-opacity" => OPACITY,
        "text-transform" => CAPITALS,
        _ => return None,
    };
    let value = match (word, value) {
        (_, "inherit") => return None,
        ("italic", value) => (value.starts_with("italic") || value.starts_with("oblique")).to_string(),
        ("align", "start") => "left".into(),
        ("align", "middle") => "centre".into(),
        ("align", "end") => "right".into(),
        (_, value) => value.to_owned(),
    };
    Some((word, value))
}
