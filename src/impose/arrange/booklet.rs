//! Pages of a booklet on sheets: in the order of folding for sheets that are laid into each other and stapled, two side by
//! side as they are read, or one by one.

use crate::geom::{Point, Rect, Sides, Size, Turn};
use crate::layout::common::Common;
use crate::layout::face::Face;
use crate::layout::{LaidComponent, LaidPiece};
use crate::model::{Backs, Bend, Booklets, LEAST_MARGIN, Paper, PrintLayout};
use crate::units::Length;

use crate::impose::marks::SHORTEST;
use crate::impose::page::{Clip, CutStep, Item, Mark, MarkKind, Page};

use super::fit::FitKind;

/// So many pages are on a sheet that is folded once and printed on both sides.
const ON_A_SHEET: usize = 4;
/// A booklet of no more pages than these is one fold and needs no staple.
const ONE_FOLD: usize = 2;
/// Between the pages and a mark.
const CLEAR: Length = Length::from_um(500);
/// As long as there is room for.
const LONGEST: Length = Length::from_mm(5);
/// The back of a staple.
const STAPLE: Length = Length::from_mm(12);
/// How far the mark of the fold reaches above the pages, and below, where the small print is.
const FOLD: (Length, Length) = (Length::from_mm(3), Length::from_um(1_500));

/// The sheets of a booklet, and how it lies on them.
pub struct Arranged {
    /// Its pages; those of stapled sheets have their other sides behind them.
    pub pages: Vec<Page>,
    /// The same in numbers, when it is to be stapled; all else speaks for itself.
    pub fit: Option<FitKind>,
}

/// How a booklet is laid on sheets: as it is wished for, or as is usual for so many pages. The wish may not fit.
#[must_use]
pub fn way(part: &LaidComponent, layout: &PrintLayout) -> Booklets {
    let Some(size) = page_size(part) else { return Booklets::Single };
    let both_sides = matches!(layout.backs, Backs::Separate | Backs::DuplexLong | Backs::DuplexShort);
    match layout.booklets {
        Some(way) => way,
        None if both_sides && part.pieces.len() > ONE_FOLD && room(size, layout.paper) == Room::BetweenMargins => {
            Booklets::SaddleStitch
        }
        None if room(size, layout.paper) == Room::BetweenMargins => Booklets::Spreads,
        None => Booklets::Single,
    }
}

/// Where two pages side by side have room.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Room {
    /// Between the margins, with small print around.
    BetweenMargins,
    /// On the sheet, which they cover: there is no room for anything else.
    Sheet,
    /// Nowhere.
    Nowhere,
}

/// Where two pages of a size have room on a sheet that lies on its side.
#[must_use]
pub fn room(page: Size, paper: Paper) -> Room {
    let (sheet, pair) = (paper.sheet(true), pair_of(page));
    if pair.fits_in(sheet.content().size) {
        Room::BetweenMargins
    } else if pair.fits_in(sheet.size) {
        Room::Sheet
    } else {
        Room::Nowhere
    }
}

/// Two pages side by side.
#[must_use]
pub fn pair_of(page: Size) -> Size {
    Size::new(page.width * 2, page.height)
}

fn page_size(part: &LaidComponent) -> Option<Size> {
    part.pieces.first().map(|piece| piece.front.size)
}

/// The sheets of a booklet, laid out in a way that has room. Sheets on which nothing is wanted are left out.
#[must_use]
pub fn arrange(part: &LaidComponent, layout: &PrintLayout, way: Booklets) -> Arranged {
    let pages: Vec<Page> = match (way, page_size(part)) {
        (_, None) => Vec::new(),
        (Booklets::SaddleStitch, Some(size)) => stitched(&part.pieces, size, layout.paper),
        (Booklets::Spreads, Some(size)) => {
            let pairs = part.pieces.chunks(2).filter(|pair| are_wanted(pair));
            pairs.map(|pair| spread(pair, size, layout.paper)).collect()
        }
        (Booklets::Single, Some(size)) => {
            let wanted = part.pieces.iter().filter(|piece| piece.quantity > 0);
            wanted.map(|piece| single(piece, size, layout.paper)).collect()
        }
    };
    let count = part.pieces.len();
    let stapled = FitKind::Booklet { pages: count, blank: padded(count) - count, sheets: pages.len() };
    Arranged { fit: (way == Booklets::SaddleStitch).then_some(stapled), pages }
}

