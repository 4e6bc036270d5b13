//! Where words of a language may be divided: soft hyphens in the texts whose style asks for it. Breaks no lines.

use std::fmt::Write as _;

use hypher::{Lang, hyphenate_bounded};

use crate::diag::{Diagnostic, Diagnostics};
use crate::model::Game;

/// Says where a word may be divided, and is only seen where it is.
pub const SOFT_HYPHEN: char = '\u{ad}';

/// No shorter word is divided.
const SHORTEST: usize = 5;
/// So many letters stay before a hyphen, and after it.
const LEAST: usize = 2;
const LEAST_AFTER: usize = 3;

/// The language with the divisions that a game's texts have, as far as it is known.
fn divided_as(language: &str) -> Option<Lang> {
    let first = language.split('-').next().unwrap_or_default().to_lowercase();
    // Both written forms of Norwegian have names of their own.
    let first = if first == "no" { "nb" } else { first.as_str() };
    Lang::from_iso(first.as_bytes().try_into().ok()?)
}

/// A word about styles that divide words where nobody knows how.
pub fn check(game: &Game, found: &mut Diagnostics) {
    let Some((name, style)) = game.styles.iter().find(|(_, style)| style.hyphenate) else { return };
    if divided_as(&game.language).is_some() {
        return;
    }
    let told = if game.language.is_empty() {
        let message = format!("the style `{name}` divides words, and nobody says of which language");
        Diagnostic::error(message).hint("say it in `game.yaml`, as in `lang: en`")
    } else {
        let message = format!("the style `{name}` divides words, and for `{}` it is not known where", game.language);
        Diagnostic::error(message).hint("leave `hyphenate` out, and write `&shy;` where a word may be divided")
    };
    found.push(match &style.place {
        Some(place) => told.at(place),
        None => told,
    });
}

/// A text with soft hyphens in all words of a language that can be divided. A name in capitals, a word with a digit or
/// one that says itself where it may be divided stays whole.
#[must_use]
pub fn divided(text: &str, language: &str) -> String {
    let Some(lang) = divided_as(language) else { return text.to_owned() };
    let mut out = String::with_capacity(text.len() * 5 / 4);
    let mut rest = text;
    while let Some(from) = rest.find(char::is_alphanumeric) {
        let (between, words) = rest.split_at(from);
        out.push_str(between);
        let is_part = |c: char| c.is_alphanumeric() || c == SOFT_HYPHEN;
        let end = words.find(|c| !is_part(c)).unwrap_or(words.len());
        let (word, after) = words.split_at(end);
        if can_be_divided(word) {
            let mut syllables = hyphenate_bounded(word, lang, LEAST, LEAST_AFTER);
            out.extend(syllables.next());
            for syllable in syllables {
                let _ = write!(out, "{SOFT_HYPHEN}{syllable}");
            }
        } else {
            out.push_str(word);
        }
        rest = after;
    }
    out.push_str(rest);
    out
}

fn can_be_divided(word: &str) -> bool {
    let is_long = word.chars().count() >= SHORTEST;
    let in_capitals = word.chars().filter(|c| c.is_uppercase()).count() > 1;
    is_long && !in_capitals && word.chars().all(char::is_alphabetic)
}

#[cfg(test)]
mod tests {
    use super::divided;

    fn seen(text: &str, language: &str) -> String {
        divided(text, language).replace('\u{ad}', "·")
    }

    #[test]
    fn words_are_divided_by_their_language() {
        assert_eq!(seen("An extraordinary barricade.", "en"), "An ex·tra·or·di·nary bar·ri·cade.");
        assert_eq!(seen("Die Geisterverfolgung beginnt", "de-AT"), "Die Geis·ter·ver·fol·gung be·ginnt");
        assert_eq!(seen("Une barricade", "fr"), "Une bar·ri·cade");
        assert_eq!(seen("l’extraordinairement", "fr"), "l’ex·tra·or·di·nai·re·ment");
        assert_eq!(seen("extraordinary", ""), "extraordinary");
    }

    #[test]
    fn names_in_capitals_and_numbers_stay_whole() {
        assert_eq!(seen("REMEMBER number12 it's 12", "en"), "REMEMBER number12 it's 12");
    }
}
