//! PNG: its pixels row by row, and the packed pixels as PDF can take them.

use std::io::Cursor;

use png::{ColorType, Decoder, DecodingError, Reader, Transformations};

use super::block::{PixelBlock, Shrinking};
use super::orientation::Orientation;
use super::profile::Profile;
use super::trouble::{Trouble, at_once};

const KIND: &str = "PNG";

type Source<'f> = Cursor<&'f [u8]>;

fn open(file: &[u8]) -> Result<Reader<Source<'_>>, Trouble> {
    let mut decoder = Decoder::new(Cursor::new(file));
    decoder.set_transformations(Transformations::normalize_to_color8() | Transformations::ALPHA);
    decoder.set_ignore_text_chunk(true);
    decoder.set_ignore_iccp_chunk(true);
    decoder.read_info().map_err(|error| trouble(&error, file.len()))
}

fn trouble(error: &DecodingError, length: usize) -> Trouble {
    match error {
        DecodingError::IoError(error) if error.kind() == std::io::ErrorKind::UnexpectedEof => {
            Trouble::CutOff(KIND, length)
        }
        // The library says which check sums differ.
        DecodingError::Format(error) if error.to_string().starts_with("CRC") => {
            Trouble::Broken(KIND, "a part of it was changed since it was saved".to_owned())
        }
        _ => Trouble::Broken(KIND, error.to_string()),
    }
}

/// Pixels across and down, and how they are seen.
///
/// # Errors
/// When it is no PNG.
pub fn read_header(file: &[u8]) -> Result<([u32; 2], Orientation), Trouble> {
    let reader = open(file)?;
    let info = reader.info();
    let orientation = info.exif_metadata.as_deref().map_or(Orientation::UPRIGHT, Orientation::of_exif);
    Ok(([info.width, info.height], orientation))
}

/// What the colours of a file mean: as its profile says, or its gamma. Read apart from the pixels, so that a profile that is
/// damaged refuses no picture.
#[must_use]
pub fn profile(file: &[u8]) -> Profile {
    let Ok(reader) = Decoder::new(Cursor::new(file)).read_info() else { return Profile::Usual };
    let info = reader.info();
    match (info.srgb, &info.icc_profile, info.gama_chunk) {
        (Some(_), ..) | (None, None, None) => Profile::Usual,
        (None, Some(icc), _) => Profile::of_icc(icc),
        (None, None, Some(gamma)) => Profile::of_gamma(gamma.into_value()),
    }
}

/// Hands all rows to somebody, four bytes a pixel.
///
/// # Errors
/// When they cannot be unpacked, or only with more memory than any picture is worth.
pub fn each_row(file: &[u8], mut take: impl FnMut(&[u8])) -> Result<(), Trouble> {
    let mut reader = open(file)?;
    let size = [reader.info().width, reader.info().height];
    let wide = reader.output_color_type().0;
    let mut rgba = Vec::new();
    if reader.info().interlaced {
        at_once(size, "an interlaced PNG")?;
        let mut pixels = vec![0; reader.output_buffer_size().unwrap_or(0)];
        reader.next_frame(&mut pixels).map_err(|error| trouble(&error, file.len()))?;
        let bytes = size[0] as usize * wide.samples();
        for row in pixels.chunks_exact(bytes.max(1)).take(size[1] as usize) {
            take(as_rgba(row, wide, &mut rgba));
        }
        return Ok(());
    }
    for _ in 0..size[1] {
        let row = reader.next_row().map_err(|error| trouble(&error, file.len()))?;
        let row = row.ok_or(Trouble::CutOff(KIND, file.len()))?;
        take(as_rgba(row.data(), wide, &mut rgba));
    }
    // What follows the pixels says whether the file is whole.
    reader.finish().map_err(|error| trouble(&error, file.len()))
}

/// A row with four bytes a pixel.
fn as_rgba<'r>(row: &'r [u8], kind: ColorType, rgba: &'r mut Vec<u8>) -> &'r [u8] {
    if kind == ColorType::Rgba {
        return row;
    }
    rgba.clear();
    rgba.extend(row.chunks_exact(2).flat_map(|grey| [grey[0], grey[0], grey[0], grey[1]]));
    rgba
}

/// Pixels as a file.
///
/// # Errors
/// When they are no picture, as of nothing across.
pub fn file_of(block: &PixelBlock) -> Result<Vec<u8>, Trouble> {
    let broken = |error: png::EncodingError| Trouble::Broken(KIND, error.to_string());
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, block.width, block.height);
    encoder.set_color(ColorType::Rgba);
    encoder.set_compression(png::Compression::Fast);
    let mut writer = encoder.write_header().map_err(broken)?;
    writer.write_image_data(&block.rgba).map_err(broken)?;
    writer.finish().map_err(broken)?;
    Ok(file)
}

/// The pixels, half as many across and down so many times.
///
/// # Errors
/// As for its rows.
pub fn read_pixels(file: &[u8], size: [u32; 2], times: u32) -> Result<PixelBlock, Trouble> {
    let mut shrinking = Shrinking::new(size, times);
    each_row(file, |row| shrinking.push(row))?;
    Ok(shrinking.finish())
}
