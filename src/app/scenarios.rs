//! The worked examples of a game, played at tables of their own.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;

use crate::diag::{Diagnostic, Diagnostics, Place, SourceText};
use crate::load::{DiskAssets, read_scenarios};
use crate::model::{Game, Scenario};
use crate::referee::{AnswerQueue, Choosable, Failed, Fault, OpenRules, Start, Vocabulary, play_scenario};
use crate::rules::{Reading, ScriptRules, SharedAsker, WallClock, World};

use super::open::{WhichGame, name_of};
use super::progress::Progress;
use super::table::{faulty, options, players, printed, read_game, sound_script_of};

/// Where the scenarios of a game are.
pub const SCENARIOS: &str = "scenarios";

/// A wish to play the scenarios of a game.
///
/// ```no_run
/// use tablewright::app::{ScenarioRun, Unwatched, WhichGame};
///
/// let run = ScenarioRun::of(WhichGame::new("zombie-rancher", "components"));
/// assert!(run.play(&Unwatched)?.iter().all(|played| !played.found.has_errors()));
/// # Ok::<(), tablewright::app::Diagnostics>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ScenarioRun {
    /// Which game.
    pub game: WhichGame,
    /// The folder with the scenarios; without it, `scenarios` in the game's folder.
    pub folder: Option<PathBuf>,
    /// Only scenarios with this in their name, their rule or the name of their file.
    pub only: Option<String>,
}

/// A scenario that was played.
pub struct PlayedScenario {
    /// What it says.
    pub scenario: Scenario,
    /// What did not come out.
    pub found: Diagnostics,
}

impl ScenarioRun {
    /// All scenarios in the game's own folder.
    #[must_use]
    pub const fn of(game: WhichGame) -> Self {
        Self { game, folder: None, only: None }
    }

    /// Plays them.
    ///
    /// # Errors
    /// What is wrong with the game or with the files of the scenarios, so that none is played.
    pub fn play(&self, progress: &dyn Progress) -> Result<Vec<PlayedScenario>, Diagnostics> {
        let folder = self.game.folder()?;
        let game = read_game(&folder, &name_of(&folder)?)?;
        let script = sound_script_of(&game)?;
        let scenarios = self.read_all(&folder, &game)?;
        progress.begin(scenarios.len(), "playing");
        let words = vocabulary(&game, &script);
        let play = |scenario: Scenario| {
            let found = play_one(&game, &script, &words, &scenario);
            progress.step();
            PlayedScenario { scenario, found }
        };
        let played: Vec<PlayedScenario> = scenarios.into_iter().map(play).collect();
        progress.end();
        match fault_of_all(&played, &script) {
            Some(fault) => Err(fault.into()),
            None => Ok(played),
        }
    }

    /// The scenarios that were asked for.
    fn read_all(&self, folder: &Path, game: &Game) -> Result<Vec<Scenario>, Diagnostics> {
        let mut found = Diagnostics::new();
        let mut scenarios = match &self.folder {
            Some(named) => read_scenarios(&DiskAssets::new(named), "", &game.play, &mut found),
            None => read_scenarios(&DiskAssets::new(folder), SCENARIOS, &game.play, &mut found),
        };
        if found.has_errors() {
            return Err(found);
        }
        if let (Some(named), true) = (&self.folder, scenarios.is_empty()) {
            let message = format!("there are no scenarios in `{}`", named.display());
            return Err(Diagnostic::error(message).hint("`docs/scenarios.md` says how to write one").into());
        }
        if let Some(text) = &self.only {
            scenarios.retain(|scenario| has(scenario, &text.to_lowercase()));
            if scenarios.is_empty() {
                let message = format!("no scenario has `{text}` in its name, its rule or the name of its file");
                return Err(Diagnostic::error(message).into());
            }
        }
        Ok(scenarios)
    }
}

/// What is wrong with the script, and not with any of several examples: it is told once.
fn fault_of_all(played: &[PlayedScenario], script: &SourceText) -> Option<Diagnostic> {
    let first = played.first().filter(|_| played.len() > 1)?.found.iter().next()?;
    let place = first.place.as_ref().filter(|place| place.path() == script.path)?;
    let is_it = |found: &Diagnostic| {
        found.message == first.message && found.place.as_ref().is_some_and(|other| other.is_same_stretch(place))
    };
    played.iter().all(|one| one.found.iter().next().is_some_and(is_it)).then(|| first.clone())
}

fn has(scenario: &Scenario, text: &str) -> bool {
    let file = scenario.name.place.path().rsplit(['/', '\\']).next().unwrap_or_default();
    let rule = scenario.rule.as_ref().map_or("", |rule| rule.text.as_str());
    [scenario.name.text.as_str(), rule, file].iter().any(|words| words.to_lowercase().contains(text))
}

/// What the game has names for.
fn vocabulary(game: &Game, script: &Arc<SourceText>) -> Vocabulary {
    let world = World::new(game, Vec::new(), BTreeMap::new());
    let reading = Reading::of(script);
    let places = world.places();
    let faces = game.play.dice.iter().flat_map(|(_, faces)| faces);
    let ids = reading.ids().map(str::to_owned);
    let ids = ids.chain(places.spaces.iter().chain(places.parts.keys()).chain(world.edges()).chain(faces).cloned());
    Vocabulary::new(ids, world.labels().map(str::to_owned), world.quantities())
}

fn play_one(game: &Game, script: &Arc<SourceText>, words: &Vocabulary, scenario: &Scenario) -> Diagnostics {
    let mut found = Diagnostics::new();
    match start_of(game, scenario) {
        Err(wrong) => found.extend(wrong),
        Ok(start) => {
            let played = play_scenario(scenario, start, words, |start| open(game, script, start));
            found.extend(printed(&played.printed, script));
            for failed in played.failed {
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
    let mut add = |wrong: Diagnostics, place: &Place| {
        for diagnostic in &wrong {
            found.push(diagnostic.clone().or_at(place));
        }
    };
    let names = players(game, &given.players, "name them with `players: [Ann, Bob]`").unwrap_or_else(|wrong| {
        add(wrong, &given.place);
        Vec::new()
    });
    let mut chosen: BTreeMap<String, Choosable> = options(&game.play.options, &[]).unwrap_or_default();
    for (id, value) in &given.options {
        match options(&game.play.options, &[format!("{}={}", id.text, value.text)]) {
            Ok(all) => chosen.extend(all.into_iter().filter(|(name, _)| *name == id.text)),
            Err(wrong) => add(wrong, &id.place),
        }
    }
    if found.has_errors() {
        return Err(found);
    }
    Ok(Start::new(game, names, chosen))
}

/// The rules of a game for one scenario.
fn open(game: &Game, script: &Arc<SourceText>, start: &Start) -> Result<OpenRules, Fault> {
    let queue = Rc::new(RefCell::new(AnswerQueue::new(start.players.clone(), start.hands.clone(), start.seed)));
    let asker: SharedAsker = queue.clone();
    let world = World::new(game, start.players.clone(), start.options.clone());
    Ok((Box::new(ScriptRules::load(&script.text, world, asker, WallClock::start())?), queue))
}
