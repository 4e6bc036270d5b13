//! `tablewright referee`: the verbs that set up a table and go on with it.

mod adjust;
mod audit;
mod evening;
mod list;
mod look;
mod new;
mod picture;
mod play;
mod serve;
mod table_args;
mod turn;
mod upgrade;
mod whole_screen;

use clap::{Args, Subcommand};

use self::adjust::AdjustArgs;
use self::audit::AuditArgs;
use self::evening::{JoinArgs, LeaveArgs, RecapArgs, RenameArgs, StatisticsArgs};
use self::list::ListArgs;
use self::look::{LogArgs, LookArgs};
use self::new::NewArgs;
use self::picture::PictureArgs;
use self::play::PlayArgs;
use self::serve::ServeArgs;
use self::turn::{AnswerArgs, CustodyArgs, NoteArgs, RedoArgs, RollArgs, UndoArgs};
use self::upgrade::UpgradeArgs;
use super::outcome::Outcome;
use super::report::tell;
use crate::reach::Reach;

pub use self::table_args::{reach_of_table, tables};

/// Arguments of `referee`.
#[derive(Debug, Args)]
pub struct RefereeArgs {
    /// What to do
    #[command(subcommand)]
    pub verb: RefereeVerb,
}

/// What can be done with a table.
#[derive(Debug, Subcommand)]
pub enum RefereeVerb {
    /// Set up a table for a game
    New(NewArgs),
    /// Go on with a table: see it, be asked, answer
    #[command(alias = "resume")]
    Play(PlayArgs),
    /// Put a table on every screen: phones for hands, a large one for the board
    Serve(ServeArgs),
    /// Show a table: whose turn it is, the board, and what is asked
    Show(LookArgs),
    /// Answer the question that waits
    Answer(AnswerArgs),
    /// Let the referee roll or deal what is asked for
    Roll(RollArgs),
    /// Take back what was done last
    Undo(UndoArgs),
    /// Do again what was taken back
    Redo(RedoArgs),
    /// Set the state to what is on the table: the table is right
    Adjust(AdjustArgs),
    /// Count what lies on the table, and find what differs
    Audit(AuditArgs),
    /// Say who rolls a die or deals a deck from now on
    Custody(CustodyArgs),
    /// Write something down in the log
    Note(NoteArgs),
    /// Tell what happened, in sentences
    Log(LogArgs),
    /// Tell how a table stands, and what happened lately
    Recap(RecapArgs),
    /// Say how long turns were, and what dice showed
    #[command(alias = "stats")]
    Statistics(StatisticsArgs),
    /// Give a seat another name
    Rename(RenameArgs),
    /// Say why nobody can join a table that is under way
    Join(JoinArgs),
    /// Say why nobody can leave a table that is under way
    Leave(LeaveArgs),
    /// Show the score, line by line; before the end, as if it ended now
    Score(LookArgs),
    /// Write a picture of the board with the pieces on it
    Picture(PictureArgs),
    /// List the tables there are
    List(ListArgs),
    /// Go on with a changed game
    Upgrade(UpgradeArgs),
}

impl RefereeArgs {
    /// What the verb may reach: the folder of the table, and the game where it is copied.
    pub fn reach(&self) -> Reach {
        match &self.verb {
            RefereeVerb::New(verb) => verb.reach(),
            RefereeVerb::Upgrade(verb) => verb.reach(),
            RefereeVerb::Picture(verb) => verb.reach(),
            RefereeVerb::List(_) => reach_of_table(None),
            RefereeVerb::Play(verb) => verb.reach(),
            RefereeVerb::Serve(verb) => verb.reach(),
            RefereeVerb::Show(LookArgs { table, .. })
            | RefereeVerb::Score(LookArgs { table, .. })
            | RefereeVerb::Log(LogArgs { table, .. })
            | RefereeVerb::Audit(AuditArgs { table, .. })
            | RefereeVerb::Answer(AnswerArgs { table, .. })
            | RefereeVerb::Roll(RollArgs { table, .. })
            | RefereeVerb::Undo(UndoArgs { table, .. })
            | RefereeVerb::Redo(RedoArgs { table, .. })
            | RefereeVerb::Adjust(AdjustArgs { table, .. })
            | RefereeVerb::Custody(CustodyArgs { table, .. })
            | RefereeVerb::Recap(RecapArgs { table, .. })
            | RefereeVerb::Statistics(StatisticsArgs { table })
            | RefereeVerb::Rename(RenameArgs { table, .. })
            | RefereeVerb::Join(JoinArgs { table, .. })
            | RefereeVerb::Leave(LeaveArgs { table, .. })
            | RefereeVerb::Note(NoteArgs { table, .. }) => table.reach(),
        }
    }
}

/// Runs the verb `referee`.
pub fn run(arguments: &RefereeArgs) -> Outcome {
    let done = match &arguments.verb {
        RefereeVerb::New(verb) => new::new(verb),
        RefereeVerb::Play(verb) => play::play(verb),
        RefereeVerb::Serve(verb) => serve::serve(verb),
        RefereeVerb::Show(verb) => look::show(verb),
        RefereeVerb::Log(verb) => look::log(verb),
        RefereeVerb::Score(verb) => look::score(verb),
        RefereeVerb::Recap(verb) => evening::recap(verb),
        RefereeVerb::Statistics(verb) => evening::statistics(verb),
        RefereeVerb::Rename(verb) => evening::rename(verb),
        RefereeVerb::Join(verb) => evening::join(verb),
        RefereeVerb::Leave(verb) => evening::leave(verb),
        RefereeVerb::Picture(verb) => picture::picture(verb),
        RefereeVerb::List(verb) => list::list(verb),
        RefereeVerb::Answer(verb) => turn::answer(verb),
        RefereeVerb::Roll(verb) => turn::roll(verb),
        RefereeVerb::Undo(verb) => turn::undo(verb),
        RefereeVerb::Redo(verb) => turn::redo(verb),
        RefereeVerb::Adjust(verb) => adjust::adjust(verb),
        RefereeVerb::Audit(verb) => audit::audit(verb),
        RefereeVerb::Custody(verb) => turn::custody(verb),
        RefereeVerb::Note(verb) => turn::note(verb),
        RefereeVerb::Upgrade(verb) => upgrade::upgrade(verb),
    };
    done.map_or_else(|found| tell(&found), |()| Outcome::Done)
}
