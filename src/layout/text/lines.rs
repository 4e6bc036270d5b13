//! Breaks shaped text into lines: glyphs and icons with their places, list markers, quotation bars, tables.

use parley::{Alignment, AlignmentOptions, Layout, PositionedLayoutItem};

use crate::model::{Align, Colour};

use super::hyphenation::SOFT_HYPHEN;
use super::hyphens::{Hyphen, break_lines, hyphen_of, is_soft_hyphen, join_last_word};
use super::typeset::{HAIR, Ink, LIST_INDENT, Paragraph, Shaped, TextPart, TextTable, Typesetter};
use crate::layout::face::{Glyph, GlyphRun};

/// Thickness of a line across, in millimetres.
const RULE: f32 = 0.3;
/// No line is broken narrower than this.
const LEAST: f32 = 0.1;

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
pub struct TextLine {
    /// Space above, which falls away at the top of a box.
    pub gap: f32,
    /// Height without the gap.
    pub height: f32,
    /// Whether it must not be the last line of a column.
    pub keep_with_next: bool,
    /// What is on it.
    pub items: Vec<Placed>,
}

/// Whether a word alone on the last line is joined by another; the text is as high either way.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Ends {
    AsTheyCome,
    Joined,
}

impl Typesetter<'_> {
    /// How high the text is when broken at a width, everything scaled by `scale`; without making its lines.
    #[must_use]
    pub fn height(&self, shaped: &mut Shaped, width: f32, scale: f32) -> f32 {
        let mut height = 0.0;
        for (number, part) in shaped.parts.iter_mut().enumerate() {
            let (gap, own) = match part {
                TextPart::Text(paragraph) => {
                    let room = (width - paragraph.indent * scale) / scale;
                    self.break_and_align(paragraph, room, Ends::AsTheyCome);
                    (paragraph.gap * scale, paragraph.layout.height() * scale)
                }
                TextPart::Table(table) => (table.gap * scale, stacked_height(&self.table_lines(table, width, scale))),
                TextPart::Rule { gap, .. } => (*gap * scale, RULE),
            };
            height += own + if number == 0 { 0.0 } else { gap };
        }
        height
    }

    /// Breaks shaped text at a width, everything scaled by `scale`.
    #[must_use]
    pub fn lines(&self, shaped: &mut Shaped, width: f32, scale: f32) -> Vec<TextLine> {
        let mut lines = Vec::new();
        for part in &mut shaped.parts {
            match part {
                TextPart::Text(paragraph) => lines.extend(self.paragraph_lines(paragraph, width, scale)),
                TextPart::Table(table) => lines.extend(self.table_lines(table, width, scale)),
                TextPart::Rule { gap, colour } => {
                    let fill = Placed::Fill { rect: [0.0, 0.0, width, RULE], colour: *colour };
                    lines.push(TextLine { gap: *gap * scale, height: RULE, items: vec![fill], ..TextLine::default() });
                }
            }
        }
        lines
    }

    fn break_and_align(&self, paragraph: &mut Paragraph, room: f32, ends: Ends) {
        let width = room.max(LEAST) + HAIR;
        break_lines(&mut paragraph.layout, &paragraph.text, width, self.fonts);
        if ends == Ends::Joined && paragraph.align != Align::Justify {
            join_last_word(&mut paragraph.layout, &paragraph.text, width, self.fonts);
        }
        let alignment = match paragraph.align {
            Align::Start => Alignment::Start,
            Align::Centre => Alignment::Center,
            Align::End => Alignment::End,
            Align::Justify => Alignment::Justify,
        };
        paragraph.layout.align(alignment, AlignmentOptions::default());
    }

    fn paragraph_lines(&self, paragraph: &mut Paragraph, width: f32, scale: f32) -> Vec<TextLine> {
        let indent = paragraph.indent * scale;
        self.break_and_align(paragraph, (width - indent) / scale, Ends::Joined);
        // What is read from the right is set in from there.
        let is_from_right = paragraph.layout.is_rtl();
        let left = if is_from_right { 0.0 } else { indent };
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
                let x = if is_from_right { width - bar } else { 0.0 };
                items.push(Placed::Fill { rect: [x, 0.0, bar, height], colour });
            }
            let hyphen = hyphen_of(&line, &paragraph.text, self.fonts);
            let room = hyphen.as_ref().map_or(0.0, |hyphen| hyphen.advance * scale);
            let shift = match paragraph.align {
                Align::Start | Align::Justify => 0.0,
                Align::Centre => room / 2.0,
                Align::End => room,
            };
            let at = LineOrigin { x: left - shift, top, scale };
            // It is read before what it stands before.
            if let (0, Some((marker, text))) = (number, &paragraph.marker) {
                let out = indent - paragraph_marker_room(paragraph) * scale;
                let x = if is_from_right { width - out - marker.width() * scale } else { out };
                let at = LineOrigin { x, top, scale };
                let baseline = metrics.baseline;
                self.marker_items(marker, text, baseline, at, &mut items);
            }
            self.line_items(&line, paragraph, at, &mut items);
            items.extend(hyphen.map(|hyphen| Placed::Run(self.hyphen_run(&hyphen, at))));
            lines.push(TextLine {
                gap: if number == 0 { paragraph.gap * scale } else { 0.0 },
                height,
                keep_with_next: paragraph.keep_with_next || (count > 1 && (number == 0 || number + 2 == count)),
                items,
            });
        }
        lines
    }

    fn line_items(&self, line: &parley::Line<'_, Ink>, paragraph: &Paragraph, at: LineOrigin, items: &mut Vec<Placed>) {
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

    fn hyphen_run(&self, Hyphen { run, glyph, advance }: &Hyphen<'_>, at: LineOrigin) -> GlyphRun {
        let [left, baseline] = at.map(run.offset() + run.advance(), run.baseline());
        GlyphRun {
            cut: self.fonts.cut(run.run()),
            size: run.run().font_size() * at.scale,
            colour: run.style().brush.colour,
            outline: run.style().brush.outline.map(|outline| outline.scaled(at.scale)),
            origin: (left, baseline),
            advance: advance * at.scale,
            glyphs: vec![Glyph { id: *glyph, x: 0.0, y: 0.0, text_start: 0, text_len: 1 }],
            text: "-".to_owned(),
        }
    }

    fn marker_items(&self, marker: &Layout<Ink>, text: &str, baseline: f32, at: LineOrigin, items: &mut Vec<Placed>) {
        let Some(line) = marker.get(0) else { return };
        // The marker stands on the baseline of the item's first line.
        let at = LineOrigin { top: at.top - (baseline - line.metrics().baseline), ..at };
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
        at: LineOrigin,
        texts: &mut ClusterTexts,
    ) -> Option<GlyphRun> {
        let mut glyphs = Vec::new();
        let mut shown = String::new();
        let mut x = 0.0;
        for glyph in run.glyphs() {
            let (here, advance) = (x + glyph.x, glyph.advance);
            x += advance;
            // Where a word could be divided nothing is seen, and nothing is read.
            let Some((start, len)) = texts.next(run.run(), text, &mut shown) else { continue };
            glyphs.push(Glyph {
                id: u16::try_from(glyph.id).unwrap_or(0),
                x: here * at.scale,
                y: glyph.y * at.scale,
                text_start: start,
                text_len: len,
            });
        }
        let [left, baseline] = at.map(run.offset(), run.baseline());
        (!shown.trim().is_empty()).then(|| GlyphRun {
            cut: self.fonts.cut(run.run()),
            size: run.run().font_size() * at.scale,
            colour: run.style().brush.colour,
            outline: run.style().brush.outline.map(|outline| outline.scaled(at.scale)),
            origin: (left, baseline),
            advance: x * at.scale,
            glyphs,
            text: shown,
        })
    }

    fn table_lines(&self, table: &mut TextTable, width: f32, scale: f32) -> Vec<TextLine> {
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
            lines.push(TextLine { gap, height, keep_with_next: number == 0 || number + 1 == last, items });
        }
        lines
    }
}

