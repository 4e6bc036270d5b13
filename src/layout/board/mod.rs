//! Draws a board from its definition: the ground of every space, the lines and edges between them, names around it or on
//! it. The same drawing serves the printed board and pictures of a game in progress.

mod areas;
mod edges;
mod ground;
mod paint;
mod plot;
mod ways;

use std::fmt::Write as _;

use crate::diag::{Diagnostics, Place};
use crate::model::{Board, BoardSide, Cell, Colour, FieldText};
use crate::units::Length;

use self::areas::ground_picture;
use self::edges::edge_layer;
use self::ground::ground;
use self::paint::{LINES, NAMES, drawn_layer, line_width, name_at};
pub use self::plot::Plot;
use self::ways::way_layers;
use super::face::{GlyphRun, Layer};
use super::pieces::slots::{SlotContext, named_colour};
use super::template::slot::DrawingSlot;
use super::text::typeset::Typesetter;

/// The colour below the names of places.
const PLATE: &str = "paper";
/// What the names beside a part of a board take, as a multiple of their size.
const NAME_ROOM: f32 = 1.7;
/// How high over its middle the name of a hex stands: above the room for pieces, or at the upper side, in lattice units.
const OVER_MIDDLE: [f32; 2] = [1.22, 0.72];

/// The spaces of a board in a rectangle, in millimetres.
pub fn board_layers(
    context: SlotContext<'_>,
    typesetter: &mut Typesetter<'_>,
    board: &Board,
    slot: &DrawingSlot,
    unit: f32,
    found: &mut Diagnostics,
) -> Vec<Layer> {
    let rect = slot.rect_mm(unit);
    let plot = Plot::new(context, board, rect, found);
    let mut layers: Vec<Layer> = ground_picture(context, board, rect, found).into_iter().collect();
    layers.extend(way_layers(context, typesetter, board, &plot, &slot.place, found));
    layers.extend(ground(context, board, &plot, &slot.place, found));
    layers.extend(lines(context, board, &plot, &slot.place, found));
    layers.extend(edge_layer(context, board, &plot, &slot.place, found));
    layers.extend(space_names(context, typesetter, board, &plot, found));
    if !board.coordinates.is_empty() {
        let names = if board.is_square() { edge_names } else { own_names };
        layers.extend(names(context, typesetter, board, &plot, &slot.place, found));
    }
    layers
}

/// A line along every side between two different spaces, and around the whole.
fn lines(
    context: SlotContext<'_>,
    board: &Board,
    plot: &Plot<'_>,
    place: &Place,
    found: &mut Diagnostics,
) -> Option<Layer> {
    let style = context.game.styles.get(LINES)?;
    let lattice = board.lattice()?;
    let owner = board.space_at_cells();
    let mut path = String::new();
    for (cell, space) in &owner {
        let corners = plot.outline(*cell);
        for side in 0..corners.len() {
            let beyond = lattice.beside(*cell, side).and_then(|beyond| Some((beyond, *owner.get(&beyond)?)));
            // Each side once: with the later of its cells, or with the only one.
            if beyond.is_none_or(|(beyond, other)| other != *space && beyond < *cell) {
                let ((x, y), (to_x, to_y)) = (corners[side], corners[(side + 1) % corners.len()]);
                let _ = write!(path, "M{x:.3} {y:.3}L{to_x:.3} {to_y:.3}");
            }
        }
    }
    let width = line_width(style);
    let drawing = format!(
        "<path d=\"{path}\" fill=\"none\" stroke=\"{}\" stroke-width=\"{width}\" stroke-linecap=\"{}\"/>",
        style.colour,
        if board.is_square() { "square" } else { "round" }
    );
    drawn_layer(context, plot, &drawing, place, found)
}

fn space_names(
    context: SlotContext<'_>,
    typesetter: &mut Typesetter<'_>,
    board: &Board,
    plot: &Plot<'_>,
    found: &mut Diagnostics,
) -> Vec<Layer> {
    let mut layers = Vec::new();
    for (number, space) in board.spaces.iter().enumerate() {
        let Some(label) = &board.terrain(space).label else { continue };
        let [x, y, width, height] = plot.around(number);
        let at = (x + width / 2.0, y + height / 2.0);
        layers.extend(name_at(context, typesetter, label, at, found));
    }
    layers
}

/// The names of columns above and below the squares, those of rows at both sides, where they are wished for.
fn edge_names(
    context: SlotContext<'_>,
    typesetter: &mut Typesetter<'_>,
    board: &Board,
    plot: &Plot<'_>,
    place: &Place,
    found: &mut Diagnostics,
) -> Vec<Layer> {
    let out = (board.frame / 2).max(Length::from_mm(2)).mm_f32();
    let mut layers = Vec::new();
    let named = |name: &str| FieldText { text: name.to_owned(), place: place.clone() };
    let ((left, top), (right, bottom)) = plot.corners();
    let at = |side: BoardSide, place: f32| board.coordinates.contains(&side).then_some(place);
    for (column, name) in board.columns.iter().enumerate() {
        let (x, _) = plot.centre(Cell { column, row: 0 });
        for y in [at(BoardSide::Top, top - out), at(BoardSide::Bottom, bottom + out)].into_iter().flatten() {
            layers.extend(name_at(context, typesetter, &named(name), (x, y), found));
        }
    }
    for (row, name) in board.rows.iter().enumerate() {
        let (_, y) = plot.centre(Cell { column: 0, row });
        for x in [at(BoardSide::Left, left - out), at(BoardSide::Right, right + out)].into_iter().flatten() {
            layers.extend(name_at(context, typesetter, &named(name), (x, y), found));
        }
    }
    layers
}

