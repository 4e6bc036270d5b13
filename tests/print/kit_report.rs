//! What a kit costs in ink, and its pages on one picture.

use crate::support::Tool;

/// Full sheets of one colour, 100 x 100 mm without bleed, four of them on A4.
fn sheets(colour: &str) -> Tool {
    Tool::with_game("  deck: {kind: mat, size: 100mm, bleed: 0, safe: 0, qty: 2, front: faces/a.svg}\n").file(
        "game/faces/a.svg",
        format!("<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 10 10'><path d='M0 0H10V10H0Z' fill='{colour}'/></svg>"),
    )
}

fn ink_of(colour: &str) -> f64 {
    let said = sheets(colour).run("print ./game --json").succeeds().stdout();
    let report: serde_json::Value = serde_json::from_str(&said).unwrap();
    assert_eq!(report["kits"][0]["ink"].as_array().unwrap().len(), 2);
    report["kits"][0]["ink"][1].as_f64().unwrap()
}

#[test]
fn ink_is_area_times_colour() {
    // Two squares of 100 mm on 210 x 297 mm.
    let covered = 200.0 * 100.0 / (210.0 * 297.0) * 100.0;
    for (colour, inks) in [("#000", 1.0), ("#FFF", 0.0), ("#F00", 2.0), ("#808080", 0.498)] {
        let ink = ink_of(colour);
        assert!((ink - covered * inks).abs() < 0.3, "{colour}: {ink} and not {}", covered * inks);
    }
}

#[test]
fn the_report_ends_with_the_ink() {
    let said = sheets("#000").run("print ./game").succeeds().stdout();
    let last = said.lines().last().unwrap();
    assert!(last.starts_with("ink: ") && last.ends_with("most on page 2 (32 %)"), "{last}");
}

#[test]
fn the_contact_sheet_shows_every_page() {
    let tool = sheets("#F00");
    let said = tool.run("print ./game --contact-sheet").succeeds().stdout();
    assert!(said.contains("output/game/game-a4-contact-sheet.png\n"), "{said}");
    let png = std::fs::read(tool.path().join("output/game/game-a4-contact-sheet.png")).unwrap();
    let mut reader = png::Decoder::new(std::io::Cursor::new(png)).read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    let frame = reader.next_frame(&mut pixels).unwrap();
    let red = pixels.chunks_exact(4).filter(|pixel| pixel[..3] == [255, 0, 0]).count() as f64;
    let (across, down) = (f64::from(frame.width), f64::from(frame.height));
    // The picture is two pages wide, and a page has a border; the squares are also small on the first page.
    let page = (across - 120.0) / 2.0 * (down - 100.0);
    let share = red / page;
    assert!((0.30..0.36).contains(&share), "{share} of a page is red");
    let said = tool.run("print ./game --json").succeeds().stdout();
    let report: serde_json::Value = serde_json::from_str(&said).unwrap();
    assert!(report["kits"][0]["contact_sheet"].is_null());
}
