//! Zones drawn with the printed faces: hands, markets, piles and tokens, before every seat and in the middle of the table,
//! where the board lies if there is one. Knows no rules; what lies where is said by whoever asks for it.

use crate::diag::Diagnostics;
use crate::geom::{Affine, Size};
use crate::layout::common::Common;
use crate::layout::face::{Face, Layer};
use crate::layout::studio::Studio;
use crate::model::{Colour, Outline, PlacedPiece, Pose, Zone, ZoneKind, ZoneThing};
use crate::units::Length;

use super::Turn;
use super::around::{Area, GAP, around, is_at_side};
use super::arrange::Frame;
use super::fronts::Fronts;
use super::marks::{Look, Marker, lettering};

/// How high a card is drawn without a board, in millimetres, and beside one as a part of its width.
const CARD: f32 = 42.0;
const BESIDE_BOARD: f32 = 0.12;
/// Tokens are so high, as a part of a card.
const TOKEN: f32 = 0.4;
/// What is seen of a card that another one of a hand covers, as a part of its width: of a front, and of a back.
const SEEN: (f32, f32) = (0.42, 0.2);
/// How far the cards of a pile lie apart, as a part of their height, and how many of them are seen.
const LIFT: f32 = 0.025;
const LIFTED: usize = 3;
/// Text over a zone and over a seat, around what lies there, and between two zones, as parts of a card.
const TEXT: f32 = 0.1;
const NAME: f32 = 0.13;
const AROUND: f32 = 0.1;
const BETWEEN: f32 = 0.22;
/// How wide the zones of a seat get before they go on below, in cards: at the sides of the table, and else.
const WIDE: (f32, f32) = (4.5, 9.0);
/// Tokens go on below where they get so wide, in cards.
const POOL: f32 = 1.6;
/// More of one sort are told by a number.
const MOST: usize = 12;
/// More things of a zone are not drawn.
const MOST_DRAWN: usize = 200;
/// A card that has no printed back or front is about as wide, as a part of its height.
const USUAL: f32 = 0.7;
const TABLE: Colour = Colour { red: 0xE9, green: 0xE4, blue: 0xD8 };
const PLACE: Colour = Colour { red: 0xF7, green: 0xF4, blue: 0xEC };
const INK: Colour = Colour { red: 0x1C, green: 0x1C, blue: 0x1E };

/// A table to be drawn.
pub struct TableScene<'z> {
    /// The board with its pieces, if there is one.
    pub board: Option<Face>,
    /// Everything that lies beside it.
    pub zones: &'z [Zone],
    /// The names of the seats in turn order.
    pub seats: Vec<String>,
    /// Who looks, and sits at the bottom; otherwise the first.
    pub viewer: usize,
}

/// The picture of a table; nothing when anything of it cannot be drawn.
pub fn lay_out_zones(studio: &Studio<'_>, scene: TableScene<'_>, found: &mut Diagnostics) -> Option<Face> {
    let mut own = Diagnostics::new();
    let width = scene.board.as_ref().map(|board| board.size.width.mm_f32());
    let card = width.map_or(CARD, |width| (width * BESIDE_BOARD).max(1.0));
    let outer = width.unwrap_or(card * 12.0);
    let cell = Length::from_mm_f64(f64::from(card));
    let marker = Marker::new(studio, card * 0.6, [outer, outer]);
    let mut blocks = Blocks { studio, card, fronts: Fronts::new(studio, cell), marker, found: &mut own };
    let places = scene.seats.len();
    let seats: Vec<Block> = (0..places)
        .map(|place| {
            let seat = (scene.viewer + place) % places;
            let zones = scene.zones.iter().filter(|zone| !zone.in_middle && zone.seat == Some(seat));
            let wide = if is_at_side(place, places) { WIDE.0 } else { WIDE.1 };
            blocks.seat(&scene.seats[seat], &zones.collect::<Vec<_>>(), wide * card)
        })
        .collect();
    let common: Vec<&Zone> = scene.zones.iter().filter(|zone| zone.in_middle).collect();
    let middle = blocks.middle(scene.board, &common, &scene.seats, outer.max(card * WIDE.1));
    let placed = around(&seats.iter().map(|block| block.size).collect::<Vec<_>>(), middle.size);
    let [w, h] = placed.size;
    let mut layers = vec![Layer::Fill { rect: [0.0, 0.0, w, h], colour: TABLE }];
    for (block, at) in seats.into_iter().zip(placed.seats).chain([(middle, placed.middle)]) {
        layers.extend(blocks.drawn(block, at));
    }
    let is_broken = own.has_errors();
    found.extend(own);
    let size = Size::new(Length::from_mm_f64(f64::from(w)), Length::from_mm_f64(f64::from(h)));
    let outline = Outline::Rect { corner: Length::ZERO };
    let component = studio.game().components.len();
    let face = Face {
        id: "table".to_owned(),
        component,
        size,
        bleed: Length::ZERO,
        safe: Length::ZERO,
        outline,
        folds: Vec::new(),
        cut: None,
        layers,
    };
    (!is_broken).then_some(face)
}

