//! Compresses content streams, on all processors, with one compressor each: making one costs more than most streams.

use std::io::{self, Write as _};

use flate2::Compression;
use flate2::write::ZlibEncoder;

use crate::layout::in_parallel;

/// Fewer bytes than this are not worth a second thread.
const WORTH_A_THREAD: usize = 50_000;
/// A compressor calls little that calls anything else.
const STACK: usize = 1 << 20;

/// Each stream compressed as PDF's `FlateDecode` wants it, in order.
///
/// # Errors
/// What the compressor says.
pub fn deflate_all(streams: &[&[u8]]) -> io::Result<Vec<Vec<u8>>> {
    let bytes: usize = streams.iter().map(|stream| stream.len()).sum();
    let compressor = || ZlibEncoder::new(Vec::new(), Compression::new(6));
    in_parallel(streams.to_vec(), (bytes >= WORTH_A_THREAD, STACK), compressor, deflate).into_iter().collect()
}

fn deflate(encoder: &mut ZlibEncoder<Vec<u8>>, stream: &[u8]) -> io::Result<Vec<u8>> {
    encoder.get_mut().reserve(stream.len() / 2 + 64);
    encoder.write_all(stream)?;
    encoder.reset(Vec::new())
}

#[cfg(test)]
mod tests {
    use std::io::Read as _;

    use super::deflate_all;

    #[test]
    fn what_goes_in_comes_out() {
        let streams: Vec<Vec<u8>> =
            (0..100_u8).map(|n| (0..=255).cycle().take(usize::from(n) * 97).map(|b: u8| b ^ n).collect()).collect();
        let packed = deflate_all(&streams.iter().map(Vec::as_slice).collect::<Vec<_>>()).unwrap();
        for (stream, packed) in streams.iter().zip(packed) {
            let mut unpacked = Vec::new();
            flate2::read::ZlibDecoder::new(packed.as_slice()).read_to_end(&mut unpacked).unwrap();
            assert_eq!(&unpacked, stream);
        }
    }
}
