//! A board file with places in place of a picture: where each is drawn, what it is, and what connects them.

use std::collections::{BTreeMap, BTreeSet};

use crate::diag::{Diagnostic, Diagnostics, meant_or_known};
use crate::geom::{Point, Size};
use crate::model::{Adjacency, Board, EdgeKind, EdgeLook, Form, MapPlace, Palette, PointMap, Space, Terrain};
use crate::units::Length;

use super::connections::Joined;
use super::coordinates::read_coordinates;
use super::fields::{Fields, parse_length, text_of};
use super::legend::{Sign, read_legend};
use super::plan::{EdgesOf, read_edge_kinds};
use super::size::{positive_cell, report_size, size_in_figures};
use super::yaml::{Key, Node, Value};

/// The kind of a connection that names none.
const USUAL_KIND: &str = "way";
/// What a place is that names no sign, on a map without a legend.
const USUAL_GROUND: &str = "place";
/// What only boards with cells have, and what a map has for it.
const OF_CELLS: [(&str, &str); 10] = [
    ("picture", ""),
    ("plan", ""),
    ("columns", ""),
    ("rows", ""),
    ("shape", ""),
    ("offset", ""),
    ("names", ""),
    ("adjacency", "`connections` says which places touch"),
    ("links", "`connections` says which places touch"),
    ("between", "`connections` says what lies between two places"),
];

/// Reads a map.
pub fn read_map(mut fields: Fields<'_, '_>, palette: &Palette) -> Option<Board> {
    for (key, instead) in OF_CELLS {
        if let Some(node) = fields.node(key) {
            let problem = Diagnostic::error(format!("a board with `places` has no `{key}`")).at(&node.place);
            fields.found().push(problem.maybe_hint((!instead.is_empty()).then(|| instead.to_owned())));
        }
    }
    let (cell, size) = (positive_cell(&mut fields), read_size(&mut fields));
    let (signs, mut terrains) = read_legend(fields.named("legend"), palette, fields.found());
    if terrains.is_empty() {
        terrains.push(usual_ground());
    }
    let places = fields.named("places");
    let (edges, connections) = (fields.node("edges"), fields.node("connections"));
    let coordinates = read_coordinates(&mut fields, false);
    let frame = fields.distance("frame").unwrap_or(Length::from_mm(8));
    let art = fields.text("art");
    let place = fields.place().clone();
    let size_place = fields.place_of("size").unwrap_or_else(|| place.clone());
    let found = fields.finish();

    let (edge_signs, mut edge_kinds) = read_edge_kinds(edges, EdgesOf::Connections, palette, found);
    let reader = PlaceReader { signs: &signs, size, has_art: art.is_some() };
    let (spaces, drawn): (Vec<Space>, Vec<MapPlace>) =
        places.iter().filter_map(|(key, node)| reader.read(key, node, found)).unzip();
    let usual = edge_kinds.len();
    edge_kinds.push(EdgeKind { look: EdgeLook::Line, ..EdgeKind::open(USUAL_KIND) });
    let mut joined = Joined::new(&spaces, &edge_signs, usual);
    let connections = connections.map(|node| joined.read_all(node, found)).unwrap_or_default();
    if spaces.is_empty() {
        found.push(Diagnostic::error("the board has no places").at(&place));
        return None;
    }
    let (cell, size) = (cell?, size?);
    if cell > size.width.min(size.height) {
        let message = format!("`cell` is how wide the marks of places are, and {cell} is more than the board");
        found.push(Diagnostic::error(message).at(&size_place));
        return None;
    }
    let board = Board {
        cell,
        form: Form::Map(PointMap { size, places: drawn, connections }),
        art,
        columns: Vec::new(),
        rows: Vec::new(),
        terrains,
        spaces,
        edge_kinds,
        edges: BTreeMap::new(),
        hex_edges: BTreeMap::new(),
        extra_links: Vec::new(),
        adjacency: Adjacency::Orthogonal,
        coordinates,
        frame,
    };
    report_size(&board, &size_place, found).then_some(board)
}

fn usual_ground() -> Terrain {
    Terrain {
        name: USUAL_GROUND.to_owned(),
        art: Vec::new(),
        colour: None,
        enter: true,
        sight: true,
        label: None,
        mark: None,
        tags: BTreeSet::new(),
    }
}

