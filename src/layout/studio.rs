//! Lays out a whole game: every side made ready once, every piece bound, set and drawn, one face for each different one.

use std::collections::BTreeSet;
use std::sync::{Mutex, MutexGuard, PoisonError};

use minijinja::value::Value;

use crate::diag::{Diagnostic, Diagnostics};
use crate::expressions::Columns;
use crate::geom::{Affine, Size};
use crate::model::{Assets, Component, FieldText, Game, Kind, Outline, Piece, Skin};
use crate::units::Length;

use super::board::board_layers;
use super::common::Common;
use super::edition::Edition;
use super::face::{Art, Face, Layer};
use super::laid::{LaidComponent, LaidPiece};
use super::parallel::in_parallel;
use super::picture::Pictures;
use super::pieces::codes::code_layer;
use super::pieces::draft::{CommonScales, Draft, Filling, common_scales};
use super::pieces::slots::{PLAIN, SlotContext, draft_text, image_layer, line_layers};
use super::pieces::told::Told;
use super::template::bind::Bound;
use super::template::bind_holds::check_holds;
use super::template::side::{Shared, SideTemplate, shared_values};
use super::template::slot::{DrawingSlot, SlotKind};
use super::template::variants::{Variant, is_by_row, variants};
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
    /// Components that print what seems to say how many there are, so that it says something else.
    printed_counts: Mutex<BTreeSet<usize>>,
}

impl<'a> Studio<'a> {
    /// A studio for one game.
    #[must_use]
    pub fn new(game: &'a Game, assets: &'a dyn Assets, fonts: &'a Fonts) -> Self {
        let shared = shared_values(game);
        let usual = game.styles.get(PLAIN).map_or("", |style| style.font.as_str());
        let pictures = Pictures::new(assets, (fonts, usual), shared.scope.clone(), shared.everywhere.clone());
        let edition = Edition::of(game).map(Mutex::new);
        let printed_counts = Mutex::default();
        Self { game, assets, fonts, pictures, shared, edition, printed_counts }
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
        self.pictures.own_art(name, svg)
    }

