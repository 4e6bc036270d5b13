//! Compresses content streams, on all processors, with one compressor each: making one costs more than most streams.

use flate2::{Compress, Compression, FlushCompress, Status};

use crate::layout::in_parts;

/// Streams fewer than this are not worth a second thread.
const WORTH_A_THREAD: usize = 32;
/// A compressor calls little that calls anything else.
const STACK: usize = 1 << 20;

/// Each stream compressed as PDF's `FlateDecode` wants it, in order.
#[must_use]
pub fn deflate_all(streams: &[&[u8]]) -> Vec<Vec<u8>> {
    in_parts(streams.to_vec(), WORTH_A_THREAD, STACK, |part| {
        let mut compressor = Compress::new(Compression::new(6), true);
        part.into_iter().map(|stream| deflate(&mut compressor, stream)).collect()
    })
}

fn deflate(compressor: &mut Compress, stream: &[u8]) -> Vec<u8> {
    compressor.reset();
    let mut out = Vec::with_capacity(stream.len() / 2 + 64);
    loop {
        let read = usize::try_from(compressor.total_in()).unwrap_or(stream.len());
        match compressor.compress_vec(&stream[read..], &mut out, FlushCompress::Finish) {
            Ok(Status::StreamEnd) => return out,
            // Anything else wants more room.
            _ => out.reserve(out.capacity().max(256)),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Read as _;

    use super::deflate_all;

    #[test]
    fn what_goes_in_comes_out() {
        let streams: Vec<Vec<u8>> =
            (0..100_u8).map(|n| (0..=255).cycle().take(usize::from(n) * 97).map(|b: u8| b ^ n).collect()).collect();
        let packed = deflate_all(&streams.iter().map(Vec::as_slice).collect::<Vec<_>>());
        for (stream, packed) in streams.iter().zip(packed) {
            let mut unpacked = Vec::new();
            flate2::read::ZlibDecoder::new(packed.as_slice()).read_to_end(&mut unpacked).unwrap();
            assert_eq!(&unpacked, stream);
        }
    }
}
