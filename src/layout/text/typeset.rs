//! Sets rich text: shapes it once, breaks it at any width and scale, and gives back lines of glyphs and icons.
//! Works in millimetres; knows no templates and no pages.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ops::Range;

use parley::{
    FontContext, FontStyle, FontWeight, InlineBox, InlineBoxKind, Layout, LayoutContext, LineHeight, TextStyle,
    TextWrapMode, VerticalAlign,
};

use crate::model::{Align, Colour, Game, Style};

use super::font::GlyphPrint;
use super::fonts::Fonts;
use super::glyph_fault::{GlyphFault, GlyphFaultKind};
use super::hyphenation::divided;
use super::quotes::straight_for;
use super::rich::{Block, Dress, Span, TextBlock, WordLook};
use crate::layout::face::{FontCut, RunOutline};

/// Lists step in by this much of the font size.
pub const LIST_INDENT: f32 = 1.1;
/// Quotations step in by this much of the font size, behind a bar.
const QUOTE_INDENT: f32 = 1.0;
/// Icons hang below the baseline by this much of their size, so that they stand centred on capitals.
const ICON_DROP: f32 = 0.14;
/// Between two numbers it stands for all from one to the other.
const EN_DASH: char = '\u{2013}';
/// Space between the columns of a table, as a multiple of the font size.
const COLUMN_GAP: f32 = 0.9;
/// Rounding in shaping may make an exact fit a hair too wide.
pub const HAIR: f32 = 0.005;

/// The colours a glyph carries through shaping.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Ink {
    /// That of its inside.
    pub(super) colour: Colour,
    /// The line around it.
    pub(super) outline: Option<RunOutline>,
}

/// Text that has been shaped and can be broken at any width and scale.
pub struct Shaped {
    pub parts: Vec<TextPart>,
}

/// A block of shaped text.
pub enum TextPart {
    Text(Box<Paragraph>),
    Table(TextTable),
    Rule { gap: f32, colour: Colour },
}

/// A paragraph, heading, list item or cell.
pub struct Paragraph {
    pub layout: Layout<Ink>,
    pub text: String,
    pub icons: Vec<(String, Colour)>,
    pub marker: Option<(Layout<Ink>, String)>,
    pub indent: f32,
    pub bar: Option<Colour>,
    pub gap: f32,
    pub align: Align,
    pub keep_with_next: bool,
}

/// A table.
pub struct TextTable {
    pub rows: Vec<Vec<Paragraph>>,
    pub gap: f32,
    pub column_gap: f32,
    pub rule: Colour,
}

/// How a text is set: its own style, and those of headings, tables and quotations by name.
#[derive(Clone, Copy)]
pub struct TextLook<'s> {
    /// The style of running text.
    pub style: &'s Style,
    /// All styles, for `heading-1` to `heading-6`, `table`, `quote` and words that name one.
    pub styles: &'s BTreeMap<String, Style>,
    /// The language of the text, as in `en`; empty when it is not said.
    pub language: &'s str,
}

impl<'s> TextLook<'s> {
    /// A style among those of a game.
    #[must_use]
    pub fn of(game: &'s Game, style: &'s Style) -> Self {
        Self { style, styles: &game.styles, language: &game.language }
    }

    fn named(&self, name: &str) -> Option<&'s Style> {
        self.styles.get(name)
    }

    fn of_block(&self, block: &TextBlock) -> &'s Style {
        let special = match block.heading {
            0 if block.quoted => self.named("quote"),
            0 => None,
            level => self.named(&format!("heading-{level}")),
        };
        special.unwrap_or(self.style)
    }
}

/// Sets text. One a thread; the fonts are shared.
pub struct Typesetter<'f> {
    pub fonts: &'f Fonts,
    font_cx: FontContext,
    layout_cx: LayoutContext<Ink>,
    /// What comes of glyphs in print, as far as that was looked at.
    /// By the number of the glyph.
    prints: HashMap<FontCut, Vec<Option<GlyphPrint>>>,
}

impl<'f> Typesetter<'f> {
    /// A typesetter over these fonts.
    #[must_use]
    pub fn new(fonts: &'f Fonts) -> Self {
        Self { fonts, font_cx: fonts.context(), layout_cx: LayoutContext::new(), prints: HashMap::new() }
    }

