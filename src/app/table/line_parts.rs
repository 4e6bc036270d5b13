//! Parts of a line: what its next words answer, and whether a question goes on from those that the line has answered. Only looks;
//! what is answered, and taken back, is for `answer.rs`.

use crate::dice::Die;
use crate::referee::{
    Answer, Choice, Meaning, QuestionKind, Refusal, Request, Table, agreed, in_figures, is_deed, is_ending, is_small,
    read_answer, words_apart,
};

use super::said::{SaidLine, is_one_of, is_then, names_action, one_of, times_called};

/// Words that say what goes into what.
pub(super) const LEADING: [&str; 2] = ["into", "onto"];

/// What the next words of a line are.
pub(super) enum Part<'r> {
    /// So many answer what is asked.
    Answer(&'r Request, usize),
    /// So many name what was settled without asking.
    Said(usize),
    /// Behind so many so many others answer what is asked.
    Later(usize, usize),
    /// They name something else than what was settled, which cannot be.
    Cannot(Refusal),
    /// Nothing is asked that they could belong to.
    LeftOver,
}

pub(super) fn next_part<'r>(
    asked: Option<&'r Request>,
    (foregone, is_again, line): (&[Request], bool, &SaidLine),
    words: &[&str],
) -> Part<'r> {
    let answered = asked.and_then(|asked| Some((asked, part_of_answer(asked, words)?)));
    let was_answer = answered.is_some();
    // Whoever has said what is done does something else only where that is named, and not in passing: `here` is no `store
    // cards here`.
    let is_in_passing = |(asked, count): &(&Request, usize)| {
        is_again && (!names_action(asked, &words[..*count]) || !is_place(asked) && line.are_targets(&words[..*count]))
    };
    let answered = answered.filter(|answer| !is_in_passing(answer));
    // `Otto stays` is no `Otto`, with whose step the turn ends by itself.
    let is_told = !is_ending(words[0]) || ENDS.iter().any(|end| end.eq_ignore_ascii_case(words[0]));
    let said = foregone.iter().rev().filter(|_| is_told).find_map(|settled| legal_part(settled, words));
    // A whole name of what was settled is that, and not the beginning of something else.
    let is_begun =
        |asked: &Request, count: usize| !asked.kind.options().is_empty() && !asked.has_word(&words[..count].join(" "));
    match (answered, said) {
        (Some((asked, count)), said) if said.is_none() || !is_begun(asked, count) => {
            return Part::Answer(asked, taken(asked, words, count));
        }
        (_, Some(count)) => return Part::Said(count),
        // What is said in passing is no answer, whatever it could be alone.
        (None, None) if was_answer => return Part::LeftOver,
        (_, None) => {}
    }
    let is_unknown = asked.is_none_or(|asked| asked.meaning(words[0]) == Meaning::Nothing);
    let refused = |settled: &&Request| matches!(settled.meaning(words[0]), Meaning::Refused(_));
    match (asked, foregone.iter().rev().find(refused).filter(|_| is_unknown)) {
        (_, Some(settled)) => Part::Cannot(settled.why_not(words[0])),
        (Some(asked), None) => later_part(asked, words).map_or_else(
            || {
                let least = if words.len() > 1 && is_of_somebody(words[0]) { 2 } else { 1 };
                Part::Answer(asked, taken(asked, words, asked.words_before_space(words).map_or(least, |said| said + 1)))
            },
            |(skipped, count)| Part::Later(skipped, count),
        ),
        (None, None) => Part::LeftOver,
    }
}

/// Where in a line the answer begins to a question that its next words do not answer, also not with a slip, and how many words it
/// has. Places have an order of their own.
fn later_part(asked: &Request, words: &[&str]) -> Option<(usize, usize)> {
    let is_other = matches!(asked.kind, QuestionKind::Choose { places: false, .. })
        && asked.meaning(words[0]) == Meaning::Nothing
        // `take the axe, drop the rope`, where nothing can be taken, drops no axe.
        && !is_deed(words[0])
        && asked.nearly_begun(words).is_none();
    // What goes into what has its order.
    let leads = words.iter().position(|word| LEADING.contains(word)).unwrap_or(words.len());
    let most = leads.min(MOST_SKIPPED + 1);
    let part = |skipped: usize| {
        let count = legal_part(asked, &words[skipped..])?;
        // What ends something is said last, and means what it is said after.
        let text = words[skipped..skipped + count].join(" ");
        (!ends(asked, &text)).then_some((skipped, count))
    };
    is_other.then(|| (1..most).find_map(part)).flatten()
}

