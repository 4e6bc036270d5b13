//! What stands at the top of a sheet, and where between its marks: how to cut it, or how to turn it.

use crate::diag::count_of;
use crate::geom::{Point, Rect, Size};
use crate::model::Backs;
use crate::units::Length;

use crate::impose::marks::SHORTEST;
use crate::impose::page::{Mark, MarkKind, Page};

use super::small_print::{
    BEHIND_MARK, BESIDE_WORDS, CLEAR, SHORT_FOLD, SHORT_MARK, SIDE, SMALL_PRINT, room_of, width_of,
};

/// Eight and a half points, or seven and a half: what is read with a knife in the hand, where there is room for it.
const LARGE_PRINT: Length = Length::from_um(3_000);
const PLAIN_PRINT: Length = Length::from_um(2_650);
/// From the top edge to the capitals of the cutting note.
const TOP_LINE: Length = Length::from_um(5_300);
/// Between marks that are nearer to each other no words stand.
const LEAST_GAP: Length = Length::from_mm(20);

/// A mark below words is no shorter where they are to be read with ease.
const SEEN: Length = Length::from_um(1_200);

/// What stands at the top of a page, with fewer words for where it finds no room.
pub struct TopLine {
    whole: String,
    short: String,
}

/// A run of words at the top of a page: what it says, where it starts, and on which line.
pub struct TopWords {
    pub text: String,
    pub start: Length,
    pub line: usize,
}

/// A way to lay a text at the top: in how many lines, parted where, and how much has to be left of a mark that stands in it.
#[derive(Clone, Copy)]
struct Way {
    lines: usize,
    parted: fn(&str, Length, Length) -> Option<Vec<String>>,
    /// Of a mark for a cut; nothing where marks are kept whole.
    left: Option<Length>,
}

impl Way {
    const fn new(lines: usize, parted: fn(&str, Length, Length) -> Option<Vec<String>>, left: Option<Length>) -> Self {
        Self { lines, parted, left }
    }
}

impl TopLine {
    /// As many words, and as large, as there is room for: between two marks, above the marks, or in two lines of whole steps. Nothing
    /// is ever read across a mark.
    pub fn for_page(&self, page: &Page) -> (Vec<TopWords>, Length) {
        let sizes = [LARGE_PRINT, PLAIN_PRINT, SMALL_PRINT];
        let left = Some(SHORT_MARK);
        let best = [
            Way::new(1, in_one_line, None),
            Way::new(1, in_one_line, left),
            Way::new(2, in_steps, None),
            Way::new(2, in_steps, left),
        ];
        // Words that are read with ease are worth more than long marks.
        let readable = Way::new(1, in_one_line, Some(SEEN));
        let last = [
            Way::new(1, in_one_line, Some(SHORTEST)),
            Way::new(2, in_steps, Some(SHORTEST)),
            Way::new(2, in_words, Some(SHORTEST)),
        ];
        // Words that say less are taken before smaller ones.
        let of = |way: Way, size: Length| {
            [&self.whole, &self.short].into_iter().find_map(|text| Some((way.place(page, text, size)?, size)))
        };
        let read = |size: Length| best.into_iter().chain([readable]).find_map(|way| of(way, size));
        let small = || sizes.into_iter().find_map(|size| best.into_iter().chain(last).find_map(|way| of(way, size)));
        read(sizes[0]).or_else(|| read(sizes[1])).or_else(small).unwrap_or_else(|| {
            let start = SIDE + page.sheet.wider();
            (vec![TopWords { text: self.short.clone(), start, line: 0 }], SMALL_PRINT)
        })
    }
}

impl Way {
    /// A text in the first stretch of the top that has room for it.
    fn place(self, page: &Page, text: &str, size: Length) -> Option<Vec<TopWords>> {
        let low = below_line(self.lines - 1, size) + page.sheet.wider();
        gaps_at_top(page, low, self.left).into_iter().find_map(|(start, end)| {
            let lines = (self.parted)(text, end - start, size)?;
            // The first line is where nothing else may be.
            let has_room = lines.iter().enumerate().skip(1).all(|(line, text)| {
                let top = below_line(line - 1, size);
                let high = below_line(line, size) + page.sheet.wider() - top;
                is_free(page, Rect::new(Point::new(start, top), Size::new(width_of(text, size), high)))
            });
            let words = lines.into_iter().enumerate().map(|(line, text)| TopWords { text, start, line });
            has_room.then(|| words.collect())
        })
    }
}

