//! A board larger than the paper: tiles that overlap, with marks that say where the next one lies.

use std::sync::Arc;

use crate::geom::{Point, Rect, Size, Turn};
use crate::layout::face::Face;
use crate::layout::{Anchor, Label};
use crate::model::{PaperSize, Sheet};
use crate::units::{Length, parts_of};

use super::marks::{level_cuts, upright_cuts};
use super::{Clip, Item, Mark, MarkKind, Page};

/// How much of a tile the next one covers.
const OVERLAP: Length = Length::from_mm(5);
/// Half the length of the cross at a corner where tiles meet.
const CROSS: Length = Length::from_um(1_500);

/// A way to cut a board into tiles.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Tiling {
    sheet: Sheet,
    columns: i64,
    rows: i64,
    tile: Size,
}

/// One page for every tile of a board.
#[must_use]
pub fn pages(face: &Arc<Face>, paper: PaperSize) -> Vec<Page> {
    let whole = face.size;
    let candidates = [false, true].map(|landscape| Tiling::of(whole, paper.sheet(landscape)));
    let Some(tiling) = candidates.into_iter().min_by_key(|tiling| tiling.columns * tiling.rows) else {
        return Vec::new();
    };
    let mut pages = Vec::new();
    for row in 0..tiling.rows {
        for column in 0..tiling.columns {
            pages.push(tiling.page(face, column, row));
        }
    }
    pages
}

/// What to cut, in order.
fn cutting() -> Vec<String> {
    vec![
        "every tile along the marks at its edges".to_owned(),
        "glue: tile A1 first, each next one up to the dashed marks of the tile before".to_owned(),
    ]
}

/// How many tiles a length takes when each next one covers a bit of the one before.
fn tiles_along(whole: Length, room: Length) -> i64 {
    if whole <= room { 1 } else { parts_of((whole - OVERLAP).um(), (room - OVERLAP).um()) }
}

/// Equal tiles, each a little larger than its share.
fn tile_length(whole: Length, count: i64) -> Length {
    Length::from_um(parts_of((whole + OVERLAP * (count - 1)).um(), count))
}

impl Tiling {
    fn of(whole: Size, sheet: Sheet) -> Self {
        let room = sheet.content().size;
        let (columns, rows) = (tiles_along(whole.width, room.width), tiles_along(whole.height, room.height));
        let tile = Size::new(tile_length(whole.width, columns), tile_length(whole.height, rows));
        Self { sheet, columns, rows, tile }
    }

    /// The part of the board on a tile.
    fn part(&self, whole: Size, column: i64, row: i64) -> Rect {
        let left = (self.tile.width - OVERLAP) * column;
        let top = (self.tile.height - OVERLAP) * row;
        let size = Size::new(self.tile.width.min(whole.width - left), self.tile.height.min(whole.height - top));
        Rect::new(Point::new(left, top), size)
    }

    fn page(&self, face: &Arc<Face>, column: i64, row: i64) -> Page {
        let part = self.part(face.size, column, row);
        let free = Size::new(self.sheet.size.width - part.size.width, self.sheet.size.height - part.size.height);
        let shown = Rect::new(Point::new(free.width / 2, free.height / 2), part.size);
        let at = Point::new(shown.left() - part.left(), shown.top() - part.top());
        let mut page = Page::new(self.sheet);
        page.items.push(Item { face: Arc::clone(face), at, turn: Turn::None, clip: Clip::Page(shown), back: None });
        let limit = super::furniture::mark_limits(self.sheet);
        upright_cuts(&[shown.left(), shown.right()], shown, &[], limit, &mut page.marks);
        level_cuts(&[shown.top(), shown.bottom()], shown, limit, &mut page.marks);
        page.cutting = cutting();
        self.seams(&mut page, shown, column, row);
        self.name(&mut page, shown, column, row);
        page
    }

    /// Dashed marks where the next tiles will lie, and crosses where four tiles meet.
    fn seams(&self, page: &mut Page, shown: Rect, column: i64, row: i64) {
        let (x, y) = (shown.right() - OVERLAP, shown.bottom() - OVERLAP);
        let (next_right, next_below) = (column + 1 < self.columns, row + 1 < self.rows);
        let mut seam = |from: Point, to: Point| page.marks.push(Mark { kind: MarkKind::Fold, from, to });
        if next_right {
            seam(Point::new(x, shown.top()), Point::new(x, shown.top() + OVERLAP));
            seam(Point::new(x, shown.bottom() - OVERLAP), Point::new(x, shown.bottom()));
        }
        if next_below {
            seam(Point::new(shown.left(), y), Point::new(shown.left() + OVERLAP, y));
            seam(Point::new(shown.right() - OVERLAP, y), Point::new(shown.right(), y));
        }
        if next_right && next_below {
            seam(Point::new(x - CROSS, y), Point::new(x + CROSS, y));
            seam(Point::new(x, y - CROSS), Point::new(x, y + CROSS));
        }
    }

    fn name(&self, page: &mut Page, shown: Rect, column: i64, row: i64) {
        let at = Point::new(self.sheet.size.width / 2, shown.top() - Length::from_mm(2));
        let last = tile_name(self.columns - 1, self.rows - 1);
        let text = format!("tile {} of A1 to {last}", tile_name(column, row));
        page.labels.push(Label { text, at, anchor: Anchor::Middle, size: Length::from_um(2_400) });
    }
}

/// Columns have letters and rows have numbers: `B2`.
fn tile_name(column: i64, row: i64) -> String {
    let letter = u8::try_from(column % 26).unwrap_or(0) + b'A';
    format!("{}{}", char::from(letter), row + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    proptest::proptest! {
        #[test]
        fn tiles_cover_the_board_and_fit_the_paper(width in 100_000_i64..1_500_000, height in 100_000_i64..1_500_000) {
            let whole = Size::new(Length::from_um(width), Length::from_um(height));
            for paper in PaperSize::ALL {
                let tiling = Tiling::of(whole, paper.sheet(false));
                proptest::prop_assert!(tiling.tile.fits_in(tiling.sheet.content().size));
                for row in 0..tiling.rows {
                    for column in 0..tiling.columns {
                        let part = tiling.part(whole, column, row);
                        proptest::prop_assert!(part.size.width > OVERLAP || tiling.columns == 1);
                        if column + 1 < tiling.columns {
                            let next = tiling.part(whole, column + 1, row);
                            proptest::prop_assert_eq!(part.right() - next.left(), OVERLAP);
                        } else {
                            proptest::prop_assert_eq!(part.right(), whole.width);
                        }
                        if row + 1 == tiling.rows {
                            proptest::prop_assert_eq!(part.bottom(), whole.height);
                        }
                    }
                }
            }
        }
    }
}
