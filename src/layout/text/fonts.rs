//! The fonts a game can use: those in the binary and those in its own `fonts` folder. Never those of the machine,
//! so that a folder prints the same everywhere.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use crate::diag::{Diagnostic, Diagnostics, meant_or_known};
use crate::model::{Assets, FieldText, Game, Style};
use parley::fontique::{Blob, Collection, CollectionOptions, FontInfoOverride, SourceCache};
use parley::{FontContext, FontFamily, FontFamilyName};

use super::families::{listed, of_kind};
use super::font::Font;
use super::font_file::{FontFile, unpacked};
use super::hyphenation;
use crate::layout::common::Fingerprint;
use crate::layout::face::{AxisValue, FontCut, FontId};
use crate::layout::fingerprint::taken;

/// Fonts all games share.
const SHARED: &str = "templates/fonts";
/// A game's own.
const OWN: &str = "fonts";
/// What to do about a file of a font that is none.
const AGAIN: &str = "download or copy it again: a font is a `.ttf`, `.otf`, `.ttc`, `.woff` or `.woff2` file";

/// What to do where a font is missing.
pub const FONT_FILES: &str = "put its file into the folder `fonts` of the game, or name another one behind a comma: `sans-serif` is always there";

/// Letters of this weight and more are bold.
const BOLD: f32 = 700.0;

