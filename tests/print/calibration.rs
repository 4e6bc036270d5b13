//! A printer that drifts, the sheet that shows it, a person who reads the sheet as it says, and what is printed then.

use crate::support::Tool;
use tablewright::inside::geom::Affine;
use tablewright::inside::impose::{Adjust, Mark, Page, calibration_kit, impose};
use tablewright::inside::layout::{Anchor, Fonts, Studio};
use tablewright::inside::load::{DiskAssets, WithTemplates, load_game};
use tablewright::inside::model::{Calibration, Paper, PrintLayout, printer_offset, printer_rotation, printer_scale};
use tablewright::inside::units::Length;

const TOLERANCE: f64 = 0.05;

/// A place on paper in millimetres.
type Spot = (f64, f64);

/// What a printer does: its backs land so far to the right, down and clockwise, and all it prints is so much larger.
#[derive(Debug, Clone, Copy)]
struct Drift {
    x: f64,
    y: f64,
    degrees: f64,
    scale: f64,
}

/// A sheet that went through this printer.
struct Printed<'k> {
    front: &'k Page,
    back: &'k Page,
    drift: Drift,
}

fn spot(point: tablewright::inside::geom::Point) -> Spot {
    (point.x.mm(), point.y.mm())
}

fn apart(a: Spot, b: Spot) -> f64 {
    (a.0 - b.0).hypot(a.1 - b.1)
}

