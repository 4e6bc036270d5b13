//! A board file: a picture in text and a legend, to spaces that can be drawn and walked.

use std::collections::{BTreeMap, BTreeSet};

use crate::diag::{Diagnostic, Diagnostics, Place, meant_or_known};
use crate::model::{Adjacency, Board, Cell, FieldText, Palette, Side, Space, Terrain};
use crate::units::Length;

use super::fields::{Fields, parse_length, text_of};
use super::number::run_of_numbers;
use super::plan::{Plan, read_edge_kinds, starts_of_lines};
use super::size::{is_sensible, too_large};
use super::style::colour_of;
use super::yaml::{Key, Node, Value};

/// More squares than this along a side is a slip.
pub const MOST_ALONG: usize = 200;

/// One sign of the legend.
pub struct Sign {
    /// As it stands in the picture.
    pub sign: String,
    /// The name of the one space that touching squares with this sign make up.
    merge: Option<FieldText>,
}

/// Reads a board file.
pub fn read_board(node: &Node, palette: &Palette, found: &mut Diagnostics) -> Option<Board> {
    let mut fields = Fields::open(node, "a board", found)?;
    let (cell, cell_place) = (positive_cell(&mut fields), fields.place_of("cell"));
    let picture = fields.text("picture");
    let plan = fields.text("plan");
    let (signs, terrains) = read_legend(fields.named("legend"), palette, fields.found());
    let edges = fields.node("edges");
    let columns = fields.text("columns");
    let rows = fields.text("rows");
    let words = [("orthogonal", Adjacency::Orthogonal), ("king", Adjacency::King), ("listed", Adjacency::Listed)];
    let adjacency = fields.choice("adjacency", &words).unwrap_or(Adjacency::Orthogonal);
    let coordinates = fields.flag("coordinates").unwrap_or(true);
    let frame = fields.distance("frame").unwrap_or(Length::from_mm(8));
    let links = fields.node("links");
    let place = fields.place().clone();
    fields.finish();

    let (edge_signs, edge_kinds) = read_edge_kinds(edges, palette, found);
    let Plan { grid, edges } = match (picture, plan) {
        (Some(picture), None) => {
            if let Some(edges) = edges {
                let hint = "write the board as a `plan`, with room for edges between the squares";
                found.push(Diagnostic::error("a `picture` has no edges").at(&edges.place).hint(hint));
            }
            Plan { grid: SignGrid::read(&picture, &signs, found)?, edges: Vec::new() }
        }
        (None, Some(plan)) => Plan::read(&plan, &signs, &edge_signs, found)?,
        (None, None) => {
            found.push(Diagnostic::error("a board needs a `picture` or a `plan`").at(&place));
            return None;
        }
        (Some(_), Some(plan)) => {
            found.push(Diagnostic::error("a board has a `picture` or a `plan`, not both").at(&plan.place));
            return None;
        }
    };
    let names = columns.as_ref().or(rows.as_ref()).map_or(&place, |field| &field.place).clone();
    let mut board = Board {
        cell: cell?,
        columns: names_along(columns, grid.width, letters, "columns", found),
        rows: names_along(rows, grid.height(), |n| (n + 1).to_string(), "rows", found),
        terrains,
        spaces: Vec::new(),
        edge_kinds,
        edges: edges.iter().map(|(side, kind, _)| (*side, *kind)).collect(),
        extra_links: Vec::new(),
        adjacency,
        coordinates,
        frame,
    };
    if !is_sensible(board.size()) {
        found.push(too_large(board.size()).at(&cell_place.unwrap_or(place)));
        return None;
    }
    board.spaces = grid.spaces(&signs, &board, &names, found);
    report_edges_inside_spaces(&board, &edges, found);
    board.extra_links = links.map(|node| read_links(node, &board, found)).unwrap_or_default();
    Some(board)
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

fn positive_cell(fields: &mut Fields) -> Option<Length> {
    let field = fields.required_text("cell", "a board")?;
    let cell = parse_length(&field, fields.found())?;
    if cell <= Length::ZERO {
        let message = format!("`cell` must be more than nothing, and this is {cell}");
        fields.found().push(Diagnostic::error(message).at(&field.place));
        return None;
    }
    Some(cell)
}

/// A colour by its name or in figures, as it was written, if it is one.
pub fn known_colour(field: Option<FieldText>, palette: &Palette, found: &mut Diagnostics) -> Option<FieldText> {
    field.filter(|field| colour_of(field, palette, found).is_some())
}

fn read_legend(entries: &[(Key, Node)], palette: &Palette, found: &mut Diagnostics) -> (Vec<Sign>, Vec<Terrain>) {
    let mut signs = Vec::new();
    let mut terrains = Vec::new();
    for (key, node) in entries {
        let Some(mut fields) = Fields::open(node, &format!("the sign `{}`", key.name), found) else { continue };
        let name = fields.required_text("terrain", &format!("the sign `{}`", key.name));
        let (merge, colour) = (fields.text("merge"), fields.text("colour"));
        terrains.push(Terrain {
            name: name.map_or_else(|| key.name.clone(), |field| field.text),
            art: fields.texts("art"),
            colour: known_colour(colour, palette, fields.found()),
            enter: fields.flag("enter").unwrap_or(true),
            sight: fields.flag("sight").unwrap_or(true),
            label: fields.text("label"),
            mark: fields.text("mark").map(|field| field.text),
            tags: fields.texts("tags").into_iter().map(|field| field.text).collect(),
        });
        signs.push(Sign { sign: key.name.clone(), merge });
        fields.finish();
    }
    (signs, terrains)
}

/// The signs of the squares as indices into the legend.
pub struct SignGrid {
    /// How many squares there are side by side.
    pub width: usize,
    /// Row by row.
    pub signs: Vec<Vec<usize>>,
}

impl SignGrid {
    fn read(picture: &FieldText, legend: &[Sign], found: &mut Diagnostics) -> Option<Self> {
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
                match legend.iter().position(|entry| entry.sign == *sign) {
                    Some(index) => known.push(index),
                    None => {
                        let message = format!("the legend does not explain `{sign}` in row {} of the picture", row + 1);
                        let hint = meant_or_known(sign, legend.iter().map(|entry| entry.sign.as_str()));
                        found.push(Diagnostic::error(message).at(place).maybe_hint(hint));
                    }
                }
            }
            signs.push(known);
        }
        signs.iter().all(|row| row.len() == width).then_some(Self { width, signs })
    }

    fn height(&self) -> usize {
        self.signs.len()
    }

    fn spaces(&self, legend: &[Sign], board: &Board, names: &Place, found: &mut Diagnostics) -> Vec<Space> {
        let mut taken = BTreeSet::new();
        let mut known = BTreeSet::new();
        let mut spaces: Vec<Space> = Vec::new();
        for row in 0..self.height() {
            for column in 0..self.width {
                let cell = Cell { column, row };
                if taken.contains(&cell) {
                    continue;
                }
                let terrain = self.signs[row][column];
                let merge = legend[terrain].merge.as_ref();
                let (id, cells) = match merge {
                    Some(name) => (name.text.clone(), self.touching(cell)),
                    None => (board.square_name(cell), vec![cell]),
                };
                let place = merge.map_or(names, |name| &name.place);
                if !board.terrains[terrain].art.is_empty() && !is_rectangle(&cells) {
                    let message = format!("the merged space `{id}` is no rectangle, so its picture would cover others");
                    let hint = "make it a rectangle, or give its ground a `colour` instead of `art`";
                    found.push(Diagnostic::error(message).at(place).hint(hint));
                }
                taken.extend(cells.iter().copied());
                if !known.insert(id.clone()) {
                    let message = format!("two spaces of the board are called `{id}`");
                    found.push(Diagnostic::error(message).at(place));
                }
                spaces.push(Space { id, cells, terrain });
            }
        }
        spaces
    }

    /// All squares with the same sign that hang together by their sides.
    fn touching(&self, from: Cell) -> Vec<Cell> {
        let sign = self.signs[from.row][from.column];
        let mut seen = BTreeSet::from([(from.row, from.column)]);
        let mut open = vec![(from.row, from.column)];
        while let Some((row, column)) = open.pop() {
            let beside =
                [(row.wrapping_sub(1), column), (row + 1, column), (row, column.wrapping_sub(1)), (row, column + 1)];
            for (row, column) in beside {
                let same = self.signs.get(row).and_then(|line| line.get(column)) == Some(&sign);
                if same && seen.insert((row, column)) {
                    open.push((row, column));
                }
            }
        }
        seen.into_iter().map(|(row, column)| Cell { column, row }).collect()
    }
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

fn read_links(node: &Node, board: &Board, found: &mut Diagnostics) -> Vec<(String, String)> {
    let Value::List(items) = &node.value else {
        found.push(Diagnostic::error("`links` must be a list of pairs such as `[A1, B2]`").at(&node.place));
        return Vec::new();
    };
    let known: BTreeSet<&str> = board.spaces.iter().map(|space| space.id.as_str()).collect();
    let mut links = Vec::new();
    for item in items {
        let Value::List(pair) = &item.value else {
            found.push(Diagnostic::error("a link must be a pair such as `[A1, B2]`").at(&item.place));
            continue;
        };
        let ends: Vec<FieldText> = pair.iter().filter_map(|end| text_of(end, "a link", found)).collect();
        for end in ends.iter().filter(|end| !known.contains(end.text.as_str())) {
            let hint = meant_or_known(&end.text, known.iter().copied());
            found.push(Diagnostic::error(format!("there is no space `{}`", end.text)).at(&end.place).maybe_hint(hint));
        }
        match ends.as_slice() {
            [a, b] => links.push((a.text.clone(), b.text.clone())),
            _ => found.push(Diagnostic::error("a link must have two ends").at(&item.place)),
        }
    }
    links
}
