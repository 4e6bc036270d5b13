//! What people type becomes an answer: option ids, numbers of the list, faces of dice run together, yes and no.

use std::collections::VecDeque;

use crate::diag::did_you_mean;
use crate::dice::{Chance, Die, DieFace};

use super::agreeing::{NO, NOT, POLITE, WHO, YES, agreed, yes_or_no};
use super::apart::word_ends;
use super::named_faces::{named_face, stands_for};
use super::naming::{Fit, Typed, in_figures, words as worded};
use super::refusal::BLANK;
use super::request::{dice_of, quoted};
use super::{
    Answer, BY_APP, Choice, Hint, Meaning, QuestionKind, Refusal, Request, Shown, is_ending, is_small, is_turning,
    several,
};

/// A shorter word of a yes or a no may be chance.
const LEAST_OWN_WORD: usize = 3;

/// An answer as it was typed; dice that were left blank are thrown with `throw`, which gives a number below its limit.
///
/// # Errors
/// Why it does not count, and what is legal.
pub fn read_answer(request: &Request, text: &str, throw: &mut dyn FnMut(u32) -> u32) -> Result<Answer, Refusal> {
    let text = text.trim();
    let answer = match &request.kind {
        QuestionKind::Choose { .. } => Answer::Choose(match number_chosen(text, request) {
            Some(id) => id,
            None => one(text, request)?,
        }),
        QuestionKind::Number { .. } => {
            let number = in_figures(request.without_preface(text)).parse().ok();
            let number = number.or_else(|| number_said(text, &request.prompt));
            Answer::Number(number.ok_or_else(|| not_a("a number", text, request))?)
        }
        QuestionKind::Confirm { .. } => {
            let words = agreed(text).or_else(|| said_twice(text, &request.prompt, &request.kind));
            let words = words.or_else(|| in_own_words(text, &request.kind)).or_else(|| talked(text, &request.prompt));
            let words = words.or_else(|| done_so(text, &request.prompt, &request.kind));
            let words = words.or_else(|| left_alone(text, &request.prompt));
            Answer::Confirm(words.ok_or_else(|| not_a("yes or no", text, request))?)
        }
        QuestionKind::Roll { die, dice, .. } => {
            let plain = without_sum(text, &request.prompt).filter(|_| *dice == 1);
            Answer::Roll(faces(plain.as_deref().unwrap_or(text), die, *dice, request, throw)?)
        }
        QuestionKind::Draw { held: true, .. } if is_left_to_app(text) => {
            let refusal = Refusal::new("this card lies on your table, and only you can see which it is");
            return Err(refusal.hint(request.legal_hint()));
        }
        QuestionKind::Draw { .. } if is_left_to_app(text) => dealt(&request.kind, throw),
        QuestionKind::Draw { deck, held: false, cards: 0 | 1, .. } if is_for_all(text, request) => {
            let refusal = Refusal::new("one card is asked for, and then the next");
            let all = format!("`custody {deck} app`: the referee deals all of them; `deal` deals this one");
            return Err(refusal.hint(Hint::Words(all)));
        }
        QuestionKind::Draw { cards: 0 | 1, .. } => Answer::Draw(Shown { face: one(text, request)?, typed: true }),
        QuestionKind::Draw { .. } | QuestionKind::ChooseMany { .. } | QuestionKind::Order { .. } => {
            return several::read(request, text);
        }
        QuestionKind::Dealer { .. } if is_left_to_app(text) => {
            Answer::Dealer(Shown { face: BY_APP.to_owned(), typed: true })
        }
        QuestionKind::Dealer { .. } => Answer::Dealer(Shown { face: one(text, request)?, typed: true }),
    };
    answer.check(request)?;
    Ok(answer)
}

/// What people say with how many there are: `all in one`.
const COUNTING: [&str; 5] = ["all", "only", "single", "big", "together"];

