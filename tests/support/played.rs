//! Small games that are refereed in memory: a script of a few lines, and what comes of it.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use tablewright::load::{WithTemplates, load_game};
use tablewright::model::{Game, MemoryAssets};
use tablewright::referee::{Custody, Desk, Entry, FORMAT, Fault, Hands, Move, Problem, Start, Table};
use tablewright::rules::{ScriptRules, SharedAsker, World};

/// A board of nine squares, a deck of six cards, a die and a heading.
pub const GAME: &str = r#"
title: Small
version: "1"
players: 2-4
dice:
  luck: [hit, hit, miss]
components:
  yard: {kind: board, board: board.yaml, front: board-classic}
  nights:
    kind: cards
    front: {template: card-classic, title: "{{ id }}"}
    rows: [{id: bite, qty: 2}, {id: claw, qty: 2}, {id: horde, qty: 1}, {id: dawn, qty: 1, name: The first light}]
  booklet: {kind: booklet, text: RULES.md, front: booklet-page}
"#;
pub const BOARD: &str = "cell: 20mm\npicture: |\n  . . .\n  . . .\n  . . .\nlegend:\n  \".\": {terrain: grass}\n";
pub const RULES: &str = "# Small\n\n## Setting up\n\nSit down.\n\n## The night\n\nCards come.\n";

/// The small game with a script.
pub fn game(script: &str) -> Game {
    let assets = MemoryAssets::new()
        .with("game.yaml", GAME)
        .with("board.yaml", BOARD)
        .with("RULES.md", RULES)
        .with("rules.luau", script);
    let (game, found) = load_game(&WithTemplates(assets), "small");
    let told: Vec<String> = found.iter().map(|one| one.message.clone()).collect();
    assert!(!found.has_errors(), "{told:?}");
    game.expect("the small game")
}

/// A new table for Ann and Bob.
pub fn table(script: &str, usual: Custody) -> Result<Table, Problem> {
    table_of(&game(script), usual, 7)
}

pub fn table_of(game: &Game, usual: Custody, seed: u64) -> Result<Table, Problem> {
    let start = Start {
        format: FORMAT,
        game: "small".into(),
        version: "1".into(),
        at: "2026-01-01T00:00:00Z".into(),
        players: vec!["Ann".into(), "Bob".into()],
        options: BTreeMap::new(),
        hands: Hands { usual, named: BTreeMap::new() },
        seed,
        strict: false,
    };
    opened(game, start, Vec::new())
}

/// The same table from its journal, as if Tablewright was started again.
pub fn reopened(game: &Game, table: &Table) -> Result<Table, Problem> {
    opened(game, table.start().clone(), table.entries().to_vec())
}

pub fn opened(game: &Game, start: Start, entries: Vec<Entry>) -> Result<Table, Problem> {
    let desk = Rc::new(RefCell::new(Desk::new(start.players.clone(), start.hands.clone(), start.seed)));
    let asker: SharedAsker = desk.clone();
    let world = World::new(game, start.players.clone(), start.options.clone());
    let script = game.play.script.clone().expect("a script");
    let rules = ScriptRules::load(&script.text, world, asker)?;
    Table::open(start, Box::new(rules), desk, entries, "2026-01-01T00:00:01Z")
}

/// One answer, whoever gives it.
pub fn answer(table: &mut Table, text: &str) -> Result<(), Problem> {
    table.answer(&Move { text, ..Move::default() }, "2026-01-01T00:00:02Z")
}

/// A problem in a few lines.
pub fn told(problem: &Problem) -> String {
    match problem {
        Problem::Fault(fault) => fault_told(fault),
        Problem::Refused(refusal) => format!("refused: {}\n  {}", refusal.message, refusal.hints.join("\n  ")),
        Problem::Diverged { seq, refusal } => {
            format!("entry {seq} does not fit: {}\n  {}", refusal.message, refusal.hints.join("\n  "))
        }
    }
}

fn fault_told(fault: &Fault) -> String {
    let spot = |spot: &tablewright::referee::Spot| match &spot.function {
        Some(function) => format!("line {} in {function}", spot.line),
        None => format!("line {}", spot.line),
    };
    let mut told = vec![fault.message.clone()];
    told.extend(fault.hint.iter().map(|hint| format!("help: {hint}")));
    if !fault.trace.is_empty() {
        told.push(fault.trace.iter().take(4).map(spot).collect::<Vec<_>>().join(" < "));
    }
    told.extend(fault.step.iter().map(|step| format!("step {step}")));
    told.extend(fault.field.iter().map(|field| format!("field {field}")));
    told.join("\n  ")
}

/// A script with a question of most kinds, that breaks when people say `break`.
pub const YARD: &str = r#"declare {n = is.whole(0, 99), at = is.space("A1"), secret = is.hidden(is.whole(0, 9))}
function steps.setup() return "turn" end
function steps.turn()
    local seat = state.n % seats + 1
    local what = choose {seat = seat, prompt = "What now?", options = {"roll", "walk", "wait", "break", "count", "pack", "dare"}}
    if what == "roll" then roll {die = "d6", dice = 3, seat = seat, prompt = "Roll for luck."} end
    if what == "dare" then confirm {seat = seat, prompt = "Do you dare?"} end
    if what == "count" then choose_number {seat = seat, prompt = "How many?", least = 2, most = 5} end
    if what == "pack" then choose_many {seat = seat, prompt = "What goes along?", options = {"rope", "lamp"}, least = 1, most = 3, each = {rope = 2}} end
    if what == "break" then state.pne = 1 end
    if what == "walk" then
        state.at = choose_space {
            seat = seat, prompt = "Where to?", options = board.neighbours[state.at], rule = "The night",
            why = function(refuse) refuse("C3", "it is too far", "The night") end,
        }
    end
    say("{seat} did {}", seat, what)
    state.n += 1
    return state.n < 90 and "turn" or "over"
end
function show() return {status = "Turn " .. state.n} end
"#;

/// The small game in the folder `game`, with a script.
pub fn tool(script: &str) -> super::Tool {
    super::Tool::new()
        .file("game/game.yaml", GAME)
        .file("game/board.yaml", BOARD)
        .file("game/RULES.md", RULES)
        .file("game/rules.luau", script)
}
