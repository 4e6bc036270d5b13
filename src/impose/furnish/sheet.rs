//! What every sheet carries besides pieces: its label, a ruler to measure, and the order of cuts.

use crate::geom::{Point, Rect, Size};
use crate::layout::common::Common;
use crate::layout::face::Face;
use crate::layout::{Anchor, Label};
use crate::model::{Component, Game, Kind, LEAST_MARGIN, PathStep, PrintLayout, Sheet};
use crate::units::Length;

use crate::impose::backs::leave_empty;
use crate::impose::kit::{Kit, Section};
use crate::impose::marks::FOOT;
use crate::impose::page::{CutPath, Item, Mark, MarkKind, Page};
use crate::impose::{WITH_BACKS, packed_as};

use super::small_print::{
    BEHIND_MARK, BESIDE_WORDS, CLEAR, FOOT_PRINT, SHORT_MARK, SIDE, SMALL_PRINT, room_of, shorten, width_of,
};
use super::top_line::{TopLine, TopWords, top_baseline, top_line};

/// The ruler is as long as it says.
const RULER: Length = Length::from_mm(100);
/// Baselines above the bottom edge.
const FIRST_LINE: Length = Length::from_um(8_000);
const SECOND_LINE: Length = Length::from_um(5_550);
const RULER_LINE: Length = Length::from_um(5_800);
/// The strokes at the ends of the ruler.
const LONG_STEP: Length = Length::from_um(1_400);
/// What small print needs beside the ruler.
const BESIDE: Length = Length::from_mm(60);
/// A mark that ends so little above the small print stands beside it all the same.
const ABOVE_FOOT: Length = Length::from_um(1_000);
/// From its end to the label there.
const BEFORE_END: Length = Length::from_um(1_300);
/// From its ends to cut marks, which would be taken for strokes of it.
const BESIDE_RULER: Length = Length::from_um(2_500);
/// Places for it are tried so far apart.
const RULER_STEP: Length = Length::from_um(500);
/// So many things on a page are named one by one, if their names have no more letters than that.
const FEW_TITLES: usize = 4;
const SHORT_TITLES: usize = 56;

impl Kit {
    /// Puts the first page before all others and writes the small print on every page.
    pub fn finish(&mut self, game: &Game, contents: Option<Common<Face>>) {
        if let Some(face) = contents {
            let mut page = Page::new(self.layout.paper.sheet(false));
            let at = page.sheet.content().origin;
            page.items.push(Item::upright(&face, at));
            let mut section = Section::new("What is in the box", Vec::new(), vec![page]);
            if self.layout.backs.is_duplex() {
                leave_empty(&mut section.pages);
            }
            self.sections.insert(0, section);
        }
        furnish(self, game);
    }
}

/// Writes label, ruler and cutting order on every page of a kit.
fn furnish(kit: &mut Kit, game: &Game) {
    let feet = foot_texts(kit, game);
    let backs = kit.layout.backs;
    let mut feet = feet.iter();
    let mut number = 0;
    for section in &mut kit.sections {
        let before = number;
        number += section.pages.len();
        for (page, foot) in section.pages.iter_mut().zip(feet.by_ref()) {
            let notes = glue_notes(page, game);
            page.labels.extend(notes);
            if page.is_bare {
                continue;
            }
            let top = top_line(page, before, backs);
            furnish_page(page, foot, top.as_ref());
        }
    }
}

