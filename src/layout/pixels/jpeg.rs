//! JPEG: what stands in front of its pixels, the file without what cameras and programs write into it beside the picture, and
//! its pixels, of which fewer are unpacked where fewer are wanted.

use std::io::Cursor;

use jpeg_decoder::{ColorTransform, Decoder, PixelFormat};
use memchr::memchr;

use super::block::PixelBlock;
use super::orientation::Orientation;
use super::trouble::{MOST_AT_ONCE, Trouble, at_once};

const KIND: &str = "JPEG";
/// What a reader of PDF needs of the segments that are only about the picture: how its channels are meant.
const JFIF: u8 = 0xE0;
const ADOBE: u8 = 0xEE;
const EXIF: u8 = 0xE1;
const COMMENT: u8 = 0xFE;
/// The segment of colour profiles.
const PROFILE: u8 = 0xE2;
const START: u8 = 0xD8;
const END: u8 = 0xD9;
const SCAN: u8 = 0xDA;
/// A decoder makes no more than this of each side smaller while it unpacks: an eighth.
const MOST_HALVINGS: u32 = 3;

/// How the channels of a JPEG make colours.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum JpegColours {
    /// One channel.
    Grey,
    /// Red, green and blue, or brightness and two differences that make them.
    Rgb {
        /// Whether they are differences.
        is_split: bool,
    },
    /// Four inks.
    Cmyk {
        /// Whether three of them are stored as brightness and two differences.
        is_split: bool,
        /// Whether 0 is all ink, as the programs of Adobe write it.
        is_inverted: bool,
    },
}

/// What stands in front of the pixels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct JpegHeader {
    /// Pixels across and down, as stored.
    pub size: [u32; 2],
    /// What its channels mean.
    pub colours: JpegColours,
    /// Whether its colours are told by a marker that every reader knows.
    pub names_colours: bool,
    /// Whether all of it has to be unpacked for any of it.
    pub is_progressive: bool,
    /// How it is seen.
    pub orientation: Orientation,
}

/// The frame of a picture: size and names of its channels.
struct Frame {
    size: [u32; 2],
    channels: Vec<u8>,
    is_progressive: bool,
}

/// What is known while the segments are read one after the other.
#[derive(Default)]
struct Reading {
    frame: Option<Frame>,
    is_jfif: bool,
    /// The transform that the marker of Adobe names.
    adobe: Option<u8>,
    orientation: Option<Orientation>,
}

/// Reads the segments of a file up to its end. Gives also the file without those that no reader needs: with a picture go
/// neither the place where it was taken nor a small copy of it.
///
/// # Errors
/// When it is cut off, no JPEG, or one that nobody prints.
pub fn read_header(file: &[u8]) -> Result<(JpegHeader, Vec<u8>), Trouble> {
    let broken = |why: &str| Trouble::Broken(KIND, why.to_owned());
    let cut_off = || Trouble::CutOff(KIND, file.len());
    let mut kept = vec![0xFF, START];
    let mut reading = Reading::default();
    let mut at = 2;
    loop {
        let (marker, segment) = next_segment(file, &mut at).ok_or_else(cut_off)?;
        if marker == END {
            kept.extend([0xFF, END]);
            break;
        }
        reading.take(marker, segment.get(2..).unwrap_or_default())?;
        if is_needed(marker) {
            kept.extend([0xFF, marker]);
            kept.extend_from_slice(segment);
        }
        if marker == SCAN {
            let end = scan_end(file, at).ok_or_else(cut_off)?;
            kept.extend_from_slice(&file[at..end]);
            at = end;
        }
    }
    let header = reading.header().ok_or_else(|| broken("it says nowhere how large it is"))?;
    if header.size.contains(&0) {
        return Err(broken("it says that it has no pixels"));
    }
    Ok((header, kept))
}

