//! Sets the small print of a sheet: page labels, ruler figures, cutting notes. The words and places come from whoever
//! arranges the sheet.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use crate::geom::Point;
use crate::model::{Align, Colour, Style};
use crate::units::Length;

use super::slots::extent;
use crate::layout::face::{GlyphRun, Layer};
use crate::layout::text::fonts::Fonts;
use crate::layout::text::glyph_fault::GlyphFault;
use crate::layout::text::lines::{Placed, TextLine};
use crate::layout::text::rich::{Block, Span, TextBlock};
use crate::layout::text::typeset::{Shaped, TextLook, Typesetter};

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

/// Narrow, so that much fits on a line.
const FONT: &str = "Barlow Condensed";
/// Grey enough to stay behind the components, dark enough to read.
const INK: Colour = Colour { red: 0x44, green: 0x44, blue: 0x44 };

/// Sets labels; the same words are shaped once, however many sheets they are on.
pub struct LabelSetter<'f> {
    typesetter: Typesetter<'f>,
    known: HashMap<(String, Length), (TextLine, f32, f32)>,
    /// The characters so far that do not print as they should.
    pub faults: BTreeSet<GlyphFault>,
}

impl<'f> LabelSetter<'f> {
    /// A setter over these fonts.
    #[must_use]
    pub fn new(fonts: &'f Fonts) -> Self {
        Self { typesetter: Typesetter::new(fonts), known: HashMap::new(), faults: BTreeSet::new() }
    }

    /// The labels of one sheet as layers, in millimetres from its top left corner.
    #[must_use]
    pub fn lay_out(&mut self, labels: &[Label]) -> Vec<Layer> {
        labels.iter().flat_map(|label| self.runs(label)).map(Layer::Glyphs).collect()
    }

    /// Looks for what does not print as it should, and lays nothing out.
    pub fn look_at(&mut self, labels: &[Label]) {
        for label in labels {
            self.line(label);
        }
    }

    /// A label's line, its width, and how far its baseline is below its top.
    fn line(&mut self, label: &Label) -> &(TextLine, f32, f32) {
        let Self { typesetter, known, faults } = self;
        known.entry((label.text.clone(), label.size)).or_insert_with(|| set(typesetter, label, faults))
    }

    fn runs(&mut self, label: &Label) -> Vec<GlyphRun> {
        let (line, width, baseline) = self.line(label);
        let x = label.at.x.mm_f32()
            - match label.anchor {
                Anchor::Start => 0.0,
                Anchor::Middle => *width / 2.0,
                Anchor::End => *width,
            };
        let moved = line.items.iter().map(|item| item.clone().moved(x, label.at.y.mm_f32() - *baseline));
        moved
            .filter_map(|item| match item {
                Placed::Run(run) => Some(run),
                Placed::Icon { .. } | Placed::Fill { .. } => None,
            })
            .collect()
    }
}

/// The line of a label, its width, and how far its baseline is below its top.
fn set(typesetter: &mut Typesetter<'_>, label: &Label, faults: &mut BTreeSet<GlyphFault>) -> (TextLine, f32, f32) {
    let style = Style {
        font: FONT.into(),
        weight: 500,
        size: label.size,
        colour: INK,
        align: Align::Start,
        // The font joins two hyphens to a dash, which nobody could type; letters that are spaced are never joined.
        tracking: if label.text.contains("--") { 0.01 } else { 0.0 },
        ..Style::default()
    };
    let shaped = &mut shape(typesetter, &style, &label.text);
    let line = first_line(typesetter, shaped);
    faults.extend(typesetter.faults(shaped));
    line
}

/// Words without any markup.
pub fn shape(typesetter: &mut Typesetter<'_>, style: &Style, text: &str) -> Shaped {
    let span = Span::plain(text);
    let block = Block::Text(TextBlock { spans: vec![span], ..TextBlock::default() });
    typesetter.shape(&[block], TextLook { style, styles: &BTreeMap::new(), language: "" })
}

/// All of it on one line, with the width of the line and how far its baseline is below its top.
pub fn first_line(typesetter: &Typesetter<'_>, shaped: &mut Shaped) -> (TextLine, f32, f32) {
    let line = typesetter.lines(shaped, f32::from(u16::MAX), 1.0).into_iter().next().unwrap_or_default();
    let (width, baseline) = extent(&line);
    (line, width, baseline)
}
