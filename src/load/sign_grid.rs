//! A picture in text as the signs of a legend, and the spaces that these make up.

use std::collections::BTreeSet;

use crate::diag::{Diagnostic, Diagnostics, Place, meant_or_known};
use crate::model::{Board, Cell, FieldText, Lattice, Space};

use super::legend::Sign;
use super::plan::starts_of_lines;

/// More cells than this along a side is a slip.
pub const MOST_ALONG: usize = 200;

/// The signs of the squares as indices into the legend.
pub struct SignGrid {
    /// How many squares there are side by side.
    pub width: usize,
    /// Row by row.
    pub signs: Vec<Vec<usize>>,
}

impl SignGrid {
    /// Reads a picture, row by row.
    pub fn read(picture: &FieldText, legend: &[Sign], found: &mut Diagnostics) -> Option<Self> {
        let starts = starts_of_lines(picture);
        let starts = (0..).map(|n| starts.as_ref().and_then(|starts| starts.get(n)).copied());
        let lines = picture.text.lines().zip(starts).filter(|(line, _)| !line.trim().is_empty());
        let rows: Vec<Vec<WrittenSign>> = lines.map(|(line, start)| signs_of_line(line, start, picture)).collect();
        let width = rows.first().map_or(0, Vec::len);
        if rows.is_empty() || rows.len() > MOST_ALONG || width > MOST_ALONG {
            let message = format!("a picture has 1 to {MOST_ALONG} rows and columns");
            found.push(Diagnostic::error(message).at(&picture.place));
            return None;
        }
        let mut signs = Vec::new();
        for (row, written) in rows.iter().enumerate() {
            if written.len() != width {
                let message =
                    format!("row {} of the picture has {} squares and row 1 has {width}", row + 1, written.len());
                let place = written.last().map_or(&picture.place, |(_, place)| place);
                found.push(Diagnostic::error(message).at(place));
                return None;
            }
            let mut known = Vec::new();
            for (sign, place) in written {
                match legend.iter().position(|entry| entry.letters == *sign) {
                    Some(index) => known.push(index),
                    None => {
                        let message = format!("the legend does not explain `{sign}` in row {} of the picture", row + 1);
                        let hint = meant_or_known(sign, legend.iter().map(|entry| entry.letters.as_str()));
                        found.push(Diagnostic::error(message).at(place).maybe_hint(hint));
                    }
                }
            }
            signs.push(known);
        }
        signs.iter().all(|row| row.len() == width).then_some(Self { width, signs })
    }

    /// How many rows there are.
    pub fn height(&self) -> usize {
        self.signs.len()
    }

    /// The cells that are there.
    pub fn cells<'g>(&'g self, legend: &'g [Sign]) -> impl Iterator<Item = Cell> + 'g {
        let places = (0..self.height()).flat_map(|row| (0..self.width).map(move |column| Cell { column, row }));
        places.filter(|cell| legend[self.signs[cell.row][cell.column]].terrain.is_some())
    }

    /// The spaces of a board that has nothing but its lattice so far; `names` is where its names come from.
    pub fn spaces(
        &self,
        legend: &[Sign],
        board: &Board,
        lattice: &Lattice,
        found: &mut Diagnostics,
        names: &Place,
    ) -> Vec<Space> {
        let mut taken = BTreeSet::new();
        let mut known = BTreeSet::new();
        let mut spaces: Vec<Space> = Vec::new();
        for cell in self.cells(legend) {
            let Sign { terrain: Some(terrain), merge, .. } = &legend[self.signs[cell.row][cell.column]] else {
                continue;
            };
            if taken.contains(&cell) {
                continue;
            }
            let (id, cells) = match merge {
                Some(name) => (name.text.clone(), self.touching(cell, lattice)),
                None => (board.square_name(cell), vec![cell]),
            };
            let place = merge.as_ref().map_or(names, |name| &name.place);
            let covers = if board.is_square() { !is_rectangle(&cells) } else { cells.len() > 1 };
            if !board.terrains[*terrain].art.is_empty() && covers {
                found.push(covers_others(&id, board.is_square()).at(place));
            }
            taken.extend(cells.iter().copied());
            if !known.insert(id.clone()) {
                let message = format!("two spaces of the board are called `{id}`");
                found.push(Diagnostic::error(message).at(place));
            }
            spaces.push(Space { id, cells, terrain: *terrain });
        }
        spaces
    }

    /// All cells with the same sign that hang together by their sides, in reading order.
    fn touching(&self, from: Cell, lattice: &Lattice) -> Vec<Cell> {
        let sign = |cell: Cell| self.signs[cell.row][cell.column];
        let mut seen = BTreeSet::from([(from.row, from.column)]);
        let mut open = vec![from];
        while let Some(cell) = open.pop() {
            let beside = (0..lattice.shape.sides()).filter_map(|side| lattice.beside(cell, side));
            for next in beside.filter(|next| sign(*next) == sign(from)) {
                if seen.insert((next.row, next.column)) {
                    open.push(next);
                }
            }
        }
        seen.into_iter().map(|(row, column)| Cell { column, row }).collect()
    }
}

/// A picture lies in the rectangle around its space.
fn covers_others(id: &str, is_square: bool) -> Diagnostic {
    if is_square {
        let message = format!("the merged space `{id}` is no rectangle, so its picture would cover others");
        return Diagnostic::error(message).hint("make it a rectangle, or give its ground a `colour` instead of `art`");
    }
    let message = format!("the merged space `{id}` is made of several hexes, so its picture would cover others");
    Diagnostic::error(message).hint("give its ground a `colour` instead of `art`")
}

fn is_rectangle(cells: &[Cell]) -> bool {
    let span = |of: fn(&Cell) -> usize| {
        let (least, most) = (cells.iter().map(of).min().unwrap_or(0), cells.iter().map(of).max().unwrap_or(0));
        most - least + 1
    };
    span(|cell| cell.column) * span(|cell| cell.row) == cells.len()
}

/// A sign of the picture, and where it stands.
type WrittenSign = (String, Place);

/// Signs stand apart, or each letter is one.
fn signs_of_line(line: &str, start: Option<usize>, picture: &FieldText) -> Vec<WrittenSign> {
    let stand_apart = line.trim().contains(char::is_whitespace);
    let mut signs: Vec<(usize, &str)> = Vec::new();
    for (at, letter) in line.char_indices().filter(|(_, letter)| !letter.is_whitespace()) {
        let sign = &line[at..at + letter.len_utf8()];
        match signs.last_mut() {
            Some((from, last)) if stand_apart && *from + last.len() == at => *last = &line[*from..at + sign.len()],
            _ => signs.push((at, sign)),
        }
    }
    let place = |at: usize, sign: &str| match start {
        Some(start) => Place::new(picture.place.source(), start + at, start + at + sign.len()),
        None => picture.place.clone(),
    };
    signs.into_iter().map(|(at, sign)| (sign.to_owned(), place(at, sign))).collect()
}
