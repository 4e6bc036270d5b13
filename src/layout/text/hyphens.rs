//! Soft hyphens: a line that is broken at one ends in a hyphen, and has the room for it. Shapes nothing anew.

use std::collections::BTreeMap;

use parley::{BreakReason, Layout, Line, PositionedLayoutItem};
use skrifa::MetadataProvider;
use skrifa::instance::Size;

use super::fonts::Fonts;
use super::hyphenation::SOFT_HYPHEN;
use super::typeset::{HAIR, Ink};

const HYPHENS: [char; 2] = ['-', '\u{2010}'];
/// A last line is short that takes less than this part of the width.
const SHORT: f32 = 0.35;
/// How much of its width the line before gives for a word more on the last: the least that is enough.
const NARROWER: [f32; 10] = [0.95, 0.9, 0.85, 0.8, 0.75, 0.7, 0.65, 0.6, 0.55, 0.5];

/// Whether a text is nothing but one.
pub fn is_soft_hyphen(text: &str) -> bool {
    text.chars().eq([SOFT_HYPHEN])
}

/// The hyphen at the end of a line, in the coordinates of the shaper.
pub struct Hyphen<'l> {
    /// The letters before it, the look of which it has.
    pub run: parley::GlyphRun<'l, Ink>,
    /// Its glyph.
    pub glyph: u16,
    /// How wide it is.
    pub advance: f32,
}

/// The hyphen that a line ends in, if it was broken within a word.
pub fn hyphen_of<'l>(line: &Line<'l, Ink>, text: &str, fonts: &Fonts) -> Option<Hyphen<'l>> {
    let is_divided =
        line.break_reason() == BreakReason::Regular && text[..line.text_range().end].ends_with(SOFT_HYPHEN);
    let runs = line.items().filter_map(|item| match item {
        PositionedLayoutItem::GlyphRun(run) => Some(run),
        PositionedLayoutItem::InlineBox(_) => None,
    });
    let runs: Vec<_> = runs.filter(|_| is_divided).filter(|run| run.glyphs().next().is_some()).collect();
    // The soft hyphen itself may come from a file for another script that has no other.
    runs.into_iter().rev().find_map(|run| {
        let cut = fonts.cut(run.run());
        let font = fonts.get(cut.font);
        let charmap = font.font().charmap();
        let glyph = HYPHENS.iter().find_map(|hyphen| charmap.map(*hyphen))?;
        let location = font.location(&cut.axes);
        let advance = font.font().glyph_metrics(Size::new(run.run().font_size()), &location).advance_width(glyph)?;
        Some(Hyphen { run, glyph: u16::try_from(glyph.to_u32()).ok()?, advance })
    })
}

/// Breaks a text at a width; lines that end in a hyphen are so much shorter.
pub fn break_lines(layout: &mut Layout<Ink>, text: &str, width: f32, fonts: &Fonts) {
    layout.break_all_lines(Some(width));
    if !text.contains(SOFT_HYPHEN) {
        return;
    }
    let mut rooms = BTreeMap::new();
    // Each turn makes one more line shorter, and those before it stay as they are.
    while let Some((number, room)) = first_too_wide(layout, text, width, &rooms, fonts) {
        rooms.insert(number, room);
        let mut breaker = layout.break_lines();
        breaker.state_mut().set_layout_max_advance(width);
        for number in 0.. {
            breaker.state_mut().set_line_max_advance(rooms.get(&number).copied().unwrap_or(width));
            if breaker.break_next().is_none() {
                break;
            }
        }
        breaker.finish();
    }
}

/// A short word alone on the last line is joined by the one before it, where that leaves the lines no more than before.
pub fn join_last_word(layout: &mut Layout<Ink>, text: &str, width: f32, fonts: &Fonts) {
    let count = layout.len();
    if !ends_in_short_word(layout, text, width) {
        return;
    }
    for part in NARROWER {
        break_narrower(layout, width, (count - 2, part));
        let is_better = layout.len() == count && !ends_in_short_word(layout, text, width);
        if is_better && first_too_wide(layout, text, width, &BTreeMap::new(), fonts).is_none() {
            return;
        }
    }
    break_lines(layout, text, width, fonts);
}

/// Whether a text of several lines ends in one with a single word and little else.
fn ends_in_short_word(layout: &Layout<Ink>, text: &str, width: f32) -> bool {
    let last = layout.len().checked_sub(1).filter(|last| *last > 0).and_then(|last| layout.get(last));
    last.is_some_and(|line| {
        let words = text.get(line.text_range()).unwrap_or_default().split_whitespace().count();
        words == 1 && line.metrics().advance < width * SHORT
    })
}

/// Breaks a text at a width, and one line at a part of it.
fn break_narrower(layout: &mut Layout<Ink>, width: f32, (narrow, part): (usize, f32)) {
    let mut breaker = layout.break_lines();
    breaker.state_mut().set_layout_max_advance(width);
    for line in 0.. {
        breaker.state_mut().set_line_max_advance(if line == narrow { width * part } else { width });
        if breaker.break_next().is_none() {
            break;
        }
    }
    breaker.finish();
}

/// The first line that has no room for its hyphen, and the room its letters have.
fn first_too_wide(
    layout: &Layout<Ink>,
    text: &str,
    width: f32,
    rooms: &BTreeMap<usize, f32>,
    fonts: &Fonts,
) -> Option<(usize, f32)> {
    let untouched = rooms.last_key_value().map_or(0, |(last, _)| last + 1);
    layout.lines().enumerate().skip(untouched).find_map(|(number, line)| {
        let hyphen = hyphen_of(&line, text, fonts)?;
        let letters = hyphen.run.offset() + hyphen.run.advance();
        (letters + hyphen.advance > width + HAIR).then_some((number, width - hyphen.advance))
    })
}
