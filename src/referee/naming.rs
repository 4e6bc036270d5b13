//! What people call a thing: its id, its name, or enough of it to tell it from the others. Words only; what may be answered is
//! for others to say.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use unicode_normalization::UnicodeNormalization as _;
use unicode_normalization::char::is_combining_mark;

use crate::diag::letters_apart;

/// How well something typed fits a name, the best first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fit {
    /// It is the name, however its letters are written.
    Whole,
    /// It is some of the name's words.
    Words,
    /// It is how some of the name's words begin.
    Begun,
    /// It stands somewhere in a description, or is a single letter of a name: that may be chance.
    Inside,
}

/// Words that people say before a name.
const BEFORE_NAMES: [&str; 6] = ["the", "to", "on", "at", "from", "with"];
/// Words that count for nothing in how long a name is.
const SMALL_WORDS: [&str; 6] = ["a", "an", "of", "and", "in", "no"];
/// Words of sentences: they stand in many descriptions, and name nothing there.
const OF_SENTENCES: [&str; 15] =
    ["it", "i", "me", "my", "we", "us", "you", "your", "do", "that", "this", "not", "is", "are", "more"];
/// More words that name nothing by themselves; `a` may be a place, and `no` is an answer.
const BETWEEN_NAMES: [&str; 3] = ["an", "of", "and"];
/// Numbers in words, which people type as figures.
const NUMBERS: [(&str, &str); 20] = [
    ("1", "one"),
    ("2", "two"),
    ("3", "three"),
    ("4", "four"),
    ("5", "five"),
    ("6", "six"),
    ("7", "seven"),
    ("8", "eight"),
    ("9", "nine"),
    ("10", "ten"),
    ("11", "eleven"),
    ("12", "twelve"),
    ("13", "thirteen"),
    ("14", "fourteen"),
    ("15", "fifteen"),
    ("16", "sixteen"),
    ("17", "seventeen"),
    ("18", "eighteen"),
    ("19", "nineteen"),
    ("20", "twenty"),
];
/// A shorter word is no slip, and one that is no longer only one for a word that it is short for.
const LEAST_SLIP: usize = 3;
/// A longer word may have two slips.
const LONG_SLIP: usize = 7;
/// A shorter word with an `s` is no plural.
const LEAST_PLURAL: usize = 3;
/// What has more words is a description, and no name.
const LONGEST_NAME: usize = 4;
/// What has more words is a description to a single word somewhere in it.
const LONGEST_TITLE: usize = 3;
/// The same of what has a number, or only the beginning of a word, somewhere behind its first word.
const FIGURED_NAME: usize = 3;

/// Something typed, to be held against names.
#[derive(Debug)]
pub struct Typed {
    whole: String,
    /// Without blanks, where a name may be written without them.
    joined: Option<String>,
    words: Vec<String>,
}

/// A name as what is typed is held against it.
struct Name {
    whole: String,
    joined: Option<String>,
    words: Vec<String>,
}

/// So many names are kept as they were read: a line is held against those of a table again and again.
const MOST_NAMES: usize = 4096;
/// What is longer, in bytes, is read each time: whoever types anything fills no memory.
const LONGEST_KEPT: usize = 200;

thread_local! {
    static NAMES: RefCell<HashMap<String, Rc<Name>>> = RefCell::default();
}

/// A name, read once where it is short.
fn name_of(text: &str) -> Rc<Name> {
    NAMES.with_borrow_mut(|names| {
        if let Some(name) = names.get(text) {
            return Rc::clone(name);
        }
        if names.len() >= MOST_NAMES {
            names.clear();
        }
        let words = words_in(text);
        let name = Rc::new(Name { whole: folded(text), joined: joined(&words), words });
        if text.len() <= LONGEST_KEPT {
            names.insert(text.to_owned(), Rc::clone(&name));
        }
        name
    })
}

impl Typed {
    /// What was typed; brackets around it, blanks, accents and the size of letters count for nothing.
    #[must_use]
    pub fn new(text: &str) -> Self {
        let name = name_of(text);
        let is_before = |at: usize| BEFORE_NAMES.contains(&name.words[at].as_str());
        let before = (0..name.words.len().saturating_sub(1)).take_while(|at| is_before(*at)).count();
        Self { whole: name.whole.clone(), joined: name.joined.clone(), words: name.words[before..].to_vec() }
    }

