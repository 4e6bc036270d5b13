//! Pages: pieces placed as forms, marks as lines, labels as text, each on its layer.

use printpdf::{
    Color, CurTransMat, LayerInternalId, Line, LineDashPattern, LinePoint, Mm, Op, PaintMode, PdfPage,
    Point as PdfPoint, Polygon, PolygonRing, Pt, Rgb, WindingOrder, XObjectId, XObjectTransform,
};

use crate::geom::{Affine, Point, Rect};
use crate::impose::{CHANGE_BAR, Clip, CutPath, Item, Mark, MarkKind, Page, REGISTRATION_LINE};
use crate::layout::LabelSetter;
use crate::layout::common::Common;
use crate::model::{Bend, PathStep, rect_path};
use crate::render::cut_ground::{CutGround, CutLine, LinesOnGround, Shade};
use crate::units::{Length, mm_per_point, points_per_mm};

use super::faces::Painter;
use super::seams::{Under, ground, under_neighbours};
use super::tags::not_read;

/// Thickness of all marks but those for machines, and the bar beside what changed.
const HAIRLINE: Length = Length::from_um(150);
/// Thickness of what is light below lines on art, so that they are seen on dark art as well.
const PALE: Length = Length::from_um(550);
/// The same below folds on dark ground, which stays on the piece: a little to be seen on both sides of a dash.
const BELOW_FOLD: Length = Length::from_um(400);
/// Their grey: dark enough to aim at, light enough not to mind a bit of it.
const MARK_GREY: f32 = 0.15;

/// The layers of every page, from the bottom up: id and name.
pub const LAYERS: [(&str, &str); 5] = [
    ("LayerPieces", "Pieces"),
    ("LayerCuts", "Cut lines"),
    ("LayerFolds", "Fold lines"),
    ("LayerNotes", "Ruler and labels"),
    ("LayerRegistration", "Registration marks"),
];

/// From millimetres with y down to points with y up, on a page of a height.
pub struct Paper {
    /// Height of the sheet.
    pub height: Length,
}

#[allow(clippy::cast_possible_truncation, reason = "PDF works in single precision")]
impl Paper {
    /// A point of the page in points.
    pub fn point(&self, point: Point) -> PdfPoint {
        PdfPoint { x: Pt(point.x.pt() as f32), y: Pt((self.height - point.y).pt() as f32) }
    }

    /// The map from a face's millimetres to the page's points, for a face placed and turned.
    fn place(&self, item: &Item) -> Affine {
        self.page_map().after(item.map())
    }

    fn page_map(&self) -> Affine {
        let k = points_per_mm() as f32;
        Affine([k, 0.0, 0.0, -k, 0.0, self.height.pt() as f32])
    }

    /// The way back from the page's points to millimetres.
    fn millimetre_map(&self) -> Affine {
        let k = mm_per_point();
        Affine([k, 0.0, 0.0, -k, 0.0, self.height.mm_f32()])
    }
}

