//! Words of texts, and whether they are the same: for whatever looks something up. Reads only.

use crate::app::table::Paragraph;

/// Whether two words are the same, be it one or many.
pub(super) fn is_word(word: &str, part: &str) -> bool {
    let one = |word: &'_ str| word.strip_suffix('s').unwrap_or(word).to_owned();
    word == part || one(word) == one(part)
}

/// Whether these words stand there side by side.
pub(super) fn stands_in(wanted: &[String], words: &[String], fits: fn(&str, &str) -> bool) -> bool {
    words.windows(wanted.len()).any(|part| wanted.iter().zip(part).all(|(word, part)| fits(word, part)))
}

/// The words of a text in small letters.
pub(super) fn words_of(text: &str) -> Vec<String> {
    let words = text.split(|letter: char| !letter.is_alphanumeric() && letter != '\'').filter(|word| !word.is_empty());
    words.map(str::to_lowercase).collect()
}

/// All that a paragraph says.
pub(super) fn paragraph_words(paragraph: &Paragraph) -> String {
    paragraph.words().iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}
