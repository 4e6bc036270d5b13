//! Draws what lies between the cells of a board: walls as lines, doors as gaps with a leaf, windows as double lines.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use crate::diag::{Diagnostics, Place};
use crate::model::{Board, Cell, EdgeKind, EdgeLook, Side, Style};

use super::paint::drawn_layer;
use super::plot::Plot;
use crate::layout::face::{InkWish, Layer};
use crate::layout::pieces::slots::{SlotContext, named_colour};
use crate::math;

/// The style whose colour edges take, and whose size is the thickness of a wall.
pub const EDGES: &str = "board-edge";
/// The colour between the two lines of a window.
pub const PANE: &str = "paper";
/// How much of a side the wall takes at either end of a door or a window.
const JAMB: f32 = 0.16;
/// The leaf of a door, as a part of the thickness of a wall.
const LEAF: f32 = 0.32;
/// The lines of a window, and how far they are apart, as parts of the thickness of a wall.
const GLASS: (f32, f32) = (0.22, 1.1);

/// Paths of one colour and thickness, gathered from all edges.
#[derive(Default)]
struct Strokes {
    thick: String,
    thin: String,
    panes: String,
}

/// All edges as one drawing.
pub fn edge_layer(
    context: SlotContext<'_>,
    board: &Board,
    plot: &Plot<'_>,
    place: &Place,
    found: &mut Diagnostics,
) -> Option<Layer> {
    let style = context.game.styles.get(EDGES)?;
    let pane = named_colour(context, PANE, place, found)?;
    let mut gathered: BTreeMap<usize, Strokes> = BTreeMap::new();
    let squares = board.edges.iter().map(|(side, kind)| (Some(Stretch::of(*side, plot, board)), kind));
    let hexes = board.hex_edges.iter().map(|(cells, kind)| (Stretch::between(*cells, plot, board), kind));
    for (stretch, kind) in squares.chain(hexes) {
        let Some(stretch) = stretch else { continue };
        let look = board.edge_kinds[*kind].look;
        let width = thickness(&board.edge_kinds[*kind], style);
        stretch.draw(look, width, gathered.entry(*kind).or_default());
    }
    let mut drawing = String::new();
    for (kind, strokes) in &gathered {
        let kind = &board.edge_kinds[*kind];
        let own = kind.colour.as_ref().and_then(|name| named_colour(context, &name.text, &name.place, found));
        let colour = own.unwrap_or(style.colour);
        let width = thickness(kind, style);
        let Strokes { thick, thin: lines, panes } = strokes;
        let stroked = |drawing: &mut String, path: &str, width: f32, cap: &str, fill: &str| {
            if !path.is_empty() {
                let _ = write!(
                    drawing,
                    "<path d=\"{path}\" fill=\"{fill}\" stroke=\"{colour}\" stroke-width=\"{width:.3}\" \
                     stroke-linecap=\"{cap}\"/>"
                );
            }
        };
        stroked(&mut drawing, panes, width * GLASS.0, "butt", &pane.to_string());
        stroked(&mut drawing, lines, width * LEAF, "round", "none");
        // Walls stay solid with little ink, however thick.
        let _ = write!(drawing, "<g id=\"{}\">", InkWish::id("keep"));
        stroked(&mut drawing, thick, width, "square", "none");
        drawing.push_str("</g>");
    }
    if drawing.is_empty() { None } else { drawn_layer(context, plot, &drawing, place, found) }
}

/// How thick an edge is drawn.
pub fn thickness(kind: &EdgeKind, style: &Style) -> f32 {
    kind.width.unwrap_or(style.size).mm_f32()
}

/// The line on which an edge lies, from its upper or left end.
struct Stretch {
    from: (f32, f32),
    /// A millimetre along it, and one to its side: to the right, or down.
    along: (f32, f32),
    off: (f32, f32),
    length: f32,
    /// To which side a door opens: 1 for right or below, -1 for left or above.
    inward: f32,
}

impl Stretch {
    fn of(side: Side, plot: &Plot<'_>, board: &Board) -> Self {
        let ((left, top), _) = plot.corners();
        let (across, down) = plot.square();
        let length = if side.upright { down } else { across };
        let is_last = if side.upright { side.column == board.columns.len() } else { side.row == board.rows.len() };
        // At the far rim doors open onto the board.
        let inward = if is_last { -1.0 } else { 1.0 };
        let from = (left + across * side.column as f32, top + down * side.row as f32);
        let (along, off) = if side.upright { ((0.0, 1.0), (1.0, 0.0)) } else { ((1.0, 0.0), (0.0, 1.0)) };
        Self { from, along, off, length, inward }
    }

    /// The side that two hexes share.
    fn between([a, b]: [Cell; 2], plot: &Plot<'_>, board: &Board) -> Option<Self> {
        let side = board.lattice()?.side_between(a, b)?;
        let corners = plot.outline(a);
        let (from, to) = (corners[side], corners[(side + 1) % corners.len()]);
        let (dx, dy) = (to.0 - from.0, to.1 - from.1);
        let length = math::hypotf(dx, dy).max(f32::EPSILON);
        let along = (dx / length, dy / length);
        Some(Self { from, along, off: (-along.1, along.0), length, inward: 1.0 })
    }

    /// A point so far along the line and so far to its right, or below it.
    fn at(&self, along: f32, off: f32) -> String {
        let (x, y) = self.from;
        format!("{:.3} {:.3}", x + along * self.along.0 + off * self.off.0, y + along * self.along.1 + off * self.off.1)
    }

    fn draw(&self, look: EdgeLook, width: f32, strokes: &mut Strokes) {
        let (start, end) = (self.length * JAMB, self.length * (1.0 - JAMB));
        let Strokes { thick, thin, panes } = strokes;
        let mut wall = |from: f32, to: f32| {
            let _ = write!(thick, "M{}L{}", self.at(from, 0.0), self.at(to, 0.0));
        };
        match look {
            EdgeLook::Nothing => {}
            EdgeLook::Line => wall(0.0, self.length),
            EdgeLook::Door => {
                // Square ends reach half a width further.
                wall(0.0, start - width / 2.0);
                wall(end + width / 2.0, self.length);
                let leaf = end - start;
                let _ = write!(thin, "M{}L{}", self.at(start, 0.0), self.at(start, leaf * self.inward));
                let to_left = self.along.0 * self.off.1 < self.along.1 * self.off.0;
                let sweep = u8::from(to_left == (self.inward > 0.0));
                let _ = write!(thin, "A{leaf:.3} {leaf:.3} 0 0 {sweep} {}", self.at(end, 0.0));
            }
            EdgeLook::Window => {
                wall(0.0, start - width / 2.0);
                wall(end + width / 2.0, self.length);
                let half = width * GLASS.1 / 2.0;
                let corners = [(start, -half), (end, -half), (end, half), (start, half)];
                let corners = corners.map(|(along, off)| self.at(along, off));
                let _ = write!(panes, "M{}Z", corners.join("L"));
            }
        }
    }
}