fn top_of(mark: &Mark) -> Length {
    mark.from.y.min(mark.to.y)
}

/// Whether the cut of a mark has another below a line at the top, so that it can do without the one at the edge of the paper.
fn is_marked_below(page: &Page, mark: &Mark, line: Length) -> bool {
    let middle = page.sheet.size.height / 2;
    let is_one = |other: &Mark| {
        other.kind == mark.kind
            && other.is_upright()
            && other.from.x == mark.from.x
            && (line..middle).contains(&top_of(other))
    };
    mark.kind == MarkKind::Cut && page.marks.iter().any(is_one)
}

/// Whether enough is left of a mark that ends below a line at the top when it begins there.
fn is_enough_left(page: &Page, mark: &Mark, low: Length, left: Length) -> bool {
    let rest = mark.from.y.max(mark.to.y) - low;
    // A fold goes on to the foot of the page, where it has a mark too.
    rest >= if mark.kind.is_fold() { left.min(SHORT_FOLD) } else { left } || is_marked_below(page, mark, low)
}

/// The stretches at the top of a page, down to a line, in which no mark stands that is needed there, from the left.
fn gaps_at_top(page: &Page, low: Length, left: Option<Length>) -> Vec<(Length, Length)> {
    let can_go = |mark: &Mark| match left {
        None => is_marked_below(page, mark, low),
        Some(left) => is_enough_left(page, mark, low, left),
    };
    let is_in_it = |mark: &&Mark| mark.is_upright() && top_of(mark) < low && !can_go(mark);
    let mut places: Vec<Length> = page.marks.iter().filter(is_in_it).map(|mark| mark.from.x).collect();
    places.sort();
    let side = SIDE + page.sheet.wider();
    let mut gaps = Vec::new();
    let mut start = side;
    for place in places {
        gaps.push((start, place - BESIDE_WORDS));
        start = start.max(place + BEHIND_MARK);
    }
    gaps.push((start, page.sheet.size.width - side));
    gaps.retain(|(start, end)| *end - *start >= LEAST_GAP);
    gaps
}

/// A text in one line of this width.
fn in_one_line(text: &str, room: Length, size: Length) -> Option<Vec<String>> {
    (width_of(text, size) <= room).then(|| vec![text.to_owned()])
}

/// A text in two lines of this width, parted between two steps.
fn in_steps(text: &str, room: Length, size: Length) -> Option<Vec<String>> {
    parted(text, text.match_indices("; ").map(|(at, _)| at + 1), room, size)
}

/// The same, parted anywhere between two words.
fn in_words(text: &str, room: Length, size: Length) -> Option<Vec<String>> {
    parted(text, text.match_indices(' ').map(|(at, _)| at), room, size)
}

/// A text parted at one of the spaces at these places, the first line as full as it can be.
fn parted(text: &str, spaces: impl Iterator<Item = usize>, room: Length, size: Length) -> Option<Vec<String>> {
    let lines = spaces.map(|at| [&text[..at], &text[at + 1..]]);
    let best = lines.filter(|lines| lines.iter().all(|line| width_of(line, size) <= room)).last();
    best.map(|lines| lines.map(str::to_owned).to_vec())
}

/// How far down a line of the note at the top reaches, with the air below its letters.
fn below_line(line: usize, size: Length) -> Length {
    top_baseline(line, size) + size / 4 + CLEAR
}

/// Where a line of the note at the top of a page stands.
pub fn top_baseline(line: usize, size: Length) -> Length {
    // As far from the edge, whatever its size.
    TOP_LINE + size * 3 / 4 + size * 5 / 4 * i64::try_from(line).unwrap_or(0)
}

