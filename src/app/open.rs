//! A game found, read and laid out: what every use begins with.

use std::borrow::Cow;
use std::path::{Path, PathBuf};

use crate::diag::{Diagnostic, Diagnostics, meant_or_known};
use crate::layout::{Fonts, LaidComponent, Studio, scaled};
use crate::load::{DiskAssets, WithTemplates, find_game, load_game};
use crate::model::{Component, Game};

use super::progress::Progress;

/// Which game: its name in the folder that holds the games, or the path of its own folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WhichGame {
    /// A name or a path.
    pub name: String,
    /// The folder that holds the games.
    pub components: PathBuf,
}

impl WhichGame {
    /// A game of a folder.
    ///
    /// ```
    /// use tablewright::app::WhichGame;
    ///
    /// let folder = WhichGame::new("zombie-rancher", "components").folder()?;
    /// assert!(folder.ends_with("zombie-rancher"));
    /// # Ok::<(), tablewright::app::Diagnostics>(())
    /// ```
    #[must_use]
    pub fn new(name: &str, components: impl Into<PathBuf>) -> Self {
        Self { name: name.to_owned(), components: components.into() }
    }

    /// Its folder.
    ///
    /// # Errors
    /// When there is no such game.
    pub fn folder(&self) -> Result<PathBuf, Diagnostics> {
        Ok(find_game(&self.name, &self.components)?)
    }
}

/// A game as it was read.
pub struct OpenGame {
    /// The game.
    pub game: Game,
    /// Its folder.
    pub folder: PathBuf,
    /// Its files.
    pub assets: WithTemplates<DiskAssets>,
    /// Its fonts.
    pub fonts: Fonts,
    /// What was wrong so far.
    pub found: Diagnostics,
}

/// Finds and reads a game.
///
/// # Errors
/// The problems that leave no game to work with.
pub fn open(which: &WhichGame) -> Result<OpenGame, Diagnostics> {
    let folder = which.folder()?;
    let assets = WithTemplates(DiskAssets::new(&folder));
    let (game, mut found) = load_game(&assets, &name_of(&folder)?);
    let Some(game) = game else { return Err(found) };
    let mut fonts = Fonts::load(&assets, &mut found);
    fonts.settle(&game, &mut found);
    Ok(OpenGame { game, folder, assets, fonts, found })
}

/// The name of a game folder, however it was reached; what the game is called in files and journals.
///
/// # Errors
/// When it cannot be written in them: two names that are no text would be told apart by nobody.
pub fn name_of(folder: &Path) -> Result<String, Diagnostic> {
    let full = folder.canonicalize().unwrap_or_else(|_| folder.to_owned());
    let Some(name) = full.file_name() else { return Ok("game".to_owned()) };
    name.to_str().map(str::to_owned).ok_or_else(|| {
        let message = format!("the name of the folder `{}` is not UTF-8", full.display());
        Diagnostic::error(message).hint("give it another name")
    })
}

/// Lays out the components that `only` names by kind or id, or all of them.
pub fn lay_out(
    studio: &Studio<'_>,
    only: &[String],
    progress: &dyn Progress,
    found: &mut Diagnostics,
) -> Vec<LaidComponent> {
    let game = studio.game();
    check_only(game, only, found);
    let wanted = |component: &Component| {
        only.is_empty() || only.iter().any(|name| *name == component.id || name == component.kind.name())
    };
    let chosen: Vec<usize> = (0..game.components.len()).filter(|&n| wanted(&game.components[n])).collect();
    let sides = |component: &Component| component.pieces.len() * if component.back.is_some() { 2 } else { 1 };
    progress.begin(chosen.iter().map(|&n| sides(&game.components[n])).sum(), "drawing");
    let mut laid: Vec<LaidComponent> = chosen.iter().map(|&n| studio.lay_out(n, found, &|| progress.step())).collect();
    // What is not in the box is for pictures of a table.
    for part in laid.iter_mut().filter(|part| part.pieces.iter().any(|piece| piece.quantity > 0)) {
        part.pieces.retain(|piece| piece.quantity > 0);
    }
    progress.end();
    laid
}

/// What was laid out in the size that is wished for, and the game as it is said and arranged in that size.
pub fn in_size(game: &Game, laid: Vec<LaidComponent>, times: Option<f64>) -> (Cow<'_, Game>, Vec<LaidComponent>) {
    match times {
        Some(times) => (Cow::Owned(game.scaled(times)), scaled(laid, times)),
        None => (Cow::Borrowed(game), laid),
    }
}

fn check_only(game: &Game, only: &[String], found: &mut Diagnostics) {
    let known = || game.components.iter().flat_map(|component| [component.id.as_str(), component.kind.name()]);
    for name in only {
        if !known().any(|known| known == name) {
            let message = format!("there is no component or kind `{name}` in this game");
            found.push(Diagnostic::error(message).maybe_hint(meant_or_known(name, known())));
        }
    }
}
