//! The lattice against slow ways to find out: corners, floods, and lines that are cut at every side of every cell.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use super::*;
use crate::math;

const SHAPES: [CellShape; 5] = [
    CellShape::Square,
    CellShape::PointyHex(Offset::Even),
    CellShape::PointyHex(Offset::Odd),
    CellShape::FlatHex(Offset::Even),
    CellShape::FlatHex(Offset::Odd),
];

fn lattices() -> impl Iterator<Item = Lattice> {
    let sizes = [(1, 1), (2, 1), (1, 2), (5, 4), (4, 7), (6, 6)];
    SHAPES.into_iter().flat_map(move |shape| sizes.map(|(columns, rows)| Lattice::new(shape, columns, rows)))
}

/// The cells that have a side between the same two corners.
fn by_sides(lattice: &Lattice) -> BTreeMap<[LatticePoint; 2], Vec<(Cell, usize)>> {
    let mut sides: BTreeMap<_, Vec<_>> = BTreeMap::new();
    for cell in lattice.cells() {
        let corners: Vec<LatticePoint> = lattice.corners(cell).collect();
        for side in 0..corners.len() {
            let mut ends = [corners[side], corners[(side + 1) % corners.len()]];
            ends.sort_unstable();
            sides.entry(ends).or_default().push((cell, side));
        }
    }
    sides
}

#[test]
fn what_lies_beyond_a_side_shares_its_two_corners() {
    for lattice in lattices() {
        let mut beyond = BTreeSet::new();
        for cells in by_sides(&lattice).values() {
            assert!(cells.len() <= 2);
            if let [(a, side), (b, other)] = cells[..] {
                assert_eq!((lattice.beside(a, side), lattice.beside(b, other)), (Some(b), Some(a)), "{lattice:?}");
                assert_eq!((lattice.opposite(side), lattice.side_between(a, b)), (other, Some(side)));
                beyond.extend([(a, side), (b, other)]);
            }
        }
        for (cell, side) in lattice.cells().flat_map(|cell| (0..lattice.shape.sides()).map(move |side| (cell, side))) {
            assert_eq!(
                lattice.beside(cell, side).is_some(),
                beyond.contains(&(cell, side)),
                "{lattice:?} {cell:?} {side}"
            );
        }
    }
}

#[test]
fn distances_are_those_of_a_flood() {
    for lattice in lattices() {
        for from in lattice.cells() {
            let mut steps = BTreeMap::from([(from, 0)]);
            let mut open = VecDeque::from([from]);
            while let Some(at) = open.pop_front() {
                for next in (0..lattice.shape.sides()).filter_map(|side| lattice.beside(at, side)) {
                    if !steps.contains_key(&next) {
                        steps.insert(next, steps[&at] + 1);
                        open.push_back(next);
                    }
                }
            }
            for to in lattice.cells() {
                assert_eq!(lattice.distance(from, to), steps[&to], "{lattice:?} {from:?} {to:?}");
                let king = from.column.abs_diff(to.column).max(from.row.abs_diff(to.row));
                let is_square = lattice.shape == CellShape::Square;
                assert_eq!(lattice.king_distance(from, to), if is_square { king } else { steps[&to] });
            }
        }
    }
}

#[test]
fn on_paper_all_sides_of_a_hex_are_as_long() {
    for lattice in lattices() {
        let cell = Length::from_mm(20);
        let size = lattice.size_on_paper(cell);
        for at in lattice.cells() {
            let corners: Vec<Point> = lattice.corners(at).map(|corner| lattice.on_paper(cell, corner)).collect();
            let side = |side: usize| {
                let (from, to) = (corners[side], corners[(side + 1) % corners.len()]);
                math::hypot((to.x - from.x).mm(), (to.y - from.y).mm())
            };
            let long = if corners.len() == 4 { 20.0 } else { 20.0 / 3.0_f64.sqrt() };
            assert!((0..corners.len()).all(|number| (side(number) - long).abs() < 0.001), "{lattice:?}");
            let inside =
                |at: &Point| at.x >= Length::ZERO && at.y >= Length::ZERO && at.x <= size.width && at.y <= size.height;
            assert!(corners.iter().all(inside), "{lattice:?} {at:?}");
        }
    }
}

/// A fraction of a line.
type Part = (i64, i64);

/// What a line from middle to middle has to do with a cell, by cutting it at all of its sides: from where to where it is
/// inside, as parts of the whole; and whether it is on a side all the way.
fn inside(lattice: &Lattice, (from, to): (Cell, Cell), cell: Cell) -> Option<(Part, Part, bool)> {
    let ((x, y), (to_x, to_y)) = (lattice.centre(from), lattice.centre(to));
    let corners: Vec<LatticePoint> = lattice.corners(cell).collect();
    let (mut first, mut last, mut on_side) = ((0, 1), (1, 1), false);
    for side in 0..corners.len() {
        let ((a, b), (c, d)) = (corners[side], corners[(side + 1) % corners.len()]);
        // Above zero is inside, as corners go clockwise.
        let depth = |x: i64, y: i64| (c - a) * (y - b) - (d - b) * (x - a);
        let (start, end) = (depth(x, y), depth(to_x, to_y));
        match (end - start).signum() {
            0 if start < 0 => return None,
            0 => on_side |= start == 0,
            1 if -start * first.1 > first.0 * (end - start) => first = (-start, end - start),
            -1 if start * last.1 < last.0 * (start - end) => last = (start, start - end),
            _ => {}
        }
    }
    (first.0 * last.1 <= last.0 * first.1).then_some((first, last, on_side))
}

