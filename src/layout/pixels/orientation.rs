//! How a camera was held: by which of the eight numbers of Exif a picture is turned and mirrored before it is seen.

use crate::geom::Affine;

use super::block::PixelBlock;

/// What has to be done to the stored pixels before they are seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Orientation(u8);

impl Orientation {
    /// Seen as stored.
    pub const UPRIGHT: Self = Self(1);

    /// What the tags in the Exif part of a file say; tags that cannot be read say nothing.
    #[must_use]
    pub fn of_exif(tags: &[u8]) -> Self {
        let said = || {
            let exif = exif::Reader::new().read_raw(tags.to_vec()).ok()?;
            exif.get_field(exif::Tag::Orientation, exif::In::PRIMARY)?.value.get_uint(0)
        };
        said()
            .and_then(|number| u8::try_from(number).ok())
            .filter(|number| (1..=8).contains(number))
            .map_or(Self::UPRIGHT, Self)
    }

    /// Its number in Exif, from 1 to 8.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// Whether rows become columns.
    const fn is_across(self) -> bool {
        self.0 >= 5
    }

    /// What turns pixels back from how they are seen to how they are stored.
    #[must_use]
    pub const fn undone(self) -> Self {
        match self.0 {
            6 => Self(8),
            8 => Self(6),
            _ => self,
        }
    }

    /// How large stored pixels are seen.
    #[must_use]
    pub const fn size(self, [width, height]: [u32; 2]) -> [u32; 2] {
        if self.is_across() { [height, width] } else { [width, height] }
    }

    /// From places in the stored picture to places where they are seen, both in a square from 0 to 1 with its origin at the
    /// left top.
    #[must_use]
    pub const fn map(self) -> Affine {
        Affine(match self.0 {
            2 => [-1.0, 0.0, 0.0, 1.0, 1.0, 0.0],
            3 => [-1.0, 0.0, 0.0, -1.0, 1.0, 1.0],
            4 => [1.0, 0.0, 0.0, -1.0, 0.0, 1.0],
            5 => [0.0, 1.0, 1.0, 0.0, 0.0, 0.0],
            6 => [0.0, 1.0, -1.0, 0.0, 1.0, 0.0],
            7 => [0.0, -1.0, -1.0, 0.0, 1.0, 1.0],
            8 => [0.0, -1.0, 1.0, 0.0, 0.0, 1.0],
            _ => [1.0, 0.0, 0.0, 1.0, 0.0, 0.0],
        })
    }

    /// Stored pixels as they are seen.
    #[must_use]
    pub fn turned(self, stored: PixelBlock) -> PixelBlock {
        if self == Self::UPRIGHT {
            return stored;
        }
        let (w, h) = (stored.width as usize, stored.height as usize);
        let [width, height] = self.size([stored.width, stored.height]);
        let mut rgba = Vec::with_capacity(stored.rgba.len());
        for y in 0..height as usize {
            for x in 0..width as usize {
                let (column, row) = match self.0 {
                    2 => (w - 1 - x, y),
                    3 => (w - 1 - x, h - 1 - y),
                    4 => (x, h - 1 - y),
                    5 => (y, x),
                    6 => (y, h - 1 - x),
                    7 => (w - 1 - y, h - 1 - x),
                    8 => (w - 1 - y, x),
                    _ => (x, y),
                };
                let at = (row * w + column) * 4;
                rgba.extend_from_slice(&stored.rgba[at..at + 4]);
            }
        }
        PixelBlock { width, height, rgba }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Exif with nothing but an orientation, as a little-endian TIFF.
    fn tags(number: u8) -> Vec<u8> {
        [b"II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0".as_slice(), &[number, 0, 0, 0], &[0; 4]].concat()
    }

    #[test]
    fn pixels_land_where_the_map_says() {
        let block = PixelBlock { width: 3, height: 2, rgba: (0..6_u8).flat_map(|n| [n, 0, 0, 255]).collect() };
        for number in 1..=8 {
            let orientation = Orientation::of_exif(&tags(number));
            assert_eq!(orientation.number(), number);
            let seen = orientation.turned(block.clone());
            for (n, (x, y)) in
                [(0.5, 0.5), (1.5, 0.5), (2.5, 0.5), (0.5, 1.5), (1.5, 1.5), (2.5, 1.5)].iter().enumerate()
            {
                let (x, y) = orientation.map().apply(x / 3.0, y / 2.0);
                #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "inside the picture")]
                let at = (y * seen.height as f32) as usize * seen.width as usize + (x * seen.width as f32) as usize;
                assert_eq!(usize::from(seen.rgba[at * 4]), n, "orientation {number}");
            }
        }
    }

    #[test]
    fn tags_that_cannot_be_read_turn_nothing() {
        for broken in [tags(0), tags(9), b"II*\0".to_vec(), Vec::new(), tags(6)[..20].to_vec()] {
            assert_eq!(Orientation::of_exif(&broken), Orientation::UPRIGHT);
        }
    }
}