/// The colour profile of a file, which may be in several segments.
#[must_use]
pub fn profile(file: &[u8]) -> Option<Vec<u8>> {
    let mut parts: Vec<(u8, &[u8])> = Vec::new();
    let mut at = 2;
    while let Some((marker, segment)) = next_segment(file, &mut at).filter(|(marker, _)| !matches!(*marker, SCAN | END))
    {
        if let (PROFILE, Some([number, _, part @ ..])) = (marker, segment[2..].strip_prefix(b"ICC_PROFILE\0")) {
            parts.push((*number, part));
        }
    }
    parts.sort_by_key(|(number, _)| *number);
    Some(parts.into_iter().flat_map(|(_, part)| part.iter().copied()).collect()).filter(|icc: &Vec<u8>| !icc.is_empty())
}

/// The segment at or after a place with its marker, from its length on; the end of a picture has none. Goes on behind it.
fn next_segment<'f>(file: &'f [u8], at: &mut usize) -> Option<(u8, &'f [u8])> {
    let marker = next_marker(file, at)?;
    if marker == END {
        return Some((END, &[]));
    }
    let [high, low] = *file.get(*at..*at + 2)?.first_chunk()?;
    let segment = file.get(*at..*at + usize::from(u16::from_be_bytes([high, low])).max(2))?;
    *at += segment.len();
    Some((marker, segment))
}

/// The marker at or after a place, and the place behind it.
fn next_marker(file: &[u8], at: &mut usize) -> Option<u8> {
    loop {
        *at += memchr(0xFF, file.get(*at..)?)?;
        *at += file.get(*at..)?.iter().position(|byte| *byte != 0xFF)?;
        let marker = *file.get(*at)?;
        *at += 1;
        // Nothing, a stuffed byte, or a marker inside of a scan.
        if !matches!(marker, 0x00 | 0x01 | START | 0xD0..=0xD7) {
            return Some(marker);
        }
    }
}

/// Where the packed pixels end that begin at a place: at the next marker that is not among them.
fn scan_end(file: &[u8], from: usize) -> Option<usize> {
    let mut at = from;
    loop {
        at += memchr(0xFF, file.get(at..)?)?;
        match file.get(at + 1)? {
            0x00 | 0xD0..=0xD7 => at += 2,
            0xFF => at += 1,
            _ => return Some(at),
        }
    }
}

/// Whether pixels cannot be unpacked or understood without a segment.
const fn is_needed(marker: u8) -> bool {
    !matches!(marker, EXIF..=0xEF | COMMENT) || marker == ADOBE
}

impl Reading {
    fn take(&mut self, marker: u8, content: &[u8]) -> Result<(), Trouble> {
        match marker {
            JFIF => self.is_jfif |= content.starts_with(b"JFIF\0"),
            EXIF => {
                if let Some(tags) = content.strip_prefix(b"Exif\0\0") {
                    self.orientation.get_or_insert_with(|| Orientation::of_exif(tags));
                }
            }
            ADOBE if content.starts_with(b"Adobe") => self.adobe = content.get(11).copied().or(self.adobe),
            0xC0..=0xC2 => self.frame = Some(frame(marker, content)?),
            0xC3 | 0xC5..=0xC7 | 0xCB | 0xCD..=0xCF => {
                return Err(Trouble::Form("a lossless or hierarchical JPEG", "save it as a usual JPEG"));
            }
            0xC9 | 0xCA => return Err(Trouble::Form("a JPEG in arithmetic coding", "save it as a usual JPEG")),
            _ => {}
        }
        Ok(())
    }

    /// What readers of JPEG agree on.
    fn header(self) -> Option<JpegHeader> {
        let Frame { size, channels, is_progressive } = self.frame?;
        let is_split = match self.adobe {
            _ if self.is_jfif && channels.len() == 3 => true,
            Some(transform) => transform != 0,
            None => channels.len() == 3 && channels != b"RGB",
        };
        let colours = match channels.len() {
            1 => JpegColours::Grey,
            3 => JpegColours::Rgb { is_split },
            _ => JpegColours::Cmyk { is_split, is_inverted: self.adobe.is_some() },
        };
        let names_colours = self.is_jfif || self.adobe.is_some();
        let orientation = self.orientation.unwrap_or(Orientation::UPRIGHT);
        Some(JpegHeader { size, colours, names_colours, is_progressive, orientation })
    }
}

