//! Reads what has to be so in a worked example.

use crate::diag::Diagnostics;
use crate::model::{Checks, FieldText, Listed};

use super::super::fields::{Fields, text_of, texts_of};
use super::super::number::run_of_numbers;
use super::super::yaml::{Key, Node};
use super::{key_text, written_entries};

pub fn read_checks(node: &Node, found: &mut Diagnostics) -> Option<Checks> {
    let mut fields = Fields::open(node, "`then`", found)?;
    let (state, legal, winners) = (fields.node("state"), fields.node("legal"), fields.node("winners"));
    let (asks, prompt, step) = (fields.node("asks"), fields.text("prompt"), fields.text("step"));
    let (includes, excludes) = (fields.texts("legal includes"), fields.texts("legal excludes"));
    let (refused, score) = (fields.named("refused"), fields.named("score"));
    let (says, says_not) = (fields.texts("says"), fields.texts("says not"));
    let (counts, sums) = (fields.named("counts"), fields.named("sums"));
    fields.finish();
    Some(Checks {
        state: state.map(|node| written_entries(node, "state", found)).unwrap_or_default(),
        asks: asks.map(|node| listed(node, "asks", found)),
        prompt,
        step,
        legal: legal.map(|node| with_runs(listed(node, "legal", found))),
        includes,
        excludes,
        refused: pairs(refused, found),
        score: pairs(score, found),
        winners: winners.map(|node| listed(node, "winners", found)),
        says,
        says_not,
        counts: pairs(counts, found),
        sums: pairs(sums, found),
    })
}

fn listed(node: &Node, what: &str, found: &mut Diagnostics) -> Listed {
    Listed { place: node.place.clone(), items: texts_of(node, what, found) }
}

/// `0..7` stands for all these numbers.
fn with_runs(listed: Listed) -> Listed {
    let one_by_one = |item: FieldText| match run_of_numbers(&item.text) {
        Some(numbers) => numbers.into_iter().map(|text| FieldText { text, place: item.place.clone() }).collect(),
        None => vec![item],
    };
    Listed { items: listed.items.into_iter().flat_map(one_by_one).collect(), place: listed.place }
}

fn pairs(entries: &[(Key, Node)], found: &mut Diagnostics) -> Vec<(FieldText, FieldText)> {
    let pair = |(key, node): &(Key, Node)| Some((key_text(key), text_of(node, &key.name, found)?));
    entries.iter().filter_map(pair).collect()
}
