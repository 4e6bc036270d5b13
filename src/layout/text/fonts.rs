//! The fonts a game can use: those in the binary and those in its own `fonts` folder. Never those of the machine,
//! so that a folder prints the same everywhere.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use parley::FontContext;
use parley::fontique::{Blob, Collection, CollectionOptions, SourceCache};
use skrifa::{FontRef, MetadataProvider, string::StringId};

use crate::diag::{Diagnostic, Diagnostics, meant_or_known};
use crate::model::{Assets, Game, Style};

use crate::layout::face::FontId;
use crate::layout::fingerprint::taken;

/// Fonts all games share.
const SHARED: &str = "templates/fonts";
/// A game's own.
const OWN: &str = "fonts";

/// One font file.
pub struct Font {
    /// The family and style, as in `Barlow Bold`.
    pub name: String,
    /// The file.
    pub data: Arc<[u8]>,
}

/// All fonts of a run.
pub struct Fonts {
    all: Vec<Font>,
    by_blob: HashMap<u64, FontId>,
    /// Family names in lower case, with the spelling of the font.
    families: BTreeMap<String, String>,
    collection: Collection,
}

impl Fonts {
    /// Loads the shared fonts and the game's own; a file that is no font is reported.
    #[must_use]
    pub fn load(assets: &dyn Assets, found: &mut Diagnostics) -> Self {
        let options = CollectionOptions { shared: true, system_fonts: false };
        let mut fonts = Self {
            all: Vec::new(),
            by_blob: HashMap::new(),
            families: BTreeMap::new(),
            collection: Collection::new(options),
        };
        let mut files = |folder: &&str| found.accept(assets.list(folder).map_err(|error| error.diagnostic(folder)));
        let files: Vec<String> = [SHARED, OWN].iter().filter_map(&mut files).flatten().collect();
        for path in files.into_iter().filter(|path| is_font(path)) {
            match assets.read(&path) {
                Ok(data) if fonts.add(&data) => {}
                Ok(_) => found.push(Diagnostic::error(format!("`{path}` is not a font"))),
                Err(error) => found.push(error.diagnostic(&path)),
            }
        }
        fonts
    }

    fn add(&mut self, data: &Arc<[u8]>) -> bool {
        let Ok(font) = FontRef::new(data) else { return false };
        let string = |id| font.localized_strings(id).english_or_first().map(|s| s.to_string());
        let Some(name) = string(StringId::FULL_NAME).or_else(|| string(StringId::FAMILY_NAME)) else {
            return false;
        };
        let blob = Blob::new(Arc::new(Arc::clone(data)));
        let id = FontId { place: self.all.len(), data: taken(data) };
        self.by_blob.insert(blob.id(), id);
        for (family, _) in self.collection.register_fonts(blob, None) {
            if let Some(family) = self.collection.family_name(family).map(str::to_owned) {
                self.families.insert(family.to_lowercase(), family);
            }
        }
        self.all.push(Font { name, data: Arc::clone(data) });
        true
    }

    /// The font of an id.
    #[must_use]
    pub fn get(&self, id: FontId) -> &Font {
        &self.all[id.place]
    }

    /// The font that a shaped run used.
    #[must_use]
    pub fn of_blob(&self, blob: u64) -> Option<FontId> {
        self.by_blob.get(&blob).copied()
    }

    /// The names of all families.
    pub fn families(&self) -> impl Iterator<Item = &str> {
        self.families.values().map(String::as_str)
    }

    /// A word about every font that styles of a game name and that is not there.
    pub fn check(&self, game: &Game, found: &mut Diagnostics) {
        let mut missing: BTreeMap<&str, Vec<(&str, &Style)>> = BTreeMap::new();
        for (name, style) in game.styles.iter().filter(|(_, style)| !self.has_family(&style.font)) {
            missing.entry(&style.font).or_default().push((name, style));
        }
        for (font, styles) in missing {
            let message = format!("there is no font `{font}` for {}", named_styles(&styles));
            let diagnostic = Diagnostic::error(message).maybe_hint(meant_or_known(font, self.families()));
            found.push(match styles.iter().find_map(|(_, style)| style.place.as_ref()) {
                Some(place) => diagnostic.at(place),
                None => diagnostic,
            });
        }
    }

    /// Whether there is a family of this name.
    #[must_use]
    pub fn has_family(&self, name: &str) -> bool {
        self.families.contains_key(&name.to_lowercase())
    }

    /// A context for one typesetter; cheap, as the font data is shared.
    #[must_use]
    pub fn context(&self) -> FontContext {
        FontContext { collection: self.collection.clone(), source_cache: SourceCache::default() }
    }
}

/// "the style `title`", "the styles `body`, `rules` and 2 more".
fn named_styles(styles: &[(&str, &Style)]) -> String {
    const NAMED: usize = 4;
    let names: Vec<String> = styles.iter().take(NAMED).map(|(name, _)| format!("`{name}`")).collect();
    match (names.as_slice(), styles.len().saturating_sub(NAMED)) {
        ([name], _) => format!("the style {name}"),
        ([names @ .., last], 0) => format!("the styles {} and {last}", names.join(", ")),
        (names, more) => format!("the styles {} and {more} more", names.join(", ")),
    }
}

fn is_font(path: &str) -> bool {
    let extension = std::path::Path::new(path).extension().and_then(|extension| extension.to_str());
    extension.is_some_and(|extension| matches!(extension.to_ascii_lowercase().as_str(), "ttf" | "otf"))
}
