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
    for game in ["boffing-zombies", "lantern-harbour", "salt-roads", "zombie-plague", "zombie-town", "zombie-wars"] {
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

/// The functions of the loader that are handed the key of a mapping; each comes down to `Fields::node`.
fn key_readers(source: &str) -> Vec<String> {
    let is_name = |text: &&str| !text.is_empty() && text.chars().all(|c| c.is_alphanumeric() || c == '_');
    let functions = source.split("fn ").skip(1).filter_map(|rest| {
        let (signature, _) = rest.split_once('{')?;
        signature.contains("key: &'static str").then(|| signature.split(['(', '<']).next())?
    });
    let closures =
        source.split("let ").filter_map(|rest| Some(rest.split_once(" = |key|")?.0.trim_start_matches("mut ")));
    functions.chain(closures).filter(is_name).map(str::to_owned).collect()
}

/// The keys that a source file of the loader reads: the first text that is handed to a reader of keys, and texts that a key
/// is compared with.
fn keys_read(source: &str, readers: &[String]) -> Vec<String> {
    let named = source.split("let key = \"").chain(source.split(".name == \"")).skip(1);
    let mut keys: Vec<String> = named.filter_map(|rest| Some(rest.split_once('"')?.0.to_owned())).collect();
    keys.retain(|key| key.len() < 40);
    for (at, _) in source.match_indices('(') {
        let before = &source[..at];
        let before = before.strip_suffix('>').and_then(|text| text.rsplit_once("::<")).map_or(before, |(text, _)| text);
        let called = before.rsplit(|c: char| !(c.is_alphanumeric() || c == '_')).next().unwrap_or_default();
        if readers.iter().any(|reader| reader == called) {
            keys.extend(in_brackets(&source[at..]).split('"').nth(1).map(str::to_owned));
        }
    }
    keys
}

/// What stands between the first bracket of a text and the one that closes it.
fn in_brackets(text: &str) -> &str {
    let mut depth = 0;
    let end = text.find(|c| {
        depth += i32::from(c == '(') - i32::from(c == ')');
        depth == 0
    });
    &text[..end.unwrap_or(text.len())]
}

/// A source file without its tests.
fn source_of(file: &Path) -> String {
    let text = std::fs::read_to_string(file).unwrap();
    text.split("#[cfg(test)]").next().unwrap_or_default().to_owned()
}

#[test]
fn every_key_and_flag_is_in_the_reference() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let book = |name: &str| std::fs::read_to_string(root.join("docs").join(name)).unwrap();
    // The keys of scenarios have a page of their own.
    let reference = book("reference.md") + &book("scenarios.md");
    // What stands between backticks: a whole word, or one with what follows it.
    let code: Vec<&str> = reference.split('`').skip(1).step_by(2).collect();
    let is_told = |word: &str, ends: &[char]| {
        code.iter().filter_map(|code| code.strip_prefix(word)).any(|rest| rest.is_empty() || rest.starts_with(ends))
    };
    let loader: Vec<String> = rust_files(&root.join("src/load")).iter().map(|file| source_of(file)).collect();
    let readers: Vec<String> = loader.iter().flat_map(|source| key_readers(source)).collect();
    let keys: Vec<String> = loader.iter().flat_map(|source| keys_read(source, &readers)).collect();
    assert!(keys.len() > 150, "the keys were found: {}", keys.len());
    let mut missing: Vec<String> = keys.into_iter().filter(|key| !is_told(key, &[':'])).collect();
    for file in rust_files(&root.join("src/layout/template")) {
        let template = source_of(&file);
        let attributes = template.split('"').filter(|word| is_attribute(word));
        missing.extend(attributes.filter(|word| !is_told(word, &['=', '"'])).map(str::to_owned));
    }
    for verb in verbs().iter().filter(|verb| !verb.is_empty()) {
        let name = verb.rsplit(' ').next().unwrap_or_default();
        if !is_told(name, &[' ']) && !is_told(verb, &[' ']) && !reference.contains(&format!("### {name}\n")) {
            missing.push(verb.clone());
        }
        let help = run_in_project(&verb.split_whitespace().chain(["--help"]).collect::<Vec<_>>()).stdout();
        let flags = help.split_whitespace().map(|word| word.trim_start_matches(['[', '<']));
        let flags = flags.filter(|word| word.starts_with("--")).map(|flag| flag.trim_end_matches([',', '.', ']', '>']));
        missing.extend(flags.filter(|flag| !is_told(flag, &[' ', '='])).map(str::to_owned));
    }
    missing.sort();
    missing.dedup();
    assert!(missing.is_empty(), "not in docs/reference.md: {missing:?}");
}
