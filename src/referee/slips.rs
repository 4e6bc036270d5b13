//! Names with a slip in them, and words before a name that only repeat the question: what was meant all the same. Words only;
//! what is offered and what is taken is for others to say.

use crate::diag::closest_name;

use super::agreeing::agreed;
use super::apart::words_apart;
use super::naming::{Fit, Typed, in_figures, is_same, words as worded};
use super::request::meant;
use super::staying::{Staying, staying};
use super::{Choice, Meaning, QuestionKind, Request, is_small, is_turning, is_way};

/// A word of a name has at most so many words before it that only repeat the question.
const LONGEST_PREFACE: usize = 6;
/// What people say before their answer, besides the words of the question.
const PREFACES: [&str; 17] = [
    "i", "we", "you", "he", "she", "they", "it", "let", "me", "us", "will", "my", "we're", "i'm", "drew", "drawn",
    "dealt",
];
/// What may stand between these and the answer.
const FILLERS: [&str; 4] = ["to", "the", "at", "with"];
/// Verbs that mean the same to people, whichever of them a game has printed.
const SAME_VERBS: [&[&str]; 6] = [
    &["go", "move", "walk", "step", "run", "travel"],
    &["attack", "fight", "hit", "strike", "bite", "eat", "punch"],
    &["take", "get", "pick", "grab", "collect"],
    &["set", "put", "place", "lay"],
    &["shoot", "fire"],
    ENDING,
];
/// So many of them say nothing where the question has another one; none of these ends anything.
const SAID_VERBS: usize = 2;
/// Those of them that end something.
const ENDING: &[&str] = &["done", "end", "finish", "finished", "stop", "pass", "skip", "enough", "stay"];
/// Those with which nothing at all is done.
const SKIPPING: [&str; 4] = ["skip", "pass", "skip it", "done"];
/// Whole phrases for them.
const ENDING_PHRASES: [&str; 49] = [
    "my turn is over",
    "my turn's over",
    "the turn is over",
    "turn is over",
    "turn over",
    "that was all",
    "that was it",
    "i'm done",
    "we're done",
    "i am done",
    "we are done",
    "all done",
    "that's all",
    "that's it",
    "that is all",
    "that is it",
    "that's it i'm done",
    "nothing more",
    "nothing else",
    "nothing",
    "i do nothing",
    "i do nothing more",
    "nope",
    "that's it for me",
    "that's all for me",
    "that's it for now",
    "that's enough for now",
    "no more",
    "stay there",
    "stays there",
    "stay here",
    "it stays",
    "it stays there",
    "it stays here",
    "nobody moves",
    "nobody else",
    "nobody else moves",
    "no one moves",
    "others stay",
    "all others stay",
    "all stay",
    "that's enough",
    "everyone stays",
    "everybody stays",
    "everyone else stays",
    "everybody else stays",
    "the rest stay",
    "the rest stays",
    "the others stay",
];
/// What people say before them.
const BEFORE_ENDING: [&str; 10] = ["nope ", "no ", "ok ", "okay ", "well ", "right ", "fine ", "so ", "and ", "then "];
/// What stands between them and for whom, or from whom, they are said.
const OF_WHOM: [&str; 2] = [" for ", " from "];
/// How phrases begin that are typed without their sign.
const WITHOUT_SIGN: [(&str, &str); 3] = [("thats ", "that's "), ("im ", "i'm "), ("were ", "we're ")];
/// Those of them that may only say that nobody goes on: where there is more to be done they end nothing by themselves.
const WEAK: [&str; 15] = [
    "stay",
    "stays",
    "stay here",
    "stay there",
    "stays there",
    "it stays",
    "it stays here",
    "it stays there",
    "enough",
    "that's enough",
    "no more",
    "nothing more",
    "nothing else",
    "nothing",
    "nope",
];
/// What people say who decline.
const NOT_NOW: [&str; 8] =
    ["no", "not now", "not yet", "not this time", "not this round", "not this turn", "no thanks", "rather not"];
/// And of who agrees.
const I_DO: [&str; 6] = ["i do", "we do", "i will", "we will", "i am", "me"];
/// And who choose nobody.
const NO_ONE: [&str; 4] = ["none", "no one", "neither", "nobody"];
/// How a question begins that asks for somebody.
const WHICH: [&str; 3] = ["who", "whom", "which"];
/// And one of these for a person.
const WHOM: [&str; 2] = ["who", "whom"];
/// What people say behind them.
const TO_THE_END: [&str; 4] = [" here", " now", " then", " moving"];
/// What people say that they end with these.
const TURNS: [&str; 9] = [
    " my turn",
    " the turn",
    " your turn",
    " our turn",
    " this turn",
    " his turn",
    " her turn",
    " their turn",
    " turn",
];
/// What a choice is called that a no means, where it is asked whether somebody does something.
const DECLINING: &[&str] = &["no", "none", "nothing", "nobody", "keep", "done", "end", "pass", "skip", "stay"];
/// How a question begins that a yes or a no answers.
const WHETHER: [&str; 8] = ["do", "does", "will", "would", "is", "are", "shall", "should"];

