//! A board file with places in place of a picture: where each is drawn, what it is, and what connects them.

use std::collections::{BTreeMap, BTreeSet};

use crate::diag::{Diagnostic, Diagnostics, Place, meant_or_known};
use crate::geom::{Point, Size};
use crate::model::{
    Adjacency, Board, Connection, EdgeKind, EdgeLook, FieldText, Form, MapPlace, Palette, PointMap, Space, Terrain,
};
use crate::units::Length;

use super::board::{positive_cell, report_size};
use super::components::size_in_figures;
use super::fields::{Fields, parse_length, text_of};
use super::legend::{Sign, read_legend};
use super::plan::{EdgesOf, read_cost, read_edge_kinds};
use super::yaml::{Key, Node, Value};

/// More connections than this are a slip.
const MOST_CONNECTIONS: usize = 10_000;
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
    let coordinates = fields.flag("coordinates").unwrap_or(true);
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
    let mut joined = Joined { spaces: &spaces, signs: &edge_signs, usual, taken: BTreeSet::new() };
    let connections = connections.map(|node| joined.read_all(node, found)).unwrap_or_default();
    if spaces.is_empty() {
        found.push(Diagnostic::error("the board has no places").at(&place));
        return None;
    }
    let board = Board {
        cell: cell?,
        form: Form::Map(PointMap { size: size?, places: drawn, connections }),
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
        if key.name.trim().is_empty() {
            found.push(Diagnostic::error("a place needs a name").at(&key.place));
            return None;
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

/// Reads connections, which are all different.
struct Joined<'a> {
    spaces: &'a [Space],
    signs: &'a [String],
    usual: usize,
    /// From where to where they lead.
    taken: BTreeSet<(usize, usize)>,
}

/// How a connection is written.
struct WrittenConnection {
    ends: [Option<usize>; 2],
    one_way: bool,
    kind: Option<FieldText>,
    cost: Option<u32>,
}

impl Joined<'_> {
    fn read_all(&mut self, node: &Node, found: &mut Diagnostics) -> Vec<Connection> {
        let Value::List(items) = &node.value else {
            let problem = Diagnostic::error("`connections` must be a list of pairs such as `[A, B]`").at(&node.place);
            found.push(problem);
            return Vec::new();
        };
        if items.len() > MOST_CONNECTIONS {
            let message = format!("{} connections are more than the {MOST_CONNECTIONS} a board may have", items.len());
            found.push(Diagnostic::error(message).at(&node.place));
            return Vec::new();
        }
        items.iter().filter_map(|item| self.read(item, found)).collect()
    }

    fn read(&mut self, item: &Node, found: &mut Diagnostics) -> Option<Connection> {
        let written = match &item.value {
            Value::List(parts) => self.of_list(parts, item, found)?,
            _ => self.of_fields(Fields::open(item, "a connection", found)?)?,
        };
        let kind = written.kind.map_or(Some(self.usual), |sign| self.kind(&sign, found))?;
        let [Some(from), Some(to)] = written.ends else { return None };
        self.claim([from, to], written.one_way, &item.place, found)?;
        Some(Connection { ends: [from, to], one_way: written.one_way, kind, cost: written.cost })
    }

    /// `[A, B]` or `[A, B, road]`.
    fn of_list(&self, parts: &[Node], item: &Node, found: &mut Diagnostics) -> Option<WrittenConnection> {
        let texts: Vec<FieldText> = parts.iter().filter_map(|part| text_of(part, "a connection", found)).collect();
        let (ends, kind) = match texts.as_slice() {
            [a, b] => ([a, b], None),
            [a, b, kind] => ([a, b], Some(kind.clone())),
            _ => {
                let problem = Diagnostic::error("a connection must be a pair such as `[A, B]`").at(&item.place);
                found.push(problem.hint("`[A, B, road]` says what it is, `{from: A, to: B}` leads one way"));
                return None;
            }
        };
        Some(WrittenConnection { ends: ends.map(|end| self.space(end, found)), one_way: false, kind, cost: None })
    }

    /// `{between: [A, B], edge: road, cost: 2}`, or `{from: A, to: B}`, which leads one way.
    fn of_fields(&self, mut fields: Fields<'_, '_>) -> Option<WrittenConnection> {
        let place = fields.place().clone();
        let (between, from, to) = (fields.texts("between"), fields.text("from"), fields.text("to"));
        let (kind, cost) = (fields.text("edge"), read_cost(&mut fields));
        let found = fields.finish();
        let (ends, one_way) = match (between.as_slice(), &from, &to) {
            ([a, b], None, None) => ([a, b], false),
            ([], Some(from), Some(to)) => ([from, to], true),
            _ => {
                let problem = Diagnostic::error("a connection has two ends, `between` or `from` and `to`").at(&place);
                found.push(problem.hint("`{between: [A, B]}` leads both ways, `{from: A, to: B}` one way"));
                return None;
            }
        };
        Some(WrittenConnection { ends: ends.map(|end| self.space(end, found)), one_way, kind, cost })
    }

    fn space(&self, name: &FieldText, found: &mut Diagnostics) -> Option<usize> {
        let known = self.spaces.iter().position(|space| space.id == name.text);
        if known.is_none() {
            let hint = meant_or_known(&name.text, self.spaces.iter().map(|space| space.id.as_str()));
            let message = format!("there is no place `{}`", name.text);
            found.push(Diagnostic::error(message).at(&name.place).maybe_hint(hint));
        }
        known
    }

    fn kind(&self, sign: &FieldText, found: &mut Diagnostics) -> Option<usize> {
        let known = self.signs.iter().position(|known| *known == sign.text);
        if known.is_none() {
            let hint = meant_or_known(&sign.text, self.signs.iter().map(String::as_str));
            let message = format!("`edges` does not explain `{}`", sign.text);
            found.push(Diagnostic::error(message).at(&sign.place).maybe_hint(hint));
        }
        known
    }

    /// Of two connections that lead the same way nobody could tell which is meant.
    fn claim(&mut self, [from, to]: [usize; 2], one_way: bool, place: &Place, found: &mut Diagnostics) -> Option<()> {
        let [a, b] = [from, to].map(|space| &self.spaces[space].id);
        if from == to {
            found.push(Diagnostic::error(format!("`{a}` is connected with itself")).at(place));
            return None;
        }
        let back = self.taken.contains(&(to, from)) && !one_way;
        if self.taken.contains(&(from, to)) || back {
            let problem = Diagnostic::error(format!("a connection leads from `{a}` to `{b}` already")).at(place);
            found.push(problem.hint("between two places there is one, or one for each direction"));
            return None;
        }
        self.taken.insert((from, to));
        if !one_way {
            self.taken.insert((to, from));
        }
        Some(())
    }
}
