//! What `check` finds in the rules of a game: the script loads, names headings that are printed, and plays a few games at
//! random without breaking a law. Scenarios are read here and played by `test`.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

use crate::diag::{Diagnostic, Diagnostics, Place, Severity, SourceText, count_of};
use crate::load::read_scenarios;
use crate::model::{Assets, Game, Scenario};
use crate::referee::{Choosable, Desk, Fault, Hands, Rules as _, Viewer};
use crate::rules::{ScriptRules, SharedAsker, World, is_endless, unknown_headings};

use super::referee::options;
use super::referee::session::faulty;
use super::test::SCENARIOS;

/// A game with more steps than these does not seem to end.
const MOST_STEPS: usize = 100_000;

/// A game that is played at random.
struct Trial {
    seats: usize,
    options: BTreeMap<String, Choosable>,
    /// The options that are not as usual, in words.
    unusual: Vec<String>,
    seed: u64,
}

/// Everything wrong with the rules, if the game has any.
pub fn check_rules(game: &Game, assets: &dyn Assets, found: &mut Diagnostics) {
    read_scenarios(assets, SCENARIOS, &game.play, found);
    let Some(script) = &game.play.script else { return };
    found.extend(unknown_headings(script, &game.play.headings));
    for trial in trials(game) {
        let failed = match load(game, &script.text, &trial) {
            Err(fault) => Some(told(&fault, script)),
            Ok(mut rules) => play(&mut rules, &trial).err().map(|fault| in_game(&fault, script, &trial)),
        };
        if let Some(diagnostic) = failed {
            found.push(diagnostic);
            return;
        }
    }
}

/// As few as can play, as many as can, and with every option turned that can be on or off.
fn trials(game: &Game) -> Vec<Trial> {
    let (least, most) = game.play.seats.unwrap_or((2, 2));
    let options = options(&game.play.options, &[]).unwrap_or_default();
    let usual = |seats, seed| Trial { seats, options: options.clone(), unusual: Vec::new(), seed };
    let mut turned = usual(most, 3);
    for (id, value) in &mut turned.options {
        if let Choosable::Flag(flag) = value {
            *flag = !*flag;
            turned.unusual.push(format!("`{id}: {}`", if *flag { "yes" } else { "no" }));
        }
    }
    vec![usual(least, 1), usual(most, 2), turned]
}

fn load(game: &Game, script: &str, trial: &Trial) -> Result<ScriptRules, Fault> {
    let players = Scenario::usual_players(trial.seats);
    let desk: SharedAsker = Rc::new(RefCell::new(Desk::new(players.clone(), Hands::default(), trial.seed)));
    ScriptRules::load(script, World::new(game, players, trial.options.clone()), desk)
}

/// Plays one game, and looks at the table before and after.
fn play(rules: &mut ScriptRules, trial: &Trial) -> Result<(), Fault> {
    look(rules)?;
    rules.check_with_bot(trial.seed, MOST_STEPS)?;
    look(rules)
}

/// Whatever people can look at.
fn look(rules: &mut ScriptRules) -> Result<(), Fault> {
    rules.show(Viewer::Everybody)?;
    rules.score()?;
    rules.audit()?;
    Ok(())
}

/// A fault with its place: its line, or the step after which it was found.
fn told(fault: &Fault, script: &Arc<SourceText>) -> Diagnostic {
    let mut told = faulty(fault, script);
    if let (None, Some(step)) = (&told.place, &fault.step) {
        told.place = place_of(script, step);
    }
    told
}

/// A fault with the game in which it came up.
fn in_game(fault: &Fault, script: &Arc<SourceText>, trial: &Trial) -> Diagnostic {
    let players = count_of(trial.seats, "player");
    let with = if trial.unusual.is_empty() { String::new() } else { format!(" with {}", trial.unusual.join(", ")) };
    let mut told = told(fault, script).hint(format!("it came up in a game of {players}{with}, played at random"));
    if is_endless(fault) {
        told.severity = Severity::Warning;
    }
    told
}

/// Where a step begins.
fn place_of(script: &Arc<SourceText>, step: &str) -> Option<Place> {
    let head = format!("steps.{step}(");
    let at = script.text.find(&head)?;
    Some(Place::new(script, at, at + head.len() - 1))
}
