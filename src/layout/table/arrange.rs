//! Where pieces lie inside the space they are on: side by side, smaller together when they do not fit, and one for all
//! when there are too many. Arithmetic only, in millimetres.

/// More of one look in a single square are not told apart at a glance.
pub const MANY: usize = 9;
/// However large a space is, nobody counts more than these.
const MOST: usize = 99;
/// Pieces that would be smaller than this part of themselves are gathered instead.
const LEAST_SCALE: f32 = 0.48;
/// From this part of the room on a single piece lies below all that are smaller.
const LARGE: f32 = 0.7;
/// The part of the room, from below, where pieces lie that are on a larger one.
const ON_TOP: f32 = 0.48;
/// The part of the room on an edge, around its middle, where pieces lie that are on a longer one.
const ON_LONGER: f32 = 0.7;
/// What covers so many times the ground of what is on it lies in the middle, and not below one of them.
const MUCH_LARGER: f32 = 3.0;
/// Between two pieces, in millimetres.
const GAP: f32 = 0.8;
/// How much of the width of a number is beside the piece that it counts, which may be drawn half as large.
const BESIDE: f32 = 1.2;

/// Left, top, width and height.
pub type Frame = [f32; 4];

/// The room that pieces have on a space.
#[derive(Debug, Clone, Copy)]
pub struct Room {
    /// Where it is.
    pub rect: Frame,
    /// How many squares it is made of.
    pub squares: usize,
    /// How wide a number is that says how many pieces one stands for.
    pub number: f32,
}

/// Pieces of one look on a space.
#[derive(Debug, Clone, Copy)]
pub struct Heap {
    /// Width and height of one of them.
    pub size: [f32; 2],
    /// How many there are.
    pub count: usize,
    /// What can lie on them.
    pub lies: Lies,
}

/// How pieces share a space with others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lies {
    /// They stand: nothing lies on them.
    Upright,
    /// Flat, so that others can lie on them.
    Flat,
    /// Below all others.
    Under,
}

impl Heap {
    fn area(&self) -> f32 {
        self.size[0] * self.size[1]
    }

    /// The same, no piece larger than the room.
    fn inside(self, w: f32, h: f32) -> Self {
        let scale = (w / self.size[0]).min(h / self.size[1]).min(1.0);
        Self { size: self.size.map(|side| side * scale), ..self }
    }

    /// Whether it is a single piece that fills most of a room.
    fn is_ground(&self, w: f32, h: f32) -> bool {
        self.lies == Lies::Flat && self.count == 1 && self.size[0].max(self.size[1]) >= LARGE * w.min(h)
    }
}

/// One piece that is drawn.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct DrawnPiece {
    /// The heap it belongs to, by its place in the list.
    pub heap: usize,
    /// Where it is drawn.
    pub rect: Frame,
    /// Whether smaller pieces may lie on it.
    pub below: bool,
}

/// A place for every piece that is drawn, from the bottom up.
#[must_use]
pub fn arrange(room: Room, heaps: &[Heap]) -> Vec<DrawnPiece> {
    let [x, y, w, h] = room.rect;
    let heaps: Vec<Heap> = heaps.iter().map(|heap| heap.inside(w, h)).collect();
    let there = (0..heaps.len()).filter(|number| heaps[*number].count > 0);
    let (under, mut order): (Vec<usize>, Vec<usize>) = there.partition(|number| heaps[*number].lies == Lies::Under);
    if !under.is_empty() {
        let others = |heap: &Heap| Heap { count: if heap.lies == Lies::Under { 0 } else { heap.count }, ..*heap };
        let above = arrange(room, &heaps.iter().map(others).collect::<Vec<_>>());
        return below_others(room, &heaps, &under, above);
    }
    order.sort_by(|a, b| heaps[*b].area().total_cmp(&heaps[*a].area()));
    let ground: Vec<usize> = order.iter().copied().filter(|number| heaps[*number].is_ground(w, h)).collect();
    let ([below], [first, above @ ..]) = (ground.as_slice(), order.as_slice()) else {
        return Group::new(room, &heaps, &order).placed(room.rect, false);
    };
    if above.is_empty() || first != below {
        return Group::new(room, &heaps, &order).placed(room.rect, false);
    }
    let mut spots = Group::new(room, &heaps, &ground).placed(room.rect, true);
    let front = [x, y + h * (1.0 - ON_TOP), w, h * ON_TOP];
    spots.extend(Group::new(room, &heaps, above).placed(front, false));
    spots
}

