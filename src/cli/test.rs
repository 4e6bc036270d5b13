//! `tablewright test`: plays the scenarios of a game, and tells which do not come out.

use std::path::PathBuf;

use clap::Args;
use serde_json::{Value, json};

use crate::app::{PlayedScenario, ScenarioRun};
use crate::model::Scenario;

use super::game_args::GameArgs;
use super::outcome::Outcome;
use super::report::{Bar, failures, problems_json, remarks, say, say_json, tell};
use crate::reach::Reach;

/// Arguments of `test`.
#[derive(Debug, Args)]
pub struct TestArgs {
    #[command(flatten)]
    pub game: GameArgs,
    /// The folder with the scenarios; without it, `scenarios` in the game's folder
    #[arg(long, value_name = "FOLDER")]
    pub scenarios: Option<PathBuf>,
    /// Only scenarios with this in their name, their rule or the name of their file
    #[arg(long, value_name = "TEXT")]
    pub only: Option<String>,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

impl TestArgs {
    /// What the verb may reach.
    pub fn reach(&self) -> Reach {
        self.game.reach().reading_also(self.scenarios.clone())
    }
}

/// Runs the verb.
pub fn run(arguments: &TestArgs) -> Outcome {
    let TestArgs { game, scenarios, only, .. } = arguments;
    let wish = ScenarioRun { game: game.which(), folder: scenarios.clone(), only: only.clone() };
    let played = match wish.play(&Bar::default()) {
        Ok(played) => played,
        Err(found) if arguments.json => {
            say_json(&json!({ "game": game.game, "problems": problems_json(&found) }));
            return Outcome::Refused;
        }
        Err(found) => return tell(&found),
    };
    let failed = played.iter().filter(|played| played.found.has_errors()).count();
    if arguments.json {
        say_json(&as_json(arguments, &played, failed));
    } else {
        for played in played.iter().filter(|played| !played.found.is_empty()) {
            let tell = if played.found.has_errors() { failures } else { remarks };
            tell(&heading(&played.scenario), &played.found);
        }
        if played.is_empty() {
            say(&format!("{} has no scenarios: `docs/scenarios.md` says how to write some", game.game));
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

fn as_json(arguments: &TestArgs, played: &[PlayedScenario], failed: usize) -> Value {
    let one = |played: &PlayedScenario| {
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
