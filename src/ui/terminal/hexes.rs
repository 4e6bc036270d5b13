//! A board of hexes as text: bricks in rows or columns that are moved by half a brick, so that each touches the bricks of the
//! hexes that it touches. Its name stands in its upper line.

use std::collections::{BTreeMap, BTreeSet};

use crate::model::{Board, Cell, CellShape, Lattice, Pointers, SpaceId};

use super::board::Screen;
use super::canvas::{TextCanvas, cut, width_of};
use super::marks::{Ink, PieceMark, Word, fitting, printable, row_width, rows_of};
use super::squares::LEGAL_HERE;
use super::strokes::{Stroke, corner};

/// How wide half a brick is, at least and at most, without its line.
const HALF: (usize, usize) = (1, 4);

/// How wide and high the parts are that bricks are made of: two parts for each, side by side or above each other.
#[derive(Debug, Clone, Copy)]
struct Parts {
    /// Columns and lines of a part, without the lines around it.
    wide: usize,
    high: usize,
    /// How many parts there are.
    across: usize,
    down: usize,
}

/// A board of hexes, drawn line by line, and what it has no room for.
pub struct DrawnHexes {
    /// The drawing.
    pub lines: Vec<String>,
    /// What stands in full where it is cut short.
    pub short: Vec<String>,
    /// Spaces whose light is hidden by what stands there.
    pub dark: Vec<SpaceId>,
}

/// What covers ground that nobody enters, and what covers a space that is lit.
pub const fn shades(plain: bool) -> (char, char) {
    if plain { ('/', '.') } else { ('░', '·') }
}

/// How many columns the narrowest and the widest drawing take.
pub fn columns_of(lattice: &Lattice) -> (usize, usize) {
    let wide = |half: usize| {
        let parts = Parts::of(lattice, half);
        parts.across * (parts.wide + 1) + 1
    };
    (wide(HALF.0), wide(HALF.1))
}

/// How many of so many columns a drawing takes.
pub fn columns_taken(lattice: &Lattice, columns: usize) -> usize {
    let parts = Parts::of(lattice, half_in(lattice, columns));
    parts.across * (parts.wide + 1) + 1
}

/// How wide half a brick is in so many columns.
fn half_in(lattice: &Lattice, columns: usize) -> usize {
    let fits = |half: &usize| {
        let parts = Parts::of(lattice, *half);
        parts.across * (parts.wide + 1) < columns
    };
    (HALF.0..=HALF.1).rev().find(fits).unwrap_or(HALF.0)
}

impl Parts {
    fn of(lattice: &Lattice, half: usize) -> Self {
        let (across, down) = lattice.extent();
        let count = |units: i64| usize::try_from(units).unwrap_or(0);
        if matches!(lattice.shape, CellShape::FlatHex(_)) {
            // Three units lie between the middles of two columns.
            return Self { wide: half * 2 + 1, high: 1, across: count((across - 1) / 3), down: count(down) };
        }
        Self { wide: half, high: 2, across: count(across), down: count((down - 1) / 3) }
    }

    /// The parts of a cell: the first, and how many there are beside and below it.
    fn brick(lattice: &Lattice, cell: Cell) -> ((usize, usize), (usize, usize)) {
        let (x, y) = lattice.centre(cell);
        let count = |units: i64| usize::try_from(units).unwrap_or(0);
        match lattice.shape {
            CellShape::FlatHex(_) => ((count((x - 2) / 3), count(y - 1)), (1, 2)),
            _ => ((count(x - 1), count((y - 2) / 3)), (2, 1)),
        }
    }
}