/// Pieces that lie below others, one below each, or in the middle where they are much larger; and then the others.
fn below_others(room: Room, heaps: &[Heap], under: &[usize], above: Vec<DrawnPiece>) -> Vec<DrawnPiece> {
    // What others lie on lies below these, too.
    let (ground, above): (Vec<DrawnPiece>, Vec<DrawnPiece>) = above.into_iter().partition(|spot| spot.below);
    let Some(first) = above.first() else { return Group::new(room, heaps, under).placed(room.rect, false) };
    let covers = heaps[first.heap];
    let (large, small): (Vec<usize>, Vec<usize>) =
        under.iter().partition(|number| heaps[**number].area() > covers.area() * MUCH_LARGER);
    let mut spots = Group::new(room, heaps, &large).placed(room.rect, true);
    spots.extend(ground);
    let each = small.iter().flat_map(|number| std::iter::repeat_n(*number, heaps[*number].count.min(MOST)));
    spots.extend(each.zip(&above).map(|(heap, cover)| {
        let [x, y, w, h] = cover.rect;
        let [across, down] = heaps[heap].size.map(|side| side * w / heaps[cover.heap].size[0]);
        DrawnPiece { heap, rect: [x + (w - across) / 2.0, y + (h - down) / 2.0, across, down], below: true }
    }));
    spots.extend(above);
    spots
}

/// The same on an edge, where all that is shorter lies on the middle of a single long piece.
#[must_use]
pub fn arrange_on_edge(room: Room, heaps: &[Heap]) -> Vec<DrawnPiece> {
    let long = |heap: &Heap| heap.size[0].max(heap.size[1]);
    let there = || heaps.iter().enumerate().filter(|(_, heap)| heap.count > 0);
    let Some((longest, below)) = there().max_by(|(_, a), (_, b)| long(a).total_cmp(&long(b))) else {
        return Vec::new();
    };
    let is_shorter = |(number, heap): (usize, &Heap)| number == longest || long(heap) < long(below);
    if below.lies != Lies::Flat || below.count > 1 || !there().all(is_shorter) {
        return arrange(room, heaps);
    }
    let only = |kept: bool| {
        let count = |(number, heap): (usize, &Heap)| if (number == longest) == kept { heap.count } else { 0 };
        heaps.iter().enumerate().map(|each| Heap { count: count(each), ..*each.1 }).collect::<Vec<_>>()
    };
    let [x, y, w, h] = room.rect;
    let (inset, around) = ((1.0 - ON_LONGER) / 2.0, ON_LONGER);
    let middle = [x + w * inset, y + h * inset, w * around, h * around];
    let mut spots = arrange(room, &only(true));
    spots.extend(arrange(Room { rect: middle, ..room }, &only(false)));
    spots
}

/// Heaps that share a rectangle, with how many of each are drawn.
struct Group<'h> {
    heaps: &'h [Heap],
    drawn: Vec<(usize, usize)>,
    number: f32,
}

impl<'h> Group<'h> {
    fn new(room: Room, heaps: &'h [Heap], which: &[usize]) -> Self {
        let most = (MANY * room.squares.max(1)).min(MOST);
        let drawn = |number: &usize| (*number, if heaps[*number].count > most { 1 } else { heaps[*number].count });
        Self { heaps, drawn: which.iter().map(drawn).collect(), number: room.number }
    }

    /// Gathers the largest heaps until the rest can be seen.
    fn placed(mut self, rect: Frame, below: bool) -> Vec<DrawnPiece> {
        loop {
            let rows = self.best_rows(rect);
            let largest = self.drawn.iter_mut().filter(|(_, drawn)| *drawn > 1).max_by_key(|(_, drawn)| *drawn);
            match largest.filter(|_| rows.scale < LEAST_SCALE) {
                Some((_, drawn)) => *drawn = 1,
                None => return self.spots(&rows, rect, below),
            }
        }
    }

    /// The room that every piece takes that is drawn, with its heap.
    fn cells(&self) -> Vec<Cell> {
        let cell = |&(number, drawn): &(usize, usize)| {
            let heap = &self.heaps[number];
            let beside = if heap.count > drawn { self.number * BESIDE } else { 0.0 };
            std::iter::repeat_n((number, [heap.size[0] + beside, heap.size[1]]), drawn)
        };
        self.drawn.iter().flat_map(cell).collect()
    }

