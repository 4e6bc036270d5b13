//! Dice that people tell in a sentence. Only reads.

use std::collections::BTreeSet;

use crate::dice::Die;
use crate::referee::{QuestionKind, Request, Scene, in_figures, is_small, words_apart};

use super::line_parts::{ROLLING, dice_of};
use super::said::{Reading, is_one_of, is_piece, is_then, one_of};

/// What ends a part of a line, behind a word.
const SIGNS: [char; 5] = [',', ';', ':', '.', '!'];
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
    let plain = text.replace(SIGNS, " ");
    let words = words_apart(&plain);
    // Of others with other dice are told behind them.
    let is_told = |word: &&str| is_face(word) || is_figure(word);
    let faces: Vec<&str> = words.iter().filter(|word| is_told(word)).map(|word| in_figures(word)).collect();
    let is_begun = faces.iter().take(dice).all(&is_face);
    let pieces = scene.pieces.iter().flat_map(|piece| piece.name.split_whitespace());
    let names: BTreeSet<String> = players.chain(pieces).chain(nouns).map(one_of).collect();
    let is_said = |word: &str| is_one_of(word, &ROLLING) || names.contains(&one_of(word));
    let is_marked = |word: &str| scene.pieces.iter().any(|piece| piece.mark.eq_ignore_ascii_case(word));
    let is_talk = |word: &&str| {
        let whose = word.trim_end_matches("'s").trim_end_matches("\u{2019}s");
        is_told(word) || is_small(word) || is_said(whose) || is_marked(whose) || is_one_of(word, &EXCLAIMING)
    };
    // Figures alone are read as they are.
    let says_more = faces.len() > dice || faces.len() == dice && words.iter().any(|word| !is_face(word));
    (says_more && is_begun && words.iter().all(is_talk)).then(|| Reading {
        text: faces.join(" "),
        has_verb: false,
        is_loose: true,
    })
}

/// Of more places where dice may begin none is tried.
const MOST_PLACES: usize = 4;

/// The same with dice behind it that are told in a sentence: `attack, I rolled a 4, the townie a 1`, `attack: 4 3, Ann 2`, `attack with
/// R1, six; townies 1 2 3`. The dice begin behind a sign, or where somebody is said to roll.
pub(super) fn dice_told(asked: &Request, scene: &Scene, players: &[String], text: &str) -> Vec<Reading> {
    if !matches!(asked.kind, QuestionKind::Choose { .. }) {
        return Vec::new();
    }
    let typed: Vec<&str> = text.split_whitespace().collect();
    let words: Vec<&str> = typed.iter().map(|word| word.trim_matches(SIGNS)).collect();
    let is_rolling = |word: &str| is_one_of(word, &ROLLING);
    let is_player = |word: &str| players.iter().any(|name| name.eq_ignore_ascii_case(word));
    let is_talk = |at: usize| {
        let word = words[at];
        let is_marked = scene.pieces.iter().any(|piece| piece.mark.eq_ignore_ascii_case(word));
        let is_named = is_player(word) || is_piece(scene, word) || is_marked;
        // Whose dice follow may be said in any word: `people 3 5`.
        let is_label = || {
            word.chars().all(char::is_alphabetic)
                && words.get(at + 1).is_some_and(|next| is_figure(next))
                && at > 0
                // `one in the pen, 3` says where that one is.
                && !asked.places.has_space(word)
        };
        word.is_empty() || is_rolling(word) || is_figure(word) || is_small(word) || is_named || is_label()
    };
    let begins = |at: &usize| typed[at - 1].ends_with(SIGNS) || is_rolling(words[*at]);
    let reading = |at: usize| {
        // Whoever rolled is named before that.
        let at = if at > 1 && is_rolling(words[at]) && is_player(words[at - 1]) { at - 1 } else { at };
        let mut figures: Vec<&str> =
            words[at..].iter().filter(|word| is_figure(word)).map(|word| in_figures(word)).collect();
        // `both rolled 5`
        if figures.len() == 1 && words[at..].iter().any(|word| is_one_of(word, &["both"])) {
            figures.push(figures[0]);
        }
        let begin = words[..at].iter().copied().filter(|word| !is_small(word) && !word.is_empty());
        let line: Vec<&str> = begin.chain(figures.iter().copied()).collect();
        let is_one = !figures.is_empty() && line.len() > figures.len() && (at..words.len()).all(is_talk);
        let plain = is_one.then(|| line.join(" "))?;
        // Whose dice they are may also say against whom it goes: `attack with R1, six; townies 1 2 3`.
        let (begin, told) = line.split_at(line.len() - figures.len());
        let is_target = |word: &&str| !is_figure(word) && is_piece(scene, word) && !begin.contains(word);
        let whose = words[at..].iter().copied().rfind(is_target);
        let named = whose.map(|whose| [begin, &[whose], told].concat().join(" "));
        Some(std::iter::once(plain).chain(named))
    };
    let texts = (1..words.len()).filter(begins).filter_map(reading).take(MOST_PLACES).flatten();
    texts.map(|text| Reading { text, has_verb: false, is_loose: false }).collect()
}

