//! `extends: name`: an entry built on another of the same mapping, key by key.

use crate::diag::{Diagnostic, Diagnostics, meant_or_known};

use super::yaml::{Key, Node, Value};

const EXTENDS: &str = "extends";
/// A longer row of entries that extend each other is a slip.
const DEEPEST: usize = 30;

/// The entries with every `extends` carried out. An entry that extends a missing one, or itself, stays as it is.
pub fn carry_out_extends(entries: &[(Key, Node)], found: &mut Diagnostics) -> Vec<(Key, Node)> {
    let mut done = Vec::with_capacity(entries.len());
    for (key, node) in entries {
        let mut chain = vec![key.name.as_str()];
        done.push((key.clone(), extended(node, entries, &mut chain, found)));
    }
    done
}

fn extended<'n>(node: &Node, entries: &'n [(Key, Node)], chain: &mut Vec<&'n str>, found: &mut Diagnostics) -> Node {
    let Value::Map(own) = &node.value else { return node.clone() };
    let Some((_, base)) = own.iter().find(|(key, _)| key.name == EXTENDS) else { return node.clone() };
    let without = Node {
        value: Value::Map(own.iter().filter(|(key, _)| key.name != EXTENDS).cloned().collect()),
        place: node.place.clone(),
    };
    let Value::Text(name) = &base.value else {
        found.push(Diagnostic::error("`extends` must be the name of one entry").at(&base.place));
        return without;
    };
    let Some((key, parent)) = entries.iter().find(|(key, _)| key.name == *name) else {
        let hint = meant_or_known(name, entries.iter().map(|(key, _)| key.name.as_str()));
        found.push(Diagnostic::error(format!("there is no `{name}` to extend")).at(&base.place).maybe_hint(hint));
        return without;
    };
    if chain.len() > DEEPEST {
        let message = format!("more than {DEEPEST} entries extend each other in a row");
        found.push(Diagnostic::error(message).at(&base.place));
        return without;
    }
    if chain.contains(&key.name.as_str()) {
        found.push(Diagnostic::error(format!("`{name}` extends itself in the end")).at(&base.place));
        return without;
    }
    chain.push(&key.name);
    let parent = extended(parent, entries, chain, found);
    merged(&parent, &without)
}

/// `over` laid on `base`: mappings key by key, anything else replaced.
fn merged(base: &Node, over: &Node) -> Node {
    let (Value::Map(base_entries), Value::Map(over_entries)) = (&base.value, &over.value) else {
        return over.clone();
    };
    Node { value: Value::Map(merged_entries(base_entries, over_entries)), place: over.place.clone() }
}

/// The entries of `over` laid on those of `base`.
pub fn merged_entries(base: &[(Key, Node)], over: &[(Key, Node)]) -> Vec<(Key, Node)> {
    let mut all = base.to_vec();
    for (key, node) in over {
        match all.iter_mut().find(|(known, _)| known.name == key.name) {
            Some(entry) => *entry = (key.clone(), merged(&entry.1, node)),
            None => all.push((key.clone(), node.clone())),
        }
    }
    all
}
