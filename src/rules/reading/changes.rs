//! Which variables of the whole script change while it plays: only changes in functions that the referee certainly reaches
//! count, of tables that are certainly the script's own. What cannot be known is left to playing the game again.

use std::collections::HashMap;

use super::Span;
use super::names::{Change, Depth, Name, Names, Root, SCRIPT};

/// The names of what changes, and where.
pub fn real(names: &Names) -> Vec<(String, Span)> {
    let played = played(names);
    let real = names.changes.iter().filter(|change| played[change.by] && is_real(names, change));
    real.map(|change| (change.name.clone(), change.span.clone())).collect()
}

/// Whether a variable of the whole script changes.
fn is_real(names: &Names, change: &Change) -> bool {
    let variable = &names.variables[change.variable];
    let is_own = match change.depth {
        Depth::Itself => true,
        Depth::Entry => variable.is_fresh,
        Depth::Deep => variable.is_fresh && variable.is_plain,
    };
    variable.function == SCRIPT && is_own
}

/// For every function whether it is reached from those that the referee calls.
fn played(names: &Names) -> Vec<bool> {
    let mut meant: HashMap<&Root, Vec<(usize, &Name)>> = HashMap::new();
    let mut inner: Vec<Vec<usize>> = vec![Vec::new(); names.functions.len()];
    let mut read: Vec<Vec<&Name>> = vec![Vec::new(); names.functions.len()];
    for (number, function) in names.functions.iter().enumerate().skip(1) {
        inner[function.parent].push(number);
        if let Some(name) = &function.name {
            meant.entry(&name.root).or_default().push((number, name));
        }
    }
    for one in &names.uses {
        read[one.by].push(&one.name);
    }
    let meant_by = |name: &Name| {
        let all = meant.get(&name.root).map_or(&[][..], Vec::as_slice);
        let fits = |known: &Name| name.field.is_none() || known.field.is_none() || known.field == name.field;
        all.iter().filter(|(_, known)| fits(known)).map(|(number, _)| *number).collect::<Vec<usize>>()
    };
    let called = names.functions.iter().enumerate().filter(|(_, function)| function.is_called);
    let mut open: Vec<usize> = called.map(|(number, _)| number).collect();
    open.extend(names.uses.iter().filter(|one| one.is_called).flat_map(|one| meant_by(&one.name)));
    let mut played = vec![false; names.functions.len()];
    while let Some(function) = open.pop() {
        if !std::mem::replace(&mut played[function], true) {
            open.extend(&inner[function]);
            open.extend(read[function].iter().flat_map(|name| meant_by(name)));
        }
    }
    played
}
