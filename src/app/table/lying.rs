//! Lines that say what lies on a space, beside the space or in its place. Only reads.

use std::collections::{BTreeMap, BTreeSet};

use crate::referee::{
    Meaning, QuestionKind, Request, Scene, ScenePiece, Seat, in_figures, is_small, is_way, words_apart,
};

use super::said::{Reading, begins_action, is_called, is_one_of, is_piece, one_of, times_called};

/// Nobody moves more at once with a number.
const MOST_TIMES: usize = 12;

/// What the only piece of whoever is asked is called, word by word: of several it says which.
pub(super) fn figure_of(asked: &Request, scene: &Scene) -> Vec<String> {
    let is_own = |seat: Option<Seat>| asked.seat.is_some() && seat == asked.seat;
    let mut own = scene.pieces.iter().filter(|piece| is_own(piece.seat) && piece.count > 0);
    let only = own.next().filter(|_| own.next().is_none());
    only.map_or_else(Vec::new, |piece| piece.name.split_whitespace().map(str::to_owned).collect())
}

/// The same where a space is enough and people say what lies there besides, and how many: `the zombie on D3`, `3 townies`.
pub(super) fn placed(
    asked: &Request,
    scene: &Scene,
    all: &[Reading],
    (spaces, is_amount, said): (&BTreeSet<String>, bool, &str),
) -> Vec<Reading> {
    let called = |what: &str, at: Option<&str>| {
        let here = scene.pieces.iter().filter(|piece| piece.count > 0 && at.is_none_or(|at| piece.at == *at));
        // Or by the letter that stands for it on a text board.
        let words = |piece: &'_ &ScenePiece| {
            let is_word = |word: &str| one_of(word) == one_of(what);
            piece.name.split_whitespace().chain(piece.label.as_deref()).any(is_word)
        };
        let mut here = here.filter(|piece| words(piece) || what.len() == 1 && piece.mark.eq_ignore_ascii_case(what));
        here.next().is_some()
    };
    let is_number = |word: &str| in_figures(word).parse::<u32>().is_ok();
    let space_of = |words: &[&str]| {
        let named = spaces.iter().find(|space| space.eq_ignore_ascii_case(words[0])).cloned();
        let meant = || {
            let text = (1..=words.len()).rev().map(|count| words[..count].join(" "));
            text.into_iter().find_map(|text| match asked.meaning(&text) {
                Meaning::Legal(choice) if spaces.contains(&choice.id) => Some(choice.id.clone()),
                _ => None,
            })
        };
        named.or_else(meant)
    };
    let is_space = |word: &str| spaces.iter().any(|space| space.eq_ignore_ascii_case(word));
    let without = |reading: &Reading| {
        let words = words_apart(&reading.text);
        let names_it = |at: usize| {
            let space = words.get(at + 1..).filter(|rest| !rest.is_empty()).and_then(space_of);
            space.is_some_and(|space| !is_space(words[at]) && called(words[at], Some(&space)))
        };
        // How many there are is nothing that is done, nor what dice show.
        let counts_them = |at: usize| {
            let is_noun = |word: &str| word.chars().all(char::is_alphabetic);
            let is_of = |next: &&str| is_noun(next) && called(next, None);
            // `I rolled a 4, the townie a 1` counts no townies.
            let is_said = |next: &str| said.contains(&format!("{} {next}", words[at]));
            let fits = |next: &&str| {
                is_of(next) && is_said(next) && lies_so_often(scene, (words[at], next), &words, &is_space)
            };
            !is_amount && is_number(words[at]) && !is_space(words[at]) && words.get(at + 1).is_some_and(fits)
        };
        // Of several kinds on a space the one is asked for behind it.
        let swapped =
            (0..words.len().saturating_sub(1)).find(|at| names_it(*at) && is_space(words[at + 1])).map(|at| {
                let text = [&words[..at], &[words[at + 1], words[at]], &words[at + 2..]].concat().join(" ");
                Reading { text, ..*reading }
            });
        let kept = |leaves_names: bool| {
            let kept: Vec<&str> = (0..words.len())
                .filter(|at| !(counts_them(*at) || leaves_names && names_it(*at)))
                .map(|at| words[at])
                .collect();
            let text = kept.join(" ");
            (kept.len() < words.len() && !text.is_empty()).then_some(Reading { text, ..*reading })
        };
        [kept(true), kept(false), swapped]
    };
    all.iter().flat_map(without).flatten().collect()
}

