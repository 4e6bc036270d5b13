//! Puts a part of a board on its canvas: lines, shades, names and marks. Where its rows lie is settled before.

use std::ops::Range;

use crate::model::{Cell, Side};

use super::{Block, Squares, span, width_in};
use crate::ui::terminal::board::side;
use crate::ui::terminal::canvas::{cut, width_of};
use crate::ui::terminal::marks::{Ink, Squeezed, Word, printable, squeezed};
use crate::ui::terminal::strokes::{Stroke, corner, stroke_on};
use crate::ui::terminal::words::name_of;

/// A block with all that lies in part `number` of a board.
pub(super) fn drawn(squares: &Squares<'_>, number: usize, columns: Range<usize>, block: Block) -> Block {
    let mut drawing = Drawing { squares, columns, block };
    drawing.lines();
    drawing.corners();
    for space in 0..squares.board.spaces.len() {
        drawing.space(space, number);
    }
    drawing.edges();
    drawing.block
}

/// A block while it is drawn.
struct Drawing<'s, 'b> {
    squares: &'s Squares<'b>,
    columns: Range<usize>,
    block: Block,
}

impl Drawing<'_, '_> {
    /// Where the characters of a column of squares start.
    fn x(&self, column: usize) -> usize {
        (column - self.columns.start) * (self.squares.width + 1) + 1
    }

    fn stroke(&self, upright: bool, column: usize, row: usize) -> Stroke {
        stroke_on(self.squares.board, side(upright, Cell { column, row }), |cell| self.squares.owner(cell))
    }

