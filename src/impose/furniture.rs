//! What every sheet carries besides pieces: its label, a ruler to measure, and the order of cuts.

use crate::geom::{Point, Rect, Size};
use crate::layout::{Anchor, Label};
use crate::model::{Game, Sheet};
use crate::units::Length;

use super::{Kit, Mark, MarkKind, Page};

/// The ruler is as long as it says.
const RULER: Length = Length::from_mm(100);
/// Six points: nothing on a sheet is set smaller.
const SMALL_PRINT: Length = Length::from_um(2_120);
/// From the side edges of the sheet.
const SIDE: Length = Length::from_um(6_350);
/// Baselines above the bottom edge.
const FIRST_LINE: Length = Length::from_um(7_150);
const SECOND_LINE: Length = Length::from_um(4_950);
const RULER_LINE: Length = Length::from_um(5_400);
/// Baseline of the cutting note below the top edge.
const TOP_LINE: Length = Length::from_um(6_900);

/// The part of a sheet in which cut marks stay clear of the small print and inside what printers reach.
pub fn mark_limits(sheet: Sheet) -> Rect {
    let (top, bottom, side) = (Length::from_um(7_500), Length::from_um(8_900), Length::from_um(5_000));
    let size = Size::new(sheet.size.width - side * 2, sheet.size.height - top - bottom);
    Rect::new(Point::new(side, top), size)
}

/// Writes label, ruler and cutting order on every page of a kit.
pub fn furnish(kit: &mut Kit, game: &Game) {
    let total = kit.page_count();
    let paper = kit.paper.title();
    let mut number = 0;
    for section in &mut kit.sections {
        for page in &mut section.pages {
            number += 1;
            let label = format!("{} {} · {} · page {number} of {total}", game.title, game.edition(), section.title);
            let scale = format!("print on {paper} at 100 % (actual size), then measure this line");
            furnish_page(page, label, scale, &top_line(page, number));
        }
    }
}

/// What stands at the top of a page: how to cut it, or for backs, how to turn the sheet.
fn top_line(page: &Page, number: usize) -> String {
    if page.is_back {
        return format!("Backs of page {}: turn the sheet over sideways, like a page of a book", number - 1);
    }
    let steps: Vec<String> = page.cutting.iter().zip(1..).map(|(step, n)| format!("{n}. {step}")).collect();
    if steps.is_empty() { String::new() } else { format!("Cut: {}", steps.join("   ")) }
}

fn furnish_page(page: &mut Page, label: String, scale: String, top: &str) {
    let Size { width, height } = page.sheet.size;
    let mut write = |text: String, x: Length, y: Length, anchor| {
        page.labels.push(Label { text, at: Point::new(x, y), anchor, size: SMALL_PRINT });
    };
    let start = width - SIDE - RULER;
    write(label, SIDE, height - FIRST_LINE, Anchor::Start);
    write(scale, SIDE, height - SECOND_LINE, Anchor::Start);
    write("0".to_owned(), start - Length::from_um(600), height - RULER_LINE, Anchor::End);
    write("100 mm".to_owned(), start + RULER / 2, height - FIRST_LINE - Length::from_um(100), Anchor::Middle);
    if !top.is_empty() {
        write(top.to_owned(), SIDE, TOP_LINE, Anchor::Start);
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