/// What a map is drawn in.
fn read_size(fields: &mut Fields) -> Option<Size> {
    let field = fields.required_text("size", "a board with `places`")?;
    let size = size_in_figures(&field, fields.found())?;
    if size.width <= Length::ZERO || size.height <= Length::ZERO {
        fields.found().push(Diagnostic::error("`size` must be more than nothing").at(&field.place));
        return None;
    }
    Some(size)
}

/// Reads places, each by itself.
struct PlaceReader<'a> {
    signs: &'a [Sign],
    size: Option<Size>,
    has_art: bool,
}

impl PlaceReader<'_> {
    fn read(&self, key: &Key, node: &Node, found: &mut Diagnostics) -> Option<(Space, MapPlace)> {
        let what = format!("the place `{}`", key.name);
        if key.name.is_empty() || key.name.contains(|letter: char| letter.is_whitespace() || letter.is_control()) {
            let problem =
                Diagnostic::error(format!("the name of a place is one word, as it is typed: `{}` is not", key.name));
            found.push(problem.at(&key.place).hint("write `Old-Mill`, and `label: Old Mill` for what is printed"));
        }
        let mut fields = Fields::open(node, &what, found)?;
        let terrain = self.terrain(&mut fields, &what);
        let (at, area) = (self.middle(&mut fields, &what), fields.text("area"));
        let label = fields.text("label");
        if fields.node("at").is_none() && area.is_none() {
            let problem = Diagnostic::error(format!("{what} needs `at` or `area`")).at(&key.place);
            fields.found().push(problem.hint("`at: [60mm, 40mm]` is where its middle is, from the upper left"));
        }
        if let Some(area) = area.as_ref().filter(|_| !self.has_art) {
            let problem =
                Diagnostic::error(format!("{what} has an `area`, and the board has no `art`")).at(&area.place);
            fields.found().push(problem.hint("an area is the id of a shape in the art of the board"));
        }
        fields.finish();
        Some((Space { id: key.name.clone(), cells: Vec::new(), terrain }, MapPlace { at, area, label }))
    }

    /// The ground of a place, by its sign; a legend of a single sign need not be named.
    fn terrain(&self, fields: &mut Fields, what: &str) -> usize {
        let known = || self.signs.iter().map(|sign| sign.letters.as_str());
        let Some(field) = fields.text("sign") else {
            if self.signs.len() > 1 {
                let place = fields.place().clone();
                let hint = meant_or_known("", known());
                fields.found().push(Diagnostic::error(format!("{what} needs `sign`")).at(&place).maybe_hint(hint));
            }
            return 0;
        };
        let Some(sign) = self.signs.iter().find(|sign| sign.letters == field.text) else {
            let message = format!("the legend does not explain `{}`", field.text);
            let hint = meant_or_known(&field.text, known());
            fields.found().push(Diagnostic::error(message).at(&field.place).maybe_hint(hint));
            return 0;
        };
        if sign.terrain.is_none() {
            fields.found().push(Diagnostic::error(format!("{what} cannot be a gap")).at(&field.place));
        }
        sign.terrain.unwrap_or(0)
    }

    /// `at: [60mm, 40mm]`, on the map.
    fn middle(&self, fields: &mut Fields, what: &str) -> Option<Point> {
        let node = fields.node("at")?;
        let parts = match &node.value {
            Value::List(parts) => parts.as_slice(),
            _ => &[],
        };
        let [x, y] = parts else {
            let problem = Diagnostic::error("`at` must be a pair of lengths such as `[60mm, 40mm]`").at(&node.place);
            fields.found().push(problem.hint("from the left, and from the top"));
            return None;
        };
        let [x, y] = [x, y].map(|part| parse_length(&text_of(part, "at", fields.found())?, fields.found()));
        let at = Point::new(x?, y?);
        let size = self.size?;
        let inside = |at: Length, most: Length| (Length::ZERO..=most).contains(&at);
        if !inside(at.x, size.width) || !inside(at.y, size.height) {
            let problem = Diagnostic::error(format!(
                "{what} is off the board, at {} from the left and {} from the top",
                at.x, at.y
            ));
            fields.found().push(problem.at(&node.place).hint(format!("the board is {size}")));
        }
        Some(at)
    }
}
