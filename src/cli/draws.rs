//! `tablewright odds` for cards: what comes of drawing some.

use serde_json::{Value, json};

use crate::dice::{Draw, Odds, parse_draw, ratio};

use super::dice::{LONGEST_FRACTION, fraction, percent, refuse, results_json, rounded, say_table};
use super::outcome::Outcome;
use super::report::{say, say_json};

/// Says how likely it is to draw what this asks for.
pub fn draw_odds(text: &str, as_json: bool) -> Outcome {
    match parse_draw(text) {
        Err(wrong) => return refuse(wrong),
        Ok(draw) if as_json => say_json(&draw_json(&draw)),
        Ok(draw) => say_draw(&draw),
    }
    Outcome::Done
}

fn say_draw(draw: &Draw) {
    let (ways, all) = draw.ways();
    let exactly = fraction(&ways, &all);
    let exactly = if exactly.len() > LONGEST_FRACTION { String::new() } else { format!(", {exactly}") };
    say(&format!("{draw}: {}{exactly}", percent(ratio(&ways, &all)).trim_start()));
    if let Some(odds) = draw.odds() {
        say(&format!("{} on average, give or take {}", rounded(odds.average()), rounded(odds.deviation())));
        say_table(&odds);
    }
}

fn draw_json(draw: &Draw) -> Value {
    let (ways, all) = draw.ways();
    let odds = draw.odds();
    json!({
        "draw": draw.to_string(),
        "odds": fraction(&ways, &all),
        "chance": ratio(&ways, &all),
        "average": odds.as_ref().map(Odds::average),
        "deviation": odds.as_ref().map(Odds::deviation),
        "results": odds.as_ref().map_or(json!([]), results_json),
    })
}
