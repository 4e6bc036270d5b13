//! A face as pixels: its SVG painted at a resolution.

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg;

use crate::layout::Fonts;
use crate::layout::face::Face;
use crate::units::{Length, pixels_per_mm};

use super::svg::face_svg;

/// How hard to try to make a PNG small.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PngSpeed {
    /// For a look.
    Fast,
    /// For keeping.
    Balanced,
}

/// More pixels than this is a slip of the resolution.
const MOST_PIXELS: u64 = 60_000_000;

/// A face with its bleed at a resolution in dots per inch.
///
/// # Errors
/// A sentence when the picture would be too large or cannot be painted.
pub fn face_png(face: &Face, fonts: &Fonts, dots_per_inch: f64, speed: PngSpeed) -> Result<Vec<u8>, String> {
    let size = face.size.grown(face.bleed);
    let side = |length: Length| length.pixels(dots_per_inch).max(1);
    let (width, height) = (side(size.width), side(size.height));
    if u64::from(width) * u64::from(height) > MOST_PIXELS {
        return Err(format!("`{}` would be {width} x {height} pixels; use fewer dots per inch", face.id));
    }
    let svg = face_svg(face, fonts);
    let mut options = usvg::Options::default();
    options.image_href_resolver.resolve_string = Box::new(|_, _| None);
    let tree =
        usvg::Tree::from_str(&svg, &options).map_err(|error| format!("`{}` cannot be painted: {error}", face.id))?;
    let mut pixmap = Pixmap::new(width, height).ok_or_else(|| format!("`{}` cannot be painted", face.id))?;
    let k = pixels_per_mm(dots_per_inch);
    let [w, h] = [size.width.mm_f32(), size.height.mm_f32()];
    let own = tree.size();
    resvg::render(&tree, Transform::from_scale(k * w / own.width(), k * h / own.height()), &mut pixmap.as_mut());
    raster_png(width, height, &pixmap.take_demultiplied(), speed)
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
