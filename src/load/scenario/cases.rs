//! Several scenarios that are written as one: `extends` takes what another one is given, `each` is a table of cases, where
//! `<name>` stands for what a case says under this name. Works on what was written, and knows no keys but its own.

use crate::diag::{Diagnostic, Diagnostics, meant_or_known};

use super::super::expand::carry_out_extends;
use super::super::yaml::{Key, Node, Value};

const NAME: &str = "name";
const GIVEN: &str = "given";
const EXTENDS: &str = "extends";
const EACH: &str = "each";
/// A table with more cases than these is a slip.
const MOST_CASES: usize = 1_000;

/// Every scenario of a file as it would be written alone.
pub fn one_by_one(items: &[Node], found: &mut Diagnostics) -> Vec<Node> {
    with_what_they_extend(items, found).iter().flat_map(|item| cases_of(item, found)).collect()
}

/// The scenarios, each given also what the one is given that it extends.
fn with_what_they_extend(items: &[Node], found: &mut Diagnostics) -> Vec<Node> {
    let entries: Vec<(Key, Node)> = items.iter().filter_map(as_base).collect();
    let extended = carry_out_extends(&entries, found);
    items
        .iter()
        .map(|item| {
            let whose = name_of(item).zip(entry(item, EXTENDS));
            let given = whose.and_then(|((name, _), _)| extended.iter().find(|(key, _)| key.name == name));
            match given {
                Some((_, Node { value: Value::Map(given), .. })) => with_entries(item, EXTENDS, given),
                _ => item.clone(),
            }
        })
        .collect()
}

/// What others can take from a scenario, under its name.
fn as_base(item: &Node) -> Option<(Key, Node)> {
    let (name, place) = name_of(item)?;
    let Value::Map(entries) = &item.value else { return None };
    let kept = entries.iter().filter(|(key, _)| [GIVEN, EXTENDS].contains(&key.name.as_str())).cloned().collect();
    let key = Key { name: name.to_owned(), place: place.place.clone() };
    Some((key, Node { value: Value::Map(kept), place: item.place.clone() }))
}

/// A mapping with these entries in place of those it has under the same keys, and without one key.
fn with_entries(item: &Node, without: &str, new: &[(Key, Node)]) -> Node {
    let Value::Map(entries) = &item.value else { return item.clone() };
    let is_new = |key: &Key| new.iter().any(|(known, _)| known.name == key.name);
    let mut kept: Vec<(Key, Node)> =
        entries.iter().filter(|(key, _)| key.name != without && !is_new(key)).cloned().collect();
    kept.extend(new.iter().filter(|(key, _)| key.name != without).cloned());
    Node { value: Value::Map(kept), place: item.place.clone() }
}

fn entry<'n>(item: &'n Node, name: &str) -> Option<&'n Node> {
    let Value::Map(entries) = &item.value else { return None };
    entries.iter().find(|(key, _)| key.name == name).map(|(_, node)| node)
}

fn name_of(item: &Node) -> Option<(&str, &Node)> {
    let node = entry(item, NAME)?;
    let Value::Text(name) = &node.value else { return None };
    Some((name, node))
}

/// One scenario for each of its cases; without any it is one by itself.
fn cases_of(item: &Node, found: &mut Diagnostics) -> Vec<Node> {
    let Some(each) = entry(item, EACH) else { return vec![item.clone()] };
    let hint = "write a list of cases: `each: [{roll: 5, caught: 1}, {roll: 2, caught: 0}]`";
    let Some(rows) = rows_of(each) else {
        found.push(Diagnostic::error("`each` is a table of cases, and this is none").at(&each.place).hint(hint));
        return Vec::new();
    };
    let scenario = with_entries(item, EACH, &[]);
    if !are_alike(&rows, found) || !are_used(&scenario, each, rows[0], found) {
        return Vec::new();
    }
    rows.iter().map(|row| Case { row, found }.of(&scenario)).collect()
}

/// The cases, if all are mappings and there are any.
fn rows_of(each: &Node) -> Option<Vec<&[(Key, Node)]>> {
    let Value::List(items) = &each.value else { return None };
    let row = |item: &'_ Node| matches!(&item.value, Value::Map(entries) if !entries.is_empty());
    let rows = items.iter().filter(|item| row(item)).filter_map(|item| match &item.value {
        Value::Map(entries) => Some(entries.as_slice()),
        _ => None,
    });
    (!items.is_empty() && items.len() <= MOST_CASES && items.iter().all(row)).then(|| rows.collect())
}

/// Whether all cases say the same things.
fn are_alike(rows: &[&[(Key, Node)]], found: &mut Diagnostics) -> bool {
    let names = |row: &[(Key, Node)]| row.iter().map(|(key, _)| key.name.clone()).collect::<Vec<_>>();
    let first = names(rows[0]);
    let mut alike = true;
    for row in &rows[1..] {
        let own = names(row);
        if let Some(missing) = first.iter().find(|name| !own.contains(name)) {
            found.push(Diagnostic::error(format!("this case does not say `{missing}`")).at(&row[0].0.place));
            alike = false;
        }
        for (key, _) in row.iter().filter(|(key, _)| !first.contains(&key.name)) {
            let hint = meant_or_known(&key.name, first.iter().map(String::as_str));
            let message = format!("the first case does not say `{}`", key.name);
            found.push(Diagnostic::error(message).at(&key.place).maybe_hint(hint));
            alike = false;
        }
    }
    alike
}

