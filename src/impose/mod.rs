//! From faces to pages: grids, packed tokens, tiled boards, booklets, marks and page labels. Exact arithmetic only:
//! nothing here knows what a card says.

mod block;
mod booklet;
mod changes;
mod furniture;
mod grid;
mod marks;
mod tile;
mod tokens;

pub use changes::CHANGE_BAR;

use std::sync::Arc;

use crate::diag::{Diagnostic, Diagnostics};
use crate::geom::{Point, Rect, Size, Turn};
use crate::layout::face::Face;
use crate::layout::{Label, LaidComponent, LaidPiece};
use crate::model::{Component, Game, Kind, PaperSize, PathStep, Sheet};
use crate::units::Length;

/// A face on a page.
#[derive(Debug, Clone)]
pub struct Item {
    /// What.
    pub face: Arc<Face>,
    /// The top left corner of the room its trim takes once turned.
    pub at: Point,
    /// How it is turned.
    pub turn: Turn,
    /// What of it is painted.
    pub clip: Clip,
    /// The other side of the piece, if it is printed.
    pub back: Option<Arc<Face>>,
}

/// The two sides of one piece.
#[derive(Debug, Clone)]
pub struct Sides {
    /// The side that faces up.
    pub front: Arc<Face>,
    /// The other side, if it is printed.
    pub back: Option<Arc<Face>>,
}

impl Sides {
    /// Every piece of a component, copies included.
    fn of(part: &LaidComponent) -> Vec<Self> {
        let copies = |piece: &LaidPiece| {
            let sides = Self { front: Arc::clone(&piece.front), back: piece.back.clone() };
            std::iter::repeat_n(sides, piece.quantity)
        };
        part.pieces.iter().flat_map(copies).collect()
    }

    /// The piece with its front up.
    fn item(&self, at: Point, turn: Turn, clip: Clip) -> Item {
        Item { face: Arc::clone(&self.front), at, turn, clip, back: self.back.clone() }
    }
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

/// What a line on a page is for; each use has its own layer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum MarkKind {
    /// Where to cut.
    Cut,
    /// Where to fold, or to lay the next sheet.
    Fold,
    /// The ruler.
    Ruler,
    /// The bar beside what is new or different.
    Change,
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

/// One side of a sheet, ready to be painted.
#[derive(Debug, Clone)]
pub struct Page {
    /// The sheet.
    pub sheet: Sheet,
    /// Faces from the bottom up.
    pub items: Vec<Item>,
    /// Lines.
    pub marks: Vec<Mark>,
    /// Cut lines that are not straight.
    pub cut_paths: Vec<CutPath>,
    /// Small print.
    pub labels: Vec<Label>,
    /// Whether it goes on the other side of the page before it.
    pub is_back: bool,
    /// What to cut, in order.
    pub cutting: Vec<String>,
}

impl Page {
    fn new(sheet: Sheet) -> Self {
        Self {
            sheet,
            items: Vec::new(),
            marks: Vec::new(),
            cut_paths: Vec::new(),
            labels: Vec::new(),
            is_back: false,
            cutting: Vec::new(),
        }
    }

    /// The same places seen from behind, with the backs of what lies there: the sheet is turned over sideways, like a
    /// page of a book. None when nothing has a back.
    fn turned_over(mut self) -> Option<Self> {
        let width = self.sheet.size.width;
        let behind = |mut item: Item| {
            item.face = item.back.take()?;
            let room = item.turn.size(item.face.size).width;
            item.at.x = width - item.at.x - room;
            if let Clip::Path(path) = &mut item.clip {
                *path = mirrored(path, item.face.size.width.mm_f32());
            }
            Some(item)
        };
        self.items = self.items.into_iter().filter_map(behind).collect();
        for mark in &mut self.marks {
            (mark.from.x, mark.to.x) = (width - mark.from.x, width - mark.to.x);
        }
        // Round pieces are cut from the front.
        self.cut_paths.clear();
        self.is_back = true;
        (!self.items.is_empty()).then_some(self)
    }

