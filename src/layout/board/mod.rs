//! Draws a board from its definition: the ground of every space, the lines and edges between them, names around it.
//! The same drawing serves the printed board and pictures of a game in progress.

mod edges;

use std::collections::BTreeMap;
use std::fmt::Write as _;

use crate::diag::{Diagnostic, Diagnostics, Place};
use crate::geom::Affine;
use crate::model::{Board, Cell, FieldText, Space, Style};
use crate::units::Length;

use self::edges::edge_layer;
use super::face::Layer;
use super::pieces::slots::{SlotContext, line_layers, named_colour, picture_in};
use super::template::slot::{DrawingSlot, SlotKind, TextSlot};
use super::text::typeset::Typesetter;

/// The style of row and column names, and of names on spaces.
const NAMES: &str = "coordinates";
/// The style whose colour the lines between spaces take.
const LINES: &str = "board-line";

/// The squares of a board in a rectangle, in millimetres.
pub fn board_layers(
    context: SlotContext<'_>,
    typesetter: &mut Typesetter<'_>,
    board: &Board,
    slot: &DrawingSlot,
    unit: f32,
    found: &mut Diagnostics,
) -> Vec<Layer> {
    let grid = SquareGrid::new(board, slot.rect_mm(unit));
    let mut layers = ground(context, board, &grid, found);
    layers.extend(lines(context, board, &grid, &slot.place, found));
    layers.extend(edge_layer(context, board, &grid, &slot.place, found));
    layers.extend(space_names(context, typesetter, board, &grid, found));
    if board.coordinates {
        layers.extend(edge_names(context, typesetter, board, &grid, &slot.place, found));
    }
    layers
}

/// Where squares are, in millimetres.
pub struct SquareGrid {
    left: f32,
    top: f32,
    pub across: f32,
    pub down: f32,
}

impl SquareGrid {
    fn new(board: &Board, [left, top, width, height]: [f32; 4]) -> Self {
        Self { left, top, across: width / board.columns.len() as f32, down: height / board.rows.len() as f32 }
    }

    pub fn corner(&self, column: usize, row: usize) -> (f32, f32) {
        (self.left + self.across * column as f32, self.top + self.down * row as f32)
    }

    /// The rectangle around all squares of a space.
    fn around(&self, space: &Space) -> [f32; 4] {
        let columns = space.cells.iter().map(|cell| cell.column);
        let rows = space.cells.iter().map(|cell| cell.row);
        let (first_column, first_row) = (columns.clone().min().unwrap_or(0), rows.clone().min().unwrap_or(0));
        let (last_column, last_row) = (columns.max().unwrap_or(0), rows.max().unwrap_or(0));
        let (x, y) = self.corner(first_column, first_row);
        let (right, bottom) = self.corner(last_column + 1, last_row + 1);
        [x, y, right - x, bottom - y]
    }
}

fn ground(context: SlotContext<'_>, board: &Board, grid: &SquareGrid, found: &mut Diagnostics) -> Vec<Layer> {
    let mut chosen: BTreeMap<Cell, usize> = BTreeMap::new();
    let mut layers = Vec::new();
    for space in &board.spaces {
        if let Some(colour) = &board.terrain(space).colour {
            layers.extend(plain_ground(context, colour, grid, space, found));
        }
        let art = &board.terrain(space).art;
        if art.is_empty() {
            continue;
        }
        let first = space.cells[0];
        let variant = variant(first, art.len(), &chosen);
        chosen.insert(first, variant);
        let FieldText { text: path, place } = &art[variant];
        match context.pictures.get(path, None, found) {
            Ok(picture) => layers.push(picture_in(&picture, grid.around(space), true)),
            Err(problems) => {
                for problem in problems {
                    found.push(problem.or_at(place));
                }
            }
        }
    }
    layers
}

/// Every square of a space in one colour.
fn plain_ground(
    context: SlotContext<'_>,
    colour: &FieldText,
    grid: &SquareGrid,
    space: &Space,
    found: &mut Diagnostics,
) -> Vec<Layer> {
    let Some(colour) = named_colour(context, &colour.text, &colour.place, found) else { return Vec::new() };
    let square = |cell: &Cell| {
        let (x, y) = grid.corner(cell.column, cell.row);
        Layer::Fill { rect: [x, y, grid.across, grid.down], colour }
    };
    space.cells.iter().map(square).collect()
}

/// Which picture a square gets: scattered, always the same, and not that of the squares before and above.
fn variant(cell: Cell, count: usize, chosen: &BTreeMap<Cell, usize>) -> usize {
    let scatter = cell.column.wrapping_mul(7_919) ^ cell.row.wrapping_mul(104_729) ^ (cell.column * cell.row * 31);
    let beside = |column: Option<usize>, row: Option<usize>| chosen.get(&Cell { column: column?, row: row? }).copied();
    let taken =
        [beside(cell.column.checked_sub(1), Some(cell.row)), beside(Some(cell.column), cell.row.checked_sub(1))];
    let wanted = (scatter / 13) % count;
    (0..count).map(|step| (wanted + step) % count).find(|v| !taken.contains(&Some(*v))).unwrap_or(wanted)
}

