//! The squares of a text board: a block of columns with its lines, shades, names and marks.

use std::collections::BTreeMap;
use std::ops::Range;

use crate::model::{Board, Cell, SpaceId, largest_block};

use super::board::side;
use super::canvas::{Canvas, cut, width_of};
use super::marks::{Mark, Word, fitting, row_width, rows_of};
use super::strokes::{Stroke, corner, stroke_on};
use super::words::{kinds, title_of};

/// A row of squares has at most so many lines.
const MOST_LINES: usize = 3;

/// A board with what is written on every space.
pub struct Squares<'b> {
    board: &'b Board,
    plain: bool,
    owner: BTreeMap<Cell, usize>,
    titles: Vec<Option<String>>,
    words: Vec<Vec<Word>>,
    /// In which part of the board the marks of a space stand.
    homes: Vec<usize>,
    /// Whether a space is lit.
    lit: Vec<bool>,
}

/// A part of the board, drawn.
pub struct Block {
    canvas: Canvas,
    tops: Vec<usize>,
    heights: Vec<usize>,
}

impl Block {
    /// The middle line of every row.
    pub fn middles(&self) -> impl Iterator<Item = usize> {
        self.tops.iter().zip(&self.heights).map(|(top, height)| top + (height - 1) / 2)
    }

    /// Its lines from the top.
    pub fn lines(&self, colour: bool) -> Vec<String> {
        self.canvas.lines(colour)
    }
}

impl<'b> Squares<'b> {
    /// Ready to be drawn in parts of some columns.
    pub fn new(board: &'b Board, marks: &BTreeMap<SpaceId, Vec<Mark>>, plain: bool, parts: &[Range<usize>]) -> Self {
        let cells =
            board.spaces.iter().enumerate().flat_map(|(n, space)| space.cells.iter().map(move |cell| (*cell, n)));
        let words = |id: &SpaceId| {
            let here = marks.get(id).into_iter().flatten().filter(|mark| mark.count > 0);
            here.map(Mark::word).collect::<Vec<Word>>()
        };
        let home = |cells: &[Cell]| {
            let inside = |part: &Range<usize>| cells.iter().filter(|cell| part.contains(&cell.column)).count();
            (0..parts.len()).rev().max_by_key(|number| inside(&parts[*number])).unwrap_or(0)
        };
        let kinds = kinds(board);
        Self {
            board,
            plain,
            owner: cells.collect(),
            titles: board.spaces.iter().map(|space| title_of(space, board, &kinds)).collect(),
            words: board.spaces.iter().map(|space| words(&space.id)).collect(),
            homes: board.spaces.iter().map(|space| home(&space.cells)).collect(),
            lit: vec![false; board.spaces.len()],
        }
    }

    /// The same with some spaces lit.
    pub fn lit(mut self, lit: &[SpaceId]) -> Self {
        self.lit = self.board.spaces.iter().map(|space| lit.contains(&space.id)).collect();
        self
    }

    /// Whether any space is lit.
    pub fn has_lit(&self) -> bool {
        self.lit.contains(&true)
    }

    /// What covers a space that is lit.
    pub const fn light(&self) -> char {
        if self.plain { '.' } else { '·' }
    }

    /// The space a square belongs to.
    pub fn owner(&self, cell: Cell) -> Option<usize> {
        self.owner.get(&cell).copied()
    }

    /// What covers ground that nobody enters.
    pub const fn shade(&self) -> char {
        if self.plain { '/' } else { '░' }
    }

    /// One part of the board.
    pub fn block(&self, number: usize, columns: Range<usize>, width: usize) -> Block {
        let heights = self.heights(number, &columns, width);
        let mut tops = Vec::with_capacity(heights.len());
        let mut y = 1;
        for height in &heights {
            tops.push(y);
            y += height + 1;
        }
        let canvas = Canvas::new(columns.len() * (width + 1) + 1, y);
        let mut drawing = Drawing { squares: self, columns, width, block: Block { canvas, tops, heights } };
        drawing.lines();
        drawing.corners();
        for space in 0..self.board.spaces.len() {
            drawing.space(space, number);
        }
        drawing.block
    }

