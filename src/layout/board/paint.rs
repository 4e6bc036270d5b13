//! What all parts of a board are painted with: a drawing over the whole of it, and a name at a point.

use crate::diag::{Diagnostic, Diagnostics, Place};
use crate::geom::Affine;
use crate::layout::face::Layer;
use crate::layout::pieces::slots::{SlotContext, line_layers};
use crate::layout::template::slot::{DrawingSlot, SlotKind, TextSlot};
use crate::layout::text::typeset::Typesetter;
use crate::model::{FieldText, Style};

use super::plot::Plot;

/// The style of row and column names, and of names on spaces.
pub const NAMES: &str = "coordinates";
/// The style whose colour the lines between spaces take.
pub const LINES: &str = "board-line";

/// A drawing over the whole board, in millimetres.
pub fn drawn_layer(
    context: SlotContext<'_>,
    plot: &Plot<'_>,
    drawing: &str,
    place: &Place,
    found: &mut Diagnostics,
) -> Option<Layer> {
    let (_, (right, bottom)) = plot.corners();
    let svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{right}\" height=\"{bottom}\" \
         viewBox=\"0 0 {right} {bottom}\">{drawing}</svg>"
    );
    let art = context.pictures.own_art("board lines", &svg).map_err(|why| Diagnostic::error(why).at(place));
    let art = found.accept(art)?;
    Some(Layer::Art { art, transform: Affine::IDENTITY, slots: Vec::new(), unit: 1.0, clip: None })
}

/// The size of the style is the thickness of the line.
pub fn line_width(style: &Style) -> f32 {
    style.size.mm_f32()
}

/// A name centred on a point.
pub fn name_at(
    context: SlotContext<'_>,
    typesetter: &mut Typesetter<'_>,
    name: &FieldText,
    (x, y): (f32, f32),
    found: &mut Diagnostics,
) -> Vec<Layer> {
    let capital = context.game.styles.get(NAMES).map_or(0.0, |style| style.size.mm_f32() * 0.35);
    let place = name.place.clone();
    let word = |text: &str| FieldText { text: text.to_owned(), place: place.clone() };
    let text =
        TextSlot { text: name.clone(), style: Some(word(NAMES)), own: vec![("align", word("centre"))], valign: None };
    let slot = DrawingSlot { kind: SlotKind::Line(text.clone()), rect: [x, y + capital, 0.0, 0.0], place };
    line_layers(context, typesetter, &slot, &text, 1.0, found)
}