    /// The rows with the largest pieces; of several the ones that fill the rectangle most evenly.
    fn best_rows(&self, rect: Frame) -> Rows {
        let cells = self.cells();
        let better = |a: &Rows, b: &Rows| {
            a.scale.total_cmp(&b.scale).then(b.uneven.total_cmp(&a.uneven)).then(a.size[0].total_cmp(&b.size[0]))
        };
        // Rows as wide as the first pieces side by side, these being the largest.
        let all = (1..=cells.len().min(MOST)).map(|first| Rows::new(&cells, row_size(&cells[..first])[0], rect));
        all.max_by(better).unwrap_or_else(|| Rows::new(&cells, 0.0, rect))
    }

    /// Every row is centred for itself, and all of them together.
    fn spots(&self, rows: &Rows, [x, y, w, h]: Frame, below: bool) -> Vec<DrawnPiece> {
        let scale = rows.scale;
        let mut spots = Vec::new();
        let mut top = y + (h - rows.size[1] * scale) / 2.0;
        for row in &rows.cells {
            let [wide, tall] = row_size(row).map(|side| side * scale);
            let mut left = x + (w - wide) / 2.0;
            for (heap, cell) in row {
                let [across, down] = self.heaps[*heap].size.map(|side| side * scale);
                spots.push(DrawnPiece { heap: *heap, rect: [left, top + (tall - down) / 2.0, across, down], below });
                left += (cell[0] + GAP) * scale;
            }
            top += tall + GAP * scale;
        }
        spots
    }
}

/// A heap, and the room that one of its pieces takes.
type Cell = (usize, [f32; 2]);

/// Pieces in rows.
struct Rows {
    cells: Vec<Vec<Cell>>,
    /// Width of the widest and height of all, at full size.
    size: [f32; 2],
    scale: f32,
    /// How differently it fills its rectangle in both directions.
    uneven: f32,
}

impl Rows {
    /// Each row holds what fits into a width.
    fn new(cells: &[Cell], widest: f32, [.., w, h]: Frame) -> Self {
        let mut rows: Vec<Vec<Cell>> = Vec::new();
        let mut wide = f32::MAX;
        for cell in cells {
            wide += GAP + cell.1[0];
            match rows.last_mut() {
                // A hair for the rounding of sums.
                Some(row) if wide <= widest + 0.001 => row.push(*cell),
                _ => {
                    wide = cell.1[0];
                    rows.push(vec![*cell]);
                }
            }
        }
        let sizes = rows.iter().map(|row| row_size(row));
        let size = sizes.fold([0.0_f32, -GAP], |[wide, tall], [a, b]| [wide.max(a), tall + GAP + b]);
        let scale = (w / size[0]).min(h / size[1].max(0.1)).min(1.0);
        Self { cells: rows, size, scale, uneven: (size[0] / w - size[1] / h).abs() }
    }
}

