//! Prints a page, paints it, and measures it: trim corners, cut marks and the ruler are where they have to be, to
//! within 0.05 mm.

use crate::support::Tool;
use crate::support::painted::{Painted, TOLERANCE, near};

const DOTS_PER_INCH: f32 = 600.0;

/// A deck whose faces are black to the trim and white beyond.
fn black_cards(count: usize) -> Tool {
    let components =
        format!("  deck: {{kind: cards, size: poker, qty: {count}, front: {{template: faces/black.svg}}}}\n");
    Tool::with_game(&components).file(
        "game/faces/black.svg",
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 63.5 88.9'><rect width='63.5' height='88.9'/></svg>",
    )
}

fn printed(tool: &Tool, paper: &str) -> Vec<u8> {
    tool.run(&format!("print ./game --paper {paper}")).succeeds();
    std::fs::read(tool.path().join(format!("output/game/game-{paper}.pdf"))).expect("a PDF")
}

#[test]
fn trim_corners_are_where_the_grid_says() {
    let page = Painted::page(&printed(&black_cards(8), "a4"), 2, DOTS_PER_INCH);
    // Four cards of 63.5 mm with 3 mm of bleed on each side, in the middle of 297 mm; two rows in the middle of 210 mm.
    let left = (297.0 - 4.0 * 69.5) / 2.0 + 3.0;
    let top = (210.0 - 2.0 * 94.9) / 2.0 + 3.0;
    let cards: Vec<_> = page.across(top + 20.0).into_iter().filter(|(a, b)| b - a > 20.0).collect();
    assert_eq!(cards.len(), 4);
    for (column, (start, end)) in (0..).zip(cards) {
        near(start, left + 69.5 * f64::from(column));
        near(end, left + 69.5 * f64::from(column) + 63.5);
    }
    let rows: Vec<_> = page.down(left + 30.0).into_iter().filter(|(a, b)| b - a > 20.0).collect();
    assert_eq!(rows.len(), 2);
    for (row, (start, end)) in (0..).zip(rows) {
        near(start, top + 94.9 * f64::from(row));
        near(end, top + 94.9 * f64::from(row) + 88.9);
    }
}

#[test]
fn cut_marks_point_along_the_trim() {
    let page = Painted::page(&printed(&black_cards(8), "a4"), 2, DOTS_PER_INCH);
    let left = (297.0 - 4.0 * 69.5) / 2.0 + 3.0;
    let marks: Vec<_> = page.across(9.2).into_iter().filter(|(a, b)| b - a < 0.4).collect();
    let expected: Vec<f64> =
        (0..4).flat_map(|c| [left + 69.5 * f64::from(c), left + 69.5 * f64::from(c) + 63.5]).collect();
    assert_eq!(marks.len(), expected.len(), "{marks:?}");
    for ((start, end), expected) in marks.into_iter().zip(expected) {
        near(f64::midpoint(start, end), expected);
        near(end - start, 0.15);
    }
}

#[test]
fn the_ruler_is_a_hundred_millimetres_long() {
    for paper in ["a4", "letter", "both", "a3", "legal"] {
        let page = Painted::page(&printed(&black_cards(3), paper), 2, DOTS_PER_INCH);
        let height = page.height();
        // Through the long ticks at both ends, above the short ones.
        let ticks: Vec<_> = page.across(height - 5.4 - 1.6).into_iter().filter(|(a, b)| b - a < 0.3).collect();
        let (first, last) = (ticks[ticks.len() - 2], ticks[ticks.len() - 1]);
        near(f64::midpoint(last.0, last.1) - f64::midpoint(first.0, first.1), 100.0);
    }
}

/// From where the first of several stretches starts to where the last ends: the line below which the next tile lies is light.
fn extent(stretches: &[(f64, f64)]) -> f64 {
    stretches.last().map_or(0.0, |last| last.1) - stretches.first().map_or(0.0, |first| first.0)
}

#[test]
fn tiles_of_a_large_board_overlap_and_add_up() {
    let tool = Tool::with_game("  map: {kind: board, board: board.yaml, bleed: 0mm, front: {template: faces/map.svg}}\n")
        .file("game/board.yaml", "cell: 30mm\nframe: 0mm\ncoordinates: false\npicture: |\n  ............\n  ............\nlegend: {\".\": {terrain: field}}\n")
        .file(
            "game/faces/map.svg",
            "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 360 60'><rect width='360' height='60'/></svg>",
        );
    let pdf = printed(&tool, "a4");
    let mut total = 0.0;
    // The seam runs between the sixth and the seventh square.
    for (page, width) in [(2, 185.0), (3, 180.0)] {
        let page = Painted::page(&pdf, page, DOTS_PER_INCH);
        let widest = extent(&page.across(page.height() / 2.0));
        near(widest, width);
        total += widest;
    }
    near(total - 5.0, 360.0);
}

