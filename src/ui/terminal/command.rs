//! What a typed line means: an answer, or one of the few commands. An option of the game wins over a command of its name.

use std::collections::BTreeSet;

use crate::diag::did_you_mean;
use crate::referee::{Back, Custody, Meaning, QuestionKind, Refusal, Request, View, in_figures, read_answer};

use super::asking::{asked_in_words, asked_or_answered, begins_with_undo, is_asked_why, without_asking, written_out};
use super::question::has_numbers;

/// What people want.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Command {
    /// To answer.
    Answer(String),
    /// To leave dice and cards to the referee, until something is to be decided.
    RollAll,
    /// Nothing but Enter.
    Enter,
    /// To know why something cannot be chosen, or all that cannot.
    WhyNot(Option<String>),
    /// To go back.
    Undo(Back),
    /// To go back, said in a word that may also mean what is asked now.
    Back,
    /// Takes back what somebody answered beside others.
    UndoOf(String),
    /// Takes back all of this turn.
    UndoTurn,
    /// Takes back the last line, which should have been this one.
    UndoFor(String),
    /// To do so many things again that were taken back.
    Redo(usize),
    /// To read in the rules: a heading, or what applies now.
    Rules(String),
    /// To read what stands on a piece.
    Card(String),
    /// What something is or does, and the question as it was asked.
    WhatIs(String, String),
    /// To see the whole table again.
    Show,
    /// A picture of the board.
    Picture,
    /// So many lines of the log.
    Log(usize),
    /// The score.
    Score,
    /// To count.
    Audit,
    /// To set fields.
    Adjust(String),
    /// To write something down.
    Note(String),
    /// To see what this seat may see.
    Look(String),
    /// To see what whoever is asked holds.
    Hand,
    /// To know where a piece is, or what lies on a place.
    Where(String),
    /// To hand a die or deck over.
    Custody(Option<String>, Custody),
    /// To know who has which.
    WhoRolls,
    /// To know something of the rules, asked in a sentence.
    Asked(String),
    /// What happened lately.
    Recap,
    /// How the table stands, and whose turn it is.
    Standing,
    /// What can be answered now.
    Legal,
    /// To say that something lies otherwise on the table.
    Forgotten,
    /// Turn times and dice.
    Statistics,
    /// To give a seat, by its name, another one.
    Rename(String, String),
    /// To sit down at the table.
    Join(String),
    /// To leave it for good.
    Leave(String),
    /// How many there are of something.
    HowMany(String),
    /// A page of help, or what one command does.
    Help(String),
    /// To leave.
    Quit,
}

impl Command {
    /// Whether people only want to know something.
    #[must_use]
    pub const fn only_looks(&self) -> bool {
        matches!(
            self,
            Self::WhyNot(_)
                | Self::Rules(_)
                | Self::Card(_)
                | Self::WhatIs(..)
                | Self::Where(_)
                | Self::HowMany(_)
                | Self::Asked(_)
                | Self::Standing
                | Self::Legal
                | Self::Forgotten
                | Self::Score
                | Self::Help(_)
        )
    }
}

/// How many lines of the log are usual.
const LOG_LINES: usize = 12;

/// A command, as it is typed and as the page of help tells it.
pub struct Word {
    verb: Verb,
    /// In full.
    pub long: &'static str,
    /// In short, if there is anything shorter.
    pub short: Option<&'static str>,
    /// What it does.
    pub says: &'static str,
}

#[derive(Clone, Copy)]
enum Verb {
    Roll,
    WhyNot,
    Undo,
    Redo,
    Rules,
    Card,
    Show,
    Look,
    Board,
    Log,
    Score,
    Audit,
    Adjust,
    Note,
    Custody,
    Recap,
    Statistics,
    Rename,
    Join,
    Leave,
    Help,
    Quit,
}

