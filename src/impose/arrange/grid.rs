//! Pieces of one size in rows and columns, each with its own bleed: every arrangement that fits, and the best of them
//! for what is wished.

use std::cmp::Reverse;

use crate::diag::count_of;
use crate::geom::{Axis, Point, Rect, Sides, Size, Turn};
use crate::model::{PrintLayout, Wish};
use crate::units::{Length, parts_of};

use super::bed::Bed;
use super::fit::SheetChoice;
use crate::impose::marks::{Cuts, MARK_GAP, MARK_ROOM};
use crate::impose::page::{Clip, CutStep, Page, Piece};

/// No layout named by hand is larger, and none of cards is.
const MOST: i64 = 60;

/// Half the sheets are worth this much less bleed than was asked for.
const UNNOTICED: Length = Length::from_um(500);

/// What has to be laid out, and how.
#[derive(Debug, Clone, Copy)]
pub struct Wanted {
    /// Trim of one piece.
    pub size: Size,
    /// The bleed it asks for.
    pub bleed: Length,
    /// How many there are.
    pub count: i64,
    /// Whether any has a back.
    pub has_backs: bool,
}

impl Wanted {
    /// How much a grid falls short of the bleed that was asked for, by more than a knife would notice.
    #[must_use]
    pub fn missed_by(&self, grid: &SheetGrid) -> Length {
        (self.bleed - grid.bleed - UNNOTICED).max(Length::ZERO)
    }
}

/// Rows and columns on a sheet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SheetGrid {
    bed: Bed,
    turn: Turn,
    columns: i64,
    rows: i64,
    /// Trim of one piece as it lies.
    size: Size,
    bleed: Length,
    /// The direction of the cuts that come first.
    first: Axis,
    /// Between the strips that the first cuts make, so that each keeps its marks under a trimmer, which cuts to the edge.
    gap: Length,
    sheets: i64,
}

/// Every arrangement in which a piece fits with some bleed, or with none.
#[must_use]
pub fn all_grids(wanted: &Wanted, layout: &PrintLayout) -> Vec<SheetGrid> {
    let mut grids = Vec::new();
    for bed in Bed::all(layout, wanted.has_backs) {
        for turn in [Turn::None, Turn::Left] {
            let (size, room) = (turn.size(wanted.size), bed.area.size);
            let (most_columns, most_rows) = (room.width.fits(size.width), room.height.fits(size.height));
            for columns in 1..=most_columns.min(MOST) {
                for rows in 1..=most_rows.min(MOST) {
                    grids.push(SheetGrid::fitting(bed, turn, (columns, rows), wanted));
                }
            }
        }
    }
    grids
}

/// The best of some grids for a wish.
#[must_use]
pub fn best(grids: &[SheetGrid], wanted: &Wanted, wish: Wish) -> Option<SheetGrid> {
    let cost = |grid: &&SheetGrid| {
        let missing = (wanted.bleed - grid.bleed).um();
        let wished = match wish {
            Wish::Bleed => (wanted.missed_by(grid).um(), grid.sheets, missing),
            Wish::Paper => (grid.sheets, missing, 0),
        };
        let filled = Reverse(grid.per_sheet().min(wanted.count));
        let lies = (grid.turn != Turn::None, grid.bed.sheet.is_landscape());
        (wished, !grid.marks_survive(), filled, grid.per_sheet(), lies, grid.strokes())
    };
    grids.iter().min_by_key(cost).copied()
}

