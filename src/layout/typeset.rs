//! Sets rich text: shapes it once, breaks it at any width and scale, and gives back lines of glyphs and icons.
//! Works in millimetres; knows no templates and no pages.

use std::collections::{BTreeMap, BTreeSet};

use parley::{
    Alignment, AlignmentOptions, FontContext, FontFamily, FontStyle, FontWeight, InlineBox, InlineBoxKind, Layout,
    LayoutContext, LineHeight, PositionedLayoutItem, TextStyle, VerticalAlign,
};

use crate::model::{Align, Colour, Style};

use super::face::{FontId, Glyph, GlyphRun};
use super::fonts::Fonts;
use super::rich::{Block, Span, TextBlock};

/// Lists step in by this much of the font size.
const LIST_INDENT: f32 = 1.1;
/// Quotations step in by this much of the font size, behind a bar.
const QUOTE_INDENT: f32 = 1.0;
/// Icons hang below the baseline by this much of their size, so that they stand centred on capitals.
const ICON_DROP: f32 = 0.14;
/// Space between the columns of a table, as a multiple of the font size.
const COLUMN_GAP: f32 = 0.9;
/// Thickness of a line across, in millimetres.
const RULE: f32 = 0.3;
/// No line is broken narrower than this.
const LEAST: f32 = 0.1;
/// Rounding in shaping may make an exact fit a hair too wide.
const HAIR: f32 = 0.005;

/// The colour a glyph carries through shaping.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
struct Ink(Colour);

/// Something with a place on a line, in millimetres from the line's top left corner.
#[derive(Debug, Clone)]
pub enum Placed {
    /// Text.
    Run(GlyphRun),
    /// An icon: left, top, width and height.
    Icon {
        /// The name in the game's list.
        name: String,
        /// Left, top, width, height.
        rect: [f32; 4],
        /// The colour of the text around it.
        colour: Colour,
    },
    /// A bar or rule: left, top, width and height.
    Fill {
        /// Left, top, width, height.
        rect: [f32; 4],
        /// Its colour.
        colour: Colour,
    },
}

/// One line of set text.
#[derive(Debug, Clone, Default)]
pub struct Line {
    /// Space above, which falls away at the top of a box.
    pub gap: f32,
    /// Height without the gap.
    pub height: f32,
    /// Whether it must not be the last line of a column.
    pub keep_with_next: bool,
    /// What is on it.
    pub items: Vec<Placed>,
}

/// Text that has been shaped and can be broken at any width and scale.
pub struct Shaped {
    parts: Vec<Part>,
}

enum Part {
    Text(Box<Paragraph>),
    Table(Table),
    Rule { gap: f32, colour: Colour },
}

struct Paragraph {
    layout: Layout<Ink>,
    text: String,
    icons: Vec<(String, Colour)>,
    marker: Option<(Layout<Ink>, String)>,
    indent: f32,
    bar: Option<Colour>,
    gap: f32,
    align: Align,
    keep_with_next: bool,
}

struct Table {
    rows: Vec<Vec<Paragraph>>,
    gap: f32,
    column_gap: f32,
    rule: Colour,
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
    fonts: &'f Fonts,
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
            align: style.align,
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

    /// How high the text is when broken at a width, everything scaled by `scale`; without making its lines.
    #[must_use]
    pub fn height(&self, shaped: &mut Shaped, width: f32, scale: f32) -> f32 {
        let mut height = 0.0;
        for (number, part) in shaped.parts.iter_mut().enumerate() {
            let (gap, own) = match part {
                Part::Text(paragraph) => {
                    let room = (width - paragraph.indent * scale) / scale;
                    break_and_align(&mut paragraph.layout, room, paragraph.align);
                    (paragraph.gap * scale, paragraph.layout.height() * scale)
                }
                Part::Table(table) => (table.gap * scale, stacked_height(&self.table_lines(table, width, scale))),
                Part::Rule { gap, .. } => (*gap * scale, RULE),
            };
            height += own + if number == 0 { 0.0 } else { gap };
        }
        height
    }

    /// Breaks shaped text at a width, everything scaled by `scale`.
    #[must_use]
    pub fn lines(&self, shaped: &mut Shaped, width: f32, scale: f32) -> Vec<Line> {
        let mut lines = Vec::new();
        for part in &mut shaped.parts {
            match part {
                Part::Text(paragraph) => lines.extend(self.paragraph_lines(paragraph, width, scale)),
                Part::Table(table) => lines.extend(self.table_lines(table, width, scale)),
                Part::Rule { gap, colour } => {
                    let fill = Placed::Fill { rect: [0.0, 0.0, width, RULE], colour: *colour };
                    lines.push(Line { gap: *gap * scale, height: RULE, items: vec![fill], ..Line::default() });
                }
            }
        }
        lines
    }

