//! An answer of several, as it was typed: all of it counts or nothing does, and people are told what was understood.

use std::borrow::Cow;

use super::apart::word_ends;
use super::naming::in_figures;
use super::request::quoted;
use super::typed::one;
use super::{Answer, Choice, Hint, Meaning, QuestionKind, Refusal, Request, Shown};

/// A name has no more words than this.
const LONGEST_NAME: usize = 8;

/// Nobody takes more than these with one word.
const MOST_AT_ONCE: usize = 10_000;

/// Words between the first and the last of a range.
const RANGE_WORDS: [&str; 4] = ["to", "through", "till", "until"];

/// What was understood of an answer that does not count.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Understood {
    /// The choices, in the order of the question or of the answer.
    pub ids: Vec<String>,
    /// What was not understood, each with the choice that it is nearly called like.
    pub wrong: Vec<(String, Option<String>)>,
    /// Whether these choices are an answer.
    pub is_legal: bool,
}

/// A list of choices, as far as they could be read.
struct Reading<'t> {
    ids: Vec<String>,
    wrong: Vec<(&'t str, Refusal)>,
}

/// Reads an answer to a question that wants several.
///
/// # Errors
/// The first thing that does not count, and what was understood besides.
pub(super) fn read(request: &Request, text: &str) -> Result<Answer, Refusal> {
    let text = with_ranges(text, request);
    let Reading { ids, wrong } = reading(request, &text);
    let checked = match wrong.into_iter().next() {
        Some((_, refusal)) => Err(refusal),
        None => answer(request, ids.clone()),
    };
    checked.map_err(|refusal| nothing_kept(refusal, request, &ids))
}

/// What was understood of an answer that does not count; none if that is nothing, or the question wants no several.
#[must_use]
pub fn understood(request: &Request, text: &str) -> Option<Understood> {
    let is_several = matches!(request.kind, QuestionKind::ChooseMany { .. } | QuestionKind::Order { .. });
    if !is_several && request.kind.cards() < 2 {
        return None;
    }
    let text = with_ranges(text, request);
    let Reading { mut ids, wrong } = reading(request, &text);
    let mut mended = Vec::new();
    for (word, _) in wrong {
        let meant = request.nearly(word).map(|choice| choice.id.clone());
        ids.extend(meant.clone());
        mended.push((quoted(word), meant));
    }
    let ids = in_order(ids, request);
    let is_legal = answer(request, ids.clone()).is_ok();
    (!ids.is_empty()).then_some(Understood { ids, wrong: mended, is_legal })
}

fn answer(request: &Request, ids: Vec<String>) -> Result<Answer, Refusal> {
    let answer = match &request.kind {
        QuestionKind::Order { .. } => Answer::Order(ids),
        QuestionKind::Draw { .. } => Answer::Deal(ids.into_iter().map(|face| Shown { face, typed: true }).collect()),
        _ => Answer::ChooseMany(ids),
    };
    answer.check(request).map(|()| answer)
}

/// Says what was understood before it is said what can be answered.
fn nothing_kept(mut refusal: Refusal, request: &Request, ids: &[String]) -> Refusal {
    if !ids.is_empty() {
        refusal.hints.insert(0, Hint::Understood(request.called_all(ids)));
    }
    refusal
}

/// What people say that they do with those they choose, which says nothing of who these are.
const CHOOSING: [&str; 13] =
    ["gives", "give", "giving", "loses", "lose", "losing", "picks", "pick", "chooses", "choose", "dies", "die", "goes"];

/// How people say that they take none.
const NOBODY: [&str; 6] = ["nobody", "no one", "nothing", "none of them", "alone", "no"];

