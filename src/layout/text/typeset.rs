//! Sets rich text: shapes it once, breaks it at any width and scale, and gives back lines of glyphs and icons.
//! Works in millimetres; knows no templates and no pages.

use std::collections::{BTreeMap, BTreeSet};

use parley::{
    FontContext, FontFamily, FontStyle, FontWeight, InlineBox, InlineBoxKind, Layout, LayoutContext, LineHeight,
    TextStyle, VerticalAlign,
};

use crate::model::{Align, Colour, Style};

use super::fonts::Fonts;
use super::rich::{Block, Span, TextBlock};

/// Lists step in by this much of the font size.
pub const LIST_INDENT: f32 = 1.1;
/// Quotations step in by this much of the font size, behind a bar.
const QUOTE_INDENT: f32 = 1.0;
/// Icons hang below the baseline by this much of their size, so that they stand centred on capitals.
const ICON_DROP: f32 = 0.14;
/// Space between the columns of a table, as a multiple of the font size.
const COLUMN_GAP: f32 = 0.9;
/// Rounding in shaping may make an exact fit a hair too wide.
pub const HAIR: f32 = 0.005;

/// The colour a glyph carries through shaping.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Ink(pub(super) Colour);

/// Text that has been shaped and can be broken at any width and scale.
pub struct Shaped {
    pub parts: Vec<Part>,
}

/// A block of shaped text.
pub enum Part {
    Text(Box<Paragraph>),
    Table(Table),
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
pub struct Table {
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
    /// All styles, for `heading-1` to `heading-6`, `table` and `quote`.
    pub styles: &'s BTreeMap<String, Style>,
}

impl<'s> TextLook<'s> {
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
}

impl<'f> Typesetter<'f> {
    /// A typesetter over these fonts.
    #[must_use]
    pub fn new(fonts: &'f Fonts) -> Self {
        Self { fonts, font_cx: fonts.context(), layout_cx: LayoutContext::new() }
    }

    /// Shapes blocks of rich text.
    #[must_use]
    pub fn shape(&mut self, blocks: &[Block], look: TextLook<'_>) -> Shaped {
        Shaped { parts: blocks.iter().map(|block| self.part(block, look)).collect() }
    }

    fn part(&mut self, block: &Block, look: TextLook<'_>) -> Part {
        let gap = look.style.size.mm_f32() * look.style.paragraph;
        match block {
            Block::Text(text) => Part::Text(Box::new(self.paragraph(text, look.of_block(text)))),
            Block::Table(rows) => {
                let style = look.named("table").unwrap_or(look.style);
                let cell = |this: &mut Self, cell: &TextBlock| this.paragraph(cell, style);
                let row = |this: &mut Self, row: &Vec<TextBlock>| row.iter().map(|c| cell(this, c)).collect();
                let column_gap = style.size.mm_f32() * COLUMN_GAP;
                let rows = rows.iter().map(|r| row(self, r)).collect();
                Part::Table(Table { rows, gap, column_gap, rule: style.strong.unwrap_or(style.colour) })
            }
            Block::Rule => Part::Rule { gap, colour: look.style.strong.unwrap_or(look.style.colour) },
        }
    }

