//! The tables of a folder, each with how it stands. Those that were played last are played through for that; of all others only
//! what their journals say is told.

use std::collections::BTreeMap;
use std::path::Path;

use crate::diag::{Diagnostics, all_of};
use crate::referee::{Answered, Names, Problem, Table, standing};
use crate::store::{TableFolder, known_tables};

use super::session::{Access, Session, Tables};

/// A table in the list, the one that was played last first.
pub struct ListedTable {
    /// What it is called.
    pub name: String,
    /// What is told of it, or why it cannot be played.
    pub row: Result<TableRow, String>,
}

/// What is told of a table in the list.
pub struct TableRow {
    /// The game: the name of its folder.
    pub game: String,
    /// What the game is called, where any table of it was played through.
    pub title: Option<String>,
    /// Who plays.
    pub players: Vec<String>,
    /// How many entries its journal has.
    pub entries: usize,
    /// When the last of them was made.
    pub last: String,
    /// How it stands.
    pub stands: Stands,
}

/// How a table stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Stands {
    /// Somebody is asked something.
    Asked {
        /// Who; nobody in particular is the whole table.
        seat: Option<String>,
        /// What, if everybody may know.
        prompt: Option<String>,
    },
    /// The game is over.
    Over {
        /// Who won; nobody perhaps.
        winners: Vec<String>,
    },
    /// It was not played through, as it was not played lately.
    Unplayed {
        /// The last question that everybody may know of, with its answer.
        last: Option<String>,
    },
}

impl Tables {
    /// All tables, the one that was played last first. Whether one is played through, to say how it stands, is asked with the
    /// number of those before it.
    ///
    /// # Errors
    /// When the folder of tables is there and cannot be read.
    pub fn list(&self, is_played: impl Fn(usize) -> bool) -> Result<Vec<ListedTable>, Diagnostics> {
        let known = known_tables(&self.folder)?;
        let mut listed: Vec<ListedTable> =
            known.iter().enumerate().map(|(n, root)| self.listed(root, is_played(n))).collect();
        // What one table tells of its game holds for the others.
        let titles: BTreeMap<String, String> =
            rows(&mut listed).filter_map(|row| Some((row.game.clone(), row.title.clone()?))).collect();
        for row in rows(&mut listed).filter(|row| row.title.is_none()) {
            row.title = titles.get(&row.game).cloned();
        }
        Ok(listed)
    }

    fn listed(&self, root: &Path, is_played: bool) -> ListedTable {
        let name = root.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let row = if is_played { self.played(root) } else { unplayed(root) };
        ListedTable { name, row }
    }

    fn played(&self, root: &Path) -> Result<TableRow, String> {
        let mut session = self.open(Some(root), Access::Look).map_err(|found| first_of(&found))?;
        let stands = session.look(stands).map_err(|found| first_of(&found))?;
        Ok(TableRow { title: Some(session.game.title.clone()), ..row(&session, stands) })
    }
}

fn rows(listed: &mut [ListedTable]) -> impl Iterator<Item = &mut TableRow> {
    listed.iter_mut().filter_map(|table| table.row.as_mut().ok())
}

fn row(session: &Session, stands: Stands) -> TableRow {
    let (start, entries) = (session.table.start(), session.table.entries());
    TableRow {
        game: start.game.clone(),
        title: None,
        players: session.table.players().to_vec(),
        entries: entries.len(),
        last: entries.last().map_or_else(|| start.at.clone(), |entry| entry.at.clone()),
        stands,
    }
}

fn stands(table: &mut Table) -> Result<Stands, Problem> {
    let name = |table: &Table, seat| table.name(seat).to_owned();
    if let (Some(together), Some(request)) = (table.together(), table.request()) {
        let seats: Vec<String> =
            together.missing().filter_map(|request| request.seat).map(|seat| name(table, seat)).collect();
        let prompt = (!request.secret && seats.len() < 2).then(|| request.prompt.clone());
        return Ok(Stands::Asked { seat: (!seats.is_empty()).then(|| all_of(seats)), prompt });
    }
    let Some(score) = table.score()? else { return Ok(Stands::Over { winners: Vec::new() }) };
    Ok(Stands::Over { winners: score.winners().into_iter().map(|who| table.contender(&score, who)).collect() })
}

fn unplayed(root: &Path) -> Result<TableRow, String> {
    let (_, kept) = TableFolder::look(root).map_err(|error| error.to_string())?;
    let (start, entries) = (kept.journal.start, kept.journal.entries);
    let answered =
        standing(&entries).into_iter().rev().filter_map(|entry| entry.answer().filter(|answered| !answered.secret));
    let last = answered.map(Answered::in_full).next();
    Ok(TableRow {
        players: Names::of(&start, &entries).now().to_vec(),
        game: start.game,
        title: None,
        entries: entries.len(),
        last: entries.last().map_or(start.at, |entry| entry.at.clone()),
        stands: Stands::Unplayed { last },
    })
}

/// Why a table cannot be played, in a sentence.
fn first_of(found: &Diagnostics) -> String {
    found.iter().next().map_or_else(|| "nobody knows why".to_owned(), |first| first.message.clone())
}
