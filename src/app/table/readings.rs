//! Other ways to read a line that answers nothing as it stands: a sentence whose verb is not its first word, words that only
//! join names. What lies on a space is read in `lying.rs`, dice in `told_dice.rs`, ways that lead somewhere in `ways.rs`. Only
//! reads; whether a reading is an answer is tried by others.

use std::collections::BTreeSet;

use crate::diag::Diagnostics;
use crate::model::{FieldText, Piece};
use crate::referee::{
    Meaning, Move, QuestionKind, Request, Scene, Viewer, in_figures, is_ending, is_small, is_turning, is_way,
    lets_pass, words_apart,
};

use super::crowds::{each_of_them, several_along};
use super::line_parts::{ENDS, is_asked_with, words_asked};
use super::lying::{at_piece, figure_of, is_turned_to, placed, several_times};
use super::said::{Reading, begins_action, is_one_of, is_piece, names_action, one_of, targets};
use super::session::Session;
use super::told_dice::{dice_of_all, dice_told};

/// Who people say they are, and what they say before the verb.
const SUBJECTS: [&str; 24] = [
    "i", "we", "he", "she", "they", "i'll", "we'll", "i'd", "let's", "lets", "want", "would", "like", "will", "now",
    "okay", "ok", "oh", "well", "so", "hm", "hmm", "um", "right,",
];
/// Words between names that say nothing where names follow one another. One of these alone is no reading of anything.
const JOINING: [&str; 22] = [
    "a", "an", "to", "on", "in", "at", "from", "off", "of", "with", "by", "against", "over", "under", "below",
    "towards", "toward", "for", "using", "it", "goes", "there",
];
/// What people say who go somewhere, put something on a space, or take the next of several there.
const PUTTING: [&str; 46] = [
    "jump", "jumps", "skate", "skates", "ring", "rings", "hop", "hops", "head", "heads", "sneak", "sneaks", "climb",
    "climbs", "come", "cross", "crosses", "enter", "enters", "rush", "rushes", "hurries", "put", "puts", "place",
    "places", "lay", "lays", "set", "sets", "lives", "live", "stands", "sits", "comes", "into", "next", "last",
    "another", "other", "first", "second", "third", "one", "starts", "belongs",
];
/// How remarks begin that say nothing of what is done.
const REMARKING: [&str; 22] = [
    "it's",
    "its",
    "it",
    "he's",
    "she's",
    "he",
    "she",
    "they",
    "they're",
    "that's",
    "this",
    "because",
    "since",
    "as",
    "so",
    "sorry",
    "damn",
    "yay",
    "finally",
    "hopefully",
    "oops",
    "poor",
];
/// What stands between a word for where something is and what that is called.
const OWNING: [&str; 9] = ["the", "this", "that", "my", "his", "her", "their", "our", "a"];

impl Session {
    /// How a line can be read that is no answer as it stands, the likeliest first.
    pub(super) fn readings(&mut self, given: &Move<'_>) -> Vec<Reading> {
        let mut all = self.readings_of_all(given);
        let asked = self.table.request_of(given.by).cloned();
        let Some(text) = asked.and_then(|asked| self.without_remarks(&asked, given.text)) else { return all };
        let given = Move { text: &text, ..*given };
        all.push(Reading { text: text.clone(), has_verb: false, is_loose: false });
        all.extend(self.readings_of_all(&given));
        all
    }

    /// A line without what people remark behind a comma, which names nothing and answers nothing: `8 days please, it's late already`.
    fn without_remarks(&mut self, asked: &Request, text: &str) -> Option<String> {
        let parts: Vec<&str> = text.split([',', ';', '(']).collect();
        let begins = |part: &&str| part.split_whitespace().next().is_some_and(|first| is_one_of(first, &REMARKING));
        if parts.len() < 2 || !parts[1..].iter().any(begins) {
            return None;
        }
        let scene = self.look(|table| table.scene(Viewer::Everybody)).unwrap_or_default();
        let (spaces, players) = (&self.table.schema().spaces, self.table.players());
        let says = |word: &&str| {
            let plain = word.trim_matches(|sign: char| !sign.is_alphanumeric());
            let is_name = spaces.iter().any(|space| space.eq_ignore_ascii_case(plain))
                || players.iter().any(|name| name.eq_ignore_ascii_case(plain))
                || is_piece(&scene, plain);
            let is_figure = in_figures(plain).parse::<i64>().is_ok();
            is_name
                || self.is_printed_name(plain)
                || is_figure
                || is_way(plain)
                || is_turning(plain)
                || asked.meaning(plain) != Meaning::Nothing
        };
        let is_remark = |part: &&str| begins(part) && !is_ending(part) && !words_apart(part).iter().any(&says);
        let kept: Vec<&str> = parts
            .iter()
            .enumerate()
            .filter(|(at, part)| *at == 0 || !is_remark(part))
            .map(|(_, part)| part.trim())
            .collect();
        (kept.len() < parts.len()).then(|| kept.join(", "))
    }

