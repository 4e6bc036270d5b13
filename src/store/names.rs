//! What the parts of a table's folder are called. Nothing here touches the disk.

/// The journal of a table.
pub const JOURNAL: &str = "journal.jsonl";

/// The copy of the game that the table is played with.
pub const GAME: &str = "game";