impl Printed<'_> {
    fn middle(&self) -> Spot {
        (self.front.sheet.size.width.mm() / 2.0, self.front.sheet.size.height.mm() / 2.0)
    }

    fn adjusted(page: &Page, (x, y): Spot) -> Spot {
        let Affine(m) = page.adjust.unwrap_or(Adjust::NONE).matrix(page.sheet.size);
        let [a, b, c, d, e, f] = m.map(f64::from);
        (a * x + c * y + e, b * x + d * y + f)
    }

    /// Where a spot of the back page lands, seen from behind.
    fn on_back(&self, spot: Spot) -> Spot {
        let (x, y) = Self::adjusted(self.back, spot);
        let (mx, my) = self.middle();
        let (sine, cosine) = self.drift.degrees.to_radians().sin_cos();
        let (dx, dy) = ((x - mx) * self.drift.scale, (y - my) * self.drift.scale);
        (mx + dx * cosine - dy * sine + self.drift.x, my + dx * sine + dy * cosine + self.drift.y)
    }

    /// Where a spot of the front page lands, seen from behind.
    fn on_front(&self, spot: Spot) -> Spot {
        let (x, y) = Self::adjusted(self.front, spot);
        let (mx, my) = self.middle();
        (mx - (x - mx) * self.drift.scale, my + (y - my) * self.drift.scale)
    }

    /// The number that is read at a letter: of the stroke that lies on the line, or between the two beside it. None
    /// when the line misses the scale.
    fn read(&self, letter: &str) -> Option<f64> {
        let label = self.back.labels.iter().find(|label| label.text == letter).expect("the letter");
        let near = |at: Spot, reach: f64| apart(at, spot(label.at)) < reach;
        let long = |mark: &Mark| apart(spot(mark.from), spot(mark.to));
        let middle = |mark: &Mark| {
            let (from, to) = (spot(mark.from), spot(mark.to));
            (f64::midpoint(from.0, to.0), f64::midpoint(from.1, to.1))
        };
        let marks = |length: f64| {
            let all = self.back.marks.iter().filter(move |mark| (long(mark) - length).abs() < 0.01);
            all.filter(|mark| near(middle(mark), 45.0)).collect::<Vec<_>>()
        };
        let strokes = marks(1.0);
        let upright = strokes[0].from.x == strokes[0].to.x;
        let along = |(x, y): Spot| if upright { y } else { x };
        // Every figure has its long tick at its side, in the same order.
        let mut figures: Vec<(f64, f64)> = Vec::new();
        let numbers = self.back.labels.iter().filter(|l| near(spot(l.at), 45.0) && l.anchor != Anchor::End);
        for number in numbers.filter_map(|label| Some((label, label.text.parse::<f64>().ok()?))) {
            figures.push((along(spot(number.0.at)), number.1));
        }
        figures.sort_by(|a, b| a.0.total_cmp(&b.0));
        figures.dedup();
        let mut ticks: Vec<f64> = marks(2.5).iter().map(|mark| along(middle(mark))).collect();
        ticks.sort_by(f64::total_cmp);
        ticks.dedup();
        assert_eq!((figures.len(), ticks.len()), (9, 9));
        let value = |mark: &Mark| {
            let at = along(middle(mark));
            let next = ticks.iter().position(|tick| *tick >= at).unwrap_or(8).max(1);
            let share = (at - ticks[next - 1]) / (ticks[next] - ticks[next - 1]);
            figures[next - 1].1 + share * (figures[next].1 - figures[next - 1].1)
        };
        // The line of the front that is longest near the letter, seen through the paper.
        let lines = self.front.marks.iter().filter(|mark| (long(mark) - 38.0).abs() < 0.01);
        let line = lines.map(|mark| (self.on_front(spot(mark.from)), self.on_front(spot(mark.to))));
        let line = line.min_by(|a, b| {
            let far = |(from, to): &(Spot, Spot)| {
                apart((f64::midpoint(from.0, to.0), f64::midpoint(from.1, to.1)), spot(label.at))
            };
            far(a).total_cmp(&far(b))
        });
        let (from, to) = line.expect("a line");
        let beside = |mark: &Mark| {
            let at = self.on_back(middle(mark));
            ((to.0 - from.0) * (at.1 - from.1) - (to.1 - from.1) * (at.0 - from.0)) / apart(from, to)
        };
        let mut read: Vec<(f64, f64)> = strokes.iter().map(|mark| (value(mark), beside(mark))).collect();
        read.sort_by(|a, b| a.0.total_cmp(&b.0));
        assert_eq!(read.len(), 33);
        let pair = read.windows(2).find(|pair| (pair[0].1 <= 0.0) != (pair[1].1 <= 0.0))?;
        Some(pair[0].0 + (pair[1].0 - pair[0].0) * pair[0].1 / (pair[0].1 - pair[1].1))
    }

    /// How long a ruler of the front measures.
    fn ruler(&self) -> f64 {
        let is_ruler = |mark: &&Mark| (apart(spot(mark.from), spot(mark.to)) - 100.0).abs() < 0.01;
        let ruler = self.front.marks.iter().find(is_ruler).expect("a ruler");
        apart(self.on_front(spot(ruler.from)), self.on_front(spot(ruler.to)))
    }

    /// The largest distance on the sheet between what should meet.
    fn worst(&self) -> f64 {
        let size = self.front.sheet.size;
        let (w, h) = (size.width.mm(), size.height.mm());
        let spots = [(10.0, 10.0), (w - 10.0, 10.0), (10.0, h - 10.0), (w - 10.0, h - 10.0), (w / 2.0, h / 2.0)];
        let off = spots.map(|(x, y)| apart(self.on_front((x, y)), self.on_back((w - x, y))));
        off.into_iter().fold(0.0, f64::max)
    }
}

/// What the sheet says to do, and what is saved then; `old` is what was saved before.
fn follow_the_sheet(printed: &Printed<'_>, landscape: bool, old: &Calibration) -> Option<Calibration> {
    let (a, b, c) = (printed.read("A")?, printed.read("B")?, printed.read("C")?);
    let (across, down) = if landscape { (c, f64::midpoint(a, b)) } else { (f64::midpoint(a, b), c) };
    let turn = (a - b) / 4.0;
    let saved = if landscape { old.landscape } else { old.offset }.unwrap_or_default();
    let offset = format!("{:.3}mm,{:.3}mm", across + saved.x.mm(), down + saved.y.mm());
    let offset = Some(printer_offset(&offset).ok()?);
    let mut new = old.clone();
    *(if landscape { &mut new.landscape } else { &mut new.offset }) = offset;
    new.rotation = printer_rotation(&format!("{:.4}deg", turn + old.rotation)).ok()?;
    new.scale = printer_scale(&format!("{:.5}", 100.0 / printed.ruler() * old.scale)).ok()?;
    Some(new)
}