/// Draws a board of hexes that fits on a screen, if its narrowest form does.
pub fn drawn_hexes(
    (board, lattice): (&Board, &Lattice),
    marks: &BTreeMap<SpaceId, Vec<PieceMark>>,
    (pointers, legal): (&Pointers, &BTreeSet<SpaceId>),
    screen: Screen,
) -> DrawnHexes {
    let mut parts = Parts::of(lattice, half_in(lattice, screen.width));
    if screen.height.is_some_and(|height| parts.down * (parts.high + 1) + 1 > height) {
        parts.high = 1;
    }
    let mut owner = BTreeMap::new();
    for (cell, space) in board.space_at_cells() {
        let ((x, y), (wide, high)) = Parts::brick(lattice, cell);
        let own = (0..high).flat_map(|down| (0..wide).map(move |right| (x + right, y + down)));
        owner.extend(own.map(|part| (part, (cell, space))));
    }
    let canvas = TextCanvas::new(parts.across * (parts.wide + 1) + 1, parts.down * (parts.high + 1) + 1);
    let mut hexes = Hexes { board, screen, parts, owner, canvas, short: Vec::new(), dark: Vec::new() };
    hexes.draw_shades(&pointers.lit);
    hexes.draw_lines();
    for (number, space) in board.spaces.iter().enumerate() {
        let words: Vec<Word> =
            marks.get(&space.id).into_iter().flatten().filter(|mark| mark.count > 0).map(PieceMark::word).collect();
        hexes.write(lattice, number, &words, (legal.contains(&space.id), pointers.lit.contains(&space.id)));
    }
    hexes.write_edges(marks);
    DrawnHexes { lines: hexes.canvas.lines(screen.colour), short: hexes.short, dark: hexes.dark }
}

struct Hexes<'b> {
    board: &'b Board,
    screen: Screen,
    parts: Parts,
    /// Which cell and which space every part belongs to.
    owner: BTreeMap<(usize, usize), (Cell, usize)>,
    canvas: TextCanvas,
    short: Vec<String>,
    dark: Vec<SpaceId>,
}

