//! Zombie Rancher, from a picture of the table.

use serde_json::{Map, Value, json};

use super::Rebuilt;
use super::boffing::began;
use super::picture::{Picture, hidden, number, told, told_in};

pub const GAME: Rebuilt = Rebuilt {
    game: "zombie-rancher",
    seats: 3,
    options: &["corporate-war"],
    not_there: &[
        ("acted", "whether somebody did anything in this turn is what people remember"),
        ("empty_turns", "how many turns passed without an action is what people remember"),
        ("used_specialty", "whether a gift was used in this turn is what people remember"),
        ("carrion", "which zombies still come closer is the question that waits"),
    ],
    rebuild,
};

const PEN: &str = "HP";

fn rebuild(picture: &Picture<'_>) -> Value {
    let parts = picture.parts();
    let over = "the game is over after {} turn(s), the last of {}, with {} action(s) left";
    let now = told_in(&parts, over).or_else(|| told_in(&parts, "turn {}: {}, {} action(s) left")).expect("a turn");
    let herd = told_in(&parts, "{} zombie(s) on the board, {} of them in the Holding Pen").expect("a herd");
    let removed = told_in(&parts, "{} out of the game").expect("those out of the game");
    let seat = |line: &[&str], at: usize| {
        let told = told(line[0], "{}, {} zombie(s) in the Cattle Pen, {} trap(s) on the board, {} in hand");
        json!(number(told.expect("what a seat has")[at]))
    };
    json!({
        "first": began(picture, number(now[0]), now[1]), "turn": number(now[0]), "active": now[1],
        "actions": number(now[2]), "pen": number(herd[1]), "removed": number(removed[0]),
        "squares": picture.map(|piece| (piece.name == "zombie" && piece.at != PEN).then(|| json!(piece.count))),
        "homes": picture.map(|piece| piece.name.ends_with(" Home").then(|| json!(picture.owner(piece)))),
        "traps": picture.map(|piece| piece.name.ends_with(" trap").then(|| json!(picture.owner(piece)))),
        "cattle": picture.each_seat(|line| seat(line, 1)), "hand": picture.each_seat(|line| seat(line, 3)),
        "lure": lure(picture, &parts), "deck": deck(picture),
        "specialty": picture.each_seat(|line| json!(specialty(picture, line))),
        "heads": picture.each_seat(|line| {
            told_in(line, "{} head(s)").map_or(Value::Null, |told| json!(number(told[0])))
        }),
    })
}

/// Who moves zombies, how far, and the bait that lies with them.
fn lure(picture: &Picture<'_>, parts: &[&str]) -> Value {
    let rolls = told_in(parts, "{} rolls to lure").map(|told| (told[0], 0));
    let moves = told_in(parts, "{} moves zombies with bait up to {} step(s)").map(|told| (told[0], number(told[1])));
    let Some((mover, steps)) = rolls.or(moves) else { return Value::Null };
    let bait: Map<String, Value> = picture
        .pieces
        .iter()
        .filter(|piece| piece.name == "bait token")
        .map(|piece| (piece.at.clone(), json!(piece.count)))
        .collect();
    json!({"mover": mover, "steps": steps, "bait": bait})
}

fn specialty(picture: &Picture<'_>, line: &[&str]) -> Option<String> {
    line.iter().find_map(|part| picture.id("specialties", "name", part)).map(str::to_owned)
}

/// The specialties that nobody has.
fn deck(picture: &Picture<'_>) -> Value {
    let dealt = (0..picture.players().len()).filter(|seat| specialty(picture, &picture.seat(*seat)).is_some()).count();
    hidden(i64::try_from(picture.how_many("specialties") - dealt).expect("a count"))
}
