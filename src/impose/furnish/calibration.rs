//! The sheet that shows what a printer does wrong: lines on its front, scales on its back, read against the light.
//! A back that is printed too far left is moved right: the number that is read is the correction, sign and all.

use crate::geom::Point;
use crate::layout::{Anchor, Label};
use crate::model::{Calibration, Paper, PrintLayout};
use crate::units::Length;

use crate::impose::{Kit, Mark, MarkKind, Page, Section};

/// From the middle of the sheet to the scales A and B. They are as far apart as makes a millimetre between them a
/// quarter of a degree.
const ARM: Length = Length::from_um(114_592);
/// From one stroke of a scale to the next one, across the line that is read.
const STEP: Length = Length::from_um(250);
/// The same along the line.
const ROW: Length = Length::from_mm(1);
/// Strokes on each side of the nought.
const REACH: i64 = 16;
/// Strokes to the millimetre.
const STROKES_A_MM: i64 = 4;
/// The ruler is as long as it says.
const RULER: Length = Length::from_mm(100);
/// Room around the outermost stroke for lines, figures and what printers do not reach.
const ROOM: Length = Length::from_mm(6);
/// Sheets narrower than this have no room for the text.
const NARROWEST: Length = Length::from_mm(200);

const TITLE: Length = Length::from_um(5_600);
const TEXT: Length = Length::from_um(3_700);
const LINE: Length = Length::from_um(5_200);
/// Before each step, and before the lines of a step that follow its first.
const GAP: Length = Length::from_um(1_800);
const INDENT: Length = Length::from_um(4_000);
const FIGURE: Length = Length::from_um(2_400);

/// What a scale measures.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    Across,
    Down,
}

/// A place where the back has a scale and the front a line.
struct Gauge {
    name: &'static str,
    at: Point,
    way: Way,
}

/// The front and the back of the sheet, perhaps made with a calibration already, to see what is left. None when the
/// paper is too small for it.
#[must_use]
pub fn calibration_kit(paper: Paper, landscape: bool, corrected_for: Option<&Calibration>) -> Option<Kit> {
    let mut front = Page::new(paper.sheet(landscape));
    let size = front.sheet.size;
    let (long, short) = (size.width.max(size.height), size.width.min(size.height));
    if long < (ARM + ROW * REACH + ROOM) * 2 || short < NARROWEST {
        return None;
    }
    let mut back = front.clone();
    back.back_of = Some(0);
    for place in places(landscape, front.sheet.size.width / 2, front.sheet.size.height / 2) {
        line(&mut front, &place);
        scale(&mut back, &place);
    }
    rulers(&mut front, landscape);
    write_lines(&mut front, "Calibrating a printer: front", &front_text(paper, landscape));
    write_lines(&mut back, "Calibrating a printer: back", &back_text(paper, landscape, corrected_for));
    let section = Section::new("Calibration", Vec::new(), vec![front, back]);
    let mut kit = Kit { layout: PrintLayout::on(paper), sections: vec![section] };
    if let Some(printer) = corrected_for {
        kit.calibrate(printer);
    }
    Some(kit)
}

/// A and B at the ends of the long side tell how the back is turned, and C in the middle what they do not see. A is
/// where a turn to the right, in which A grows, is one to the right or down.
fn places(landscape: bool, x: Length, y: Length) -> [Gauge; 3] {
    let place = |name, x, y, way| Gauge { name, at: Point::new(x, y), way };
    if landscape {
        [place("A", x + ARM, y, Way::Down), place("B", x - ARM, y, Way::Down), place("C", x, y, Way::Across)]
    } else {
        [place("A", x, y - ARM, Way::Across), place("B", x, y + ARM, Way::Across), place("C", x, y, Way::Down)]
    }
}

impl Gauge {
    /// A point of the scale: so far along the line that is read, and so far across it.
    fn point(&self, along: Length, across: Length) -> Point {
        match self.way {
            Way::Across => Point::new(self.at.x + across, self.at.y + along),
            Way::Down => Point::new(self.at.x + along, self.at.y + across),
        }
    }
}

/// The line of the front. From behind the sheet is seen the other way round.
fn line(page: &mut Page, place: &Gauge) {
    let width = page.sheet.size.width;
    let half = ROW * (REACH + 3);
    let [from, to] = [-half, half].map(|along| {
        let point = place.point(along, Length::ZERO);
        Point::new(width - point.x, point.y)
    });
    page.marks.push(Mark { kind: MarkKind::Ruler, from, to });
}

/// The scale of the back: a stair of strokes, each a step further across, with its number at both sides.
fn scale(page: &mut Page, place: &Gauge) {
    let mut mark = |from: Point, to: Point| page.marks.push(Mark { kind: MarkKind::Ruler, from, to });
    for stroke in -REACH..=REACH {
        let (along, across) = (ROW * stroke, STEP * stroke);
        mark(place.point(along - ROW / 2, across), place.point(along + ROW / 2, across));
        let long = match stroke % STROKES_A_MM {
            0 => Length::from_um(2_500),
            2 => Length::from_um(1_500),
            _ => Length::from_um(800),
        };
        for side in [-1, 1] {
            let near = Length::from_um(5_500) * side;
            mark(place.point(along, near), place.point(along, near + long * side));
        }
    }
    for number in -REACH / STROKES_A_MM..=REACH / STROKES_A_MM {
        let along = ROW * STROKES_A_MM * number;
        for (side, anchor) in [(-1, Anchor::End), (1, Anchor::Start)] {
            // Half a figure below its tick, and beside or below the end of it.
            let (far, drop, anchor) = match place.way {
                Way::Across => (Length::from_um(8_800) * side, FIGURE * 35 / 100, anchor),
                Way::Down => (Length::from_um(9_600) * side, FIGURE * 35 / 100, Anchor::Middle),
            };
            let at = place.point(along, far);
            let at = Point::new(at.x, at.y + drop);
            page.labels.push(Label { text: number.to_string(), at, anchor, size: FIGURE });
        }
    }
    let at = match place.way {
        Way::Across => place.point(Length::from_mm(2), -Length::from_mm(16)),
        Way::Down => place.point(Length::ZERO, -Length::from_mm(13)),
    };
    page.labels.push(Label { text: place.name.to_owned(), at, anchor: Anchor::Middle, size: TITLE });
}

