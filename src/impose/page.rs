//! One side of a sheet and what lies on it: faces, marks, cut lines, small print.

use crate::geom::{Affine, Axis, Point, Rect, Turn};
use crate::layout::common::Common;
use crate::layout::face::Face;
use crate::layout::{Label, LaidComponent, LaidPiece};
use crate::model::{Bend, PathStep, Sheet};
use crate::units::Length;

use super::adjust::Adjust;
use super::marks::SHORTEST;

/// A face on a page.
#[derive(Debug, Clone)]
pub struct Item {
    /// What.
    pub face: Common<Face>,
    /// The top left corner of the room its trim takes once turned.
    pub at: Point,
    /// How it is turned.
    pub turn: Turn,
    /// The part of it that is cut out here: its own trim, or one tile of it.
    pub trim: Rect,
    /// What of it is painted.
    pub clip: Clip,
    /// The other side of the piece, if it is printed, and what of that is painted as seen from the front.
    pub back: Option<(Common<Face>, Clip)>,
}

/// What of a face is painted.
#[derive(Debug, Clone, PartialEq)]
pub enum Clip {
    /// Its trim and its bleed all around.
    Bleed,
    /// What is inside this path, in the face's own millimetres.
    Path(Vec<PathStep>),
    /// What is inside this rectangle of the page.
    Page(Rect),
}

/// One piece to be cut out: its two sides.
#[derive(Debug, Clone)]
pub struct Piece {
    /// The side that faces up.
    pub front: Common<Face>,
    /// The other side, if it is printed.
    pub back: Option<Common<Face>>,
}

impl Piece {
    /// Every piece of a component, copies included.
    pub(super) fn of(part: &LaidComponent, with_backs: bool) -> Vec<Self> {
        let copies = |piece: &LaidPiece| {
            let back = piece.back.clone().filter(|_| with_backs);
            std::iter::repeat_n(Self { front: piece.front.clone(), back }, piece.quantity)
        };
        part.pieces.iter().flat_map(copies).collect()
    }

    /// The piece with its front up, and the same clip for both sides.
    pub(super) fn item(&self, at: Point, turn: Turn, clip: Clip) -> Item {
        let back = self.back.clone().map(|back| (back, clip.clone()));
        let trim = Rect::new(at, turn.size(self.front.size));
        Item { face: self.front.clone(), at, turn, trim, clip, back }
    }
}

impl Item {
    /// A face that lies upright with all its bleed, and has no other side.
    #[must_use]
    pub fn upright(face: &Common<Face>, at: Point) -> Self {
        Piece { front: face.clone(), back: None }.item(at, Turn::None, Clip::Bleed)
    }

    /// What is painted of the face on the page.
    #[must_use]
    pub fn painted(&self) -> Rect {
        match self.clip {
            Clip::Page(rect) => rect,
            _ => self.trim.grown(self.face.bleed),
        }
    }

    /// Where a point of its face lies on the page, which is given in the face's millimetres.
    #[must_use]
    pub fn place(&self, x: f32, y: f32) -> Point {
        let (x, y) = self.map().apply(x, y);
        let [x, y] = [x, y].map(|side| Length::from_mm_f64(f64::from(side)));
        Point::new(x, y)
    }

    /// The same, moved by as much as `by` is from the origin.
    #[must_use]
    pub fn moved(&self, by: Point) -> Self {
        let clip = |clip: &Clip| match clip {
            Clip::Page(rect) => Clip::Page(rect.moved(by)),
            other => other.clone(),
        };
        Self {
            face: self.face.clone(),
            at: self.at.moved(by),
            turn: self.turn,
            trim: self.trim.moved(by),
            clip: clip(&self.clip),
            back: self.back.as_ref().map(|(face, own)| (face.clone(), clip(own))),
        }
    }

    /// The other side, where it lies once the sheet is turned over, or folded, around the line `line` along `axis`.
    #[must_use]
    pub fn behind(&self, axis: Axis, line: Length) -> Option<Self> {
        let (face, clip) = self.back.clone()?;
        let clip = match clip {
            Clip::Bleed => Clip::Bleed,
            Clip::Path(path) => Clip::Path(mirrored(&path, face.size.width.mm_f32())),
            Clip::Page(rect) => Clip::Page(rect.mirrored(axis, line)),
        };
        let whole = Rect::new(self.at, self.turn.size(self.face.size));
        let at = whole.mirrored(axis, line).origin;
        Some(Self { face, at, turn: self.turn.behind(axis), trim: self.trim.mirrored(axis, line), clip, back: None })
    }
}

