//! Zombie Plague, from a picture of the table.

use serde_json::{Map, Value, json};
use tablewright::inside::referee::ScenePiece;

use super::Rebuilt;
use super::picture::{Picture, hidden, number, told, told_in};

pub const GAME: Rebuilt = Rebuilt {
    game: "zombie-plague",
    seats: 3,
    options: &[],
    not_there: &[
        ("deed", "what was done last is what happened, and not what lies there"),
        ("turn", "it is where whoever acts stands in the order"),
        ("keys", "which box has the keys is a secret of the referee"),
        ("keyless", "nor which boxes have none"),
        ("out", "what has left the game lies in its box again"),
        ("ready", "which zombies may still move or act is the question that waits"),
        ("struck", "whether zombies have attacked already is what happened"),
        ("engine", "whether all have been at the car is what happened in this round"),
        ("card_played", "whether a card came in this round is what happened"),
        ("cards_kept", "it is what the zombie player has said in this round"),
        ("characters.*.searched", "it is about the turn of one character"),
    ],
    rebuild,
};

/// The hiding places by the ground they are.
const BOXES: [(&str, &str); 8] = [
    ("larder", "a"),
    ("bookcase", "b"),
    ("coat stand", "c"),
    ("wardrobe", "d"),
    ("tool cabinet", "e"),
    ("old well", "f"),
    ("garden shed", "g"),
    ("compost heap", "h"),
];
const CARDS_IN_A_BOX: usize = 3;
const ZOMBIES_EACH: i64 = 4;

const PHASES: [(&str, &str); 3] = [("zombies appear", "appear"), ("zombies move", "move"), ("zombies act", "act")];

/// How the sentence begins that says how it ended.
const RESULTS: [(&str, &str); 3] = [
    ("the house is shut", "fortress"),
    ("everybody alive is in the car", "car"),
    ("the last character is dead", "plague"),
];

/// What works until somebody's turn ends, and how it is told.
const EFFECTS: [(&str, &str); 5] = [
    ("marbles", "marbles in the house"),
    ("tough", "tough guys"),
    ("pills", "power pills work"),
    ("stooge", "a stooge"),
    ("blackout", "a blackout"),
];

fn rebuild(picture: &Picture<'_>) -> Value {
    let parts = picture.parts();
    let round = told(parts[0], "round {}: {}").expect("a round");
    let limit = number(told_in(&parts, "{} zombie(s), limit {}").expect("a limit")[1]);
    let characters = characters(picture);
    let living = characters.values().filter(|person| person["now"] != 0).count();
    let mut state = json!({
        "round": number(round[0]), "phase": phase(round[1]), "active": active(picture, round[1]),
        "result": RESULTS.iter().find(|(begins, _)| round[1].starts_with(begins)).map(|(_, id)| *id),
        "order": order(picture), "characters": characters,
        "missing": told_in(&parts, "{} is missed").and_then(|told| picture.id("figures", "name", told[0])),
        "chips": chips(picture), "boxes": boxes(picture), "piles": picture.map(|piece| pile(picture, piece)),
        "barriers": picture.map(barrier),
        "zombies": picture.map(|piece| ["zombie", "master"].contains(&&*piece.name).then(|| json!(piece.name))),
        "master": master(&parts), "extra": limit - ZOMBIES_EACH * i64::try_from(living).expect("a count"),
        "hand": hand(picture), "played": played(picture), "plague": deck(picture),
    });
    for (field, words) in EFFECTS {
        state[field] = json!(parts.contains(&words));
    }
    state
}

fn phase(what: &str) -> &'static str {
    PHASES.iter().find(|(words, _)| what.contains(words)).map_or("characters", |(_, id)| id)
}

fn active<'g>(picture: &Picture<'g>, what: &str) -> Option<&'g str> {
    let name = what.split("the turn of ").nth(1)?;
    picture.id("figures", "name", name.trim_end_matches(')'))
}

/// The lines about the characters, in turn order, each with its seat.
fn told_heroes<'p>(picture: &'p Picture<'_>) -> Vec<(usize, &'p str)> {
    let living_seats = 0..picture.players().len() - 1;
    let of_hero = |part: &&str| told(part, "{} {}/{}").is_some() || part.ends_with(" is dead");
    living_seats.flat_map(|seat| picture.seat(seat).into_iter().filter(of_hero).map(move |part| (seat, part))).collect()
}

/// What a line says that somebody has and is, behind the name.
fn belongings<'p>(picture: &'p Picture<'_>, seat: usize, line: &str) -> Vec<&'p str> {
    let begins = format!("{}: ", line.split(' ').next().expect("a name"));
    let part = picture.seat(seat).into_iter().find_map(|part| part.strip_prefix(&begins));
    part.map_or(Vec::new(), |part| part.split(", ").collect())
}

/// Who a line is about.
fn hero<'g>(picture: &Picture<'g>, line: &str) -> &'g str {
    let name = line.split(' ').next().expect("a name");
    picture.id("figures", "name", name).expect("a character")
}

fn order<'g>(picture: &Picture<'g>) -> Vec<&'g str> {
    told_heroes(picture).into_iter().map(|(_, line)| hero(picture, line)).collect()
}

fn characters(picture: &Picture<'_>) -> Map<String, Value> {
    let person = |(seat, line): (usize, &str)| {
        let who = hero(picture, line);
        let mut person = if line.ends_with(" is dead") { dead(picture, who) } else { living(picture, seat, line) };
        person["seat"] = json!(picture.players()[seat]);
        person["at"] = json!(stands_at(picture, who));
        (who.to_owned(), person)
    };
    told_heroes(picture).into_iter().map(person).collect()
}

