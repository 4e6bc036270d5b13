//! What lies beside a board, in words below its picture. What they say and whose they are is not known here.

use crate::diag::{Diagnostic, Diagnostics};
use crate::geom::Size;
use crate::layout::face::{Face, Layer};
use crate::layout::pieces::label::shape;
use crate::layout::studio::Studio;
use crate::layout::text::lines::Placed;
use crate::layout::text::typeset::Typesetter;
use crate::model::{Colour, Outline, Style};
use crate::units::Length;

/// Narrow, so that much fits on a line.
const FONT: &str = "Barlow Condensed";
/// The size of the text, as a part of the width of the board, as the whole of it is seen on a screen.
const TEXT: f32 = 0.015;
/// What is around the text and between two paragraphs, as a part of its size.
const AROUND: f32 = 1.0;
const BETWEEN: f32 = 0.35;
const INK: Colour = Colour { red: 0x1C, green: 0x1C, blue: 0x1E };

/// A picture of a board with paragraphs below it; without any it stays as it is.
#[must_use]
pub fn with_words(studio: &Studio<'_>, board: Face, paragraphs: &[String], found: &mut Diagnostics) -> Face {
    let (width, top) = (board.size.width.mm_f32(), board.size.height.mm_f32());
    let size = width * TEXT;
    let around = size * AROUND;
    let mut typesetter = Typesetter::new(studio.context().fonts);
    let style = Style {
        font: FONT.into(),
        weight: 600,
        size: Length::from_mm_f64(f64::from(size)).max(Length::from_um(1)),
        colour: INK,
        ..Style::default()
    };
    let (mut words, mut y) = (Vec::new(), top + around);
    for paragraph in paragraphs.iter().filter(|paragraph| !paragraph.trim().is_empty()) {
        let mut shaped = shape(&mut typesetter, &style, paragraph);
        for fault in typesetter.faults(&shaped) {
            found.push(Diagnostic::warning(format!("{fault} below the picture")));
        }
        for line in typesetter.lines(&mut shaped, width - around * 2.0, 1.0) {
            let height = line.height;
            let moved = line.items.into_iter().map(|item| item.moved(around, y));
            words.extend(moved.filter_map(|item| if let Placed::Run(run) = item { Some(run) } else { None }));
            y += height;
        }
        y += size * BETWEEN;
    }
    if words.is_empty() {
        return board;
    }
    let height = Length::from_mm_f64(f64::from(y + around));
    let mut layers = board.layers;
    // Over what the art of the board has below its rim.
    layers.push(Layer::Fill { rect: [0.0, top, width, y + around - top], colour: Colour::WHITE });
    layers.extend(words.into_iter().map(Layer::Glyphs));
    let size = Size::new(board.size.width, height);
    Face { size, outline: Outline::Rect { corner: Length::ZERO }, layers, ..board }
}