/// The only number in a sentence: `one comes back`. Words that are neither small nor of the question, nor say that something is
/// done, name something else.
fn number_said(text: &str, prompt: &str) -> Option<i64> {
    let (said, asked) = (worded(text), worded(prompt));
    let is_form = |word: &String| asked.iter().any(|known| begin_alike(word, known) || known == word);
    // `the third one` is a number, and the one in it is none.
    let ordinal = said.iter().find_map(|word| ordinal(word));
    let is_noun = |word: &String| ordinal.is_some() && word == "one";
    let figure = |word: &String| in_figures(word).parse::<i64>().ok().filter(|_| !is_noun(word));
    let mut numbers = said.iter().filter_map(figure).chain(ordinal);
    let number = numbers.next().filter(|_| numbers.next().is_none())?;
    let is_talk = |word: &String| {
        let is_all = COUNTING.contains(&&**word) || self::ordinal(word).is_some();
        in_figures(word).parse::<i64>().is_ok() || is_small(word) || is_form(word) || is_all
    };
    said.iter().all(is_talk).then_some(number)
}

/// The number of a word that says which of several in their order.
fn ordinal(word: &str) -> Option<i64> {
    const ORDINALS: [&str; 10] =
        ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"];
    (1..).zip(ORDINALS).find(|(_, known)| known.eq_ignore_ascii_case(word)).map(|(number, _)| number)
}

/// The number that a sentence names where nothing but numbers can be chosen, and none: `one comes back`.
fn number_chosen(text: &str, request: &Request) -> Option<String> {
    let QuestionKind::Choose { options, places: false } = &request.kind else { return None };
    let is_number = |id: &str| in_figures(id).parse::<i64>().is_ok();
    let are_numbers = options.iter().all(|choice| is_number(&choice.id) || DECLINED.contains(&&*choice.id))
        && options.iter().any(|choice| is_number(&choice.id));
    if !are_numbers || request.meaning(text) != Meaning::Nothing {
        return None;
    }
    let number = if text.eq_ignore_ascii_case("both") { Some(2) } else { number_said(text, &request.prompt) };
    let id = number?.to_string();
    options.iter().find(|choice| in_figures(&choice.id) == id).map(|choice| choice.id.clone())
}

/// What is chosen by whoever wants none of what is counted.
const DECLINED: [&str; 3] = ["none", "no", "done"];

/// Whether people want the referee to deal more than what is asked for.
fn is_for_all(text: &str, request: &Request) -> bool {
    ["deal all", "all", "draw all"].iter().any(|all| all.eq_ignore_ascii_case(text))
        && request.meaning(text) == Meaning::Nothing
}

/// What the referee rolls or deals itself.
#[must_use]
pub fn chance_answer(kind: &QuestionKind, throw: &mut dyn FnMut(u32) -> u32) -> Option<Answer> {
    match kind {
        QuestionKind::Roll { die, dice, .. } => Some(Answer::Roll((0..*dice).map(|_| thrown(die, throw)).collect())),
        QuestionKind::Draw { held: false, cards, .. } if kind.left().map(|(_, left)| left).sum::<usize>() >= *cards => {
            Some(dealt(kind, throw))
        }
        QuestionKind::Dealer { .. } => Some(Answer::Dealer(Shown { face: BY_APP.to_owned(), typed: false })),
        _ => None,
    }
}

fn thrown(die: &Die, throw: &mut dyn FnMut(u32) -> u32) -> Shown {
    Shown { face: die.face(throw(die.sides())).text, typed: false }
}

/// Some of the unseen cards, each as likely as any other.
fn dealt(kind: &QuestionKind, throw: &mut dyn FnMut(u32) -> u32) -> Answer {
    let mut left: Vec<(&str, usize)> = kind.left().map(|(choice, left)| (choice.id.as_str(), left)).collect();
    match kind.cards() {
        0 | 1 => Answer::Draw(deal(&mut left, throw)),
        cards => Answer::Deal((0..cards).map(|_| deal(&mut left, throw)).collect()),
    }
}

/// One of the cards that are left, which is then gone.
fn deal(left: &mut [(&str, usize)], throw: &mut dyn FnMut(u32) -> u32) -> Shown {
    let all: usize = left.iter().map(|(_, left)| left).sum();
    let mut number = throw(u32::try_from(all).unwrap_or(u32::MAX)) as usize;
    let mut last = "";
    for (id, left) in left.iter_mut().filter(|(_, left)| *left > 0) {
        last = id;
        if number < *left {
            *left -= 1;
            break;
        }
        number -= *left;
    }
    Shown { face: last.to_owned(), typed: false }
}

/// What people say who leave dice and cards to the referee, and what they say with it: `you roll it`, `please deal for us`.
const LEFT: [&str; 8] = ["roll", "deal", "draw", "throw", "flip", "toss", "you", "yourself"];
const LEFT_WITH: [&str; 26] = [
    "go", "on", "both", "again", "it", "them", "this", "that", "the", "a", "dice", "die", "card", "cards", "for", "me",
    "us", "please", "do", "can", "could", "just", "let", "referee", "computer", "app",
];

