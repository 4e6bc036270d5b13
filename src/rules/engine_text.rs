//! What the engine says as text only: the sentence of an error, and the lines of the script in its call stack.

use crate::referee::ScriptPlace;

use super::fault::{LIBRARY, PLAYERS, PRELUDE, SCRIPT};

/// What an error says that happened while a script ran.
pub enum Said<'t> {
    /// Calls are too deep.
    CallsItself,
    /// A table was to be changed that is closed.
    Closed,
    /// The error has no words.
    Nothing,
    /// Anything else, in the words of the engine or of the script.
    Sentence(&'t str),
}

/// What an error says.
pub fn said(text: &str) -> Said<'_> {
    let sentence = sentence(text);
    let is_nameless = |kind: &str| sentence.strip_prefix(kind).is_some_and(|rest| rest.starts_with(": 0x"));
    if ["stack overflow", "C stack overflow"].iter().any(|start| sentence.starts_with(start)) {
        Said::CallsItself
    } else if sentence == "attempt to modify a readonly table" {
        Said::Closed
    } else if sentence == "nil" || ["table", "function", "userdata", "thread"].iter().any(|kind| is_nameless(kind)) {
        Said::Nothing
    } else {
        Said::Sentence(sentence)
    }
}

/// The first line, without the place it begins with.
pub fn sentence(text: &str) -> &str {
    let first = text.lines().next().unwrap_or_default();
    match first.split_once(": ") {
        Some((place, rest)) if is_place(place) => rest,
        _ => first,
    }
}

fn is_place(text: &str) -> bool {
    text.split_once(':').is_some_and(|(name, line)| {
        matches!(name, SCRIPT | PRELUDE | LIBRARY | PLAYERS) && line.chars().all(|c| c.is_ascii_digit())
    })
}

/// The lines of the script in a message with its call stack, innermost first, each once.
pub fn spots(text: &str) -> Vec<ScriptPlace> {
    let mut spots: Vec<ScriptPlace> = Vec::new();
    // The place before the message is there again in the call stack, and in its order there.
    let has_stack = text.lines().skip(1).any(|line| line.contains(SCRIPT));
    for line in text.lines().skip(usize::from(has_stack)) {
        let Some((_, rest)) = line.split_once(&format!("{SCRIPT}:")) else { continue };
        let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
        let Ok(number) = digits.parse() else { continue };
        // What follows in a message are words, and no name.
        let function = has_stack.then(|| function_in(rest)).flatten();
        match spots.iter_mut().find(|spot| spot.line == number) {
            Some(known) => known.function = known.function.take().or(function),
            None => spots.push(ScriptPlace { line: number, function }),
        }
    }
    spots
}

/// The function that a line of a call stack names.
fn function_in(line: &str) -> Option<String> {
    let rest = line.split("function '").nth(1).or_else(|| line.split(" function ").nth(1));
    rest.and_then(|name| name.split(['\'', ' ']).next()).map(str::to_owned)
}
