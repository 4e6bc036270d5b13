//! The lines of a text board: what lies between two squares as a character, and how lines meet at a corner.

use crate::model::{Board, Cell, EdgeKind, EdgeLook, Side};

/// What is drawn along a side of a square.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Stroke {
    /// Nothing: both squares are one space.
    Open,
    /// The line between two spaces.
    Light,
    /// Nobody gets through.
    Wall,
    /// A gap in a wall.
    Door,
    /// A double line.
    Window,
    /// A line that pieces step over.
    Low,
}

/// Corners by the weight of the lines that go up, right, down and left, the first counting most: none, light, heavy.
const CORNERS: &str = " ╴╸╷┐┑╻┒┓╶─╾┌┬┭┎┰┱╺╼━┍┮┯┏┲┳╵┘┙│┤┥╽┧┪└┴┵├┼┽┟╁╅┕┶┷┝┾┿┢╆╈╹┚┛╿┦┩┃┨┫┖┸┹┞╀╃┠╂╉┗┺┻┡╄╇┣╊╋";

impl Stroke {
    /// The stroke of an edge; where none is declared, spaces are kept apart by a light line.
    pub fn of(edge: Option<&EdgeKind>, is_rim: bool) -> Self {
        match edge.map(|kind| (kind.look, kind.pass)) {
            None => Self::Light,
            Some((EdgeLook::Door, _)) => Self::Door,
            Some((EdgeLook::Window, _)) => Self::Window,
            Some((EdgeLook::Line, true)) => Self::Low,
            Some((EdgeLook::Line, false)) => Self::Wall,
            // Nobody leaves over the rim anyway.
            Some((EdgeLook::Nothing, pass)) => {
                if pass || is_rim {
                    Self::Light
                } else {
                    Self::Wall
                }
            }
        }
    }

    /// The first character, those between and the last one of a level line.
    pub const fn level(self, plain: bool) -> [char; 3] {
        match (self, plain) {
            (Self::Open, _) | (Self::Door, true) => [' '; 3],
            (Self::Light, false) => ['─'; 3],
            (Self::Wall, false) => ['━'; 3],
            (Self::Door, false) => ['╸', ' ', '╺'],
            (Self::Window, false) => ['═'; 3],
            (Self::Low, false) => ['╍'; 3],
            (Self::Light, true) => ['-'; 3],
            (Self::Wall, true) => ['#'; 3],
            (Self::Window, true) => ['='; 3],
            (Self::Low, true) => ['~'; 3],
        }
    }

    /// The character of an upright line.
    pub const fn upright(self, plain: bool) -> char {
        match (self, plain) {
            (Self::Open | Self::Door, _) => ' ',
            (Self::Light, false) => '│',
            (Self::Wall, false) => '┃',
            (Self::Window, false) => '║',
            (Self::Low, false) => '╏',
            (Self::Light, true) => '|',
            (Self::Wall, true) => '#',
            (Self::Window, true) => ':',
            (Self::Low, true) => '!',
        }
    }

    const fn weight(self) -> usize {
        match self {
            Self::Open => 0,
            Self::Light => 1,
            Self::Wall | Self::Door | Self::Window | Self::Low => 2,
        }
    }
}

/// The character where lines from above, from the right, from below and from the left meet.
pub fn corner(arms: [Stroke; 4], plain: bool) -> char {
    let weights = arms.map(Stroke::weight);
    if plain {
        return match weights.into_iter().max() {
            Some(2) => '#',
            Some(1) => '+',
            _ => ' ',
        };
    }
    CORNERS.chars().nth(weights.into_iter().fold(0, |sum, weight| sum * 3 + weight)).unwrap_or(' ')
}

/// The stroke along a side of a square of a board, where `owner` tells which space a square belongs to.
pub fn stroke_on(board: &Board, side: Side, owner: impl Fn(Cell) -> Option<usize>) -> Stroke {
    let cells = side.cells(board.columns.len(), board.rows.len());
    let [before, after] = cells.map(|cell| cell.and_then(&owner));
    if before == after { Stroke::Open } else { Stroke::of(board.edge_on(side), cells.contains(&None)) }
}

#[cfg(test)]
mod tests {
    use super::{Stroke, corner};

    #[test]
    fn lines_meet() {
        let (no, li, wa) = (Stroke::Open, Stroke::Light, Stroke::Wall);
        let corners =
            [[no; 4], [li; 4], [wa; 4], [no, li, li, no], [li, no, no, li], [wa, li, wa, li], [no, wa, li, no]];
        assert_eq!(corners.map(|arms| corner(arms, false)), [' ', '┼', '╋', '┌', '┘', '╂', '┍']);
        assert_eq!(corners.map(|arms| corner(arms, true)), [' ', '+', '#', '+', '+', '#', '#']);
    }
}
