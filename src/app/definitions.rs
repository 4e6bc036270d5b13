//! What a rules script may use, for editors that complete and check it.

use std::cell::RefCell;
use std::rc::Rc;

use crate::diag::Diagnostics;
use crate::referee::{AnswerQueue, Rules as _, Start};
use crate::rules::{ScriptRules, SharedAsker, WallClock, World, definitions};

use super::open::{WhichGame, name_of};
use super::table::{faulty, options, read_game, script_of};
use crate::model::Scenario;

/// A Luau definition file: of every name there is, and with a game, of what its state is made of.
///
/// # Errors
/// What is wrong with the game or its script.
pub fn script_definitions(game: Option<&WhichGame>) -> Result<String, Diagnostics> {
    let Some(which) = game else { return Ok(definitions(None)) };
    let folder = which.folder()?;
    let game = read_game(&folder, &name_of(&folder)?)?;
    let script = script_of(&game)?;
    let players = Scenario::usual_players(game.play.seats.map_or(2, |(least, _)| least));
    let start = Start::new(&game, players, options(&game.play.options, &[])?);
    let queue = AnswerQueue::new(start.players.clone(), start.hands.clone(), start.seed);
    let asker: SharedAsker = Rc::new(RefCell::new(queue));
    let world = World::new(&game, start.players, start.options);
    let rules = ScriptRules::load(&script.text, world, asker, WallClock::start());
    rules.map(|rules| definitions(Some(rules.schema()))).map_err(|fault| faulty(&fault, &script).into())
}