/// The word that a question begins with, behind what it says of how things are: `who` in `Ann comes in: who of you fights?`
fn asked_first(prompt: &str) -> Option<String> {
    worded(prompt.rsplit(": ").next().unwrap_or(prompt)).into_iter().next()
}

/// Whether a text says that nothing is wanted, however it is said: `skip`, `that's enough`, `leave them as they are`.
fn leaves_be(text: &str) -> bool {
    const LEAVING: [&str; 6] = ["leave it", "leave them", "leave that", "let it be", "leave all", "keep them"];
    const REST: [&str; 9] = ["all", "as", "they", "are", "it", "is", "be", "alone", "stay"];
    let plain: String = text.trim().chars().filter(|letter| !matches!(letter, ',' | '.' | '!')).collect();
    // Few people type the sign in `that's it`.
    let plain = WITHOUT_SIGN.iter().fold(plain, |plain, (typed, meant)| match plain.strip_prefix(typed) {
        Some(rest) => format!("{meant}{rest}"),
        None => plain,
    });
    let is_rest = |word: &str| word.is_empty() || REST.contains(&word);
    let is_left = |begin: &&str| plain.strip_prefix(*begin).is_some_and(|rest| rest.split(' ').all(is_rest));
    is_ending(&plain) || is_weak_ending(&plain) || LEAVING.iter().any(is_left)
}

/// Whether somebody is let through, and nothing ends: `let it pass`.
#[must_use]
pub fn lets_pass(text: &str) -> bool {
    const WHOM: [&str; 6] = ["it", "them", "him", "her", "that", "this"];
    let words = worded(text);
    words.iter().any(|word| is_form_of(word, "pass")) && words.iter().any(|word| WHOM.contains(&&**word))
}

/// Whether a word says what is done with something, in the words of any game: `takes`, `attack`.
#[must_use]
pub fn is_deed(word: &str) -> bool {
    let word = word.to_lowercase();
    let is_one = |verbs: &&[&str]| verbs.iter().any(|verb| is_form_of(&word, verb));
    SAME_VERBS[1..].iter().filter(|verbs| **verbs != ENDING).any(is_one)
}

/// Whether a text may say that something ends, or only that nobody goes on.
fn is_weak_ending(text: &str) -> bool {
    let plain: String =
        text.trim().to_lowercase().chars().filter(|letter| !matches!(letter, ',' | '.' | '!')).collect();
    WEAK.contains(&&*plain)
}

/// A phrase that ends something as it stands in the list, and for whom it is said: `nope, that's all for Otto`.
fn ending_phrase(text: &str) -> Option<(&'static str, String)> {
    let plain: String = text.trim().chars().filter(|letter| !matches!(letter, ',' | '.' | '!')).collect();
    // Few people type the sign in `that's it`.
    let plain = WITHOUT_SIGN.iter().fold(plain, |plain, (typed, meant)| match plain.strip_prefix(typed) {
        Some(rest) => format!("{meant}{rest}"),
        None => plain,
    });
    let listed = |text: &str| ENDING_PHRASES.into_iter().find(|phrase| *phrase == text);
    let begun = BEFORE_ENDING.iter().find_map(|before| plain.strip_prefix(before)).unwrap_or(&plain);
    if let Some(phrase) = listed(&plain).or_else(|| listed(begun)) {
        return Some((phrase, String::new()));
    }
    let (phrase, whom) = ended_for(begun)?;
    Some((listed(phrase)?, whom.to_owned()))
}

/// What a text says, and for whom it says that: `that's it` and `Ann`.
#[must_use]
pub fn ended_for(text: &str) -> Option<(&str, &str)> {
    OF_WHOM.iter().find_map(|of| text.split_once(of))
}

/// Whether a text ends something for somebody: where it does not count, it starts nothing.
#[must_use]
pub fn ends_for_somebody(text: &str) -> bool {
    ending_phrase(&text.to_lowercase()).is_some_and(|(_, whom)| !whom.is_empty())
}