/// Choices that end what a seat does.
pub const ENDS: [&str; 5] = ["done", "end", "stop", "pass", "stay"];
/// Whether an answer ends what is asked.
pub(super) fn ends(asked: &Request, answer: &str) -> bool {
    matches!(asked.meaning(answer), Meaning::Legal(choice) if ENDS.contains(&&*choice.id))
}

/// Nobody names more words before what they begin with.
const MOST_SKIPPED: usize = 3;

/// How many words are the answer to a question: `named`, or all where several are wanted.
const fn taken(asked: &Request, words: &[&str], named: usize) -> usize {
    match asked.kind {
        QuestionKind::ChooseMany { .. } | QuestionKind::Order { .. } | QuestionKind::Draw { cards: 2.., .. } => {
            words.len()
        }
        _ => named,
    }
}

/// How many of the first words answer a question, as far as that can be seen.
pub(super) fn part_of_answer(asked: &Request, words: &[&str]) -> Option<usize> {
    match &asked.kind {
        QuestionKind::Roll { .. } | QuestionKind::Draw { .. } if is_left(words[0]) => Some(1),
        // `I rolled a 4` has more words than dice.
        QuestionKind::Roll { dice, .. } => {
            let is_whole = read_answer(asked, &words.join(" "), &mut |_| 0).is_ok();
            Some(if is_whole { words.len() } else { (*dice).min(words.len()) })
        }
        // `no, D7, no` is a no, and another one later.
        QuestionKind::Confirm { .. }
            if agreed(words[0]).is_some() && words[1..].iter().any(|word| agreed(word).is_some()) =>
        {
            Some(1)
        }
        QuestionKind::Number { .. } | QuestionKind::Confirm { .. } => {
            let reads = |count: &usize| read_answer(asked, &words[..*count].join(" "), &mut |_| 0).is_ok();
            (1..=words.len().min(LONGEST_WORDS)).rev().find(reads)
        }
        _ => legal_part(asked, words),
    }
}

/// A yes or no in words of its own has no more of them.
const LONGEST_WORDS: usize = 6;

/// Whether a word leaves dice or a card to the referee.
fn is_left(word: &str) -> bool {
    ["r", "roll", "deal"].iter().any(|left| left.eq_ignore_ascii_case(word))
}

/// How many dice a question wants.
pub(super) const fn dice_of(asked: &Request) -> Option<usize> {
    if let QuestionKind::Roll { dice, .. } = asked.kind { Some(dice) } else { None }
}

/// Whether what was answered of a line are dice and nothing else.
pub(super) fn are_dice(answered: &[(Request, String)]) -> bool {
    !answered.is_empty() && answered.iter().all(|(asked, _)| dice_of(asked).is_some())
}

/// Whether a line tells what dice of several kinds show, each by itself: those that are asked for, and others behind them.
pub(super) fn are_more_dice(asked: &Request, words: &[&str]) -> bool {
    let QuestionKind::Roll { die, dice, .. } = &asked.kind else { return false };
    words.len() > *dice && words[..*dice].iter().all(|word| is_face(die, word))
}

/// Whether a die has this face, also where it is said in a word.
fn is_face(die: &Die, word: &str) -> bool {
    die.faces().any(|face| face.text.eq_ignore_ascii_case(in_figures(word)))
}

/// A line that tells dice, and others behind a `then`, with the first of them as bare faces: `a 7 and then an 8`.
pub(super) fn as_rolls(asked: &Request, text: &str) -> Option<String> {
    dice_of(asked)?;
    let words: Vec<&str> = text.split_whitespace().collect();
    let then = words.iter().position(|word| is_then(word)).filter(|at| (1..words.len() - 1).contains(at))?;
    let first = words[..then].join(" ");
    let first = first.strip_suffix(" and").unwrap_or(&first);
    match read_answer(asked, first, &mut |_| 0).ok()? {
        Answer::Roll(shown) if shown.iter().all(|shown| shown.typed) => {
            let faces: Vec<&str> = shown.iter().map(|shown| shown.face.as_str()).collect();
            Some(format!("{} {}", faces.join(" "), words[then..].join(" ")))
        }
        _ => None,
    }
}

