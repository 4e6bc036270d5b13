//! The zones of a table as one viewer sees them: what the state declares, what `show` adds, and the places that `game.yaml`
//! gives them. It is handed a state without what the viewer may not know.

use std::collections::BTreeSet;

use mlua::{Table, Value as Luau};
use serde_json::Value;

use crate::diag::meant_or_known;
use crate::model::{FieldText, TablePlan, Zone, ZoneKind, ZoneThing};
use crate::referee::{PileOf, Schema, Slot, Type};

use super::convert::{text, whole};
use super::doors::{for_people, seat_of};
use super::fault::Misuse;
use super::report::only;
use super::world::World;

/// More zones, or more sorts of things in one, nobody looks at.
const MOST_ZONES: usize = 1_000;
const MOST_THINGS: usize = 10_000;

/// All zones that a viewer sees, in their order, and the names of all there are. `shown` is what `show` gave.
pub fn zones(
    shown: Option<&Table>,
    (schema, seen): (&Schema, &Value),
    world: &World,
) -> mlua::Result<(Vec<Zone>, BTreeSet<String>)> {
    let mut found = Vec::new();
    for (name, of) in schema.of_the_game() {
        let value = seen.get(name).unwrap_or(&Value::Null);
        Declared { schema, world, found: &mut found }.gather(of, value, name, None);
    }
    let mut ids: BTreeSet<String> = found.iter().map(|zone| zone.id.clone()).collect();
    let plan = &world.table;
    let is_usual = world.boards.is_empty() || found.iter().any(|zone| zone.kind != ZoneKind::Pile);
    found.retain(|zone| is_usual || plan.places(&zone.id));
    for zone in added(shown, &found, world)? {
        ids.insert(zone.id.clone());
        found.retain(|known| (&known.id, known.seat) != (&zone.id, zone.seat));
        found.push(zone);
    }
    Ok((arranged(found, plan), ids))
}

/// The zones that a state declares, as they are found in it.
struct Declared<'a> {
    schema: &'a Schema,
    world: &'a World,
    found: &'a mut Vec<Zone>,
}

impl Declared<'_> {
    /// What lies at the places of a map or a list is on the board, and for `show` to tell.
    fn gather(&mut self, of: &Type, value: &Value, id: &str, seat: Option<usize>) {
        match (of, value) {
            (Type::Own(of) | Type::Hidden(of) | Type::Maybe(of), _) => self.gather(of, value, id, seat),
            (Type::EachSeat(of), Value::Object(entries)) if seat.is_none() => {
                for (seat, name) in self.schema.seats.iter().enumerate() {
                    self.gather(of, entries.get(name).unwrap_or(&Value::Null), id, Some(seat));
                }
            }
            (Type::Record(fields), Value::Object(given)) => {
                for (name, of) in fields {
                    self.gather(of, given.get(name).unwrap_or(&Value::Null), &format!("{id}.{name}"), seat);
                }
            }
            (Type::Pile(of), Value::Array(slots)) => {
                let slots = slots.iter().map(|slot| Slot::read(slot).unwrap_or(Slot::UNKNOWN));
                let things = things(slots, of, self.world);
                self.found.push(Zone { id: id.to_owned(), kind: of.kind, seat, things, ..Zone::default() });
            }
            _ => {}
        }
    }
}

/// What lies in a zone: what is alike and lies side by side is one. A hand is in printed order, whatever order it is kept in.
fn things(slots: impl Iterator<Item = Slot>, of: &PileOf, world: &World) -> Vec<ZoneThing> {
    let deck = of.deck.as_deref();
    let mut cards: Vec<Option<String>> = slots.map(|slot| slot.card().map(str::to_owned)).collect();
    if of.kind == ZoneKind::Hand {
        cards.sort_by_key(|card| (card.as_ref().map_or(usize::MAX, |card| world.rank(card)), card.clone()));
    }
    let thing = |cards: &[Option<String>]| match &cards[0] {
        Some(card) => ZoneThing {
            name: world.label(card),
            piece: world.printed(card, deck),
            id: Some(card.clone()),
            count: cards.len(),
        },
        None => ZoneThing {
            piece: deck.filter(|deck| world.has_component(deck)).map(str::to_owned),
            count: cards.len(),
            ..ZoneThing::default()
        },
    };
    cards.chunk_by(PartialEq::eq).map(thing).collect()
}

