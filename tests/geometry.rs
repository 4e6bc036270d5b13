//! Prints a page, paints it, and measures it: trim corners, cut marks and the ruler are where they have to be, to
//! within 0.05 mm.

mod support;

use support::Tool;
use support::painted::{Painted, near};

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
    let marks: Vec<_> = page.across(8.6).into_iter().filter(|(a, b)| b - a < 0.4).collect();
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
        let widest = page.across(page.height() / 2.0).into_iter().map(|(a, b)| b - a).fold(0.0, f64::max);
        near(widest, width);
        total += widest;
    }
    near(total - 5.0, 360.0);
}
