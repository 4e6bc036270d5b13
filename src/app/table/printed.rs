//! The printed board and pieces of a table for screens: pictures by what they look like, and where each of them is. A picture is
//! made once, as SVG, whoever sees it. Knows no rules, and nothing of how a screen is made.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;

use crate::diag::Diagnostics;
use crate::layout::common::Common;
use crate::layout::face::Face;
use crate::layout::{BoardPlan, Fonts, PrintedFaces, Studio, Tables as DrawnTables, booklet_figures, sign_face};
use crate::load::{DiskAssets, WithTemplates};
use crate::model::{Board, Component, Game, Kind, PlacedPiece, Pointers, ZoneThing};
use crate::referee::View;
use crate::render::{face_svg, trimmed_svg};

use super::placed::placed;

/// The printed side of a piece.
#[derive(Debug, Clone, PartialEq)]
pub struct Picture {
    /// The name of the picture: what looks the same has the same.
    pub name: String,
    /// Width and height in millimetres, as it is printed.
    pub size: [f32; 2],
}

/// A board with what stands on it, and the pictures it is made of.
#[derive(Debug, Clone)]
pub struct ScreenBoard {
    /// What the board is called.
    pub title: String,
    /// Where everything is.
    pub plan: BoardPlan,
    /// The picture of the board without pieces.
    pub bare: Picture,
    /// The picture of each piece, in their order.
    pub pieces: Vec<Picture>,
}

/// A font file for screens.
#[derive(Debug, Clone)]
pub struct ScreenFont {
    /// The family.
    pub family: String,
    /// Whether it is the bold one of it.
    pub is_bold: bool,
    /// Whether it is slanted.
    pub is_italic: bool,
    /// The file, as TTF or OTF.
    pub data: Arc<[u8]>,
}

/// What is printed, ready to be shown.
pub struct Printed<'s, 'a> {
    studio: &'s Studio<'a>,
    fonts: &'s Fonts,
    tables: DrawnTables<'s, 'a>,
    faces: PrintedFaces<'s, 'a>,
    /// The printed pieces by their own ids, as `component/piece`; nothing where two have the same.
    by_id: BTreeMap<String, Option<String>>,
    name_of: &'s dyn Fn(&str) -> String,
    known: BTreeSet<String>,
    fresh: Vec<(String, Vec<u8>)>,
    /// What was drawn of each board last, by its place in the game: all who see the same share it.
    last: BTreeMap<usize, Drawn>,
    /// The pieces that nobody may have seen yet, in the order of the game.
    unseen: Box<dyn Iterator<Item = String> + 's>,
}

/// A board as it was drawn, and from what.
type Drawn = ((Vec<PlacedPiece>, Pointers), Option<Arc<ScreenBoard>>);

/// Lays out what a game prints, and goes on with it. `name_of` makes the name of a picture from how it looks: whoever must not guess
/// which pictures there are must not be able to make it.
///
/// # Errors
/// What is wrong with the game's fonts.
pub fn with_printed<T>(
    game: &Game,
    folder: &Path,
    name_of: &dyn Fn(&str) -> String,
    go_on: impl FnOnce(&mut Printed<'_, '_>) -> T,
) -> Result<T, Diagnostics> {
    let assets = WithTemplates(DiskAssets::new(folder));
    let mut found = Diagnostics::new();
    let mut fonts = Fonts::load(&assets, &mut found);
    fonts.settle(game, &mut found);
    if found.has_errors() {
        return Err(found);
    }
    let studio = Studio::new(game, &assets, &fonts);
    let mut printed = Printed {
        studio: &studio,
        fonts: &fonts,
        tables: DrawnTables::new(&studio),
        faces: PrintedFaces::new(&studio),
        by_id: by_id(game),
        name_of,
        last: BTreeMap::new(),
        known: BTreeSet::new(),
        fresh: Vec::new(),
        unseen: Box::new(held_pieces(game).map(|(_, whole)| whole)),
    };
    Ok(go_on(&mut printed))
}

fn by_id(game: &Game) -> BTreeMap<String, Option<String>> {
    let mut by_id = BTreeMap::new();
    for (id, whole) in held_pieces(game) {
        by_id.entry(id.to_owned()).and_modify(|known| *known = None).or_insert(Some(whole));
    }
    by_id
}

/// All pieces that people answer with: their own ids, and those with their components'.
fn held_pieces(game: &Game) -> impl Iterator<Item = (&str, String)> {
    game.components.iter().filter(|component| is_held(&component.kind)).flat_map(|component| {
        component.pieces.iter().map(|piece| (piece.id.as_str(), format!("{}/{}", component.id, piece.id)))
    })
}

impl Printed<'_, '_> {
    /// The boards that are played on, with what stands there: the one with most pieces first, of equals in their order, and those
    /// without any left out, unless `asked` says that there is something to tap. One board is always there, if a game has any.
    pub fn boards(&mut self, view: &View, asked: &BTreeSet<String>) -> Vec<Arc<ScreenBoard>> {
        let game = self.studio.game();
        let on = |board: &Board| -> Vec<PlacedPiece> {
            view.pieces.iter().filter(|piece| board.has_place(&piece.at)).map(placed).collect()
        };
        let boards = game.components.iter().enumerate().filter_map(|(n, part)| Some((n, board_of(part)?)));
        let mut all: Vec<_> = boards.map(|(n, board)| (n, board, on(board))).collect();
        all.sort_by_key(|(_, _, pieces)| std::cmp::Reverse(pieces.len()));
        let is_used = |board: &Board, pieces: &[PlacedPiece]| {
            !pieces.is_empty()
                || asked.iter().any(|id| board.has_place(id))
                || view.pointers.lit.iter().any(|id| board.has_place(id))
        };
        let mut used: Vec<_> = Vec::new();
        for (n, board, pieces) in all {
            if used.is_empty() || is_used(board, &pieces) {
                used.push((n, view.pointers.on(board), pieces));
            }
        }
        used.into_iter().filter_map(|(n, pointers, pieces)| self.drawn(n, pieces, pointers)).collect()
    }

