//! The score: who is where, line by line, and what broke a tie.

use maud::{Markup, html};

use crate::diag::all_of;
use crate::referee::{Contender, Score, ScoreLine, View};

use super::rule_link;

/// A score with every line behind it.
pub fn score(view: &View, score: &Score) -> Markup {
    let has_points = !score.lines.is_empty();
    html! {
        @if !view.over { p.hint { "If the game ended now:" } }
        @if has_points {
            ol.standings { @for standing in score.standings() {
                li value=(standing.place) {
                    span.name { (view.contender_and_members(score, standing.who)) } " " strong { (standing.total) }
                    ul.lines { @for line in score.lines.iter().filter(|line| score.counts_for(line) == standing.who) {
                        (score_line(view, score, line))
                    } }
                }
            } }
        }
        @for rung in score.rungs_used() { p.tie { "Equal on points, so this counts: " (rung.what) "." } }
        p.winners { (winners(view, score)) }
    }
}

/// A bar for each, for a look across the room.
pub fn bar(view: &View, score: &Score) -> Markup {
    let standings = score.standings();
    let most = standings.iter().map(|standing| standing.total.most).max().unwrap_or(0).max(1);
    html! {
        @if !score.lines.is_empty() {
            ol.score-bar { @for standing in &standings {
                li {
                    span.name { (view.contender(score, standing.who)) }
                    meter min="0" max=(most) value=(standing.total.least.max(0))
                        aria-label={ "Points of " (view.contender(score, standing.who)) } {}
                    strong { (standing.total) }
                }
            } }
        }
    }
}

fn score_line(view: &View, score: &Score, line: &ScoreLine) -> Markup {
    let entries = view.entries_behind(line);
    html! {
        li {
            span.points { (line.points) } " "
            span.why {
                @if let (Contender::Seat(seat), true) = (line.whose, score.counts_for(line) != line.whose) { (view.name(seat)) ": " }
                (line.what) " "
                @if let Some(rule) = &line.rule { (rule_link(rule)) " " }
                @if !entries.is_empty() {
                    span.entries {
                        @if view.since > 0 { "after entry " (view.since) ": " }
                        @if entries.len() == 1 { "entry " } @else { "entries " }
                        (all_of(entries.iter().map(u64::to_string).collect::<Vec<_>>()))
                    }
                }
            }
        }
    }
}

/// Whether somebody who is behind may be in front, as far as this viewer knows.
fn is_open(score: &Score) -> bool {
    let standings = score.standings();
    let (ahead, behind): (Vec<_>, Vec<_>) = standings.iter().partition(|one| score.winners().contains(&one.who));
    let least = ahead.iter().map(|one| one.total.least).min();
    ahead.iter().any(|one| !one.total.is_certain()) && behind.iter().any(|one| Some(one.total.most) >= least)
        || behind.iter().any(|one| !one.total.is_certain() && Some(one.total.most) >= least)
}

/// Who wins, in a sentence.
pub fn winners(view: &View, score: &Score) -> String {
    if !view.over && is_open(score) {
        return "It is not decided who would win.".to_owned();
    }
    let names: Vec<String> = score.winners().iter().map(|who| view.contender(score, *who).to_owned()).collect();
    let is_team = matches!(score.winners()[..], [Contender::Team(_)]);
    let verb = match (view.over, names.len()) {
        (true, 0) => "Nobody wins",
        (false, 0) => "Nobody would win",
        (true, 1) if is_team => "win",
        (true, 1) => "wins",
        (true, _) => "share the victory",
        (false, 1) => "would win",
        (false, _) => "would share the victory",
    };
    let because = score.because.as_ref().map(|because| format!(": {because}")).unwrap_or_default();
    if names.is_empty() { format!("{verb}{because}.") } else { format!("{} {verb}{because}.", all_of(names)) }
}
