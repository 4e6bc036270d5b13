//! `referee upgrade`: a table goes on with a changed game, if its journal fits the changed rules.

use std::path::{Path, PathBuf};

use crate::cli::report::say;
use crate::diag::Diagnostic;
use crate::load::find_game;
use crate::referee::{Back, Problem};

use super::args::UpgradeArgs;
use super::look::{News, tell};
use super::session::{Access, Failure, Session, open_table, read_game, script_of};

/// Moves a table to a changed game.
pub fn upgrade(arguments: &UpgradeArgs) -> Result<(), Failure> {
    let mut session = open_for_upgrade(arguments)?;
    let folder = changed_game(&session, arguments)?;
    let game = read_game(&folder, &session.game.id)?;
    let script = script_of(&game)?;
    let start = session.table.start().clone();
    let entries = session.table.entries().to_vec();
    match open_table(&game, &script, start, entries) {
        Ok(_) => {}
        Err(Problem::Diverged { seq, refusal }) if arguments.cut => {
            let taken = session.with(|table, at| table.undo(Back::To(seq - 1), None, at))?;
            say(&format!("from entry {seq} on the game is taken back ({}): {}", taken.told.len(), refusal.message));
        }
        Err(Problem::Diverged { seq, refusal }) => {
            let message = format!("the changed rules part from the game at entry {seq}: {}", refusal.message);
            let hint =
                "nothing was changed; `--cut` takes everything back from there, and goes on with the changed rules";
            let told = refusal.hints.iter().fold(Diagnostic::error(message), |told, hint| told.hint(hint.clone()));
            return Err(Failure::of(told.hint(hint)));
        }
        Err(problem) => return Err(Session::failure_in(&problem, &script)),
    }
    let version = game.version.clone();
    session.folder.replace_game(&folder)?;
    session.with(|table, at| {
        table.upgraded(&version, at);
        Ok(())
    })?;
    let path = session.folder.root().to_owned();
    drop(session);
    let mut session = Session::open(Some(&absolute(&path)), Access::Look)?;
    tell(&mut session, None, &arguments.table, false, News::Recent)
}

/// The table, even if the copy of its rules fails.
fn open_for_upgrade(arguments: &UpgradeArgs) -> Result<Session, Failure> {
    Session::open(arguments.table.table.as_deref(), Access::Write)
}

/// Where the changed game is.
fn changed_game(session: &Session, arguments: &UpgradeArgs) -> Result<PathBuf, Failure> {
    let name = arguments.game.clone().unwrap_or_else(|| session.game.id.clone());
    find_game(&name, &arguments.components)
        .map_err(|(message, hint)| Failure::of(Diagnostic::error(message).maybe_hint(hint)))
}

fn absolute(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_owned())
}
