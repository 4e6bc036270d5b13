//! Every different face of a game as a picture of its own, or the pieces of a component as pages of their own.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use crate::app::open::{OpenGame, WhichGame, lay_out, open};
use crate::app::progress::Progress;
use crate::diag::{Diagnostic, Diagnostics};
use crate::disk::Disk;
use crate::impose::single_pages;
use crate::layout::common::Common;
use crate::layout::face::Face;
use crate::layout::{LaidComponent, Studio};
use crate::model::{Game, Ink};
use crate::render::pdf::{DocumentInfo, DrawnPdf, draw_pdf};
use crate::render::{PngSpeed, face_png, face_svg};

use super::make::unwritten;
use super::save::{FileSet, below};
use super::wishes::usual_job;

/// A wish for pictures of all pieces.
///
/// ```no_run
/// use tablewright::app::{ExportRequest, PictureFormat, Unwatched, WhichGame};
///
/// let game = WhichGame::new("zombie-rancher", "components");
/// let exported = ExportRequest::of(game, PictureFormat::Svg, "output").run(&Unwatched)?;
/// println!("{} pictures in {}", exported.files.len(), exported.folder.display());
/// # Ok::<(), tablewright::app::Diagnostics>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct ExportRequest {
    /// Which game.
    pub game: WhichGame,
    /// The kind of picture.
    pub format: PictureFormat,
    /// Dots per inch of pixels.
    pub dpi: f64,
    /// Pictures in a PDF that are finer have fewer pixels, so many to the inch; usually as the job `default` says.
    pub image_dots: Option<u32>,
    /// Which edition.
    pub ink: Ink,
    /// Only these kinds or components; all where none is named.
    pub only: Vec<String>,
    /// The folder to write to.
    pub output: PathBuf,
}

/// The kinds of picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PictureFormat {
    /// Vectors, with text as outlines.
    Svg,
    /// Pixels.
    Png,
    /// One file for each component, with a page for every side of every copy.
    Pdf,
}

impl PictureFormat {
    /// All of them with their words.
    pub const WORDS: [(&'static str, Self); 3] = [("svg", Self::Svg), ("png", Self::Png), ("pdf", Self::Pdf)];

    /// What the names of its files end with.
    #[must_use]
    pub const fn extension(self) -> &'static str {
        match self {
            Self::Svg => "svg",
            Self::Png => "png",
            Self::Pdf => "pdf",
        }
    }
}

/// Pictures that were written.
pub struct Exported {
    /// Where they are.
    pub folder: PathBuf,
    /// Each of them.
    pub files: Vec<ExportedFile>,
    /// What is worth knowing of them.
    pub found: Diagnostics,
}

/// A picture that was written.
pub struct ExportedFile {
    /// Where it is.
    pub path: PathBuf,
    /// What it shows, or shows first.
    pub face: Common<Face>,
}

/// A file that is wanted.
struct WantedFile<'l> {
    /// Its name without its ending.
    name: &'l str,
    /// What it shows, or shows first.
    face: &'l Common<Face>,
    /// The component whose pieces are its pages; none for a picture of one face.
    part: Option<&'l LaidComponent>,
}

impl ExportRequest {
    /// All pieces in full ink, at 300 dots per inch.
    #[must_use]
    pub fn of(game: WhichGame, format: PictureFormat, output: impl Into<PathBuf>) -> Self {
        let (ink, only) = (Ink::default(), Vec::new());
        Self { game, format, dpi: 300.0, image_dots: None, ink, only, output: output.into() }
    }

