//! Zombie Town, from a picture of the table.

use serde_json::{Map, Value, json};
use tablewright::inside::referee::ScenePiece;

use super::Rebuilt;
use super::picture::{Picture, hidden, number, told, told_in};

pub const GAME: Rebuilt = Rebuilt {
    game: "zombie-town",
    seats: 3,
    options: &[],
    not_there: &[
        ("acting", "which of two pawns acts is the question that waits"),
        ("round", "the day is on the night watch or the die, and it can go back"),
        ("moved", "which zombies have moved in this turn is the question that waits"),
        ("cornered", "who owes a fight is what happened"),
        ("builders", "who has seen a barricade from inside is what people remember"),
        ("fireworks.*.old", "whether their last turn has come is what people remember"),
        ("discard.<", "of the discarded cards only the top one lies open"),
        ("spent.<", "of the combat cards that were drawn only the last one lies open"),
        ("box", "what is left of the dealt cards is about setting up"),
    ],
    rebuild,
};

const HOUSE_POINTS: i64 = 5;

fn rebuild(picture: &Picture<'_>) -> Value {
    let parts = picture.parts();
    let now = told(parts[0], "day {} of {}: {}, {} action(s) and {} free move(s) left{}").expect("a day");
    let to_move = told(now[5], ", {} zombie(s) to move").map_or(0, |told| number(told[0]));
    let combat = told_in(&parts, "{} combat cards left{}").expect("cards");
    let cemetery = number(told_in(&parts, "{} zombie(s) in the cemetery").expect("a cemetery")[0]);
    json!({
        "first": timekeeper(picture), "active": now[2], "day": number(now[0]), "actions": number(now[3]),
        "free_moves": number(now[4]), "to_move": to_move, "cemetery": cemetery,
        "zombies": picture.map(|piece| {
            (piece.name == "zombie" && picture.ground(&piece.at) != "cemetery").then(|| json!(piece.count))
        }),
        "kills": picture.each_seat(|line| json!(number(told_in(line, "{} kill(s), hand: {}").expect("kills")[0]))),
        "hand": picture.each_seat(|line| hidden(number(told_in(line, "{}, hand: {} card(s){}").expect("a hand")[1]))),
        "pawns": pawns(picture), "health": health(picture), "guns": guns(picture), "survivors": survivors(picture),
        "chips": picture.map(|piece| chip(piece).map(|pawn| json!(pawn))), "homes": homes(picture),
        "houses": picture.map(|piece| piece.draw.as_deref()?.strip_prefix("houses/").map(|id| json!(id))),
        "used": picture.map(|piece| Some(json!(HOUSE_POINTS - number(told(piece.label.as_deref()?, "worth {}")?[0])))),
        "walls": picture.map(|piece| Some(hidden(number(told(&piece.name, "{} barricade(s)")?[0])))),
        "stacks": picture.map(|piece| Some(hidden(number(told(&piece.name, "{} unexplored card(s)")?[0])))),
        "stored": stored(picture), "fireworks": fireworks(picture), "discard": discard(picture, &parts),
        "combat": hidden(number(combat[0])), "spent": spent(picture, &combat),
    })
}

fn timekeeper<'p>(picture: &'p Picture<'_>) -> &'p str {
    let seat = (0..picture.players().len()).find(|seat| picture.seat(*seat).contains(&"timekeeper"));
    &picture.players()[seat.expect("a timekeeper")]
}

/// What the lines about the seats say of each pawn: its colour, its health and what is with it.
fn told_pawns<'p>(picture: &'p Picture<'_>) -> Vec<(&'p str, i64, Vec<&'p str>)> {
    let parts = (0..picture.players().len()).flat_map(|seat| picture.seat(seat));
    let pawn = |part: &'p str| {
        let told = told(part, "{} on {}: {} health{}")?;
        Some((told[0], number(told[2]), told[3].split(", ").skip(1).collect()))
    };
    parts.filter_map(pawn).collect()
}

fn pawns(picture: &Picture<'_>) -> Value {
    let pawns = picture.pieces.iter().filter_map(|piece| Some((told(&piece.name, "{} pawn")?[0], &piece.at)));
    Value::Object(pawns.map(|(pawn, at)| (pawn.to_owned(), json!(at))).collect())
}

fn health(picture: &Picture<'_>) -> Value {
    let told = told_pawns(picture).into_iter();
    Value::Object(told.map(|(pawn, health, _)| (pawn.to_owned(), json!(health))).collect())
}