/// Whether people leave all of it to the referee.
fn is_left_to_app(text: &str) -> bool {
    let said = worded(text);
    let is_one_of = |word: &String, all: &[&str]| all.contains(&&**word);
    text.trim() == BLANK
        || said.iter().any(|word| is_one_of(word, &LEFT))
            && said.iter().all(|word| is_one_of(word, &LEFT) || is_one_of(word, &LEFT_WITH))
}

fn not_a(what: &str, text: &str, request: &Request) -> Refusal {
    let message =
        if text.is_empty() { "nothing was answered".to_owned() } else { format!("`{}` is not {what}", quoted(text)) };
    Refusal::new(message).hint(request.legal_hint())
}

fn words(text: &str) -> Vec<&str> {
    let is_said = |word: &&str| word.contains(|sign: char| sign.is_alphanumeric() || sign == '_');
    word_ends(text).into_iter().map(|(start, end)| &text[start..end]).filter(is_said).collect()
}

/// What people say behind a yes or a no.
const YES_WORDS: [&str; 8] = ["i", "we", "do", "it", "that", "please", "don't", "will"];

/// `yes, use the trap`: a yes or no, and the same once more in the words of the question.
fn said_twice(text: &str, prompt: &str, kind: &QuestionKind) -> Option<bool> {
    let (first, rest) = text.split_once([' ', ','])?;
    let (said, rest) = (yes_or_no(first)?, rest.trim_start_matches([' ', ',']));
    // `yes I use it`: nothing but words of the question, and who says so.
    let is_said = |word: &str| {
        let lower = word.to_lowercase();
        YES_WORDS.contains(&&*lower) || worded(prompt).contains(&lower)
    };
    let repeats = rest.split([' ', ',']).filter(|word| !word.is_empty()).all(is_said);
    (repeats || in_own_words(rest, kind) == Some(said)).then_some(said)
}

/// What a question calls its yes or its no, or enough of it to tell one from the other, typed in place of that.
fn in_own_words(text: &str, kind: &QuestionKind) -> Option<bool> {
    let QuestionKind::Confirm { yes, no } = kind else { return None };
    // `end` where a no is called `done fighting`.
    let ends = |words: &String| words.split_whitespace().next().is_some_and(is_ending);
    match (ends(yes), ends(no)) {
        (true, false) if is_ending(text) => return Some(true),
        (false, true) if is_ending(text) => return Some(false),
        _ => {}
    }
    let typed = Typed::new(text);
    let fit = |words: &String| typed.fit(&[words]).filter(|fit| *fit == Fit::Whole || text.len() >= LEAST_OWN_WORD);
    // What nearly stands in both may be meant as either.
    let is_nearly =
        |words: &String| worded(text).iter().any(|word| worded(words).iter().any(|known| begin_alike(word, known)));
    match (fit(yes), fit(no)) {
        (Some(yes), Some(no)) if yes == no => None,
        (Some(fit), None) if fit != Fit::Whole && is_nearly(no) => None,
        (None, Some(fit)) if fit != Fit::Whole && is_nearly(yes) => None,
        (Some(yes), no) if no.is_none_or(|no| yes < no) => Some(true),
        (_, Some(_)) => Some(false),
        _ => None,
    }
}

/// A yes as what is done, in a sentence with words of the question: `Pia helps` where it is asked whether she does.
fn done_so(text: &str, prompt: &str, kind: &QuestionKind) -> Option<bool> {
    let QuestionKind::Confirm { yes, .. } = kind else { return None };
    let (said, asked, agreed) = (worded(text), worded(prompt), worded(yes));
    let verb = agreed.first()?;
    let is_verb = |word: &String| word == verb || word.strip_suffix('s') == Some(verb);
    let is_talk = |word: &String| {
        is_verb(word) || is_small(word) || asked.contains(word) || YES.contains(&&**word) || agreed.contains(word)
    };
    (said.iter().any(is_verb) && said.iter().all(is_talk)).then_some(true)
}

/// Whether two words may be forms of one.
fn begin_alike(word: &str, other: &str) -> bool {
    let same = word.chars().zip(other.chars()).take_while(|(one, other)| one == other).count();
    same > LEAST_OWN_WORD
}

