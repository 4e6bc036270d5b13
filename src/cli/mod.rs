//! The command line: one file for each verb. The only module that prints, and the one that puts the others together.

mod arguments;
mod calibrate;
mod check;
mod clock;
mod completions;
mod dice;
mod diff;
mod draws;
mod export;
mod fonts;
mod game_args;
mod games;
mod interrupt;
mod mishap;
mod outcome;
mod playtest;
mod print;
mod print_report;
mod referee;
mod report;
mod sheet_args;
mod test;
mod types;

use std::ffi::OsString;

use clap::Parser;

use crate::diag::Diagnostic;
use crate::reach::{MadeFolders, NotHeld, Reach};

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
        match parsed.verb.reach().map(|reach| held(&reach, parsed.no_sandbox)).transpose() {
            Ok(_made) => run_verb(&parsed.verb),
            Err(why) => report::tell(&why.into()),
        }
    })
}

/// Holds the run to what it is for, or says why it does not begin; a run that is not to be held is told of.
fn held(reach: &Reach, is_free: bool) -> Result<Option<MadeFolders>, Diagnostic> {
    if is_free {
        let note = Diagnostic::note("nothing holds this run to its folders: `--no-sandbox`");
        report::problems(&note.into());
        return Ok(None);
    }
    reach.hold().map(Some).map_err(|why| match why {
        NotHeld::Link(link) => {
            let message = format!("`{}` is a link, and nothing is written where it leads", link.display());
            Diagnostic::error(message).hint("remove it, or name another folder by its whole path")
        }
        NotHeld::Kernel(why) => {
            let message = format!("the kernel does not hold this run to its folders: {why}");
            Diagnostic::error(message).hint("`--no-sandbox` runs it all the same")
        }
    })
}

fn run_verb(verb: &Verb) -> Outcome {
    match verb {
        Verb::Games(verb) => games::run(verb),
        Verb::Print(verb) => print::run(verb),
        Verb::Export(verb) => export::run(verb),
        Verb::Fonts(verb) => fonts::run(verb),
        Verb::Check(verb) => check::run(verb),
        Verb::Calibrate(verb) => calibrate::run(verb),
        Verb::Diff(verb) => diff::run(verb),
        Verb::Referee(verb) => referee::run(verb),
        Verb::Test(verb) => test::run(verb),
        Verb::Playtest(verb) => playtest::run(verb),
        Verb::Roll(verb) => dice::roll(verb),
        Verb::Odds(verb) => dice::odds(verb),
        Verb::Types(verb) => types::run(verb),
        Verb::Completions(verb) => completions::run(verb),
    }
}
