//! A table of November 2026, before questions could wait side by side, is what it was: what everybody sees and the log were
//! written down by the program of then (adjustments are told in other words now). A change of the journal that cannot read this one loses tables of people.

use std::fs;
use std::path::Path;

use crate::support::Tool;
use serde_json::Value;

const KEPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/referee/november");

fn copied(mut tool: Tool, from: &Path, to: &str) -> Tool {
    for entry in fs::read_dir(from).expect("a folder") {
        let path = entry.expect("a file").path();
        let name = path.file_name().expect("it has one").to_str().expect("in letters");
        tool = tool.file(&format!("{to}/{name}"), fs::read(&path).expect("it can be read"));
    }
    tool
}

#[test]
fn a_table_of_then_is_what_it_was() {
    let kept = Path::new(KEPT);
    let read = |name: &str| fs::read_to_string(kept.join(name)).expect("it can be read");
    let tool = copied(Tool::new(), &kept.join("game"), "tables/november/game")
        .file("tables/november/journal.jsonl", read("journal.jsonl"));
    let seen: Value = serde_json::from_str(&read("seen.json")).expect("what they saw");
    for seat in ["Ann", "Bob"] {
        let shown = tool.run(&format!("referee show --table november --json --seat {seat}")).succeeds().stdout();
        let now: Value = serde_json::from_str(&shown).expect("JSON");
        for (what, then) in seen[seat].as_object().expect("fields") {
            assert_eq!(&now[what], then, "{what} of {seat}");
        }
    }
    assert_eq!(tool.run("referee log --table november").succeeds().stdout(), read("log.txt"));
}
