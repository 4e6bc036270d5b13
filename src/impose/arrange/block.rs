//! A block of tokens of one size: packed so that neighbours share straight cuts where their shape allows.

use std::collections::{BTreeMap, BTreeSet};

use crate::geom::{Point, Rect, Size, Turn};
use crate::layout::face::Face;
use crate::math;
use crate::model::Outline;
use crate::units::{Length, parts_of};

use super::hex::clip_between;
use crate::impose::marks::MARK_ROOM;
use crate::impose::page::{Clip, CutPath, Item, Piece};

/// How far a piece is painted under its neighbour, so that no paper shines through between them.
const UNDER: Length = Length::from_um(50);

/// Two corners closer than this are the same corner.
const SAME: i64 = 40;

/// Tokens of one size and shape, placed from the block's own top left corner, bleed included.
#[derive(Debug)]
pub struct Block {
    /// Room with bleed, without the room for marks.
    pub size: Size,
    /// The tokens.
    pub items: Vec<Item>,
    /// Straight cuts from end to end.
    pub cuts: Vec<(Point, Point)>,
    /// Cut lines of tokens that no straight cut frees.
    pub paths: Vec<CutPath>,
}

/// How tokens of a shape follow each other.
struct Lattice {
    size: Size,
    outline: Outline,
    bleed: Length,
    /// Whether each is a net, with a cut line of its own.
    is_net: bool,
}

impl Lattice {
    fn of(face: &Face) -> Self {
        Self { size: face.size, outline: face.outline, bleed: face.bleed, is_net: face.cut.is_some() }
    }

    /// Whether neighbours share cuts.
    const fn shares_cuts(&self) -> bool {
        !self.is_net && !matches!(self.outline, Outline::Round)
    }

    /// The step from one token to the next in a row, and from one row to the next.
    fn pitch(&self) -> (Length, Length) {
        let (w, h) = (self.size.width, self.size.height);
        match self.outline {
            _ if self.is_net => (w + self.bleed * 2, h + self.bleed * 2),
            // Hexes touch at their corners, so that straight cuts run along the sides of all of them.
            Outline::Rect { .. } | Outline::Hex => (w, h),
            Outline::Triangle => (w / 2, h),
            Outline::Diamond => (w, h / 2),
            Outline::Round => (w + self.bleed * 2, h + self.bleed * 2),
        }
    }

    /// Where the token in a row and column lies, and how it is turned.
    fn place(&self, column: i64, row: i64) -> (Point, Turn) {
        let (across, down) = self.pitch();
        let shift = match self.outline {
            Outline::Diamond if row % 2 == 1 => Point::new(across / 2, Length::ZERO),
            Outline::Hex if column % 2 == 1 => Point::new(Length::ZERO, down / 2),
            _ => Point::default(),
        };
        let at = Point::new(self.bleed + across * column, self.bleed + down * row).moved(shift);
        let upside_down = self.outline == Outline::Triangle && (column + row) % 2 == 1;
        (at, if upside_down { Turn::Half } else { Turn::None })
    }

    /// What is painted of a token: its bleed where a side is free, and up to its neighbour elsewhere.
    fn clip(&self, free: &[bool], bleed: Length) -> Clip {
        Clip::Path(if self.outline == Outline::Hex {
            clip_between(self.size, free, bleed)
        } else {
            let insets: Vec<Length> = free.iter().map(|free| if *free { -bleed } else { -UNDER.min(bleed) }).collect();
            self.outline.path_by_side(self.size, &insets)
        })
    }

    /// How far a back bleeds: as far as the room of its block, beyond which the next block begins.
    fn back_bleed(&self, back: &Face) -> Length {
        back.bleed.min(self.bleed + MARK_ROOM)
    }

    /// How many rows fit into a height, bleed included.
    fn rows_in(&self, height: Length) -> i64 {
        let (_, down) = self.pitch();
        let shift = if self.outline == Outline::Hex { down / 2 } else { Length::ZERO };
        let first = self.size.height + self.bleed * 2 + shift;
        if height < first { 0 } else { (height - first).fits(down) + 1 }
    }

    /// How many tokens fit into a row of a width, bleed included.
    fn columns_in(&self, width: Length) -> i64 {
        let (across, _) = self.pitch();
        let shift = if self.outline == Outline::Diamond { across / 2 } else { Length::ZERO };
        let first = self.size.width + self.bleed * 2 + shift;
        if width < first { 0 } else { (width - first).fits(across) + 1 }
    }
}

