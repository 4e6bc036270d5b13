//! `sides` of `game.yaml`: what each seat plays, in turn order, or for each number of players in turn order.

use crate::diag::{Diagnostic, Diagnostics, Place};
use crate::model::Sides;

use super::fields::texts_of;
use super::play::seats_of;
use super::yaml::{Node, Value};

/// More seats than any table has.
const ALL: (usize, usize) = (1, usize::MAX);

/// What the seats play.
pub fn read_sides(node: &Node, seats: Option<(usize, usize)>, found: &mut Diagnostics) -> Sides {
    let Value::Map(entries) = &node.value else { return Sides(vec![(ALL, texts(node, "sides", found))]) };
    let mut sides: Vec<((usize, usize), Vec<String>)> = Vec::new();
    for (key, node) in entries {
        let Some(players) = seats_of(&key.name) else {
            let message = format!("`{}` is no number of players", key.name);
            found.push(Diagnostic::error(message).at(&key.place).hint("write `2`, or `3-5`"));
            continue;
        };
        if let Some(wrong) = misplaced(players, &sides, seats) {
            found.push(Diagnostic::error(wrong).at(&key.place));
        }
        sides.push((players, texts(node, &key.name, found)));
    }
    Sides(sides)
}

/// What is wrong with numbers of players: nobody can play so, or they were named before.
fn misplaced(
    (least, most): (usize, usize),
    known: &[((usize, usize), Vec<String>)],
    seats: Option<(usize, usize)>,
) -> Option<String> {
    if let Some((fewest, all)) = seats.filter(|(fewest, all)| least < *fewest || most > *all) {
        return Some(format!("`sides` speaks of {least} to {most} players, and {fewest} to {all} can play"));
    }
    let twice = known.iter().find(|((from, to), _)| least <= *to && *from <= most);
    twice.map(|((from, to), _)| format!("`sides` says twice what {} players play", least.max(*from).min(*to)))
}

fn texts(node: &Node, key: &str, found: &mut Diagnostics) -> Vec<String> {
    let texts = texts_of(node, key, found);
    if let Some(empty) = texts.iter().find(|side| side.text.trim().is_empty()) {
        let place: &Place = &empty.place;
        found.push(Diagnostic::error("a side needs a name").at(place));
    }
    texts.into_iter().map(|side| side.text).collect()
}
