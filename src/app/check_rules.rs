//! What `check` finds in the rules of a game: the script loads, names headings that are printed, plays a few games at random
//! without breaking a law, and asks people what they can read and answer. Scenarios are read here and played by `test`.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

use crate::diag::{Diagnostic, Diagnostics, Place, Severity, SourceText, count_of};
use crate::dice::Chance;
use crate::load::read_scenarios;
use crate::model::{Assets, Game, Scenario};
use crate::referee::{
    Choosable, Custody, Desk, Entry, Fault, FaultKind, Hands, Move, Problem, Refusal, Rules as _, Start, Table, Viewer,
    answer_by_chance, compare_replay,
};
use crate::rules::{ScriptRules, SharedAsker, WallClock, World, unknown_headings};

use super::scenarios::SCENARIOS;
use super::table::{faulty, options};

/// A game with more steps than these does not seem to end.
const MOST_STEPS: usize = 100_000;

/// So many questions of one game are put together for people, with all their words.
const MOST_QUESTIONS: usize = 400;

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
    let headings = unknown_headings(script, &game.play.headings);
    let all_are_printed = !headings.has_errors();
    found.extend(headings);
    let trials = trials(game);
    for trial in &trials {
        let failed = match trial.rules(game, &script.text, Rc::new(RefCell::new(trial.desk()))) {
            Err(fault) => Some(told(&fault, script)),
            Ok(mut rules) => play(&mut rules, trial).err().map(|fault| in_game(&fault, script, trial)),
        };
        if let Some(diagnostic) = failed {
            found.push(diagnostic);
            return;
        }
    }
    // A question under a heading that is not printed would be told a second time.
    for trial in trials.into_iter().filter(|_| all_are_printed).map(another) {
        if let Err(fault) = ask(game, &script.text, &trial) {
            return found.push(in_game(&fault, script, &trial));
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

/// The referee rolls and deals.
fn hands() -> Hands {
    Hands { usual: Custody::App, ..Hands::default() }
}

/// The same table with another game on it.
fn another(trial: Trial) -> Trial {
    Trial { seed: trial.seed + 3, ..trial }
}

impl Trial {
    fn players(&self) -> Vec<String> {
        Scenario::usual_players(self.seats)
    }

    fn desk(&self) -> Desk {
        Desk::new(self.players(), hands(), self.seed)
    }

    fn rules(&self, game: &Game, script: &str, desk: SharedAsker) -> Result<ScriptRules, Fault> {
        let world = World::new(game, self.players(), self.options.clone());
        ScriptRules::load(script, world, desk, WallClock::start())
    }

    /// How the table of this game begins.
    fn start(&self, game: &Game) -> Start {
        let usual = Start::new(game, self.players(), self.options.clone());
        Start { hands: hands(), seed: self.seed, ..usual }
    }

    /// A table of this game, played from its journal, at which the beginning of every step is kept.
    fn table(&self, game: &Game, script: &str, journal: Vec<Entry>) -> Result<Table, Fault> {
        let desk = Rc::new(RefCell::new(self.desk().keeping_all()));
        let rules = self.rules(game, script, desk.clone())?;
        Table::open(self.start(game), Box::new(rules), desk, journal, "").map_err(of_rules)
    }
}

/// Plays the beginning of a game as people do, with every word that they would read; the bot asks without words. Then it is
/// played again from its journal.
fn ask(game: &Game, script: &str, trial: &Trial) -> Result<(), Fault> {
    let mut table = trial.table(game, script, Vec::new())?;
    let mut chance = Chance::from_seed(trial.seed);
    for _ in 0..MOST_QUESTIONS {
        let Some(request) = table.request() else { break };
        let text = answer_by_chance(request, &mut chance);
        table.answer(&Move { text: &text, ..Move::default() }, "").map_err(of_rules)?;
        table.view(Viewer::Everybody).map_err(of_rules)?;
    }
    let mut again = trial.table(game, script, table.entries().to_vec())?;
    compare_replay(&mut table, &mut again).map_err(of_rules)
}

/// A problem of a table at which nobody does anything that is not legal.
fn of_rules(problem: Problem) -> Fault {
    match problem {
        Problem::Fault(fault) => fault,
        Problem::Refused(refusal) => of_refusal(FaultKind::Script, &refusal),
        Problem::Diverged { refusal, .. } => of_refusal(FaultKind::Drift, &refusal),
    }
}

fn of_refusal(kind: FaultKind, refusal: &Refusal) -> Fault {
    Fault { kind, message: refusal.message(), hint: refusal.hints_told().into_iter().next(), ..Fault::default() }
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
pub fn told(fault: &Fault, script: &Arc<SourceText>) -> Diagnostic {
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
    if fault.kind == FaultKind::Endless {
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
