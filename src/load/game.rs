//! `game.yaml` itself: title, credits, colours, styles, icons, and the list of components.

use std::collections::BTreeMap;

use crate::diag::{Diagnostic, Diagnostics, Place};
use crate::model::{Assets, Credit, FieldText, Game, Ink, Palette, Skin, Style};

use super::components::{Surroundings, read_components, read_skin};
use super::diagram::read_diagrams;
use super::fields::{Fields, entries_of, texts_of};
use super::job::read_jobs;
use super::lint::{read_allowances, read_colour_codes};
use super::play::{PlayKeys, RANDOM_PLAY, read_play};
use super::style::{read_icons, read_palette, read_patterns, read_styles};
use super::yaml::{self, Key, Node, Value};
use super::{GAME_FILE, expand, read_text};

/// Colours and styles of all games.
const DEFAULTS: &str = "templates/defaults.yaml";
/// How the first page looks when the game does not say.
const CONTENTS: &str = "contents-page";

/// Reads the game file and everything it names.
pub fn read_game(assets: &dyn Assets, id: &str, found: &mut Diagnostics) -> Option<Game> {
    let node = parsed(assets, GAME_FILE, found)?;
    let mut fields = Fields::open(&node, "a game", found)?;
    let title = fields.required_text("title", "a game");
    let subtitle = fields.text_or_empty("subtitle");
    let language = fields.text("lang").map(|field| language(field, fields.found())).unwrap_or_default();
    let has_curly_quotes = fields.choice("quotes", &[("curly", true), ("straight", false)]).unwrap_or(true);
    let version = fields.text("version").map_or_else(|| "1".to_owned(), |field| field.text);
    let players = fields.text("players");
    let seats = fields.text("seats");
    let (options, dice) = (fields.named("options"), fields.named("dice"));
    let plurals = fields.named("plurals");
    let (sides, teams, table) = (fields.node("sides"), fields.node("teams"), fields.node("table"));
    let (joining, leaving) = (fields.text("joining"), fields.text("leaving"));
    let random_play = fields.choice("random play", &RANDOM_PLAY).unwrap_or_default();
    let time = fields.text_or_empty("time");
    let summary = fields.text_or_empty("summary");
    let credits = read_credits(fields.named("credits"), fields.found());
    let also_needed = fields.texts("also needed").into_iter().map(|field| field.text).collect();
    let contents = read_skin(&mut fields, "contents");
    let (palette, styles) = (fields.named("palette"), fields.named("styles"));
    let icons = fields.node("icons");
    let fonts = fields.texts("fonts");
    let patterns = fields.named("patterns");
    let allow = read_allowances(fields.named("allow"), fields.found());
    let colour_codes = fields.named("colour codes");
    let components = fields.node("components");
    let jobs = fields.named("print");
    let none = |node: &Node| matches!(&node.value, Value::Map(entries) if entries.is_empty());
    if components.is_none_or(none) {
        let place = fields.place().clone();
        fields.found().push(Diagnostic::error("a game needs `components`").at(&place));
    }
    fields.finish();

    let usual = fonts.first().map(|font| font.text.as_str());
    let (palette, styles) = read_looks((palette, styles), usual, assets, found);
    let entries = components.map(|node| entries_of(node, "components", found));
    let entries = entries.unwrap_or(&[]);
    let mut components = read_components(entries, Surroundings { palette: &palette, assets }, found);
    // With a component that could not be read, every name of it would be told as wrong.
    if components.len() == entries.len() {
        read_diagrams(&mut components, assets, found);
    }
    let names: Vec<&str> = components.iter().flat_map(|part| [part.id.as_str(), part.kind.name()]).collect();
    let jobs = read_jobs(jobs, (components.len() == entries.len()).then_some(&names), found);
    let keys = PlayKeys {
        players: players.clone(),
        seats,
        options,
        dice,
        plurals,
        random_play,
        sides,
        teams,
        table,
        joining,
        leaving,
    };
    let play = read_play(&keys, &components, assets, found);
    Some(Game {
        id: id.to_owned(),
        title: title.map(|field| field.text).unwrap_or_default(),
        subtitle,
        language,
        has_curly_quotes,
        version,
        players: players.map(|field| field.text).unwrap_or_default(),
        time,
        summary,
        credits,
        icons: read_icons(icons, assets, found),
        patterns: read_patterns(patterns, &palette, found),
        colour_codes: read_colour_codes(colour_codes, &palette, found),
        allow,
        palette,
        styles,
        fonts,
        also_needed,
        ink: Ink::Full,
        contents: contents.unwrap_or_else(|| default_contents(&node)),
        components,
        play,
        jobs,
        places: places_of(&node),
    })
}