/// Whether a text is a word or a phrase that ends something.
#[must_use]
pub fn is_ending(text: &str) -> bool {
    let text = text.trim().to_lowercase();
    if ending_phrase(&text).is_some_and(|(_, whom)| whom.is_empty()) {
        return true;
    }
    let is_with_turn = || TURNS.iter().any(|turn| text.strip_suffix(turn).is_some_and(is_ending_verb));
    is_ending_verb(&text) || is_with_turn()
}

impl Request {
    /// Whether a text that answers nothing may say that something ends, or only that somebody does not go on.
    #[must_use]
    pub fn ends_weakly(&self, text: &str) -> bool {
        is_weak_ending(text) || self.staying(text).is_some()
    }

    /// Who is said to stay by a line that says nothing else; none also where it does not say who.
    #[must_use]
    pub fn staying(&self, text: &str) -> Option<Staying> {
        let (asked, options) = (worded(&self.prompt), self.kind.options());
        // `H8, and G1 stays` says where somebody goes, and that another one does not.
        let spaces = |part: &str| words_apart(part).iter().filter(|word| self.places.has_space(word)).count();
        // Nor does `C3, and it stays there` only say that.
        let goes = |part: &str| spaces(part) > 0 && staying(part, &|_| true).is_none();
        if spaces(text) > 1 || text.contains(',') && text.split(',').any(goes) {
            return None;
        }
        staying(text, &|word| {
            self.places.spaces.iter().any(|space| space.eq_ignore_ascii_case(word))
                || options.iter().any(|choice| worded(&choice.label).iter().any(|known| known == word))
                || asked.iter().any(|known| known == word)
        })
    }

    /// A line of several words that begins with a slip, without it.
    #[must_use]
    pub fn mended(&self, text: &str) -> Option<String> {
        let words = words_apart(text);
        let begin = |count: usize| words[..count].join(" ");
        if words.len() < 2 || self.meaning(words[0]) != Meaning::Nothing || self.meaning(text) != Meaning::Nothing {
            return None;
        }
        // What is only nearly somewhere inside of a name does not say what is done.
        let begins = |choice: &Choice, text: &str| {
            let first = choice.label.split_whitespace().next().unwrap_or_default();
            let begin = choice.id.split(['-', '_', ':']).next().unwrap_or_default();
            closest_name(text, [choice.id.as_str(), first, choice.label.as_str()]).is_some()
                || Typed::new(text).slips(&[begin, first]).is_some()
        };
        let first = |count: usize| {
            let text = begin(count);
            let is_word = text.chars().count() > 2 && in_figures(&text) == text;
            let choice = self.close_name(&text).filter(|choice| is_word && begins(choice, &text))?;
            Some((choice, count))
        };
        let (meant, count) = (1..words.len()).rev().find_map(first)?;
        let called = if meant.has_inner_id() { &meant.label } else { &meant.id };
        Some(format!("{called} {}", words[count..].join(" ")))
    }

    /// What can be chosen and is nearly called like this, though not quite, or has it somewhere in its description.
    #[must_use]
    pub fn nearly(&self, text: &str) -> Option<&Choice> {
        if self.meaning(text) != Meaning::Nothing {
            return None;
        }
        match meant(&self.fits(&Typed::new(text)), Fit::Inside) {
            Some(Meaning::Legal(choice)) => Some(choice),
            _ => self.close_name(text),
        }
    }

    /// How many of the first words of a line are nearly the name of something that can be chosen, and what that is.
    #[must_use]
    pub fn nearly_begun(&self, words: &[&str]) -> Option<(usize, &Choice)> {
        (1..=words.len().min(LONGEST_PREFACE))
            .rev()
            .find_map(|count| Some((count, self.nearly(&words[..count].join(" "))?)))
    }

    /// The same of names with a slip in them only: a word that stands somewhere in a description is another one.
    #[must_use]
    pub fn slip_begun(&self, words: &[&str]) -> Option<(usize, &Choice)> {
        let slip = |count: usize| {
            let text = words[..count].join(" ");
            let is_one = self.meaning(&text) == Meaning::Nothing;
            Some((count, self.close_name(&text).filter(|_| is_one)?))
        };
        (1..=words.len().min(LONGEST_PREFACE)).rev().find_map(slip)
    }

    /// What can be chosen and is called nearly like this.
    pub(super) fn close_name(&self, text: &str) -> Option<&Choice> {
        match self.close_names(text)[..] {
            [only] => Some(only),
            _ => None,
        }
    }