/// A ruler across and one down.
fn rulers(page: &mut Page, landscape: bool) {
    let (x, y) = (page.sheet.size.width / 2, page.sheet.size.height / 2);
    let beside = if landscape { x + Length::from_mm(88) } else { x - Length::from_mm(82) };
    ruler(page, Point::new(x - RULER / 2, y + Length::from_mm(42)), Way::Across);
    ruler(page, Point::new(beside, y - RULER / 2), Way::Down);
}

fn ruler(page: &mut Page, start: Point, way: Way) {
    let point = |along: Length, off: Length| match way {
        Way::Across => Point::new(start.x + along, start.y - off),
        Way::Down => Point::new(start.x - off, start.y + along),
    };
    let mut mark = |from: Point, to: Point| page.marks.push(Mark { kind: MarkKind::Ruler, from, to });
    mark(point(Length::ZERO, Length::ZERO), point(RULER, Length::ZERO));
    for step in 0..=10 {
        let long = if step % 10 == 0 { Length::from_mm(3) } else { Length::from_mm(1) };
        mark(point(RULER * step / 10, Length::ZERO), point(RULER * step / 10, long));
    }
    for (text, along) in [("0", Length::ZERO), ("100 mm", RULER)] {
        let at = match way {
            Way::Across => point(along, Length::from_um(3_800)),
            Way::Down => point(along, Length::from_um(-1_200)),
        };
        let (at, anchor) = match way {
            Way::Across => (at, Anchor::Middle),
            Way::Down => (Point::new(at.x, at.y + FIGURE * 35 / 100), Anchor::Start),
        };
        page.labels.push(Label { text: text.to_owned(), at, anchor, size: FIGURE });
    }
}

/// A title and lines below it, between the scales.
fn write_lines(page: &mut Page, title: &str, lines: &[String]) {
    let size = page.sheet.size;
    let (left, top) = if size.width > size.height {
        (size.width / 2 - Length::from_mm(95), Length::from_mm(16))
    } else {
        (size.width / 2 - Length::from_mm(66), size.height / 2 - Length::from_mm(86))
    };
    let mut label = |text: &str, at: Point, size: Length| {
        page.labels.push(Label { text: text.to_owned(), at, anchor: Anchor::Start, size });
    };
    label(title, Point::new(left, top), TITLE);
    let mut y = top + GAP;
    for line in lines {
        let is_step = line.starts_with(|c: char| c.is_ascii_digit()) && line.contains(". ");
        y += if is_step { LINE + GAP } else { LINE };
        let x = if is_step { left } else { left + INDENT };
        label(line, Point::new(x, y), TEXT);
    }
}

fn front_text(paper: Paper, landscape: bool) -> Vec<String> {
    let edge = if landscape { "short" } else { "long" };
    [
        &format!("1. Print both pages on the two sides of one sheet of {}, at 100 % (actual size),", paper.title()),
        &format!("turned over sideways, like a page of a book. The printer calls it: flip on the {edge} edge."),
        "2. Measure both rulers. The scale is 100 divided by what you measure:",
        "if it is 99.8 mm, the scale is 1.002. If the two differ, take the middle; if both are 100 mm, it is 1.",
        "3. Turn the sheet over and read on.",
    ]
    .map(str::to_owned)
    .to_vec()
}

fn back_text(paper: Paper, landscape: bool, corrected_for: Option<&Calibration>) -> Vec<String> {
    let (mean, middle, flag) = if landscape { ("down", "across", " --landscape") } else { ("across", "down", "") };
    let offset = if landscape { "-0.5mm,0.5mm" } else { "0.5mm,-0.5mm" };
    let mut lines = vec![
        "4. Hold the sheet against the light, this side towards you: three lines of the front shine through."
            .to_owned(),
        "5. At A, B and C look for the stroke that lies on the line, and read its number, with a minus where"
            .to_owned(),
        "there is one. From stroke to stroke it is 0.25; between two strokes take what is between them.".to_owned(),
    ];
    lines.extend(match corrected_for {
        Some(printer) => vec![
            format!(
                "6. This sheet is corrected for {}: all three should read 0, and the rulers be 100 mm.",
                printer.printer
            ),
            format!("If not, reckon:   {mean} = (A + B) / 2     {middle} = C     turn = (A - B) / 4"),
            "Add these to what is saved, multiply the saved scale with the new one, and set all that again.".to_owned(),
            "7. What is saved is shown by:".to_owned(),
            "tablewright calibrate list".to_owned(),
        ],
        None => vec![
            format!("6. Reckon:   {mean} = (A + B) / 2     {middle} = C     turn = (A - B) / 4"),
            format!("If A is 0.75, B 0.25 and C -0.5, then {mean} is 0.5, {middle} is -0.5 and turn is 0.125."),
            "7. Type, with a name of your choice and your numbers (the offset is across,down):".to_owned(),
            format!(
                "tablewright calibrate set --printer lounge{flag} --offset {offset} --rotate 0.125deg --scale 1.002"
            ),
            "8. To see whether it is right, print the sheet that this makes:".to_owned(),
            format!("tablewright calibrate print --paper {}{flag} --printer lounge", paper.name()),
        ],
    });
    lines
}
