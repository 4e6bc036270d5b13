//! `tablewright referee`: the verbs that set up a table and go on with it.

pub mod args;
mod look;
mod new;
mod picture;
mod play;
pub mod session;
mod turn;
mod upgrade;

pub use args::RefereeArgs;
pub use new::{options, players};

use super::Outcome;
use args::RefereeVerb;

/// Runs the verb `referee`.
pub fn run(arguments: &RefereeArgs) -> Outcome {
    let done = match &arguments.verb {
        RefereeVerb::New(verb) => new::new(verb),
        RefereeVerb::Play(verb) => play::play(verb),
        RefereeVerb::Show(verb) => look::show(verb),
        RefereeVerb::Log(verb) => look::log(verb),
        RefereeVerb::Score(verb) => look::score(verb),
        RefereeVerb::Picture(verb) => picture::picture(verb),
        RefereeVerb::List(verb) => {
            look::list(verb);
            Ok(())
        }
        RefereeVerb::Answer(verb) => turn::answer(verb),
        RefereeVerb::Roll(verb) => turn::roll(verb),
        RefereeVerb::Undo(verb) => turn::undo(verb),
        RefereeVerb::Adjust(verb) => turn::adjust(verb),
        RefereeVerb::Audit(verb) => turn::audit(verb),
        RefereeVerb::Custody(verb) => turn::custody(verb),
        RefereeVerb::Note(verb) => turn::note(verb),
        RefereeVerb::Upgrade(verb) => upgrade::upgrade(verb),
    };
    match done {
        Ok(()) => Outcome::Done,
        Err(failure) => failure.tell(),
    }
}