/// `HP*3 D3`, `3xHP D3`, `HP HP HP D3`, `A1-A8` or `none`.
fn reading<'t>(request: &Request, text: &'t str) -> Reading<'t> {
    let options = request.kind.options();
    let most_ids = options.iter().map(|choice| choice.most).fold(0, usize::saturating_add);
    let mut reading = Reading { ids: Vec::new(), wrong: Vec::new() };
    let is_none = matches!(text, "none" | "-")
        || NOBODY.iter().any(|word| word.eq_ignore_ascii_case(text)) && request.meaning(text) == Meaning::Nothing;
    let text = if is_none { "" } else { text };
    if is_all(request, text) {
        let all = options.iter().flat_map(|choice| std::iter::repeat_n(&choice.id, choice.most.max(1)));
        reading.ids.extend(all.take(MOST_AT_ONCE).cloned());
        return reading;
    }
    if let (Ok(times), [only]) = (in_figures(text.trim()).parse::<usize>(), options)
        && request.meaning(text) == Meaning::Nothing
    {
        reading.ids.extend(std::iter::repeat_n(only.id.clone(), times.min(only.most.saturating_add(1))));
        return reading;
    }
    let mut several = 1;
    let mut words = names(text, request).peekable();
    while let Some(word) = words.next() {
        // `all three on E9`, where all is no more than the number says.
        let next = words.peek().copied();
        if word.eq_ignore_ascii_case("all") && next.is_some_and(|next| count_before(next, request).is_some()) {
            continue;
        }
        if CHOOSING.iter().any(|said| said.eq_ignore_ascii_case(word)) && request.meaning(word) == Meaning::Nothing {
            continue;
        }
        // `C6 3 times`: a count behind a name.
        if let (Some(times), Some(last)) = (times_behind(word, next), reading.ids.last().cloned()) {
            if !word.eq_ignore_ascii_case("twice") {
                words.next();
            }
            let most = options.iter().find(|choice| choice.id == last).map_or(1, |choice| choice.most);
            reading.ids.extend(std::iter::repeat_n(last, (times - 1).min(most)));
            continue;
        }
        // `2 ghosts`: a count before a name, where the count is none.
        if let Some(times) = count_before(word, request).filter(|_| words.peek().is_some()) {
            several = times;
            continue;
        }
        if let Some(between) = range(word, request) {
            reading.ids.extend(between);
            continue;
        }
        let (times, name) = repeated(word);
        let times = times.saturating_mul(std::mem::replace(&mut several, 1));
        match one(name, request) {
            Ok(id) => {
                let most = options.iter().find(|choice| choice.id == id).map_or(1, |choice| choice.most);
                // One too many is enough to be refused.
                reading.ids.extend(std::iter::repeat_n(id, times.min(most.saturating_add(1))));
            }
            Err(refusal) => reading.wrong.push((name, refusal)),
        }
        if reading.ids.len().max(reading.wrong.len()) > most_ids {
            break;
        }
    }
    reading.ids = in_order(reading.ids, request);
    reading
}

/// How often what was named before is meant: `twice`, `3 times`.
fn times_behind(word: &str, next: Option<&str>) -> Option<usize> {
    if word.eq_ignore_ascii_case("twice") {
        return Some(2);
    }
    let is_times = next.is_some_and(|next| next.eq_ignore_ascii_case("times"));
    in_figures(word).parse().ok().filter(|times: &usize| is_times && *times > 0)
}

/// How many of what is named next, where a word is a number and nothing is called so.
fn count_before(word: &str, request: &Request) -> Option<usize> {
    let times = if word.eq_ignore_ascii_case("both") { Some(2) } else { in_figures(word).parse().ok() };
    let times = times.filter(|times| *times > 0)?;
    (request.meaning(word) == Meaning::Nothing).then_some(times)
}

/// `all`, or `both` of two, where nothing is called so.
fn is_all(request: &Request, text: &str) -> bool {
    let is = |word: &str| text.trim().eq_ignore_ascii_case(word);
    let is_word = ["all", "all of them", "all cards", "them all", "keep all", "everything"].iter().any(|all| is(all))
        || (is("both") && request.kind.options().len() == 2);
    is_word && matches!(request.kind, QuestionKind::ChooseMany { .. }) && request.meaning(text) == Meaning::Nothing
}

