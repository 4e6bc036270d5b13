//! A board larger than the paper: tiles that overlap, or panels that meet, with marks that say where the next one lies.

use crate::geom::{Axis, Point, Rect, Sides, Size, Turn};
use crate::layout::face::Face;
use crate::layout::{Anchor, Label};
use crate::model::{BigBoards, Board, Component, EdgeLook, Kind, LEAST_MARGIN, PrintLayout, Side};
use crate::units::{Length, parts_of};

use super::bed::Bed;
use super::fit::FitKind;
use super::hex_seams;
use super::seams::{Division, Whole, divide};
use crate::impose::furnish::registration::CORNER;
use crate::impose::marks::Cuts;
use crate::impose::page::{Clip, CutStep, Item, Mark, MarkKind, Page, Piece};

/// How far a tile runs over the edge that lies on the tile before.
const UPPER_BLEED: Length = Length::from_um(1_500);
/// Half the length of the cross at a corner where tiles meet.
const CROSS: Length = Length::from_um(1_500);
/// The picture of how tiles lie.
const PLAN: Size = Size::new(Length::from_mm(24), Length::from_mm(6));
/// Its height at the head of the page, where the small print is.
const LOW_PLAN: Length = Length::from_um(2_200);
/// How large the name of a tile is, and how far its baseline is above the tile: so that it ends below the line at the head
/// of the page, however little room there is.
const NAME: Length = Length::from_um(2_120);
/// The same where the picture of all tiles has room above it.
const LARGE_NAME: Length = Length::from_um(3_000);
const NAME_GAP: Length = Length::from_um(700);
/// The room for a tile's name above it.
const NAME_ROOM: Length = Length::from_um(4_200);

/// A way to cut a board into tiles.
#[derive(Debug, Clone)]
pub struct Tiling {
    bed: Bed,
    overlap: Length,
    columns: Vec<(Length, Length)>,
    rows: Vec<(Length, Length)>,
    spaces_cut: usize,
    /// For every seam between columns, and between rows, where the tile that begins there is cut along hexes.
    cuts: [Vec<Vec<[Point; 2]>>; 2],
}

impl Tiling {
    /// The tiling with the fewest tiles, and among those the one whose seams cut through least.
    #[must_use]
    pub fn best(component: &Component, face: &Face, layout: &PrintLayout) -> Option<Self> {
        let overlap = match layout.boards {
            BigBoards::Overlap => layout.overlap,
            BigBoards::FoldOut => Length::ZERO,
        };
        let keep = [Axis::Upright, Axis::Level].map(|axis| kept_whole(component, face, axis));
        let walls = [Axis::Upright, Axis::Level].map(|axis| walls(component, axis));
        let beds = Bed::all(layout, false);
        let tilings = beds.iter().map(|bed| Self::of(face.size, *bed, overlap, &keep, &walls));
        let along = beds.iter().filter_map(|bed| Self::along_hexes(component, face.size, *bed, overlap));
        let tilings: Vec<Self> = tilings.chain(along).collect();
        tilings.into_iter().min_by_key(|tiling| (tiling.columns.len() * tiling.rows.len(), tiling.spaces_cut))
    }

    fn of(whole: Size, bed: Bed, overlap: Length, keep: &[Vec<Whole>; 2], walls: &[Vec<Whole>; 2]) -> Self {
        let room = bed.area.size;
        let [across, down] = keep;
        let [beside, above] = [0, 1].map(|axis| [keep[axis].as_slice(), walls[axis].as_slice()].concat());
        let part = |whole: Length, room: Length, keep: &[Whole]| {
            // Panels are folded onto each other, so they are equal, whatever lies at their seams.
            if overlap == Length::ZERO { equal(whole, room) } else { divide(&Division { whole, room, overlap, keep }) }
        };
        let columns = part(whole.width, room.width, &beside);
        let rows = part(whole.height, room.height, &above);
        let is_cut =
            |parts: &[(Length, Length)], whole: &Whole| parts.iter().skip(1).any(|part| whole.is_cut_at(part.0));
        // A space that several seams run through is still one space.
        let both = across.iter().zip(down);
        let spaces_cut = both.filter(|(across, down)| is_cut(&columns, across) || is_cut(&rows, down)).count();
        Self { bed, overlap, columns, rows, spaces_cut, cuts: [Vec::new(), Vec::new()] }
    }

