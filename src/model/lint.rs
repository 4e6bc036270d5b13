//! What is looked for on printed pieces, by name, and what a game allows itself of it.

use crate::diag::Place;

use super::FieldText;

/// A kind of blemish that prints, but probably not as meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Lint {
    /// Text too small to read.
    SmallText,
    /// Text hardly darker or lighter than its ground.
    Contrast,
    /// A picture with too few pixels.
    ImageResolution,
    /// A picture with far more pixels than anybody sees.
    FinePicture,
    /// A picture in which nothing is seen.
    EmptyPicture,
    /// Text or pictures too close to the cut.
    SafeZone,
    /// Art that ends at the cut.
    Bleed,
    /// A frame so close to the cut that every slip of the knife shows.
    Frame,
    /// Colours that colour-blind eyes cannot tell apart.
    ColourBlind,
    /// Colours that are one grey.
    Grey,
    /// Ground of a board that little ink makes alike.
    LittleInk,
    /// A sheet for a piece or two.
    EmptyPage,
    /// A place that is too small for the pieces that lie there.
    Holds,
}

impl Lint {
    /// All of them, in the order in which they are told.
    pub const ALL: [Self; 13] = [
        Self::SmallText,
        Self::Contrast,
        Self::ImageResolution,
        Self::FinePicture,
        Self::EmptyPicture,
        Self::SafeZone,
        Self::Bleed,
        Self::Frame,
        Self::ColourBlind,
        Self::Grey,
        Self::LittleInk,
        Self::EmptyPage,
        Self::Holds,
    ];

    /// The name it is allowed by.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::SmallText => "small-text",
            Self::Contrast => "contrast",
            Self::ImageResolution => "image-resolution",
            Self::FinePicture => "fine-picture",
            Self::EmptyPicture => "empty-picture",
            Self::SafeZone => "safe-zone",
            Self::Bleed => "bleed",
            Self::Frame => "frame",
            Self::ColourBlind => "colour-blind",
            Self::Grey => "grey",
            Self::LittleInk => "little-ink",
            Self::EmptyPage => "empty-page",
            Self::Holds => "holds",
        }
    }

    /// The one of a name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|lint| lint.name() == name)
    }
}

/// A blemish that is meant to be, with the reason.
#[derive(Debug, Clone)]
pub struct Allowance {
    /// Which.
    pub lint: Lint,
    /// Why, in the words of whoever made the game.
    pub reason: String,
    /// Where it is allowed.
    pub place: Place,
}

/// Colours that players have to tell apart.
#[derive(Debug, Clone)]
pub struct ColourCode {
    /// What they are for.
    pub name: String,
    /// The colours.
    pub colours: Vec<FieldText>,
    /// Where it is declared.
    pub place: Place,
}
