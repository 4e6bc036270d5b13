//! Backs lie behind their fronts: pages painted, turned over or folded as the person at the table does it, and compared;
//! and for every paper and every way to print backs, nothing leaves the paper and no mark enters bleed.

use tablewright::inside::diag::Diagnostics;
use tablewright::inside::geom::{Point, Rect, Size, Turn};
use tablewright::inside::impose::{Clip, Item, Kit, MarkKind, impose};
use tablewright::inside::layout::{Fonts, Studio};
use tablewright::inside::load::{WithTemplates, load_game};
use tablewright::inside::model::{Backs, MemoryAssets, Paper, PathStep, PrintLayout, Wish};

use crate::support::Tool;
use crate::support::painted::{Painted, TOLERANCE, page_count};

const DOTS_PER_INCH: f32 = 200.0;
/// Shorter dark stretches are marks, letters and fold lines.
const SHORT: f64 = 6.0;

/// Black to the trim, but for a white corner: at the left of the front, at the right of the back, which is the same
/// corner once the card is turned over.
fn face(notch_x: f64) -> String {
    format!(
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 63.5 88.9'><rect width='63.5' height='88.9'/>\
         <rect x='{notch_x}' width='20' height='30' fill='white'/></svg>"
    )
}

fn deck() -> Tool {
    Tool::with_game("  deck: {kind: cards, size: poker, qty: 5, front: faces/front.svg, back: faces/back.svg}\n")
        .file("game/faces/front.svg", face(0.0))
        .file("game/faces/back.svg", face(43.5))
}

fn printed(tool: &Tool, paper: &str, backs: &str) -> Vec<u8> {
    tool.run(&format!("print ./game --paper {paper} --backs {backs}")).succeeds();
    let end = if backs == "separate" { String::new() } else { format!("-{backs}") };
    std::fs::read(tool.path().join(format!("output/game/game-{paper}{end}.pdf"))).expect("a PDF")
}

fn long(stretches: Vec<(f64, f64)>) -> Vec<(f64, f64)> {
    stretches.into_iter().filter(|(start, end)| end - start > SHORT).collect()
}

/// The same seen in a mirror at the end of a line of this length.
fn mirrored(stretches: Vec<(f64, f64)>, length: f64) -> Vec<(f64, f64)> {
    stretches.into_iter().rev().map(|(start, end)| (length - end, length - start)).collect()
}

#[track_caller]
fn same(front: &[(f64, f64)], back: &[(f64, f64)], what: &str) {
    assert!(meet(front, back), "{what}:\n front {front:.2?}\n back  {back:.2?}");
}

/// Lines across a length along which `look` sees the same a little to both sides: they miss all edges.
fn lines(length: f64, look: impl Fn(f64) -> Vec<(f64, f64)>) -> Vec<f64> {
    let steady = |at: &f64| meet(&long(look(at - 0.3)), &long(look(at + 0.3)));
    (1..24).map(|n| length * (f64::from(n) + 0.37) / 24.5).filter(steady).collect()
}

fn meet(one: &[(f64, f64)], other: &[(f64, f64)]) -> bool {
    let near = |(a, b): (&(f64, f64), &(f64, f64))| (a.0 - b.0).abs() < TOLERANCE && (a.1 - b.1).abs() < TOLERANCE;
    one.len() == other.len() && one.iter().zip(other).all(near)
}

#[test]
fn fronts_and_backs_meet_when_the_sheet_is_turned_over() {
    let tool = deck();
    for paper in ["a4", "letter", "both", "a3", "tabloid", "legal", "a5", "190x260mm"] {
        for backs in ["separate", "duplex-long", "duplex-short"] {
            let pdf = printed(&tool, paper, backs);
            // The first page comes before, and in duplex its empty back.
            let first = if backs == "separate" { 2 } else { 3 };
            let front = Painted::page(&pdf, first, DOTS_PER_INCH);
            let back = Painted::page(&pdf, first + 1, DOTS_PER_INCH);
            let (width, height) = (front.width(), front.height());
            let sideways = backs == "separate" || (backs == "duplex-long") == (height > width);
            let what = format!("{paper} {backs}");
            let mut seen = 0;
            for y in lines(height, |y| front.across(y)) {
                let behind = if sideways { mirrored(back.across(y), width) } else { back.across(height - y) };
                let front = long(front.across(y));
                seen += front.len();
                same(&front, &long(behind), &what);
            }
            for x in lines(width, |x| front.down(x)) {
                let behind = if sideways { back.down(width - x) } else { mirrored(back.down(x), height) };
                same(&long(front.down(x)), &long(behind), &what);
            }
            assert!(seen > 8, "{what}: something was compared");
        }
    }
}