    /// Writes all pictures, or none.
    ///
    /// # Errors
    /// Everything wrong with the game, or what the disk said.
    pub fn run(&self, progress: &dyn Progress) -> Result<Exported, Diagnostics> {
        let mut opened = open(&self.game)?;
        let mut found = std::mem::take(&mut opened.found);
        opened.game.choose(self.ink);
        // Backs have more bleed for sheets that are turned over, and no picture is.
        for component in &mut opened.game.components {
            component.back_bleed = component.bleed;
        }
        let studio = Studio::new(&opened.game, &opened.assets, &opened.fonts);
        let laid = lay_out(&studio, &self.only, progress, &mut found);
        if found.has_errors() {
            return Err(found);
        }
        // The pictures of an edition do not replace those of another.
        let kind = format!("{}{}", self.format.extension(), opened.game.ink.suffix());
        let inside = Path::new(&opened.game.id).join(kind);
        let wanted = match self.format {
            PictureFormat::Svg | PictureFormat::Png => different_faces(&laid),
            PictureFormat::Pdf => whole_components(&laid, &opened.game),
        };
        let files = self.write(&wanted, &inside, &opened, progress)?;
        Ok(Exported { folder: self.output.join(inside), files, found })
    }

    fn write(
        &self,
        wanted: &[WantedFile<'_>],
        inside: &Path,
        opened: &OpenGame,
        progress: &dyn Progress,
    ) -> Result<Vec<ExportedFile>, Diagnostics> {
        progress.begin(wanted.len(), "writing");
        // Half a set of pictures is worse than none.
        let disk = Disk::default();
        let mut set = FileSet::on(&disk);
        let written = wanted.iter().map(|file| {
            let name = format!("{}.{}", file.name, self.format.extension());
            let path = below(&self.output, &inside.join(name))?;
            set.save(&path, &self.bytes_of(file, opened)?)?;
            progress.step();
            Ok(ExportedFile { path, face: file.face.clone() })
        });
        let files: Result<Vec<ExportedFile>, Diagnostic> = written.collect();
        progress.end();
        let files = files?;
        set.finish()?;
        Ok(files)
    }

    fn bytes_of(&self, file: &WantedFile<'_>, opened: &OpenGame) -> Result<Vec<u8>, Diagnostic> {
        match (self.format, file.part) {
            (_, Some(part)) => self.pages_of(part, opened),
            (PictureFormat::Png, None) => {
                face_png(file.face, &opened.fonts, self.dpi, PngSpeed::Balanced).map_err(Diagnostic::error)
            }
            (_, None) => face_svg(file.face, &opened.fonts).map(String::into_bytes).map_err(Diagnostic::error),
        }
    }

    /// The pieces of a component as a PDF with a page for each side.
    fn pages_of(&self, part: &LaidComponent, opened: &OpenGame) -> Result<Vec<u8>, Diagnostic> {
        let component = &opened.game.components[part.component];
        let title = format!("{} {}: {}", opened.game.title, opened.game.edition(), component.title);
        let language = opened.game.language.clone();
        let info = DocumentInfo { title, language, ..DocumentInfo::default() };
        let mut kit = single_pages(component, part);
        kit.layout.image_dots = self.image_dots.or(usual_job(&opened.game).image_dots);
        draw_pdf(&kit, &opened.fonts, &info).and_then(DrawnPdf::into_bytes).map_err(unwritten)
    }
}

/// Each face once by its name, which is that of its file, in the order of the kit.
fn different_faces(laid: &[LaidComponent]) -> Vec<WantedFile<'_>> {
    let pieces = laid.iter().flat_map(|part| &part.pieces);
    let all = pieces.flat_map(|piece| std::iter::once(&piece.front).chain(&piece.back));
    let mut known: HashSet<&str> = HashSet::new();
    all.filter(|face| known.insert(&face.id)).map(|face| WantedFile { name: &face.id, face, part: None }).collect()
}

/// Each component of which there is anything.
fn whole_components<'l>(laid: &'l [LaidComponent], game: &'l Game) -> Vec<WantedFile<'l>> {
    let file = |part: &'l LaidComponent| {
        let first = part.pieces.iter().find(|piece| piece.quantity > 0)?;
        Some(WantedFile { name: &game.components[part.component].id, face: &first.front, part: Some(part) })
    };
    laid.iter().filter_map(file).collect()
}