    fn paragraph_lines(&self, paragraph: &mut Paragraph, width: f32, scale: f32) -> Vec<Line> {
        let indent = paragraph.indent * scale;
        break_and_align(&mut paragraph.layout, (width - indent) / scale, paragraph.align);
        let count = paragraph.layout.len();
        let mut lines = Vec::with_capacity(count);
        for (number, line) in paragraph.layout.lines().enumerate() {
            let metrics = *line.metrics();
            let top = metrics.block_min_coord;
            let mut items = Vec::new();
            let height = (metrics.block_max_coord - top) * scale;
            if let Some(colour) = paragraph.bar {
                // The bar runs on between the lines of one paragraph.
                let bar = (paragraph.indent * 0.18 * scale).max(0.2);
                items.push(Placed::Fill { rect: [0.0, 0.0, bar, height], colour });
            }
            let at = Place { x: indent, top, scale };
            self.line_items(&line, paragraph, at, &mut items);
            if let (0, Some((marker, text))) = (number, &paragraph.marker) {
                let at = Place { x: indent - paragraph_marker_room(paragraph) * scale, top, scale };
                let baseline = metrics.baseline;
                self.marker_items(marker, text, baseline, at, &mut items);
            }
            lines.push(Line {
                gap: if number == 0 { paragraph.gap * scale } else { 0.0 },
                height,
                keep_with_next: paragraph.keep_with_next || (count > 1 && (number == 0 || number + 2 == count)),
                items,
            });
        }
        lines
    }

    fn line_items(&self, line: &parley::Line<'_, Ink>, paragraph: &Paragraph, at: Place, items: &mut Vec<Placed>) {
        let mut texts = ClusterTexts::default();
        for item in line.items() {
            match item {
                PositionedLayoutItem::GlyphRun(run) => {
                    items.extend(self.glyph_run(&run, &paragraph.text, at, &mut texts).map(Placed::Run));
                }
                PositionedLayoutItem::InlineBox(inline) => {
                    let index = usize::try_from(inline.id).unwrap_or(0);
                    let (name, colour) = paragraph.icons[index].clone();
                    let [x, y] = at.map(inline.x, inline.y);
                    let rect = [x, y, inline.width * at.scale, inline.height * at.scale];
                    items.push(Placed::Icon { name, rect, colour });
                }
            }
        }
    }

    fn marker_items(&self, marker: &Layout<Ink>, text: &str, baseline: f32, at: Place, items: &mut Vec<Placed>) {
        let Some(line) = marker.get(0) else { return };
        // The marker stands on the baseline of the item's first line.
        let at = Place { top: at.top - (baseline - line.metrics().baseline), ..at };
        let mut texts = ClusterTexts::default();
        for item in line.items() {
            if let PositionedLayoutItem::GlyphRun(run) = item {
                items.extend(self.glyph_run(&run, text, at, &mut texts).map(Placed::Run));
            }
        }
    }

    fn glyph_run(
        &self,
        run: &parley::GlyphRun<'_, Ink>,
        text: &str,
        at: Place,
        texts: &mut ClusterTexts,
    ) -> Option<GlyphRun> {
        let font = self.fonts.of_blob(run.run().font().data.id()).unwrap_or(FontId(0));
        let mut glyphs = Vec::new();
        let mut shown = String::new();
        let mut x = 0.0;
        for glyph in run.glyphs() {
            let (start, len) = texts.next(run.run(), text, &mut shown);
            glyphs.push(Glyph {
                id: u16::try_from(glyph.id).unwrap_or(0),
                x: (x + glyph.x) * at.scale,
                y: glyph.y * at.scale,
                text_start: start,
                text_len: len,
            });
            x += glyph.advance;
        }
        let [left, baseline] = at.map(run.offset(), run.baseline());
        (!shown.trim().is_empty()).then(|| GlyphRun {
            font,
            size: run.run().font_size() * at.scale,
            colour: run.style().brush.0,
            origin: (left, baseline),
            advance: x * at.scale,
            glyphs,
            text: shown,
        })
    }

    fn table_lines(&self, table: &mut Table, width: f32, scale: f32) -> Vec<Line> {
        let columns = column_widths(&mut table.rows, width / scale, table.column_gap);
        let rule = table.rule;
        let last = table.rows.len().saturating_sub(1);
        let mut lines = Vec::new();
        for (number, row) in table.rows.iter_mut().enumerate() {
            let pad = table.column_gap * 0.28 * scale;
            let mut items = Vec::new();
            let mut height = 0.0_f32;
            let mut x = 0.0;
            for (cell, column) in row.iter_mut().zip(&columns) {
                let mut y = pad;
                for line in self.paragraph_lines(cell, column * scale, scale) {
                    items.extend(line.items.into_iter().map(|item| item.moved(x, y)));
                    y += line.height;
                }
                height = height.max(y + pad);
                x += (column + table.column_gap) * scale;
            }
            let thick = if number == 0 { 0.3 } else { 0.12 };
            items.push(Placed::Fill { rect: [0.0, height - thick, width, thick], colour: rule });
            let gap = if number == 0 { table.gap * scale } else { 0.0 };
            lines.push(Line { gap, height, keep_with_next: number == 0 || number + 1 == last, items });
        }
        lines
    }
}

/// From the shaper's coordinates to those of a line.
#[derive(Clone, Copy)]
struct Place {
    x: f32,
    top: f32,
    scale: f32,
}