fn is_figure(word: &str) -> bool {
    in_figures(word).parse::<u32>().is_ok()
}

/// What people say between dice that are told, without saying whose they are.
const BETWEEN_DICE: [&str; 14] =
    ["and", "a", "an", "the", "have", "has", "had", "also", "another", "other", "is", "it's", "to", "in"];

/// How many dice a line tells of the same owner, one number for each owner behind another: `six, they have 2 3 4` are 1 and 3. Only the
/// last `all` figures are dice.
fn told_together(text: &str, all: usize) -> Vec<usize> {
    let words: Vec<&str> = text.split_whitespace().map(|word| word.trim_matches(SIGNS)).collect();
    let figures = words.iter().filter(|word| is_figure(word)).count();
    if figures < all {
        return Vec::new();
    }
    let mut skipped = figures - all;
    let mut sizes: Vec<usize> = Vec::new();
    let (mut whose, mut between) = (Vec::new(), Vec::new());
    for word in &words {
        if !is_figure(word) {
            if !word.is_empty() && !is_one_of(word, &BETWEEN_DICE) && !is_one_of(word, &ROLLING) {
                between.push(one_of(word));
            }
            continue;
        }
        if skipped > 0 {
            skipped -= 1;
            between.clear();
            continue;
        }
        let is_next = !between.is_empty() && (between != whose || between.iter().any(|word| is_then(word)));
        match sizes.last_mut().filter(|_| !is_next) {
            Some(size) => *size += 1,
            None => sizes.push(1),
        }
        if !between.is_empty() {
            whose = std::mem::take(&mut between);
        }
    }
    sizes
}

/// Where dice that a line tells of somebody are not as many as are rolled there: what is rolled for, how many are, and how many were told.
/// `rolled` are the rolls that the line has answered, in their order.
pub(super) fn told_otherwise<'r>(text: &str, rolled: &[&'r Request]) -> Option<(&'r Request, usize, usize)> {
    let (rolled, sizes): (Vec<&Request>, Vec<usize>) =
        rolled.iter().filter_map(|asked| Some((*asked, dice_of(asked)?))).unzip();
    if sizes.len() < 2 {
        return None;
    }
    let told = told_together(text, sizes.iter().sum());
    let ends = |sizes: &[usize]| -> Vec<usize> { (1..=sizes.len()).map(|count| sizes[..count].iter().sum()).collect() };
    let (rolled_ends, told_ends) = (ends(&sizes), ends(&told));
    let wrong = told_ends.iter().position(|end| !rolled_ends.contains(end))?;
    let before = if wrong == 0 { 0 } else { told_ends[wrong - 1] };
    let at = rolled_ends.iter().position(|end| *end > before)?;
    Some((rolled[at], sizes[at], told_ends[wrong] - before))
}