/// A line along every side between two different spaces, and around the whole.
fn lines(
    context: SlotContext<'_>,
    board: &Board,
    grid: &SquareGrid,
    place: &Place,
    found: &mut Diagnostics,
) -> Option<Layer> {
    let style = context.game.styles.get(LINES)?;
    let mut owner = BTreeMap::new();
    for (index, space) in board.spaces.iter().enumerate() {
        owner.extend(space.cells.iter().map(|cell| (*cell, index)));
    }
    let at = |column: usize, row: usize| owner.get(&Cell { column, row }).copied();
    let (columns, rows) = (board.columns.len(), board.rows.len());
    let mut path = String::new();
    for row in 0..rows {
        for column in 1..columns {
            if at(column - 1, row) != at(column, row) {
                let ((x, y), (_, bottom)) = (grid.corner(column, row), grid.corner(column, row + 1));
                let _ = write!(path, "M{x:.3} {y:.3}V{bottom:.3}");
            }
        }
    }
    for row in 1..rows {
        for column in 0..columns {
            if at(column, row - 1) != at(column, row) {
                let ((x, y), (right, _)) = (grid.corner(column, row), grid.corner(column + 1, row));
                let _ = write!(path, "M{x:.3} {y:.3}H{right:.3}");
            }
        }
    }
    let ((x, y), (right, bottom)) = (grid.corner(0, 0), grid.corner(columns, rows));
    let _ = write!(path, "M{x:.3} {y:.3}H{right:.3}V{bottom:.3}H{x:.3}Z");
    let width = line_width(style);
    let drawing = format!(
        "<path d=\"{path}\" fill=\"none\" stroke=\"{}\" stroke-width=\"{width}\" stroke-linecap=\"square\"/>",
        style.colour
    );
    drawn_layer(context, grid, board, &drawing, place, found)
}

/// A drawing over the whole board, in millimetres.
pub fn drawn_layer(
    context: SlotContext<'_>,
    grid: &SquareGrid,
    board: &Board,
    drawing: &str,
    place: &Place,
    found: &mut Diagnostics,
) -> Option<Layer> {
    let (right, bottom) = grid.corner(board.columns.len(), board.rows.len());
    let svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{right}\" height=\"{bottom}\" \
         viewBox=\"0 0 {right} {bottom}\">{drawing}</svg>"
    );
    let art = context.pictures.art("board lines", &svg).map_err(|why| Diagnostic::error(why).at(place));
    let art = found.accept(art)?;
    Some(Layer::Art { art, transform: Affine::IDENTITY, slots: Vec::new(), unit: 1.0, clip: None })
}

/// The size of the style is the thickness of the line.
fn line_width(style: &Style) -> f32 {
    style.size.mm_f32()
}

fn space_names(
    context: SlotContext<'_>,
    typesetter: &mut Typesetter<'_>,
    board: &Board,
    grid: &SquareGrid,
    found: &mut Diagnostics,
) -> Vec<Layer> {
    let mut layers = Vec::new();
    for space in &board.spaces {
        let Some(label) = &board.terrain(space).label else { continue };
        let [x, y, width, height] = grid.around(space);
        let at = (x + width / 2.0, y + height / 2.0);
        layers.extend(name_at(context, typesetter, label, at, found));
    }
    layers
}

fn edge_names(
    context: SlotContext<'_>,
    typesetter: &mut Typesetter<'_>,
    board: &Board,
    grid: &SquareGrid,
    place: &Place,
    found: &mut Diagnostics,
) -> Vec<Layer> {
    let out = (board.frame / 2).max(Length::from_mm(2)).mm_f32();
    let mut layers = Vec::new();
    let named = |name: &str| FieldText { text: name.to_owned(), place: place.clone() };
    let (columns, rows) = (board.columns.len(), board.rows.len());
    for (column, name) in board.columns.iter().enumerate() {
        let (x, top) = grid.corner(column, 0);
        let (_, bottom) = grid.corner(column, rows);
        for y in [top - out, bottom + out] {
            layers.extend(name_at(context, typesetter, &named(name), (x + grid.across / 2.0, y), found));
        }
    }
    for (row, name) in board.rows.iter().enumerate() {
        let (left, y) = grid.corner(0, row);
        let (right, _) = grid.corner(columns, row);
        for x in [left - out, right + out] {
            layers.extend(name_at(context, typesetter, &named(name), (x, y + grid.down / 2.0), found));
        }
    }
    layers
}

/// A name centred on a point.
fn name_at(
    context: SlotContext<'_>,
    typesetter: &mut Typesetter<'_>,
    name: &FieldText,
    (x, y): (f32, f32),
    found: &mut Diagnostics,
) -> Vec<Layer> {
    let capital = context.game.styles.get(NAMES).map_or(0.0, |style| style.size.mm_f32() * 0.35);
    let place = name.place.clone();
    let word = |text: &str| FieldText { text: text.to_owned(), place: place.clone() };
    let text =
        TextSlot { text: name.clone(), style: Some(word(NAMES)), own: vec![("align", word("centre"))], valign: None };
    let slot = DrawingSlot { kind: SlotKind::Line(text.clone()), rect: [x, y + capital, 0.0, 0.0], place };
    line_layers(context, typesetter, &slot, &text, 1.0, found)
}