#[test]
fn seams_keep_off_walls() {
    let row = |sign: &str| format!("   {}{sign}{}\n", " .".repeat(10).trim_start(), ". ".repeat(10));
    let board = |sign: &str| {
        let corners = format!("  +{}\n", " ".repeat(40));
        format!(
            "cell: 15mm\nframe: 0mm\ncoordinates: false\nplan: |\n{corners}{}{corners}{}{corners}\
             legend: {{\".\": {{terrain: field}}}}\nedges: {{W: {{edge: wall, pass: false}}}}\n",
            row(sign),
            row(sign),
        )
    };
    // The even seam is at 150 mm, between the tenth and the eleventh square.
    for (sign, widths) in [(" ", [155.0, 150.0]), ("W", [140.0, 165.0])] {
        let tool = Tool::with_game(
            "  map: {kind: board, board: board.yaml, bleed: 0mm, front: {template: faces/map.svg}}\n",
        )
        .file("game/board.yaml", board(sign))
        .file(
            "game/faces/map.svg",
            "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 300 30'><rect width='300' height='30'/></svg>",
        );
        let pdf = printed(&tool, "a4");
        for (page, width) in [2, 3].into_iter().zip(widths) {
            let page = Painted::page(&pdf, page, DOTS_PER_INCH);
            let widest = extent(&page.across(page.height() / 2.0));
            near(widest, width);
        }
    }
}

#[test]
fn a_calibrated_page_is_moved_turned_and_scaled_about_its_middle() {
    let tool = Tool::with_game("  deck: {kind: cards, size: 120mm x 120mm, corner: 0mm, bleed: 0mm, front: {template: faces/a.svg}, back: {template: faces/a.svg}}\n").file(
        "game/faces/a.svg",
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 120 120'><rect width='120' height='120'/></svg>",
    );
    let page = |flags: &str, number: usize| {
        tool.run(&format!("calibrate set --printer lounge {flags}")).succeeds();
        tool.run("print ./game --printer lounge").succeeds();
        Painted::page(&std::fs::read(tool.path().join("output/game/game-a4.pdf")).unwrap(), number, DOTS_PER_INCH)
    };
    let widest = |stretches: Vec<(f64, f64)>| stretches.into_iter().find(|(a, b)| b - a > 50.0).expect("the card");
    // One card in the middle of the sheet, so its back lies where its front does.
    let moved = page("--offset 0.5mm,-0.25mm --rotate 0deg --scale 1.002", 3);
    let (left, right) = widest(moved.across(148.5));
    let (top, bottom) = widest(moved.down(105.0));
    for (found, expected) in [
        (left, 105.0 - 60.0 * 1.002 + 0.5),
        (right, 105.0 + 60.0 * 1.002 + 0.5),
        (top, 148.5 - 60.0 * 1.002 - 0.25),
        (bottom, 148.5 + 60.0 * 1.002 - 0.25),
    ] {
        near(found, expected);
    }
    let front = page("--scale 1.002", 2);
    near(widest(front.across(148.5)).0, 105.0 - 60.0 * 1.002);
    // The ruler is printed larger as well, so that the printer makes 100 mm of it.
    let ticks: Vec<_> =
        front.across(front.height() / 2.0 + (148.5 - 7.0) * 1.002).into_iter().filter(|(a, b)| b - a < 0.3).collect();
    let middles: Vec<f64> = ticks.iter().map(|(a, b)| f64::midpoint(*a, *b)).collect();
    // A cut mark may stand beside its ends.
    let apart = middles.iter().flat_map(|first| middles.iter().map(move |last| last - first));
    near(apart.min_by(|a, b| (a - 100.2).abs().total_cmp(&(b - 100.2).abs())).expect("a ruler"), 100.2);
    // Clockwise: what is above the middle goes right, what is below goes left.
    let turned = page("--offset 0mm,0mm --rotate 1deg --scale 1", 3);
    let (high, low) = (widest(turned.across(148.5 - 50.0)).0, widest(turned.across(148.5 + 50.0)).0);
    near(high - low, 100.0 * 1_f64.to_radians().tan());
    assert!(high > low);
}

#[test]
fn registration_marks_are_a_square_and_two_corners() {
    let tool = Tool::with_game(
        "  coins: {kind: tokens, shape: round, size: 20mm, qty: 3, front: {template: token, text: x}}\n",
    );
    tool.run("print ./game --cut-files svg").succeeds();
    let page = Painted::page(&std::fs::read(tool.path().join("output/game/game-a4.pdf")).unwrap(), 2, DOTS_PER_INCH);
    let spans = |found: Vec<(f64, f64)>, expected: (f64, f64)| {
        let hit = found.iter().any(|(a, b)| (a - expected.0).abs() < TOLERANCE && (b - expected.1).abs() < TOLERANCE);
        assert!(hit, "{expected:?} is not among {found:?}");
    };
    // The square is full wherever it is measured.
    for at in [10.2, 11.0, 12.3, 13.9, 14.8] {
        spans(page.across(at), (10.0, 15.0));
        spans(page.down(at), (10.0, 15.0));
    }
    // The corners at the upper right and the lower left: arms of 5 mm, a millimetre thick.
    spans(page.across(10.5), (195.0, 200.0));
    spans(page.down(199.5), (10.0, 15.0));
    spans(page.across(13.0), (199.0, 200.0));
    spans(page.across(286.5), (10.0, 15.0));
    spans(page.down(10.5), (282.0, 287.0));
    spans(page.down(13.0), (286.0, 287.0));
}
