//! A part of a table, for figures: the board around some spaces, with the names of their columns and rows beside it where
//! those stand at the rim of the whole.

use crate::diag::Diagnostics;
use crate::geom::{Affine, Size};
use crate::layout::board::{Plot, names_beside};
use crate::layout::common::Common;
use crate::layout::face::{Face, Layer};
use crate::layout::studio::Studio;
use crate::layout::text::typeset::Typesetter;
use crate::model::{Board, Colour, Kind, Outline, SpaceId};
use crate::units::Length;

use super::arrange::Frame;
use super::squares_of;

/// How thick the frame around them is, as a part of a cell: nothing of what is beside them is seen.
const FRAME: f32 = 0.016;

/// The part of a table around these spaces; all of it when there are none.
pub fn part_of_table(
    studio: &Studio<'_>,
    component: usize,
    table: Face,
    spaces: &[SpaceId],
    found: &mut Diagnostics,
) -> Face {
    let part = studio.game().components.get(component);
    let Some(Kind::Board(board)) = part.map(|part| &part.kind) else { return table };
    // Whatever is wrong with the art was told when the board was laid out.
    let plot = Plot::new(studio.context(), board, squares_of(studio, component, board), &mut Diagnostics::new());
    let Some(shown) = around(board, &plot, spaces, &table) else { return table };
    let [left, top, width, height] = shown;
    let place = part.map_or(&studio.game().contents.template.place, |part| &part.place);
    let mut typesetter = Typesetter::new(studio.context().fonts);
    let (names, room) = names_beside(studio.context(), &mut typesetter, board, &plot, shown, place, found);
    let id = table.id.clone();
    let inner = Layer::Face { face: Common::new(table), transform: Affine::translate(-left, -top) };
    let layers = std::iter::once(inner).chain(framed([width, height], board.cell.mm_f32() * FRAME)).collect();
    let cut = face(format!("{id}-part"), component, [width, height], layers);
    let cut = Layer::Face { face: Common::new(cut), transform: Affine::translate(room, room) };
    face(id, component, [width + room, height + room], std::iter::once(cut).chain(names).collect())
}

/// A frame along the edges of a rectangle.
fn framed([width, height]: [f32; 2], thick: f32) -> impl Iterator<Item = Layer> {
    let sides = [
        [0.0, 0.0, width, thick],
        [0.0, height - thick, width, thick],
        [0.0, 0.0, thick, height],
        [width - thick, 0.0, thick, height],
    ];
    sides.into_iter().map(|rect| Layer::Fill { rect, colour: Colour::BLACK })
}

/// The rectangle around some spaces.
fn around(board: &Board, plot: &Plot<'_>, spaces: &[SpaceId], table: &Face) -> Option<Frame> {
    let numbers = spaces.iter().filter_map(|id| board.spaces.iter().position(|space| space.id == *id));
    let corners = numbers.map(|number| {
        let [x, y, width, height] = plot.around(number);
        [x, y, x + width, y + height]
    });
    let [left, top, right, bottom] =
        corners.reduce(|[a, b, c, d], [x, y, to_x, to_y]| [a.min(x), b.min(y), c.max(to_x), d.max(to_y)])?;
    let (width, height) = (table.size.width.mm_f32(), table.size.height.mm_f32());
    let (left, top) = (left.max(0.0), top.max(0.0));
    let (right, bottom) = (right.min(width), bottom.min(height));
    (right > left && bottom > top).then_some([left, top, right - left, bottom - top])
}

/// A layer as a face of its own.
pub fn part_alone(id: String, size: [f32; 2], layer: Layer) -> Face {
    face(id, 0, size, vec![layer])
}

/// A face of its own.
fn face(id: String, component: usize, [width, height]: [f32; 2], layers: Vec<Layer>) -> Face {
    let length = |mm: f32| Length::from_mm_f64(f64::from(mm)).max(Length::from_um(1));
    Face {
        id,
        component,
        size: Size::new(length(width), length(height)),
        bleed: Length::ZERO,
        safe: Length::ZERO,
        outline: Outline::Rect { corner: Length::ZERO },
        folds: Vec::new(),
        cut: None,
        layers,
    }
}
