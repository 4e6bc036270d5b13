//! What stands at the top of a sheet, and where between its marks: how to cut it, or how to turn it.

use crate::diag::count_of;
use crate::geom::{Point, Rect, Size};
use crate::model::Backs;
use crate::units::Length;

use crate::impose::page::{Mark, MarkKind, Page};

use super::small_print::{BEHIND_MARK, BESIDE_WORDS, CLEAR, SIDE, SMALL_PRINT, shorten, width_of};

/// Eight and a half points, or seven and a half: what is read with a knife in the hand, where there is room for it.
const LARGE_PRINT: Length = Length::from_um(3_000);
const PLAIN_PRINT: Length = Length::from_um(2_650);
/// From the top edge to the capitals of the cutting note.
const TOP_LINE: Length = Length::from_um(5_300);
/// Between marks that are nearer to each other no words stand.
const LEAST_GAP: Length = Length::from_mm(20);

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

impl TopLine {
    /// As many words, and as large, as there is room for: in one line, in one that makes room for the cut marks in it, or in two.
    pub fn for_page(&self, page: &Page) -> (Vec<TopWords>, Length) {
        let left = SIDE + page.sheet.wider();
        let room = page.sheet.size.width - left * 2;
        let gaps = |size: Length| gaps_at_top(page, size, (left, left + room));
        let in_one = |parts: Vec<(String, Length)>| {
            parts.into_iter().map(|(text, start)| TopWords { text, start, line: 0 }).collect::<Vec<_>>()
        };
        let in_two = |text: &str, size: Length| {
            let lines = in_lines(text, room, size).filter(|lines| lines.len() > 1);
            let lines = lines.filter(|lines| has_room_below(page, lines, size))?;
            let words = lines.into_iter().enumerate();
            Some(words.map(|(line, text)| TopWords { text, start: left, line }).collect::<Vec<_>>())
        };
        let sizes = [LARGE_PRINT, PLAIN_PRINT, SMALL_PRINT];
        // Words are kept before size, down to small print.
        let ways = || [&self.whole, &self.short].into_iter().flat_map(|text| sizes.map(|size| (text, size)));
        let of = |pieces: fn(&str) -> Vec<String>, least: Length| {
            let fitting =
                |(text, size): (&String, Length)| Some((in_one(in_gaps(&pieces(text), &gaps(size), size)?), size));
            ways().filter(|(_, size)| *size >= least).find_map(fitting)
        };
        let undivided: fn(&str) -> Vec<String> = |text| vec![text.to_owned()];
        let two_lines = || ways().find_map(|(text, size)| Some((in_two(text, size)?, size)));
        let found = of(undivided, PLAIN_PRINT).or_else(two_lines).or_else(|| of(steps_of, PLAIN_PRINT));
        let small =
            || of(undivided, SMALL_PRINT).or_else(|| of(steps_of, SMALL_PRINT)).or_else(|| of(words_of, SMALL_PRINT));
        found.or_else(small).unwrap_or_else(|| (in_one(vec![(self.short.clone(), left)]), SMALL_PRINT))
    }
}

/// The steps of an order, each with the sign behind it.
fn steps_of(text: &str) -> Vec<String> {
    text.split_inclusive("; ").map(|step| step.trim_end().to_owned()).collect()
}

fn words_of(text: &str) -> Vec<String> {
    text.split(' ').map(str::to_owned).collect()
}

fn is_upright(mark: &Mark) -> bool {
    mark.from.x == mark.to.x
}

fn top_of(mark: &Mark) -> Length {
    mark.from.y.min(mark.to.y)
}

/// Whether a cut has a mark of its own below a line at the top, so that it can do without the one at the edge of the paper.
fn is_marked_below(page: &Page, x: Length, line: Length) -> bool {
    let middle = page.sheet.size.height / 2;
    page.marks.iter().any(|mark| is_upright(mark) && mark.from.x == x && (line..middle).contains(&top_of(mark)))
}

