//! The part of a sheet that pieces may lie in: all of it, one side of a fold, or what a cutting machine leaves.

use crate::geom::{Axis, Point, Rect, Sides, Size};
use crate::model::{Backs, LEAST_MARGIN, PrintLayout, Sheet};
use crate::units::Length;

use crate::impose::furnish::registration::CORNER;
use crate::impose::marks::{FOOT, HEAD, MARK_ROOM};
use crate::impose::page::Page;

/// Between a fold and the nearest bleed.
pub const GUTTER: Length = Length::from_mm(5);

/// What a mark needs beyond the bleed to be seen well, with the air between both.
const LEAST_MARK: Length = Length::from_um(2_700);
/// So much shorter is one that stands below the order of cuts, or above the small print.
const BELOW_WORDS: Length = Length::from_um(1_300);
const ABOVE_WORDS: Length = Length::from_um(700);
/// Between the bleed and the small print at the foot.
const ABOVE_FOOT: Length = Length::from_um(1_300);
/// For longer marks no more than this is kept of the bleed.
const LEAST_BLEED: Length = Length::from_mm(1);

/// A sheet and the part of it that fronts may lie in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bed {
    /// The sheet.
    pub sheet: Sheet,
    /// Where pieces and their bleed may lie.
    pub area: Rect,
    /// The direction of the fold between fronts and backs.
    pub fold: Option<Axis>,
}

impl Bed {
    /// Every way to use a paper, upright sheets first.
    #[must_use]
    pub fn all(layout: &PrintLayout, has_backs: bool) -> Vec<Self> {
        let sheets = [false, true].map(|landscape| layout.paper.sheet(landscape));
        let folds = if layout.backs == Backs::Gutterfold && has_backs {
            vec![Some(Axis::Upright), Some(Axis::Level)]
        } else {
            vec![None]
        };
        let areas =
            |sheet: Sheet| if layout.free_corners { clear_of_corners(sheet).to_vec() } else { vec![sheet.content()] };
        let mut beds = Vec::new();
        for sheet in sheets {
            for area in areas(sheet) {
                beds.extend(folds.iter().map(|&fold| Self { sheet, area: before_fold(sheet, area, fold), fold }));
            }
        }
        beds
    }

    /// A page with nothing on it.
    #[must_use]
    pub const fn page(&self) -> Page {
        Page::new(self.sheet)
    }

    /// The part of the sheet in which the cut marks of a block stay clear of the small print, of the fold, and inside what
    /// printers reach. Those of a block that leaves no room above the small print at the foot go down between it.
    #[must_use]
    pub fn mark_limits(&self, block: Rect) -> Rect {
        let Size { width, height } = self.sheet.size;
        let wider = self.sheet.wider();
        let side = LEAST_MARGIN + wider;
        let clear = Length::from_mm(1);
        let right = if self.fold == Some(Axis::Upright) { width / 2 - clear } else { width - side };
        let foot = if block.bottom() + MARK_ROOM > height - FOOT - wider { LEAST_MARGIN } else { FOOT };
        let bottom = if self.fold == Some(Axis::Level) { height / 2 - clear } else { height - foot - wider };
        let corner = Point::new(side, HEAD + wider);
        Rect::new(corner, Size::new(right - corner.x, bottom - corner.y))
    }

    /// How far a piece may be painted over each of its sides, so that the marks beyond can be seen well.
    #[must_use]
    pub fn room_beside(&self, trim: Rect) -> Sides {
        let limit = self.mark_limits(trim);
        let words = self.sheet.size.height - self.sheet.wider() - FOOT - ABOVE_FOOT;
        let room = |far: Length| (far - LEAST_MARK).max(LEAST_BLEED);
        Sides {
            left: room(trim.left() - limit.left()),
            right: room(limit.right() - trim.right()),
            top: room(trim.top() - limit.top() - BELOW_WORDS),
            bottom: room(limit.bottom() - trim.bottom() - ABOVE_WORDS).min((words - trim.bottom()).max(LEAST_BLEED)),
        }
    }

    /// Folds the backs over, when this bed has a fold.
    pub fn close(&self, page: &mut Page) {
        match self.fold {
            Some(axis @ Axis::Upright) => page.fold_over(axis, self.sheet.size.width / 2),
            Some(axis @ Axis::Level) => page.fold_over(axis, self.sheet.size.height / 2),
            None => {}
        }
    }
}

/// The larger rectangles that leave all four corners free.
fn clear_of_corners(sheet: Sheet) -> [Rect; 2] {
    let content = sheet.content();
    let (side, band) = ((CORNER - content.left()).max(Length::ZERO), (CORNER - content.top()).max(Length::ZERO));
    let within =
        |x: Length, y: Length| content.middle(Size::new(content.size.width - x * 2, content.size.height - y * 2));
    [within(side, Length::ZERO), within(Length::ZERO, band)]
}

/// The half left of a fold, or above it, without the gutter.
fn before_fold(sheet: Sheet, area: Rect, fold: Option<Axis>) -> Rect {
    let (middle, corner) = (Point::new(sheet.size.width / 2, sheet.size.height / 2), area.origin);
    let size = match fold {
        None => area.size,
        Some(Axis::Upright) => Size::new(middle.x - GUTTER - corner.x, area.size.height),
        Some(Axis::Level) => Size::new(area.size.width, middle.y - GUTTER - corner.y),
    };
    Rect::new(corner, size)
}
