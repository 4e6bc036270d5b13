//! Which table a verb is about, as it is said on the command line, and the tables there are.

use std::path::PathBuf;

use clap::Args;

use crate::app::{Access, Session, Tables};
use crate::cli::clock::now;
use crate::cli::report::problems;
use crate::diag::Diagnostics;

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
    /// Opens the table, and says what is worth knowing about that.
    pub fn open(&self, access: Access) -> Result<Session, Diagnostics> {
        open(self.table.as_deref(), access)
    }
}

/// The tables of the folder people are in.
pub fn tables() -> Tables {
    Tables::new(TABLES, now)
}

/// Opens a table, and says what is worth knowing about that.
pub fn open(table: Option<&std::path::Path>, access: Access) -> Result<Session, Diagnostics> {
    let session = tables().open(table, access)?;
    problems(&session.found);
    Ok(session)
}
