//! The process is killed at random instants, again and again: every answer that was acknowledged is there afterwards, at
//! most the one in flight is more, and the same question is asked again. `TABLEWRIGHT_CRASHES=1000` kills more often.

use std::fs;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::support::Tool;
use serde_json::Value;
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

/// Three seats are asked at once, round after round.
const SECRETS: &str = r#"declare {n = is.whole(0, 99999), sum = is.whole(0, 9999999)}
function steps.setup() return "round" end
function steps.round()
    local questions = {}
    for seat = 1, seats do
        questions[seat] = {kind = "choose_number", prompt = "How many?", most = 99, secret = true}
    end
    state.n, state.sum = state.n + 1, state.sum + total(ask_all(questions))
    return "round"
end
function show() return {status = state.n .. ", " .. state.sum} end
"#;
const NAMES: [&str; 3] = ["Ann", "Bob", "Cleo"];

/// A game that is killed: its table, the next answer after so many, and what is seen when so many are there.
struct Killed {
    tool: Tool,
    next: fn(&mut Chance, usize) -> Vec<String>,
    look: fn(&Tool, usize),
}

fn answer(tool: &Tool, words: &[String]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_tablewright"))
        .args(["referee", "answer"])
        .args(words)
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
        Some(Answer::Number(number)) => Some(number.to_string()),
        _ => None,
    };
    journal.entries.iter().filter_map(told).collect()
}

#[test]
fn what_was_acknowledged_is_there_after_a_crash() {
    let tool = Tool::refereed(SCRIPT);
    tool.run("referee new ./game --players Ann,Bob --dice app --seed 3").succeeds();
    let next = |chance: &mut Chance, _: usize| vec![if chance.below(2) == 0 { "roll" } else { "wait" }.to_owned()];
    is_killed(&Killed { tool, next, look: asks_the_same });
}

#[test]
fn half_of_the_answers_to_several_questions_are_there_after_a_crash() {
    let tool = Tool::refereed(SECRETS);
    tool.run("referee new ./game --players Ann,Bob,Cleo --seed 3").succeeds();
    let next = |chance: &mut Chance, answers: usize| {
        vec![chance.below(100).to_string(), "--seat".to_owned(), NAMES[answers % 3].to_owned()]
    };
    is_killed(&Killed { tool, next, look: asks_the_same_seats });
}

fn is_killed(Killed { tool, next, look }: &Killed) {
    let rounds = std::env::var("TABLEWRIGHT_CRASHES").ok().and_then(|rounds| rounds.parse().ok()).unwrap_or(200);
    let mut chance = Chance::from_seed(11);
    let mut expected: Vec<String> = Vec::new();
    let began = Instant::now();
    for _ in 0..4 {
        let words = next(&mut chance, expected.len());
        assert!(answer(tool, &words).wait().expect("it ends").success());
        expected.push(words[0].clone());
    }
    let usual = u32::try_from((began.elapsed() / 4).as_micros()).expect("a short time");
    let (mut killed, mut kept) = (0, 0);
    for round in 0..rounds {
        let before = journal(tool);
        let words = next(&mut chance, expected.len());
        let mut child = answer(tool, &words);
        sleep(Duration::from_micros(u64::from(chance.below(usual + usual / 4))));
        let _ = child.kill();
        let acknowledged = child.wait().expect("it ends").success();
        let after = journal(tool);
        let whole = read_journal(&before).expect("a journal").whole;
        assert!(after.starts_with(&before[..whole]), "round {round}: nothing that was there is lost");
        let found = answered(&after);
        expected.push(words[0].clone());
        if found != expected {
            assert!(!acknowledged, "round {round}: an acknowledged answer is lost");
            expected.pop();
            assert_eq!(found, expected, "round {round}: at most the answer in flight is more");
        } else if !acknowledged {
            kept += 1;
        }
        killed += usize::from(!acknowledged);
        if round % 8 == 0 {
            look(tool, expected.len());
        }
    }
    assert!(killed > rounds / 4, "it was killed {killed} times of {rounds}, {kept} answers in flight were kept");
    println!("{rounds} answers, killed {killed} times, {kept} answers in flight were kept");
}

/// Those are asked who have not answered, and the rounds before are counted.
#[track_caller]
fn asks_the_same_seats(tool: &Tool, answers: usize) {
    let shown: Value = serde_json::from_str(&tool.run("referee show --json").succeeds().stdout()).expect("JSON");
    let has_answered: Vec<bool> = (0..3).map(|seat| seat < answers % 3).collect();
    let waiting = shown["waiting"].as_array().expect("a list");
    assert_eq!(
        waiting.iter().map(|one| one["answered"] == true).collect::<Vec<_>>(),
        has_answered,
        "{answers} answers"
    );
    assert!(shown["status"].as_str().is_some_and(|status| status.starts_with(&format!("{}, ", answers / 3))));
    let log = tool.run("referee log --json").succeeds().stdout();
    assert_eq!(log.matches("told to everybody").count(), answers / 3);
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