/// Every command.
pub const COMMANDS: [Word; 22] = [
    word(Verb::Roll, "roll", Some("r"), "the referee rolls, or deals, what is asked for; roll all: all that comes"),
    word(Verb::WhyNot, "why", Some("?"), "what cannot be chosen now, and why not; ? D4 for one thing, ? more"),
    word(Verb::Undo, "undo", Some("u"), "takes back the last line; u 3 three; undo turn; u #12 all after it"),
    word(Verb::Redo, "redo", None, "does again what was taken back; redo 3 three things"),
    word(Verb::Rules, "rules", None, "what the rules say about it now; rules lure about anything"),
    word(Verb::Card, "card", None, "flame thrower: what stands on a card or any other piece"),
    word(Verb::Show, "show", None, "the whole table again; so does Enter"),
    word(Verb::Look, "look", None, "Ann: what only Ann may see; B6, ghost: what is there; alone: secret"),
    word(Verb::Board, "board", None, "writes a picture of the board to output/, as SVG and PNG"),
    word(Verb::Log, "log", None, "the log; log 20 for the last 20 lines"),
    word(Verb::Score, "score", None, "the score, or what it would be now"),
    word(Verb::Audit, "audit", None, "counts what lies on the table, and sets right what differs"),
    word(Verb::Adjust, "adjust", None, "pen=29 because one fell off: the table is right; alone: what there is"),
    word(Verb::Note, "note", None, "Ann has to leave at nine: written into the log"),
    word(
        Verb::Custody,
        "custody",
        None,
        "table, app or ask: who rolls; custody d6 app for one die; alone: who does now",
    ),
    word(Verb::Recap, "recap", None, "how the table stands, and what happened since the round began"),
    word(Verb::Statistics, "stats", None, "how long turns take, and dice against what is expected"),
    word(Verb::Rename, "rename", None, "Bob Robert: the seat of Bob is called Robert"),
    word(Verb::Join, "join", None, "Dan: whether somebody can sit down now, or why not"),
    word(Verb::Leave, "leave", None, "Bob: whether somebody can leave for good, or why not"),
    word(Verb::Help, "help", Some("h"), "this page; help undo what one of these does"),
    word(Verb::Quit, "quit", Some("q"), "leaves; the table is kept"),
];

const fn word(verb: Verb, long: &'static str, short: Option<&'static str>, says: &'static str) -> Word {
    Word { verb, long, short, says }
}

/// Words that people type, and the commands that they mean.
const ALSO: [(&str, &str); 8] = [
    (BACK[0], "undo"),
    (BACK[1], "undo"),
    // As the verb of the command line is called.
    ("statistics", "stats"),
    ("points", "score"),
    ("history", "log"),
    ("rule", "rules"),
    ("exit", "quit"),
    ("bye", "quit"),
];

/// Words that people type to leave what they have begun.
const BACK: [&str; 2] = ["back", "cancel"];

/// What a line means while this question waits.
///
/// # Errors
/// A command that cannot be understood.
pub fn read_command(line: &str, request: Option<&Request>) -> Result<Command, Refusal> {
    let written = written_out(line);
    let line = written.trim();
    if let Some(command) = line.strip_prefix(':') {
        return command_of(command.trim()).unwrap_or_else(|| Err(unknown(command)));
    }
    if line.is_empty() {
        return Ok(Command::Enter);
    }
    let is_back = BACK.iter().any(|back| back.eq_ignore_ascii_case(line));
    // `back to 6`, where 6 is a place to go to.
    let back = line.get(..5).filter(|begin| begin.eq_ignore_ascii_case("back ")).map(|_| line[5..].trim());
    let back = back.map(|rest| rest.strip_prefix("to ").unwrap_or(rest).trim());
    if let Some(place) = back.filter(|place| request.is_some_and(|request| is_answer(place, request))) {
        return Ok(Command::Answer(place.to_owned()));
    }
    // `back on top`, where something can be put there.
    if back.is_some() && request.is_some_and(|request| request.meaning(line) != Meaning::Nothing) {
        return Ok(Command::Answer(line.to_owned()));
    }
    // `undo that, I meant 15` is no roll that comes next.
    let is_said = request.is_some_and(|request| is_answer(line, request)) && !begins_with_undo(line);
    if let Some(asked) = shown(line).or_else(|| asked_in_words(line)).filter(|_| !is_said) {
        return Ok(asked);
    }
    match request.filter(|request| is_said || is_begun(line, request)) {
        Some(_) => Ok(Command::Answer(line.to_owned())),
        None if is_back => Ok(Command::Back),
        None => command_of(line).unwrap_or_else(|| Ok(asked_or_answered(line))),
    }
}

