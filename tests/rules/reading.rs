//! Scripts are read with a parser that is not the engine's own: nothing it is given may stop it, and it finds nothing wrong
//! with the games of the project.

use std::path::Path;
use std::sync::Arc;

use tablewright::inside::diag::SourceText;
use tablewright::inside::dice::Chance;
use tablewright::inside::rules::Reading;

fn read(text: &str) -> Reading {
    Reading::of(&Arc::new(SourceText::new("rules.luau", text)))
}

/// The scripts of the project.
fn scripts() -> Vec<String> {
    let components = Path::new(env!("CARGO_MANIFEST_DIR")).join("components");
    let folders = std::fs::read_dir(components).expect("games").map(|entry| entry.expect("a game").path());
    folders.filter_map(|folder| std::fs::read_to_string(folder.join("rules.luau")).ok()).collect()
}

#[test]
fn the_scripts_of_the_project_say_nothing_they_must_not() {
    let scripts = scripts();
    assert!(scripts.len() >= 2);
    for text in &scripts {
        let reading = read(text);
        assert!(reading.step("setup").is_some(), "it was read");
        assert!(!reading.wrong().has_errors(), "{}", reading.wrong());
        // Headings are found, as none of them is called like this.
        assert!(reading.unknown_headings(&["Nonsense".to_owned()]).has_errors());
    }
}

/// Scripts that are nested: the engine allows about a thousand levels.
#[test]
fn a_script_may_be_nested_as_deeply_as_the_engine_allows() {
    let nested = |open: &str, inner: &str, close: &str, times: usize| {
        format!("local a = {}{inner}{}\nfunction steps.setup() end", open.repeat(times), close.repeat(times))
    };
    for (open, inner, close) in [
        ("(", "1", ")"),
        ("{", "1", "}"),
        ("{[1] = ", "1", "}"),
        ("function() return ", "1", " end"),
        ("if a then ", "1", " else 2"),
        ("- ", "1", ""),
        ("a .. ", "1", ""),
        ("f(", "1", ")"),
        ("a[", "1", "]"),
    ] {
        assert!(read(&nested(open, inner, close, 100)).step("setup").is_some(), "{open}");
        for times in [500, 900, 990, 50_000] {
            // Whether it is read is the engine's business.
            let _ = read(&nested(open, inner, close, times)).wrong();
        }
    }
    let blocks = format!("{}{}\nfunction steps.setup() end", "do ".repeat(100), " end".repeat(100));
    assert!(read(&blocks).step("setup").is_some());
    for opened in ["do ", "while true do ", "local function f() ", "for n = 1, 2 do ", "if a then "] {
        let _ = read(&format!("{}{}", opened.repeat(900), "end ".repeat(900))).wrong();
    }
}

#[test]
fn nonsense_stops_nobody() {
    const SIGNS: [&str; 24] = [
        "end",
        "(",
        ")",
        "{",
        "}",
        "\"",
        "`",
        "[==[",
        "]==]",
        "--[[",
        "in",
        "for ",
        "function ",
        "local ",
        "=",
        "+=",
        "::",
        "<<",
        "@x ",
        "steps.",
        "refuse(",
        "rule = ",
        "é",
        "\r\n",
    ];
    let shortest = scripts().into_iter().min_by_key(String::len).expect("a script");
    let lines: Vec<&str> = shortest.lines().take(120).collect();
    let text = lines.join("\n");
    let mut chance = Chance::from_seed(11);
    for _ in 0..200 {
        let mut broken = text.clone();
        for _ in 0..=chance.below(3) {
            let mut at = chance.below(u32::try_from(broken.len()).expect("small")) as usize;
            while !broken.is_char_boundary(at) {
                at -= 1;
            }
            match chance.below(3) {
                0 => broken.truncate(at),
                1 => broken.insert_str(at, SIGNS[chance.below(24) as usize]),
                _ => drop(broken.remove(at.min(broken.len() - 1))),
            }
            if broken.is_empty() {
                break;
            }
        }
        let reading = read(&broken);
        let _ = (reading.wrong(), reading.unknown_headings(&["Nonsense".to_owned()]), reading.step("setup"));
    }
}
