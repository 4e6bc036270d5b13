//! How a kit is laid out on paper, as it is said on the command line, and how its words are read.

use clap::Args;
use clap::builder::TypedValueParser as _;

use crate::diag::Diagnostic;
use crate::model::{Backs, BigBoards, Booklets, Ink, JobWishes, Paper, Wish};
use crate::units::Length;

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
    /// Where backs go: none, separate (on pages of their own), duplex-long, duplex-short (the edge the printer turns
    /// sheets over) or gutterfold (beside their fronts, to fold and glue). Usually separate
    #[arg(long, value_name = "BACKS", value_parser = word(&Backs::WORDS))]
    pub backs: Option<Backs>,
    /// What matters more, bleed or paper: all the bleed that was asked for, or as few sheets as can be. Usually bleed
    #[arg(long, value_name = "WISH", value_parser = word(&Wish::WORDS))]
    pub wish: Option<Wish>,
    /// So many cards side by side and below each other, such as 3x3
    #[arg(long, value_name = "COLUMNSxROWS", value_parser = grid)]
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
    /// Let pieces of one size and stock lie on the same sheets, whatever component they belong to
    #[arg(long)]
    pub share_sheets: bool,
    /// How the pages of booklets lie on sheets: saddle-stitch (both sides of sheets that are laid into each other, folded
    /// and stapled), spreads (two side by side as they are read) or single
    #[arg(long, value_name = "HOW", value_parser = word(&Booklets::WORDS))]
    pub booklets: Option<Booklets>,
    /// How much ink it takes: full, low (outlines and patterns in place of floods) or mono (the same in black ink
    /// only). Usually full
    #[arg(long, value_name = "INK", value_parser = word(&Ink::WORDS))]
    pub ink: Option<Ink>,
    /// Give pictures that are finer on paper than this, such as 300 dots per inch, fewer pixels. Usually they keep all
    #[arg(long, value_name = "DOTS", value_parser = image_dots, allow_hyphen_values = true)]
    pub image_dpi: Option<u32>,
    /// Print all pieces larger or smaller than they are, such as 90%
    #[arg(long, value_name = "SCALE", value_parser = scale, allow_hyphen_values = true)]
    pub scale: Option<f64>,
}

impl SheetArgs {
    /// The same as a request says it.
    pub fn wishes(&self, only: &[String]) -> JobWishes {
        JobWishes {
            papers: (!self.paper.is_empty()).then(|| self.paper.clone()),
            backs: self.backs,
            wish: self.wish,
            grid: self.grid,
            margin: self.margin,
            overlap: self.overlap,
            boards: self.boards,
            share_sheets: self.share_sheets.then_some(true),
            booklets: self.booklets,
            ink: self.ink,
            image_dots: self.image_dpi,
            scale: self.scale,
            only: (!only.is_empty()).then(|| only.to_vec()),
        }
    }
}

/// A paper by its name or in figures.
pub fn paper(text: &str) -> Result<Paper, String> {
    Paper::parse(text).map_err(in_one_line)
}

fn grid(text: &str) -> Result<(i64, i64), String> {
    JobWishes::grid_of(text).map_err(in_one_line)
}

/// Dots per inch of pictures.
pub fn image_dots(text: &str) -> Result<u32, String> {
    JobWishes::image_dots_of(text).map_err(in_one_line)
}

fn scale(text: &str) -> Result<f64, String> {
    JobWishes::scale_of(text).map_err(in_one_line)
}

fn in_one_line(Diagnostic { message, hints, .. }: Diagnostic) -> String {
    std::iter::once(message).chain(hints).collect::<Vec<_>>().join("; ")
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