/// A page with its pieces, marks and labels.
pub fn draw_page(
    page: &Page,
    painter: &mut Painter<'_>,
    labels: &mut LabelSetter<'_>,
    ground: &mut CutGround<'_>,
) -> PdfPage {
    let size = page.sheet.size;
    let paper = Paper { height: size.height };
    painter.tags.begin_page();
    let mut ops = vec![begin(0)];
    let unders: Vec<Vec<Under>> = (0..page.items.len()).map(|number| under_neighbours(&page.items, number)).collect();
    // What goes on under others lies below all of them.
    for (item, unders) in page.items.iter().zip(&unders) {
        ops.extend(draw_again(item, unders, painter, &paper));
    }
    for (item, unders) in page.items.iter().zip(&unders) {
        ops.extend(draw_item(item, unders, painter, &paper));
    }
    ops.push(Op::EndLayer);
    ops.extend(marks(page, &paper, 1, MarkKind::Cut));
    let LinesOnGround { cuts, dark_folds } = ground.lines(page);
    ops.extend(cut_lines(page, &paper, 1, &cuts));
    ops.extend(below_folds(&dark_folds, &paper, 2));
    ops.extend(marks(page, &paper, 2, MarkKind::Fold(Bend::Mountain)));
    ops.extend(marks(page, &paper, 2, MarkKind::Fold(Bend::Valley)));
    ops.extend(marks(page, &paper, 2, MarkKind::Seam));
    ops.extend(marks(page, &paper, 2, MarkKind::TileEnd));
    ops.extend(marks(page, &paper, 3, MarkKind::Ruler));
    ops.extend(marks(page, &paper, 3, MarkKind::Change));
    ops.extend(marks(page, &paper, 4, MarkKind::Registration));
    let labels = painter.loose(&labels.lay_out(&page.labels), [size.width.mm_f32(), size.height.mm_f32()]);
    ops.push(begin(3));
    ops.extend(not_read(paint(paper.page_map(), &labels, Vec::new())));
    ops.push(Op::EndLayer);
    let ops = adjusted(page, &paper, ops);
    PdfPage::new(millimetres(size.width), millimetres(size.height), ops)
}

/// The same page, shifted as a whole for a printer.
fn adjusted(page: &Page, paper: &Paper, ops: Vec<Op>) -> Vec<Op> {
    let Some(adjust) = page.adjust else { return ops };
    let matrix = paper.page_map().after(adjust.matrix(page.sheet.size)).after(paper.millimetre_map());
    let before = [Op::SaveGraphicsState, Op::SetTransformationMatrix { matrix: CurTransMat::Raw(matrix.0) }];
    before.into_iter().chain(ops).chain([Op::RestoreGraphicsState]).collect()
}

#[allow(clippy::cast_possible_truncation, reason = "PDF works in single precision")]
fn millimetres(length: Length) -> Mm {
    Mm(length.mm() as f32)
}

fn begin(layer: usize) -> Op {
    Op::BeginLayer { layer_id: LayerInternalId(LAYERS[layer].0.to_owned()) }
}

fn draw_item(item: &Item, unders: &[Under], painter: &mut Painter<'_>, paper: &Paper) -> Vec<Op> {
    let form = painter.face(&item.face);
    let place = paper.place(item);
    let clip = match &item.clip {
        Clip::Bleed => Vec::new(),
        Clip::Path(path) => vec![clip_op(path, place)],
        Clip::Page(rect) => vec![clip_op(&rect_path(with_more(*rect, unders)), paper.page_map())],
    };
    painter.tags.marked(&item.face, &form, paint(place, &form, clip))
}

/// What is shown of a piece, and what goes on under its neighbours.
fn with_more(shown: Rect, unders: &[Under]) -> Rect {
    let more = unders.iter().filter_map(|under| if let Under::More(sides) = under { Some(*sides) } else { None });
    more.map(|sides| shown.grown_by(sides)).fold(shown, Rect::union)
}

/// The drawings of a piece under the bleed of its neighbours, where its own ends.
fn draw_again(item: &Item, unders: &[Under], painter: &mut Painter<'_>, paper: &Paper) -> Vec<Op> {
    let strips =
        unders.iter().filter_map(|under| if let Under::Again(by, strip) = under { Some((*by, *strip)) } else { None });
    let strips: Vec<(Point, Rect)> = strips.collect();
    if strips.is_empty() {
        return Vec::new();
    }
    let form = painter.face(&Common::new(ground(&item.face)));
    let again = |(by, strip): (Point, Rect)| {
        let clip = clip_op(&rect_path(strip), paper.page_map());
        not_read(paint(paper.place(&item.moved(by)), &form, vec![clip]))
    };
    strips.into_iter().flat_map(again).collect()
}

