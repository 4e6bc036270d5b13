//! The command line as clap reads it.

use std::path::PathBuf;

use clap::builder::TypedValueParser as _;
use clap::{Args, Parser, Subcommand, ValueEnum};

use crate::model::{Backs, BigBoards, Ink, JobWishes, Paper, Wish};
use crate::units::Length;

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
    Referee(crate::cli::referee::RefereeArgs),
    /// Play the scenarios of a game: worked examples of its rules
    Test(TestArgs),
    /// Play seeded random games, to find out whether the rules hold
    Playtest(crate::cli::playtest::PlaytestArgs),
    /// Roll dice, such as "4d6 keep highest 3"
    Roll(RollArgs),
    /// Say how likely each result of a roll is
    Odds(OddsArgs),
    /// Write completions for a shell
    Completions(CompletionsArgs),
}

/// Which game.
#[derive(Debug, Args)]
pub struct GameArgs {
    /// A game's name, or the path of its folder
    pub game: String,
    /// The folder that holds the games
    #[arg(long, value_name = "FOLDER", default_value = "components")]
    pub components: PathBuf,
}

/// Arguments of `games`.
#[derive(Debug, Args)]
pub struct GamesArgs {
    /// The folder that holds the games
    #[arg(long, value_name = "FOLDER", default_value = "components")]
    pub components: PathBuf,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// How a kit is laid out on paper; what is not said is as the game's print job says, or as usual.
#[derive(Debug, Args)]
#[command(next_help_heading = "On paper")]
pub struct SheetArgs {
    /// A print job of the game file; without it, the one named `default`, if there is one
    #[arg(long, value_name = "NAME")]
    pub job: Option<String>,
    /// a4, letter, both (one file that prints on either), a3, tabloid, legal, a5, or a size such as 200x290mm; a kit
    /// for each. Usually a4
    #[arg(long, value_name = "PAPER", value_delimiter = ',', value_parser = paper)]
    pub paper: Vec<Paper>,
    /// Where backs go: none, separate (fronts, then backs), duplex-long, duplex-short (the edge the printer turns
    /// sheets over) or gutterfold (beside their fronts, to fold and glue). Usually separate
    #[arg(long, value_name = "BACKS", value_parser = word(&Backs::WORDS))]
    pub backs: Option<Backs>,
    /// What matters more, bleed or paper: all the bleed that was asked for, or as few sheets as can be. Usually bleed
    #[arg(long, value_name = "WISH", value_parser = word(&Wish::WORDS))]
    pub wish: Option<Wish>,
    /// So many cards side by side and below each other, such as 3x3
    #[arg(long, value_name = "COLUMNSxROWS", value_parser = JobWishes::grid_of)]
    pub grid: Option<(i64, i64)>,
    /// How far from the edge of the paper the printer starts, at least 5mm. Usually 6.35mm
    #[arg(long, value_name = "LENGTH", value_parser = length, allow_hyphen_values = true)]
    pub margin: Option<Length>,
    /// How far tiles of a large board overlap. Usually 5mm
    #[arg(long, value_name = "LENGTH", value_parser = length, allow_hyphen_values = true)]
    pub overlap: Option<Length>,
    /// What becomes of a board larger than the paper: overlap (tiles to glue) or fold-out (panels that meet). Usually
    /// overlap
    #[arg(long, value_name = "HOW", value_parser = word(&BigBoards::WORDS))]
    pub boards: Option<BigBoards>,
    /// How much ink it takes: full, low (outlines and patterns in place of floods) or mono (the same in black ink
    /// only). Usually full
    #[arg(long, value_name = "INK", value_parser = word(&Ink::WORDS))]
    pub ink: Option<Ink>,
    /// Print all pieces larger or smaller than they are, such as 90%
    #[arg(long, value_name = "SCALE", value_parser = JobWishes::scale_of, allow_hyphen_values = true)]
    pub scale: Option<f64>,
}

/// Arguments of `print`.
#[derive(Debug, Args)]
pub struct PrintArgs {
    #[command(flatten)]
    pub game: GameArgs,
    /// Only these kinds or components, such as `cards` or `rules`
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    pub only: Vec<String>,
    /// Only what is new or different since an earlier print's manifest, or since a git revision
    #[arg(long, value_name = "STATE")]
    pub changed_since: Option<String>,
    /// The folder to write to
    #[arg(long, value_name = "FOLDER", default_value = "output")]
    pub output: PathBuf,
    /// The printer it is for, by the name it was calibrated under
    #[arg(long, value_name = "NAME")]
    pub printer: Option<String>,
    /// For every page that is cut, write the cut lines for a machine beside the PDF
    #[arg(long, value_enum, value_name = "FORMAT")]
    pub cut_files: Option<CutFormat>,
    /// Write a picture of all pages beside the PDF
    #[arg(long)]
    pub contact_sheet: bool,
    /// Put a date into the file, as seconds since 1970; without it the same input gives the same bytes
    #[arg(long, value_name = "SECONDS", allow_negative_numbers = true)]
    pub date: Option<i64>,
    /// Count warnings as errors
    #[arg(long)]
    pub strict: bool,
    /// Print JSON about what was made
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub sheets: SheetArgs,
}

/// Arguments of `export`.
#[derive(Debug, Args)]
pub struct ExportArgs {
    #[command(flatten)]
    pub game: GameArgs,
    /// The kind of picture
    #[arg(long, value_enum)]
    pub to: Format,
    /// Dots per inch of PNG pictures
    #[arg(long, value_name = "DOTS", default_value_t = 300.0, value_parser = dots_per_inch)]
    pub dpi: f64,
    /// How much ink it takes: full, low (outlines and patterns in place of floods) or mono (the same in black ink only)
    #[arg(long, value_name = "INK", default_value = "full", value_parser = word(&Ink::WORDS))]
    pub ink: Ink,
    /// Only these kinds or components, such as `cards` or `rules`
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    pub only: Vec<String>,
    /// The folder to write to
    #[arg(long, value_name = "FOLDER", default_value = "output")]
    pub output: PathBuf,
    /// Print JSON about what was made
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `check`.
#[derive(Debug, Args)]
pub struct CheckArgs {
    #[command(flatten)]
    pub game: GameArgs,
    /// Count warnings as errors
    #[arg(long)]
    pub strict: bool,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub sheets: SheetArgs,
}

/// Arguments of `calibrate`.
#[derive(Debug, Args)]
pub struct CalibrateArgs {
    /// Which step.
    #[command(subcommand)]
    pub step: CalibrateStep,
}

/// The steps of calibrating a printer.
#[derive(Debug, Subcommand)]
pub enum CalibrateStep {
    /// Make the sheet to print and measure
    Print(CalibratePrintArgs),
    /// Save what was measured; what is not given stays as it was
    Set(CalibrateSetArgs),
    /// List the printers that are saved
    List(CalibrateListArgs),
    /// Forget a printer
    Forget(CalibrateForgetArgs),
}

/// Arguments of `calibrate print`.
#[derive(Debug, Args)]
pub struct CalibratePrintArgs {
    /// The paper to print on
    #[arg(long, default_value = "a4", value_parser = paper)]
    pub paper: Paper,
    /// For sheets that lie on their side
    #[arg(long)]
    pub landscape: bool,
    /// With what is saved for this printer, to see whether it is right
    #[arg(long, value_name = "NAME")]
    pub printer: Option<String>,
    /// The folder to write to
    #[arg(long, value_name = "FOLDER", default_value = "output")]
    pub output: PathBuf,
}

/// Arguments of `calibrate set`.
#[derive(Debug, Args)]
pub struct CalibrateSetArgs {
    /// What you call the printer
    #[arg(long, value_name = "NAME")]
    pub printer: String,
    #[command(flatten)]
    pub measured: Measured,
    /// The offset is for sheets that lie on their side
    #[arg(long, requires = "offset")]
    pub landscape: bool,
}

/// What can be measured of a printer, as it was typed.
#[derive(Debug, Args)]
#[group(required = true, multiple = true)]
pub struct Measured {
    /// How far backs are moved to the right and down, as in `0.5mm,-0.25mm`
    #[arg(long, value_name = "ACROSS,DOWN", allow_hyphen_values = true)]
    pub offset: Option<String>,
    /// How far backs are turned clockwise, as in `0.1deg`
    #[arg(long, value_name = "DEGREES", allow_hyphen_values = true)]
    pub rotate: Option<String>,
    /// How much larger everything is printed, as in `1.002`
    #[arg(long, value_name = "FACTOR", allow_hyphen_values = true)]
    pub scale: Option<String>,
}

/// Arguments of `calibrate list`.
#[derive(Debug, Args)]
pub struct CalibrateListArgs {
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `calibrate forget`.
#[derive(Debug, Args)]
pub struct CalibrateForgetArgs {
    /// Its name
    #[arg(long, value_name = "NAME")]
    pub printer: String,
}

/// Arguments of `diff`.
#[derive(Debug, Args)]
pub struct DiffArgs {
    /// A manifest that `print` wrote, a game, or REVISION:GAME for a game as it was at a git revision
    pub old: String,
    /// The same
    pub new: String,
    /// The folder that holds the games
    #[arg(long, value_name = "FOLDER", default_value = "components")]
    pub components: PathBuf,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `test`.
#[derive(Debug, Args)]
pub struct TestArgs {
    #[command(flatten)]
    pub game: GameArgs,
    /// The folder with the scenarios; without it, `scenarios` in the game's folder
    #[arg(long, value_name = "FOLDER")]
    pub scenarios: Option<PathBuf>,
    /// Only scenarios with this in their name, their rule or the name of their file
    #[arg(long, value_name = "TEXT")]
    pub only: Option<String>,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `roll`.
#[derive(Debug, Args)]
pub struct RollArgs {
    /// What to roll: 2d6+1, "4d6 keep highest 3", "5d10 count 8+", "3 times d20", "3d{hit, hit, miss}"
    #[arg(required = true, allow_negative_numbers = true)]
    pub roll: Vec<String>,
    /// The same number gives the same roll; without it, chance decides
    #[arg(long, value_name = "NUMBER")]
    pub seed: Option<u64>,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `odds`.
#[derive(Debug, Args)]
pub struct OddsArgs {
    /// What would be rolled, as for `roll`
    #[arg(required = true, allow_negative_numbers = true)]
    pub roll: Vec<String>,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `completions`.
#[derive(Debug, Args)]
pub struct CompletionsArgs {
    /// The shell
    #[arg(value_enum)]
    pub shell: clap_complete::Shell,
}

/// The kinds of picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// Vectors, with text as outlines
    Svg,
    /// Pixels
    Png,
}

fn paper(text: &str) -> Result<Paper, String> {
    Paper::parse(text).map_err(|(message, hint)| hint.map_or(message.clone(), |hint| format!("{message}; {hint}")))
}

fn length(text: &str) -> Result<Length, String> {
    text.parse::<Length>().map_err(|error| format!("{error}; {}", error.hint()))
}

/// One of several words, each of which stands for a value.
pub fn word<T: Copy + Send + Sync + 'static>(
    words: &'static [(&'static str, T)],
) -> impl clap::builder::TypedValueParser<Value = T> {
    clap::builder::PossibleValuesParser::new(words.iter().map(|(word, _)| *word)).try_map(move |chosen| {
        let known = words.iter().find(|(word, _)| *word == chosen).map(|(_, value)| *value);
        known.ok_or_else(|| format!("`{chosen}` is not one of the words"))
    })
}

/// The kinds of file for cutting machines.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum CutFormat {
    /// Curves stay curves
    Svg,
    /// Straight lines only, in the old form (R12) that every program reads
    Dxf,
}

fn dots_per_inch(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(dots) if (10.0..=2400.0).contains(&dots) => Ok(dots),
        _ => Err("a number from 10 to 2400".to_owned()),
    }
}
