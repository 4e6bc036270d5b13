//! The text of an SVG file as programs save it: packed or not, in UTF-8, UTF-16 or the encoding that its first line names.
//! Reads no XML.

use std::borrow::Cow;
use std::io::Read as _;

use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE};
use flate2::read::MultiGzDecoder;

use crate::diag::Diagnostic;

/// A packed drawing has no more text than any other file may have.
const LARGEST: u64 = 32_000_000;
/// What packed files begin with.
const GZIP: &[u8] = b"\x1F\x8B";

/// Whether a file looks like a drawing, packed or not.
#[must_use]
pub fn is_drawing(bytes: &[u8]) -> bool {
    let start = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    [GZIP, b"\xFF\xFE<", b"\xFE\xFF\0<"].iter().any(|sign| start.starts_with(sign))
        || start.trim_ascii_start().starts_with(b"<")
}

/// The text of the drawing in a file.
///
/// # Errors
/// When it cannot be unpacked, unpacks to too much, or is no text in the encoding that it names.
pub fn drawing_text<'b>(bytes: &'b [u8], path: &str) -> Result<Cow<'b, str>, Diagnostic> {
    if !bytes.starts_with(GZIP) {
        return decoded(bytes, path);
    }
    let mut unpacked = Vec::new();
    let read = MultiGzDecoder::new(bytes).take(LARGEST + 1).read_to_end(&mut unpacked);
    if read.is_err() {
        return Err(Diagnostic::error(format!("`{path}` is packed, and cannot be unpacked"))
            .hint("save it again, as SVG that is not packed"));
    }
    if unpacked.len() as u64 > LARGEST {
        return Err(Diagnostic::error(format!("`{path}` unpacks to more than {} MB", LARGEST / 1_000_000)));
    }
    decoded(&unpacked, path).map(|text| Cow::Owned(text.into_owned()))
}

fn decoded<'b>(bytes: &'b [u8], path: &str) -> Result<Cow<'b, str>, Diagnostic> {
    let (encoding, mark) = Encoding::for_bom(bytes).unwrap_or_else(|| (named(bytes).unwrap_or(UTF_8), 0));
    encoding.decode_without_bom_handling_and_without_replacement(&bytes[mark..]).ok_or_else(|| {
        let name = encoding.name();
        Diagnostic::error(format!("`{path}` is not {name} text")).hint("save the file with the encoding UTF-8")
    })
}

/// The encoding that the first line names, as in `<?xml version="1.0" encoding="ISO-8859-1"?>`.
fn named(bytes: &[u8]) -> Option<&'static Encoding> {
    let line = bytes.strip_prefix(b"<?xml")?;
    let line = &line[..line.iter().take(200).position(|byte| *byte == b'>')?];
    let (_, said) = std::str::from_utf8(line).ok()?.split_once("encoding")?;
    let said = said.trim_start().strip_prefix('=')?.trim_start();
    let quote = said.chars().next().filter(|sign| matches!(sign, '"' | '\''))?;
    let encoding = Encoding::for_label(said[1..].split(quote).next()?.as_bytes())?;
    // Who could read the line needs no two bytes for a letter.
    (encoding != UTF_16LE && encoding != UTF_16BE).then_some(encoding)
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use super::*;

    #[test]
    fn drawings_of_every_encoding_are_read() {
        let packed = |text: &str| {
            let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
            packer.write_all(text.as_bytes()).unwrap();
            packer.finish().unwrap()
        };
        let wide = |bytes_of: fn(u16) -> [u8; 2]| -> Vec<u8> {
            "\u{feff}<svg>ä</svg>".encode_utf16().flat_map(bytes_of).collect()
        };
        for bytes in [
            "<svg>ä</svg>".as_bytes().to_vec(),
            "\u{feff}<svg>ä</svg>".as_bytes().to_vec(),
            packed("<svg>ä</svg>"),
            wide(u16::to_le_bytes),
            wide(u16::to_be_bytes),
        ] {
            assert!(is_drawing(&bytes));
            assert_eq!(drawing_text(&bytes, "a").map_err(|wrong| wrong.message).as_deref(), Ok("<svg>ä</svg>"));
        }
        let latin = drawing_text(b"<?xml version='1.0' encoding = 'iso-8859-1' ?><svg>\xE4</svg>", "a");
        assert!(latin.unwrap().ends_with("<svg>ä</svg>"));
    }

    #[test]
    fn what_is_no_text_is_told() {
        let told = |bytes: &[u8]| drawing_text(bytes, "a").unwrap_err().message;
        assert_eq!(told(b"<svg>\xE4</svg>"), "`a` is not UTF-8 text");
        assert_eq!(told(b"\x1F\x8Bnothing"), "`a` is packed, and cannot be unpacked");
        let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        for _ in 0..33 {
            packer.write_all(&vec![b' '; 1_000_000]).unwrap();
        }
        assert_eq!(told(&packer.finish().unwrap()), "`a` unpacks to more than 32 MB");
    }
}
