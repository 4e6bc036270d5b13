//! All tokens of a kit on as few sheets as possible: blocks of one size, set side by side in shelves.

use crate::diag::count_of;
use crate::geom::{Point, Rect};
use crate::layout::LaidComponent;
use crate::layout::face::Face;
use crate::model::{Backs, PrintLayout};
use crate::units::Length;

use super::bed::Bed;
use super::block::{Block, blocks};
use crate::impose::ends::{Painted, marks_beyond};
use crate::impose::marks::MARK_ROOM;
use crate::impose::page::{CutPath, CutStep, Mark, MarkKind, Page, Piece};

/// How far shelves, and blocks on a shelf, are apart where there is room.
const APART: Length = Length::from_um(4_000);
/// Between a line that parts two blocks and the one that parts their shelf from the next.
const CLEAR: Length = Length::from_um(500);

/// A row of blocks on a sheet.
struct Shelf {
    top: Length,
    height: Length,
    /// Where the next block goes.
    right: Length,
    blocks: Vec<Block>,
}

/// The sheets that hold these tokens, on the bed that needs the fewest.
#[must_use]
pub fn pages(tokens: &[&LaidComponent], layout: &PrintLayout, folds: bool) -> Vec<Page> {
    let (beds, with_backs) = (Bed::all(layout, folds), layout.backs != Backs::None);
    let fitting: Vec<&Bed> = beds.iter().filter(|bed| tokens.iter().all(|part| fits(part, bed, true))).collect();
    // Where that takes fewer sheets, the highest lie first.
    let mut by_height = tokens.to_vec();
    by_height.sort_by_key(|part| std::cmp::Reverse(part.pieces.iter().map(|piece| piece.front.size.height).max()));
    let ways = [tokens, &by_height];
    let all = ways.iter().flat_map(|tokens| fitting.iter().map(|bed| pages_on(tokens, bed, with_backs)));
    all.min_by_key(Vec::len).unwrap_or_default()
}

/// Whether one token of a component fits on a bed, with its marks, and with its bleed or without.
#[must_use]
pub fn fits(part: &LaidComponent, bed: &Bed, has_bleed: bool) -> bool {
    let bleed = |face: &Face| if has_bleed { face.bleed } else { Length::ZERO };
    let room = |piece: &crate::layout::LaidPiece| piece.front.size.grown(bleed(&piece.front) + MARK_ROOM);
    part.pieces.iter().all(|piece| room(piece).fits_in(bed.area.size))
}

fn pages_on(tokens: &[&LaidComponent], bed: &Bed, with_backs: bool) -> Vec<Page> {
    let mut sheets: Vec<Vec<Shelf>> = Vec::new();
    for part in tokens {
        for block in blocks(&Piece::of(part, with_backs), bed.area.size) {
            let left_over =
                sheets.iter_mut().try_fold(block, |block, shelves| place(shelves, block, bed.area).ok_or(()));
            if let Ok(block) = left_over {
                let mut shelves = Vec::new();
                place(&mut shelves, block, bed.area);
                sheets.push(shelves);
            }
        }
    }
    sheets.iter_mut().map(|shelves| page(bed, spread(shelves, bed.area))).collect()
}

/// Sets shelves apart as far as there is room, so that a cut between two of them meets no mark of either, and the first from the order
/// of cuts above it.
fn spread(shelves: &mut [Shelf], area: Rect) -> &[Shelf] {
    let bottom = shelves.last().map_or(area.top(), Shelf::bottom);
    let gaps = i64::try_from(shelves.len()).unwrap_or(1).max(1);
    let gap = ((area.bottom() - bottom) / gaps).min(APART);
    for (number, shelf) in (1..).zip(shelves.iter_mut()) {
        shelf.top += gap * number;
    }
    shelves
}

impl Shelf {
    fn bottom(&self) -> Length {
        self.top + self.height
    }

    /// Where its blocks begin, each with the room for its marks: apart as far as there is room, in the middle from side to side.
    fn places(&self, area: Rect) -> Vec<Length> {
        let (gaps, free) = (i64::try_from(self.blocks.len().saturating_sub(1)).unwrap_or(0), area.right() - self.right);
        let gap = (free / gaps.max(1)).min(APART);
        let first = area.left() + (free - gap * gaps) / 2;
        let widths = self.blocks.iter().map(|block| block.room().width + gap);
        widths.scan(first, |next, width| Some(std::mem::replace(next, *next + width))).collect()
    }
}

