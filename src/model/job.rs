//! A print job: on what paper and how a kit is laid out, apart from what is in it. Every setting may be left open.

use crate::diag::Diagnostic;
use crate::units::Length;

use super::{Ink, Paper};

/// How backs meet their fronts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Backs {
    /// No backs at all.
    None,
    /// Pages of fronts, then pages of backs, for a sheet that is turned over sideways by hand, or for gluing.
    #[default]
    Separate,
    /// Fronts and backs in turn, for a printer that turns sheets over their long edge.
    DuplexLong,
    /// Fronts and backs in turn, for a printer that turns sheets over their short edge.
    DuplexShort,
    /// Front and back on the same side of the sheet, which is folded between them and glued.
    Gutterfold,
}

impl Backs {
    /// All of them with their words.
    pub const WORDS: [(&'static str, Self); 5] = [
        ("none", Self::None),
        ("separate", Self::Separate),
        ("duplex-long", Self::DuplexLong),
        ("duplex-short", Self::DuplexShort),
        ("gutterfold", Self::Gutterfold),
    ];

    /// Whether the printer prints both sides of the sheet.
    #[must_use]
    pub const fn is_duplex(self) -> bool {
        matches!(self, Self::DuplexLong | Self::DuplexShort)
    }
}

/// What the layout gives way on when it cannot have both.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Wish {
    /// All the bleed that was asked for, then as few sheets as that allows.
    #[default]
    Bleed,
    /// As few sheets as possible, then as much bleed as that allows.
    Paper,
}

impl Wish {
    /// All of them with their words.
    pub const WORDS: [(&'static str, Self); 2] = [("bleed", Self::Bleed), ("paper", Self::Paper)];
}

/// What becomes of a board that is larger than the paper.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum BigBoards {
    /// Tiles that overlap and are glued to each other.
    #[default]
    Overlap,
    /// Panels that end where the next begins, glued to card that folds.
    FoldOut,
}

impl BigBoards {
    /// All of them with their words.
    pub const WORDS: [(&'static str, Self); 2] = [("overlap", Self::Overlap), ("fold-out", Self::FoldOut)];
}

/// How the pages of a booklet lie on sheets.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Booklets {
    /// Two side by side on both sides of each sheet, so that the sheets, laid into each other, folded and stapled in the
    /// fold, are read from the first page to the last.
    SaddleStitch,
    /// Two side by side as they are read, each sheet to be folded by itself.
    Spreads,
    /// One on each sheet.
    Single,
}

impl Booklets {
    /// All of them with their words.
    pub const WORDS: [(&'static str, Self); 3] =
        [("saddle-stitch", Self::SaddleStitch), ("spreads", Self::Spreads), ("single", Self::Single)];
}

/// What a game or a command line says about printing; what is not said has its usual value.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct JobWishes {
    /// One kit for each of these.
    pub papers: Option<Vec<Paper>>,
    /// See [`PrintLayout::backs`].
    pub backs: Option<Backs>,
    /// See [`PrintLayout::wish`].
    pub wish: Option<Wish>,
    /// See [`PrintLayout::grid`].
    pub grid: Option<(i64, i64)>,
    /// How far from the edge of the paper the printer starts.
    pub margin: Option<Length>,
    /// See [`PrintLayout::overlap`].
    pub overlap: Option<Length>,
    /// See [`PrintLayout::boards`].
    pub boards: Option<BigBoards>,
    /// See [`PrintLayout::share_sheets`].
    pub share_sheets: Option<bool>,
    /// See [`PrintLayout::booklets`].
    pub booklets: Option<Booklets>,
    /// Which edition.
    pub ink: Option<Ink>,
    /// See [`PrintLayout::image_dots`].
    pub image_dots: Option<u32>,
    /// How large pieces are printed, where 1 is their real size.
    pub scale: Option<f64>,
    /// Only these kinds or components.
    pub only: Option<Vec<String>>,
}

/// Coarser or finer than this is a slip of the figure.
const IMAGE_DOTS: std::ops::RangeInclusive<u32> = 72..=2_400;

/// Smaller or larger than this is a slip of the figure.
const SCALES: std::ops::RangeInclusive<f64> = 0.25..=4.0;

impl JobWishes {
    /// Columns and rows as people write them: `3x3`.
    ///
    /// # Errors
    /// When it is no grid.
    pub fn grid_of(text: &str) -> Result<(i64, i64), Diagnostic> {
        let number = |part: &str| part.trim().parse().ok().filter(|number| (1..=60).contains(number));
        text.split_once(['x', '×'])
            .and_then(|(columns, rows)| Some((number(columns)?, number(rows)?)))
            .ok_or_else(|| Diagnostic::error(format!("`{text}` is no grid: write columns and rows, as in `3x3`")))
    }

