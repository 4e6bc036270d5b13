//! What lies beside the board, or without one: hands, markets, piles, with the printed cards.

use maud::{Markup, html};

use crate::app::table::{Picture, Printed};
use crate::model::{Zone, ZoneKind};

use super::art;

/// More of one sort are told by a number.
const MOST: usize = 12;

/// A zone with the pictures of what lies there.
pub struct ShownZone<'z> {
    zone: &'z Zone,
    pictures: Vec<Vec<Picture>>,
}

/// Zones with their pictures.
pub fn shown<'z>(zones: impl Iterator<Item = &'z Zone>, printed: &mut Printed<'_, '_>) -> Vec<ShownZone<'z>> {
    let of = |zone: &'z Zone| {
        let mut things = zone.things.iter();
        // Of a pile only the top is seen.
        let seen: Vec<Vec<Picture>> = if zone.kind.is_stacked() {
            things.next_back().map(|top| printed.thing(top)).into_iter().collect()
        } else {
            things.map(|thing| printed.thing(thing)).collect()
        };
        ShownZone { zone, pictures: seen }
    };
    zones.map(of).collect()
}

/// Zones side by side.
pub fn zones(all: &[ShownZone<'_>], names: &[String]) -> Markup {
    html! { div.zones { @for shown in all { (zone(shown, names)) } } }
}

fn zone(shown: &ShownZone<'_>, names: &[String]) -> Markup {
    let ShownZone { zone, pictures } = shown;
    let whose = zone.seat.filter(|_| zone.in_middle).and_then(|seat| names.get(seat));
    html! {
        section.zone data-kind=(zone.kind.word()) data-zone=(field(zone, names)) {
            h3 {
                @if let Some(whose) = whose { (whose) ": " }
                (zone.name)
                @if !zone.things.is_empty() { " " span.many { (zone.count()) } }
            }
            @if zone.things.is_empty() { p.empty { "nothing" } }
            @else if zone.kind.is_stacked() { (pile(zone, pictures)) }
            @else { (cards(zone, pictures)) }
        }
    }
}

/// The field that a zone is, for who sets it.
fn field(zone: &Zone, names: &[String]) -> String {
    let name = zone.seat.and_then(|seat| names.get(seat));
    name.map_or_else(|| zone.id.clone(), |name| format!("{}.{name}", zone.id))
}

fn pile(zone: &Zone, pictures: &[Vec<Picture>]) -> Markup {
    let top = zone.things.last();
    let name = top.filter(|top| top.id.is_some()).map_or("face down", |top| top.name.as_str());
    html! {
        div.pile.deep[zone.count() > 1] {
            @match pictures.first().and_then(|faces| faces.first()) {
                Some(picture) => (card(picture, name)),
                None => span.nameless { (name) },
            }
        }
    }
}

fn cards(zone: &Zone, pictures: &[Vec<Picture>]) -> Markup {
    let is_hand = zone.kind == ZoneKind::Hand;
    html! {
        ul.cards.hand[is_hand].pool[zone.kind == ZoneKind::Pool] {
            @for (thing, faces) in zone.things.iter().zip(pictures) {
                @let name = if thing.id.is_some() { thing.name.as_str() } else { "face down" };
                @let drawn = if thing.count > MOST { 1 } else { thing.count };
                @for number in 0..drawn {
                    li.back[thing.id.is_none()] data-thing=[thing.id.as_ref()] {
                        @match faces.get(number % faces.len().max(1)) {
                            Some(picture) => (card(picture, name)),
                            None => span.nameless { (name) },
                        }
                    }
                }
                @if drawn < thing.count { li.times { "×" (thing.count) } }
            }
        }
    }
}

/// A printed card; its measures keep its place before it is there.
pub fn card(picture: &Picture, name: &str) -> Markup {
    let [w, h] = picture.size.map(|side| (side * 4.0).round());
    html! { img.card.wide[w > h] src=(art(&picture.name)) width=(w) height=(h) alt=(name) title=(name); }
}
