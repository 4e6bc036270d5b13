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

/// Every verb as its parents list it, with the verbs below it; the first is the command itself.
fn verbs() -> Vec<String> {
    let mut verbs = vec![String::new()];
    let mut at = 0;
    while let Some(verb) = verbs.get(at).cloned() {
        let words: Vec<&str> = verb.split_whitespace().chain(["--help"]).collect();
        let help = run_in_project(&words).succeeds().stdout();
        let listed = help.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
        let names =
            listed.filter_map(|line| line.strip_prefix("  ")?.split(' ').next()).filter(|name| !name.is_empty());
        let below = names.filter(|name| *name != "help").map(|name| format!("{verb} {name}").trim().to_owned());
        at += 1;
        verbs.splice(at..at, below.collect::<Vec<_>>());
    }
    verbs
}

#[test]
fn help_pages() {
    let mut out = String::new();
    for verb in verbs() {
        let arguments: Vec<&str> = verb.split_whitespace().chain(["--help"]).collect();
        let _ =
            writeln!(out, "$ tablewright {}\n{}", arguments.join(" "), run_in_project(&arguments).succeeds().stdout());
    }
    same_as_golden("help.txt", &out);
}

/// The source files of a folder.
fn rust_files(folder: &Path) -> Vec<std::path::PathBuf> {
    let files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert!(files.len() > 5, "{} has files", folder.display());
    files.into_iter().filter(|path| path.extension().is_some_and(|extension| extension == "rs")).collect()
}

/// Whether a text in the source is an attribute of ours for templates.
fn is_attribute(word: &str) -> bool {
    word.strip_prefix("data-").is_some_and(|name| !name.is_empty() && name.chars().all(|c| c.is_ascii_lowercase()))
}

#[test]
fn every_key_and_flag_is_in_the_reference() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let book = |name: &str| std::fs::read_to_string(root.join("docs").join(name)).unwrap();
    // The keys of scenarios have a page of their own.
    let reference = book("reference.md") + &book("scenarios.md");
    let mut missing = Vec::new();
    for file in rust_files(&root.join("src/load")) {
        let source = std::fs::read_to_string(&file).unwrap();
        for part in source.split("fields.").skip(1) {
            let called = part.split_once("(\"").filter(|(call, _)| call.chars().all(|c| c.is_alphabetic() || c == '_'));
            missing.extend(called.and_then(|(_, rest)| rest.split('"').next()).map(str::to_owned));
        }
    }
    for file in rust_files(&root.join("src/layout/template")) {
        let template = std::fs::read_to_string(&file).unwrap();
        let template = template.split("#[cfg(test)]").next().unwrap_or_default();
        missing.extend(template.split('"').filter(|word| is_attribute(word)).map(str::to_owned));
    }
    for verb in verbs().iter().filter(|verb| !verb.is_empty()) {
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
