//! Texts inside drawings: set with the fonts of the game, as SVG says, and turned into outlines, so that nothing after
//! this meets a text in a drawing. What the fonts have not is told and never left out in silence.

use std::collections::{BTreeSet, HashMap};
use std::sync::{Arc, Mutex, PoisonError};

use resvg::usvg::fontdb::{Database, Family, ID, Query, Source, Stretch, Style, Weight};
use resvg::usvg::{self, FontFamily, FontResolver, FontStretch, FontStyle};

use crate::diag::{Diagnostic, meant_or_known};

use super::bounds::bounded_tree;
use super::text::families::of_kind;
use super::text::font::Font;
use super::text::fonts::{FONT_FILES, Fonts};
use super::text::glyph_fault::{GlyphFault, GlyphFaultKind};

/// How large letters are that nothing says the size of, as in browsers.
const USUAL_SIZE: f32 = 16.0;

/// The fonts of a game, for drawings.
pub(super) struct Lettering {
    database: Arc<Database>,
    /// The faces in it, in the order in which they help each other out.
    faces: Vec<(ID, Font)>,
    /// The family of texts that name none of these fonts.
    usual: String,
}

/// Something that a text of a drawing asks for and that is not there.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Unset {
    /// Families, none of which is known, and what the text is set in.
    Font { asked: Vec<String>, used: String },
    /// A character.
    Glyph(GlyphFault),
}

impl Lettering {
    /// All fonts of a game; `usual` is the family of its plain texts.
    pub(super) fn new(fonts: &Fonts, usual: &str) -> Self {
        let mut database = Database::new();
        let mut faces = Vec::new();
        // Several fonts may come from one file.
        let mut files: HashMap<u64, Vec<ID>> = HashMap::new();
        for font in fonts.in_order_of_help() {
            let ids = files.entry(font.file).or_insert_with(|| {
                database.load_font_source(Source::Binary(Arc::new(Arc::clone(&font.data)))).to_vec()
            });
            let id = ids.get(font.index as usize);
            faces.extend(id.map(|id| (*id, font.clone())));
        }
        Self { database: Arc::new(database), faces, usual: usual.to_owned() }
    }

    /// A drawing with outlines in place of its texts, and what they ask for in vain.
    ///
    /// # Errors
    /// A sentence when it is no drawing, or takes more than any drawing needs.
    pub(super) fn outlined(&self, svg: &str, options: usvg::Options<'_>) -> Result<(String, Vec<Unset>), String> {
        let unset = Mutex::default();
        let options = usvg::Options {
            fontdb: Arc::clone(&self.database),
            font_family: self.usual.clone(),
            font_size: USUAL_SIZE,
            font_resolver: self.resolver(&unset),
            ..options
        };
        let tree = bounded_tree(svg, &options)?;
        drop(options);
        let unset: BTreeSet<Unset> = unset.into_inner().unwrap_or_else(PoisonError::into_inner);
        Ok((written(&tree), unset.into_iter().collect()))
    }

    fn resolver<'l>(&'l self, unset: &'l Mutex<BTreeSet<Unset>>) -> FontResolver<'l> {
        let note = move |fault| {
            unset.lock().unwrap_or_else(PoisonError::into_inner).insert(fault);
        };
        FontResolver {
            select_font: Box::new(move |font, database| self.select(font, database, &note)),
            select_fallback: Box::new(move |character, tried, _| self.other_with(character, tried, &note)),
        }
    }

    /// Another face that has a character.
    fn other_with(&self, character: char, tried: &[ID], note: &dyn Fn(Unset)) -> Option<ID> {
        let other = self.faces.iter().find(|(id, font)| !tried.contains(id) && font.has(character));
        if other.is_none() && !is_unseen(character) {
            let first = self.faces.iter().find(|(id, _)| tried.first() == Some(id));
            let font = first.map(|(_, font)| font.name.clone()).unwrap_or_default();
            note(Unset::Glyph(GlyphFault { character, font, kind: GlyphFaultKind::Missing }));
        }
        other.map(|(id, _)| *id)
    }