    /// Shapes blocks of rich text.
    #[must_use]
    pub fn shape(&mut self, blocks: &[Block], look: TextLook<'_>) -> Shaped {
        Shaped { parts: blocks.iter().map(|block| self.part(block, look)).collect() }
    }

    fn part(&mut self, block: &Block, look: TextLook<'_>) -> TextPart {
        let gap = look.style.size.mm_f32() * look.style.paragraph;
        match block {
            Block::Text(text) => TextPart::Text(Box::new(self.paragraph(text, look.of_block(text), look))),
            Block::Table(rows) => {
                let style = look.named("table").unwrap_or(look.style);
                let cell = |this: &mut Self, cell: &TextBlock| this.paragraph(cell, style, look);
                let row = |this: &mut Self, row: &Vec<TextBlock>| row.iter().map(|c| cell(this, c)).collect();
                let column_gap = style.size.mm_f32() * COLUMN_GAP;
                let rows = rows.iter().map(|r| row(self, r)).collect();
                TextPart::Table(TextTable { rows, gap, column_gap, rule: style.strong.unwrap_or(style.colour) })
            }
            Block::Rule => TextPart::Rule { gap, colour: look.style.strong.unwrap_or(look.style.colour) },
        }
    }

    fn paragraph(&mut self, block: &TextBlock, style: &Style, look: TextLook<'_>) -> Paragraph {
        let (layout, text, icons) = self.shape_spans(&block.spans, style, look);
        let size = style.size.mm_f32();
        let marker = block.marker.as_ref().map(|marker| {
            let (mut layout, text, _) = self.shape_spans(&[Span::plain(marker)], style, look);
            layout.break_all_lines(None);
            (layout, text)
        });
        let tight = block.marker.is_some();
        Paragraph {
            layout,
            text,
            icons,
            marker,
            indent: size * (LIST_INDENT * f32::from(block.depth) + if block.quoted { QUOTE_INDENT } else { 0.0 }),
            bar: block.quoted.then(|| style.strong.unwrap_or(style.colour)),
            gap: size * style.paragraph * if tight { 0.5 } else { 1.0 },
            align: block.align.unwrap_or(style.align),
            keep_with_next: block.heading > 0,
        }
    }

    fn shape_spans(
        &mut self,
        spans: &[Span],
        style: &Style,
        look: TextLook<'_>,
    ) -> (Layout<Ink>, String, Vec<(String, Colour)>) {
        let mut text = String::new();
        let mut ranges = Vec::new();
        let mut icons = Vec::new();
        let mut boxes = Vec::new();
        for span in spans {
            let start = text.len();
            match span {
                Span::Words { text: words, look: own } => {
                    let worn = worn(style, own.dress.as_ref(), look);
                    text.push_str(&self.written(words, &worn, look.language));
                    ranges.push((start..text.len(), text_style(self.fonts, &worn, own)));
                }
                Span::Break => {
                    text.push('\n');
                    ranges.push((start..text.len(), text_style(self.fonts, style, &WordLook::default())));
                }
                Span::Icon { name, dress } => {
                    let worn = worn(style, dress.as_ref(), look);
                    boxes.push(inline_icon(icons.len(), text.len(), &worn));
                    icons.push((name.clone(), worn.colour));
                }
            }
        }
        let mut builder = self.layout_cx.style_run_builder(&mut self.font_cx, &text, 1.0, false);
        // Icons without words still stand on a line of this style.
        builder.push_style(text_style(self.fonts, style, &WordLook::default()));
        for (range, style) in ranges {
            let held = TextStyle { text_wrap_mode: TextWrapMode::NoWrap, ..style.clone() };
            let own = [builder.push_style(style), builder.push_style(held)];
            for (part, is_held) in held_parts(&text, range) {
                builder.push_style_run(own[usize::from(is_held)], part);
            }
        }
        for inline in boxes {
            builder.push_inline_box(inline);
        }
        let layout = builder.build(&text);
        (layout, text, icons)
    }

