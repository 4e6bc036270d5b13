//! A summary as JSON, for programs.

use serde_json::{Value, json};

use super::statistics::{Estimate, Spread};
use super::summary::{Summary, WinLine};
use super::verdict::verdict;

/// The whole summary; equal rows give equal JSON.
#[must_use]
pub fn summary_json(summary: &Summary) -> Value {
    json!({
        "game": summary.version.game,
        "version": summary.version.hash,
        "options": summary.version.options,
        "seats": summary.version.seats,
        "seeds": summary.seeds,
        "games": summary.games,
        "unfinished": summary.stopped,
        "stopped_at": pairs(&summary.stopped_at),
        "judged": summary.judged,
        "nobody_won": summary.nobody,
        "several_won": summary.shared,
        "players": pairs(&summary.lineups),
        "verdict": verdict(summary),
        "wins_by_seat": summary.seats.iter().map(wins).collect::<Vec<_>>(),
        "even": summary.even,
        "evenness": summary.evenness,
        "wins_by_player": summary.kinds.iter().map(wins).collect::<Vec<_>>(),
        "length": summary.lengths.iter().map(|(name, length)| ((*name).to_owned(), spread(length))).collect::<serde_json::Map<_, _>>(),
        "looks_ahead": summary.looks,
        "points": named(&summary.points),
        "margin": summary.margin.as_ref().map(spread),
        "lead_changes": summary.lead_changes.as_ref().map(spread),
        "decided": summary.decided.as_ref().map(spread),
        "winner_was_behind_by": summary.behind.as_ref().map(spread),
        "winner_was_behind": summary.comebacks.map(estimate),
        "answers": summary.answers.iter().map(|line| json!({
            "heading": line.heading,
            "answer": line.answer,
            "legal": line.legal,
            "chosen": line.chosen,
            "wins_with": line.with.map(estimate),
            "wins_without": line.without.map(estimate),
            "difference": line.difference.map(estimate),
        })).collect::<Vec<_>>(),
        "cards": summary.cards.iter().map(|line| json!({
            "card": line.card,
            "drawn": line.drawn,
            "wins_with": line.won.map(estimate),
        })).collect::<Vec<_>>(),
        "measures": named(&summary.measures),
        "never_reached": summary.never_reached,
    })
}

fn pairs(all: &[(String, u64)]) -> Value {
    Value::Object(all.iter().map(|(name, number)| (name.clone(), json!(number))).collect())
}

fn named(all: &[(String, Spread)]) -> Value {
    Value::Object(all.iter().map(|(name, numbers)| (name.clone(), spread(numbers))).collect())
}

fn wins(line: &WinLine) -> Value {
    json!({
        "who": line.who,
        "games": line.wins.games,
        "won": line.wins.won,
        "shared": line.wins.shared,
        "share": line.share.map(estimate),
    })
}

/// A figure with its interval.
pub fn estimate(estimate: Estimate) -> Value {
    json!({ "value": estimate.value, "low": estimate.low, "high": estimate.high })
}

fn spread(spread: &Spread) -> Value {
    json!({
        "count": spread.count,
        "mean": estimate(spread.mean),
        "deviation": spread.deviation,
        "least": spread.quarters[0],
        "quarter": spread.quarters[1],
        "middle": spread.quarters[2],
        "three_quarters": spread.quarters[3],
        "most": spread.quarters[4],
    })
}
