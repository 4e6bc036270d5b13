//! One piece of a component, and the texts of a game file with their places that say what is on it.

use crate::diag::Place;

/// One different piece and how often it is in the box.
#[derive(Debug, Clone)]
pub struct Piece {
    /// Stable name, unique in its component; the referee knows the piece by it.
    pub id: String,
    /// How many of it there are.
    pub quantity: usize,
    /// Everything else its row says, in the row's order.
    pub fields: Vec<(String, FieldText)>,
    /// Where the row is.
    pub place: Place,
}

/// A text from a game file, with its place for reports.
#[derive(Debug, Clone)]
pub struct FieldText {
    /// The text as it was written.
    pub text: String,
    /// Where it was written.
    pub place: Place,
}

/// How one side looks: a template and what goes into its fields.
#[derive(Debug, Clone)]
pub struct Skin {
    /// A path in the game folder, or the bare name of a ready template.
    pub template: FieldText,
    /// Field name and text; the text may hold `{{ expressions }}` over the row.
    pub fields: Vec<(String, FieldText)>,
}
