//! Games with the same seeds at different tables: another state of a game, or other options, held against the first.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use crate::app::open::name_of;
use crate::app::progress::Progress;
use crate::diag::{Diagnostic, Diagnostics};
use crate::disk::Disk;
use crate::lab::{Side, Versus, versus, versus_html};
use crate::load::{DiskAssets, WithTemplates, find_game, folder_at, load_game};
use crate::model::{AssetError, Assets, Game, Later};

use super::rows::save_all;
use super::trials::{Tabled, TrialRequest, add_file, short};

/// Files that decide how a game is played end like this.
const PLAYED: [&str; 7] = ["yaml", "yml", "csv", "tsv", "xlsx", "ods", "luau"];
/// More values are not held against each other at once.
const MOST_SIDES: usize = 100;

/// What the games of a request are held against.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Against {
    /// Another state of the game: a game, its folder, or `REVISION:GAME`.
    pub state: Option<String>,
    /// The options there; without them the same.
    pub options: Option<Vec<String>>,
    /// An option and its values, the first of which the others are held against: `hands=2..6`, or `hands=2,4`.
    pub sweep: Option<String>,
}

impl Against {
    /// Whether there is anything to be held against.
    #[must_use]
    pub const fn is_asked(&self) -> bool {
        self.state.is_some() || self.options.is_some() || self.sweep.is_some()
    }

    /// How many tables are played at.
    ///
    /// # Errors
    /// A sweep that cannot be read.
    pub fn sides(&self) -> Result<usize, Diagnostics> {
        let swept = self.sweep.as_deref().map(swept).transpose()?;
        Ok(swept.map_or(2, |(_, values)| values.len()))
    }
}

impl TrialRequest {
    /// Plays the games of this request, and the same seeds at the other tables, and says what differs.
    ///
    /// # Errors
    /// What is wrong with the wish, or with a game.
    pub fn run_against(
        &self,
        against: &Against,
        progress: &dyn Progress,
        is_enough: &(dyn Fn() -> bool + Sync),
    ) -> Result<(Versus, Vec<PathBuf>), Diagnostics> {
        let mut sides = Vec::new();
        for (name, table) in self.tables(against)? {
            let trials = self.trials(&table, 0..self.games);
            let mut side = Side::new(name, table.version());
            table.play(&trials, (progress, is_enough), &mut |row| {
                side.add(&row);
                true
            })?;
            sides.push(side);
        }
        let held = versus(&sides).filter(|held| held.questions() > 0);
        let held = held.ok_or_else(|| Diagnostic::error("no game was played to its end on both sides"))?;
        let game = sides.first().map_or("", |side| side.version.game.as_str());
        let files = self.output.as_ref().map(|folder| write_versus(folder, &held, game)).transpose()?;
        Ok((held, files.unwrap_or_default()))
    }

    fn tables(&self, against: &Against) -> Result<Vec<(String, Arc<Tabled>)>, Diagnostics> {
        let kinds = (self.seats, self.players.len());
        if let Some(sweep) = &against.sweep {
            let (option, values) = swept(sweep)?;
            let at = |value: &String| {
                let mut options = self.options.clone();
                options.push(format!("{option}={value}"));
                Ok((format!("{option}={value}"), Tabled::of_folder(&self.game.folder()?, kinds, &options)?))
            };
            return values.iter().map(at).collect();
        }
        let first = self.table()?;
        let options = against.options.as_ref().unwrap_or(&self.options);
        let (name, game, hash) = match &against.state {
            Some(state) => {
                let (game, hash) = state_of(state, &self.game.components)?;
                (state.clone(), game, hash)
            }
            None => {
                let folder = self.game.folder()?;
                let (game, hash) = game_at(DiskAssets::new(&folder), &name_of(&folder)?)?;
                (options.join(","), game, hash)
            }
        };
        let seats = first.version().seats;
        let other = Tabled::of(game, hash, (Some(seats), self.players.len()), options)?;
        // Without options of its own a side is called as it usually is.
        let name = if name.is_empty() { "as usual".to_owned() } else { name };
        let first_name = match (&against.state, self.options.is_empty()) {
            (Some(_), _) => self.game.name.clone(),
            (None, true) => "as usual".to_owned(),
            (None, false) => self.options.join(","),
        };
        Ok(vec![(first_name, first), (name, other)])
    }
}

/// Writes what differs as a page and as JSON.
fn write_versus(folder: &Path, held: &Versus, game: &str) -> Result<Vec<PathBuf>, Diagnostics> {
    let json = serde_json::to_string_pretty(&held.json()).unwrap_or_default() + "\n";
    save_all(&Disk::default(), folder, &[("against.html", versus_html(held, game)), ("against.json", json)])
}