/// A yes or a no in a sentence: `no, not now`, `use it` and `I don't use it` where it is asked whether somebody uses it. Words that
/// are neither small nor of the question name something else.
fn talked(text: &str, prompt: &str) -> Option<bool> {
    let said = worded(text);
    let asked = worded(prompt);
    let is_one_of = |word: &str, all: &[&str]| all.contains(&word);
    let is_not = |word: &str| is_one_of(word, &NOT) || is_one_of(word, &NO);
    let is_talk = |word: &String| {
        is_small(word) || is_not(word) || is_one_of(word, &POLITE) || is_one_of(word, &YES) || asked.contains(word)
    };
    if said.is_empty() || !said.iter().all(is_talk) {
        return None;
    }
    let agrees = said.iter().any(|word| is_one_of(word, &YES));
    let declines = said.iter().any(|word| is_not(word));
    // What somebody does is asked behind who it is: `do you use the trap`.
    let verbs = asked.windows(2).filter(|pair| is_one_of(&pair[0], &WHO)).map(|pair| &pair[1]);
    let repeats = verbs.into_iter().any(|verb| said.contains(verb));
    match (agrees, declines) {
        (true, true) => None,
        (false, true) => Some(false),
        (true, false) => Some(true),
        (false, false) => repeats.then_some(true),
    }
}

/// An option by its id, however its letters are written, by its label, or as the only one that starts like this.
pub(super) fn one(text: &str, request: &Request) -> Result<String, Refusal> {
    match request.meaning(text) {
        _ if text.is_empty() => Err(not_a("", text, request)),
        Meaning::Legal(choice) => Ok(choice.id.clone()),
        _ => Err(request.why_not(text)),
    }
}

/// Faces of dice: `5 5 2`, `552`, `1h b`, `12h 4t`, with `_` for dice that the referee throws.
fn faces(
    text: &str,
    die: &Die,
    dice: usize,
    request: &Request,
    throw: &mut dyn FnMut(u32) -> u32,
) -> Result<Vec<Shown>, Refusal> {
    if is_left_to_app(text) {
        return Ok((0..dice).map(|_| thrown(die, throw)).collect());
    }
    let mut shown = Vec::new();
    if dice == 1
        && let Some(face) = named_face(text, die, &request.prompt)?
    {
        return Ok(vec![Shown { face, typed: true }]);
    }
    let mut said = without_saying(&words(text), die, request);
    if said.is_empty() {
        said.extend(words(text));
    }
    if let Some(told) = only_faces(text, die, dice, request) {
        return Ok(told.into_iter().map(|face| Shown { face, typed: true }).collect());
    }
    while let Some(word) = said.pop_front() {
        let next = said.front().copied();
        let many = (dice, dice.saturating_sub(shown.len()));
        if let (Some(times), Some(face)) = (how_often(word, next, die, many), next.and_then(|name| named(name, die))) {
            shown.extend(std::iter::repeat_n(Shown { face, typed: true }, times));
            said.pop_front();
        } else {
            read_faces(word, die, dice, request, throw, &mut shown)?;
        }
        if shown.len() > dice {
            break;
        }
    }
    if let Some(other) = other_side(text, die, &shown, dice) {
        shown.resize(dice, Shown { face: other, typed: true });
    }
    if shown.len() == dice {
        return Ok(shown);
    }
    let told = match shown.len() {
        1 => "one face was".to_owned(),
        few if few < dice => format!("{few} faces were"),
        _ => "more faces were".to_owned(),
    };
    let message = format!("{} rolled here, and {told} told", dice_are(dice, request));
    let refusal = Refusal::new(message).hint(Hint::Roll(request.legal())).hint(Hint::Blank);
    Err(if shown.is_empty() { refusal } else { refusal.hint(Hint::NothingKept) })
}

