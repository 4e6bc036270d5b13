//! What `check` finds in the rules of a game: the script loads, names headings that are printed, plays a few games at random
//! without breaking a law, and asks people what they can read and answer. Scenarios are read here and played by `test`.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::sync::Arc;

use crate::diag::{Diagnostic, Diagnostics, SourceText, count_of, meant_or_known};
use crate::dice::Chance;
use crate::load::read_scenarios;
use crate::model::{Assets, Game, RandomPlay, Scenario, TablePlan};
use crate::referee::{
    AnswerQueue, Choosable, Custody, Entry, Fault, FaultKind, Hands, Move, Problem, Refusal, RefusalKind, Rules as _,
    Schema, Start, Table, Viewer, compare_replay,
};
use crate::rules::{BotGame, Patience, Reading, ScriptRules, SharedAsker, Stopwatch, WallClock, World};

use super::scenarios::SCENARIOS;
use super::table::{faulty, options};

/// A game with more steps than these, or that takes more seconds, does not seem to end.
const MOST_STEPS: u64 = 100_000;
const MOST_SECONDS: u64 = 20;
/// So many seconds are enough for a game of which it is known that it does not end.
const FEW_SECONDS: u64 = 3;
/// So many of the steps are named that such a game goes through.
const MOST_NAMES: usize = 6;

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

/// Everything wrong with the rules, if the game has any. The clock says how long random games have been played.
pub fn check_rules(game: &Game, assets: &dyn Assets, clock: Stopwatch<'_>, found: &mut Diagnostics) {
    read_scenarios(assets, SCENARIOS, &game.play, found);
    let Some(script) = &game.play.script else { return };
    let reading = Reading::of(script);
    let headings = reading.unknown_headings(&game.play.headings);
    let read = Read { game, script, reading, knows_headings: !headings.has_errors() };
    found.extend(headings);
    let wrong = read.reading.wrong();
    let is_sound = !wrong.has_errors();
    found.extend(wrong);
    let trials = if is_sound { trials(game) } else { Vec::new() };
    if let Err(failed) = play_all(&read, &trials, clock, found) {
        return found.push(failed);
    }
    for trial in trials.into_iter().map(another) {
        if let Err(fault) = ask(&read, &trial) {
            return found.push(read.in_game(&fault, &trial));
        }
    }
}

/// Plays every trial once; a game that does not end is worth a warning, if the game does not say so itself.
fn play_all(
    read: &Read<'_>,
    trials: &[Trial],
    clock: Stopwatch<'_>,
    found: &mut Diagnostics,
) -> Result<(), Diagnostic> {
    let (mut zones, mut schema) = (BTreeSet::new(), None::<Schema>);
    let mut is_endless = read.game.play.random_play == RandomPlay::NeverEnds;
    for trial in trials {
        let queue = Rc::new(RefCell::new(trial.queue()));
        let mut rules = read.rules(trial, queue).map_err(|fault| read.told(&fault))?;
        let seconds = if is_endless { FEW_SECONDS } else { MOST_SECONDS };
        let patience = Patience::steps(MOST_STEPS).seconds(seconds, clock);
        let played = play(&mut rules, trial, &patience).map_err(|fault| read.in_game(&fault, trial))?;
        zones.extend(rules.zones_shown().iter().cloned());
        schema.get_or_insert_with(|| rules.schema().clone());
        if let Some(last) = played.unfinished.filter(|_| !is_endless) {
            found.push(unfinished(played.steps, &last, trial));
            is_endless = true;
        }
    }
    if let Some(schema) = schema {
        are_zones(&read.game.play.table, &zones, found);
        are_fields(&read.game.play.table, &schema, found);
    }
    Ok(())
}

/// What `table` names has to be a zone of the game.
fn are_zones(plan: &TablePlan, zones: &BTreeSet<String>, found: &mut Diagnostics) {
    for named in plan.named().filter(|named| !zones.contains(&named.text)) {
        let hint = meant_or_known(&named.text, zones.iter().map(String::as_str));
        let message = format!("the rules have no zone `{}`", named.text);
        found.push(Diagnostic::error(message).at(&named.place).maybe_hint(hint));
    }
}

