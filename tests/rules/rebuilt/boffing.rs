//! Boffing Zombies, from a picture of the table.

use serde_json::{Value, json};
use tablewright::inside::referee::ScenePiece;

use super::Rebuilt;
use super::picture::{Picture, is_face_down, number, told, told_in};

pub const GAME: Rebuilt = Rebuilt {
    game: "boffing-zombies",
    seats: 3,
    options: &[],
    not_there: &[
        ("steps", "how far somebody has gone in this turn is what the question that waits is about"),
        ("fought", "whether somebody may still go on is what the question that waits is about"),
        ("challenged", "it is about this turn only"),
        ("new_tool", "it is about this turn only"),
        ("loot", "who chooses between tools and candy is the question that waits"),
        ("free_squares", "which squares chance has left is about setting up"),
    ],
    rebuild,
};

fn rebuild(picture: &Picture<'_>) -> Value {
    let parts = picture.parts();
    let (turn, active) = match told_in(&parts, "the game is over after {} turn(s), the last of {}") {
        Some(over) => (number(over[0]), over[1]),
        None => {
            let now = told_in(&parts, "turn {}, round {}: {}").expect("a turn");
            (number(now[0]), now[2])
        }
    };
    let gone = told_in(&parts, "out of the game: {}").map(|names| picture.ids("zombies", "name", names[0]));
    let boffed = told_in(&parts, "{} bystander(s) boffed by mistake").map_or(0, |told| number(told[0]));
    json!({
        "first": began(picture, turn, active), "active": active, "turn": turn,
        "people": picture.map(person), "tools": picture.map(tool), "at": at(picture), "heap": heap(picture),
        "counters": picture.each_seat(|line| json!(number(told(line[0], "{}, {} counter(s)").expect("counters")[1]))),
        "fence": picture.each_seat(|line| named(picture, line, "{} zombie(s) worth {}: {}", "zombies")),
        "belt": picture.each_seat(|line| named(picture, line, "{} tool(s) with{}: {}", "tools")),
        "gone": gone, "gone_bystanders": boffed,
        "rolled": picture.each_seat(|line| {
            told_in(line, "{} rolled for the counters").map_or(Value::Null, |told| json!(number(told[0])))
        }),
    })
}

/// Turns are counted from the first of whoever began.
pub fn began<'p>(picture: &'p Picture<'_>, turn: i64, active: &str) -> &'p str {
    let players = picture.players();
    let (count, now) = (players.len(), players.iter().position(|name| name == active).expect("a player"));
    let gone = usize::try_from(turn - 1).expect("a turn") % count;
    &players[(now + count - gone) % count]
}

fn person(piece: &ScenePiece) -> Option<Value> {
    if piece.label.as_deref() == Some("bystander") {
        return Some(json!(["bystander"]));
    }
    let draw = piece.draw.as_deref()?;
    if draw == "zombies" && is_face_down(piece) {
        return Some(json!([null]));
    }
    draw.strip_prefix("zombies/").map(|id| json!([id]))
}

fn tool(piece: &ScenePiece) -> Option<Value> {
    let draw = piece.draw.as_deref()?;
    if draw == "tools" && is_face_down(piece) {
        return Some(json!([null]));
    }
    draw.strip_prefix("tools/").map(|id| json!([id]))
}

fn at(picture: &Picture<'_>) -> Value {
    let kids = picture.pieces.iter().filter(|piece| piece.seat.is_some());
    kids.map(|piece| (picture.owner(piece).to_owned(), json!(piece.at))).collect::<serde_json::Map<_, _>>().into()
}

/// The tools that neither lie on the board nor are in anybody's belt.
fn heap(picture: &Picture<'_>) -> Value {
    let lying = picture.pieces.iter().filter(|piece| tool(piece).is_some()).count();
    let belts = (0..picture.players().len()).map(|seat| {
        named(picture, &picture.seat(seat), "{} tool(s) with{}: {}", "tools").as_array().map_or(0, Vec::len)
    });
    let left = picture.how_many("tools") - lying - belts.sum::<usize>();
    super::picture::hidden(i64::try_from(left).expect("a count"))
}

/// The last thing that a part of a line tells is a list of names.
fn named(picture: &Picture<'_>, line: &[&str], pattern: &str, component: &str) -> Value {
    let names = told_in(line, pattern).and_then(|told| told.last().copied());
    json!(names.map(|names| picture.ids(component, "name", names)))
}
