//! Draws the ground of every space: its colour, and a picture on it. Places of a map get a mark.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use crate::diag::{Diagnostics, Place};
use crate::layout::box_fit::BoxFit;
use crate::layout::face::Layer;
use crate::layout::pieces::slots::{SlotContext, named_colour};
use crate::model::{Board, Cell, FieldText, Lattice, Space};

use super::paint::{LINES, drawn_layer, line_width};
use super::plot::Plot;

/// The colour of a place whose ground has none.
const BARE: &str = "paper";
/// How much wider the ground of a hex is than itself, so that no gap is seen between two, in millimetres.
const OVERLAP: f32 = 0.1;

/// The ground of all spaces, and the pictures on it.
pub fn ground(
    context: SlotContext<'_>,
    board: &Board,
    plot: &Plot<'_>,
    place: &Place,
    found: &mut Diagnostics,
) -> Vec<Layer> {
    let mut chosen: BTreeMap<Cell, usize> = BTreeMap::new();
    let mut layers = Vec::new();
    if !board.is_square() {
        layers.extend(shapes(context, board, plot, place, found));
    }
    for (number, space) in board.spaces.iter().enumerate() {
        if let Some(colour) = board.terrain(space).colour.as_ref().filter(|_| board.is_square()) {
            layers.extend(plain_ground(context, colour, plot, space, found));
        }
        let art = &board.terrain(space).art;
        if art.is_empty() || board.map().is_some_and(|map| map.places[number].area.is_some()) {
            continue;
        }
        let first = space.cells.first().copied();
        let variant = match (first, board.lattice()) {
            (Some(first), Some(lattice)) => variant(first, lattice, art.len(), &chosen),
            _ => number % art.len(),
        };
        chosen.extend(first.map(|first| (first, variant)));
        let FieldText { text: path, place } = &art[variant];
        match context.pictures.get(path, None, found) {
            Ok(picture) => {
                let fit = if board.is_square() { BoxFit::COVER } else { BoxFit::CONTAIN };
                layers.push(picture.within(plot.around(number), fit));
            }
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
    plot: &Plot<'_>,
    space: &Space,
    found: &mut Diagnostics,
) -> Vec<Layer> {
    let Some(colour) = named_colour(context, &colour.text, &colour.place, found) else { return Vec::new() };
    let (across, down) = plot.square();
    let square = |cell: &Cell| {
        let (x, y) = plot.outline(*cell)[0];
        Layer::Fill { rect: [x, y, across, down], colour }
    };
    space.cells.iter().map(square).collect()
}

/// All hexes that have a colour, or the marks of all places, as one drawing; areas are drawn by the art.
fn shapes(
    context: SlotContext<'_>,
    board: &Board,
    plot: &Plot<'_>,
    place: &Place,
    found: &mut Diagnostics,
) -> Option<Layer> {
    let style = context.game.styles.get(LINES)?;
    let is_map = board.map().is_some();
    let mut by_colour: BTreeMap<String, String> = BTreeMap::new();
    let bare = FieldText { text: BARE.to_owned(), place: place.clone() };
    for (number, space) in board.spaces.iter().enumerate() {
        let has_area = board.map().is_some_and(|map| map.places[number].area.is_some());
        let named = board.terrain(space).colour.as_ref().or((is_map && !has_area).then_some(&bare));
        let Some(colour) = named.and_then(|name| named_colour(context, &name.text, &name.place, found)) else {
            continue;
        };
        by_colour.entry(colour.to_string()).or_default().push_str(&plot.shape(space, number, 0.0));
    }
    let mut drawing = String::new();
    for (colour, path) in &by_colour {
        let (stroke, width) =
            if is_map { (style.colour.to_string(), line_width(style)) } else { (colour.clone(), OVERLAP) };
        let _ =
            write!(drawing, "<path d=\"{path}\" fill=\"{colour}\" stroke=\"{stroke}\" stroke-width=\"{width:.3}\"/>");
    }
    if drawing.is_empty() { None } else { drawn_layer(context, plot, &drawing, place, found) }
}

/// Which picture a cell gets: scattered, always the same, and not that of the cells before it that it touches.
fn variant(cell: Cell, lattice: &Lattice, count: usize, chosen: &BTreeMap<Cell, usize>) -> usize {
    let scatter = cell.column.wrapping_mul(7_919) ^ cell.row.wrapping_mul(104_729) ^ (cell.column * cell.row * 31);
    let beside = (0..lattice.shape.sides()).filter_map(|side| chosen.get(&lattice.beside(cell, side)?).copied());
    let taken: Vec<usize> = beside.collect();
    let wanted = (scatter / 13) % count;
    (0..count).map(|step| (wanted + step) % count).find(|v| !taken.contains(v)).unwrap_or(wanted)
}
