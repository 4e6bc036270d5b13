//! What went wrong in a script, as a sentence with its lines: errors of the engine become faults of the rules.

use std::error::Error as StdError;
use std::fmt;

use crate::referee::{Fault, Misfit, Spot};

/// The name the script has in messages of the engine.
pub const SCRIPT: &str = "rules.luau";
/// The name the prelude has.
pub const PRELUDE: &str = "prelude";
/// The name the library has.
pub const LIBRARY: &str = "library";

/// A question has no answer yet: the step stops here. No fault.
#[derive(Debug, Clone, Copy)]
pub struct Suspended;

/// The answer that is recorded for a question does not fit. The desk knows why.
#[derive(Debug, Clone, Copy)]
pub struct Diverged;

/// The script used more than it may.
#[derive(Debug, Clone)]
pub struct TooMuch {
    /// One sentence.
    pub message: String,
    /// Where it was, innermost first.
    pub trace: Vec<Spot>,
}

/// The script said something the host cannot use.
#[derive(Debug, Clone)]
pub struct Misuse {
    /// One sentence.
    pub message: String,
    /// What was meant, perhaps.
    pub hint: Option<String>,
    /// The line it is about, where the engine does not know.
    pub line: Option<usize>,
}

impl Misuse {
    /// The error of a host function.
    pub fn error(message: impl Into<String>) -> mlua::Error {
        mlua::Error::external(Self { message: message.into(), hint: None, line: None })
    }

    /// The error of a host function, with what may help.
    pub fn hinted(message: impl Into<String>, hint: Option<String>) -> mlua::Error {
        mlua::Error::external(Self { message: message.into(), hint, line: None })
    }

    /// The same error, with the line it is about if it has none.
    pub fn at_line(error: mlua::Error, line: Option<usize>) -> mlua::Error {
        match error.downcast_ref::<Self>() {
            Some(misuse) if misuse.line.is_none() => mlua::Error::external(Self { line, ..misuse.clone() }),
            _ => error,
        }
    }
}

impl fmt::Display for Suspended {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "a question waits for its answer")
    }
}

impl fmt::Display for Diverged {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "a recorded answer does not fit")
    }
}

impl fmt::Display for TooMuch {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}", self.message)
    }
}

impl fmt::Display for Misuse {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}", self.message)
    }
}

impl StdError for Suspended {}
impl StdError for Diverged {}
impl StdError for TooMuch {}
impl StdError for Misuse {}

/// Whether an error only means that a question waits.
pub fn is_suspended(error: &mlua::Error) -> bool {
    error.downcast_ref::<Suspended>().is_some()
}

/// A field of the state that does not fit, found `when`: after a step, or in it.
pub fn misfit(misfit: &Misfit, step: &str, when: &str) -> Fault {
    Fault {
        message: format!("{when} the step `{step}` the field {misfit}"),
        hint: misfit.hint.clone(),
        step: Some(step.to_owned()),
        field: Some(misfit.field.clone()),
        trace: Vec::new(),
    }
}

/// An error of the engine as a fault.
pub fn fault(error: &mlua::Error, step: Option<&str>) -> Fault {
    let text = error.to_string();
    let mut trace = spots(&text);
    let (message, hint) = match (error.downcast_ref::<Misuse>(), error.downcast_ref::<TooMuch>()) {
        (Some(misuse), _) => {
            trace.extend(misuse.line.filter(|_| trace.is_empty()).map(|line| Spot { line, function: None }));
            (misuse.message.clone(), misuse.hint.clone())
        }
        (_, Some(too_much)) => {
            trace.clone_from(&too_much.trace);
            (too_much.message.clone(), None)
        }
        _ => (sentence(&text), help(&text)),
    };
    let message = short(&message);
    for spot in &mut trace {
        // The engine's own names for what has none say nothing.
        spot.function = spot.function.take().filter(|name| !name.starts_with('<'));
    }
    let field = message.strip_prefix("there is no `").filter(|_| message.contains("in the state"));
    let field = field.and_then(|rest| rest.split('`').next()).map(str::to_owned);
    Fault { message, hint, step: step.map(str::to_owned), field, trace }
}

/// The first line, without the place it begins with.
fn sentence(text: &str) -> String {
    let first = text.lines().next().unwrap_or_default();
    let first = first.strip_prefix("runtime error: ").unwrap_or(first);
    let first = first.strip_prefix("syntax error: ").unwrap_or(first);
    let first = match first.split_once(": ") {
        Some((place, rest)) if is_place(place) => rest,
        _ => first,
    };
    if first.contains("not enough memory") {
        return "the script takes more memory than it may".to_owned();
    }
    if first.contains("stack overflow") {
        return "the script calls itself without an end".to_owned();
    }
    if first.contains("attempt to modify a readonly table") {
        return "only the state can change while the game is played".to_owned();
    }
    if let Some((from, to)) = first.strip_prefix("error converting Lua ").and_then(|rest| rest.split_once(" to ")) {
        return format!("{} is needed here, not {}", in_words(to), in_words(from));
    }
    let is_nameless = |kind: &str| first.strip_prefix(kind).is_some_and(|rest| rest.starts_with(": 0x"));
    if first == "nil" || ["table", "function", "userdata", "thread"].iter().any(|kind| is_nameless(kind)) {
        return "the script stopped with an error that says nothing".to_owned();
    }
    first.to_owned()
}

/// What may help where the sentence alone does not.
fn help(text: &str) -> Option<String> {
    let first = text.lines().next().unwrap_or_default();
    let is_constant = first.contains("attempt to modify a readonly table");
    is_constant.then(|| "write `local` before a variable that is new here, or put it into the state".to_owned())
}

/// A type of the engine or of ours in words.
fn in_words(kind: &str) -> &str {
    match kind.split([' ', '<']).next().unwrap_or_default() {
        "nil" => "nothing",
        "string" | "String" => "a text",
        "integer" | "number" | "i64" | "usize" | "u64" => "a number",
        "boolean" | "bool" => "`true` or `false`",
        "function" | "Function" => "a function",
        "table" | "Table" | "Vec" => "a table",
        _ => "something else",
    }
}

/// What a script says about an error is one line of a length that people read.
fn short(message: &str) -> String {
    const LONGEST: usize = 400;
    let mut short: String = message.chars().take(LONGEST).map(|c| if c.is_control() { ' ' } else { c }).collect();
    if message.chars().nth(LONGEST).is_some() {
        short.push_str(" ..");
    }
    short
}

fn is_place(text: &str) -> bool {
    text.split_once(':').is_some_and(|(name, line)| {
        matches!(name, SCRIPT | PRELUDE | LIBRARY) && line.chars().all(|c| c.is_ascii_digit())
    })
}

/// The lines of the script in a message with its call stack, innermost first, each once.
fn spots(text: &str) -> Vec<Spot> {
    let mut spots: Vec<Spot> = Vec::new();
    // The place before the message is there again in the call stack, and in its order there.
    let has_stack = text.lines().skip(1).any(|line| line.contains(SCRIPT));
    for line in text.lines().skip(usize::from(has_stack)) {
        let Some((_, rest)) = line.split_once(&format!("{SCRIPT}:")) else { continue };
        let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
        let Ok(number) = digits.parse() else { continue };
        let function = rest.split("function '").nth(1).or_else(|| rest.split(" function ").nth(1));
        let function = function.and_then(|name| name.split(['\'', ' ']).next()).map(str::to_owned);
        match spots.iter_mut().find(|spot| spot.line == number) {
            Some(known) => known.function = known.function.take().or(function),
            None => spots.push(Spot { line: number, function }),
        }
    }
    spots
}
