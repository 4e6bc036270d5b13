//! A board file: a picture in text and a legend, to spaces that can be drawn and walked.

use std::collections::BTreeMap;

use crate::diag::{Diagnostic, Diagnostics, Place};
use crate::model::{Adjacency, Board, Cell, CellShape, FieldText, Form, Lattice, Offset, Palette, Side};
use crate::units::Length;

use super::between::{read_between, read_links};
use super::coordinates::read_coordinates;
use super::fields::Fields;
use super::legend::read_legend;
use super::map::read_map;
use super::number::run_of_numbers;
use super::plan::{EdgesOf, Plan, read_edge_kinds};
use super::sign_grid::SignGrid;
use super::size::{positive_cell, report_size};
use super::yaml::Node;

/// The word that says that a board is a map.
const PLACES: &str = "places";

/// Reads a board file.
pub fn read_board(node: &Node, palette: &Palette, found: &mut Diagnostics) -> Option<Board> {
    let mut fields = Fields::open(node, "a board", found)?;
    if fields.node(PLACES).is_some() {
        return read_map(fields, palette);
    }
    let (cell, cell_place) = (positive_cell(&mut fields), fields.place_of("cell"));
    let picture = fields.text("picture");
    let plan = fields.text("plan");
    let (signs, terrains) = read_legend(fields.named("legend"), palette, fields.found());
    let edges = fields.node("edges");
    let between = fields.node("between");
    let columns = fields.text("columns");
    let rows = fields.text("rows");
    let shape = read_shape(&mut fields);
    let axial = read_names(&mut fields, shape);
    let adjacency = read_adjacency(&mut fields, shape);
    let coordinates = read_coordinates(&mut fields, shape == CellShape::Square);
    let frame = fields.distance("frame").unwrap_or(Length::from_mm(8));
    let links = fields.node("links");
    let art = fields.text("art");
    let place = fields.place().clone();
    if let Some(connections) = fields.node("connections") {
        let problem = Diagnostic::error("`connections` are for boards with `places`, and this one has cells");
        fields.found().push(problem.at(&connections.place).hint("`links` says which spaces touch besides"));
    }
    fields.finish();

    let of = if plan.is_some() { EdgesOf::Plan } else { EdgesOf::Pairs };
    let (edge_signs, edge_kinds) = read_edge_kinds(edges, of, palette, found);
    let Plan { grid, edges } = match (picture, plan) {
        (Some(picture), None) => {
            if let Some(edges) = edges.filter(|_| between.is_none()) {
                let hint = match shape {
                    CellShape::Square => "write the board as a `plan`, with room for edges between the squares",
                    _ => "say under `between` where they lie",
                };
                found.push(Diagnostic::error("a `picture` has no edges").at(&edges.place).hint(hint));
            }
            Plan { grid: SignGrid::read(&picture, &signs, found)?, edges: Vec::new() }
        }
        (None, Some(plan)) if shape != CellShape::Square => {
            let hint = "write a `picture`, and under `between` what lies between two hexes";
            found.push(Diagnostic::error("a `plan` is for squares").at(&plan.place).hint(hint));
            return None;
        }
        (None, Some(plan)) => Plan::read(&plan, &signs, &edge_signs, found)?,
        (None, None) => {
            found.push(Diagnostic::error("a board needs a `picture`, a `plan` or `places`").at(&place));
            return None;
        }
        (Some(_), Some(plan)) => {
            found.push(Diagnostic::error("a board has a `picture` or a `plan`, not both").at(&plan.place));
            return None;
        }
    };
    let names = columns.as_ref().or(rows.as_ref()).map_or(&place, |field| &field.place).clone();
    let lattice = Lattice::new(shape, grid.width, grid.height());
    let lattice = if axial { lattice.with_axial_names(grid.cells(&signs)) } else { lattice };
    let (most_columns, most_rows) = lattice.names(grid.cells(&signs));
    let mut board = Board {
        cell: cell?,
        form: Form::Cells(lattice),
        art,
        columns: names_along(columns, most_columns, letters, "columns", found),
        rows: names_along(rows, most_rows, |n| (n + 1).to_string(), "rows", found),
        terrains,
        spaces: Vec::new(),
        edge_kinds,
        edges: edges.iter().map(|(side, kind, _)| (*side, *kind)).collect(),
        hex_edges: BTreeMap::new(),
        extra_links: Vec::new(),
        adjacency,
        coordinates,
        frame,
    };
    if !report_size(&board, &cell_place.unwrap_or(place), found) {
        return None;
    }
    board.spaces = grid.spaces(&signs, &board, &lattice, found, &names);
    if board.spaces.is_empty() {
        found.push(Diagnostic::error("the board has gaps only, and no space").at(&names));
    }
    report_edges_inside_spaces(&board, &edges, found);
    if let Some(between) = between {
        read_between(between, &edge_signs, &mut board, found);
    }
    board.extra_links = links.map(|node| read_links(node, &board, found)).unwrap_or_default();
    Some(board)
}

