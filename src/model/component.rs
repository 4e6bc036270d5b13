//! A component: one kind of thing in the box, how large it is, and every different piece of it.

use crate::diag::Place;
use crate::geom::Size;
use crate::units::Length;

use super::{Allowance, Board, Diagram, FieldText, FoldedDie, Net, Outline, Piece, Skin, Standee, Tuckbox};

/// Backs have this much more bleed than fronts when nobody says how much.
pub const MORE_FOR_BACKS: Length = Length::from_um(1_500);

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
    Die(FoldedDie),
    /// A box for a deck.
    Tuckbox(Box<Tuckbox>),
    /// A board, tiled over pages when it is larger than one.
    Board(Box<Board>),
    /// Flowing text over as many pages as it takes.
    Booklet {
        /// The text, in Markdown, as a path in the game folder.
        text: String,
        /// The tables that are drawn in it, in their order.
        diagrams: Vec<Diagram>,
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
    /// What it is punched out of together with other tokens, tiles and stickers, if it is not all of its kind.
    pub punchboard: Option<String>,
    /// A column that looks as if it said how many there are, and does not count: its heading, and where it says so.
    pub uncounted: Option<FieldText>,
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
    /// What the pages are called on which its pieces lie with those of others; none for pieces that have pages of their own.
    #[must_use]
    pub fn shared_pages(&self) -> Option<&str> {
        self.kind.shared_pages().map(|usual| self.punchboard.as_deref().unwrap_or(usual))
    }

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

    /// Whether its pieces are folded to dice.
    #[must_use]
    pub const fn is_die(&self) -> bool {
        matches!(self.kind, Kind::Die(_))
    }

    /// The net of a piece that is folded; none for pieces that stay flat.
    #[must_use]
    pub fn net(&self) -> Option<Net> {
        match &self.kind {
            Kind::Standee(standee) => Some(standee.net(self.bleed, self.back.is_some())),
            Kind::Die(die) => Some(die.net(self.bleed)),
            Kind::Tuckbox(tuckbox) => Some(tuckbox.net(self.bleed)),
            _ => None,
        }
    }

    /// How large a piece is, as a person would measure it once it is made.
    #[must_use]
    pub fn measures(&self) -> String {
        match &self.kind {
            Kind::Standee(standee) => standee.figure.to_string(),
            Kind::Die(die) => format!("edges of {}", die.edge),
            Kind::Tuckbox(tuckbox) => tuckbox.inner.to_string(),
            _ => self.size.to_string(),
        }
    }

    /// How the room of a net comes about, for whoever has to make it smaller.
    #[must_use]
    pub fn arithmetic(&self) -> Option<String> {
        match &self.kind {
            Kind::Standee(standee) => Some(standee.arithmetic()),
            Kind::Die(die) => {
                Some(format!("it unfolds to {} with edges of {}; give it a shorter `edge`", self.size, die.edge))
            }
            Kind::Tuckbox(tuckbox) => Some(tuckbox.arithmetic()),
            _ => None,
        }
    }
}