fn are_wanted(pieces: &[LaidPiece]) -> bool {
    pieces.iter().any(|piece| piece.quantity > 0)
}

/// How many pages the sheets have that hold so many.
const fn padded(pages: usize) -> usize {
    pages.div_ceil(ON_A_SHEET) * ON_A_SHEET
}

/// The fronts of sheets that are laid into each other, the outermost first, with their other sides behind them.
fn stitched(pieces: &[LaidPiece], size: Size, paper: Paper) -> Vec<Page> {
    let Some(first) = pieces.first() else { return Vec::new() };
    let blank = blank_page(&first.front);
    let total = padded(pieces.len());
    let sheets = total / ON_A_SHEET;
    let mut pages = Vec::new();
    for sheet in 0..sheets {
        let on_it = FoldedSheet::of(sheet, total);
        let wanted = on_it.front.iter().chain(&on_it.behind).filter_map(|number| pieces.get(*number));
        if !wanted.clone().any(|piece| piece.quantity > 0) {
            continue;
        }
        let face = |number: usize| pieces.get(number).map_or_else(|| blank.clone(), |piece| piece.front.clone());
        let mut page = pair_page(size, paper, on_it.front.map(|number| Some(face(number))));
        // A side with nothing on it is no side to print.
        if on_it.behind.iter().any(|number| *number < pieces.len()) {
            lay_behind(&mut page, on_it.behind.map(face));
        }
        // The outermost sheet lies below all others when they are stapled and trimmed.
        if !page.is_bare && sheet == 0 {
            staples(&mut page);
            corners(&mut page);
        }
        page.cutting = vec![CutStep { text: told(sheet, sheets), cuts: 0 }];
        pages.push(page);
    }
    pages
}

/// The pages on a sheet of those that are laid into each other, counted from 0.
struct FoldedSheet {
    /// Left and right on its front: the last page that is left, and the first.
    front: [usize; 2],
    /// What is behind these: the last but one, and the second.
    behind: [usize; 2],
}

impl FoldedSheet {
    /// The sheet so many from the outside, of a booklet of so many pages.
    const fn of(sheet: usize, total: usize) -> Self {
        let (first, last) = (sheet * 2, total - 1 - sheet * 2);
        Self { front: [last, first], behind: [last - 1, first + 1] }
    }
}

/// Gives the two halves of a sheet their other sides, as they are seen from the front.
fn lay_behind(page: &mut Page, faces: [Common<Face>; 2]) {
    for (number, (item, face)) in page.items.iter_mut().zip(faces).enumerate() {
        let clip = clip_of(&face, item.trim, number == 0);
        item.back = Some((face, clip));
    }
}

/// What to do with a sheet.
fn told(sheet: usize, sheets: usize) -> String {
    let last = sheets - 1;
    if sheet > 0 {
        let what = if sheet == last { "the innermost: it goes" } else { "it goes" };
        return format!("Sheet {} of {sheets}, {what} into sheet {sheet}", sheet + 1);
    }
    let fold = match sheets {
        1 => "Fold the sheet in the middle".to_owned(),
        _ => format!("Sheet 1 of {sheets}, the outermost: lay the others into it, fold"),
    };
    format!("{fold}, staple at the two dashed lines in the fold; trim to the corner marks")
}

/// A page with nothing on it, as large as the others.
fn blank_page(like: &Face) -> Common<Face> {
    let id = like.id.split('/').next().unwrap_or_default();
    Common::new(Face {
        id: format!("{id}/blank-front"),
        component: like.component,
        size: like.size,
        bleed: like.bleed,
        safe: like.safe,
        outline: like.outline,
        folds: Vec::new(),
        cut: None,
        layers: Vec::new(),
    })
}

fn spread(pieces: &[LaidPiece], size: Size, paper: Paper) -> Page {
    let mut faces = pieces.iter().map(|piece| piece.front.clone());
    pair_page(size, paper, [faces.next(), faces.next()])
}

