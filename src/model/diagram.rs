//! A picture of a table in the rules: a board with pieces on it, as a block in the text of a booklet says. Knows no YAML;
//! whoever fills it in has looked every name up.

use crate::diag::{Diagnostic, Place};
use crate::units::Length;

use super::{FieldText, PlacedPiece, Pointers, SpaceId};

/// The word behind the fence of a block that says what a board looks like.
const BLOCK: &str = "board";

/// A table as it is shown in a booklet.
#[derive(Debug, Clone)]
pub struct Diagram {
    /// How many bytes of the text stand before its block.
    pub at: usize,
    /// The board, by its place in the game.
    pub board: usize,
    /// What stands on it.
    pub placed: Vec<PlacedPiece>,
    /// What is lit, and lines.
    pub pointers: Pointers,
    /// Only the part around these spaces is shown; all of the board when there are none.
    pub crop: Vec<SpaceId>,
    /// What is written below, in Markdown.
    pub caption: Option<FieldText>,
    /// How wide it is; without it as wide as the board is printed, if the column has the room.
    pub width: Option<FigureWidth>,
    /// Where the block stands.
    pub place: Place,
}

impl Diagram {
    /// Whether what stands behind a fence makes its block a picture of a board.
    #[must_use]
    pub fn is_block(info: &str) -> bool {
        info.split_whitespace().next() == Some(BLOCK)
    }
}

/// How wide a figure is in its column.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum FigureWidth {
    /// So wide.
    Fixed(Length),
    /// So much of the column, where 1 is all of it.
    Part(f32),
}

impl FigureWidth {
    /// A width as people write it: `60mm` or `50%`.
    ///
    /// # Errors
    /// When it is neither, or nothing at all.
    pub fn parse(text: &str) -> Result<Self, Diagnostic> {
        let written = text.trim();
        let width = match written.strip_suffix('%') {
            Some(percent) => percent
                .trim()
                .parse()
                .ok()
                .filter(|part| (1.0..=100.0).contains(part))
                .map(|p: f32| Self::Part(p / 100.0)),
            None => written.parse().ok().filter(|length| *length > Length::ZERO).map(Self::Fixed),
        };
        width.ok_or_else(|| {
            Diagnostic::error(format!("`{written}` is no width of a picture")).hint("write it as in `60mm` or `50%`")
        })
    }

    /// How many millimetres that is in a column of so many; no more than it has.
    #[must_use]
    pub fn in_column(self, column: f32) -> f32 {
        match self {
            Self::Fixed(length) => length.mm_f32().min(column),
            Self::Part(part) => part * column,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn widths_are_lengths_or_parts() {
        for (text, wide) in [("60mm", 60.0), (" 160mm ", 100.0), ("25 %", 25.0)] {
            let width = FigureWidth::parse(text).unwrap().in_column(100.0);
            assert!((width - wide).abs() < 0.01, "{text}: {width}");
        }
        for wrong in ["", "60", "0mm", "-3mm", "0%", "101%", "NaN%", "wide"] {
            assert!(FigureWidth::parse(wrong).is_err(), "{wrong}");
        }
    }
}
