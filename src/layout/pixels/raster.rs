//! A picture in pixels as it lies on a face: its file, and what becomes of its colours in an edition or a tint. Nothing is
//! painted over before somebody looks.

use std::sync::Arc;

use xxhash_rust::xxh3::Xxh3;

use crate::geom::Affine;
use crate::model::Colour;

use super::super::common::{Fingerprint, Look};
use super::block::PixelBlock;
use super::file::{PictureFile, PictureKind};
use super::jpeg::JpegColours;
use super::orientation::Orientation;
use super::png;
use super::survey::Cover;
use super::trouble::Trouble;

/// What becomes of the colours of a picture. What is seen through stays so.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Repaint {
    /// They stay.
    #[default]
    None,
    /// All become this one.
    Plain(Colour),
    /// They become lighter.
    Paled {
        /// Parts in four of paper; the rest is the colour.
        paper: u16,
        /// Whether only grey is left of them.
        is_grey: bool,
    },
}

impl Repaint {
    fn of(self, colour: Colour) -> Colour {
        match self {
            Self::None => colour,
            Self::Plain(plain) => plain,
            Self::Paled { paper, is_grey } => lighter(if is_grey { grey(colour) } else { colour }, paper),
        }
    }

    /// First what was done already, then this.
    fn after(self, before: Self) -> Self {
        match (before, self) {
            (before, Self::None) => before,
            (Self::Plain(colour), later) => Self::Plain(later.of(colour)),
            (_, later) => later,
        }
    }
}

/// A file that every program of today shows.
#[derive(Debug)]
pub struct Portable {
    /// Its media type.
    pub kind: &'static str,
    /// The file.
    pub bytes: Arc<[u8]>,
}

/// A picture in pixels.
#[derive(Debug)]
pub struct Raster {
    /// Where it came from.
    pub name: String,
    /// Pixels across, as it is seen.
    pub width: u32,
    /// Pixels down, as it is seen.
    pub height: u32,
    file: Arc<PictureFile>,
    repaint: Repaint,
    /// Whether its pixels are to be seen, as squares, where it is enlarged.
    pub shows_pixels: bool,
}

impl Raster {
    /// The picture of a file, in its own colours.
    #[must_use]
    pub fn new(name: &str, file: Arc<PictureFile>) -> Self {
        let [width, height] = file.orientation.size(file.size);
        Self { name: name.to_owned(), width, height, file, repaint: Repaint::None, shows_pixels: false }
    }

    /// The same in other colours.
    #[must_use]
    pub fn repainted(&self, repaint: Repaint) -> Self {
        let repaint = repaint.after(self.repaint);
        Self { name: self.name.clone(), file: Arc::clone(&self.file), repaint, ..*self }
    }

    /// The same with its pixels to be seen where it is enlarged.
    #[must_use]
    pub fn with_pixels_shown(&self) -> Self {
        Self { shows_pixels: true, ..self.repainted(Repaint::None) }
    }

    /// Whether anything is seen through it.
    #[must_use]
    pub fn has_alpha(&self) -> bool {
        self.file.survey.cover < Cover::Full
    }

