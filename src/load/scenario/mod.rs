//! Reads worked examples: every YAML file of a folder, each a list of scenarios. Whether they come out is not known here.

mod cases;
mod checks;

use std::path::Path;

use crate::diag::{Diagnostic, Diagnostics, meant_or_known};
use crate::model::{
    Assets, Chance, Event, FieldText, Given, Happening, Laws, Play, RefusedAnswer, Scenario, Written, WrittenValue,
};

use super::fields::{Fields, entries_of, text_of};
use super::read_text;
use super::yaml::{self, Key, Node, Value};
use checks::read_checks;

/// Words that stand for themselves in `when` and `asks`, and so for no player.
const RESERVED: [&str; 12] =
    ["roll", "draw", "together", "refused", "by", "because", "rule", "then", "adjust", "undo", "nobody", "table"];
/// What can happen besides answers of seats.
const HAPPENINGS: [&str; 7] = ["roll", "draw", "together", "refused", "then", "adjust", "undo"];

/// What the laws of the rules are to an example.
const LAWS: [(&str, Laws); 2] = [("hold", Laws::Hold), ("once they hold", Laws::OnceTheyHold)];

/// Reads all scenarios of a folder, in the order of the files' names.
pub fn read_scenarios(assets: &dyn Assets, folder: &str, play: &Play, found: &mut Diagnostics) -> Vec<Scenario> {
    let mut scenarios = Vec::new();
    let files =
        found.accept(assets.list(folder).map_err(|error| error.diagnostic(&assets.shown(folder)))).unwrap_or_default();
    for path in files.into_iter().filter(|path| is_yaml(path)) {
        let Some(node) = found.accept(read_text(assets, &path).and_then(|source| yaml::parse(&source))) else {
            continue;
        };
        let Value::List(items) = &node.value else {
            let message = format!("scenarios are a list, and this is {}", node.kind());
            found.push(Diagnostic::error(message).at(&node.place).hint("begin each scenario with `- name: ...`"));
            continue;
        };
        let (laws, items) = laws_of_file(items, found);
        let written = cases::one_by_one(items, found);
        let own: Vec<Scenario> = written.iter().filter_map(|item| read_scenario(item, laws, play, found)).collect();
        twice(&own, found);
        scenarios.extend(own);
    }
    scenarios
}

/// The laws of all scenarios of a file, which it says before the first.
fn laws_of_file<'n>(items: &'n [Node], found: &mut Diagnostics) -> (Laws, &'n [Node]) {
    if let Some((first, rest)) = items.split_first()
        && matches!(&first.value, Value::Map(entries) if matches!(&entries[..], [(key, _)] if key.name == "laws"))
        && let Some(mut fields) = Fields::open(first, "the laws of a file", found)
    {
        return (fields.choice("laws", &LAWS).unwrap_or_default(), rest);
    }
    (Laws::default(), items)
}

fn is_yaml(path: &str) -> bool {
    let extension = Path::new(path).extension().unwrap_or_default();
    extension.eq_ignore_ascii_case("yaml") || extension.eq_ignore_ascii_case("yml")
}

/// Scenarios are told by their names.
fn twice(scenarios: &[Scenario], found: &mut Diagnostics) {
    for (n, scenario) in scenarios.iter().enumerate() {
        if scenarios[..n].iter().any(|other| other.name.text == scenario.name.text) {
            let message = format!("two scenarios are called `{}`", scenario.name.text);
            found.push(Diagnostic::error(message).at(&scenario.name.place));
        }
    }
}

fn read_scenario(node: &Node, laws: Laws, play: &Play, found: &mut Diagnostics) -> Option<Scenario> {
    let mut fields = Fields::open(node, "a scenario", found)?;
    let name = fields.required_text("name", "a scenario");
    let rule = fields.text("rule");
    let given = fields.node("given");
    let (when, then) = (fields.node("when"), fields.node("then"));
    if when.is_none() && then.is_none() {
        let place = fields.place().clone();
        fields.found().push(Diagnostic::error("a scenario needs `when` or `then`: this one checks nothing").at(&place));
    }
    fields.finish();
    check_heading(rule.as_ref(), play, found);
    let given = read_given(given, node, laws, play, found);
    let when = when.map(|node| read_events(node, &given.players, play, found)).unwrap_or_default();
    let then = then.and_then(|node| read_checks(node, found)).unwrap_or_default();
    Some(Scenario { name: name?, rule, given, when, then })
}