/// A gun and its bullets: `Service Pistol 3`.
fn gun(picture: &Picture<'_>, words: &str) -> Option<Value> {
    let (name, bullets) = words.rsplit_once(' ')?;
    let card = picture.id("action", "name", name)?;
    Some(json!({"card": card, "bullets": bullets.parse::<i64>().ok()?}))
}

fn guns(picture: &Picture<'_>) -> Value {
    let guns = |words: Vec<&str>| {
        let mut guns = words.into_iter().filter_map(|word| gun(picture, word));
        json!({"first": guns.next(), "second": guns.next()})
    };
    Value::Object(told_pawns(picture).into_iter().map(|(pawn, _, words)| (pawn.to_owned(), guns(words))).collect())
}

/// A survivor, perhaps with a gun: `Lotte with Rusty Revolver 2`.
fn survivor(picture: &Picture<'_>, words: &str) -> Option<(String, Option<Value>)> {
    let (name, weapon) = words.split_once(" with ").map_or((words, None), |(name, gun)| (name, Some(gun)));
    let id = picture.id("action", "name", name)?;
    let is_survivor = picture.printed("action", id, "family") == Some("survivor");
    is_survivor.then(|| (id.to_owned(), weapon.and_then(|weapon| gun(picture, weapon))))
}

/// Survivors are with a pawn, or in a building that its player has.
fn survivors(picture: &Picture<'_>) -> Value {
    let mut found = Map::new();
    for (pawn, _, words) in told_pawns(picture) {
        for (id, gun) in words.into_iter().filter_map(|word| survivor(picture, word)) {
            found.insert(id, json!({"of": pawn, "at": null, "gun": gun}));
        }
    }
    for seat in 0..picture.players().len() {
        let held =
            picture.seat(seat).into_iter().filter(|part| part.starts_with("home ") || part.starts_with("holds "));
        for (id, gun) in held.flat_map(|part| part.split(", ")).filter_map(|word| survivor(picture, word)) {
            let name = picture.printed("action", &id, "name").expect("a name");
            let piece = picture.pieces.iter().find(|piece| piece.name == name).expect("a survivor on the board");
            found.insert(id, json!({"of": pawn_of(picture, piece), "at": piece.at, "gun": gun}));
        }
    }
    Value::Object(found)
}

/// The pawn whose colour the pieces of a seat have.
fn pawn_of<'p>(picture: &'p Picture<'_>, piece: &ScenePiece) -> Option<&'p str> {
    picture
        .pieces
        .iter()
        .filter(|other| other.seat == piece.seat)
        .find_map(|other| chip(other).or_else(|| told(&other.name, "{} pawn").map(|told| told[0])))
}

fn chip(piece: &ScenePiece) -> Option<&str> {
    told(&piece.name, "{} home").or_else(|| told(&piece.name, "{} chip")).map(|told| told[0])
}

fn homes(picture: &Picture<'_>) -> Value {
    let homes = picture.pieces.iter().filter_map(|piece| Some((told(&piece.name, "{} home")?[0], &piece.at)));
    Value::Object(homes.map(|(pawn, at)| (pawn.to_owned(), json!(at))).collect())
}

fn stored(picture: &Picture<'_>) -> Value {
    let mut stored: Map<String, Value> = Map::new();
    for (seat, name) in picture.players().iter().enumerate() {
        for told in picture.seat(seat).into_iter().filter_map(|part| told(part, "stored in {}: {} card(s)")) {
            stored.entry(told[0]).or_insert_with(|| json!({}))[name] = hidden(number(told[1]));
        }
    }
    Value::Object(stored)
}

fn fireworks(picture: &Picture<'_>) -> Vec<Value> {
    let burning = picture.pieces.iter().filter(|piece| piece.name == "fireworks");
    burning.map(|piece| json!({"at": piece.at, "by": picture.owner(piece)})).collect()
}

fn discard(picture: &Picture<'_>, parts: &[&str]) -> Value {
    let told = told_in(parts, "{} card(s) discarded{}").expect("a discard pile");
    let top = self::told(told[1], ", {} on top").and_then(|told| picture.id("action", "name", told[0]));
    under(number(told[0]), top)
}

/// The combat cards that are not in the deck.
fn spent(picture: &Picture<'_>, combat: &[&str]) -> Value {
    let all = i64::try_from(picture.how_many("combat")).expect("a count");
    let last = told(combat[1], ", last {}").and_then(|told| picture.id("combat", "name", told[0]));
    under(all - number(combat[0]), last)
}

/// An open pile of so many cards.
fn under(count: i64, top: Option<&str>) -> Value {
    let mut pile = hidden(count);
    if let Some(last) = pile.as_array_mut().and_then(|cards| cards.last_mut()) {
        *last = json!(top);
    }
    pile
}
