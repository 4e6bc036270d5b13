//! The change bar: a thick line in the left margin beside what is new or different, and a word about since when.

use crate::geom::Point;
use crate::model::LEAST_MARGIN;
use crate::units::Length;

use crate::impose::{Item, Kit, Mark, MarkKind, Page};

use super::sheet;

/// Thickness of the bar.
pub const CHANGE_BAR: Length = Length::from_mm(1);
/// Between the bar and anything else.
const CLEAR: Length = Length::from_um(300);
/// A shorter stretch of bar is a blot.
const SHORTEST: Length = Length::from_mm(1);

impl Kit {
    /// Marks every page of a kit that holds only what changed, with bars and the name of the earlier state.
    pub fn mark_changes(&mut self, since: &str) {
        for section in &mut self.sections {
            // The first page belongs to no component: nothing on it is to be cut out.
            let has_pieces = !section.components.is_empty();
            for page in &mut section.pages {
                if has_pieces {
                    mark_page(page);
                }
                if let Some(label) = sheet::page_label(page) {
                    label.text = format!("{} · new or changed since {since}", label.text);
                }
            }
        }
    }
}

/// Bars at the edge of what printers reach, beside every piece. A page whose pieces reach that far out has none.
fn mark_page(page: &mut Page) {
    let left = LEAST_MARGIN;
    let x = left + CHANGE_BAR / 2;
    let room = left + CHANGE_BAR + CLEAR;
    if page.bleed_box().left() < room {
        return;
    }
    let pieces = page.items.iter().map(Item::painted);
    let beside = merged(pieces.map(|rect| (rect.top(), rect.bottom())).collect());
    let crossing: Vec<(Length, Length)> = page.marks.iter().filter_map(|mark| crossing(mark, left, room)).collect();
    for (from, to) in without(&beside, &crossing) {
        if to - from >= SHORTEST {
            page.marks.push(Mark { kind: MarkKind::Change, from: Point::new(x, from), to: Point::new(x, to) });
        }
    }
}

/// Where a mark would cross the bar, with a bit of air: cut marks stay whole, and the bar breaks.
fn crossing(mark: &Mark, left: Length, right: Length) -> Option<(Length, Length)> {
    let (from, to) = (mark.from, mark.to);
    let meets = from.x.min(to.x) < right && from.x.max(to.x) > left - CLEAR;
    meets.then(|| (from.y.min(to.y) - CLEAR * 2, from.y.max(to.y) + CLEAR * 2))
}

/// Stretches that touch become one.
fn merged(mut stretches: Vec<(Length, Length)>) -> Vec<(Length, Length)> {
    stretches.sort_unstable();
    let mut found: Vec<(Length, Length)> = Vec::new();
    for (from, to) in stretches {
        match found.last_mut() {
            Some(last) if from <= last.1 => last.1 = last.1.max(to),
            _ => found.push((from, to)),
        }
    }
    found
}

/// What is left of stretches when others are taken away.
fn without(stretches: &[(Length, Length)], away: &[(Length, Length)]) -> Vec<(Length, Length)> {
    let away = merged(away.to_vec());
    let mut found = Vec::new();
    for &(whole, to) in stretches {
        let mut from = whole;
        for &(start, end) in away.iter().filter(|(start, end)| *end > whole && *start < to) {
            if start > from {
                found.push((from, start));
            }
            from = from.max(end);
        }
        if from < to {
            found.push((from, to));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mm(stretches: &[(i64, i64)]) -> Vec<(Length, Length)> {
        stretches.iter().map(|&(from, to)| (Length::from_mm(from), Length::from_mm(to))).collect()
    }

    #[test]
    fn bars_join_beside_neighbours_and_break_at_marks() {
        let beside = merged(mm(&[(50, 60), (10, 20), (15, 30), (30, 40)]));
        assert_eq!(beside, mm(&[(10, 40), (50, 60)]));
        assert_eq!(without(&beside, &mm(&[(8, 12), (19, 21), (39, 52)])), mm(&[(12, 19), (21, 39), (52, 60)]));
    }

    proptest::proptest! {
        #[test]
        fn what_is_left_is_neither_outside_nor_taken_away(
            stretches in proptest::collection::vec((0_i64..90, 1_i64..30), 0..8),
            away in proptest::collection::vec((0_i64..90, 1_i64..30), 0..8),
        ) {
            let ends = |pairs: &[(i64, i64)]| mm(&pairs.iter().map(|&(from, long)| (from, from + long)).collect::<Vec<_>>());
            let (beside, away) = (merged(ends(&stretches)), ends(&away));
            let left = without(&beside, &away);
            for half in 0..250 {
                let at = Length::from_um(half * 500 + 250);
                let on = |list: &[(Length, Length)]| list.iter().any(|(from, to)| *from < at && at < *to);
                proptest::prop_assert_eq!(on(&left), on(&beside) && !on(&away));
            }
        }
    }
}
