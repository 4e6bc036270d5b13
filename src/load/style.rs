//! Text styles, colours and icons of a game, on top of those all games share.

use std::collections::BTreeMap;

use crate::diag::{Diagnostic, Diagnostics, Place, meant_or_known};
use crate::model::{
    Align, Assets, Colour, CssColour, FieldText, Fit, LetterOutline, Palette, Pattern, Style, TRACKING, slug,
};
use crate::units::Length;

use super::fields::{Fields, entries_of, named_texts, text_of};
use super::yaml::{Key, Node, Value};

/// How wide the line around letters is, as a part of their size, when nothing is said.
const USUAL_OUTLINE: f64 = 0.06;
/// A palette of more colours is no palette.
const MOST_COLOURS: usize = 500;

/// Icons of all games.
const SHARED_ICONS: &str = "templates/icons";

/// The words for where lines stand.
pub const ALIGN_WORDS: &[(&str, Align)] = &[
    ("left", Align::Start),
    ("centre", Align::Centre),
    ("center", Align::Centre),
    ("right", Align::End),
    ("justify", Align::Justify),
];

/// Adds named colours to a palette: those in figures, then those that are another one's second name, wherever that
/// other one stands.
pub fn read_palette(entries: &[(Key, Node)], palette: &mut Palette, found: &mut Diagnostics) {
    if entries.len() > MOST_COLOURS {
        let message = format!("{} colours are more than the {MOST_COLOURS} a palette may have", entries.len());
        return found.push(Diagnostic::error(message).at(&entries[MOST_COLOURS].1.place));
    }
    let (figures, mut names): (Vec<_>, Vec<_>) =
        named_texts(entries, found).into_iter().partition(|(_, field)| field.text.starts_with('#'));
    for (name, field) in figures {
        // What is wrong is told here, and not once more wherever the name is used.
        let colour = colour_of(&field, palette, found).unwrap_or(Colour::BLACK);
        palette.set(&name, colour);
    }
    // Each round explains at least one more name, or none is left to explain.
    while !names.is_empty() {
        let before = names.len();
        names.retain(|(name, field)| {
            let colour = palette.resolve(&field.text);
            colour.inspect(|colour| palette.set(name, *colour)).is_none()
        });
        if names.len() == before {
            tell_unexplained(&names, palette, found);
            names.drain(..).for_each(|(name, _)| palette.set(&name, Colour::BLACK));
        }
    }
}

/// A word about every name that stands for no colour, but for those that only stand for one of these.
fn tell_unexplained(names: &[(String, FieldText)], palette: &Palette, found: &mut Diagnostics) {
    let stands_for_another = |field: &FieldText| names.iter().any(|(name, _)| *name == field.text);
    let wrong: Vec<&(String, FieldText)> = names.iter().filter(|(_, field)| !stands_for_another(field)).collect();
    for (_, field) in &wrong {
        found.push(wrong_colour(&field.text, palette, &field.place));
    }
    if let (true, Some((name, field))) = (wrong.is_empty(), names.first()) {
        found.push(Diagnostic::error(format!("`{name}` stands for itself in the end")).at(&field.place));
    }
}

/// The patterns that stand for named colours.
pub fn read_patterns(entries: &[(Key, Node)], palette: &Palette, found: &mut Diagnostics) -> BTreeMap<String, Pattern> {
    let mut patterns = BTreeMap::new();
    for (key, node) in entries {
        if palette.get(&key.name).is_none() {
            let hint = meant_or_known(&key.name, palette.names());
            let message = format!("`{}` is not a colour of this game", key.name);
            found.push(Diagnostic::error(message).at(&key.place).maybe_hint(hint));
        }
        let Some(field) = text_of(node, &key.name, found) else { continue };
        match Pattern::ALL.iter().find(|(word, _)| *word == field.text) {
            Some((_, pattern)) => drop(patterns.insert(key.name.clone(), *pattern)),
            None => found.push(unknown_pattern(&field.text).at(&field.place)),
        }
    }
    patterns
}

fn unknown_pattern(text: &str) -> Diagnostic {
    let hint = meant_or_known(text, Pattern::ALL.iter().map(|(word, _)| *word));
    Diagnostic::error(format!("there is no pattern `{text}`")).maybe_hint(hint)
}