/// Prints the sheet, follows it, and again as often as `times`; the error at the end.
fn calibrated(drift: Drift, paper: Paper, landscape: bool, times: usize) -> (f64, f64) {
    let mut saved = Calibration::new("lounge");
    for time in 0..=times {
        let kit = calibration_kit(paper, landscape, Some(&saved)).expect("paper that is large enough");
        let pages = &kit.sections[0].pages;
        let printed = Printed { front: &pages[0], back: &pages[1], drift };
        if time == times {
            return (printed.worst(), printed.ruler());
        }
        saved = follow_the_sheet(&printed, landscape, &saved).expect("a line on the scale");
    }
    unreachable!("the last time returns");
}

fn without_drift() -> Drift {
    Drift { x: 0.0, y: 0.0, degrees: 0.0, scale: 1.0 }
}

#[test]
fn a_printer_without_drift_reads_nought_everywhere() {
    for (paper, landscape) in [Paper::A4, Paper::LETTER].into_iter().flat_map(|paper| [(paper, false), (paper, true)]) {
        let kit = calibration_kit(paper, landscape, None).unwrap();
        let pages = &kit.sections[0].pages;
        let printed = Printed { front: &pages[0], back: &pages[1], drift: without_drift() };
        for letter in ["A", "B", "C"] {
            assert!(printed.read(letter).unwrap().abs() < 1e-6, "{letter}");
        }
        assert!((printed.ruler() - 100.0).abs() < 1e-6);
    }
}

#[test]
fn a_back_too_far_left_is_moved_right() {
    let kit = calibration_kit(Paper::A4, false, None).unwrap();
    let pages = &kit.sections[0].pages;
    let read = |drift| {
        let printed = Printed { front: &pages[0], back: &pages[1], drift };
        ["A", "B", "C"].map(|letter| printed.read(letter).unwrap())
    };
    let near = |read: [f64; 3], expected: [f64; 3]| {
        assert!(read.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-6), "{read:?} is not {expected:?}");
    };
    near(read(Drift { x: -0.5, ..without_drift() }), [0.5, 0.5, 0.0]);
    near(read(Drift { y: 1.25, ..without_drift() }), [0.0, 0.0, -1.25]);
    // A back turned clockwise has its upper end to the right.
    let [a, b, c] = read(Drift { degrees: 0.25, ..without_drift() });
    assert!(((a - b) / 4.0 + 0.25).abs() < 0.01 && c.abs() < 1e-6, "{a} {b} {c}");
}

#[test]
fn a_printer_that_is_far_off_is_put_right_in_a_few_rounds() {
    for (x, y) in [(2.5, -3.0), (-2.5, 1.0)] {
        for (degrees, scale) in [(0.5, 1.03), (-0.7, 0.96)] {
            let (worst, ruler) = calibrated(Drift { x, y, degrees, scale }, Paper::A4, false, 3);
            assert!(worst < TOLERANCE && (ruler - 100.0).abs() < TOLERANCE, "{worst} {ruler}");
        }
    }
}

proptest::proptest! {
    #[test]
    fn following_the_sheet_brings_front_and_back_together(
        x in -1.25_f64..1.25, y in -1.25_f64..1.25, degrees in -0.2_f64..0.2, scale in 0.99_f64..1.01,
        landscape: bool, letter: bool,
    ) {
        let paper = if letter { Paper::LETTER } else { Paper::A4 };
        let (worst, ruler) = calibrated(Drift { x, y, degrees, scale }, paper, landscape, 1);
        proptest::prop_assert!(worst < TOLERANCE, "{worst}");
        proptest::prop_assert!((ruler - 100.0).abs() < TOLERANCE, "{ruler}");
    }
}

#[test]
fn fronts_are_only_scaled() {
    let saved = Calibration {
        offset: Some(printer_offset("1mm,1mm").unwrap()),
        rotation: 1.0,
        scale: 1.01,
        ..Calibration::new("lounge")
    };
    let kit = calibration_kit(Paper::A4, false, Some(&saved)).unwrap();
    let [front, back] = &kit.sections[0].pages[..] else { panic!("two pages") };
    assert_eq!(front.adjust, Some(Adjust { scale: 1.01, ..Adjust::NONE }));
    assert_eq!(back.adjust, Some(Adjust { offset: saved.offset.unwrap(), rotation: 1.0, scale: 1.01 }));
    // Sheets on their side go through the printer another way, so the offset is not theirs.
    let kit = calibration_kit(Paper::A4, true, Some(&saved)).unwrap();
    assert_eq!(kit.sections[0].pages[1].adjust.unwrap().offset.x, Length::ZERO);
}

