//! How much ink an edition of a kit takes, and the patterns that stand for colours where there are no floods of them.

/// An edition of a kit, by the ink it takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Ink {
    /// As it was drawn.
    #[default]
    Full,
    /// Outlines and patterns in place of floods.
    Low,
    /// The same in black ink only.
    Mono,
}

impl Ink {
    /// All of them with their words.
    pub const WORDS: [(&'static str, Self); 3] = [("full", Self::Full), ("low", Self::Low), ("mono", Self::Mono)];

    /// The word for it on a command line and in the name of a file.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Full => "full",
            Self::Low => "low",
            Self::Mono => "mono",
        }
    }

    /// What stands behind the names of its files; nothing for the edition that is meant without a word.
    #[must_use]
    pub const fn suffix(self) -> &'static str {
        match self {
            Self::Full => "",
            Self::Low => "-low",
            Self::Mono => "-mono",
        }
    }

    /// What people call it; empty for the edition that needs no name.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::Full => "",
            Self::Low => "low ink",
            Self::Mono => "black ink",
        }
    }
}

/// A light pattern of lines, told from all others at a glance.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Pattern {
    /// Slanting lines.
    Stripes,
    /// Rows of dots.
    Dots,
    /// Lines across and down.
    Grid,
    /// Waves across.
    Waves,
    /// Small upright crosses.
    Crosses,
    /// Small rings.
    Rings,
    /// A wall of bricks.
    Bricks,
    /// Sharp waves across.
    Zigzag,
}

impl Pattern {
    /// All of them, with their words in a game file.
    pub const ALL: &'static [(&'static str, Self)] = &[
        ("stripes", Self::Stripes),
        ("dots", Self::Dots),
        ("grid", Self::Grid),
        ("waves", Self::Waves),
        ("crosses", Self::Crosses),
        ("rings", Self::Rings),
        ("bricks", Self::Bricks),
        ("zigzag", Self::Zigzag),
    ];
}
