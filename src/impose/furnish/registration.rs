//! The marks by which a cutting machine finds where a printed sheet lies: a square and two corners, on fronts only.

use crate::geom::{Point, Rect, Size};
use crate::layout::Anchor;
use crate::model::Sheet;
use crate::units::Length;

use crate::impose::{Kit, Mark, MarkKind, Page};

/// From the edges of the paper to the outside of the marks.
const INSET: Length = Length::from_mm(10);
/// The side of the square, and the arms of the corners.
const ARM: Length = Length::from_mm(5);
/// The thickness of registration marks.
pub const REGISTRATION_LINE: Length = Length::from_mm(1);
/// Lines that make the square; they overlap, so that nothing shines through between them.
const SQUARE_LINES: i64 = 6;
/// The squares in the corners of a sheet in which nothing else may be printed: the marks, and a millimetre around them.
pub const CORNER: Length = Length::from_mm(16);

/// The corners of a sheet that belong to the marks.
#[must_use]
pub fn registration_corners(sheet: Sheet) -> [Rect; 3] {
    let (right, bottom) = (sheet.size.width - CORNER, sheet.size.height - CORNER);
    let corner = |x, y| Rect::new(Point::new(x, y), Size::new(CORNER, CORNER));
    [corner(Length::ZERO, Length::ZERO), corner(right, Length::ZERO), corner(Length::ZERO, bottom)]
}

impl Kit {
    /// Puts registration marks on every page that is cut. Returns the numbers of the pages with pieces in their place,
    /// counted from 1.
    pub fn register(&mut self) -> Vec<usize> {
        let mut covered = Vec::new();
        let pages = self.sections.iter_mut().flat_map(|section| &mut section.pages);
        for (page, number) in pages.zip(1..).filter(|(page, _)| page.is_cut()) {
            let corners = registration_corners(page.sheet);
            if page.items.iter().any(|item| corners.iter().any(|corner| corner.overlaps(item.painted()))) {
                covered.push(number);
            }
            // A machine that cuts needs no cut marks, least of all beside its own.
            page.marks.retain(|mark| !corners.iter().any(|corner| corner.overlaps(room_of(mark))));
            move_labels(page, &corners);
            mark(page);
        }
        covered
    }
}

/// Small print that starts in a corner starts beside it.
fn move_labels(page: &mut Page, corners: &[Rect]) {
    let lies_in = |corner: &&Rect, at: Point| corner.overlaps(Rect::new(at, Size::default()).grown(REGISTRATION_LINE));
    for label in page.labels.iter_mut().filter(|label| label.anchor == Anchor::Start) {
        if let Some(corner) = corners.iter().find(|corner| lies_in(corner, label.at)) {
            label.at.x = corner.right();
        }
    }
}

/// The rectangle around a mark.
fn room_of(mark: &Mark) -> Rect {
    let at = |point| Rect::new(point, Size::default());
    at(mark.from).union(at(mark.to)).grown(REGISTRATION_LINE / 2)
}

fn mark(page: &mut Page) {
    let Size { width, height } = page.sheet.size;
    let (right, bottom) = (width - INSET, height - INSET);
    let half = REGISTRATION_LINE / 2;
    let mut line = |x1: Length, y1: Length, x2: Length, y2: Length| {
        page.marks.push(Mark { kind: MarkKind::Registration, from: Point::new(x1, y1), to: Point::new(x2, y2) });
    };
    for number in 0..SQUARE_LINES {
        let y = INSET + half + (ARM - REGISTRATION_LINE) * number / (SQUARE_LINES - 1);
        line(INSET, y, INSET + ARM, y);
    }
    line(right - ARM, INSET + half, right, INSET + half);
    line(right - half, INSET, right - half, INSET + ARM);
    line(INSET, bottom - half, INSET + ARM, bottom - half);
    line(INSET + half, bottom - ARM, INSET + half, bottom);
}
