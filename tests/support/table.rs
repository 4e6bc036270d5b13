//! Tables in memory: a game of the project, its rules, and random answers to whatever it asks.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::Path;
use std::rc::Rc;

use tablewright::dice::Chance;
use tablewright::load::{DiskAssets, WithTemplates, load_game};
use tablewright::model::Game;
use tablewright::referee::{Choice, Choosable, Custody, Desk, Entry, FORMAT, Hands, Kind, Request, Start, Table};
use tablewright::rules::{ScriptRules, SharedAsker, World};

pub const NAMES: [&str; 6] = ["Ann", "Bob", "Cleo", "Dan", "Eve", "Finn"];
pub const AT: &str = "2026-01-01T00:00:00Z";

/// A game of the project.
pub fn game(name: &str) -> Game {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("components").join(name);
    let (game, found) = load_game(&WithTemplates(DiskAssets::new(folder)), name);
    assert!(!found.has_errors(), "{found}");
    game.expect("a game")
}

/// How a table with dice in the hands of the referee begins.
pub fn start(game: &Game, seats: usize, options: &[(&str, Choosable)], seed: u64) -> Start {
    Start {
        format: FORMAT,
        game: game.id.clone(),
        version: game.version.clone(),
        at: AT.to_owned(),
        players: NAMES[..seats].iter().map(|name| (*name).to_owned()).collect(),
        options: options.iter().map(|(id, value)| ((*id).to_owned(), value.clone())).collect(),
        hands: Hands { usual: Custody::App, named: BTreeMap::new() },
        seed,
        strict: false,
    }
}

/// The rules of a game for a table.
pub fn rules(game: &Game, start: &Start) -> (ScriptRules, Rc<RefCell<Desk>>) {
    let desk = Rc::new(RefCell::new(Desk::new(start.players.clone(), start.hands.clone(), start.seed)));
    let asker: SharedAsker = desk.clone();
    let world = World::new(game, start.players.clone(), start.options.clone());
    let script = game.play.script.as_ref().expect("a script");
    (ScriptRules::load(&script.text, world, asker).unwrap_or_else(|fault| panic!("{fault}")), desk)
}

/// A table played up to the question that waits.
pub fn table(game: &Game, start: &Start, entries: &[Entry]) -> Table {
    let (rules, desk) = rules(game, start);
    Table::open(start.clone(), Box::new(rules), desk, entries.to_vec(), AT)
        .unwrap_or_else(|problem| panic!("{problem:?}"))
}

/// One of the legal answers, as it would be typed.
pub fn any_answer(request: &Request, chance: &mut Chance) -> String {
    let mut pick = |count: usize| chance.below(u32::try_from(count).expect("few")) as usize;
    match &request.kind {
        Kind::Choose { options, .. } | Kind::Draw { options, .. } => options[pick(options.len())].id.clone(),
        Kind::ChooseMany { options, least, most } => {
            let each = |choice: &Choice| std::iter::repeat_n(choice.id.clone(), choice.most.min(*most));
            let mut pool: Vec<String> = options.iter().flat_map(each).collect();
            let wanted = least + pick(most.min(&pool.len()) - least + 1);
            let ids: Vec<String> = (0..wanted).map(|_| pool.swap_remove(pick(pool.len()))).collect();
            if ids.is_empty() { "none".to_owned() } else { ids.join(" ") }
        }
        Kind::Number { least, most } => {
            (least + i64::from(chance.below(u32::try_from(most - least).expect("few") + 1))).to_string()
        }
        Kind::Order { options } => {
            let mut left: Vec<&Choice> = options.iter().collect();
            let ids: Vec<String> = (0..left.len()).map(|_| left.swap_remove(pick(left.len())).id.clone()).collect();
            ids.join(" ")
        }
        Kind::Confirm { .. } => ["yes", "no"][pick(2)].to_owned(),
        Kind::Roll { .. } => "roll".to_owned(),
    }
}
