//! Lays out a whole game: every side made ready once, every piece bound, set and drawn, one face for each different one.

use std::collections::BTreeSet;
use std::sync::{Mutex, MutexGuard, PoisonError};

use minijinja::value::Value;

use crate::diag::{Diagnostic, Diagnostics};
use crate::geom::{Affine, Size};
use crate::model::{Assets, Component, FieldText, Game, Kind, Outline, Piece, Skin};
use crate::units::Length;

use super::board::board_layers;
use super::common::Common;
use super::edition::Edition;
use super::face::{Art, Face, Layer};
use super::laid::{LaidComponent, LaidPiece};
use super::parallel::in_parts;
use super::picture::Pictures;
use super::pieces::draft::{CommonScales, Draft, Filling, common_scales};
use super::pieces::slots::{SlotContext, draft_text, image_layer, line_layers};
use super::pieces::told::Told;
use super::template::bind::Bound;
use super::template::side::{Shared, SideTemplate, shared_values};
use super::template::slot::{DrawingSlot, SlotKind};
use super::text::fonts::Fonts;
use super::text::typeset::Typesetter;

/// Drawings nest, and so does what reads them.
const STACK: usize = 16 << 20;
/// Decks smaller than this are not worth a second thread.
const WORTH_A_THREAD: usize = 16;

/// Everything needed to lay out faces of one game.
pub struct Studio<'a> {
    game: &'a Game,
    assets: &'a dyn Assets,
    fonts: &'a Fonts,
    pictures: Pictures<'a>,
    shared: Shared,
    edition: Option<Mutex<Edition>>,
}

impl<'a> Studio<'a> {
    /// A studio for one game.
    #[must_use]
    pub fn new(game: &'a Game, assets: &'a dyn Assets, fonts: &'a Fonts) -> Self {
        let shared = shared_values(game);
        let pictures = Pictures::new(assets, shared.scope.clone(), shared.everywhere.clone());
        let edition = Edition::of(game).map(Mutex::new);
        Self { game, assets, fonts, pictures, shared, edition }
    }

