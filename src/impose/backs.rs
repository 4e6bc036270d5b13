//! Backs: which page goes on the other side of which, and where its pieces lie there.

use crate::geom::Axis;
use crate::model::{Backs, Sheet};

use super::page::Page;

/// Around which line a sheet is turned over.
#[must_use]
pub fn turning(backs: Backs, sheet: Sheet) -> Axis {
    let (short, long) =
        if sheet.size.width > sheet.size.height { (Axis::Upright, Axis::Level) } else { (Axis::Level, Axis::Upright) };
    match backs {
        Backs::DuplexLong => long,
        Backs::DuplexShort => short,
        // By hand, like a page of a book.
        Backs::None | Backs::Separate | Backs::Gutterfold => Axis::Upright,
    }
}

/// The fronts of a section with their backs among or after them.
#[must_use]
pub fn with_backs(fronts: Vec<Page>, backs: Backs) -> Vec<Page> {
    let behind = |(number, front): (usize, &Page)| Page {
        back_of: Some(number),
        ..front.turned_over(turning(backs, front.sheet))
    };
    if backs.is_duplex() {
        let mut pages = Vec::with_capacity(fronts.len() * 2);
        for front in fronts {
            let back = behind((pages.len(), &front));
            pages.extend([front, back]);
        }
        return pages;
    }
    let back_pages: Vec<Page> = match backs {
        Backs::Separate => fronts.iter().enumerate().filter(|(_, front)| front.has_backs()).map(behind).collect(),
        _ => Vec::new(),
    };
    fronts.into_iter().chain(back_pages).collect()
}

/// Pages that are read go on the back of each other; an odd number is filled up.
pub fn fill_up(pages: &mut Vec<Page>) {
    if pages.len() % 2 == 1 {
        leave_empty(pages);
    }
}

/// An empty back for the last page.
pub fn leave_empty(pages: &mut Vec<Page>) {
    if let Some(last) = pages.last() {
        let empty = Page { back_of: Some(pages.len() - 1), ..Page::new(last.sheet) };
        pages.push(empty);
    }
}
