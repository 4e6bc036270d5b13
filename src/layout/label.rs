//! Sets the small print of a sheet: page labels, ruler figures, cutting notes. The words and places come from whoever
//! arranges the sheet.

use crate::geom::Point;
use crate::model::{Align, Colour, Style};
use crate::units::Length;

use super::face::{GlyphRun, Layer};
use super::fonts::Fonts;
use super::rich::{Block, Span, TextBlock};
use super::slots::extent;
use super::typeset::{Placed, TextLook, Typesetter};

/// Which end of a label is at its place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Anchor {
    /// It starts there.
    Start,
    /// It is centred there.
    Middle,
    /// It ends there.
    End,
}

/// A line of small print on a sheet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Label {
    /// The words.
    pub text: String,
    /// Where its baseline starts, is centred, or ends.
    pub at: Point,
    /// Which of these.
    pub anchor: Anchor,
    /// Font size.
    pub size: Length,
}

/// Grey enough to stay behind the components, dark enough to read.
const INK: Colour = Colour { red: 0x44, green: 0x44, blue: 0x44 };

/// The labels of one sheet as layers, in millimetres from its top left corner.
#[must_use]
pub fn lay_out_labels(fonts: &Fonts, labels: &[Label]) -> Vec<Layer> {
    let mut typesetter = Typesetter::new(fonts);
    labels.iter().flat_map(|label| label_runs(&mut typesetter, label)).map(Layer::Glyphs).collect()
}

fn label_runs(typesetter: &mut Typesetter<'_>, label: &Label) -> Vec<GlyphRun> {
    let style = Style {
        font: "Barlow Condensed".into(),
        weight: 500,
        size: label.size,
        colour: INK,
        align: Align::Start,
        ..Style::default()
    };
    let span = Span::Words { text: label.text.clone(), bold: false, italic: false };
    let block = Block::Text(TextBlock { spans: vec![span], ..TextBlock::default() });
    let none = std::collections::BTreeMap::new();
    let mut shaped = typesetter.shape(&[block], TextLook { style: &style, styles: &none });
    let lines = typesetter.lines(&mut shaped, f32::from(u16::MAX), 1.0);
    let Some(line) = lines.first() else { return Vec::new() };
    let (width, baseline) = extent(line);
    let x = label.at.x.mm_f32()
        - match label.anchor {
            Anchor::Start => 0.0,
            Anchor::Middle => width / 2.0,
            Anchor::End => width,
        };
    let moved = line.items.iter().map(|item| item.clone().moved(x, label.at.y.mm_f32() - baseline));
    moved
        .filter_map(|item| match item {
            Placed::Run(run) => Some(run),
            _ => None,
        })
        .collect()
}
