//! Which passages of the rules say most of what a question asks: those that have its words, rare words above all. Reads only.

use crate::app::table::{Paragraph, Section};

use super::word_forms::{paragraph_words, words_of};

/// So many passages are shown at most.
const MOST: usize = 2;
/// A passage has at least this part of what all words of the question would count together: otherwise nobody knows an answer.
const ENOUGH: f64 = 0.65;
/// One that has less than this part of what the best has says nothing to the question.
const NEAR: f64 = 0.75;
/// What a word counts that stands in the heading, too.
const HEADED: f64 = 1.3;
/// What a passage counts that is shorter than so many words: it says what something costs, and no more.
const SHORT: (usize, f64) = (8, 0.6);
/// Words that say nothing of what is asked.
const SAID: [&str; 85] = [
    "a", "about", "again", "all", "also", "an", "and", "any", "are", "as", "at", "be", "been", "by", "can", "could",
    "did", "do", "does", "for", "from", "had", "happen", "happens", "has", "have", "he", "her", "here", "his", "how",
    "i", "i'm", "if", "in", "into", "is", "it", "its", "just", "many", "may", "mean", "means", "much", "must", "my",
    "no", "not", "of", "off", "on", "one", "or", "our", "out", "over", "shall", "she", "should", "so", "that", "the",
    "their", "them", "then", "there", "they", "this", "to", "too", "up", "was", "we", "what", "when", "where", "which",
    "who", "will", "with", "work", "works", "you", "your",
];

/// Passages one behind another in a section.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Passage {
    /// The section, by its place.
    pub section: usize,
    /// Its paragraphs, from the first to the one before the last.
    pub paragraphs: std::ops::Range<usize>,
}

/// A passage as it is looked through.
struct Known {
    passage: Passage,
    words: Vec<String>,
    heading: Vec<String>,
    /// How much it says of what its words tell.
    says: f64,
}

/// The passages that say most to a question, the best first; none when no word of it stands anywhere.
pub(super) fn passages(sections: &[Section], question: &str) -> Vec<Passage> {
    let named = |word: &String| !SAID.contains(&&**word);
    let asked: Vec<String> = words_of(question).iter().filter(|word| named(word)).map(|word| stem(word)).collect();
    let known: Vec<Known> = sections.iter().enumerate().flat_map(|(at, section)| known_of(at, section)).collect();
    // Rare words say more than those that stand everywhere, but not so much more that one of them says all.
    let weight = |word: &String| {
        let places = known.iter().filter(|known| known.words.contains(word) || known.heading.contains(word)).count();
        (known.len() as f64 / places.max(1) as f64).sqrt().sqrt()
    };
    let weights: Vec<(&String, f64)> = asked.iter().map(|word| (word, weight(word))).collect();
    let told = |known: &Known| {
        let of = |(word, weight): &(&String, f64)| match (known.words.contains(word), known.heading.contains(word)) {
            (true, true) => weight * HEADED,
            (true, false) | (false, true) => *weight,
            (false, false) => 0.0,
        };
        weights.iter().map(of).sum::<f64>()
    };
    // How much it says, and how well it says that.
    let ranked = |known| {
        let all = told(known);
        (all, if known.words.len() < SHORT.0 { all * SHORT.1 } else { all } * known.says)
    };
    let least = weights.iter().map(|(_, weight)| weight).sum::<f64>() * ENOUGH;
    let ranks = known.iter().map(|known| (ranked(known), known)).filter(|((all, _), _)| *all > 0.0 && *all >= least);
    let mut found: Vec<(f64, &Known)> = ranks.map(|((_, rank), known)| (rank, known)).collect();
    found.sort_by(|(a, _), (b, _)| b.total_cmp(a));
    let best = found.first().map_or(0.0, |(rank, _)| *rank);
    let is_near = |(rank, _): &(f64, &Known)| *rank >= best * NEAR;
    found.into_iter().take(MOST).take_while(is_near).map(|(_, known)| known.passage.clone()).collect()
}