/// What stands at the foot of every page. Where one has no room for all that is said of the ruler, less of it is said on all of
/// them: whoever measures reads the same words on every page.
fn foot_texts(kit: &Kit, game: &Game) -> Vec<FootText> {
    let total = kit.page_count();
    let layout = kit.layout;
    let edition = format!("{} {}", game.title, game.edition());
    let sections = kit.sections.iter().flat_map(|section| section.pages.iter().map(move |page| (section, page)));
    let foot = |((section, page), number): ((&Section, &Page), usize)| {
        let title = title_of(page, (&section.title, &section.components), game, &layout);
        let place = format!("page {number} of {total}");
        let labels =
            [format!("{edition} · {title} · {place}"), format!("{title} · {place}"), format!("{edition} · {place}")];
        FootText { labels, scale: scale_line(page.sheet, &layout.paper.title()) }
    };
    let mut feet: Vec<FootText> = sections.zip(1..).map(foot).collect();
    let mut pages = kit.pages().zip(&feet).filter(|(page, _)| !page.is_bare);
    if !pages.all(|(page, foot)| foot.has_room(page)) {
        for (_, foot) in kit.pages().zip(&mut feet).filter(|(page, _)| !is_narrow(page.sheet)) {
            SHORT_SCALE.clone_into(&mut foot.scale);
        }
    }
    feet
}

/// On the flaps of boxes, where glue goes.
fn glue_notes(page: &Page, game: &Game) -> Vec<Label> {
    let on_box = |item: &Item| {
        let component = game.components.get(item.face.component)?;
        let Kind::Tuckbox(tuckbox) = &component.kind else { return None };
        // The places are those of the box in its own size.
        let times = item.face.size.width.mm_f32() / component.size.width.mm_f32();
        let note = |[x, y]: [f32; 2]| {
            let at = item.place(x * times, y * times).moved(Point::new(Length::ZERO, FOOT_PRINT / 3));
            Label { text: "glue".to_owned(), at, anchor: Anchor::Middle, size: FOOT_PRINT }
        };
        Some(tuckbox.glue_places().map(note))
    };
    page.items.iter().filter_map(on_box).flatten().collect()
}

/// What is on a page, as its section calls it.
fn title_of(page: &Page, (title, parts): (&str, &[usize]), game: &Game, layout: &PrintLayout) -> String {
    let is_here = |number: &&usize| page.items.iter().any(|item| item.face.component == **number);
    let here = parts.iter().filter(is_here).filter_map(|number| game.components.get(*number));
    let here: Vec<&Component> = here.collect();
    let mut kinds: Vec<&str> = Vec::new();
    for component in &here {
        let kind = packed_as(component, layout).unwrap_or(&component.title);
        if !kinds.contains(&kind) {
            kinds.push(kind);
        }
    }
    // A few things are called as they are everywhere else.
    let titles: Vec<&str> = here.iter().map(|component| component.title.as_str()).collect();
    if titles.len() <= FEW_TITLES && titles.iter().map(|title| title.chars().count()).sum::<usize>() <= SHORT_TITLES {
        kinds = titles;
    }
    let behind = if title.ends_with(WITH_BACKS) { WITH_BACKS } else { "" };
    if kinds.is_empty() { title.to_owned() } else { format!("{}{behind}", kinds.join(", ")) }
}

/// What to do with the ruler; where all small print shares one line, in few words.
fn scale_line(sheet: Sheet, paper: &str) -> String {
    if is_narrow(sheet) {
        format!("print on {paper} at 100 %: 100 mm")
    } else {
        format!("print on {paper} at 100 % (actual size), then measure this line")
    }
}

/// Says on a page which printer it is made for, behind the note on its scale.
pub fn name_printer(page: &mut Page, printer: &str) {
    let (line, anchor) = if is_narrow(page.sheet) { (FIRST_LINE, Anchor::End) } else { (SECOND_LINE, Anchor::Start) };
    if let Some(label) = label_on(page, line, anchor) {
        label.text = format!("{} · made for the printer {printer}", label.text);
    }
}

/// The label at the foot of a page, once it is written.
pub fn page_label(page: &mut Page) -> Option<&mut Label> {
    label_on(page, FIRST_LINE, Anchor::Start)
}

fn label_on(page: &mut Page, line: Length, anchor: Anchor) -> Option<&mut Label> {
    let y = page.sheet.size.height - page.sheet.wider() - line;
    page.labels.iter_mut().find(|label| label.at.y == y && label.anchor == anchor)
}

/// Whether there is no room for small print beside the ruler, so that all of it stands above.
fn is_narrow(sheet: Sheet) -> bool {
    sheet.content().size.width < RULER + BESIDE
}

