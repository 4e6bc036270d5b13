//! The arguments of `referee` and its verbs.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use crate::referee::Custody;

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
    /// Go on with a table, line by line
    Play(PlayArgs),
    /// Show a table: whose turn it is, the board, and what is asked
    Show(LookArgs),
    /// Answer the question that waits
    Answer(AnswerArgs),
    /// Let the referee roll or deal what is asked for
    Roll(RollArgs),
    /// Take back what was done last
    Undo(UndoArgs),
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
    /// Show the score, line by line; before the end, as if it ended now
    Score(LookArgs),
    /// Write a picture of the board with the pieces on it
    Picture(PictureArgs),
    /// List the tables there are
    List(ListArgs),
    /// Go on with a changed game
    Upgrade(UpgradeArgs),
}

/// Which table.
#[derive(Debug, Args)]
pub struct TableArgs {
    /// The table: its name under `tables`, or the path of its folder. Usually the one that was played last
    #[arg(long, value_name = "NAME")]
    pub table: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `referee new`.
#[derive(Debug, Args)]
pub struct NewArgs {
    #[command(flatten)]
    pub game: crate::cli::args::GameArgs,
    /// Who plays, in turn order
    #[arg(long, value_name = "NAMES", value_delimiter = ',', required = true)]
    pub players: Vec<String>,
    /// An option of the game, such as `corporate-war` or `rounds=6`
    #[arg(long = "option", value_name = "OPTION")]
    pub options: Vec<String>,
    /// Who rolls dice and deals cards: the app, the table (people tell what came up), or ask each time
    #[arg(long, value_name = "WHO", default_value = "ask", value_parser = crate::cli::args::word(&Custody::WORDS))]
    pub dice: Custody,
    /// What was seen of dice, cards and secrets can not be undone
    #[arg(long)]
    pub strict: bool,
    /// Where the referee's own dice begin, to have the same again
    #[arg(long, value_name = "NUMBER")]
    pub seed: Option<u64>,
    #[command(flatten)]
    pub table: TableArgs,
}

/// Arguments of `referee play`.
#[derive(Debug, Args)]
pub struct PlayArgs {
    /// The table: its name under `tables`, or the path of its folder. Usually the one that was played last
    #[arg(long, value_name = "NAME")]
    pub table: Option<PathBuf>,
    /// Only letters, figures and signs that every terminal has
    #[arg(long)]
    pub plain: bool,
}

/// Arguments of `referee show` and `referee score`.
#[derive(Debug, Args)]
pub struct LookArgs {
    #[command(flatten)]
    pub table: TableArgs,
    /// As this seat sees it; usually what everybody may know
    #[arg(long, value_name = "NAME")]
    pub seat: Option<String>,
    /// Only letters, figures and signs that every terminal has
    #[arg(long)]
    pub plain: bool,
}

/// Arguments of `referee answer`.
#[derive(Debug, Args)]
pub struct AnswerArgs {
    /// The answer: an option, a number, yes or no, faces of dice such as `5 5 2`
    #[arg(required = true, allow_negative_numbers = true)]
    pub answer: Vec<String>,
    /// Who answers; usually whoever is asked
    #[arg(long, value_name = "NAME")]
    pub seat: Option<String>,
    /// The number of the state the answer is meant for; it is refused if the table has moved on
    #[arg(long = "for", value_name = "NUMBER")]
    pub number: Option<u64>,
    #[command(flatten)]
    pub table: TableArgs,
}

/// Arguments of `referee roll`.
#[derive(Debug, Args)]
pub struct RollArgs {
    #[command(flatten)]
    pub table: TableArgs,
}

/// Arguments of `referee undo`.
#[derive(Debug, Args)]
pub struct UndoArgs {
    /// How many answers to take back
    #[arg(default_value_t = 1)]
    pub times: usize,
    /// Go back to just after this entry of the log
    #[arg(long, value_name = "NUMBER", conflicts_with = "times")]
    pub to: Option<u64>,
    /// Who says so
    #[arg(long, value_name = "NAME")]
    pub seat: Option<String>,
    #[command(flatten)]
    pub table: TableArgs,
}

/// Arguments of `referee adjust`.
#[derive(Debug, Args)]
pub struct AdjustArgs {
    /// Fields and what they are, such as `pen=29` or `hand.Bob=17`; without any, the fields there are
    #[arg(value_name = "FIELD=VALUE")]
    pub set: Vec<String>,
    /// Why
    #[arg(long, value_name = "TEXT")]
    pub reason: Option<String>,
    /// Let the rules react to it
    #[arg(long)]
    pub triggers: bool,
    /// Who says so
    #[arg(long, value_name = "NAME")]
    pub seat: Option<String>,
    #[command(flatten)]
    pub table: TableArgs,
}

/// Arguments of `referee audit`.
#[derive(Debug, Args)]
pub struct AuditArgs {
    /// Counts in the order they are asked for, such as `28 2 0`, `_` for what was not counted; without any, what to count
    #[arg(value_name = "COUNT")]
    pub counts: Vec<String>,
    #[command(flatten)]
    pub table: TableArgs,
}

/// Arguments of `referee custody`.
#[derive(Debug, Args)]
pub struct CustodyArgs {
    /// A die or deck, such as `d6`; without it, all that are not named
    pub of: Option<String>,
    /// Who has it: app, table or ask
    #[arg(long, value_name = "WHO", value_parser = crate::cli::args::word(&Custody::WORDS))]
    pub to: Custody,
    #[command(flatten)]
    pub table: TableArgs,
}

/// Arguments of `referee note`.
#[derive(Debug, Args)]
pub struct NoteArgs {
    /// What to write down
    #[arg(required = true)]
    pub text: Vec<String>,
    #[command(flatten)]
    pub table: TableArgs,
}

/// Arguments of `referee log`.
#[derive(Debug, Args)]
pub struct LogArgs {
    /// Only what came after this entry
    #[arg(long, value_name = "NUMBER", default_value_t = 0)]
    pub since: u64,
    /// As this seat may read it; usually what everybody may know
    #[arg(long, value_name = "NAME")]
    pub seat: Option<String>,
    #[command(flatten)]
    pub table: TableArgs,
}

/// Arguments of `referee picture`.
#[derive(Debug, Args)]
pub struct PictureArgs {
    /// The file: `.svg` or `.png`; usually `output/<table>-board.png`
    #[arg(value_name = "FILE")]
    pub file: Option<PathBuf>,
    /// As this seat sees it; usually what everybody may know
    #[arg(long, value_name = "NAME")]
    pub seat: Option<String>,
    #[command(flatten)]
    pub table: TableArgs,
}

/// Arguments of `referee list`.
#[derive(Debug, Args)]
pub struct ListArgs {
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `referee upgrade`.
#[derive(Debug, Args)]
pub struct UpgradeArgs {
    /// Where the changed game is: its name or folder. Usually the name it had
    #[arg(value_name = "GAME")]
    pub game: Option<String>,
    /// The folder that holds the games
    #[arg(long, value_name = "FOLDER", default_value = "components")]
    pub components: PathBuf,
    /// Take back everything from the first answer that the changed rules do not allow
    #[arg(long)]
    pub cut: bool,
    #[command(flatten)]
    pub table: TableArgs,
}
