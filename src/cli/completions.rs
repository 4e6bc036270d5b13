//! `tablewright completions`: what a shell needs to complete our words.

use clap::{Args, CommandFactory as _};

use super::arguments::Arguments;
use super::outcome::Outcome;
use super::report::say;

/// Arguments of `completions`.
#[derive(Debug, Args)]
pub struct CompletionsArgs {
    /// The shell
    #[arg(value_enum)]
    pub shell: clap_complete::Shell,
}

/// Runs the verb.
pub fn run(arguments: &CompletionsArgs) -> Outcome {
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut Arguments::command(), "tablewright", &mut script);
    say(String::from_utf8_lossy(&script).trim_end());
    Outcome::Done
}
