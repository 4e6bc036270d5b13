//! A game: everything its folder says, ready to be laid out.

use std::collections::BTreeMap;

use crate::diag::Place;

use super::{Allowance, Colour, ColourCode, Component, FieldText, Ink, JobWishes, Palette, Pattern, Play, Skin, Style};

/// One line of the credits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Credit {
    /// What they did.
    pub role: String,
    /// Who did it.
    pub names: String,
}

/// Everything a game folder says.
#[derive(Debug, Clone)]
pub struct Game {
    /// The folder's name.
    pub id: String,
    /// What is printed on the box.
    pub title: String,
    /// The line below it.
    pub subtitle: String,
    /// Printed on every page, so that old prints can be told from new ones.
    pub version: String,
    /// For how many, as people say it: `2-4`.
    pub players: String,
    /// How long, as people say it: `30-45 min`.
    pub time: String,
    /// A few sentences.
    pub summary: String,
    /// Who made it.
    pub credits: Vec<Credit>,
    /// Its colours by name.
    pub palette: Palette,
    /// The patterns that stand for colours, by palette name, where an edition has no floods.
    pub patterns: BTreeMap<String, Pattern>,
    /// The language of its texts, as in `en`; empty when it is not said.
    pub language: String,
    /// Whether straight quotes of its texts are printed as curly ones.
    pub has_curly_quotes: bool,
    /// Its text styles by name.
    pub styles: BTreeMap<String, Style>,
    /// The families that help out where the font of a text has no glyph, in their order.
    pub fonts: Vec<FieldText>,
    /// Its icons: name and path of the picture.
    pub icons: BTreeMap<String, String>,
    /// What else is needed to play, such as dice.
    pub also_needed: Vec<String>,
    /// How the first page looks.
    pub contents: Skin,
    /// The edition that is printed.
    pub ink: Ink,
    /// What is meant to be as it is in all components, though it looks like a blemish.
    pub allow: Vec<Allowance>,
    /// Groups of colours that players have to tell apart.
    pub colour_codes: Vec<ColourCode>,
    /// What is in the box.
    pub components: Vec<Component>,
    /// How it is played.
    pub play: Play,
    /// How it is printed, by the name of the job.
    pub jobs: Vec<(String, JobWishes)>,
    /// Where its own words stand, by their keys: `summary`, and `icons.barn` for the key of a key.
    pub places: BTreeMap<String, Place>,
}

impl Game {
    /// The component with this id.
    #[must_use]
    pub fn component(&self, id: &str) -> Option<&Component> {
        self.components.iter().find(|component| component.id == id)
    }

    /// Where the game says what is under a key: `summary`, `icons.barn`; where it says what is around it when the key
    /// itself is not there.
    #[must_use]
    pub fn place(&self, key: &str) -> Option<&Place> {
        let around = || self.places.get(key.split_once('.')?.0);
        self.places.get(key).or_else(around)
    }

    /// Chooses an edition. What lays the game out has to be able to trace a colour to its name from then on.
    pub fn choose(&mut self, ink: Ink) {
        self.ink = ink;
        if ink != Ink::Full {
            self.palette = self.palette.told_apart();
        }
    }

    /// The version as it stands on every page, with the edition if it has a name.
    #[must_use]
    pub fn edition(&self) -> String {
        format!("{} {}", self.version, self.ink.title()).trim_end().to_owned()
    }

    /// A colour by palette name or in figures.
    #[must_use]
    pub fn colour(&self, text: &str) -> Option<Colour> {
        self.palette.resolve(text)
    }
}