/// A rule has to be a heading of the printed rules, if there are any.
fn check_heading(rule: Option<&FieldText>, play: &Play, found: &mut Diagnostics) {
    let Some(rule) = rule.filter(|rule| !play.headings.is_empty() && !play.headings.contains(&rule.text)) else {
        return;
    };
    let hint = meant_or_known(&rule.text, play.headings.iter().map(String::as_str));
    let message = format!("the printed rules have no heading `{}`", rule.text);
    found.push(Diagnostic::error(message).at(&rule.place).maybe_hint(hint));
}

fn read_given(node: Option<&Node>, scenario: &Node, laws: Laws, play: &Play, found: &mut Diagnostics) -> Given {
    let least = play.seats.map_or(2, |(least, _)| least);
    let usual = Scenario::usual_players(least);
    let place = node.map_or(&scenario.place, |node| &node.place).clone();
    let nothing = Given { place, players: usual, options: Vec::new(), state: Vec::new(), step: None, laws };
    let Some(mut fields) = node.and_then(|node| Fields::open(node, "`given`", found)) else { return nothing };
    let names = fields.texts("players");
    let options = fields.named("options").iter();
    let options: Vec<(&Key, &Node)> = options.map(|(key, node)| (key, node)).collect();
    let (state, step) = (fields.node("state"), fields.text("step"));
    let laws = fields.choice("laws", &LAWS).unwrap_or(laws);
    if let (Some(state), None) = (state, &step) {
        let hint = "say which step comes next with `step`";
        fields.found().push(Diagnostic::error("a given `state` needs a `step`").at(&state.place).hint(hint));
    }
    fields.finish();
    for name in names.iter().filter(|name| RESERVED.contains(&name.text.as_str())) {
        found.push(Diagnostic::error(format!("no player can be called `{}` in a scenario", name.text)).at(&name.place));
    }
    let option = |(key, node): (&Key, &Node)| Some((key_text(key), text_of(node, &key.name, found)?));
    let options = options.into_iter().filter_map(option).collect();
    let state = state.map(|node| written_entries(node, "state", found)).unwrap_or_default();
    let players = if names.is_empty() { nothing.players } else { names.into_iter().map(|name| name.text).collect() };
    Given { players, options, state, step, laws, ..nothing }
}

fn read_events(node: &Node, players: &[String], play: &Play, found: &mut Diagnostics) -> Vec<Event> {
    let Value::List(items) = &node.value else {
        let message = format!("`when` must be a list, not {}", node.kind());
        found.push(Diagnostic::error(message).at(&node.place).hint("begin each thing that happens with `- `"));
        return Vec::new();
    };
    let place = |item: &Node| match &item.value {
        Value::Map(entries) => entries.first().map_or(&item.place, |(key, _)| &key.place).clone(),
        _ => item.place.clone(),
    };
    let event = |item: &Node| Some(Event { place: place(item), what: read_event(item, players, play, found)? });
    items.iter().filter_map(event).collect()
}

fn read_event(item: &Node, players: &[String], play: &Play, found: &mut Diagnostics) -> Option<Happening> {
    let Value::Map(entries) = &item.value else {
        return Some(Happening::Answer { by: None, text: answer_of(item, "an answer", found)? });
    };
    let Some((key, node)) = entries.first() else {
        found.push(Diagnostic::error("nothing happens here").at(&item.place));
        return None;
    };
    let has = |name: &str| entries.iter().any(|(key, _)| key.name == name);
    if has("refused") {
        return read_refused(item, play, found).map(Happening::Refused);
    }
    if has("adjust") {
        return read_adjust(item, found);
    }
    if has("roll") || has("draw") {
        return read_chance(item, found);
    }
    let what = match key.name.as_str() {
        "together" => Happening::Together(read_together(node, players, found)?),
        "then" => Happening::Then(Box::new(read_checks(node, found)?)),
        "undo" => Happening::Undo(read_number(node, found)?),
        seat if players.iter().any(|player| player.eq_ignore_ascii_case(seat)) => {
            Happening::Answer { by: Some(key_text(key)), text: answer_of(node, seat, found)? }
        }
        other => {
            let known = players.iter().map(String::as_str).chain(HAPPENINGS);
            let message = format!("`{other}` is nobody at this table, and nothing that can happen");
            found.push(Diagnostic::error(message).at(&key.place).maybe_hint(meant_or_known(other, known)));
            return None;
        }
    };
    if let Some((second, _)) = entries.get(1) {
        let message = format!("one thing happens at a time, and `{}` is the second here", second.name);
        found.push(Diagnostic::error(message).at(&second.place).hint("begin a new line with `- `"));
        return None;
    }
    Some(what)
}

