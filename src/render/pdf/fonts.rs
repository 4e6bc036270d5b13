//! Text in content streams: glyphs numbered as they are first used, so that each font can be cut down to them and
//! embedded once.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use printpdf::{Codepoint, FontId as PdfFontId, FontMetrics, FontType, Op, ParsedFont, PdfFontHandle, Pt, TextItem};
use skrifa::instance::Size as FontSize;
use skrifa::metrics::GlyphMetrics;
use skrifa::raw::TableProvider;
use skrifa::{FontRef, GlyphId, MetadataProvider};
use subsetter::{GlyphRemapper, Tag, subset_with_variations};
use xxhash_rust::xxh3::xxh3_64;

use crate::layout::Fonts;
use crate::layout::face::{AxisValue, FontCut, GlyphRun};

use super::content::{Content, Resource};

/// Every font used so far.
#[derive(Default)]
pub struct FontBook {
    used: BTreeMap<FontCut, UsedFont>,
}

/// One font and what is used of it.
struct UsedFont {
    remapper: GlyphRemapper,
    /// Width and text of each glyph by its new number.
    glyphs: BTreeMap<u16, (i64, String)>,
    /// Advance in font units of each glyph by its new number.
    advances: BTreeMap<u16, u16>,
    units_per_em: u16,
}

impl FontBook {
    /// Writes a run of glyphs, inside nothing.
    pub fn show(&mut self, run: &GlyphRun, fonts: &Fonts, content: &mut Content) {
        let font = fonts.get(run.cut.font);
        let location = font.location(&run.cut.axes);
        let metrics = font.font().glyph_metrics(FontSize::unscaled(), &location);
        let used = self.used.entry(run.cut.clone()).or_insert_with(|| UsedFont::new(&font.font()));
        let name = font_name(&run.cut);
        content.op("BT");
        content.fill_colour(run.colour);
        content.name(Resource::Font(name)).number(run.size).op("Tf");
        let mut line = ShownLine { content, size: run.size, pen: 0.0, open: false };
        let mut height = f32::NAN;
        for glyph in &run.glyphs {
            let (new, width) = used.glyph(glyph.id, run.text_of(glyph), &metrics);
            #[allow(clippy::float_cmp, reason = "the same number, or another baseline")]
            if glyph.y != height {
                line.close();
                height = glyph.y;
                let (x, y) = (run.origin.0 + glyph.x, run.origin.1 + glyph.y);
                line.start(x, y, glyph.x);
            }
            line.glyph(new, width, glyph.x);
        }
        line.close();
        content.op("ET");
    }

    /// The fonts as the PDF writer wants them.
    ///
    /// # Errors
    /// A sentence when one cannot be cut down.
    pub fn parsed(&self, fonts: &Fonts) -> Result<Vec<(PdfFontId, ParsedFont)>, String> {
        let parsed = |(cut, used): (&FontCut, &UsedFont)| {
            let parsed = used.parsed(cut, fonts);
            let name = &fonts.get(cut.font).name;
            Ok((PdfFontId(font_name(cut)), parsed.map_err(|why| format!("the font {name} cannot be embedded: {why}"))?))
        };
        self.used.iter().map(parsed).collect()
    }

    /// Operators that show every used glyph once. The PDF writer embeds the fonts that page operators use, and ours
    /// are used inside forms, which it does not look into: a page of these stands in while it writes.
    #[must_use]
    pub fn specimen(&self) -> Vec<Op> {
        let mut ops = vec![Op::StartTextSection];
        for (cut, used) in &self.used {
            let font = PdfFontHandle::External(PdfFontId(font_name(cut)));
            ops.push(Op::SetFont { font, size: Pt(1.0) });
            let point = |(new, (_, text)): (&u16, &(i64, String))| {
                let text = if text.is_empty() { "\u{fffd}".to_owned() } else { text.clone() };
                Codepoint { gid: *new, offset: 0.0, cid: Some(text) }
            };
            let glyphs = used.glyphs.iter().map(point).collect();
            ops.push(Op::ShowText { items: vec![TextItem::GlyphIds(glyphs)] });
        }
        ops.push(Op::EndTextSection);
        ops
    }
}

fn font_name(cut: &FontCut) -> String {
    format!("F{}{}", cut.font.place, axes_name(cut))
}

/// `-wght700` for a variable font that is bold.
fn axes_name(cut: &FontCut) -> String {
    let name = |axis: &AxisValue| format!("-{}{}", String::from_utf8_lossy(&axis.tag).trim(), axis.value());
    cut.axes.iter().map(name).collect()
}

/// A line of text being written, and where the pen is in a reader that adds up whole widths.
struct ShownLine<'c> {
    content: &'c mut Content,
    size: f32,
    /// In millimetres from the start of the run.
    pen: f32,
    open: bool,
}

