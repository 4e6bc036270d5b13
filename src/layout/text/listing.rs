//! What there is to say about the families of fonts: their cuts, which letters they have, under what licence. Sets nothing.

use std::collections::{BTreeMap, BTreeSet};

use skrifa::MetadataProvider;
use skrifa::string::StringId;

use super::font::{Font, GlyphPrint};
use super::fonts::Fonts;

/// A family, as it is listed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FontFamily {
    /// Its name.
    pub name: String,
    /// Whether it comes with the game.
    pub is_own: bool,
    /// Its cuts, as in `Bold Italic`.
    pub cuts: Vec<String>,
    /// The lightest and the heaviest weight, where it has all between.
    pub weights: Option<[u16; 2]>,
    /// How many characters its first cut has.
    pub characters: usize,
    /// Of which scripts it has the letters.
    pub scripts: Vec<&'static str>,
    /// Under what licence it is, as far as it says.
    pub licence: Option<String>,
}

/// A letter of each script that stands for all of them.
const SCRIPTS: &[(char, &str)] = &[
    ('a', "Latin"),
    ('α', "Greek"),
    ('ж', "Cyrillic"),
    ('ա', "Armenian"),
    ('א', "Hebrew"),
    ('ع', "Arabic"),
    ('अ', "Devanagari"),
    ('ก', "Thai"),
    ('あ', "Japanese"),
    ('가', "Korean"),
    ('的', "Chinese"),
    ('😀', "emoji"),
];

impl FontFamily {
    /// All about it in a line.
    #[must_use]
    pub fn told(&self) -> String {
        let cuts = match self.weights {
            Some([least, most]) => format!("every weight from {least} to {most}"),
            None => self.cuts.join(", ").to_lowercase(),
        };
        let from = if self.is_own { "of the game" } else { "in every game" };
        let parts = [cuts, format!("{} characters", self.characters), self.scripts.join(", "), from.to_owned()];
        let licence = self.licence.iter().cloned();
        parts.into_iter().chain(licence).filter(|part| !part.is_empty()).collect::<Vec<_>>().join("; ")
    }
}

impl Fonts {
    /// Every family, in the order of their names.
    #[must_use]
    pub fn listed_families(&self) -> Vec<FontFamily> {
        let mut families: BTreeMap<&str, Vec<(bool, &Font)>> = BTreeMap::new();
        for (is_own, font) in self.each() {
            families.entry(&font.family).or_default().push((is_own, font));
        }
        families.into_iter().filter_map(|(name, fonts)| family(name, &fonts)).collect()
    }

    /// The part of a text that the first cut of a family prints, or some of its own characters when that is almost nothing.
    #[must_use]
    pub fn shown(&self, family: &FontFamily, text: &str) -> String {
        const OWN: usize = 30;
        let Some((_, font)) = self.each().find(|(_, font)| font.family == family.name) else { return String::new() };
        let known: String = text.chars().filter(|c| *c == ' ' || prints(font, *c)).collect();
        if known.trim().chars().count() * 2 > text.chars().count() {
            return known;
        }
        let own = characters(font).into_iter().filter(|c| c.is_alphanumeric() || *c > '\u{2000}');
        own.filter(|c| prints(font, *c)).take(OWN).collect()
    }
}

/// The characters that a font says it has, in the order of their numbers.
fn characters(font: &Font) -> BTreeSet<char> {
    font.font().charmap().mappings().filter_map(|(code, _)| char::from_u32(code)).collect()
}

/// Whether a character is seen when it is printed.
fn prints(font: &Font, character: char) -> bool {
    let glyph = font.font().charmap().map(character).and_then(|glyph| u16::try_from(glyph.to_u32()).ok());
    let is_seen = !character.is_control() && !character.is_whitespace();
    is_seen && glyph.is_some_and(|glyph| font.print_of(glyph, &[]) == GlyphPrint::Outline)
}

fn family(name: &str, fonts: &[(bool, &Font)]) -> Option<FontFamily> {
    let (is_own, first) = *fonts.first()?;
    let read = first.font();
    let weights = read.axes().iter().find(|axis| axis.tag() == skrifa::Tag::new(b"wght"));
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a weight is from 1 to 1000")]
    let weights = weights.map(|axis| [axis.min_value() as u16, axis.max_value() as u16]);
    let cut = |font: &Font| {
        let rest = font.name.strip_prefix(name).unwrap_or(&font.name).trim();
        if rest.is_empty() { "Regular".to_owned() } else { rest.to_owned() }
    };
    Some(FontFamily {
        name: name.to_owned(),
        is_own,
        cuts: fonts.iter().map(|(_, font)| cut(font)).collect(),
        weights,
        characters: characters(first).len(),
        scripts: SCRIPTS.iter().filter(|(letter, _)| first.has(*letter)).map(|(_, script)| *script).collect(),
        licence: licence(first),
    })
}

/// The licence in a few words.
fn licence(font: &Font) -> Option<String> {
    const LONGEST: usize = 60;
    let read = font.font();
    let said = read.localized_strings(StringId::LICENSE_DESCRIPTION).english_or_first()?.to_string();
    if said.contains("Open Font License") {
        return Some("SIL Open Font License".to_owned());
    }
    if said.contains("Apache License") {
        return Some("Apache License".to_owned());
    }
    let line = said.lines().next().unwrap_or_default().trim();
    (!line.is_empty()).then(|| line.chars().take(LONGEST).collect())
}
