//! Where blocks go around a table: one for each seat, the first at the bottom and the others on from there as the hands of a
//! clock turn, and one in the middle. Arithmetic only, in millimetres.

/// Between two blocks.
pub const GAP: f32 = 5.0;

/// Width and height.
pub type Area = [f32; 2];

/// Where everything is: the left upper corner of each seat's block and of the middle, and how large it all is.
#[derive(Debug, Clone, PartialEq)]
pub struct Around {
    pub seats: Vec<[f32; 2]>,
    pub middle: [f32; 2],
    pub size: Area,
}

/// How many seats sit at the bottom, on the left, at the top and on the right.
const fn sides(seats: usize) -> [usize; 4] {
    let side = seats / 4;
    let rest = seats - 2 * side;
    // A single one sits at the bottom.
    let bottom = if rest == 1 { 1 } else { rest / 2 };
    [bottom, side, rest - bottom, side]
}

/// Whether a place is on the left or on the right.
pub const fn is_at_side(place: usize, seats: usize) -> bool {
    let [bottom, left, top, _] = sides(seats);
    (place >= bottom && place < bottom + left) || place >= bottom + left + top
}

/// The seats in the order in which they stand: rows from the left, columns from the top.
fn standing(seats: usize) -> [Vec<usize>; 4] {
    let [bottom, left, top, right] = sides(seats);
    let from = |first: usize, many: usize| (first..first + many).collect::<Vec<_>>();
    let back = |first: usize, many: usize| (first..first + many).rev().collect::<Vec<_>>();
    [back(0, bottom), back(bottom, left), from(bottom + left, top), from(bottom + left + top, right)]
}

/// How large several blocks are side by side.
fn in_row(blocks: &[Area]) -> Area {
    let wide: f32 = blocks.iter().map(|[w, _]| w + GAP).sum();
    [(wide - GAP).max(0.0), blocks.iter().map(|[_, h]| *h).fold(0.0, f32::max)]
}

/// How large several blocks are below each other.
fn in_column(blocks: &[Area]) -> Area {
    let [h, w] = in_row(&blocks.iter().map(|[w, h]| [*h, *w]).collect::<Vec<_>>());
    [w, h]
}

/// A place for every block.
pub fn around(seats: &[Area], middle: Area) -> Around {
    let standing = standing(seats.len());
    let of = |which: &Vec<usize>| which.iter().map(|seat| seats[*seat]).collect::<Vec<Area>>();
    let [bottom, left, top, right] = [&standing[0], &standing[1], &standing[2], &standing[3]].map(of);
    let [bottom_size, top_size] = [&bottom, &top].map(|row| in_row(row));
    let [left_size, right_size] = [&left, &right].map(|column| in_column(column));
    // Both sides are as wide, so that the middle is in the middle.
    let side = left_size[0].max(right_size[0]);
    let beside = if side > 0.0 { side + GAP } else { 0.0 };
    let width = (middle[0] + 2.0 * beside).max(bottom_size[0]).max(top_size[0]) + 2.0 * GAP;
    let tall = middle[1].max(left_size[1]).max(right_size[1]);
    let below = |above: f32, height: f32| if height > 0.0 { above + height + GAP } else { above };
    let middle_top = below(GAP, top_size[1]);
    let bottom_top = below(middle_top, tall);
    let height = below(bottom_top, bottom_size[1]);
    let mut places = vec![[0.0, 0.0]; seats.len()];
    let mut row = |which: &[usize], size: Area, y: f32| {
        let mut x = (width - size[0]) / 2.0;
        for seat in which {
            places[*seat] = [x, y];
            x += seats[*seat][0] + GAP;
        }
    };
    row(&standing[2], top_size, GAP);
    row(&standing[0], bottom_size, bottom_top);
    let mut column = |which: &[usize], size: Area, edge: f32| {
        let mut y = middle_top + (tall - size[1]) / 2.0;
        for seat in which {
            places[*seat] = [edge + (side - seats[*seat][0]) / 2.0, y];
            y += seats[*seat][1] + GAP;
        }
    };
    column(&standing[1], left_size, GAP);
    column(&standing[3], right_size, width - GAP - side);
    let middle = [(width - middle[0]) / 2.0, middle_top + (tall - middle[1]) / 2.0];
    Around { seats: places, middle, size: [width, height] }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_seat_is_at_the_bottom_and_the_others_follow_the_clock() {
        assert_eq!(
            [1, 2, 3, 4, 5, 6, 8].map(sides),
            [[1, 0, 0, 0], [1, 0, 1, 0], [1, 0, 2, 0], [1, 1, 1, 1], [1, 1, 2, 1], [2, 1, 2, 1], [2, 2, 2, 2]]
        );
        let placed = around(&[[40.0, 20.0]; 4], [60.0, 30.0]);
        let [bottom, left, top, right] = placed.seats.try_into().expect("four");
        assert!(bottom[1] > left[1] && left[1] > top[1]);
        assert!(left[0] < top[0] && top[0] < right[0]);
    }

    proptest::proptest! {
        #[test]
        fn no_block_lies_on_another_or_leaves_the_table(
            seats in proptest::collection::vec([1.0_f32..90.0, 1.0..60.0], 1..13),
            middle in [0.0_f32..200.0, 0.0..200.0],
        ) {
            let placed = around(&seats, middle);
            let all: Vec<([f32; 2], Area)> = placed.seats.iter().copied().zip(seats.iter().copied())
                .chain([(placed.middle, middle)]).collect();
            for (n, ([x, y], [w, h])) in all.iter().enumerate() {
                proptest::prop_assert!(*x > 0.0 && *y > 0.0);
                proptest::prop_assert!(x + w < placed.size[0] + 0.01 && y + h < placed.size[1] + 0.01);
                for ([x2, y2], [w2, h2]) in &all[..n] {
                    let apart = x + w <= x2 + 0.01 || x2 + w2 <= x + 0.01 || y + h <= y2 + 0.01 || y2 + h2 <= y + 0.01;
                    proptest::prop_assert!(apart, "{all:?}");
                }
            }
        }
    }
}