/// A sheet on its side with two pages that meet in its middle, and the mark of the fold between them.
fn pair_page(size: Size, paper: Paper, faces: [Option<Common<Face>>; 2]) -> Page {
    let mut page = Page::new(paper.sheet(true));
    page.is_bare = room(size, paper) == Room::Sheet;
    let [left, right] = halves(&page, size);
    for (face, rect) in faces.into_iter().zip([left, right]) {
        let Some(face) = face else { continue };
        let clip = clip_of(&face, rect, rect == left);
        page.items.push(Item { face, at: rect.origin, turn: Turn::None, trim: rect, clip, back: None });
    }
    if !page.is_bare {
        let middle = page.sheet.size.width / 2;
        let mut fold = |from: Length, to: Length| {
            let (from, to) = (Point::new(middle, from), Point::new(middle, to));
            page.marks.push(Mark { kind: MarkKind::Fold(Bend::Mountain), from, to });
        };
        fold(left.top() - FOLD.0, left.top());
        fold(left.bottom(), left.bottom() + FOLD.1);
    }
    page
}

/// The places of two pages that meet in the middle of a sheet.
fn halves(page: &Page, size: Size) -> [Rect; 2] {
    let sheet = page.sheet.size;
    let top = (sheet.height - size.height) / 2;
    let middle = sheet.width / 2;
    [middle - size.width, middle].map(|left| Rect::new(Point::new(left, top), size))
}

/// A page with its bleed on all sides but that of the fold, where the other page begins.
fn clip_of(face: &Face, rect: Rect, is_left: bool) -> Clip {
    let bleed = face.bleed;
    if bleed == Length::ZERO {
        return Clip::Bleed;
    }
    let beyond = |is_outer: bool| if is_outer { bleed } else { Length::ZERO };
    Clip::Page(rect.grown_by(Sides { left: beyond(is_left), right: beyond(!is_left), top: bleed, bottom: bleed }))
}

/// Dashes in the fold where the staples go, a quarter from the upper and from the lower end: each hides its own.
fn staples(page: &mut Page) {
    let (trim, middle) = (page.trim_box(), page.sheet.size.width / 2);
    for quarter in [1, 3] {
        let y = trim.top() + trim.size.height * quarter / 4;
        let (from, to) = (Point::new(middle, y - STAPLE / 2), Point::new(middle, y + STAPLE / 2));
        page.marks.push(Mark { kind: MarkKind::Fold(Bend::Mountain), from, to });
    }
}

/// Marks beyond the corners, for whoever trims the stapled booklet to the size of its pages.
fn corners(page: &mut Page) {
    let (block, trim, sheet) = (page.bleed_box(), page.trim_box(), page.sheet);
    let limit = LEAST_MARGIN + sheet.wider();
    let (right, low) = (sheet.size.width - limit, sheet.size.height - limit);
    let mut mark = |from: Point, to: Point| {
        if (to.x - from.x).max(to.y - from.y) >= SHORTEST {
            page.marks.push(Mark { kind: MarkKind::Cut, from, to });
        }
    };
    for y in [trim.top(), trim.bottom()] {
        mark(Point::new((block.left() - CLEAR - LONGEST).max(limit), y), Point::new(block.left() - CLEAR, y));
        mark(Point::new(block.right() + CLEAR, y), Point::new((block.right() + CLEAR + LONGEST).min(right), y));
    }
    for x in [trim.left(), trim.right()] {
        mark(Point::new(x, (block.top() - CLEAR - LONGEST).max(limit)), Point::new(x, block.top() - CLEAR));
        mark(Point::new(x, block.bottom() + CLEAR), Point::new(x, (block.bottom() + CLEAR + LONGEST).min(low)));
    }
}

fn single(piece: &LaidPiece, size: Size, paper: Paper) -> Page {
    let upright = size.fits_in(paper.sheet(false).content().size);
    let mut page = Page::new(paper.sheet(!upright));
    let at = page.sheet.whole().middle(size).origin;
    page.items.push(Item::upright(&piece.front, at));
    page
}
