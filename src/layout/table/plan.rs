//! A table for who draws it again and again, and lets pieces move: where everything is, and the printed faces by what they
//! look like. The same as the picture is made of. Knows no rules.

use crate::diag::Diagnostics;
use crate::geom::Size;
use crate::layout::board::Plot;
use crate::layout::common::Common;
use crate::layout::face::Face;
use crate::layout::studio::Studio;
use crate::model::{Board, Kind, Outline, PlacedPiece, Pointers, Pose, ZoneThing};
use crate::units::Length;

use super::arrange::{DrawnPiece, Frame};
use super::fronts::Fronts;
use super::marks::{LIT_INSET, Look, Marker};
use super::{Filled, Tables, Turn, filled, plates_on, squares_of};

/// A board and what stands on it, in millimetres from the left upper corner of the board.
#[derive(Debug, Clone)]
pub struct BoardPlan {
    /// How wide and high it is.
    pub size: [f32; 2],
    /// How large one of its spaces usually is.
    pub cell: f32,
    /// How large the letters on plates are.
    pub text: f32,
    /// The board without pieces.
    pub bare: Common<Face>,
    /// Its spaces.
    pub spaces: Vec<PlannedSpace>,
    /// What stands on it, from the bottom up.
    pub pieces: Vec<PlannedPiece>,
    /// Numbers and labels.
    pub plates: Vec<Lettered>,
    /// The spaces that are lit by the rules.
    pub lit: Vec<String>,
    /// Lines between the middles of spaces.
    pub lines: Vec<[[f32; 2]; 2]>,
}

/// A space of a board.
#[derive(Debug, Clone, PartialEq)]
pub struct PlannedSpace {
    /// What it is called.
    pub id: String,
    /// Its outline as the data of an SVG path.
    pub path: String,
    /// Its middle.
    pub middle: [f32; 2],
}

/// A piece.
#[derive(Debug, Clone)]
pub struct PlannedPiece {
    /// Where it stands: the name of the space or edge.
    pub at: String,
    /// How it looks.
    pub face: Common<Face>,
    /// Left, top, width and height.
    pub rect: Frame,
    /// How it is turned.
    pub turn: Turn,
}

impl PlannedPiece {
    /// Width and height of the piece itself, before it is turned.
    #[must_use]
    pub fn size(&self) -> [f32; 2] {
        let own = [self.face.size.width, self.face.size.height].map(Length::mm_f32);
        let [across, down] = self.turn.room(own);
        let scale = (self.rect[2] / across).min(self.rect[3] / down);
        own.map(|side| side * scale)
    }
}

/// A number or a label beside a piece.
#[derive(Debug, Clone, PartialEq)]
pub struct Lettered {
    /// What it says.
    pub text: String,
    /// Whether it says how many there are.
    pub is_count: bool,
    /// The point it is around.
    pub at: [f32; 2],
    /// The room it stays in.
    pub room: Frame,
}

impl Tables<'_, '_> {
    /// Where everything is on a board; nothing when any of it cannot be drawn.
    pub fn plan(
        &mut self,
        component: usize,
        placed: &[PlacedPiece],
        pointers: &Pointers,
        found: &mut Diagnostics,
    ) -> Option<BoardPlan> {
        let studio = self.studio;
        let part = studio.game().components.get(component)?;
        let Kind::Board(board) = &part.kind else { return None };
        let mut own = Diagnostics::new();
        let known = self.known_board(component, board, &mut own);
        let plot = Plot::new(studio.context(), board, squares_of(studio, component, board), &mut Diagnostics::new());
        let marker = Marker::new(studio, board.cell.mm_f32(), [part.size.width, part.size.height].map(Length::mm_f32));
        let all = filled((board, &plot, &marker), &part.id, &mut known.fronts, placed, &mut own);
        let bare = known.bare.as_ref().map(|piece| piece.front.clone());
        let is_broken = own.has_errors();
        found.extend(own);
        let bare = bare.filter(|_| !is_broken)?;
        let middle = |id: &str| {
            let space = board.spaces.iter().position(|space| space.id == id)?;
            Some(<[f32; 2]>::from(plot.middle(space)))
        };
        Some(BoardPlan {
            size: [bare.size.width.mm_f32(), bare.size.height.mm_f32()],
            cell: board.cell.mm_f32(),
            text: marker.text(),
            bare,
            spaces: spaces(board, &plot),
            pieces: all.iter().flat_map(pieces).collect(),
            plates: all.iter().flat_map(plates).collect(),
            lit: pointers.lit.clone(),
            lines: pointers.lines.iter().filter_map(|(from, to)| Some([middle(from)?, middle(to)?])).collect(),
        })
    }
}