    /// The game.
    #[must_use]
    pub const fn game(&self) -> &'a Game {
        self.game
    }

    pub(super) fn context(&self) -> SlotContext<'_> {
        SlotContext { game: self.game, fonts: self.fonts, pictures: &self.pictures }
    }

    /// A drawing of the studio's own; the same text gives the same art.
    pub(super) fn own_art(&self, name: &str, svg: &str) -> Result<Common<Art>, String> {
        self.pictures.art(name, svg)
    }

    pub(super) const fn assets(&self) -> &'a dyn Assets {
        self.assets
    }

    /// Lays out one component; `step` is called after every piece.
    pub fn lay_out(&self, index: usize, found: &mut Diagnostics, step: &(dyn Fn() + Sync)) -> LaidComponent {
        let component = &self.game.components[index];
        let pieces = match (&component.kind, component.net()) {
            (Kind::Booklet { text }, _) => self.booklet((component, index), text, found),
            (_, Some(net)) => self.nets((component, index), &net, found, step),
            _ => self.pieces((component, index), found, step),
        };
        let laid = LaidComponent { component: index, pieces };
        match self.edition() {
            Some(mut edition) => edition.component(laid, found),
            None => laid,
        }
    }

    /// The edition that faces are turned into, if it is not that in which they are drawn.
    pub(super) fn edition(&self) -> Option<MutexGuard<'_, Edition>> {
        self.edition.as_ref().map(|edition| edition.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn pieces(
        &self,
        (component, index): (&Component, usize),
        found: &mut Diagnostics,
        step: &(dyn Fn() + Sync),
    ) -> Vec<LaidPiece> {
        let mut faces_of = |name: &'static str, skin: &Skin| -> Option<Vec<Option<Common<Face>>>> {
            let side = self.side((component, index), (name, skin), columns(component), found)?;
            Some(self.faces(&side, found, step))
        };
        let fronts = faces_of("front", &component.front).unwrap_or_default();
        let backs = component.back.as_ref().and_then(|skin| faces_of("back", skin)).unwrap_or_default();
        let piece = |(number, (piece, front)): (usize, (&Piece, Option<Common<Face>>))| {
            let back = backs.get(number).cloned().flatten();
            Some(LaidPiece { id: piece.id.clone(), quantity: piece.quantity, front: front?, back })
        };
        component.pieces.iter().zip(fronts).enumerate().filter_map(piece).collect()
    }

    pub(super) fn side<'c>(
        &self,
        component: (&'c Component, usize),
        side: (&'static str, &Skin),
        row: BTreeSet<&'c str>,
        found: &mut Diagnostics,
    ) -> Option<SideTemplate<'c>> {
        SideTemplate::prepare(component, side, row, self.assets, &self.shared, found)
    }

    /// One face for every piece; one for all when nothing on it varies.
    pub(super) fn faces(
        &self,
        side: &SideTemplate<'_>,
        found: &mut Diagnostics,
        step: &(dyn Fn() + Sync),
    ) -> Vec<Option<Common<Face>>> {
        let all = &side.component.pieces;
        let different = if side.varies() { all.as_slice() } else { &all[..all.len().min(1)] };
        let drafts = in_parallel(self.fonts, different.iter().collect(), |typesetter, piece: &Piece| {
            let mut own = Diagnostics::new();
            let draft = self.draft(side, piece, typesetter, &mut own);
            step();
            (draft, side.told(own))
        });
        let mut ready = Vec::with_capacity(drafts.len());
        let mut told = Told::default();
        for (piece, (draft, own)) in different.iter().zip(drafts) {
            told.add(&piece.id, &own);
            ready.push(draft);
        }
        told.tell(side.component, different.len(), found);
        let common = common_scales(&ready);
        let finished = in_parallel(self.fonts, ready, |typesetter, draft: Option<Draft>| {
            let mut own = Diagnostics::new();
            let face = draft.map(|draft| Common::new(draft.finish(self.context(), typesetter, &common, &mut own)));
            (face, side.told(own))
        });
        let mut faces = Vec::with_capacity(finished.len());
        for (face, own) in finished {
            found.extend(own);
            faces.push(face);
        }
        if faces.len() == all.len() { faces } else { vec![faces.into_iter().next().flatten(); all.len()] }
    }

    fn draft(
        &self,
        side: &SideTemplate<'_>,
        piece: &Piece,
        typesetter: &mut Typesetter<'_>,
        found: &mut Diagnostics,
    ) -> Option<Draft> {
        let scope = self.scope(side, piece, found);
        let bound = side.bind(&scope, found)?;
        let draws_board = bound.slots.iter().any(|slot| matches!(slot.kind, SlotKind::Board));
        if matches!(side.component.kind, Kind::Board(_)) && side.name == "front" && !draws_board {
            let message = format!("the template `{}` has no place for the squares of the board", side.template.name);
            let hint = "mark the rectangle they belong in with `data-board`, if the template does not draw them itself";
            found.push(Diagnostic::warning(message).at(&side.template.place).hint(hint));
        }
        let art = self.art_layer(side, &bound, found)?;
        let fill = |slot| self.fill(side.component, slot, bound.unit, typesetter, found);
        let slots = bound.slots.iter().map(fill).collect();
        Some(Draft::new(side, piece, (art, bound.folds), slots))
    }

    /// The values a piece's template sees.
    pub(super) fn scope(&self, side: &SideTemplate<'_>, piece: &Piece, found: &mut Diagnostics) -> Value {
        side.scope(piece, &self.shared, found)
    }

    pub(super) fn art_layer(&self, side: &SideTemplate<'_>, bound: &Bound, found: &mut Diagnostics) -> Option<Layer> {
        let over = side.bleed().mm_f32();
        let transform = Affine::translate(-over, -over);
        let art = self.pictures.art(&side.template.name, &bound.svg);
        let art = found.accept(art.map_err(|why| Diagnostic::error(why).at(&side.template.place)))?;
        Some(Layer::Art { art, transform, slots: Vec::new(), unit: bound.unit, clip: None })
    }

    pub(super) fn fill(
        &self,
        component: &Component,
        slot: &DrawingSlot,
        unit: f32,
        typesetter: &mut Typesetter<'_>,
        found: &mut Diagnostics,
    ) -> Filling {
        let context = self.context();
        let mut misplaced = |what: &str| {
            let message = format!("`{}` is no {what}, and its template wants one", component.id);
            found.push(Diagnostic::error(message).at(&slot.place));
            Vec::new()
        };
        Filling::Layers(match (&slot.kind, &component.kind) {
            (SlotKind::Text(text), _) => {
                return draft_text(context, typesetter, slot, text, unit, found)
                    .map_or_else(|| Filling::Layers(Vec::new()), |draft| Filling::Text(Box::new(draft)));
            }
            (SlotKind::Line(text), _) => line_layers(context, typesetter, slot, text, unit, found),
            (SlotKind::Image(image), _) => image_layer(context, slot, image, unit, found).into_iter().collect(),
            (SlotKind::Board, Kind::Board(board)) => board_layers(context, typesetter, board, slot, unit, found),
            (SlotKind::Board, _) => misplaced("board"),
            (SlotKind::Flow(_), _) => misplaced("booklet"),
        })
    }

    /// A face for a skin that belongs to no component, such as the first page, and the places it leaves open.
    pub(super) fn single(
        &self,
        skin: &Skin,
        size: Size,
        extra: Vec<(String, FieldText)>,
        found: &mut Diagnostics,
    ) -> Option<(Face, Vec<DrawingSlot>)> {
        let component = bare_component(skin, size, extra);
        // No component of the game has this number, so that no page is taken for one of its pages.
        let index = self.game.components.len();
        let side = self.side((&component, index), ("front", skin), columns(&component), found)?;
        let mut own = Diagnostics::new();
        let single = self.single_face(&side, component.pieces.first()?, &mut own);
        found.extend(side.told(own));
        single
    }

    fn single_face(
        &self,
        side: &SideTemplate<'_>,
        piece: &Piece,
        found: &mut Diagnostics,
    ) -> Option<(Face, Vec<DrawingSlot>)> {
        let mut typesetter = Typesetter::new(self.fonts);
        let scope = self.scope(side, piece, found);
        let bound = side.bind(&scope, found)?;
        let art = self.art_layer(side, &bound, found)?;
        let (mut open, mut slots) = (Vec::new(), Vec::new());
        for slot in &bound.slots {
            if matches!(slot.kind, SlotKind::Flow(_)) {
                open.push(DrawingSlot { rect: slot.rect_mm(bound.unit), ..slot.clone() });
                slots.push(Filling::Layers(Vec::new()));
            } else {
                slots.push(self.fill(side.component, slot, bound.unit, &mut typesetter, found));
            }
        }
        let draft = Draft::new(side, piece, (art, bound.folds), slots);
        Some((draft.finish(self.context(), &typesetter, &CommonScales::new(), found), open))
    }
}

