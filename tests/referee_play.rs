//! Whole games through `referee play` and `referee answer`, as people would play them.

mod support;

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use serde_json::{Value, json};
use support::{Tool, same_as_golden};
use tablewright::dice::Chance;
use tablewright::load::{DiskAssets, WithTemplates, load_game};
use tablewright::referee::{Choice, Choosable, Desk, FORMAT, Hands, Kind, Move, Request, Start, Table};
use tablewright::rules::{ScriptRules, World};

/// What is typed in the game that is played here.
const TYPED: &str = "rancher-typed.txt";

fn game_folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("components/zombie-rancher")
}

/// A table for Ann and Bob, who roll their own dice.
fn rancher() -> Tool {
    let tool = Tool::new();
    tool.run(&format!("referee new {} --players Ann,Bob --dice table --seed 1 --json", game_folder().display()))
        .succeeds();
    tool
}

/// The lines that make up the game. With `UPDATE_GOLDEN` a bot plays it anew.
fn typed() -> String {
    let golden = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(TYPED);
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        let games = (1..=30).filter_map(play_by_chance);
        let shortest = games.min_by_key(Vec::len).expect("one of them ends");
        std::fs::write(&golden, shortest.join("\n") + "\n").unwrap();
    }
    std::fs::read_to_string(golden).unwrap()
}

/// The answers of a game that a bot plays, if it ends before long.
fn play_by_chance(seed: u64) -> Option<Vec<String>> {
    let mut table = table();
    let mut chance = Chance::from_seed(seed);
    let mut lines = Vec::new();
    while let Some(request) = table.request().cloned() {
        let line = by_chance(&request, &mut |end| chance.below(end));
        table.answer(&Move { text: &line, ..Move::default() }, "").unwrap();
        lines.push(line);
        if lines.len() > 400 {
            return None;
        }
    }
    Some(lines)
}

fn table() -> Table {
    let (game, found) = load_game(&WithTemplates(DiskAssets::new(&game_folder())), "zombie-rancher");
    assert!(!found.has_errors(), "{found}");
    let game = game.unwrap();
    let players: Vec<String> = ["Ann", "Bob"].map(str::to_owned).to_vec();
    let options = BTreeMap::from([("corporate-war".to_owned(), Choosable::Flag(false))]);
    let start = Start {
        format: FORMAT,
        game: game.id.clone(),
        version: game.version.clone(),
        at: String::new(),
        players: players.clone(),
        options: options.clone(),
        hands: Hands::default(),
        seed: 1,
        strict: false,
    };
    let desk = Rc::new(RefCell::new(Desk::new(players.clone(), Hands::default(), 1)));
    let script = game.play.script.clone().unwrap();
    let rules = ScriptRules::load(&script.text, World::new(&game, players, options), desk.clone()).unwrap();
    Table::open(start, Box::new(rules), desk, Vec::new(), "").unwrap()
}

/// One of the legal answers, as people type it. Nobody stops early as long as there is something to do.
fn by_chance(request: &Request, chance: &mut dyn FnMut(u32) -> u32) -> String {
    let mut pick = |count: usize| chance(u32::try_from(count).unwrap()) as usize;
    match &request.kind {
        Kind::Choose { options, .. } | Kind::Draw { options, .. } => {
            let goes_on = |choice: &&Choice| !matches!(choice.id.as_str(), "done" | "stop");
            let open: Vec<&Choice> = options.iter().filter(goes_on).collect();
            if open.is_empty() || pick(12) == 0 {
                options[options.len() - 1].id.clone()
            } else {
                open[pick(open.len())].id.clone()
            }
        }
        Kind::ChooseMany { options, most, .. } => {
            let choice = &options[pick(options.len())];
            format!("{}*{}", choice.id, choice.most.min(*most))
        }
        Kind::Confirm { .. } => ["yes", "yes", "no"][pick(3)].to_owned(),
        Kind::Roll { dice, die, .. } => {
            let face = |n: usize| die.face(u32::try_from(n).unwrap()).text;
            let faces: Vec<String> = (0..*dice).map(|_| face(pick(die.sides() as usize))).collect();
            faces.join(" ")
        }
        Kind::Number { .. } | Kind::Order { .. } => unreachable!("this game asks for none"),
    }
}

#[test]
fn a_whole_game_with_typed_dice() {
    let tool = rancher();
    let said = tool.type_into("referee play --plain", &typed()).succeeds().stdout();
    same_as_golden("rancher-played.txt", &said);
    assert!(said.contains("The game is over.\n"));
    let widest = said.lines().max_by_key(|line| line.chars().count()).unwrap();
    assert!(widest.chars().count() <= 80 || widest.starts_with("> "), "{widest}");
    assert!(said.is_ascii(), "a plain screen has only plain characters");
}

#[test]
fn the_same_game_answer_by_answer() {
    let (played, answered) = (rancher(), rancher());
    played.type_into("referee play", &typed()).succeeds();
    for (number, line) in typed().lines().enumerate() {
        let ran = answered.run(&format!("referee answer --for {number} --json {line}")).succeeds();
        let told: Value = serde_json::from_str(&ran.stdout()).unwrap();
        assert_eq!(told["number"], json!(number + 1), "{line}");
    }
    let tables = [&played, &answered];
    let [a, b] = tables.map(|tool| tool.run("referee show --json").succeeds().stdout());
    assert_eq!(a, b);
    assert!(a.contains("\"over\": true"), "{a}");
    let [a, b] = tables.map(|tool| tool.run("referee log").succeeds().stdout());
    assert_eq!(a, b);
    let [a, b] = tables.map(|tool| tool.run("referee score").succeeds().stdout());
    assert_eq!(a, b);
    same_as_golden("rancher-score.txt", &a);
}