const DECK: &str = "  deck: {kind: cards, qty: 8, front: {template: card-classic, title: A}, back: card-back}\n";

fn lounge(flags: &str) -> Tool {
    let tool = Tool::with_game(DECK);
    tool.run(&format!("calibrate set --printer lounge {flags}")).succeeds();
    tool
}

fn saved(tool: &Tool) -> String {
    std::fs::read_to_string(tool.path().join("settings/printers.yaml")).unwrap_or_default()
}

#[test]
fn what_is_set_is_listed_and_kept_until_it_is_forgotten() {
    let tool = lounge("--offset 0.5mm,-0.25mm --scale 1.002");
    let said = tool.run("calibrate set --printer lounge --rotate -0.1deg").succeeds().stdout();
    assert!(
        said.starts_with(
            "lounge: backs 0.5 mm right, 0.25 mm up; backs turned 0.1 degrees anticlockwise; scale 1.002\n"
        ),
        "{said}"
    );
    assert!(said.contains("printers.yaml"), "{said}");
    tool.run("calibrate set --printer attic --landscape --offset -1mm,0mm").succeeds();
    assert_eq!(
        tool.run("calibrate list").succeeds().stdout(),
        "attic                --landscape --offset -1mm,0mm --rotate 0deg --scale 1\n\
         lounge               --offset 0.5mm,-0.25mm --rotate -0.1deg --scale 1.002\n"
    );
    let json: serde_json::Value = serde_json::from_str(&tool.run("calibrate list --json").stdout()).unwrap();
    assert_eq!(json["printers"][1]["offset_mm"], serde_json::json!([0.5, -0.25]));
    assert_eq!(tool.run("calibrate forget --printer lounge").succeeds().stdout(), "lounge is forgotten\n");
    assert!(!saved(&tool).contains("lounge") && saved(&tool).contains("attic"));
    tool.run("calibrate forget --printer attic").succeeds();
    let nothing = tool.run("calibrate list").succeeds().stdout();
    assert_eq!(nothing, "no printer is calibrated; start with `tablewright calibrate print`\n");
}

#[test]
fn wrong_measures_are_told_all_at_once_and_nothing_is_saved() {
    let tool = Tool::new();
    tool.run("calibrate set --printer lounge --offset 5cm,0mm --rotate 3deg --scale 1.2").fails(
        1,
        r"
error: an offset of 50 mm across is 45 mm more than the 5 mm that can be made good
 |
 = help: the nearest that works is `5mm,0mm`; check the unit, and how the paper lies

error: a rotation of 3 degrees is 1 more than the 2 degrees that can be made good
 |
 = help: the nearest that works is `2deg`; straighten the paper in its tray first

error: a scale of 1.2 is 0.15 more than the 1.05 that can be made good
 |
 = help: the nearest that works is `1.05`; look whether the print window fits pages to the paper

3 errors",
    );
    assert!(!tool.path().join("settings").exists());
    tool.run("calibrate set --printer lounge --offset 0.5,1mm")
        .refuses(&["the length `0.5` has no unit", "write `0.5mm`"]);
    tool.run("calibrate set --printer lounge --rotate -0.1")
        .refuses(&["the rotation `-0.1` has no unit", "write `-0.1deg`"]);
    tool.run("calibrate set --printer lounge --scale wide").refuses(&["`wide` is not a scale"]);
    assert_eq!(tool.run("calibrate set --printer lounge").code(), Some(2));
    assert!(!tool.path().join("settings").exists());
}

#[test]
fn a_damaged_file_is_named_and_left_alone() {
    for (text, parts) in [
        ("lounge:\n  ofset: 1mm,1mm\n", ["unknown key `ofset`", "printers.yaml:2:3", "did you mean `offset`?"]),
        ("lounge:\n  offset: 9mm,1mm\n", ["4 mm more", "printers.yaml:2:11", "`5mm,1mm`"]),
        ("lounge: {scale: [\n", ["this is not YAML that can be used", "printers.yaml:", "mend the file"]),
        ("lounge: 3\n", ["the printer `lounge` must be a mapping", "printers.yaml:1:9", "not a text"]),
    ] {
        let tool = Tool::with_game(DECK).file("settings/printers.yaml", text);
        tool.run("calibrate set --printer attic --scale 1.01").refuses(&parts);
        tool.run("print ./game --printer lounge").refuses(&parts);
        tool.run("calibrate forget --printer lounge").refuses(&parts);
        assert_eq!(saved(&tool), text);
    }
    let tool = Tool::new().file("settings/printers.yaml/a-folder", "");
    tool.run("calibrate set --printer attic --scale 1.01").refuses(&["cannot read", "it is not a file"]);
}

