//! Tables in memory that were played for a while, for whatever is typed or written into them.

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::time::Duration;

use tablewright::inside::dice::Chance;
use tablewright::inside::load::{WithTemplates, load_game};
use tablewright::inside::model::{Game, MemoryAssets};
use tablewright::inside::referee::{AnswerQueue, Custody, Entry, Problem, Request, Seat, Start, Table, Viewer};
use tablewright::inside::rules::{Clock, ScriptRules, SharedAsker, SharedClock, World};

use crate::played::{BOARD, CARDS, GAME, RULES, YARD, answer, any_answer, game, start, table_of, told};

/// A clock for scripts that do not end: a look at it takes a while.
struct LooksTakeTime(Cell<Duration>);

impl Clock for LooksTakeTime {
    fn elapsed(&self) -> Duration {
        self.0.replace(self.0.get() + Duration::from_millis(20))
    }
}

/// The small game with any bytes for a script, if they can be one.
#[must_use]
pub fn game_with_script(script: &[u8]) -> Option<Game> {
    let files = MemoryAssets::new().with("game.yaml", GAME).with("board.yaml", BOARD).with("RULES.md", RULES);
    let (game, found) = load_game(&WithTemplates(files.with("rules.luau", script)), "small");
    crate::is_told(&found);
    game.filter(|_| !found.has_errors())
}

/// A new table of a game.
///
/// # Errors
/// What is wrong with its script.
pub fn opened(game: &Game, entries: Vec<Entry>) -> Result<Table, Problem> {
    let start = start(Custody::Ask, 7);
    let clock: SharedClock = Rc::new(LooksTakeTime(Cell::default()));
    let queue = Rc::new(RefCell::new(AnswerQueue::new(start.players.clone(), start.hands.clone(), start.seed)));
    let asker: SharedAsker = queue.clone();
    let world = World::new(game, start.players.clone(), start.options.clone());
    let script = game.play.script.clone().expect("it has one");
    let rules = ScriptRules::load(&script.text, world, asker, clock)?;
    Table::open(start, Box::new(rules), queue, entries, "")
}

/// Two games, with tables at which a few things have happened.
#[must_use]
pub fn played() -> Vec<(Game, Start, Vec<Entry>)> {
    [CARDS, YARD].into_iter().map(game).map(played_for_a_while).collect()
}

fn played_for_a_while(game: Game) -> (Game, Start, Vec<Entry>) {
    let (table, _) = play(&game);
    let (start, entries) = (table.start().clone(), table.entries().to_vec());
    (game, start, entries)
}

/// The questions that come up in them.
#[must_use]
pub fn questions() -> Vec<Request> {
    [CARDS, YARD].into_iter().flat_map(|script| play(&game(script)).1).collect()
}

fn play(game: &Game) -> (Table, Vec<Request>) {
    let mut table = table_of(game, Custody::Ask, 3).unwrap_or_else(|problem| panic!("{}", told(&problem)));
    let (mut chance, mut asked) = (Chance::from_seed(9), Vec::new());
    for _ in 0..30 {
        let Some(request) = table.request().cloned() else { break };
        // Its script breaks where people want to see that.
        let mut answers = std::iter::repeat_with(|| any_answer(&request, &mut chance));
        let text = answers.find(|text| text != "break").expect("there are others");
        answer(&mut table, &text).unwrap_or_else(|problem| panic!("{}", told(&problem)));
        asked.push(request);
    }
    table.note("a note", None, "");
    (table, asked)
}

/// What everybody sees of a table can be told.
pub fn is_shown(table: &mut Table) {
    for viewer in [Viewer::Everybody, Viewer::Seat(Seat(0)), Viewer::Referee] {
        if let Err(problem) = table.view(viewer) {
            assert!(!told(&problem).is_empty());
        }
    }
}