/// The lines that part the blocks of a sheet: level ones from side to side between shelves, upright ones between the blocks of each.
/// All marks end before them.
fn lines_between(shelves: &[Shelf], area: Rect) -> Vec<Mark> {
    let line = |from: Point, to: Point| Mark { kind: MarkKind::Cut, from, to };
    let parted: Vec<Length> = shelves.windows(2).map(|pair| (pair[0].bottom() + pair[1].top) / 2).collect();
    let mut lines: Vec<Mark> =
        parted.iter().map(|&y| line(Point::new(area.left(), y), Point::new(area.right(), y))).collect();
    for (number, shelf) in shelves.iter().enumerate() {
        let above = number.checked_sub(1).map_or(area.top(), |above| parted[above] + CLEAR);
        let below = parted.get(number).map_or(shelf.bottom(), |below| *below - CLEAR);
        let places = shelf.places(area);
        for (block, pair) in shelf.blocks.iter().zip(places.windows(2)) {
            let x = (pair[0] + block.room().width + pair[1]) / 2;
            lines.push(line(Point::new(x, above), Point::new(x, below)));
        }
    }
    lines
}

/// Puts a block on the first shelf with room, or on a new one below; gives it back when there is no room at all.
fn place(shelves: &mut Vec<Shelf>, block: Block, area: Rect) -> Option<Block> {
    let room = block.room();
    let fits = |shelf: &&mut Shelf| shelf.height >= room.height && shelf.right + room.width <= area.right();
    if let Some(shelf) = shelves.iter_mut().find(fits) {
        shelf.right += room.width;
        shelf.blocks.push(block);
        return None;
    }
    let top = shelves.last().map_or(area.top(), |shelf| shelf.top + shelf.height);
    if top + room.height > area.bottom() && !shelves.is_empty() {
        return Some(block);
    }
    let right = area.left() + room.width;
    shelves.push(Shelf { top, height: room.height, right, blocks: vec![block] });
    None
}

/// A sheet with its shelves, each in the middle from side to side.
fn page(bed: &Bed, shelves: &[Shelf]) -> Page {
    let mut page = bed.page();
    let (mut cuts, mut back_cuts) = (Vec::new(), Vec::new());
    for shelf in shelves {
        for (block, x) in shelf.blocks.iter().zip(shelf.places(bed.area)) {
            let at = Point::new(x, shelf.top).moved(Point::new(MARK_ROOM, MARK_ROOM));
            put(&mut page, block, at);
            cuts.extend(block.cuts_at(at));
            // On the other side of tokens without backs there is nothing to cut by.
            if block.items.iter().any(|item| item.back.is_some()) {
                back_cuts.extend(block.cuts_at(at));
            }
        }
    }
    let limit = bed.area;
    let lines = lines_between(shelves, limit);
    page.marks = marks_beyond(&cuts, &Painted::fronts(&page.items), limit, &lines);
    page.back_marks = marks_beyond(&back_cuts, &Painted::backs(&page.items), limit, &[]);
    page.align_marks();
    page.marks.extend(lines);
    page.cutting = cutting(shelves);
    bed.close(&mut page);
    page
}

fn put(page: &mut Page, block: &Block, at: Point) {
    page.items.extend(block.items.iter().map(|item| item.moved(at)));
    let paths = block.paths.iter().map(|path| CutPath { at: path.at.moved(at), path: path.path.clone() });
    page.cut_paths.extend(paths);
}

fn lines_of(count: usize) -> &'static str {
    if count == 1 { "line" } else { "lines" }
}

/// What to cut, in order.
fn cutting(shelves: &[Shelf]) -> Vec<CutStep> {
    let blocks = || shelves.iter().flat_map(|shelf| &shelf.blocks);
    let (straight, round): (usize, usize) =
        (blocks().map(|block| block.cuts.len()).sum(), blocks().map(|block| block.paths.len()).sum());
    let mut steps = Vec::new();
    // Level cuts between the shelves, then upright ones between the blocks of each.
    let (apart, across) = (blocks().count().saturating_sub(1), shelves.len().saturating_sub(1));
    if apart > 0 {
        let cuts_of = |count: usize| if count == 1 { "one cut".to_owned() } else { count_of(count, "cut") };
        let text = match (cuts_of(across), apart - across) {
            (cuts, 0) => format!("{cuts} right across the paper, on the {} between the blocks", lines_of(across)),
            (_, short) if across == 0 => format!("{} on the {} between the blocks", cuts_of(short), lines_of(short)),
            (cuts, short) => format!("{cuts} right across the paper and {short} short on the lines between the blocks"),
        };
        steps.push(CutStep { text, cuts: apart });
    }
    if straight > 0 {
        // Whoever has no neighbour shares no cut.
        let are_shared = blocks().any(|block| block.items.len() > 1);
        let shared = if are_shared { ", the long ones first (neighbours share them)" } else { "" };
        let text = format!("{} along the marks{shared}", count_of(straight, "cut"));
        steps.push(CutStep { text, cuts: straight });
    }
    if round > 0 {
        let text = format!("{} along the thin line", count_of(round, "round piece"));
        steps.push(CutStep { text, cuts: round });
    }
    steps
}
