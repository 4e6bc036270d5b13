//! The walls between modules: who may import whom, read from the source.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// Each module and what it may import, as `docs/architecture.md` says.
const ALLOWED: &[(&str, &[&str])] = &[
    ("main", &[]),
    ("lib", &[]),
    ("inside", &[]),
    ("units", &[]),
    ("geom", &["units"]),
    ("math", &[]),
    ("diag", &[]),
    ("disk", &[]),
    ("reach", &["disk"]),
    ("dice", &["diag"]),
    ("model", &["math", "units", "geom", "diag"]),
    ("ground", &["model"]),
    ("referee", &["model", "dice", "diag"]),
    ("rules", &["referee", "ground", "model", "dice", "diag"]),
    ("store", &["disk", "referee"]),
    ("lab", &["rules", "referee", "dice", "diag"]),
    ("expressions", &["model", "diag"]),
    ("load", &["expressions", "model", "diag", "geom", "units"]),
    ("layout", &["expressions", "math", "model", "geom", "diag", "units"]),
    ("impose", &["math", "geom", "units", "model", "diag", "layout"]),
    ("render", &["math", "impose", "layout", "geom", "units", "model"]),
    ("changes", &["layout", "model", "diag"]),
    (
        "app",
        &[
            "changes", "diag", "dice", "disk", "impose", "lab", "layout", "lint", "load", "model", "referee", "render",
            "rules", "store",
        ],
    ),
    ("ui", &["app", "diag", "geom", "model", "referee", "units"]),
    ("web", &["app", "diag", "layout", "model", "referee", "ui"]),
    ("lint", &["math", "diag", "geom", "impose", "layout", "model", "render", "units"]),
    (
        "cli",
        &[
            "app", "changes", "diag", "dice", "disk", "geom", "impose", "layout", "model", "reach", "referee", "ui",
            "units", "web",
        ],
    ),
];

/// What only one module may touch.
const RESERVED: &[(&str, &[&str])] = &[
    ("fontdb", &["layout"]),
    ("simplecss", &["layout"]),
    ("printpdf", &["render"]),
    ("lopdf", &["render"]),
    ("resvg::tiny_skia", &["render"]),
    ("kurbo", &["render"]),
    ("jpeg_decoder", &["layout"]),
    ("image_webp", &["layout"]),
    ("exif::", &["layout"]),
    ("mozjpeg_rs", &["render"]),
    ("fast_image_resize", &["render"]),
    ("png::", &["layout", "render"]),
    ("libm", &["math"]),
    ("serde_yaml", &["load"]),
    ("calamine", &["load"]),
    ("quick_xml", &["load"]),
    ("zip::", &["load"]),
    ("encoding_rs", &["layout", "load"]),
    ("gix", &["load"]),
    ("minijinja", &["expressions", "layout"]),
    ("qrcode", &["layout", "web"]),
    ("barcoders", &["layout"]),
    ("parley", &["layout"]),
    ("clap", &["cli"]),
    ("etcetera", &["app"]),
    ("indicatif", &["cli"]),
    ("rustyline", &["cli"]),
    ("ratatui", &["cli", "ui"]),
    ("tui_input", &["ui"]),
    ("std::fs", &["load", "disk", "store", "app", "reach"]),
    ("landlock", &["reach"]),
    ("hyper", &["web"]),
    ("http_body_util", &["web"]),
    ("tokio", &["web"]),
    ("maud", &["web"]),
    ("form_urlencoded", &["web"]),
    ("if_addrs", &["web"]),
    ("async fn", &["web"]),
    ("std::net", &["cli", "web"]),
    ("std::process", &["load", "main"]),
    ("xxhash_rust", &["layout", "referee", "render"]),
    ("rand::", &["cli", "dice", "web"]),
    ("mlua", &["rules"]),
    ("statrs", &["lab"]),
    ("parquet::", &["lab"]),
    ("plotters", &["lab"]),
    ("csv::", &["lab", "load"]),
    ("full_moon", &["rules"]),
    ("jiff", &["app", "cli", "web"]),
    ("unicode_width", &["ui"]),
    ("unicode_normalization", &["load", "referee"]),
    ("println!", &[]),
    ("eprintln!", &[]),
    ("std::io::stdout", &["cli"]),
    ("std::io::stderr", &["cli"]),
    ("SystemTime", &["store"]),
    // In the laboratory only for how long a thread may not be heard of.
    ("std::time", &["cli", "lab", "rules", "store", "web"]),
    // An address says nothing of what lies there, and is given away again: `layout::common` knows things by their content.
    ("as_ptr", &[]),
    ("ptr_eq", &[]),
    ("ptr::", &[]),
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
        // An example in the documentation needs a game that is there.
        let is_code = |line: &&str| !line.trim_start().starts_with("///") && !line.trim_start().starts_with("//!");
        let lower = text.lines().filter(is_code).collect::<Vec<_>>().join("\n").to_lowercase();
        for word in ["zombie", "rancher", "boffing"] {
            assert!(!lower.contains(word), "{name} names a particular game: {word}");
        }
    }
}

#[test]
fn only_the_public_face_is_public() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/lib.rs");
    let text = fs::read_to_string(root).unwrap();
    let public: Vec<&str> = text.lines().filter(|line| line.starts_with("pub ")).collect();
    assert_eq!(public, ["pub mod app;", "pub mod cli;", "pub mod inside;"]);
    assert!(text.contains("#[cfg(feature = \"inside\")]\n#[doc(hidden)]\npub mod inside;"), "opened for tests only");
}