/// What people want to be shown: `show me Ann's tools`, `show the board`.
fn shown(line: &str) -> Option<Command> {
    let rest = line.get(..5).filter(|begin| begin.eq_ignore_ascii_case("show ")).map(|_| line[5..].trim())?;
    let lower = rest.trim_end_matches(['?', '.', '!']).to_lowercase();
    let plain = ["the ", "my ", "our "].iter().find_map(|article| lower.strip_prefix(article)).unwrap_or(&lower);
    Some(match plain {
        "board" | "map" | "table" => Command::Show,
        "score" => Command::Score,
        "rules" => Command::Rules(String::new()),
        "hand" | "cards" => Command::Hand,
        "log" => return None,
        _ => Command::Where(rest.to_owned()),
    })
}

/// A line that looks something up by its name, whatever else its first word may be.
pub fn look_up(line: &str) -> Option<Command> {
    let command = command_of(line.trim())?.ok()?;
    matches!(command, Command::Card(_) | Command::Rules(_) | Command::Look(_)).then_some(command)
}

/// Whether the question has exactly this answer. A letter that stands alone in the name of a thing is that thing, also where
/// the rules forbid it.
fn is_answer(line: &str, request: &Request) -> bool {
    if let QuestionKind::Roll { .. } = request.kind {
        return read_answer(request, line, &mut |_| 0).is_ok();
    }
    if let QuestionKind::Confirm { yes, no } = &request.kind
        && [yes, no].iter().any(|words| words.eq_ignore_ascii_case(line))
    {
        return true;
    }
    let is_it = |text: &str| text.eq_ignore_ascii_case(line);
    let is_letter = line.chars().count() == 1 && line.chars().all(char::is_alphanumeric);
    request.kind.options().iter().any(|choice| is_it(&choice.id) || is_it(&choice.label))
        || request.refused.iter().any(|refused| is_it(&refused.id) || is_it(&refused.label))
        || (is_letter && request.has_word(line))
}

/// Whether a line begins with an answer that is called like a command, and goes on with what that is about.
fn is_begun(line: &str, request: &Request) -> bool {
    let first = line.split_whitespace().next().unwrap_or_default();
    // A card is looked up, which does nothing, before it is played.
    let goes_on = first.len() < line.len() && !line.ends_with('?') && !first.eq_ignore_ascii_case("card");
    goes_on && request.kind.options().iter().any(|choice| choice.id.eq_ignore_ascii_case(first))
}

fn unknown(command: &str) -> Refusal {
    let word = command.split_whitespace().next().unwrap_or_default();
    let refusal = Refusal::new(format!("there is no command `{word}`"));
    let close = did_you_mean(word, COMMANDS.iter().map(|known| known.long));
    refusal.hint(close.unwrap_or_else(|| "`h` shows the commands".to_owned()))
}