#[test]
fn an_unknown_printer_is_suggested() {
    lounge("--scale 1.002")
        .run("print ./game --printer longe")
        .fails(1, "error: no printer `longe` is calibrated\n |\n = help: did you mean `lounge`?\n\n1 error");
    Tool::with_game(DECK)
        .run("print ./game --printer lounge")
        .refuses(&["no printer `lounge` is calibrated", "measure it first: `tablewright calibrate print`"]);
}

#[test]
fn boxes_stay_on_the_sheet_and_unmeasured_backs_are_told() {
    let tool = lounge("--offset 5mm,-5mm --rotate 2deg --scale 1.05");
    let said = tool.run("print ./game --printer lounge --paper letter").succeeds().stderr();
    let document = lopdf::Document::load(tool.path().join("output/game/game-letter.pdf")).unwrap();
    let mut wide = false;
    for page in document.page_iter() {
        let page = document.get_dictionary(page).unwrap();
        let sides = |key: &[u8]| -> Vec<f32> {
            let array = document.dereference(page.get(key).unwrap()).unwrap().1.as_array().unwrap();
            array.iter().map(|side| side.as_float().unwrap()).collect()
        };
        let (media, bleed, trim) = (sides(b"MediaBox"), sides(b"BleedBox"), sides(b"TrimBox"));
        wide |= media[2] > media[3];
        for (inner, outer) in [(&trim, &bleed), (&bleed, &media)] {
            assert!(inner[0] >= outer[0] && inner[1] >= outer[1], "{inner:?} {outer:?}");
            assert!(inner[2] <= outer[2] + 0.01 && inner[3] <= outer[3] + 0.01, "{inner:?} {outer:?}");
        }
    }
    let warning =
        "warning: the offset of `lounge` is for upright sheets; the backs of sheets on their side are not moved";
    assert_eq!(said.contains(warning), wide, "{said}");
    assert_eq!(said.contains("measure those too: `tablewright calibrate print --landscape`"), wide, "{said}");
}

#[test]
fn every_page_says_which_printer_it_is_made_for() {
    let tool = Tool::with_game(DECK);
    let assets = WithTemplates(DiskAssets::new(tool.path().join("game")));
    let (game, mut found) = load_game(&assets, "game");
    let game = game.unwrap();
    let fonts = Fonts::load(&assets, &mut found);
    let laid = [Studio::new(&game, &assets, &fonts).lay_out(0, &mut found, &|| ())];
    let mut kit = impose(&game, &laid, &PrintLayout::on(Paper::A4), &mut found);
    kit.finish(&game, None);
    kit.calibrate(&Calibration::new("lounge"));
    for page in kit.sections.iter().flat_map(|section| &section.pages) {
        let named = page.labels.iter().filter(|label| label.text.ends_with("made for the printer lounge"));
        assert_eq!(named.count(), 1);
        assert_eq!(page.adjust, None, "a printer without drift needs nothing");
    }
}

#[test]
fn the_sheet_is_made_for_every_paper() {
    let tool = lounge("--scale 1.002");
    let name = |flags: &str| {
        let said = tool.run(&format!("calibrate print {flags}")).succeeds().stdout();
        said.split(' ').next().unwrap().to_owned()
    };
    assert_eq!(name(""), "output/calibration-a4.pdf");
    assert_eq!(name("--paper letter --landscape --output sheets"), "sheets/calibration-letter-landscape.pdf");
    assert_eq!(name("--printer lounge"), "output/calibration-lounge-a4.pdf");
    let document = lopdf::Document::load(tool.path().join("output/calibration-a4.pdf")).unwrap();
    assert_eq!(document.get_pages().len(), 2);
}
