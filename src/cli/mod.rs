//! The command line: one file for each verb. The only module that prints, and the one that puts the others together.

mod args;
mod assemble;
mod calibrate;
mod check;
mod check_rules;
mod completions;
mod cut_files;
mod dice;
mod diff;
mod export;
mod games;
mod kit;
mod manifest;
mod playtest;
mod print;
mod print_report;
mod referee;
mod report;
mod test;
mod wishes;

use std::ffi::OsString;

use clap::Parser;

pub use args::Arguments;

/// How a run ended, as the shell sees it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// All is well.
    Done,
    /// Something is wrong with the files or the move.
    Refused,
    /// The command line makes no sense.
    Usage,
    /// Something is wrong with Tablewright.
    Bug,
}

impl Outcome {
    /// The exit code.
    #[must_use]
    pub const fn code(self) -> u8 {
        match self {
            Self::Done => 0,
            Self::Refused => 1,
            Self::Usage => 2,
            Self::Bug => 70,
        }
    }
}

/// Runs one command line.
#[must_use]
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> Outcome {
    let parsed = match Arguments::try_parse_from(arguments) {
        Ok(parsed) => parsed,
        Err(error) => {
            // Help and version are errors to the parser only.
            let wanted = !error.use_stderr();
            let _ = error.print();
            return if wanted { Outcome::Done } else { Outcome::Usage };
        }
    };
    match parsed.verb {
        args::Verb::Games(verb) => games::run(&verb),
        args::Verb::Print(verb) => print::run(&verb),
        args::Verb::Export(verb) => export::run(&verb),
        args::Verb::Check(verb) => check::run(&verb),
        args::Verb::Calibrate(verb) => calibrate::run(&verb),
        args::Verb::Diff(verb) => diff::run(&verb),
        args::Verb::Referee(verb) => referee::run(&verb),
        args::Verb::Test(verb) => test::run(&verb),
        args::Verb::Playtest(verb) => playtest::run(&verb),
        args::Verb::Roll(verb) => dice::roll(&verb),
        args::Verb::Odds(verb) => dice::odds(&verb),
        args::Verb::Completions(verb) => completions::run(&verb),
    }
}
