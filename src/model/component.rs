//! A component: one kind of thing in the box, how large it is, and every different piece of it.

use crate::diag::Place;
use crate::geom::Size;
use crate::units::Length;

use super::{Allowance, Board, Die, Outline, Standee, Tuckbox};

/// What a component is, which decides how it is laid on paper.
#[derive(Debug, Clone)]
pub enum Kind {
    /// Cards: a grid with bleed around each.
    Cards,
    /// Small counters, packed so that neighbours share cuts where their shape allows.
    Tokens,
    /// Tiles: as tokens, but large.
    Tiles,
    /// Stickers, as for the faces of dice: packed like tokens, on label paper.
    Stickers,
    /// Player mats and character sheets: few and large.
    Mat,
    /// Reference cards and player aids.
    Reference,
    /// Banknotes.
    Money,
    /// Sheets to write on.
    ScorePad,
    /// A row of spaces to count along, tiled when it is larger than a page.
    Track,
    /// Figures that stand, folded at the head.
    Standee(Standee),
    /// A die to fold.
    Die(Die),
    /// A box for a deck.
    Tuckbox(Box<Tuckbox>),
    /// A board, tiled over pages when it is larger than one.
    Board(Box<Board>),
    /// Flowing text over as many pages as it takes; two pages share a sheet.
    Booklet {
        /// The text, in Markdown, as a path in the game folder.
        text: String,
    },
}

impl Kind {
    /// The word for it in a game file.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Cards => "cards",
            Self::Tokens => "tokens",
            Self::Tiles => "tiles",
            Self::Stickers => "stickers",
            Self::Mat => "mat",
            Self::Reference => "reference",
            Self::Money => "money",
            Self::ScorePad => "score-pad",
            Self::Track => "track",
            Self::Standee(_) => "standee",
            Self::Die(_) => "die",
            Self::Tuckbox(_) => "tuckbox",
            Self::Board(_) => "board",
            Self::Booklet { .. } => "booklet",
        }
    }

    /// What the pages of pieces are called that share their sheets with others of their kind; none for all others.
    #[must_use]
    pub const fn shared_pages(&self) -> Option<&'static str> {
        match self {
            Self::Tokens => Some("Tokens"),
            Self::Tiles => Some("Tiles"),
            Self::Stickers => Some("Stickers"),
            Self::Die(_) => Some("Dice"),
            _ => None,
        }
    }
}

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

/// One kind of thing in the box.
#[derive(Debug, Clone)]
pub struct Component {
    /// Its key in the game file.
    pub id: String,
    /// What people call it.
    pub title: String,
    /// What it is.
    pub kind: Kind,
    /// Trim size of one piece; for one that is folded, the room it takes while it is flat.
    pub size: Size,
    /// The shape it is cut to.
    pub outline: Outline,
    /// How far art runs over the cut.
    pub bleed: Length,
    /// How far the back runs over the cut: more than the front, for sheets that were turned over not quite straight.
    pub back_bleed: Length,
    /// How far inside the cut text and icons stay.
    pub safe: Length,
    /// What to print it on, in plain words.
    pub stock: String,
    /// What to do with it after cutting, in plain words.
    pub note: String,
    /// Its different pieces.
    pub pieces: Vec<Piece>,
    /// The side that faces up.
    pub front: Skin,
    /// The other side, if it is printed.
    pub back: Option<Skin>,
    /// What is meant to be as it is, though it looks like a blemish.
    pub allow: Vec<Allowance>,
    /// Where it is declared.
    pub place: Place,
}

impl Component {
    /// How far the art of one of its sides runs over the cut.
    #[must_use]
    pub fn bleed_of(&self, side: &str) -> Length {
        if side == "back" { self.back_bleed } else { self.bleed }
    }

    /// How many pieces there are, copies counted.
    #[must_use]
    pub fn total(&self) -> usize {
        self.pieces.iter().map(|piece| piece.quantity).sum()
    }
}