/// The faces in a sentence that tells of nothing else in figures, where they are as many as dice are rolled: `the townie gets a 5`.
/// A number in words is none beside figures: `the one with the 4`.
fn only_faces(text: &str, die: &Die, dice: usize, request: &Request) -> Option<Vec<String>> {
    let (words, asked) = (words(text), worded(&request.prompt));
    // `4 lamps` is how many lamps.
    let is_talk = |word: &str| {
        let word = word.trim_matches(|sign: char| !sign.is_alphanumeric());
        let is_said = is_small(word) || SAYING.iter().any(|known| known.eq_ignore_ascii_case(word));
        is_said || asked.contains(&word.to_lowercase()) || word.starts_with(|sign: char| sign.is_ascii_digit())
    };
    let said: Vec<&str> = text.split_whitespace().collect();
    let counts = |pair: &[&str]| pair[0].ends_with(|sign: char| sign.is_ascii_digit()) && !is_talk(pair[1]);
    // Nor does a name and a number alone tell a die.
    let is_told = said.iter().any(|word| word.contains(char::is_alphabetic) && is_talk(word));
    if said.windows(2).any(counts) || !is_told {
        return None;
    }
    let bare: Vec<&str> = words.iter().map(|word| word.trim_matches(|sign: char| !sign.is_alphanumeric())).collect();
    let is_figure = |word: &&&str| word.starts_with(|sign: char| sign.is_ascii_digit());
    let is_word = |word: &str| word.chars().all(|sign| sign.is_alphabetic() || sign == '\'' || sign == '\u{2019}');
    let figures: Vec<&&str> = bare.iter().filter(is_figure).collect();
    let faces: Option<Vec<String>> = figures.iter().map(|word| face_of(word, die)).collect();
    // `three townies` beside figures may be a die as well.
    let counts_more = |pair: &[&str]| {
        in_figures(pair[0]) != pair[0] && !pair[0].eq_ignore_ascii_case("one") && is_word(pair[1]) && !is_talk(pair[1])
    };
    let are_told = bare.iter().all(|word| is_word(word) || is_figure(&word)) && !bare.windows(2).any(counts_more);
    let is_plain = !bare.iter().any(|word| is_turning(word) && !NO_DIE.contains(word));
    // `a one, then a 20` are two dice.
    let is_die = |at: &usize| in_figures(bare[*at]) != bare[*at] && !is_pronoun(&bare, *at) && !is_followed(&bare, *at);
    let are_told = are_told && !(0..bare.len()).any(|at| is_die(&at));
    faces.filter(|faces| faces.len() == dice && bare.len() > dice && are_told && is_plain)
}

/// Whether a word stands for a piece, and for no die: `the one with the 4`.
fn is_pronoun(words: &[&str], at: usize) -> bool {
    const BEFORE: [&str; 14] =
        ["the", "that", "this", "my", "his", "her", "their", "your", "our", "other", "last", "next", "plain", "which"];
    const BEHIND: [&str; 10] = ["with", "of", "on", "in", "at", "is", "gets", "got", "rolls", "rolled"];
    let is_one_of = |at: usize, all: &[&str]| {
        words.get(at).is_some_and(|word| all.iter().any(|known| known.eq_ignore_ascii_case(word)))
    };
    let is_before = at > 0 && is_one_of(at - 1, &BEFORE);
    words[at].eq_ignore_ascii_case("one") && (is_before || is_one_of(at + 1, &BEHIND))
}

/// Whether a word says how many of what the next one is called: `three townies`.
fn is_followed(words: &[&str], at: usize) -> bool {
    let next = words.get(at + 1);
    next.is_some_and(|next| next.chars().all(char::is_alphabetic) && next.len() > 1 && !is_small(next))
}

/// What a die shows in a sum with what the question adds to it, which is said as well: `9 + 2 = 11`, `3 plus 10`.
fn without_sum(text: &str, prompt: &str) -> Option<String> {
    const RESULT: [&str; 8] = ["=", "is", "makes", "equals", "that's", "gives", "are", "make"];
    let spaced = text.replace('+', " + ").replace('=', " = ").replace([',', '!', '.'], " ");
    let words: Vec<&str> = spaced.split_whitespace().collect();
    let number = |at: usize| words.get(at).and_then(|word| in_figures(word).parse::<i64>().ok());
    let added: Vec<i64> = prompt
        .split(|sign: char| sign.is_whitespace() || sign == ',')
        .filter_map(|word| word.strip_prefix('+')?.parse().ok())
        .collect();
    let is_plus = |at: &usize| {
        ["+", "plus"].iter().any(|plus| plus.eq_ignore_ascii_case(words[*at]))
            && *at > 0
            && number(*at - 1).is_some()
            && number(*at + 1).is_some_and(|more| added.contains(&more))
    };
    let plus = (0..words.len()).find(is_plus)?;
    let is_result =
        |at: &usize| number(*at).is_some() || RESULT.iter().any(|said| said.eq_ignore_ascii_case(words[*at]));
    let rest = (plus + 2..words.len()).find(|at| !is_result(at)).unwrap_or(words.len());
    Some([&words[..plus], &words[rest..]].concat().join(" "))
}