#[test]
fn fronts_and_backs_meet_when_the_sheet_is_folded() {
    let tool = deck();
    for paper in ["a4", "letter", "both", "a3", "tabloid", "legal", "190x260mm"] {
        let page = Painted::page(&printed(&tool, paper, "gutterfold"), 2, DOTS_PER_INCH);
        let (width, height) = (page.width(), page.height());
        let half = |stretches: &[(f64, f64)], from: f64, to: f64| {
            stretches.iter().copied().filter(|(start, end)| *start >= from && *end <= to).collect::<Vec<_>>()
        };
        let folded = |length: f64, all: Vec<(f64, f64)>| {
            let (first, second) = (half(&all, 0.0, length / 2.0), half(&all, length / 2.0, length));
            (first, mirrored(second, length))
        };
        let (mut upright, mut level) = (true, true);
        let mut seen = 0;
        for y in lines(height, |y| page.across(y)) {
            let all = long(page.across(y));
            seen += all.len();
            let (front, back) = folded(width, all);
            upright &= meet(&front, &back);
        }
        for x in lines(width, |x| page.down(x)) {
            let (front, back) = folded(height, long(page.down(x)));
            level &= meet(&front, &back);
        }
        assert!(upright != level, "{paper}: folds one way: upright {upright}, level {level}");
        assert!(seen > 8, "{paper}: something was compared");
    }
}

#[test]
fn what_has_no_room_beside_its_back_has_it_on_a_page_of_its_own() {
    for size in ["250mm x 150mm", "260mm x 400mm"] {
        let tool = Tool::with_game(&format!(
            "  mats: {{kind: mat, size: {size}, front: {{template: mat-plain, title: Realm}}, \
             back: {{template: card-back, title: BEHIND}}}}\n"
        ));
        let pages = |backs: &str| {
            tool.run(&format!("print ./game --backs {backs}")).succeeds();
            let pdf = tool
                .path()
                .join(format!("output/game/game-a4{}.pdf", if backs == "separate" { "" } else { "-gutterfold" }));
            page_count(&std::fs::read(pdf).expect("a PDF"))
        };
        assert_eq!(pages("gutterfold"), pages("separate"), "{size}");
    }
}

const GAME: &str = "title: T\nversion: '1'\ncomponents:\n\
    \x20 cards: {kind: cards, rows: [{each: {n: 1..11}}], front: {template: card-classic, title: '{{ n }}'}, back: card-back}\n\
    \x20 hexes: {kind: tokens, shape: hex, size: 20mm x 23mm, qty: 13, front: {template: token, text: A}, back: {template: token, text: B}}\n\
    \x20 chips: {kind: tokens, shape: round, size: 18mm, qty: 7, front: {template: token, text: A}}\n\
    \x20 squares: {kind: tokens, shape: square, size: 15mm, qty: 40, front: {template: token, text: A}, back: {template: token, text: B}}\n\
    \x20 map: {kind: board, board: board.yaml, front: board-classic, back: board-classic}\n\
    \x20 mat: {kind: mat, size: 120mm x 80mm, qty: 3, front: {template: mat-plain, title: A}, back: {template: mat-plain, title: B}}\n";
const BOARD: &str =
    "cell: 40mm\npicture: |\n  ..........\n  ..........\n  ..........\nlegend: {'.': {terrain: field}}\n";

/// Every kit of the game: on every paper, with backs in every way, for both wishes.
fn kits(mut look: impl FnMut(&Kit, &str)) {
    let assets = WithTemplates(MemoryAssets::new().with("game.yaml", GAME).with("board.yaml", BOARD));
    let (game, mut found) = load_game(&assets, "t");
    let game = game.expect("a game");
    let fonts = Fonts::load(&assets, &mut found);
    let studio = Studio::new(&game, &assets, &fonts);
    let laid: Vec<_> = (0..game.components.len()).map(|n| studio.lay_out(n, &mut found, &|| ())).collect();
    for paper in Paper::NAMED {
        for (word, backs) in Backs::WORDS {
            for (wish_word, wish) in Wish::WORDS {
                for free_corners in [false, true] {
                    let layout = PrintLayout { backs, wish, free_corners, ..PrintLayout::on(paper) };
                    let kit = impose(&game, &laid, &layout, &mut found);
                    assert_eq!(found.to_string(), Diagnostics::new().to_string());
                    look(&kit, &format!("{} {word} {wish_word}", paper.title()));
                }
            }
        }
    }
}

