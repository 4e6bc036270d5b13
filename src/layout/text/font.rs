//! One font file that is known to be readable: where on its axes a text uses it, and what comes of a glyph in print.

use std::sync::Arc;

use skrifa::bitmap::BitmapFormat;
use skrifa::instance::{Location, Size};
use skrifa::outline::{DrawSettings, OutlineGlyphCollection, OutlinePen};
use skrifa::raw::tables::glyf::Glyph;
use skrifa::raw::types::Fixed;
use skrifa::raw::{TableProvider, TableRecord};
use skrifa::string::StringId;
use skrifa::{FontRef, GlyphId, MetadataProvider, NamedInstance, Tag};

use crate::layout::face::AxisValue;

/// No letter is put together of more parts.
const MOST_PARTS: usize = 500;

/// The words for weights.
const CUTS: [(&str, u16); 13] = [
    ("Thin", 100),
    ("ExtraLight", 200),
    ("UltraLight", 200),
    ("Light", 300),
    ("Regular", 400),
    ("Medium", 500),
    ("SemiBold", 600),
    ("DemiBold", 600),
    ("Bold", 700),
    ("ExtraBold", 800),
    ("UltraBold", 800),
    ("Black", 900),
    ("Heavy", 900),
];

/// One font file.
#[derive(Clone)]
pub struct Font {
    /// The family and style, as in `Barlow Bold`.
    pub name: String,
    /// The family, as texts name it.
    pub family: String,
    /// What programs call it, as in `Barlow-Bold`.
    pub program_name: Option<String>,
    /// The family that programs put it into which know no more than four cuts to one, as in `Barlow Condensed Medium`.
    pub old_family: Option<String>,
    /// The file, unpacked.
    pub data: Arc<[u8]>,
    /// Which file it is from: a number that others from there have, too.
    pub file: u64,
    /// Which of the fonts in the file.
    pub index: u32,
}

/// What comes of a glyph that is printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum GlyphPrint {
    /// Its outline, or nothing where it has none to show, like a space.
    Outline,
    /// Its outline, without the colours the font has for it.
    LosesColours,
    /// Nothing: the font has it only as a picture.
    OnlyPicture,
    /// Nothing: its outline cannot be read.
    Broken,
}

impl Font {
    /// Reads a font of a file.
    ///
    /// # Errors
    /// What is wrong with it, to go on after the name of the file.
    pub fn read(data: Arc<[u8]>, index: u32) -> Result<Self, String> {
        let font = FontRef::from_index(&data, index).map_err(|_| "is not a font".to_owned())?;
        if let Some(table) = table_cut_off(&font, data.len()) {
            return Err(format!("is cut off: the file ends before its table `{table}` does"));
        }
        if let Some(table) = unreadable_table(&font) {
            return Err(format!("is a broken font: its table `{table}` cannot be read"));
        }
        let string = |id| font.localized_strings(id).english_or_first().map(|s| s.to_string());
        let name = string(StringId::FULL_NAME).or_else(|| string(StringId::FAMILY_NAME));
        let name = name.ok_or("is a font without a name")?;
        let program_name = string(StringId::POSTSCRIPT_NAME);
        let old_family = string(StringId::FAMILY_NAME);
        Ok(Self { name, family: String::new(), program_name, old_family, data, file: 0, index })
    }

    /// Whether a name is that of this cut alone, as programs or people have it: `Barlow-Bold`, `Barlow Bold`.
    pub(crate) fn is_called(&self, name: &str) -> bool {
        let full = [Some(&self.name), self.old_family.as_ref()];
        self.program_name.as_deref() == Some(name)
            || full.into_iter().flatten().any(|own| own.eq_ignore_ascii_case(name))
    }

    /// The family of a variable font that only says it with the cut it begins with: `Noto Sans JP` in `Noto Sans JP Thin`.
    pub(crate) fn unsaid_family(&self) -> Option<&str> {
        let font = self.font();
        let says = |id| font.localized_strings(id).english_or_first().is_some();
        if font.axes().is_empty() || says(StringId::TYPOGRAPHIC_FAMILY_NAME) {
            return None;
        }
        let (family, cut) = self.old_family.as_deref()?.rsplit_once(' ')?;
        CUTS.iter().any(|(known, _)| *known == cut).then_some(family)
    }

