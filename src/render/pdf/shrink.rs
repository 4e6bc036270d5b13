//! Pictures with fewer pixels, for paper on which nobody sees more: mixed as light mixes, a band of rows at a time.

use std::sync::LazyLock;

use fast_image_resize::images::TypedImage;
use fast_image_resize::pixels::U16x4;
use fast_image_resize::{FilterType, ResizeAlg, ResizeOptions, Resizer};

use crate::layout::face::Raster;
use crate::layout::pixels::PixelBlock;
use crate::model::{figure_for, light_of};

/// Rows that are made at once.
const BAND: u32 = 64;
/// So many pixels around the place of a new one count, where both are of one size.
const REACH: f64 = 2.0;
/// All the light there is.
const FULL: f32 = u16::MAX as f32;

/// The light of a figure of sRGB.
static AS_LIGHT: LazyLock<Box<[u16]>> =
    LazyLock::new(|| (0..=u8::MAX).map(|figure| rounded(light_of(figure) * FULL)).collect());

/// The figure of sRGB for so much light.
static AS_SEEN: LazyLock<Box<[u8]>> = LazyLock::new(|| {
    let seen = |light: u16| rounded(figure_for(f32::from(light) / FULL) * 255.0);
    (0..=u16::MAX).map(|light| u8::try_from(seen(light)).unwrap_or(u8::MAX)).collect()
});

#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a part of all the light")]
fn rounded(figure: f32) -> u16 {
    figure.round() as u16
}

/// How often a picture can be halved while it is unpacked, if so many pixels across and down are wanted: what is more than
/// twice as fine is seen by nobody.
pub fn halvings(raster: &Raster, [width, height]: [u32; 2]) -> u32 {
    let finer = (raster.width / width.max(1)).min(raster.height / height.max(1));
    finer.max(2).ilog2() - 1
}

/// Pixels as so many across and down; fewer never become more.
///
/// # Errors
/// A sentence about a mistake of ours.
pub fn resized(block: PixelBlock, [width, height]: [u32; 2]) -> Result<PixelBlock, String> {
    if block.width <= width || block.height <= height {
        return Ok(block);
    }
    let told = |error: &dyn std::fmt::Display| error.to_string();
    let times = f64::from(block.height) / f64::from(height);
    let filter = ResizeAlg::Convolution(FilterType::CatmullRom);
    let row = block.width as usize * 4;
    let mut resizer = Resizer::new();
    let mut rgba = Vec::with_capacity(width as usize * height as usize * 4);
    for top in (0..height).step_by(BAND as usize) {
        let rows = BAND.min(height - top);
        let (from, to) = (f64::from(top) * times, f64::from(top + rows) * times);
        let (first, last) = rows_around([from, to], times.max(1.0) * REACH, block.height);
        let light = block.rgba[first as usize * row..last as usize * row].chunks_exact(4).map(as_light).collect();
        let source = TypedImage::from_pixels(block.width, last - first, light).map_err(|e| told(&e))?;
        let mut band = TypedImage::new(width, rows);
        let place = (from - f64::from(first), (to - from).min(f64::from(last) - from));
        let options = ResizeOptions::new().resize_alg(filter).crop(0.0, place.0, f64::from(block.width), place.1);
        // Of one form of pixels: for all of them the crate would be built within ours, a seventh of what that takes.
        resizer.resize_typed::<U16x4>(&source, &mut band, &options).map_err(|e| told(&e))?;
        rgba.extend(band.pixels().iter().copied().flat_map(as_seen));
    }
    Ok(PixelBlock { width, height, rgba })
}

/// A pixel with what is light in it as light, and all of it to 16 bits.
fn as_light(rgba: &[u8]) -> U16x4 {
    let light = |n: usize| AS_LIGHT[usize::from(rgba[n])];
    U16x4::new([light(0), light(1), light(2), u16::from(rgba[3]) * 257])
}

fn as_seen(pixel: U16x4) -> [u8; 4] {
    let [red, green, blue, alpha] = pixel.0;
    let seen = |light: u16| AS_SEEN[usize::from(light)];
    [seen(red), seen(green), seen(blue), u8::try_from((u32::from(alpha) + 128) / 257).unwrap_or(u8::MAX)]
}

/// The rows between two places and as far around them as they count.
fn rows_around([from, to]: [f64; 2], reach: f64, height: u32) -> (u32, u32) {
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "inside the picture")]
    let whole = |row: f64| row.clamp(0.0, f64::from(height)) as u32;
    (whole((from - reach).floor()), whole((to + reach).ceil()))
}

#[cfg(test)]
mod tests {
    use super::{PixelBlock, resized};

    fn chequered(side: u32) -> PixelBlock {
        let pixel = |n: u32| if (n / side + n % side).is_multiple_of(2) { [255; 4] } else { [0, 0, 0, 255] };
        PixelBlock { width: side, height: side, rgba: (0..side * side).flat_map(pixel).collect() }
    }

    #[test]
    fn black_and_white_mix_as_light_does() {
        let grey = resized(chequered(600), [300, 300]).unwrap();
        let middle = grey.rgba[(150 * 300 + 150) * 4];
        assert!((186..=190).contains(&middle), "{middle} is half the light of white");
        assert!(grey.rgba.chunks_exact(4).all(|pixel| pixel[3] == 255), "nothing became transparent");
    }

    #[test]
    fn bands_leave_no_seams() {
        let level = |y: u32| u8::try_from(y / 2).unwrap();
        let rgba: Vec<u8> = (0..500).flat_map(|y| [level(y), 128, 255 - level(y), 255].repeat(20)).collect();
        let small = resized(PixelBlock { width: 20, height: 500, rgba }, [13, 331]).unwrap();
        let column: Vec<i32> = small.rgba.chunks_exact(13 * 4).map(|row| i32::from(row[0])).collect();
        assert_eq!(column.len(), 331);
        assert!(column.windows(2).all(|pair| (0..=1).contains(&(pair[1] - pair[0]))), "{column:?}");
    }
}
