//! One look at all pixels of a picture, row by row: what they look like as a number, and the few things that decide how it
//! is printed.

use xxhash_rust::xxh3::Xxh3;

use crate::model::Colour;

use super::super::common::Fingerprint;
use super::block::is_plain;

/// How much is seen of a picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Cover {
    /// Nothing.
    None,
    /// Some of it, and nothing in other places.
    Holes,
    /// Some of it everywhere.
    Partial,
    /// All of it.
    Full,
}

/// What is known of a picture once all of it was seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Survey {
    /// What it looks like.
    pub look: Fingerprint,
    /// How much of it is seen.
    pub cover: Cover,
    /// Whether all pixels are the same.
    pub is_plain: bool,
    /// Whether no pixel has a colour.
    pub is_grey: bool,
    /// The one colour of a picture that is nothing but a shape.
    pub shape: Option<Colour>,
}

/// A survey that is being made.
pub struct Surveying {
    ink: Xxh3,
    first: Option<[u8; 4]>,
    shown: Option<[u8; 3]>,
    one_colour: bool,
    is_plain: bool,
    is_grey: bool,
    /// The lowest and the highest alpha.
    alpha: [u8; 2],
}

impl Surveying {
    /// Of a picture of this size.
    pub fn new([width, height]: [u32; 2]) -> Self {
        let mut ink = Xxh3::new();
        ink.update(&width.to_le_bytes());
        ink.update(&height.to_le_bytes());
        Self { ink, first: None, shown: None, one_colour: true, is_plain: true, is_grey: true, alpha: [u8::MAX, 0] }
    }

    /// Takes in the next row, or some of them.
    pub fn push(&mut self, row: &[u8]) {
        self.ink.update(row);
        let row = if is_plain(row) { &row[..4] } else { row };
        for pixel in row.chunks_exact(4) {
            let pixel = [pixel[0], pixel[1], pixel[2], pixel[3]];
            let [red, green, blue, alpha] = pixel;
            self.is_plain &= *self.first.get_or_insert(pixel) == pixel;
            self.is_grey &= red == green && green == blue;
            self.alpha = [self.alpha[0].min(alpha), self.alpha[1].max(alpha)];
            if alpha > 0 {
                self.one_colour &= *self.shown.get_or_insert([red, green, blue]) == [red, green, blue];
            }
        }
    }

    /// All there is to know.
    pub fn finish(self) -> Survey {
        let cover = match self.alpha {
            [_, 0] => Cover::None,
            [0, _] => Cover::Holes,
            [u8::MAX, _] => Cover::Full,
            _ => Cover::Partial,
        };
        let shape = self.shown.filter(|_| cover == Cover::Holes && self.one_colour);
        Survey {
            look: Fingerprint(self.ink.digest128()),
            cover,
            is_plain: self.is_plain,
            is_grey: self.is_grey,
            shape: shape.map(|[red, green, blue]| Colour { red, green, blue }),
        }
    }
}
