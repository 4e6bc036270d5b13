//! What people ask the referee, and tell it to take back, in sentences: which command that is. Whether a question of the game has an
//! answer like this is seen before.

use crate::referee::{Back, Custody, in_figures};

use super::command::{Command, command_of, some};
use super::wishes::who_says;

/// How people ask where something is, or what it is.
const ASKED_WHERE: [&str; 8] =
    ["where is ", "where are ", "what is on ", "what lies on ", "who is on ", "who has ", "who holds ", "who carries "];
/// How they ask for a count.
const ASKED_HOW_MANY: [&str; 2] = ["how many ", "how much "];
/// What they say behind what is counted.
const COUNTED: [&str; 14] = [
    " are there on the board",
    " are there on the map",
    " are on the map",
    " are on the table",
    " are in play",
    " are left",
    " are there",
    " is left",
    " is there",
    " left",
    " remain",
    " are on the board",
    " are still there",
    " are alive",
];
const ARTICLES: [&str; 3] = ["a ", "an ", "the "];
const ASKED_WHAT: [&str; 3] = ["what is ", "who is ", "what does "];
/// How they ask for what they hold.
const ASKED_HAND: [&str; 12] = [
    "hand",
    "hands",
    "cards",
    "my hand",
    "my cards",
    "show my hand",
    "show my cards",
    "what do i have",
    "what is in my hand",
    "whats in my hand",
    "what do i hold",
    "what do i have in my hand",
];
/// How they ask what is going on.
const ASKED_STANDING: [&str; 24] = [
    "whose turn is it",
    "whose turn",
    "whos turn",
    "whos turn is it",
    "what now",
    "who is next",
    "what is asked",
    "who goes first",
    "who starts",
    "who moves",
    "who moves now",
    "who is it",
    "whos next",
    "whose move is it",
    "whose go is it",
    "whats next",
    "is it my turn",
    "is it our turn",
    "whose turn is it now",
    "am i next",
    "what day is it",
    "what round is it",
    "what time is it",
    "what turn is it",
];
/// How they ask who is ahead.
const ASKED_SCORE: [&str; 11] = [
    "who is winning",
    "whos winning",
    "who wins",
    "who won",
    "who has won",
    "did we win",
    "did i win",
    "have we won",
    "what is the score",
    "whats the score",
    "who leads",
];
/// How they ask what they can do, or where something can be: as questions begin, and as they end.
const ASKED_LEGAL: [&str; 25] = [
    "what can i do",
    "what can we do",
    "what can i choose",
    "what do i do",
    "what do we do",
    "what are my options",
    "what are my choices",
    "what are the options",
    "what is legal",
    "who can i",
    "who can we",
    "what can he",
    "what can she",
    "where can i",
    "where may i",
    "where can we",
    "where can he",
    "where can she",
    "where can it",
    "how far can",
    "how far may",
    "can i go further",
    "can i go on",
    "can we go on",
    "can i still",
];
const ASKED_FREE: [&str; 6] = ["still free", "is free", "are free", "are allowed", "are legal", "are possible"];
/// How they ask what dice have to show.
const ASKED_ROLL: [&str; 8] = [
    "what do i need",
    "what do we need",
    "what must i roll",
    "what do i have to roll",
    "what should i roll",
    "what number do i need",
    "how high do i have to roll",
    "what are we rolling for",
];
/// What people say who want to go home.
const LEAVING: [&str; 9] = [
    "pause",
    "break",
    "lets stop",
    "lets stop here",
    "lets stop for tonight",
    "lets stop for today",
    "stop for tonight",
    "good night",
    "save and quit",
];
/// What people say who see that the table is otherwise.
const FORGOTTEN: [&str; 6] =
    ["we forgot", "i forgot", "there should be", "there must be", "we lost", "we have forgotten"];
/// And of what somebody has most.
const ASKED_MOST: &str = "who has the most";

