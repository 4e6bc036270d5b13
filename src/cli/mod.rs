//! The command line: one file for each verb. The only module that prints, and the one that puts the others together.

mod arguments;
mod calibrate;
mod check;
mod clock;
mod completions;
mod dice;
mod diff;
mod export;
mod game_args;
mod games;
mod mishap;
mod outcome;
mod playtest;
mod print;
mod print_report;
mod referee;
mod report;
mod sheet_args;
mod test;

use std::ffi::OsString;

use clap::Parser;

use crate::diag::Diagnostic;
use crate::reach::{MadeFolders, Reach};

use arguments::{Arguments, Verb};
pub use outcome::Outcome;

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
    mishap::caught(parsed.verb.name(), || {
        // What it made and left empty goes when it has ended.
        let _made = parsed.verb.reach().and_then(|reach| held(&reach, parsed.no_sandbox));
        run_verb(&parsed.verb)
    })
}

/// Holds the run to what it is for, or says that it is not held.
fn held(reach: &Reach, is_free: bool) -> Option<MadeFolders> {
    let (made, why) = if is_free { (None, Some("`--no-sandbox`".to_owned())) } else { reach.hold() };
    if let Some(why) = why {
        report::problems(&Diagnostic::note(format!("nothing holds this run to its folders: {why}")).into());
    }
    made
}

fn run_verb(verb: &Verb) -> Outcome {
    match verb {
        Verb::Games(verb) => games::run(verb),
        Verb::Print(verb) => print::run(verb),
        Verb::Export(verb) => export::run(verb),
        Verb::Check(verb) => check::run(verb),
        Verb::Calibrate(verb) => calibrate::run(verb),
        Verb::Diff(verb) => diff::run(verb),
        Verb::Referee(verb) => referee::run(verb),
        Verb::Test(verb) => test::run(verb),
        Verb::Playtest(verb) => playtest::run(verb),
        Verb::Roll(verb) => dice::roll(verb),
        Verb::Odds(verb) => dice::odds(verb),
        Verb::Completions(verb) => completions::run(verb),
    }
}
