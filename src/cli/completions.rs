//! `tablewright completions`: what a shell needs to complete our words.

use clap::CommandFactory as _;

use super::Outcome;
use super::args::{Arguments, CompletionsArgs};
use super::report::say;

/// Runs the verb.
pub fn run(arguments: &CompletionsArgs) -> Outcome {
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut Arguments::command(), "tablewright", &mut script);
    say(String::from_utf8_lossy(&script).trim_end());
    Outcome::Done
}