#[test]
fn every_piece_is_there_and_on_the_paper() {
    kits(|kit, what| {
        let mut fronts = 0;
        for page in kit.pages() {
            let content = page.sheet.content();
            for item in &page.items {
                assert!(content.contains(item.painted()), "{what}: {} at {:?}", item.face.id, item.painted());
                fronts += usize::from(item.face.id.ends_with("-front"));
            }
            for (number, item) in page.items.iter().enumerate() {
                let others = page.items.iter().skip(number + 1);
                for other in others.filter(|other| other.face.component == item.face.component) {
                    let apart = !item.trim.overlaps(other.trim);
                    assert!(apart || item.face.id.contains("hexes"), "{what}: {} on {}", item.face.id, other.face.id);
                }
            }
        }
        assert!(fronts >= 11 + 13 + 7 + 40 + 1 + 3, "{what}: {fronts}");
    });
}

/// Whether a point of the page lies where a face is painted.
fn is_painted(item: &Item, point: Point) -> bool {
    let Clip::Path(path) = &item.clip else {
        let rect = item.painted();
        return rect.left() < point.x && point.x < rect.right() && rect.top() < point.y && point.y < rect.bottom();
    };
    // Only what lies upright or upside down is clipped to a path.
    let (x, y) = match item.turn {
        Turn::Half => (item.trim.right() - point.x, item.trim.bottom() - point.y),
        _ => (point.x - item.trim.left(), point.y - item.trim.top()),
    };
    let corners: Vec<(f64, f64)> = path
        .iter()
        .filter_map(|step| match *step {
            PathStep::Move(x, y) | PathStep::Line(x, y) | PathStep::Cubic([.., x, y]) => {
                Some((f64::from(x), f64::from(y)))
            }
            PathStep::Close => None,
        })
        .collect();
    let crossings = (0..corners.len()).filter(|&n| {
        let ((ax, ay), (bx, by)) = (corners[n], corners[(n + 1) % corners.len()]);
        (ay > y.mm()) != (by > y.mm()) && x.mm() < (bx - ax) * (y.mm() - ay) / (by - ay) + ax
    });
    crossings.count() % 2 == 1
}

#[test]
fn marks_stay_in_the_margins_and_out_of_bleed() {
    kits(|kit, what| {
        for page in kit.pages() {
            let least = Rect::new(Point::default(), page.sheet.size).grown(-tablewright::inside::model::LEAST_MARGIN);
            for mark in page.marks.iter().filter(|mark| mark.kind == MarkKind::Cut) {
                let along = Rect::new(mark.from, Size::default()).union(Rect::new(mark.to, Size::default()));
                assert!(least.contains(along), "{what}: {mark:?}");
                for item in &page.items {
                    for point in [mark.from, mark.to] {
                        assert!(
                            !is_painted(item, point),
                            "{what}: {mark:?} enters {} at {:?}",
                            item.face.id,
                            item.trim
                        );
                    }
                }
            }
        }
    });
}

#[test]
fn a_printer_that_prints_both_sides_gets_two_sides_of_every_sheet() {
    kits(|kit, what| {
        let pages: Vec<_> = kit.pages().collect();
        if kit.layout.backs.is_duplex() {
            assert!(pages.len() % 2 == 0, "{what}");
            for pair in pages.chunks(2) {
                assert!(pair[0].back_of.is_none() && pair[1].back_of.is_some(), "{what}");
                assert_eq!(pair[0].sheet, pair[1].sheet, "{what}");
            }
        }
        let backs =
            pages.iter().flat_map(|page| &page.items).filter(|item: &&Item| item.face.id.ends_with("-back")).count();
        let printed = kit.layout.backs != Backs::None;
        assert_eq!(backs > 0, printed, "{what}");
    });
}

#[test]
fn the_picture_of_a_row_is_on_its_front_and_on_the_back_that_asks_for_it() {
    let sign = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'><path id='sign' d='M0 0H9V9Z'/></svg>";
    let is_on = |back: &str, side: &str| {
        let rows = "rows: [{id: a, title: A, art: art/sign.svg}]";
        let tool = Tool::with_game(&format!("  deck: {{kind: cards, {rows}, front: card-classic, back: {back}}}\n"))
            .file("game/art/sign.svg", sign);
        tool.run("export ./game --to svg").succeeds();
        let file = tool.path().join(format!("output/game/svg/deck/a-{side}.svg"));
        std::fs::read_to_string(file).expect("a picture").contains("sign\"")
    };
    assert!(is_on("card-back", "front") && !is_on("card-back", "back"));
    assert!(is_on("{template: card-back, art: \"{{ art }}\"}", "back"));
    assert!(is_on("card-classic", "back"), "a back like the front");
}