/// Something in a block, measured from its left upper corner.
enum Item {
    /// A lit ground.
    Ground(Frame),
    /// Where something could lie.
    Empty(Frame),
    Board(Common<Face>, [f32; 2]),
    Piece(Common<Face>, Frame),
    /// A number at the upper right of what it counts.
    Count(usize, [f32; 2]),
    /// A text whose line has its middle there, and how large and wide it is at most.
    Text(String, [f32; 2], f32, f32),
}

/// What is drawn together.
#[derive(Default)]
struct Block {
    size: Area,
    items: Vec<Item>,
}

impl Block {
    /// Puts another one into it.
    fn put(&mut self, other: Self, [x, y]: [f32; 2]) {
        let moved = |[left, top, w, h]: Frame| [left + x, top + y, w, h];
        self.items.extend(other.items.into_iter().map(|item| match item {
            Item::Ground(rect) => Item::Ground(moved(rect)),
            Item::Empty(rect) => Item::Empty(moved(rect)),
            Item::Board(face, at) => Item::Board(face, [at[0] + x, at[1] + y]),
            Item::Piece(face, rect) => Item::Piece(face, moved(rect)),
            Item::Count(count, at) => Item::Count(count, [at[0] + x, at[1] + y]),
            Item::Text(text, at, size, widest) => Item::Text(text, [at[0] + x, at[1] + y], size, widest),
        }));
        self.size = [self.size[0].max(x + other.size[0]), self.size[1].max(y + other.size[1])];
    }
}

/// Makes blocks of zones.
struct Blocks<'b, 's, 'a> {
    studio: &'s Studio<'a>,
    /// How high a card is.
    card: f32,
    fronts: Fronts<'s, 'a>,
    marker: Marker<'s, 'a>,
    found: &'b mut Diagnostics,
}