impl ShownLine<'_> {
    fn start(&mut self, x: f32, y: f32, pen: f32) {
        self.content.with(&[1.0, 0.0, 0.0, -1.0, x, y], "Tm");
        self.content.bytes.push(b'[');
        self.pen = pen;
        self.open = true;
    }

    fn glyph(&mut self, new: u16, width: i64, x: f32) {
        let off = (self.pen - x) * 1000.0 / self.size;
        if off.abs() >= 0.5 {
            self.content.number(off.round());
            self.pen -= off.round() * self.size / 1000.0;
        }
        // A glyph right after another goes on with its string.
        if self.content.bytes.last() == Some(&b'>') {
            self.content.bytes.pop();
        } else {
            self.content.bytes.push(b'<');
        }
        for shift in [12, 8, 4, 0] {
            let digit = u8::try_from(new >> shift & 15).unwrap_or(0);
            self.content.bytes.push(if digit < 10 { b'0' + digit } else { b'A' + digit - 10 });
        }
        self.content.bytes.push(b'>');
        #[allow(clippy::cast_precision_loss, reason = "a glyph is a few thousandths wide")]
        {
            self.pen += width as f32 * self.size / 1000.0;
        }
    }

    fn close(&mut self) {
        if self.open {
            self.content.op("]TJ");
            self.open = false;
        }
    }
}

impl UsedFont {
    fn new(font: &FontRef<'_>) -> Self {
        let units_per_em = font.head().map_or(1000, |head| head.units_per_em());
        let mut used =
            Self { remapper: GlyphRemapper::new(), glyphs: BTreeMap::new(), advances: BTreeMap::new(), units_per_em };
        used.advances.insert(0, units_per_em);
        used
    }

    /// The new number of a glyph and its width in whole thousandths, as a reader will add it up.
    fn glyph(&mut self, old: u16, text: &str, metrics: &GlyphMetrics<'_>) -> (u16, i64) {
        let new = self.remapper.remap(old);
        if let Some((width, known)) = self.glyphs.get_mut(&new) {
            // A line may end within a ligature, of which it has the first letter then.
            if text.len() > known.len() && text.starts_with(known.as_str()) {
                text.clone_into(known);
            }
            return (new, *width);
        }
        let advance = metrics.advance_width(GlyphId::new(u32::from(old))).unwrap_or(0.0);
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "font units fit")]
        let advance = advance.clamp(0.0, f32::from(u16::MAX)) as u16;
        // The PDF writer cuts off below the thousandth; the pen has to do the same.
        #[allow(clippy::cast_possible_truncation, reason = "a width is a few thousand")]
        let width = (f32::from(advance) * 1000.0 / f32::from(self.units_per_em)) as i64;
        self.advances.insert(new, advance);
        self.glyphs.insert(new, (width, text.to_owned()));
        (new, width)
    }

    fn parsed(&self, cut: &FontCut, fonts: &Fonts) -> Result<ParsedFont, String> {
        let font = fonts.get(cut.font);
        let axes: Vec<(Tag, f32)> = cut.axes.iter().map(|axis| (Tag::new(&axis.tag), axis.value())).collect();
        let bytes = subset_with_variations(&font.data, font.index, &axes, &self.remapper).map_err(said)?;
        let original = font.font();
        let (head, hhea) = (original.head().map_err(said)?, original.hhea().map_err(said)?);
        let weight = original.os2().map_or(0, |os2| os2.us_weight_class());
        let name = format!("{}{}", font.name.replace(' ', "-"), axes_name(cut));
        Ok(ParsedFont {
            original_bytes: bytes,
            font_index: 0,
            font_name: Some(format!("{}+{name}", subset_tag(&self.glyphs))),
            codepoint_to_glyph: BTreeMap::new(),
            glyph_widths: self.advances.clone(),
            units_per_em: self.units_per_em,
            font_metrics: FontMetrics { ascent: hhea.ascender().to_i16(), descent: hhea.descender().to_i16() },
            font_type: FontType::TrueType,
            pdf_font_metrics: printpdf::PdfFontMetricsStub {
                units_per_em: self.units_per_em,
                x_min: head.x_min(),
                y_min: head.y_min(),
                x_max: head.x_max(),
                y_max: head.y_max(),
                caret_slope_rise: hhea.caret_slope_rise(),
                caret_slope_run: hhea.caret_slope_run(),
                us_weight_class: weight,
            },
        })
    }
}

fn said(error: impl std::fmt::Display) -> String {
    error.to_string()
}

/// Six capitals before the name of a font say that it is cut down; the same glyphs give the same letters.
fn subset_tag(glyphs: &BTreeMap<u16, (i64, String)>) -> String {
    let mut key = String::new();
    for (glyph, (width, text)) in glyphs {
        let _ = write!(key, "{glyph},{width},{text};");
    }
    let hash = xxh3_64(key.as_bytes());
    (0..6).map(|place| char::from(b'A' + u8::try_from(hash >> (place * 8) & 0xff).unwrap_or(0) % 26)).collect()
}
