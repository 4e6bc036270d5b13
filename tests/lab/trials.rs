//! Trials come out the same for any number of threads and shards, go on where they were cut off, and refuse what is absurd.

use std::fs;

use crate::support::{Ran, Tool};

fn tool() -> Tool {
    Tool::refereed(include_str!("games/poker.luau"))
}

#[track_caller]
fn tells(ran: &Ran, text: &str) {
    assert_eq!(ran.code(), Some(0), "{}", ran.stderr());
    assert!(ran.stdout().contains(text), "missing: {text}\nsaid:\n{}", ran.stdout());
}

/// The command line makes no sense.
#[track_caller]
fn misses(ran: &Ran, text: &str) {
    assert_eq!(ran.code(), Some(2));
    assert!(ran.stderr().contains(text), "missing: {text}\nsaid:\n{}", ran.stderr());
}

fn bytes(tool: &Tool, path: &str) -> Vec<u8> {
    fs::read(tool.path().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

const PLAYERS: &str = "--players thinking:6,greedy,random";

#[test]
fn any_number_of_threads_gives_the_same() {
    let tool = tool();
    for threads in [1, 2, 5] {
        tool.run(&format!("playtest game --games 30 {PLAYERS} --threads {threads} --output made/{threads}")).succeeds();
    }
    for file in ["rows.csv", "rows.parquet", "report.html", "report.json"] {
        let first = bytes(&tool, &format!("made/1/{file}"));
        assert!(!first.is_empty(), "{file}");
        for threads in [2, 5] {
            assert!(first == bytes(&tool, &format!("made/{threads}/{file}")), "{file} of {threads} threads differs");
        }
    }
}

#[test]
fn shards_in_any_order_and_number_make_the_same_report() {
    let tool = tool();
    tool.run("playtest game --games 50 --seed 7 --output whole").succeeds();
    for parts in [2, 7] {
        let mut files = Vec::new();
        for part in (1..=parts).rev() {
            tool.run(&format!("playtest game --games 50 --seed 7 --shard {part}/{parts} --output parts{parts}"))
                .succeeds();
            let end = if part % 2 == 0 { "csv" } else { "parquet" };
            files.push(format!("parts{parts}/rows-{part}-of-{parts}.{end}"));
        }
        tool.run(&format!("playtest report {} --output again{parts}", files.join(" "))).succeeds();
        for file in ["report.html", "report.json"] {
            assert!(bytes(&tool, &format!("whole/{file}")) == bytes(&tool, &format!("again{parts}/{file}")), "{file}");
        }
        // One of them twice is a game that counts twice.
        tool.run(&format!("playtest report {} {}", files.join(" "), files[0])).refuses(&["twice"]);
    }
}

#[test]
fn a_run_that_was_cut_off_goes_on_and_gives_the_same_rows() {
    let tool = tool();
    tool.run("playtest game --games 40 --output whole").succeeds();
    let rows = bytes(&tool, "whole/rows.csv");
    // Cut off in the middle of a row, after the line of names, and before anything was written.
    for cut in [rows.len() * 2 / 3, rows.len() / 50, 10, 0] {
        let folder = tool.path().join(format!("cut{cut}"));
        fs::create_dir_all(&folder).expect("a folder");
        fs::write(folder.join("rows.csv.part"), &rows[..cut]).expect("a file");
        tool.run(&format!("playtest game --games 40 --output cut{cut} --resume")).succeeds();
        for file in ["rows.csv", "rows.parquet", "report.html"] {
            assert!(
                bytes(&tool, &format!("whole/{file}")) == bytes(&tool, &format!("cut{cut}/{file}")),
                "{file}, cut at {cut}"
            );
        }
        assert!(!folder.join("rows.csv.part").exists());
    }
    // What is whole can be gone on with, too.
    tells(&tool.run("playtest game --games 60 --output whole --resume"), "40 of the games were there already");
    tool.run("playtest game --games 60 --output more").succeeds();
    assert!(bytes(&tool, "whole/rows.csv") == bytes(&tool, "more/rows.csv"));
}

#[cfg(unix)]
#[test]
fn a_run_that_is_killed_goes_on() {
    let tool = tool();
    tool.run(&format!("playtest game --games 120 {PLAYERS} --output whole")).succeeds();
    let mut child =
        tool.command(&format!("playtest game --games 120 {PLAYERS} --output killed")).spawn().expect("it runs");
    let part = tool.path().join("killed/rows.csv.part");
    // Once it has begun, it can be killed at any time.
    while !part.exists() && !tool.path().join("killed/rows.csv").exists() {
        std::thread::yield_now();
    }
    child.kill().expect("it is killed");
    child.wait().expect("it ends");
    tool.run(&format!("playtest game --games 120 {PLAYERS} --output killed --resume")).succeeds();
    assert!(bytes(&tool, "whole/rows.csv") == bytes(&tool, "killed/rows.csv"));
}

#[test]
fn what_does_not_go_together_is_refused() {
    let tool = tool();
    tool.run("playtest game --games 5 --output a").succeeds();
    tool.run("playtest game --games 5 --seats 3 --seed 100 --output b").succeeds();
    tool.run("playtest report a/rows.csv b/rows.parquet").refuses(&["do not go together"]);
    tool.run("playtest game --games 9 --seed 2 --output a --resume").refuses(&["does not go with this run"]);
    tool.run("playtest report game/rules.luau").refuses(&["rows"]);
    tool.run("playtest game --games 0").refuses(&["cannot be played"]);
    tool.run("playtest game --seats 9").refuses(&["is for 2 to 4 players"]);
    tool.run("playtest game --seats 2 --players random,greedy,random").refuses(&["do not fit"]);
    misses(&tool.run("playtest game --players clever"), "no player");
    misses(&tool.run("playtest game --shard 5/4 --output a"), "no part");
}

#[test]
fn games_that_never_end_are_counted_and_are_no_failure() {
    let script = r#"
        declare {at = is.whole(0, 1)}
        function steps.setup() return "round_and_round" end
        function steps.round_and_round()
            choose {seat = 1, prompt = "Go on?", options = {"yes", "of course"}}
            return "round_and_round"
        end
    "#;
    let ran = Tool::refereed(script).run("playtest game --games 2");
    tells(&ran, "2 of them were not over after 100000 steps");
    tells(&ran, "How long a game takes is not known");
}
