//! The tables of a folder, each with what is told of it without playing it.

use std::path::Path;

use crate::diag::Diagnostics;
use crate::store::{TableFolder, known_tables};

use super::session::Tables;

/// A table in the list, the one that was played last first.
pub struct ListedTable {
    /// What it is called.
    pub name: String,
    /// What is told of it, or why it cannot be played.
    pub row: Result<TableRow, String>,
}

/// What is told of a table in the list.
pub struct TableRow {
    /// The game.
    pub game: String,
    /// Who plays.
    pub players: Vec<String>,
    /// How many entries its journal has.
    pub entries: usize,
    /// When the last of them was made.
    pub last: String,
}

impl Tables {
    /// All tables, the one that was played last first.
    ///
    /// # Errors
    /// When the folder of tables is there and cannot be read.
    pub fn list(&self) -> Result<Vec<ListedTable>, Diagnostics> {
        Ok(known_tables(&self.folder)?.iter().map(|root| listed(root)).collect())
    }
}

fn listed(root: &Path) -> ListedTable {
    let name = root.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let row = TableFolder::look(root).map_err(|error| error.to_string()).map(|(_, kept)| {
        let last = kept.journal.entries.last().map_or_else(|| kept.journal.start.at.clone(), |entry| entry.at.clone());
        let entries = kept.journal.entries.len();
        TableRow { game: kept.journal.start.game, players: kept.journal.start.players, entries, last }
    });
    ListedTable { name, row }
}