/// Contractions in front of a question, and what they stand for.
const CONTRACTED: [(&str, &str); 8] = [
    ("where's ", "where is "),
    ("wheres ", "where is "),
    ("what's ", "what is "),
    ("whats ", "what is "),
    ("who's got ", "who has "),
    ("whos got ", "who has "),
    ("who's ", "who is "),
    ("how's ", "how is "),
];

/// A question without what people say before it, with the contraction at its beginning written out; any other line as it is.
pub fn written_out(line: &str) -> String {
    let plain = without_talk(line.trim()).replace('\u{2019}', "'");
    // `who's turn is it` is asked so.
    if asked_in_words(&plain).is_some() {
        return plain;
    }
    let begins = |begin: &str| plain.get(..begin.len()).is_some_and(|it| it.eq_ignore_ascii_case(begin));
    let told = CONTRACTED.iter().find(|(short, _)| begins(short));
    if let Some((short, long)) = told {
        return format!("{long}{}", &plain[short.len()..]);
    }
    // `show me Ann's tools`
    let shown = ["show me ", "show us ", "can you show me ", "can you show "].iter().find(|begin| begins(begin));
    match shown {
        Some(begin) => format!("show {}", &plain[begin.len()..]),
        None if is_question(&plain) => plain,
        None => line.to_owned(),
    }
}

/// A line without what people say before they ask.
fn without_talk(line: &str) -> &str {
    const TALK: [&str; 8] = ["so ", "so, ", "hey ", "hey, ", "and ", "but ", "well, ", "hm, "];
    let begins = |talk: &&&str| line.get(..talk.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(talk));
    TALK.iter().find(begins).map_or(line, |talk| &line[talk.len()..])
}

/// Whether a line asks something.
pub fn is_question(line: &str) -> bool {
    let line = without_talk(line.trim());
    line.ends_with('?') || is_asked(line) || asked_in_words(line).is_some()
}

/// A question of people to the referee: it is no answer.
pub fn asked_in_words(line: &str) -> Option<Command> {
    let about = |begins: &[&str]| {
        let begin =
            begins.iter().find(|begin| line.get(..begin.len()).is_some_and(|it| it.eq_ignore_ascii_case(begin)))?;
        let about = line[begin.len()..].trim_end_matches(['?', ' ']).trim();
        let about = [" do", " say", " mean"].iter().find_map(|end| about.strip_suffix(end)).unwrap_or(about);
        let about = ARTICLES.iter().find_map(|article| about.strip_prefix(article)).unwrap_or(about);
        (!about.is_empty()).then(|| about.to_owned())
    };
    // Nobody types every apostrophe.
    let plain = line.trim_end_matches(['?', '!', '.', ' ']).to_lowercase().replace(['\'', '\u{2019}'], "");
    let is_one_of = |all: &[&str]| all.contains(&&*plain);
    let begins = |all: &[&str]| {
        all.iter().any(|begin| plain.strip_prefix(begin).is_some_and(|rest| !rest.starts_with(char::is_alphabetic)))
    };
    if is_one_of(&ASKED_HAND) {
        return Some(Command::Hand);
    }
    if is_one_of(&["what happened", "what just happened", "what has happened"]) {
        return Some(Command::Recap);
    }
    if is_one_of(&ASKED_STANDING) {
        return Some(Command::Standing);
    }
    if is_one_of(&ASKED_SCORE) || plain.starts_with(ASKED_MOST) {
        return Some(Command::Score);
    }
    if begins(&ASKED_LEGAL) || plain.starts_with("which ") && ASKED_FREE.iter().any(|end| plain.ends_with(end)) {
        return Some(Command::Legal);
    }
    if begins(&ASKED_ROLL) {
        return Some(Command::Rules(String::new()));
    }
    // `which ghosts are on the board`
    let lying = plain.strip_prefix("which ").and_then(|rest| COUNTED.iter().find_map(|end| rest.strip_suffix(end)));
    if let Some(lying) = lying.and_then(some) {
        return Some(Command::Where(lying));
    }
    if is_one_of(&LEAVING) {
        return Some(Command::Quit);
    }
    if begins(&FORGOTTEN) || plain.ends_with("we forgot it") || plain.ends_with("i forgot it") {
        return Some(Command::Forgotten);
    }
    if let Some(counted) = about(&ASKED_HOW_MANY) {
        let end = COUNTED.iter().find_map(|end| counted.strip_suffix(end));
        return Some(Command::HowMany(end.unwrap_or(&counted).to_owned()));
    }
    let what = |about: String| Command::WhatIs(about, line.to_owned());
    about(&ASKED_WHERE).map(Command::Where).or_else(|| about(&ASKED_WHAT).map(what))
}