/// The stretches of the first line at the top of a page in which no mark stands, from the left.
fn gaps_at_top(page: &Page, size: Length, (left, right): (Length, Length)) -> Vec<(Length, Length)> {
    let low = top_baseline(0, size) + page.sheet.wider() + size / 4 + CLEAR;
    // A fold has no mark to spare, and nothing is read across it.
    let can_go = |mark: &Mark| !mark.kind.is_fold() && is_marked_below(page, mark.from.x, low);
    let is_in_it = |mark: &&Mark| is_upright(mark) && top_of(mark) < low && !can_go(mark);
    let mut places: Vec<Length> = page.marks.iter().filter(is_in_it).map(|mark| mark.from.x).collect();
    places.sort();
    let mut gaps = Vec::new();
    let mut start = left;
    for place in places {
        gaps.push((start, place - BESIDE_WORDS));
        start = start.max(place + BEHIND_MARK);
    }
    gaps.push((start, right));
    gaps.retain(|(start, end)| *end - *start >= LEAST_GAP);
    gaps
}

/// Pieces of a text one after another in these stretches, as many as have room in each; none where they do not fit.
fn in_gaps(pieces: &[String], gaps: &[(Length, Length)], size: Length) -> Option<Vec<(String, Length)>> {
    let mut placed: Vec<(String, Length)> = Vec::new();
    let mut left = gaps.iter();
    let mut room = *left.next()?;
    let mut begun = String::new();
    for piece in pieces {
        loop {
            let more = if begun.is_empty() { piece.clone() } else { format!("{begun} {piece}") };
            if room.0 + width_of(more.chars().count(), size) <= room.1 {
                begun = more;
                break;
            }
            if !begun.is_empty() {
                // As near to what follows behind the mark as it can be, so that the two are read as one.
                let start = if placed.is_empty() { room.1 - width_of(begun.chars().count(), size) } else { room.0 };
                placed.push((std::mem::take(&mut begun), start));
            }
            room = *left.next()?;
        }
    }
    placed.push((begun, room.0));
    Some(placed)
}

/// A text in one line of this width or in two, parted where something ends if it can be.
fn in_lines(text: &str, room: Length, size: Length) -> Option<Vec<String>> {
    let fits = |text: &str| width_of(text.chars().count(), size) <= room;
    if fits(text) {
        return Some(vec![text.to_owned()]);
    }
    let parted = |at: usize, between: usize| (text[..at].to_owned(), text[at + between..].to_owned());
    let steps = text.match_indices("; ").map(|(at, _)| parted(at + 1, 1));
    let words = text.match_indices(' ').map(|(at, _)| parted(at, 1));
    let fit = |(first, second): &(String, String)| fits(first) && fits(second);
    // The first line as full as it can be.
    let best = steps.filter(fit).last().or_else(|| words.rev().find(fit));
    best.map(|(first, second)| vec![first, second])
}

/// Where a line of the note at the top of a page stands.
pub fn top_baseline(line: usize, size: Length) -> Length {
    // As far from the edge, whatever its size.
    TOP_LINE + size * 3 / 4 + size * 5 / 4 * i64::try_from(line).unwrap_or(0)
}

/// Whether a second line of the note at the top meets no piece, and leaves marks long enough.
fn has_room_below(page: &Page, lines: &[String], size: Length) -> bool {
    let wider = page.sheet.wider();
    let letters = lines.iter().map(|line| line.chars().count()).max().unwrap_or(0);
    let (left, low) = (SIDE + wider, top_baseline(lines.len() - 1, size) + wider);
    let taken = Rect::new(Point::new(left, Length::ZERO), Size::new(width_of(letters, size), low + CLEAR * 2));
    let meets_piece = page.items.iter().any(|item| item.painted().overlaps(taken));
    let mut marks = page.marks.clone();
    let is_left =
        |mark: &mut Mark| mark.kind != MarkKind::Cut || shorten(mark, taken) || is_marked_below(page, mark.from.x, low);
    !meets_piece && marks.iter_mut().all(is_left)
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