    /// The font in the file.
    pub(crate) fn font(&self) -> FontRef<'_> {
        FontRef::from_index(&self.data, self.index).expect("the same bytes were read when the font was loaded")
    }

    /// The place on its axes that these values stand for.
    pub(crate) fn location(&self, axes: &[AxisValue]) -> Location {
        self.font().axes().location(axes.iter().map(|axis| (Tag::new(&axis.tag), axis.value())))
    }

    /// The outlines of its glyphs at a place on its axes.
    pub(crate) fn outlines(&self, axes: &[AxisValue]) -> Outlines<'_> {
        Outlines { font: self.font(), glyphs: self.font().outline_glyphs(), location: self.location(axes) }
    }

    /// Whether it has a glyph for a character.
    pub(crate) fn has(&self, character: char) -> bool {
        self.font().charmap().map(character).is_some()
    }

    /// Whether it has pictures for glyphs, which are not printed.
    pub(crate) fn has_pictures(&self) -> bool {
        let font = self.font();
        font.colr().is_ok() || font.svg().is_ok() || !font.bitmap_strikes().is_empty()
    }

    /// How heavy it is, and whether it is slanted, as far as it is no variable font.
    pub(crate) fn weight_and_slant(&self) -> (u16, bool) {
        let attributes = self.font().attributes();
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a weight is from 1 to 1000")]
        (attributes.weight.value() as u16, attributes.style != skrifa::attribute::Style::Normal)
    }

    /// How heavy and how slanted the cut of a variable font is that has this name, as programs or people have it:
    /// `Oswald-SemiBold`, `Oswald SemiBold`.
    pub(crate) fn cut_within(&self, name: &str) -> Option<(u16, bool)> {
        let font = self.font();
        let string = |id: StringId| font.localized_strings(id).english_or_first().map(|s| s.to_string());
        let without_blanks = |name: &str| name.replace([' ', '-'], "").to_lowercase();
        let wanted = without_blanks(name);
        let is_it = |instance: &NamedInstance<'_>| {
            let own = string(instance.subfamily_name_id());
            let called = own.map(|own| without_blanks(&format!("{}{own}", self.family)));
            let by_programs = instance.postscript_name_id().and_then(string);
            called.is_some_and(|called| called == wanted) || by_programs.is_some_and(|called| called == name)
        };
        let Some(instance) = font.named_instances().iter().find(is_it) else {
            return self.cut_by_weight(wanted.strip_prefix(&without_blanks(&self.family))?);
        };
        let axes: Vec<(Tag, f32)> = font.axes().iter().map(|axis| axis.tag()).zip(instance.user_coords()).collect();
        let on = |tag: &[u8; 4]| axes.iter().find(|(known, _)| *known == Tag::new(tag)).map(|(_, value)| *value);
        let (weight, slant) = self.weight_and_slant();
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a weight is from 1 to 1000")]
        let weight = on(b"wght").map_or(weight, |weight| weight.clamp(1.0, 1000.0) as u16);
        let is_leaning = |value: f32| value != 0.0;
        Some((weight, slant || on(b"slnt").is_some_and(is_leaning) || on(b"ital").is_some_and(is_leaning)))
    }

    /// The cut of a variable font that keeps no names for its cuts, as those of the web: `bold`, `semibolditalic`.
    fn cut_by_weight(&self, cut: &str) -> Option<(u16, bool)> {
        let upright = cut.strip_suffix("italic").or_else(|| cut.strip_suffix("oblique"));
        let is_slanted = upright.is_some();
        let word = upright.unwrap_or(cut);
        let known = CUTS.iter().find(|(known, _)| known.eq_ignore_ascii_case(word)).map(|(_, weight)| *weight);
        let weight = known.or_else(|| (is_slanted && word.is_empty()).then_some(400))?;
        let axes = self.font().axes();
        let has_weight = axes
            .get_by_tag(Tag::new(b"wght"))
            .is_some_and(|axis| (axis.min_value()..=axis.max_value()).contains(&f32::from(weight)));
        let leans = self.weight_and_slant().1;
        let can_lean = || [b"slnt", b"ital"].iter().any(|tag| axes.get_by_tag(Tag::new(tag)).is_some());
        (has_weight && if is_slanted { leans || can_lean() } else { !leans }).then_some((weight, is_slanted))
    }

    /// What comes of a glyph in print.
    #[must_use]
    pub fn print_of(&self, glyph: u16, axes: &[AxisValue]) -> GlyphPrint {
        let mut ink = InkPen(false);
        if self.outlines(axes).draw(glyph, Size::unscaled(), &mut ink).is_err() {
            return GlyphPrint::Broken;
        }
        match (ink.0, picture(&self.font(), GlyphId::from(glyph))) {
            (true, Some(GlyphPicture::Coloured)) => GlyphPrint::LosesColours,
            (false, Some(_)) => GlyphPrint::OnlyPicture,
            _ => GlyphPrint::Outline,
        }
    }
}