/// From the shaper's coordinates to those of a line.
#[derive(Clone, Copy)]
struct LineOrigin {
    x: f32,
    top: f32,
    scale: f32,
}

impl LineOrigin {
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

/// The height of lines stacked in one box.
#[must_use]
pub fn stacked_height(lines: &[TextLine]) -> f32 {
    let gap = |(number, line): (usize, &TextLine)| if number == 0 { line.height } else { line.gap + line.height };
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
    /// The place in `shown` of the text that the next glyph stands for, which is added there; none for a soft hyphen.
    fn next(&mut self, run: &parley::Run<'_, Ink>, text: &str, shown: &mut String) -> Option<(u32, u16)> {
        if self.run != Some(run.index()) {
            self.run = Some(run.index());
            self.texts = cluster_texts(run, text);
            self.used = 0;
        }
        let range = self.texts.get(self.used).cloned().unwrap_or(0..0);
        self.used += 1;
        let part = text.get(range).unwrap_or("");
        if is_soft_hyphen(part) {
            return None;
        }
        let start = shown.len();
        shown.extend(part.chars().filter(|letter| *letter != SOFT_HYPHEN));
        Some((u32::try_from(start).unwrap_or(0), u16::try_from(shown.len() - start).unwrap_or(0)))
    }
}

/// The text of each glyph of a run: that of its cluster for the first glyph, nothing for the others.
fn cluster_texts(run: &parley::Run<'_, Ink>, text: &str) -> Vec<std::ops::Range<usize>> {
    // The end of a line shows nothing, and belongs to no letter before it.
    let is_seen = |range: &std::ops::Range<usize>| text.get(range.clone()).is_some_and(|part| !part.trim().is_empty());
    let mut texts: Vec<std::ops::Range<usize>> = Vec::new();
    // Which glyph may be a ligature, and where the text ends that it stands for so far.
    let mut ligature: Option<(usize, usize)> = None;
    for cluster in run.visual_clusters() {
        let range = cluster.text_range();
        let glyphs = cluster.glyphs().count();
        let is_divider = text.get(range.clone()).is_some_and(is_soft_hyphen);
        // It shows the text of the clusters that follow without glyphs of their own, also beyond where it could be divided.
        if let Some((number, _)) = ligature.filter(|(_, end)| *end == range.start) {
            if is_divider {
                ligature = Some((number, range.end));
                // One of the glyphs behind the ligature is its own.
                let own = texts[number + 1..].iter_mut().rev().find(|text| text.start == text.end);
                if let (0, Some(own)) = (glyphs, own) {
                    own.clone_from(&range);
                }
            } else if glyphs == 0 && is_seen(&range) {
                texts[number].end = range.end;
                ligature = Some((number, range.end));
            }
        }
        for number in 0..glyphs {
            texts.push(if number == 0 { range.clone() } else { range.end..range.end });
        }
        if glyphs > 0 && !is_divider {
            ligature = Some((texts.len() - glyphs, range.end));
        }
    }
    texts
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
    let least: Vec<f32> = (0..count).map(|column| least_word(rows, column)).collect();
    share_out(&wanted, &least, room)
}

fn least_word(rows: &[Vec<Paragraph>], column: usize) -> f32 {
    let cells = rows.iter().filter_map(|row| row.get(column));
    cells.map(|cell| cell.layout.calculate_content_widths().min + HAIR * 2.0).fold(0.0, f32::max)
}

/// Gives each what it wants if that is below a common limit, and the limit to the others, but never less than it needs.
fn share_out(wanted: &[f32], least: &[f32], room: f32) -> Vec<f32> {
    let given = |limit: f32| wanted.iter().zip(least).map(move |(wanted, least)| wanted.min(limit).max(*least));
    let (mut low, mut high) = (0.0, room);
    for _ in 0..32 {
        let limit = f32::midpoint(low, high);
        let used: f32 = given(limit).sum();
        if used > room { high = limit } else { low = limit }
    }
    given(low).collect()
}