fn paint(place: Affine, form: &str, clip: Vec<Op>) -> Vec<Op> {
    let mut ops = vec![Op::SaveGraphicsState];
    ops.extend(clip);
    ops.push(Op::SetTransformationMatrix { matrix: CurTransMat::Raw(place.0) });
    let transform = XObjectTransform { no_auto_scale: true, ..XObjectTransform::default() };
    ops.push(Op::UseXobject { id: XObjectId(form.to_owned()), transform });
    ops.push(Op::RestoreGraphicsState);
    ops
}

fn clip_op(path: &[PathStep], place: Affine) -> Op {
    let rings = vec![PolygonRing { points: line_points(path, place) }];
    Op::DrawPolygon { polygon: Polygon { rings, mode: PaintMode::Clip, winding_order: WindingOrder::NonZero } }
}

fn line_points(path: &[PathStep], place: Affine) -> Vec<LinePoint> {
    let point = |x: f32, y: f32, bezier: bool| {
        let (x, y) = place.apply(x, y);
        LinePoint { p: PdfPoint { x: Pt(x), y: Pt(y) }, bezier }
    };
    let mut points = Vec::new();
    for step in path {
        match *step {
            PathStep::Move(x, y) | PathStep::Line(x, y) => points.push(point(x, y, false)),
            PathStep::Cubic([a, b, c, d, x, y]) => {
                points.extend([point(a, b, true), point(c, d, true), point(x, y, false)]);
            }
            PathStep::Close => {}
        }
    }
    points
}

/// Where tiles may lie so far from each other, nothing is seen of the line between them.
const ASKEW: Length = Length::from_um(200);

/// How far the mark where a tile ends is moved to lie below that tile, which comes from the right or from below: nothing of it is
/// seen on the finished board.
fn covered_by_next(mark: &Mark) -> Point {
    let half = PALE / 2 + ASKEW;
    Point::new(
        if mark.from.x == mark.to.x { half } else { Length::ZERO },
        if mark.from.y == mark.to.y { half } else { Length::ZERO },
    )
}

fn marks(page: &Page, paper: &Paper, layer: usize, kind: MarkKind) -> Vec<Op> {
    let straight = page.marks.iter().filter(|mark| mark.kind == kind).map(|mark| {
        let covered = if kind == MarkKind::Seam { covered_by_next(mark) } else { Point::default() };
        let points =
            [mark.from, mark.to].map(|point| LinePoint { p: paper.point(point.moved(covered)), bezier: false });
        Line { points: points.to_vec(), is_closed: false }
    });
    let lines: Vec<Line> = straight.collect();
    if lines.is_empty() {
        return Vec::new();
    }
    // What lies on art is seen on any: there is something light below what is dark.
    let on_art = match kind {
        MarkKind::Seam | MarkKind::TileEnd => pale(&lines, PALE),
        // It stays on the piece, so it is no wider than the line: light between dark dashes.
        MarkKind::Fold(_) => pale(&lines, HAIRLINE),
        MarkKind::Cut | MarkKind::Ruler | MarkKind::Change | MarkKind::Registration => Vec::new(),
    };
    // Machines look for black.
    let (width, grey) = match kind {
        MarkKind::Registration => (REGISTRATION_LINE, 0.0),
        MarkKind::Change => (CHANGE_BAR, MARK_GREY),
        MarkKind::Cut | MarkKind::Fold(_) | MarkKind::Seam | MarkKind::TileEnd | MarkKind::Ruler => {
            (HAIRLINE, MARK_GREY)
        }
    };
    let mut ops = vec![Op::SaveGraphicsState];
    ops.extend(on_art);
    ops.extend(pen(grey, width));
    ops.push(Op::SetLineDashPattern { dash: dash(kind) });
    ops.extend(lines.into_iter().map(|line| Op::DrawLine { line }));
    ops.push(Op::RestoreGraphicsState);
    std::iter::once(begin(layer)).chain(not_read(ops)).chain([Op::EndLayer]).collect()
}