/// All fonts of a run.
pub struct Fonts {
    all: Vec<Font>,
    /// How many of them, the first, are those of all games.
    shared: usize,
    /// By the number of a file in memory and of the font in it.
    by_blob: HashMap<(u64, u32), FontId>,
    /// Family names in lower case, with the spelling of the font.
    families: BTreeMap<String, String>,
    /// The families which help out where the font of a text has no glyph: those that the game lists, then its own.
    helpers: Vec<Helper>,
    /// How many of them the game lists.
    listed: usize,
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
            listed: 0,
            collection: Collection::new(options),
        };
        for path in files_in(SHARED, assets, found) {
            fonts.add_file(&path, assets, found);
        }
        fonts.shared = fonts.all.len();
        for path in files_in(OWN, assets, found) {
            for name in fonts.add_file(&path, assets, found) {
                let has_pictures = fonts.all.last().is_some_and(Font::has_pictures);
                fonts.add_helper(Helper { family: FontFamilyName::Named(name.into()), has_pictures });
            }
        }
        // A glyph that prints helps more than the picture of another font.
        fonts.helpers.sort_by_key(|helper| helper.has_pictures);
        fonts
    }

    /// Adds a family behind those that help out before it, unless it is one of them.
    fn add_helper(&mut self, helper: Helper) {
        if self.helpers.iter().all(|known| known.family != helper.family) {
            self.helpers.push(helper);
        }
    }

    /// Adds a file when it is a font, and gives its families.
    fn add_file(&mut self, path: &str, assets: &dyn Assets, found: &mut Diagnostics) -> Vec<String> {
        match FontFile::of(path) {
            FontFile::Known => {}
            FontFile::Foreign => {
                let message = format!("`{path}` is a kind of font that is not read");
                found.push(Diagnostic::error(message).hint("convert it to `.ttf`, `.otf` or `.woff2`"));
                return Vec::new();
            }
            FontFile::Other => return Vec::new(),
        }
        let data = found.accept(assets.read(path).map_err(|error| error.diagnostic(path)));
        let broken = |why: String| Diagnostic::error(format!("`{path}` {why}")).hint(AGAIN);
        let added = data.map(|data| self.add(data).map_err(broken));
        added.and_then(|added| found.accept(added)).unwrap_or_default()
    }

    fn add(&mut self, file: Arc<[u8]>) -> Result<Vec<String>, String> {
        let (data, count) = unpacked(file)?;
        let fonts: Vec<Font> =
            (0..count).map(|index| Font::read(Arc::clone(&data), index)).collect::<Result<_, _>>()?;
        let look = taken(&data);
        let blob = Blob::new(Arc::new(data));
        let blob_id = blob.id();
        let unsaid = fonts.first().filter(|_| fonts.len() == 1).and_then(Font::unsaid_family);
        let family = unsaid.map(|family| FontInfoOverride { family_name: Some(family), ..FontInfoOverride::default() });
        let registered = self.collection.register_fonts(blob, family);
        let mut names = vec![None; fonts.len()];
        for (family, infos) in registered {
            let Some(name) = self.collection.family_name(family).map(str::to_owned) else { continue };
            for info in infos {
                if let Some(place) = names.get_mut(info.index() as usize) {
                    *place = Some(name.clone());
                }
            }
        }
        let names: Vec<String> = names.into_iter().collect::<Option<_>>().ok_or("is a font without a family name")?;
        for (mut font, family) in fonts.into_iter().zip(&names) {
            family.clone_into(&mut font.family);
            font.file = blob_id;
            self.families.insert(family.to_lowercase(), family.clone());
            let data = Fingerprint(look.0 ^ u128::from(font.index));
            self.by_blob.insert((blob_id, font.index), FontId { place: self.all.len(), data });
            self.all.push(font);
        }
        Ok(names)
    }

    /// All of them in the order in which one helps out where another has no glyph: what the game lists, its own, those of all
    /// games, and then those that have pictures for glyphs.
    pub(crate) fn in_order_of_help(&self) -> Vec<&Font> {
        let (shared, own) = self.all.split_at(self.shared);
        let mut all: Vec<&Font> = own.iter().chain(shared).collect();
        let listed = &self.helpers[..self.listed];
        let place = |font: &Font| {
            listed
                .iter()
                .position(|helper| matches!(&helper.family, FontFamilyName::Named(name) if *name == font.family))
        };
        all.sort_by_key(|font| place(font).map_or((1 + u8::from(font.has_pictures()), 0), |place| (0, place)));
        all
    }

    /// Each of them, and whether it comes with the game.
    pub(super) fn each(&self) -> impl Iterator<Item = (bool, &Font)> {
        self.all.iter().enumerate().map(|(place, font)| (place >= self.shared, font))
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
        let font = self.by_blob.get(&(run.font().data.id(), run.font().index));
        FontCut { font: *font.expect("text is only shaped with fonts that were loaded here"), axes: axes.collect() }
    }

    /// Whether it has heavy letters.
    #[must_use]
    pub fn is_bold(&self, cut: &FontCut) -> bool {
        let weight = cut.axes.iter().find(|axis| axis.tag == *b"wght");
        let named = || ["Bold", "Black", "Heavy"].iter().any(|word| self.get(cut.font).name.contains(word));
        weight.map_or_else(named, |weight| weight.value() >= BOLD)
    }

    /// Where glyphs for a text are looked for: in the families that its style names, then in those that help out.
    pub(super) fn stack(&self, written: &str) -> FontFamily<'static> {
        let named = self.known_in(written).map(|name| FontFamilyName::Named(name.to_owned().into()));
        let helpers = self.helpers.iter().map(|helper| helper.family.clone());
        FontFamily::List(named.chain(helpers).collect())
    }

    /// The families that are there of those that a style or a drawing names.
    fn known_in<'s>(&'s self, written: &'s str) -> impl Iterator<Item = &'s str> {
        listed(written).filter_map(|name| self.meant(name))
    }

    /// The family that is meant by one name: its own, that of one of its cuts, or a kind of fonts.
    fn meant(&self, name: &str) -> Option<&str> {
        let own = self.families.get(&name.to_lowercase()).map(String::as_str);
        own.or_else(|| self.cut_called(name).map(|(font, _)| font.family.as_str())).or_else(|| of_kind(name))
    }

    /// The font of which one cut is called so, and how heavy and slanted that is.
    fn cut_called(&self, name: &str) -> Option<(&Font, (u16, bool))> {
        let whole = || self.all.iter().find(|font| font.is_called(name)).map(|font| (font, font.weight_and_slant()));
        whole().or_else(|| self.all.iter().find_map(|font| Some((font, font.cut_within(name)?))))
    }

    /// The weight and slant of the first font that is there of those that are named, where one cut is named:
    /// `Barlow-Bold` is bold.
    #[must_use]
    pub fn cut_named(&self, written: &str) -> Option<(u16, bool)> {
        let name = listed(written).find(|name| self.meant(name).is_some())?;
        let is_family = self.families.contains_key(&name.to_lowercase());
        self.cut_called(name).filter(|_| !is_family).map(|(_, cut)| cut)
    }

    /// The names of all families.
    pub fn families(&self) -> impl Iterator<Item = &str> {
        self.families.values().map(String::as_str)
    }

    /// Lets fonts help out in the order that a game lists; a word about every font that it names, and that is not there.
    pub fn settle(&mut self, game: &Game, found: &mut Diagnostics) {
        let own = std::mem::take(&mut self.helpers);
        for wanted in &game.fonts {
            let FieldText { text, place } = wanted;
            match self.meant(text).map(str::to_owned) {
                Some(family) => {
                    self.add_helper(Helper { family: FontFamilyName::Named(family.into()), has_pictures: false });
                }
                None => {
                    let hint = meant_or_known(text, self.families());
                    let told = Diagnostic::error(format!("there is no font `{text}`")).at(place).maybe_hint(hint);
                    found.push(told.hint(FONT_FILES));
                }
            }
        }
        self.listed = self.helpers.len();
        for helper in own {
            self.add_helper(helper);
        }
        self.check_styles(game, found);
        hyphenation::check(game, found);
    }

    fn check_styles(&self, game: &Game, found: &mut Diagnostics) {
        let mut missing: BTreeMap<&str, Vec<(&str, &Style)>> = BTreeMap::new();
        let is_told = |style: &Style| game.fonts.iter().any(|wanted| wanted.text == style.font);
        let lost = |style: &Style| !self.has_family(&style.font) && !is_told(style);
        for (name, style) in game.styles.iter().filter(|(_, style)| lost(style)) {
            missing.entry(&style.font).or_default().push((name, style));
        }
        for (font, styles) in missing {
            let message = format!("there is no font `{font}` for {}", named_styles(&styles));
            let hint = meant_or_known(font, self.families());
            let diagnostic = Diagnostic::error(message).maybe_hint(hint);
            let diagnostic = diagnostic.hint(FONT_FILES);
            found.push(match styles.iter().find_map(|(_, style)| style.place.as_ref()) {
                Some(place) => diagnostic.at(place),
                None => diagnostic,
            });
        }
    }

    /// Whether one of the families that are named is there.
    #[must_use]
    pub fn has_family(&self, written: &str) -> bool {
        self.known_in(written).next().is_some()
    }

    /// Whether the first font that is there of those that are named has a character.
    pub(super) fn first_has(&self, written: &str, character: char) -> bool {
        let first = self.known_in(written).next();
        // A family may come in a file for each script.
        self.all.iter().any(|font| Some(font.family.as_str()) == first && font.has(character))
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

fn files_in(folder: &str, assets: &dyn Assets, found: &mut Diagnostics) -> Vec<String> {
    found.accept(assets.list(folder).map_err(|error| error.diagnostic(folder))).unwrap_or_default()
}
