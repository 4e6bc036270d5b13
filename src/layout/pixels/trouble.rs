//! What can be wrong with the file of a picture, and how much the pictures of a game may unpack to.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::diag::Diagnostic;

/// A picture of more pixels than this is none: that is a square of 31,600.
pub const MOST_PIXELS: u64 = 1_000_000_000;
/// So many pixels are unpacked at once, and no more.
pub const MOST_AT_ONCE: u64 = 30_000_000;

/// The pictures of one game unpack to no more pixels than this,
const MOST_FROM_NOTHING: u64 = 100_000_000;
/// and so many more for every byte of their files: a painting has about one.
const PIXELS_A_BYTE: u64 = 50;

/// Why a picture in pixels is not there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Trouble {
    /// It has no bytes.
    Empty,
    /// It is a picture of another kind, called so.
    Kind(&'static str),
    /// It is no picture at all.
    NoPicture,
    /// It is a web page that was saved in its place.
    WebPage,
    /// It is what git keeps in its place.
    LfsPointer,
    /// It ends too early, after so many bytes.
    CutOff(&'static str, usize),
    /// It is one of this kind, but cannot be read for this reason.
    Broken(&'static str, String),
    /// It is of this kind in a form that nobody prints, and this would do.
    Form(&'static str, &'static str),
    /// So many pixels across and down are more than any picture has.
    TooLarge([u32; 2]),
    /// So many pixels across and down are too many for a picture that has to be unpacked as a whole; and which it is.
    TooLargeAtOnce([u32; 2], &'static str),
    /// The pictures of the game are more than enough, and there is almost nothing in them; the last has so many pixels
    /// across and down.
    TooMany([u32; 2]),
    /// It cannot be read again.
    Gone(String),
}

impl Trouble {
    /// The same as a report about a file.
    #[must_use]
    pub fn told(&self, path: &str) -> Diagnostic {
        const AGAIN: &str = "it was not saved or copied as a whole: save or copy it again";
        const OTHERS: &str = "save it as SVG, PNG, JPEG or WebP";
        const FEWER: &str = "save it with fewer pixels";
        let (message, hint) = match self {
            Self::Empty => (format!("`{path}` is empty"), AGAIN),
            Self::Kind(kind) => (format!("`{path}` is a picture of the kind {kind}, which cannot be printed"), OTHERS),
            Self::NoPicture => (format!("`{path}` is neither SVG, PNG, JPEG nor WebP"), OTHERS),
            Self::WebPage => (format!("`{path}` is a web page, and no picture"), "download the picture itself"),
            Self::LfsPointer => {
                (format!("`{path}` is only what git LFS keeps in its place"), "`git lfs pull` brings the picture")
            }
            Self::CutOff(kind, bytes) => {
                (format!("`{path}` is a {kind} picture that is cut off after {bytes} bytes"), AGAIN)
            }
            Self::Broken(kind, why) => (
                format!("`{path}` is a {kind} picture that cannot be read: {why}"),
                "save it again, or as another kind",
            ),
            Self::Form(form, instead) => (format!("`{path}` is {form}, which cannot be printed"), *instead),
            Self::TooLarge([width, height]) => {
                let most = MOST_PIXELS / 1_000_000;
                (format!("`{path}` has {width} x {height} pixels, and {most} million are the most"), FEWER)
            }
            Self::TooLargeAtOnce([width, height], what) => {
                let most = MOST_AT_ONCE / 1_000_000;
                let message = format!(
                    "`{path}` has {width} x {height} pixels, and {what} of more than {most} million cannot be read"
                );
                (message, "save it with fewer pixels, or as a PNG without interlace or a JPEG that is not progressive")
            }
            Self::TooMany([width, height]) => {
                let most = MOST_FROM_NOTHING / 1_000_000;
                let message = format!("pictures with almost nothing in them have more than {most} million pixels here");
                let hint = format!("save them with fewer pixels: `{path}` has {width} x {height}");
                return Diagnostic::error(message).hint(hint).once();
            }
            Self::Gone(why) => {
                (format!("`{path}` cannot be read again: {why}"), "leave the files alone while they are printed")
            }
        };
        Diagnostic::error(message).hint(hint)
    }
}

impl Trouble {
    /// What a file is that something else has put in the place of a picture.
    #[must_use]
    pub fn of_stand_in(bytes: &[u8]) -> Option<Self> {
        const PAGES: [&[u8]; 2] = [b"<!doctype html", b"<html"];
        let start = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes).trim_ascii_start();
        let begins = |with: &[u8]| start.get(..with.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(with));
        let is_page = PAGES.iter().any(|page| begins(page)).then_some(Self::WebPage);
        is_page.or_else(|| begins(b"version https://git-lfs").then_some(Self::LfsPointer))
    }
}

/// What the pictures of a game unpacked to so far.
#[derive(Debug, Default)]
pub struct Budget {
    pixels: AtomicU64,
    bytes: AtomicU64,
}

impl Budget {
    /// Counts the pixels of a file before they are unpacked.
    ///
    /// # Errors
    /// When the game had more than enough, and out of almost nothing, or the picture alone has too many.
    pub fn spend(&self, [width, height]: [u32; 2], bytes: usize) -> Result<(), Trouble> {
        let pixels = u64::from(width) * u64::from(height);
        if pixels > MOST_PIXELS {
            return Err(Trouble::TooLarge([width, height]));
        }
        let pixels = self.pixels.fetch_add(pixels, Ordering::Relaxed) + pixels;
        let bytes = self.bytes.fetch_add(bytes as u64, Ordering::Relaxed) + bytes as u64;
        if pixels <= MOST_FROM_NOTHING + bytes.saturating_mul(PIXELS_A_BYTE) {
            Ok(())
        } else {
            Err(Trouble::TooMany([width, height]))
        }
    }
}

/// Whether so many pixels can be unpacked at once.
///
/// # Errors
/// Those are too many; `what` is the kind of picture that cannot be unpacked in parts.
pub fn at_once(size: [u32; 2], what: &'static str) -> Result<(), Trouble> {
    let [width, height] = size.map(u64::from);
    if width * height > MOST_AT_ONCE { Err(Trouble::TooLargeAtOnce(size, what)) } else { Ok(()) }
}