impl Place {
    fn map(self, x: f32, y: f32) -> [f32; 2] {
        [self.x + x * self.scale, (y - self.top) * self.scale]
    }
}

impl Placed {
    /// The same, somewhere else.
    #[must_use]
    pub fn moved(mut self, dx: f32, dy: f32) -> Self {
        match &mut self {
            Self::Run(run) => {
                run.origin.0 += dx;
                run.origin.1 += dy;
            }
            Self::Icon { rect, .. } | Self::Fill { rect, .. } => {
                rect[0] += dx;
                rect[1] += dy;
            }
        }
        self
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
            Part::Table(_) | Part::Rule { .. } => 0.0,
        };
        let most = self.parts.iter().map(out).fold(0.0, f32::max);
        if most > HAIR { most } else { 0.0 }
    }
}

/// The height of lines stacked in one box.
#[must_use]
pub fn stacked_height(lines: &[Line]) -> f32 {
    let gap = |(number, line): (usize, &Line)| if number == 0 { line.height } else { line.gap + line.height };
    lines.iter().enumerate().map(gap).sum()
}

/// Hands out the text of one cluster for each glyph, in the order of glyphs.
#[derive(Default)]
struct ClusterTexts {
    /// Which run of the line the list belongs to, the texts of its clusters, and how many were used.
    run: Option<usize>,
    texts: Vec<std::ops::Range<usize>>,
    used: usize,
}

impl ClusterTexts {
    /// The place in `shown` of the text that the next glyph stands for, which is added there.
    fn next(&mut self, run: &parley::Run<'_, Ink>, text: &str, shown: &mut String) -> (u32, u16) {
        if self.run != Some(run.index()) {
            self.run = Some(run.index());
            self.texts = cluster_texts(run);
            self.used = 0;
        }
        let range = self.texts.get(self.used).cloned().unwrap_or(0..0);
        self.used += 1;
        let part = text.get(range).unwrap_or("");
        let start = u32::try_from(shown.len()).unwrap_or(0);
        shown.push_str(part);
        (start, u16::try_from(part.len()).unwrap_or(0))
    }
}

/// The text of each glyph of a run: that of its cluster for the first glyph, nothing for the others.
fn cluster_texts(run: &parley::Run<'_, Ink>) -> Vec<std::ops::Range<usize>> {
    let mut texts: Vec<std::ops::Range<usize>> = Vec::new();
    for cluster in run.visual_clusters() {
        let range = cluster.text_range();
        let glyphs = cluster.glyphs().count();
        match texts.last_mut() {
            // A ligature shows the text of the clusters that follow without glyphs of their own.
            Some(last) if glyphs == 0 && last.end == range.start => last.end = range.end,
            _ => {}
        }
        for number in 0..glyphs {
            texts.push(if number == 0 { range.clone() } else { range.end..range.end });
        }
    }
    texts
}

fn break_and_align(layout: &mut Layout<Ink>, room: f32, align: Align) {
    layout.break_all_lines(Some(room.max(LEAST) + HAIR));
    let alignment = match align {
        Align::Start => Alignment::Start,
        Align::Centre => Alignment::Center,
        Align::End => Alignment::End,
        Align::Justify => Alignment::Justify,
    };
    layout.align(alignment, AlignmentOptions::default());
}

/// How far before the text of a list item its marker stands.
fn paragraph_marker_room(paragraph: &Paragraph) -> f32 {
    let width = paragraph.marker.as_ref().map_or(0.0, |(layout, _)| layout.width());
    let size = paragraph.layout.lines().next().map_or(0.0, |line| line.metrics().line_height / 1.25);
    (size * LIST_INDENT * 0.9).max(width + size * 0.3)
}

/// Every column as wide as its text wants while there is room; else the wide ones give way alike.
fn column_widths(rows: &mut [Vec<Paragraph>], width: f32, gap: f32) -> Vec<f32> {
    let count = rows.iter().map(Vec::len).max().unwrap_or(0);
    let mut wanted = vec![0.0_f32; count];
    for row in rows.iter_mut() {
        for (cell, wanted) in row.iter_mut().zip(&mut wanted) {
            *wanted = wanted.max(cell.layout.calculate_content_widths().max + HAIR * 2.0);
        }
    }
    let room = (width - gap * count.saturating_sub(1) as f32).max(1.0);
    let total: f32 = wanted.iter().sum();
    if total <= room {
        // The last column takes what is left, so that rules and text end together.
        if let Some(last) = wanted.last_mut() {
            *last += room - total;
        }
        return wanted;
    }
    share_out(&wanted, room)
}

/// Gives each what it wants if that is below a common limit, and the limit to the others.
fn share_out(wanted: &[f32], room: f32) -> Vec<f32> {
    let (mut low, mut high) = (0.0, room);
    for _ in 0..32 {
        let limit = f32::midpoint(low, high);
        let used: f32 = wanted.iter().map(|w| w.min(limit)).sum();
        if used > room { high = limit } else { low = limit }
    }
    wanted.iter().map(|w| w.min(low)).collect()
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
