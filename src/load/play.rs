//! The keys of `game.yaml` that are for the referee, its script, and the headings of the printed rules.

use std::sync::Arc;

use pulldown_cmark::{Event, Parser, Tag, TagEnd};

use crate::diag::{Diagnostic, Diagnostics, Place, SourceText, count_of};
use crate::model::{Assets, Component, FieldText, GameOption, Kind, OptionValues, Play, RandomPlay};

use super::fields::{Fields, text_of, texts_of};
use super::sides::read_sides;
use super::table_plan::read_table_plan;
use super::teams::read_teams;
use super::yaml::{Key, Node, Value};
use super::{optional_text, read_text};

/// The script of a game that can be refereed.
const SCRIPT_FILE: &str = "rules.luau";
/// No table has more seats.
const MOST_SEATS: usize = 20;
/// Dice have at most so many faces.
const MOST_FACES: usize = 1_000;

/// What stands in the game file, as it was written.
pub struct PlayKeys<'n> {
    /// `players`: how many the game is printed for.
    pub players: Option<FieldText>,
    /// `seats`: how many can play, if they bring what is not printed.
    pub seats: Option<FieldText>,
    /// `options`.
    pub options: &'n [(Key, Node)],
    /// `dice`.
    pub dice: &'n [(Key, Node)],
    /// `plurals`.
    pub plurals: &'n [(Key, Node)],
    /// `random play`.
    pub random_play: RandomPlay,
    /// `sides`.
    pub sides: Option<&'n Node>,
    /// `teams`.
    pub teams: Option<&'n Node>,
    /// `table`.
    pub table: Option<&'n Node>,
    /// `joining`.
    pub joining: Option<FieldText>,
    /// `leaving`.
    pub leaving: Option<FieldText>,
}

/// What `random play` can say.
pub const RANDOM_PLAY: [(&str, RandomPlay); 2] = [("ends", RandomPlay::Ends), ("never ends", RandomPlay::NeverEnds)];

/// How the game is played.
pub fn read_play(keys: &PlayKeys<'_>, components: &[Component], assets: &dyn Assets, found: &mut Diagnostics) -> Play {
    let script = found.accept(optional_text(assets, SCRIPT_FILE)).flatten();
    let script = script.filter(|script| found.accept(is_text(script)).is_some());
    let said = keys.seats.as_ref().or(keys.players.as_ref());
    let seats = said.and_then(|said| seats_of(&said.text));
    if let (Some(_), None, Some(said)) = (&script, seats, said) {
        let key = if keys.seats.is_some() { "seats" } else { "players" };
        let message = format!("the referee needs to know how many can play, and `{}` does not say", said.text);
        found.push(Diagnostic::error(message).at(&said.place).hint(format!("write `{key}: 2-4`, or `{key}: 3`")));
    }
    Play {
        headings: headings(components, assets),
        options: keys.options.iter().filter_map(|(key, node)| read_option(key, node, found)).collect(),
        dice: keys.dice.iter().filter_map(|(key, node)| read_die(key, node, found)).collect(),
        plurals: keys.plurals.iter().filter_map(|(key, node)| read_plural(key, node, found)).collect(),
        seats,
        sides: keys.sides.map(|node| read_sides(node, seats, found)).unwrap_or_default(),
        teams: keys.teams.map(|node| read_teams(node, seats, found)).unwrap_or_default(),
        table: keys.table.map(|node| read_table_plan(node, found)).unwrap_or_default(),
        joining: keys.joining.as_ref().map(|why| why.text.clone()),
        leaving: keys.leaving.as_ref().map(|why| why.text.clone()),
        script,
        random_play: keys.random_play,
    }
}

/// A noun and what many of it are called.
fn read_plural(key: &Key, node: &Node, found: &mut Diagnostics) -> Option<(String, String)> {
    let many = text_of(node, &key.name, found)?;
    if many.text.trim().is_empty() {
        let message = format!("`plurals` does not say what many of `{}` are called", key.name);
        found.push(Diagnostic::error(message).at(&key.place).hint("write `plurals: {wolf: wolves}`"));
        return None;
    }
    Some((key.name.clone(), many.text))
}

/// Whether people can read the script: it may be compiled, which begins with a number, or hold what no text does.
fn is_text(script: &Arc<SourceText>) -> Result<(), Diagnostic> {
    let is_odd = |sign: char| sign.is_control() && !matches!(sign, '\t' | '\n' | '\r');
    let Some((at, sign)) = script.text.char_indices().find(|(_, sign)| is_odd(*sign)) else { return Ok(()) };
    if at == 0 {
        let message = format!("`{}` is not text: it is compiled, and only the script itself can be read", script.path);
        return Err(Diagnostic::error(message).hint("put the file here that it was compiled from"));
    }
    let message =
        format!("the script is not text here: it has a sign that nobody can see (`U+{:04X}`)", u32::from(sign));
    let place = Place::new(script, at, at + sign.len_utf8());
    Err(Diagnostic::error(message)
        .at(&place)
        .hint("take it out; in a text of the script, write it as `\\0` and the like"))
}

/// `2-4` and `3`: the fewest and the most.
pub fn seats_of(players: &str) -> Option<(usize, usize)> {
    let mut numbers = players.split(['-', '–']).map(|number| number.trim().parse::<usize>());
    let least = numbers.next()?.ok()?;
    let most = numbers.next().map_or(Some(least), Result::ok)?;
    let fits = numbers.next().is_none() && (1..=most).contains(&least) && most <= MOST_SEATS;
    fits.then_some((least, most))
}

