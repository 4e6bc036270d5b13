//! Words of sentences that name nothing, and words that turn what is said into its opposite. What is done with a sentence
//! without them is for others to say.

/// Words that name nothing on a table: who does it, what joins names, what people say besides.
const SMALL_WORDS: [&str; 171] = [
    "fine",
    "poor",
    "already",
    "argh",
    "course",
    "damn",
    "finally",
    "find",
    "finding",
    "finds",
    "found",
    "ha",
    "haha",
    "hey",
    "meet",
    "meets",
    "met",
    "ouch",
    "phew",
    "quickly",
    "rats",
    "straight",
    "uh",
    "whee",
    "wow",
    "yay",
    "a",
    "actually",
    "again",
    "alright",
    "also",
    "am",
    "an",
    "anyway",
    "and",
    "are",
    "at",
    "back",
    "be",
    "been",
    "being",
    "by",
    "came",
    "can",
    "choose",
    "chooses",
    "could",
    "did",
    "do",
    "does",
    "for",
    "from",
    "get",
    "gets",
    "getting",
    "go",
    "goes",
    "going",
    "got",
    "guess",
    "had",
    "has",
    "have",
    "having",
    "he",
    "he's",
    "her",
    "here",
    "hers",
    "him",
    "his",
    "hm",
    "hmm",
    "i",
    "i'd",
    "i'll",
    "i'm",
    "in",
    "is",
    "it",
    "it's",
    "its",
    "just",
    "let",
    "let's",
    "lets",
    "like",
    "looks",
    "may",
    "maybe",
    "me",
    "move",
    "moves",
    "moving",
    "must",
    "my",
    "now",
    "number",
    "of",
    "off",
    "oh",
    "ok",
    "okay",
    "on",
    "ones",
    "onto",
    "our",
    "ours",
    "out",
    "over",
    "please",
    "run",
    "runs",
    "shall",
    "she",
    "she's",
    "should",
    "so",
    "step",
    "steps",
    "still",
    "take",
    "takes",
    "taking",
    "thanks",
    "that",
    "that's",
    "the",
    "their",
    "theirs",
    "them",
    "then",
    "there",
    "there's",
    "these",
    "they",
    "they're",
    "think",
    "this",
    "those",
    "to",
    "too",
    "towards",
    "toward",
    "um",
    "us",
    "use",
    "uses",
    "using",
    "very",
    "walk",
    "walks",
    "want",
    "wants",
    "was",
    "we",
    "we'll",
    "we're",
    "went",
    "were",
    "will",
    "with",
    "would",
    "you",
    "your",
    "yours",
    "himself",
    "herself",
    "myself",
    "themselves",
    "ourselves",
];
/// Words that say that something is otherwise, so that nothing of such a sentence may be left out.
const TURNING: [&str; 22] = [
    "not", "no", "never", "don't", "dont", "doesn't", "won't", "can't", "cannot", "didn't", "isn't", "nothing",
    "nobody", "none", "without", "instead", "except", "but", "unless", "if", "or", "either",
];

/// Whether a word names nothing by itself, however its letters are written.
#[must_use]
pub fn is_small(word: &str) -> bool {
    is_one_of(word, &SMALL_WORDS)
}

/// Whether a word turns what is said with it.
#[must_use]
pub fn is_turning(word: &str) -> bool {
    is_one_of(word, &TURNING)
}

fn is_one_of(word: &str, all: &[&str]) -> bool {
    let plain = word.replace('\u{2019}', "'");
    let plain = plain.trim_matches(|letter: char| !letter.is_alphanumeric());
    all.iter().any(|known| known.eq_ignore_ascii_case(plain))
}

#[cfg(test)]
mod tests {
    use super::{is_small, is_turning};

    #[test]
    fn a_word_is_small_however_it_is_written() {
        for word in ["The", "it\u{2019}s", "moves,", "I'LL"] {
            assert!(is_small(word), "{word}");
        }
        for word in ["horde", "up", "3", "not", ""] {
            assert!(!is_small(word), "{word}");
        }
        assert!(is_turning("don\u{2019}t") && !is_turning("note"));
    }
}