/// Where zones lie, and in which order: as `game.yaml` says, and otherwise markets before piles and what lies open before hands.
fn arranged(mut zones: Vec<Zone>, plan: &TablePlan) -> Vec<Zone> {
    let is = |zone: &Zone, named: &FieldText| named.text == zone.id;
    zones.retain(|zone| !plan.hidden.iter().any(|named| is(zone, named)));
    for zone in &mut zones {
        zone.in_middle = zone.seat.is_none() || plan.middle.iter().any(|named| is(zone, named));
        let named = plan.names.iter().find(|(id, _)| id.text == zone.id).map(|(_, name)| name.text.clone());
        if let Some(name) = named.or_else(|| zone.name.is_empty().then(|| spoken(&zone.id))) {
            zone.name = name;
        }
    }
    let place = |zone: &Zone| {
        let named = if zone.in_middle { &plan.middle } else { &plan.seats };
        let at = named.iter().position(|named| is(zone, named)).unwrap_or(usize::MAX);
        (at, usual_place(zone.kind), zone.id.clone())
    };
    zones.sort_by_key(|zone| {
        let before = if zone.in_middle { None } else { zone.seat };
        (before, place(zone), zone.seat)
    });
    zones
}

const fn usual_place(kind: ZoneKind) -> usize {
    match kind {
        ZoneKind::Row => 0,
        ZoneKind::Pile => 1,
        ZoneKind::Discard => 2,
        ZoneKind::Tableau => 3,
        ZoneKind::Pool => 4,
        ZoneKind::Hand => 5,
    }
}

/// The name of a field as people say it.
fn spoken(id: &str) -> String {
    id.replace(['_', '.'], " ")
}

/// The zones that `show` tells itself.
fn added(shown: Option<&Table>, declared: &[Zone], world: &World) -> mlua::Result<Vec<Zone>> {
    let Some(list) = shown.map(|shown| shown.raw_get::<Option<Table>>("zones")).transpose()?.flatten() else {
        return Ok(Vec::new());
    };
    if list.raw_len() > MOST_ZONES {
        return Err(Misuse::error(format!("`zones` has more than {MOST_ZONES} entries")));
    }
    list.sequence_values::<Table>().map(|table| Added { table: &table?, world }.zone(declared)).collect()
}

/// One zone that `show` tells.
struct Added<'a> {
    table: &'a Table,
    world: &'a World,
}