fn furnish_page(page: &mut Page, foot: &FootText, top: Option<&TopLine>) {
    let wider = page.sheet.wider();
    let ((left, right), height) = (sides(page.sheet), page.sheet.size.height - wider);
    let narrow = is_narrow(page.sheet);
    let Foot { label, scale, size, start, width } = Foot::for_page(page, foot, (left, right - RULER));
    let low_marks = low_marks(page);
    let behind_text = start + width + CLEAR * 4;
    let ruler_end = if narrow { right } else { end_of_ruler(&low_marks, behind_text + RULER, right) };
    let ruler_start = ruler_end - RULER;
    let mut write = |text: String, x: Length, y: Length, anchor, size| {
        page.labels.push(Label { text, at: Point::new(x, y), anchor, size });
    };
    write(label, start, height - FIRST_LINE, Anchor::Start, size);
    if narrow {
        write(scale, right, height - FIRST_LINE, Anchor::End, size);
    } else {
        write(scale, start, height - SECOND_LINE, Anchor::Start, size);
        let zero = ruler_start - Length::from_um(600);
        write("0".to_owned(), zero, height - RULER_LINE, Anchor::End, SMALL_PRINT);
        // At the stroke that ends it, so that nobody measures to the label.
        let end = end_of_label(&low_marks, ruler_end - BEFORE_END);
        write("100 mm".to_owned(), end, height - FIRST_LINE, Anchor::End, SMALL_PRINT);
    }
    if let Some(top) = top {
        let (words, size) = top.for_page(page);
        for TopWords { text, start, line } in words {
            let at = Point::new(start, top_baseline(line, size) + wider);
            let label = Label { text, at, anchor: Anchor::Start, size };
            begin_folds_below(page, clear_of(&label));
            page.labels.push(label);
        }
    }
    let line = if narrow { LEAST_MARGIN } else { RULER_LINE };
    let ruler_start = Point::new(ruler_start, height - line);
    // Only paper makes a mark go on over the bleed: one that ends at the ruler can be seen all the same.
    let over_bleed = over_bleed(page);
    keep_marks_clear(page, ruler_start);
    page.cut_paths.extend(over_bleed);
    ruler(page, ruler_start);
}

/// Where upright cut marks stand that come down to the small print, from the left.
fn low_marks(page: &Page) -> Vec<Length> {
    let foot = page.sheet.size.height - page.sheet.wider() - FOOT - ABOVE_FOOT;
    let low = page.marks.iter().filter(|mark| mark.kind == MarkKind::Cut && mark.from.y.max(mark.to.y) > foot);
    let mut places: Vec<Length> = low.map(|mark| mark.from.x).collect();
    places.sort();
    places
}

/// Where the label of the ruler ends: at a place, or before the cut mark that stands in it.
fn end_of_label(marks: &[Length], end: Length) -> Length {
    let width = width_of("100 mm", SMALL_PRINT);
    let in_it = |end: Length| marks.iter().find(|x| (end - width - CLEAR..=end + CLEAR).contains(*x));
    let moved = in_it(end).map(|x| *x - CLEAR * 2);
    moved.filter(|end| in_it(*end).is_none()).unwrap_or(end)
}

/// Where the ruler ends: as far to the right as it can without a cut mark in it, or at least none beside its ends or in its label; at
/// the side where there is no such place.
fn end_of_ruler(marks: &[Length], least: Length, right: Length) -> Length {
    let label = width_of("100 mm", SMALL_PRINT) + BEFORE_END;
    let zero = BEFORE_END + SMALL_PRINT;
    let is_none_in =
        |taken: &[(Length, Length)]| !marks.iter().any(|x| taken.iter().any(|(from, to)| from <= x && x <= to));
    let is_free = |end: &Length| is_none_in(&[(*end - RULER - zero - CLEAR, *end + BESIDE_RULER)]);
    let is_free_at_ends = |end: &Length| {
        let start = *end - RULER;
        is_none_in(&[(*end - label - BESIDE_RULER, *end + BESIDE_RULER), (start - zero - CLEAR, start + BESIDE_RULER)])
    };
    let steps = (right - least).fits(RULER_STEP).max(0);
    let places = || (0..=steps).map(|step| right - RULER_STEP * step);
    places().find(is_free).or_else(|| places().find(is_free_at_ends)).unwrap_or(right)
}