/// Dice or a card, and perhaps whose.
fn read_chance(item: &Node, found: &mut Diagnostics) -> Option<Happening> {
    let mut fields = Fields::open(item, "a roll", found)?;
    let (roll, draw, by) = (fields.node("roll"), fields.node("draw"), fields.text("by"));
    fields.finish();
    if let (Some(_), Some(draw)) = (roll, draw) {
        let message = "one thing happens at a time, and `draw` is the second here";
        found.push(Diagnostic::error(message).at(&draw.place).hint("begin a new line with `- `"));
        return None;
    }
    let word = if roll.is_some() { "roll" } else { "draw" };
    let Some(node) = roll.or(draw) else {
        found.push(Diagnostic::error("dice and cards are named here, and none is").at(&item.place));
        return None;
    };
    let chance = Chance { text: answer_of(node, word, found)?, by };
    Some(if roll.is_some() { Happening::Roll(chance) } else { Happening::Draw(chance) })
}

/// Answers of several seats, each a player.
fn read_together(node: &Node, players: &[String], found: &mut Diagnostics) -> Option<Vec<(FieldText, FieldText)>> {
    let entries = entries_of(node, "together", found);
    if entries.is_empty() {
        let hint = "write who answers what: `together: {Ann: 5, Bob: 3}`";
        found.push(Diagnostic::error("`together` has no answers").at(&node.place).hint(hint));
        return None;
    }
    let is_player = |(key, _): &&(Key, Node)| players.iter().any(|player| player.eq_ignore_ascii_case(&key.name));
    for (key, _) in entries.iter().filter(|entry| !is_player(entry)) {
        let message = format!("`{}` is nobody at this table", key.name);
        let hint = meant_or_known(&key.name, players.iter().map(String::as_str));
        found.push(Diagnostic::error(message).at(&key.place).maybe_hint(hint));
    }
    let answer = |(key, node): &(Key, Node)| Some((key_text(key), answer_of(node, &key.name, found)?));
    entries.iter().map(answer).collect()
}

fn read_refused(item: &Node, play: &Play, found: &mut Diagnostics) -> Option<RefusedAnswer> {
    let mut fields = Fields::open(item, "a refusal", found)?;
    let answer = fields.node("refused");
    let (by, because, rule) = (fields.text("by"), fields.text("because"), fields.text("rule"));
    fields.finish();
    check_heading(rule.as_ref(), play, found);
    if answer.is_none() {
        found.push(Diagnostic::error("`refused` needs an answer").at(&item.place));
    }
    Some(RefusedAnswer { text: answer_of(answer?, "refused", found)?, by, because, rule })
}

fn read_adjust(item: &Node, found: &mut Diagnostics) -> Option<Happening> {
    let mut fields = Fields::open(item, "an adjustment", found)?;
    let set = fields.node("adjust");
    let triggers = fields.choice("triggers", &[("yes", true), ("no", false), ("true", true), ("false", false)]);
    fields.finish();
    if set.is_none() {
        found.push(Diagnostic::error("`adjust` needs fields and their values").at(&item.place));
    }
    Some(Happening::Adjust { set: written_entries(set?, "adjust", found), triggers: triggers.unwrap_or(false) })
}

fn read_number(node: &Node, found: &mut Diagnostics) -> Option<usize> {
    let field = text_of(node, "undo", found)?;
    let number = field.text.parse().ok().filter(|number| *number > 0);
    if number.is_none() {
        let message = format!("`undo` must be a whole number from 1, not `{}`", field.text);
        found.push(Diagnostic::error(message).at(&field.place));
    }
    number
}

/// An answer as people type it; a list is typed word by word, and an empty one is `none`.
fn answer_of(node: &Node, what: &str, found: &mut Diagnostics) -> Option<FieldText> {
    let Value::List(items) = &node.value else { return text_of(node, what, found) };
    let words: Option<Vec<String>> = items.iter().map(|item| Some(text_of(item, what, found)?.text)).collect();
    let words = words?;
    let text = if words.is_empty() { "none".to_owned() } else { words.join(" ") };
    Some(FieldText { text, place: node.place.clone() })
}

fn key_text(key: &Key) -> FieldText {
    FieldText { text: key.name.clone(), place: key.place.clone() }
}

fn written_entries(node: &Node, what: &str, found: &mut Diagnostics) -> Vec<(FieldText, Written)> {
    entries_of(node, what, found).iter().map(|(key, node)| (key_text(key), written(node))).collect()
}

fn written(node: &Node) -> Written {
    let value = match &node.value {
        Value::Nothing => WrittenValue::Nothing,
        Value::Text(text) => WrittenValue::Text(text.clone()),
        Value::List(items) => WrittenValue::List(items.iter().map(written).collect()),
        Value::Map(entries) => {
            WrittenValue::Map(entries.iter().map(|(key, node)| (key_text(key), written(node))).collect())
        }
    };
    Written { value, place: node.place.clone() }
}