    /// How many lines every row takes for what stands on its squares.
    fn heights(&self, number: usize, columns: &Range<usize>, width: usize) -> Vec<usize> {
        let mut heights = vec![1; self.board.rows.len()];
        for (index, words) in self.words.iter().enumerate().filter(|(index, _)| self.homes[*index] == number) {
            let Some((first, last)) = self.area(index, columns) else { continue };
            if first.row == last.row {
                let room = span(last.column - first.column + 1, width);
                let lines = rows_of(words, room, self.plain).len().min(MOST_LINES);
                heights[first.row] = lines.max(heights[first.row]);
            }
        }
        heights
    }

    /// The first and last square of the rectangle in which the marks of a space stand.
    fn area(&self, space: usize, columns: &Range<usize>) -> Option<(Cell, Cell)> {
        let cells = self.board.spaces[space].cells.iter().filter(|cell| columns.contains(&cell.column));
        let cells: Vec<Cell> = cells.copied().collect();
        (!cells.is_empty()).then(|| largest_block(&cells))
    }
}

/// How many characters so many squares take side by side, without the lines around them.
const fn span(squares: usize, width: usize) -> usize {
    squares * (width + 1) - 1
}

/// A block while it is drawn.
struct Drawing<'s, 'b> {
    squares: &'s Squares<'b>,
    columns: Range<usize>,
    width: usize,
    block: Block,
}

impl Drawing<'_, '_> {
    /// Where the characters of a column of squares start.
    fn x(&self, column: usize) -> usize {
        (column - self.columns.start) * (self.width + 1) + 1
    }

    /// The line above a row of squares, or below all of them.
    fn line_above(&self, row: usize) -> usize {
        self.block.tops.get(row).map_or_else(|| self.bottom(), |top| top - 1)
    }

    fn bottom(&self) -> usize {
        self.block.tops.last().zip(self.block.heights.last()).map_or(0, |(top, height)| top + height)
    }

    fn stroke(&self, upright: bool, column: usize, row: usize) -> Stroke {
        stroke_on(self.squares.board, side(upright, Cell { column, row }), |cell| self.squares.owner(cell))
    }

    fn lines(&mut self) {
        let (plain, width, rows) = (self.squares.plain, self.width, self.squares.board.rows.len());
        for row in 0..=rows {
            for column in self.columns.clone() {
                let [first, middle, last] = self.stroke(false, column, row).level(plain);
                let (x, y) = (self.x(column), self.line_above(row));
                self.block.canvas.fill(x..x + width, y..y + 1, middle);
                self.block.canvas.put(x, y, first);
                self.block.canvas.put(x + width - 1, y, last);
            }
        }
        for row in 0..rows {
            for column in self.columns.start..=self.columns.end {
                let what = self.stroke(true, column, row).upright(plain);
                let (x, y) = (self.x(column) - 1, self.block.tops[row]);
                self.block.canvas.fill(x..x + 1, y..y + self.block.heights[row], what);
            }
        }
    }

    fn corners(&mut self) {
        let (columns, rows) = (self.columns.clone(), self.squares.board.rows.len());
        for row in 0..=rows {
            for column in columns.start..=columns.end {
                let up = row.checked_sub(1).map(|above| self.stroke(true, column, above));
                let down = (row < rows).then(|| self.stroke(true, column, row));
                let right = (column < columns.end).then(|| self.stroke(false, column, row));
                let left = column.checked_sub(1).filter(|before| *before >= columns.start);
                let left = left.map(|before| self.stroke(false, before, row));
                let arms = [up, right, down, left].map(|arm| arm.unwrap_or(Stroke::Open));
                let (x, y) = (self.x(column) - 1, self.line_above(row));
                self.block.canvas.put(x, y, corner(arms, self.squares.plain));
            }
        }
    }

