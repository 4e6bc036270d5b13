//! Whole runs as people start them: against another state, sweeps, what takes too long, Ctrl-C, and the strangest games as tables.

use std::fs;
use std::process::Stdio;
use std::thread::sleep;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::support::{Tool, played};

const POKER: &str = include_str!("games/poker.luau");
const NIM: &str = include_str!("games/nim.luau");

/// The small game with an option that says how long it goes on.
fn with_option() -> Tool {
    let script = r#"
        declare {at = is.whole(0, 99), coins = is.each_seat(is.whole(0, 999))}
        function steps.setup() return "turn" end
        function steps.turn()
            local seat = state.at % seats + 1
            local take = choose {seat = seat, prompt = "How many?", options = {"1", "2", "3"}}
            state.coins[seat] += tonumber(take)
            state.at += 1
            return if state.at == options.rounds * seats then "over" else "turn"
        end
        function score()
            local lines = {}
            for seat = 1, seats do table.insert(lines, {seat = seat, what = "coins", points = state.coins[seat]}) end
            return {lines = lines}
        end
    "#;
    let game =
        format!("{}\noptions:\n  rounds: {{title: Rounds, least: 2, most: 9, usual: 3}}\n", played::GAME.trim_end());
    Tool::refereed(script).file("game/game.yaml", game)
}

#[test]
fn another_state_is_held_against_the_first() {
    let tool = Tool::refereed(NIM).file("other/board.yaml", played::BOARD).file("other/RULES.md", played::RULES);
    let tool = tool.file("other/game.yaml", played::GAME).file("other/rules.luau", NIM);
    let same = tool.run("playtest game --against ./other --games 60").succeeds().stdout();
    assert!(same.contains("60 games with the same seeds"), "{same}");
    assert!(same.contains("no difference"), "{same}");
    assert!(!same.contains("this is a difference"), "{same}");
    // The other one has heaps that are much larger.
    let longer = NIM.replace("= 3, 4, 5", "= 9, 9, 9");
    assert_ne!(longer, NIM);
    let told =
        tool.file("other/rules.luau", longer).run("playtest game --against ./other --games 60").succeeds().stdout();
    assert!(told.contains("this is a difference"), "{told}");
    let tool = Tool::refereed(NIM);
    tool.run("playtest game --against nowhere:game --games 5").refuses(&["nowhere"]);
}

#[test]
fn a_game_that_does_not_come_back_is_told_with_its_line_and_its_seed() {
    let with = |bad: &str| {
        let script = format!(
            "declare {{coins = is.whole(0, 99)}}\n\
             function steps.setup()\n    \
                 local faces, all = roll {{die = 'd6'}}, {{}}\n    \
                 while faces[1] == 6 do\n        \
                     {bad}\n    \
                 end\n    \
                 return 'over'\n\
             end\n"
        );
        Tool::refereed(&script)
    };
    let seed = "it was the game with seed ";
    let endless = ["this takes too long: is there a loop without an end?", "rules.luau:4:", seed];
    with("state.coins = 1").run("playtest game --games 60 --threads 2").refuses(&endless);
    let full = ["the script takes more than 64 MB of memory", "rules.luau:", seed];
    with("table.insert(all, string.rep('x', 9000) .. #all)").run("playtest game --games 60").refuses(&full);
}

#[test]
fn a_sweep_says_what_an_option_changes() {
    let tool = with_option();
    let told = tool.run("playtest game --sweep rounds=2..4 --games 50").succeeds().stdout();
    for name in ["rounds=3", "rounds=4"] {
        assert!(told.contains(&format!("rounds=2 and {name}, 50 games with the same seeds")), "{told}");
    }
    // Two seats decide twice, three or four times each: exactly so many more, whatever chance does.
    assert!(told.contains("decisions: 4 and 6, +2 (+2 to +2); this is a difference"), "{told}");
    assert!(told.contains("decisions: 4 and 8, +4 (+4 to +4); this is a difference"), "{told}");
    let json: Value =
        serde_json::from_str(&tool.run("playtest game --sweep rounds=2,9 --games 20 --json").succeeds().stdout())
            .expect("JSON");
    assert_eq!(json["others"].as_array().map(Vec::len), Some(1));
    tool.run("playtest game --sweep rounds=2").refuses(&["values"]);
    tool.run("playtest game --sweep turns=2..3").refuses(&["turns"]);
    let page = tool.run("playtest game --sweep rounds=2..4 --games 50 --output made").succeeds().stdout();
    assert!(page.contains("made/against.html"), "{page}");
    let page = fs::read_to_string(tool.path().join("made/against.html")).expect("a page");
    assert!(
        page.contains("rounds=2 and rounds=4") && page.contains("+4 (+4 to +4)") && page.contains("<svg"),
        "{page}"
    );
    let json = fs::read_to_string(tool.path().join("made/against.json")).expect("JSON");
    assert_eq!(serde_json::from_str::<Value>(&json).expect("JSON")["others"].as_array().map(Vec::len), Some(2));
    let against = tool.run("playtest game --option rounds=2 --against-option rounds=5 --games 20").succeeds().stdout();
    assert!(against.contains("decisions: 4 and 10, +6"), "{against}");
}