    /// Whether a word is part of what a piece of the game is called, wherever that is.
    fn is_printed_name(&self, word: &str) -> bool {
        let is_part = |name: &str| {
            name.split(|sign: char| !sign.is_alphanumeric())
                .any(|part| part.len() > 2 && part.eq_ignore_ascii_case(word))
        };
        let pieces = self.game.components.iter().flat_map(|component| &component.pieces);
        let names = |piece: &Piece| {
            let named = |(field, _): &&(String, FieldText)| matches!(&**field, "name" | "title");
            is_part(&piece.id) || piece.fields.iter().filter(named).any(|(_, text)| is_part(&text.text))
        };
        pieces.into_iter().any(names)
    }

    /// The same of all that a line says.
    fn readings_of_all(&mut self, given: &Move<'_>) -> Vec<Reading> {
        let Some(asked) = self.table.request_of(given.by).filter(|asked| self.may_try(given, asked)).cloned() else {
            return Vec::new();
        };
        // Rules with a fault show nothing, and a line can be read all the same.
        let scene = self.look(|table| table.scene(Viewer::Everybody)).unwrap_or_default();
        // Whoever is let through ends nothing by that.
        if lets_pass(given.text) && matches!(asked.kind, QuestionKind::Choose { .. }) {
            return Vec::new();
        }
        if let Some(text) = without_passing(&asked, &scene, given.text) {
            let plain = Reading { text: text.clone(), has_verb: false, is_loose: false };
            let others = self.readings_of_all(&Move { text: &text, ..*given });
            return std::iter::once(plain).chain(others).collect();
        }
        // What one sentence does is not done with what another names: `P2 to C2. lay a bone there`.
        if is_of_two(&asked, &|word| self.is_space(word) || is_piece(&scene, word), given.text) {
            return Vec::new();
        }
        if let QuestionKind::Roll { die, dice, .. } = &asked.kind {
            let players = self.table.players().iter().map(String::as_str);
            let nouns = self.game.components.iter().flat_map(|part| part.title.split_whitespace());
            let nouns = nouns.chain(words_asked(&asked)).filter(|noun| noun.chars().all(char::is_alphabetic));
            return dice_of_all((die, *dice), players, nouns, &scene, given.text).into_iter().collect();
        }
        let own = asked.seat.map(|seat| self.table.name(seat).to_owned());
        // Not every question is about places, and what is said on its line may be.
        let spaces = self.table.schema().spaces.clone();
        let mut all = readings(&asked, (own.as_deref(), &spaces), given.text);
        let figures = figure_of(&asked, &scene);
        let loose = loosened(&asked, (own.as_deref(), &figures), given.text);
        let plain = Reading { text: given.text.to_owned(), has_verb: false, is_loose: false };
        // With a single word there is nothing to leave out.
        all.extend(with_tail(&asked, given.text));
        let walked = self.walked(given, if loose.is_empty() { std::slice::from_ref(&plain) } else { &loose });
        all.extend(loose.into_iter().chain(walked));
        let amount = several_times(&asked, &scene, &spaces, given.text);
        all.extend(without_staying(&asked, given.text));
        let placed = placed(&asked, &scene, &all, (&spaces, amount.is_some(), given.text));
        all.extend(placed);
        all.extend(amount);
        all.extend(each_of_them(&asked, &scene, &spaces, given.text));
        all.extend(several_along(&asked, &scene, &spaces, given.text));
        all.extend(without_between(&asked, &spaces, given.text));
        let corners = all.iter().chain([&plain]).find_map(|reading| self.in_corner(&asked, &reading.text));
        all.extend(corners);
        all = each_once(all, given.text);
        let led: Vec<Reading> = all.iter().chain([&plain]).filter_map(|reading| self.led(given, reading)).collect();
        all.extend(led);
        all.extend(dice_told(&asked, &scene, self.table.players(), given.text));
        let home: Vec<Reading> =
            all.iter().chain([&plain]).filter_map(|reading| at_piece(&asked, &scene, &spaces, reading)).collect();
        all.extend(home);
        let targets = targets(given.text);
        all.retain(|reading| !is_turned_to(&asked, &scene, &targets, &words_apart(&reading.text)));
        each_once(all, given.text)
    }