/// An option and the values it takes, one after the other.
fn swept(sweep: &str) -> Result<(&str, Vec<String>), Diagnostics> {
    let wrong = |message: String| -> Diagnostics {
        Diagnostic::error(message)
            .hint("write an option with its values, as in `--sweep hands=2..6` or `--sweep hands=2,4`")
            .into()
    };
    let (option, values) = sweep.split_once('=').ok_or_else(|| wrong(format!("`{sweep}` has no values")))?;
    let values: Vec<String> = match values.split_once("..") {
        Some((from, to)) => {
            let ends = from.parse::<i64>().ok().zip(to.parse::<i64>().ok());
            let (from, to) = ends.ok_or_else(|| wrong(format!("`{values}` is no range of whole numbers")))?;
            if to.saturating_sub(from) >= i64::try_from(MOST_SIDES).unwrap_or(i64::MAX) {
                return Err(wrong(format!("`{values}` is more than {MOST_SIDES} values")));
            }
            (from..=to).map(|value| value.to_string()).collect()
        }
        None => values.split(',').map(str::to_owned).collect(),
    };
    if values.len() < 2 || values.len() > MOST_SIDES {
        return Err(wrong(format!(
            "`{sweep}` has {} values, and 2 to {MOST_SIDES} can be held against each other",
            values.len()
        )));
    }
    Ok((option, values))
}

/// A state of a game: in a folder, or at a git revision.
fn state_of(name: &str, components: &Path) -> Result<(Game, String), Diagnostics> {
    match (find_game(name, components), name.split_once(':')) {
        (Ok(folder), _) => game_at(DiskAssets::new(&folder), &name_of(&folder)?),
        (Err(_), Some((revision, game))) if !game.is_empty() => {
            let named = if Path::new(game).is_dir() { game.into() } else { components.join(game) };
            let folder = find_game(game, components).unwrap_or(named);
            game_at(folder_at(revision, &folder)?, &name_of(&folder)?)
        }
        (Err(why), _) => {
            Err(why.hint("`--against` takes a game, or `REVISION:GAME` for a game at a git revision").into())
        }
    }
}

/// A game and what it hashes to, from wherever its files are.
pub fn game_at(assets: impl Assets, id: &str) -> Result<(Game, String), Diagnostics> {
    let assets = WithTemplates(Noted { assets, read: Mutex::default() });
    match load_game(&assets, id) {
        (Some(game), found) if !found.has_errors() => Ok((game, assets.0.hash())),
        (_, found) => Err(found),
    }
}

/// Files of which it is noted what was read.
struct Noted<A> {
    assets: A,
    read: Mutex<BTreeMap<String, Arc<[u8]>>>,
}

impl<A> Noted<A> {
    /// What decides how the game is played, as a short text that differs when any of it does.
    fn hash(&self) -> String {
        let mut all = Vec::new();
        for (path, bytes) in &*self.read.lock().unwrap_or_else(PoisonError::into_inner) {
            add_file(&mut all, path, bytes);
        }
        short(&all)
    }
}

impl<A: Assets> Assets for Noted<A> {
    fn read(&self, path: &str) -> Result<Arc<[u8]>, AssetError> {
        let bytes = self.assets.read(path)?;
        if path.rsplit_once('.').is_some_and(|(_, end)| PLAYED.contains(&end)) {
            self.read.lock().unwrap_or_else(PoisonError::into_inner).insert(path.to_owned(), Arc::clone(&bytes));
        }
        Ok(bytes)
    }

    fn later(&self, path: &str) -> Option<Later> {
        self.assets.later(path)
    }

    fn list(&self, folder: &str) -> Result<Vec<String>, AssetError> {
        self.assets.list(folder)
    }

    fn missing(&self, path: &str) -> AssetError {
        self.assets.missing(path)
    }

    fn shown(&self, path: &str) -> String {
        self.assets.shown(path)
    }
}

#[cfg(test)]
mod tests {
    use super::swept;

    #[test]
    fn a_sweep_is_a_range_or_a_list() {
        assert_eq!(swept("hands=2..4").unwrap(), ("hands", vec!["2".to_owned(), "3".to_owned(), "4".to_owned()]));
        assert_eq!(swept("war=no,yes").unwrap().1, ["no", "yes"]);
        for wrong in ["hands", "hands=3", "hands=1..1000000000", "hands=a..b", "hands=4..2"] {
            assert!(swept(wrong).is_err(), "{wrong}");
        }
    }
}
