//! `referee upgrade`: a table goes on with a changed game, if its journal fits the changed rules. The rules it was played
//! with are not needed: they may be what is wrong.

use std::path::PathBuf;

use crate::cli::report::say;
use crate::diag::Diagnostic;
use crate::load::find_game;
use crate::referee::{Entry, Problem, Refusal, What, standing};
use crate::store::TableFolder;

use super::args::UpgradeArgs;
use super::look::{News, tell};
use super::session::{Failure, Session, now, open_table, read_game, script_of, tell_torn};

/// Moves a table to a changed game.
pub fn upgrade(arguments: &UpgradeArgs) -> Result<(), Failure> {
    let root = Session::find(arguments.table.table.as_deref())?;
    let (mut folder, kept) = TableFolder::open(&root)?;
    tell_torn(&kept);
    let (start, mut entries) = (kept.journal.start, kept.journal.entries);
    let changed = changed_game(&start.game, arguments)?;
    let game = read_game(&changed, &start.game)?;
    let script = script_of(&game)?;
    let known = entries.len();
    let fits = |entries: &[Entry]| open_table(&game, &script, start.clone(), entries.to_vec()).map(drop);
    match fits(&entries) {
        Err(Problem::Diverged { seq, refusal }) if arguments.cut => {
            say(&cut(&mut entries, seq, &refusal));
            fits(&entries).map_err(|problem| Session::failure_in(&problem, &script))?;
        }
        Err(Problem::Diverged { seq, refusal }) => return Err(parted(seq, &refusal)),
        fits => fits.map_err(|problem| Session::failure_in(&problem, &script))?,
    }
    push(&mut entries, What::Upgrade { version: game.version.clone() });
    folder.stage_game(&changed)?;
    folder.append(&entries[known..])?;
    folder.take_staged()?;
    let mut session = Session::start(folder, game, start, entries)?;
    tell(&mut session, None, &arguments.table, false, News::Recent)
}

/// Takes everything back from an entry on, and says so.
fn cut(entries: &mut Vec<Entry>, seq: u64, refusal: &Refusal) -> String {
    let gone = standing(entries).iter().filter(|entry| entry.seq >= seq && is_played(entry)).count();
    push(entries, What::Undo { to: seq.saturating_sub(1) });
    format!("from entry {seq} on the game is taken back ({gone}): {}", refusal.message())
}

const fn is_played(entry: &Entry) -> bool {
    matches!(entry.what, What::Answer(_) | What::Adjust(_))
}

fn push(entries: &mut Vec<Entry>, what: What) {
    entries.push(Entry { seq: entries.len() as u64 + 1, at: now(), by: None, what });
}

fn parted(seq: u64, refusal: &Refusal) -> Failure {
    let message = format!("the changed rules part from the game at entry {seq}: {}", refusal.message());
    let hint = "nothing was changed; `--cut` takes everything back from there, and goes on with the changed rules";
    let told = refusal.hints.iter().fold(Diagnostic::error(message), |told, hint| told.hint(hint.to_string()));
    Failure::of(told.hint(hint))
}

/// Where the changed game is.
fn changed_game(usual: &str, arguments: &UpgradeArgs) -> Result<PathBuf, Failure> {
    let name = arguments.game.clone().unwrap_or_else(|| usual.to_owned());
    find_game(&name, &arguments.components)
        .map_err(|(message, hint)| Failure::of(Diagnostic::error(message).maybe_hint(hint)))
}
