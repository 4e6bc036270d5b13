//! Texts that should only change on purpose: where everything lies on the pages, and the help pages.
//! `UPDATE_GOLDEN=1 cargo test --test print golden` writes them anew.

use std::fmt::Write as _;
use std::path::Path;

use tablewright::inside::diag::Diagnostics;
use tablewright::inside::geom::{Rect, Turn};
use tablewright::inside::impose::{Kit, Page, impose};
use tablewright::inside::layout::{Fonts, Studio};
use tablewright::inside::load::{DiskAssets, WithTemplates, load_game};
use tablewright::inside::model::{Paper, PrintLayout};

use crate::support::{run_in_project, same_as_golden};

fn rect(rect: Rect) -> String {
    let [x, y, w, h] =
        [rect.left(), rect.top(), rect.size.width, rect.size.height].map(tablewright::inside::units::Length::mm);
    format!("{x},{y} {w}x{h}")
}

fn page(number: usize, page: &Page, out: &mut String) {
    let size = page.sheet.size;
    let _ = writeln!(out, "page {number}: {size}, trim {}, bleed {}", rect(page.trim_box()), rect(page.bleed_box()));
    for item in &page.items {
        let turn = match item.turn {
            Turn::None => "",
            Turn::Right => " turned right",
            Turn::Half => " upside down",
            Turn::Left => " turned left",
        };
        let _ = writeln!(out, "  {} at {}{turn}", item.face.id, rect(item.trim));
    }
    let _ = writeln!(out, "  {} marks, {} cut paths", page.marks.len(), page.cut_paths.len());
    for label in &page.labels {
        let _ = writeln!(out, "  \"{}\" at {},{}", label.text, label.at.x.mm(), label.at.y.mm());
    }
}

fn kit(game: &str, paper: Paper) -> Kit {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("components").join(game);
    let assets = WithTemplates(DiskAssets::new(folder));
    let (game, mut found) = load_game(&assets, game);
    let game = game.expect("a game");
    let fonts = Fonts::load(&assets, &mut found);
    let studio = Studio::new(&game, &assets, &fonts);
    let laid: Vec<_> = (0..game.components.len()).map(|n| studio.lay_out(n, &mut found, &|| ())).collect();
    let mut kit = impose(&game, &laid, &PrintLayout::on(paper), &mut found);
    kit.finish(&game, None);
    let none = Diagnostics::new();
    assert_eq!(found.to_string(), none.to_string());
    kit
}

fn pages_are_as_before(game: &str, paper: Paper) {
    let kit = kit(game, paper);
    let mut out = String::new();
    let pages = kit.sections.iter().flat_map(|section| &section.pages);
    for (number, each) in pages.enumerate() {
        page(number + 1, each, &mut out);
    }
    same_as_golden(&format!("{game}-{}.txt", paper.name()), &out);
}

#[test]
fn pages_of_zombie_rancher() {
    pages_are_as_before("zombie-rancher", Paper::A4);
    pages_are_as_before("zombie-rancher", Paper::LETTER);
}

#[test]
fn pages_of_the_other_kits() {
    for game in ["boffing-zombies", "zombie-plague", "zombie-town", "zombie-wars"] {
        pages_are_as_before(game, Paper::A4);
    }
}

/// The steps of a verb that has several.
const CALIBRATE: [&str; 5] = ["calibrate", "calibrate print", "calibrate set", "calibrate list", "calibrate forget"];

/// The verbs at a table.
const REFEREE: [&str; 16] = [
    "referee",
    "referee new",
    "referee play",
    "referee show",
    "referee answer",
    "referee roll",
    "referee undo",
    "referee adjust",
    "referee audit",
    "referee custody",
    "referee note",
    "referee log",
    "referee score",
    "referee picture",
    "referee list",
    "referee upgrade",
];

#[test]
fn help_pages() {
    let mut out = String::new();
    let first = ["", "games", "print", "export", "check", "diff", "test"];
    for verb in first.iter().chain(&CALIBRATE).chain(&REFEREE).chain(&["roll", "odds", "completions"]) {
        let arguments: Vec<&str> = verb.split_whitespace().chain(["--help"]).collect();
        let _ =
            writeln!(out, "$ tablewright {}\n{}", arguments.join(" "), run_in_project(&arguments).succeeds().stdout());
    }
    same_as_golden("help.txt", &out);
}

/// The words in double quotes after `call(` in a source text.
fn words_after(call: &str, text: &str) -> Vec<String> {
    let rest = text.split(call).skip(1);
    rest.filter_map(|part| Some(part.strip_prefix('"')?.split('"').next()?.to_owned())).collect()
}

#[test]
fn every_key_and_flag_is_in_the_reference() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let reference = std::fs::read_to_string(root.join("docs/reference.md")).unwrap();
    let mut missing = Vec::new();
    for file in ["board", "plan", "components", "game", "printers", "style"] {
        let source = std::fs::read_to_string(root.join(format!("src/load/{file}.rs"))).unwrap();
        for call in [
            "text",
            "text_or_empty",
            "length",
            "distance",
            "flag",
            "number",
            "choice",
            "texts",
            "named",
            "node",
            "required_text",
        ] {
            missing.extend(words_after(&format!("fields.{call}("), &source));
        }
    }
    let template = std::fs::read_to_string(root.join("src/layout/template.rs")).unwrap();
    missing.extend(template.split('"').filter(|word| word.starts_with("data-") && word.len() > 5).map(str::to_owned));
    for verb in
        ["print", "export", "check", "diff", "games", "test", "roll", "odds"].iter().chain(&CALIBRATE).chain(&REFEREE)
    {
        let help = run_in_project(&verb.split_whitespace().chain(["--help"]).collect::<Vec<_>>()).stdout();
        let flags = help.split_whitespace().filter(|word| word.starts_with("--"));
        missing.extend(flags.map(|flag| flag.trim_end_matches([',', '.', ']']).to_owned()));
    }
    assert!(missing.len() > 100, "the words were found: {}", missing.len());
    missing.retain(|word| !reference.contains(&format!("`{word}")) && !reference.contains(&format!("{word}`")));
    missing.sort();
    missing.dedup();
    assert!(missing.is_empty(), "not in docs/reference.md: {missing:?}");
}