/// What a line is that begins with no command: who asks does not answer yet.
pub fn asked_or_answered(line: &str) -> Command {
    if let Some(taken_back) = taken_back(line) {
        return taken_back;
    }
    if is_all_rolled(line) {
        return Command::RollAll;
    }
    if let Some((of, who)) = handed_over(line) {
        return Command::Custody(of, who);
    }
    if is_asked(line) {
        return Command::Asked(line.to_owned());
    }
    let Some(about) = line.strip_suffix('?') else { return Command::Answer(line.to_owned()) };
    // `score?` is the command.
    match command_of(about.trim()) {
        Some(Ok(command)) => command,
        _ => Command::WhyNot(some(without_asking(about))),
    }
}

/// Whether a line first takes something back, and then says what should have been.
pub fn begins_with_undo(line: &str) -> bool {
    const BEGINNINGS: [&str; 9] = [
        "undo ",
        "undo, ",
        "take that back",
        "take it back",
        "scrap that",
        "cancel that",
        "forget that",
        "i meant ",
        "we meant ",
    ];
    let spoken = without_interjections(line).to_lowercase();
    BEGINNINGS.iter().any(|begin| spoken.starts_with(begin)) && taken_back(line).is_some()
}

/// `take back 2`, and other ways to say that the last line should not have been.
fn taken_back(line: &str) -> Option<Command> {
    const WAYS: [&str; 11] = [
        "take that back",
        "take it back",
        "take back",
        "undo",
        "never mind",
        "nevermind",
        "scrap that",
        "forget that",
        "cancel that",
        "cancel it",
        "cancel",
    ];
    let spoken = without_interjections(line);
    let was_said =
        spoken.len() < line.trim().len() || line.to_lowercase().trim_end_matches(['.', '!', ' ']).ends_with("sorry");
    if let Some(meant) = meant_instead_of(spoken, was_said) {
        return Some(Command::UndoFor(meant));
    }
    let plain = spoken.to_lowercase().replace([',', '.', '!'], "");
    // `sorry, that was wrong, undo`, `oops no barrier, take that back`
    let is_taken_back =
        ["undo", "undo that", "undo it", "take that back", "take it back"].iter().any(|said| plain.ends_with(said));
    if was_said && is_taken_back {
        return Some(Command::Undo(Back::Times(1)));
    }
    let rest = WAYS.iter().find_map(|way| plain.strip_prefix(way))?.trim();
    match rest.parse() {
        Ok(times @ 1_usize..) => Some(Command::Undo(Back::Times(times))),
        _ if matches!(
            rest,
            "" | "please" | "that" | "it" | "this" | "the last step" | "the last one" | "the last move"
        ) =>
        {
            Some(Command::Undo(Back::Times(1)))
        }
        _ => None,
    }
}

/// A line without what people say first when something went wrong.
fn without_interjections(line: &str) -> &str {
    const SAID: [&str; 16] = [
        "oh", "oops", "ups", "sorry", "wait", "no", "please", "hold on", "hang on", "hm", "hmm", "ah", "argh", "damn",
        "ouch", "stop",
    ];
    let mut rest = line.trim();
    loop {
        let begins = |word: &&&str| {
            let begin = rest.get(..word.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(word));
            begin && rest[word.len()..].starts_with([' ', ',', '!', '.'])
        };
        let Some(word) = SAID.iter().find(begins) else { return rest };
        rest = rest[word.len()..].trim_start_matches([' ', ',', '!', '.']);
    }
}

