//! The fonts a game can use: those in the binary and those in its own `fonts` folder. Never those of the machine,
//! so that a folder prints the same everywhere.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use crate::diag::{Diagnostic, Diagnostics, meant_or_known};
use crate::model::{Assets, Game, Style};
use parley::fontique::{Blob, Collection, CollectionOptions, SourceCache};
use parley::{FontContext, FontFamily, FontFamilyName};

use super::font::Font;
use crate::layout::face::{AxisValue, FontCut, FontId};
use crate::layout::fingerprint::taken;

/// Fonts all games share.
const SHARED: &str = "templates/fonts";
/// A game's own.
const OWN: &str = "fonts";

/// Letters of this weight and more are bold.
const BOLD: f32 = 700.0;

/// All fonts of a run.
pub struct Fonts {
    all: Vec<Font>,
    /// How many of them, the first, are those of all games.
    shared: usize,
    by_blob: HashMap<u64, FontId>,
    /// Family names in lower case, with the spelling of the font.
    families: BTreeMap<String, String>,
    /// The game's own families, which help out where the font of a text has no glyph.
    helpers: Vec<Helper>,
    collection: Collection,
}

/// A family in which glyphs are looked for that the font of a text has not.
struct Helper {
    family: FontFamilyName<'static>,
    /// Whether it has pictures for glyphs, as fonts of emoji do.
    has_pictures: bool,
}

impl Fonts {
    /// Loads the shared fonts and the game's own; a file that is no font is reported.
    #[must_use]
    pub fn load(assets: &dyn Assets, found: &mut Diagnostics) -> Self {
        let options = CollectionOptions { shared: true, system_fonts: false };
        let mut fonts = Self {
            all: Vec::new(),
            shared: 0,
            by_blob: HashMap::new(),
            families: BTreeMap::new(),
            helpers: Vec::new(),
            collection: Collection::new(options),
        };
        for path in files_in(SHARED, assets, found) {
            fonts.add_file(&path, assets, found);
        }
        fonts.shared = fonts.all.len();
        for path in files_in(OWN, assets, found) {
            let families = fonts.add_file(&path, assets, found);
            let has_pictures = fonts.all.last().is_some_and(Font::has_pictures);
            for name in families {
                let family = FontFamilyName::Named(name.into());
                if fonts.helpers.iter().all(|known| known.family != family) {
                    fonts.helpers.push(Helper { family, has_pictures });
                }
            }
        }
        // A glyph that prints helps more than the picture of another font.
        fonts.helpers.sort_by_key(|helper| helper.has_pictures);
        fonts
    }

    /// Adds a file when it is a font, and gives its families.
    fn add_file(&mut self, path: &str, assets: &dyn Assets, found: &mut Diagnostics) -> Vec<String> {
        match FontFile::of(path) {
            FontFile::Known => {}
            FontFile::Packed => {
                let message = format!("the font `{path}` cannot be read as it is packed");
                found.push(Diagnostic::error(message).hint("convert it to `.ttf` or `.otf`"));
                return Vec::new();
            }
            FontFile::None => return Vec::new(),
        }
        let data = found.accept(assets.read(path).map_err(|error| error.diagnostic(path)));
        let added = data.map(|data| self.add(data).map_err(|why| Diagnostic::error(format!("`{path}` {why}"))));
        added.and_then(|added| found.accept(added)).unwrap_or_default()
    }

    fn add(&mut self, data: Arc<[u8]>) -> Result<Vec<String>, String> {
        let font = Font::read(Arc::clone(&data))?;
        let id = FontId { place: self.all.len(), data: taken(&data) };
        let blob = Blob::new(Arc::new(data));
        let blob_id = blob.id();
        let registered = self.collection.register_fonts(blob, None);
        let names: Vec<String> = registered
            .into_iter()
            .filter_map(|(family, _)| self.collection.family_name(family).map(str::to_owned))
            .collect();
        if names.is_empty() {
            return Err("is a font without a family name".to_owned());
        }
        for family in &names {
            self.families.insert(family.to_lowercase(), family.clone());
        }
        self.by_blob.insert(blob_id, id);
        self.all.push(font);
        Ok(names)
    }

    /// All of them in the order in which one helps out where another has no glyph: the game's own before those of all
    /// games, and each before those that have pictures for glyphs.
    pub(crate) fn in_order_of_help(&self) -> impl Iterator<Item = &Font> {
        let (shared, own) = self.all.split_at(self.shared);
        let (pictures, outlines): (Vec<&Font>, Vec<&Font>) =
            own.iter().chain(shared).partition(|font| font.has_pictures());
        outlines.into_iter().chain(pictures)
    }

    /// The font of an id.
    #[must_use]
    pub fn get(&self, id: FontId) -> &Font {
        &self.all[id.place]
    }

    /// The font that a shaped run used, and where on its axes.
    pub(super) fn cut<B: parley::Brush>(&self, run: &parley::Run<'_, B>) -> FontCut {
        let synthesis = run.synthesis();
        let axes = synthesis.variation_settings().iter().map(|(tag, value)| {
            let tag = tag.to_be_bytes();
            // What leans to the right is below 0 on this axis.
            AxisValue::new(tag, if tag == *b"slnt" { -value.abs() } else { *value })
        });
        let font = self.by_blob.get(&run.font().data.id());
        FontCut { font: *font.expect("text is only shaped with fonts that were loaded here"), axes: axes.collect() }
    }

    /// Whether it has heavy letters.
    #[must_use]
    pub fn is_bold(&self, cut: &FontCut) -> bool {
        let weight = cut.axes.iter().find(|axis| axis.tag == *b"wght");
        let named = || ["Bold", "Black", "Heavy"].iter().any(|word| self.get(cut.font).name.contains(word));
        weight.map_or_else(named, |weight| weight.value() >= BOLD)
    }

    /// Where glyphs for a family are looked for: in itself, then in the fonts of the game.
    pub(super) fn stack<'s>(&'s self, family: &'s str) -> FontFamily<'s> {
        let helpers = self.helpers.iter().map(|helper| helper.family.clone());
        FontFamily::List(std::iter::once(FontFamilyName::named(family)).chain(helpers).collect())
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

/// What a file in a folder of fonts is, by the end of its name.
enum FontFile {
    /// A font.
    Known,
    /// A font in a form that is not read.
    Packed,
    /// Something else, like a licence.
    None,
}

impl FontFile {
    fn of(path: &str) -> Self {
        let extension = std::path::Path::new(path).extension().and_then(|extension| extension.to_str());
        match extension.unwrap_or_default().to_ascii_lowercase().as_str() {
            "ttf" | "otf" => Self::Known,
            "woff" | "woff2" | "ttc" | "otc" | "eot" | "pfb" | "dfont" => Self::Packed,
            _ => Self::None,
        }
    }
}

fn files_in(folder: &str, assets: &dyn Assets, found: &mut Diagnostics) -> Vec<String> {
    found.accept(assets.list(folder).map_err(|error| error.diagnostic(folder))).unwrap_or_default()
}
