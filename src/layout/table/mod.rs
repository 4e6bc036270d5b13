//! The picture of a game in progress: the printed board with printed pieces on it. Knows no rules; what stands where is
//! said by whoever asks for it.

mod around;
mod arrange;
mod beside;
mod crop;
mod fronts;
mod marks;
mod plan;
mod room;
mod zones;

use std::collections::BTreeMap;
use std::f32::consts::FRAC_1_SQRT_2;

use crate::diag::{Diagnostic, Diagnostics, meant_or_known};
use crate::geom::Affine;
use crate::model::{Board, Declared, Kind, PlacedPiece, Pointers};
use crate::units::Length;

use super::board::Plot;
use super::common::Common;
use super::face::{Face, Layer, slot_id};
use super::laid::LaidPiece;
use super::studio::{Studio, columns};
use super::template::slot::SlotKind;

use arrange::{DrawnPiece, Frame, Heap, Lies, MANY, Room, arrange, arrange_on_edge};
pub use beside::with_words;
pub use crop::{part_alone, part_of_table};
use fronts::Fronts;
use marks::{LIT_INSET, LitShape, Look, Marker};
pub use plan::{BoardPlan, Lettered, PlannedPiece, PlannedSpace, PrintedFaces};
use room::{room_of, room_on_edge};
pub use zones::{TableScene, lay_out_zones};

/// The printed board of a component with pieces on it and what is pointed out there, without its bleed; nothing when any
/// of them cannot be drawn.
pub fn lay_out_table(
    studio: &Studio<'_>,
    component: usize,
    placed: &[PlacedPiece],
    pointers: &Pointers,
    found: &mut Diagnostics,
) -> Option<Face> {
    Tables::new(studio).lay_out(component, placed, pointers, found)
}

/// A label of so many signs is a figure or a letter.
const SHORT_LABEL: usize = 2;

/// Draws tables of one game: boards and pieces that several of them show are laid out once.
pub struct Tables<'s, 'a> {
    studio: &'s Studio<'a>,
    /// What is known of each board that was drawn.
    known: BTreeMap<usize, KnownBoard<'s, 'a>>,
}

/// A board without pieces, and the pieces that were seen on it.
struct KnownBoard<'s, 'a> {
    bare: Option<LaidPiece>,
    fronts: Fronts<'s, 'a>,
}

impl<'s, 'a> Tables<'s, 'a> {
    /// With nothing drawn yet.
    #[must_use]
    pub const fn new(studio: &'s Studio<'a>) -> Self {
        Self { studio, known: BTreeMap::new() }
    }

    /// What they are drawn with.
    #[must_use]
    pub const fn studio(&self) -> &'s Studio<'a> {
        self.studio
    }

    /// As [`lay_out_table`]; what is wrong with a board itself is told when it is first drawn.
    pub fn lay_out(
        &mut self,
        component: usize,
        placed: &[PlacedPiece],
        pointers: &Pointers,
        found: &mut Diagnostics,
    ) -> Option<Face> {
        let studio = self.studio;
        let part = studio.game().components.get(component)?;
        let Kind::Board(board) = &part.kind else {
            found.push(Diagnostic::error(format!("`{}` is no board", part.id)).at(&part.place));
            return None;
        };
        let mut own = Diagnostics::new();
        let known = self.known_board(component, board, &mut own);
        let drawn = table_on(studio, (component, board), known, (placed, pointers), &mut own);
        found.extend(own);
        drawn
    }

    /// What is known of a board; what is wrong with it is told once.
    fn known_board(&mut self, component: usize, board: &Board, own: &mut Diagnostics) -> &mut KnownBoard<'s, 'a> {
        let studio = self.studio;
        self.known.entry(component).or_insert_with(|| KnownBoard {
            bare: studio.lay_out(component, own, &|| ()).pieces.into_iter().next(),
            fronts: Fronts::new(studio, board.cell),
        })
    }
}

