//! A table goes on with a changed game, if its journal fits the changed rules. The rules it was played with are not needed:
//! they may be what is wrong.

use std::path::PathBuf;

use crate::app::open::WhichGame;
use crate::diag::{Diagnostic, Diagnostics};
use crate::referee::{Entry, Problem, Refusal, What, standing};
use crate::store::{GameFiles, StoreError, TableFolder};

use super::session::{Now, Session, Tables, files_to_keep, open_table, read_game, sound_script_of, told, torn};
use super::setup::still_fits;

/// A wish to go on with a changed game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Upgrade {
    /// The table; without it, the one that was played last.
    pub table: Option<PathBuf>,
    /// Where the changed game is: its name or folder; without it, the name it had.
    pub game: Option<String>,
    /// The folder that holds the games.
    pub components: PathBuf,
    /// Whether everything is taken back from the first answer that the changed rules do not allow.
    pub cut: bool,
}

impl Tables {
    /// Moves a table to a changed game, and says what was taken back for it.
    ///
    /// # Errors
    /// Where the changed rules part from the game, or what the disk said; then nothing was changed.
    pub fn upgrade(&self, wish: &Upgrade) -> Result<(Session, Option<String>), Diagnostics> {
        let (mut folder, kept) = TableFolder::open(&self.disk, &self.find(wish.table.as_deref())?)?;
        let torn = torn(&kept);
        let (start, mut entries) = (kept.journal.start, kept.journal.entries);
        let changed = WhichGame::new(wish.game.as_ref().unwrap_or(&start.game), &wish.components).folder()?;
        let game = read_game(&changed, &start.game)?;
        let script = sound_script_of(&game)?;
        still_fits(&game, &start)?;
        let known = entries.len();
        let fits =
            |entries: &[Entry]| open_table(&game, &script, (start.clone(), entries.to_vec()), self.clock).map(drop);
        let mut gone = None;
        match fits(&entries) {
            Err(Problem::Diverged { seq, refusal }) if wish.cut => {
                gone = Some(cut(&mut entries, (seq, &refusal), self.clock));
                fits(&entries).map_err(|problem| told(&problem, &script))?;
            }
            Err(Problem::Diverged { seq, refusal }) => return Err(parted(seq, &refusal).into()),
            fits => fits.map_err(|problem| told(&problem, &script))?,
        }
        push(&mut entries, What::Upgrade { version: game.version.clone() }, self.clock);
        let files = files_to_keep(&changed)?;
        let copy = folder.stage_game(&GameFiles { folder: &changed, files: &files }, &entries[known..])?;
        // What the copy cannot do, the table could not do tomorrow.
        let copy = read_game(&copy, &start.game)?;
        let table = open_table(&copy, &script, (start, entries.clone()), self.clock)
            .map_err(|problem| told(&problem, &script))?;
        folder.append(&entries[known..])?;
        let late = folder.take_staged().err();
        let mut session = Session::of(folder, copy, (table, script), self.clock);
        session.keep()?;
        for told in torn.into_iter().chain(late.as_ref().map(taken_later)) {
            session.found.push(told);
        }
        Ok((session, gone))
    }
}

/// Takes everything back from an entry on, and says so.
fn cut(entries: &mut Vec<Entry>, (seq, refusal): (u64, &Refusal), clock: Now) -> String {
    let gone = standing(entries).iter().filter(|entry| entry.seq >= seq && is_played(entry)).count();
    push(entries, What::Undo { to: seq.saturating_sub(1) }, clock);
    format!("from entry {seq} on the game is taken back ({gone}): {}", refusal.message())
}

const fn is_played(entry: &Entry) -> bool {
    matches!(entry.what, What::Answer(_) | What::Adjust(_))
}

fn push(entries: &mut Vec<Entry>, what: What, clock: Now) {
    entries.push(Entry { seq: entries.len() as u64 + 1, at: clock(), by: None, what });
}

/// The journal knows of the upgrade, and the copy of the game lies there under another name.
fn taken_later(why: &StoreError) -> Diagnostic {
    Diagnostic::warning(format!("the upgrade is recorded, and its copy of the game takes its place later: {why}"))
        .hint("that is tried again whenever the table is opened")
}

fn parted(seq: u64, refusal: &Refusal) -> Diagnostic {
    let message = format!("the changed rules part from the game at entry {seq}: {}", refusal.message());
    let hint = "nothing was changed; `--cut` takes everything back from there, and goes on with the changed rules";
    let told = refusal.hints.iter().fold(Diagnostic::error(message), |told, hint| told.hint(hint.to_string()));
    told.hint(hint)
}
