//! How an evening went in numbers, as text.

use std::fmt::Write as _;

use crate::app::table::BREAK;
use crate::app::{DiceShown, FaceShown, Statistics, TurnTimes};
use crate::diag::count_of;

use super::lines::{in_columns, set_in};
use super::marks::printable;

/// Dice with more faces are not told face by face.
const MOST_FACES: usize = 20;

/// Turn times, then dice.
#[must_use]
pub fn statistics_text(told: &Statistics, width: usize) -> String {
    let mut text = String::new();
    if told.turns.is_empty() && told.dice.is_empty() {
        return "nothing was answered yet\n".to_owned();
    }
    if !told.turns.is_empty() {
        let rows: Vec<(String, String)> = told.turns.iter().map(turns).collect();
        let _ = write!(text, "Turns:\n{}", in_columns(&rows, 2, width));
    }
    if told.breaks > 0 {
        let (are, waits) = if told.breaks == 1 { ("is", "wait") } else { ("are", "waits") };
        let minutes = BREAK / 60;
        let line = format!("{} {waits} of more than {minutes} minutes {are} not in them.", told.breaks);
        text.push_str(&set_in("  ", &line, width));
    }
    if !told.dice.is_empty() {
        text.push_str("Dice:\n");
        text.extend(told.dice.iter().map(|dice| dice_lines(dice, width)));
    }
    text
}

fn turns(told: &TurnTimes) -> (String, String) {
    let times = match told.turns {
        1 => time(told.longest),
        _ => format!("the middle one {}, the longest {}", time(told.median), time(told.longest)),
    };
    (printable(&told.player) + ":", format!("{}, {times}", count_of(told.turns, "turn")))
}

fn time(seconds: u64) -> String {
    match (seconds / 60, seconds % 60) {
        (0, seconds) => format!("{seconds} s"),
        (minutes, 0) => format!("{minutes} min"),
        (minutes, seconds) => format!("{minutes} min {seconds} s"),
    }
}

fn dice_lines(dice: &DiceShown, width: usize) -> String {
    let whose = dice.player.as_ref().map_or_else(|| "The table's".to_owned(), |player| format!("{player}'s"));
    let by = if dice.typed { "rolled and typed" } else { "rolled by the referee" };
    let average = dice
        .average
        .map(|(average, expected)| format!(", {} on average, {} expected", figure(average), figure(expected)));
    let line = format!("{whose} {}: {} {by}{}", dice.die, dice.rolled, average.unwrap_or_default());
    let head = set_in("  ", &printable(&line), width);
    if dice.faces.len() > MOST_FACES { head } else { head + &set_in("    ", &printable(&faces(dice)), width) }
}

/// How often each face came up; what was to be expected once, where it is the same for all.
fn faces(dice: &DiceShown) -> String {
    let is_fair = dice.faces.windows(2).all(|two| (two[0].expected - two[1].expected).abs() < 1e-9);
    let one = |face: &FaceShown| {
        let expected = if is_fair { String::new() } else { format!(" ({} expected)", figure(face.expected)) };
        format!("{}: {}{expected}", face.face, face.shown)
    };
    let all = dice.faces.iter().map(one).collect::<Vec<_>>().join(", ");
    match dice.faces.first().filter(|_| is_fair) {
        Some(face) => format!("{all}; {} of each expected", figure(face.expected)),
        None => all,
    }
}

/// One figure behind the point, and none where it is 0.
fn figure(number: f64) -> String {
    let text = format!("{number:.1}");
    text.strip_suffix(".0").map_or(text.clone(), str::to_owned)
}
