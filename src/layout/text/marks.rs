//! What the marks in texts can mean in a game, and marks that mean nothing. Reads no texts.

use std::collections::BTreeMap;

use crate::model::{Game, Palette, Style};

use super::quotes::QuoteMarks;

/// What the marks in the texts of a game can mean.
#[derive(Debug, Clone, Copy)]
pub struct Marks<'g> {
    /// Icons by name.
    pub icons: &'g BTreeMap<String, String>,
    /// Colours for words.
    pub palette: &'g Palette,
    /// Styles for words.
    pub styles: &'g BTreeMap<String, Style>,
    /// What straight quotes become.
    pub quotes: Option<QuoteMarks>,
}

impl<'g> Marks<'g> {
    /// Those of a game on paper.
    #[must_use]
    pub fn of(game: &'g Game) -> Self {
        let quotes = game.has_curly_quotes.then(|| QuoteMarks::of(&game.language));
        Self { icons: &game.icons, palette: &game.palette, styles: &game.styles, quotes }
    }

    /// The same with quotes as they were typed, which is how people type them again.
    #[must_use]
    pub fn as_typed(game: &'g Game) -> Self {
        Self { quotes: None, ..Self::of(game) }
    }
}

/// A mark that names something that is not there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum UnknownMark {
    /// `:name:`
    Icon(String),
    /// `[words]{name}`
    Look(String),
}

impl UnknownMark {
    /// How it stands in the text.
    #[must_use]
    pub fn written(&self) -> String {
        match self {
            Self::Icon(name) => format!(":{name}:"),
            Self::Look(name) => format!("]{{{name}}}"),
        }
    }
}