/// `A1 to A8` as `A1-A8`, where that is a range.
fn with_ranges<'t>(text: &'t str, request: &Request) -> Cow<'t, str> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let is_to = |word: &str| RANGE_WORDS.iter().any(|to| to.eq_ignore_ascii_case(word));
    let joined = |at: usize| {
        let joined = format!("{}-{}", words[at], words.get(at + 2).filter(|_| is_to(words[at + 1]))?);
        range(joined.trim_end_matches(','), request).map(|_| joined)
    };
    if !words.iter().any(|word| is_to(word)) {
        return text.into();
    }
    let (mut told, mut at) = (Vec::new(), 0);
    while at < words.len() {
        let range = joined(at);
        at += if range.is_some() { 3 } else { 1 };
        told.push(range.unwrap_or_else(|| words[at - 1].to_owned()));
    }
    told.join(" ").into()
}

/// `A1-A8`: all squares of a row or a column from one to another, where all of them can be chosen.
fn range(word: &str, request: &Request) -> Option<Vec<String>> {
    let (between, squares) = between(word, request)?;
    (between.len() as u64 == squares).then_some(between)
}

/// `A1-A8`: what can be chosen of the squares of a row or a column from one to another, both of which can.
#[must_use]
pub fn chosen_between(word: &str, request: &Request) -> Option<Vec<String>> {
    between(word, request).map(|(between, _)| between)
}

/// The same, and how many squares these are.
fn between(word: &str, request: &Request) -> Option<(Vec<String>, u64)> {
    let (from, to) = word.split_once('-')?;
    let id = |name: &str| one(name, request).ok();
    let [from, to] = [square(&id(from)?)?, square(&id(to)?)?];
    let is_row = from.1 == to.1;
    if !is_row && from.0 != to.0 {
        return None;
    }
    let pick = |square: (u32, u32)| if is_row { square.0 } else { square.1 };
    let (least, most) = (pick(from).min(pick(to)), pick(from).max(pick(to)));
    let is_between = |name: &str| {
        let it = square(name)?;
        let same = if is_row { it.1 == from.1 } else { it.0 == from.0 };
        (same && (least..=most).contains(&pick(it))).then_some(())
    };
    let between: Vec<String> = request
        .kind
        .options()
        .iter()
        .filter(|choice| is_between(&choice.id).is_some())
        .map(|choice| choice.id.clone())
        .collect();
    Some((between, u64::from(most - least) + 1))
}

/// Column and row of a square that is called `B12` or `5,2`.
fn square(name: &str) -> Option<(u32, u32)> {
    if let Some((column, row)) = name.split_once(',') {
        return Some((column.parse().ok()?, row.parse().ok()?));
    }
    let letter = name.chars().next().filter(char::is_ascii_alphabetic)?;
    Some((u32::from(letter.to_ascii_uppercase()), name[1..].parse().ok()?))
}

/// Choices in the order of the question, unless their order is the answer.
fn in_order(mut ids: Vec<String>, request: &Request) -> Vec<String> {
    if let QuestionKind::ChooseMany { options, .. } = &request.kind {
        let place = |id: &String| options.iter().position(|choice: &Choice| choice.id == *id);
        ids.sort_by_key(place);
    }
    ids
}

/// The names in an answer. A name that is printed in several words, or with a comma, is one: as many words as make a name are
/// taken together.
fn names<'t>(text: &'t str, request: &Request) -> impl Iterator<Item = &'t str> {
    let words = word_ends(text);
    let mut at = 0;
    std::iter::from_fn(move || {
        let start = words.get(at)?.0;
        let name = |end: usize| &text[start..words[end - 1].1];
        let is_one = |end: &usize| request.meaning(repeated(name(*end)).1) != Meaning::Nothing;
        let most = (at + LONGEST_NAME).min(words.len());
        at = (at + 2..=most).rev().find(is_one).unwrap_or(at + 1);
        Some(name(at))
    })
}

/// `HP*3` and `3xHP`: how often, and what.
fn repeated(word: &str) -> (usize, &str) {
    if let Some((what, times)) = word.rsplit_once('*')
        && let Ok(times) = times.parse()
    {
        return (times, what);
    }
    match word.split_once(['x', '*']) {
        Some((times, what)) if !what.is_empty() => times.parse().map_or((1, word), |times| (times, what)),
        _ => (1, word),
    }
}