    /// The tiling of a board of hexes whose seams go around hexes, if tiles overlap at all and have the room for that.
    fn along_hexes(component: &Component, whole: Size, bed: Bed, asked: Length) -> Option<Self> {
        let Kind::Board(board) = &component.kind else { return None };
        let room = bed.area.size;
        let overlap = hex_seams::overlap(board)?.max(asked);
        if asked == Length::ZERO || overlap * 5 > room.width.min(room.height) * 2 {
            return None;
        }
        // A hex that ends before the overlap does is whole on the tile before the seam.
        let keep = [Axis::Upright, Axis::Level].map(|axis| {
            let shorter = |space: Whole| Whole { end: (space.end - overlap).max(space.start), ..space };
            spaces(board, axis).into_iter().map(shorter).collect::<Vec<_>>()
        });
        let mut tiling = Self::of(whole, bed, overlap, &keep, &[Vec::new(), Vec::new()]);
        let cuts = |parts: &[(Length, Length)], axis: Axis| {
            parts.iter().skip(1).map(|(seam, _)| hex_seams::cuts(board, axis, *seam, overlap)).collect()
        };
        tiling.cuts = [cuts(&tiling.columns, Axis::Upright), cuts(&tiling.rows, Axis::Level)];
        Some(tiling)
    }

    /// How it fits, in numbers.
    #[must_use]
    pub const fn fit(&self) -> FitKind {
        let (columns, rows) = (self.columns.len(), self.rows.len());
        FitKind::Tiles { columns, rows, overlap: self.overlap, spaces_cut: self.spaces_cut }
    }

    /// One page for every tile of a board.
    #[must_use]
    pub fn pages(&self, piece: &Piece) -> Vec<Page> {
        let places = (0..self.rows.len()).flat_map(|row| (0..self.columns.len()).map(move |column| (column, row)));
        places.map(|place| self.page(piece, place)).collect()
    }

    /// Whether no tile is cut along hexes.
    fn is_straight(&self) -> bool {
        self.cuts.iter().flatten().all(Vec::is_empty)
    }

    /// The part of the board on a tile.
    fn part(&self, (column, row): (usize, usize)) -> Rect {
        let ((left, right), (top, bottom)) = (self.columns[column], self.rows[row]);
        Rect::new(Point::new(left, top), Size::new(right - left, bottom - top))
    }

    fn page(&self, piece: &Piece, place: (usize, usize)) -> Page {
        let part = self.part(place);
        let shown = self.bed.sheet.whole().middle(part.size);
        let at = Point::new(shown.left() - part.left(), shown.top() - part.top());
        let mut page = self.bed.page();
        let item = self.item(piece, at, shown, place);
        page.marks = self.marks(shown, item.painted(), place);
        if let Some((_, Clip::Page(block))) = item.back {
            page.back_marks = self.marks(shown, block, place);
            page.align_marks();
        }
        page.items.push(item);
        page.cutting = self.cutting(place);
        self.seams(&mut page, shown, place);
        self.cuts_along_hexes(&mut page, at, (shown, place));
        self.name(&mut page, shown, place);
        self.plan(&mut page, place);
        page
    }

    /// Marks at the edges of a tile that are cut, clear of what is painted around it: at an edge that goes below the next tile a knife
    /// would find a mark it has no use for.
    fn marks(&self, shown: Rect, block: Rect, (column, row): (usize, usize)) -> Vec<Mark> {
        let (mut marks, limit) = (Vec::new(), self.bed.mark_limits(block));
        let meets = self.overlap == Length::ZERO;
        let cut =
            |near: Length, far: Length, is_last: bool| if meets || is_last { vec![near, far] } else { vec![near] };
        let upright = cut(shown.left(), shown.right(), column + 1 == self.columns.len());
        let level = cut(shown.top(), shown.bottom(), row + 1 == self.rows.len());
        Cuts { axis: Axis::Upright, at: &upright, block, gaps: &[], limit }.mark(&mut marks);
        Cuts { axis: Axis::Level, at: &level, block, gaps: &[], limit }.mark(&mut marks);
        marks
    }

    /// The board where it lies on this page, with its bleed at the edges of the whole, and where its own edge lies on the tile
    /// before: no paper shows there when the knife drifts. Panels, which meet edge to edge and are cut on all sides, run over
    /// all their seams.
    fn item(&self, piece: &Piece, at: Point, shown: Rect, (column, row): (usize, usize)) -> Item {
        let area = self.bed.area;
        let meets = self.overlap == Length::ZERO;
        // An edge inside of the board runs over so far at most, where it does not meet the next panel.
        let over = |is_outer: bool, bleed: Length, room: Length, inner: Length| {
            bleed.min(room).min(if is_outer || meets { bleed } else { inner })
        };
        let beside = self.bed.room_beside(shown);
        let painted = |bleed: Length| {
            shown.grown_by(Sides {
                left: over(column == 0, bleed, (shown.left() - area.left()).min(beside.left), UPPER_BLEED),
                right: over(
                    column + 1 == self.columns.len(),
                    bleed,
                    (area.right() - shown.right()).min(beside.right),
                    Length::ZERO,
                ),
                top: over(row == 0, bleed, (shown.top() - area.top()).min(beside.top), UPPER_BLEED),
                bottom: over(
                    row + 1 == self.rows.len(),
                    bleed,
                    (area.bottom() - shown.bottom()).min(beside.bottom),
                    Length::ZERO,
                ),
            })
        };
        Item {
            face: piece.front.clone(),
            at,
            turn: Turn::None,
            trim: shown,
            clip: Clip::Page(painted(piece.front.bleed)),
            back: piece.back.as_ref().map(|back| (back.clone(), Clip::Page(painted(back.bleed)))),
        }
    }