/// What stands at the foot of a page: what is on it, with fewer words for where these find no room, and what is said of the ruler.
struct FootText {
    /// The last of them only where not even the name of what is on the page finds room.
    labels: [String; 3],
    scale: String,
}

impl FootText {
    /// Whether the name of what is on a page finds room, with all that is said of the ruler.
    fn has_room(&self, page: &Page) -> bool {
        let (left, right) = sides(page.sheet);
        Foot::fitting(page, &self.labels[..2], &self.scale, (left, right - RULER)).is_some()
    }
}

/// The same as it is written, where it starts, and about how wide what stands left of the ruler is.
struct Foot {
    label: String,
    scale: String,
    size: Length,
    start: Length,
    width: Length,
}

impl Foot {
    /// As many words, and as large, as there is room for between the cut marks: no piece loses a mark to small print.
    fn for_page(page: &Page, text: &FootText, room: (Length, Length)) -> Self {
        let FootText { labels, scale } = text;
        let short_scale = if is_narrow(page.sheet) { scale } else { SHORT_SCALE };
        let found = Self::fitting(page, &labels[..2], scale, room)
            .or_else(|| Self::fitting(page, &labels[..2], short_scale, room))
            .or_else(|| Self::fitting(page, &labels[2..], short_scale, room));
        found.unwrap_or_else(|| {
            let width = Self::width(page, &labels[0], scale, SMALL_PRINT);
            Self { label: labels[0].clone(), scale: scale.clone(), size: SMALL_PRINT, start: room.0, width }
        })
    }

    /// The first of these labels that has room, as large as it can be.
    fn fitting(page: &Page, labels: &[String], scale: &str, (left, end): (Length, Length)) -> Option<Self> {
        let sizes: &[Length] = if is_narrow(page.sheet) { &[SMALL_PRINT] } else { &[FOOT_PRINT, SMALL_PRINT] };
        let mut ways = labels.iter().flat_map(|label| sizes.iter().map(move |size| (label, *size)));
        ways.find_map(|(label, size)| {
            let width = Self::width(page, label, scale, size);
            let start = free_start(page, left, width, end)?;
            Some(Self { label: label.clone(), scale: scale.to_owned(), size, start, width })
        })
    }

    /// How wide both lines are; on a narrow sheet the second stands elsewhere.
    fn width(page: &Page, label: &str, scale: &str, size: Length) -> Length {
        let label = width_of(label, size);
        if is_narrow(page.sheet) { label } else { label.max(width_of(scale, size)) }
    }
}

/// Between which small print stands.
fn sides(sheet: Sheet) -> (Length, Length) {
    let side = SIDE + sheet.wider();
    (side, sheet.size.width - side)
}

/// What is said of the ruler where there is little room.
const SHORT_SCALE: &str = "print at 100 %: this line is 100 mm";

/// Where the small print at the foot starts: at the side, or where cut marks stand there, behind the first of them that
/// leaves room for it; none where no place does.
fn free_start(page: &Page, side: Length, width: Length, end: Length) -> Option<Length> {
    let places = low_marks(page);
    let is_free = |start: &Length| !places.iter().any(|x| (*start - CLEAR..=*start + width + CLEAR).contains(x));
    let starts = std::iter::once(side).chain(places.iter().map(|x| *x + BEHIND_MARK));
    starts.filter(|start| *start >= side && *start + width < end).find(is_free)
}

/// Cut marks end before they run into small print or the ruler; what is too short then is left out.
fn keep_marks_clear(page: &mut Page, ruler: Point) {
    let mut taken: Vec<Rect> = page.labels.iter().map(clear_of).collect();
    taken.push(Rect::new(Point::new(ruler.x, ruler.y - LONG_STEP), Size::new(RULER, LONG_STEP)).grown(CLEAR));
    page.marks.retain_mut(|mark| mark.kind != MarkKind::Cut || taken.iter().all(|room| shorten(mark, *room)));
}