/// The same with the space in place of what lies on it and belongs to whoever is asked, `goes home`, or of what lies on one space only
/// of those that can be chosen: `goes to the owl`.
pub(super) fn at_piece(
    asked: &Request,
    scene: &Scene,
    spaces: &BTreeSet<String>,
    reading: &Reading,
) -> Option<Reading> {
    let words = words_apart(&reading.text);
    let is_plain = |word: &str| {
        let is_space = spaces.iter().any(|space| space.eq_ignore_ascii_case(word));
        !is_space && !is_small(word) && word.len() > 1 && asked.meaning(word) == Meaning::Nothing
    };
    let place = |word: &str| {
        let is_named = |piece: &&ScenePiece| piece.count > 0 && is_called(piece, word);
        let only = |is_meant: &dyn Fn(&ScenePiece) -> bool| {
            let there = scene.pieces.iter().filter(is_named).filter(|piece| is_meant(piece));
            let mut places = there.map(|piece| piece.at.as_str());
            places.next().filter(|place| places.all(|other| other == *place) && spaces.contains(*place))
        };
        let own = only(&|piece| asked.seat.is_some() && piece.seat == asked.seat);
        let is_places = matches!(asked.kind, QuestionKind::Choose { places: true, .. });
        let is_legal = |piece: &ScenePiece| is_places && matches!(asked.meaning(&piece.at), Meaning::Legal(_));
        own.or_else(|| only(&is_legal))
    };
    // Whoever is named before a way or a space is who goes there.
    let goes = |at: usize| {
        words[at + 1..].iter().any(|word| is_way(word) || spaces.iter().any(|space| space.eq_ignore_ascii_case(word)))
    };
    let is_meant = |at: usize| is_plain(words[at]) && !goes(at);
    let (at, place) = (0..words.len()).find_map(|at| Some((at, place(words[at]).filter(|_| is_meant(at))?)))?;
    let text = [&words[..at], &[place], &words[at + 1..]].concat().join(" ");
    // Why it cannot be is told of the words that were said.
    Some(Reading { text, has_verb: false, is_loose: false })
}

/// `3 townies from 6,1 to 5,1` where one after another is asked about: the same so often. The number is no description.
pub(super) fn several_times(asked: &Request, scene: &Scene, spaces: &BTreeSet<String>, text: &str) -> Option<Reading> {
    let is_places = matches!(asked.kind, QuestionKind::Choose { places: true, .. });
    let words = words_apart(text);
    let is_space = |word: &str| spaces.iter().any(|space| space.eq_ignore_ascii_case(word));
    let times = |at: usize| {
        let times = times_called(words[at])?;
        let is_it = !is_space(words[at]) && words.get(at + 1).is_some_and(|next| is_piece(scene, next));
        ((2..=MOST_TIMES).contains(&times) && is_it).then_some(times)
    };
    let (at, times) = (0..words.len()).find_map(|at| Some((at, times(at)?)))?;
    let moves = words.iter().any(|word| is_one_of(word, &["from"])) && words.iter().any(|word| is_space(word));
    let rest = words[..at].iter().chain(&words[at + 2..]);
    let once: Vec<&str> = rest.copied().filter(|word| is_space(word) || !is_small(word)).collect();
    let text = vec![once.join(" "); times].join(" ");
    (is_places && moves).then_some(Reading { text, has_verb: false, is_loose: false })
}

/// Whether a line would do what a word says that only names to what something goes, as it is what pieces are called.
pub(super) fn is_turned_to(asked: &Request, scene: &Scene, targets: &BTreeSet<String>, words: &[&str]) -> bool {
    if targets.is_empty() || words.len() < 2 || !matches!(asked.kind, QuestionKind::Choose { places: false, .. }) {
        return false;
    }
    let is_action = |word: &&&str| matches!(asked.meaning(word), Meaning::Legal(_)) && begins_action(asked, &[word]);
    let mut actions = words.iter().filter(is_action).peekable();
    actions.peek().is_some() && actions.all(|word| targets.contains(&one_of(word)) && is_piece(scene, word))
}

/// Whether so many of something lie on a place that a line names, or on any place: it says which, and no number that counts.
fn lies_so_often(scene: &Scene, (number, what): (&str, &str), words: &[&str], is_space: &dyn Fn(&str) -> bool) -> bool {
    let wanted: usize = in_figures(number).parse().unwrap_or(usize::MAX);
    let named: Vec<&&str> = words.iter().filter(|word| is_space(word)).collect();
    let is_it = |piece: &&ScenePiece| is_called(piece, what);
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for piece in scene.pieces.iter().filter(is_it) {
        *counts.entry(&piece.at).or_default() += piece.count;
    }
    let is_there = |at: &str| named.is_empty() || named.iter().any(|space| space.eq_ignore_ascii_case(at));
    counts.iter().any(|(at, count)| is_there(at) && *count == wanted)
}
