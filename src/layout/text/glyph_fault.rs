//! Characters of a text that do not print as they should, and what to say of them.

use std::fmt;

use crate::diag::Diagnostic;

/// A character that a font cannot print, or not as it is meant.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct GlyphFault {
    /// The character.
    pub character: char,
    /// The name of the font.
    pub font: String,
    /// What is wrong.
    pub kind: GlyphFaultKind,
}

/// What a font lacks for a character.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum GlyphFaultKind {
    /// It has no glyph.
    Missing,
    /// It has only a picture, as fonts of emoji do, and nothing that could be printed.
    OnlyPicture,
    /// It has an outline, and colours that are not printed.
    LosesColours,
    /// Its glyph cannot be read.
    Broken,
}

impl GlyphFault {
    /// What to say of it, without its place.
    #[must_use]
    pub fn diagnostic(&self) -> Diagnostic {
        let message = self.to_string();
        match self.kind {
            GlyphFaultKind::Missing => Diagnostic::error(message)
                .hint("choose another font, or put one that has it into the folder `fonts`, where it helps out"),
            GlyphFaultKind::OnlyPicture => Diagnostic::error(message)
                .hint("use a font that has it as an outline, or draw it and name it under `icons`"),
            GlyphFaultKind::LosesColours => {
                Diagnostic::warning(message).hint("to print it in colour, draw it and name it under `icons`")
            }
            GlyphFaultKind::Broken => {
                Diagnostic::error(message).hint("get the file of the font anew, or choose another font")
            }
        }
    }
}

impl fmt::Display for GlyphFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { character, font, kind } = self;
        let named = format!("`{character}` (U+{:04X})", u32::from(*character));
        match kind {
            GlyphFaultKind::Missing => write!(f, "{font} has no glyph for {named}"),
            GlyphFaultKind::OnlyPicture => {
                write!(f, "{font} has {named} only as a picture, which cannot be printed as text")
            }
            GlyphFaultKind::LosesColours => {
                write!(f, "{named} is printed in the colour of the text, without the colours of {font}")
            }
            GlyphFaultKind::Broken => write!(f, "the glyph of {font} for {named} is broken"),
        }
    }
}