/// A board with what stands on it.
fn table_on(
    studio: &Studio<'_>,
    (component, board): (usize, &Board),
    KnownBoard { bare, fronts }: &mut KnownBoard<'_, '_>,
    (placed, pointers): (&[PlacedPiece], &Pointers),
    own: &mut Diagnostics,
) -> Option<Face> {
    let part = studio.game().components.get(component)?;
    // Whatever is wrong with the art was told when the board was laid out.
    let plot = Plot::new(studio.context(), board, squares_of(studio, component, board), &mut Diagnostics::new());
    let marker = Marker::new(studio, board.cell.mm_f32(), [part.size.width, part.size.height].map(Length::mm_f32));
    let mut layers = bare.as_ref().map(|piece| piece.front.layers.clone()).unwrap_or_default();
    let number = |id: &str| board.spaces.iter().position(|space| space.id == id);
    let middle = |id: &str| number(id).map(|space| <[f32; 2]>::from(plot.middle(space)));
    layers.extend(marker.lit(&lit(board, &plot, pointers.lit.iter().filter_map(|id| number(id))), own));
    for place in filled((board, &plot, &marker), &part.id, fronts, placed, own) {
        layers.extend(heaped(&marker, place.room, place.first, (&place.heaps, &place.spots), own));
    }
    let lines: Vec<_> = pointers.lines.iter().filter_map(|(from, to)| Some((middle(from)?, middle(to)?))).collect();
    layers.extend(marker.lines(&lines, own));
    let bare = &bare.as_ref().filter(|_| !own.has_errors())?.front;
    let (id, bleed, outline) = (format!("{}/table", part.id), Length::ZERO, bare.outline);
    Some(Face { id, component, size: bare.size, bleed, safe: bare.safe, outline, folds: Vec::new(), cut: None, layers })
}

/// A place with what lies there.
struct Filled {
    /// What it is called.
    at: String,
    room: Room,
    /// Which of several looks comes first.
    first: usize,
    heaps: Vec<Drawn>,
    spots: Vec<DrawnPiece>,
}

/// Every place on which something lies, and where.
fn filled(
    (board, plot, marker): (&Board, &Plot<'_>, &Marker<'_, '_>),
    name: &str,
    fronts: &mut Fronts<'_, '_>,
    placed: &[PlacedPiece],
    own: &mut Diagnostics,
) -> Vec<Filled> {
    let declared = board.declared();
    let heaps = heaps_by_place((board, &declared), name, placed, own);
    let cell = if board.is_square() { plot.square() } else { (board.cell.mm_f32(), board.cell.mm_f32()) };
    let mut all = Vec::new();
    for (place, heaps) in heaps {
        let at = heaps.first().map(|heap| heap.at.clone()).unwrap_or_default();
        let heaps = heaps.into_iter().filter_map(|heap| fronts.drawn(heap, own));
        let (room, first, heaps): (Room, usize, Vec<Drawn>) = match place {
            Footing::Space(space) => {
                let first = board.spaces[space].cells.first().map_or(space, |cell| first_look(cell.column, cell.row));
                (room_of(space, plot, cell, marker.number()), first, heaps.collect())
            }
            Footing::Edge(edge) => {
                let (room, is_upright) = room_on_edge(&declared[edge], plot, cell, marker.number());
                let along = |heap| if is_upright { upright(heap) } else { heap };
                let first = declared[edge].cells.map_or(edge, |[_, cell]| first_look(cell.column, cell.row));
                (room, first, heaps.map(along).collect())
            }
        };
        let sizes: Vec<Heap> =
            heaps.iter().map(|heap| Heap { size: size_of(heap), count: heap.count, lies: heap.lies() }).collect();
        let spots = match place {
            Footing::Space(_) => arrange(room, &sizes),
            Footing::Edge(_) => arrange_on_edge(room, &sizes),
        };
        all.push(Filled { at, room, first, heaps, spots });
    }
    all
}

/// Where pieces lie: what is on an edge covers what is on the spaces beside it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Footing {
    /// By its index on the board.
    Space(usize),
    /// By its index among all that is declared.
    Edge(usize),
}

/// Pieces of one look on a space, ready to be drawn.
struct Drawn {
    /// Their faces, which take turns.
    faces: Vec<Common<Face>>,
    count: usize,
    label: Option<String>,
    /// Whether others can lie on them.
    flat: bool,
    /// How they are turned; what is turned by an eighth lies below the others.
    turn: Turn,
}

/// How a piece is turned on a board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Turn {
    /// Not at all.
    None,
    /// By a quarter.
    Quarter,
    /// By an eighth: it lies on a corner.
    Eighth,
}

impl Turn {
    /// By so many degrees.
    #[must_use]
    pub const fn degrees(self) -> f32 {
        match self {
            Self::None => 0.0,
            Self::Quarter => 90.0,
            Self::Eighth => 45.0,
        }
    }

