//! The walls between modules: who may import whom, read from the source.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// Each module and what it may import, as `docs/architecture.md` says.
const ALLOWED: &[(&str, &[&str])] = &[
    ("main", &[]),
    ("lib", &[]),
    ("inside", &[]),
    ("units", &[]),
    ("geom", &["units"]),
    ("diag", &[]),
    ("dice", &["diag"]),
    ("model", &["units", "geom", "diag"]),
    ("ground", &["model"]),
    ("referee", &["model", "dice", "diag"]),
    ("rules", &["referee", "ground", "model", "dice", "diag"]),
    ("store", &["referee"]),
    ("load", &["model", "diag", "geom", "units"]),
    ("layout", &["model", "geom", "diag", "units"]),
    ("impose", &["geom", "units", "model", "diag", "layout"]),
    ("render", &["impose", "layout", "geom", "units", "model"]),
    ("changes", &["layout", "model", "diag"]),
    (
        "app",
        &[
            "changes", "diag", "dice", "impose", "layout", "lint", "load", "model", "referee", "render", "rules",
            "store",
        ],
    ),
    ("ui", &["app", "diag", "geom", "model", "referee", "units"]),
    ("lint", &["diag", "geom", "impose", "layout", "model", "render", "units"]),
    ("cli", &["app", "changes", "diag", "dice", "geom", "impose", "layout", "model", "referee", "ui", "units"]),
];

/// What only one module may touch.
const RESERVED: &[(&str, &[&str])] = &[
    ("printpdf", &["render"]),
    ("lopdf", &["render"]),
    ("resvg::tiny_skia", &["render"]),
    ("kurbo", &["render"]),
    ("serde_yaml", &["load"]),
    ("csv::", &["load"]),
    ("minijinja", &["layout"]),
    ("parley", &["layout"]),
    ("clap", &["cli"]),
    ("etcetera", &["app"]),
    ("indicatif", &["cli"]),
    ("rustyline", &["cli"]),
    ("std::fs", &["load", "store", "app"]),
    ("std::process", &["load", "main"]),
    ("xxhash_rust", &["layout", "referee", "render"]),
    ("rand::", &["cli", "dice"]),
    ("mlua", &["rules"]),
    ("jiff", &["cli"]),
    ("unicode_width", &["ui"]),
    ("println!", &[]),
    ("eprintln!", &[]),
    ("std::io::stdout", &["cli"]),
    ("std::io::stderr", &["cli"]),
    ("SystemTime", &["store"]),
    ("std::time", &["cli", "rules", "store"]),
];

/// Every source file with the module it belongs to.
fn sources() -> Vec<(String, String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut found = Vec::new();
    let mut open = vec![root.clone()];
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(folder).unwrap().map(Result::unwrap) {
            let path = entry.path();
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|e| e == "rs") {
                let name = path.strip_prefix(&root).unwrap().to_string_lossy().replace('\\', "/");
                let module = name.split('/').next().unwrap().trim_end_matches(".rs").to_owned();
                found.push((name, module, fs::read_to_string(&path).unwrap()));
            }
        }
    }
    assert!(found.len() > 40, "the sources were found");
    found
}

/// The part of a file that is not its tests.
fn without_tests(text: &str) -> &str {
    text.split("#[cfg(test)]").next().unwrap_or(text)
}

#[test]
fn modules_import_only_what_they_may() {
    let allowed: BTreeMap<&str, &[&str]> = ALLOWED.iter().copied().collect();
    let mut broken = Vec::new();
    for (name, module, text) in sources() {
        let may = allowed.get(module.as_str()).unwrap_or_else(|| panic!("{module} is not in the table"));
        for line in without_tests(&text).lines().filter(|line| !line.trim_start().starts_with("//")) {
            for part in line.split("crate::").skip(1) {
                let other: String = part.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
                if !other.is_empty() && other != module && !may.contains(&other.as_str()) {
                    broken.push(format!("{name} imports {other}: {}", line.trim()));
                }
            }
        }
    }
    assert!(broken.is_empty(), "{}", broken.join("\n"));
}

#[test]
fn crates_and_the_world_stay_behind_their_module() {
    let mut broken = Vec::new();
    for (name, module, text) in sources() {
        for (what, owners) in RESERVED {
            for line in without_tests(&text).lines().filter(|line| !line.trim_start().starts_with("//")) {
                if line.contains(what) && !owners.contains(&module.as_str()) {
                    broken.push(format!("{name} uses {what}: {}", line.trim()));
                }
            }
        }
    }
    assert!(broken.is_empty(), "{}", broken.join("\n"));
}

#[test]
fn every_file_says_what_it_is_for() {
    for (name, _, text) in sources() {
        let lines = text.lines().take_while(|line| line.starts_with("//!")).count();
        assert!(lines >= 1, "{name} opens without a word");
        assert!(lines <= 5 || name == "lib.rs", "{name} opens with {lines} lines");
    }
}

#[test]
fn no_game_is_named_in_the_engine() {
    for (name, _, text) in sources() {
        let lower = text.to_lowercase();
        for word in ["zombie", "rancher", "boffing"] {
            assert!(!lower.contains(word), "{name} names a particular game: {word}");
        }
    }
}