/// Folds begin below words at the top that stand across them.
fn begin_folds_below(page: &mut Page, words: Rect) {
    for mark in page.marks.iter_mut().filter(|mark| mark.kind.is_fold()) {
        shorten(mark, words);
    }
}

/// Lines that go on over the bleed where paper leaves a mark at its edge too little room: they are cut off with it.
fn over_bleed(page: &Page) -> Vec<CutPath> {
    if page.back_of.is_some() {
        return Vec::new();
    }
    let content = page.sheet.content();
    let short = |mark: &Mark| mark.kind == MarkKind::Cut && length_of(mark) < SHORT_MARK;
    page.marks.iter().filter(|mark| short(mark)).filter_map(|mark| line_to_trim(page, mark, content)).collect()
}

/// How long a straight line along a side of the paper is.
fn length_of(mark: &Mark) -> Length {
    let apart = |one: Length, other: Length| one.max(other) - one.min(other);
    apart(mark.from.x, mark.to.x) + apart(mark.from.y, mark.to.y)
}

/// From the inner end of a mark at the edge of the paper to where the piece behind it is cut.
fn line_to_trim(page: &Page, mark: &Mark, content: Rect) -> Option<CutPath> {
    let is_upright = mark.from.x == mark.to.x;
    let turned = |point: Point| if is_upright { point } else { point.turned() };
    let rect = |rect: Rect| if is_upright { rect } else { rect.turned() };
    let (from, to, content) = (turned(mark.from), turned(mark.to), rect(content));
    let (top, bottom) = (from.y.min(to.y), from.y.max(to.y));
    let mut ends = page.items.iter().filter_map(|item| {
        let trim = rect(item.trim);
        let is_beside = (trim.left()..=trim.right()).contains(&from.x);
        let near = item.face.bleed + CLEAR * 2;
        let (above, below) = (trim.top() - bottom, top - trim.bottom());
        let is_there = |gap: Length| is_beside && gap > Length::ZERO && gap <= near;
        if is_there(above) && top - content.top() < SHORT_MARK {
            Some((bottom, trim.top()))
        } else if is_there(below) && content.bottom() - bottom < SHORT_MARK {
            Some((top, trim.bottom()))
        } else {
            None
        }
    });
    let (start, end) = ends.next()?;
    let (start, end) = (turned(Point::new(from.x, start)), turned(Point::new(from.x, end)));
    let line = PathStep::Line((end.x - start.x).mm_f32(), (end.y - start.y).mm_f32());
    Some(CutPath { at: start, path: vec![PathStep::Move(0.0, 0.0), line, PathStep::Close] })
}

/// Where no mark may be for a label to be read.
fn clear_of(label: &Label) -> Rect {
    let Rect { origin, size } = room_of(label);
    let (x, y) = (BESIDE_WORDS - CLEAR / 2, CLEAR / 2);
    // Some letters hang below their line.
    let hanging = label.size / 4;
    Rect::new(Point::new(origin.x - x, origin.y - y), Size::new(size.width + x * 2, size.height + y * 2 + hanging))
}

