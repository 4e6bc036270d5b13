//! A table in a few lines, for somebody who comes back to it: how it stands, who is asked, and what happened lately.

use crate::diag::all_of;
use crate::referee::{Recap, Since, View};

use super::lines::set_in;
use super::marks::printable;
use super::story::news;

/// How many lines of what happened are told at most.
const MOST: usize = 24;

/// How a table stands, whose turn it is, and what happened lately.
#[must_use]
pub fn recap_text(view: &View, recap: &Recap, width: usize) -> String {
    let mut text = standing_text(view, width);
    if recap.lines.is_empty() {
        return text + &set_in("", &format!("Nothing happened {}.", since_told(view, recap.since)), width);
    }
    text.push_str(&set_in("", &format!("What happened {}:", since_told(view, recap.since)), width));
    text + &news_of(recap, width)
}

/// How a table stands, and whose turn it is.
#[must_use]
pub fn standing_text(view: &View, width: usize) -> String {
    let status = if view.status.is_empty() { String::new() } else { set_in("", &printable(&view.status), width) };
    status + &set_in("", &printable(&whose_turn(view)), width)
}

/// All lines, of many only the last. Those before the first entry are told like the others.
fn news_of(recap: &Recap, width: usize) -> String {
    let lines: Vec<_> =
        recap.lines.iter().map(|line| crate::referee::LogLine { seq: line.seq.max(1), ..line.clone() }).collect();
    news(&lines, 0, MOST, width)
}

/// From where on a recap tells, as the end of a sentence.
#[must_use]
pub fn since_told(view: &View, since: Since) -> String {
    match since {
        Since::Beginning => "since the beginning".to_owned(),
        Since::Round => "since the start of the round".to_owned(),
        Since::Turn(seat) => format!("since {}'s last turn", view.name(seat)),
    }
}

fn whose_turn(view: &View) -> String {
    let missing: Vec<String> = view.missing().map(|waiting| view.name(waiting.seat).to_owned()).collect();
    if missing.len() > 1 && !view.over {
        return format!("{} are asked at once.", all_of(missing));
    }
    match (view.asked, &view.request) {
        _ if view.over => "The game is over.".to_owned(),
        (Some(seat), Some(request)) => format!("{}'s turn: {}", view.name(seat), request.prompt),
        (Some(seat), None) => format!("{}'s turn: a question in secret.", view.name(seat)),
        (None, Some(request)) => format!("All are asked: {}", request.prompt),
        (None, None) => "Somebody is asked in secret.".to_owned(),
    }
}
