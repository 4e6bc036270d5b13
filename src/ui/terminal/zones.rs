//! Zones in words: what lies in the middle of the table and before every seat.

use crate::diag::count_of;
use crate::model::{Zone, ZoneKind, ZoneThing};
use crate::referee::View;

/// The zones of one seat, or those in the middle of the table, in one line; nothing where there are none.
pub(super) fn zones_told(view: &View, seat: Option<usize>) -> String {
    // What nobody has laid into the middle yet is not worth a word.
    let is_unused = |zone: &Zone| zone.seat.is_some() && zone.things.is_empty();
    let is_there = |zone: &&Zone| if zone.in_middle { seat.is_none() && !is_unused(zone) } else { zone.seat == seat };
    let called = |zone: &Zone| if zone.in_middle { of_whom(view, zone) } else { zone.name.clone() };
    let told: Vec<String> = view
        .zones
        .iter()
        .filter(|zone| !zone.is_told && is_there(zone))
        .map(|zone| format!("{}: {}", called(zone), lying_in(zone)))
        .collect();
    told.join("; ")
}

/// A zone, and whose it is.
fn of_whom(view: &View, zone: &Zone) -> String {
    match zone.seat.and_then(|seat| view.seats.get(seat)) {
        Some(seat) => format!("{} of {}", zone.name, seat.name),
        None => zone.name.clone(),
    }
}

/// In which zones something of this name is seen, in words.
pub(super) fn zones_with(view: &View, is_meant: impl Fn(&str) -> bool) -> Vec<String> {
    let seen = |zone: &'_ Zone| {
        let things = zone.things.iter().filter(|thing| thing.id.is_some() && is_meant(&thing.name));
        things.map(|thing| format!("{} in {}", counted(thing), of_whom(view, zone))).collect::<Vec<_>>()
    };
    view.zones.iter().flat_map(seen).collect()
}

/// What lies in a zone, as far as it is seen.
fn lying_in(zone: &Zone) -> String {
    let all = zone.count();
    match zone.things.as_slice() {
        [] => "empty".to_owned(),
        [.., top] if zone.kind.is_stacked() => match &top.id {
            Some(_) => format!("{}, {} on top", count_of(all, "card"), top.name),
            None => count_of(all, "card"),
        },
        things if things.iter().all(|thing| thing.id.is_none()) => {
            count_of(all, if zone.kind == ZoneKind::Pool { "piece" } else { "card" })
        }
        things => things.iter().map(counted).collect::<Vec<_>>().join(", "),
    }
}

fn counted(thing: &ZoneThing) -> String {
    match (&thing.id, thing.count) {
        (None, count) => format!("{count} face down"),
        (Some(_), 1) => thing.name.clone(),
        (Some(_), count) => format!("{count} {}", thing.name),
    }
}