/// Layouts that take fewer sheets than the chosen one, or keep more bleed: only the best of each, fewest sheets last.
#[must_use]
pub fn others(grids: &[SheetGrid], chosen: &SheetGrid) -> Vec<SheetChoice> {
    const NAMED: usize = 3;
    let mut better: Vec<&SheetGrid> =
        grids.iter().filter(|grid| grid.sheets < chosen.sheets || grid.bleed > chosen.bleed).collect();
    better.sort_by_key(|grid| (Reverse(grid.bleed), grid.sheets, Reverse(grid.per_sheet())));
    let mut named: Vec<SheetChoice> = Vec::new();
    for grid in better {
        // One that keeps less bleed is worth a word only when it saves paper.
        if named.last().is_none_or(|last| grid.sheets < last.sheets) {
            named.push(grid.choice());
        }
    }
    let more = named.len().saturating_sub(NAMED);
    named.split_off(more)
}

impl SheetGrid {
    fn fitting(bed: Bed, turn: Turn, (columns, rows): (i64, i64), wanted: &Wanted) -> Self {
        let size = turn.size(wanted.size);
        let spare = (bed.area.size.width - size.width * columns, bed.area.size.height - size.height * rows);
        let most = (spare.0 / (columns * 2)).min(spare.1 / (rows * 2));
        // A hundredth of a millimetre is finer than any printer.
        let bleed = wanted.bleed.min(Length::from_um(most.um() / 10 * 10));
        let cell = size.grown(bleed);
        let (width, height) = (cell.width * columns, cell.height * rows);
        let first = if width >= height { Axis::Level } else { Axis::Upright };
        let (strips, left) = match first {
            Axis::Level => (rows, bed.area.size.height - height),
            Axis::Upright => (columns, bed.area.size.width - width),
        };
        let gap = if left >= MARK_GAP * (strips - 1) { MARK_GAP } else { Length::ZERO };
        let sheets = parts_of(wanted.count, columns * rows);
        Self { bed, turn, columns, rows, size, bleed, first, gap, sheets }
    }

    /// How many pieces a sheet holds.
    #[must_use]
    pub const fn per_sheet(&self) -> i64 {
        self.columns * self.rows
    }

    /// Columns and rows as they lie on the sheet.
    #[must_use]
    pub const fn shape(&self) -> (i64, i64) {
        (self.columns, self.rows)
    }

    /// The bleed it keeps.
    #[must_use]
    pub const fn bleed(&self) -> Length {
        self.bleed
    }

    /// The same in numbers.
    #[must_use]
    pub fn choice(&self) -> SheetChoice {
        let [first, last] = [(0, 0), (self.columns - 1, self.rows - 1)].map(|(column, row)| {
            let trim = self.trim(column, row);
            (trim, self.painted(trim, self.bleed, (column, row), false))
        });
        let outer = (first.0.left() - first.1.left())
            .min(first.0.top() - first.1.top())
            .min(last.1.right() - last.0.right())
            .min(last.1.bottom() - last.0.bottom());
        SheetChoice { columns: self.columns, rows: self.rows, bleed: self.bleed, outer, sheets: self.sheets }
    }

    /// A strip that is cut off from edge to edge keeps marks when there is a gap beside it, or a margin: of two strips
    /// each has one.
    fn marks_survive(&self) -> bool {
        let strips = if self.first == Axis::Level { self.rows } else { self.columns };
        strips <= 2 || self.gap > Length::ZERO
    }

    /// Room between the bleeds of two columns, and of two rows.
    fn gaps(&self) -> (Length, Length) {
        match self.first {
            Axis::Level => (Length::ZERO, self.gap),
            Axis::Upright => (self.gap, Length::ZERO),
        }
    }

    /// The block of all pieces with their bleed, in the middle of the bed.
    fn block(&self) -> Rect {
        let (cell, (across, down)) = (self.size.grown(self.bleed), self.gaps());
        let width = (cell.width + across) * self.columns - across;
        self.bed.area.middle(Size::new(width, (cell.height + down) * self.rows - down))
    }

    /// The trim of the piece in a row and column.
    fn trim(&self, column: i64, row: i64) -> Rect {
        let (cell, (across, down), block) = (self.size.grown(self.bleed), self.gaps(), self.block());
        let x = block.left() + (cell.width + across) * column + self.bleed;
        let y = block.top() + (cell.height + down) * row + self.bleed;
        Rect::new(Point::new(x, y), self.size)
    }

