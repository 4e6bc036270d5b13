//! What is wished for when a kit is printed. Plain data, however it was asked for.

use std::path::PathBuf;

use crate::app::open::WhichGame;
use crate::model::JobWishes;

/// A wish for a kit.
///
/// ```no_run
/// use tablewright::app::{KitRequest, Unwatched, WhichGame};
///
/// let request = KitRequest::of(WhichGame::new("zombie-rancher", "components"), "output");
/// let mut ready = request.make(&Unwatched)?;
/// assert!(!ready.found.has_errors(), "{}", ready.found);
/// for kit in ready.take_kits() {
///     let written = ready.write(kit)?;
///     println!("{} has {} pages", written.path.display(), written.kit.page_count());
/// }
/// # Ok::<(), tablewright::app::Diagnostics>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct KitRequest {
    /// Which game.
    pub game: WhichGame,
    /// For which print job, by its name.
    pub job: Option<String>,
    /// What is wished for in place of what the job says.
    pub wishes: JobWishes,
    /// Only what is new or different since this: an earlier print's manifest, or a git revision.
    pub changed_since: Option<String>,
    /// The folder to write to.
    pub output: PathBuf,
    /// The printer it is for, by the name it was calibrated under.
    pub printer: Option<String>,
    /// Whether cut lines for a machine are written beside the PDF, and how.
    pub cut_files: Option<CutFormat>,
    /// Whether a picture of all pages is written beside the PDF.
    pub contact_sheet: bool,
    /// The date in the file, as seconds since 1970.
    pub date: Option<i64>,
    /// Whether warnings count as errors.
    pub strict: bool,
}

impl KitRequest {
    /// A whole kit as its usual job says.
    #[must_use]
    pub fn of(game: WhichGame, output: impl Into<PathBuf>) -> Self {
        Self {
            game,
            job: None,
            wishes: JobWishes::default(),
            changed_since: None,
            output: output.into(),
            printer: None,
            cut_files: None,
            contact_sheet: false,
            date: None,
            strict: false,
        }
    }
}

/// The kinds of file for cutting machines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CutFormat {
    /// Curves stay curves.
    Svg,
    /// Straight lines only, in the old form (R12) that every program reads.
    Dxf,
}

impl CutFormat {
    /// All of them with their words.
    pub const WORDS: [(&'static str, Self); 2] = [("svg", Self::Svg), ("dxf", Self::Dxf)];

    /// What the names of its files end with.
    #[must_use]
    pub const fn extension(self) -> &'static str {
        match self {
            Self::Svg => "svg",
            Self::Dxf => "dxf",
        }
    }
}
