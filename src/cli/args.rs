//! The command line as clap reads it.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};

use crate::model::PaperSize;

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

/// Arguments of `print`.
#[derive(Debug, Args)]
pub struct PrintArgs {
    #[command(flatten)]
    pub game: GameArgs,
    /// The paper to print on
    #[arg(long, value_enum, default_value_t = PaperName::A4)]
    pub paper: PaperName,
    /// Only these kinds or components, such as `cards` or `rules`
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    pub only: Vec<String>,
    /// The folder to write to
    #[arg(long, value_name = "FOLDER", default_value = "output")]
    pub output: PathBuf,
    /// Write a picture of all pages beside the PDF
    #[arg(long)]
    pub contact_sheet: bool,
    /// Put a date into the file, as seconds since 1970; without it the same input gives the same bytes
    #[arg(long, value_name = "SECONDS")]
    pub date: Option<i64>,
    /// Count warnings as errors
    #[arg(long)]
    pub strict: bool,
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
    /// Only for this paper; without it, for all of them
    #[arg(long, value_enum)]
    pub paper: Option<PaperName>,
    /// Count warnings as errors
    #[arg(long)]
    pub strict: bool,
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

/// The papers by name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum PaperName {
    /// 210 x 297 mm
    A4,
    /// 8.5 x 11 in
    Letter,
}

impl From<PaperName> for PaperSize {
    fn from(name: PaperName) -> Self {
        match name {
            PaperName::A4 => Self::A4,
            PaperName::Letter => Self::Letter,
        }
    }
}

/// The kinds of picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// Vectors, with text as outlines
    Svg,
    /// Pixels
    Png,
}

fn dots_per_inch(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(dots) if (10.0..=2400.0).contains(&dots) => Ok(dots),
        _ => Err("a number from 10 to 2400".to_owned()),
    }
}