    /// Whether lines may be tried on a question: nothing of what is secret is given away, but to whoever is asked.
    pub(super) fn may_try(&self, given: &Move<'_>, asked: &Request) -> bool {
        !asked.secret || given.by.is_some() && asked.seat.map(|seat| self.table.name(seat)) == given.by
    }

    /// Why a line would not count as a whole, read as it would be; nothing where it would. None where it is no line at all.
    pub fn why_not_answer(&mut self, given: &Move<'_>) -> Option<Result<(), Diagnostics>> {
        let all = self.readings(given);
        let plain = Reading { text: given.text.to_owned(), has_verb: true, is_loose: false };
        let lines: Vec<Reading> = std::iter::once(plain).chain(all).collect();
        if lines.iter().any(|line| self.would_answer(&Move { text: &line.text, ..*given })) {
            return Some(Ok(()));
        }
        // The shortest says least that is not meant.
        let tried = lines
            .iter()
            .filter(|line| line.has_verb)
            .filter_map(|line| self.refused(&Move { text: &line.text, ..*given }));
        tried.last().map(Err)
    }
}

/// Whether the first sentence of a line names something and does nothing with it, and a later one says what is done.
fn is_of_two(asked: &Request, names: &dyn Fn(&str) -> bool, text: &str) -> bool {
    let is_action = matches!(asked.kind, QuestionKind::Choose { places: false, .. });
    let Some((first, rest)) = first_sentence(text).filter(|_| is_action) else { return false };
    let does = |part: &str| words_apart(part).iter().any(|word| verb(asked, word).is_some());
    !does(first) && does(rest) && words_apart(first).iter().any(|word| names(word.trim_end_matches(['.', '!', ';'])))
}

/// The first sentence of a line, and what follows.
fn first_sentence(text: &str) -> Option<(&str, &str)> {
    [". ", "! ", "; "].into_iter().filter_map(|sign| text.split_once(sign)).min_by_key(|(first, _)| first.len())
}

/// Whether a question says a word of several, and a line the same of one: `the zombie bites` where the zombies are asked about.
fn is_asked_of_one(asked: &Request, word: &str) -> bool {
    matches!(asked.kind, QuestionKind::Choose { .. })
        && word.chars().count() > 3
        && words_asked(asked).any(|said| one_of(said) == one_of(word))
}

/// A line that names the space where somebody goes, without what it says they pass or enter there and that has no name here:
/// `into the kitchen to I8`, `through the door, D4`, `to the well at C5`.
fn without_passing(asked: &Request, scene: &Scene, text: &str) -> Option<String> {
    const PASSING: [&str; 12] = [
        "into", "through", "towards", "toward", "round", "around", "along", "past", "across", "inside", "outside",
        "behind",
    ];
    let words = words_apart(text);
    let is_places = matches!(asked.kind, QuestionKind::Choose { places: true, .. });
    if !is_places || words.iter().any(|word| is_turning(word)) {
        return None;
    }
    let is_unnamed = |word: &str| {
        let plain = word.trim_end_matches([',', '.', ':']);
        let is_word = plain.len() > 2 && plain.chars().all(char::is_alphabetic) && !is_small(plain) && !is_way(plain);
        is_word && asked.meaning(plain) == Meaning::Nothing && !is_piece(scene, plain)
    };
    let (mut left, mut at) = (Vec::new(), 0);
    while at < words.len() {
        let owned = words[at + 1..].iter().take_while(|word| is_one_of(word, &OWNING)).count();
        let noun = at + 1 + owned;
        let passes = is_one_of(words[at], &PASSING);
        // `to the well at C5`
        let arrives = words[at].eq_ignore_ascii_case("to")
            && owned > 0
            && words.get(noun + 1).is_some_and(|word| is_one_of(word, &["at", "on", "to"]));
        if (passes || arrives) && words.get(noun).is_some_and(|word| is_unnamed(word)) {
            at = noun + 1;
        } else {
            left.push(words[at]);
            at += 1;
        }
    }
    let names_space = left.iter().any(|word| asked.places.has_space(word));
    (left.len() < words.len() && names_space).then(|| left.join(" "))
}