/// A path seen from behind, in a piece of a width.
fn mirrored(path: &[PathStep], width: f32) -> Vec<PathStep> {
    let mirror = Affine([-1.0, 0.0, 0.0, 1.0, width, 0.0]);
    path.iter().map(|step| step.placed(mirror)).collect()
}

/// What a line on a page is for; each use has its own layer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum MarkKind {
    /// Where to cut.
    Cut,
    /// Where to fold, and which way.
    Fold(Bend),
    /// Where to lay the next tile: on art of any colour, and nothing to cut.
    Seam,
    /// Where a tile that lies on another is cut along hexes: on art of any colour.
    TileEnd,
    /// The ruler and other small drawings.
    Ruler,
    /// By which a cutting machine finds the sheet.
    Registration,
    /// The bar beside what is new or different.
    Change,
}

impl MarkKind {
    /// Whether a line says where to fold.
    #[must_use]
    pub const fn is_fold(self) -> bool {
        matches!(self, Self::Fold(_))
    }
}

/// A line on a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Mark {
    /// What it is for.
    pub kind: MarkKind,
    /// From here.
    pub from: Point,
    /// To here.
    pub to: Point,
}

/// The cut line of a piece that no straight cut frees.
#[derive(Debug, Clone, PartialEq)]
pub struct CutPath {
    /// Where the trim of the piece starts.
    pub at: Point,
    /// The line, in millimetres from there.
    pub path: Vec<PathStep>,
}

/// A step of cutting up a page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CutStep {
    /// What to do, in words.
    pub text: String,
    /// How many cuts that takes.
    pub cuts: usize,
}

/// One side of a sheet, ready to be painted.
#[derive(Debug, Clone)]
pub struct Page {
    /// The sheet.
    pub sheet: Sheet,
    /// Faces from the bottom up.
    pub items: Vec<Item>,
    /// Lines.
    pub marks: Vec<Mark>,
    /// Lines of the other side as seen from this one, where they differ: backs have more bleed to keep clear of.
    pub back_marks: Vec<Mark>,
    /// Cut lines that are not straight.
    pub cut_paths: Vec<CutPath>,
    /// Small print.
    pub labels: Vec<Label>,
    /// Whether pieces cover the whole sheet, so that nothing can be written beside them.
    pub is_bare: bool,
    /// Whether the backs of its pieces lie on it as well, beyond a fold.
    pub is_folded: bool,
    /// The page of its section, counted from 0, on whose other side it goes.
    pub back_of: Option<usize>,
    /// What to cut, in order.
    pub cutting: Vec<CutStep>,
    /// How the whole page is shifted for a printer.
    pub adjust: Option<Adjust>,
}

impl Page {
    /// An empty side.
    #[must_use]
    pub const fn new(sheet: Sheet) -> Self {
        Self {
            sheet,
            items: Vec::new(),
            marks: Vec::new(),
            back_marks: Vec::new(),
            cut_paths: Vec::new(),
            labels: Vec::new(),
            is_bare: false,
            is_folded: false,
            back_of: None,
            cutting: Vec::new(),
            adjust: None,
        }
    }

    /// Whether anything on it has another side that is printed.
    #[must_use]
    pub fn has_backs(&self) -> bool {
        self.items.iter().any(|item| item.back.is_some())
    }

    /// The same places seen from behind, with the backs of what lies there, once the sheet is turned over around its
    /// middle line along `axis`.
    #[must_use]
    pub fn turned_over(&self, axis: Axis) -> Self {
        let line = match axis {
            Axis::Upright => self.sheet.size.width / 2,
            Axis::Level => self.sheet.size.height / 2,
        };
        let mut back = Self { is_bare: self.is_bare, ..Self::new(self.sheet) };
        back.items = self.items.iter().filter_map(|item| item.behind(axis, line)).collect();
        // Round pieces are cut from the front, and an empty back needs no marks at all.
        if !back.items.is_empty() {
            back.marks = self.marks_behind(axis, line);
        }
        back
    }

    /// Lets the cut marks of the backs end where those of the fronts do: pins through their ends then hold both together. Fronts,
    /// which are what is cut by, keep theirs as long as they are, also where backs have more bleed.
    pub fn align_marks(&mut self) {
        for mark in self.marks.iter().filter(|mark| mark.kind == MarkKind::Cut) {
            for back in self.back_marks.iter_mut().filter(|back| back.kind == MarkKind::Cut) {
                if let Some(shared) = mark.shared_with(*back) {
                    *back = shared;
                }
            }
        }
    }

