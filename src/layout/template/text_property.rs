//! What SVG calls the properties of texts, as attributes and in a `style`, and what they are called in a style of a game.

/// The outline of letters, which a line that is set here has not.
pub(super) const STROKE: &str = "stroke";

/// The properties of a `style` attribute.
pub(super) fn style_pairs(style: &str) -> impl Iterator<Item = (&str, &str)> {
    let pairs = style.split(';').filter_map(|pair| pair.split_once(':'));
    pairs.map(|(name, value)| (name.trim(), value.trim()))
}

/// Whether an attribute is one of those that lines set here take over.
pub(super) fn is_text_property(name: &str) -> bool {
    text_property(name, "").is_some()
}

/// What an SVG text property is called in a style.
pub(super) fn text_property(name: &str, value: &str) -> Option<(&'static str, String)> {
    let word = match name {
        "font-family" => "font",
        "font-size" => "size",
        "font-weight" => "weight",
        "font-style" => "italic",
        "fill" => "colour",
        "text-anchor" => "align",
        "letter-spacing" => "tracking",
        "stroke" => STROKE,
        _ => return None,
    };
    let value = match (word, value) {
        ("italic", value) => (value == "italic" || value == "oblique").to_string(),
        ("align", "start") => "left".into(),
        ("align", "middle") => "centre".into(),
        ("align", "end") => "right".into(),
        ("font", value) => value.split(',').next().unwrap_or("").trim_matches(['\'', '"', ' ']).to_owned(),
        (_, value) => value.to_owned(),
    };
    Some((word, value))
}