    fn paragraph(&mut self, block: &TextBlock, style: &Style) -> Paragraph {
        let (layout, text, icons) = self.shape_spans(&block.spans, style);
        let size = style.size.mm_f32();
        let marker = block.marker.as_ref().map(|marker| {
            let spans = [Span::Words { text: marker.clone(), bold: false, italic: false }];
            let (mut layout, text, _) = self.shape_spans(&spans, style);
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

    fn shape_spans(&mut self, spans: &[Span], style: &Style) -> (Layout<Ink>, String, Vec<(String, Colour)>) {
        let mut text = String::new();
        let mut ranges = Vec::new();
        let mut icons = Vec::new();
        let mut boxes = Vec::new();
        for span in spans {
            let start = text.len();
            match span {
                Span::Words { text: words, bold, italic } => {
                    if style.capitals {
                        text.extend(words.chars().flat_map(char::to_uppercase));
                    } else {
                        text.push_str(words);
                    }
                    ranges.push((start..text.len(), *bold, *italic));
                }
                Span::Break => {
                    text.push('\n');
                    ranges.push((start..text.len(), false, false));
                }
                Span::Icon(name) => {
                    boxes.push(inline_icon(icons.len(), text.len(), style));
                    icons.push((name.clone(), style.colour));
                }
            }
        }
        let mut builder = self.layout_cx.style_run_builder(&mut self.font_cx, &text, 1.0, false);
        // Icons without words still stand on a line of this style.
        builder.push_style(text_style(style, false, false));
        for (range, bold, italic) in ranges {
            let index = builder.push_style(text_style(style, bold, italic));
            builder.push_style_run(index, range);
        }
        for inline in boxes {
            builder.push_inline_box(inline);
        }
        let layout = builder.build(&text);
        (layout, text, icons)
    }

    /// The characters that a font does not have, with the font's name. Looks at the lines as they were last broken.
    #[must_use]
    pub fn missing_glyphs(&self, shaped: &Shaped) -> BTreeSet<(char, String)> {
        let mut missing = BTreeSet::new();
        for paragraph in shaped.paragraphs() {
            let lines = paragraph.layout.lines();
            for run in lines.flat_map(|line| line.runs().collect::<Vec<_>>()) {
                let gaps = run.clusters().filter(|cluster| cluster.glyphs().any(|glyph| glyph.id == 0));
                for cluster in gaps {
                    let font = self.font_name(run.font());
                    let chars = paragraph.text.get(cluster.text_range()).unwrap_or("").chars();
                    missing.extend(chars.filter(|c| !c.is_control()).map(|c| (c, font.clone())));
                }
            }
        }
        missing
    }

    fn font_name(&self, font: &parley::FontData) -> String {
        let id = self.fonts.of_blob(font.data.id());
        id.map_or_else(|| "the font".into(), |id| self.fonts.get(id).name.clone())
    }
}

impl Table {
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
    fn paragraphs(&self) -> Vec<&Paragraph> {
        let mut all = Vec::new();
        for part in &self.parts {
            match part {
                Part::Text(paragraph) => all.push(&**paragraph),
                Part::Table(table) => all.extend(table.rows.iter().flatten()),
                Part::Rule { .. } => {}
            }
        }
        all
    }

    /// By how much the widest unbreakable word sticks out of a width at a scale; zero when it does not.
    #[must_use]
    pub fn too_wide(&self, width: f32, scale: f32) -> f32 {
        let out = |part: &Part| match part {
            Part::Text(paragraph) => {
                let least = paragraph.layout.calculate_content_widths().min;
                (least + paragraph.indent) * scale - width
            }
            Part::Table(table) => table.least_width() * scale - width,
            Part::Rule { .. } => 0.0,
        };
        let most = self.parts.iter().map(out).fold(0.0, f32::max);
        if most > HAIR { most } else { 0.0 }
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

fn text_style(style: &Style, bold: bool, italic: bool) -> TextStyle<'_, 'static, Ink> {
    let size = style.size.mm_f32();
    let weight = if bold { style.weight.max(700) } else { style.weight };
    let colour = if bold { style.strong.unwrap_or(style.colour) } else { style.colour };
    TextStyle {
        font_family: FontFamily::named(&style.font),
        font_size: size,
        font_weight: FontWeight::new(f32::from(weight)),
        font_style: if italic == style.italic { FontStyle::Normal } else { FontStyle::Italic },
        line_height: LineHeight::FontSizeRelative(style.line),
        letter_spacing: style.tracking * size,
        brush: Ink(colour),
        ..TextStyle::default()
    }
}
