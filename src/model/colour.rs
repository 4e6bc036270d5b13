//! Colours, and the palette that gives a game's colours their names.

use std::fmt;
use std::str::FromStr;
use std::sync::LazyLock;

use super::CssColour;
use crate::math;

/// An opaque sRGB colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Colour {
    /// Red, 0 to 255.
    pub red: u8,
    /// Green, 0 to 255.
    pub green: u8,
    /// Blue, 0 to 255.
    pub blue: u8,
}

/// The light of each figure, which whole pictures are asked for.
static LIGHT: LazyLock<[f32; 256]> = LazyLock::new(|| {
    std::array::from_fn(|figure| {
        let part = figure as f32 / 255.0;
        if part <= 0.040_45 { part / 12.92 } else { math::powf((part + 0.055) / 1.055, 2.4) }
    })
});

/// The light, from 0 to 1, that a figure of sRGB stands for.
#[must_use]
pub fn light_of(figure: u8) -> f32 {
    LIGHT[usize::from(figure)]
}

/// The figure of sRGB, both from 0 to 1, that stands for so much light.
#[must_use]
pub fn figure_for(light: f32) -> f32 {
    if light <= 0.003_130_8 { light * 12.92 } else { 1.055 * math::powf(light, 1.0 / 2.4) - 0.055 }
}

impl Colour {
    /// No light at all.
    pub const BLACK: Self = Self { red: 0, green: 0, blue: 0 };
    /// The paper.
    pub const WHITE: Self = Self { red: 255, green: 255, blue: 255 };

    /// The amounts of red, green and blue light that its figures stand for, from 0 to 1 (sRGB).
    #[must_use]
    pub fn light(self) -> [f32; 3] {
        [self.red, self.green, self.blue].map(light_of)
    }

    /// The colour itself, then those that nobody can tell from it, the nearest first.
    fn shades(self) -> impl Iterator<Item = Self> {
        let step = |n: u8| move |channel: u8| if channel < 128 { channel + n } else { channel - n };
        let moved = move |n: u16| {
            let [low, middle, high] = [n % 8, n / 8 % 8, n / 64].map(|n| step(u8::try_from(n).unwrap_or(0)));
            Self { red: middle(self.red), green: high(self.green), blue: low(self.blue) }
        };
        (0..512).map(moved)
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{:02X}{:02X}{:02X}", self.red, self.green, self.blue)
    }
}

impl FromStr for Colour {
    type Err = String;

    /// `#RRGGBB` or `#RGB`.
    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || format!("`{text}` is not a colour");
        let digits = text.strip_prefix('#').ok_or_else(wrong)?;
        if !digits.bytes().all(|b| b.is_ascii_hexdigit()) {
            return Err(wrong());
        }
        let channel = |at: usize, len: usize| {
            let part = &digits[at * len..(at + 1) * len];
            let doubled = if len == 1 { part.repeat(2) } else { part.to_owned() };
            u8::from_str_radix(&doubled, 16).map_err(|_| wrong())
        };
        let len = match digits.len() {
            3 => 1,
            6 => 2,
            _ => return Err(wrong()),
        };
        Ok(Self { red: channel(0, len)?, green: channel(1, len)?, blue: channel(2, len)? })
    }
}

/// The named colours of a game, in the order they were given.
#[derive(Debug, Clone, Default)]
pub struct Palette(Vec<(String, Colour)>);

impl Palette {
    /// Gives a name to a colour; a later one replaces an earlier one of the same name.
    pub fn set(&mut self, name: &str, colour: Colour) {
        match self.0.iter_mut().find(|(known, _)| known == name) {
            Some(entry) => entry.1 = colour,
            None => self.0.push((name.to_owned(), colour)),
        }
    }

    /// The colour of a name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<Colour> {
        self.0.iter().find(|(known, _)| known == name).map(|(_, colour)| *colour)
    }

    /// All names.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(|(name, _)| name.as_str())
    }

    /// The same names, each with figures no other has: a second name of a colour is moved by a shade nobody sees, so
    /// that whatever is painted can be traced to its name.
    #[must_use]
    pub fn told_apart(&self) -> Self {
        let mut apart = Self::default();
        for (name, colour) in &self.0 {
            let taken = |wanted: &Colour| apart.0.iter().any(|(_, known)| known == wanted);
            let free = colour.shades().find(|shade| !taken(shade)).unwrap_or(*colour);
            apart.0.push((name.clone(), free));
        }
        apart
    }

    /// A colour by palette name or in figures (`#A8382A`, `rgb(168 56 42)`), unless one sees through it.
    #[must_use]
    pub fn resolve(&self, text: &str) -> Option<Colour> {
        self.get(text).or_else(|| text.parse().ok()).or_else(|| text.parse::<CssColour>().ok()?.opaque())
    }
}

#[cfg(test)]
mod tests {
    use super::{Colour, Palette};

    #[test]
    fn reads_long_and_short_figures() {
        let colour = Colour { red: 0xA8, green: 0x38, blue: 0x2A };
        assert_eq!("#A8382A".parse(), Ok(colour));
        assert_eq!("#fff".parse::<Colour>().unwrap().to_string(), "#FFFFFF");
        assert_eq!("#é1".parse::<Colour>(), Err("`#é1` is not a colour".into()));
        assert_eq!("red".parse::<Colour>(), Err("`red` is not a colour".into()));
    }

    #[test]
    fn second_names_are_told_apart_by_a_shade() {
        let mut palette = Palette::default();
        for name in ["barn", "red", "rust"] {
            palette.set(name, "#A8382A".parse().unwrap());
        }
        let apart = palette.told_apart();
        let figures = |name| apart.get(name).map(|colour| colour.to_string());
        assert_eq!(figures("barn"), Some("#A8382A".into()), "the first keeps its figures");
        assert_eq!(figures("red"), Some("#A8382B".into()));
        assert_eq!(figures("rust"), Some("#A8382C".into()));
    }
}