    pub(super) const fn assets(&self) -> &'a dyn Assets {
        self.assets
    }

    /// Lays out one component; `step` is called after every piece.
    pub fn lay_out(&self, index: usize, found: &mut Diagnostics, step: &(dyn Fn() + Sync)) -> LaidComponent {
        let component = &self.game.components[index];
        let pieces = match (&component.kind, component.net()) {
            (Kind::Booklet { text, diagrams }, _) => self.booklet((component, index), (text, diagrams), found),
            (_, Some(net)) => self.nets((component, index), &net, found, step),
            _ => self.pieces((component, index), found, step),
        };
        self.tell_uncounted((component, index), found);
        let laid = LaidComponent { component: index, pieces };
        match self.edition() {
            Some(mut edition) => edition.component(laid, found),
            None => laid,
        }
    }

    /// A word about a column that looks as if it said how many there are, when nothing prints it either.
    fn tell_uncounted(&self, (component, index): (&Component, usize), found: &mut Diagnostics) {
        let Some(FieldText { text: heading, place }) = &component.uncounted else { return };
        if found.has_errors() || self.printed_counts().contains(&index) {
            return;
        }
        let message = format!("the column `{heading}` looks like how many there are of each, and is not used");
        let hint =
            format!("write `qty: \"{heading}\"` beside `file` under `data`, or `qty: none` if it says something else");
        found.push(Diagnostic::warning(message).at(place).hint(hint));
    }

    fn printed_counts(&self) -> MutexGuard<'_, BTreeSet<usize>> {
        self.printed_counts.lock().unwrap_or_else(PoisonError::into_inner)
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
            self.faces_of_side((component, index), (name, skin), found, step, &|_| ())
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
        row: Columns,
        found: &mut Diagnostics,
    ) -> Option<SideTemplate<'c>> {
        let side = SideTemplate::prepare(component, side, row, self.assets, &self.shared, found)?;
        if side.component.uncounted.as_ref().is_some_and(|column| side.uses_column(&column.text)) {
            self.printed_counts().insert(side.index);
        }
        Some(side)
    }

    /// One face for every piece of a component, in its own template; `prepare` has the last word on each side that is
    /// ready.
    pub(super) fn faces_of_side(
        &self,
        (component, index): (&Component, usize),
        (name, skin): (&'static str, &Skin),
        found: &mut Diagnostics,
        step: &(dyn Fn() + Sync),
        prepare: &dyn Fn(&mut SideTemplate<'_>),
    ) -> Option<Vec<Option<Common<Face>>>> {
        let columns = columns(component);
        let all = &component.pieces;
        if !is_by_row(skin) {
            let mut side = self.side((component, index), (name, skin), columns, found)?;
            prepare(&mut side);
            let different = if side.varies() { all.as_slice() } else { &all[..all.len().min(1)] };
            let faces = self.faces(&side, &different.iter().collect::<Vec<_>>(), found, step);
            let is_one = faces.len() < all.len();
            return Some(if is_one { vec![faces.into_iter().next().flatten(); all.len()] } else { faces });
        }
        let mut faces = vec![None; all.len()];
        for Variant { skin, pieces } in variants(component, skin, &columns, (self.assets, &self.shared), found) {
            let Some(mut side) = self.side((component, index), (name, &skin), columns.clone(), found) else { continue };
            prepare(&mut side);
            let own: Vec<&Piece> = pieces.iter().map(|number| &all[*number]).collect();
            for (number, face) in pieces.iter().zip(self.faces(&side, &own, found, step)) {
                faces[*number] = face;
            }
        }
        Some(faces)
    }

    /// One face for each of these pieces.
    fn faces(
        &self,
        side: &SideTemplate<'_>,
        pieces: &[&Piece],
        found: &mut Diagnostics,
        step: &(dyn Fn() + Sync),
    ) -> Vec<Option<Common<Face>>> {
        let way = (pieces.len() >= WORTH_A_THREAD, STACK);
        let typesetter = || Typesetter::new(self.fonts);
        let drafts = in_parallel(pieces.to_vec(), way, typesetter, |typesetter, piece| {
            let mut own = Diagnostics::new();
            let draft = self.draft(side, piece, typesetter, &mut own);
            step();
            (draft, side.told(own))
        });
        let mut ready = Vec::with_capacity(drafts.len());
        let mut told = Told::default();
        for (piece, (draft, own)) in pieces.iter().zip(drafts) {
            told.add(&piece.id, &own);
            ready.push(draft);
        }
        told.tell(side.component, pieces.len(), found);
        let common = common_scales(&ready);
        let finished = in_parallel(ready, way, typesetter, |typesetter, draft: Option<Draft>| {
            let mut own = Diagnostics::new();
            let face = draft.map(|draft| Common::new(draft.finish(self.context(), typesetter, &common, &mut own)));
            (face, side.told(own))
        });
        let mut faces = Vec::with_capacity(finished.len());
        for (face, own) in finished {
            found.extend(own);
            faces.push(face);
        }
        faces
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
        if let Layer::Art { art, .. } = &art {
            check_holds(&bound.holds, art, &self.game.components, found);
        }
        let fill = |slot| self.fill(side.component, slot, bound.unit, typesetter, found);
        let slots = bound.slots.iter().map(fill).collect();
        Some(Draft::new(side, piece, (art, bound.lines), slots))
    }

    /// The values a piece's template sees.
    pub(super) fn scope(&self, side: &SideTemplate<'_>, piece: &Piece, found: &mut Diagnostics) -> Value {
        side.scope(piece, &self.shared, found)
    }

    pub(super) fn art_layer(&self, side: &SideTemplate<'_>, bound: &Bound, found: &mut Diagnostics) -> Option<Layer> {
        let over = side.bleed().mm_f32();
        let transform = Affine::translate(-over, -over);
        let art = self.pictures.art(&side.template.name, bound, &side.template.place, found)?;
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
            (SlotKind::Code(code), _) => code_layer(context, slot, code, unit, found).into_iter().collect(),
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
        let draft = Draft::new(side, piece, (art, bound.lines), slots);
        Some((draft.finish(self.context(), &typesetter, &CommonScales::new(), found), open))
    }
}

/// The columns that any row of a component has.
pub(super) fn columns(component: &Component) -> Columns {
    Columns::of(component.pieces.iter().map(|piece| piece.fields.as_slice()))
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
        punchboard: None,
        uncounted: None,
        front: skin.clone(),
        back: None,
        allow: Vec::new(),
        place: place.clone(),
    }
}