/// The same without those who stay, of whom nothing has to be said: `O11 stays, C11 E11`.
fn without_staying(asked: &Request, text: &str) -> Option<Reading> {
    const STAYS: [&str; 3] = ["stays", "stay", "remains"];
    let parts: Vec<&str> = text.split([',', ';']).map(str::trim).filter(|part| !part.is_empty()).collect();
    let is_staying = |part: &&str| {
        let words: Vec<&str> = words_apart(part).into_iter().filter(|word| !is_small(word)).collect();
        matches!(words[..], [who, stays] if is_one_of(stays, &STAYS) && matches!(asked.meaning(who), Meaning::Legal(_)))
    };
    let left: Vec<&str> = parts.iter().copied().filter(|part| !is_staying(part)).collect();
    let is_places = matches!(asked.kind, QuestionKind::Choose { places: true, .. });
    let text = left.join(", ");
    (is_places && !left.is_empty() && left.len() < parts.len()).then_some(Reading {
        text,
        has_verb: false,
        is_loose: false,
    })
}

/// The same without what is said of several before the first name, and with all small words behind it, which may answer what is
/// asked next: `next one G6, use it`.
fn with_tail(asked: &Request, text: &str) -> Option<Reading> {
    let words = words_apart(text);
    let is_known = |word: &str| asked.meaning(word) != Meaning::Nothing;
    let first = words.iter().position(|word| is_known(word) && !is_small(word)).filter(|first| *first > 0)?;
    let is_talk = |word: &&str| is_small(word) || is_one_of(word, &PUTTING) || is_one_of(word, &SUBJECTS);
    let has_tail = words[first + 1..].iter().any(|word| is_small(word));
    let text = words[first..].join(" ");
    (has_tail && words[..first].iter().all(is_talk)).then_some(Reading { text, has_verb: false, is_loose: false })
}

/// A whole way without the spaces between its ends, where it is asked who goes and then only where to: `W7 V7 U7`.
fn without_between(asked: &Request, spaces: &BTreeSet<String>, text: &str) -> Option<Reading> {
    let words: Vec<&str> = words_apart(text).into_iter().filter(|word| !is_small(word)).collect();
    let is_space = |word: &&str| spaces.iter().any(|space| space.eq_ignore_ascii_case(word));
    let is_places = matches!(asked.kind, QuestionKind::Choose { places: true, .. });
    let [first, ref between @ .., last] = words[..] else { return None };
    // `B3 C3, D4 E4` is of two that go, and no way of the first.
    let is_other = |space: &&str| *space != first && matches!(asked.meaning(space), Meaning::Legal(_));
    let is_one = !between.is_empty() && !between.iter().any(is_other);
    let is_way = is_places && is_one && words.iter().all(is_space) && first != last;
    is_way.then(|| Reading { text: format!("{first} {last}"), has_verb: false, is_loose: false })
}

/// Each reading once, and none that is the line as it stands.
fn each_once(all: Vec<Reading>, text: &str) -> Vec<Reading> {
    let mut known: Vec<Reading> = Vec::new();
    for reading in all.into_iter().filter(|reading| reading.text != text) {
        match known.iter_mut().find(|known| known.text == reading.text) {
            Some(known) => known.is_loose |= reading.is_loose,
            None => known.push(reading),
        }
    }
    known
}

/// How many words people say before a line of which none counts: who they are.
pub(super) fn said_before(asked: &Request, words: &[&str]) -> usize {
    let is_said = |word: &&&str| asked.meaning(word) == Meaning::Nothing && is_one_of(word, &SUBJECTS);
    let said = words.iter().take_while(is_said).count();
    if said < words.len() { said } else { 0 }
}

