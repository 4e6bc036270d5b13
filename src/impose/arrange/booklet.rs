//! Pages of a booklet, two side by side on a sheet, in the order they are read.

use crate::geom::{Point, Size};
use crate::layout::{LaidComponent, LaidPiece};
use crate::model::Paper;
use crate::units::Length;

use crate::impose::page::{Item, Mark, MarkKind, Page};

/// The sheets of a booklet.
#[must_use]
pub fn pages(part: &LaidComponent, paper: Paper) -> Vec<Page> {
    let Some(first) = part.pieces.first() else { return Vec::new() };
    let size = first.front.size;
    let room = paper.sheet(true).content().size;
    let pair = Size::new(size.width * 2, size.height);
    if pair.fits_in(room) {
        part.pieces.chunks(2).map(|pieces| spread(pieces, size, paper)).collect()
    } else {
        part.pieces.iter().map(|piece| single(piece, size, paper)).collect()
    }
}

fn spread(pieces: &[LaidPiece], size: Size, paper: Paper) -> Page {
    let mut page = Page::new(paper.sheet(true));
    let middle = page.sheet.size.width / 2;
    let top = (page.sheet.size.height - size.height) / 2;
    for (piece, x) in pieces.iter().zip([middle - size.width, middle]) {
        page.items.push(Item::upright(&piece.front, Point::new(x, top)));
    }
    let long = Length::from_mm(3);
    let mut fold = |from: Length, to: Length| {
        let (from, to) = (Point::new(middle, from), Point::new(middle, to));
        page.marks.push(Mark { kind: MarkKind::Fold, from, to });
    };
    fold(top - long, top);
    fold(top + size.height, top + size.height + Length::from_um(1_500));
    page
}

fn single(piece: &LaidPiece, size: Size, paper: Paper) -> Page {
    let upright = size.fits_in(paper.sheet(false).content().size);
    let mut page = Page::new(paper.sheet(!upright));
    let at = page.sheet.whole().middle(size).origin;
    page.items.push(Item::upright(&piece.front, at));
    page
}
