//! Several pieces that go the same way in one line: `A13 and A14 go 2 right`, `both zombies on G4 go up`, `the rest 2 east`, `the last
//! one goes left`. Only reads; whether each of them can is tried by others.

use std::collections::BTreeSet;

use crate::referee::{Meaning, QuestionKind, Request, Scene, in_figures, is_small, is_way, words_apart};

use super::said::{Reading, is_one_of, is_piece, times_called};
use super::ways::UNITS;

/// Nobody moves more of them in one line.
const MOST: usize = 12;
const ALL: [&str; 4] = ["all", "every", "everybody", "each"];
/// All that can still be named, where others have been.
const REST: [&str; 3] = ["rest", "others", "remaining"];
/// The only one of them.
const LAST: &str = "last";
/// What stands before where several start, and what is said besides of them.
const STARTING: [&str; 5] = ["from", "on", "at", "in", "of"];
const BESIDES: [&str; 8] = ["other", "others", "more", "next", "rest", "also", "each", "along"];
const GOING: [&str; 12] =
    ["shuffle", "shuffles", "crawl", "crawls", "stagger", "staggers", "travel", "come", "walk", "walks", "go", "goes"];

/// The same for each of them, one after another; none where a line says nothing of several.
pub(super) fn each_of_them(asked: &Request, scene: &Scene, spaces: &BTreeSet<String>, text: &str) -> Option<Reading> {
    let QuestionKind::Choose { options, places: true } = &asked.kind else { return None };
    let words = words_apart(text);
    let way = words.iter().position(|word| is_way(word))?;
    let is_number = |word: &str| in_figures(word).parse::<usize>().is_ok();
    // `the last one 2 left`
    let is_who = |at: usize| at.checked_sub(1).is_some_and(|before| is_one_of(words[before], &[LAST]));
    let is_far = |at: &usize| {
        let word = words[*at];
        !is_who(*at) && (is_number(word) || is_one_of(word, &UNITS)) || is_small(word)
    };
    let far = (0..way).rev().take_while(is_far).filter(|at| !is_small(words[*at])).count();
    let start = (0..=way).rev().filter(|at| !is_small(words[*at])).nth(far)?;
    let (who, how) = words.split_at(start);
    let space_of = |word: &str| spaces.iter().find(|space| space.eq_ignore_ascii_case(word));
    let is_legal = |space: &&String| matches!(asked.meaning(space), Meaning::Legal(_));
    let named: Vec<&String> = who.iter().filter_map(|word| space_of(word)).collect();
    let is_talk = |word: &&str| {
        let is_known = space_of(word).is_some() || is_piece(scene, word) || is_number(word);
        is_known || is_small(word) || [&ALL[..], &REST, &GOING, &["both", LAST]].iter().any(|all| is_one_of(word, all))
    };
    let says = |some: &[&str]| who.iter().any(|word| is_one_of(word, some));
    let all =
        || -> Vec<String> { options.iter().map(|choice| choice.id.clone()).filter(|id| spaces.contains(id)).collect() };
    if !who.iter().all(is_talk) || !named.iter().all(is_legal) {
        return None;
    }
    let is_last = named.is_empty() && says(&[LAST]);
    let times = who.iter().filter(|word| space_of(word).is_none()).find_map(|word| times_called(word));
    let starts: Vec<String> = match (named.as_slice(), times) {
        ([only], Some(times)) if times <= MOST => vec![(*only).clone(); times],
        ([_, _, ..], None) => named.into_iter().cloned().collect(),
        ([], _) if is_last => all(),
        ([], None) if says(&ALL) || says(&REST) => all(),
        _ => return None,
    };
    let how = how.iter().filter(|word| !is_small(word)).copied().collect::<Vec<_>>().join(" ");
    let text = starts.iter().map(|start| format!("{start} {how}")).collect::<Vec<_>>().join(" ");
    let wanted = if is_last { 1..=1 } else { 2..=MOST };
    wanted.contains(&starts.len()).then_some(Reading { text, has_verb: false, is_loose: false })
}

/// Several that take the same way, each named by how many they are: `both from G6 to G5`, `the three on D7 all walk D8 C8`, `two more out
/// to D7`. Where a walk may go on, each is told to stop at its end.
pub(super) fn several_along(asked: &Request, scene: &Scene, spaces: &BTreeSet<String>, text: &str) -> Vec<Reading> {
    let QuestionKind::Choose { options, places: true } = &asked.kind else { return Vec::new() };
    let words = words_apart(text);
    let space_of = |word: &str| spaces.iter().find(|space| space.eq_ignore_ascii_case(word));
    let is_count = |word: &str| space_of(word).is_none() && times_called(word).is_some();
    let mut counts = words.iter().filter(|word| is_count(word));
    let (Some(count), None) = (counts.next(), counts.next()) else { return Vec::new() };
    let Some(times) = times_called(count).filter(|times| (2..=MOST).contains(times)) else { return Vec::new() };
    let is_talk = |word: &&str| {
        let is_said = [&ALL[..], &GOING, &BESIDES].iter().any(|all| is_one_of(word, all));
        is_count(word) || space_of(word).is_some() || is_said || is_small(word) || is_piece(scene, word)
    };
    let named: Vec<usize> = (0..words.len()).filter(|at| space_of(words[*at]).is_some()).collect();
    let is_start = |at: usize| {
        let is_legal = space_of(words[at]).is_some_and(|space| matches!(asked.meaning(space), Meaning::Legal(_)));
        is_legal && at > 0 && is_one_of(words[at - 1], &STARTING)
    };
    let mut walkers = options.iter().map(|choice| &choice.id).filter(|id| spaces.contains(*id));
    let only = walkers.next().filter(|_| walkers.next().is_none());
    let (start, way) = match named.split_first() {
        Some((first, way)) if is_start(*first) => (space_of(words[*first]), way),
        _ => (only, &named[..]),
    };
    let Some(start) = start.filter(|_| !way.is_empty() && words.iter().all(is_talk)) else { return Vec::new() };
    let one = std::iter::once(start.as_str()).chain(way.iter().map(|at| words[*at])).collect::<Vec<_>>().join(" ");
    let lines = [" ", " done "].map(|between| vec![one.as_str(); times].join(between));
    lines.into_iter().map(|text| Reading { text, has_verb: false, is_loose: false }).collect()
}
