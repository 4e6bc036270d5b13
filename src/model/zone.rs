//! Zones: where cards and tokens lie beside a board or without one, and what somebody sees there. Knows no rules and draws
//! nothing.

use super::FieldText;

/// What a zone is for people: how it is laid out, and whether its order matters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, PartialOrd, Ord)]
pub enum ZoneKind {
    /// One card on the other: only the top one is seen.
    #[default]
    Pile,
    /// What one seat holds; its order never matters.
    Hand,
    /// A market, side by side.
    Row,
    /// What was played or thrown away: one on the other, face up.
    Discard,
    /// Face up before a seat, side by side.
    Tableau,
    /// Tokens in any order.
    Pool,
}

impl ZoneKind {
    /// All of them.
    pub const ALL: [Self; 6] = [Self::Pile, Self::Hand, Self::Row, Self::Discard, Self::Tableau, Self::Pool];

    /// The word for it in scripts and reports.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Pile => "pile",
            Self::Hand => "hand",
            Self::Row => "row",
            Self::Discard => "discard",
            Self::Tableau => "tableau",
            Self::Pool => "pool",
        }
    }

    /// Whether only what lies on top is seen.
    #[must_use]
    pub const fn is_stacked(self) -> bool {
        matches!(self, Self::Pile | Self::Discard)
    }
}

/// A zone as somebody sees it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Zone {
    /// The name that scripts and `table:` know it by: `hand`, `reserve.coins`.
    pub id: String,
    /// What people call it.
    pub name: String,
    /// What it is.
    pub kind: ZoneKind,
    /// Whose it is, from 0 in turn order.
    pub seat: Option<usize>,
    /// Whether it lies in the middle of the table, and not before its seat.
    pub in_middle: bool,
    /// Whether it is only for screens that show cards: what the rules tell of its seat has its words already.
    pub is_told: bool,
    /// What lies there, from the bottom up or from the left.
    pub things: Vec<ZoneThing>,
}

/// Cards or tokens that look alike to whoever sees them.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ZoneThing {
    /// What it is; nothing, if the viewer may not know.
    pub id: Option<String>,
    /// What people call it; nothing, if the viewer may not know.
    pub name: String,
    /// The printed piece, as `component/piece`; of what is face down only the component, whose back it has.
    pub piece: Option<String>,
    /// How many of them there are.
    pub count: usize,
}

impl Zone {
    /// How many cards or tokens lie there.
    #[must_use]
    pub fn count(&self) -> usize {
        self.things.iter().map(|thing| thing.count).sum()
    }
}

/// `table` of `game.yaml`: where zones lie, in which order, and which are not shown.
#[derive(Debug, Clone, Default)]
pub struct TablePlan {
    /// What lies in the middle, in this order.
    pub middle: Vec<FieldText>,
    /// What lies before every seat, in this order.
    pub seats: Vec<FieldText>,
    /// What is not shown.
    pub hidden: Vec<FieldText>,
    /// What people call a zone.
    pub names: Vec<(FieldText, FieldText)>,
    /// What people call a field of the state that they may set; of something inside of a record with a point between.
    pub fields: Vec<(FieldText, FieldText)>,
}

impl TablePlan {
    /// Every zone that it names.
    pub fn named(&self) -> impl Iterator<Item = &FieldText> {
        let names = self.names.iter().map(|(zone, _)| zone);
        self.middle.iter().chain(&self.seats).chain(&self.hidden).chain(names)
    }

    /// Whether it gives a zone a place.
    #[must_use]
    pub fn places(&self, id: &str) -> bool {
        self.middle.iter().chain(&self.seats).any(|zone| zone.text == id)
    }
}
