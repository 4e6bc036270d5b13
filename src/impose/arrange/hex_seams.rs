//! Seams between the tiles of a board of hexes: how far tiles overlap so that every hex is whole on one of them, and where to
//! cut the upper one so that it ends along hexes. Straight cuts would go through every other hex.

use crate::geom::{Axis, Point, Rect};
use crate::model::{Board, Cell, CellShape};
use crate::units::Length;

/// What is left to glue beyond the hexes that the next tile goes around.
const TO_GLUE: Length = Length::from_mm(2);

/// How far tiles have to overlap for that; none for boards without hexes.
#[must_use]
pub fn overlap(board: &Board) -> Option<Length> {
    let lattice = board.lattice()?;
    // Half a hex, as far as every other row lies beside the one above; rows themselves reach less far into each other.
    (lattice.shape != CellShape::Square).then_some(board.cell / 2 + TO_GLUE)
}

/// Where to cut the tile that begins at a seam, in the millimetres of the board: along the hexes that the tile before it has
/// whole.
#[must_use]
pub fn cuts(board: &Board, axis: Axis, seam: Length, overlap: Length) -> Vec<[Point; 2]> {
    let Some(lattice) = board.lattice() else { return Vec::new() };
    let spaces = board.space_at_cells();
    let reach = |rect: Rect| match axis {
        Axis::Upright => (rect.left(), rect.right()),
        Axis::Level => (rect.top(), rect.bottom()),
    };
    let reaches: Vec<Option<(Length, Length)>> = (0..board.spaces.len()).map(|n| board.around(n).map(reach)).collect();
    let is_left =
        |space: usize| reaches[space].is_some_and(|(start, end)| start < seam && end > seam && end <= seam + overlap);
    let corner = |point| {
        let at = lattice.on_paper(board.cell, point);
        Point::new(at.x + board.frame, at.y + board.frame)
    };
    let mut cuts = Vec::new();
    for (cell, space) in spaces.iter().filter(|(_, space)| is_left(**space)) {
        let corners: Vec<Point> = lattice.corners(*cell).map(corner).collect();
        for side in 0..corners.len() {
            let beyond = lattice.beside(*cell, side).and_then(|beyond: Cell| spaces.get(&beyond));
            // At the edge of the board a cut comes back to the seam.
            let goes_on = beyond.is_none_or(|other| reaches[*other].is_some_and(|(_, end)| end > seam + overlap));
            if beyond != Some(space) && goes_on {
                cuts.extend(behind(axis, seam, [corners[side], corners[(side + 1) % corners.len()]]));
            }
        }
    }
    cuts
}

/// What of a line lies behind a seam, if anything does.
fn behind(axis: Axis, seam: Length, line: [Point; 2]) -> Option<[Point; 2]> {
    let far = |point: Point| match axis {
        Axis::Upright => point.x,
        Axis::Level => point.y,
    };
    let [from, to] = line;
    let at_seam = || {
        let part = (seam - far(from)).mm() / (far(to) - far(from)).mm();
        let between = |from: Length, to: Length| from + Length::from_mm_f64((to - from).mm() * part);
        Point::new(between(from.x, to.x), between(from.y, to.y))
    };
    match (far(from) < seam, far(to) < seam) {
        (false, false) => Some(line),
        (true, true) => None,
        (true, false) => Some([at_seam(), to]),
        (false, true) => Some([from, at_seam()]),
    }
    .filter(|[from, to]| from != to && far(*from).max(far(*to)) > seam)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::model::{Adjacency, Form, Lattice, Offset, Space};

    /// Hexes of 20 mm with a point up, without names and ground.
    fn hexes(columns: usize, rows: usize) -> Board {
        let lattice = Lattice::new(CellShape::PointyHex(Offset::Even), columns, rows);
        let spaces = lattice.cells().map(|cell| Space { id: format!("{cell:?}"), cells: vec![cell], terrain: 0 });
        Board {
            cell: Length::from_mm(20),
            form: Form::Cells(lattice),
            art: None,
            columns: Vec::new(),
            rows: Vec::new(),
            terrains: Vec::new(),
            spaces: spaces.collect(),
            edge_kinds: Vec::new(),
            edges: BTreeMap::new(),
            hex_edges: BTreeMap::new(),
            extra_links: Vec::new(),
            adjacency: Adjacency::Orthogonal,
            coordinates: Vec::new(),
            frame: Length::ZERO,
        }
    }

    #[test]
    fn a_tile_ends_along_the_hexes_that_the_other_has_whole() {
        let board = hexes(6, 3);
        let overlap = overlap(&board).unwrap();
        assert_eq!(overlap, Length::from_mm(12));
        // Every second row reaches half a hex beyond the seam: of it three sides are left.
        let cuts = cuts(&board, Axis::Upright, Length::from_mm(60), overlap);
        assert_eq!(cuts.len(), 3, "{cuts:?}");
        for [from, to] in cuts {
            for point in [from, to] {
                assert!(point.x >= Length::from_mm(60) && point.x <= Length::from_mm(70), "{point:?}");
            }
        }
    }

    #[test]
    fn a_cut_comes_back_to_the_seam_at_the_edge_of_the_board() {
        for (rows, seam) in [(2, 60), (4, 60), (2, 57), (3, 64)] {
            let (board, seam) = (hexes(6, rows), Length::from_mm(seam));
            let cuts = cuts(&board, Axis::Upright, seam, overlap(&board).unwrap());
            let ends =
                cuts.iter().flatten().filter(|end| cuts.iter().flatten().filter(|other| other == end).count() == 1);
            let ends: Vec<&Point> = ends.collect();
            assert!(!ends.is_empty(), "{rows} rows");
            assert!(ends.iter().all(|end| end.x == seam), "{rows} rows at {seam}: {ends:?}");
        }
    }
}