    /// All that can be chosen and is called nearly like this, or has a part of its name that is: what is nearest alone. The name of
    /// another place is no slip, and a number is meant as one.
    pub(super) fn close_names(&self, text: &str) -> Vec<&Choice> {
        if text.parse::<i64>().is_ok()
            || is_small(text)
            || is_turning(text)
            || in_figures(text) != text
            || is_ending(text)
            || is_way(text)
            || self.places.spaces.iter().any(|space| is_same(space, text))
        {
            return Vec::new();
        }
        let options = self.kind.options();
        // Nobody has read an id that stands for a name, and so nobody mistypes one.
        let ids = options.iter().filter(|choice| !choice.has_inner_id()).map(|choice| choice.id.as_str());
        let names = ids.chain(options.iter().map(|choice| choice.label.as_str()));
        // Another number on a piece is another piece.
        let figures = |text: &str| text.chars().filter(char::is_ascii_digit).collect::<String>();
        let own = figures(text);
        let names = names.filter(|name| figures(name) == own);
        if let Some(name) = closest_name(text, names) {
            return options.iter().filter(|choice| choice.id == name || choice.label == name).take(1).collect();
        }
        let typed = Typed::new(text);
        let slips = |choice: &'_ Choice| typed.slips(&[&choice.id, &choice.label]);
        let Some(least) = options.iter().filter_map(slips).min() else { return Vec::new() };
        options.iter().filter(|choice| slips(choice) == Some(least)).collect()
    }

    /// What is meant by a text without the words before it that only repeat the question, as in `I go to B5` where it is asked
    /// where somebody goes.
    pub(super) fn meaning_after_preface(&self, text: &str) -> Meaning<'_> {
        if self.kind.options().is_empty() || lets_pass(text) {
            return Meaning::Nothing;
        }
        let mut rest = text;
        for _ in 0..LONGEST_PREFACE {
            let Some((first, after)) = self.preface(rest) else { break };
            if self.plain_meaning(first) != Meaning::Nothing {
                break;
            }
            match self.plain_meaning(after) {
                Meaning::Nothing => rest = after,
                meant => return meant,
            }
        }
        Meaning::Nothing
    }

    /// A text without the words before it that only repeat the question.
    #[must_use]
    pub(super) fn without_preface<'t>(&self, text: &'t str) -> &'t str {
        let mut rest = text;
        while let Some((_, after)) = self.preface(rest) {
            rest = after;
        }
        rest
    }

    /// How many of the first words of a line only repeat the question, where a space of the board is named behind them.
    #[must_use]
    pub fn words_before_space(&self, words: &[&str]) -> Option<usize> {
        let is_space = |word: &&str| self.places.spaces.iter().any(|space| is_same(space, word));
        let at = words.iter().take(LONGEST_PREFACE).position(is_space).filter(|at| *at > 0)?;
        let are_said = (0..at).all(|first| self.preface(&words[first..=at].join(" ")).is_some());
        are_said.then_some(at)
    }

    /// The first word of a text, where it only repeats the question, and what follows it.
    fn preface<'t>(&self, text: &'t str) -> Option<(&'t str, &'t str)> {
        let (first, rest) = text.trim().split_once(char::is_whitespace)?;
        let asked = worded(&self.prompt);
        // Whoever is asked where somebody goes may say that they move there.
        let is_verb = |word: &str| {
            let has = |verbs: &[&str], word: &str| verbs.iter().any(|verb| is_form_of(word, verb));
            SAME_VERBS[..SAID_VERBS].iter().any(|verbs| has(verbs, word) && asked.iter().any(|known| has(verbs, known)))
        };
        let is_said = |word: &String| {
            PREFACES.contains(&&**word)
                || FILLERS.contains(&&**word)
                || is_verb(word)
                || asked.iter().any(|known| is_form_of(word, known))
        };
        let words = worded(first);
        (!words.is_empty() && words.iter().all(is_said)).then(|| (first, rest.trim_start()))
    }

    /// What is meant by a verb that another one stands for, where only one choice has any of its kind.
    pub(super) fn same_verb(&self, text: &str) -> Option<Meaning<'_>> {
        let typed = text.trim().to_lowercase();
        if let Some(choice) = self.agreed_choice(&typed) {
            return Some(Meaning::Legal(choice));
        }
        let is_called = |verbs: &[&str], id: &str, label: &str| {
            let first = worded(label).into_iter().next().unwrap_or_default();
            verbs.iter().any(|verb| id.eq_ignore_ascii_case(verb) || first == *verb)
        };
        let has = |verbs: &[&str]| self.kind.options().iter().any(|choice| is_called(verbs, &choice.id, &choice.label));
        // Where nothing is called an end, whoever ends wants nothing of what is asked.
        let declines = leaves_be(&typed) && !has(ENDING) && has(DECLINING);
        let verbs = if declines { DECLINING } else { self.verbs_like(&typed)? };
        match self.kind {
            QuestionKind::Choose { places: false, .. } => {}
            QuestionKind::Choose { places: true, .. } if verbs == ENDING || verbs == DECLINING => {}
            _ => return None,
        }
        let is_one = |id: &str, label: &str| is_called(verbs, id, label);
        let mut legal = self.kind.options().iter().filter(|choice| is_one(&choice.id, &choice.label));
        let mut refused = self.refused.iter().filter(|refused| is_one(&refused.id, &refused.label));
        match (legal.next(), legal.next(), refused.next(), refused.next()) {
            (Some(only), None, ..) => Some(Meaning::Legal(only)),
            // Whoever skips somebody does not say that they stay before they do more.
            (Some(one), Some(other), ..) if verbs == ENDING && SKIPPING.contains(&&*typed) => [one, other]
                .into_iter()
                .find(|choice| is_ending_verb(&choice.id) && choice.id != "stay")
                .map(Meaning::Legal),
            (None, _, Some(only), None) => Some(Meaning::Refused(only)),
            _ => None,
        }
    }
}

