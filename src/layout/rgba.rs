//! Pixels in memory: those of large pictures, and of pictures with next to nothing in them, lie packed until they are
//! looked at.

use std::borrow::Cow;
use std::io::{Read as _, Write as _};

use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;

/// Pictures of more bytes than this lie packed: that is four million pixels.
const LARGE: usize = 16_000_000;
/// A picture whose file is so many times smaller than its pixels costs no time to pack.
const EMPTY: usize = 50;

/// Four bytes a pixel, red green blue alpha, rows from the top.
#[derive(Debug)]
pub struct Rgba {
    bytes: Vec<u8>,
    /// How many bytes they are, when they are packed.
    packed: Option<usize>,
}

impl Rgba {
    /// The pixels of a file of this length.
    #[must_use]
    pub fn of_file(bytes: Vec<u8>, file: usize) -> Self {
        let worth = bytes.len() > LARGE || file.saturating_mul(EMPTY) < bytes.len();
        if worth { Self::packed(bytes) } else { Self { bytes, packed: None } }
    }

    fn packed(bytes: Vec<u8>) -> Self {
        let mut encoder = DeflateEncoder::new(Vec::new(), Compression::fast());
        match encoder.write_all(&bytes).and_then(|()| encoder.finish()) {
            Ok(packed) if packed.len() < bytes.len() => Self { bytes: packed, packed: Some(bytes.len()) },
            _ => Self { bytes, packed: None },
        }
    }

    /// The pixels, to be looked at and let go of again.
    #[must_use]
    pub fn read(&self) -> Cow<'_, [u8]> {
        let Some(length) = self.packed else { return Cow::Borrowed(&self.bytes) };
        let mut bytes = Vec::with_capacity(length);
        // What was packed here can be unpacked; it keeps its length in any case.
        let _ = DeflateDecoder::new(self.bytes.as_slice()).read_to_end(&mut bytes);
        bytes.resize(length, 0);
        Cow::Owned(bytes)
    }
}

impl From<Vec<u8>> for Rgba {
    fn from(bytes: Vec<u8>) -> Self {
        let file = bytes.len();
        Self::of_file(bytes, file)
    }
}

#[cfg(test)]
mod tests {
    use super::Rgba;

    #[test]
    fn what_lies_packed_is_the_same() {
        let pixels: Vec<u8> = (0..4000_u32).flat_map(|n| (n / 100).to_le_bytes()).collect();
        assert_eq!(&*Rgba::packed(pixels.clone()).read(), pixels);
        assert_eq!(&*Rgba::from(pixels.clone()).read(), pixels);
        let empty = Rgba::of_file(vec![0; 40_000], 90);
        assert!(empty.bytes.len() < 400 && empty.read().len() == 40_000);
    }
}