    /// How well it fits the best of these names of one thing.
    #[must_use]
    pub fn fit(&self, names: &[&str]) -> Option<Fit> {
        names.iter().filter_map(|name| self.fit_one(name)).min()
    }

    fn fit_one(&self, name: &str) -> Option<Fit> {
        let known = name_of(name);
        if self.whole == known.whole
            || NUMBERS.iter().any(|(figure, word)| self.whole == *figure && known.whole == *word)
        {
            return Some(Fit::Whole);
        }
        if self.joined.is_some() && self.joined == known.joined {
            return Some(Fit::Words);
        }
        // Such words are in every description.
        let is_filler =
            |word: &String| [&BEFORE_NAMES[..], &BETWEEN_NAMES].iter().any(|all| all.contains(&word.as_str()));
        if self.words.iter().all(is_filler) {
            return None;
        }
        let parts = &known.words;
        // `1` is what a card says that is called One Square Away.
        let is_figure =
            matches!((parts.first(), &self.words[..]), (Some(first), [typed]) if in_figures(first) == typed);
        let first = |fits: fn(&str, &str) -> bool| places_in_order(&self.words, parts, fits);
        let whole = if is_figure { Some(vec![0]) } else { first(|word, part| word == part) };
        let (places, fit) = match whole {
            Some(places) => (places, Fit::Words),
            None => (first(begins)?, Fit::Begun),
        };
        let first = places[0];
        let is_letter = |word: &String| word.chars().count() == 1;
        let has_figures = self.words.iter().any(|word| has_figure(in_figures(word)));
        if (first > 0 || fit == Fit::Begun)
            && let [only] = &self.words[..]
            // With a no names begin, as `nobody` does.
            && (OF_SENTENCES.contains(&only.as_str()) || first > 0 && only == "no")
        {
            return None;
        }
        let is_alone = self.words.len() == 1;
        // Behind a colon stands how many there are: `All tools: 1` is not called 1.
        let is_counted = || {
            let head = name.split_once(':').map(|(head, _)| name_of(head));
            head.is_some_and(|head| !head.words.contains(&self.words[0]))
        };
        if is_alone && has_figures && is_counted() {
            return Some(Fit::Inside);
        }
        let is_begun_alone = fit == Fit::Begun && is_alone;
        // A number that a description tells of is none of the names, and neither is half a word.
        // `leave the building` skips who is left there.
        let is_sentence = meaningful(parts) > LONGEST_TITLE || parts.iter().skip(1).any(is_filler);
        let has_gap = is_sentence && places.windows(2).any(|pair| meaningful(&parts[pair[0] + 1..pair[1]]) > 0);
        let may_be_chance = has_gap
            || (first > 0
                && (meaningful(parts) > if is_alone { LONGEST_TITLE } else { LONGEST_NAME }
                    || (has_figures || is_begun_alone) && parts.len() > FIGURED_NAME))
            || (fit == Fit::Begun && self.words.iter().all(is_letter) && (parts.len() > 1 || has_figure(name)));
        Some(if may_be_chance { Fit::Inside } else { fit })
    }
}

impl Typed {
    /// How many words of it are slips for some of the words of the best of these names; none where it is none of them with slips.
    #[must_use]
    pub fn slips(&self, names: &[&str]) -> Option<usize> {
        names.iter().filter_map(|name| self.slips_in(&name_of(name).words)).min()
    }

    fn slips_in(&self, parts: &[String]) -> Option<usize> {
        let mut left = parts.iter();
        let mut slips = 0;
        for word in &self.words {
            let slip = left.find_map(|part| slip_for(word, part))?;
            slips += usize::from(slip);
        }
        (slips > 0).then_some(slips)
    }
}

/// Whether a word is a slip for a part of a name; none where it is neither the part nor a slip for it.
fn slip_for(word: &str, part: &str) -> Option<bool> {
    if begins(word, part) {
        return Some(false);
    }
    let (typed, long) = (word.chars().count(), part.chars().count());
    if has_figure(word) || word.chars().next() != part.chars().next() || typed < LEAST_SLIP {
        return None;
    }
    let most = if typed < LONG_SLIP { 1 } else { 2 };
    // What is not yet written to its end has the slip in its beginning.
    let is_slip = |letters: usize| {
        let begin: String = part.chars().take(letters).collect();
        typed > LEAST_SLIP && letters > LEAST_SLIP && letters_apart(word, &begin) <= most
    };
    (is_slip(long) || (typed..=typed + 1).any(|letters| letters < long && is_slip(letters)) || is_short_for(word, part))
        .then_some(true)
}

