//! Tables, game files, booklets and fonts that are made to do harm.

use super::{each, tile, within_bounds};
use crate::support::Tool;

fn cards(table: &str) -> Tool {
    Tool::with_game("  t: {kind: cards, data: t.csv, front: card-classic}\n").file("game/t.csv", table)
}

fn booklet(text: &str) -> Tool {
    Tool::with_game("  r: {kind: booklet, text: r.md, front: booklet-page}\n").file("game/r.md", text)
}

#[test]
fn tables_end_in_words() {
    let columns = |cell: &str| vec![cell; 400_000].join(",");
    let names: Vec<String> = (0..400_000).map(|n| format!("c{n}")).collect();
    for table in [
        format!("{}\n{}\n", names.join(","), columns("1")),
        format!("title\n{}", "a\n".repeat(1_900_000)),
        format!("title\n{}\n", "\"".repeat(1_999_999)),
        format!("title\n{}", "\"a\"b\n".repeat(600_000)),
        format!("title\n{}\n", ",".repeat(3_900_000)),
        format!("title\n\"{}\"\n", "word ".repeat(700_000)),
    ] {
        within_bounds(&cards(&table), "check ./game").survived();
    }
}

#[test]
fn game_files_end_in_words() {
    let nines = |n: usize| format!("x{n}: &x{n} [{}]\n", vec![format!("*x{}", n - 1); 9].join(", "));
    for file in [
        format!("x0: &x0 [a, a]\n{}", (1..10).map(nines).collect::<String>()),
        format!("t: {}\n", "[".repeat(100_000)),
        format!("t: {}\n", "{a: ".repeat(50_000)),
        each(300_000, |n| format!("k{n}: 1\n")),
        each(200_000, |n| format!("- &a{n} b\n")),
        format!("t: '{}'\n", "x".repeat(3_900_000)),
    ] {
        within_bounds(&Tool::new().file("game/game.yaml", file), "check ./game").survived();
    }
}

#[test]
fn booklets_end_in_words() {
    for text in [
        format!("{} a\n", ">".repeat(200_000)),
        format!("{}a\n", "> ".repeat(1_000)).repeat(190),
        each(800, |n| format!("{}- a\n", "  ".repeat(n / 2))),
        "*a **b ".repeat(50_000),
        "[".repeat(390_000),
        "[a](".repeat(90_000),
        "<a ".repeat(120_000),
        "`".repeat(390_000),
        "# a\n".repeat(50_000),
        "x".repeat(390_000),
    ] {
        within_bounds(&booklet(&text), "check ./game").survived();
    }
}

#[test]
fn broken_fonts_end_in_words() {
    let font =
        |name: &str| std::fs::read(format!("{}/tests/fonts/{name}", env!("CARGO_MANIFEST_DIR"))).expect("a font");
    let drawing = "<g font-size='24'><text x='5' y='22' font-family='Test Variable' font-weight='bold'>O</text>\
                   <text x='5' y='44' font-family='Test Colours'>O</text></g>";
    let mut random = 5_u32;
    let mut next = |most: usize| {
        random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (random >> 8) as usize % most
    };
    for n in 0..24 {
        let mut fonts = [font("variable.ttf"), font("colours.ttf")];
        let broken = &mut fonts[n % 2];
        for _ in 0..[1, 4, 40][n % 3] {
            let at = next(broken.len());
            broken[at] = [0, 255, 127][next(3)];
        }
        let [variable, colours] = fonts;
        let tool = tile(drawing).file("game/fonts/a.ttf", variable).file("game/fonts/b.ttf", colours);
        within_bounds(&tool, "print ./game").survived();
    }
}