#[test]
fn what_takes_longer_than_a_night_needs_a_yes() {
    let tool = Tool::refereed(POKER);
    tool.run("playtest game --games 900000000000 --players thinking:50").refuses(&[
        "this would take about",
        "years",
        "--yes",
    ]);
    // Few games of chance are not even tried out.
    tool.run("playtest game --games 3").succeeds();
}

/// Starts a run, waits until rows are there, and sends it the signal of Ctrl-C; gives what it said.
#[cfg(unix)]
fn interrupted(tool: &Tool, arguments: &str, folder: &str) -> String {
    let mut command = tool.command(arguments);
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it runs");
    let (part, began) = (tool.path().join(folder).join("rows.csv.part"), Instant::now());
    while !part.exists() && began.elapsed() < Duration::from_mins(1) {
        sleep(Duration::from_millis(5));
    }
    // On a busy machine the first game takes its time.
    sleep(Duration::from_secs(4));
    // Twice at once, as `timeout` does it.
    let pid = child.id().to_string();
    let sent = std::process::Command::new("kill").args(["-INT", &pid, &pid]).status().expect("kill");
    assert!(sent.success());
    let output = child.wait_with_output().expect("it ends");
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(output.status.code(), Some(0), "{said}{}", String::from_utf8_lossy(&output.stderr));
    said
}

#[cfg(unix)]
#[test]
fn ctrl_c_keeps_whole_rows_of_what_is_done() {
    let tool = Tool::refereed(POKER);
    let run = "playtest game --games 400000 --players thinking:4,random --yes --output made";
    let said = interrupted(&tool, run, "made");
    assert!(said.contains("of 400000 games were not played; `--resume` goes on with them"), "{said}");
    let rows = fs::read_to_string(tool.path().join("made/rows.csv.part")).expect("rows");
    assert!(rows.ends_with('\n'));
    let games = rows.lines().count() - 1;
    assert!(games > 0);
    assert!(!tool.path().join("made/rows.csv").exists() && !tool.path().join("made/rows.parquet").exists());
    // They are those of a run that only ever wanted so many, and that run can be had from here.
    tool.run(&format!("playtest game --games {games} --players thinking:4,random --output whole")).succeeds();
    assert!(rows == fs::read_to_string(tool.path().join("whole/rows.csv")).expect("rows"));
    tool.run(&format!("playtest game --games {} --players thinking:4,random --output made --resume", games + 3))
        .succeeds();
    let more = fs::read_to_string(tool.path().join("made/rows.csv")).expect("rows");
    assert!(more.starts_with(&rows) && more.lines().count() == games + 4);
}

#[test]
fn the_strangest_games_are_kept_as_tables() {
    for (script, players) in [(POKER, "thinking:6,random"), (NIM, "random")] {
        let tool = Tool::refereed(script);
        let run = format!("playtest game --games 40 --players {players} --record odd");
        let said = tool.run(&run).succeeds().stdout();
        for name in ["longest", "closest", "most-lopsided"] {
            assert!(said.contains(&format!("odd/{name}: with ")), "{said}");
            let log = tool.run(&format!("referee log --table odd/{name}")).succeeds().stdout();
            assert!(log.contains("played by"), "{log}");
            let shown = tool.run(&format!("referee show --table odd/{name}")).succeeds().stdout();
            assert!(shown.contains("over"), "{shown}");
        }
        tool.run(&run).refuses(&["is there already"]);
        let by_clock = "playtest game --games 4 --players thinking:1ms --record other";
        tool.run(by_clock).refuses(&["by the clock"]);
    }
}