/// What `table` has words for has to be a field that the rules declare.
fn are_fields(plan: &TablePlan, schema: &Schema, found: &mut Diagnostics) {
    for (field, _) in plan.fields.iter().filter(|(field, _)| !schema.is_declared(&field.text)) {
        let known = schema.of_the_game().map(|(name, _)| name.as_str());
        let message = format!("the rules declare no field `{}`", field.text);
        found.push(Diagnostic::error(message).at(&field.place).maybe_hint(meant_or_known(&field.text, known)));
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

    fn queue(&self) -> AnswerQueue {
        AnswerQueue::new(self.players(), hands(), self.seed)
    }

    /// The game in which something came up.
    fn told(&self) -> String {
        let players = count_of(self.seats, "player");
        let with = if self.unusual.is_empty() { String::new() } else { format!(" with {}", self.unusual.join(", ")) };
        format!("it came up in a game of {players}{with}, played at random")
    }

    /// How the table of this game begins.
    fn start(&self, game: &Game) -> Start {
        let usual = Start::new(game, self.players(), self.options.clone());
        Start { hands: hands(), seed: self.seed, ..usual }
    }
}

/// Plays the beginning of a game as people do, with all that they can look at before they answer. Then it is played again
/// from its journal.
fn ask(read: &Read<'_>, trial: &Trial) -> Result<(), Fault> {
    let mut table = read.table(trial, Vec::new())?;
    let mut chance = Chance::from_seed(trial.seed);
    for _ in 0..MOST_QUESTIONS {
        let Some((by, text)) = table.move_by_chance(&mut chance) else { break };
        match table.answer(&Move { by: by.as_deref(), text: &text, number: None }, "") {
            // Chance does not know what the script refuses as a whole, and tries something else.
            Err(Problem::Refused(Refusal { kind: RefusalKind::Whole(_), .. })) => continue,
            done => done.map_err(of_rules)?,
        }
        table.view(Viewer::Everybody).map_err(of_rules)?;
    }
    let mut again = read.table(trial, table.entries().to_vec())?;
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
fn play(rules: &mut ScriptRules, trial: &Trial, patience: &Patience<'_>) -> Result<BotGame, Fault> {
    look(rules)?;
    let played = rules.check_with_bot(trial.seed, patience)?;
    look(rules)?;
    Ok(played)
}

/// Whatever people can look at.
fn look(rules: &mut ScriptRules) -> Result<(), Fault> {
    rules.show(Viewer::Everybody)?;
    rules.score()?;
    rules.audit(Viewer::Everybody)?;
    Ok(())
}

/// A fault with its place: its line, or the step after which it was found.
pub fn told(fault: &Fault, script: &Arc<SourceText>) -> Diagnostic {
    let mut told = faulty(fault, script);
    if let (None, Some(step)) = (&told.place, &fault.step) {
        told.place = Reading::of(script).step(step);
    }
    told
}

/// The script of a game with what was read in it.
struct Read<'g> {
    game: &'g Game,
    script: &'g Arc<SourceText>,
    reading: Reading,
    /// Whether all headings are printed that it names. Otherwise that is told already, and not told again at each question.
    knows_headings: bool,
}

impl Read<'_> {
    fn rules(&self, trial: &Trial, queue: SharedAsker) -> Result<ScriptRules, Fault> {
        let mut world = World::new(self.game, trial.players(), trial.options.clone());
        world.headings.retain(|_| self.knows_headings);
        ScriptRules::load(&self.script.text, world, queue, WallClock::start())
    }

    /// A table of a trial, played from its journal, at which the beginning of every step is kept.
    fn table(&self, trial: &Trial, journal: Vec<Entry>) -> Result<Table, Fault> {
        let queue = Rc::new(RefCell::new(trial.queue().keeping_all()));
        let rules = self.rules(trial, queue.clone())?;
        Table::open(trial.start(self.game), Box::new(rules), queue, journal, "").map_err(of_rules)
    }

    /// A fault with its place: its line, or the step after which it was found.
    fn told(&self, fault: &Fault) -> Diagnostic {
        let mut told = faulty(fault, self.script);
        if let (None, Some(step)) = (&told.place, &fault.step) {
            told.place = self.reading.step(step);
        }
        told
    }

    /// A fault with the game in which it came up.
    fn in_game(&self, fault: &Fault, trial: &Trial) -> Diagnostic {
        self.told(fault).hint(trial.told())
    }
}

/// A random game that was stopped before its end. Where only the time ran out, nothing is known to be wrong.
fn unfinished(steps: u64, last: &[String], trial: &Trial) -> Diagnostic {
    let named = last.iter().take(MOST_NAMES).map(|step| format!("`{step}`")).collect::<Vec<_>>().join(", ");
    let more = last.len().saturating_sub(MOST_NAMES);
    let more = if more == 0 { String::new() } else { format!(" and {more} more") };
    let told = if steps < MOST_STEPS {
        Diagnostic::note(format!("random play was stopped after {MOST_SECONDS} seconds, in step {steps}"))
    } else {
        Diagnostic::warning(format!("random play did not end the game in {steps} steps"))
    };
    told.hint(format!("at last it went through {named}{more}"))
        .hint("if only players who want an end bring it about, write `random play: never ends` in game.yaml")
        .hint(trial.told())
}
