//! Tables on disk: a folder with the journal, a frozen copy of the game, and a lock. An entry is on the disk before anybody
//! sees what came of it. Nothing here knows the rules.

mod folder;
mod freeze;

pub use folder::{Kept, StoreError, TableFolder, known_tables};