/// Words that turn round what is said elsewhere, and not what dice show: `a 2, nothing`.
const NO_DIE: [&str; 3] = ["nothing", "no", "but"];

/// A no of somebody who lets a thing be that the question names: `leave the trap`, `we let it be`.
fn left_alone(text: &str, prompt: &str) -> Option<bool> {
    const LEAVING: [&str; 8] = ["leave", "leaves", "spare", "spares", "ignore", "ignores", "let", "lets"];
    const BE: [&str; 3] = ["be", "alone", "pass"];
    let (words, asked) = (worded(text), worded(prompt));
    let is_who = |word: &str| is_small(word) && !LEAVING.contains(&word);
    let at = words.iter().position(|word| !is_who(word))?;
    let is_left = LEAVING.contains(&words[at].as_str());
    let rest = &words[at + 1..];
    let is_it = |word: &String| is_small(word) || asked.contains(word) || BE.contains(&word.as_str());
    (is_left && !rest.is_empty() && rest.iter().all(is_it)).then_some(false)
}

/// What people say before what they have rolled, and behind it.
pub(super) const SAYING: [&str; 51] = [
    "aargh", "yes", "yeah", "hooray", "sorry", "exactly", "enough", "little", "much", "barely", "only", "away",
    "rolled", "rolls", "roll", "threw", "throws", "up", "shows", "showed", "die", "dice", "says", "natural", "nat",
    "first", "second", "third", "great", "nice", "ugh", "shit", "lucky", "unlucky", "thrown", "hits", "hit", "miss",
    "misses", "missed", "stays", "stands", "wins", "starts", "begins", "both", "oops", "no", "begin", "start", "turn",
];
/// Behind these stands what dice come to, with something else.
const SUMS: [&str; 7] = ["makes", "making", "total", "totals", "sum", "altogether", "equals"];

/// Words of faces without `I rolled a` and words of the question: none of them is left out that could be a face. `The one with
/// the 4` is none.
fn without_saying<'w>(words: &[&'w str], die: &Die, request: &Request) -> VecDeque<&'w str> {
    let bare = |word: &'w str| {
        let bare = word.trim_matches(['!', '.', ':', '?', ';', '(', ')']);
        if face_of(word, die).is_some() || bare.is_empty() { word } else { bare }
    };
    let words: Vec<&str> = words.iter().map(|word| bare(word)).collect();
    let is_sum = |word: &&str| SUMS.iter().any(|sum| sum.eq_ignore_ascii_case(word));
    let sum = words.iter().position(is_sum).filter(|at| *at > 0);
    let words = &words[..sum.unwrap_or(words.len())];
    let (asked, name) = (worded(&request.prompt), request.kind.randomiser().unwrap_or_default());
    let has_figures = words.iter().any(|word| word.starts_with(|c: char| c.is_ascii_digit()));
    let is_number = |word: &str| in_figures(word) != word;
    let is_face = |word: &str| face_of(word, die).is_some();
    let has_other = |word: &str| words.iter().any(|other| *other != word && (is_face(other) || is_number(other)));
    let is_said = |word: &str| {
        let is_one_of = |all: &[&str]| all.iter().any(|known| known.eq_ignore_ascii_case(word));
        let is_of_question = || word.chars().any(char::is_alphabetic) && asked.contains(&word.to_lowercase());
        is_small(word) || is_one_of(&SAYING) || word.eq_ignore_ascii_case(name) || is_of_question()
    };
    // `three ones` are dice.
    let counts_ones =
        words.windows(2).any(|pair| in_figures(pair[0]).parse::<u32>().is_ok() && pair[1].eq_ignore_ascii_case("ones"));
    let counts = |word: &&str| {
        let are_ones = counts_ones && word.eq_ignore_ascii_case("ones");
        let is_talk = !are_ones && is_said(word) && (!is_face(word) || has_other(word) && word.len() > 1);
        !is_talk
    };
    let is_piece = |at: &usize| has_figures && is_pronoun(words, *at) && is_face(words[*at]);
    (0..words.len()).filter(|at| counts(&words[*at]) && !is_piece(at)).map(|at| words[at]).collect()
}

