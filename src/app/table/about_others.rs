//! Lines about somebody or something else than is asked: another's figure that is to go, dice of somebody who does not roll, a question in
//! place of a roll. Only looks; what is not told here is read as ever.

use crate::diag::Diagnostic;
use crate::referee::{Meaning, QuestionKind, Request, Scene, ScenePiece, Seat, in_figures, is_way, words_apart};

use super::line_parts::is_place;
use super::readings::said_before;
use super::said::{is_one_of, one_of};

/// What people say of a piece that goes.
const GOING: [&str; 22] = [
    "to", "goes", "go", "moves", "move", "walks", "walk", "steps", "step", "runs", "run", "stays", "stay", "onto",
    "into", "towards", "out", "climbs", "jumps", "heads", "sneaks", "comes",
];
/// What people say who do not know what a die shows, or ask.
const UNSURE: [&str; 6] = ["maybe", "perhaps", "probably", "was", "is", "what"];

/// What a word of a line names: pieces of which none is anybody's, or those of one or several seats.
fn named<'s>(scene: &'s Scene, word: &str) -> Vec<&'s ScenePiece> {
    let is_called = |piece: &&ScenePiece| {
        piece.count > 0 && piece.name.split_whitespace().any(|name| name.eq_ignore_ascii_case(word))
    };
    if word.len() < 3 || !word.chars().all(char::is_alphabetic) {
        return Vec::new();
    }
    scene.pieces.iter().filter(is_called).collect()
}

/// A word without what people put behind it.
fn plain(word: &str) -> &str {
    word.trim_end_matches([':', ',', '.', '!', ';']).trim_end_matches("'s").trim_end_matches("\u{2019}s")
}

/// Why a word that stands where the answer to a question begins cannot be what the question is about: it names a figure of another
/// seat, or another one than the question does. `next` is what stands behind it.
pub(super) fn other_figure(
    asked: &Request,
    scene: &Scene,
    players: &[String],
    (word, next): (&str, Option<&str>),
) -> Option<Diagnostic> {
    let word = plain(word);
    let goes = |next: &str| {
        let next = plain(next);
        is_one_of(next, &GOING) || is_way(next) || asked.places.has_space(next)
    };
    if asked.secret || !is_place(asked) || asked.meaning(word) != Meaning::Nothing || !next.is_some_and(goes) {
        return None;
    }
    let pieces = named(scene, word);
    let owner = pieces.first()?.seat?;
    if pieces.iter().any(|piece| piece.seat != Some(owner)) {
        return None;
    }
    let told = |who: &str| Diagnostic::error(who.to_owned()).hint(asked.prompt.clone());
    let name_of = |seat: Seat| players.get(seat.0).map_or("somebody", String::as_str);
    if asked.seat.is_some_and(|seat| seat != owner) {
        let asked_one = asked.seat.map_or("somebody", name_of);
        return Some(told(&format!("`{word}` is {}'s, and it is {asked_one} who is asked", name_of(owner))));
    }
    // Of several that somebody has, the question says which.
    let is_in_prompt =
        |name: &str| words_apart(&asked.prompt).iter().any(|said| plain(said).eq_ignore_ascii_case(name));
    let own = scene.pieces.iter().filter(|piece| piece.seat == Some(owner) && piece.count > 0);
    let mut about = own
        .flat_map(|piece| piece.name.split_whitespace())
        .filter(|name| is_in_prompt(name) && !named(scene, name).is_empty());
    let about = about.next().filter(|_| !is_in_prompt(word))?;
    Some(told(&format!("it is {about} about whom is asked, and not `{word}`")))
}

/// Why a line cannot tell the dice that are asked for: it asks, it is not sure, it counts pieces, or it names those who do not roll.
pub(super) fn no_roll(asked: &Request, scene: &Scene, players: &[String], text: &str) -> Option<Diagnostic> {
    let QuestionKind::Roll { die, dice, .. } = &asked.kind else { return None };
    let words = words_apart(text);
    if words.len() < 2 && !text.contains('?') {
        return None;
    }
    let told = |why: String| Diagnostic::error(why).hint(asked.prompt.clone());
    let first = words.get(said_before(asked, &words)).map(|word| plain(word))?;
    if text.trim_end().ends_with('?') || is_one_of(first, &UNSURE) {
        return Some(told(format!("`{}` tells no dice: it is not said what came up", text.trim())));
    }
    // `5 heads and 4 tails` of eight coins: none of them is somebody else's.
    let faces: Vec<String> = die.faces().map(|face| face.text.clone()).collect();
    let of_face = |face: &String| {
        let mut counts = words.windows(2).filter(|pair| one_of(plain(pair[1])) == one_of(face));
        counts.next().and_then(|pair| in_figures(pair[0]).parse::<usize>().ok()).filter(|_| counts.next().is_none())
    };
    let told_of_each: Option<Vec<usize>> = faces.iter().map(of_face).collect();
    let sum = told_of_each.filter(|told| told.len() == 2).map(|told| told.iter().sum::<usize>());
    if let Some(sum) = sum.filter(|sum| sum != dice) {
        return Some(told(format!("{sum} were told, and {dice} are asked for")));
    }
    let is_asked = |word: &str| words_apart(&asked.prompt).iter().any(|said| one_of(plain(said)) == one_of(word));
    // `3 owls` says how many there are.
    let counts = |pair: &&[&str]| {
        pair[0].chars().all(|c| c.is_ascii_digit())
            && !pair[0].is_empty()
            && words.len() == 2
            && !named_kind(scene, pair[1]).is_empty()
    };
    if let Some(pair) = words.windows(2).find(counts) {
        return Some(told(format!("`{} {}` says how many there are, and tells no die", pair[0], plain(pair[1]))));
    }
    let pieces = named_kind(scene, first);
    let is_others = |piece: &&ScenePiece| piece.seat.is_none_or(|seat| Some(seat) != asked.seat);
    let is_player = players.iter().any(|name| name.eq_ignore_ascii_case(first));
    let is_other = !pieces.is_empty() && pieces.iter().all(is_others) && !is_asked(first) && !is_player;
    is_other.then(|| told(format!("`{first}` does not roll these dice")))
}

/// Whether a line points at one of several, `trip that one`, and tells no other one.
pub(super) fn points_at_one(text: &str) -> bool {
    const POINTING: [&str; 9] = ["that", "this", "which", "the", "each", "last", "next", "other", "my"];
    let words: Vec<&str> = words_apart(text).into_iter().map(plain).collect();
    let is_one = |word: &str| word.eq_ignore_ascii_case("one");
    let pointed = words.windows(2).filter(|pair| is_one(pair[1]) && is_one_of(pair[0], &POINTING)).count();
    pointed > 0 && pointed == words.iter().filter(|word| is_one(word)).count()
}

/// Pieces of a name in the singular or the plural.
fn named_kind<'s>(scene: &'s Scene, word: &str) -> Vec<&'s ScenePiece> {
    let word = plain(word);
    let all = named(scene, word);
    if all.is_empty() { named(scene, word.trim_end_matches('s')) } else { all }
}