    /// The pages that hold these pieces, in their order.
    #[must_use]
    pub fn pages(&self, pieces: &[Piece]) -> Vec<Page> {
        let per_sheet = usize::try_from(self.per_sheet()).unwrap_or(1).max(1);
        pieces.chunks(per_sheet).map(|pieces| self.page(pieces)).collect()
    }

    fn page(&self, pieces: &[Piece]) -> Page {
        let mut page = self.bed.page();
        let used = i64::try_from(pieces.len()).unwrap_or(0);
        let (columns, rows) = (used.min(self.columns), parts_of(used, self.columns));
        // Marks stand at what is painted of the pieces that are there, and not where more would be on a full sheet.
        let block = self.trim(0, 0).union(self.trim(columns - 1, rows - 1));
        let (mut fronts, mut backs) = (block, block);
        for (piece, place) in pieces.iter().zip(0..) {
            let (column, row) = (place % self.columns, place / self.columns);
            let trim = self.trim(column, row);
            let front = self.painted(trim, piece.front.bleed, (column, row), false);
            let mut item = piece.item(trim.origin, self.turn, clip(trim, front, piece.front.bleed));
            fronts = fronts.union(front);
            if let Some((face, back_clip)) = &mut item.back {
                let back = self.painted(trim, face.bleed, (column, row), true);
                *back_clip = clip(trim, back, face.bleed);
                backs = backs.union(back);
            }
            page.items.push(item);
        }
        page.marks = self.marks(fronts, columns, rows, true);
        if page.has_backs() {
            page.back_marks = self.marks(backs, columns, rows, false);
            page.align_marks();
        }
        page.cutting = self.cutting(columns, rows);
        self.bed.close(&mut page);
        page
    }

    /// What is painted of a piece: at sides with a neighbour the bleed of this grid, or for backs, whose neighbours are
    /// alike, up to the middle between both; at the other sides all its bleed, if there is room.
    fn painted(&self, trim: Rect, own: Length, (column, row): (i64, i64), is_back: bool) -> Rect {
        let ((across, down), area) = (self.gaps(), self.bed.area);
        let beside = self.bed.room_beside(trim);
        let side = |is_outer: bool, gap: Length, (room, beside): (Length, Length)| {
            let inner = if is_back { self.bleed + gap / 2 } else { self.bleed };
            // Fronts leave room for marks: they are what is cut by.
            let outer = if is_back { room } else { (room - MARK_ROOM).max(self.bleed).min(beside) };
            own.min(if is_outer { outer } else { inner })
        };
        trim.grown_by(Sides {
            left: side(column == 0, across, (trim.left() - area.left(), beside.left)),
            right: side(column + 1 == self.columns, across, (area.right() - trim.right(), beside.right)),
            top: side(row == 0, down, (trim.top() - area.top(), beside.top)),
            bottom: side(row + 1 == self.rows, down, (area.bottom() - trim.bottom(), beside.bottom)),
        })
    }

    /// Marks around a block of so many pieces; backs fill the gaps between.
    fn marks(&self, block: Rect, columns: i64, rows: i64, in_gaps: bool) -> Vec<crate::impose::Mark> {
        let across: Vec<Rect> = (0..columns).map(|column| self.trim(column, 0)).collect();
        let down: Vec<Rect> = (0..rows).map(|row| self.trim(0, row)).collect();
        let upright = edges(across.iter().map(|trim| (trim.left(), trim.right())));
        let level = edges(down.iter().map(|trim| (trim.top(), trim.bottom())));
        let limit = self.bed.mark_limits(block);
        let gap = |end: Length, start: Length| in_gaps.then(|| (end + self.bleed, start - self.bleed));
        let level_gaps: Vec<(Length, Length)> =
            across.windows(2).filter_map(|pair| gap(pair[0].right(), pair[1].left())).collect();
        let upright_gaps: Vec<(Length, Length)> =
            down.windows(2).filter_map(|pair| gap(pair[0].bottom(), pair[1].top())).collect();
        let mut marks = Vec::new();
        Cuts { axis: Axis::Upright, at: &upright, block, gaps: &upright_gaps, limit }.mark(&mut marks);
        Cuts { axis: Axis::Level, at: &level, block, gaps: &level_gaps, limit }.mark(&mut marks);
        marks
    }

