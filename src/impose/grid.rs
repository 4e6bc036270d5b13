//! Pieces of one size in rows and columns, each with its own bleed: the arrangement that needs the fewest sheets.

use crate::diag::count_of;
use crate::geom::{Point, Rect, Size, Turn};
use crate::model::{PaperSize, Sheet};
use crate::units::{Length, parts_of};

use super::marks::{MARK_GAP, level_cuts, upright_cuts};
use super::{Clip, Page, Sides};

/// Rows and columns on a sheet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Grid {
    sheet: Sheet,
    turn: Turn,
    columns: i64,
    rows: i64,
    /// Trim of one piece as it lies.
    size: Size,
    bleed: Length,
    /// Between the bleeds of two rows, so that marks survive the first cuts.
    gap: Length,
}

/// The grid that needs the fewest sheets; among equals one whose marks survive, upright, on upright paper. None when
/// not even one piece fits.
#[must_use]
pub fn best_grid(size: Size, bleed: Length, count: usize, paper: PaperSize) -> Option<Grid> {
    let count = i64::try_from(count).unwrap_or(i64::MAX).max(1);
    let mut candidates = Vec::new();
    for landscape in [false, true] {
        for turn in [Turn::None, Turn::Left] {
            for gap in [MARK_GAP, Length::ZERO] {
                candidates.push(Grid::fitting(paper.sheet(landscape), turn, size, bleed, gap));
            }
        }
    }
    let cost = |grid: &Grid| {
        let sheets = parts_of(count, grid.per_page());
        (
            sheets,
            !grid.marks_survive(),
            grid.turn != Turn::None,
            grid.sheet != paper.sheet(false),
            grid.gap == Length::ZERO,
        )
    };
    candidates.into_iter().flatten().map(|grid| grid.no_larger_than(count)).min_by_key(cost)
}

impl Grid {
    fn fitting(sheet: Sheet, turn: Turn, size: Size, bleed: Length, gap: Length) -> Option<Self> {
        let room = sheet.content().size;
        let size = turn.size(size);
        let cell = size.grown(bleed);
        let columns = room.width.fits(cell.width);
        let rows = (room.height + gap).fits(cell.height + gap);
        (columns > 0 && rows > 0).then_some(Self { sheet, turn, columns, rows, size, bleed, gap })
    }

    /// Without the rows and columns that a short deck leaves empty.
    fn no_larger_than(mut self, count: i64) -> Self {
        self.columns = self.columns.min(count);
        self.rows = self.rows.min(parts_of(count, self.columns));
        self
    }

    /// How many pieces a sheet holds.
    #[must_use]
    pub const fn per_page(&self) -> i64 {
        self.columns * self.rows
    }

    /// A strip of one row keeps marks when there is a gap beside it, or a margin: with two rows each has one.
    fn marks_survive(&self) -> bool {
        self.rows <= 2 || self.gap > Length::ZERO
    }

    /// The block of all pieces with their bleed, in the middle of the sheet.
    fn block(&self) -> Rect {
        let cell = self.size.grown(self.bleed);
        let size = Size::new(cell.width * self.columns, (cell.height + self.gap) * self.rows - self.gap);
        let room = self.sheet.size;
        Rect::new(Point::new((room.width - size.width) / 2, (room.height - size.height) / 2), size)
    }

    /// The trim of the piece in a row and column.
    fn trim(&self, column: i64, row: i64) -> Rect {
        let cell = self.size.grown(self.bleed);
        let block = self.block();
        let x = block.left() + cell.width * column + self.bleed;
        let y = block.top() + (cell.height + self.gap) * row + self.bleed;
        Rect::new(Point::new(x, y), self.size)
    }

    /// The pages that hold these pieces, in their order.
    #[must_use]
    pub fn pages(&self, pieces: &[Sides]) -> Vec<Page> {
        let per_page = usize::try_from(self.per_page()).unwrap_or(1).max(1);
        pieces.chunks(per_page).map(|pieces| self.page(pieces)).collect()
    }