/// A line that begins with how many cards of one kind were dealt, with the card so often: `2 twitching curtains`, `two one square aways`.
pub(super) fn as_cards(asked: &Request, text: &str) -> Option<String> {
    let QuestionKind::Draw { cards: 0 | 1, .. } = &asked.kind else { return None };
    let (mut told, mut is_counted) = (Vec::new(), false);
    for part in text.split([',', ';']) {
        let words = words_apart(part);
        let Some(name) = counted_card(asked, &words) else {
            told.push(part.trim().to_owned());
            continue;
        };
        is_counted = true;
        told.extend(std::iter::repeat_n(name.1, name.0));
    }
    is_counted.then(|| told.join(", "))
}

/// How many of which card words tell, where they are no name themselves.
fn counted_card(asked: &Request, words: &[&str]) -> Option<(usize, String)> {
    const MOST_COUNTED: usize = 12;
    let (count, rest) = words.split_first().filter(|(_, rest)| !rest.is_empty())?;
    let count = times_called(count.trim_end_matches(['x', 'X', '\u{d7}']));
    let count = count.filter(|count| (2..=MOST_COUNTED).contains(count))?;
    if asked.has_word(&words.join(" ")) {
        return None;
    }
    let name = rest.join(" ");
    let one = [&*name, name.strip_suffix('s').unwrap_or(&name)].into_iter().find(|name| asked.has_word(name))?;
    Some((count, one.to_owned()))
}

/// Whether a line begins with an action or a card that can be chosen, and has more words for what it is done with, or for what is
/// asked next.
#[must_use]
pub fn is_line(asked: &Request, text: &str) -> bool {
    let words = words_apart(text);
    let is_one =
        matches!(asked.kind, QuestionKind::Choose { places: false, .. } | QuestionKind::Draw { cards: 0 | 1, .. });
    is_one
        && !is_name(asked, text)
        && words.len() > 1
        && legal_part(asked, &words).is_some_and(|part| part < words.len())
}

/// Whether a line begins with a number, or with a yes or no, and goes on.
pub(super) fn is_said_first(asked: &Request, words: &[&str]) -> bool {
    matches!(asked.kind, QuestionKind::Number { .. } | QuestionKind::Confirm { .. })
        && part_of_answer(asked, words).is_some_and(|part| part < words.len())
}

/// Whether a text as a whole means something, also something that is refused: a place may have a name of two words.
pub(super) fn is_name(asked: &Request, text: &str) -> bool {
    asked.meaning(text.trim()) != Meaning::Nothing
}

/// What the choice is called that a text means.
pub(super) fn label_meant(asked: &Request, text: &str) -> Option<String> {
    match asked.meaning(text) {
        Meaning::Legal(choice) => Some(choice.label.clone()),
        _ => None,
    }
}

/// Whether a word says whose something is, and not what.
fn is_of_somebody(word: &str) -> bool {
    word.ends_with("'s") || word.ends_with("\u{2019}s")
}

pub(super) fn legal_part(asked: &Request, words: &[&str]) -> Option<usize> {
    // `Prepper's House` is no Prepper's Bungalow and then some House.
    let is_cut = |count: usize, text: &str, choice: &Choice| {
        count < words.len() && is_of_somebody(words[count - 1]) && !choice.label.eq_ignore_ascii_case(text)
    };
    // `lure two` says how many, where a lure is described to take two actions.
    let counts = |count: usize, text: &str, choice: &Choice| {
        let is_number = count > 1 && in_figures(words[count - 1]).parse::<i64>().is_ok();
        let is_name = [&choice.id, &choice.label].iter().any(|name| name.eq_ignore_ascii_case(text));
        let is_named =
            || matches!(asked.meaning(&words[..count - 1].join(" ")), Meaning::Legal(other) if other == choice);
        is_number && !is_name && !is_place(asked) && count < words.len() && is_named()
    };
    let is_legal = |count: &usize| {
        let text = words[..*count].join(" ");
        matches!(asked.meaning(&text), Meaning::Legal(choice)
            if !is_cut(*count, &text, choice) && !counts(*count, &text, choice))
    };
    (1..=words.len()).rev().find(is_legal)
}