fn spaces(board: &Board, plot: &Plot<'_>) -> Vec<PlannedSpace> {
    let inset = board.cell.mm_f32() * LIT_INSET;
    let space = |(number, space): (usize, &crate::model::Space)| PlannedSpace {
        id: space.id.clone(),
        path: plot.shape(space, number, inset),
        middle: plot.middle(number).into(),
    };
    board.spaces.iter().enumerate().map(space).collect()
}

/// The pieces at a place, from the bottom up; several looks take turns.
fn pieces(place: &Filled) -> Vec<PlannedPiece> {
    let mut turns = vec![place.first; place.heaps.len()];
    let mut one = |spot: &DrawnPiece| {
        let heap = &place.heaps[spot.heap];
        let face = heap.faces[turns[spot.heap] % heap.faces.len()].clone();
        turns[spot.heap] += 1;
        PlannedPiece { at: place.at.clone(), face, rect: spot.rect, turn: heap.turn }
    };
    place.spots.iter().map(&mut one).collect()
}

fn plates(place: &Filled) -> Vec<Lettered> {
    let of = |(number, heap)| {
        let own: Vec<&DrawnPiece> = place.spots.iter().filter(|spot| spot.heap == number).collect();
        plates_on(place.room, heap, &own)
    };
    let all = place.heaps.iter().enumerate().flat_map(of);
    let lettered = |(text, look, at)| Lettered { text, is_count: look == Look::Count, at, room: place.room.rect };
    all.map(lettered).collect()
}

/// How high discs are that stand for what has no printed piece, in millimetres.
const DISC: f64 = 30.0;

/// The printed faces of one game, by the names that a game in progress knows pieces by.
pub struct PrintedFaces<'s, 'a> {
    studio: &'s Studio<'a>,
    fronts: Fronts<'s, 'a>,
}

impl<'s, 'a> PrintedFaces<'s, 'a> {
    /// With nothing drawn yet.
    #[must_use]
    pub fn new(studio: &'s Studio<'a>) -> Self {
        Self { studio, fronts: Fronts::new(studio, Length::from_mm_f64(DISC)) }
    }

    /// The faces of what lies in a zone, which take turns; of what the viewer does not know, its back.
    pub fn of_thing(&mut self, thing: &ZoneThing, found: &mut Diagnostics) -> Vec<Common<Face>> {
        let pose = if thing.id.is_some() { Pose::Upright } else { Pose::FaceDown };
        let (piece, name) = (thing.piece.clone(), thing.name.clone());
        let placed = PlacedPiece { piece, count: thing.count, name, pose, ..PlacedPiece::default() };
        let mut faces = self.fronts.drawn(placed, found).map(|drawn| drawn.faces).unwrap_or_default();
        if thing.id.is_none() {
            // Whichever cards they are, they have the same back here.
            faces.truncate(1);
        }
        faces
    }

    /// A face as a picture of its own, without bleed and with a rim; what is beyond its outline is seen through.
    pub fn alone(&self, face: &Common<Face>, found: &mut Diagnostics) -> Face {
        let size: Size = face.size;
        let marker = Marker::new(self.studio, size.width.mm_f32(), [size.width.mm_f32(), size.height.mm_f32()]);
        Face {
            id: face.id.clone(),
            component: face.component,
            size,
            bleed: Length::ZERO,
            safe: Length::ZERO,
            outline: Outline::Rect { corner: Length::ZERO },
            folds: Vec::new(),
            cut: None,
            layers: marker.alone(face, found),
        }
    }
}
