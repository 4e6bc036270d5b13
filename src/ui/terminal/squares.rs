//! The squares of a text board: a block of columns with its lines, shades, names and marks.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use crate::model::{Board, Cell, Side, Space, SpaceId, largest_block};

use super::board::{BetweenRows, BoardLayout, Form, side};
use super::canvas::{TextCanvas, cut, width_of};
use super::marks::{Ink, PieceMark, Squeezed, Word, fitting, printable, row_width, rows_of, squeezed};
use super::strokes::{Stroke, corner, stroke_on};
use super::words::{kinds, name_of, title_of};

/// A row of squares has at most so many lines.
const MOST_LINES: usize = 3;

/// Stands on an empty place that can be answered.
pub const LEGAL_HERE: char = '•';

/// A board with what is written on every space.
pub struct Squares<'b> {
    board: &'b Board,
    plain: bool,
    /// How wide a square is.
    width: usize,
    form: Form,
    owner: BTreeMap<Cell, usize>,
    titles: Vec<Option<String>>,
    words: Vec<Vec<Word>>,
    /// What is on the lines between spaces, with the names of these.
    edges: BTreeMap<Side, (String, Vec<Word>)>,
    /// In which part of the board the marks of a space stand.
    homes: Vec<usize>,
    /// Whether a space is lit.
    lit: Vec<bool>,
    /// Whether a space can be answered.
    legal: Vec<bool>,
}

/// A part of the board, drawn.
pub struct Block {
    canvas: TextCanvas,
    tops: Vec<usize>,
    heights: Vec<usize>,
    /// The line above every row and the one below the last, where there is one.
    lines: Vec<Option<usize>>,
    /// What stands there in full, where it is cut short.
    short: Vec<String>,
    /// Spaces whose light is hidden by what stands there.
    dark: Vec<SpaceId>,
}

impl Block {
    /// The middle line of every row.
    pub fn middles(&self) -> impl Iterator<Item = usize> {
        self.tops.iter().zip(&self.heights).map(|(top, height)| top + (height - 1) / 2)
    }

    /// What stands in full where it is cut short: `H6 3z R`.
    pub fn short(&self) -> &[String] {
        &self.short
    }

    /// Spaces whose light cannot be seen.
    pub fn dark(&self) -> &[SpaceId] {
        &self.dark
    }

    /// Its lines from the top.
    pub fn lines(&self, colour: bool) -> Vec<String> {
        self.canvas.lines(colour)
    }
}

impl<'b> Squares<'b> {
    /// Ready to be drawn in parts of some columns.
    pub fn new(board: &'b Board, marks: &BTreeMap<SpaceId, Vec<PieceMark>>, plain: bool, plan: &BoardLayout) -> Self {
        let parts = &plan.parts;
        let cells =
            board.spaces.iter().enumerate().flat_map(|(n, space)| space.cells.iter().map(move |cell| (*cell, n)));
        let words = |id: &SpaceId| {
            let here = marks.get(id).into_iter().flatten().filter(|mark| mark.count > 0);
            here.map(PieceMark::word).collect::<Vec<Word>>()
        };
        let home = |cells: &[Cell]| {
            let inside = |part: &Range<usize>| cells.iter().filter(|cell| part.contains(&cell.column)).count();
            (0..parts.len()).rev().max_by_key(|number| inside(&parts[*number])).unwrap_or(0)
        };
        let kinds = kinds(board);
        let edges = board.named_edges().into_iter().filter(|edge| board.space(&edge.name).is_none());
        let edges = edges.map(|edge| (edge.side, (words(&edge.name), edge.name)));
        Self {
            board,
            plain,
            width: plan.cell_width,
            form: plan.form,
            edges: edges
                .filter(|(_, (words, _))| !words.is_empty())
                .map(|(at, (words, name))| (at, (name, words)))
                .collect(),
            owner: cells.collect(),
            titles: board.spaces.iter().map(|space| title_of(space, board, &kinds)).collect(),
            words: board.spaces.iter().map(|space| words(&space.id)).collect(),
            homes: board.spaces.iter().map(|space| home(&space.cells)).collect(),
            lit: vec![false; board.spaces.len()],
            legal: vec![false; board.spaces.len()],
        }
    }