/// A colour by its name or in figures.
pub fn colour_of(field: &FieldText, palette: &Palette, found: &mut Diagnostics) -> Option<Colour> {
    let colour = palette.resolve(&field.text);
    if colour.is_none() {
        found.push(wrong_colour(&field.text, palette, &field.place));
    }
    colour
}

fn wrong_colour(text: &str, palette: &Palette, place: &Place) -> Diagnostic {
    if let Ok(seen_through) = text.parse::<CssColour>() {
        let hint = format!(
            "`\"{}\"` is what it looks like on white paper; in drawings `opacity` makes things faint",
            seen_through.on_paper()
        );
        let message = format!("one sees through `{text}`, and colours in YAML cover what lies below them");
        return Diagnostic::error(message).at(place).hint(hint);
    }
    let hint = if text.is_empty() {
        Some("put figures in quotes, as in `\"#A8382A\"`: a bare `#` starts a comment".to_owned())
    } else if text.starts_with('#') {
        Some("a colour is `#RRGGBB`".to_owned())
    } else {
        meant_or_known(text, palette.names())
    };
    Diagnostic::error(format!("`{text}` is not a colour of this game")).at(place).maybe_hint(hint)
}

/// Reads text styles; every one stands alone after `extends` has been carried out. Those that name no font are set in the
/// usual one of the game.
pub fn read_styles(
    entries: &[(Key, Node)],
    usual: Option<&str>,
    palette: &Palette,
    found: &mut Diagnostics,
) -> BTreeMap<String, Style> {
    let read = |(key, node): &(Key, Node)| {
        let fields = Fields::open(node, &format!("the style `{}`", key.name), found)?;
        Some((key.name.clone(), read_style(fields, usual, palette)))
    };
    entries.iter().filter_map(read).collect()
}

fn read_style(mut fields: Fields, usual: Option<&str>, palette: &Palette) -> Style {
    let plain = Style::default();
    let mut colour = |key| {
        let field = fields.text(key)?;
        colour_of(&field, palette, fields.found())
    };
    let (own, strong, outline) = (colour("colour"), colour("strong"), colour("outline"));
    let floor = fields.distance("shrink");
    let together = fields.flag("together").unwrap_or(false);
    if let (true, None, Some(node)) = (together, fields.node("shrink"), fields.node("together")) {
        fields.found().push(Diagnostic::error("`together` needs `shrink`").at(&node.place));
    }
    let place = fields.node("font").map_or_else(|| fields.place().clone(), |node| node.place.clone());
    let size = font_size(&mut fields).unwrap_or(plain.size);
    let outline = letter_outline(&mut fields, outline, size);
    let style = Style {
        font: fields.text("font").map_or_else(|| usual.map_or(plain.font, str::to_owned), |field| field.text),
        weight: weight(&mut fields).unwrap_or(plain.weight),
        italic: fields.flag("italic").unwrap_or(plain.italic),
        size,
        line: fields.factor("line", 0.1).unwrap_or(plain.line),
        paragraph: fields.factor("paragraph", 0.0).unwrap_or(plain.paragraph),
        colour: own.unwrap_or(plain.colour),
        strong,
        align: fields.choice("align", ALIGN_WORDS).unwrap_or(plain.align),
        capitals: fields.flag("capitals").unwrap_or(plain.capitals),
        tracking: fields.factor("tracking", *TRACKING.start()).unwrap_or(plain.tracking),
        icon: fields.factor("icon", 0.1).unwrap_or(plain.icon),
        hyphenate: fields.flag("hyphenate").unwrap_or(plain.hyphenate),
        outline,
        fit: floor.map_or(Fit::Exact, |floor| if together { Fit::Together(floor) } else { Fit::Shrink(floor) }),
        place: Some(place),
    };
    fields.finish();
    style
}

/// The line around letters, if a style has one.
fn letter_outline(fields: &mut Fields, colour: Option<Colour>, size: Length) -> Option<LetterOutline> {
    let width = fields.distance("outline width");
    if let (None, Some(node)) = (fields.node("outline"), fields.node("outline width")) {
        let place = node.place.clone();
        fields.found().push(Diagnostic::error("`outline width` needs `outline`, the colour of the line").at(&place));
    }
    let usual = || Length::from_mm_f64(size.mm() * USUAL_OUTLINE);
    colour.map(|colour| LetterOutline { colour, width: width.unwrap_or_else(usual) })
}

