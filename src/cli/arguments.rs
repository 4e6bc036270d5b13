//! The command line as clap reads it: the verbs. What each of them takes stands beside it.

use clap::{Parser, Subcommand};

use super::calibrate::CalibrateArgs;
use super::check::CheckArgs;
use super::completions::CompletionsArgs;
use super::dice::{OddsArgs, RollArgs};
use super::diff::DiffArgs;
use super::export::ExportArgs;
use super::fonts::FontsArgs;
use super::games::GamesArgs;
use super::playtest::PlaytestArgs;
use super::print::PrintArgs;
use super::referee::RefereeArgs;
use super::test::TestArgs;
use super::types::TypesArgs;
use crate::reach::Reach;

/// Prints your own board games from one folder.
#[derive(Debug, Parser)]
#[command(name = "tablewright", version, max_term_width = 100, arg_required_else_help = true, infer_long_args = true)]
pub struct Arguments {
    /// What to do.
    #[command(subcommand)]
    pub verb: Verb,
    /// Let this run reach all that you reach: without it, Linux holds it to the folders it is for
    #[arg(long, global = true)]
    pub no_sandbox: bool,
}

/// What can be done.
#[derive(Debug, Subcommand)]
pub enum Verb {
    /// List the games there are, or tell what there is to choose in one
    Games(GamesArgs),
    /// Make the PDF of a kit, to print and cut out
    Print(PrintArgs),
    /// Write every piece as a picture of its own
    Export(ExportArgs),
    /// List the fonts that texts can be set in, and make a sheet that shows them
    Fonts(FontsArgs),
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
    /// Have bots play many games: is it fair, how long is it, do the rules hold
    Playtest(PlaytestArgs),
    /// Roll dice, such as "4d6 keep highest 3"
    Roll(RollArgs),
    /// Say how likely each result of a roll is
    Odds(OddsArgs),
    /// Write what a rules script may use, as a Luau definition file for an editor
    Types(TypesArgs),
    /// Write completions for a shell
    Completions(CompletionsArgs),
}

impl Verb {
    /// What it may reach; nothing is held back from what reads no game.
    #[must_use]
    pub fn reach(&self) -> Option<Reach> {
        match self {
            Self::Games(verb) => Some(verb.reach()),
            Self::Print(verb) => Some(verb.reach()),
            Self::Export(verb) => Some(verb.reach()),
            Self::Fonts(verb) => Some(verb.reach()),
            Self::Check(verb) => Some(verb.game.reach()),
            Self::Diff(verb) => Some(verb.reach()),
            Self::Referee(verb) => Some(verb.reach()),
            Self::Test(verb) => Some(verb.reach()),
            Self::Playtest(verb) => Some(verb.reach()),
            Self::Types(verb) => Some(verb.reach()),
            Self::Calibrate(_) | Self::Roll(_) | Self::Odds(_) | Self::Completions(_) => None,
        }
    }

    /// As it is typed.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Games(_) => "games",
            Self::Print(_) => "print",
            Self::Export(_) => "export",
            Self::Fonts(_) => "fonts",
            Self::Check(_) => "check",
            Self::Calibrate(_) => "calibrate",
            Self::Diff(_) => "diff",
            Self::Referee(_) => "referee",
            Self::Test(_) => "test",
            Self::Playtest(_) => "playtest",
            Self::Roll(_) => "roll",
            Self::Odds(_) => "odds",
            Self::Types(_) => "types",
            Self::Completions(_) => "completions",
        }
    }
}
