//! Zombie Wars, from a picture of the table.

use serde_json::{Map, Value, json};

use super::Rebuilt;
use super::picture::{Picture, number, told, told_in};

pub const GAME: Rebuilt = Rebuilt {
    game: "zombie-wars",
    seats: 3,
    options: &["deadlines", "advanced", "super-cop"],
    not_there: &[
        ("played", "whose turn was in this round already is what people remember"),
        ("deed", "what was done last is what happened, and not what lies there"),
        ("acting", "which horde did something last is what happened, and not what lies there"),
        ("bang", "it is about the fight that was last"),
        ("reinforced", "how many came later is what happened, and not what lies there"),
        ("risen", "how many rose again is what happened, and not what lies there"),
        ("refused", "who hid from whom in this turn is what people remember"),
        ("free", "whether the town acts for free is the question that waits"),
        ("townie", "who leads the town is the question that waits"),
        ("claim_asked", "whether somebody has said to go on is what people remember"),
        ("resume", "what comes after the question that waits"),
    ],
    rebuild,
};

const HOURS: [&str; 13] = [
    "7 PM",
    "8 PM",
    "9 PM",
    "10 PM",
    "11 PM",
    "12 AM",
    "1 AM",
    "2 AM",
    "3 AM",
    "4 AM",
    "5 AM",
    "6 AM",
    "the end: the sun rises",
];

/// How the sentence begins that says how it ended.
const RESULTS: [(&str, &str); 5] = [
    ("total victory:", "total-victory"),
    ("victory:", "victory"),
    ("conditional victory:", "conditional"),
    ("a standoff:", "standoff"),
    ("the town is saved", "lost"),
];

fn rebuild(picture: &Picture<'_>) -> Value {
    let parts = picture.parts();
    let now = told_in(&parts, "the hourglass is on {}, turn of {}").expect("an hour");
    let counted = told_in(&parts, "{} townspeople, {} zombie(s), {} out of the game").expect("counts");
    let pool = told_in(&parts, "{} Townie(s) beside the board").map_or(0, |told| number(told[0]));
    let result = RESULTS.iter().find(|(begins, _)| parts[0].starts_with(begins)).map(|(_, id)| *id);
    json!({
        "hour": HOURS.iter().position(|hour| *hour == now[0]).expect("an hour") + 1, "active": now[1],
        "removed": number(counted[2]), "pool": pool, "result": result,
        "town": town(picture), "squads": squads(picture), "hordes": hordes(picture),
        "breed": picture.each_seat(|line| json!(breed(picture, line))),
        "luck": picture.each_seat(|line| json!(luck(line))),
        "destroyed": picture.each_seat(|line| json!(destroyed(line))),
    })
}

fn town(picture: &Picture<'_>) -> Value {
    let mut town: Map<String, Value> = Map::new();
    for piece in picture.pieces.iter().filter(|piece| piece.label.is_none() && piece.seat.is_none()) {
        let name = piece.name.strip_prefix("Super Cop: ").unwrap_or(&piece.name);
        let die = if name == "Townie" { "d6" } else { told(name, "hero with a {}").expect("a hero")[0] };
        town.entry(&piece.at).or_insert_with(|| json!({}))[die] = json!(piece.count);
    }
    Value::Object(town)
}

fn squads(picture: &Picture<'_>) -> Value {
    let mut squads: Map<String, Value> = Map::new();
    for piece in &picture.pieces {
        if let Some(hero) = told(&piece.name, "hero of squad {} with a {}") {
            let squad = squads.entry(hero[0]).or_insert_with(|| json!({"at": piece.at, "people": {}}));
            squad["people"][hero[1]] = json!(piece.count);
        }
    }
    Value::Object(squads)
}

/// Who is in a horde stands on the tracker of its player, and so in the line about the seat.
fn hordes(picture: &Picture<'_>) -> Value {
    let mut hordes = Map::new();
    for seat in 0..picture.players().len() {
        for horde in picture.seat(seat).into_iter().skip(2).filter_map(|part| told(part, "{} on {}: {}")) {
            let (zombies, is_up) = horde[2].strip_suffix(", down").map_or((horde[2], true), |zombies| (zombies, false));
            hordes.insert(horde[0].to_owned(), json!({"at": horde[1], "up": is_up, "zombies": crowd(zombies)}));
        }
    }
    Value::Object(hordes)
}

/// `5 + 1 d10` is five plain zombies, and one with a d10.
fn crowd(told: &str) -> Value {
    let group = |group: &str| {
        let (count, die) = group.split_once(' ').unwrap_or((group, "d6"));
        (die.to_owned(), json!(number(count)))
    };
    Value::Object(told.split(" + ").map(group).collect())
}

fn breed<'g>(picture: &Picture<'g>, line: &[&str]) -> Option<&'g str> {
    line[0].split(", ").find_map(|word| picture.id("breeds", "name", word))
}

fn luck(line: &[&str]) -> i64 {
    line[0].split(", ").find_map(|word| told(word, "{} luck token(s)")).map_or(0, |told| number(told[0]))
}

fn destroyed(line: &[&str]) -> i64 {
    number(told_in(line, "{} zombie(s) in {} horde(s) of {}, {} destroyed").expect("hordes")[3])
}