/// How many dice show the face that is named next: `4` in `4 heads`, where no face is called so, `two` in `two 4s`, and `all`.
fn how_often(word: &str, next: Option<&str>, die: &Die, (dice, left): (usize, usize)) -> Option<usize> {
    let are_many = next.is_some_and(|next| next.ends_with('s') && face_of(next, die).is_none());
    if face_of(word, die).is_some() && !are_many {
        return None;
    }
    if word.eq_ignore_ascii_case("all") || dice == 2 && word.eq_ignore_ascii_case("both") {
        Some(dice)
    } else if ["rest", "others"].iter().any(|rest| rest.eq_ignore_ascii_case(word)) {
        Some(left)
    } else {
        in_figures(word).parse().ok().map(|times: usize| times.min(dice + 1))
    }
}

/// What the coins show that nobody told of, where one side was counted: `3 heads` of six are three tails besides.
fn other_side(text: &str, die: &Die, shown: &[Shown], dice: usize) -> Option<String> {
    let faces: Vec<String> = die.faces().map(|face| face.text).collect();
    let [one, two] = &faces[..] else { return None };
    let told =
        shown.first().filter(|first| shown.len() < dice && shown.iter().all(|other| other.face == first.face))?;
    let is_counted = worded(text).first().is_some_and(|word| in_figures(word).parse::<usize>() == Ok(shown.len()));
    is_counted.then(|| if told.face == *one { two.clone() } else { one.clone() })
}

/// A face with a name, of which there may be several, or several of a number: `4s`.
fn named(word: &str, die: &Die) -> Option<String> {
    let is_word = word.chars().all(char::is_alphabetic);
    let is_many = word.strip_suffix('s').is_some_and(|face| face.parse::<u32>().is_ok());
    let one = || {
        let one =
            word.strip_suffix("es").filter(|face| in_figures(face) != *face).or_else(|| word.strip_suffix('s'))?;
        face_of(one, die)
    };
    if is_many { one() } else { is_word.then(|| face_of(word, die).or_else(one)).flatten() }
}

fn dice_are(dice: usize, request: &Request) -> String {
    let are = if dice == 1 { "is" } else { "are" };
    format!("{} {are}", dice_of(dice, request.kind.randomiser().unwrap_or("die")))
}

fn read_faces(
    word: &str,
    die: &Die,
    dice: usize,
    request: &Request,
    throw: &mut dyn FnMut(u32) -> u32,
    shown: &mut Vec<Shown>,
) -> Result<(), Refusal> {
    let typed = |face: String| Shown { face, typed: true };
    if word.chars().all(|c| c == '_') {
        shown.extend(word.chars().take(dice + 1).map(|_| thrown(die, throw)));
        return Ok(());
    }
    if let Some(face) = face_of(word, die).or_else(|| stands_for(word, &request.prompt, die)) {
        shown.push(typed(face));
        return Ok(());
    }
    // `12h`: how many dice show this face.
    let figures = word.chars().take_while(char::is_ascii_digit).count();
    if figures > 0 && figures < word.len() {
        let (times, name) = word.split_at(figures);
        let name = name.trim_start_matches(['x', '*']);
        if let (Ok(times), Some(face)) = (times.parse::<usize>(), face_of(name, die)) {
            shown.extend(std::iter::repeat_n(typed(face), times.min(dice + 1)));
            return Ok(());
        }
    }
    // `552`: one figure for each die, and one more is too many. A number as long as that of a face is meant as one.
    let longest = die.faces().filter(|face| face.value.is_some()).map(|face| face.text.len()).max().unwrap_or(0);
    let is_number = longest > 1 && word.len() <= longest && word.chars().all(|sign| sign.is_ascii_digit());
    let one_by_one: Option<Vec<String>> = word.chars().take(dice + 1).map(|c| face_of(&c.to_string(), die)).collect();
    if let Some(faces) = one_by_one.filter(|faces| faces.len() > 1 && !is_number) {
        shown.extend(faces.into_iter().map(typed));
        return Ok(());
    }
    let name = request.kind.randomiser().unwrap_or("die");
    // A number is no slip of a word.
    let known: Vec<String> = die.faces().filter(|face| face.value.is_none()).map(|face| face.text).collect();
    let close = did_you_mean(word, known.iter().map(String::as_str));
    let refusal = Refusal::new(format!("{name} has no face `{}`", quoted(word))).maybe_hint(close);
    Err(refusal.hint(Hint::Roll(request.legal())))
}