    /// The rectangle around everything that is to be cut out, without bleed; the sheet when there is nothing.
    #[must_use]
    pub fn trim_box(&self) -> Rect {
        self.box_around(Item::trim)
    }

    /// The rectangle around everything that is painted for pieces, bleed included.
    #[must_use]
    pub fn bleed_box(&self) -> Rect {
        self.box_around(Item::painted)
    }

    fn box_around(&self, part: impl Fn(&Item) -> Rect) -> Rect {
        let whole = Rect::new(Point::default(), self.sheet.size);
        self.items.iter().map(part).reduce(Rect::union).unwrap_or(whole)
    }
}

impl Item {
    /// The trim of the face on the page.
    #[must_use]
    pub fn trim(&self) -> Rect {
        let whole = Rect::new(self.at, self.turn.size(self.face.size));
        match self.clip {
            Clip::Page(rect) => rect,
            _ => whole,
        }
    }

    /// The trim and bleed of the face on the page.
    #[must_use]
    pub fn painted(&self) -> Rect {
        match self.clip {
            Clip::Page(rect) => rect,
            _ => self.trim().grown(self.face.bleed),
        }
    }
}

/// Pages that belong together and have one bookmark.
#[derive(Debug, Clone)]
pub struct Section {
    /// Its name.
    pub title: String,
    /// The components in it, by their place in the game.
    pub components: Vec<usize>,
    /// Its pages.
    pub pages: Vec<Page>,
}

/// All pages of a kit.
#[derive(Debug, Clone)]
pub struct Kit {
    /// The paper it is for.
    pub paper: PaperSize,
    /// Its parts in printing order.
    pub sections: Vec<Section>,
}

impl Kit {
    /// How many pages there are.
    #[must_use]
    pub fn page_count(&self) -> usize {
        self.sections.iter().map(|section| section.pages.len()).sum()
    }

    /// The first and last page of a component, counted from 1.
    #[must_use]
    pub fn pages_of(&self, component: usize) -> Option<(usize, usize)> {
        let mut before = 0;
        for section in &self.sections {
            let count = section.pages.len();
            if section.components.contains(&component) && count > 0 {
                let of = |page: &Page| page.items.iter().any(|item| section.owns(item, component));
                let first = section.pages.iter().position(of).unwrap_or(0);
                let last = section.pages.iter().rposition(of).unwrap_or(count - 1);
                return Some((before + first + 1, before + last + 1));
            }
            before += count;
        }
        None
    }

    /// Whether any page of a component goes on the back of another.
    #[must_use]
    pub fn has_backs(&self, component: usize) -> bool {
        let pages = self.sections.iter().filter(|section| section.components.contains(&component));
        pages.flat_map(|section| &section.pages).any(|page| page.is_back)
    }