    /// What to cut and glue, in order: of tiles that overlap only the edges that lie on others, and the edge of the board when all
    /// are joined.
    fn cutting(&self, (column, row): (usize, usize)) -> Vec<CutStep> {
        let step = |text: &str, cuts| CutStep { text: text.to_owned(), cuts };
        let (columns, rows) = (self.columns.len(), self.rows.len());
        if self.overlap == Length::ZERO {
            let join = "glue each panel to card; join the panels with tape, so that they fold";
            return vec![step("4 cuts along the marks at the edges", 4), step(join, 0)];
        }
        let mut steps = match (column > 0, row > 0) {
            (true, true) => vec![step("2 cuts along the marks at the left and at the top", 2)],
            (true, false) => vec![step("one cut along the marks at the left", 1)],
            (false, true) => vec![step("one cut along the marks at the top", 1)],
            (false, false) => Vec::new(),
        };
        if !steps.is_empty() && !self.is_straight() {
            steps.push(step("cut along the hexes where a line goes along them", 0));
        }
        let line = if self.is_straight() { "just hides the dashed line" } else { "lies just over the dashed marks" };
        let join = match (columns, rows) {
            (1, _) | (_, 1) if steps.is_empty() => format!("glue the next tile on so that its edge {line}"),
            (1, _) | (_, 1) => format!("glue it onto the tile before so that its edge {line}"),
            _ => format!("glue each row from left to right so that each edge {line}, then each row onto the one above"),
        };
        steps.push(step(&join, 0));
        let is_last = (column + 1, row + 1) == (columns, rows);
        steps.push(if is_last {
            step("4 cuts along the marks round the whole board", 4)
        } else {
            step("the edges of the board are cut when all tiles are joined", 0)
        });
        steps
    }

    /// Lines along the hexes at which this tile ends, where it lies on the one before.
    fn cuts_along_hexes(&self, page: &mut Page, at: Point, (shown, (column, row)): (Rect, (usize, usize))) {
        let [across, down] = &self.cuts;
        let left = column.checked_sub(1).and_then(|seam| across.get(seam));
        let upper = row.checked_sub(1).and_then(|seam| down.get(seam));
        let lines = left.into_iter().chain(upper).flatten();
        let lines = lines.map(|line| line.map(|point| point.moved(at)));
        let hair = Length::from_um(10);
        let is_here = |[from, to]: &[Point; 2]| {
            let line = Rect::new(*from, Size::default()).union(Rect::new(*to, Size::default()));
            shown.grown(hair).contains(line)
        };
        let marks = lines.filter(is_here).map(|[from, to]| Mark { kind: MarkKind::TileEnd, from, to });
        page.marks.extend(marks);
    }

    /// Dashed lines where the next tiles will lie. They are covered by these; but of a tile that is cut along hexes more is seen of the
    /// one below it, so that it has marks at the ends alone, and crosses where four tiles meet.
    fn seams(&self, page: &mut Page, shown: Rect, (column, row): (usize, usize)) {
        let overlap = self.overlap;
        if overlap == Length::ZERO {
            return;
        }
        let (x, y) = (shown.right() - overlap, shown.bottom() - overlap);
        let (next_right, next_below) = (column + 1 < self.columns.len(), row + 1 < self.rows.len());
        let is_straight = self.is_straight();
        let stretches = |start: Length, end: Length| {
            if is_straight { vec![(start, end)] } else { vec![(start, start + overlap), (end - overlap, end)] }
        };
        let mut seam = |from: Point, to: Point| page.marks.push(Mark { kind: MarkKind::Seam, from, to });
        if next_right {
            for (from, to) in stretches(shown.top(), shown.bottom()) {
                seam(Point::new(x, from), Point::new(x, to));
            }
        }
        if next_below {
            for (from, to) in stretches(shown.left(), shown.right()) {
                seam(Point::new(from, y), Point::new(to, y));
            }
        }
        if next_right && next_below && !is_straight {
            seam(Point::new(x, y), Point::new(x + CROSS, y));
            seam(Point::new(x, y), Point::new(x, y + CROSS));
        }
    }