/// Whether a word has some of the letters of another one and no vowels, as in `dbl` for `double`.
fn is_short_for(word: &str, part: &str) -> bool {
    let mut left = part.chars();
    !word.contains(['a', 'e', 'i', 'o', 'u']) && word.chars().all(|letter| left.any(|known| known == letter))
}

/// A number in words as figures; anything else as it is.
#[must_use]
pub fn in_figures(word: &str) -> &str {
    NUMBERS.iter().find(|(_, known)| known.eq_ignore_ascii_case(word)).map_or(word, |(figure, _)| figure)
}

/// Whether two names are the same but for accents, blanks and the size of letters.
pub(super) fn is_same(one: &str, other: &str) -> bool {
    let (one, other) = (name_of(one), name_of(other));
    one.whole == other.whole || one.joined.is_some() && one.joined == other.joined
}

/// Words without blanks; none where these keep figures or single letters apart, which may be names of their own.
fn joined(words: &[String]) -> Option<String> {
    let is_figure = |letter: Option<char>| letter.is_some_and(|letter| letter.is_ascii_digit());
    let may_be_joined = |pair: &[String]| {
        let begins_in_figure = is_figure(pair[1].chars().next());
        let are_long = pair.iter().all(|word| word.chars().count() > 1);
        !is_figure(pair[0].chars().next_back()) && (begins_in_figure || are_long)
    };
    words.windows(2).all(may_be_joined).then(|| words.concat())
}

/// Where these words are among the parts of a name, if all of them are there in this order.
fn places_in_order(words: &[String], parts: &[String], fits: fn(&str, &str) -> bool) -> Option<Vec<usize>> {
    let mut left = parts.iter().enumerate();
    let places: Option<Vec<usize>> =
        words.iter().map(|word| left.find(|(_, part)| fits(word, part)).map(|(at, _)| at)).collect();
    places.filter(|places| !places.is_empty())
}

fn has_figure(name: &str) -> bool {
    name.contains(|letter: char| letter.is_ascii_digit())
}

/// How many words say something; figures behind a name are its values, and make no sentence of it.
fn meaningful(parts: &[String]) -> usize {
    let named = parts.iter().rposition(|part| !has_figure(part)).map_or(parts.len(), |last| last + 1);
    let parts = &parts[..named];
    let counts = |part: &&String| !BEFORE_NAMES.contains(&part.as_str()) && !SMALL_WORDS.contains(&part.as_str());
    parts.iter().filter(counts).count()
}

/// Whether a part of a name begins like this. Figures are not the beginning of a number: 5 is neither 53 nor 5,2.
fn begins(word: &str, part: &str) -> bool {
    let ends_in_figure = word.ends_with(|letter: char| letter.is_ascii_digit());
    let goes_on = |rest: &str| rest.starts_with(|letter: char| letter.is_ascii_digit() || letter == ',');
    let is_begun = part.strip_prefix(word).is_some_and(|rest| !(ends_in_figure && goes_on(rest)));
    // Several of a kind are named by what one is called.
    is_begun || word.strip_suffix('s').is_some_and(|one| one.len() >= LEAST_PLURAL && one == part)
}

/// A text by which names are the same: small letters without accents, no brackets around it, no blank after a comma.
pub fn folded(text: &str) -> String {
    let text = text.trim();
    let inside = text.strip_prefix('(').and_then(|text| text.strip_suffix(')')).unwrap_or(text);
    let plain: String = if inside.is_ascii() {
        inside.chars().map(|letter| straight(letter).to_ascii_lowercase()).collect()
    } else {
        inside.nfd().filter(|letter| !is_combining_mark(*letter)).map(straight).flat_map(char::to_lowercase).collect()
    };
    let parts: Vec<&str> = plain.split(',').map(str::trim).collect();
    parts.join(",")
}

/// An apostrophe as keyboards have it: on paper, and on phones, it is a curly one.
const fn straight(letter: char) -> char {
    if matches!(letter, '’' | '‘' | '`' | '´') { '\'' } else { letter }
}

