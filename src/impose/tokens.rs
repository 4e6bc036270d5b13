//! All tokens of a kit on as few sheets as possible: blocks of one size, set side by side in shelves.

use std::sync::Arc;

use crate::geom::{Point, Rect};
use crate::layout::LaidComponent;
use crate::layout::face::Face;
use crate::model::{Component, PaperSize};
use crate::units::Length;

use super::block::{Block, blocks};
use super::marks::MARK_ROOM;
use super::{Item, Page};

/// A row of blocks on a sheet.
struct Shelf {
    top: Length,
    height: Length,
    /// Where the next block goes.
    right: Length,
}

/// The sheets that hold these tokens.
#[must_use]
pub fn pages(tokens: &[(&Component, &LaidComponent)], paper: PaperSize) -> Vec<Page> {
    let sheet = paper.sheet(false);
    let content = sheet.content();
    let mut filling = Filling { content, pages: Vec::new(), shelves: Vec::new() };
    for (_, part) in tokens {
        for block in blocks(&faces_of(part), content.size) {
            if !filling.place(&block) {
                filling.start_page(Page::new(sheet));
                filling.place(&block);
            }
        }
    }
    filling.pages.into_iter().map(centred).collect()
}

fn faces_of(part: &LaidComponent) -> Vec<Arc<Face>> {
    let copies = |piece: &crate::layout::LaidPiece| std::iter::repeat_n(Arc::clone(&piece.front), piece.quantity);
    part.pieces.iter().flat_map(copies).collect()
}

struct Filling {
    content: Rect,
    pages: Vec<Page>,
    shelves: Vec<Shelf>,
}

impl Filling {
    fn start_page(&mut self, page: Page) {
        self.pages.push(page);
        self.shelves.clear();
    }

    /// Puts a block on the last sheet; false when there is no room for it.
    fn place(&mut self, block: &Block) -> bool {
        let Some(page) = self.pages.last_mut() else { return false };
        let room = block.room();
        let fits = |shelf: &&mut Shelf| {
            shelf.height >= room.height && shelf.right + room.width <= self.content.right()
        };
        if let Some(shelf) = self.shelves.iter_mut().find(fits) {
            let at = Point::new(shelf.right, shelf.top);
            shelf.right += room.width;
            put(page, block, at);
            return true;
        }
        let top = self.shelves.last().map_or(self.content.top(), |shelf| shelf.top + shelf.height);
        if top + room.height > self.content.bottom() {
            return false;
        }
        let at = Point::new(self.content.left(), top);
        self.shelves.push(Shelf { top, height: room.height, right: at.x + room.width });
        put(page, block, at);
        true
    }
}

fn put(page: &mut Page, block: &Block, at: Point) {
    let at = Point::new(at.x + MARK_ROOM, at.y + MARK_ROOM);
    let moved = |point: Point| Point::new(point.x + at.x, point.y + at.y);
    page.items.extend(block.items.iter().map(|item| Item { at: moved(item.at), ..item.clone() }));
    let paths = block.paths.iter().map(|path| super::CutPath { at: moved(path.at), path: path.path.clone() });
    page.cut_paths.extend(paths);
    block.marks(at, &mut page.marks);
}

/// The same page with everything in the middle from side to side.
fn centred(mut page: Page) -> Page {
    let used = page.bleed_box();
    let shift = (page.sheet.size.width - used.left() - used.right()) / 2;
    let moved = |point: Point| Point::new(point.x + shift, point.y);
    page.items.iter_mut().for_each(|item| item.at = moved(item.at));
    page.cut_paths.iter_mut().for_each(|path| path.at = moved(path.at));
    for mark in &mut page.marks {
        (mark.from, mark.to) = (moved(mark.from), moved(mark.to));
    }
    page
}

/// What to cut, in order.
#[must_use]
pub fn cutting(pages: &[Page]) -> Vec<String> {
    let mut steps = vec![
        "the blocks apart".to_owned(),
        "each block along its marks, the long cuts first; neighbours share their cuts".to_owned(),
    ];
    if pages.iter().any(|page| !page.cut_paths.is_empty()) {
        steps.push("round pieces along their thin line".to_owned());
    }
    steps
}