    /// Shade, name and marks of a space.
    fn space(&mut self, index: usize, number: usize) {
        let board = self.squares.board;
        let space = &board.spaces[index];
        if !board.terrain(space).enter {
            self.covered(index, self.squares.shade());
        }
        if self.squares.lit[index] {
            self.light(index, board.terrain(space).enter);
        }
        self.title(index);
        if self.squares.homes[index] == number
            && let Some(area) = self.squares.area(index, &self.columns)
        {
            self.marks(&self.squares.words[index], area);
        }
    }

    /// The name of a space stands in the line above its first square. It may cover a corner, unless another follows.
    fn title(&mut self, index: usize) {
        let squares = self.squares;
        let Some(title) = &squares.titles[index] else { return };
        let cells = &squares.board.spaces[index].cells;
        let Some(&first) = cells.iter().find(|cell| self.columns.contains(&cell.column)) else { return };
        let at = |column: usize| squares.owner(Cell { column, row: first.row });
        let end =
            (first.column..self.columns.end).find(|column| at(*column) != Some(index)).unwrap_or(self.columns.end);
        let next = at(end).filter(|_| end < self.columns.end);
        let more = usize::from(next.is_none_or(|next| squares.titles[next].is_none()));
        let title = cut(title, span(end - first.column, self.width) + more, squares.plain);
        let (x, y) = (self.x(first.column), self.line_above(first.row));
        self.block.canvas.write(x, y, &title, None);
    }

    /// Light covers a space; where nobody enters it leaves the shade to be seen.
    fn light(&mut self, index: usize, whole: bool) {
        let light = self.squares.light();
        if whole {
            return self.covered(index, light);
        }
        for cell in self.squares.board.spaces[index].cells.iter().filter(|cell| self.columns.contains(&cell.column)) {
            let (x, y) = (self.x(cell.column), self.block.tops[cell.row]);
            let lines = y..y + self.block.heights[cell.row];
            self.block.canvas.fill(x..x + 1, lines.clone(), light);
            self.block.canvas.fill(x + self.width - 1..x + self.width, lines, light);
        }
    }

    fn covered(&mut self, index: usize, shade: char) {
        let board = self.squares.board;
        let own = |column: usize, row: usize| self.squares.owner(Cell { column, row }) == Some(index);
        for &Cell { column, row } in board.spaces[index].cells.iter().filter(|cell| self.columns.contains(&cell.column))
        {
            let (x, y) = (self.x(column), self.block.tops[row]);
            let beside = column + 1 < self.columns.end && own(column + 1, row);
            let (wide, tall) =
                (self.width + usize::from(beside), self.block.heights[row] + usize::from(own(column, row + 1)));
            self.block.canvas.fill(x..x + wide, y..y + tall, shade);
        }
    }

    fn marks(&mut self, words: &[Word], (first, last): (Cell, Cell)) {
        let plain = self.squares.plain;
        let wide = span(last.column - first.column + 1, self.width);
        let top = self.block.tops[first.row];
        let tall = self.block.tops[last.row] + self.block.heights[last.row] - top;
        let rows = fitting(rows_of(words, wide, plain), tall, wide, plain);
        let first_line = top + (tall - rows.len()) / 2;
        for (y, row) in (first_line..).zip(rows) {
            let taken = row_width(&row);
            let mut x = self.x(first.column) + (wide - taken) / 2;
            // On shaded ground letters need some air.
            let (from, to) =
                (x.saturating_sub(1).max(self.x(first.column)), (x + taken + 1).min(self.x(first.column) + wide));
            self.block.canvas.fill(from..to, y..y + 1, ' ');
            for word in row {
                self.block.canvas.write(x, y, &word.text, word.hue);
                x += width_of(&word.text) + 1;
            }
        }
    }
}