/// A command by its first word; none if it is not one.
pub fn command_of(line: &str) -> Option<Result<Command, Refusal>> {
    if let Some(id) = line.strip_prefix('?') {
        return Some(Ok(Command::WhyNot(some(id))));
    }
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let (word, rest) = (word.trim_end_matches(',').to_lowercase(), rest.trim());
    let word = ALSO.iter().find(|(also, _)| *also == word).map_or(word, |(_, word)| (*word).to_owned());
    let rest = if word == "why" { without_asking(rest) } else { rest };
    let known = COMMANDS.iter().find(|known| known.long == word || known.short == Some(&*word))?;
    let alone = |command| rest.is_empty().then_some(Ok(command));
    match known.verb {
        Verb::WhyNot if is_asked_why(line) => Some(Ok(Command::Asked(line.to_owned()))),
        Verb::WhyNot => Some(Ok(Command::WhyNot(some(rest)))),
        Verb::Undo if meant_instead(rest).is_some() => meant_instead(rest).map(|line| Ok(Command::UndoFor(line))),
        Verb::Undo if is_polite(rest) => Some(undo("")),
        Verb::Undo if rest.starts_with(char::is_alphabetic) => Some(Ok(undo_of(rest))),
        Verb::Undo => Some(undo(rest)),
        Verb::Redo => Some(redo(rest)),
        Verb::Log => Some(log(rest)),
        Verb::Rules => Some(Ok(Command::Rules(rest.to_owned()))),
        Verb::Card => Some(named(rest, "which card?", "`card` and enough of its name").map(Command::Card)),
        Verb::Adjust => Some(Ok(Command::Adjust(rest.to_owned()))),
        Verb::Note => Some(note(rest)),
        Verb::Look => Some(Ok(Command::Look(rest.to_owned()))),
        Verb::Custody => Some(custody(rest)),
        // These stand alone: with more behind them they are meant as something else.
        Verb::Roll => alone(Command::Answer("roll".to_owned())),
        Verb::Show => alone(Command::Show),
        Verb::Board => alone(Command::Picture),
        // Whose score it is, or `so far`: all of it is shown.
        Verb::Score => Some(Ok(Command::Score)),
        Verb::Audit => alone(Command::Audit),
        Verb::Recap => alone(Command::Recap),
        Verb::Statistics => alone(Command::Statistics),
        Verb::Rename => Some(rename(rest)),
        Verb::Join => Some(named(rest, "who would join?", "`join Dan`").map(Command::Join)),
        Verb::Leave => Some(named(rest, "who would leave?", "`leave Bob`").map(Command::Leave)),
        // `h t` are two coins.
        Verb::Help if word == known.long => Some(Ok(Command::Help(rest.to_owned()))),
        Verb::Help => alone(Command::Help(String::new())),
        Verb::Quit => alone(Command::Quit),
    }
}

fn note(rest: &str) -> Result<Command, Refusal> {
    if rest.is_empty() {
        return Err(Refusal::new("there is nothing to write down").hint("`note Ann leaves at nine`"));
    }
    Ok(Command::Note(rest.to_owned()))
}

/// A name that has to be there.
fn named(rest: &str, question: &str, hint: &str) -> Result<String, Refusal> {
    if rest.is_empty() { Err(Refusal::new(question).hint(hint.to_owned())) } else { Ok(rest.to_owned()) }
}

/// `Bob Robert`; names of several words stand on both sides of `to`.
fn rename(rest: &str) -> Result<Command, Refusal> {
    let names = rest.split_once(" to ").or_else(|| rest.split_once(char::is_whitespace));
    names.map(|(from, to)| Command::Rename(from.trim().to_owned(), to.trim().to_owned())).ok_or_else(|| {
        Refusal::new("whose name becomes which?").hint("`rename Bob Robert`, or `rename Mary Ann to Mary`")
    })
}

pub fn some(text: &str) -> Option<String> {
    let text = text.trim();
    (!text.is_empty()).then(|| text.to_owned())
}

/// `undo that, I meant C6`: what should have been typed.
fn meant_instead(rest: &str) -> Option<String> {
    let lower = rest.to_ascii_lowercase();
    if let Some((at, begin)) = ["i meant", "i mean"].iter().find_map(|begin| Some((lower.find(begin)?, begin))) {
        return some(rest[at + begin.len()..].trim_start_matches([':', ',', ' ']));
    }
    // `undo that, build the piano`
    let begin = ["that,", "it,", "this,"].iter().find(|begin| lower.starts_with(**begin))?;
    some(&rest[begin.len()..])
}

/// What people say behind a command that says nothing more: `undo please`.
fn is_polite(rest: &str) -> bool {
    const SAID: [&str; 7] = ["please", "sorry", "one", "once", "thanks", "one step", "one line"];
    let plain = rest.to_lowercase();
    SAID.contains(&plain.trim_end_matches(['.', '!', ' ']))
}