    fn page(&self, pieces: &[Sides]) -> Page {
        let mut page = Page::new(self.sheet);
        for (piece, place) in pieces.iter().zip(0..) {
            let trim = self.trim(place % self.columns, place / self.columns);
            // A piece that fits only without its bleed is printed without.
            let clip = if piece.front.bleed > self.bleed { Clip::Page(trim) } else { Clip::Bleed };
            page.items.push(piece.item(trim.origin, self.turn, clip));
        }
        let used = i64::try_from(pieces.len()).unwrap_or(0);
        let (columns, rows) = (used.min(self.columns), parts_of(used, self.columns));
        self.mark(&mut page, columns, rows);
        page.cutting = cutting(columns, rows);
        page
    }

    fn mark(&self, page: &mut Page, columns: i64, rows: i64) {
        let across = (0..columns).map(|column| self.trim(column, 0));
        let upright: Vec<Length> = across.flat_map(|trim| [trim.left(), trim.right()]).collect();
        let down: Vec<Rect> = (0..rows).map(|row| self.trim(0, row)).collect();
        let level: Vec<Length> = down.iter().flat_map(|trim| [trim.top(), trim.bottom()]).collect();
        let gap = |pair: &[Rect]| (pair[0].bottom() + self.bleed, pair[1].top() - self.bleed);
        let gaps: Vec<(Length, Length)> = down.windows(2).map(gap).collect();
        let block = page.bleed_box();
        let limit = super::furniture::mark_limits(self.sheet);
        upright_cuts(&upright, block, &gaps, limit, &mut page.marks);
        level_cuts(&level, block, limit, &mut page.marks);
    }
}

/// What to cut, in order.
fn cutting(columns: i64, rows: i64) -> Vec<String> {
    let number = |n: i64| usize::try_from(n).unwrap_or(0);
    vec![
        format!("{} across the whole sheet", count_of(number(rows * 2), "level cut")),
        format!("{} through each strip", count_of(number(columns * 2), "upright cut")),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mm(width: i64, height: i64) -> Size {
        Size::new(Length::from_um(width), Length::from_um(height))
    }

    fn shape(size: Size, bleed: i64, count: usize, paper: PaperSize) -> (i64, i64, Turn, bool) {
        let grid = best_grid(size, Length::from_um(bleed), count, paper).unwrap();
        (grid.columns, grid.rows, grid.turn, grid.sheet.size.width > grid.sheet.size.height)
    }

    #[test]
    fn eight_poker_cards_with_three_millimetres_of_bleed_fit_on_a4() {
        assert_eq!(shape(mm(63_500, 88_900), 3_000, 54, PaperSize::A4), (4, 2, Turn::None, true));
        assert_eq!(shape(mm(63_500, 88_900), 3_000, 54, PaperSize::Letter).0 * 2, 6);
    }

    #[test]
    fn a_fit_that_is_exact_fits() {
        let content = PaperSize::A4.sheet(false).content().size;
        let third = Size::new(content.width / 3, content.height / 3);
        assert_eq!(third.width * 3 + Length::from_um(content.width.um() % 3), content.width);
        assert!(best_grid(third, Length::ZERO, 100, PaperSize::A4).unwrap().per_page() >= 9);
        assert!(best_grid(content, Length::ZERO, 1, PaperSize::A4).is_some());
        let larger = content.grown(Length::from_um(1));
        assert_eq!(best_grid(larger, Length::ZERO, 1, PaperSize::A4), None);
    }

    proptest::proptest! {
        #[test]
        fn pieces_stay_on_the_paper_and_apart(
            width in 5_000_i64..200_000, height in 5_000_i64..200_000, bleed in 0_i64..4_000, count in 1_usize..60,
        ) {
            for paper in PaperSize::ALL {
                let Some(grid) = best_grid(mm(width, height), Length::from_um(bleed), count, paper) else { continue };
                let content = grid.sheet.content();
                let mut placed: Vec<Rect> = Vec::new();
                for row in 0..grid.rows {
                    for column in 0..grid.columns {
                        let painted = grid.trim(column, row).grown(grid.bleed);
                        proptest::prop_assert!(content.contains(painted), "{painted:?} {grid:?}");
                        proptest::prop_assert!(!placed.iter().any(|other| other.overlaps(painted)));
                        placed.push(painted);
                    }
                }
            }
        }
    }
}
