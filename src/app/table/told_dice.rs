//! Dice that people tell in a sentence. Only reads.

use std::collections::BTreeSet;

use crate::dice::Die;
use crate::referee::{QuestionKind, Request, Scene, in_figures, is_small, words_apart};

use super::line_parts::ROLLING;
use super::said::{Reading, is_one_of, is_piece, one_of};

/// What people say when they see dice.
const EXCLAIMING: [&str; 8] = ["sorry", "oops", "yes", "no", "great", "nice", "only", "again"];

/// What all dice of a fight show, told in one sentence: `5 for me, the townies get 3 3 2 6`. One roll alone needs no reading.
pub(super) fn dice_of_all<'p>(
    (die, dice): (&Die, usize),
    players: impl Iterator<Item = &'p str>,
    nouns: impl Iterator<Item = &'p str>,
    scene: &'p Scene,
    text: &str,
) -> Option<Reading> {
    let is_face = |word: &&str| die.faces().any(|face| face.text == in_figures(word));
    // Between figures people put what they like.
    let plain = text.replace([',', ';', '.', '!', ':'], " ");
    let words = words_apart(&plain);
    // Of others with other dice are told behind them.
    let is_figure = |word: &&str| is_face(word) || in_figures(word).parse::<u32>().is_ok();
    let faces: Vec<&str> = words.iter().filter(|word| is_figure(word)).map(|word| in_figures(word)).collect();
    let is_begun = faces.iter().take(dice).all(&is_face);
    let pieces = scene.pieces.iter().flat_map(|piece| piece.name.split_whitespace());
    let names: BTreeSet<String> = players.chain(pieces).chain(nouns).map(one_of).collect();
    let is_said = |word: &str| is_one_of(word, &ROLLING) || names.contains(&one_of(word));
    let is_marked = |word: &str| scene.pieces.iter().any(|piece| piece.mark.eq_ignore_ascii_case(word));
    let is_talk = |word: &&str| {
        let whose = word.trim_end_matches("'s").trim_end_matches("\u{2019}s");
        is_figure(word) || is_small(word) || is_said(whose) || is_marked(whose) || is_one_of(word, &EXCLAIMING)
    };
    // Figures alone are read as they are.
    let says_more = faces.len() > dice || faces.len() == dice && words.iter().any(|word| !is_face(word));
    (says_more && is_begun && words.iter().all(is_talk)).then(|| Reading {
        text: faces.join(" "),
        has_verb: false,
        is_loose: true,
    })
}

/// The same with dice behind it that are told in a sentence: `attack, I rolled a 4, the townie a 1`, `attack: 4 3, Ann 2`.
pub(super) fn dice_told(asked: &Request, scene: &Scene, players: &[String], text: &str) -> Option<Reading> {
    let plain = text.replace([',', ';', '.', '!', ':'], " ");
    let words = words_apart(&plain);
    let is_figure = |word: &str| in_figures(word).parse::<u32>().is_ok();
    let is_rolling = |word: &str| is_one_of(word, &ROLLING);
    let behind_colon = || {
        let (begin, _) = text.split_once(": ")?;
        let first = words_apart(begin).len();
        words.get(first).is_some_and(|word| is_figure(word)).then_some(first)
    };
    let first = words.iter().position(|word| is_rolling(word)).or_else(behind_colon)?;
    // Whoever rolled is named before that.
    let is_player = |word: &str| players.iter().any(|name| name.eq_ignore_ascii_case(word));
    let first = if first > 1 && is_player(words[first - 1]) { first - 1 } else { first };
    let (begin, told) = words.split_at(first);
    let is_talk = |word: &&str| {
        let is_marked = scene.pieces.iter().any(|piece| piece.mark.eq_ignore_ascii_case(word));
        let is_named = is_player(word) || is_piece(scene, word) || is_marked;
        is_rolling(word) || is_figure(word) || is_small(word) || is_named
    };
    let begin = begin.iter().copied().filter(|word| !is_small(word));
    let figures = told.iter().filter(|word| is_figure(word)).map(|word| in_figures(word));
    let line: Vec<&str> = begin.chain(figures).collect();
    let is_one = first > 0 && told.iter().all(is_talk) && matches!(asked.kind, QuestionKind::Choose { .. });
    (is_one && line.len() > 1).then(|| Reading { text: line.join(" "), has_verb: false, is_loose: false })
}