#[test]
fn a_line_meets_what_it_has_a_point_in_common_with() {
    for lattice in lattices() {
        let pairs = lattice.cells().flat_map(|from| lattice.cells().map(move |to| (from, to)));
        for (from, to) in pairs {
            let (mut through, mut past, mut along) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
            let (mut over, mut ends) = (BTreeSet::new(), 0);
            lattice.along(from, to, &mut |met| {
                match met {
                    Met::Through(cell) => assert!(through.insert(cell)),
                    Met::Past(cell) => assert!(past.insert(cell)),
                    Met::Along(cells, _) => along.extend(cells.into_iter().flatten()),
                    Met::Over(side) => assert!(over.insert(side)),
                    Met::Ends(_) => ends += 1,
                }
                false
            });
            for cell in lattice.cells() {
                let told = (through.contains(&cell), past.contains(&cell), along.contains(&cell));
                let wanted = match inside(&lattice, (from, to), cell) {
                    None => (false, false, false),
                    Some(((a, b), (c, d), on_side)) => {
                        let is_point = a * d == c * b && from != to;
                        (!is_point && !on_side, is_point, on_side && !is_point)
                    }
                };
                // A corner at the end of a side that the line runs along belongs to that.
                let wanted = (wanted.0, wanted.1 && told.1, wanted.2);
                assert_eq!(told, wanted, "{lattice:?} {from:?} {to:?} {cell:?}");
            }
            let crossed = through.len() - 1;
            assert!(over.len() + ends >= crossed.min(1), "something is between two cells");
            for (cell, side) in over {
                let beyond = lattice.beside(cell, side).unwrap();
                assert!(through.contains(&cell) && through.contains(&beyond));
            }
        }
    }
}

#[test]
fn a_line_is_the_same_from_both_ends() {
    for lattice in lattices() {
        let met = |from: Cell, to: Cell| {
            let mut met = BTreeSet::new();
            lattice.along(from, to, &mut |found| {
                let side = |side: Option<(Cell, usize)>| {
                    // Nothing lies on a side that has nothing beyond it.
                    side.filter(|(cell, side)| lattice.beside(*cell, *side).is_some()).map(|(cell, side)| {
                        let corners: Vec<_> = lattice.corners(cell).collect();
                        let mut ends = [corners[side], corners[(side + 1) % corners.len()]];
                        ends.sort_unstable();
                        ends
                    })
                };
                met.insert(match found {
                    Met::Through(cell) => format!("through {cell:?}"),
                    Met::Past(cell) => format!("past {cell:?}"),
                    Met::Over(over) => format!("over {:?}", side(Some(over))),
                    Met::Ends(hands) => {
                        let mut hands = hands.map(|hand| {
                            let mut hand: Vec<_> = hand.into_iter().filter_map(side).collect();
                            hand.sort_unstable();
                            hand
                        });
                        hands.sort_unstable();
                        format!("ends {hands:?}")
                    }
                    Met::Along(mut cells, between) => {
                        cells.sort_unstable();
                        format!("along {cells:?} {:?}", side(between))
                    }
                });
                false
            });
            met
        };
        for from in lattice.cells() {
            for to in lattice.cells() {
                assert_eq!(met(from, to), met(to, from), "{lattice:?}");
            }
        }
    }
}

#[test]
fn slanted_names_begin_with_the_first_that_is_there() {
    let lattice = Lattice::new(CellShape::PointyHex(Offset::Even), 4, 3);
    let names = |lattice: &Lattice| lattice.cells().map(|cell| lattice.name(cell)).collect::<Vec<_>>();
    assert_eq!(names(&lattice)[..5], [(0, 0), (1, 0), (2, 0), (3, 0), (0, 1)]);
    let axial = lattice.with_axial_names(lattice.cells());
    let row = |first: usize, row: usize| (first..first + 4).map(move |column| (column, row));
    assert_eq!(names(&axial), row(1, 0).chain(row(1, 1)).chain(row(0, 2)).collect::<Vec<_>>());
    assert_eq!(axial.names(axial.cells()), (5, 3));
    let odd = Lattice::new(CellShape::FlatHex(Offset::Odd), 3, 2);
    let odd = odd.with_axial_names(odd.cells().filter(|cell| cell.column < 2));
    assert_eq!(names(&odd), [(0, 1), (1, 0), (2, 0), (0, 2), (1, 1), (2, 1)]);
    // Straight on down, the column stays the same.
    for lattice in [axial, odd] {
        for cell in lattice.cells() {
            let side = if lattice.shape.facing("bottom") == [3] { 3 } else { 2 };
            if let Some(next) = lattice.beside(cell, side) {
                assert_eq!(lattice.name(next).0, lattice.name(cell).0);
            }
        }
    }
}
