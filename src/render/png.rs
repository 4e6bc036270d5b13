//! A face as pixels, and pixels as a PNG file.

use crate::layout::Fonts;
use crate::layout::face::Face;

use super::raster::RasterPainter;

/// How hard to try to make a PNG small.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PngSpeed {
    /// For a look.
    #[cfg_attr(not(feature = "inside"), expect(dead_code, reason = "only the tests are in such a hurry"))]
    Fast,
    /// For keeping.
    Balanced,
}

/// A face with its bleed at a resolution in dots per inch.
///
/// # Errors
/// A sentence when the picture would be too large or cannot be painted.
pub fn face_png(face: &Face, fonts: &Fonts, dots_per_inch: f64, speed: PngSpeed) -> Result<Vec<u8>, String> {
    let painted = RasterPainter::new(fonts).face(face, dots_per_inch)?;
    raster_png(painted.width, painted.height, &painted.rgba, speed)
}

/// Pixels as a PNG file.
///
/// # Errors
/// A sentence when there are too few or too many of them.
pub fn raster_png(width: u32, height: u32, rgba: &[u8], speed: PngSpeed) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, width, height);
    encoder.set_color(png::ColorType::Rgba);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_compression(match speed {
        PngSpeed::Fast => png::Compression::Fast,
        PngSpeed::Balanced => png::Compression::Balanced,
    });
    let mut writer = encoder.write_header().map_err(|error| error.to_string())?;
    writer.write_image_data(rgba).map_err(|error| error.to_string())?;
    writer.finish().map_err(|error| error.to_string())?;
    Ok(bytes)
}
