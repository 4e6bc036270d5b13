//! A plan: a picture in text with room between the squares, for the walls, doors and windows that lie there.

use crate::diag::{Diagnostic, Diagnostics, Place, meant_or_known};
use crate::model::{EdgeKind, EdgeLook, FieldText, MOST_COST, Palette, Side};

use super::fields::{Fields, entries_of};
use super::legend::{Sign, known_colour};
use super::sign_grid::{MOST_ALONG, SignGrid};
use super::yaml::Node;

/// What marks a corner between squares, besides a blank.
const CORNER: char = '+';

/// What a plan says.
pub struct Plan {
    /// Its squares.
    pub grid: SignGrid,
    /// What lies between them: the side, the kind of edge, and where it stands in the file.
    pub edges: Vec<(Side, usize, Place)>,
}

/// What edges are for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EdgesOf {
    /// Their signs are letters between the squares of a plan.
    Plan,
    /// They lie between two cells that are named.
    Pairs,
    /// They connect the places of a map.
    Connections,
}

/// The legend of edges: the sign of each, and what it means.
pub fn read_edge_kinds(
    node: Option<&Node>,
    of: EdgesOf,
    palette: &Palette,
    found: &mut Diagnostics,
) -> (Vec<String>, Vec<EdgeKind>) {
    let mut signs = Vec::new();
    let mut kinds = Vec::new();
    for (key, node) in node.map_or(&[][..], |node| entries_of(node, "edges", found)) {
        let what = format!("the edge `{}`", key.name);
        let mut letters = key.name.chars();
        let is_sign = match (letters.next(), letters.next()) {
            (Some(sign), None) => sign != CORNER && !sign.is_whitespace(),
            _ => of != EdgesOf::Plan,
        };
        if !is_sign {
            let message = format!("`{}` cannot be the sign of an edge: that is one letter or mark", key.name);
            found.push(Diagnostic::error(message).at(&key.place).hint("a blank and `+` mean no edge"));
            continue;
        }
        signs.push(key.name.clone());
        let kind = Fields::open(node, &what, found).map(|fields| read_edge_kind(fields, &what, of, palette));
        kinds.push(kind.unwrap_or_else(|| EdgeKind::open(&key.name)));
    }
    (signs, kinds)
}

fn read_edge_kind(mut fields: Fields<'_, '_>, what: &str, of: EdgesOf, palette: &Palette) -> EdgeKind {
    let looks = [
        ("nothing", EdgeLook::Nothing),
        ("line", EdgeLook::Line),
        ("door", EdgeLook::Door),
        ("window", EdgeLook::Window),
    ];
    let name = fields.required_text("edge", what).map(|field| field.text).unwrap_or_default();
    let pass = fields.flag("pass").unwrap_or(true);
    let sight = fields.flag("sight").unwrap_or(pass);
    let usual = if pass && of != EdgesOf::Connections { EdgeLook::Door } else { EdgeLook::Line };
    let colour = fields.text("colour");
    let cost = read_cost(&mut fields);
    let kind = EdgeKind {
        name,
        pass,
        sight,
        cost,
        look: fields.choice("look", &looks).unwrap_or(usual),
        colour: known_colour(colour, palette, fields.found()),
        width: fields.positive("width"),
        tags: fields.texts("tags").into_iter().map(|field| field.text).collect(),
    };
    fields.finish();
    kind
}

/// What crossing something costs.
pub fn read_cost(fields: &mut Fields) -> Option<u32> {
    let place = fields.place_of("cost");
    let cost = fields.number("cost")?;
    if cost > MOST_COST {
        let problem =
            Diagnostic::error(format!("`cost` must be a whole number from 0 to {MOST_COST}, and this is {cost}"));
        fields.found().push(place.iter().fold(problem, Diagnostic::at));
        return None;
    }
    Some(cost)
}

impl Plan {
    /// Squares stand in every second row and column, from the second on; edges above, below and beside them.
    pub fn read(text: &FieldText, legend: &[Sign], edges: &[String], found: &mut Diagnostics) -> Option<Self> {
        let rows: Vec<Vec<char>> = text.text.lines().map(|line| line.trim_end().chars().collect()).collect();
        let width = rows.iter().map(Vec::len).max().unwrap_or(0) | 1;
        let (across, down) = (width / 2, rows.len() / 2);
        let even = rows.len().is_multiple_of(2);
        if even || across == 0 || across > MOST_ALONG || down > MOST_ALONG {
            let lines = "a plan has an odd number of lines, one more than twice its squares";
            let message = if even {
                format!("{lines}, and this one has {}", rows.len())
            } else {
                format!("a plan has 1 to {MOST_ALONG} rows and columns of squares")
            };
            let hint = "begin and end it with a line of edges and corners, such as `+-+-+`";
            found.push(Diagnostic::error(message).at(&text.place).hint(hint));
            return None;
        }
        let starts = starts_of_lines(text).unwrap_or_default();
        let reader = PlanReader { text, rows, starts, legend, edges };
        let mut plan = Self { grid: SignGrid { width: across, signs: Vec::new() }, edges: Vec::new() };
        let mut whole = true;
        for row in 0..=2 * down {
            let mut squares = Vec::new();
            for column in 0..width {
                match (row % 2, column % 2) {
                    (0, 0) => whole &= reader.corner(row, column, found),
                    (1, 1) => squares.extend(reader.square(row, column, found)),
                    (_, upright) => {
                        let side = Side { upright: upright == 0, column: column / 2, row: row / 2 };
                        let edge = reader.edge(row, column, found);
                        plan.edges.extend(edge.map(|kind| (side, kind, reader.place(row, column))));
                    }
                }
            }
            if row % 2 == 1 {
                whole &= squares.len() == across;
                plan.grid.signs.push(squares);
            }
        }
        whole.then_some(plan)
    }
}

