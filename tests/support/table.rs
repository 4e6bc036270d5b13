//! Tables in memory: a game of the project, its rules, and random answers to whatever it asks.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::Path;
use std::rc::Rc;

use tablewright::inside::load::{DiskAssets, WithTemplates, load_game};
use tablewright::inside::model::Game;
use tablewright::inside::referee::{AnswerQueue, Choosable, Custody, Entry, Hands, Start, Table};
use tablewright::inside::rules::{ScriptRules, SharedAsker, WallClock, World};

pub const NAMES: [&str; 11] = ["Ann", "Bob", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hal", "Ida", "Jo", "Kim"];
pub const AT: &str = "2026-01-01T00:00:00Z";

/// A game of the project.
pub fn game(name: &str) -> Game {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("components").join(name);
    let (game, found) = load_game(&WithTemplates(DiskAssets::new(folder)), name);
    assert!(!found.has_errors(), "{found}");
    game.expect("a game")
}

/// The options of a game, as they usually are.
pub fn usual_options(game: &Game) -> Vec<(&str, Choosable)> {
    game.play.options.iter().map(|option| (option.id.as_str(), Choosable::usual(option))).collect()
}

/// How a table with dice in the hands of the referee begins.
pub fn start(game: &Game, seats: usize, options: &[(&str, Choosable)], seed: u64) -> Start {
    let players = NAMES[..seats].iter().map(|name| (*name).to_owned()).collect();
    let options = options.iter().map(|(id, value)| ((*id).to_owned(), value.clone())).collect();
    let hands = Hands { usual: Custody::App, named: BTreeMap::new() };
    Start { at: AT.to_owned(), hands, seed, ..Start::new(game, players, options) }
}

/// The rules of a game for a table.
pub fn rules(game: &Game, start: &Start) -> (ScriptRules, Rc<RefCell<AnswerQueue>>) {
    rules_at(game, start, AnswerQueue::new(start.players.clone(), start.hands.clone(), start.seed))
}

fn rules_at(game: &Game, start: &Start, queue: AnswerQueue) -> (ScriptRules, Rc<RefCell<AnswerQueue>>) {
    let queue = Rc::new(RefCell::new(queue));
    let asker: SharedAsker = queue.clone();
    let world = World::new(game, start.players.clone(), start.options.clone());
    let script = game.play.script.as_ref().expect("a script");
    (ScriptRules::load(&script.text, world, asker, WallClock::start()).unwrap_or_else(|fault| panic!("{fault}")), queue)
}

/// A table played up to the question that waits.
pub fn table(game: &Game, start: &Start, entries: &[Entry]) -> Table {
    let (rules, queue) = rules(game, start);
    Table::open(start.clone(), Box::new(rules), queue, entries.to_vec(), AT)
        .unwrap_or_else(|problem| panic!("{problem:?}"))
}

/// The same, at which the beginning of every step is kept.
pub fn table_keeping_all(game: &Game, start: &Start, entries: &[Entry]) -> Table {
    let queue = AnswerQueue::new(start.players.clone(), start.hands.clone(), start.seed).keeping_all();
    let (rules, queue) = rules_at(game, start, queue);
    Table::open(start.clone(), Box::new(rules), queue, entries.to_vec(), AT)
        .unwrap_or_else(|problem| panic!("{problem:?}"))
}
