//! The command line as clap reads it: the verbs. What each of them takes stands beside it.

use clap::{Parser, Subcommand};

use super::calibrate::CalibrateArgs;
use super::check::CheckArgs;
use super::completions::CompletionsArgs;
use super::dice::{OddsArgs, RollArgs};
use super::diff::DiffArgs;
use super::export::ExportArgs;
use super::games::GamesArgs;
use super::playtest::PlaytestArgs;
use super::print::PrintArgs;
use super::referee::RefereeArgs;
use super::test::TestArgs;

/// Prints your own board games from one folder.
#[derive(Debug, Parser)]
#[command(name = "tablewright", version, max_term_width = 100, arg_required_else_help = true)]
pub struct Arguments {
    /// What to do.
    #[command(subcommand)]
    pub verb: Verb,
}

/// What can be done.
#[derive(Debug, Subcommand)]
pub enum Verb {
    /// List the games there are
    Games(GamesArgs),
    /// Make the PDF of a kit, to print and cut out
    Print(PrintArgs),
    /// Write every piece as a picture of its own
    Export(ExportArgs),
    /// Look for mistakes without writing anything
    Check(CheckArgs),
    /// Measure a printer, so that its backs meet its fronts
    Calibrate(CalibrateArgs),
    /// Say what changed between two states of a game
    Diff(DiffArgs),
    /// Referee a game at the table: state, dice, what is legal, score
    Referee(RefereeArgs),
    /// Play the scenarios of a game: worked examples of its rules
    Test(TestArgs),
    /// Play seeded random games, to find out whether the rules hold
    Playtest(PlaytestArgs),
    /// Roll dice, such as "4d6 keep highest 3"
    Roll(RollArgs),
    /// Say how likely each result of a roll is
    Odds(OddsArgs),
    /// Write completions for a shell
    Completions(CompletionsArgs),
}

impl Verb {
    /// As it is typed.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Games(_) => "games",
            Self::Print(_) => "print",
            Self::Export(_) => "export",
            Self::Check(_) => "check",
            Self::Calibrate(_) => "calibrate",
            Self::Diff(_) => "diff",
            Self::Referee(_) => "referee",
            Self::Test(_) => "test",
            Self::Playtest(_) => "playtest",
            Self::Roll(_) => "roll",
            Self::Odds(_) => "odds",
            Self::Completions(_) => "completions",
        }
    }
}
