//! `tablewright test`: plays the scenarios of a game, and tells which do not come out.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

use serde_json::{Value, json};

use crate::diag::{Diagnostic, Diagnostics, Place, SourceText};
use crate::load::{DiskAssets, find_game, read_scenarios};
use crate::model::{Game, Scenario};
use crate::referee::{Choosable, Desk, Failed, Fault, OpenRules, Start, play_scenario};
use crate::rules::{ScriptRules, SharedAsker, WallClock, World};

use super::Outcome;
use super::args::TestArgs;
use super::kit::name_of;
use super::referee::session::{Failure, faulty, read_game, script_of};
use super::referee::{options, players};
use super::report::{Progress, failures, problems_json, say, say_json};

/// Where the scenarios of a game are.
pub const SCENARIOS: &str = "scenarios";

/// A scenario that was played.
struct Played {
    scenario: Scenario,
    found: Diagnostics,
}

/// Runs the verb.
pub fn run(arguments: &TestArgs) -> Outcome {
    let played = match play_all(arguments) {
        Ok(played) => played,
        Err(failure) if arguments.json => {
            say_json(&json!({ "game": arguments.game.game, "problems": problems_json(&failure.found) }));
            return Outcome::Refused;
        }
        Err(failure) => return failure.tell(),
    };
    let failed = played.iter().filter(|played| played.found.has_errors()).count();
    if arguments.json {
        say_json(&as_json(arguments, &played, failed));
    } else {
        for played in played.iter().filter(|played| played.found.has_errors()) {
            failures(&heading(&played.scenario), &played.found);
        }
        if played.is_empty() {
            say(&format!("{} has no scenarios: `docs/scenarios.md` says how to write some", arguments.game.game));
        }
        say(&format!("{} passed, {failed} failed", played.len() - failed));
    }
    if failed == 0 { Outcome::Done } else { Outcome::Refused }
}

/// A scenario in one line.
fn heading(scenario: &Scenario) -> String {
    match &scenario.rule {
        Some(rule) => format!("{} ({})", scenario.name.text, rule.text),
        None => scenario.name.text.clone(),
    }
}

fn play_all(arguments: &TestArgs) -> Result<Vec<Played>, Failure> {
    let folder = find_game(&arguments.game.game, &arguments.game.components)
        .map_err(|(message, hint)| Failure::of(Diagnostic::error(message).maybe_hint(hint)))?;
    let game = read_game(&folder, &name_of(&folder))?;
    let script = script_of(&game)?;
    let scenarios = read_all(arguments, &folder, &game)?;
    let progress = Progress::new(scenarios.len(), "playing");
    let play = |scenario: Scenario| {
        let found = play_one(&game, &script, &scenario);
        progress.step();
        Played { scenario, found }
    };
    let played = scenarios.into_iter().map(play).collect();
    progress.finish();
    Ok(played)
}

/// The scenarios that were asked for.
fn read_all(arguments: &TestArgs, folder: &std::path::Path, game: &Game) -> Result<Vec<Scenario>, Failure> {
    let mut found = Diagnostics::new();
    let mut scenarios = match &arguments.scenarios {
        Some(named) => read_scenarios(&DiskAssets::new(named), "", &game.play, &mut found),
        None => read_scenarios(&DiskAssets::new(folder), SCENARIOS, &game.play, &mut found),
    };
    if found.has_errors() {
        return Err(Failure { found });
    }
    if let (Some(named), true) = (&arguments.scenarios, scenarios.is_empty()) {
        let message = format!("there are no scenarios in `{}`", named.display());
        return Err(Failure::of(Diagnostic::error(message).hint("`docs/scenarios.md` says how to write one")));
    }
    if let Some(text) = &arguments.only {
        scenarios.retain(|scenario| has(scenario, &text.to_lowercase()));
        if scenarios.is_empty() {
            let message = format!("no scenario has `{text}` in its name, its rule or the name of its file");
            return Err(Failure::of(Diagnostic::error(message)));
        }
    }
    Ok(scenarios)
}

