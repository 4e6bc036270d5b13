//! A script read without running it: what it must not say, the headings it names, and where its steps begin. The parser is
//! not the engine's own, so what it cannot read is not judged; what is wrong with it then, the engine tells.

mod changes;
mod marks;
mod names;
mod values;
mod walk;

use std::sync::Arc;
use std::thread;

use full_moon::ast::Ast;
use full_moon::{LuaVersion, parse_fallible};
use mlua::chunk::Compiler;

use crate::diag::{Diagnostic, Diagnostics, Place, SourceText, meant_or_known};
use crate::referee::{Fault, ScriptPlace};

use marks::Marks;

/// Longer scripts are none.
const LONGEST: usize = 1 << 20;
/// The parser's room: enough for a script that is nested as deeply as the engine allows.
const ROOM: usize = 256 << 20;

/// A stretch of a script, in bytes.
type Span = std::ops::Range<usize>;

/// Whether a script is short enough to be one.
///
/// # Errors
/// When it is not.
pub fn fits(text: &str) -> Result<(), Fault> {
    if text.len() <= LONGEST {
        return Ok(());
    }
    let trace = vec![ScriptPlace { line: 1, function: None }];
    Err(Fault {
        message: format!("the script is larger than {} MB", LONGEST >> 20),
        hint: Some("put tables of data into a component, and read them with `pieces`".to_owned()),
        trace,
        ..Fault::default()
    })
}

/// What stands in a script.
pub struct Reading {
    script: Arc<SourceText>,
    facts: Facts,
}

/// What is found in a script.
#[derive(Default)]
struct Facts {
    marks: Marks,
    /// What changes while it plays and must not: its name, and where.
    changed: Vec<(String, Span)>,
}

impl Reading {
    /// Reads a script; where it is none, nothing stands in it.
    #[must_use]
    pub fn of(script: &Arc<SourceText>) -> Self {
        let text = script.text.as_str();
        // The engine goes first: it knows when a script is nested too deeply to be read.
        let is_script = text.len() <= LONGEST && Compiler::new().compile(text).is_ok();
        let facts = if is_script { facts_of(text) } else { None };
        Self { script: Arc::clone(script), facts: facts.unwrap_or_default() }
    }

    /// What a script must not say: going through a table in no fixed order, and variables of the whole script that change
    /// while it plays.
    #[must_use]
    pub fn wrong(&self) -> Diagnostics {
        let mut wrong: Vec<Diagnostic> = Vec::new();
        for span in &self.facts.marks.loops {
            let message = "`for .. in` goes through a table in no fixed order";
            let hint = "write `pairs(t)`, or `ipairs(t)` for a list";
            wrong.push(Diagnostic::error(message).at(&self.place(span)).hint(hint));
        }
        for (name, span) in &self.facts.changed {
            let message = format!("`{name}` belongs to the whole script and cannot change while it plays");
            wrong.push(Diagnostic::error(message).at(&self.place(span)).hint("what changes belongs into the state"));
        }
        wrong.sort_by_key(|wrong| wrong.place.as_ref().map(Place::offset));
        let mut found = Diagnostics::new();
        for wrong in wrong {
            found.push(wrong);
        }
        found
    }

    /// Every heading that the printed rules do not have. Without headings there is nothing to compare with.
    #[must_use]
    pub fn unknown_headings(&self, headings: &[String]) -> Diagnostics {
        let mut found = Diagnostics::new();
        let named = self.facts.marks.headings.iter().map(|span| self.place(span));
        for place in named.filter(|place| !headings.is_empty() && !headings.iter().any(|known| known == place.text())) {
            let hint = meant_or_known(place.text(), headings.iter().map(String::as_str));
            let message = format!("the printed rules have no heading `{}`", place.text());
            found.push(Diagnostic::error(message).at(&place).maybe_hint(hint));
        }
        found
    }

    /// Whatever may be the id of something: every text and every name of a field.
    pub fn ids(&self) -> impl Iterator<Item = &str> {
        self.facts.marks.ids.iter().map(String::as_str)
    }

    /// Where a step begins.
    #[must_use]
    pub fn step(&self, name: &str) -> Option<Place> {
        let (_, span) = self.facts.marks.steps.iter().find(|(step, _)| step == name)?;
        Some(self.place(span))
    }

    fn place(&self, span: &Span) -> Place {
        Place::new(&self.script, span.start, span.end)
    }
}

/// Reads a script in a thread of its own, as only that can have room enough.
fn facts_of(text: &str) -> Option<Facts> {
    thread::scope(|scope| {
        let reading = thread::Builder::new().stack_size(ROOM).spawn_scoped(scope, || {
            let ast = parse_fallible(text, LuaVersion::luau()).into_result().ok()?;
            Some(facts_in(&ast))
        });
        reading.ok()?.join().ok()?
    })
}

fn facts_in(ast: &Ast) -> Facts {
    Facts { marks: Marks::of(ast), changed: changes::real(&names::Names::of(ast)) }
}

#[cfg(test)]
mod tests;
