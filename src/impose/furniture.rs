//! What every sheet carries besides pieces: its label, a ruler to measure, and the order of cuts.

use crate::diag::count_of;
use crate::geom::{Axis, Point, Rect, Size};
use crate::layout::{Anchor, Label};
use crate::model::{Backs, Game, LEAST_MARGIN, Sheet};
use crate::units::Length;

use super::bed::Bed;
use super::kit::Kit;
use super::page::{Mark, MarkKind, Page};

/// The ruler is as long as it says.
const RULER: Length = Length::from_mm(100);
/// Six points: nothing on a sheet is set smaller.
const SMALL_PRINT: Length = Length::from_um(2_120);
/// From the side edges of the sheet.
const SIDE: Length = Length::from_um(6_350);
/// Baselines above the bottom edge.
const FIRST_LINE: Length = Length::from_um(7_700);
const SECOND_LINE: Length = Length::from_um(5_500);
const RULER_LINE: Length = Length::from_um(5_800);
/// Baseline of the cutting note below the top edge.
const TOP_LINE: Length = Length::from_um(6_900);
/// Marks keep clear of the small print: so far from the top edge, and from the bottom edge.
const HEAD: Length = Length::from_um(7_500);
const FOOT: Length = Length::from_um(9_400);

/// The part of a bed's sheet in which cut marks stay clear of the small print, of its fold, and inside what printers
/// reach.
pub fn mark_limits(bed: &Bed) -> Rect {
    let Size { width, height } = bed.sheet.size;
    let wider = bed.sheet.wider();
    let side = LEAST_MARGIN + wider;
    let clear = Length::from_mm(1);
    let right = if bed.fold == Some(Axis::Upright) { width / 2 - clear } else { width - side };
    let bottom = if bed.fold == Some(Axis::Level) { height / 2 - clear } else { height - FOOT - wider };
    let corner = Point::new(side, HEAD + wider);
    Rect::new(corner, Size::new(right - corner.x, bottom - corner.y))
}

/// Writes label, ruler and cutting order on every page of a kit.
pub fn furnish(kit: &mut Kit, game: &Game) {
    let total = kit.page_count();
    let (paper, backs) = (kit.layout.paper.title(), kit.layout.backs);
    let mut number = 0;
    for section in &mut kit.sections {
        let before = number;
        for page in &mut section.pages {
            number += 1;
            let label = format!("{} {} · {} · page {number} of {total}", game.title, game.edition(), section.title);
            let scale = format!("print on {paper} at 100 % (actual size), then measure this line");
            let top = top_line(page, before, backs);
            furnish_page(page, label, scale, top);
        }
    }
}

/// Says on a page which printer it is made for, behind the note on its scale.
pub fn name_printer(page: &mut Page, printer: &str) {
    if let Some(label) = label_at(page, SECOND_LINE) {
        label.text = format!("{} · made for the printer {printer}", label.text);
    }
}

/// The label at the foot of a page, once it is written.
pub fn page_label(page: &mut Page) -> Option<&mut Label> {
    label_at(page, FIRST_LINE)
}

fn label_at(page: &mut Page, line: Length) -> Option<&mut Label> {
    let wider = page.sheet.wider();
    let at = Point::new(SIDE + wider, page.sheet.size.height - wider - line);
    page.labels.iter_mut().find(|label| label.at == at)
}

/// What stands at the top of a page: how to cut it, or for backs, how to turn the sheet.
fn top_line(page: &Page, before: usize, backs: Backs) -> String {
    if let Some(front) = page.back_of {
        let front = before + front + 1;
        if page.items.is_empty() {
            return format!("Left empty: the other side of page {front}");
        }
        return match backs {
            Backs::DuplexLong => format!("Backs of page {front}: the printer turns the sheet over its long edge"),
            Backs::DuplexShort => format!("Backs of page {front}: the printer turns the sheet over its short edge"),
            _ => format!("Backs of page {front}: turn the sheet over sideways, like a page of a book"),
        };
    }
    let mut steps: Vec<&str> = page.cutting.iter().map(|step| step.text.as_str()).collect();
    if steps.is_empty() {
        return String::new();
    }
    if backs == Backs::Gutterfold && page.has_backs() {
        steps.insert(0, "fold along the dashed line and glue");
    }
    let steps: Vec<String> = steps.iter().zip(1..).map(|(step, n)| format!("{n}. {step}")).collect();
    format!("{}: {}", count_of(page.cuts(), "cut"), steps.join("   "))
}

fn furnish_page(page: &mut Page, label: String, scale: String, top: String) {
    let Sheet { size: Size { width, height }, .. } = page.sheet;
    let wider = page.sheet.wider();
    let (side, height) = (SIDE + wider, height - wider);
    let mut write = |text: String, x: Length, y: Length, anchor| {
        page.labels.push(Label { text, at: Point::new(x, y), anchor, size: SMALL_PRINT });
    };
    let start = width - side - RULER;
    write(label, side, height - FIRST_LINE, Anchor::Start);
    write(scale, side, height - SECOND_LINE, Anchor::Start);
    write("0".to_owned(), start - Length::from_um(600), height - RULER_LINE, Anchor::End);
    write("100 mm".to_owned(), start + RULER / 2, height - FIRST_LINE, Anchor::Middle);
    if !top.is_empty() {
        write(top, side, TOP_LINE + wider, Anchor::Start);
    }
    ruler(page, Point::new(start, height - RULER_LINE));
}

fn ruler(page: &mut Page, start: Point) {
    let mut line = |from: Point, to: Point| page.marks.push(Mark { kind: MarkKind::Ruler, from, to });
    line(start, Point::new(start.x + RULER, start.y));
    for step in 0..=10 {
        let long = match step {
            0 | 10 => Length::from_um(2_000),
            5 => Length::from_um(1_000),
            _ => Length::from_um(700),
        };
        let x = start.x + RULER * step / 10;
        line(Point::new(x, start.y), Point::new(x, start.y - long));
    }
}