impl Blocks<'_, '_, '_> {
    /// What lies before a seat, under its name.
    fn seat(&mut self, name: &str, zones: &[&Zone], widest: f32) -> Block {
        let around = self.card * AROUND;
        let size = self.card * NAME;
        let inner = self.flow(zones, &[], widest);
        let wide = inner.size[0].max(self.card * 1.6);
        let mut block = Block { size: [wide + 2.0 * around, size * 1.5 + 2.0 * around], items: Vec::new() };
        let left = around + (wide - inner.size[0]) / 2.0;
        block.put(inner, [left, around + size * 1.5]);
        block.size[1] += around;
        block.items.insert(0, Item::Ground([0.0, 0.0, block.size[0], block.size[1]]));
        block.items.push(Item::Text(name.to_owned(), [block.size[0] / 2.0, around + size / 2.0], size, wide));
        block
    }

    /// The board, and below it what lies in the middle.
    fn middle(&mut self, board: Option<Face>, zones: &[&Zone], seats: &[String], widest: f32) -> Block {
        let mut block = Block::default();
        let zones = self.flow(zones, seats, widest);
        let Some(board) = board else { return zones };
        let [w, h] = [board.size.width.mm_f32(), board.size.height.mm_f32()];
        block.items.push(Item::Board(Common::new(board), [0.0, 0.0]));
        block.size = [w, h];
        if !zones.items.is_empty() {
            let left = ((w - zones.size[0]) / 2.0).max(0.0);
            block.put(zones, [left, h + GAP]);
        }
        block
    }

    /// Zones side by side, and on below where they get too wide.
    fn flow(&mut self, zones: &[&Zone], seats: &[String], widest: f32) -> Block {
        let gap = self.card * BETWEEN;
        let mut block = Block::default();
        let (mut x, mut y, mut tall) = (0.0_f32, 0.0_f32, 0.0_f32);
        for zone in zones {
            let whose = zone.seat.and_then(|seat| seats.get(seat));
            let one = self.zone(zone, whose.map(String::as_str), widest);
            if x > 0.0 && x + one.size[0] > widest {
                (x, y, tall) = (0.0, y + tall + gap / 2.0, 0.0);
            }
            let [w, h] = one.size;
            block.put(one, [x, y]);
            (x, tall) = (x + w + gap, tall.max(h));
        }
        block
    }

    /// One zone under its name, with how many lie there.
    fn zone(&mut self, zone: &Zone, whose: Option<&str>, widest: f32) -> Block {
        let size = self.card * TEXT;
        let whose = whose.map(|seat| format!("{seat}: ")).unwrap_or_default();
        let number = if zone.things.is_empty() { String::new() } else { format!(" {}", zone.count()) };
        let inner = self.things(zone, widest);
        let mut block = Block::default();
        let wide = inner.size[0].max(self.card * USUAL);
        let (left, name) = ((wide - inner.size[0]) / 2.0, format!("{whose}{}{number}", zone.name));
        block.put(inner, [left, size * 1.5]);
        block.size[0] = wide;
        block.items.push(Item::Text(name, [wide / 2.0, size / 2.0], size, wide));
        block
    }

    /// What lies in a zone.
    fn things(&mut self, zone: &Zone, widest: f32) -> Block {
        let card = [self.card * USUAL, self.card];
        if zone.things.is_empty() {
            let [w, h] = if zone.kind == ZoneKind::Pool { card.map(|side| side * TOKEN) } else { card };
            return Block { size: [w, h], items: vec![Item::Empty([0.0, 0.0, w, h])] };
        }
        if zone.kind.is_stacked() {
            return self.stack(zone);
        }
        let mut block = Block::default();
        let widest = if zone.kind == ZoneKind::Pool { self.card * POOL } else { widest };
        let high = if zone.kind == ZoneKind::Pool { self.card * TOKEN } else { self.card };
        let gap = high * 0.08;
        let (mut x, mut y, mut right) = (0.0_f32, 0.0_f32, 0.0_f32);
        for thing in zone.things.iter().take(MOST_DRAWN) {
            let drawn = if thing.count > MOST { 1 } else { thing.count };
            let Some((faces, [w, h])) = self.faces(thing, high) else { continue };
            for number in 0..drawn {
                let seen = if thing.id.is_some() { SEEN.0 } else { SEEN.1 };
                let step = if zone.kind == ZoneKind::Hand { w * seen } else { w + gap };
                if x > 0.0 && x + w > widest {
                    (x, y) = (0.0, y + high + gap);
                }
                block.items.push(Item::Piece(faces[number % faces.len()].clone(), [x, y + high - h, w, h]));
                right = right.max(x + w);
                x += step;
            }
            if drawn < thing.count {
                block.items.push(Item::Count(thing.count, [x, y + high - h]));
                x += high * 0.3;
            }
        }
        block.size = [right, y + high];
        block
    }

    /// A pile: its top, on a few that are seen below it.
    fn stack(&mut self, zone: &Zone) -> Block {
        let mut block = Block::default();
        let Some((faces, [w, h])) = zone.things.last().and_then(|top| self.faces(top, self.card)) else { return block };
        let lift = self.card * LIFT;
        let seen = zone.count().min(LIFTED);
        for number in 0..seen {
            let up = lift * number as f32;
            block.items.push(Item::Piece(faces[0].clone(), [up, lift * (seen - 1) as f32 - up, w, h]));
        }
        block.size = [w + lift * (seen - 1) as f32, h + lift * (seen - 1) as f32];
        block
    }

    /// The faces of a thing, which take turns, and how large they are drawn: as high, or as wide as high cards are high.
    fn faces(&mut self, thing: &ZoneThing, high: f32) -> Option<(Vec<Common<Face>>, Area)> {
        let pose = if thing.id.is_some() { Pose::Upright } else { Pose::FaceDown };
        let placed = PlacedPiece {
            piece: thing.piece.clone(),
            count: thing.count,
            name: thing.name.clone(),
            pose,
            ..PlacedPiece::default()
        };
        let mut faces = self.fronts.drawn(placed, self.found)?.faces;
        if thing.id.is_none() {
            // Whichever cards they are, they have the same back here.
            faces.truncate(1);
        }
        let [w, h] = faces.first().map(|face| [face.size.width.mm_f32(), face.size.height.mm_f32()])?;
        let scale = high / h.max(w * USUAL);
        Some((faces, [w * scale, h * scale]))
    }

    /// The layers of a block at its place.
    fn drawn(&mut self, block: Block, [x, y]: [f32; 2]) -> Vec<Layer> {
        let mut layers = Vec::new();
        let mut whole = Block::default();
        whole.put(block, [x, y]);
        for item in whole.items {
            match item {
                Item::Ground(rect) => layers.push(Layer::Fill { rect, colour: PLACE }),
                Item::Board(face, [x, y]) => layers.push(Layer::Face { face, transform: Affine::translate(x, y) }),
                Item::Empty(rect) => layers.extend(self.marker.empty(rect, self.found)),
                Item::Piece(face, rect) => layers.extend(self.marker.piece(&face, rect, Turn::None, self.found)),
                Item::Count(count, at) => {
                    let [left, top] = at;
                    let text = format!("×{count}");
                    let room = [left - self.card, top, self.card * 2.0, self.card];
                    layers.extend(self.marker.plate(&text, Look::Count, at, room, self.found));
                }
                Item::Text(text, [middle, line], size, widest) => {
                    let words = lettering(self.studio, &text, (size, INK), widest, self.found);
                    layers.extend(words.centred(middle, line));
                }
            }
        }
        layers
    }
}