    /// Words as they are set in a style.
    fn written(&self, words: &str, style: &Style, language: &str) -> String {
        let mut written = words.to_owned();
        if written.chars().any(|c| straight_for(c).is_some_and(|_| !self.fonts.first_has(&style.font, c))) {
            // Quotes of another font would stand out more than straight ones do.
            let own = |c: char| straight_for(c).filter(|_| !self.fonts.first_has(&style.font, c)).unwrap_or(c);
            written = written.chars().map(own).collect();
        }
        if style.hyphenate {
            written = divided(&written, language);
        }
        if style.capitals { written.chars().flat_map(char::to_uppercase).collect() } else { written }
    }

    /// The characters that do not print as they should. Looks at the lines as they were last broken.
    #[must_use]
    pub fn faults(&mut self, shaped: &Shaped) -> BTreeSet<GlyphFault> {
        let mut faults = BTreeSet::new();
        for (layout, text) in shaped.layouts() {
            for run in layout.lines().flat_map(|line| line.runs().collect::<Vec<_>>()) {
                self.run_faults(&run, text, &mut faults);
            }
        }
        faults
    }

    fn run_faults(&mut self, run: &parley::Run<'_, Ink>, text: &str, faults: &mut BTreeSet<GlyphFault>) {
        let cut = self.fonts.cut(run);
        let font = self.fonts.get(cut.font);
        let prints = self.prints.entry(cut.clone()).or_default();
        let mut print = |id: u16| {
            let at = usize::from(id);
            prints.resize(prints.len().max(at + 1), None);
            *prints[at].get_or_insert_with(|| font.print_of(id, &cut.axes))
        };
        let mut fault = |id: u16| match print(id) {
            _ if id == 0 => Some(GlyphFaultKind::Missing),
            GlyphPrint::Outline => None,
            GlyphPrint::LosesColours => Some(GlyphFaultKind::LosesColours),
            GlyphPrint::OnlyPicture => Some(GlyphFaultKind::OnlyPicture),
            GlyphPrint::Broken => Some(GlyphFaultKind::Broken),
        };
        for cluster in run.clusters() {
            let kinds = cluster.glyphs().filter_map(|glyph| fault(u16::try_from(glyph.id).unwrap_or(0)));
            let Some(kind) = kinds.min() else { continue };
            let chars = text.get(cluster.text_range()).unwrap_or("").chars();
            let told = chars.filter(|c| !c.is_control() && !is_joiner(*c));
            faults.extend(told.map(|character| GlyphFault { character, font: font.name.clone(), kind }));
        }
    }
}

/// Whether a character only says how others are shown.
const fn is_joiner(character: char) -> bool {
    matches!(character, '\u{200d}' | '\u{fe0e}' | '\u{fe0f}')
}

impl TextTable {
    /// The width below which a word of some column does not fit.
    fn least_width(&self) -> f32 {
        let columns = self.rows.iter().map(Vec::len).max().unwrap_or(0);
        let least = |column: usize| {
            let cells = self.rows.iter().filter_map(|row| row.get(column));
            cells.map(|cell| cell.layout.calculate_content_widths().min).fold(0.0, f32::max)
        };
        (0..columns).map(least).sum::<f32>() + self.column_gap * columns.saturating_sub(1) as f32
    }
}

impl Shaped {
    /// Everything that was shaped, with its text.
    fn layouts(&self) -> Vec<(&Layout<Ink>, &str)> {
        let mut paragraphs = Vec::new();
        for part in &self.parts {
            match part {
                TextPart::Text(paragraph) => paragraphs.push(&**paragraph),
                TextPart::Table(table) => paragraphs.extend(table.rows.iter().flatten()),
                TextPart::Rule { .. } => {}
            }
        }
        let markers = paragraphs.iter().filter_map(|paragraph| paragraph.marker.as_ref());
        let markers: Vec<(&Layout<Ink>, &str)> = markers.map(|(layout, text)| (layout, text.as_str())).collect();
        paragraphs.into_iter().map(|own| (&own.layout, own.text.as_str())).chain(markers).collect()
    }

    /// By how much the widest unbreakable word sticks out of a width at a scale; zero when it does not.
    #[must_use]
    pub fn too_wide(&self, width: f32, scale: f32) -> f32 {
        let out = |part: &TextPart| match part {
            TextPart::Text(paragraph) => {
                let least = paragraph.layout.calculate_content_widths().min;
                (least + paragraph.indent) * scale - width
            }
            TextPart::Table(table) => table.least_width() * scale - width,
            TextPart::Rule { .. } => 0.0,
        };
        let most = self.parts.iter().map(out).fold(0.0, f32::max);
        if most > HAIR { most } else { 0.0 }
    }