/// How people say what dice showed.
pub(super) const DICE_TOLD: [&str; 7] = ["had", "have", "has", "rolled", "got", "was", "were"];

/// What should have been typed: `take that back, I meant F8`, `we meant the tools`, and `that was a 12` where a word before says
/// that something went wrong.
fn meant_instead_of(spoken: &str, was_said: bool) -> Option<String> {
    // `a 3, not a 1`, `Ann takes the lamp instead`
    let spoken =
        [", not ", " not a ", " instead of "].iter().fold(spoken, |said, sign| said.split(sign).next().unwrap_or(said));
    let spoken = spoken.trim_end_matches(['.', '!', ' ', ',']);
    let spoken = spoken.strip_suffix("sorry").unwrap_or(spoken).trim_end_matches([' ', ',']);
    let spoken = spoken.strip_suffix(" instead").unwrap_or(spoken);
    let lower = spoken.to_ascii_lowercase();
    let whole = |text: &str| some(text.trim_start_matches([':', ',', ' ']).trim_end_matches([',', ' ', '.', '!']));
    let without_undo = |text: &'_ str| text.strip_suffix("undo").unwrap_or(text).to_owned();
    let at = [" i meant ", " we meant ", " i mean "].iter().find_map(|said| Some((lower.find(said)?, said.len())));
    if let Some((at, length)) =
        at.filter(|(at, _)| lower[..*at].starts_with("take ") || lower[..*at].starts_with("undo"))
    {
        return whole(&without_undo(&spoken[at + length..]));
    }
    // `take that back, Otto goes to C10`
    let taken = ["take that back, ", "take it back, ", "undo that, ", "scrap that, ", "cancel that, "];
    if let Some(begin) = taken.iter().find(|begin| lower.starts_with(**begin)) {
        let rest = spoken[begin.len()..].trim();
        let is_talk =
            ["please", "sorry", "it was wrong", "that was wrong"].iter().any(|said| rest.eq_ignore_ascii_case(said));
        return if is_talk { None } else { whole(&without_undo(rest)) };
    }
    let begin = ["i meant ", "we meant ", "i mean "].iter().find(|begin| lower.starts_with(**begin));
    if let Some(begin) = begin {
        return whole(&without_undo(&spoken[begin.len()..]));
    }
    let number = ["that was a ", "it was a ", "that was ", "it was ", "that's a "].iter().find_map(|begin| {
        // `a 2 and a 3` are two dice.
        let rest = lower.strip_prefix(begin)?.replace(['.', '!', ','], " ");
        let words = rest.split_whitespace().filter(|word| !matches!(*word, "a" | "an" | "and"));
        let numbers: Vec<&str> = words.map(in_figures).collect();
        let are_numbers = !numbers.is_empty() && numbers.iter().all(|number| number.parse::<u32>().is_ok());
        are_numbers.then(|| numbers.join(" "))
    });
    // `oops, that was a Jammed`
    let named = || {
        let begin = ["that was ", "it was ", "that's ", "it's "].iter().find(|begin| lower.starts_with(**begin))?;
        let rest = spoken[begin.len()..].trim();
        let rest = ["a ", "an ", "the "].iter().find_map(|article| rest.strip_prefix(article)).unwrap_or(rest);
        let is_talk = |rest: &str| ["wrong", "mistake", "not right"].iter().any(|talk| rest.starts_with(talk));
        whole(rest).filter(|rest| !is_talk(&rest.to_lowercase()))
    };
    // `oops, they had 2 6`
    let told = || {
        let words: Vec<&str> = lower.split([' ', ',']).collect();
        let is_told = words.iter().any(|word| DICE_TOLD.contains(word));
        let has_figure = words.iter().any(|word| in_figures(word).parse::<u32>().is_ok());
        (is_told && has_figure).then(|| whole(spoken)).flatten()
    };
    number.or_else(named).or_else(told).filter(|_| was_said)
}