impl Hexes<'_> {
    fn x(&self, part: usize) -> usize {
        part * (self.parts.wide + 1)
    }

    fn y(&self, part: usize) -> usize {
        part * (self.parts.high + 1)
    }

    fn at(&self, x: Option<usize>, y: Option<usize>) -> Option<(Cell, usize)> {
        self.owner.get(&(x?, y?)).copied()
    }

    /// The line between two parts.
    fn stroke(&self, a: Option<(Cell, usize)>, b: Option<(Cell, usize)>) -> Stroke {
        match (a, b) {
            (Some((one, first)), Some((other, second))) if first != second => {
                Stroke::of(self.board.edge(one, other), false)
            }
            (Some(_), None) | (None, Some(_)) => Stroke::Light,
            _ => Stroke::Open,
        }
    }

    /// The line to the left of a part, and that above it.
    fn left_of(&self, x: usize, y: Option<usize>) -> Stroke {
        self.stroke(self.at(x.checked_sub(1), y), self.at(Some(x), y))
    }

    fn above(&self, x: Option<usize>, y: usize) -> Stroke {
        self.stroke(self.at(x, y.checked_sub(1)), self.at(x, Some(y)))
    }

    fn draw_lines(&mut self) {
        let (plain, Parts { wide, high, across, down }) = (self.screen.plain, self.parts);
        for y in 0..=down {
            for x in 0..=across {
                let (left, top) = (self.x(x), self.y(y));
                let level = self.above(Some(x), y);
                let [first, between, last] = level.level(plain);
                for step in 1..=wide {
                    let sign = if step == 1 {
                        first
                    } else if step == wide {
                        last
                    } else {
                        between
                    };
                    if level != Stroke::Open {
                        self.canvas.put(left + step, top, sign);
                    }
                }
                let upright = self.left_of(x, Some(y));
                for step in (1..=high).filter(|_| upright != Stroke::Open) {
                    self.canvas.put(left, top + step, upright.upright(plain));
                }
                let arms = [self.left_of(x, y.checked_sub(1)), level, upright, self.above(x.checked_sub(1), y)];
                if arms.iter().any(|arm| *arm != Stroke::Open) {
                    self.canvas.put(left, top, corner(arms, plain));
                }
            }
        }
    }

    /// What nobody enters, and what is lit.
    fn draw_shades(&mut self, lit: &[SpaceId]) {
        let (shut, light) = shades(self.screen.plain);
        let shade = |space: usize, board: &Board| {
            let space = &board.spaces[space];
            if lit.contains(&space.id) {
                Some(light)
            } else if board.terrain(space).enter {
                None
            } else {
                Some(shut)
            }
        };
        let shaded: Vec<((usize, usize), char)> =
            self.owner.iter().filter_map(|(part, (_, space))| Some((*part, shade(*space, self.board)?))).collect();
        for ((x, y), shade) in shaded {
            let own = self.at(Some(x), Some(y)).map(|(_, space)| space);
            // The line to the next part of the same space is no line.
            let more = |next: Option<(Cell, usize)>| usize::from(next.map(|(_, space)| space) == own);
            let (right, below) = (more(self.at(Some(x + 1), Some(y))), more(self.at(Some(x), Some(y + 1))));
            let (left, top) = (self.x(x), self.y(y));
            self.canvas.fill(
                left + 1..left + 1 + self.parts.wide + right,
                top + 1..top + 1 + self.parts.high + below,
                shade,
            );
        }
    }

    /// The name of a space in its upper line, and what stands there.
    fn write(&mut self, lattice: &Lattice, number: usize, words: &[Word], (is_legal, is_lit): (bool, bool)) {
        let space = &self.board.spaces[number];
        let Some(cell) = space.cells.first() else { return };
        let ((x, y), (across, down)) = Parts::brick(lattice, *cell);
        let plain = self.screen.plain;
        let (left, top) = (self.x(x) + 1, self.y(y));
        let wide = across * (self.parts.wide + 1) - 1;
        let high = down * (self.parts.high + 1) - 1;
        let mark = self.board.terrain(space).mark.as_deref().map(printable);
        let whole = mark.as_ref().map(|mark| format!("{} {mark}", space.id)).filter(|whole| width_of(whole) <= wide);
        // Where a narrow head has no room for the mark of its ground, that stands below, as long as nothing else does.
        let below = mark.filter(|_| whole.is_none());
        let title = cut(&printable(&whole.unwrap_or_else(|| space.id.clone())), wide, plain);
        self.canvas.write(left + (wide - width_of(&title).min(wide)) / 2, top, &title, Ink::default());
        if words.is_empty() {
            let middle = top + 1 + (high - 1) / 2;
            if let Some(mark) = &below {
                self.canvas.write(left, middle, &cut(mark, wide, plain), Ink::default());
            }
            if is_legal {
                let at = if below.is_some() { wide - 1 } else { wide / 2 };
                self.canvas.put(left + at, middle, LEGAL_HERE);
            }
            return;
        }
        let rows = rows_of(words, wide, plain);
        let is_cut = rows.len() > high || words.iter().any(|word| width_of(&word.text) > wide);
        if is_cut {
            let told: Vec<&str> = words.iter().map(|word| word.text.as_str()).collect();
            self.short.push(format!("{} {}", space.id, told.join(" ")));
        }
        let rows = fitting(rows, high, wide, plain);
        // Its light is seen around what stands there.
        if is_lit && rows.len() == high && rows.iter().all(|row| row_width(row) >= wide) {
            self.dark.push(space.id.clone());
        }
        let first = top + 1 + (high - rows.len()) / 2;
        for (line, row) in rows.iter().enumerate() {
            let mut at = left + (wide - row_width(row).min(wide)) / 2;
            for word in row {
                self.canvas.write(at, first + line, &word.text, word.ink);
                at += width_of(&word.text) + 1;
            }
        }
    }

    /// What stands between two hexes has no room in the drawing.
    fn write_edges(&mut self, marks: &BTreeMap<SpaceId, Vec<PieceMark>>) {
        for edge in self.board.declared() {
            let words = marks.get(&edge.name).into_iter().flatten().filter(|mark| mark.count > 0);
            let told: Vec<String> = words.map(|mark| mark.word().text).collect();
            if !told.is_empty() {
                self.short.push(format!("{} {}", edge.name, told.join(" ")));
            }
        }
    }
}