    /// The word that sticks out furthest of a width at a scale, as the text was last broken there.
    #[must_use]
    pub fn word_too_wide(&self, width: f32, scale: f32) -> Option<String> {
        let paragraphs = self.parts.iter().filter_map(|part| match part {
            TextPart::Text(paragraph) => Some(paragraph),
            TextPart::Table(_) | TextPart::Rule { .. } => None,
        });
        paragraphs.into_iter().find_map(|paragraph| {
            let room = width / scale - paragraph.indent + HAIR;
            let wide = paragraph.layout.lines().filter(|line| line.metrics().advance > room);
            let line = wide.max_by(|one, other| one.metrics().advance.total_cmp(&other.metrics().advance))?;
            paragraph.text.get(line.text_range()).map(|text| text.trim().replace('\u{ad}', ""))
        })
    }
}

fn inline_icon(number: usize, index: usize, style: &Style) -> InlineBox {
    let size = style.size.mm_f32() * style.icon;
    InlineBox {
        id: number as u64,
        kind: InlineBoxKind::InFlow,
        index,
        width: size,
        height: size,
        baseline: None,
        vertical_align: VerticalAlign::length(-size * ICON_DROP),
    }
}

/// The style of words and icons that are asked to look different, in a text of a style.
fn worn<'s>(style: &'s Style, dress: Option<&Dress>, look: TextLook<'s>) -> Cow<'s, Style> {
    match dress {
        None => Cow::Borrowed(style),
        Some(Dress::Colour(colour)) => Cow::Owned(Style { colour: *colour, strong: None, ..style.clone() }),
        Some(Dress::Style(name)) => look.named(name).map_or(Cow::Borrowed(style), Cow::Borrowed),
    }
}

/// The parts of a range of a text, and of each whether no line ends behind it: `3–4` is read as one.
fn held_parts(text: &str, range: Range<usize>) -> Vec<(Range<usize>, bool)> {
    let is_digit = |c: Option<char>| c.is_some_and(|c| c.is_ascii_digit());
    let dashes = text[range.clone()].match_indices(EN_DASH).map(|(at, dash)| {
        let start = range.start + at;
        start..start + dash.len()
    });
    let held = dashes
        .filter(|dash| is_digit(text[..dash.start].chars().next_back()) && is_digit(text[dash.end..].chars().next()));
    let (mut parts, mut from) = (Vec::new(), range.start);
    for dash in held {
        parts.push((from..dash.start, false));
        from = dash.end;
        parts.push((dash, true));
    }
    parts.push((from..range.end, false));
    parts.retain(|(part, _)| !part.is_empty());
    parts
}

const REGULAR: u16 = 400;
const BOLD: u16 = 700;

fn text_style(fonts: &Fonts, style: &Style, words: &WordLook) -> TextStyle<'static, 'static, Ink> {
    let WordLook { bold, italic, .. } = *words;
    let size = style.size.mm_f32();
    // `font: Barlow Bold` says how heavy and slanted it is, where nothing else does.
    let says_no_more = style.weight == REGULAR && !style.italic;
    let cut = if says_no_more { fonts.cut_named(&style.font) } else { None };
    let (own_weight, is_slanted) = cut.unwrap_or((style.weight, style.italic));
    let weight = if bold { own_weight.max(BOLD) } else { own_weight };
    let colour = if bold { style.strong.unwrap_or(style.colour) } else { style.colour };
    let outline = style.outline.map(|outline| RunOutline { colour: outline.colour, width: outline.width.mm_f32() });
    TextStyle {
        font_family: fonts.stack(&style.font),
        font_size: size,
        font_weight: FontWeight::new(f32::from(weight)),
        font_style: if italic == is_slanted { FontStyle::Normal } else { FontStyle::Italic },
        line_height: LineHeight::FontSizeRelative(style.line),
        letter_spacing: style.tracking * size,
        brush: Ink { colour, outline },
        ..TextStyle::default()
    }
}