/// The words of a text, with their letters folded. Numbers with a comma between them are one: the name of a square.
pub(super) fn words(text: &str) -> Vec<String> {
    name_of(text).words.clone()
}

fn words_in(text: &str) -> Vec<String> {
    let letters: Vec<char> = folded(text).chars().collect();
    let is_figure = |at: Option<usize>| at.and_then(|at| letters.get(at)).is_some_and(char::is_ascii_digit);
    let is_word = |at: usize| match letters[at] {
        ',' => is_figure(at.checked_sub(1)) && is_figure(Some(at + 1)),
        letter => letter.is_alphanumeric() || letter == '\'',
    };
    let marked: Vec<(usize, bool)> = (0..letters.len()).map(|at| (at, is_word(at))).collect();
    let runs = marked.chunk_by(|one, next| one.1 == next.1).filter(|run| run[0].1);
    // Nobody types an apostrophe who need not.
    let letters_of =
        |run: &[(usize, bool)]| run.iter().map(|(at, _)| letters[*at]).filter(|letter| *letter != '\'').collect();
    runs.map(letters_of).filter(|word: &String| !word.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::{Fit, Typed};

    #[test]
    fn a_name_is_known_by_enough_of_it() {
        for (typed, name, fit) in [
            ("Flame Thrower", "flame thrower", Some(Fit::Whole)),
            ("5,2", "(5, 2)", Some(Fit::Whole)),
            ("maren", "Märén", Some(Fit::Whole)),
            ("golf", "a golf club", Some(Fit::Words)),
            ("flame thrower", "The flame thrower of Bob", Some(Fit::Words)),
            ("thrower flame", "The flame thrower of Bob", None),
            ("fl thr", "The flame thrower of Bob", Some(Fit::Begun)),
            ("13", "wolf 13", Some(Fit::Words)),
            ("1", "horde R1: 1 ghost", Some(Fit::Inside)),
            ("leave the building", "Leave a rope in the building", Some(Fit::Inside)),
            ("leave a rope", "Leave a rope in the building", Some(Fit::Words)),
            ("r1", "horde R1", Some(Fit::Words)),
            ("rake", "Two-Handed Rake +3A", Some(Fit::Words)),
            ("ghost", "horde R1: 1 ghost", Some(Fit::Inside)),
            ("keeper’s", "The Keeper's Home", Some(Fit::Words)),
            ("1", "wolf 13", None),
            ("1", "One Square Away", Some(Fit::Words)),
            ("the", "the herd does nothing", None),
            ("ghosts", "Ghost", Some(Fit::Begun)),
            ("the flame thrower", "flame thrower", Some(Fit::Words)),
            ("to the station", "D3 (the station)", Some(Fit::Words)),
            ("hand", "Play one of the cards in your hand", Some(Fit::Inside)),
            ("rope", "give up: rope no more", Some(Fit::Inside)),
            ("lower", "give up: lower ropes no more", Some(Fit::Inside)),
            ("it", "the night: it happens now", None),
            ("no", "somebody sings: no action", None),
            ("do", "done", None),
            ("build", "Leave a rope in the building", Some(Fit::Inside)),
            ("thr", "The flame thrower", Some(Fit::Begun)),
            ("two", "cut a rope in two", Some(Fit::Inside)),
            ("nights cottage", "Old Night's Cottage", Some(Fit::Words)),
            ("play", "Play one of the cards in your hand", Some(Fit::Words)),
            ("n", "nobody steps", Some(Fit::Inside)),
            ("no", "nobody steps", Some(Fit::Begun)),
            ("the", "anything", None),
            ("5", "53", None),
            ("b1", "b12", None),
            ("b", "b12", Some(Fit::Inside)),
            ("l", "lure", Some(Fit::Begun)),
            ("5,2", "53", None),
            ("5", "(5, 2)", None),
            ("2", "at 5,2", None),
            ("5,2", "at (5, 2)", Some(Fit::Words)),
            ("D 3", "D3", Some(Fit::Words)),
            ("golfclub", "a golf club", None),
            ("golfclub", "golf club", Some(Fit::Words)),
            ("fire-fly", "Firefly", Some(Fit::Words)),
            ("a b", "ab", None),
            ("1 2", "12", None),
            ("", "anything", None),
            ("-", "anything", None),
        ] {
            assert_eq!(Typed::new(typed).fit(&[name]), fit, "{typed} in {name}");
        }
    }
}
