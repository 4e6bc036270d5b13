//! The contents list of a booklet: its headings, dots, and the pages they are on. As many lines whatever the numbers are,
//! so that listing them moves nothing.

use crate::layout::pieces::slots::extent;
use crate::layout::text::lines::TextLine;
use crate::layout::text::rich::{Block, Span, TextBlock};
use crate::layout::text::typeset::{TextLook, Typesetter};
use crate::model::Align;

use super::flow::FlowLine;

/// What the numbers of pages take at the right, as a multiple of the font size.
const NUMBER_ROOM: f32 = 2.0;
/// How far headings of the second level are set in, as a multiple of the font size.
const INDENT: f32 = 1.2;
/// Between words, dots and numbers, as a multiple of the font size.
const CLEAR: f32 = 0.35;
/// A dot of the leaders with the space behind it.
const DOT: &str = ". ";
/// So many dots are measured at once.
const MANY: usize = 40;
/// No column has room for more.
const MOST_DOTS: u16 = 1_000;

/// A heading that is listed.
#[derive(Debug, Clone)]
pub struct Entry {
    /// Its place among all headings of the booklet.
    pub heading: usize,
    /// Whether it is one of the second level.
    pub is_inner: bool,
    /// Its words, as a paragraph.
    pub words: TextBlock,
}

/// The headings of the two highest levels among those that stand below the list: the level of each and its words.
#[must_use]
pub fn listed(headings: &[(u8, TextBlock)], from: usize) -> Vec<Entry> {
    let below = headings.iter().enumerate().skip(from);
    let levels: std::collections::BTreeSet<u8> = below.clone().map(|(_, (level, _))| *level).collect();
    let levels: Vec<u8> = levels.into_iter().take(2).collect();
    let entry = |(heading, (level, words)): (usize, &(u8, TextBlock))| {
        let place = levels.iter().position(|known| known == level)?;
        Some(Entry { heading, is_inner: place > 0, words: TextBlock { heading: 0, ..words.clone() } })
    };
    below.filter_map(entry).collect()
}

/// The lines of the list in a column of a width; `pages` has the page of every heading, nothing before they are known.
#[must_use]
pub fn lines(
    typesetter: &mut Typesetter<'_>,
    entries: &[Entry],
    (look, width): (TextLook<'_>, f32),
    pages: &[usize],
) -> Vec<FlowLine> {
    let size = look.style.size.mm_f32();
    let dot = dots(typesetter, look, MANY).map_or(size, |line| extent(&line).0) / MANY as f32;
    let mut list = Vec::new();
    for (number, entry) in entries.iter().enumerate() {
        let indent = if entry.is_inner { size * INDENT } else { 0.0 };
        let room = width - indent - size * NUMBER_ROOM;
        let mut own = set(typesetter, look, &entry.words, room);
        let gap = if number > 0 && !entry.is_inner { size * look.style.paragraph } else { 0.0 };
        for (row, line) in own.iter_mut().enumerate() {
            line.items = std::mem::take(&mut line.items).into_iter().map(|item| item.moved(indent, 0.0)).collect();
            line.gap = if row == 0 { gap } else { 0.0 };
            line.keep_with_next = false;
        }
        if let Some(last) = own.last_mut() {
            let page = pages.get(entry.heading).copied().unwrap_or(0);
            number_line(typesetter, (last, page), (look, width), dot);
        }
        // An entry of several lines is one thing.
        let rows = own.len();
        for (row, mut text) in own.into_iter().enumerate() {
            text.keep_with_next = row + 1 < rows;
            list.push(FlowLine::of(text));
        }
    }
    list
}

/// Dots and the page at the end of a line.
fn number_line(
    typesetter: &mut Typesetter<'_>,
    (line, page): (&mut TextLine, usize),
    (look, width): (TextLook<'_>, f32),
    dot: f32,
) {
    let size = look.style.size.mm_f32();
    let number = set(typesetter, look, &plain(&page.to_string()), width).into_iter().next().unwrap_or_default();
    let number_width = extent(&number).0;
    // Dots stand below each other, however long the words before them are.
    let end = width - size * NUMBER_ROOM * 0.6 - size * CLEAR;
    let room = end - extent(line).0 - size * CLEAR;
    let count = (1..=MOST_DOTS).take_while(|count| f32::from(*count) * dot <= room).count();
    // A dot or two lead nowhere.
    let count = if count > 2 { count } else { 0 };
    if let Some(dots) = dots(typesetter, look, count) {
        let left = end - count as f32 * dot;
        line.items.extend(dots.items.into_iter().map(|item| item.moved(left, 0.0)));
    }
    line.items.extend(number.items.into_iter().map(|item| item.moved(width - number_width, 0.0)));
}

fn dots(typesetter: &mut Typesetter<'_>, look: TextLook<'_>, count: usize) -> Option<TextLine> {
    if count == 0 {
        return None;
    }
    set(typesetter, look, &plain(&DOT.repeat(count)), f32::from(u16::MAX)).into_iter().next()
}

fn plain(text: &str) -> TextBlock {
    let words = Span::plain(text);
    TextBlock { spans: vec![words], ..TextBlock::default() }
}

fn set(typesetter: &mut Typesetter<'_>, look: TextLook<'_>, words: &TextBlock, width: f32) -> Vec<TextLine> {
    let words = TextBlock { align: Some(Align::Start), ..words.clone() };
    let mut shaped = typesetter.shape(&[Block::Text(words)], look);
    typesetter.lines(&mut shaped, width, 1.0)
}