/// Whether a question goes on from those of the same line before it: an action with what it is done with, a figure with its way,
/// a walk with its next step, the next of several figures or cards, dice with others, an action with its dice at the end of the
/// line.
pub(super) fn goes_on(
    table: &Table,
    answered: &[(Request, String)],
    asked: &Request,
    (left, is_then): (&[&str], bool),
) -> bool {
    let Some((last, answer)) = answered.last() else { return true };
    let is_again = answered.iter().any(|(before, _)| is_asked_again(table, before, asked));
    // What only chance decides one person may tell for all.
    let is_chance = asked.kind.randomiser().is_some();
    let tells_both =
        dice_of(last).is_some() && dice_of(asked).is_some() && begins_in_faces(asked, table.players(), left);
    // `pressure 7,7: 3 1 5`, and whoever likes rolls for the Townies there.
    let tells_all =
        asked.seat.is_none() && dice_of(asked) == Some(left.len()) && are_all_faces(asked, table.players(), left);
    // `it happens now: Light Fingers`, and whoever likes says which card it is.
    let tells_card = asked.seat.is_none() && is_card_told(asked, left);
    let is_told = is_again || tells_both || tells_all || tells_card;
    if asked.seat != last.seat && !(is_chance && is_told && !asked.secret) {
        return false;
    }
    if dice_of(last).is_some() {
        // One more of the same dice is a slip, unless it is said that they are rolled then: `7, then 8`.
        let is_other = asked.kind.randomiser() != last.kind.randomiser() || is_again || is_then;
        return dice_of(asked).is_some()
            && (is_other || asked.seat != last.seat && begins_in_faces(asked, table.players(), left));
    }
    if is_chance {
        let repeats = !left.is_empty() && left.iter().all(|word| says_number(last, answer, word));
        let players = table.players();
        let are_faces = are_all_faces(asked, players, left) || begins_in_faces(asked, players, left);
        return is_again || are_faces && !repeats || is_card_told(asked, left);
    }
    // From one place to another goes only who went to the first, or stood there; a word that is no place leads nobody astray, and
    // what was done instead of going somewhere has its own places.
    let was_place = is_place(last)
        && matches!(last.meaning(answer), Meaning::Legal(choice) if last.places.spaces.contains(&choice.id));
    let is_place_named = asked.places.has_space(left[0]);
    let is_next = !was_place || !is_place(asked) || !is_place_named || is_about(asked, answer) || is_again;
    is_next && !asked.kind.is_held()
}

/// Whether what was chosen says this number itself: `two hordes, 2 and 1` tells no dice.
fn says_number(asked: &Request, answer: &str, word: &str) -> bool {
    let Meaning::Legal(choice) = asked.meaning(answer) else { return false };
    let names = choice.also.iter().chain([&choice.label]);
    let mut said = names.flat_map(|name| name.split(|c: char| !c.is_alphanumeric()));
    said.any(|said| in_figures(said) == in_figures(word))
}

/// Whether all that is left of a line are the dice that are asked for, as they came up or left to the referee.
fn are_all_faces(asked: &Request, players: &[String], left: &[&str]) -> bool {
    let QuestionKind::Roll { die, dice, .. } = &asked.kind else { return false };
    let is_face = |word: &&str| *word == "_" || is_face(die, word);
    let is_said = |word: &&str| ROLLING.iter().any(|verb| verb.eq_ignore_ascii_case(word));
    // `Ann rolls a 15`: nothing but who rolls stands before that.
    let is_told = || {
        let rolls = left.iter().position(is_said);
        let is_plain = |rolls: usize| left[..rolls].iter().all(|word| rolls_for(asked, players, word));
        rolls.is_some_and(is_plain) && read_answer(asked, &left.join(" "), &mut |_| 0).is_ok()
    };
    matches!(left, [only] if is_left(only)) || left.len() == *dice && left.iter().all(is_face) || is_told()
}