/// The readings that need no look at the table.
fn readings(asked: &Request, (own, spaces): (Option<&str>, &BTreeSet<String>), text: &str) -> Vec<Reading> {
    let is_action = matches!(asked.kind, QuestionKind::Choose { .. });
    let is_known = |word: &str| asked.meaning(word) != Meaning::Nothing;
    let is_own = |word: &str| own.is_some_and(|own| own.eq_ignore_ascii_case(word.trim_end_matches([',', ':'])));
    // `Maren` in `What does Maren do?` is who does it.
    let is_said = |word: &&str| {
        let is_asked = || is_asked_with(asked, word) || is_asked_of_one(asked, word);
        !is_known(word) && (is_own(word) || is_one_of(word, &SUBJECTS) || is_asked())
    };
    let words: Vec<&str> = words_apart(text).into_iter().skip_while(|word| is_said(word)).collect();
    // A letter at the end, or that a place is called by, is no article.
    let is_name = |at: usize| {
        let last = at + 1 == words.len();
        words[at].len() == 1 && (last || spaces.iter().any(|space| space.eq_ignore_ascii_case(words[at])))
    };
    let counts = |at: &usize| is_known(words[*at]) || is_name(*at) || !is_one_of(words[*at], &JOINING);
    let words: Vec<&str> = (0..words.len()).filter(counts).map(|at| words[at]).collect();
    if words.is_empty() {
        return Vec::new();
    }
    let mut all = Vec::new();
    let verb =
        is_action.then(|| words.iter().enumerate().find_map(|(at, word)| Some((at, verb(asked, word)?)))).flatten();
    if let Some((at, verb)) = verb {
        // `pays an owl` says once more what is paid.
        let label = match asked.meaning(verb) {
            Meaning::Legal(choice) => choice.label.as_str(),
            _ => "",
        };
        let of_label =
            |word: &&str| label.split_whitespace().any(|said| one_of(said) == one_of(word)) && !is_known(word);
        if words.len() > 1 && (0..words.len()).all(|other| other == at || of_label(&words[other])) {
            all.push(Reading { text: verb.to_owned(), has_verb: true, is_loose: false });
        }
        let line = [&[verb], &words[..at], &words[at + 1..]].concat().join(" ");
        all.push(Reading { text: line, has_verb: at > 0 || words.len() < words_apart(text).len(), is_loose: false });
    }
    all.push(Reading { text: words.join(" "), has_verb: false, is_loose: false });
    all.retain(|reading| reading.text != text);
    all
}

/// The readings without any word that names nothing: what is left has to be all that counts. `figures` are what people call the
/// only piece of whoever is asked.
fn loosened(asked: &Request, (own, figures): (Option<&str>, &[String]), text: &str) -> Vec<Reading> {
    let all = words_apart(text);
    // Of what is turned round nothing may be left out.
    if all.iter().any(|word| is_turning(word) && asked.meaning(word) == Meaning::Nothing) {
        return Vec::new();
    }
    let bare = |word: &'_ str| word.trim_end_matches([':', '.', '!', '?', ';']).to_owned();
    let is_places = matches!(asked.kind, QuestionKind::Choose { places: true, .. });
    // Where a piece is `left`, that is a way all the same.
    let is_of_question = |word: &str| {
        word.len() > 1 && (is_asked_with(asked, word) || is_asked_of_one(asked, word)) && !(is_places && is_way(word))
    };
    let is_subject = |word: &str| {
        let who = word.trim_end_matches("'s").trim_end_matches("\u{2019}s");
        let is_figure = || figures.iter().any(|figure| figure.eq_ignore_ascii_case(who));
        own.is_some_and(|own| own.eq_ignore_ascii_case(who)) || is_of_question(who) || is_figure()
    };
    // Where a space is asked for, people say how something comes there, and which of several it is.
    let is_putting = |word: &str| is_places && is_one_of(word, &PUTTING);
    let is_known = |word: &str| asked.meaning(word) != Meaning::Nothing;
    let words: Vec<String> = all.iter().map(|word| bare(word)).collect();
    // A letter alone is an article before it is anything else.
    let is_said = |word: &str| match asked.meaning(word) {
        Meaning::Legal(_) => word.len() > 1 && begins_action(asked, &[word]),
        _ => false,
    };
    let counts = |word: &str| is_known(word) || !(is_subject(word) || is_putting(word));
    let kept = |word: &str| is_said(word) || !is_small(word) && counts(word);
    // `leaves Yusuf in the house` is no `use the house`.
    let is_inside = |at: usize| {
        let before = words[..at].iter().rev().find(|word| !is_one_of(word, &OWNING));
        let is_action = matches!(asked.kind, QuestionKind::Choose { places: false, .. });
        is_action
            && at > 0
            && before.is_some_and(|before| is_one_of(before, &["in", "inside"]))
            && !names_action(asked, &[words[at].as_str()])
    };
    // `the plain one`
    let is_noun = |at: usize| {
        is_one_of(&words[at], &["one", "ones"])
            && at > 0
            && words[at - 1].chars().all(char::is_alphabetic)
            && is_known(&words[at - 1])
    };
    let words: Vec<&str> = (0..words.len())
        .filter(|at| !words[*at].is_empty() && kept(&words[*at]) && !is_noun(*at) && !is_inside(*at))
        .map(|at| words[at].as_str())
        .collect();
    // `that's it for the ghosts`, where it is asked which ghost moves, is no card that is called after them.
    let is_whole = |word: &str| match asked.meaning(word) {
        Meaning::Legal(choice) => [&choice.id, &choice.label].iter().any(|name| name.eq_ignore_ascii_case(word)),
        _ => false,
    };
    let repeats = |word: &&str| !is_whole(word) && words_asked(asked).any(|said| one_of(said) == one_of(word));
    if words.iter().all(repeats) || words.len() == all.len() && words == all {
        return Vec::new();
    }
    let plain = Reading { text: words.join(" "), has_verb: false, is_loose: true };
    let is_choice = matches!(asked.kind, QuestionKind::Choose { .. });
    let verb = || words.iter().enumerate().find_map(|(at, word)| Some((at, verb(asked, word)?)));
    let said = is_choice.then(verb).flatten().map(|(at, verb)| {
        let text = [&[verb], &words[..at], &words[at + 1..]].concat().join(" ");
        Reading { text, has_verb: true, is_loose: true }
    });
    said.into_iter().chain([plain]).collect()
}

