//! `export`: the sizes that printing services ask for.

use crate::support::Tool;

/// The pixels across and down of an exported PNG.
fn pixels(tool: &Tool, file: &str) -> (u32, u32) {
    let bytes = std::fs::read(tool.path().join("output/game/png").join(file)).unwrap();
    let info = png::Decoder::new(std::io::Cursor::new(bytes)).read_info().unwrap();
    (info.info().width, info.info().height)
}

/// A poker card with a back, as it is exported at 300 dots per inch.
fn card(bleed: &str) -> Tool {
    let front = "front: {template: card-classic, title: A}, back: {template: card-back, title: B}";
    let tool = Tool::with_game(&format!("  deck: {{kind: cards, size: 2.5in x 3.5in, {bleed}, {front}}}\n"));
    tool.run("export ./game --to png").succeeds();
    tool
}

#[test]
fn pictures_have_the_bleed_that_was_asked_for_on_both_sides() {
    for (bleed, size) in [
        ("bleed: 0.125in", (825, 1125)),
        ("bleed: 3mm", (821, 1121)),
        ("bleed: 0mm", (750, 1050)),
        ("bleed: 0.125in, back bleed: 6mm", (825, 1125)),
        ("bleed: 0.125in, back bleed: 0mm", (825, 1125)),
    ] {
        let tool = card(bleed);
        assert_eq!(pixels(&tool, "deck/deck-front.png"), size, "{bleed}");
        assert_eq!(pixels(&tool, "deck/deck-back.png"), size, "{bleed}");
    }
}