    /// How many straight cuts free so many pieces in a row: two for each, or one between neighbours that touch.
    fn lines(&self, pieces: i64, along: Axis) -> i64 {
        let gap = if self.first == along { self.gap } else { Length::ZERO };
        if self.bleed == Length::ZERO && gap == Length::ZERO { pieces + 1 } else { pieces * 2 }
    }

    /// How many cuts come first, and how many in the other direction. All run from mark to mark and stop there: the
    /// margins hold the sheet together, so that one cut goes through all strips.
    fn cuts(&self, columns: i64, rows: i64) -> (i64, i64) {
        let (level, upright) = (self.lines(rows, Axis::Level), self.lines(columns, Axis::Upright));
        match self.first {
            Axis::Level => (level, upright),
            Axis::Upright => (upright, level),
        }
    }

    fn strokes(&self) -> i64 {
        let (first, then) = self.cuts(self.columns, self.rows);
        first + then
    }

    /// What to cut, in order: the long cuts first.
    fn cutting(&self, columns: i64, rows: i64) -> Vec<CutStep> {
        let number = |n: i64| usize::try_from(n).unwrap_or(0);
        let (first, then) = self.cuts(columns, rows);
        let word = |axis: Axis| if axis == Axis::Level { "level cut" } else { "upright cut" };
        let (first, then) = (number(first), number(then));
        let long = format!("{} from mark to mark", count_of(first, word(self.first)));
        let short = format!("{}, again from mark to mark", count_of(then, word(self.first.across())));
        vec![CutStep { text: long, cuts: first }, CutStep { text: short, cuts: then }]
    }
}

/// Both ends of each stretch, once where two touch.
fn edges(stretches: impl Iterator<Item = (Length, Length)>) -> Vec<Length> {
    let mut all: Vec<Length> = stretches.flat_map(|(start, end)| [start, end]).collect();
    all.dedup();
    all
}

/// No clip is needed where a piece shows all its bleed.
fn clip(trim: Rect, painted: Rect, bleed: Length) -> Clip {
    if painted == trim.grown(bleed) { Clip::Bleed } else { Clip::Page(painted) }
}

#[cfg(test)]
mod tests {
    use crate::model::{Backs, Paper};

    use super::*;

    fn mm(width: i64, height: i64) -> Size {
        Size::new(Length::from_um(width), Length::from_um(height))
    }

    fn wanted(size: Size, bleed: i64, count: i64) -> Wanted {
        Wanted { size, bleed: Length::from_um(bleed), count, has_backs: true }
    }

    fn solve(wanted: &Wanted, layout: &PrintLayout) -> Option<SheetGrid> {
        best(&all_grids(wanted, layout), wanted, layout.wish)
    }

    fn shape(wanted: &Wanted, layout: &PrintLayout) -> (i64, i64, i64) {
        let choice = solve(wanted, layout).unwrap().choice();
        (choice.columns.max(choice.rows), choice.columns.min(choice.rows), choice.bleed.um())
    }