/// `undo my turn`, `undo the last answer`, or whose answer is taken back.
fn undo_of(rest: &str) -> Command {
    let lower = rest.to_lowercase();
    let lower = lower.trim_end_matches(['.', '!']).trim_end_matches("please").trim_end_matches([' ', ',']);
    let words: Vec<&str> = lower.split(|c: char| !c.is_alphanumeric()).collect();
    let number = words.iter().find_map(|word| in_figures(word).parse::<usize>().ok()).filter(|number| *number > 0);
    match words[..] {
        _ if words.contains(&"turn") => Command::UndoTurn,
        // `the last two`
        [.., _] if number.is_some() && words.contains(&"last") && words.len() <= LAST_WORDS + 1 => {
            Command::Undo(Back::Times(number.unwrap_or(1)))
        }
        ["it" | "this" | "that" | "again"] | [.., "last" | "more"] | ["last" | "the" | "my", ..]
            if !words.iter().any(|word| word.parse::<usize>().is_ok()) && words.len() <= LAST_WORDS =>
        {
            Command::Undo(Back::Times(1))
        }
        _ => Command::UndoOf(rest.to_owned()),
    }
}

/// `my last move` has no more words.
const LAST_WORDS: usize = 3;

fn undo(rest: &str) -> Result<Command, Refusal> {
    let to = rest.strip_prefix('#').map(|entry| entry.trim().parse().map(Back::To));
    let back = to.unwrap_or_else(|| if rest.is_empty() { Ok(Back::Times(1)) } else { rest.parse().map(Back::Times) });
    match back {
        Ok(Back::Times(0)) | Err(_) => Err(not_how_far(rest)),
        Ok(back) => Ok(Command::Undo(back)),
    }
}

/// What is said of something behind `undo` that is no number, and no name of somebody who has answered beside others.
pub(super) fn not_how_far(rest: &str) -> Refusal {
    let refusal = Refusal::new(format!("`{rest}` is not how far to go back"));
    refusal.hint("`u 3` takes back three things, `u #12` everything after entry 12")
}

fn redo(rest: &str) -> Result<Command, Refusal> {
    let plain = rest.trim_end_matches(['.', '!']).to_lowercase();
    match in_figures(&plain).parse() {
        _ if matches!(&*plain, "" | "it" | "that" | "again" | "once more" | "one more") => Ok(Command::Redo(1)),
        _ if matches!(&*plain, "all" | "everything" | "the rest" | "all of it" | "it all") => {
            Ok(Command::Redo(usize::MAX))
        }
        Ok(times) if times > 0 => Ok(Command::Redo(times)),
        _ => Err(Refusal::new(format!("`{rest}` is not how often")).hint("`redo 3` does three things again")),
    }
}

fn log(rest: &str) -> Result<Command, Refusal> {
    match rest.parse() {
        _ if rest.is_empty() => Ok(Command::Log(LOG_LINES)),
        Ok(lines) => Ok(Command::Log(lines)),
        Err(_) => Err(Refusal::new(format!("`{rest}` is not a number of lines")).hint("`log 20` shows the last 20")),
    }
}

/// `table`, or `d6 table`.
fn custody(rest: &str) -> Result<Command, Refusal> {
    if rest.is_empty() {
        return Ok(Command::WhoRolls);
    }
    let (of, to) = rest.rsplit_once(char::is_whitespace).map_or((None, rest), |(of, to)| (some(of), to));
    let known = Custody::WORDS.iter().find(|(word, _)| word.eq_ignore_ascii_case(to));
    known.map(|(_, custody)| Command::Custody(of, *custody)).ok_or_else(|| {
        let refusal = Refusal::new(format!("nobody called `{to}` can roll"));
        refusal.hint("`custody app`: the referee; `custody table`: you, who tell what came up; `custody ask`: each time anew")
            .hint("`custody d6 app` is about one die or deck")
    })
}

/// An answer in which the numbers of choices are their ids.
#[must_use]
pub fn without_numbers(line: &str, request: &Request, view: &View) -> String {
    if !has_numbers(request, view) {
        return line.to_owned();
    }
    let told = request.kind.options_told();
    let id = |word: &str| {
        let number: usize = word.parse().ok()?;
        Some(told.get(number.checked_sub(1)?)?.id.clone())
    };
    let one = |word: &str| match word.split_once('*') {
        Some((what, times)) => id(what).map_or_else(|| word.to_owned(), |id| format!("{id}*{times}")),
        None => id(word).unwrap_or_else(|| word.to_owned()),
    };
    match request.kind {
        QuestionKind::ChooseMany { .. } | QuestionKind::Order { .. } | QuestionKind::Draw { cards: 2.., .. } => {
            line.split([' ', ',']).map(one).collect::<Vec<_>>().join(" ")
        }
        _ => id(line).unwrap_or_else(|| line.to_owned()),
    }
}