/// The sheet of whoever is dead says what is printed there.
fn dead(picture: &Picture<'_>, who: &str) -> Value {
    let sheet = picture.id("characters", "hero", who).expect("a sheet");
    let trait_of = |column: &str| number(picture.printed("characters", sheet, column).expect("a trait"));
    json!({
        "strength": trait_of("strength"), "skill": trait_of("skill"), "shoot": trait_of("shoot"),
        "move": trait_of("move"), "life": trait_of("life"), "now": 0, "panic": 0,
    })
}

fn living(picture: &Picture<'_>, seat: usize, line: &str) -> Value {
    let words = belongings(picture, seat, line);
    let printed = dead(picture, hero(picture, line));
    // Only traits that are not as printed are told.
    let trait_of = |name: &str| {
        let own = told_in(&words, &format!("{name} {{}}"));
        own.map_or_else(|| printed[name].clone(), |told| json!(number(told[0])))
    };
    let how: Vec<&str> = line.split(", ").collect();
    let place = told(how[0], "{} {}/{} on {}").expect("a life");
    let status = |id: &str| words.contains(&picture.printed("zombie-cards", id, "title").expect("a card"));
    json!({
        "now": number(place[1]), "life": number(place[2]), "strength": trait_of("strength"),
        "skill": trait_of("skill"), "shoot": trait_of("shoot"), "move": trait_of("move"),
        "items": words.iter().filter_map(|word| item(picture, word)).collect::<Vec<_>>(),
        "fear": status("fear"), "exhausted": status("exhausted"), "claustrophobia": status("claustrophobia"),
        "panic": told_in(&words, "panic for {} turn(s)").map_or(0, |told| number(told[0])),
        "acted": how.contains(&"has acted"),
    })
}

/// A card, and the markers on it: a weapon that is empty, what has uses left.
fn item(picture: &Picture<'_>, word: &str) -> Option<String> {
    if let Some(told) = told(word, "{} (empty)") {
        return Some(format!("{}-empty", picture.id("equipment", "title", told[0])?));
    }
    if let Some(told) = told(word, "{} ({} left)") {
        let card = picture.id("equipment", "title", told[0])?;
        return Some(if told[1] == "3" { card.to_owned() } else { format!("{card}-{}", told[1]) });
    }
    picture.id("equipment", "title", word).map(str::to_owned)
}

fn stands_at<'p>(picture: &'p Picture<'_>, who: &str) -> Option<&'p str> {
    let draw = format!("figures/{who}");
    picture.pieces.iter().find(|piece| piece.draw.as_ref() == Some(&draw)).map(|piece| piece.at.as_str())
}

/// Whose chip a piece is.
fn chip<'g>(picture: &Picture<'g>, piece: &ScenePiece) -> Option<&'g str> {
    let sheet = picture.id("characters", "colour", told(&piece.name, "{} chip")?[0])?;
    picture.printed("characters", sheet, "hero")
}

fn chips(picture: &Picture<'_>) -> Value {
    let mut chips: Map<String, Value> = Map::new();
    for piece in &picture.pieces {
        if let Some(who) = chip(picture, piece) {
            let there = chips.entry(&piece.at).or_insert_with(|| json!([]));
            there.as_array_mut().expect("a list").push(json!(who));
        }
    }
    Value::Object(chips)
}

/// Every chip on a place stands for the card that its character took out of the box there.
fn boxes(picture: &Picture<'_>) -> Value {
    let left = |ground: &str| {
        let searched = |piece: &&ScenePiece| chip(picture, piece).is_some() && picture.ground(&piece.at) == ground;
        let gone = picture.pieces.iter().filter(searched).count();
        hidden(i64::try_from(CARDS_IN_A_BOX.saturating_sub(gone)).expect("a count"))
    };
    Value::Object(BOXES.iter().map(|(ground, letter)| ((*letter).to_owned(), left(ground))).collect())
}

fn pile(picture: &Picture<'_>, piece: &ScenePiece) -> Option<Value> {
    let told = told(&piece.name, "pile {}: {}")?;
    let items: Vec<String> = told[1].split(", ").map(|word| item(picture, word).expect("a card")).collect();
    Some(json!({"number": number(told[0]), "items": items}))
}

fn barrier(piece: &ScenePiece) -> Option<Value> {
    match piece.name.as_str() {
        "barrier" => Some(json!("barrier")),
        "nailed barrier" => Some(json!("nailed")),
        _ => None,
    }
}

fn master(parts: &[&str]) -> Option<i64> {
    let dead = parts.contains(&"the master is destroyed").then_some(0);
    told_in(parts, "the master has {} life").map(|told| number(told[0])).or(dead)
}

/// What the line about the zombies says: how many cards they hold, and how many have been played.
fn cards<'p>(picture: &'p Picture<'_>) -> Vec<&'p str> {
    let line = picture.seat(picture.players().len() - 1)[0];
    told(line, "zombies, {} card(s) in hand, {} played{}").expect("cards")
}

fn hand(picture: &Picture<'_>) -> Value {
    let zombies = picture.players().last().expect("a player");
    let mut hand = json!({});
    hand[zombies] = hidden(number(cards(picture)[0]));
    hand
}

fn played<'g>(picture: &Picture<'g>) -> Vec<&'g str> {
    let names = told(cards(picture)[2], " ({})");
    names.map_or(Vec::new(), |names| picture.ids("zombie-cards", "title", names[0]))
}

/// The zombie cards that nobody has drawn.
fn deck(picture: &Picture<'_>) -> Value {
    let all = i64::try_from(picture.how_many("zombie-cards")).expect("a count");
    hidden(all - number(cards(picture)[0]) - number(cards(picture)[1]))
}
