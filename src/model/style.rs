//! A text style: the face, size, colour and fitting of a piece of text.

use std::ops::RangeInclusive;

use super::Colour;
use crate::diag::Place;
use crate::units::Length;

/// Where lines stand in their box.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Align {
    /// Left, or top.
    #[default]
    Start,
    /// In the middle.
    Centre,
    /// Right, or bottom.
    End,
    /// Both edges straight.
    Justify,
}

/// What may be done with a text that is too large for its box.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Fit {
    /// Nothing: it must fit.
    #[default]
    Exact,
    /// It may shrink, each text for itself, but not below this size.
    Shrink(Length),
    /// It may shrink to this size, and then all texts of the deck in this place shrink alike.
    Together(Length),
}

/// A line around letters, outside of them.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LetterOutline {
    /// Its colour.
    pub colour: Colour,
    /// How far it reaches beyond the letters.
    pub width: Length,
}

/// A text style.
#[derive(Debug, Clone, PartialEq)]
pub struct Style {
    /// Font family.
    pub font: String,
    /// 400 is regular, 700 is bold.
    pub weight: u16,
    /// Slanted.
    pub italic: bool,
    /// Height of the letters' body.
    pub size: Length,
    /// Distance of lines as a multiple of the size.
    pub line: f32,
    /// Space between paragraphs as a multiple of the size.
    pub paragraph: f32,
    /// Colour of the letters.
    pub colour: Colour,
    /// Colour of bold words, if they have one of their own.
    pub strong: Option<Colour>,
    /// Where lines stand.
    pub align: Align,
    /// All capitals.
    pub capitals: bool,
    /// Space between letters, as a multiple of the size.
    pub tracking: f32,
    /// Size of inline icons as a multiple of the size.
    pub icon: f32,
    /// Whether words are divided at the end of a line, as their language does.
    pub hyphenate: bool,
    /// The line around the letters.
    pub outline: Option<LetterOutline>,
    /// What may be done with a text that is too large.
    pub fit: Fit,
    /// Where it is declared, when it is.
    pub place: Option<Place>,
}

/// How far apart letters may be, as multiples of their size.
pub const TRACKING: RangeInclusive<f32> = -1.0..=100.0;

impl Default for Style {
    fn default() -> Self {
        Self {
            font: "Barlow".into(),
            weight: 400,
            italic: false,
            size: Length::from_um(3_175),
            line: 1.25,
            paragraph: 0.5,
            colour: Colour::BLACK,
            strong: None,
            align: Align::Start,
            capitals: false,
            tracking: 0.0,
            icon: 1.05,
            hyphenate: false,
            outline: None,
            fit: Fit::Exact,
            place: None,
        }
    }
}