impl Added<'_> {
    fn zone(&self, declared: &[Zone]) -> mlua::Result<Zone> {
        only(self.table, "a zone of `show`", &["zone", "name", "kind", "seat", "deck", "cards", "pieces", "told"])?;
        let id = self.word("zone")?.ok_or_else(|| Misuse::error("a zone of `show` needs its name as `zone`"))?;
        let seat: Luau = self.table.raw_get("seat")?;
        let seat = if seat.is_nil() { None } else { Some(seat_of(&seat, self.world)?.0) };
        let known = declared.iter().find(|zone| zone.id == id);
        let kind = match self.word("kind")? {
            Some(word) => kind_called(&word)?,
            None => known.map_or(ZoneKind::Pool, |zone| zone.kind),
        };
        let of = PileOf { kind, deck: self.word("deck")?, most: None };
        let mut things = things(self.cards(&id)?.into_iter(), &of, self.world);
        things.extend(self.pieces()?);
        let is_told = self.table.raw_get::<Option<bool>>("told")?.unwrap_or(false);
        Ok(Zone { name: self.word("name")?.unwrap_or_default(), id, kind, seat, things, is_told, in_middle: false })
    }

    fn word(&self, key: &str) -> mlua::Result<Option<String>> {
        let value: Luau = self.table.raw_get(key)?;
        match text(&value) {
            Some(word) => for_people(&format!("`{key}`"), &word).map(|()| Some(word)),
            None if value.is_nil() => Ok(None),
            None => Err(Misuse::error(format!("`{key}` of a zone must be a text"))),
        }
    }

    fn list<T: mlua::FromLua>(&self, key: &str) -> mlua::Result<Vec<T>> {
        let Some(list) = self.table.raw_get::<Option<Table>>(key)? else { return Ok(Vec::new()) };
        if list.raw_len() > MOST_THINGS {
            return Err(Misuse::error(format!("`{key}` of a zone has more than {MOST_THINGS} entries")));
        }
        list.sequence_values().collect()
    }

    /// Slots of a pile. What a viewer may not know has no name here any more.
    fn cards(&self, id: &str) -> mlua::Result<Vec<Slot>> {
        let slot = |slot: Luau| {
            let card = match &slot {
                Luau::Table(seen) => seen.raw_get("card")?,
                other => other.clone(),
            };
            match text(&card) {
                None if whole(&card).is_some() => Ok(Slot::UNKNOWN),
                Some(card) if self.world.printed(&card, None).is_some() => Ok(Slot::Card(card)),
                Some(card) => {
                    let names = self.world.piece_names();
                    let hint = meant_or_known(&card, names.iter().map(String::as_str));
                    Err(Misuse::hinted(format!("`show` lays `{card}` into `{id}`, and no piece is called so"), hint))
                }
                None => Err(Misuse::error(format!("`cards` of the zone `{id}` is a list of slots, as a pile is"))),
            }
        };
        self.list::<Luau>("cards")?.into_iter().map(slot).collect()
    }

    fn pieces(&self) -> mlua::Result<Vec<ZoneThing>> {
        let piece = |table: Table| {
            only(&table, "a piece of a zone", &["draw", "name", "count"])?;
            let piece = Added { table: &table, world: self.world };
            let name = piece.word("name")?.ok_or_else(|| Misuse::error("a piece of a zone needs a `name`"))?;
            let count: Luau = table.raw_get("count")?;
            let count = whole(&count).map_or(1, |count| usize::try_from(count).unwrap_or(0));
            Ok(ZoneThing { id: Some(name.clone()), name, piece: piece.draw()?, count })
        };
        let pieces: Vec<ZoneThing> =
            self.list::<Table>("pieces")?.into_iter().map(piece).collect::<mlua::Result<_>>()?;
        Ok(pieces.into_iter().filter(|piece| piece.count > 0).collect())
    }

    /// The printed piece, which has to be there.
    fn draw(&self) -> mlua::Result<Option<String>> {
        let Some(draw) = self.word("draw")? else { return Ok(None) };
        let is_there = match draw.split_once('/') {
            Some((component, piece)) => self.world.printed(piece, Some(component)).as_deref() == Some(&draw),
            None => self.world.has_component(&draw),
        };
        if is_there {
            return Ok(Some(draw));
        }
        let known = self.world.all_printed();
        let hint = meant_or_known(&draw, known.iter().map(String::as_str));
        Err(Misuse::hinted(format!("a zone of `show` draws `{draw}`, and there is no such piece"), hint))
    }
}

fn kind_called(word: &str) -> mlua::Result<ZoneKind> {
    ZoneKind::ALL.into_iter().find(|kind| kind.word() == word).ok_or_else(|| {
        let words = ZoneKind::ALL.map(ZoneKind::word);
        let message = format!("a zone cannot be a `{word}`: it is a `{}`", words.join("`, `"));
        Misuse::hinted(message, meant_or_known(word, words))
    })
}
