//! WebP: its pixels, which are always unpacked as a whole. PDF has no place for them as they are packed.

use std::io::Cursor;

use image_webp::{DecodingError, WebPDecoder};

use super::block::PixelBlock;
use super::orientation::Orientation;
use super::trouble::{MOST_AT_ONCE, Trouble, at_once};

const KIND: &str = "WebP";

/// What stands in front of the pixels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WebpHeader {
    /// Pixels across and down.
    pub size: [u32; 2],
    /// Whether it is packed like a photograph, in which no pixel is quite what it was.
    pub is_lossy: bool,
    /// How it is seen.
    pub orientation: Orientation,
}

fn trouble(error: &DecodingError, length: usize) -> Trouble {
    match error {
        DecodingError::IoError(error) if error.kind() == std::io::ErrorKind::UnexpectedEof => {
            Trouble::CutOff(KIND, length)
        }
        _ => Trouble::Broken(KIND, error.to_string()),
    }
}

fn open(file: &[u8]) -> Result<WebPDecoder<Cursor<&[u8]>>, Trouble> {
    // The second word says how long everything after it is.
    let said = file.get(4..8).and_then(|length| length.first_chunk()).map_or(0, |length| u32::from_le_bytes(*length));
    if file.len() as u64 <= u64::from(said) {
        return Err(Trouble::CutOff(KIND, file.len()));
    }
    let mut decoder = WebPDecoder::new(Cursor::new(file)).map_err(|error| trouble(&error, file.len()))?;
    decoder.set_memory_limit(usize::try_from(MOST_AT_ONCE * 8).unwrap_or(usize::MAX));
    Ok(decoder)
}

/// Reads what stands in front of the pixels.
///
/// # Errors
/// When it is no WebP, one that moves, or too large to be unpacked.
pub fn read_header(file: &[u8]) -> Result<WebpHeader, Trouble> {
    let mut decoder = open(file)?;
    if decoder.is_animated() {
        return Err(Trouble::Form("a WebP picture that moves", "save one picture of it"));
    }
    let (width, height) = decoder.dimensions();
    at_once([width, height], "a WebP picture")?;
    let tags = decoder.exif_metadata().map_err(|error| trouble(&error, file.len()))?;
    // Some write them as a JPEG has them.
    let tags = tags.as_deref().map(|tags| tags.strip_prefix(b"Exif\0\0").unwrap_or(tags));
    let orientation = tags.map_or(Orientation::UPRIGHT, Orientation::of_exif);
    Ok(WebpHeader { size: [width, height], is_lossy: decoder.is_lossy(), orientation })
}

/// The colour profile of a file.
///
/// # Errors
/// When the file is broken.
pub fn profile(file: &[u8]) -> Result<Option<Vec<u8>>, Trouble> {
    open(file)?.icc_profile().map_err(|error| trouble(&error, file.len()))
}

/// The pixels.
///
/// # Errors
/// When they cannot be unpacked.
pub fn read_pixels(file: &[u8]) -> Result<PixelBlock, Trouble> {
    let mut decoder = open(file)?;
    let (width, height) = decoder.dimensions();
    let mut pixels = vec![0; decoder.output_buffer_size().unwrap_or(0)];
    decoder.read_image(&mut pixels).map_err(|error| trouble(&error, file.len()))?;
    let rgba = if decoder.has_alpha() {
        pixels
    } else {
        pixels.chunks_exact(3).flat_map(|pixel| [pixel[0], pixel[1], pixel[2], u8::MAX]).collect()
    };
    Ok(PixelBlock { width, height, rgba })
}
