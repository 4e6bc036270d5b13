//! The squares of a text board: a block of columns with its lines, shades, names and marks.

mod drawing;

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use crate::model::{Board, Cell, Side, Space, SpaceId, largest_block};

use drawing::drawn;

use super::board::{BetweenRows, BoardLayout, Form, side};
use super::canvas::{TextCanvas, width_of};
use super::marks::{Ink, PieceMark, Squeezed, Word, fitting, printable, row_width, rows_of, squeezed};
use super::strokes::{Stroke, stroke_on};
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

    /// Whether spaces that can be answered are shown by a sign of their own, as they are empty, and whether by a line under what lies
    /// there.
    pub fn legal_shown(&self) -> (bool, bool) {
        let is_sign = |words: &[Word]| matches!(words, [word] if word.text == LEGAL_HERE.to_string());
        let legal = || self.words.iter().zip(&self.legal).filter(|(_, is_legal)| **is_legal);
        (legal().any(|(words, _)| is_sign(words)), legal().any(|(words, _)| !is_sign(words)))
    }

    /// Whether rows are as low as they can be.
    fn is_narrow(&self) -> bool {
        self.form.between != BetweenRows::All
    }

    /// Whether squares have no room for the ends of a level line.
    pub const fn doors_are_gaps(&self) -> bool {
        self.width <= 2
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
        drawn(self, number, columns, block)
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
        let whole = |words: &[Word]| fits(words).then(|| (with_gaps(rows_of(words, wide, self.plain)), true));
        if let Some(written) = title.into_iter().chain(named).find_map(|words| whole(&words)) {
            return written;
        }
        // The letter of a place is what people type.
        if let Some(mark) = self.mark(index) {
            let dense = squeezed(&with(mark), wide);
            if dense.is_whole {
                return (vec![dense], true);
            }
            if !self.board.terrain(space).enter {
                let ink = words.first().map(|word| word.ink).unwrap_or_default();
                return (vec![squeezed(&[Word { text: printable(mark), ink }], wide)], words.is_empty());
            }
        }
        let name = name_of(space, self.board).map(printable);
        // On one line with room for a piece beside it, which matters more.
        let beside = if tall == 1 { 2 } else { 0 };
        if let Some(name) = name.filter(|name| width_of(name) + beside <= wide) {
            return name_first(name, words, (wide, tall));
        }
        if let Some(written) = whole(words) {
            return written;
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

/// The name of a space and, of what lies there, as much as there is room for: the name is what people type.
fn name_first(name: String, words: &[Word], (wide, tall): (usize, usize)) -> (Vec<Squeezed>, bool) {
    let name = Word { text: name, ink: Ink::default() };
    let mut dense = dense_rows(words, wide);
    if dense.len() < tall {
        dense.insert(0, squeezed(&[name], wide));
        let is_whole = dense.iter().all(|row| row.is_whole);
        return (dense, is_whole);
    }
    if tall > 1 {
        let rows = dense.iter().take(tall - 2).map(|row| row.words.len()).sum();
        dense.truncate(tall - 2);
        dense.insert(0, squeezed(&[name], wide));
        dense.push(squeezed(&words[rows..], wide));
        return (dense, false);
    }
    let name = Word { text: name.text + " ", ..name };
    let rest = squeezed(words, wide - width_of(&name.text));
    let words = std::iter::once(name).chain(rest.words).collect();
    (vec![Squeezed { words, gap: 0, is_whole: rest.is_whole }], rest.is_whole)
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