/// Packs tokens of one size into blocks no larger than `room`; nearly square rows, and as few cuts as that allows.
#[must_use]
pub fn blocks(pieces: &[Piece], room: Size) -> Vec<Block> {
    let Some(first) = pieces.first() else { return Vec::new() };
    let lattice = Lattice::of(&first.front);
    let inner = Size::new(room.width - MARK_ROOM * 2, room.height - MARK_ROOM * 2);
    let (most_columns, most_rows) = match (lattice.columns_in(inner.width), lattice.rows_in(inner.height)) {
        // Where there is no room for what is set down or in by half, every token is a block of its own.
        (0, _) | (_, 0) => (1, 1),
        most => most,
    };
    let per_block = usize::try_from(most_columns * most_rows).unwrap_or(1);
    pieces.chunks(per_block).map(|pieces| Block::new(&lattice, pieces, most_columns)).collect()
}

impl Block {
    fn new(lattice: &Lattice, pieces: &[Piece], most_columns: i64) -> Self {
        let count = i64::try_from(pieces.len()).unwrap_or(1);
        let rows = parts_of(count, most_columns);
        let columns = parts_of(count, rows);
        let mut items = Vec::new();
        for (piece, place) in pieces.iter().zip(0..) {
            let (at, turn) = lattice.place(place % columns, place / columns);
            items.push(piece.item(at, turn, Clip::Bleed));
        }
        let around = items.iter().map(Item::painted).reduce(Rect::union).unwrap_or_default();
        let mut block =
            Self { size: Size::new(around.right(), around.bottom()), items, cuts: Vec::new(), paths: Vec::new() };
        if lattice.shares_cuts() {
            block.share_cuts(lattice);
        } else {
            block.cut_one_by_one(lattice);
        }
        block
    }

    /// The room it takes on the sheet, marks included.
    #[must_use]
    pub fn room(&self) -> Size {
        self.size.grown(MARK_ROOM)
    }

    /// Its cuts once its own corner lies at `at`.
    pub fn cuts_at(&self, at: Point) -> impl Iterator<Item = (Point, Point)> {
        self.cuts.iter().map(move |(from, to)| (from.moved(at), to.moved(at)))
    }

    /// Every token keeps its bleed only on sides that have no neighbour, and cuts run on over all tokens in a line.
    fn share_cuts(&mut self, lattice: &Lattice) {
        let mut sides: BTreeMap<(i64, i64), usize> = BTreeMap::new();
        for item in &self.items {
            for place in neighbourhoods(item) {
                *sides.entry(place).or_default() += 1;
            }
        }
        let mut lines: BTreeMap<(i64, i64, i64), (Point, Point)> = BTreeMap::new();
        for item in &mut self.items {
            let free: Vec<bool> = neighbourhoods(item).iter().map(|place| sides[place] == 1).collect();
            item.clip = lattice.clip(&free, lattice.bleed);
            if let Some((back, clip)) = &mut item.back {
                *clip = lattice.clip(&free, lattice.back_bleed(back));
            }
            for (from, to) in sides_of(item) {
                lines.entry(line_of(from, to)).and_modify(|line| *line = longer(*line, from, to)).or_insert((from, to));
            }
        }
        self.cuts = lines.into_values().collect();
    }

    fn cut_one_by_one(&mut self, lattice: &Lattice) {
        if lattice.is_net {
            // A net says itself where it is cut.
            return;
        }
        for item in &mut self.items {
            item.clip = Clip::Path(lattice.outline.path(lattice.size, -lattice.bleed));
            if let Some((_, clip)) = &mut item.back {
                clip.clone_from(&item.clip);
            }
            self.paths.push(CutPath { at: item.at, path: lattice.outline.path(lattice.size, Length::ZERO) });
        }
        self.cuts = self.cuts_between(lattice);
    }

    /// Straight cuts between the rows and between the columns of tokens that are then cut out one by one: strips and squares are held
    /// more easily than a sheet.
    fn cuts_between(&self, lattice: &Lattice) -> Vec<(Point, Point)> {
        let Size { width, height } = self.size;
        let starts = |along: fn(&Item) -> Length| {
            let all: BTreeSet<Length> = self.items.iter().map(|item| along(item) - lattice.bleed).collect();
            all.into_iter().skip(1)
        };
        let level = starts(|item| item.at.y).map(|y| (Point::new(Length::ZERO, y), Point::new(width, y)));
        let upright = starts(|item| item.at.x).map(|x| (Point::new(x, Length::ZERO), Point::new(x, height)));
        level.chain(upright).collect()
    }
}

/// The sides of a token where it lies, in the order of its outline.
fn sides_of(item: &Item) -> Vec<(Point, Point)> {
    let size = item.face.size;
    let placed = |corner: Point| match item.turn {
        Turn::Half => Point::new(item.at.x + size.width - corner.x, item.at.y + size.height - corner.y),
        _ => Point::new(item.at.x + corner.x, item.at.y + corner.y),
    };
    let corners: Vec<Point> = item.face.outline.corners(size).into_iter().map(placed).collect();
    (0..corners.len()).map(|index| (corners[index], corners[(index + 1) % corners.len()])).collect()
}

