//! What every verb needs first: the game found, read and laid out.

use std::path::{Path, PathBuf};

use crate::diag::{Diagnostic, Diagnostics, meant_or_known};
use crate::layout::{Fonts, LaidComponent, Studio};
use crate::load::{DiskAssets, WithTemplates, find_game, load_game};
use crate::model::{Component, Game};

use super::args::GameArgs;
use super::report::Progress;

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
pub fn open(arguments: &GameArgs) -> Result<OpenGame, Diagnostics> {
    let folder = find_game(&arguments.game, &arguments.components).map_err(|(message, hint)| {
        let mut found = Diagnostics::new();
        found.push(Diagnostic::error(message).maybe_hint(hint));
        found
    })?;
    let assets = WithTemplates(DiskAssets::new(&folder));
    let (game, mut found) = load_game(&assets, &name_of(&folder));
    let Some(game) = game else { return Err(found) };
    let fonts = Fonts::load(&assets, &mut found);
    fonts.check(&game, &mut found);
    Ok(OpenGame { game, folder, assets, fonts, found })
}

/// The name of a game folder, however it was reached.
pub fn name_of(folder: &Path) -> String {
    let full = folder.canonicalize().unwrap_or_else(|_| folder.to_owned());
    full.file_name().map_or_else(|| "game".to_owned(), |name| name.to_string_lossy().into_owned())
}

/// Lays out the components that `only` names by kind or id, or all of them.
pub fn lay_out(studio: &Studio<'_>, only: &[String], found: &mut Diagnostics) -> Vec<LaidComponent> {
    let game = studio.game();
    check_only(game, only, found);
    let wanted = |component: &Component| {
        only.is_empty() || only.iter().any(|name| *name == component.id || name == component.kind.name())
    };
    let chosen: Vec<usize> = (0..game.components.len()).filter(|&n| wanted(&game.components[n])).collect();
    let sides = |component: &Component| component.pieces.len() * if component.back.is_some() { 2 } else { 1 };
    let steps = chosen.iter().map(|&n| sides(&game.components[n])).sum();
    let progress = Progress::new(steps, "drawing");
    let laid = chosen.iter().map(|&n| studio.lay_out(n, found, &|| progress.step())).collect();
    progress.finish();
    laid
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