    /// A board with these pieces; what was drawn last is drawn once for all who see it.
    fn drawn(&mut self, component: usize, pieces: Vec<PlacedPiece>, pointers: Pointers) -> Option<Arc<ScreenBoard>> {
        let shown = (pieces, pointers);
        if let Some((last, drawn)) = self.last.get(&component)
            && *last == shown
        {
            return drawn.clone();
        }
        let drawn = self.draw(component, &shown.0, &shown.1).map(Arc::new);
        self.last.insert(component, (shown, drawn.clone()));
        drawn
    }

    fn draw(&mut self, component: usize, pieces: &[PlacedPiece], pointers: &Pointers) -> Option<ScreenBoard> {
        let plan = self.tables.plan(component, pieces, pointers, &mut Diagnostics::new())?;
        let bare = self.picture(&plan.bare, false)?;
        let pieces = plan.pieces.iter().map(|piece| self.picture(&piece.face, true)).collect::<Option<_>>()?;
        Some(ScreenBoard { title: self.studio.game().components[component].title.clone(), bare, pieces, plan })
    }

    /// The figures of all booklets in their order; nothing for one that cannot be drawn.
    pub fn figures(&mut self) -> Vec<Option<Picture>> {
        let game = self.studio.game();
        let faces: Vec<_> = game.components.iter().flat_map(|part| booklet_figures(self.studio, part)).collect();
        faces.into_iter().map(|face| self.picture(&face?, false)).collect()
    }

    /// A sign that stands among words; nothing for one that cannot be drawn.
    pub fn sign(&mut self, name: &str) -> Option<Picture> {
        let face = sign_face(self.studio, name)?;
        self.picture(&face, false)
    }

    /// The printed sides of something in a zone, which take turns: its fronts, or the back of what is not known.
    pub fn thing(&mut self, thing: &ZoneThing) -> Vec<Picture> {
        let faces = self.faces.of_thing(thing, &mut Diagnostics::new());
        faces.iter().filter_map(|face| self.picture(face, true)).collect()
    }

    /// The printed piece that has this id of its own, if there is only one.
    pub fn piece(&mut self, id: &str) -> Option<Picture> {
        let whole = self.by_id.get(id)?.clone()?;
        self.whole_piece(id, whole).into_iter().next()
    }

    fn whole_piece(&mut self, id: &str, whole: String) -> Vec<Picture> {
        self.thing(&ZoneThing { id: Some(id.to_owned()), name: id.to_owned(), piece: Some(whole), count: 1 })
    }

    /// Draws a piece that nobody may have seen yet, so that it is there when somebody does; whether there was one.
    pub fn draw_ahead(&mut self) -> bool {
        let Some(whole) = self.unseen.next() else { return false };
        self.whole_piece(&whole.clone(), whole);
        true
    }

    /// The fonts of these families, as far as the game has them.
    #[must_use]
    pub fn font_files(&self, families: &[&str]) -> Vec<ScreenFont> {
        let all = self.fonts.in_order_of_help().into_iter().filter(|font| families.contains(&font.family.as_str()));
        let file = |font: &crate::layout::Font| ScreenFont {
            family: font.family.clone(),
            is_bold: ["Bold", "Black", "Heavy"].iter().any(|word| font.name.contains(word)),
            is_italic: ["Italic", "Oblique"].iter().any(|word| font.name.contains(word)),
            data: Arc::clone(&font.data),
        };
        all.map(file).collect()
    }

    /// The pictures that were made since this was asked last, as SVG.
    pub fn take_fresh(&mut self) -> Vec<(String, Vec<u8>)> {
        std::mem::take(&mut self.fresh)
    }

    /// The picture of a face; a piece is cut out along its outline.
    fn picture(&mut self, face: &Common<Face>, is_piece: bool) -> Option<Picture> {
        let name = (self.name_of)(&format!("{}{}", face.fingerprint(), if is_piece { "" } else { "-board" }));
        let size = [face.size.width.mm_f32(), face.size.height.mm_f32()];
        if !self.known.contains(&name) {
            let svg = if is_piece {
                let mut found = Diagnostics::new();
                face_svg(&self.faces.alone(face, &mut found), self.fonts).ok()?
            } else {
                // Only as far as it is trimmed: what is tapped is measured from there.
                trimmed_svg(face, self.fonts).ok()?
            };
            self.known.insert(name.clone());
            self.fresh.push((name.clone(), svg.into_bytes()));
        }
        Some(Picture { name, size })
    }
}

/// Whether people answer with pieces of this kind: nobody plays a box, and a word may be called like one.
const fn is_held(kind: &Kind) -> bool {
    matches!(
        kind,
        Kind::Cards | Kind::Tokens | Kind::Tiles | Kind::Stickers | Kind::Money | Kind::Reference | Kind::Standee(_)
    )
}

fn board_of(part: &Component) -> Option<&Board> {
    if let Kind::Board(board) = &part.kind { Some(board) } else { None }
}