    #[test]
    fn the_numbers_that_people_are_told() {
        let layout = |paper: Paper, wish, backs| PrintLayout { backs, wish, ..PrintLayout::on(paper) };
        let close = |paper: Paper| paper.with_margin(Length::from_mm(5)).unwrap();
        let standard = wanted(mm(63_000, 88_000), 6_000, 1_000);
        // Eight and nine on a sheet, with margins of 5 mm.
        let most = |paper, columns, rows| {
            let grids = all_grids(&standard, &layout(close(paper), Wish::Bleed, Backs::None));
            let of = |grid: &&SheetGrid| [(columns, rows), (rows, columns)].contains(&grid.shape());
            grids.iter().filter(of).map(|grid| grid.bleed().um()).max().unwrap()
        };
        assert_eq!((most(Paper::A4, 4, 2), most(Paper::LETTER, 4, 2)), (3_500, 2_170));
        assert_eq!((most(Paper::A4, 3, 3), most(Paper::LETTER, 3, 3)), (1_830, 900));
        // Four pairs with a fold between them.
        let fold = |paper| {
            let choice = solve(&standard, &layout(close(paper), Wish::Paper, Backs::Gutterfold)).unwrap().choice();
            (choice.per_sheet(), choice.bleed.um())
        };
        assert_eq!((fold(Paper::A4), fold(Paper::LETTER)), ((4, 3_120), (4, 2_170)));
    }

    #[test]
    fn eight_poker_cards_with_three_millimetres_of_bleed_fit_on_a4() {
        let poker = wanted(mm(63_500, 88_900), 3_000, 54);
        assert_eq!(shape(&poker, &PrintLayout::on(Paper::A4)), (4, 2, 3_000));
        assert_eq!(shape(&poker, &PrintLayout::on(Paper::LETTER)), (3, 2, 3_000));
        let thrifty = PrintLayout { wish: Wish::Paper, ..PrintLayout::on(Paper::A4) };
        assert_eq!(shape(&poker, &thrifty), (3, 3, 1_130));
    }

    #[test]
    fn a_fit_that_is_exact_fits() {
        let layout = PrintLayout::on(Paper::A4);
        let content = Paper::A4.sheet(false).content().size;
        let third = Size::new(content.width / 3, content.height / 3);
        assert!(solve(&wanted(third, 0, 100), &layout).unwrap().per_sheet() >= 9);
        assert!(solve(&wanted(content, 0, 1), &layout).is_some());
        assert_eq!(solve(&wanted(content.grown(Length::from_um(1)), 0, 1), &layout), None);
    }

    #[test]
    fn what_others_would_give_is_worth_a_word_only_when_it_is_better() {
        let poker = wanted(mm(63_500, 88_900), 3_000, 54);
        let layout = PrintLayout::on(Paper::LETTER);
        let grids = all_grids(&poker, &layout);
        let chosen = best(&grids, &poker, Wish::Bleed).unwrap();
        let named: Vec<(i64, i64, i64)> =
            others(&grids, &chosen).iter().map(|other| (other.per_sheet(), other.bleed.um(), other.sheets)).collect();
        assert_eq!(named, [(8, 1_580, 7), (9, 0, 6)]);
    }

    proptest::proptest! {
        #[test]
        fn pieces_stay_on_the_paper_and_apart(
            width in 9_000_i64..200_000, height in 9_000_i64..200_000, bleed in 0_i64..4_000, count in 1_i64..60,
        ) {
            for paper in Paper::NAMED {
                for backs in [Backs::Separate, Backs::Gutterfold] {
                    for wish in [Wish::Bleed, Wish::Paper] {
                        let layout = PrintLayout { backs, wish, ..PrintLayout::on(paper) };
                        let Some(grid) = solve(&wanted(mm(width, height), bleed, count), &layout) else { continue };
                        let mut placed: Vec<Rect> = Vec::new();
                        for row in 0..grid.rows {
                            for column in 0..grid.columns {
                                let painted = grid.trim(column, row).grown(grid.bleed);
                                proptest::prop_assert!(grid.bed.area.contains(painted), "{painted:?} {grid:?}");
                                proptest::prop_assert!(!placed.iter().any(|other| other.overlaps(painted)));
                                placed.push(painted);
                            }
                        }
                    }
                }
            }
        }
    }
}
