//! Whole games through `referee play` and `referee answer`, as people would play them.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use crate::support::{Tool, same_as_golden};
use serde_json::{Value, json};
use tablewright::inside::dice::Chance;
use tablewright::inside::load::{DiskAssets, WithTemplates, load_game};
use tablewright::inside::referee::{
    AnswerQueue, Choice, Choosable, FORMAT, Hands, Move, QuestionKind, Request, Seat, Start, Table, Viewer,
};
use tablewright::inside::rules::{ScriptRules, WallClock, World};

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

/// The lines that make up a game. With `UPDATE_GOLDEN` a bot plays it anew; after so many answers it has had enough.
fn typed(name: &str, patience: usize) -> String {
    let golden = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(name);
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        let games = (1..=12).map(|seed| play_by_bot(seed, patience));
        std::fs::write(&golden, games.min_by_key(Vec::len).unwrap().join("\n") + "\n").unwrap();
    }
    std::fs::read_to_string(golden).unwrap()
}

/// A game until five zombies are left.
fn long_game() -> String {
    typed("rancher-typed.txt", 1000)
}

/// A game that ends because nobody does anything any more.
fn short_game() -> String {
    typed("rancher-short-typed.txt", 60)
}

/// The answers of a game that a bot plays.
fn play_by_bot(seed: u64, patience: usize) -> Vec<String> {
    let mut table = table();
    let mut chance = Chance::from_seed(seed);
    let mut lines = Vec::new();
    while let Some(request) = table.request().cloned() {
        let traps = traps_of(&mut table, request.seat);
        let may_rest = lines.len() > patience && request.kind.options().iter().any(|choice| choice.id == "done");
        let line =
            if may_rest { "done".to_owned() } else { answer_of_bot(&request, &traps, &mut |end| chance.below(end)) };
        table.answer(&Move { text: &line, ..Move::default() }, "").unwrap();
        lines.push(line);
    }
    lines
}

/// Where the traps and Homes of a seat are.
fn traps_of(table: &mut Table, seat: Option<Seat>) -> Vec<String> {
    let pieces = table.view(Viewer::Everybody).unwrap().pieces;
    pieces.into_iter().filter(|piece| seat.is_some() && piece.seat == seat).map(|piece| piece.at).collect()
}

/// How many steps two squares are apart; the Holding Pen counts as its middle.
fn distance(a: &str, b: &str) -> u32 {
    let at = |space: &str| match space.as_bytes() {
        [column, row] if row.is_ascii_digit() => (u32::from(*column - b'A'), u32::from(*row - b'1')),
        _ => (4, 4),
    };
    let (a, b) = (at(a), at(b));
    a.0.abs_diff(b.0) + a.1.abs_diff(b.1)
}

fn table() -> Table {
    let (game, found) = load_game(&WithTemplates(DiskAssets::new(game_folder())), "zombie-rancher");
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
        bots: BTreeMap::new(),
    };
    let queue = Rc::new(RefCell::new(AnswerQueue::new(players.clone(), Hands::default(), 1)));
    let script = game.play.script.clone().unwrap();
    let rules = ScriptRules::load(&script.text, World::new(&game, players, options), queue.clone(), WallClock::start())
        .unwrap();
    Table::open(start, Box::new(rules), queue, Vec::new(), "").unwrap()
}

/// One of the legal answers, as people type it: zombies are led to the nearest trap, and traps lie around the pen.
fn answer_of_bot(request: &Request, traps: &[String], chance: &mut dyn FnMut(u32) -> u32) -> String {
    let mut pick = |count: usize| chance(u32::try_from(count).unwrap()) as usize;
    match &request.kind {
        QuestionKind::Choose { options, places: true } => {
            let goals: Vec<&str> =
                if request.prompt.contains("step") { traps.iter().map(String::as_str).collect() } else { vec!["HP"] };
            let far = |choice: &&Choice| goals.iter().map(|goal| distance(&choice.id, goal)).min();
            let spaces: Vec<&Choice> = options.iter().filter(|choice| choice.id.len() == 2).collect();
            let least = spaces.iter().map(far).min().unwrap();
            let best: Vec<&&Choice> = spaces.iter().filter(|choice| far(choice) == least).collect();
            best[pick(best.len())].id.clone()
        }
        QuestionKind::Choose { options, .. }
        | QuestionKind::Dealer { options, .. }
        | QuestionKind::Draw { options, .. } => options[0].id.clone(),
        QuestionKind::ChooseMany { options, most, .. } => {
            let choice = options.iter().max_by_key(|choice| choice.most).unwrap();
            format!("{}*{}", choice.id, choice.most.min(*most))
        }
        QuestionKind::Confirm { .. } => "yes".to_owned(),
        QuestionKind::Roll { dice, die, .. } => {
            let sides = die.sides() as usize;
            // With luck like this the game is short enough to read: traps catch, and lures lead three steps.
            let lucky: &[usize] = match request.prompt.as_str() {
                "to catch the zombie" => &[4, 5],
                "to lure" => &[2, 3],
                _ => &[],
            };
            let is_lucky = !lucky.is_empty() && pick(4) > 0;
            let mut face = || if is_lucky { lucky[pick(lucky.len())] } else { pick(sides) };
            let faces = (0..*dice).map(|_| die.face(u32::try_from(face()).unwrap()).text);
            faces.collect::<Vec<_>>().join(" ")
        }
        QuestionKind::Number { .. } | QuestionKind::Order { .. } => unreachable!("this game asks for none"),
    }
}

#[test]
fn a_whole_game_with_typed_dice() {
    let tool = rancher();
    let said = tool.type_into("referee play --plain", &long_game()).succeeds().stdout();
    same_as_golden("rancher-played.txt", &said);
    assert!(said.contains("The game is over.\n"));
    let widest = said.lines().max_by_key(|line| line.chars().count()).unwrap();
    assert!(widest.chars().count() <= 80 || widest.starts_with("> "), "{widest}");
    assert!(said.is_ascii(), "a plain screen has only plain characters");
}

#[test]
fn a_whole_game_answer_by_answer() {
    let (played, answered) = (rancher(), rancher());
    let typed = short_game();
    played.type_into("referee play", &typed).succeeds();
    for (number, line) in typed.lines().enumerate() {
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
