//! Draws the connections of a map: a line for each, with an arrow where it leads one way, and what it costs.

use std::fmt::Write as _;

use crate::diag::{Diagnostics, Place};
use crate::layout::face::{InkWish, Layer};
use crate::layout::pieces::slots::{SlotContext, named_colour};
use crate::layout::text::typeset::Typesetter;
use crate::math;
use crate::model::{Board, Declared, EdgeLook, FieldText};

use super::edges::{EDGES, PANE, thickness};
use super::paint::{drawn_layer, name_at};
use super::plot::Plot;

/// The dashes of a way and the gaps between them, as parts of its thickness.
const DASHES: (f32, f32) = (2.2, 1.8);
/// How wide the light line inside a double one is, as a part of its thickness.
const HOLLOW: f32 = 0.5;
/// How long and how wide an arrow is, as parts of the thickness of its line.
const ARROW: (f32, f32) = (4.0, 3.0);
/// The plate around a cost, in millimetres from its middle.
const PLATE: f32 = 2.3;
/// What a way costs that needs no number.
const PLAIN_COST: u32 = 1;

/// All connections of a map, below its places.
pub fn way_layers(
    context: SlotContext<'_>,
    typesetter: &mut Typesetter<'_>,
    board: &Board,
    plot: &Plot<'_>,
    place: &Place,
    found: &mut Diagnostics,
) -> Vec<Layer> {
    if board.map().is_none() {
        return Vec::new();
    }
    let (Some(style), Some(pane)) = (context.game.styles.get(EDGES), named_colour(context, PANE, place, found)) else {
        return Vec::new();
    };
    let declared = board.declared();
    let drawn: Vec<&Declared> =
        declared.iter().filter(|way| board.edge_kinds[way.kind].look != EdgeLook::Nothing).collect();
    let mut drawing = format!("<g id=\"{}\">", InkWish::id("keep"));
    for way in &drawn {
        let kind = &board.edge_kinds[way.kind];
        let own = kind.colour.as_ref().and_then(|name| named_colour(context, &name.text, &name.place, found));
        let (colour, width) = (own.unwrap_or(style.colour).to_string(), thickness(kind, style));
        let ends = plot.ends(way);
        let path = format!("M{:.3} {:.3}L{:.3} {:.3}", ends[0].0, ends[0].1, ends[1].0, ends[1].1);
        let dashes = if kind.look == EdgeLook::Door {
            format!(" stroke-dasharray=\"{:.3} {:.3}\"", width * DASHES.0, width * DASHES.1)
        } else {
            String::new()
        };
        let _ = write!(
            drawing,
            "<path d=\"{path}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width:.3}\"{dashes}/>"
        );
        if kind.look == EdgeLook::Window {
            let inner = width * HOLLOW;
            let _ = write!(drawing, "<path d=\"{path}\" fill=\"none\" stroke=\"{pane}\" stroke-width=\"{inner:.3}\"/>");
        }
        if way.one_way {
            let _ = write!(
                drawing,
                "<path d=\"{}\" fill=\"{colour}\"/>",
                arrow(ends, board.around(way.spaces[1]).map_or(0.0, |mark| mark.size.width.mm_f32() / 2.0), width)
            );
        }
    }
    drawing.push_str("</g>");
    let priced: Vec<(&Declared, (f32, f32))> =
        drawn.iter().filter(|way| way.cost != PLAIN_COST).map(|way| (*way, plot.on_edge(way).0)).collect();
    for (_, (x, y)) in &priced {
        let _ = write!(drawing, "<circle cx=\"{x:.3}\" cy=\"{y:.3}\" r=\"{PLATE}\" fill=\"{pane}\"/>");
    }
    let mut layers: Vec<Layer> = drawn_layer(context, plot, &drawing, place, found).into_iter().collect();
    for (way, at) in priced {
        let cost = FieldText { text: way.cost.to_string(), place: place.clone() };
        layers.extend(name_at(context, typesetter, &cost, at, found));
    }
    if drawn.is_empty() { Vec::new() } else { layers }
}

/// The head of an arrow whose tip is so far before the end of a line.
fn arrow([(x, y), (to_x, to_y)]: [(f32, f32); 2], before: f32, width: f32) -> String {
    let long = math::hypotf(to_x - x, to_y - y).max(f32::EPSILON);
    let (dx, dy) = ((to_x - x) / long, (to_y - y) / long);
    let (tip_x, tip_y) = (to_x - dx * before, to_y - dy * before);
    let (back_x, back_y) = (tip_x - dx * width * ARROW.0, tip_y - dy * width * ARROW.0);
    let half = width * ARROW.1 / 2.0;
    format!(
        "M{tip_x:.3} {tip_y:.3}L{:.3} {:.3}L{:.3} {:.3}Z",
        back_x - dy * half,
        back_y + dx * half,
        back_x + dy * half,
        back_y - dx * half
    )
}