    fn select(&self, font: &usvg::Font, database: &Database, note: &dyn Fn(Unset)) -> Option<ID> {
        let look = |family: Family<'_>| {
            let (weight, stretch, style) = (Weight(font.weight()), stretch_of(font), style_of(font));
            database.query(&Query { families: &[family], weight, stretch, style })
        };
        let kind = |word: &str| look(Family::Name(of_kind(word)?));
        let is_meant = |font: &Font, name: &str| font.is_called(name) || font.family.eq_ignore_ascii_case(name);
        let by_name = |name: &str| self.faces.iter().find(|(_, font)| is_meant(font, name)).map(|(id, _)| *id);
        let found = font.families().iter().find_map(|family| match family {
            FontFamily::Named(name) => look(Family::Name(name)).or_else(|| by_name(name)).or_else(|| kind(name)),
            FontFamily::Serif => kind("serif"),
            FontFamily::SansSerif => kind("sans-serif"),
            FontFamily::Cursive => kind("cursive"),
            FontFamily::Fantasy => kind("fantasy"),
            FontFamily::Monospace => kind("monospace"),
        });
        found.or_else(|| {
            let asked = font.families().iter().map(|family| family.to_string().trim_matches('"').to_owned()).collect();
            note(Unset::Font { asked, used: self.usual.clone() });
            look(Family::Name(&self.usual)).or_else(|| database.faces().next().map(|face| face.id))
        })
    }
}

/// A drawing as text. The writer leaves out where the inner circle of a gradient ends.
fn written(tree: &usvg::Tree) -> String {
    let text = tree.to_string(&usvg::WriteOptions::default());
    tree.radial_gradients().iter().filter(|gradient| gradient.fr().get() > 0.0).fold(text, |text, gradient| {
        let begin = format!("<radialGradient id=\"{}\"", gradient.id());
        text.replacen(&begin, &format!("{begin} fr=\"{}\"", gradient.fr().get()), 1)
    })
}

impl Unset {
    /// What to say of it, and what to look for in the drawing to find its place.
    pub(super) fn told<'f>(&self, families: impl Iterator<Item = &'f str>) -> (Diagnostic, String) {
        match self {
            Self::Glyph(fault) => (fault.diagnostic(), fault.character.to_string()),
            Self::Font { asked, used } => {
                let first = asked.first().cloned().unwrap_or_default();
                let message =
                    format!("there is no font `{}`: a text of this drawing is set in `{used}`", asked.join("`, `"));
                let told = Diagnostic::warning(message).maybe_hint(meant_or_known(&first, families));
                (told.hint(FONT_FILES), first)
            }
        }
    }
}

/// Spaces and marks of direction need no glyph.
fn is_unseen(character: char) -> bool {
    character.is_whitespace()
        || character.is_control()
        || matches!(character, '\u{200b}'..='\u{200f}' | '\u{fe0e}' | '\u{fe0f}' | '\u{feff}')
}

fn style_of(font: &usvg::Font) -> Style {
    match font.style() {
        FontStyle::Normal => Style::Normal,
        FontStyle::Italic => Style::Italic,
        FontStyle::Oblique => Style::Oblique,
    }
}

fn stretch_of(font: &usvg::Font) -> Stretch {
    match font.stretch() {
        FontStretch::UltraCondensed => Stretch::UltraCondensed,
        FontStretch::ExtraCondensed => Stretch::ExtraCondensed,
        FontStretch::Condensed => Stretch::Condensed,
        FontStretch::SemiCondensed => Stretch::SemiCondensed,
        FontStretch::Normal => Stretch::Normal,
        FontStretch::SemiExpanded => Stretch::SemiExpanded,
        FontStretch::Expanded => Stretch::Expanded,
        FontStretch::ExtraExpanded => Stretch::ExtraExpanded,
        FontStretch::UltraExpanded => Stretch::UltraExpanded,
    }
}
