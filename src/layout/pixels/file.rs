//! The file of a picture: told by its first bytes, looked through once when it is found, and read again when somebody needs
//! its pixels or its bytes. In between only a small copy of it is held.

use std::sync::Arc;

use xxhash_rust::xxh3::{Xxh3, xxh3_128};

use crate::model::Later;

use super::super::common::Fingerprint;
use super::block::{PixelBlock, Shrinking};
use super::jpeg::{self, JpegColours, JpegHeader};
use super::orientation::Orientation;
use super::png;
use super::profile::{Conversion, Profile};
use super::survey::{Survey, Surveying};
use super::trouble::{Budget, MOST_AT_ONCE, Trouble};
use super::webp::{self, WebpHeader};

/// Pictures of no more pixels than this are held as they are: most are icons, which are looked at again and again.
const SMALL: u64 = 65_536;
/// The copies of others have no more than this.
const COPY: u64 = 262_144;
/// Copies are at least so many times halved: so far a JPEG is unpacked in a fraction of the time.
const COPY_HALVED: u32 = 3;
/// Files of no more bytes than this are not worth being read again.
const HELD: usize = 32_768;

/// A kind of picture, with what stands in front of its pixels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PictureKind {
    /// PNG.
    Png,
    /// JPEG.
    Jpeg(JpegHeader),
    /// WebP.
    Webp(WebpHeader),
}

impl PictureKind {
    /// What people call it.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Png => "PNG",
            Self::Jpeg(_) => "JPEG",
            Self::Webp(_) => "WebP",
        }
    }

    /// The endings of files of this kind.
    #[must_use]
    pub const fn endings(&self) -> &'static [&'static str] {
        match self {
            Self::Png => &["png"],
            Self::Jpeg(_) => &["jpg", "jpeg", "jpe", "jfif"],
            Self::Webp(_) => &["webp"],
        }
    }

    /// Whether it is packed like a photograph, in which no pixel is quite what it was.
    #[must_use]
    pub const fn is_lossy(&self) -> bool {
        match self {
            Self::Png => false,
            Self::Jpeg(_) => true,
            Self::Webp(header) => header.is_lossy,
        }
    }
}

/// What the first bytes of a file say.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Opening {
    Png,
    Jpeg,
    Webp,
    Other(&'static str),
    Unknown,
}

fn opening(file: &[u8]) -> Opening {
    const OTHERS: [(usize, &[u8], &str); 18] = [
        (0, b"GIF8", "GIF"),
        (0, b"BM", "BMP"),
        (0, b"II*\0", "TIFF"),
        (0, b"MM\0*", "TIFF"),
        (4, b"ftypavif", "AVIF"),
        (4, b"ftypavis", "AVIF"),
        (4, b"ftypheic", "HEIC"),
        (4, b"ftypheix", "HEIC"),
        (4, b"ftypmif1", "HEIF"),
        (0, b"\xFF\x0A", "JPEG XL"),
        (4, b"JXL \r\n", "JPEG XL"),
        (4, b"jP  \r\n", "JPEG 2000"),
        (0, b"\xFF\x4F\xFF\x51", "JPEG 2000"),
        (0, b"8BPS", "Photoshop"),
        (0, b"gimp xcf", "GIMP"),
        (0, b"\0\0\x01\0", "ICO"),
        (0, b"%PDF", "PDF"),
        (0, b"%!PS", "PostScript"),
    ];
    let has = |at: usize, bytes: &[u8]| file.get(at..at + bytes.len()) == Some(bytes);
    if has(0, b"\x89PNG\r\n\x1A\n") {
        Opening::Png
    } else if has(0, b"\xFF\xD8\xFF") {
        Opening::Jpeg
    } else if has(0, b"RIFF") && has(8, b"WEBP") {
        Opening::Webp
    } else {
        OTHERS
            .iter()
            .find(|(at, bytes, _)| has(*at, bytes))
            .map_or(Opening::Unknown, |(_, _, name)| Opening::Other(name))
    }
}

/// Whether a file is something that pictures in pixels are kept in, even if it is not one that can be printed.
#[must_use]
pub fn has_pixels(file: &[u8]) -> bool {
    opening(file) != Opening::Unknown
}

/// Where the bytes of a file are.
#[derive(Debug)]
enum Bytes {
    Held(Arc<[u8]>),
    /// Where they came from, with a number that says whether they are the same.
    Later(Later, u128),
}

/// The file of a picture in pixels.
#[derive(Debug)]
pub struct PictureFile {
    /// What kind of picture it is.
    pub kind: PictureKind,
    /// Pixels across and down, as stored.
    pub size: [u32; 2],
    /// How it is seen.
    pub orientation: Orientation,
    /// What all of its pixels say together.
    pub survey: Survey,
    bytes: Bytes,
    /// How many bytes it has.
    pub length: usize,
    /// How its colours become those of screens, where they are others.
    conversion: Option<Box<Conversion>>,
    /// Whether its colours are others, and nobody knows which.
    pub has_unread_profile: bool,
    /// The picture as it is seen, half as large so many times.
    copy: PixelBlock,
    copy_halved: u32,
}

