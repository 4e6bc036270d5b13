//! Two states of a game, by what people call them: a manifest, a game, or a game at a git revision.

use std::path::{Path, PathBuf};

use crate::changes::{Changes, Manifest, compare};
use crate::diag::Diagnostics;
use crate::load::{DiskAssets, WithTemplates, find_game};

use super::kit::{manifest_at, manifest_of, open_manifest};
use super::open::name_of;
use super::progress::Progress;

/// A wish to know what changed.
///
/// ```no_run
/// use tablewright::app::{Comparison, Unwatched};
///
/// let wish = Comparison { old: "v1.0:my-game".into(), new: "my-game".into(), components: "components".into() };
/// for line in wish.run(&Unwatched)?.lines() {
///     println!("{line}");
/// }
/// # Ok::<(), tablewright::app::Diagnostics>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Comparison {
    /// The earlier state: a manifest file, a game, or `REVISION:GAME`.
    pub old: String,
    /// The later one.
    pub new: String,
    /// The folder that holds the games.
    pub components: PathBuf,
}

impl Comparison {
    /// What differs.
    ///
    /// # Errors
    /// All that is wrong with both states.
    pub fn run(&self, progress: &dyn Progress) -> Result<Changes, Diagnostics> {
        match (self.state(&self.old, progress), self.state(&self.new, progress)) {
            (Ok(old), Ok(new)) => Ok(compare(&old, &new)),
            (old, new) => {
                let mut found = Diagnostics::new();
                [old, new].into_iter().filter_map(Result::err).for_each(|wrong| found.extend(wrong));
                Err(found)
            }
        }
    }

    fn state(&self, name: &str, progress: &dyn Progress) -> Result<Manifest, Diagnostics> {
        let path = Path::new(name);
        if path.is_file() {
            return Ok(open_manifest(path)?.0);
        }
        match (find_game(name, &self.components), name.split_once(':')) {
            (Ok(folder), _) => manifest_of(&WithTemplates(DiskAssets::new(&folder)), &name_of(&folder)?, progress),
            (Err(_), Some((revision, game))) if !game.is_empty() => {
                let named = if Path::new(game).is_dir() { game.into() } else { self.components.join(game) };
                // A game that is gone by now is looked for where games are.
                let folder = find_game(game, &self.components).unwrap_or(named);
                Ok(manifest_at(revision, (&folder, &name_of(&folder)?), progress)?.0)
            }
            (Err(why), _) => {
                let kinds = "a state is a manifest file, a game, or `REVISION:GAME` for a game in a git revision";
                Err(why.hint(kinds).into())
            }
        }
    }
}