    /// The room that a piece of such a size takes when it is turned.
    #[must_use]
    pub fn room(self, [w, h]: [f32; 2]) -> [f32; 2] {
        match self {
            Self::None => [w, h],
            Self::Quarter => [h, w],
            Self::Eighth => [(w + h) * FRAC_1_SQRT_2; 2],
        }
    }
}

impl Drawn {
    /// What else can lie on them.
    const fn lies(&self) -> Lies {
        match self.turn {
            Turn::Eighth => Lies::Under,
            Turn::None | Turn::Quarter if self.flat => Lies::Flat,
            Turn::None | Turn::Quarter => Lies::Upright,
        }
    }
}

/// What is on each space and edge; what looks and is called alike is one heap.
fn heaps_by_place(
    (board, declared): (&Board, &[Declared]),
    name: &str,
    placed: &[PlacedPiece],
    found: &mut Diagnostics,
) -> BTreeMap<Footing, Vec<PlacedPiece>> {
    let mut heaps: BTreeMap<Footing, Vec<PlacedPiece>> = BTreeMap::new();
    let place = |at: &str| {
        let space = board.spaces.iter().position(|space| space.id == at).map(Footing::Space);
        space.or_else(|| declared.iter().position(|edge| edge.name == at).map(Footing::Edge))
    };
    for piece in placed.iter().filter(|piece| piece.count > 0) {
        let Some(place) = place(&piece.at) else {
            let hint = meant_or_known(&piece.at, board.spaces.iter().map(|space| space.id.as_str()));
            let message = format!("there is no space `{}` on `{name}`", piece.at);
            found.push(Diagnostic::error(message).maybe_hint(hint));
            continue;
        };
        let here = heaps.entry(place).or_default();
        let alike = |known: &&mut PlacedPiece| PlacedPiece { count: piece.count, ..(*known).clone() } == *piece;
        match here.iter_mut().find(alike) {
            Some(known) => known.count = known.count.saturating_add(piece.count),
            None => here.push(piece.clone()),
        }
    }
    heaps
}

/// A heap on an upright edge: what is wider than high lies along it.
fn upright(heap: Drawn) -> Drawn {
    let [w, h] = size_of(&heap);
    let turn = match heap.turn {
        Turn::None if w > h => Turn::Quarter,
        Turn::Quarter if w > h => Turn::None,
        turn => turn,
    };
    Drawn { turn, ..heap }
}

/// The shapes of spaces that are lit; squares get round corners, each by itself.
fn lit(board: &Board, plot: &Plot<'_>, spaces: impl Iterator<Item = usize>) -> Vec<LitShape> {
    let (across, down) = plot.square();
    let shape = |number: usize| {
        let space = &board.spaces[number];
        let squares = space.cells.iter().filter(|_| board.is_square()).map(|cell| {
            let (x, y) = plot.outline(*cell)[0];
            LitShape::Square([x, y, across, down])
        });
        let other =
            (!board.is_square()).then(|| LitShape::Path(plot.shape(space, number, board.cell.mm_f32() * LIT_INSET)));
        squares.chain(other).collect::<Vec<_>>()
    };
    spaces.flat_map(shape).collect()
}

/// Which of several looks comes first at a place, so that not all places look alike.
const fn first_look(column: usize, row: usize) -> usize {
    column * 5 + row * 3
}

/// The rectangle of the squares on the face of a board: where its template draws them, or inside its frame.
fn squares_of(studio: &Studio<'_>, component: usize, board: &Board) -> Frame {
    squares_in_template(studio, component).unwrap_or_else(|| {
        let (frame, size) = (board.frame, board.size());
        let inner = |whole: Length| (whole - frame * 2).mm_f32();
        [frame.mm_f32(), frame.mm_f32(), inner(size.width), inner(size.height)]
    })
}

fn squares_in_template(studio: &Studio<'_>, index: usize) -> Option<Frame> {
    // Whatever is wrong with it was told when the board was laid out.
    let mut told = Diagnostics::new();
    let component = &studio.game().components[index];
    let side = studio.side((component, index), ("front", &component.front), columns(component), &mut told)?;
    let scope = studio.scope(&side, component.pieces.first()?, &mut told);
    let bound = side.bind(&scope, &mut told)?;
    let slot = bound.slots.iter().position(|slot| matches!(slot.kind, SlotKind::Board))?;
    let Layer::Art { art, transform, .. } = studio.art_layer(&side, &bound, &mut told)? else { return None };
    let seen = art.tree.node_by_id(&slot_id(slot))?.abs_bounding_box();
    let (left, top) = transform.apply(seen.left(), seen.top());
    let (right, bottom) = transform.apply(seen.right(), seen.bottom());
    Some([left, top, right - left, bottom - top])
}