/// The width of all pieces of a row and the height of the tallest.
fn row_size(row: &[Cell]) -> [f32; 2] {
    row.iter().fold([-GAP, 0.0], |[wide, tall], (_, [w, h])| [wide + GAP + w, tall.max(*h)])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn places(room: [f32; 2], squares: usize, heaps: &[([f32; 2], usize)]) -> Vec<String> {
        let heaps: Vec<Heap> = heaps.iter().map(|&(size, count)| Heap { size, count, lies: Lies::Flat }).collect();
        let room = Room { rect: [0.0, 0.0, room[0], room[1]], squares, number: 4.0 };
        let told = |spot: &DrawnPiece| {
            let [x, y, w, h] = spot.rect;
            format!("{} at {x:.1},{y:.1} {w:.1}x{h:.1}", spot.heap)
        };
        arrange(room, &heaps).iter().map(told).collect()
    }

    #[test]
    fn what_lies_under_others_shows_below_each_of_them() {
        let heap = |size: f32, count: usize, lies: Lies| Heap { size: [size; 2], count, lies };
        let heaps = [heap(11.0, 2, Lies::Under), heap(9.0, 3, Lies::Flat)];
        let spots = arrange(Room { rect: [0.0, 0.0, 30.0, 30.0], squares: 1, number: 2.0 }, &heaps);
        assert_eq!(spots.iter().map(|spot| spot.heap).collect::<Vec<_>>(), [0, 0, 1, 1, 1]);
        let middle = |spot: &DrawnPiece| [spot.rect[0] + spot.rect[2] / 2.0, spot.rect[1] + spot.rect[3] / 2.0];
        for (under, cover) in [(0, 2), (1, 3)] {
            let ([x, y], [left, top]) = (middle(&spots[under]), middle(&spots[cover]));
            assert!((x - left).abs() + (y - top).abs() < 0.01 && spots[under].rect[2] > spots[cover].rect[2]);
        }
        // On something large it lies between that and the others.
        let heaps = [heap(11.0, 1, Lies::Under), heap(9.0, 1, Lies::Flat), heap(25.0, 1, Lies::Flat)];
        let spots = arrange(Room { rect: [0.0, 0.0, 30.0, 30.0], squares: 1, number: 2.0 }, &heaps);
        assert_eq!(spots.iter().map(|spot| spot.heap).collect::<Vec<_>>(), [2, 0, 1]);
        // A large one is not below the first of three.
        let heaps = [heap(25.0, 1, Lies::Under), heap(9.0, 3, Lies::Flat)];
        let spots = arrange(Room { rect: [0.0, 0.0, 30.0, 30.0], squares: 1, number: 2.0 }, &heaps);
        assert!(middle(&spots[0]).iter().all(|at| (at - 15.0).abs() < 0.01));
    }

    #[test]
    fn one_lies_in_the_middle_and_three_in_two_rows() {
        assert_eq!(places([20.0, 20.0], 1, &[([10.0, 10.0], 1)]), ["0 at 5.0,5.0 10.0x10.0"]);
        assert_eq!(
            places([20.0, 20.0], 1, &[([8.0, 8.0], 3)]),
            ["0 at 1.6,1.6 8.0x8.0", "0 at 10.4,1.6 8.0x8.0", "0 at 6.0,10.4 8.0x8.0"]
        );
    }

    #[test]
    fn small_ones_lie_on_the_lower_part_of_a_large_one() {
        assert_eq!(
            places([20.0, 20.0], 1, &[([10.0, 10.0], 1), ([18.0, 16.0], 1)]),
            ["1 at 1.0,2.0 18.0x16.0", "0 at 5.2,10.4 9.6x9.6"]
        );
        // Two large ones lie side by side with all others.
        assert_eq!(
            places([20.0, 20.0], 1, &[([6.0, 6.0], 1), ([16.0, 16.0], 2)]),
            ["1 at 0.0,3.0 9.8x9.8", "1 at 10.2,3.0 9.8x9.8", "0 at 8.2,13.3 3.7x3.7"]
        );
    }

    #[test]
    fn too_many_are_one_with_room_for_a_number() {
        assert_eq!(places([20.0, 20.0], 1, &[([10.0, 10.0], 10)]), ["0 at 2.6,5.0 10.0x10.0"]);
        assert_eq!(places([60.0, 60.0], 9, &[([10.0, 10.0], 30)]).len(), 30);
        // Some are gathered, so that the others can be seen.
        assert_eq!(places([20.0, 20.0], 1, &[([8.0, 8.0], 9), ([8.0, 8.0], 9)]).len(), 10);
    }

    #[test]
    fn nothing_at_all_has_no_place() {
        assert!(places([20.0, 20.0], 1, &[]).is_empty());
        assert!(places([20.0, 20.0], 1, &[([8.0, 8.0], 0)]).is_empty());
    }

    proptest::proptest! {
        #[test]
        fn nothing_leaves_its_room(
            side in [1.0_f32..80.0, 1.0..80.0],
            squares in 1..9_usize,
            heaps in proptest::collection::vec(([0.5_f32..90.0, 0.5..90.0], 0..60_usize), 0..7),
        ) {
            let heaps: Vec<Heap> = heaps.into_iter().map(|(size, count)| Heap { size, count, lies: Lies::Flat }).collect();
            let spots = arrange(Room { rect: [0.0, 0.0, side[0], side[1]], squares, number: 4.0 }, &heaps);
            for DrawnPiece { rect: [x, y, w, h], .. } in &spots {
                proptest::prop_assert!(*x > -0.01 && *y > -0.01 && x + w < side[0] + 0.01 && y + h < side[1] + 0.01);
            }
            let seen = |number: usize| spots.iter().any(|spot| spot.heap == number);
            proptest::prop_assert!((0..heaps.len()).all(|number| seen(number) == (heaps[number].count > 0)));
        }
    }
}