impl Request {
    /// What somebody agrees to who is asked whether, or who, and can say yes to one thing only.
    fn agreed_choice(&self, typed: &str) -> Option<&Choice> {
        let QuestionKind::Choose { options, .. } = &self.kind else { return None };
        let asked = worded(&self.prompt);
        let is_asked =
            asked_first(&self.prompt).is_some_and(|first| WHETHER.contains(&&*first) || WHOM.contains(&&*first));
        // Without what the question says itself: `yes, I want to fight`.
        let plain: Vec<String> = worded(typed).into_iter().filter(|word| !asked.contains(word)).collect();
        let agrees = || agreed(typed) == Some(true) || agreed(&plain.join(" ")) == Some(true) || I_DO.contains(&typed);
        let mut others = options.iter().filter(|choice| !DECLINING.contains(&&*choice.id));
        let only = others.next().filter(|_| others.next().is_none());
        only.filter(|_| is_asked && options.len() > 1 && agrees())
    }

    /// The verbs that mean what was typed: `end my turn` is one of these, and so is a no where it is asked whether.
    fn verbs_like(&self, typed: &str) -> Option<&'static [&'static str]> {
        let asked = worded(&self.prompt);
        let begins = |words: &[&str]| asked_first(&self.prompt).is_some_and(|first| words.contains(&&*first));
        if NOT_NOW.contains(&typed) && begins(&WHETHER) || NO_ONE.contains(&typed) && begins(&WHICH) {
            return Some(DECLINING);
        }
        // Who stays is said of pieces: it ends no turn, and one that stays ends nothing for the others.
        if let Some(staying) = self.staying(typed) {
            let is_place = matches!(self.kind, QuestionKind::Choose { places: true, .. });
            let is_of_all = staying == Staying::All || !asked.iter().any(|word| WHICH.contains(&&**word));
            return (is_place && is_of_all).then_some(ENDING);
        }
        if lets_pass(typed) {
            return None;
        }
        // Whoever has more to do has not said that the turn ends.
        if is_weak_ending(typed) && matches!(self.kind, QuestionKind::Choose { places: false, .. }) {
            return None;
        }
        let plain: String = typed.chars().filter(|letter| !matches!(letter, ',' | '.' | '!')).collect();
        let typed = TO_THE_END.iter().find_map(|end| plain.strip_suffix(end)).unwrap_or(&plain);
        // Of somebody else than is asked about nothing ends here.
        let is_of_question = |word: &String| is_small(word) || asked.iter().any(|known| is_form_of(word, known));
        if ending_phrase(typed).is_some_and(|(_, whom)| worded(&whom).iter().all(is_of_question)) {
            return Some(ENDING);
        }
        let verb = TURNS.iter().find_map(|turn| typed.strip_suffix(turn)).filter(|verb| is_ending_verb(verb));
        let verb = verb.unwrap_or(typed);
        SAME_VERBS.into_iter().find(|verbs| verbs.iter().any(|known| is_form_of(verb, known)))
    }
}

fn is_ending_verb(word: &str) -> bool {
    ENDING.iter().any(|verb| is_form_of(word, verb))
}

/// Whether a word is another one, or that with another ending: `goes` and `go`.
fn is_form_of(word: &str, known: &str) -> bool {
    let stem = |word: &'_ str| {
        let plain = word.strip_suffix("es").or_else(|| word.strip_suffix('s')).filter(|stem| stem.len() > 1);
        plain.unwrap_or(word).to_owned()
    };
    word == known || stem(word) == stem(known)
}