/// `we deal the house cards ourselves`, `from now on you roll`: who does it from here on, and for which die or deck.
fn handed_over(line: &str) -> Option<(Option<String>, Custody)> {
    const FROM_NOW: [&str; 4] = ["from now on", "from here on", "for the rest of the game", "from now"];
    let plain = line.to_lowercase().replace([',', '.', '!'], " ");
    let without = FROM_NOW.iter().fold(plain.clone(), |rest, said| rest.replace(said, " "));
    let lasts =
        without != plain || plain.split(' ').any(|word| matches!(word, "ourselves" | "yourself" | "always" | "own"));
    let rest = without.trim().trim_start_matches("the ").trim_end_matches(" please");
    let (who, name) = who_says(rest).filter(|_| lasts)?;
    let name: Vec<&str> = name.split(' ').filter(|word| *word != "again").collect();
    // Who rolls has no cards.
    let rolls = plain.split(' ').any(|word| matches!(word, "roll" | "rolls"));
    let of = some(&name.join(" ")).or_else(|| rolls.then(|| "dice".to_owned()));
    Some((of, who))
}

/// Whether a line leaves to the referee all that is rolled or dealt next: `roll the rest`, `you deal all of them`.
fn is_all_rolled(line: &str) -> bool {
    const ROLLING: [&str; 4] = ["roll", "deal", "draw", "throw"];
    const ALL: [&str; 5] = ["all", "everything", "rest", "others", "remaining"];
    const BESIDES: [&str; 16] = [
        "you", "the", "of", "them", "it", "for", "us", "me", "please", "dice", "cards", "can", "now", "just", "these",
        "those",
    ];
    let lower = line.to_lowercase();
    let said: Vec<&str> = lower.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let has = |all: &[&str]| said.iter().any(|word| all.contains(word));
    let is_known = |word: &&str| ROLLING.contains(word) || ALL.contains(word) || BESIDES.contains(word);
    has(&ROLLING) && has(&ALL) && said.iter().all(is_known)
}

/// Whether a line begins as a question does that nothing else has understood. `do it` is none.
fn is_asked(line: &str) -> bool {
    const ASKING: [&str; 12] =
        ["how", "what", "what's", "where", "which", "who", "whose", "when", "does", "is", "are", "should"];
    const WHO: [&str; 4] = ["i", "we", "you", "they"];
    let mut words = line.split_whitespace();
    let is_one_of = |word: &str, all: &[&str]| all.iter().any(|known| known.eq_ignore_ascii_case(word));
    match (words.next(), words.next()) {
        (Some(first), Some(second)) => {
            is_one_of(first, &ASKING) || first.eq_ignore_ascii_case("do") && is_one_of(second, &WHO)
        }
        _ => false,
    }
}

/// Whether a line asks why something is so, and not why something cannot be done.
pub(super) fn is_asked_why(line: &str) -> bool {
    const SO: [&str; 10] = ["is", "are", "was", "were", "does", "do", "did", "has", "have", "am"];
    let mut words = line.split_whitespace();
    let begins = words.next().is_some_and(|word| word.eq_ignore_ascii_case("why"));
    begins && words.next().is_some_and(|word| SO.iter().any(|so| so.eq_ignore_ascii_case(word)))
}

/// What people want to know the reason of: `can't I shoot` is `shoot`, and `not` alone is all there is.
pub fn without_asking(rest: &str) -> &str {
    const ASKING: [&str; 12] =
        ["not", "can't", "cant", "can\u{2019}t", "cannot", "couldn't", "can", "may", "mustn't", "i", "we", "not"];
    let mut rest = rest.trim_end_matches('?').trim();
    for asking in ASKING {
        let begins = rest.get(..asking.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(asking));
        let is_word = begins && rest[asking.len()..].chars().next().is_none_or(|next| [' ', '?'].contains(&next));
        rest = if is_word { rest[asking.len()..].trim_start_matches(['?', ' ']) } else { rest };
    }
    rest
}