/// The names of columns above a part of the squares and those of rows at its left, as that part lies once there is room for
/// them; and how much room that is, above and at the left. None where every space has its own name.
pub fn names_beside(
    context: SlotContext<'_>,
    typesetter: &mut Typesetter<'_>,
    board: &Board,
    plot: &Plot<'_>,
    [left, top, width, height]: [f32; 4],
    place: &Place,
    found: &mut Diagnostics,
) -> (Vec<Layer>, f32) {
    if board.coordinates.is_empty() || !board.is_square() {
        return (Vec::new(), 0.0);
    }
    let room = context.game.styles.get(NAMES).map_or(0.0, |style| style.size.mm_f32() * NAME_ROOM);
    let named = |name: &str| FieldText { text: name.to_owned(), place: place.clone() };
    let mut layers = Vec::new();
    for (column, name) in board.columns.iter().enumerate() {
        let x = plot.centre(Cell { column, row: 0 }).0 - left;
        if (0.0..width).contains(&x) {
            layers.extend(name_at(context, typesetter, &named(name), (x + room, room / 2.0), found));
        }
    }
    for (row, name) in board.rows.iter().enumerate() {
        let y = plot.centre(Cell { column: 0, row }).1 - top;
        if (0.0..height).contains(&y) {
            layers.extend(name_at(context, typesetter, &named(name), (room / 2.0, y + room), found));
        }
    }
    (layers.into_iter().map(on_bare_paper).collect(), room)
}

/// A name that was coloured for the frame of a board, where there is only paper.
fn on_bare_paper(layer: Layer) -> Layer {
    match layer {
        Layer::Glyphs(run) => Layer::Glyphs(GlyphRun { colour: Colour::BLACK, outline: None, ..run }),
        other => other,
    }
}

/// Every hex has its name at its top, every place below its mark or in the middle of its area.
fn own_names(
    context: SlotContext<'_>,
    typesetter: &mut Typesetter<'_>,
    board: &Board,
    plot: &Plot<'_>,
    place: &Place,
    found: &mut Diagnostics,
) -> Vec<Layer> {
    let (mut layers, mut plates) = (Vec::new(), String::new());
    for (number, space) in board.spaces.iter().enumerate() {
        let own = board.map().and_then(|map| map.places.get(number));
        let label = own.and_then(|own| own.label.clone());
        let name = label.unwrap_or_else(|| FieldText { text: space.id.clone(), place: place.clone() });
        let at = match (own, space.cells.first()) {
            (None, Some(cell)) => {
                let (x, y) = plot.centre(*cell);
                let is_pointy =
                    plot.outline(*cell).first().is_some_and(|corner| (corner.0 - x).abs() < plot.unit.0 / 2.0);
                (x, y - plot.unit.1 * OVER_MIDDLE[usize::from(!is_pointy)])
            }
            (Some(own), _) if own.area.is_some() => plot.middle(number),
            _ => {
                let [x, y, width, height] = plot.around(number);
                let below = context.game.styles.get(NAMES).map_or(0.0, |style| style.size.mm_f32() * 0.65);
                (x + width / 2.0, y + height + below)
            }
        };
        let written = name_at(context, typesetter, &name, at, found);
        if own.is_some_and(|own| own.area.is_none()) {
            plates.extend(written.iter().filter_map(plate_below));
        }
        layers.extend(written);
    }
    let ground = named_colour(context, PLATE, place, found).filter(|_| !plates.is_empty());
    let plates = ground.map(|ground| format!("<g fill=\"{ground}\" fill-opacity=\"0.8\">{plates}</g>"));
    let plates = plates.and_then(|plates| drawn_layer(context, plot, &plates, place, found));
    plates.into_iter().chain(layers).collect()
}

/// Below a name, so that it can be read over the lines of ways.
fn plate_below(name: &Layer) -> Option<String> {
    let Layer::Glyphs(run) = name else { return None };
    let (x, y) = (run.origin.0 - run.size * 0.25, run.origin.1 - run.size * 0.85);
    let (width, height) = (run.advance + run.size * 0.5, run.size);
    let round = run.size * 0.2;
    Some(format!("<rect x=\"{x:.3}\" y=\"{y:.3}\" width=\"{width:.3}\" height=\"{height:.3}\" rx=\"{round:.3}\"/>"))
}