fn weight(fields: &mut Fields) -> Option<u16> {
    let words = [("regular", 400), ("medium", 500), ("semibold", 600), ("bold", 700)];
    let is_number = fields.node("weight").is_some_and(
        |node| matches!(&node.value, Value::Text(text) if text.parse::<u16>().is_ok_and(|w| (1..=1000).contains(&w))),
    );
    if is_number { fields.number("weight") } else { fields.choice("weight", &words) }
}

fn font_size(fields: &mut Fields) -> Option<Length> {
    let place = fields.node("size")?.place.clone();
    let size = fields.length("size")?;
    let readable = Length::from_um(50)..=Length::from_mm(100);
    if !readable.contains(&size) {
        let message = format!("a font size of {size} is not between 0.05 mm and 100 mm");
        fields.found().push(Diagnostic::error(message).at(&place));
        return None;
    }
    Some(size)
}

/// What the files of icons end with; of several with one name, the one with the last of these is it.
const ICON_ENDINGS: [&str; 5] = [".webp", ".jpeg", ".jpg", ".png", ".svg"];

/// Icons by name: those of all games, then a folder or a mapping of the game's own.
pub fn read_icons(node: Option<&Node>, assets: &dyn Assets, found: &mut Diagnostics) -> BTreeMap<String, String> {
    let mut icons = found.accept(icons_in(SHARED_ICONS, assets, &mut Vec::new())).unwrap_or_default();
    let Some(node) = node else { return icons };
    if let Value::Text(folder) = &node.value {
        let mut nameless = Vec::new();
        let own = icons_in(folder.trim_end_matches('/'), assets, &mut nameless).and_then(|own| {
            let hint = "put pictures there, `axe.svg` for `:axe:`: SVG, PNG, JPEG or WebP";
            let none = || Diagnostic::error(format!("there are no icons in `{folder}`")).hint(hint);
            if own.is_empty() && nameless.is_empty() { Err(none()) } else { Ok(own) }
        });
        for path in nameless {
            let message = format!("no text can name the icon `{path}`");
            let hint = "give the file a name that begins with a letter from `a` to `z`, or a capital";
            found.push(Diagnostic::warning(message).at(&node.place).hint(hint));
        }
        icons.extend(found.accept(own.map_err(|wrong| wrong.at(&node.place))).unwrap_or_default());
        return icons;
    }
    for (key, node) in entries_of(node, "icons", found) {
        if !is_icon_name(&key.name) {
            let message = format!("`{}` cannot name an icon", key.name);
            let hint = "begin with a letter from `a` to `z`, or a capital, and go on with these, digits, `-` and `_`";
            found.push(Diagnostic::error(message).at(&key.place).hint(hint));
        }
        let Some(field) = text_of(node, &key.name, found) else { continue };
        let path = match assets.read(&field.text) {
            Ok(_) => Some(field.text),
            Err(error) => {
                found.push(error.diagnostic(&field.text).at(&field.place));
                // Texts that use it are right.
                icons.values().next().cloned()
            }
        };
        icons.extend(path.map(|path| (key.name.clone(), path)));
    }
    icons
}

/// Whether a name can stand between colons in a text.
fn is_icon_name(name: &str) -> bool {
    let is_letter = |letter: char| letter.is_ascii_alphabetic();
    name.starts_with(is_letter) && name.chars().all(|letter| letter.is_ascii_alphanumeric() || "-_".contains(letter))
}

/// The icons of a folder by name, `heavy axe.svg` as `heavy-axe`; and those that have no name a text could have.
fn icons_in(
    folder: &str,
    assets: &dyn Assets,
    nameless: &mut Vec<String>,
) -> Result<BTreeMap<String, String>, Diagnostic> {
    let files = assets.list(folder).map_err(|error| error.diagnostic(folder))?;
    let mut icons = BTreeMap::new();
    for ending in ICON_ENDINGS {
        for path in &files {
            let Some(name) = path.rsplit('/').next().and_then(|name| name.strip_suffix(ending)) else { continue };
            let name = if is_icon_name(name) { name.to_owned() } else { slug(name) };
            if is_icon_name(&name) {
                icons.insert(name, path.clone());
            } else {
                nameless.push(path.clone());
            }
        }
    }
    Ok(icons)
}
