//! Where to cut and fold the nets on a page: from the millimetres of each face to the places and turns of its pieces.

use std::collections::BTreeMap;

use crate::diag::count_of;
use crate::geom::Affine;
use crate::model::{Bend, Fold, Outline, PathStep};

use super::arrange::block::{line_of, longer};
use super::ends::{Painted, marks_beyond};
use super::page::{CutPath, CutStep, Item, Mark, MarkKind, Page};

/// Adds the cut lines and folds of every net on a page.
pub fn lines(page: &mut Page) {
    let nets = page.items.iter().filter(|item| item.face.cut.is_some() || !item.face.folds.is_empty());
    let (mut folds, mut cuts) = (Vec::new(), Vec::new());
    for item in nets {
        folds.extend(item.face.folds.iter().map(|fold| fold_mark(item, *fold)));
        cuts.extend(item.face.cut.iter().map(|path| cut_path(item, path)));
    }
    if page.items.len() == 1 && cuts.len() == 1 && page.back_of.is_none() {
        // Alone on its sheet it needs no straight cuts around it.
        page.cutting.clear();
        page.marks.retain(|mark| mark.kind != MarkKind::Cut);
    }
    if !cuts.is_empty() {
        // What is folded is told from what is only cut.
        let what = if folds.is_empty() { "piece" } else { "net" };
        let text = match (cuts.len(), page.cut_paths.len()) {
            (1, _) => format!("cut the {what} along its thin line"),
            (_, 0) => format!("cut each {what} along its thin line"),
            // Round pieces lie beside them.
            (count, _) => format!("{} of another shape along theirs", count_of(count, what)),
        };
        page.cutting.push(CutStep { text, cuts: cuts.len() });
    }
    if let Some((scoring, folding)) = folding(&folds) {
        // A line is scored most easily while all around it is whole.
        page.cutting.insert(0, CutStep { text: scoring.to_owned(), cuts: 0 });
        page.cutting.push(CutStep { text: folding.to_owned(), cuts: 0 });
    }
    let ends = fold_ends(page);
    page.marks.extend(folds.into_iter().chain(ends));
    page.cut_paths.extend(cuts);
}

/// Adds the outline of every piece that straight cuts free: with little ink nothing else may show where it ends.
pub fn outlines(page: &mut Page) {
    let is_front = |item: &&Item| !page.is_folded || item.back.is_some();
    let has_none = |item: &&Item| item.face.cut.is_none() && item.face.outline != Outline::Round;
    let pieces = page.items.iter().filter(is_front).filter(has_none);
    let outlines: Vec<CutPath> = pieces.map(|item| cut_path(item, &item.face.edge())).collect();
    page.cut_paths.extend(outlines);
}

/// Beyond the pieces, marks by which a ruler is laid on the folds of a whole row; a net is cut out before anything is folded.
fn fold_ends(page: &Page) -> Vec<Mark> {
    let mut rows: BTreeMap<(i64, i64, i64), Mark> = BTreeMap::new();
    for item in page.items.iter().filter(|item| item.face.cut.is_none()) {
        for mark in item.face.folds.iter().map(|fold| fold_mark(item, *fold)) {
            let whole = |row: &mut Mark| (row.from, row.to) = longer((row.from, row.to), mark.from, mark.to);
            rows.entry(line_of(mark.from, mark.to)).and_modify(whole).or_insert(mark);
        }
    }
    let (painted, limit) = (Painted::fronts(&page.items), page.sheet.content());
    let ends = |row: Mark| {
        let ends = marks_beyond(&[(row.from, row.to)], &painted, limit, &page.marks);
        ends.into_iter().map(move |end| Mark { kind: row.kind, ..end })
    };
    rows.into_values().flat_map(ends).collect()
}

/// What to do with folds, before all cuts and after them: whoever has only one kind of them need not be told which way it goes.
fn folding(folds: &[Mark]) -> Option<(&'static str, &'static str)> {
    let has = |bend: Bend| folds.iter().any(|mark| mark.kind == MarkKind::Fold(bend));
    match (has(Bend::Mountain), has(Bend::Valley)) {
        (false, false) => None,
        (true, false) => Some(("score the dashed lines", "fold them away from you")),
        (false, true) => Some(("score the dash-dotted lines", "fold them towards you")),
        (true, true) => Some((
            "score the dashed and dash-dotted lines",
            "fold the dashed ones away from you, the others towards you",
        )),
    }
}

fn fold_mark(item: &Item, fold: Fold) -> Mark {
    let [x, y, to_x, to_y] = fold.line;
    Mark { kind: MarkKind::Fold(fold.bend), from: item.place(x, y), to: item.place(to_x, to_y) }
}

fn cut_path(item: &Item, path: &[PathStep]) -> CutPath {
    let from_corner = Affine::translate(-item.at.x.mm_f32(), -item.at.y.mm_f32()).after(item.map());
    CutPath { at: item.at, path: path.iter().map(|step| step.placed(from_corner)).collect() }
}

#[cfg(test)]
mod tests {
    use super::super::page::Clip;
    use super::super::page::Piece;
    use super::*;
    use crate::geom::{Point, Size, Turn};
    use crate::layout::common::Common;
    use crate::layout::face::Face;
    use crate::model::Paper;
    use crate::units::Length;

    fn page(turn: Turn) -> Page {
        let face = Common::new(Face {
            id: "n/n-net".into(),
            component: 0,
            size: Size::new(Length::from_mm(30), Length::from_mm(50)),
            bleed: Length::ZERO,
            safe: Length::ZERO,
            outline: Outline::Rect { corner: Length::ZERO },
            folds: vec![Fold::mountain([0.0, 10.0, 30.0, 10.0])],
            cut: Some(vec![PathStep::Move(0.0, 0.0), PathStep::Line(30.0, 10.0), PathStep::Close]),
            layers: Vec::new(),
        });
        let mut page = Page::new(Paper::A4.sheet(false));
        let at = Point::new(Length::from_mm(100), Length::from_mm(20));
        page.items.push(Piece { front: face, back: None }.item(at, turn, Clip::Bleed));
        lines(&mut page);
        page
    }

    #[test]
    fn lines_follow_the_turn_of_their_piece() {
        let cases = [
            (Turn::None, [100, 30, 130, 30], [0.0, 0.0, 30.0, 10.0]),
            (Turn::Right, [140, 20, 140, 50], [50.0, 0.0, 40.0, 30.0]),
            (Turn::Half, [130, 60, 100, 60], [30.0, 50.0, 0.0, 40.0]),
            (Turn::Left, [110, 50, 110, 20], [0.0, 30.0, 10.0, 0.0]),
        ];
        for (turn, fold, [x, y, to_x, to_y]) in cases {
            let page = page(turn);
            let [x1, y1, x2, y2] = fold.map(Length::from_mm);
            let mark = Mark { kind: MarkKind::Fold(Bend::Mountain), from: Point::new(x1, y1), to: Point::new(x2, y2) };
            assert_eq!(page.marks, [mark], "{turn:?}");
            assert_eq!(page.cut_paths[0].path, [PathStep::Move(x, y), PathStep::Line(to_x, to_y), PathStep::Close]);
            let steps: Vec<(&str, usize)> = page.cutting.iter().map(|step| (step.text.as_str(), step.cuts)).collect();
            assert_eq!(
                steps,
                [("score the dashed lines", 0), ("cut the net along its thin line", 1), ("fold them away from you", 0)]
            );
        }
    }
}