/// The letters of a plan and what they can mean.
struct PlanReader<'a> {
    text: &'a FieldText,
    rows: Vec<Vec<char>>,
    starts: Vec<usize>,
    legend: &'a [Sign],
    edges: &'a [String],
}

impl PlanReader<'_> {
    /// What was left out at the end of a line is blank.
    fn sign(&self, row: usize, column: usize) -> char {
        self.rows[row].get(column).copied().unwrap_or(' ')
    }

    fn corner(&self, row: usize, column: usize, found: &mut Diagnostics) -> bool {
        let sign = self.sign(row, column);
        let good = sign == CORNER || sign == ' ';
        if !good {
            let message = format!("here is a corner between squares, and it is marked `+` or left blank, not `{sign}`");
            let hint = "squares and edges take turns: a line may have slipped by one letter";
            found.push(Diagnostic::error(message).at(&self.place(row, column)).hint(hint));
        }
        good
    }

    fn square(&self, row: usize, column: usize, found: &mut Diagnostics) -> Option<usize> {
        let sign = self.sign(row, column).to_string();
        let known = self.legend.iter().position(|entry| entry.letters == sign);
        if known.is_none() {
            let (message, hint) = if sign == " " {
                let message = format!("row {} of the plan has no square in column {}", row / 2 + 1, column / 2 + 1);
                (message, Some("every row has as many squares as the longest".to_owned()))
            } else {
                let hint = meant_or_known(&sign, self.legend.iter().map(|entry| entry.letters.as_str()));
                (format!("the legend does not explain `{sign}` in row {} of the plan", row / 2 + 1), hint)
            };
            found.push(Diagnostic::error(message).at(&self.place(row, column)).maybe_hint(hint));
        }
        known
    }

    fn edge(&self, row: usize, column: usize, found: &mut Diagnostics) -> Option<usize> {
        let sign = self.sign(row, column);
        let known = self.edges.iter().position(|edge| edge.chars().eq([sign]));
        if known.is_none() && sign != ' ' {
            let message = format!("`edges` does not explain `{sign}` between two squares");
            let hint = if self.legend.iter().any(|entry| entry.letters == sign.to_string()) {
                "this is the sign of a square: a line may have slipped by one letter"
            } else {
                "say under `edges` what it is, or leave a blank where nothing lies between"
            };
            found.push(Diagnostic::error(message).at(&self.place(row, column)).hint(hint));
        }
        known
    }

    /// Where a letter of the plan stands in the file; the plan itself when it is not written line by line.
    fn place(&self, row: usize, column: usize) -> Place {
        self.exact_place(row, column).unwrap_or_else(|| self.text.place.clone())
    }

    fn exact_place(&self, row: usize, column: usize) -> Option<Place> {
        let source = self.text.place.source();
        let letters = self.rows.get(row)?.iter().map(|letter| letter.len_utf8());
        let at = self.starts.get(row)? + letters.clone().take(column).sum::<usize>();
        let long = letters.clone().nth(column).unwrap_or(0);
        source.text.get(at..at + long)?;
        Some(Place::new(source, at, at + long))
    }
}

/// Where the lines of a text start in the file; nowhere when it is not written line by line.
pub fn starts_of_lines(text: &FieldText) -> Option<Vec<usize>> {
    let source = text.place.source();
    let mut next = source.text.get(..text.place.offset())?.rfind('\n').map_or(0, |at| at + 1);
    let lines = source.text.get(next..)?.split_inclusive('\n').map(|line| {
        next += line.len();
        (next - line.len(), line)
    });
    let first = text.text.lines().next()?.trim_end();
    let mut lines = lines.skip_while(|(_, line)| line.trim() != first.trim()).peekable();
    let indent = lines.peek()?.1.find(first)?;
    Some(lines.take(text.text.lines().count()).map(|(start, _)| start + indent).collect())
}
