//! What the parts of a table's folder are called. Nothing here touches the disk.

/// The journal of a table.
pub const JOURNAL: &str = "journal.jsonl";

/// The copy of the game that the table is played with.
pub const GAME: &str = "game";

/// Whoever writes holds this file.
pub const LOCK: &str = "lock";

/// How the name of the folder ends in which a table is set up. What is left of one is no table, and no part of a game.
pub const UNDER_WAY: &str = ".table-part";
