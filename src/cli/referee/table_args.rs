//! Which table a verb is about, as it is said on the command line, and the tables there are.

use std::path::{Path, PathBuf};

use clap::Args;

use crate::app::{Access, Session, Tables};
use crate::cli::clock::now;
use crate::cli::report::problems;
use crate::diag::Diagnostics;
use crate::reach::Reach;

/// Where tables live.
const TABLES: &str = "tables";

/// Which table.
#[derive(Debug, Args)]
pub struct TableArgs {
    /// The table: its name under `tables`, or the path of its folder. Usually the one that was played last
    #[arg(long, value_name = "NAME")]
    pub table: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

impl TableArgs {
    /// What a run may reach that goes on with the table.
    pub fn reach(&self) -> Reach {
        reach_of_table(self.table.as_deref())
    }

    /// The folder in which the table lies, or is to lie.
    pub fn folder(&self) -> PathBuf {
        folder_of_table(self.table.as_deref())
    }

    /// Opens the table, and says what is worth knowing about that.
    pub fn open(&self, access: Access) -> Result<Session, Diagnostics> {
        open(self.table.as_deref(), access)
    }
}

/// The tables of the folder people are in.
pub fn tables() -> Tables {
    Tables::new(TABLES, now)
}

/// What a run may reach that goes on with a table. It may have to write beside it.
pub fn reach_of_table(table: Option<&Path>) -> Reach {
    Reach::reading([]).changing(&folder_of_table(table))
}

/// The folder in which a table lies; there may be none yet.
fn folder_of_table(table: Option<&Path>) -> PathBuf {
    let named = table.filter(|path| path.components().count() > 1 || path.is_absolute());
    named.and_then(Path::parent).unwrap_or(Path::new(TABLES)).to_owned()
}

/// Opens a table, and says what is worth knowing about that.
pub fn open(table: Option<&Path>, access: Access) -> Result<Session, Diagnostics> {
    let session = tables().open(table, access)?;
    problems(&session.found);
    Ok(session)
}