/// The outlines of a font at a place on its axes.
pub(crate) struct Outlines<'f> {
    font: FontRef<'f>,
    glyphs: OutlineGlyphCollection<'f>,
    location: Location,
}

impl Outlines<'_> {
    /// Draws a glyph with a pen; a space, and what a font has only as a picture, draws nothing.
    ///
    /// # Errors
    /// What is broken about it.
    pub(crate) fn draw(&self, glyph: u16, size: Size, pen: &mut impl OutlinePen) -> Result<(), String> {
        if !is_of_few_parts(&self.font, glyph) {
            return Err("its outline is put together of too many parts".to_owned());
        }
        match self.glyphs.get(GlyphId::from(glyph)) {
            Some(outline) => {
                let drawn = outline.draw(DrawSettings::unhinted(size, &self.location), pen);
                drawn.map(|_| ()).map_err(|error| error.to_string())
            }
            // A font with outlines has one for each glyph, even if there is nothing in it.
            None if self.glyphs.format().is_some() => Err("its outline cannot be read".to_owned()),
            None => Ok(()),
        }
    }
}

impl AxisValue {
    /// A value of an axis.
    #[must_use]
    pub fn new(tag: [u8; 4], value: f32) -> Self {
        Self { tag, fixed: Fixed::from_f64(f64::from(value)).to_bits() }
    }

    /// The value, in the axis's own units.
    #[must_use]
    pub fn value(self) -> f32 {
        Fixed::from_bits(self.fixed).to_f32()
    }
}

/// The first table that a font of so many bytes should have, and has not to its end.
fn table_cut_off(font: &FontRef<'_>, length: usize) -> Option<String> {
    let end = |record: &TableRecord| u64::from(record.offset()) + u64::from(record.length());
    let records = font.table_directory().table_records();
    records.iter().find(|record| end(record) > length as u64).map(|record| record.tag().to_string())
}

/// The first table that every page needs of a font and that this one does not have whole.
fn unreadable_table(font: &FontRef<'_>) -> Option<&'static str> {
    let glyphs = font.maxp().map(|maxp| usize::from(maxp.num_glyphs())).ok();
    let tables = [
        ("head", font.head().is_ok()),
        ("maxp", glyphs.is_some()),
        ("hhea", font.hhea().is_ok()),
        ("hmtx", font.hmtx().is_ok()),
        ("cmap", font.charmap().has_map()),
        ("post", font.post().is_ok()),
    ];
    tables.into_iter().find_map(|(name, is_whole)| (!is_whole).then_some(name))
}

/// Whether a glyph is put together of no more parts than letters are: each part can be put together of others.
fn is_of_few_parts(font: &FontRef<'_>, glyph: u16) -> bool {
    let (Ok(loca), Ok(glyf)) = (font.loca(None), font.glyf()) else { return true };
    let mut waiting = vec![GlyphId::from(glyph)];
    for _ in 0..MOST_PARTS {
        let Some(part) = waiting.pop() else { return true };
        if let Ok(Some(Glyph::Composite(whole))) = loca.get_glyf(part, &glyf) {
            waiting.extend(whole.components().take(MOST_PARTS).map(|part| GlyphId::from(part.glyph)));
        }
    }
    false
}

/// A picture that a font has for a glyph.
enum GlyphPicture {
    Coloured,
    /// Black pixels for small sizes on a screen.
    Black,
}

fn picture(font: &FontRef<'_>, glyph: GlyphId) -> Option<GlyphPicture> {
    let has_layers = font.color_glyphs().get(glyph).is_some();
    let has_drawing = || font.svg().and_then(|svg| svg.glyph_data(glyph)).is_ok_and(|drawing| drawing.is_some());
    if has_layers || has_drawing() {
        return Some(GlyphPicture::Coloured);
    }
    let strikes = font.bitmap_strikes();
    let has_pixels = strikes.iter().any(|strike| strike.get(glyph).is_some());
    has_pixels.then(|| match strikes.format() {
        Some(BitmapFormat::Ebdt) => GlyphPicture::Black,
        _ => GlyphPicture::Coloured,
    })
}

/// Only notes whether anything is drawn.
struct InkPen(bool);

impl OutlinePen for InkPen {
    fn move_to(&mut self, _: f32, _: f32) {}
    fn line_to(&mut self, _: f32, _: f32) {
        self.0 = true;
    }
    fn quad_to(&mut self, _: f32, _: f32, _: f32, _: f32) {
        self.0 = true;
    }
    fn curve_to(&mut self, _: f32, _: f32, _: f32, _: f32, _: f32, _: f32) {
        self.0 = true;
    }
    fn close(&mut self) {}
}