/// Whether all that cases say is used, and nothing else.
fn are_used(scenario: &Node, each: &Node, row: &[(Key, Node)], found: &mut Diagnostics) -> bool {
    let mut named = Vec::new();
    gather(scenario, &mut named);
    let mut right = true;
    for (name, node) in &named {
        if !row.iter().any(|(key, _)| key.name == *name) {
            let hint = meant_or_known(name, row.iter().map(|(key, _)| key.name.as_str()));
            let message = format!("no case says what `<{name}>` is");
            found.push(Diagnostic::error(message).at(&node.place).maybe_hint(hint));
            right = false;
        }
    }
    for (key, _) in row.iter().filter(|(key, _)| !named.iter().any(|(name, _)| *name == key.name)) {
        let hint = format!("write `<{}>` where it counts", key.name);
        let place = if key.place.path().is_empty() { &each.place } else { &key.place };
        let message = format!("nothing uses what the cases say of `{}`", key.name);
        found.push(Diagnostic::error(message).at(place).hint(hint));
        right = false;
    }
    right
}

/// Every name in `<..>`, with the text it stands in.
fn gather(node: &Node, named: &mut Vec<(String, Node)>) {
    match &node.value {
        Value::Nothing => {}
        Value::Text(text) => named.extend(pieces(text).filter_map(|(_, name)| Some((name?.to_owned(), node.clone())))),
        Value::List(items) => items.iter().for_each(|item| gather(item, named)),
        Value::Map(entries) => {
            for (key, node) in entries {
                let as_text = Node { value: Value::Text(key.name.clone()), place: key.place.clone() };
                gather(&as_text, named);
                gather(node, named);
            }
        }
    }
}

/// A text in parts: what stands before the next name in `<..>`, and that name.
fn pieces(text: &str) -> impl Iterator<Item = (&str, Option<&str>)> {
    let mut rest = Some(text);
    std::iter::from_fn(move || {
        let from = rest?;
        let is_named = |(at, _): &(usize, &str)| name_at(&from[*at..]).is_some();
        let Some((at, _)) = from.match_indices('<').find(is_named) else {
            rest = None;
            return Some((from, None));
        };
        let name = name_at(&from[at..])?;
        rest = Some(&from[at + name.len() + 2..]);
        Some((&from[..at], Some(name)))
    })
}

/// The name of `<name>`, if a text begins with one.
fn name_at(text: &str) -> Option<&str> {
    let (name, _) = text.strip_prefix('<')?.split_once('>')?;
    let is_name = name.starts_with(char::is_alphabetic)
        && name.chars().all(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
    is_name.then_some(name)
}

/// One case of a scenario.
struct Case<'c> {
    row: &'c [(Key, Node)],
    found: &'c mut Diagnostics,
}

impl Case<'_> {
    /// The scenario for this case: it has what the case says behind its name.
    fn of(mut self, scenario: &Node) -> Node {
        let filled = self.fill(scenario);
        let Value::Map(mut entries) = filled.value else { return filled };
        let said: Vec<String> = self.row.iter().filter_map(|(key, node)| said(key, node)).collect();
        let said = said.join(", ");
        if let Some((_, Node { value: Value::Text(name), place })) =
            entries.iter_mut().find(|(key, _)| key.name == NAME)
        {
            *name = format!("{name}: {said}");
            *place = self.row[0].0.place.clone();
        }
        Node { value: Value::Map(entries), place: filled.place }
    }

    fn fill(&mut self, node: &Node) -> Node {
        let place = node.place.clone();
        let value = match &node.value {
            Value::Nothing => Value::Nothing,
            Value::Text(text) => return self.filled_text(text, node),
            Value::List(items) => Value::List(items.iter().map(|item| self.fill(item)).collect()),
            Value::Map(entries) => {
                Value::Map(entries.iter().map(|(key, node)| (self.filled_key(key), self.fill(node))).collect())
            }
        };
        Node { value, place }
    }

    /// A text that is a single name is whatever the case says, and stands where that does.
    fn filled_text(&mut self, text: &str, node: &Node) -> Node {
        if let Some(value) = name_at(text).filter(|name| name.len() + 2 == text.len()).and_then(|name| self.value(name))
        {
            return value.clone();
        }
        Node { value: Value::Text(self.filled(text, node)), place: node.place.clone() }
    }

    fn filled_key(&mut self, key: &Key) -> Key {
        let node = Node { value: Value::Nothing, place: key.place.clone() };
        Key { name: self.filled(&key.name, &node), place: key.place.clone() }
    }

    fn filled(&mut self, text: &str, node: &Node) -> String {
        let mut filled = String::new();
        for (before, name) in pieces(text) {
            filled.push_str(before);
            match name.and_then(|name| self.value(name)).map(|node| &node.value) {
                Some(Value::Text(text)) => filled.push_str(text),
                None | Some(Value::Nothing) => {}
                Some(_) => {
                    let message =
                        format!("`<{}>` is no text, and stands in the middle of one", name.unwrap_or_default());
                    self.found.push(Diagnostic::error(message).at(&node.place));
                }
            }
        }
        filled
    }

    fn value(&self, name: &str) -> Option<&Node> {
        self.row.iter().find(|(key, _)| key.name == name).map(|(_, node)| node)
    }
}

/// What a case says of one thing, in words.
fn said(key: &Key, node: &Node) -> Option<String> {
    match &node.value {
        Value::Text(text) => Some(format!("{} {text}", key.name)),
        Value::Nothing => Some(format!("{} none", key.name)),
        Value::List(items) => {
            let texts = items.iter().filter_map(|item| match &item.value {
                Value::Text(text) => Some(text.as_str()),
                _ => None,
            });
            Some(format!("{} {}", key.name, texts.collect::<Vec<_>>().join(" ")))
        }
        Value::Map(_) => None,
    }
}