    /// The same with some spaces lit.
    pub fn lit(mut self, lit: &[SpaceId]) -> Self {
        self.lit = self.board.spaces.iter().map(|space| lit.contains(&space.id)).collect();
        self
    }

    /// The same with the spaces marked that can be answered.
    pub fn legal(mut self, legal: &BTreeSet<SpaceId>) -> Self {
        self.legal = self.board.spaces.iter().map(|space| legal.contains(&space.id)).collect();
        for (words, _) in
            self.words.iter_mut().zip(&self.legal).filter(|(words, is_legal)| **is_legal && words.is_empty())
        {
            words.push(Word { text: LEGAL_HERE.to_string(), ink: Ink::default() });
        }
        self
    }

    /// The line of a part in which each space begins that is at home there.
    pub fn tops(&self, number: usize, block: &Block) -> Vec<(SpaceId, usize)> {
        let own = self.board.spaces.iter().zip(&self.homes).filter(|(_, home)| **home == number);
        let row = |space: &Space| space.cells.iter().map(|cell| cell.row).min();
        own.filter_map(|(space, _)| Some((space.id.clone(), *block.tops.get(row(space)?)?))).collect()
    }

    /// Whether any space can be answered.
    pub fn has_legal(&self) -> bool {
        self.legal.contains(&true)
    }

