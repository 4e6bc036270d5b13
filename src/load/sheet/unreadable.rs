//! Why a spreadsheet, or a sheet of it, cannot be had.

use crate::diag::{CellName, Diagnostic};
use crate::load::table::{MOST_COLUMNS, MOST_ROWS};

/// Why it cannot be had.
#[derive(Debug)]
pub enum Unreadable {
    /// It is another kind of file.
    NoSpreadsheet,
    /// It wants a password.
    Locked,
    /// Unpacked it is larger than any table needs.
    TooLarge {
        /// How many bytes it may unpack to.
        limit: u64,
    },
    /// Something is in a column beyond the last one that is read.
    TooWide(CellName),
    /// There is more in it than any table needs.
    TooFull(CellName),
    /// It is damaged: what its reader says of it.
    Damaged(String),
}

impl Unreadable {
    /// What to say of it, without its place.
    #[must_use]
    pub fn diagnostic(&self, shown: &str) -> Diagnostic {
        match self {
            Self::NoSpreadsheet => Diagnostic::error(format!("`{shown}` is no spreadsheet that can be read"))
                .hint("save it as `.xlsx`, `.ods` or CSV"),
            Self::Locked => Diagnostic::error(format!("`{shown}` has a password, or is of the kind before `.xlsx`"))
                .hint("save it as `.xlsx` without a password"),
            Self::TooLarge { limit } => Diagnostic::error(format!(
                "`{shown}` unpacks to more than {} MB, which is the limit",
                limit / 1_000_000
            ))
            .hint("save the one sheet as CSV"),
            Self::TooWide(cell) => Diagnostic::error(format!(
                "`{shown}` has something in {cell}, and {MOST_COLUMNS} columns are the most a table may have"
            ))
            .hint("clear what does not belong to the table"),
            Self::TooFull(cell) => Diagnostic::error(format!("`{shown}` is too full: {cell} is beyond what is read"))
                .hint(format!("a table has at most {MOST_ROWS} rows, a million cells and 4 MB of text")),
            Self::Damaged(why) => Diagnostic::error(format!("`{shown}` cannot be read: {why}"))
                .hint("open it in a spreadsheet and save it again"),
        }
    }
}