    /// Turns all of it upside down.
    pub fn stand_on_head(&mut self) {
        let sheet = self.sheet.size;
        let there = |point: Point| Point::new(sheet.width - point.x, sheet.height - point.y);
        let turned = |rect: Rect| Rect::new(there(Point::new(rect.right(), rect.bottom())), rect.size);
        for item in &mut self.items {
            let size = item.turn.size(item.face.size);
            item.at = turned(Rect::new(item.at, size)).origin;
            item.turn = item.turn.half_on();
            item.trim = turned(item.trim);
            if let Clip::Page(rect) = &mut item.clip {
                *rect = turned(*rect);
            }
        }
        for mark in &mut self.marks {
            (mark.from, mark.to) = (there(mark.from), there(mark.to));
        }
    }

    fn marks_behind(&self, axis: Axis, line: Length) -> Vec<Mark> {
        let marks = if self.back_marks.is_empty() { &self.marks } else { &self.back_marks };
        marks.iter().map(|mark| mark.mirrored(axis, line)).collect()
    }

    /// Puts the backs on the same side, folded over at the line `line` along `axis`.
    pub fn fold_over(&mut self, axis: Axis, line: Length) {
        let backs: Vec<Item> = self.items.iter().filter_map(|item| item.behind(axis, line)).collect();
        self.items.extend(backs);
        self.is_folded = true;
        let behind = self.marks_behind(axis, line);
        self.marks.extend(behind);
        let content = self.sheet.content();
        let (from, to) = match axis {
            Axis::Upright => (Point::new(line, content.top()), Point::new(line, content.bottom())),
            Axis::Level => (Point::new(content.left(), line), Point::new(content.right(), line)),
        };
        self.marks.push(Mark { kind: MarkKind::Fold(Bend::Mountain), from, to });
    }

    /// How many pieces lie on it, each counted once.
    #[must_use]
    pub fn pieces(&self) -> usize {
        let backs = if self.is_folded { self.items.iter().filter(|item| item.back.is_some()).count() } else { 0 };
        self.items.len() - backs
    }

    /// How many cuts it takes.
    #[must_use]
    pub fn cuts(&self) -> usize {
        self.cutting.iter().map(|step| step.cuts).sum()
    }

    /// The rectangle around everything that is to be cut out, without bleed; the sheet when there is nothing.
    #[must_use]
    pub fn trim_box(&self) -> Rect {
        self.box_around(|item| item.trim)
    }

    /// The rectangle around everything that is painted for pieces, bleed included.
    #[must_use]
    pub fn bleed_box(&self) -> Rect {
        self.box_around(Item::painted)
    }

    fn box_around(&self, part: impl Fn(&Item) -> Rect) -> Rect {
        self.items.iter().map(part).reduce(Rect::union).unwrap_or_else(|| self.sheet.whole())
    }
}

impl Mark {
    /// Whether it stands straight up.
    #[must_use]
    pub fn is_upright(&self) -> bool {
        self.from.x == self.to.x
    }

    /// With what goes across going down.
    fn turned(self) -> Self {
        Self { from: self.from.turned(), to: self.to.turned(), ..self }
    }

    /// What two marks that are level or upright in the same line have of it in common, if enough of that is left to be seen.
    fn shared_with(self, other: Self) -> Option<Self> {
        if !self.is_upright() {
            let (level, other) = (self.turned(), other.turned());
            return level.is_upright().then(|| level.shared_with(other))?.map(Self::turned);
        }
        let ends = |mark: Self| (mark.from.y.min(mark.to.y), mark.from.y.max(mark.to.y));
        let ((from, to), (other_from, other_to)) = (ends(self), ends(other));
        let (from, to) = (from.max(other_from), to.min(other_to));
        let is_seen = other.is_upright() && self.from.x == other.from.x && to - from >= SHORTEST;
        let point = |y| Point::new(self.from.x, y);
        is_seen.then(|| Self { from: point(from), to: point(to), ..self })
    }

    fn mirrored(self, axis: Axis, line: Length) -> Self {
        let point = |point: Point| match axis {
            Axis::Upright => Point::new(line * 2 - point.x, point.y),
            Axis::Level => Point::new(point.x, line * 2 - point.y),
        };
        let kind = match self.kind {
            MarkKind::Fold(bend) => MarkKind::Fold(bend.behind()),
            other => other,
        };
        Self { kind, from: point(self.from), to: point(self.to) }
    }
}