impl PictureFile {
    /// Looks a file through. When it can be read again it is not held.
    ///
    /// # Errors
    /// What is wrong with it; every pixel of what passes can be unpacked.
    pub fn open(bytes: Arc<[u8]>, later: Option<Later>, budget: &Budget) -> Result<Self, Trouble> {
        let profile;
        let (kind, size, orientation, (survey, copy, copy_halved)) = match opening(&bytes) {
            _ if bytes.is_empty() => return Err(Trouble::Empty),
            Opening::Other(name) => return Err(Trouble::Kind(name)),
            Opening::Unknown => return Err(Trouble::NoPicture),
            Opening::Png => {
                let (size, orientation) = png::read_header(&bytes)?;
                budget.spend(size, bytes.len())?;
                profile = png::profile(&bytes);
                (PictureKind::Png, size, orientation, look_at_png(&bytes, size, &profile)?)
            }
            Opening::Jpeg => {
                let (header, picture) = jpeg::read_header(&bytes)?;
                budget.spend(header.size, bytes.len())?;
                // Inks go to the printer as they are.
                let icc = jpeg::profile(&bytes).filter(|_| !matches!(header.colours, JpegColours::Cmyk { .. }));
                profile = icc.map_or(Profile::Usual, |icc| Profile::of_icc(&icc));
                (PictureKind::Jpeg(header), header.size, header.orientation, look_at_jpeg(&picture, &header, &profile)?)
            }
            Opening::Webp => {
                let header = webp::read_header(&bytes)?;
                budget.spend(header.size, bytes.len())?;
                profile = webp::profile(&bytes)?.map_or(Profile::Usual, |icc| Profile::of_icc(&icc));
                (PictureKind::Webp(header), header.size, header.orientation, look_at_webp(&bytes, header, &profile)?)
            }
        };
        let survey = Survey { look: turned_look(survey.look, orientation), ..survey };
        let copy = orientation.turned(copy);
        let length = bytes.len();
        let bytes = match later.filter(|_| length > HELD) {
            Some(later) => Bytes::Later(later, xxh3_128(&bytes)),
            None => Bytes::Held(bytes),
        };
        let has_unread_profile = matches!(profile, Profile::Unread);
        let conversion = if let Profile::Other(conversion) = profile { Some(conversion) } else { None };
        Ok(Self { kind, size, orientation, survey, bytes, length, conversion, has_unread_profile, copy, copy_halved })
    }

    /// Whether its colours have to become those of screens before anybody sees them.
    #[must_use]
    pub const fn is_converted(&self) -> bool {
        self.conversion.is_some()
    }

    /// Its bytes, perhaps read again.
    ///
    /// # Errors
    /// When it is gone, or another by now.
    pub fn bytes(&self) -> Result<Arc<[u8]>, Trouble> {
        match &self.bytes {
            Bytes::Held(bytes) => Ok(Arc::clone(bytes)),
            Bytes::Later(later, known) => {
                let bytes = later.read().map_err(|error| Trouble::Gone(error.to_string()))?;
                if xxh3_128(&bytes) == *known {
                    Ok(bytes)
                } else {
                    Err(Trouble::Gone("it changed in the meantime".to_owned()))
                }
            }
        }
    }

    /// The bytes of a JPEG with nothing beside the picture.
    ///
    /// # Errors
    /// As for its bytes.
    pub fn jpeg(&self) -> Result<Vec<u8>, Trouble> {
        jpeg::read_header(&self.bytes()?).map(|(_, picture)| picture)
    }

    /// Its pixels as they are seen, half as many across and down so many times, or more often when it is so large that they
    /// would be too many at once.
    ///
    /// # Errors
    /// When it cannot be read again.
    pub fn pixels(&self, times: u32) -> Result<PixelBlock, Trouble> {
        let times = times.max(least_halved(self.size));
        if times >= self.copy_halved {
            return Ok(self.copy.clone().halved(times - self.copy_halved));
        }
        let bytes = self.bytes()?;
        let mut stored = match &self.kind {
            PictureKind::Png => png::read_pixels(&bytes, self.size, times)?,
            PictureKind::Jpeg(header) => jpeg::read_pixels(&jpeg::read_header(&bytes)?.1, header, times)?,
            PictureKind::Webp(_) => webp::read_pixels(&bytes)?.halved(times),
        };
        if let Some(conversion) = &self.conversion {
            conversion.carry_out(&mut stored.rgba);
        }
        Ok(self.orientation.turned(stored))
    }
}

/// How often a picture is halved before its pixels are few enough to be in memory at once.
fn least_halved(size: [u32; 2]) -> u32 {
    halvings(size, MOST_AT_ONCE)
}

/// How often a picture is halved until it has no more pixels than this.
fn halvings(size: [u32; 2], most: u64) -> u32 {
    let count = |times: u32| size.iter().map(|side| u64::from(side.div_ceil(1 << times))).product::<u64>();
    (0..16).find(|times| count(*times) <= most).unwrap_or(16)
}

/// How often a picture of this size is halved for its copy.
fn copy_halved(size: [u32; 2]) -> u32 {
    match halvings(size, SMALL) {
        0 => 0,
        _ => halvings(size, COPY).max(COPY_HALVED),
    }
}

