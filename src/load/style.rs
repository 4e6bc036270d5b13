//! Text styles, colours and icons of a game, on top of those all games share.

use std::collections::BTreeMap;

use crate::diag::{Diagnostic, Diagnostics, Place, meant_or_known};
use crate::model::{Align, Assets, Fit, Palette, Pattern, Style};
use crate::units::Length;

use super::fields::{Fields, entries_of, named_texts, text_of};
use super::yaml::{Key, Node, Value};

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
        match palette.resolve(&field.text) {
            Some(colour) => palette.set(&name, colour),
            None => found.push(wrong_colour(&field.text, palette, &field.place)),
        }
    }
    // Each round explains at least one more name, or none is left to explain.
    while !names.is_empty() {
        let before = names.len();
        names.retain(|(name, field)| {
            let colour = palette.resolve(&field.text);
            colour.inspect(|colour| palette.set(name, *colour)).is_none()
        });
        if names.len() == before {
            names.drain(..).for_each(|(_, field)| found.push(wrong_colour(&field.text, palette, &field.place)));
        }
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

fn wrong_colour(text: &str, palette: &Palette, place: &Place) -> Diagnostic {
    let hint = if text.is_empty() {
        Some("put figures in quotes, as in `\"#A8382A\"`: a bare `#` starts a comment".to_owned())
    } else if text.starts_with('#') {
        Some("a colour is `#RRGGBB`".to_owned())
    } else {
        meant_or_known(text, palette.names())
    };
    Diagnostic::error(format!("`{text}` is not a colour of this game")).at(place).maybe_hint(hint)
}

/// Reads text styles; every one stands alone after `extends` has been carried out.
pub fn read_styles(entries: &[(Key, Node)], palette: &Palette, found: &mut Diagnostics) -> BTreeMap<String, Style> {
    let read = |(key, node): &(Key, Node)| {
        let fields = Fields::open(node, &format!("the style `{}`", key.name), found)?;
        Some((key.name.clone(), read_style(fields, palette)))
    };
    entries.iter().filter_map(read).collect()
}

fn read_style(mut fields: Fields, palette: &Palette) -> Style {
    let plain = Style::default();
    let mut colour = |key| {
        let field = fields.text(key)?;
        let colour = palette.resolve(&field.text);
        if colour.is_none() {
            fields.found().push(wrong_colour(&field.text, palette, &field.place));
        }
        colour
    };
    let (own, strong) = (colour("colour"), colour("strong"));
    let floor = fields.distance("shrink");
    let together = fields.flag("together").unwrap_or(false);
    if together && floor.is_none() {
        let place = fields.place().clone();
        fields.found().push(Diagnostic::error("`together` needs `shrink`").at(&place));
    }
    let place = fields.node("font").map_or_else(|| fields.place().clone(), |node| node.place.clone());
    let style = Style {
        font: fields.text("font").map_or(plain.font, |field| field.text),
        weight: weight(&mut fields).unwrap_or(plain.weight),
        italic: fields.flag("italic").unwrap_or(plain.italic),
        size: font_size(&mut fields).unwrap_or(plain.size),
        line: fields.number("line").unwrap_or(plain.line),
        paragraph: fields.number("paragraph").unwrap_or(plain.paragraph),
        colour: own.unwrap_or(plain.colour),
        strong,
        align: fields.choice("align", ALIGN_WORDS).unwrap_or(plain.align),
        capitals: fields.flag("capitals").unwrap_or(plain.capitals),
        tracking: fields.number("tracking").unwrap_or(plain.tracking),
        icon: fields.number("icon").unwrap_or(plain.icon),
        fit: floor.map_or(Fit::Exact, |floor| if together { Fit::Together(floor) } else { Fit::Shrink(floor) }),
        place: Some(place),
    };
    fields.finish();
    style
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

/// Icons by name: those of all games, then a folder or a mapping of the game's own.
pub fn read_icons(node: Option<&Node>, assets: &dyn Assets, found: &mut Diagnostics) -> BTreeMap<String, String> {
    let mut icons = icons_in(SHARED_ICONS, assets);
    let Some(node) = node else { return icons };
    if let Value::Text(folder) = &node.value {
        let own = icons_in(folder.trim_end_matches('/'), assets);
        if own.is_empty() {
            found.push(Diagnostic::error(format!("there are no icons in `{folder}`")).at(&node.place));
        }
        icons.extend(own);
        return icons;
    }
    let named = named_texts(entries_of(node, "icons", found), found);
    icons.extend(named.into_iter().map(|(name, field)| (name, field.text)));
    icons
}

fn icons_in(folder: &str, assets: &dyn Assets) -> BTreeMap<String, String> {
    let named = |path: String| {
        let name = path.rsplit('/').next()?.strip_suffix(".svg")?.to_owned();
        Some((name, path))
    };
    assets.list(folder).into_iter().filter_map(named).collect()
}
