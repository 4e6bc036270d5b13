//! What fits on the paper, in numbers and in plain words: the layout that was chosen and what others would give.

use crate::diag::count_of;
use crate::units::Length;

/// One way to lay out the pieces of a component.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SheetChoice {
    /// Pieces side by side.
    pub columns: i64,
    /// Pieces one below the other.
    pub rows: i64,
    /// How much bleed each piece keeps.
    pub bleed: Length,
    /// And how much at the side of the sheet that has the least room for it.
    pub outer: Length,
    /// How many sheets it takes.
    pub sheets: i64,
}

impl SheetChoice {
    /// How many pieces a sheet holds.
    #[must_use]
    pub const fn per_sheet(&self) -> i64 {
        self.columns * self.rows
    }

    fn name(&self) -> String {
        if self.per_sheet() == 1 {
            return "one on a sheet".to_owned();
        }
        format!("{}-up ({} x {})", self.per_sheet(), self.columns, self.rows)
    }
}

/// How the pieces of a section fit on the paper.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SheetFit {
    /// How it is laid out.
    pub kind: FitKind,
    /// How many cuts that takes.
    pub cuts: usize,
}

/// The ways components lie on sheets.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FitKind {
    /// Rows and columns.
    Grid {
        /// The bleed the component asks for.
        asked: Length,
        /// The layout.
        chosen: SheetChoice,
        /// Layouts that take fewer sheets, or keep more bleed.
        others: Vec<SheetChoice>,
    },
    /// Packed, one kind beside the other.
    Packed {
        /// How many pieces.
        pieces: usize,
        /// On how many sheets.
        sheets: usize,
    },
    /// Larger than the paper.
    Tiles {
        /// Side by side.
        columns: usize,
        /// One below the other.
        rows: usize,
        /// How much the next one covers.
        overlap: Length,
        /// How many spaces of the board a seam runs through.
        spaces_cut: usize,
    },
    /// The pages of a booklet on sheets to be stapled.
    Booklet {
        /// How many it has.
        pages: usize,
        /// How many empty ones fill its last sheet.
        blank: usize,
        /// How many sheets.
        sheets: usize,
    },
}

impl SheetFit {
    /// Whether it lies on tiles of which each covers a strip of the next.
    #[must_use]
    pub fn has_overlap(&self) -> bool {
        matches!(self.kind, FitKind::Tiles { overlap, .. } if overlap > Length::ZERO)
    }

    /// The same in a sentence, without the component's name.
    #[must_use]
    pub fn sentence(&self) -> String {
        let cuts = count_of(self.cuts, "cut");
        match &self.kind {
            FitKind::Grid { asked, chosen, others } => {
                format!("{}, {cuts}{}", grid_words(*asked, chosen), other_words(others))
            }
            FitKind::Packed { pieces, sheets } => {
                format!("{} on {}, {cuts}", count_of(*pieces, "piece"), count_of(*sheets, "sheet"))
            }
            FitKind::Tiles { columns, rows, overlap, spaces_cut } => {
                format!("{}, {cuts}", tiles_words(*columns, *rows, *overlap, *spaces_cut))
            }
            FitKind::Booklet { pages, blank, sheets } => booklet_words(*pages, *blank, *sheets),
        }
    }

    /// How its pieces lie, in words, without what else there would be.
    #[must_use]
    pub fn arranged(&self) -> String {
        match &self.kind {
            FitKind::Grid { asked, chosen, .. } => grid_words(*asked, chosen),
            _ => self.sentence(),
        }
    }

    /// Whether pieces lie on their sheets as they do here: columns, rows, bleed and sheets, as far as there are any.
    #[must_use]
    pub fn lies_like(&self, other: &Self) -> bool {
        self.place_on_sheets() == other.place_on_sheets()
    }

    fn place_on_sheets(&self) -> (i64, i64, Length, usize) {
        match &self.kind {
            FitKind::Grid { chosen, .. } => (chosen.columns, chosen.rows, chosen.bleed, 0),
            FitKind::Packed { sheets, .. } | FitKind::Booklet { sheets, .. } => (0, 0, Length::ZERO, *sheets),
            FitKind::Tiles { columns, rows, overlap, .. } => (0, 0, *overlap, *columns * *rows),
        }
    }
}

/// Less than this is missed by nobody.
const UNNOTICED: Length = Length::from_um(300);

fn grid_words(asked: Length, chosen: &SheetChoice) -> String {
    let bleed = match chosen.bleed {
        _ if asked == Length::ZERO => "no bleed".to_owned(),
        bleed if bleed == asked && chosen.outer + UNNOTICED < asked => {
            format!("{asked} of bleed, {} at the edge of the sheet", tenths(chosen.outer))
        }
        bleed if bleed == asked => format!("{asked} of bleed, as asked"),
        Length::ZERO => format!("no bleed (asked: {asked}), so that neighbours share their cuts"),
        bleed => format!("{} of bleed (asked: {asked})", tenths(bleed)),
    };
    format!("{}, {bleed}, {}", chosen.name(), sheets(chosen))
}

fn other_words(others: &[SheetChoice]) -> String {
    let words = |other: &SheetChoice| format!("; {} leaves {} on {}", other.name(), tenths(other.bleed), sheets(other));
    others.iter().map(words).collect()
}

fn sheets(choice: &SheetChoice) -> String {
    count_of(usize::try_from(choice.sheets).unwrap_or(0), "sheet")
}

fn tiles_words(columns: usize, rows: usize, overlap: Length, spaces_cut: usize) -> String {
    let joined = if overlap == Length::ZERO {
        "panels that meet edge to edge".to_owned()
    } else {
        format!("tiles that overlap by {overlap}")
    };
    let cut = match spaces_cut {
        0 => String::new(),
        1 => ", and a seam through one space".to_owned(),
        more => format!(", and seams through {more} spaces"),
    };
    format!("{columns} x {rows} {joined}{cut}")
}

/// How a booklet lies on the sheets that are to be stapled.
fn booklet_words(pages: usize, blank: usize, sheets: usize) -> String {
    let blank = match blank {
        0 => String::new(),
        blank => format!(" and {} at the end", count_of(blank, "blank one")),
    };
    format!("{}{blank}, on both sides of {}, to fold and staple", count_of(pages, "page"), count_of(sheets, "sheet"))
}

/// A length in tenths of a millimetre, rounded down so that it promises no more than there is.
fn tenths(length: Length) -> String {
    Length::from_um(length.um() / 100 * 100).to_string()
}