    fn lines(&mut self) {
        let (plain, rows) = (self.squares.plain, self.squares.board.rows.len());
        for row in 0..=rows {
            for column in self.columns.clone() {
                self.level_line(column, row);
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

    /// What lies above a square, if there is a line.
    fn level_line(&mut self, column: usize, row: usize) {
        let Some(y) = self.block.lines[row] else { return };
        let [first, middle, last] = self.stroke(false, column, row).level(self.squares.plain);
        let (x, width) = (self.x(column), self.squares.width);
        self.block.canvas.fill(x..x + width, y..y + 1, middle);
        // Two ends without anything between them would look like no gap.
        if !self.squares.doors_are_gaps() {
            self.block.canvas.put(x, y, first);
            self.block.canvas.put(x + width - 1, y, last);
        }
    }

    fn corners(&mut self) {
        let (columns, rows) = (self.columns.clone(), self.squares.board.rows.len());
        for row in 0..=rows {
            let Some(y) = self.block.lines[row] else { continue };
            for column in columns.start..=columns.end {
                let up = row.checked_sub(1).map(|above| self.stroke(true, column, above));
                let down = (row < rows).then(|| self.stroke(true, column, row));
                let right = (column < columns.end).then(|| self.stroke(false, column, row));
                let left = column.checked_sub(1).filter(|before| *before >= columns.start);
                let left = left.map(|before| self.stroke(false, before, row));
                let arms = [up, right, down, left].map(|arm| arm.unwrap_or(Stroke::Open));
                self.block.canvas.put(self.x(column) - 1, y, corner(arms, self.squares.plain));
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
        if !self.squares.is_narrow() {
            self.title(index);
        }
        if self.squares.homes[index] == number
            && let Some(area) = self.squares.area(index, &self.columns)
        {
            self.marks(index, area);
        }
    }

    /// The name of a space stands in the line above its first square.
    fn title(&mut self, index: usize) {
        let squares = self.squares;
        let Some(title) = &squares.titles[index] else { return };
        let Some((first, room)) = self.room_for_title(index) else { return };
        // Its name alone is better than its name and half a word, and half a corner better than half a name. What kind of place it
        // is stands on all of a kind or on none.
        let name = name_of(&squares.board.spaces[index], squares.board);
        let named = room + usize::from(self.may_cover_corner(index, first));
        let title = match name {
            None if self.has_no_room(title) => return,
            Some(name) if width_of(title) > room && width_of(name) <= named => printable(name),
            _ => cut(title, room, squares.plain),
        };
        if let Some(y) = self.block.lines[first.row] {
            self.block.canvas.write(self.x(first.column), y, &title, Ink::default());
        }
    }

    /// The first square of a space, and how many columns its title has there without the corner behind it.
    fn room_for_title(&self, index: usize) -> Option<(Cell, usize)> {
        let squares = self.squares;
        let mut cells = squares.board.spaces[index].cells.iter();
        let first = *cells.find(|cell| self.columns.contains(&cell.column))?;
        Some((first, span(self.end_in_row(index, first) - first.column, squares.width)))
    }

    /// The column behind a space in the row of its first square.
    fn end_in_row(&self, index: usize, first: Cell) -> usize {
        let at = |column: usize| self.squares.owner(Cell { column, row: first.row });
        (first.column..self.columns.end).find(|column| at(*column) != Some(index)).unwrap_or(self.columns.end)
    }

    /// Whether no title follows behind the corner.
    fn may_cover_corner(&self, index: usize, first: Cell) -> bool {
        let column = self.end_in_row(index, first);
        let next = self.squares.owner(Cell { column, row: first.row }).filter(|_| column < self.columns.end);
        next.is_none_or(|next| self.squares.titles[next].is_none())
    }

    /// Whether a title is too wide for any of those that have it.
    fn has_no_room(&self, title: &str) -> bool {
        let titles = self.squares.titles.iter().enumerate();
        let mut same = titles.filter(|(_, other)| other.as_deref() == Some(title));
        same.any(|(index, _)| self.room_for_title(index).is_some_and(|(_, room)| width_of(title) > room))
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
            if self.squares.width > 2 {
                self.block.canvas.fill(x + self.squares.width - 1..x + self.squares.width, lines, light);
            }
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
                (self.squares.width + usize::from(beside), self.block.heights[row] + usize::from(own(column, row + 1)));
            self.block.canvas.fill(x..x + wide, y..y + tall, shade);
        }
    }

    fn marks(&mut self, index: usize, (first, last): (Cell, Cell)) {
        let squares = self.squares;
        let wide = span(last.column - first.column + 1, squares.width);
        let (from, top) = (self.x(first.column), self.block.tops[first.row]);
        let tall = self.block.tops[last.row] + self.block.heights[last.row] - top;
        let (rows, is_whole) = squares.written(index, wide, tall);
        let id = &squares.board.spaces[index].id;
        if !is_whole {
            let at = squares.mark(index).map_or_else(|| id.clone(), |mark| format!("{id} {mark}"));
            self.block.short.push(full(&at, &squares.words[index]));
        }
        if squares.is_narrow() && squares.lit[index] && wide * tall == rows.iter().map(width_in).sum::<usize>() {
            self.block.dark.push(id.clone());
        }
        let first_line = top + (tall - rows.len()) / 2;
        for (y, row) in (first_line..).zip(rows) {
            let taken = width_in(&row);
            let x = from + (wide - taken) / 2;
            // On shaded ground letters need some air, unless it would hide the shade.
            if wide > 2 {
                self.block.canvas.fill(x.saturating_sub(1).max(from)..(x + taken + 1).min(from + wide), y..y + 1, ' ');
            }
            self.write(&row, (x, y));
        }
    }

    /// What is on the lines between spaces, instead of doors and windows there.
    fn edges(&mut self) {
        let (squares, columns) = (self.squares, self.columns.clone());
        for (&Side { upright, column, row }, (name, words)) in &squares.edges {
            if !(columns.contains(&column) || (upright && column == columns.end)) {
                continue;
            }
            let middle = self.block.tops[row] + (self.block.heights[row] - 1) / 2;
            let (from, wide) = if upright { (self.x(column) - 1, 1) } else { (self.x(column), squares.width) };
            let Some(y) = (if upright { Some(middle) } else { self.block.lines[row] }) else { continue };
            if !upright {
                // A title that stands there would be taken for the mark.
                self.level_line(column, row);
            }
            let line = squeezed(words, wide);
            self.write(&line, (from + (wide - width_in(&line)) / 2, y));
            if !line.is_whole {
                self.block.short.push(full(name, words));
            }
        }
    }

    fn write(&mut self, row: &Squeezed, (mut x, y): (usize, usize)) {
        for word in &row.words {
            self.block.canvas.write(x, y, &word.text, word.ink);
            x += width_of(&word.text) + row.gap;
        }
    }
}

/// All that stands at a place.
fn full(at: &str, words: &[Word]) -> String {
    let words: Vec<&str> = words.iter().map(|word| word.text.as_str()).collect();
    format!("{} {}", printable(at), words.join(" "))
}