/// A language as the web writes it: `en`, `pt-BR`, `zh-Hant`.
fn language(field: FieldText, found: &mut Diagnostics) -> String {
    let is_part = |part: &str| (1..=8).contains(&part.len()) && part.chars().all(|c| c.is_ascii_alphanumeric());
    let first = field.text.split('-').next().unwrap_or_default();
    let is_language = (2..=3).contains(&first.len()) && first.chars().all(|c| c.is_ascii_alphabetic());
    if !is_language || !field.text.split('-').all(is_part) {
        let message = format!("`{}` is not a language", field.text);
        found.push(Diagnostic::error(message).at(&field.place).hint("write `en`, `de` or `pt-BR`, as web pages do"));
    }
    field.text
}

/// Where everything under the keys of a mapping stands, and under their keys.
fn places_of(node: &Node) -> BTreeMap<String, Place> {
    let Value::Map(entries) = &node.value else { return BTreeMap::new() };
    let mut places = BTreeMap::new();
    for (key, node) in entries {
        if let Value::Map(inner) = &node.value {
            places.extend(inner.iter().map(|(own, node)| (format!("{}.{}", key.name, own.name), node.place.clone())));
        }
        places.insert(key.name.clone(), node.place.clone());
    }
    places
}

fn parsed(assets: &dyn Assets, path: &str, found: &mut Diagnostics) -> Option<Node> {
    found.accept(read_text(assets, path).and_then(|source| yaml::parse(&source)))
}

fn default_contents(node: &Node) -> Skin {
    let template = FieldText { text: CONTENTS.into(), place: node.place.clone() };
    Skin { template, fields: Vec::new() }
}

fn read_credits(entries: &[(Key, Node)], found: &mut Diagnostics) -> Vec<Credit> {
    let credit = |(key, node): &(Key, Node)| {
        let names: Vec<String> = texts_of(node, &key.name, found).into_iter().map(|name| name.text).collect();
        Credit { role: key.name.clone(), names: names.join(", ") }
    };
    entries.iter().map(credit).collect()
}

/// The entries of one mapping, in the file's order.
type Entries<'a> = &'a [(Key, Node)];

/// Colours and styles: those of all games with the game's own laid over them.
fn read_looks(
    (palette, styles): (Entries<'_>, Entries<'_>),
    usual: Option<&str>,
    assets: &dyn Assets,
    found: &mut Diagnostics,
) -> (Palette, BTreeMap<String, Style>) {
    let defaults = parsed(assets, DEFAULTS, found);
    let shared = |key: &str| match &defaults {
        Some(Node { value: Value::Map(entries), .. }) => {
            match entries.iter().find(|(known, _)| known.name == key).map(|(_, node)| &node.value) {
                Some(Value::Map(entries)) => entries.clone(),
                _ => Vec::new(),
            }
        }
        _ => Vec::new(),
    };
    let mut colours = Palette::default();
    read_palette(&expand::merged_entries(&shared("palette"), palette), &mut colours, found);
    let styles = expand::carry_out_extends(&expand::merged_entries(&shared("styles"), styles), found);
    let styles = read_styles(&styles, usual, &colours, found);
    (colours, styles)
}
