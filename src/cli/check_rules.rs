//! What `check` finds in the rules of a game: the script loads, names headings that are printed, and plays a few games at
//! random without breaking a law. Scenarios are read here and played by `test`.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

use crate::diag::{Diagnostic, Diagnostics, Place, Severity, SourceText};
use crate::load::read_scenarios;
use crate::model::{Assets, Game, Scenario};
use crate::referee::{Choosable, Desk, Fault, Hands, Rules as _, Viewer};
use crate::rules::{ScriptRules, SharedAsker, World, is_endless, unknown_headings};

use super::referee::options;
use super::referee::session::faulty;
use super::test::SCENARIOS;

/// A game with more steps than these does not seem to end.
const MOST_STEPS: usize = 20_000;

/// A game that is played at random.
struct Trial {
    seats: usize,
    options: BTreeMap<String, Choosable>,
    seed: u64,
}

/// Everything wrong with the rules, if the game has any.
pub fn check_rules(game: &Game, assets: &dyn Assets, found: &mut Diagnostics) {
    read_scenarios(assets, SCENARIOS, &game.play, found);
    let Some(script) = &game.play.script else { return };
    found.extend(unknown_headings(script, &game.play.headings));
    for trial in trials(game) {
        if let Err(fault) = play(game, &script.text, &trial) {
            found.push(told(&fault, script, &trial));
            return;
        }
    }
}

/// As few as can play, as many as can, and with every option that is usually off.
fn trials(game: &Game) -> Vec<Trial> {
    let (least, most) = game.play.seats.unwrap_or((2, 2));
    let usual = options(&game.play.options, &[]).unwrap_or_default();
    let other = |value: &Choosable| match value {
        Choosable::Flag(flag) => Choosable::Flag(!flag),
        other => other.clone(),
    };
    let others = usual.iter().map(|(id, value)| (id.clone(), other(value))).collect();
    vec![
        Trial { seats: least, options: usual.clone(), seed: 1 },
        Trial { seats: most, options: usual, seed: 2 },
        Trial { seats: most, options: others, seed: 3 },
    ]
}

/// Plays one game, and looks at the table before and after.
fn play(game: &Game, script: &str, trial: &Trial) -> Result<(), Fault> {
    let players = Scenario::usual_players(trial.seats);
    let desk: SharedAsker = Rc::new(RefCell::new(Desk::new(players.clone(), Hands::default(), trial.seed)));
    let mut rules = ScriptRules::load(script, World::new(game, players, trial.options.clone()), desk)?;
    look(&mut rules)?;
    rules.check_with_bot(trial.seed, MOST_STEPS)?;
    look(&mut rules)
}

/// Whatever people can look at.
fn look(rules: &mut ScriptRules) -> Result<(), Fault> {
    rules.show(Viewer::Everybody)?;
    rules.score()?;
    rules.audit()?;
    Ok(())
}

/// A fault with the game in which it came up.
fn told(fault: &Fault, script: &Arc<SourceText>, trial: &Trial) -> Diagnostic {
    let mut told = faulty(fault, script);
    if let (None, Some(step)) = (&told.place, &fault.step) {
        told.place = place_of(script, step);
    }
    if fault.step.is_some() {
        told = told.hint(format!("it came up in a game of {} played at random", seats(trial.seats)));
    }
    if is_endless(fault) {
        told.severity = Severity::Warning;
    }
    told
}

fn seats(seats: usize) -> String {
    if seats == 1 { "one".to_owned() } else { seats.to_string() }
}

/// Where a step begins.
fn place_of(script: &Arc<SourceText>, step: &str) -> Option<Place> {
    let head = format!("steps.{step}(");
    let at = script.text.find(&head)?;
    Some(Place::new(script, at, at + head.len() - 1))
}
