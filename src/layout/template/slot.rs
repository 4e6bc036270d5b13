//! A slot: a rectangle of a template that receives what SVG cannot do, and what the template says of it. Finding slots
//! is `bind_slots`, filling them is `slots`.

use crate::diag::Place;
use crate::layout::box_fit::BoxFit;
use crate::model::FieldText;

/// What the link to a drawing begins with that is written into another.
pub const INNER_DRAWING: &str = "data:image/svg+xml";

/// A place in a template that receives something SVG cannot do.
#[derive(Debug, Clone)]
pub struct DrawingSlot {
    /// What it receives.
    pub kind: SlotKind,
    /// Left, top, width, height in template units.
    pub rect: [f32; 4],
    /// Where it is in the template.
    pub place: Place,
}

impl DrawingSlot {
    /// Left, top, width, height in millimetres; `unit` is template units to the millimetre.
    #[must_use]
    pub fn rect_mm(&self, unit: f32) -> [f32; 4] {
        self.rect.map(|side| side / unit)
    }
}

/// What a slot receives.
#[derive(Debug, Clone)]
pub enum SlotKind {
    /// Rich text in the rectangle.
    Text(TextSlot),
    /// One line of text on the baseline at the rectangle's left top.
    Line(TextSlot),
    /// A picture.
    Image(ImageSlot),
    /// A code for machines.
    Code(CodeSlot),
    /// The squares of the board.
    Board,
    /// A column of the booklet.
    Flow(TextSlot),
}

/// Text and how it is to look, as far as the template says.
#[derive(Debug, Clone)]
pub struct TextSlot {
    /// The text; empty for a column of a booklet.
    pub text: FieldText,
    /// Name of a style.
    pub style: Option<FieldText>,
    /// Single properties that differ from the style, by their word in a style.
    pub own: Vec<(&'static str, FieldText)>,
    /// Where the text stands from top to bottom: `top`, `middle` or `bottom`.
    pub valign: Option<FieldText>,
}

/// A picture and how it is to fit.
#[derive(Debug, Clone)]
pub struct ImageSlot {
    /// Path of the picture.
    pub path: FieldText,
    /// The path it has when it is meant from the folder of the drawing, and that is not the same.
    pub beside: Option<String>,
    /// How it lies in the rectangle.
    pub fit: BoxFit,
    /// Colour for the parts painted in `currentColor`, or for the whole of a picture in pixels.
    pub tint: Option<FieldText>,
}

/// A text as a code that machines read.
#[derive(Debug, Clone)]
pub struct CodeSlot {
    /// The text.
    pub text: FieldText,
    /// Which code.
    pub kind: CodeKind,
    /// Colour of what is dark, if it is not black.
    pub colour: Option<FieldText>,
}

/// The codes there are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CodeKind {
    /// Squares in a square, for phones.
    Qr,
    /// Bars for any plain text.
    Code128,
    /// The bars of goods: thirteen figures, of which the last one checks the others.
    Ean13,
}

impl CodeKind {
    /// The codes made of bars, with their words.
    pub const BARS: [(&'static str, Self); 2] = [("code-128", Self::Code128), ("ean-13", Self::Ean13)];
}