/// A name for what lies beyond each side, which all tokens there give it: the side itself where two tokens meet, the
/// triangle between three where they are hexes.
fn neighbourhoods(item: &Item) -> Vec<(i64, i64)> {
    let near = |sum: i64| (sum + SAME).div_euclid(SAME * 2);
    let size = item.face.size;
    let centre = Point::new(item.at.x + size.width / 2, item.at.y + size.height / 2);
    let is_hex = item.face.outline == Outline::Hex;
    let name = |(from, to): (Point, Point)| {
        let (x, y) = (from.x + to.x, from.y + to.y);
        // The middle of the triangle is as far beyond the side as a third of the way to the centre.
        let (x, y) = if is_hex { ((x * 2 - centre.x) * 2 / 3, (y * 2 - centre.y) * 2 / 3) } else { (x, y) };
        (near(x.um()), near(y.um()))
    };
    sides_of(item).into_iter().map(name).collect()
}

/// A name for the endless line through two points: its direction and its distance from the corner.
pub(in crate::impose) fn line_of(from: Point, to: Point) -> (i64, i64, i64) {
    let (from, to) = if (from.x, from.y) <= (to.x, to.y) { (from, to) } else { (to, from) };
    let (dx, dy) = ((to.x - from.x).um(), (to.y - from.y).um());
    #[allow(clippy::cast_precision_loss, clippy::cast_possible_truncation, reason = "a page is small")]
    {
        let length = math::hypot(dx as f64, dy as f64);
        let direction = |part: i64| (part as f64 / length * 100.0).round() as i64;
        let distance = (dx as f64 * from.y.um() as f64 - dy as f64 * from.x.um() as f64) / length;
        (direction(dx), direction(dy), (distance / (SAME * 2) as f64).round() as i64)
    }
}

/// A line made long enough for two more points on it.
pub(in crate::impose) fn longer((from, to): (Point, Point), a: Point, b: Point) -> (Point, Point) {
    let order = |point: &Point| (point.x, point.y);
    let all = [from, to, a, b];
    let first = all.iter().copied().min_by_key(order).unwrap_or(from);
    let last = all.iter().copied().max_by_key(order).unwrap_or(to);
    (first, last)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout::common::Common;

    fn faces(outline: Outline, width: i64, height: i64, count: usize) -> Vec<Piece> {
        let face = Common::new(Face {
            id: "t/t-front".into(),
            component: 0,
            size: Size::new(Length::from_um(width), Length::from_um(height)),
            bleed: Length::from_um(1_500),
            safe: Length::ZERO,
            outline,
            folds: Vec::new(),
            cut: None,
            layers: Vec::new(),
        });
        vec![Piece { front: face, back: None }; count]
    }

    fn a4() -> Size {
        crate::model::Paper::A4.sheet(false).content().size
    }

    fn cuts(outline: Outline, width: i64, height: i64, count: usize) -> usize {
        blocks(&faces(outline, width, height, count), a4()).iter().map(|block| block.cuts.len()).sum()
    }

    #[test]
    fn neighbours_share_cuts() {
        let square = Outline::Rect { corner: Length::ZERO };
        // Two rows of fifteen: three level cuts and sixteen upright ones.
        assert_eq!(cuts(square, 10_000, 10_000, 30), 3 + 16);
        // Two rows of eleven triangles: three level cuts, and seven slanted ones each way.
        assert_eq!(cuts(Outline::Triangle, 18_000, 15_588, 22), 3 + 2 * 7);
        // Two columns of two hexes: three upright cuts, and four slanted ones each way.
        assert_eq!(cuts(Outline::Hex, 20_000, 23_094, 1), 2 + 2 * 2);
        // Three rows of eight, which are parted first: two level cuts and seven upright ones.
        assert_eq!(cuts(Outline::Round, 16_000, 16_000, 22), 2 + 7);
    }

    proptest::proptest! {
        #[test]
        fn every_token_is_there_and_inside(
            kind in 0_usize..5, width in 6_000_i64..187_000, height in 6_000_i64..267_000, count in 1_usize..200,
        ) {
            let square = Outline::Rect { corner: Length::ZERO };
            let outline = [square, Outline::Round, Outline::Hex, Outline::Triangle, Outline::Diamond][kind];
            let packed = blocks(&faces(outline, width, height, count), a4());
            let total: usize = packed.iter().map(|block| block.items.len()).sum();
            proptest::prop_assert_eq!(total, count);
            for block in &packed {
                proptest::prop_assert!(block.room().fits_in(a4()));
                let whole = Rect::new(Point::default(), block.size);
                for item in &block.items {
                    proptest::prop_assert!(whole.contains(item.painted()));
                }
                if matches!(outline, Outline::Rect { .. } | Outline::Round | Outline::Hex) {
                    for (index, item) in block.items.iter().enumerate() {
                        let others = &block.items[index + 1..];
                        proptest::prop_assert!(!others.iter().any(|other| other.trim.overlaps(item.trim)));
                    }
                }
            }
        }
    }
}
