//! What is known of a table before it is set up: who played last, what the game offers, and whether what was chosen can be
//! played. Writes nothing.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::app::open::{WhichGame, name_of};
use crate::diag::{Diagnostics, SourceText};
use crate::model::{Component, Game};
use crate::referee::{Choosable, Names, Start, Table};
use crate::store::{TableFolder, known_tables};

use super::session::{Now, Tables, open_table, read_game, sound_script_of, told_of_new};
use super::setup::{options, players};

/// Names are remembered from so many tables, the latest first.
const REMEMBERED: usize = 20;

/// A game that a table is to be set up for.
pub struct Plan {
    /// The game.
    pub game: Game,
    script: Arc<SourceText>,
    clock: Now,
}

/// What is left to chance in a game, by name.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct LeftToChance {
    /// The dice.
    pub dice: Vec<String>,
    /// The decks and heaps, each with what it is called, where that is known.
    pub decks: Vec<(String, Option<String>)>,
}

/// A table as it would be, on no disk.
pub struct Trial(Table);

impl Tables {
    /// What there is to choose for a table of a game.
    ///
    /// # Errors
    /// Everything wrong with the game; or that it has no rules for the referee.
    pub fn plan(&self, which: &WhichGame) -> Result<Plan, Diagnostics> {
        let folder = which.folder()?;
        let game = read_game(&folder, &name_of(&folder)?)?;
        let script = sound_script_of(&game)?;
        Ok(Plan { game, script, clock: self.clock })
    }

    /// Who played last, in turn order: this game, or any other that so many played as can play this one.
    #[must_use]
    pub fn remembered(&self, game: &Game) -> Option<Vec<String>> {
        let known = known_tables(&self.folder).unwrap_or_default();
        let kept = known.iter().take(REMEMBERED).filter_map(|root| Some(TableFolder::look(root).ok()?.1.journal));
        let seated = kept.map(|journal| {
            let players = Names::of(&journal.start, &journal.entries).now().to_vec();
            (journal.start.game == game.id, players)
        });
        let fits = |(_, names): &(bool, Vec<String>)| players(game, names, "").is_ok();
        let fitting: Vec<(bool, Vec<String>)> = seated.filter(fits).collect();
        let best = fitting.iter().find(|(is_same, _)| *is_same).or_else(|| fitting.first());
        best.map(|(_, names)| names.clone())
    }
}

impl Plan {
    /// A plan for a game that was read already.
    ///
    /// # Errors
    /// When it has no rules for the referee, or they say what they must not.
    pub fn of(game: Game, clock: Now) -> Result<Self, Diagnostics> {
        let script = sound_script_of(&game)?;
        Ok(Self { game, script, clock })
    }

    /// The names of the players, if they can be that and can be so many.
    ///
    /// # Errors
    /// What is wrong with them.
    pub fn players(&self, names: &[String]) -> Result<Vec<String>, Diagnostics> {
        players(&self.game, names, "name all who play, with commas between them")
    }

    /// What was chosen, with what is usual for the rest.
    ///
    /// # Errors
    /// The first wish that the game does not have, or not so.
    pub fn options(&self, wishes: &[String]) -> Result<BTreeMap<String, Choosable>, Diagnostics> {
        options(&self.game.play.options, wishes)
    }

    /// The table as it would be for these players, with these options: its rules may object.
    ///
    /// # Errors
    /// Why it cannot be so.
    pub fn try_out(&self, names: &[String], wishes: &[String]) -> Result<Trial, Diagnostics> {
        self.open(self.players(names)?, self.options(wishes)?)
    }

    /// The same as it usually is, with as few as can play.
    ///
    /// # Errors
    /// A fault of the rules.
    pub fn usual(&self) -> Result<Trial, Diagnostics> {
        let fewest = self.game.play.seats.map_or(2, |(least, _)| least);
        let names = (1..=fewest).map(|n| format!("player {n}")).collect();
        self.open(names, options(&self.game.play.options, &[])?)
    }

    fn open(&self, names: Vec<String>, chosen: BTreeMap<String, Choosable>) -> Result<Trial, Diagnostics> {
        let start = Start::new(&self.game, names, chosen);
        let table = open_table(&self.game, &self.script, (start, Vec::new()), self.clock);
        table.map(Trial).map_err(|problem| told_of_new(&problem, &self.script))
    }

    /// The dice that the rules speak of, and all decks.
    ///
    /// # Errors
    /// A fault of the rules.
    pub fn left_to_chance(&self, trial: &mut Trial) -> Result<LeftToChance, Diagnostics> {
        let all = trial.0.left_to_chance().map_err(|problem| told_of_new(&problem, &self.script))?;
        let own: Vec<&str> = self.game.play.dice.iter().map(|(name, _)| name.as_str()).collect();
        let spoken = dice_in(&self.script.text);
        // Every game may roll these, and a component that is a die bears its name.
        let is_die =
            |name: &str| own.contains(&name) || matches!(name, "coin" | "d6") || spoken.iter().any(|die| die == name);
        let decks = all.into_iter().filter(|name| !is_die(name));
        let decks = decks
            .map(|name| {
                let title = self.title_of(&name);
                (name, title)
            })
            .collect();
        let mut dice: Vec<String> = own.iter().map(|name| (*name).to_owned()).collect();
        dice.extend(spoken.into_iter().filter(|name| !own.contains(&name.as_str())));
        Ok(LeftToChance { dice, decks })
    }

    fn title_of(&self, deck: &str) -> Option<String> {
        let is_it = |component: &&Component| component.id == deck;
        self.game
            .components
            .iter()
            .find(is_it)
            .map(|component| component.title.clone())
            .filter(|title| !title.is_empty())
    }
}

/// The numbered dice and coins that a script speaks of, the smallest first; a roll that names none is of a `d6`.
fn dice_in(script: &str) -> Vec<String> {
    let mut found: BTreeMap<u32, String> = BTreeMap::new();
    for text in script.split('"').skip(1).step_by(2) {
        let sides = text.strip_prefix('d').and_then(|sides| sides.parse().ok());
        if let Some(sides) = if text == "coin" { Some(2) } else { sides } {
            found.insert(sides, text.to_owned());
        }
    }
    let unnamed = |call: &str| !call.split(['}', ')']).next().unwrap_or_default().contains("die");
    if script.split("roll {").skip(1).any(unnamed) {
        found.insert(6, "d6".to_owned());
    }
    found.into_values().collect()
}