    fn name(&self, page: &mut Page, shown: Rect, (column, row): (usize, usize)) {
        let word = if self.overlap == Length::ZERO { "panel" } else { "tile" };
        // Numbers in reading order: letters with numbers are what squares of boards are called.
        let columns = self.columns.len();
        let text = format!("{word} {} of {}", row * columns + column + 1, columns * self.rows.len());
        let at = Point::new(self.bed.sheet.size.width / 2, page.bleed_box().top().min(shown.top()) - NAME_GAP);
        let size = if self.has_room_above(page) { LARGE_NAME } else { NAME };
        page.labels.push(Label { text, at, anchor: Anchor::Middle, size });
    }

    /// Whether the picture of all tiles has room above their name.
    fn has_room_above(&self, page: &Page) -> bool {
        let block = page.bleed_box();
        block.top() - NAME_ROOM - PLAN.height >= self.bed.mark_limits(block).top()
    }

    /// A small picture of all tiles, this one hatched: above its name where there is room, else at the head of the page.
    fn plan(&self, page: &mut Page, place: (usize, usize)) {
        let number = |count: usize| i64::try_from(count).unwrap_or(1).max(1);
        let (columns, rows) = (number(self.columns.len()), number(self.rows.len()));
        let sheet = self.bed.sheet;
        let below = page.bleed_box().top() - NAME_ROOM;
        let has_room = self.has_room_above(page);
        let height = if has_room { PLAN.height } else { LOW_PLAN };
        let cell = Size::new((PLAN.width / columns).min(height / rows * 2), height / rows);
        let width = cell.width * columns;
        let corner = if has_room {
            Point::new((sheet.size.width - width) / 2, below - height)
        } else {
            // Clear of the corner that may belong to the marks for a cutting machine.
            Point::new(sheet.size.width - sheet.wider() - CORNER - width, LEAST_MARGIN + sheet.wider())
        };
        let point = |x: i64, y: i64| corner.moved(Point::new(cell.width * x, cell.height * y));
        let mut line = |from: Point, to: Point| page.marks.push(Mark { kind: MarkKind::Ruler, from, to });
        for column in 0..=columns {
            line(point(column, 0), point(column, rows));
        }
        for row in 0..=rows {
            line(point(0, row), point(columns, row));
        }
        let (column, row) = (number(place.0 + 1) - 1, number(place.1 + 1) - 1);
        for part in 1..4 {
            let x = point(column, row).x + cell.width * part / 4;
            line(Point::new(x, point(column, row).y), Point::new(x, point(column, row + 1).y));
        }
    }
}

/// As few equal parts as fit.
fn equal(whole: Length, room: Length) -> Vec<(Length, Length)> {
    let count = parts_of(whole.um(), room.um()).max(1);
    (0..count).map(|number| (whole * number / count, whole * (number + 1) / count)).collect()
}

/// What seams should not run through, as stretches across the axis: the spaces of a board, and lines of text.
fn kept_whole(component: &Component, face: &Face, axis: Axis) -> Vec<Whole> {
    let mut keep = match &component.kind {
        Kind::Board(board) => spaces(board, axis),
        _ => Vec::new(),
    };
    let texts = face.text_boxes().into_iter().map(|[x, y, width, height]| {
        let (start, length) = if axis == Axis::Upright { (x, width) } else { (y, height) };
        let length_of = |mm: f32| Length::from_mm_f64(f64::from(mm));
        Whole { start: length_of(start), end: length_of(start + length) }
    });
    keep.extend(texts);
    keep
}

/// What each space takes of the board, along an axis.
fn spaces(board: &Board, axis: Axis) -> Vec<Whole> {
    let stretch = |space: usize| {
        let around = board.around(space)?;
        Some(match axis {
            Axis::Upright => Whole { start: around.left(), end: around.right() },
            Axis::Level => Whole { start: around.top(), end: around.bottom() },
        })
    };
    (0..board.spaces.len()).filter_map(stretch).collect()
}

/// The lines with a wall, a door or a window on them, once for each: nobody wants to glue along them.
fn walls(component: &Component, axis: Axis) -> Vec<Whole> {
    let Kind::Board(board) = &component.kind else { return Vec::new() };
    let least = Length::from_um(1);
    let stretch = |(side, kind): (&Side, &usize)| {
        let line = board.line_of(*side);
        let drawn = board.edge_kinds[*kind].look != EdgeLook::Nothing && side.upright == (axis == Axis::Upright);
        drawn.then_some(Whole { start: line - least, end: line + least })
    };
    board.edges.iter().filter_map(stretch).collect()
}