    /// Puts the first page before all others and writes the small print on every page.
    pub fn finish(&mut self, game: &Game, contents: Option<Arc<Face>>) {
        if let Some(face) = contents {
            let mut page = Page::new(self.paper.sheet(false));
            let at = page.sheet.content().origin;
            page.items.push(Item { face, at, turn: Turn::None, clip: Clip::Bleed, back: None });
            let title = "What is in the box".to_owned();
            let section = Section { title, components: Vec::new(), pages: vec![page] };
            self.sections.insert(0, section);
        }
        furniture::furnish(self, game);
    }
}

impl Section {
    /// Faces carry the id of their component before the slash.
    fn owns(&self, item: &Item, component: usize) -> bool {
        self.components.len() == 1 || item.face.component == component
    }
}

/// A path seen from behind, in a piece of a width.
fn mirrored(path: &[PathStep], width: f32) -> Vec<PathStep> {
    let step = |step: &PathStep| match *step {
        PathStep::Move(x, y) => PathStep::Move(width - x, y),
        PathStep::Line(x, y) => PathStep::Line(width - x, y),
        PathStep::Cubic([a, b, c, d, x, y]) => PathStep::Cubic([width - a, b, width - c, d, width - x, y]),
        PathStep::Close => PathStep::Close,
    };
    path.iter().map(step).collect()
}

/// Every page followed by its backs, where anything on it has one.
fn with_backs(pages: Vec<Page>) -> Vec<Page> {
    let both = |page: Page| {
        let has_backs = page.items.iter().any(|item| item.back.is_some());
        let behind = if has_backs { page.clone().turned_over() } else { None };
        std::iter::once(page).chain(behind)
    };
    pages.into_iter().flat_map(both).collect()
}

/// Arranges the faces of a game on paper.
#[must_use]
pub fn impose(game: &Game, laid: &[LaidComponent], paper: PaperSize, found: &mut Diagnostics) -> Kit {
    let mut sections: Vec<Section> = Vec::new();
    let mut tokens = Vec::new();
    for part in laid {
        let component = &game.components[part.component];
        if !check_room(component, paper, found) || part.pieces.iter().all(|piece| piece.quantity == 0) {
            continue;
        }
        match &component.kind {
            // All tokens share sheets, where the first of them stands in the list.
            Kind::Tokens => {
                if tokens.is_empty() {
                    sections.push(section("Tokens", Vec::new(), Vec::new()));
                }
                tokens.push((component, part));
            }
            Kind::Booklet { .. } => {
                sections.push(section(&component.title, vec![part.component], booklet::pages(part, paper)));
            }
            _ => sections.push(flat_section(component, part, paper, found)),
        }
    }
    if let Some(section) = sections.iter_mut().find(|section| section.components.is_empty()) {
        section.components = tokens.iter().map(|(_, part)| part.component).collect();
        section.pages = with_backs(tokens::pages(&tokens, paper));
    }
    Kit { paper, sections }
}

fn section(title: &str, components: Vec<usize>, pages: Vec<Page>) -> Section {
    Section { title: title.to_owned(), components, pages }
}

/// Cards, mats, reference cards and boards: a grid of whole pieces, or one piece over several sheets.
fn flat_section(component: &Component, part: &LaidComponent, paper: PaperSize, found: &mut Diagnostics) -> Section {
    let pieces = Sides::of(part);
    let grid = |bleed| grid::best_grid(component.size, bleed, pieces.len(), paper);
    let pages = match grid(component.bleed).or_else(|| grid(Length::ZERO)) {
        Some(grid) => with_backs(grid.pages(&pieces)),
        None => {
            if component.back.is_some() {
                let message = format!("`{}` is larger than a sheet, so its back is not printed", component.id);
                found.push(Diagnostic::warning(message).at(&component.place));
            }
            pieces.iter().flat_map(|piece| tile::pages(&piece.front, paper)).collect()
        }
    };
    section(&component.title, vec![part.component], pages)
}

/// A board may be tiled; anything else has to fit on one sheet.
fn check_room(component: &Component, paper: PaperSize, found: &mut Diagnostics) -> bool {
    let least = |size: Size| [false, true].iter().any(|&landscape| size.fits_in(paper.sheet(landscape).content().size));
    let fits = match component.kind {
        Kind::Board(_) | Kind::Mat => return true,
        Kind::Booklet { .. } => least(component.size),
        Kind::Tokens => {
            component.size.grown(component.bleed + marks::MARK_ROOM).fits_in(paper.sheet(false).content().size)
        }
        _ => least(component.size.grown(component.bleed)),
    };
    if !fits {
        let message = format!(
            "a piece of `{}` is {} and its bleed {}: that does not fit on {}",
            component.id,
            component.size,
            component.bleed,
            paper.title()
        );
        found.push(Diagnostic::error(message).at(&component.place).hint("make it smaller, or use less `bleed`"));
    }
    fits
}