fn has(scenario: &Scenario, text: &str) -> bool {
    let file = scenario.name.place.path().rsplit(['/', '\\']).next().unwrap_or_default();
    let rule = scenario.rule.as_ref().map_or("", |rule| rule.text.as_str());
    [scenario.name.text.as_str(), rule, file].iter().any(|words| words.to_lowercase().contains(text))
}

fn play_one(game: &Game, script: &Arc<SourceText>, scenario: &Scenario) -> Diagnostics {
    let mut found = Diagnostics::new();
    match start_of(game, scenario) {
        Err(wrong) => found.extend(wrong),
        Ok(start) => {
            for failed in play_scenario(scenario, start, |start| open(game, script, start)) {
                found.push(match failed {
                    Failed::Check(diagnostic) => diagnostic,
                    Failed::Fault { fault, place } => fault_in(&fault, script, &place),
                });
            }
        }
    }
    found
}

/// A fault of the script, with where in the scenario it came up.
fn fault_in(fault: &Fault, script: &Arc<SourceText>, place: &Place) -> Diagnostic {
    let told = faulty(fault, script);
    if told.place.is_none() {
        return told.at(place);
    }
    told.hint(format!("it came up at {}:{}", place.path(), place.line()))
}

/// The table of a scenario.
fn start_of(game: &Game, scenario: &Scenario) -> Result<Start, Diagnostics> {
    let given = &scenario.given;
    let mut found = Diagnostics::new();
    let mut add = |failure: Failure, place: &Place| {
        for diagnostic in &failure.found {
            found.push(diagnostic.clone().or_at(place));
        }
    };
    let names = players(game, &given.players).unwrap_or_else(|mut failure| {
        failure.found = without_flags(&failure.found);
        add(failure, &given.place);
        Vec::new()
    });
    let mut chosen: BTreeMap<String, Choosable> = options(&game.play.options, &[]).unwrap_or_default();
    for (id, value) in &given.options {
        match options(&game.play.options, &[format!("{}={}", id.text, value.text)]) {
            Ok(all) => chosen.extend(all.into_iter().filter(|(name, _)| *name == id.text)),
            Err(failure) => add(failure, &id.place),
        }
    }
    if found.has_errors() {
        return Err(found);
    }
    Ok(Start::new(game, names, chosen))
}

/// Problems without the hints that are for the command line.
fn without_flags(found: &Diagnostics) -> Diagnostics {
    let mut plain = Diagnostics::new();
    for diagnostic in found {
        let mut diagnostic = diagnostic.clone();
        for hint in &mut diagnostic.hints {
            if hint.contains("--players") {
                "name them with `players: [Ann, Bob]`".clone_into(hint);
            }
        }
        plain.push(diagnostic);
    }
    plain
}

/// The rules of a game for one scenario.
fn open(game: &Game, script: &Arc<SourceText>, start: &Start) -> Result<OpenRules, Fault> {
    let desk = Rc::new(RefCell::new(Desk::new(start.players.clone(), start.hands.clone(), start.seed)));
    let asker: SharedAsker = desk.clone();
    let world = World::new(game, start.players.clone(), start.options.clone());
    Ok((Box::new(ScriptRules::load(&script.text, world, asker, WallClock::start())?), desk))
}

fn as_json(arguments: &TestArgs, played: &[Played], failed: usize) -> Value {
    let one = |played: &Played| {
        json!({
            "name": played.scenario.name.text,
            "rule": played.scenario.rule.as_ref().map(|rule| &rule.text),
            "file": played.scenario.name.place.path(),
            "line": played.scenario.name.place.line(),
            "passed": !played.found.has_errors(),
            "problems": problems_json(&played.found),
        })
    };
    json!({
        "game": arguments.game.game,
        "passed": played.len() - failed,
        "failed": failed,
        "scenarios": played.iter().map(one).collect::<Vec<_>>(),
    })
}