/// Pieces where they lie in a room, and over them what is written beside them.
fn heaped(
    marker: &Marker<'_, '_>,
    room: Room,
    first: usize,
    (heaps, spots): (&[Drawn], &[DrawnPiece]),
    found: &mut Diagnostics,
) -> Vec<Layer> {
    let mut turns = vec![first; heaps.len()];
    let mut layers = Vec::new();
    for spot in spots {
        let faces = &heaps[spot.heap].faces;
        let face = &faces[turns[spot.heap] % faces.len()];
        layers.extend(marker.piece(face, spot.rect, heaps[spot.heap].turn, found));
        turns[spot.heap] += 1;
    }
    for (number, heap) in heaps.iter().enumerate() {
        let own: Vec<&DrawnPiece> = spots.iter().filter(|spot| spot.heap == number).collect();
        layers.extend(words_on(marker, room, heap, &own, found));
    }
    layers
}

/// The plates beside a heap.
fn words_on(
    marker: &Marker<'_, '_>,
    room: Room,
    heap: &Drawn,
    spots: &[&DrawnPiece],
    found: &mut Diagnostics,
) -> Vec<Layer> {
    let plates = plates_on(room, heap, spots).into_iter();
    plates.flat_map(|(text, look, at)| marker.plate(&text, look, at, room.rect, found)).collect()
}

/// How many there are, when that is not seen at a glance, and the label, each with the point it is around.
fn plates_on(room: Room, heap: &Drawn, spots: &[&DrawnPiece]) -> Vec<(String, Look, [f32; 2])> {
    let (Some(first), Some(last)) = (spots.first(), spots.last()) else { return Vec::new() };
    let right = spots.iter().map(|spot| spot.rect[0] + spot.rect[2]).fold(f32::MIN, f32::max);
    let left = spots.iter().map(|spot| spot.rect[0]).fold(f32::MAX, f32::min);
    let mut plates = Vec::new();
    if heap.count > spots.len() || heap.count > MANY {
        let middle = first.rect[1] + first.rect[3] / 2.0;
        // Beside the one that stands for all, or at the upper right of them.
        let at = if spots.len() == 1 { [right + room.number / 4.0, middle] } else { [right, first.rect[1]] };
        plates.push((format!("×{}", heap.count), Look::Count, at));
    }
    if let Some(label) = heap.label.as_ref().filter(|label| !label.trim().is_empty()) {
        let bottom = if first.below { first.rect[1] } else { last.rect[1] + last.rect[3] };
        // Something short stands at a corner, so that what is printed in the middle is seen.
        let is_short = label.trim().chars().count() <= SHORT_LABEL;
        let across = if is_short { right } else { f32::midpoint(left, right) };
        plates.push((label.clone(), Look::Label, [across, bottom]));
    }
    plates
}

/// The size of the largest of its faces, as they lie.
fn size_of(heap: &Drawn) -> [f32; 2] {
    let sizes = heap.faces.iter().map(|face| face.size);
    let [w, h] =
        sizes.fold([0.0_f32, 0.0_f32], |[w, h], size| [w.max(size.width.mm_f32()), h.max(size.height.mm_f32())]);
    heap.turn.room([w, h])
}

/// The map that puts a face into a rectangle, centred, as large as it fits, and turned.
fn fitted(face: &Face, [x, y, w, h]: Frame, turn: Turn) -> Affine {
    let (width, height) = (face.size.width.mm_f32(), face.size.height.mm_f32());
    let [across, down] = turn.room([width, height]);
    let scale = (w / across).min(h / down);
    // Both are as they are for whoever compares pictures to the last bit.
    let (cos, sin) = match turn {
        Turn::None => (1.0, 0.0),
        Turn::Quarter => (0.0, 1.0),
        Turn::Eighth => (FRAC_1_SQRT_2, FRAC_1_SQRT_2),
    };
    let (a, b) = (cos * scale, sin * scale);
    let (middle_x, middle_y) = (width / 2.0, height / 2.0);
    let (left, top) = (x + w / 2.0 - (a * middle_x - b * middle_y), y + h / 2.0 - (b * middle_x + a * middle_y));
    Affine([a, b, -b, a, left, top])
}