/// A survey, a small copy, and how often that is halved.
type Looked = (Survey, PixelBlock, u32);

fn look_at_png(file: &[u8], size: [u32; 2], profile: &Profile) -> Result<Looked, Trouble> {
    let times = copy_halved(size);
    let (mut surveying, mut shrinking) = (Surveying::new(size), Shrinking::new(size, times));
    let mut seen = Vec::new();
    png::each_row(file, |row| {
        let mut row = row;
        if let Profile::Other(conversion) = profile {
            seen.clear();
            seen.extend_from_slice(row);
            conversion.carry_out(&mut seen);
            row = &seen;
        }
        surveying.push(row);
        shrinking.push(row);
    })?;
    Ok((surveying.finish(), shrinking.finish(), times))
}

/// The same number for what is seen as it is stored, and another when it is turned.
fn turned_look(look: Fingerprint, orientation: Orientation) -> Fingerprint {
    if orientation == Orientation::UPRIGHT {
        return look;
    }
    let mut ink = Xxh3::new();
    ink.update(&[orientation.number()]);
    ink.update(&look.0.to_le_bytes());
    Fingerprint(ink.digest128())
}

/// What a JPEG looks like, its file says as well as its pixels.
fn look_at_jpeg(picture: &[u8], header: &JpegHeader, profile: &Profile) -> Result<Looked, Trouble> {
    let times = copy_halved(header.size);
    let mut copy = jpeg::read_pixels(picture, header, times)?;
    let mut ink = Xxh3::new();
    ink.update(picture);
    if let Profile::Other(conversion) = profile {
        ink.update(&conversion.number.to_le_bytes());
    }
    profile.carry_out(&mut copy.rgba);
    let mut surveying = Surveying::new(header.size);
    surveying.push(&copy.rgba);
    let look = Fingerprint(ink.digest128());
    let is_grey = header.colours == JpegColours::Grey;
    Ok((Survey { look, is_grey, ..surveying.finish() }, copy, times))
}

fn look_at_webp(file: &[u8], header: WebpHeader, profile: &Profile) -> Result<Looked, Trouble> {
    let times = copy_halved(header.size);
    let mut pixels = webp::read_pixels(file)?;
    profile.carry_out(&mut pixels.rgba);
    let mut surveying = Surveying::new(header.size);
    surveying.push(&pixels.rgba);
    Ok((surveying.finish(), pixels.halved(times), times))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn quarters() -> Vec<Vec<u8>> {
        let folder = format!("{}/tests/print/quarters", env!("CARGO_MANIFEST_DIR"));
        let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
        files.sort();
        files
            .iter()
            .filter(|path| path.extension().is_none_or(|e| e != "py"))
            .map(|path| std::fs::read(path).unwrap())
            .collect()
    }

    /// What was opened can be unpacked, and whatever is broken is told.
    #[test]
    fn broken_files_are_told_and_never_panic() {
        let open = |bytes: Vec<u8>| PictureFile::open(bytes.into(), None, &Budget::default());
        let mut seed = 1_u32;
        let mut chance = |most: usize| {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (seed >> 8) as usize % most
        };
        let (mut opened, mut told) = (0, 0);
        for file in quarters() {
            for turn in 0..200 {
                let mut broken = file.clone();
                if turn % 4 == 0 {
                    broken.truncate(chance(file.len()));
                }
                for _ in 0..turn % 5 {
                    let at = chance(broken.len().max(1));
                    if let Some(byte) = broken.get_mut(at) {
                        *byte = u8::try_from(chance(256)).unwrap();
                    }
                }
                match open(broken) {
                    Ok(picture) => {
                        assert!(picture.pixels(0).is_ok());
                        opened += 1;
                    }
                    Err(trouble) => {
                        assert!(!trouble.told("a").message.is_empty());
                        told += 1;
                    }
                }
            }
        }
        assert!(opened > 300 && told > 600, "{opened} opened, {told} told");
    }

    #[test]
    fn what_is_read_again_is_the_same_or_told() {
        let first = [quarters()[0].clone(), vec![0; HELD]].concat();
        let now = Arc::new(std::sync::Mutex::new(first.clone()));
        let later = Arc::clone(&now);
        let later = Later::new(move || Ok(later.lock().unwrap().as_slice().into()));
        let picture = PictureFile::open(first.into(), Some(later), &Budget::default()).unwrap();
        assert!(picture.bytes().is_ok());
        now.lock().unwrap()[600] ^= 1;
        assert_eq!(picture.bytes().unwrap_err(), Trouble::Gone("it changed in the meantime".to_owned()));
    }

    #[test]
    fn copies_are_small_and_icons_are_whole() {
        for (size, times) in
            [([256, 256], 0), ([257, 256], 3), ([825, 1125], 3), ([4000, 6000], 4), ([31_000, 31_000], 6)]
        {
            assert_eq!(copy_halved(size), times, "{size:?}");
        }
        assert_eq!(least_halved([5_000, 6_000]), 0);
        assert_eq!(least_halved([6_001, 5_000]), 1);
    }
}
