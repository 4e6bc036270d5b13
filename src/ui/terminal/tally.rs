//! The score as text: who is where, line by line, what broke a tie, and who wins.

use std::fmt::Write as _;

use crate::diag::{all_of, count_of};
use crate::referee::{Contender, Rung, Score, ScoreLine, View};

use super::lines::set_in;

/// A score as text; before the end, as if the game ended now.
#[must_use]
pub fn score_text(view: &View, score: &Score, width: usize) -> String {
    let mut text = String::new();
    // A game without points has winners only.
    let scored = !score.lines.is_empty();
    if !view.over {
        text.push_str(if scored { "If the game ended now:\n\n" } else { "If the game ended now:\n" });
    }
    for standing in score.standings().into_iter().filter(|_| scored) {
        let points = if standing.total.least == 1 && standing.total.is_certain() { "point" } else { "points" };
        let who = view.contender_and_members(score, standing.who);
        let _ = writeln!(text, "{}. {who}: {} {points}", standing.place, standing.total);
        for line in score.lines.iter().filter(|line| score.counts_for(line) == standing.who) {
            text.push_str(&score_line(view, score, line, width));
        }
    }
    for rung in score.rungs_used() {
        text.push_str(&set_in("", &tie(view, score, rung), width));
    }
    text.push_str(&winners(view, score, width));
    text
}

/// The result on a page of so many lines: who has won is what everybody waits for, and comes first where all that led to it would
/// push it from the page.
#[must_use]
pub fn result_text(view: &View, score: &Score, (width, lines): (usize, usize)) -> String {
    let text = score_text(view, score, width);
    if text.lines().count() <= lines {
        text
    } else {
        winners(view, score, width).trim_start().to_owned() + "\n" + &text
    }
}

fn score_line(view: &View, score: &Score, line: &ScoreLine, width: usize) -> String {
    let mut behind: Vec<String> = line.rule.iter().map(|rule| format!("rules: {rule}")).collect();
    behind.extend(entries_told(&view.entries_behind(line)));
    let behind = if behind.is_empty() { String::new() } else { format!(" ({})", behind.join("; ")) };
    // In a team it matters whose a line is.
    let whose = match line.whose {
        Contender::Seat(seat) if score.counts_for(line) != line.whose => format!("{}: ", view.name(seat)),
        _ => String::new(),
    };
    set_in(&format!("   {:>7}  ", line.points.to_string()), &format!("{whose}{}{behind}", line.what), width)
}

/// Which entries of the log led to the result.
fn behind_result(view: &View, score: &Score) -> String {
    entries_told(&view.entries_behind_result(score)).map(|told| format!(" ({told})")).unwrap_or_default()
}

/// `entry 3`, `entries 3, 17 to 19, 25`.
fn entries_told(entries: &[u64]) -> Option<String> {
    let runs = entries.chunk_by(|one, next| *next == *one + 1);
    let told: Vec<String> = runs.flat_map(run_told).collect();
    match entries.len() {
        0 => None,
        1 => Some(format!("entry {}", told[0])),
        _ => Some(format!("entries {}", told.join(", "))),
    }
}

/// Entries that follow each other: more than two by the first and the last.
fn run_told(run: &[u64]) -> Vec<String> {
    match run {
        [first, _, .., last] => vec![format!("{first} to {last}")],
        few => few.iter().map(u64::to_string).collect(),
    }
}

/// A rung of the ladder, for those who share the first place on points.
fn tie(view: &View, score: &Score, rung: &Rung) -> String {
    let standings = score.standings();
    let best = standings.first().map(|standing| standing.total);
    let tied = standings.iter().filter(|standing| Some(standing.total) == best);
    let value = |who: Contender| format!("{} {}", view.contender(score, who), score.value(rung, who));
    let values: Vec<String> = tied.map(|standing| value(standing.who)).collect();
    format!("Equal on points, so this counts: {} ({}).", rung.what, values.join(", "))
}

fn winners(view: &View, score: &Score, width: usize) -> String {
    let names: Vec<String> = score.winners().iter().map(|who| view.contender(score, *who).to_owned()).collect();
    let is_team = matches!(score.winners()[..], [Contender::Team(_)]);
    let verb = match (view.over, names.len()) {
        (_, 0) => return nobody(view, score, width),
        (true, 1) if is_team => "win",
        (true, 1) => "wins",
        (true, _) => "share the victory",
        (false, 1) => "would win",
        (false, _) => "would share the victory",
    };
    let because = score.because.as_ref().map(|because| format!(": {because}{}", behind_result(view, score)));
    let because = because.unwrap_or_default();
    let open = if score.is_certain() { String::new() } else { format!(", {}", still_open(score)) };
    "\n".to_owned() + &set_in("", &format!("{} {verb}{because}{open}.", all_of(names)), width)
}

/// That nobody wins, where the rules say why.
fn nobody(view: &View, score: &Score, width: usize) -> String {
    let Some(because) = &score.because else { return String::new() };
    let wins = if view.over { "wins" } else { "would win" };
    "\n".to_owned() + &set_in("", &format!("Nobody {wins}: {because}{}.", behind_result(view, score)), width)
}

fn still_open(score: &Score) -> String {
    let open = score.lines.iter().filter(|line| !line.points.is_certain()).count();
    format!(
        "as far as can be said: {} still open",
        if open == 1 { "1 line is".to_owned() } else { format!("{} are", count_of(open, "line")) }
    )
}