/// The passages of a section: a paragraph, and what is listed below it.
fn known_of(section: usize, of: &Section) -> Vec<Known> {
    let is_item = |paragraph: &Paragraph| matches!(paragraph, Paragraph::Text { marker: Some(_), .. });
    let mut passages: Vec<std::ops::Range<usize>> = Vec::new();
    for (at, paragraph) in of.paragraphs.iter().enumerate() {
        match passages.last_mut() {
            Some(last) if is_item(paragraph) && paragraph_words(&of.paragraphs[at - 1]).trim_end().ends_with(':') => {
                last.end = at + 1;
            }
            // The next of a list that an introduction leads.
            Some(last) if is_item(paragraph) && last.len() > 1 => last.end = at + 1,
            _ => passages.push(at..at + 1),
        }
    }
    let heading = stems_of(&of.heading);
    let known = |paragraphs: std::ops::Range<usize>| Known {
        words: paragraphs.clone().flat_map(|at| stems_of(&paragraph_words(&of.paragraphs[at]))).collect(),
        heading: heading.clone(),
        says: says(&of.paragraphs[paragraphs.start]),
        passage: Passage { section, paragraphs },
    };
    passages.into_iter().map(known).filter(|known| !known.words.is_empty()).collect()
}

/// How much a passage says to a question that has its words: below a picture and in an example these are of something else.
fn says(paragraph: &Paragraph) -> f64 {
    let is_example = || {
        let words = words_of(&paragraph_words(paragraph));
        words.iter().take(EXAMPLE).any(|word| word.starts_with("example"))
    };
    match paragraph {
        Paragraph::Figure(..) => 0.4,
        Paragraph::Table(_) => 0.7,
        Paragraph::Text { .. } if is_example() => 0.6,
        Paragraph::Text { .. } => 1.0,
    }
}

/// Whoever begins an example says so within so many words.
const EXAMPLE: usize = 3;

/// The stems of the words of a text.
fn stems_of(text: &str) -> Vec<String> {
    words_of(text).iter().map(|word| stem(word)).collect()
}

/// A word without its ending: `storing` and `stores` are `stor`.
fn stem(word: &str) -> String {
    const ENDINGS: [&str; 6] = ["ings", "ing", "ed", "es", "s", "e"];
    const LEAST: usize = 3;
    let stem = ENDINGS.iter().find_map(|ending| word.strip_suffix(ending).filter(|stem| stem.chars().count() >= LEAST));
    stem.unwrap_or(word).to_owned()
}

#[cfg(test)]
mod tests {
    use super::passages;
    use crate::app::table::{Paragraph, Section, Word, Words};

    fn section(heading: &str, texts: &[&str]) -> Section {
        let paragraph = |text: &&str| {
            let marker = text.starts_with("- ").then(|| "-".to_owned());
            Paragraph::Text {
                marker,
                depth: 0,
                text: Words(vec![Word::Text(text.trim_start_matches("- ").to_owned())]),
            }
        };
        Section { heading: heading.to_owned(), level: 1, paragraphs: texts.iter().map(paragraph).collect() }
    }

    #[test]
    fn the_passage_with_the_rare_words_is_found() {
        let sections = [
            section(
                "Moving",
                &["A ghost moves up to three squares.", "A ghost may not enter a wall:", "- of stone", "- of wood"],
            ),
            section("Fighting", &["A ghost that is hit leaves the board.", "The torch burns for three rounds."]),
        ];
        let told = |question: &str| {
            let found = passages(&sections, question);
            found.into_iter().map(|passage| (passage.section, passage.paragraphs)).collect::<Vec<_>>()
        };
        assert_eq!(told("how long does the torch burn?"), [(1, 1..2)]);
        assert_eq!(told("may a ghost enter walls"), [(0, 1..4)], "with what is listed below it");
        assert_eq!(told("what is a banana"), []);
    }
}