    /// Whether nothing of it is seen.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.file.survey.cover == Cover::None
    }

    /// Whether all of it is of one colour, so that no pixel is seen as such.
    #[must_use]
    pub fn is_plain(&self) -> bool {
        self.file.survey.is_plain || (matches!(self.repaint, Repaint::Plain(_)) && !self.has_alpha())
    }

    /// Whether it has no colours.
    #[must_use]
    pub fn is_grey(&self) -> bool {
        match self.repaint {
            Repaint::None => self.file.survey.is_grey,
            Repaint::Plain(colour) => grey(colour) == colour,
            Repaint::Paled { is_grey, .. } => is_grey || self.file.survey.is_grey,
        }
    }

    /// The one colour of a picture that is nothing but a shape.
    #[must_use]
    pub fn shape(&self) -> Option<Colour> {
        match self.repaint {
            Repaint::Plain(colour) => (self.file.survey.cover <= Cover::Holes).then_some(colour),
            repaint => self.file.survey.shape.map(|colour| repaint.of(colour)),
        }
    }

    /// The one colour that all of it has where anything is seen of it.
    #[must_use]
    pub fn plain_colour(&self) -> Option<Colour> {
        match self.repaint {
            Repaint::Plain(colour) => Some(colour),
            Repaint::None | Repaint::Paled { .. } => None,
        }
    }

    /// The one colour of a picture that is nothing but a shape, in its file.
    #[must_use]
    pub fn own_shape(&self) -> Option<Colour> {
        self.file.survey.shape
    }

    /// Its file, as long as its colours are those that any program makes of the file.
    #[must_use]
    pub fn unchanged(&self) -> Option<&PictureFile> {
        (self.repaint == Repaint::None && !self.file.is_converted()).then_some(&*self.file)
    }

    /// What kind of file it came from.
    #[must_use]
    pub fn kind(&self) -> PictureKind {
        self.file.kind
    }

    /// How many bytes its file has.
    #[must_use]
    pub fn file_length(&self) -> usize {
        self.file.length
    }

    /// From a square with sides of 1 in which its file shows it to one in which it is seen.
    #[must_use]
    pub fn turn(&self) -> Affine {
        self.file.orientation.map()
    }

    /// Its pixels as they are seen, half as many across and down so many times. A picture so large that its pixels would be
    /// too many at once comes smaller than that.
    ///
    /// # Errors
    /// When its file cannot be read again.
    pub fn pixels(&self, times: u32) -> Result<PixelBlock, Trouble> {
        let mut block = self.file.pixels(times)?;
        if self.repaint != Repaint::None {
            for pixel in block.rgba.chunks_exact_mut(4) {
                let Colour { red, green, blue } =
                    self.repaint.of(Colour { red: pixel[0], green: pixel[1], blue: pixel[2] });
                pixel[..3].copy_from_slice(&[red, green, blue]);
            }
        }
        Ok(block)
    }

    /// Its file, when its colours are those of the file and every program of today shows it.
    ///
    /// # Errors
    /// When it cannot be read again.
    pub fn portable(&self) -> Result<Option<Portable>, Trouble> {
        let Some(file) = self.unchanged() else { return Ok(None) };
        Ok(match file.kind {
            // Not every program turns these as their Exif says, and some would turn them twice.
            PictureKind::Png if file.orientation != Orientation::UPRIGHT => None,
            PictureKind::Png => Some(Portable { kind: "image/png", bytes: file.bytes()? }),
            PictureKind::Jpeg(_) => Some(Portable { kind: "image/jpeg", bytes: file.jpeg()?.into() }),
            PictureKind::Webp(_) => None,
        })
    }

    /// Pixels as they are seen as they would be stored, where [`Raster::turn`] still has to be carried out.
    #[must_use]
    pub fn as_stored(&self, seen: PixelBlock) -> PixelBlock {
        match self.unchanged() {
            Some(file) => file.orientation.undone().turned(seen),
            None => seen,
        }
    }

    /// A file that shows the picture as it is seen, in the colours of every program: its own where that does so, and else
    /// its pixels anew.
    ///
    /// # Errors
    /// When it cannot be read again.
    pub fn self_contained(&self) -> Result<Portable, Trouble> {
        let shows_all = match self.kind() {
            PictureKind::Png => true,
            PictureKind::Jpeg(header) => {
                self.file.orientation == Orientation::UPRIGHT && !matches!(header.colours, JpegColours::Cmyk { .. })
            }
            PictureKind::Webp(_) => false,
        };
        match self.portable()?.filter(|_| shows_all) {
            Some(own) => Ok(own),
            None => Ok(Portable { kind: "image/png", bytes: png::file_of(&self.pixels(0)?)?.into() }),
        }
    }
}

impl Look for Raster {
    fn fingerprint(&self) -> Fingerprint {
        let look = self.file.survey.look;
        let kind = match self.repaint {
            Repaint::None if !self.shows_pixels => return look,
            Repaint::None => String::new(),
            Repaint::Plain(colour) => format!("plain {colour}"),
            Repaint::Paled { paper, is_grey } => format!("paled {paper} {is_grey}"),
        };
        let mut ink = Xxh3::new();
        ink.update(&look.0.to_le_bytes());
        ink.update(kind.as_bytes());
        if self.shows_pixels {
            ink.update(b"pixels");
        }
        Fingerprint(ink.digest128())
    }
}

/// Parts in four of paper, the rest of the colour.
fn lighter(colour: Colour, paper: u16) -> Colour {
    let mix = |channel: u8| u8::try_from((u16::from(channel) * (4 - paper) + 255 * paper) / 4).unwrap_or(u8::MAX);
    Colour { red: mix(colour.red), green: mix(colour.green), blue: mix(colour.blue) }
}

/// As light as the colour looks.
fn grey(colour: Colour) -> Colour {
    let light = (u16::from(colour.red) * 3 + u16::from(colour.green) * 6 + u16::from(colour.blue)) / 10;
    let light = u8::try_from(light).unwrap_or(u8::MAX);
    Colour { red: light, green: light, blue: light }
}