fn ruler(page: &mut Page, start: Point) {
    let mut line = |from: Point, to: Point| page.marks.push(Mark { kind: MarkKind::Ruler, from, to });
    line(start, Point::new(start.x + RULER, start.y));
    for step in 0..=10 {
        let long = match step {
            0 | 10 => LONG_STEP,
            5 => Length::from_um(1_000),
            _ => Length::from_um(700),
        };
        let x = start.x + RULER * step / 10;
        line(Point::new(x, start.y), Point::new(x, start.y - long));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Paper;

    fn mm(millimetres: i64) -> Length {
        Length::from_mm(millimetres)
    }

    /// A page with cut marks from 5 mm to 9.5 mm above its foot, and from 5 mm below its head.
    fn page(paper: Paper, landscape: bool, places: &[i64]) -> Page {
        let mut page = Page::new(paper.sheet(landscape));
        let height = page.sheet.size.height;
        for (x, top) in places.iter().flat_map(|x| [(mm(*x), height - Length::from_um(9_500)), (mm(*x), mm(5))]) {
            let (from, to) = (Point::new(x, top), Point::new(x, top + Length::from_um(4_500)));
            page.marks.push(Mark { kind: MarkKind::Cut, from, to });
        }
        let label = "Barn Dance 1.0 · Cards · page 2 of 9".to_owned();
        let scale = scale_line(page.sheet, "A4");
        let top = TopLine::from("4 level cuts from mark to mark".to_owned());
        furnish_page(&mut page, &FootText { labels: [label.clone(), label.clone(), label], scale }, Some(&top));
        page
    }

    fn cut_marks(page: &Page) -> Vec<(Length, Length, Length)> {
        let cuts = page.marks.iter().filter(|mark| mark.kind == MarkKind::Cut);
        cuts.map(|mark| (mark.from.x, mark.from.y, mark.to.y)).collect()
    }

    #[test]
    fn words_and_ruler_make_room_for_cut_marks() {
        let few = page(Paper::A4, true, &[20, 100, 250]);
        assert_eq!(page_label(&mut few.clone()).unwrap().at.x, mm(20) + BEHIND_MARK);
        let order = few.labels.iter().find(|label| label.text.starts_with("4 level")).unwrap();
        assert_eq!(order.at.x, mm(20) + BEHIND_MARK);
        let foot = mm(210) - Length::from_um(9_500);
        let whole = |x: i64| [(mm(x), foot, mm(205)), (mm(x), mm(5), Length::from_um(9_500))];
        assert_eq!(cut_marks(&few), [whole(20), whole(100), whole(250)].concat());
        // Where there is no room between marks for the ruler, those in it end above it.
        let many = page(Paper::A4, true, &[20, 100, 160, 220, 280]);
        let above = mm(210) - RULER_LINE - LONG_STEP - CLEAR;
        let low: Vec<_> = cut_marks(&many).into_iter().filter(|(_, top, _)| *top == foot).collect();
        assert!(low.contains(&(mm(220), foot, above)) && low.contains(&(mm(20), foot, mm(205))), "{low:?}");
    }

    #[test]
    fn no_mark_touches_the_words_of_the_ruler() {
        for x in 195..206 {
            let page = page(Paper::A4, false, &[x]);
            let words = page.labels.iter().find(|label| label.text == "100 mm").map(room_of).unwrap();
            for (x, top, bottom) in cut_marks(&page) {
                let beside = x + CLEAR <= words.left() || x - CLEAR >= words.right();
                assert!(beside || bottom + CLEAR / 2 <= words.top() || top >= words.bottom(), "{x:?}");
            }
        }
    }

    #[test]
    fn nothing_at_the_foot_overlaps_on_small_paper() {
        let sheets = Paper::NAMED.into_iter().flat_map(|paper| [(paper, false), (paper, true)]);
        for (paper, landscape) in sheets {
            let page = page(paper, landscape, &[]);
            let whole = page.sheet.whole();
            let ruler = page
                .marks
                .iter()
                .map(|mark| Rect::new(mark.to, Size::default()).union(Rect::new(mark.from, Size::default())));
            let ruler = ruler.reduce(Rect::union).unwrap();
            let rooms: Vec<Rect> = page.labels.iter().map(room_of).collect();
            for (index, room) in rooms.iter().enumerate() {
                assert!(whole.contains(*room), "{:?}", page.labels[index]);
                assert!(!rooms[index + 1..].iter().any(|other| other.overlaps(*room)), "{:?}", page.labels[index]);
                // The figures belong to the ruler.
                let is_text = page.labels[index].text.len() > 6;
                assert!(!is_text || !ruler.overlaps(*room), "{:?}", page.labels[index]);
            }
        }
    }
}