/// A face by its text, or by the letters that no other face starts with.
pub(super) fn face_of(word: &str, die: &Die) -> Option<String> {
    let word = in_figures(word);
    let lower = word.to_lowercase();
    let mut close: Vec<String> = Vec::new();
    for face in die.faces() {
        if face.text.eq_ignore_ascii_case(word) {
            return Some(face.text);
        }
        if face.value.is_none() && face.text.to_lowercase().starts_with(&lower) && !close.contains(&face.text) {
            close.push(face.text);
        }
    }
    if close.len() == 1 { close.pop() } else { stood_in_for(word, die) }
}

/// The face whose place has this figure on a common die, which stands in for one with a sign there and figures elsewhere.
fn stood_in_for(word: &str, die: &Die) -> Option<String> {
    let number: i64 = word.parse().ok()?;
    let faces: Vec<(i64, DieFace)> = (1..).zip(die.faces()).collect();
    let is_common = |(place, face): &(i64, DieFace)| face.value.is_none_or(|value| value == *place);
    let has_figures = faces.iter().any(|(_, face)| face.value.is_some());
    let mut signs = faces.iter().filter(|(_, face)| face.value.is_none());
    let (_, face) = signs.find(|(place, _)| *place == number)?;
    (has_figures && faces.iter().all(is_common)).then(|| face.text.clone())
}

/// One of the legal answers, as it would be typed; dice and cards are left to the referee.
#[must_use]
pub fn answer_by_chance(request: &Request, chance: &mut Chance) -> String {
    // Of cards only those are decided that somebody holds.
    decided_by_chance(&request.kind, chance).map_or_else(|| BLANK.to_owned(), |decided| decided.as_typed())
}

/// One of the legal answers; dice and cards come from the referee. There is none to a question without options.
#[must_use]
pub fn legal_by_chance(kind: &QuestionKind, chance: &mut Chance) -> Option<Answer> {
    decided_by_chance(kind, chance).or_else(|| chance_answer(kind, &mut |end| chance.below(end)))
}

/// One of the legal decisions; dice and cards are no decisions.
fn decided_by_chance(kind: &QuestionKind, chance: &mut Chance) -> Option<Answer> {
    let mut pick = |count: usize| chance.below(u32::try_from(count).unwrap_or(u32::MAX)) as usize;
    match kind {
        QuestionKind::Choose { options, .. } => {
            options.get(pick(options.len())).map(|choice| Answer::Choose(choice.id.clone()))
        }
        QuestionKind::Draw { held: true, cards: 2.., .. } => Some(dealt(kind, &mut |end| chance.below(end))),
        QuestionKind::Draw { held: true, .. } => {
            let cards: Vec<&Choice> = kind.left().filter(|(_, left)| *left > 0).map(|(choice, _)| choice).collect();
            let card = cards.get(pick(cards.len()))?;
            Some(Answer::Draw(Shown { face: card.id.clone(), typed: false }))
        }
        QuestionKind::ChooseMany { options, least, most } => {
            let often = |(n, choice): (usize, &Choice)| std::iter::repeat_n(n, choice.most.min(*most));
            let mut pool: Vec<usize> = options.iter().enumerate().flat_map(often).collect();
            let wanted = least + pick((pool.len().min(*most) + 1).saturating_sub(*least));
            let mut chosen: Vec<usize> = Vec::new();
            while chosen.len() < wanted && !pool.is_empty() {
                chosen.push(pool.swap_remove(pick(pool.len())));
            }
            chosen.sort_unstable();
            Some(Answer::ChooseMany(chosen.into_iter().map(|n| options[n].id.clone()).collect()))
        }
        QuestionKind::Number { least, most } => {
            let span = usize::try_from(most.saturating_sub(*least)).unwrap_or(0);
            Some(Answer::Number(least + i64::try_from(pick(span.saturating_add(1))).unwrap_or(0)))
        }
        QuestionKind::Order { options } => {
            let mut left: Vec<&Choice> = options.iter().collect();
            Some(Answer::Order((0..left.len()).map(|_| left.swap_remove(pick(left.len())).id.clone()).collect()))
        }
        QuestionKind::Confirm { .. } => Some(Answer::Confirm(pick(2) == 0)),
        QuestionKind::Roll { .. } | QuestionKind::Draw { .. } | QuestionKind::Dealer { .. } => None,
    }
}