/// The names of all columns that any row of a component has.
pub(super) fn columns(component: &Component) -> BTreeSet<&str> {
    component.pieces.iter().flat_map(|piece| piece.fields.iter().map(|(name, _)| name.as_str())).collect()
}

/// A component of one piece that exists only to be drawn.
fn bare_component(skin: &Skin, size: Size, fields: Vec<(String, FieldText)>) -> Component {
    let place = &skin.template.place;
    Component {
        id: "contents".to_owned(),
        title: "Contents".to_owned(),
        kind: Kind::Mat,
        size,
        outline: Outline::Rect { corner: Length::ZERO },
        bleed: Length::ZERO,
        back_bleed: Length::ZERO,
        safe: Length::ZERO,
        stock: String::new(),
        note: String::new(),
        pieces: vec![Piece { id: "page".to_owned(), quantity: 1, fields, place: place.clone() }],
        front: skin.clone(),
        back: None,
        allow: Vec::new(),
        place: place.clone(),
    }
}

/// Runs `work` over all items on all processors, in order.
fn in_parallel<T: Send, R: Send>(
    fonts: &Fonts,
    items: Vec<T>,
    work: impl Fn(&mut Typesetter<'_>, T) -> R + Sync,
) -> Vec<R> {
    in_parts(items, WORTH_A_THREAD, STACK, |part| {
        let mut typesetter = Typesetter::new(fonts);
        part.into_iter().map(|item| work(&mut typesetter, item)).collect()
    })
}