/// Whether a word may say who rolls: somebody who plays, or what is rolled for.
fn rolls_for(asked: &Request, players: &[String], word: &str) -> bool {
    const WHO: [&str; 10] = ["i", "we", "he", "she", "they", "it", "you", "both", "die", "dice"];
    let word = word.trim_matches(|sign: char| !sign.is_alphanumeric());
    let owner = word.strip_suffix("'s").or_else(|| word.strip_suffix("\u{2019}s")).unwrap_or(word);
    is_small(word)
        || is_one_of(word, &WHO)
        || players.iter().any(|name| name.eq_ignore_ascii_case(owner))
        || words_asked(asked).any(|said| one_of(said) == one_of(word))
}

/// How people say that they have rolled, behind something else.
pub(super) const ROLLING: [&str; 12] =
    ["rolled", "rolls", "roll", "rolling", "threw", "throws", "shows", "showing", "got", "gets", "natural", "getting"];

/// Whether what is left of a line begins with the dice that are asked for, and tells others behind them.
fn begins_in_faces(asked: &Request, players: &[String], left: &[&str]) -> bool {
    let Some(dice) = dice_of(asked).filter(|dice| *dice <= left.len()) else { return false };
    are_all_faces(asked, players, &left[..dice])
        && left[dice..].iter().all(|word| in_figures(word).parse::<i64>().is_ok())
}

/// Whether a line goes on with the whole name of the card that was dealt, or leaves it to the referee, for everybody to see.
fn is_card_told(asked: &Request, left: &[&str]) -> bool {
    let is_one = matches!(asked.kind, QuestionKind::Draw { cards: 0 | 1, .. }) && !asked.secret;
    let is_named = || (1..=left.len()).any(|count| asked.has_word(&left[..count].join(" ")));
    is_one && (matches!(left, [only] if is_left(only)) || is_named())
}

/// Whether two questions are the same but for places, numbers and the names of players.
pub(super) fn is_asked_again(table: &Table, one: &Request, other: &Request) -> bool {
    let nobody = |request: &Request| {
        let prompt =
            table.players().iter().fold(request.prompt.clone(), |prompt, name| prompt.replace(name.as_str(), "1"));
        Request { prompt, ..request.clone() }
    };
    is_asked_like(&nobody(one), &nobody(other))
}

/// The words of a question, with the names of squares, as `5,2`, in one piece.
pub(super) fn words_asked(asked: &Request) -> impl Iterator<Item = &str> {
    let words = asked.prompt.split(|c: char| !(c.is_alphanumeric() || c == ','));
    words.map(|word| word.trim_matches(',')).filter(|word| !word.is_empty())
}

/// Whether a question says this word.
pub(super) fn is_asked_with(asked: &Request, word: &str) -> bool {
    words_asked(asked).any(|said| said.eq_ignore_ascii_case(word))
}

/// Whether a question is about what has just been chosen: its words name it, as `D3` or `HP (the Holding Pen)` is called.
fn is_about(asked: &Request, answer: &str) -> bool {
    let (id, name) =
        answer.split_once(" (").map_or((answer, None), |(id, name)| (id, Some(name.trim_end_matches(')'))));
    is_asked_with(asked, id) || name.is_some_and(|name| asked.prompt.contains(name))
}

/// Whether words may be said aloud: whoever names a secret answer on a line of their own gives it away, and what else is secret
/// is not even refused.
pub(super) fn is_open(asked: &Request, words: &[&str]) -> bool {
    !asked.secret || legal_part(asked, words).is_some()
}

/// Whether two questions are about the same, as one step of a walk and the next: only places and numbers differ in their
/// words, and whether there is one or many.
pub(super) fn is_asked_like(one: &Request, other: &Request) -> bool {
    let is_place = |word: &str| {
        let word = word.trim_matches(|c: char| !c.is_alphanumeric());
        word.parse::<i64>().is_ok() || one.places.spaces.contains(word) || one.places.parts.contains_key(word)
    };
    let words = |request: &Request| -> Vec<String> {
        let words = request.prompt.split_whitespace().filter(|word| !is_place(word));
        words.map(|word| word.trim_end_matches('s').to_owned()).collect()
    };
    words(one) == words(other)
}

pub(super) const fn is_place(request: &Request) -> bool {
    matches!(request.kind, QuestionKind::Choose { places: true, .. })
}
