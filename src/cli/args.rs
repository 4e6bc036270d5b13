//! The command line as clap reads it.

use std::path::PathBuf;

use clap::builder::TypedValueParser as _;
use clap::{Args, Parser, Subcommand, ValueEnum};

use crate::model::{Backs, BigBoards, JobWishes, Paper, Wish};
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
    #[arg(long, value_name = "LENGTH", value_parser = length)]
    pub margin: Option<Length>,
    /// How far tiles of a large board overlap. Usually 5mm
    #[arg(long, value_name = "LENGTH", value_parser = length)]
    pub overlap: Option<Length>,
    /// What becomes of a board larger than the paper: overlap (tiles to glue) or fold-out (panels that meet). Usually
    /// overlap
    #[arg(long, value_name = "HOW", value_parser = word(&BigBoards::WORDS))]
    pub boards: Option<BigBoards>,
    /// Print all pieces larger or smaller than they are, such as 90%
    #[arg(long, value_name = "SCALE", value_parser = JobWishes::scale_of)]
    pub scale: Option<f64>,
}

/// Arguments of `print`.
#[derive(Debug, Args)]
pub struct PrintArgs {
    #[command(flatten)]
    pub game: GameArgs,
    #[command(flatten)]
    pub sheets: SheetArgs,
    /// Only these kinds or components, such as `cards` or `rules`
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    pub only: Vec<String>,
    /// The folder to write to
    #[arg(long, value_name = "FOLDER", default_value = "output")]
    pub output: PathBuf,
    /// Put a date into the file, as seconds since 1970; without it the same input gives the same bytes
    #[arg(long, value_name = "SECONDS")]
    pub date: Option<i64>,
    /// Print JSON about what was made
    #[arg(long)]
    pub json: bool,
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
    #[command(flatten)]
    pub sheets: SheetArgs,
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
fn word<T: Copy + Send + Sync + 'static>(
    words: &'static [(&'static str, T)],
) -> impl clap::builder::TypedValueParser<Value = T> {
    clap::builder::PossibleValuesParser::new(words.iter().map(|(word, _)| *word)).try_map(move |chosen| {
        let known = words.iter().find(|(word, _)| *word == chosen).map(|(_, value)| *value);
        known.ok_or_else(|| format!("`{chosen}` is not one of the words"))
    })
}

fn dots_per_inch(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(dots) if (10.0..=2400.0).contains(&dots) => Ok(dots),
        _ => Err("a number from 10 to 2400".to_owned()),
    }
}