/// Whether neither pieces nor level marks nor other words lie in a part of a page.
fn is_free(page: &Page, room: Rect) -> bool {
    let meets = |mark: &Mark| {
        let around = Rect::new(mark.from, Size::default()).union(Rect::new(mark.to, Size::default()));
        !mark.is_upright() && around.grown(CLEAR).overlaps(room)
    };
    !page.items.iter().any(|item| item.painted().overlaps(room))
        && !page.marks.iter().any(meets)
        && !page.labels.iter().any(|label| room_of(label).overlaps(room))
}

impl From<String> for TopLine {
    fn from(whole: String) -> Self {
        Self { short: whole.clone(), whole }
    }
}

/// What stands at the top of a page: how to cut it, or for backs, how to turn the sheet.
pub fn top_line(page: &Page, before: usize, backs: Backs) -> Option<TopLine> {
    if let Some(front) = page.back_of {
        let front = before + front + 1;
        if page.items.is_empty() {
            return Some(format!("Left empty: the other side of page {front}").into());
        }
        let turned = match backs {
            Backs::DuplexLong => format!("Backs of page {front}: the printer turns the sheet over its long edge"),
            Backs::DuplexShort => format!("Backs of page {front}: the printer turns the sheet over its short edge"),
            _ => format!("Backs of page {front}: turn the sheet over sideways, like a page of a book"),
        };
        return Some(turned.into());
    }
    let mut steps: Vec<&str> = page.cutting.iter().map(|step| step.text.as_str()).collect();
    if !steps.is_empty() && backs == Backs::Gutterfold && page.is_folded {
        steps.insert(0, "fold along the dashed line and glue");
    }
    // What one step says itself is no sum.
    let cutting: Vec<_> = page.cutting.iter().filter(|step| step.cuts > 0).collect();
    let is_sum = cutting.len() > 1 || cutting.iter().any(|step| !step.text.starts_with(&step.cuts.to_string()));
    let cuts = if is_sum { format!(" ({})", count_of(page.cuts(), "cut")) } else { String::new() };
    let (whole, short) = match steps.as_slice() {
        [] => return None,
        several if page.cuts() == 0 => (several.join("; "), several.join("; ")),
        [only] => ((*only).to_owned(), (*only).to_owned()),
        several => (format!("First {}{cuts}", several.join("; then ")), format!("{}{cuts}", several.join("; "))),
    };
    let capital = |text: String| {
        let mut letters = text.chars();
        letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
    };
    Some(TopLine { whole: capital(whole), short: capital(short) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Bend, Paper};

    const ORDER: &str = "First 8 level cuts from mark to mark; then 8 upright cuts, again from mark to mark (16 cuts)";

    fn um(micrometres: i64) -> Length {
        Length::from_um(micrometres)
    }

    /// A sheet on its side with upright marks at these places, from and to so far below its head.
    fn page(kind: MarkKind, places: &[i64], (from, to): (i64, i64)) -> Page {
        let mut page = Page::new(Paper::A4.sheet(true));
        let mark = |x: &i64| Mark { kind, from: Point::new(um(*x), um(from)), to: Point::new(um(*x), um(to)) };
        page.marks = places.iter().map(mark).collect();
        page
    }

    fn lines(text: &str, page: &Page) -> Vec<(String, Length)> {
        let (words, _) = TopLine::from(text.to_owned()).for_page(page);
        words.into_iter().map(|TopWords { text, start, .. }| (text, start)).collect()
    }

    #[test]
    fn an_order_stands_whole_above_marks_that_leave_it_no_room() {
        let narrow: Vec<i64> = (0..9).map(|n| 20_000 + n * 32_000).collect();
        let whole = [(ORDER.to_owned(), SIDE)];
        assert_eq!(lines(ORDER, &page(MarkKind::Cut, &narrow, (7_500, 10_500))), whole);
        assert_eq!(lines(ORDER, &page(MarkKind::Fold(Bend::Mountain), &[148_500], (6_900, 9_900))), whole);
        // Between two marks that would be too short, in two lines of whole steps.
        let (first, second) = ORDER.split_once("; ").unwrap();
        let wide = page(MarkKind::Cut, &[40_000, 100_000, 160_000, 220_000, 280_000], (5_000, 9_000));
        let start = um(40_000) + BEHIND_MARK;
        assert_eq!(lines(ORDER, &wide), [(format!("{first};"), start), (second.to_owned(), start)]);
    }
}