#[test]
fn whatever_the_public_face_offers_has_an_example() {
    let app = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/app");
    let texts: String =
        sources().into_iter().filter(|(_, module, _)| module == "app").map(|(_, _, text)| text).collect();
    for request in ["Check", "Comparison", "KitRequest", "ExportRequest", "Playtest", "SavedPrinters", "ScenarioRun"]
        .into_iter()
        .chain(["NewTable", "Tables", "WhichGame"])
    {
        let examples = texts.split("/// ```").filter(|part| part.contains(&format!("{request}::"))).count();
        let built = texts.split("/// ```").filter(|part| part.contains(&format!("{request} {{"))).count();
        assert!(examples + built > 0, "{request} in {} has no example", app.display());
    }
}

/// More files than these that import each other in a circle are one file in disguise.
const LARGEST_CIRCLE: usize = 3;

#[test]
fn no_circle_of_files_is_large() {
    let imports = imports();
    let reached: BTreeMap<&str, BTreeSet<&str>> =
        imports.keys().map(|file| (file.as_str(), reach(file, &imports))).collect();
    for (file, from_here) in &reached {
        let circle: Vec<&str> = from_here
            .iter()
            .copied()
            .filter(|other| reached.get(other).is_some_and(|back| back.contains(file)))
            .collect();
        assert!(circle.len() <= LARGEST_CIRCLE, "these files import each other in a circle: {circle:?}");
    }
}

/// All files that can be reached from one by its imports.
fn reach<'i>(file: &str, imports: &'i BTreeMap<String, BTreeSet<String>>) -> BTreeSet<&'i str> {
    let mut reached = BTreeSet::new();
    let mut open: Vec<&str> = imports[file].iter().map(String::as_str).collect();
    while let Some(next) = open.pop() {
        if let Some((next, further)) = imports.get_key_value(next)
            && reached.insert(next.as_str())
        {
            open.extend(further.iter().map(String::as_str));
        }
    }
    reached
}

/// For every module, named as in `layout::text`, those it imports; what a module only hands on is looked for where it is.
fn imports() -> BTreeMap<String, BTreeSet<String>> {
    let module = |name: &str| name.trim_end_matches(".rs").trim_end_matches("/mod").replace('/', "::");
    let texts: BTreeMap<String, String> =
        sources().into_iter().map(|(name, _, text)| (module(&name), without_tests(&text).to_owned())).collect();
    let known = |path: &str| texts.contains_key(path);
    let handed_on: BTreeMap<String, String> = texts
        .iter()
        .flat_map(|(at, text)| used_paths(text, "pub use ").into_iter().map(move |path| (at, path)))
        .filter_map(|(at, path)| {
            let (target, name) = path.rsplit_once("::")?;
            let full = resolved(at, target, &known)?;
            Some((format!("{at}::{name}"), full))
        })
        .collect();
    let import = |at: &String, path: String| {
        let full = absolute(at, &path);
        let mut target = handed_on.get(&full).cloned();
        while let Some(further) =
            target.as_ref().and_then(|t| handed_on.get(&format!("{t}::{}", full.rsplit("::").next()?)))
        {
            if Some(further) == target.as_ref() {
                break;
            }
            target = Some(further.clone());
        }
        target.or_else(|| longest_known(&full, &known)).filter(|target| target != at && !target.is_empty())
    };
    let of = |(at, text): (&String, &String)| {
        let used = used_paths(text, "use ").into_iter().filter_map(|path| import(at, path)).collect();
        (at.clone(), used)
    };
    texts.iter().map(of).collect()
}

/// The paths of all `use` lines that start so, one for each name.
fn used_paths(text: &str, start: &str) -> Vec<String> {
    let mut paths = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find(start) {
        let is_line = rest[..at].rsplit('\n').next().is_some_and(|before| before.trim().is_empty());
        rest = &rest[at + start.len()..];
        if let (true, Some(end)) = (is_line, rest.find(';')) {
            let spaceless: String = rest[..end].split_whitespace().collect();
            spread("", &spaceless, &mut paths);
        }
    }
    paths
}

/// `a::{b, c::d}` as `a::b` and `a::c::d`.
fn spread(before: &str, path: &str, paths: &mut Vec<String>) {
    let Some((head, group)) = path.split_once('{') else {
        return paths.push(format!("{before}{}", path.trim_end_matches("::self")));
    };
    let group = group.strip_suffix('}').unwrap_or(group);
    let (mut depth, mut from) = (0_usize, 0);
    for (at, sign) in group.char_indices().chain([(group.len(), ',')]) {
        match sign {
            '{' => depth += 1,
            '}' => depth = depth.saturating_sub(1),
            ',' if depth == 0 => {
                if from < at {
                    spread(&format!("{before}{head}"), &group[from..at], paths);
                }
                from = at + 1;
            }
            _ => {}
        }
    }
}

/// A path from the top of the crate.
fn absolute(at: &str, path: &str) -> String {
    let mut base: Vec<&str> = at.split("::").collect();
    let mut rest = path;
    if let Some(whole) = rest.strip_prefix("crate::") {
        return whole.to_owned();
    }
    rest = rest.strip_prefix("self::").unwrap_or(rest);
    while let Some(further) = rest.strip_prefix("super::") {
        base.pop();
        rest = further;
    }
    base.push(rest);
    base.join("::")
}

fn resolved(at: &str, path: &str, known: &impl Fn(&str) -> bool) -> Option<String> {
    longest_known(&absolute(at, path), known)
}

/// The longest beginning of a path that is a file.
fn longest_known(path: &str, known: &impl Fn(&str) -> bool) -> Option<String> {
    let mut path = path;
    while !known(path) {
        path = path.rsplit_once("::")?.0;
    }
    Some(path.to_owned())
}