    /// A scale as people write it: `90%` or `0.9`.
    ///
    /// # Errors
    /// When it is no scale, or too small or large for one.
    pub fn scale_of(text: &str) -> Result<f64, Diagnostic> {
        let number = match text.trim().strip_suffix('%') {
            Some(percent) => percent.trim().parse::<f64>().map(|percent| percent / 100.0),
            None => text.trim().parse(),
        };
        let scale = number.ok().filter(|scale| SCALES.contains(scale));
        scale.ok_or_else(|| Diagnostic::error(format!("`{text}` is no scale: write it as in `90%`, from 25% to 400%")))
    }

    /// Dots per inch as people write them: `300`.
    ///
    /// # Errors
    /// When it is no number, or pictures would be seen as dots, or nobody could print as finely.
    pub fn image_dots_of(text: &str) -> Result<u32, Diagnostic> {
        let dots = text.trim().parse().ok().filter(|dots| IMAGE_DOTS.contains(dots));
        dots.ok_or_else(|| {
            let message = format!("`{text}` is no number of dots per inch for pictures");
            Diagnostic::error(message).hint(format!(
                "write it as in `300`, from {} to {}",
                IMAGE_DOTS.start(),
                IMAGE_DOTS.end()
            ))
        })
    }

    /// These wishes, and what they leave open from others.
    #[must_use]
    pub fn or(self, others: &Self) -> Self {
        Self {
            papers: self.papers.or_else(|| others.papers.clone()),
            backs: self.backs.or(others.backs),
            wish: self.wish.or(others.wish),
            grid: self.grid.or(others.grid),
            margin: self.margin.or(others.margin),
            overlap: self.overlap.or(others.overlap),
            boards: self.boards.or(others.boards),
            share_sheets: self.share_sheets.or(others.share_sheets),
            booklets: self.booklets.or(others.booklets),
            ink: self.ink.or(others.ink),
            image_dots: self.image_dots.or(others.image_dots),
            scale: self.scale.or(others.scale),
            only: self.only.or_else(|| others.only.clone()),
        }
    }
}

/// How far two tiles of a board overlap when nobody says.
const OVERLAP: Length = Length::from_mm(5);

/// How one kit is laid out.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PrintLayout {
    /// The paper and its margins.
    pub paper: Paper,
    /// Where backs go.
    pub backs: Backs,
    /// What gives way when paper and bleed cannot both be had.
    pub wish: Wish,
    /// So many columns and rows of cards on a sheet, whatever else would be better.
    pub grid: Option<(i64, i64)>,
    /// How much of a tile of a board the next one covers.
    pub overlap: Length,
    /// What becomes of a board that is larger than the paper.
    pub boards: BigBoards,
    /// Pictures with more dots per inch on paper than this get fewer pixels; without it all keep what they have.
    pub image_dots: Option<u32>,
    /// Whether pieces of one size lie on the same sheets, whatever component they belong to.
    pub share_sheets: bool,
    /// How the pages of booklets lie on sheets; what is usual when nobody says.
    pub booklets: Option<Booklets>,
    /// Whether the corners of fronts stay free for a cutting machine's registration marks.
    pub free_corners: bool,
}

impl PrintLayout {
    /// The usual layout on a paper.
    #[must_use]
    pub fn on(paper: Paper) -> Self {
        Self::of(paper, &JobWishes::default())
    }

    /// The layout that these wishes ask for, on one of their papers.
    #[must_use]
    pub fn of(paper: Paper, wishes: &JobWishes) -> Self {
        Self {
            paper,
            backs: wishes.backs.unwrap_or_default(),
            wish: wishes.wish.unwrap_or_default(),
            grid: wishes.grid,
            overlap: wishes.overlap.unwrap_or(OVERLAP),
            boards: wishes.boards.unwrap_or_default(),
            image_dots: wishes.image_dots,
            share_sheets: wishes.share_sheets.unwrap_or_default(),
            booklets: wishes.booklets,
            free_corners: false,
        }
    }

    /// Whether tiles can overlap as far as they are asked to: by half or more they would need more and more of them.
    ///
    /// # Errors
    /// What can be had.
    pub fn check_overlap(&self) -> Result<(), Diagnostic> {
        let room = self.paper.sheet(false).content().size;
        let most = Length::from_mm(room.width.min(room.height).um() / 2_500);
        if self.boards != BigBoards::Overlap || (Length::ZERO..=most).contains(&self.overlap) {
            return Ok(());
        }
        if self.overlap < Length::ZERO {
            let message = format!("tiles cannot overlap by {}", self.overlap);
            return Err(Diagnostic::error(message).hint("`--overlap 0mm` lets them meet edge to edge"));
        }
        let message = format!(
            "tiles cannot overlap by {}: {} has {room} between its margins, and two fifths of the shorter side are the most",
            self.overlap,
            self.paper.title()
        );
        Err(Diagnostic::error(message).hint(format!("the most that works is `--overlap {}`", most.written())))
    }
}
