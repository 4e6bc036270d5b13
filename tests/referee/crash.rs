//! The process is killed at random instants, again and again: every answer that was acknowledged is there afterwards, at
//! most the one in flight is more, and the same question is asked again. `TABLEWRIGHT_CRASHES=1000` kills more often.

use std::fs;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::support::Tool;
use tablewright::inside::dice::Chance;
use tablewright::inside::referee::{Answer, Entry, read_journal};

/// Every second answer brings dice of the referee's own, which are an entry as well.
const SCRIPT: &str = r#"declare {n = is.whole(0, 99999), sum = is.whole(0, 999999)}
function steps.setup() return "turn" end
function steps.turn()
    local what = choose {prompt = "Roll or wait?", options = {"roll", "wait"}}
    if what == "roll" then state.sum += total(roll {die = "d6", dice = 2, prompt = "Roll."}) end
    state.n += 1
    say("{} of {}", state.n, state.sum)
    return "turn"
end
function show() return {status = state.n .. ", " .. state.sum} end
"#;

fn answer(tool: &Tool, text: &str) -> Child {
    Command::new(env!("CARGO_BIN_EXE_tablewright"))
        .args(["referee", "answer", text])
        .current_dir(tool.path())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the binary runs")
}

fn journal(tool: &Tool) -> Vec<u8> {
    fs::read(tool.path().join("tables/game/journal.jsonl")).expect("a journal")
}

/// What people answered, as it stands on the disk.
fn answered(bytes: &[u8]) -> Vec<String> {
    let journal = read_journal(bytes).expect("nothing but the end can be torn");
    let told = |entry: &Entry| match entry.answer().map(|answered| &answered.answer) {
        Some(Answer::Choose(id)) => Some(id.clone()),
        _ => None,
    };
    journal.entries.iter().filter_map(told).collect()
}

#[test]
fn what_was_acknowledged_is_there_after_a_crash() {
    let rounds = std::env::var("TABLEWRIGHT_CRASHES").ok().and_then(|rounds| rounds.parse().ok()).unwrap_or(200);
    let tool = Tool::refereed(SCRIPT);
    tool.run("referee new ./game --players Ann,Bob --dice app --seed 3").succeeds();
    let began = Instant::now();
    for _ in 0..4 {
        assert!(answer(&tool, "roll").wait().expect("it ends").success());
    }
    let usual = u32::try_from((began.elapsed() / 4).as_micros()).expect("a short time");
    let mut chance = Chance::from_seed(11);
    let mut expected: Vec<String> = vec!["roll".into(); 4];
    let (mut killed, mut kept) = (0, 0);
    for round in 0..rounds {
        let before = journal(&tool);
        let text = if chance.below(2) == 0 { "roll" } else { "wait" };
        let mut child = answer(&tool, text);
        sleep(Duration::from_micros(u64::from(chance.below(usual + usual / 4))));
        let _ = child.kill();
        let acknowledged = child.wait().expect("it ends").success();
        let after = journal(&tool);
        let whole = read_journal(&before).expect("a journal").whole;
        assert!(after.starts_with(&before[..whole]), "round {round}: nothing that was there is lost");
        let found = answered(&after);
        expected.push(text.into());
        if found != expected {
            assert!(!acknowledged, "round {round}: an acknowledged answer is lost");
            expected.pop();
            assert_eq!(found, expected, "round {round}: at most the answer in flight is more");
        } else if !acknowledged {
            kept += 1;
        }
        killed += usize::from(!acknowledged);
        if round % 8 == 0 {
            asks_the_same(&tool, expected.len());
        }
    }
    assert!(killed > rounds / 4, "it was killed {killed} times of {rounds}, {kept} answers in flight were kept");
    println!("{rounds} answers, killed {killed} times, {kept} answers in flight were kept");
}

/// The table opens, and asks for the next answer with all the others counted.
#[track_caller]
fn asks_the_same(tool: &Tool, answers: usize) {
    let first = tool.run("referee show --json").succeeds().stdout();
    assert!(first.contains("\"prompt\": \"Roll or wait?\""), "{first}");
    assert!(first.contains(&format!("\"status\": \"{answers}, ")), "{answers} answers: {first}");
    tool.run("referee note still here").succeeds();
    let again = tool.run("referee show --json").succeeds().stdout();
    let status = |text: &str| text.lines().find(|line| line.contains("\"status\"")).map(str::to_owned);
    assert_eq!(status(&again), status(&first), "the dice are the same when it goes on");
}
