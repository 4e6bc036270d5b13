//! Backs: which page goes on the other side of which, and where its pieces lie there.

use crate::geom::Axis;
use crate::model::{Backs, Sheet};

use super::page::Page;

/// Around which line a sheet is turned over.
#[must_use]
pub fn turning(backs: Backs, sheet: Sheet) -> Axis {
    let (short, long) = if sheet.is_landscape() { (Axis::Upright, Axis::Level) } else { (Axis::Level, Axis::Upright) };
    match backs {
        Backs::DuplexLong => long,
        Backs::DuplexShort => short,
        // By hand, like a page of a book.
        Backs::None | Backs::Separate | Backs::Gutterfold => Axis::Upright,
    }
}

/// The fronts of a section, each followed by its backs, as a printer for both sides takes them; where that prints all sheets, by an
/// empty page as well.
#[must_use]
pub fn with_backs(fronts: Vec<Page>, backs: Backs) -> Vec<Page> {
    let mut pages = Vec::with_capacity(fronts.len() * 2);
    for front in fronts {
        let wants_back = backs.is_duplex() || (backs == Backs::Separate && front.has_backs());
        let back =
            wants_back.then(|| Page { back_of: Some(pages.len()), ..front.turned_over(turning(backs, front.sheet)) });
        pages.push(front);
        pages.extend(back);
    }
    pages
}

/// Pages that are read go on the back of each other, as those of a book; an odd number is filled up.
pub fn fill_up(pages: &mut Vec<Page>, backs: Backs) {
    // Where the printer turns sheets over like those of a calendar, a back has to stand on its head.
    for page in pages.iter_mut().skip(1).step_by(2).filter(|page| turning(backs, page.sheet) == Axis::Level) {
        page.stand_on_head();
    }
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