    /// Whether rows are as low as they can be.
    fn is_narrow(&self) -> bool {
        self.form.between != BetweenRows::All
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
    pub fn block(&self, number: usize, columns: Range<usize>) -> Block {
        let heights = self.heights(number, &columns);
        let (mut tops, mut lines) = (Vec::with_capacity(heights.len()), vec![Some(0)]);
        let mut y = 1;
        for (row, height) in heights.iter().enumerate() {
            tops.push(y);
            y += height;
            let line = self.has_line(row + 1, &columns);
            lines.push(line.then_some(y));
            y += usize::from(line);
        }
        let canvas = TextCanvas::new(span(columns.len(), self.width) + 2, y);
        let block = Block { canvas, tops, heights, lines, short: Vec::new(), dark: Vec::new() };
        let mut drawing = Drawing { squares: self, columns, block };
        drawing.lines();
        drawing.corners();
        for space in 0..self.board.spaces.len() {
            drawing.space(space, number);
        }
        drawing.edges();
        drawing.block
    }

    /// How many lines every row takes for what stands on its squares.
    fn heights(&self, number: usize, columns: &Range<usize>) -> Vec<usize> {
        if self.is_narrow() {
            return vec![1; self.board.rows.len()];
        }
        let mut heights = vec![self.form.row_lines; self.board.rows.len()];
        for (index, words) in self.words.iter().enumerate().filter(|(index, _)| self.homes[*index] == number) {
            let Some((first, last)) = self.area(index, columns) else { continue };
            if first.row == last.row {
                let room = span(last.column - first.column + 1, self.width);
                let lines = rows_of(words, room, self.plain).len().min(MOST_LINES);
                heights[first.row] = lines.max(heights[first.row]);
            }
        }
        heights
    }

    /// Whether there is a line above a row of squares, or below all of them.
    fn has_line(&self, row: usize, columns: &Range<usize>) -> bool {
        if !self.is_narrow() || row == 0 || row == self.board.rows.len() {
            return true;
        }
        columns.clone().any(|column| self.needs_line(side(false, Cell { column, row })))
    }

    /// Whether something lies there, or two spaces could not be told apart without a line.
    fn needs_line(&self, side: Side) -> bool {
        let stroke = stroke_on(self.board, side, |cell| self.owner(cell));
        if stroke != Stroke::Light || self.edges.contains_key(&side) {
            return stroke != Stroke::Open;
        }
        if self.form.between == BetweenRows::Walls {
            return false;
        }
        let cells = side.cells(self.board.columns.len(), self.board.rows.len());
        let [Some(above), Some(below)] = cells.map(|cell| Some(&self.board.spaces[self.owner(cell?)?])) else {
            return false;
        };
        match [above, below].map(|space| self.board.terrain(space).enter) {
            [false, false] => above.terrain != below.terrain,
            enter => [above, below].iter().zip(enter).any(|(space, enter)| enter && space.cells.len() > 1),
        }
    }

    /// What is written on a space, and whether that is all: in the narrow form its name too, if there is room for it.
    fn written(&self, index: usize, wide: usize, tall: usize) -> (Vec<Squeezed>, bool) {
        let words = &self.words[index];
        let with_gaps =
            |rows: Vec<Vec<Word>>| rows.into_iter().map(|words| Squeezed { words, gap: 1, is_whole: true }).collect();
        let usual = || with_gaps(fitting(rows_of(words, wide, self.plain), tall, wide, self.plain));
        if !self.is_narrow() {
            return (usual(), true);
        }
        let space: &Space = &self.board.spaces[index];
        let with = |text: &str| {
            let name = Word { text: printable(text), ink: Ink::default() };
            std::iter::once(name).chain(words.iter().cloned()).collect::<Vec<Word>>()
        };
        let title = self.titles[index].as_deref().map(with);
        let named = name_of(space, self.board).map(with);
        let fits = |words: &[Word]| {
            words.iter().all(|word| width_of(&word.text) <= wide) && rows_of(words, wide, self.plain).len() <= tall
        };
        let tried = title.into_iter().chain(named).chain([words.clone()]);
        if let Some(words) = tried.into_iter().find(|words| fits(words)) {
            return (with_gaps(rows_of(&words, wide, self.plain)), true);
        }
        // The letter of a place is what people type.
        if let Some(mark) = self.mark(index) {
            let dense = squeezed(&with(mark), wide);
            if dense.is_whole {
                return (vec![dense], true);
            }
            if !self.board.terrain(space).enter {
                let ink = words.first().map(|word| word.ink).unwrap_or_default();
                return (vec![squeezed(&[Word { text: printable(mark), ink }], wide)], false);
            }
        }
        if tall > 1 {
            let dense = dense_rows(words, wide);
            let is_whole = dense.len() <= tall && dense.iter().all(|row| row.is_whole);
            return if is_whole { (dense, true) } else { (usual(), false) };
        }
        let row = squeezed(words, wide);
        let is_whole = row.is_whole;
        (vec![row], is_whole)
    }

    /// What the board itself has written on a space.
    fn mark(&self, index: usize) -> Option<&str> {
        self.board.terrain(&self.board.spaces[index]).mark.as_deref()
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
        if width > 2 {
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

/// Words in rows without blanks, as none has room for them.
fn dense_rows(words: &[Word], most: usize) -> Vec<Squeezed> {
    let mut rows: Vec<Vec<Word>> = Vec::new();
    for word in words {
        match rows.last_mut() {
            Some(row) if squeezed(&[&row[..], std::slice::from_ref(word)].concat(), most).is_whole => {
                row.push(word.clone());
            }
            _ => rows.push(vec![word.clone()]),
        }
    }
    rows.into_iter().map(|row| squeezed(&row, most)).collect()
}

/// How many columns a line of words takes.
fn width_in(row: &Squeezed) -> usize {
    if row.gap == 1 { row_width(&row.words) } else { row.words.iter().map(|word| width_of(&word.text)).sum() }
}

/// All that stands at a place.
fn full(at: &str, words: &[Word]) -> String {
    let words: Vec<&str> = words.iter().map(|word| word.text.as_str()).collect();
    format!("{} {}", printable(at), words.join(" "))
}
