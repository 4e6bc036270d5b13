//! The sizes of cards, counters and figures that have a name in the trade.

use crate::geom::Size;
use crate::units::Length;

/// Nothing longer is printed and cut at home.
pub const LONGEST_SIDE: Length = Length::from_mm(1_500);

const fn mm(width: i64, height: i64) -> Size {
    Size::new(Length::from_um(width), Length::from_um(height))
}

/// Name and trim size in micrometres, cards first.
pub const SIZES: &[(&str, Size)] = &[
    ("poker", mm(63_500, 88_900)),
    ("standard", mm(63_000, 88_000)),
    ("bridge", mm(57_150, 88_900)),
    ("euro", mm(59_000, 92_000)),
    ("tarot", mm(69_850, 120_650)),
    ("mini", mm(44_000, 68_000)),
    ("mini-us", mm(44_450, 63_500)),
    ("micro", mm(31_750, 44_450)),
    ("us-game", mm(56_000, 87_000)),
    ("japanese", mm(59_000, 86_000)),
    ("square-small", mm(63_500, 63_500)),
    ("square", mm(70_000, 70_000)),
    ("square-large", mm(88_900, 88_900)),
    ("domino", mm(44_450, 88_900)),
    ("business", mm(50_800, 88_900)),
    ("jumbo", mm(88_900, 139_700)),
    ("money", mm(50_800, 88_900)),
    ("a5", mm(148_000, 210_000)),
    ("half-letter", mm(139_700, 215_900)),
    ("a6", mm(105_000, 148_000)),
    ("chit-small", mm(12_700, 12_700)),
    ("chit", mm(15_875, 15_875)),
    ("chit-medium", mm(19_050, 19_050)),
    ("chit-large", mm(25_400, 25_400)),
    ("poker-chip", mm(39_000, 39_000)),
    // Hexes stand on a point: so wide from flat to flat, so high from point to point.
    ("hex-shard", mm(16_800, 19_050)),
    ("hex-mini", mm(27_400, 31_750)),
    ("hex-small", mm(44_450, 50_800)),
    ("hex-medium", mm(55_900, 63_500)),
    ("hex-large", mm(82_550, 95_250)),
    ("die-face", mm(16_000, 16_000)),
    ("standee-small", mm(12_700, 28_600)),
    ("standee-medium", mm(19_050, 42_500)),
    ("standee-large", mm(25_400, 57_200)),
];

/// The trim size of a name.
#[must_use]
pub fn named_size(name: &str) -> Option<Size> {
    SIZES.iter().find(|(known, _)| *known == name).map(|(_, size)| *size)
}
