//! All tokens of a kit on as few sheets as possible: blocks of one size, set side by side in shelves.

use crate::geom::{Point, Rect};
use crate::layout::LaidComponent;
use crate::model::{Component, PaperSize, Sheet};
use crate::units::Length;

use super::block::{Block, blocks};
use super::marks::MARK_ROOM;
use super::{Item, Page, Sides};

/// A row of blocks on a sheet.
struct Shelf {
    top: Length,
    height: Length,
    /// Where the next block goes.
    right: Length,
    blocks: Vec<Block>,
}

/// The sheets that hold these tokens.
#[must_use]
pub fn pages(tokens: &[(&Component, &LaidComponent)], paper: PaperSize) -> Vec<Page> {
    let sheet = paper.sheet(false);
    let content = sheet.content();
    let mut sheets: Vec<Vec<Shelf>> = Vec::new();
    for (_, part) in tokens {
        for block in blocks(&Sides::of(part), content.size) {
            let left_over = match sheets.last_mut() {
                Some(shelves) => place(shelves, block, content),
                None => Some(block),
            };
            if let Some(block) = left_over {
                let mut shelves = Vec::new();
                place(&mut shelves, block, content);
                sheets.push(shelves);
            }
        }
    }
    sheets.iter().map(|shelves| page(sheet, shelves)).collect()
}

/// Puts a block on the first shelf with room, or on a new one below; gives it back when there is no room at all.
fn place(shelves: &mut Vec<Shelf>, block: Block, content: Rect) -> Option<Block> {
    let room = block.room();
    let fits = |shelf: &&mut Shelf| shelf.height >= room.height && shelf.right + room.width <= content.right();
    if let Some(shelf) = shelves.iter_mut().find(fits) {
        shelf.right += room.width;
        shelf.blocks.push(block);
        return None;
    }
    let top = shelves.last().map_or(content.top(), |shelf| shelf.top + shelf.height);
    if top + room.height > content.bottom() && !shelves.is_empty() {
        return Some(block);
    }
    let right = content.left() + room.width;
    shelves.push(Shelf { top, height: room.height, right, blocks: vec![block] });
    None
}

/// A sheet with its shelves, each in the middle from side to side.
fn page(sheet: Sheet, shelves: &[Shelf]) -> Page {
    let mut page = Page::new(sheet);
    for shelf in shelves {
        let mut x = sheet.content().left() + (sheet.content().right() - shelf.right) / 2;
        for block in &shelf.blocks {
            put(&mut page, block, Point::new(x, shelf.top));
            x += block.room().width;
        }
    }
    page.cutting = cutting(&page);
    page
}

fn put(page: &mut Page, block: &Block, at: Point) {
    let at = Point::new(at.x + MARK_ROOM, at.y + MARK_ROOM);
    let moved = |point: Point| Point::new(point.x + at.x, point.y + at.y);
    page.items.extend(block.items.iter().map(|item| Item { at: moved(item.at), ..item.clone() }));
    let paths = block.paths.iter().map(|path| super::CutPath { at: moved(path.at), path: path.path.clone() });
    page.cut_paths.extend(paths);
    block.marks(at, &mut page.marks);
}

/// What to cut, in order.
fn cutting(page: &Page) -> Vec<String> {
    let mut steps = vec!["the blocks apart".to_owned()];
    if !page.marks.is_empty() {
        steps.push("each block along its marks, the long cuts first; neighbours share their cuts".to_owned());
    }
    if !page.cut_paths.is_empty() {
        steps.push("round pieces along their thin line".to_owned());
    }
    steps
}