/// What can be completed: whatever an answer can be called, players, and commands.
pub fn words_for(view: &View) -> Vec<String> {
    let request = view.request.as_ref();
    let options = request.map_or(&[][..], |request| request.kind.options());
    let yes_no = request.is_some_and(|request| matches!(request.kind, QuestionKind::Confirm { .. }));
    let mut words: Vec<String> = options.iter().map(|choice| choice.id.clone()).collect();
    words.extend(options.iter().filter(|choice| choice.label != choice.id).map(|choice| choice.label.clone()));
    words.extend(["yes", "no"].iter().filter(|_| yes_no).map(|word| (*word).to_owned()));
    words.extend(view.seats.iter().map(|seat| seat.name.clone()));
    words.extend(COMMANDS.iter().map(|known| known.long.to_owned()));
    words.extend(looked_at(view).into_iter().map(|what| format!("look {what}")));
    words
}

/// What can be looked at: players with their hands, then pieces on the board.
fn looked_at(view: &View) -> Vec<String> {
    let pieces: BTreeSet<&str> =
        view.pieces.iter().filter(|piece| piece.count > 0).map(|piece| piece.name.trim()).collect();
    let seats = view.seats.iter().map(|seat| seat.name.as_str());
    seats.chain(pieces.into_iter().filter(|name| !name.is_empty())).map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::dice::{Die, DieFace};
    use crate::referee::{Choice, ScenePiece};

    fn asks(kind: QuestionKind) -> Request {
        let (refused, places) = (Vec::new(), Arc::default());
        Request {
            seat: None,
            prompt: "what now?".to_owned(),
            rule: None,
            secret: false,
            aloud: None,
            timer: None,
            kind,
            refused,
            places,
        }
    }

    fn view() -> View {
        View {
            number: 0,
            status: String::new(),
            seats: Vec::new(),
            pieces: Vec::new(),
            pointers: crate::model::Pointers::default(),
            request: None,
            asked: None,
            waiting: Vec::new(),
            zones: Vec::new(),
            over: false,
            log: Vec::new(),
            score: None,
            since: 0,
            effects: Vec::new(),
            state: serde_json::Value::Null,
        }
    }

    fn choice(id: &str, label: &str) -> Choice {
        Choice { id: id.to_owned(), label: label.to_owned(), most: 2, also: Vec::new() }
    }

    fn choose(ids: &[&str]) -> Request {
        asks(QuestionKind::Choose { options: ids.iter().map(|id| choice(id, "words")).collect(), places: false })
    }

    #[test]
    fn what_ends_with_a_question_mark_is_asked_and_not_answered() {
        let asked = |line: &str| match read_command(line, Some(&choose(&["D4", "stay", "who?"]))) {
            Ok(Command::WhyNot(what)) => what,
            _ => Some("an answer".to_owned()),
        };
        assert_eq!(asked("d4?"), Some("d4".to_owned()));
        assert_eq!(asked("stay ?"), Some("stay".to_owned()));
        assert_eq!(asked("?"), None);
        assert_eq!(asked("who?"), Some("an answer".to_owned()));
    }

    #[test]
    fn commands_are_read() {
        let read = |line: &str| read_command(line, Some(&choose(&["lure", "undone"])));
        assert_eq!(read("lure"), Ok(Command::Answer("lure".to_owned())));
        assert_eq!(read("u"), Ok(Command::Undo(Back::Times(1))));
        assert_eq!(read("undo 3"), Ok(Command::Undo(Back::Times(3))));
        assert_eq!(read("U #12"), Ok(Command::Undo(Back::To(12))));
        assert_eq!(read("?D4"), Ok(Command::WhyNot(Some("D4".to_owned()))));
        assert_eq!(read("log 20"), Ok(Command::Log(20)));
        assert_eq!(
            ["why not", "Why not?", "why not D4"].map(|line| read(line).ok()),
            [Some(Command::WhyNot(None)), Some(Command::WhyNot(None)), Some(Command::WhyNot(Some("D4".to_owned())))]
        );
        assert_eq!(read("cards"), Ok(Command::Hand));
        let leave = choose(&["leave", "stay"]);
        assert_eq!(read_command("leave hank", Some(&leave)), Ok(Command::Answer("leave hank".to_owned())));
        assert_eq!(read("exit"), Ok(Command::Quit));
        assert_eq!(read("custody d6 app"), Ok(Command::Custody(Some("d6".to_owned()), Custody::App)));
        assert_eq!(read("  "), Ok(Command::Enter));
        assert_eq!(read("s 3"), Ok(Command::Answer("s 3".to_owned())));
        assert_eq!(
            ["a", "b", "l", "s"].map(|letter| read(letter).ok()),
            ["a", "b", "l", "s"].map(|letter| Some(Command::Answer(letter.to_owned())))
        );
    }

    #[test]
    fn options_win_over_commands() {
        let request = choose(&["u", "score"]);
        assert_eq!(read_command("u", Some(&request)), Ok(Command::Answer("u".to_owned())));
        assert_eq!(read_command(":u", Some(&request)), Ok(Command::Undo(Back::Times(1))));
        assert_eq!(read_command("Score", Some(&request)), Ok(Command::Answer("Score".to_owned())));
        assert_eq!(read_command(":score", Some(&request)), Ok(Command::Score));
        let wells = asks(QuestionKind::Choose { options: vec![choice("h (the well)", "h (the well)")], places: true });
        assert_eq!(read_command("h", Some(&wells)), Ok(Command::Answer("h".to_owned())));
        assert_eq!(read_command("u", Some(&wells)), Ok(Command::Undo(Back::Times(1))));
        let face = |text: &str| DieFace { text: text.to_owned(), value: None };
        let die = Die::Custom(vec![face("heads"), face("tails")]);
        let coin = asks(QuestionKind::Roll { name: "coin".to_owned(), die, dice: 1 });
        assert_eq!(read_command("h", Some(&coin)), Ok(Command::Answer("h".to_owned())));
        assert_eq!(read_command(":h", Some(&coin)), Ok(Command::Help(String::new())));
    }

    #[test]
    fn numbers_stand_for_choices() {
        let view = view();
        let request = choose(&["lure", "set"]);
        assert_eq!(["2", "3", "set"].map(|line| without_numbers(line, &request, &view)), ["set", "3", "set"]);
        let options = vec![choice("hay", "Hay"), choice("corn", "Corn")];
        let many = asks(QuestionKind::ChooseMany { options, least: 1, most: 3 });
        assert_eq!(without_numbers("2*2 1", &many, &view), "corn*2 hay");
        let numbers = choose(&["1", "3"]);
        assert_eq!(without_numbers("1", &numbers, &view), "1");
    }

    #[test]
    fn where_something_on_the_table_is_a_number_choices_have_none() {
        let request = choose(&["lure", "set"]);
        let mut piece = ScenePiece { label: Some("13".to_owned()), ..ScenePiece::default() };
        let with = |piece: &ScenePiece| View { pieces: vec![piece.clone()], ..view() };
        assert_eq!(without_numbers("1", &request, &with(&piece)), "1");
        piece.label = Some("armed".to_owned());
        assert_eq!(without_numbers("1", &request, &with(&piece)), "lure");
    }

    #[test]
    fn wrong_commands_say_what_would_be_right() {
        let told = |line: &str| read_command(line, None).unwrap_err();
        assert_eq!(told(":scroe").message(), "there is no command `scroe`");
        assert_eq!(told(":scroe").hints_told(), ["did you mean `score`?"]);
        assert_eq!(read_command("u Ann Lee", None), Ok(Command::UndoOf("Ann Lee".to_owned())));
        assert_eq!(told("u 3 4").message(), "`3 4` is not how far to go back");
        assert_eq!(told("u 0").message(), "`0` is not how far to go back");
        assert_eq!(told("log x").message(), "`x` is not a number of lines");
        assert_eq!(told("custody bob").message(), "nobody called `bob` can roll");
    }
}