/// Squares, or hexes and which of their rows or columns are moved on.
fn read_shape(fields: &mut Fields) -> CellShape {
    let words = [
        ("square", CellShape::Square),
        ("pointy-hex", CellShape::PointyHex(Offset::Even)),
        ("flat-hex", CellShape::FlatHex(Offset::Even)),
    ];
    let shape = fields.choice("shape", &words).unwrap_or(CellShape::Square);
    let place = fields.place_of("offset");
    let offset = fields.choice("offset", &[("even", Offset::Even), ("odd", Offset::Odd)]);
    match (shape, offset) {
        (CellShape::PointyHex(_), Some(offset)) => CellShape::PointyHex(offset),
        (CellShape::FlatHex(_), Some(offset)) => CellShape::FlatHex(offset),
        (CellShape::Square, Some(_)) => {
            let problem = Diagnostic::error("`offset` is for hexes, and this board has squares");
            let problem = place.iter().fold(problem, Diagnostic::at);
            fields.found().push(problem.hint("say `shape: pointy-hex` or `shape: flat-hex` for hexes"));
            shape
        }
        (_, None) => shape,
    }
}

/// Whether columns of names run on slanted lines.
fn read_names(fields: &mut Fields, shape: CellShape) -> bool {
    let place = fields.place_of("names");
    let axial = fields.choice("names", &[("offset", false), ("axial", true)]).unwrap_or(false);
    if axial && shape == CellShape::Square {
        let problem = Diagnostic::error("`names: axial` is for hexes, and this board has squares");
        fields.found().push(place.iter().fold(problem, Diagnostic::at));
    }
    axial && shape != CellShape::Square
}

fn read_adjacency(fields: &mut Fields, shape: CellShape) -> Adjacency {
    let words = [("orthogonal", Adjacency::Orthogonal), ("king", Adjacency::King), ("listed", Adjacency::Listed)];
    let place = fields.place_of("adjacency");
    let adjacency = fields.choice("adjacency", &words).unwrap_or(Adjacency::Orthogonal);
    if adjacency == Adjacency::King && shape != CellShape::Square {
        let problem = Diagnostic::error("`adjacency: king` is for squares: hexes that meet at a corner share a side");
        fields.found().push(place.iter().fold(problem, Diagnostic::at));
        return Adjacency::Orthogonal;
    }
    adjacency
}

/// An edge inside a merged space keeps nothing apart.
fn report_edges_inside_spaces(board: &Board, edges: &[(Side, usize, Place)], found: &mut Diagnostics) {
    let merged = board.spaces.iter().filter(|space| space.cells.len() > 1);
    let owners: BTreeMap<Cell, &str> =
        merged.flat_map(|space| space.cells.iter().map(|cell| (*cell, space.id.as_str()))).collect();
    for (side, kind, place) in edges {
        let [Some(a), Some(b)] = side.cells(board.columns.len(), board.rows.len()) else { continue };
        if let Some(space) = owners.get(&a).filter(|space| owners.get(&b) == Some(space)) {
            let name = &board.edge_kinds[*kind].name;
            let message = format!("this {name} is between two squares of one space, `{space}`");
            found.push(Diagnostic::error(message).at(place));
        }
    }
}

fn names_along(
    given: Option<FieldText>,
    count: usize,
    default: impl Fn(usize) -> String,
    what: &str,
    found: &mut Diagnostics,
) -> Vec<String> {
    let defaults = || (0..count).map(&default).collect();
    let Some(field) = given else { return defaults() };
    let names = run_of_numbers(&field.text)
        .or_else(|| run_of_letters(&field.text))
        .unwrap_or_else(|| field.text.split_whitespace().map(str::to_owned).collect());
    if names.len() != count {
        let message = format!("`{what}` names {} and the picture has {count}", names.len());
        found.push(Diagnostic::error(message).at(&field.place));
        return defaults();
    }
    names
}

fn run_of_letters(text: &str) -> Option<Vec<String>> {
    let (from, to) = text.split_once("..")?;
    let one = |part: &str| part.trim().parse::<char>().ok().filter(char::is_ascii_alphabetic);
    Some((one(from)?..=one(to)?).map(String::from).collect())
}

/// A, B .. Z, AA, AB ..
fn letters(index: usize) -> String {
    let letter = |n: usize| char::from(b'A' + u8::try_from(n % 26).unwrap_or(0));
    if index < 26 { letter(index).into() } else { format!("{}{}", letters(index / 26 - 1), letter(index)) }
}
