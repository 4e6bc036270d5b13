//! What is said of words and lines wherever they are read: a line as it can be read, one thing of several, whether words are what
//! something that is done is called. Imports nothing of what reads lines.

use std::collections::{BTreeMap, BTreeSet};

use crate::referee::{
    Fit, Meaning, QuestionKind, Request, Scene, ScenePiece, Typed, in_figures, is_small, words_apart,
};

/// A line as it can be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Reading {
    /// The line.
    pub text: String,
    /// Whether it says what is done, and said it behind something else.
    pub has_verb: bool,
    /// Whether it is without words that name nothing.
    pub is_loose: bool,
}

/// What is known of a line as it was typed, while it is read in one way or another.
#[derive(Debug, Clone, Default)]
pub(super) struct SaidLine {
    /// The words that say to what something goes, each as it is of one.
    targets: BTreeSet<String>,
    /// What pieces were called before anything of it was done.
    pieces: BTreeSet<String>,
    /// The same by where they lay.
    at: BTreeMap<String, BTreeSet<String>>,
    /// Whether it says that something comes then.
    has_then: bool,
    /// As it was typed.
    text: String,
}

impl SaidLine {
    /// What is known of a line before it is read.
    pub fn of(text: &str, scene: &Scene) -> Self {
        let has_then = text.split_whitespace().any(is_then);
        let mut line = Self { targets: targets(text), has_then, text: text.to_owned(), ..Self::default() };
        for piece in scene.pieces.iter().filter(|piece| piece.count > 0) {
            let words: BTreeSet<String> = piece.name.split_whitespace().map(one_of).collect();
            line.pieces.extend(words.iter().cloned());
            line.at.entry(piece.at.clone()).or_default().extend(words);
        }
        line
    }

    /// Whether a piece was called so.
    pub fn has_piece(&self, word: &str) -> bool {
        self.pieces.contains(&one_of(word))
    }

    /// As it was typed; nothing of a word alone.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Whether it says what comes one after another: `7, then 8`.
    pub const fn says_then(&self) -> bool {
        self.has_then
    }

    /// Whether words only say what lay where something was settled: `shoots the ghost`, and there was only one that could be shot.
    pub fn describe(&self, settled: &[Request], words: &[&str]) -> bool {
        let lay_there = |word: &str, asked: &Request| {
            asked
                .kind
                .options()
                .iter()
                .any(|choice| self.at.get(&choice.id).is_some_and(|at| at.contains(&one_of(word))))
        };
        words.iter().all(|word| is_small(word) || settled.iter().any(|asked| lay_there(word, asked)))
    }

    /// Whether words only say to which pieces something went.
    pub fn are_targets(&self, words: &[&str]) -> bool {
        words.iter().all(|word| self.targets.contains(&one_of(word)) && self.pieces.contains(&one_of(word)))
    }
}

/// The words of a line that say to what something goes: `townies` in `B1 to the 8 townies`.
pub(super) fn targets(text: &str) -> BTreeSet<String> {
    const TO: [&str; 7] = ["to", "at", "towards", "toward", "onto", "into", "against"];
    const BETWEEN: [&str; 8] = ["the", "a", "an", "my", "his", "her", "their", "that"];
    let words = words_apart(text);
    let is_passed = |word: &str| is_one_of(word, &BETWEEN) || in_figures(word).parse::<u32>().is_ok();
    let is_target = |at: &usize| {
        let before = words[..*at].iter().rev().find(|word| !is_passed(word));
        before.is_some_and(|before| is_one_of(before, &TO))
    };
    (0..words.len()).filter(is_target).map(|at| one_of(words[at])).collect()
}

/// Whether a word says that something comes after something else.
pub(super) fn is_then(word: &str) -> bool {
    word.trim_end_matches(',').eq_ignore_ascii_case("then")
}

/// Whether a word is part of what any piece on the table is called.
pub(super) fn is_piece(scene: &Scene, word: &str) -> bool {
    scene.pieces.iter().any(|piece| is_called(piece, word))
}

/// Whether a word is part of what a piece is called.
pub(super) fn is_called(piece: &ScenePiece, word: &str) -> bool {
    piece.name.split_whitespace().any(|name| one_of(name) == one_of(word))
}

/// How many a word says.
pub(super) fn times_called(word: &str) -> Option<usize> {
    if is_one_of(word, &["both"]) { Some(2) } else { in_figures(word).parse().ok() }
}

/// A word as it is of one thing, in small letters.
pub(super) fn one_of(word: &str) -> String {
    let lower = word.to_lowercase();
    // `heroes`
    lower.strip_suffix("oes").map_or_else(|| lower.trim_end_matches('s').to_owned(), |stem| format!("{stem}o"))
}

/// Whether words are what an action is called, or begin that: anything but a word somewhere in its description.
pub(super) fn begins_action(asked: &Request, words: &[&str]) -> bool {
    if !matches!(asked.kind, QuestionKind::Choose { places: false, .. }) {
        return true;
    }
    let text = words.join(" ");
    let Meaning::Legal(choice) = asked.meaning(&text) else { return true };
    let typed = Typed::new(&text);
    let first = choice.label.split_whitespace().next().unwrap_or_default();
    let is_first = typed.fit(&[&choice.id, first]).is_some_and(|fit| fit < Fit::Inside);
    // What is called otherwise is meant by another verb that says the same.
    let is_verb = typed.fit(&[&choice.id, &choice.label]).is_none();
    is_first || is_verb || typed.fit(&[&choice.label]) == Some(Fit::Whole) || words.len() > 1
}

/// The same of what is done besides what was done already: what people may call it besides does not count, as `house` may be what
/// somebody is in.
pub(super) fn names_action(asked: &Request, words: &[&str]) -> bool {
    let text = words.join(" ");
    let Meaning::Legal(choice) = asked.meaning(&text) else { return begins_action(asked, words) };
    let also: Vec<&str> = choice.also.iter().map(String::as_str).collect();
    let is_besides = Typed::new(&text).fit(&[&choice.id, &choice.label]).is_none()
        && Typed::new(&text).fit(&also).is_some_and(|fit| fit < Fit::Inside);
    !is_besides && begins_action(asked, words)
}

/// Whether a word is one of these, however its letters are written.
pub(super) fn is_one_of(word: &str, all: &[&str]) -> bool {
    all.iter().any(|known| known.eq_ignore_ascii_case(word))
}
