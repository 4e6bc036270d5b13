//! Tables on disk: a folder with the journal, a frozen copy of the game, and a lock. An entry is on the disk before anybody
//! sees what came of it. Nothing here knows the rules.

mod error;
mod folder;
mod freeze;
mod game;
mod list;
mod lock;
mod names;
mod new;

pub use error::StoreError;
pub use folder::{Kept, TableFolder};
pub use freeze::GameFiles;
pub use list::known_tables;
pub use new::NewFolder;
