//! Several pieces that go the same way in one line: `A13 and A14 go 2 right`, `both zombies on G4 go up`, `all zombies 2 east`. Only
//! reads; whether each of them can is tried by others.

use std::collections::BTreeSet;

use crate::referee::{Meaning, QuestionKind, Request, Scene, in_figures, is_small, is_way, words_apart};

use super::said::{Reading, is_one_of, is_piece, times_called};
use super::ways::UNITS;

/// Nobody moves more of them in one line.
const MOST: usize = 12;
const ALL: [&str; 4] = ["all", "every", "everybody", "each"];
const GOING: [&str; 12] =
    ["shuffle", "shuffles", "crawl", "crawls", "stagger", "staggers", "travel", "come", "walk", "walks", "go", "goes"];

/// The same for each of them, one after another; none where a line says nothing of several.
pub(super) fn each_of_them(asked: &Request, scene: &Scene, spaces: &BTreeSet<String>, text: &str) -> Option<Reading> {
    let QuestionKind::Choose { options, places: true } = &asked.kind else { return None };
    let words = words_apart(text);
    let way = words.iter().position(|word| is_way(word))?;
    let is_number = |word: &str| in_figures(word).parse::<usize>().is_ok();
    let is_far = |word: &&&str| is_number(word) || is_one_of(word, &UNITS) || is_small(word);
    let far = words[..way].iter().rev().take_while(is_far).filter(|word| !is_small(word)).count();
    let start = (0..=way).rev().filter(|at| !is_small(words[*at])).nth(far)?;
    let (who, how) = words.split_at(start);
    let space_of = |word: &str| spaces.iter().find(|space| space.eq_ignore_ascii_case(word));
    let is_legal = |space: &&String| matches!(asked.meaning(space), Meaning::Legal(_));
    let named: Vec<&String> = who.iter().filter_map(|word| space_of(word)).collect();
    let is_talk = |word: &&str| {
        let is_known = space_of(word).is_some() || is_piece(scene, word) || is_number(word);
        is_known || is_small(word) || [&ALL[..], &GOING, &["both"]].iter().any(|all| is_one_of(word, all))
    };
    if !who.iter().all(is_talk) || !named.iter().all(is_legal) {
        return None;
    }
    let times = who.iter().filter(|word| space_of(word).is_none()).find_map(|word| times_called(word));
    let starts: Vec<String> = match (named.as_slice(), times) {
        ([only], Some(times)) if times <= MOST => vec![(*only).clone(); times],
        ([_, _, ..], None) => named.into_iter().cloned().collect(),
        ([], None) if who.iter().any(|word| is_one_of(word, &ALL)) => {
            options.iter().map(|choice| choice.id.clone()).filter(|id| spaces.contains(id)).collect()
        }
        _ => return None,
    };
    let how = how.iter().filter(|word| !is_small(word)).copied().collect::<Vec<_>>().join(" ");
    let text = starts.iter().map(|start| format!("{start} {how}")).collect::<Vec<_>>().join(" ");
    (2..=MOST).contains(&starts.len()).then_some(Reading { text, has_verb: false, is_loose: false })
}