/// The action that a line says before any other, where the rules forbid it now.
#[must_use]
pub fn forbidden_verb<'w>(asked: &Request, words: &[&'w str]) -> Option<&'w str> {
    let is_action = matches!(asked.kind, QuestionKind::Choose { places: false, .. });
    let stems = |word: &'w str| [Some(word), word.strip_suffix('s'), word.strip_suffix("es")].into_iter().flatten();
    let said = words.iter().find_map(|word| {
        stems(word).map(|stem| (stem, asked.meaning(stem))).find(|(_, meaning)| *meaning != Meaning::Nothing)
    });
    let is_it = |(stem, meaning): &(&str, Meaning<'_>)| {
        is_action && matches!(meaning, Meaning::Refused(_)) && !asked.is_only_described(stem)
    };
    // `plays Fog`, where cards are forbidden and Fog is one of the answers.
    let is_other = |word: &&str| {
        matches!(asked.meaning(word), Meaning::Legal(choice)
        if [&choice.id, &choice.label].iter().any(|name| name.eq_ignore_ascii_case(word)))
    };
    said.filter(is_it).filter(|_| !words.iter().any(is_other)).map(|(stem, _)| stem)
}

/// The action that a word of a sentence means, as it is typed: `attacks` is `attack`. Nobody ends anything in passing, and a word
/// of the question is none.
fn verb<'r>(asked: &'r Request, word: &str) -> Option<&'r str> {
    let stems = [Some(word), word.strip_suffix('s'), word.strip_suffix("es"), word.strip_suffix("ing")];
    let meant =
        stems.into_iter().flatten().filter(|stem| stem.len() > 1).find_map(|stem| match asked.meaning(stem) {
            Meaning::Legal(choice) if begins_action(asked, &[stem]) && !asked.places.spaces.contains(&choice.id) => {
                Some(choice)
            }
            _ => None,
        })?;
    let is_own = [&meant.id, &meant.label]
        .into_iter()
        .any(|name| name.split_whitespace().any(|own| one_of(own) == one_of(word)));
    if !is_own && words_asked(asked).any(|said| one_of(said) == one_of(word)) {
        return None;
    }
    // Nobody has read an id that stands for a name.
    let named = if meant.has_inner_id() { &meant.label } else { &meant.id };
    (!is_one_of(&meant.id, &ENDS)).then_some(named.as_str())
}
