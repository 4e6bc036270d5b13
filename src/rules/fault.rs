//! What went wrong in a script, as a sentence with its lines: errors of the engine become faults of the rules.

use std::error::Error as StdError;
use std::fmt;

use mlua::Error;

use crate::referee::{Fault, FaultKind, Misfit, ScriptPlace};

use super::engine_text::{Said, said, sentence, spots};

/// The name the script has in messages of the engine.
pub const SCRIPT: &str = "rules.luau";
/// The name the prelude has.
pub const PRELUDE: &str = "prelude";
/// The name the library has.
pub const LIBRARY: &str = "library";
/// The name the players of trials have.
pub const PLAYERS: &str = "players";

/// A question has no answer yet: the step stops here. No fault.
#[derive(Debug, Clone, Copy)]
pub struct Suspended;

/// The answer that is recorded for a question does not fit. The queue knows why.
#[derive(Debug, Clone, Copy)]
pub struct Diverged;

/// The script used more than it may.
#[derive(Debug, Clone)]
pub struct TooMuch {
    /// One sentence.
    pub message: String,
    /// Where it was, innermost first.
    pub trace: Vec<ScriptPlace>,
}

/// The script said something the host cannot use.
#[derive(Debug, Clone, Default)]
pub struct Misuse {
    /// One sentence.
    pub message: String,
    /// What was meant, perhaps.
    pub hint: Option<String>,
    /// The line it is about, where the engine does not know.
    pub line: Option<usize>,
    /// The field of the state it is about.
    pub field: Option<String>,
}

impl Misuse {
    /// The error of a host function.
    pub fn error(message: impl Into<String>) -> mlua::Error {
        mlua::Error::external(Self { message: message.into(), ..Self::default() })
    }

    /// The error of a host function, with what may help.
    pub fn hinted(message: impl Into<String>, hint: Option<String>) -> mlua::Error {
        mlua::Error::external(Self { message: message.into(), hint, ..Self::default() })
    }

    /// The error of a host function about a field of the state.
    pub fn in_state(message: String, field: String) -> mlua::Error {
        mlua::Error::external(Self { message, field: Some(field), ..Self::default() })
    }

    /// The same error, with whose question it is about.
    pub fn asked_of(error: mlua::Error, name: &str) -> mlua::Error {
        match error.downcast_ref::<Self>() {
            Some(misuse) => {
                let message = format!("the question for {name}: {}", misuse.message);
                mlua::Error::external(Self { message, ..misuse.clone() })
            }
            None => error,
        }
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
    let message = format!("{when} the step `{step}` the field {misfit}");
    Fault { step: Some(step.to_owned()), ..misfitting(misfit, message) }
}

/// A field of the state that does not fit, in these words.
pub fn misfitting(misfit: &Misfit, message: String) -> Fault {
    let (hint, field) = (misfit.hint.clone(), Some(misfit.field.clone()));
    Fault { kind: FaultKind::Misfit, message, hint, field, ..Fault::default() }
}

/// An error of the engine as a fault.
pub fn fault(error: &mlua::Error, step: Option<&str>) -> Fault {
    let mut fault = told(error);
    let traced = spots(&error.to_string());
    // What the engine has written down is nearer than the line that a host function knows of, but for a brake in time.
    let was_braked = fault.kind == FaultKind::OverBudget && !fault.trace.is_empty();
    if !was_braked && !traced.is_empty() {
        fault.trace = traced;
    }
    for spot in &mut fault.trace {
        // The engine's own names for what has none say nothing.
        spot.function = spot.function.take().filter(|name| !name.starts_with('<'));
    }
    Fault { message: short(&fault.message), step: step.map(str::to_owned), ..fault }
}

/// An error in what only looks: what it may not do is said in its own words.
pub fn while_looking(error: mlua::Error, what: &str) -> mlua::Error {
    if !tries_to_change(&error) {
        return error;
    }
    let hint = "change the state in a step, and write `local` before a variable that is new here";
    mlua::Error::external(Misuse {
        message: format!("{what} only looks, and cannot change anything"),
        hint: Some(hint.to_owned()),
        line: spots(&error.to_string()).first().map(|spot| spot.line),
        field: None,
    })
}

/// Whether it is about a table that is closed.
fn tries_to_change(error: &mlua::Error) -> bool {
    match error {
        Error::CallbackError { cause, .. } | Error::WithContext { cause, .. } => tries_to_change(cause),
        Error::RuntimeError(text) => matches!(said(text), Said::Closed),
        _ => false,
    }
}

/// What an error says, by its kind.
fn told(error: &mlua::Error) -> Fault {
    if let Some(Misuse { message, hint, line, field }) = error.downcast_ref().cloned() {
        let trace = line.map(|line| ScriptPlace { line, function: None }).into_iter().collect();
        return Fault { message, hint, field, trace, ..Fault::default() };
    }
    if let Some(TooMuch { message, trace }) = error.downcast_ref().cloned() {
        return Fault { kind: FaultKind::OverBudget, message, trace, ..Fault::default() };
    }
    let over_budget =
        |message: &str| Fault { kind: FaultKind::OverBudget, message: message.to_owned(), ..Fault::default() };
    match error {
        Error::CallbackError { cause, .. } | Error::BadArgument { cause, .. } | Error::WithContext { cause, .. } => {
            told(cause)
        }
        Error::MemoryError(_) => over_budget("the script takes more memory than it may"),
        Error::StackError => over_budget(CALLS_ITSELF),
        Error::FromLuaConversionError { from, to, .. } => {
            let message = format!("{} is needed here, not {}", in_words(to), in_words(from));
            Fault { message, ..Fault::default() }
        }
        Error::SyntaxError { message, .. } => Fault { message: sentence(message).to_owned(), ..Fault::default() },
        Error::RuntimeError(text) => match said(text) {
            Said::CallsItself => over_budget(CALLS_ITSELF),
            Said::Closed => Fault {
                message: "only the state can change while the game is played".to_owned(),
                hint: Some("write `local` before a variable that is new here, or put it into the state".to_owned()),
                ..Fault::default()
            },
            Said::Nothing => {
                Fault { message: "the script stopped with an error that says nothing".to_owned(), ..Fault::default() }
            }
            Said::Sentence(sentence) => Fault { message: sentence.to_owned(), ..Fault::default() },
        },
        other => Fault { message: sentence(&other.to_string()).to_owned(), ..Fault::default() },
    }
}

/// What a script is told that calls itself and calls itself.
const CALLS_ITSELF: &str = "the script calls itself without an end";

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
