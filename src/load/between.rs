//! What is said of a board in pairs of names: what lies between two cells, and which spaces touch besides.

use std::collections::{BTreeMap, BTreeSet};

use crate::diag::{Diagnostic, Diagnostics, meant_or_known};
use crate::model::{Board, Cell, FieldText, Side, in_order};

use super::fields::{entries_of, text_of};
use super::yaml::{Node, Value};

/// Reads what lies between two cells: signs of edges, each with a list of pairs.
pub fn read_between(node: &Node, signs: &[String], board: &mut Board, found: &mut Diagnostics) {
    let cells: BTreeMap<String, Cell> =
        board.space_at_cells().into_keys().map(|cell| (board.square_name(cell), cell)).collect();
    for (key, pairs) in entries_of(node, "between", found) {
        let Some(kind) = signs.iter().position(|sign| *sign == key.name) else {
            let hint = meant_or_known(&key.name, signs.iter().map(String::as_str));
            let message = format!("`edges` does not explain `{}`", key.name);
            found.push(Diagnostic::error(message).at(&key.place).maybe_hint(hint));
            continue;
        };
        for (names, pair) in read_pairs(pairs, &format!("`{}`", key.name), found) {
            let known = names.each_ref().map(|name| known_cell(name, &cells, found));
            if let [Some(a), Some(b)] = known
                && let Err(message) = lay_between(board, a, b, kind)
            {
                let hint = "name two that share a side, such as `[A1, B1]`";
                found.push(Diagnostic::error(message).at(&pair.place).hint(hint));
            }
        }
    }
}

/// Puts an edge of a kind between two cells.
fn lay_between(board: &mut Board, a: Cell, b: Cell, kind: usize) -> Result<(), String> {
    let names = [a, b].map(|cell| board.square_name(cell));
    let [first, second] = &names;
    if board.lattice().and_then(|lattice| lattice.side_between(a, b)).is_none() {
        return Err(format!("`{first}` and `{second}` share no side"));
    }
    let at = board.space_at_cells();
    if at.get(&a) == at.get(&b) {
        return Err(format!("`{first}` and `{second}` are parts of one space"));
    }
    let before = match Side::between(a, b).filter(|_| board.is_square()) {
        Some(side) => board.edges.insert(side, kind),
        None => board.hex_edges.insert(in_order(a, b), kind),
    };
    if before.is_some() { Err(format!("something lies between `{first}` and `{second}` already")) } else { Ok(()) }
}

fn known_cell(name: &FieldText, cells: &BTreeMap<String, Cell>, found: &mut Diagnostics) -> Option<Cell> {
    let cell = cells.get(&name.text).copied();
    if cell.is_none() {
        let hint = meant_or_known(&name.text, cells.keys().map(String::as_str));
        let message = format!("there is no cell `{}` on the board", name.text);
        found.push(Diagnostic::error(message).at(&name.place).maybe_hint(hint));
    }
    cell
}

/// A list of pairs of names, each with its node.
fn read_pairs<'n>(node: &'n Node, what: &str, found: &mut Diagnostics) -> Vec<([FieldText; 2], &'n Node)> {
    let Value::List(items) = &node.value else {
        found.push(Diagnostic::error(format!("{what} must be a list of pairs such as `[A1, B1]`")).at(&node.place));
        return Vec::new();
    };
    let mut pairs = Vec::new();
    for item in items {
        let ends: Vec<FieldText> = match &item.value {
            Value::List(pair) => pair.iter().filter_map(|end| text_of(end, what, found)).collect(),
            _ => Vec::new(),
        };
        match <[FieldText; 2]>::try_from(ends) {
            Ok(ends) => pairs.push((ends, item)),
            Err(_) => found.push(Diagnostic::error(format!("{what} has pairs such as `[A1, B1]`")).at(&item.place)),
        }
    }
    pairs
}

/// Pairs of spaces that touch besides.
pub fn read_links(node: &Node, board: &Board, found: &mut Diagnostics) -> Vec<(String, String)> {
    let Value::List(items) = &node.value else {
        found.push(Diagnostic::error("`links` must be a list of pairs such as `[A1, B2]`").at(&node.place));
        return Vec::new();
    };
    let known: BTreeSet<&str> = board.spaces.iter().map(|space| space.id.as_str()).collect();
    let mut links = Vec::new();
    for item in items {
        let Value::List(pair) = &item.value else {
            found.push(Diagnostic::error("a link must be a pair such as `[A1, B2]`").at(&item.place));
            continue;
        };
        let ends: Vec<FieldText> = pair.iter().filter_map(|end| text_of(end, "a link", found)).collect();
        for end in ends.iter().filter(|end| !known.contains(end.text.as_str())) {
            let hint = meant_or_known(&end.text, known.iter().copied());
            found.push(Diagnostic::error(format!("there is no space `{}`", end.text)).at(&end.place).maybe_hint(hint));
        }
        match ends.as_slice() {
            [a, b] => links.push((a.text.clone(), b.text.clone())),
            _ => found.push(Diagnostic::error("a link must have two ends").at(&item.place)),
        }
    }
    links
}