/// What is light below folds on dark ground, a little wider than they are: dark dashes alone would not be seen, and the gaps between
/// them do not tell one kind of fold from the other.
fn below_folds(folds: &[Mark], paper: &Paper, layer: usize) -> Vec<Op> {
    if folds.is_empty() {
        return Vec::new();
    }
    let line = |mark: &Mark| {
        let points = [mark.from, mark.to].map(|point| LinePoint { p: paper.point(point), bezier: false });
        Line { points: points.to_vec(), is_closed: false }
    };
    let lines: Vec<Line> = folds.iter().map(line).collect();
    let ops = [Op::SaveGraphicsState].into_iter().chain(pale(&lines, BELOW_FOLD)).chain([Op::RestoreGraphicsState]);
    std::iter::once(begin(layer)).chain(not_read(ops.collect())).chain([Op::EndLayer]).collect()
}

/// Lines to cut along, which are as thin as marks on any ground: what is cut off or stays of one is not noticed.
fn cut_lines(page: &Page, paper: &Paper, layer: usize, lines: &[CutLine]) -> Vec<Op> {
    if lines.is_empty() {
        return Vec::new();
    }
    let in_shade = |wanted: Shade| {
        let of_line = move |(cut, line): (&CutPath, &CutLine)| match line {
            CutLine::Whole(shade) if *shade == wanted => {
                let place = paper.page_map().after(Affine::translate(cut.at.x.mm_f32(), cut.at.y.mm_f32()));
                vec![Line { points: line_points(&cut.path, place), is_closed: true }]
            }
            CutLine::Whole(_) => Vec::new(),
            CutLine::Parts(parts) => {
                let those = parts.iter().filter(|(shade, _)| *shade == wanted);
                those.map(|(_, points)| open_line(points, paper.page_map())).collect()
            }
        };
        page.cut_paths.iter().zip(lines).flat_map(of_line).map(|line| Op::DrawLine { line })
    };
    let mut ops = vec![Op::SaveGraphicsState];
    for (shade, grey) in [(Shade::Dark, MARK_GREY), (Shade::Light, 1.0)] {
        ops.extend(pen(grey, HAIRLINE));
        ops.extend(in_shade(shade));
    }
    ops.push(Op::RestoreGraphicsState);
    std::iter::once(begin(layer)).chain(not_read(ops)).chain([Op::EndLayer]).collect()
}

fn open_line(points: &[(f32, f32)], place: Affine) -> Line {
    let point = |(x, y): &(f32, f32)| {
        let (x, y) = place.apply(*x, *y);
        LinePoint { p: PdfPoint { x: Pt(x), y: Pt(y) }, bezier: false }
    };
    Line { points: points.iter().map(point).collect(), is_closed: false }
}

/// Dashes for what is folded away from you, dashes and dots for what is folded towards you.
fn dash(kind: MarkKind) -> LineDashPattern {
    let pattern: &[f32] = match kind {
        MarkKind::Fold(Bend::Mountain) | MarkKind::Seam | MarkKind::TileEnd => &[3.0, 2.0],
        MarkKind::Fold(Bend::Valley) => &[4.5, 1.5, 0.6, 1.5],
        MarkKind::Cut | MarkKind::Ruler | MarkKind::Change | MarkKind::Registration => {
            return LineDashPattern::default();
        }
    };
    LineDashPattern { offset: 0.0, pattern: pattern.iter().copied().collect() }
}

fn pen(grey: f32, width: Length) -> [Op; 2] {
    #[allow(clippy::cast_possible_truncation, reason = "PDF works in single precision")]
    let pt = Pt(width.pt() as f32);
    let col = Color::Rgb(Rgb { r: grey, g: grey, b: grey, icc_profile: None });
    [Op::SetOutlineColor { col }, Op::SetOutlineThickness { pt }]
}

/// Lines in white, below dark ones.
fn pale(lines: &[Line], width: Length) -> Vec<Op> {
    let lines = lines.iter().map(|line| Op::DrawLine { line: line.clone() });
    if lines.len() == 0 { Vec::new() } else { pen(1.0, width).into_iter().chain(lines).collect() }
}