/// The headings of all booklets, as they are printed.
fn headings(components: &[Component], assets: &dyn Assets) -> Vec<String> {
    let texts = components.iter().filter_map(|component| match &component.kind {
        // One that cannot be read was told of with its component.
        Kind::Booklet { text, .. } => read_text(assets, text).ok(),
        _ => None,
    });
    texts.flat_map(|text| headings_of(&text.text)).collect()
}

fn headings_of(markdown: &str) -> Vec<String> {
    let mut headings = Vec::new();
    let mut open: Option<String> = None;
    for event in Parser::new(markdown) {
        match event {
            Event::Start(Tag::Heading { .. }) => open = Some(String::new()),
            Event::End(TagEnd::Heading(_)) => headings.extend(open.take()),
            Event::Text(text) | Event::Code(text) => {
                if let Some(open) = &mut open {
                    open.push_str(&text);
                }
            }
            _ => {}
        }
    }
    headings
}

fn read_option(key: &Key, node: &Node, found: &mut Diagnostics) -> Option<GameOption> {
    let mut fields = Fields::open(node, &key.name, found)?;
    let title = fields.text_or_empty("title");
    let note = fields.text_or_empty("note");
    let usual = fields.text("usual");
    let words: Vec<String> = fields.texts("words").into_iter().map(|word| word.text).collect();
    let is_number = fields.node("least").is_some() || fields.node("most").is_some();
    let (least, most) = (fields.number::<i64>("least"), fields.number::<i64>("most"));
    let ends = [fields.place_of("least"), fields.place_of("most")];
    fields.finish();
    let usual = usual.as_ref();
    let values = if is_number {
        number_option(key, (least.zip(most), ends), usual, found)?
    } else if words.is_empty() {
        let flag = match usual.map(|usual| usual.text.as_str()) {
            None | Some("no" | "false") => Some(false),
            Some("yes" | "true") => Some(true),
            Some(_) => None,
        };
        flag.map_or_else(|| not_usual(key, usual, found), |usual| Some(OptionValues::Flag { usual }))?
    } else {
        let word = usual.map_or_else(|| words[0].clone(), |usual| usual.text.clone());
        if !words.contains(&word) {
            return not_usual(key, usual, found);
        }
        OptionValues::Words { words, usual: word }
    };
    let title = if title.is_empty() { key.name.clone() } else { title };
    Some(GameOption { id: key.name.clone(), title, note, values })
}

/// A number between two ends, both of which have to be there.
fn number_option(
    key: &Key,
    (values, ends): (Option<(i64, i64)>, [Option<Place>; 2]),
    usual: Option<&FieldText>,
    found: &mut Diagnostics,
) -> Option<OptionValues> {
    let [Some(_), Some(upper)] = ends else {
        let message = format!("the option `{}` needs both `least` and `most`", key.name);
        found.push(Diagnostic::error(message).at(&key.place));
        return None;
    };
    // An end that is no number was told as that.
    let (least, most) = values?;
    if least > most {
        found.push(Diagnostic::error(format!("`most` is {most}, and `least` is {least}")).at(&upper));
        return None;
    }
    let number = usual.map_or(Ok(least), |usual| usual.text.parse());
    match number.ok().filter(|number| (least..=most).contains(number)) {
        Some(usual) => Some(OptionValues::Number { least, most, usual }),
        None => not_usual(key, usual, found),
    }
}

fn not_usual<T>(key: &Key, usual: Option<&FieldText>, found: &mut Diagnostics) -> Option<T> {
    let place = usual.map_or(&key.place, |usual| &usual.place);
    let message = format!("the option `{}` cannot usually be that", key.name);
    let hint = "`usual` is `yes` or `no`, one of the `words`, or a number from `least` to `most`";
    found.push(Diagnostic::error(message).at(place).hint(hint));
    None
}

fn read_die(key: &Key, node: &Node, found: &mut Diagnostics) -> Option<(String, Vec<String>)> {
    let faces: Vec<String> = match &node.value {
        Value::List(_) => texts_of(node, &key.name, found).into_iter().map(|face| face.text).collect(),
        _ => {
            let text = text_of(node, &key.name, found)?.text;
            let ends = text.split_once("..").map(|(from, to)| (from.trim().parse::<i64>(), to.trim().parse::<i64>()));
            let Some((Ok(from), Ok(to))) = ends else { return no_die((key, node), 0, found) };
            (from..=to).take(MOST_FACES + 1).map(|face| face.to_string()).collect()
        }
    };
    if (2..=MOST_FACES).contains(&faces.len()) && faces.iter().all(|face| !face.trim().is_empty()) {
        return Some((key.name.clone(), faces));
    }
    no_die((key, node), faces.len(), found)
}

fn no_die<T>((key, node): (&Key, &Node), faces: usize, found: &mut Diagnostics) -> Option<T> {
    let faces = count_of(faces, "readable face");
    let message = format!("the die `{}` has {faces}, and needs 2 to {MOST_FACES}", key.name);
    found.push(
        Diagnostic::error(message).at(&node.place).hint("list its faces, as in `[hit, hit, miss]`, or write `1..6`"),
    );
    None
}