fn frame(marker: u8, content: &[u8]) -> Result<Frame, Trouble> {
    let broken = || Trouble::Broken(KIND, "its frame is cut off".to_owned());
    let [bits, height @ .., w1, w0, count] = *content.first_chunk::<6>().ok_or_else(broken)?;
    if bits != 8 {
        return Err(Trouble::Form("a JPEG of more than 8 bits a channel", "save it with 8 bits, or as PNG"));
    }
    let channels: Vec<u8> = content[6..].chunks_exact(3).take(usize::from(count)).map(|channel| channel[0]).collect();
    if channels.len() != usize::from(count) {
        return Err(broken());
    }
    if !matches!(count, 1 | 3 | 4) {
        return Err(Trouble::Form("a JPEG of two or more than four channels", "save it as RGB, grey or CMYK"));
    }
    let size = [u16::from_be_bytes([w1, w0]), u16::from_be_bytes(height)].map(u32::from);
    Ok(Frame { size, channels, is_progressive: marker == 0xC2 })
}

/// The pixels as stored, half as many across and down so many times.
///
/// # Errors
/// When they cannot be unpacked, or only with more memory than any picture is worth.
pub fn read_pixels(file: &[u8], header: &JpegHeader, times: u32) -> Result<PixelBlock, Trouble> {
    let broken = |error: jpeg_decoder::Error| Trouble::Broken(KIND, error.to_string());
    if header.is_progressive {
        at_once(header.size, "a progressive JPEG")?;
    }
    let by_decoder = times.min(MOST_HALVINGS);
    let mut decoder = Decoder::new(Cursor::new(file));
    decoder.set_color_transform(match header.colours {
        JpegColours::Grey => ColorTransform::Grayscale,
        JpegColours::Rgb { is_split: true } => ColorTransform::YCbCr,
        JpegColours::Rgb { is_split: false } => ColorTransform::RGB,
        JpegColours::Cmyk { is_split: true, .. } => ColorTransform::YCCK,
        JpegColours::Cmyk { is_split: false, .. } => ColorTransform::CMYK,
    });
    let [width, height] = header.size.map(|side| u16::try_from(side.div_ceil(1 << by_decoder)).unwrap_or(u16::MAX));
    let (width, height) = decoder.scale(width, height).map_err(broken)?;
    at_once([width, height].map(u32::from), "a JPEG")?;
    decoder.set_max_decoding_buffer_size(usize::try_from(MOST_AT_ONCE * 4).unwrap_or(usize::MAX));
    let packed = decoder.decode().map_err(broken)?;
    let format = decoder.info().map(|info| info.pixel_format);
    let inks = matches!(header.colours, JpegColours::Cmyk { is_inverted: false, .. });
    let rgba = match format {
        Some(PixelFormat::L8) => packed.iter().flat_map(|&grey| [grey, grey, grey, u8::MAX]).collect(),
        Some(PixelFormat::RGB24) => packed.chunks_exact(3).flat_map(|p| [p[0], p[1], p[2], u8::MAX]).collect(),
        // The decoder takes all for inverted.
        Some(PixelFormat::CMYK32) if inks => {
            packed.chunks_exact(4).flat_map(|p| of_inks([!p[0], !p[1], !p[2], !p[3]])).collect()
        }
        Some(PixelFormat::CMYK32) => packed.chunks_exact(4).flat_map(|p| of_inks([p[0], p[1], p[2], p[3]])).collect(),
        _ => return Err(Trouble::Broken(KIND, "its channels are of no kind that is printed".to_owned())),
    };
    let block = PixelBlock { width: width.into(), height: height.into(), rgba };
    Ok(block.halved(times - by_decoder))
}

/// What inks look like on a screen, each from 0 to 255; a printer gets the inks themselves.
fn of_inks([cyan, magenta, yellow, black]: [u8; 4]) -> [u8; 4] {
    let seen = |ink: u8| {
        let light = u16::from(!ink) * u16::from(!black);
        u8::try_from((light + 127) / 255).unwrap_or(u8::MAX)
    };
    [seen(cyan), seen(magenta), seen(yellow), u8::MAX]
}
